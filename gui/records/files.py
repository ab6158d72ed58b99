"""The game as a file: open, save, recent files, the clipboard, files dropped on the window, lists of games, and what is not saved yet."""

import logging
import os
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QAction, QDropEvent
from PySide6.QtWidgets import QApplication, QFileDialog, QMenu, QMessageBox, QWidget

from core import records
from core.game import Game
from core.position import Color
from core.records import ReadResult, RecordError
from gui.commands import without_key
from gui.parts.asking import agrees, ask
from gui.parts.dialogs import accepted
from gui.parts.removing import remove, replaced_with
from gui.parts.saving import ask_where, save_png, start_folder
from gui.program.errors import show_error
from gui.program.language import sentence_text
from gui.program.messages import (
    error_text,
    fill,
    listed,
    one_after_another,
    player_label,
    run_label,
    source_label,
    system_text,
)
from gui.records import played, reading
from gui.records.championship_record import ChampionshipDialog
from gui.records.library import Entry, LibraryPanel, entries_of, mark_of, records_of
from gui.records.record_players import named_for_people, saved_record, shown_name, take_up

if TYPE_CHECKING:
    from gui.main_window import MainWindow

log = logging.getLogger(__name__)

MOST_RECENT = 10
PROBLEMS_TOLD = 10
MOST_OF_NAME, LETTERS_OF_DAY = 80, 10
"""Letters of a file's name that is proposed, and in it of the day, which a file may give in any words."""
MOST_OF_FOLDER = 40
"""Letters of a folder's name in a menu."""


class GameFiles(QObject):
    """Which file the game in the window belongs to, and all that is done with files."""

    def __init__(self, window: "MainWindow"):
        super().__init__(window)
        self._window = window
        self.path: Path | None = None
        """Where the game came from or was saved."""
        self.read_from = ""
        """What the game was read from in part, or of which it is one game of several, so that it doesn't belong there."""
        self.number = 0
        """Which of several."""
        self._kept_whole: set[Path] = set()
        """Files of several games of which the user has saved one alone, or to which they have added one: the next one is saved so without a
        question."""
        self._added_to: Path | None = None
        """The file to which games were added last."""
        self._mark = ""
        """Tells what :attr:`path` held when the game was read or saved there from what others may write into it."""
        self._saved: tuple[Game, int] | None = None
        self._overlooked = 0
        """Changes since then that nobody will miss."""
        self._opened: Game | None = None
        """The game that was opened last, whose row in the list is chosen."""
        self.library = LibraryPanel()
        self.library.chosen.connect(self.open_listed)
        self.library.removal_asked.connect(self.remove_listed)
        self.library.adding_asked.connect(self.add_listed)
        self.library.folder_asked.connect(self._list_again)
        self.recent = QMenu()
        self.recent.aboutToShow.connect(self._fill_recent)
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    # --- what is saved ----------------------------------------------------------------------------------------

    @property
    def modified(self) -> bool:
        """Whether the game has changed since it was begun, opened or saved, not by a glance of the analysis alone."""
        game = self._window.controller.game
        saved = self._saved[1] if self._saved is not None and self._saved[0] is game else 0
        return game.version - saved > self._overlooked

    def overlook(self) -> None:
        """The last change was what an analysis has found on the way: it is saved with the game, but nobody is asked about it."""
        self._overlooked += 1

    @property
    def came_from(self) -> Path | None:
        """The file in which the game stands, alone or among others."""
        return self.path if self._part is None else self._part.path

    @property
    def mark(self) -> str:
        """Tells the game's record from the others of its file, or what it was when it was read or saved from what it may become."""
        return self._mark if self._part is None else self._part.mark

    @property
    def _part(self) -> Entry | None:
        """The game as one of several, as it was opened or saved there."""
        return self.library.opened if self.number else None

    def name(self) -> str:
        """The game's name in the window's title."""
        if self.path is not None:
            return self.path.name
        if self.number:
            return fill(self.tr("%1, game %2"), source_label(self.read_from), self.number)
        if self.read_from:
            return fill(self.tr("%1, read in part"), source_label(self.read_from))
        self_play = self._window.games.self_play
        if self_play is not None:
            return fill(
                self.tr("Self-play of %1, generation %2"), run_label(self_play.run), self_play.generation
            )
        black, white = (self._window.controller.recorded_name(color) for color in Color)
        if black and white:
            return f"{player_label(black)} – {player_label(white)}"
        return self.tr("New game")

    def belongs_to(self, path: Path | None, read_from: str = "", number: int = 0, mark: str = "") -> None:
        """The game in the window is as it stands in ``path``, or new, or what could be read of ``read_from``, which may be the game of this
        ``number`` there. ``mark``: of what was read of ``path``; else of what it holds now."""
        game = self._window.controller.game
        self.path, self.read_from, self.number = path, read_from, number
        self._mark = mark or _mark_in(path)
        self._is_saved(game.version)
        self._leave_row()
        if path is not None:
            self._remember(path)
        self._window.show_title()

    def belongs_again(
        self, path: Path | None, modified: bool, read_from: str = "", number: int = 0, mark: str = ""
    ) -> None:
        """The game came from ``path``, at the last time, and is ``modified`` since; if that is gone, it is a game without a file, which stands
        nowhere else. ``read_from`` and ``number`` as in :meth:`belongs_to`. One of several is listed with the others again, unless the file holds no
        record of this ``mark`` any more."""
        game = self._window.controller.game
        part = self._listed_again(path, number, mark) if path is not None and number else None
        if part is not None:
            self._opened = game
            self.library.show_open(part)
            path, number = None, part.number
        elif path is not None and (number or not os.path.exists(path)):
            path, read_from, number, modified = None, "", 0, True
            self.library.show_open(None)
        self.path, self.read_from, self.number = path, read_from, number
        self._mark = mark or _mark_in(path)
        self._is_saved(-1 if modified else game.version)
        self._leave_row()
        self._window.show_title()

    def _listed_again(self, path: Path, number: int, mark: str) -> Entry | None:
        """The game of this ``mark`` in ``path``, of several alike that next to ``number``; the list shows it with the others. ``None``, and the list
        as it is, where it is there no more."""
        try:
            parts = records.split(path)
        except RecordError:
            return None
        marked = [entry for entry in entries_of(path.name, path, parts) if entry.mark == mark]
        if marked:
            self.library.show_collection(path.name, path, parts)
        return min(marked, key=lambda entry: abs(entry.number - number), default=None)

    def _leave_row(self) -> None:
        """No row of the list is that of the game in the window any more, once it is another than the one that was opened."""
        if self._opened is not None and self._opened is not self._window.controller.game:
            self._opened = None
            self.library.show_open(None)

    def _is_saved(self, version: int) -> None:
        """The game is saved as it stood at ``version``; -1 if it never was."""
        self._saved, self._overlooked = (self._window.controller.game, version), 0

    @property
    def unsaved(self) -> bool:
        """Whether somebody may miss the game: it is modified, and was opened from a file, is a record of others, under way, or has comments or names
        of positions. One that was played here to its end is kept in any case."""
        game = self._window.controller.game
        return self.modified and (
            self._has_file
            or self._window.controller.is_recorded
            or (game.result is None and played.is_begun(game))
            or any(node.is_spoken_of for node in game.root.subtree())
        )

    def may_leave_game(self) -> bool:
        """Ask about a game that would be lost. One that was played here to its end is kept without a word; only if that fails it is asked
        about."""
        return self._may_leave(self.tr("Save it?"))

    def may_begin_another(self) -> bool:
        """As :meth:`may_leave_game`, before a new game, which the question names: not everybody knows that a command begins one."""
        return self._may_leave(self.tr("Save it before a new game begins?"))

    def _may_leave(self, question: str) -> bool:
        if self.unsaved or not self.keep_if_played():
            return self._may_go(question)
        return True

    def keep_if_played(self) -> bool:
        """Put a game that was played here to its end among those that were played; ``False`` if it belongs there and that can't be done."""
        return not self._played_here or self._keep_played()

    @property
    def _played_here(self) -> bool:
        """Whether the game came to its end in this window and stands in no file."""
        game = self._window.controller.game
        over = game.result is not None and played.is_begun(game)
        return self.modified and not self._has_file and over and not self._window.controller.is_recorded

    @property
    def _has_file(self) -> bool:
        """Whether the game was saved or opened, alone, in part or as one of several: a change of it is missed there."""
        return self.path is not None or bool(self.read_from)

    def _keep_played(self) -> bool:
        """Put the game among those that were played; whether that could be done."""
        game = self._window.controller.game
        try:
            played.keep(game)
        except OSError as error:
            log.warning("a played game can't be kept: %s", error)
            return False
        self._is_saved(game.version)  # it may stay: what should follow it can't be opened
        self._window.show_title()
        if self._lists_played:
            self._list_played()
        return True

    def may_quit(self) -> bool:
        """Ask about a game that stands in no file as it is now, though it is not lost; of one that could not be kept for the next start, as about
        any that would be lost."""
        if not self._window.autosave.write():
            return self.may_leave_game()
        if self._window.autosave.comes_back:
            text = self.tr("Save it? The next start of Buwei brings it back in any case.")
        else:
            text = self.tr("Save it? It will be among the played games in any case.")
        return not self.unsaved or self._may_go(text)

    def _may_go(self, question: str) -> bool:
        """Ask the ``question`` about the game; it stands still meanwhile, and goes on if it stays."""
        if not self._window.isVisible():
            return True
        controller, stood = self._window.controller, self._window.controller.paused
        controller.set_paused(True)
        may_go = self._answer(question)
        if not may_go and not stood:
            controller.set_paused(False)
        return may_go

    def _answer(self, question: str) -> bool:
        buttons = QMessageBox.StandardButton
        if self._has_file:
            said = fill(self.tr("“%1” is not saved."), self.name())
        else:
            said = self.tr("This game is not saved.")
        answer = QMessageBox.question(
            self._window,
            self._window.windowTitle(),
            one_after_another(said, question),
            buttons.Save | buttons.Discard | buttons.Cancel,
            buttons.Save,
        )
        return self.save(agreed=True) if answer == buttons.Save else answer == buttons.Discard

    # --- opening ----------------------------------------------------------------------------------------------

    def open_file(self) -> None:
        path, _ = QFileDialog.getOpenFileName(
            self._window,
            self.tr("Open a game"),
            str(start_folder(self._window.settings)),
            self.tr("Game records (*.sgf *.txt);;All files (*)"),
        )
        if path:
            self.open_path(Path(path))

    def open_path(self, path: Path) -> None:
        """Show the game in ``path``, if that in the window may be left; of several the first, with all in the list. What could not be read is
        told."""
        try:
            parts = records.split(path)
        except RecordError as error:
            if not os.path.exists(path):
                self._forget(path)
            show_error(self._window, error_text(error))
            return
        self._open_parts(parts, path.name, path)

    def _open_parts(self, parts: list[bytes], name: str, path: Path | None) -> None:
        """Show the first of ``parts``, out of the file ``path`` if there is such, if the game in the window may be left; of several all are listed
        under ``name``."""
        try:
            result = reading.read(self._window, parts[0], name)
        except RecordError as error:
            if len(parts) > 1:
                self._list_collection(name, path, parts)  # the others may be readable
            show_error(self._window, error_text(error))
            return
        if result is None or not self.may_leave_game():
            self.library.choose_open()
            return
        if len(parts) == 1:
            self._show(result, path, name, Entry(name, path), mark_of(parts[0]))
        else:
            self._list_collection(name, path, parts)
            self._show(result, None, name, self.library.entry(0))

    def _list_collection(self, name: str, path: Path | None, parts: list[bytes]) -> None:
        if path is not None:
            self._remember(path)
        self.library.show_collection(name, path, parts)
        self._window.docks.bring_up("library")

    def _list_again(self, folder: Path) -> None:
        """The ``folder`` that was listed before the games of a file."""
        if _holds_played(folder):
            self._list_played()
        else:
            self._list_folder(folder)

    def open_folder(self) -> None:
        folder = QFileDialog.getExistingDirectory(
            self._window, self.tr("A folder of games"), str(start_folder(self._window.settings))
        )
        if folder:
            self.show_folder(Path(folder))

    def show_folder(self, folder: Path) -> None:
        """List the records in ``folder``, to be seen at once."""
        if self._list_folder(folder):
            self._window.docks.bring_up("library")

    def _list_folder(self, folder: Path) -> bool:
        """Whether that could be done."""
        try:
            self.library.show_folder(folder)
        except OSError as error:
            show_error(self._window, fill(self.tr("%1 can't be read: %2"), folder, system_text(error)))
            return False
        self._window.settings.folder = str(folder)
        return True

    def show_played(self) -> None:
        """List the games that were played to their end here, the last one first."""
        self._list_played()
        self._window.docks.bring_up("library")

    def _list_played(self) -> None:
        try:
            folder = played.folder()
            folder.mkdir(exist_ok=True)
            self.library.show_folder(
                folder,
                self.tr("Played games"),
                newest_first=True,
                if_empty=self.tr("No game has been played to its end yet."),
                note=fill(
                    self.tr("Saved elsewhere: see “%1” in the menu “Game”."),
                    without_key(self.recent.title()),
                ),
            )
        except OSError as error:
            what = error.filename or self.tr("Played games")
            show_error(self._window, fill(self.tr("%1 can't be read: %2"), what, system_text(error)))

    @property
    def _lists_played(self) -> bool:
        """Whether the played games are listed."""
        return self.library.folder is not None and _holds_played(self.library.folder)

    def open_listed(self, row: int) -> None:
        """A game of the list."""
        entry = self.library.entry(row)  # before the game in the window may join the list
        if entry.path is not None and entry.data is None:
            self.open_path(entry.path)  # which may hold several games
            return
        try:
            result = reading.read(self._window, entry.parts()[0], entry.name)
        except RecordError as error:
            show_error(self._window, error_text(error))
            return
        if result is not None and self.may_leave_game():
            self._show(result, None, entry.name, entry)
        else:
            self.library.choose_open()

    def open_next(self) -> None:
        self._open_beside(1, self.tr("The list has no game after this one."))

    def open_previous(self) -> None:
        self._open_beside(-1, self.tr("The list has no game before this one."))

    def _open_beside(self, step: int, if_none: str) -> None:
        """The game that stands a ``step`` from the chosen one, which it is then itself, also where it can't be read: the next step leads beyond."""
        table, games = self.library.table, len(self.library.model.entries)
        row = table.currentIndex().row() + step
        if 0 <= row < games:
            table.selectRow(row)
            self.open_listed(row)
        else:
            self._window.notices.tell_below(if_none if games else self.tr("No games are listed."))

    def remove_listed(self, row: int) -> None:
        """Take a row's game out of its file, or put its file into the trash, with all games in it; the game in the window stays, without a file."""
        entry = self.library.entry(row)
        if self._take_out(entry) if entry.number else self._remove_file(entry):
            self.library.table.selectRow(min(row, len(self.library.model.entries) - 1))

    def _remove_file(self, entry: Entry) -> bool:
        path, folder = entry.path, self.library.folder
        assert path is not None and folder is not None  # only a file of a folder can be removed
        if not remove(self._window, path, self._question_before_removal(path)):
            return False
        self._forget(path)
        if path == self.came_from:
            self.belongs_again(None, self.modified)
        self._list_again(folder)
        return True

    def _take_out(self, entry: Entry) -> bool:
        """Of several games in a file one alone, for good; whether it is gone."""
        path, part = entry.path, entry.data
        assert path is not None and part is not None  # the others are of no file
        said = self.tr("Remove game %1 from “%2” for good? The file's other games (%3) stay.")
        others = len(self.library.model.entries) - 1
        if not agrees(self._window, fill(said, entry.number, path.name, others), self.tr("&Remove")):
            return False
        try:
            left = records.without_game(path, part)
        except RecordError as error:
            show_error(self._window, error_text(error))
            return False
        if left is None:
            said = self.tr(
                "The game can't be taken out of “%1”: the file has changed since, or is not in UTF-8."
            )
            show_error(self._window, fill(said, path.name))
            return False
        if not self._write(path, lambda: records.write(left, path)):
            return False
        if path == self.came_from:
            self.belongs_again(path, self.modified, self.read_from, self.number, self.mark)
        return True

    def _question_before_removal(self, path: Path) -> str:
        try:
            games = len(records.split(path))
        except RecordError:
            games = 1  # nobody knows
        of_several = fill(self.tr("Remove the file “%1” with all its games (%2)?"), path.name, games)
        question = of_several if games > 1 else fill(self.tr("Remove the game “%1”?"), path.name)
        return "\n\n".join((question, str(path)))

    def _show(self, result: ReadResult, path: Path | None, name: str, entry: Entry, mark: str = "") -> None:
        """Show a game from ``path``, which it belongs to if all of it was read: else saving would take from the file what was left out. What is
        said of it names what it was read from. The list calls it ``entry``, if it is there. ``mark``: of what was read of ``path``."""
        game, settings = result.game, self._window.settings
        black, white = take_up(game, settings.engines)
        self._window.controller.open_game(game, black, white, settings.strict)
        self._opened = game
        self.library.show_open(entry)
        if entry.number:
            self.belongs_to(None, entry.part_of, entry.number)
        elif result.is_whole:
            self.belongs_to(path, mark=mark)
        else:
            self.belongs_to(None, read_from=name)
        self._window.turn_to_board()
        self._window.games.watch_no_more()
        notation = self._window.notation
        told = self._first([problem.describe(game.size, notation) for problem in result.problems])
        if path is not None and not result.is_whole:
            self._remember(path)
            told.append(self.tr("The file stays as it is: “Save” asks where to put what was read."))
        if told:
            show_error(self._window, "\n".join([name, *told]))

    def _first(self, problems: Sequence[Exception | str]) -> list[str]:
        """Of many ``problems``, in the window's language, and how many more there are."""
        told = [error_text(problem) for problem in problems[:PROBLEMS_TOLD]]
        if more := len(problems) - len(told):
            told.append(fill(self.tr("… and %1 more."), more))
        return told

    # --- saving -----------------------------------------------------------------------------------------------

    def save(self, agreed: bool = False) -> bool:
        """Save where the game came from, or ask; whether it was saved. One of several takes its own place there once the user has ``agreed`` to have
        it saved, or has had that done before."""
        place, among_others = self.came_from, self._part is not None
        if place is None or (among_others and not place.exists()):
            return self.save_as()
        if among_others and (agreed or place in self._kept_whole) and self._with_game(place) is not None:
            return self._save_within(place)
        return self.save_to(place, another=among_others)

    def save_as(self) -> bool:
        window, proposed = self._window, self.path or f"{self.new_name()}.sgf"
        if self.path is not None and _holds_played(self.path.parent):
            proposed = self.path.name  # a copy is for the user's own folders
        kinds = {"SGF (*.sgf)": ".sgf", self.tr("Championship record (*.txt)"): ".txt"}
        title = self.tr("Save the game")
        chosen, _ = ask_where(window, window.settings, title, proposed, kinds, confirms=False)
        return chosen is not None and self.save_to(chosen, another=True)

    def save_championship_record(self) -> None:
        """Write the game for the championship, with what is to be said of it there; its own file is another."""
        game, window = self._window.controller.game, self._window
        try:
            records.championship.write(game)
        except RecordError as error:
            show_error(window, error_text(error))
            return
        dialog = ChampionshipDialog(window, game, window.settings)
        if not accepted(dialog):
            return
        written = dialog.described()
        chosen = self._place_of_record(written)
        if chosen is not None and self._write(chosen, lambda: records.save(written, chosen)):
            window.notices.tell(fill(self.tr("Saved: %1"), chosen.name))

    def _place_of_record(self, written: Game) -> Path | None:
        """Where the user puts the championship record ``written``; ``None`` if they would rather not."""
        window, name = self._window, records.championship.file_name(written)
        title, kinds = (
            self.tr("Save the championship record"),
            {self.tr("Championship record (*.txt)"): ".txt"},
        )
        chosen, _ = ask_where(window, window.settings, title, name, kinds, confirms=False)
        if chosen is None:
            return None
        lost = self._lost_with(chosen)
        said = lost or replaced_with(chosen)
        answers = {self._elsewhere(): False, self._replacing(lost): True}
        replaces = not said or ask(window, said, answers, cautious=False)
        if replaces is False and window.isVisible():  # not over a window that was closed meanwhile
            return self._place_of_record(written)
        return chosen if replaces else None

    def new_name(self) -> str:
        """Of a file, without its end: the game's day and the players, without what no system takes there."""
        controller = self._window.controller
        self_play = self._window.games.self_play
        black, white = (shown_name(controller.player_shown(color), self_play) for color in Color)
        day = controller.game.date[:LETTERS_OF_DAY].rstrip() or date.today().isoformat()
        room = MOST_OF_NAME - len(f"{day}  - ")
        names = f"{_beside(white, black, room)} - {_beside(black, white, room)}"
        return re.sub(r'[\\/:*?"<>|\x00-\x1f]+', "_", f"{day} {names}")

    def save_to(self, path: Path, another: bool = False) -> bool:
        """Write the game in the window, after a question where a file is there that would lose others or what somebody else has written or, for
        ``another`` than the game's own, in any case; whether it was saved."""
        game = self._window.controller.game
        if path.suffix.lower() == ".txt" and not self._may_lose(game):
            return False
        opened = self.library.opened
        lost = self._lost_with(path, kept=int(opened is not None and opened.path == path))
        said = lost or (replaced_with(path) if another else self._changed_by_others(path))
        if not said:
            return self._save_whole(path)
        if lost and self._with_game(path) is not None:
            return self._ask_how_among_others(path)
        answers: dict[str, Callable[[Path], bool]] = {self._elsewhere(): self._save_elsewhere}
        if self._takes_another(path):
            answers[self.tr("A&dd the game to it")] = self._add
        answers[self._replacing(lost)] = self._save_whole
        save = ask(self._window, said, answers, cautious=False)
        return save is not None and save(path)

    def _ask_how_among_others(self, path: Path) -> bool:
        """Save the game, which is one of several in ``path``, as the user says: there alone if nothing else; whether it was saved."""
        said = self.tr("Save this game alone in “%1”? The file's other games stay as they are then.")
        about = self.tr("“Replace the whole file” would take the others out of it.")
        answers = {
            self.tr("Save this &game alone"): self._save_within,
            self._elsewhere(): self._save_elsewhere,
            self.tr("&Replace the whole file"): self._save_whole,
        }
        save = ask(self._window, fill(said, path.name), answers, about, cautious=False)
        return save is not None and save(path)

    def _elsewhere(self) -> str:
        """What the button says that leaves a file that is there alone."""
        return self.tr("Save under &another name…")

    def _save_elsewhere(self, _path: Path) -> bool:
        return self._window.isVisible() and self.save_as()  # not over a window that was closed meanwhile

    def _changed_by_others(self, path: Path) -> str:
        """What is asked before the game takes the place of what another window or program has written into its file; nothing where none has."""
        if path != self.path or _mark_in(path) in ("", self._mark):
            return ""
        return fill(self.tr("“%1” was changed by another window or program. Replace it?"), path.name)

    def _replacing(self, lost: str) -> str:
        """What the button says that puts a game in the place of a file, of which ``lost`` says what goes beside one game."""
        return self.tr("&Replace the whole file") if lost else self.tr("&Replace")

    def _save_whole(self, path: Path) -> bool:
        if not self._write(path, lambda: records.save(named_for_people(self._window.controller.game), path)):
            return False
        self.belongs_to(path)
        return True

    def _save_within(self, path: Path) -> bool:
        """Write the game in the window where it was opened, among others."""
        changed, opened = self._with_game(path), self.library.opened
        if changed is None or opened is None:  # somebody has changed the file while the user was asked
            return self.save_as()
        if not self._write(path, lambda: records.write(changed, path)):
            return False
        part = records.split_data(changed, path.name)[opened.number - 1]
        self._stands_among_others(path, replace(opened, data=part))
        said = self.tr("Saved: “%1”, game %2; the file's other games stay as they are.")
        self._window.notices.tell_below(fill(said, path.name, opened.number))
        return True

    def _stands_among_others(self, path: Path, entry: Entry) -> None:
        """The game in the window is ``entry`` now, one of several in ``path``."""
        self._opened = self._window.controller.game
        self.library.show_open(entry)
        self.belongs_to(None, entry.part_of, entry.number)
        self._kept_whole.add(path)

    def _with_game(self, path: Path) -> bytes | None:
        """What ``path`` is with the game in the window where it was opened among others; ``None`` if it was not, or not as a whole."""
        entry = self.library.opened
        if entry is None or entry.data is None or entry.path != path or path.suffix.lower() != ".sgf":
            return None
        try:
            game = named_for_people(self._window.controller.game)
            as_read = reading.read(self._window, entry.data, entry.name)
            return records.with_game(path, entry.data, game) if as_read and as_read.is_whole else None
        except RecordError:
            return None

    def _lost_with(self, path: Path, kept: int = 0) -> str:
        """What is asked before one game takes the place of ``path``, of whose games it is one if one is ``kept``; nothing where no more than one
        is lost."""
        if not os.path.isfile(path):
            return ""
        try:
            parts = records.split(path)
            if len(parts) == 1 and path != self.path and not reading.is_large(parts[0]):
                records.read(parts[0], path.name)
        except RecordError:
            return fill(self.tr("“%1” can't be read as a game record. Replace it?"), path.name)
        said = self.tr(
            "“%1” holds %2 games. With this one in the place of the whole file, %3 of them are lost."
        )
        return fill(said, path.name, len(parts), len(parts) - kept) if len(parts) > 1 else ""

    def _write(self, path: Path, write: Callable[[], object], front: QWidget | None = None) -> bool:
        """Have a record written, which a list may show; whether that could be done. Why not is told in front of the window, or of ``front``."""
        try:
            write()
        except (RecordError, OSError) as error:
            reason = system_text(error) if isinstance(error, OSError) else error_text(error)
            show_error(front or self._window, fill(self.tr("%1 can't be saved: %2"), path, reason))
            return False
        self._list_written(path)
        return True

    def _list_written(self, path: Path) -> None:
        """Read the list anew, where it shows games of ``path`` as they were."""
        if path.parent == self.library.folder:
            self._list_again(path.parent)
        elif path == self.library.file:
            try:
                self.library.show_collection(path.name, path, records.split(path))
            except RecordError as error:
                show_error(self._window, error_text(error))

    def _may_lose(self, game: Game) -> bool:
        """Ask before a championship record is written over what it has no place for: the game then counts as saved."""
        try:
            records.championship.write(game)
        except RecordError:
            return True  # whoever tries to save it is told that it is refused
        lost = listed(sentence_text(problem.text) for problem in records.championship.not_kept(game))
        said = self.tr(
            "A championship record has no place for: %1.\n\nSave the game without? As SGF (.sgf) it is kept whole."
        )
        return not lost or agrees(self._window, fill(said, lost), self.tr("&Save all the same"))

    # --- several games in one file ----------------------------------------------------------------------------

    def add_to_file(self) -> None:
        """Put the game in the window into a file of several, where it stands from then on."""
        path = self._place_among_others(self._window, self.tr("Add the game to a file"))
        if path is not None:
            self._add(path)

    def _place_among_others(self, front: QWidget, title: str) -> Path | None:
        """The file to which games are to be added; ``None`` if the user would rather not, or it can't be one of several."""
        proposed = self._added_to or f"{self.tr('Games')}.sgf"
        kinds, settings = {"SGF (*.sgf)": ".sgf"}, self._window.settings
        path, _ = ask_where(front, settings, title, proposed, kinds, confirms=False, kept=(".txt",))
        if path is not None and path.suffix.lower() == ".txt":
            said = self.tr("A championship record (.txt) holds one game alone. Choose an SGF file (.sgf).")
            show_error(front, said)
            return None
        return path

    def _add(self, path: Path) -> bool:
        """Put the game in the window behind those of ``path``, to which it belongs then; whether that could be done."""
        if path == self.came_from and not self._agrees_to_repeat(path, self._window):
            return False
        parts = self._write_added(path, [saved_record(self._window.controller.game)], self._window)
        if not parts:
            return False
        if len(parts) == 1:
            self.belongs_to(path)
            self._window.notices.tell_below(fill(self.tr("Saved: %1"), path.name))
            return True
        self._list_collection(path.name, path, parts)
        self._stands_among_others(path, self.library.entry(len(parts) - 1))
        said = self.tr("Added to “%1”, where it is game %2 now.")
        self._window.notices.tell_below(fill(said, path.name, len(parts)))
        return True

    def add_listed(self, entries: list[Entry], front: QWidget) -> None:
        """Put games of a list into a file that is asked for in ``front`` of a window, one after the other behind those that it holds."""
        added, left_out = records_of(entries)
        if added:
            path = self._place_among_others(front, self.tr("Add the chosen games to a file"))
            if path is None or not self._add_records(path, added, entries, front):
                return
        if left_out:
            told = self.tr("These games can't stand with others in a file:")
            show_error(front, "\n".join([told, *self._first(left_out)]))

    def _add_records(self, path: Path, added: list[bytes], entries: list[Entry], front: QWidget) -> bool:
        """Put ``added``, the records of ``entries``, behind the games of ``path``; whether that could be done."""
        is_from_there = any(entry.path == path for entry in entries)
        if is_from_there and not self._agrees_to_repeat(path, front):
            return False
        parts = self._write_added(path, added, front)
        if parts:
            self._remember(path)
            said = self.tr("Games added to “%1”: %2. It holds %3 now.")
            self._window.notices.tell_below(fill(said, path.name, len(added), len(parts)))
        return bool(parts)

    def _agrees_to_repeat(self, path: Path, front: QWidget) -> bool:
        """Whether the user wants ``path`` to hold once more what came from there."""
        said = self.tr("“%1” already holds what is to be added. Add it once more?")
        return agrees(front, fill(said, path.name), self.tr("&Add once more"))

    def _write_added(self, path: Path, added: list[bytes], front: QWidget) -> list[bytes]:
        """Write these records behind those of ``path``; all that it holds then, nothing if that could not be done."""
        alone = path == self.path and _mark_in(path) == self._mark
        try:
            changed = records.with_added(path, added)
        except RecordError as error:
            show_error(front, error_text(error))
            return []
        if not self._write(path, lambda: records.write(changed, path), front):
            return []
        self._added_to = path
        parts = records.split_data(changed, path.name)
        if alone:  # the game in the window, which is the first of several now
            self.belongs_again(path, self.modified, path.name, 1, mark_of(parts[0]))
        return parts

    def _takes_another(self, path: Path) -> bool:
        """Whether the game in the window could stand beside those of ``path``, to which it does not belong."""
        try:
            records.with_added(path, ())
        except RecordError:
            return False
        return path != self.came_from and path.suffix.lower() == ".sgf"

    def save_picture(self) -> None:
        """The board as it is shown, as a PNG file."""
        window = self._window
        title, kinds = self.tr("Save a picture of the board"), {"PNG (*.png)": ".png"}
        chosen, _ = ask_where(window, window.settings, title, f"{self.new_name()}.png", kinds)
        if chosen is None:
            return
        try:
            save_png(window.board.picture(), chosen)
        except OSError as error:
            show_error(window, fill(self.tr("%1 can't be saved: %2"), chosen, system_text(error)))
            return
        window.notices.tell(fill(self.tr("Saved: %1"), chosen.name))

    # --- clipboard and dropped files --------------------------------------------------------------------------

    def copy(self) -> None:
        """The game as SGF into the clipboard."""
        QApplication.clipboard().setText(saved_record(self._window.controller.game).decode())

    def copy_picture(self) -> None:
        """The board as it is shown into the clipboard."""
        QApplication.clipboard().setPixmap(self._window.board.picture())
        self._window.notices.tell(self.tr("The picture of the board is in the clipboard."))

    def paste(self) -> None:
        """The game whose record is in the clipboard; of several as :meth:`open_path` does."""
        text = QApplication.clipboard().text()
        if not text.strip():
            show_error(self._window, self.tr("There is no text in the clipboard."))
            return
        name = self.tr("The text in the clipboard")
        try:
            parts = records.split_data(text.encode("utf-8", "replace"), name)
        except RecordError as error:
            show_error(self._window, error_text(error))
            return
        self._open_parts(parts, name, None)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A file dropped on the window is opened; a folder is listed."""
        if not isinstance(event, QDropEvent) or event.type() not in (QEvent.Type.DragEnter, QEvent.Type.Drop):
            return super().eventFilter(watched, event)
        paths = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
        if not paths:
            return False
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        if event.type() == QEvent.Type.Drop:
            # after the drop, for whose end the program waits that the file comes from
            QTimer.singleShot(0, lambda: self._take_dropped(paths))
        return True

    def _take_dropped(self, paths: list[Path]) -> None:
        """The first, with a word about the others."""
        if len(paths) > 1:
            said = self.tr(
                "Of the files that were dropped (%1), “%2” alone is opened. Drop their folder to have all listed."
            )
            self._window.notices.tell_below(fill(said, len(paths), paths[0].name))
        self.take(paths[0])

    def take(self, path: Path) -> None:
        """Open a file, list a folder."""
        if os.path.isdir(path):
            self.show_folder(path)
        else:
            self.open_path(path)

    # --- recent files -----------------------------------------------------------------------------------------

    def _remember(self, path: Path) -> None:
        settings = self._window.settings
        name = str(path.absolute())
        settings.recent = [name, *(other for other in settings.recent if other != name)][:MOST_RECENT]
        if not _holds_played(path.parent):  # which is the program's own: the next file is for the user's
            settings.folder = str(path.absolute().parent)

    def _forget(self, path: Path) -> None:
        settings = self._window.settings
        settings.recent = [name for name in settings.recent if name != str(path.absolute())]

    def _fill_recent(self) -> None:
        self.recent.clear()
        recent = self._window.settings.recent
        for name in recent:
            action = QAction(_told_apart(Path(name), map(Path, recent)).replace("&", "&&"), self.recent)
            action.setToolTip(name)
            action.triggered.connect(lambda _checked=False, path=Path(name): self.take(path))
            self.recent.addAction(action)
        self.recent.setToolTipsVisible(True)

    def retranslate(self) -> None:
        self.recent.setTitle(self.tr("Open recen&t"))
        if self._lists_played:
            self._list_played()


def _beside(other: str, name: str, room: int) -> str:
    """``name``, shortened where both would take more than ``room`` letters: to half of these, or to what a shorter ``other`` leaves."""
    most = max(room // 2, room - len(other))
    return name if len(name) <= most else f"{name[: most - 1].rstrip()}…"


def _mark_in(path: Path | None) -> str:
    """The mark of what ``path`` holds now; empty where that can't be read."""
    try:
        return "" if path is None else mark_of(records.bytes_of(path))
    except RecordError:
        return ""


def _told_apart(path: Path, others: Iterable[Path]) -> str:
    """The name of ``path``, with as much of its folder as tells it from those ``others`` that are called so too."""
    namesakes = [other.parent.parts for other in others if other.name == path.name and other != path]
    if not namesakes:
        return path.name
    folders = path.parent.parts
    least = next(
        (n for n in range(1, len(folders)) if all(other[-n:] != folders[-n:] for other in namesakes)), 0
    )
    folder = str(Path(*folders[-least:]))
    shown = folder if len(folder) <= MOST_OF_FOLDER else f"…{folder[1 - MOST_OF_FOLDER :]}"
    return f"{path.name} ({shown})"


def _holds_played(folder: Path) -> bool:
    """Whether ``folder`` is that of the played games, as far as that can be asked for."""
    try:
        return folder == played.folder()
    except OSError:
        return False
