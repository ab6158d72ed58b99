"""Saving the game in the window, in its file or elsewhere. Asks where something would be lost by that."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from core import records
from core.game import Game
from core.records import RecordError
from gui.game.record_players import named_for_people
from gui.parts.asking import agrees, ask
from gui.parts.removing import replaced_with
from gui.parts.saving import ask_where, save_png
from gui.program.errors import show_error
from gui.program.language import sentence_text
from gui.program.messages import fill, listed, system_text
from gui.records import played
from gui.records.belonging import Belonging
from gui.records.library import LibraryPanel
from gui.records.naming import GameNames
from gui.records.recent import RecentFiles
from gui.records.several import SeveralDesk
from gui.records.writing import Writing

if TYPE_CHECKING:
    from gui.main_window import MainWindow


class SaveDesk(QObject):
    """Asks the user how to save the game: replacing a whole file, among its other games, or under another name."""

    def __init__(
        self,
        window: "MainWindow",
        library: LibraryPanel,
        belonging: Belonging,
        naming: GameNames,
        recent: RecentFiles,
        writing: Writing,
        several: SeveralDesk,
    ):
        super().__init__(window)
        self._window, self._library = window, library
        self._belonging, self._naming, self._recent = belonging, naming, recent
        self._writing, self._several = writing, several

    def save(self, agreed: bool = False) -> bool:
        """Save where the game came from, or ask where. Returns whether it was saved. One of several games is saved in its place once the user has
        ``agreed`` to save it, or has saved to that file so before."""
        place, among_others = self._belonging.source.file, self._belonging.source.number > 0
        if place is None or (among_others and not place.exists()):
            return self.save_as()
        keeps_whole = agreed or place in self._several.kept_whole
        if among_others and keeps_whole and self._several.with_game(place) is not None:
            return self._save_within(place)
        return self.save_to(place, another=among_others)

    def save_as(self) -> bool:
        window, own = self._window, self._belonging.path
        proposed = own or f"{self._naming.file_name()}.sgf"
        if own is not None and played.holds(own.parent):
            proposed = own.name  # a copy is for the user's own folders
        kinds = {"SGF (*.sgf)": ".sgf", self.tr("Championship record (*.txt)"): ".txt"}
        title = self.tr("Save the game")
        chosen, _ = ask_where(window, window.settings, title, proposed, kinds, confirms=False)
        return chosen is not None and self.save_to(chosen, another=True)

    def save_to(self, path: Path, another: bool = False) -> bool:
        """Write the game in the window. Asks first if other games, or changes by others, would be lost; for ``another`` file than the game's own,
        whenever it exists. Returns whether it was saved."""
        game = self._window.controller.game
        if path.suffix.lower() == ".txt" and not self._may_lose(game):
            return False
        opened = self._library.opened
        lost = self._writing.lost_with(path, kept=int(opened is not None and opened.path == path))
        said = lost or (replaced_with(path) if another else self._changed_by_others(path))
        if not said:
            return self._save_whole(path)
        if lost and self._several.with_game(path) is not None:
            return self._ask_how_among_others(path)
        answers: dict[str, Callable[[Path], bool]] = {self._writing.elsewhere(): self._save_elsewhere}
        if self._several.takes_another(path):
            answers[self.tr("A&dd the game to it")] = self._several.add
        answers[self._writing.replacing(bool(lost))] = self._save_whole
        save = ask(self._window, said, answers, cautious=False)
        return save is not None and save(path)

    def _ask_how_among_others(self, path: Path) -> bool:
        """Ask how to save the game, one of several in ``path``; the default saves it alone. Returns whether it was saved."""
        said = self.tr("Save this game alone in “%1”? The file's other games stay as they are then.")
        about = self.tr("“Replace the whole file” would take the others out of it.")
        answers = {
            self.tr("Save this &game alone"): self._save_within,
            self._writing.elsewhere(): self._save_elsewhere,
            self._writing.replacing(True): self._save_whole,
        }
        save = ask(self._window, fill(said, path.name), answers, about, cautious=False)
        return save is not None and save(path)

    def _changed_by_others(self, path: Path) -> str:
        """The question to ask before overwriting what another window or program wrote into the game's file; empty if none did."""
        if not self._belonging.was_changed_by_others(path):
            return ""
        return fill(self.tr("“%1” was changed by another window or program. Replace it?"), path.name)

    def _may_lose(self, game: Game) -> bool:
        """Ask before saving a championship record that has no place for something: the game then counts as saved."""
        try:
            records.championship.write(game)
        except RecordError:
            return True  # saving it will show the error
        lost = listed(sentence_text(problem.text) for problem in records.championship.not_kept(game))
        said = self.tr(
            "A championship record has no place for: %1.\n\nSave the game without? As SGF (.sgf) it is kept whole."
        )
        return not lost or agrees(self._window, fill(said, lost), self.tr("&Save all the same"))

    def _save_whole(self, path: Path) -> bool:
        game = self._window.controller.game
        if not self._writing.write(path, lambda: records.save(named_for_people(game), path)):
            return False
        self._belonging.to_file(path)
        self._recent.remember(path)
        return True

    def _save_within(self, path: Path) -> bool:
        """Write the game in its place among the others of its file."""
        saved = self._several.save_within(path)
        if saved is None:  # somebody changed the file while the user was asked
            return self.save_as()
        return saved

    def _save_elsewhere(self, _path: Path) -> bool:
        return self._window.isVisible() and self.save_as()  # not over a window that was closed meanwhile

    def save_picture(self) -> None:
        """Save the board as it is shown as a PNG file."""
        window = self._window
        title, kinds = self.tr("Save a picture of the board"), {"PNG (*.png)": ".png"}
        chosen, _ = ask_where(window, window.settings, title, f"{self._naming.file_name()}.png", kinds)
        if chosen is None:
            return
        try:
            save_png(window.board.picture(), chosen)
        except OSError as error:
            show_error(window, fill(self.tr("%1 can't be saved: %2"), chosen, system_text(error)))
            return
        window.notices.tell(fill(self.tr("Saved: %1"), chosen.name))
