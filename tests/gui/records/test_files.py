"""Files: the clipboard, recent and dropped files, lists of games."""

import errno
import sys
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from threading import Event
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QHelpEvent, QImage
from PySide6.QtWidgets import (
    QApplication,
    QFileDialog,
    QLabel,
    QLineEdit,
    QMessageBox,
    QProgressDialog,
    QPushButton,
    QToolTip,
    QWidget,
)

from core import folders, records
from core.game import Game, Reason, Result
from core.position import Color, Loss, LossKind, Position, Size
from core.records import ReadResult
from core.sentence import Sentence
from gui.board.board import PICTURE_PIXELS
from gui.game.controller import State
from gui.parts import removing
from gui.program.language import LanguageSwitch
from gui.program.messages import player_label
from gui.program.settings import HUMAN
from gui.records import autosave, played, reading
from gui.records.championship_record import ChampionshipDialog
from gui.records.library import BLACK, DATE, NAME, WHITE, WINNER
from gui.records.naming import MOST_OF_NAME
from tests.gui.desk import Desk, answer, context_menu, in_dialogs
from tests.patience import PATIENCE_SECONDS

OPENS = "A double click or Enter opens it on the board."
Yes, No = QMessageBox.StandardButton.Yes, QMessageBox.StandardButton.No


def tip_of_row(desk: Desk, row: int) -> list[str]:
    """What is told where the pointer rests on a game of the list."""
    table = desk.window.files.library.table
    place = QPoint(5, table.rowViewportPosition(row) + 5)
    help_event = QHelpEvent(QEvent.Type.ToolTip, place, table.viewport().mapToGlobal(place))
    QToolTip.hideText()
    QApplication.sendEvent(table.viewport(), help_event)
    return QToolTip.text().splitlines()


def game(*points: int) -> Game:
    made = Game(Size(5, 5))
    made.black_name, made.white_name = "黑棋", "White"
    for point in points:
        made.play(point)
    return made


def players_shown(desk: Desk) -> list[str]:
    names = (desk.window.players.findChild(QLabel, f"name_{color}") for color in ("black", "white"))
    return [name.text() for name in names if name is not None]


def analysed_at_a_glance(desk: Desk) -> None:
    """Where the game is looked at."""
    desk.window.settings.analysis_player, desk.window.settings.analysis_simulations = "uct:seed=1", 50
    desk.trigger("analyse")
    desk.wait(lambda: desk.window.controller.game.cursor.analysis is not None)


@pytest.fixture(autouse=True)
def discard(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QMessageBox, "question", lambda *_a, **_k: QMessageBox.StandardButton.Discard)


def drop(desk: Desk, *paths: Path, on: QWidget | None = None) -> None:
    """As the window system does it, which leaves it to Qt what lies there."""
    target = on or desk.window.board
    place = target.mapTo(desk.window, target.rect().center())
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(place, Qt.DropAction.CopyAction, data, buttons, keys)
    QApplication.sendEvent(desk.window.windowHandle(), enter)
    assert enter.isAccepted()
    event = QDropEvent(QPointF(place), Qt.DropAction.CopyAction, data, buttons, keys)
    QApplication.sendEvent(desk.window.windowHandle(), event)
    QApplication.processEvents()  # it is opened once the drop is done


def test_a_game_goes_through_the_clipboard(desk: Desk):
    desk.play()
    desk.click(12, 0)
    desk.trigger("copy_game")
    desk.play()
    desk.trigger("paste_game")
    assert desk.position.moves == (12, 0)
    QApplication.clipboard().setText("no game at all")
    desk.trigger("paste_game")
    assert "can't be read as a game record" in desk.take_error()
    assert desk.position.moves == (12, 0)


def test_of_several_pasted_games_the_first_is_shown_and_all_are_listed(desk: Desk):
    QApplication.clipboard().setText("".join(records.sgf.write(game(point)).decode() for point in (3, 4)))
    desk.trigger("paste_game")
    library = desk.window.files.library
    assert desk.position.moves == (3,) and library.model.rowCount() == 2 and library.isVisible()
    assert library.title.text() == "The text in the clipboard (1/2)"
    desk.window.files.opening.open_listed(1)
    assert desk.position.moves == (4,)


def test_what_was_pasted_is_called_in_the_windows_language(desk: Desk, open_desk: Callable[..., Desk]):
    """Whichever it had meanwhile, and at the next start."""

    def called(where: Desk) -> tuple[str, str, str]:
        library = where.window.files.library
        QApplication.processEvents()
        return (where.window.windowTitle(), library.title.text(), str(library.model.index(1, 0).data()))

    desk.window._choose("language", "zh_CN")
    QApplication.clipboard().setText("".join(records.sgf.write(game(point)).decode() for point in (3, 4)))
    desk.trigger("paste_game")
    assert called(desk) == (
        "剪贴板中的文本 第 1 局[*] — Buwei 不围",
        "剪贴板中的文本 (1/2)",
        "剪贴板中的文本 2",
    )
    desk.window._choose("language", "en")
    title = "The text in the clipboard, game 1[*] — Buwei 不围"
    assert called(desk) == (title, "The text in the clipboard (1/2)", "The text in the clipboard 2")
    desk.close()
    assert called(open_desk())[0] == title


def test_a_pasted_text_that_is_too_large_is_told(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(records, "MAX_BYTES", 1_000_000)
    QApplication.clipboard().setText("(;GM[1]SZ[5]C[" + "a" * records.MAX_BYTES + "])")
    desk.trigger("paste_game")
    assert desk.take_error() == "The text in the clipboard is larger than 1 MB; that is no record."


def test_the_board_goes_into_the_clipboard_as_a_picture(desk: Desk):
    desk.play()
    desk.click(12)
    desk.trigger("copy_picture")
    picture = QApplication.clipboard().image()
    assert max(picture.width(), picture.height()) == PICTURE_PIXELS
    assert "clipboard" in desk.notice


def test_the_board_is_saved_as_a_picture(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    desk.play()
    desk.click(12)
    asked: list[str] = []

    def choose(*words: str) -> tuple[str, str]:
        asked.append(words[2])
        return str(tmp_path / "opening"), words[3]

    monkeypatch.setattr(QFileDialog, "getSaveFileName", choose)
    desk.trigger("save_picture")
    assert asked[0].endswith(".png")
    saved = QImage(str(tmp_path / "opening.png"))
    assert saved == desk.window.board.picture().toImage().convertToFormat(saved.format())
    assert desk.window.files.belonging.modified, "a picture is no record"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "none" / "a.png"), ""))
    desk.trigger("save_picture")
    assert "can't be saved" in desk.take_error()


def test_a_game_played_to_its_end_is_kept(desk: Desk):
    desk.trigger("played_games")
    library = desk.window.files.library
    assert library.model.rowCount() == 0 and library.title.text() == "Played games (0)"
    desk.play("random:seed=1", "random:seed=2")
    desk.wait_for_end()
    moves = desk.position.moves
    desk.trigger("rematch")
    assert library.model.rowCount() == 1 and library.title.text() == "Played games (1)"
    desk.wait_for_end()
    library.chosen.emit(0)
    assert desk.position.moves == moves, "and not the game that has just joined the list above it"
    assert library.model.rowCount() == 2
    desk.trigger("rematch")
    assert library.model.rowCount() == 2, "a game that stands in a file is not kept once more"


def test_the_list_of_played_games_says_where_those_are_that_were_saved(desk: Desk, tmp_path: Path):
    """A game that was saved elsewhere is not in it; no other list says so."""
    desk.play("random:seed=1", "random:seed=2")
    desk.wait_for_end()
    assert desk.window.files.saving.save_to(tmp_path / "mine.sgf")
    library = desk.window.files.library
    desk.trigger("played_games")
    assert library.model.rowCount() == 0 and library.note.isVisible()
    assert library.note.text() == "Saved elsewhere: see “Open recent” in the menu “Game”."
    desk.window.files.recent.menu.aboutToShow.emit()
    assert [action.text() for action in desk.window.files.recent.menu.actions()] == ["mine.sgf"]
    desk.window.files.opening.take(tmp_path)
    assert not library.note.isVisible()


def test_the_list_of_played_games_stays_in_place_while_they_come(desk: Desk, tmp_path: Path):
    for number in range(60):
        (tmp_path / f"{number:02}.sgf").touch()
    library = desk.window.files.library
    desk.window.docks.bring_up("library")
    library.show_folder(tmp_path, newest_first=True)

    def top() -> str:
        return library.entry(library.table.rowAt(0)).name

    assert top() == "59.sgf"
    library.table.selectRow(1)
    for number in (60, 61):
        (tmp_path / f"{number}.sgf").touch()
        library.show_folder(tmp_path, newest_first=True)
    assert top() == "59.sgf" and library.entry(library.table.currentIndex().row()).name == "58.sgf"


@pytest.mark.parametrize("trash", [True, False])
def test_a_listed_game_is_removed_after_it_was_asked_for(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trash: bool
):
    """By the key, and another one by the button; then the next one is chosen."""
    bin_folder = tmp_path / "trash"
    bin_folder.mkdir()
    monkeypatch.setattr(
        removing, "moved_to_trash", lambda path: trash and path.rename(bin_folder / path.name) is not None
    )
    games = tmp_path / "games"
    games.mkdir()
    for number in range(3):
        records.save(game(number), games / f"{number}.sgf")
    desk.window.files.opening.take(games)
    library = desk.window.files.library
    assert not library.remove.isEnabled()
    library.table.selectRow(0)
    library.table.setFocus()
    asked = answer(monkeypatch, No)
    desk.qtbot.keyClick(library.table, Qt.Key.Key_Delete)
    assert asked == [f"Remove the game “0.sgf”?\n\n{games / '0.sgf'}"] and library.model.rowCount() == 3
    asked = answer(monkeypatch, Yes)
    desk.qtbot.keyClick(library.table, Qt.Key.Key_Delete)
    assert len(asked) == (1 if trash else 2) and library.table.currentIndex().row() == 0
    desk.qtbot.mouseClick(library.remove, Qt.MouseButton.LeftButton)
    assert [path.name for path in games.iterdir()] == ["2.sgf"] and library.title.text() == "games (1)"
    assert sorted(path.name for path in bin_folder.iterdir()) == (["0.sgf", "1.sgf"] if trash else [])
    *_, entry = context_menu(library.table).actions()
    entry.trigger()
    assert library.model.rowCount() == 0 and not library.remove.isVisible()


def test_in_a_folder_a_file_of_several_games_is_removed_whole(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(removing, "moved_to_trash", lambda path: path.unlink() is None)
    path = tmp_path / "two.sgf"
    path.write_bytes(records.sgf.write(game(3)) + records.sgf.write(game(4)))
    asked = answer(monkeypatch, No, Yes)
    desk.window.files.opening.take(tmp_path)
    library = desk.window.files.library
    library.table.selectRow(0)
    library.table.setFocus()
    desk.qtbot.keyClick(library.table, Qt.Key.Key_Delete)
    assert asked[0].startswith("Remove the file “two.sgf” with all its games (2)?") and any(
        tmp_path.iterdir()
    )
    desk.qtbot.keyClick(library.table, Qt.Key.Key_Delete)
    assert not path.exists()


def test_the_game_on_the_board_outlives_its_file(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(removing, "moved_to_trash", lambda path: path.unlink() is None)
    answer(monkeypatch, Yes)
    records.save(game(3), tmp_path / "game.sgf")
    desk.window.files.opening.take(tmp_path)
    files = desk.window.files
    files.library.chosen.emit(0)
    assert files.belonging.path == tmp_path / "game.sgf"
    desk.qtbot.mouseClick(files.library.remove, Qt.MouseButton.LeftButton)
    assert files.belonging.path is None and not files.belonging.modified and desk.position.moves == (3,)
    assert desk.window.settings.recent == []


def test_a_played_game_that_is_removed_does_not_come_back(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(removing, "moved_to_trash", lambda path: path.unlink() is None)
    answer(monkeypatch, Yes)
    desk.play("random:seed=1", "random:seed=2")
    desk.wait_for_end()
    assert desk.window.files.leaving.keep_if_played()
    desk.trigger("played_games")
    library = desk.window.files.library
    library.table.selectRow(0)
    desk.qtbot.mouseClick(library.remove, Qt.MouseButton.LeftButton)
    desk.play()
    assert library.title.text() == "Played games (0)" and not any(played.folder().iterdir())


def test_a_played_game_that_cannot_be_kept_is_asked_about(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    desk.play("random:seed=1", "random:seed=2")
    desk.wait_for_end()
    game = desk.window.controller.game
    played.folder().write_text("no folder")
    monkeypatch.setattr(QMessageBox, "question", lambda *_a, **_k: QMessageBox.StandardButton.Cancel)
    desk.trigger("rematch")
    assert desk.window.controller.game is game
    desk.trigger("played_games")
    assert "can't be read" in desk.take_error()


def test_the_row_of_the_game_on_the_board_is_chosen(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Again after another one was not opened, and none once another game is there."""
    file = tmp_path / "games.sgf"
    file.write_bytes(b"".join(records.sgf.write(game(number)) for number in range(3)))
    desk.window.files.opening.take(file)
    table, model = desk.window.files.library.table, desk.window.files.library.model

    def rows() -> list[int]:
        return [index.row() for index in table.selectionModel().selectedRows()]

    def double_click(row: int) -> None:
        place = table.visualRect(model.index(row, 1)).center()
        desk.qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)
        desk.qtbot.mouseDClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)

    assert rows() == [0] and desk.position.moves == (0,)
    double_click(1)
    assert rows() == [1] and desk.position.moves == (1,)
    desk.window.controller.note(desk.window.controller.game.cursor, "What if?")
    answer(monkeypatch, QMessageBox.StandardButton.Cancel, QMessageBox.StandardButton.Discard)
    double_click(2)
    assert rows() == [1] and desk.position.moves == (1,)
    desk.window.games.play_position(desk.position)
    assert rows() == []


def test_a_folder_that_is_listed_again_stands_as_it_did(desk: Desk, tmp_path: Path):
    """With the open game's row chosen, and not scrolled sideways, which there is room for once the user has made a column wider."""
    for number in range(60):
        made = game(number % 20)
        made.black_name, made.white_name = "Anna", "Berta"
        records.save(made, tmp_path / f"a game with quite a long name {number}.sgf")
    desk.window.resize(900, 560)
    desk.window.files.opening.take(tmp_path)
    library = desk.window.files.library
    table = library.table
    desk.wait(lambda: table.isColumnHidden(NAME))
    table.setColumnWidth(BLACK, 300)
    library.chosen.emit(30)
    for _ in range(2):
        desk.window.files.opening.take(tmp_path)
        QApplication.processEvents()
        assert table.currentIndex().row() == 30 and table.horizontalScrollBar().value() == 0


def test_a_folder_of_played_games_that_cannot_be_asked_for_is_told(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
):
    desk.trigger("played_games")

    def refuse() -> Path:
        raise folders.FolderError(Path("data"), Sentence("The folder is gone."))

    with monkeypatch.context() as patch:
        patch.setattr(played, "data_dir", refuse)
        desk.trigger("played_games")
        assert desk.take_error() == "Played games can't be read: The folder is gone."
        desk.window._choose("language", "zh_CN")
        assert not desk.boxes()


def test_a_played_game_is_kept_once_though_nothing_follows_it(desk: Desk):
    desk.play("random:seed=1", "random:seed=2")
    desk.wait_for_end()
    for _ in range(2):
        assert desk.window.files.leaving.may_leave_game()
    assert len(list(played.folder().iterdir())) == 1


def test_a_game_that_is_asked_about_stands_still_meanwhile(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    desk.window.watch.speed.setValue(50)
    desk.play("random:seed=1", "random:seed=2")
    desk.wait(lambda: desk.moves == 1)
    states = []

    def question(*_args: object, **_named: object) -> QMessageBox.StandardButton:
        states.append(desk.state)
        return QMessageBox.StandardButton.Cancel

    monkeypatch.setattr(QMessageBox, "question", question)
    desk.window.close()
    assert states == [State.PAUSED] and not desk.window.controller.paused
    desk.window.watch.speed.setValue(0)
    desk.key(Qt.Key.Key_P)
    desk.trigger("rematch")
    assert states == [State.PAUSED] * 2 and desk.window.controller.paused, "it had stood before"


def test_the_name_that_is_proposed_says_who_played(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    proposed: list[str] = []

    def ask(_parent, _title, start: str, *_rest: str) -> tuple[str, str]:
        proposed.append(start)
        return "", ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", ask)
    desk.play("human", "random:seed=1")
    desk.trigger("save_file")
    (path,) = map(Path, proposed)
    assert path.name.endswith("Human - Random moves (seed=1).sgf") and path.parent.is_dir()


def test_of_many_problems_the_first_are_told_and_how_many_there_are(desk: Desk, tmp_path: Path):
    path = tmp_path / "many.sgf"
    path.write_text("(;GM[1]FF[4]SZ[5];B[aa]" + 25 * "(;B[bb])" + ")", "utf-8")
    desk.window.files.opening.open_path(path)
    first, *told, more, stays = desk.take_error().splitlines()
    assert first == path.name and len(told) == 10
    assert more == "… and 15 more." and "stays as it is" in stays


def proposals(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The files that are proposed from here on; none is chosen."""
    proposed: list[Path] = []

    def ask(_parent: object, _title: str, start: str, *_: object) -> tuple[str, str]:
        proposed.append(Path(start))
        return "", ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", ask)
    return proposed


@pytest.mark.parametrize(
    ("black", "white", "proposed"),
    [
        (90 * "a", "Li Na", f"{60 * 'a'}… - Li Na"),
        ("Li Na", 90 * "b", f"Li Na - {60 * 'b'}…"),
        (90 * "a", 90 * "b", f"{32 * 'a'}… - {32 * 'b'}…"),
        (f"{31 * 'a'} {60 * 'c'}", 90 * "b", f"{31 * 'a'}… - {32 * 'b'}…"),
        (33 * "a", 33 * "b", f"{33 * 'a'} - {33 * 'b'}"),
    ],
)
def test_a_long_name_of_a_player_leaves_the_opponent_room_in_the_name_that_is_proposed(
    desk: Desk, black: str, white: str, proposed: str
):
    game = Game(Size(5, 5))
    game.date, game.black_name, game.white_name = "2026-03-01", black, white
    desk.window.games.show_recorded(game)
    name = desk.window.files.naming.file_name()
    assert name == f"2026-03-01 {proposed}" and len(name) <= MOST_OF_NAME


def test_who_opened_a_played_game_saves_where_files_were_saved_before(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    proposed = proposals(monkeypatch)
    desk.window.settings.folder = str(tmp_path)
    desk.play("random:seed=1", "random:seed=2")
    desk.wait_for_end()
    desk.trigger("played_games")
    desk.trigger("rematch")
    desk.wait_for_end()
    desk.window.files.library.chosen.emit(0)
    assert (
        desk.window.files.belonging.path is not None
        and desk.window.files.belonging.path.parent == played.folder()
    )
    desk.trigger("save_file_as")
    desk.trigger("rematch")
    desk.wait_for_end()
    desk.trigger("save_file")
    assert [path.parent for path in proposed] == [tmp_path] * 2


def test_a_game_of_another_day_is_proposed_to_be_saved_under_that(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Where files were saved last, if that is still there: else the dialog would begin where another kind of file was looked for."""
    proposed = proposals(monkeypatch)
    for date, folder in (("2026-03-01T14:00", tmp_path), ("2026-03-02", tmp_path / "gone")):
        game = Game(Size(5, 5))
        game.date, game.black_name, game.white_name = date, "甲队", "乙队"
        desk.window.games.show_recorded(game)
        desk.window.settings.folder = str(folder)
        desk.trigger("save_file_as")
    assert [path.name for path in proposed] == ["2026-03-01 甲队 - 乙队.sgf", "2026-03-02 甲队 - 乙队.sgf"]
    assert proposed[0].parent == tmp_path and proposed[1].parent.is_dir()


@pytest.mark.parametrize("name", ["final", "final v1.5"])
@pytest.mark.parametrize(
    ("kind", "suffix"), [("SGF (*.sgf)", ".sgf"), ("Championship record (*.txt)", ".txt")]
)
def test_the_kind_that_was_chosen_is_saved(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, suffix: str, name: str
):
    """Of the file with the suffix, which the user did not name, they are asked as of any other."""
    chosen = [str(tmp_path / name), "", str(tmp_path / name)]
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (chosen.pop(0), kind))
    desk.play(size=9)
    desk.click(40, 0)
    path = tmp_path / f"{name}{suffix}"
    path.write_text("(;SZ[5])")
    with in_dialogs(press(desk, "Save under another name…"), kind=QMessageBox):
        assert not desk.window.files.saving.save_as()
    assert not chosen[:-1] and path.read_text() == "(;SZ[5])"
    with in_dialogs(press(desk, "Replace"), kind=QMessageBox):
        assert desk.window.files.saving.save_as()
    if desk.boxes():  # a championship record holds less
        desk.take_error()
    assert records.load(path)[0].game.position.moves == (40, 0)


def type_in(desk: Desk, path: Path) -> Callable[[QFileDialog], None]:
    """Name a file in Qt's own dialog."""

    def act(dialog: QFileDialog) -> None:
        line = dialog.findChild(QLineEdit, "fileNameEdit")
        assert line is not None
        line.setText(str(path))
        desk.qtbot.keyClick(line, Qt.Key.Key_Return)

    return act


def test_a_file_of_several_games_is_asked_about_once(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """“Save” needs no file to be named before, and of one that is named Qt's own dialog doesn't ask."""
    path, parts = three_games(tmp_path)
    desk.window.files.opening.take(path)
    desk.window.files.opening.open_listed(1)
    desk.window.controller.game.note(desk.window.controller.game.cursor, "Saved")
    with monkeypatch.context() as patch:
        patch.setattr(QFileDialog, "getSaveFileName", lambda *_: pytest.fail("no file is to be named"))
        with in_dialogs(press(desk, "Save this game alone"), kind=QMessageBox):
            desk.key(Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    assert b"Saved" in records.split(path)[1]
    desk.window.controller.game.note(desk.window.controller.game.cursor, "As")
    named = in_dialogs(type_in(desk, path), kind=QFileDialog)
    with named, in_dialogs(press(desk, "Save this game alone"), kind=QMessageBox):
        desk.trigger("save_file_as")
    first, changed, last = records.split(path)
    assert (first, last) == (parts[0], parts[2]) and b"C[As]" in changed


@pytest.mark.parametrize("there", [True, False])
def test_a_game_of_a_file_that_was_changed_meanwhile_replaces_nothing_unasked(
    desk: Desk, tmp_path: Path, there: bool
):
    path, _parts = three_games(tmp_path)
    desk.window.files.opening.take(path)
    path.unlink()
    if there:
        records.save(game(9), path)
    before, other = path.read_bytes() if there else b"", tmp_path / "other.sgf"
    named = in_dialogs(type_in(desk, other), kind=QFileDialog)
    asked = in_dialogs(*[press(desk, "Save under another name…")] * there, kind=QMessageBox)
    with named, asked:
        desk.trigger("save_file")
    assert path.exists() == there and other.exists() and (not there or path.read_bytes() == before)


@pytest.fixture
def large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A record that takes long to be read."""
    monkeypatch.setattr(reading, "MANY_NODES", 5)
    path = tmp_path / "large.sgf"
    records.save(game(0, 24, 2, 22, 4, 20, 10), path)
    return path


def test_the_window_answers_while_it_reads_a_large_tree(
    desk: Desk, large: Path, monkeypatch: pytest.MonkeyPatch
):
    answered, told = Event(), []

    def read(*arguments: object) -> list[ReadResult]:
        assert answered.wait(PATIENCE_SECONDS)
        return usual(*arguments)  # type: ignore[arg-type]

    def look(dialog: QProgressDialog) -> None:
        told.append(dialog.labelText())
        answered.set()
        desk.wait(lambda: not dialog.isVisible())

    usual = records.read
    monkeypatch.setattr(reading.records, "read", read)
    with in_dialogs(look, kind=QProgressDialog):
        desk.window.files.opening.take(large)
    assert told == ["“large.sgf” is large. It is being read…"]
    assert desk.window.files.belonging.path == large and desk.moves == 7


def test_the_reading_of_a_large_tree_is_broken_off(desk: Desk, large: Path, monkeypatch: pytest.MonkeyPatch):
    def read_for_ever(_data: bytes, _name: str, meanwhile: Callable[[], None]) -> list[ReadResult]:
        while True:
            meanwhile()

    def cancel(dialog: QProgressDialog) -> None:
        button = dialog.findChild(QPushButton)
        assert button is not None
        desk.qtbot.mouseClick(button, Qt.MouseButton.LeftButton)

    desk.play()
    desk.click(12)
    with monkeypatch.context() as patch:
        patch.setattr(reading.records, "read", read_for_ever)
        with in_dialogs(cancel, kind=QProgressDialog):
            desk.window.files.opening.take(large)
    assert desk.moves == 1 and desk.window.files.belonging.path is None and not desk.boxes()


def test_a_large_tree_that_can_not_be_read_is_told(desk: Desk, large: Path):
    large.write_text("(;GM[1]SZ[99];;;;;;;)")
    desk.window.files.opening.take(large)
    assert "can't be shown" in desk.take_error()


def test_a_list_names_a_large_tree_alone(desk: Desk, large: Path):
    desk.window.files.opening.take(large.parent)
    model = desk.window.files.library.model
    desk.wait(lambda: model._known)
    assert model._known[0].cells == ("large.sgf", "", "", "", "")
    assert model.tip(0, []).startswith("It is large, and read when it is opened.")
    desk.window.files.library.table.setFocus()
    desk.qtbot.keyClick(desk.window.files.library.table, Qt.Key.Key_Return)
    assert desk.window.files.belonging.path == large


def remark(desk: Desk, comment: str) -> None:
    """Say something of the position that is looked at, and save by the key."""
    controller = desk.window.controller
    controller.note(controller.game.cursor, comment)
    desk.window.activateWindow()
    desk.wait(desk.window.isActiveWindow)
    desk.key(Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)


def test_what_another_window_has_saved_is_not_written_over_unasked(
    desk: Desk, open_desk: Callable[..., Desk], tmp_path: Path
):
    path, other = tmp_path / "study.sgf", tmp_path / "other.sgf"
    records.save(game(9), path)
    beside = open_desk()
    for each in (desk, beside):
        each.window.files.opening.take(path)
    remark(beside, "An hour of work")
    remark(beside, "And more")  # of what it has saved itself nobody is asked
    theirs = path.read_bytes()
    assert b"And more" in theirs
    named = in_dialogs(type_in(desk, other), kind=QFileDialog)
    with named, in_dialogs(press(desk, "Save under another name…"), kind=QMessageBox):
        remark(desk, "Mine")
    assert path.read_bytes() == theirs and b"Mine" in other.read_bytes()
    remark(desk, "Mine as well")
    assert b"Mine as well" in other.read_bytes()


def test_what_was_written_into_a_file_since_the_last_time_is_not_written_over_unasked(
    desk: Desk, open_desk: Callable[..., Desk], tmp_path: Path
):
    path = tmp_path / "study.sgf"
    records.save(game(9), path)
    desk.window.files.opening.take(path)
    desk.close()
    path.write_text("(;FF[4]GM[1]SZ[5];B[ab]C[Somebody else's])", "utf-8")
    again = open_desk()
    assert again.window.files.belonging.path == path
    with in_dialogs(press(again, "Replace"), kind=QMessageBox):
        remark(again, "Mine")
    assert b"Mine" in path.read_bytes()
    remark(again, "Mine as well")
    assert b"Mine as well" in path.read_bytes()


@pytest.mark.skipif(sys.platform == "win32", reason="there Qt has the registry for it")
def test_what_file_dialogs_remember_stands_with_the_settings(desk: Desk, data_folder: Path):
    """So that with --data-dir and --portable nothing of the user's stands elsewhere."""
    with in_dialogs(QFileDialog.reject, kind=QFileDialog):
        desk.trigger("open_file")
    assert "[FileDialog]" in (data_folder / "config" / "QtProject.conf").read_text("utf-8")


def test_another_file_is_asked_about_once(desk: Desk, tmp_path: Path):
    path, free = tmp_path / "game.sgf", tmp_path / "new.sgf"
    records.save(game(3), path)
    before, asked = path.read_bytes(), list[str]()
    desk.play()
    desk.click(12)

    def keep(box: QMessageBox) -> None:
        asked.append(box.text())
        press(desk, "Save under another name…")(box)

    named = in_dialogs(type_in(desk, path), type_in(desk, free), kind=QFileDialog)
    with named, in_dialogs(keep, kind=QMessageBox):
        desk.trigger("save_file_as")
    assert asked == ["There is a file game.sgf already. Replace it?"]
    assert path.read_bytes() == before and records.load(free)[0].game.main_line()[-1].move == 12
    named = in_dialogs(type_in(desk, path), kind=QFileDialog)
    with named, in_dialogs(press(desk, "Replace"), kind=QMessageBox):
        desk.trigger("save_file_as")
    assert path.read_bytes() == free.read_bytes() and desk.window.files.belonging.path == path
    desk.click(0)
    desk.trigger("save_file")
    assert path.read_bytes() != free.read_bytes(), "its own file is saved without a word"


@pytest.mark.parametrize(("games", "button"), [(1, "Replace"), (3, "Replace the whole file")])
def test_a_championship_record_asks_once_about_the_file_that_is_there(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, games: int, button: str
):
    monkeypatch.setattr(ChampionshipDialog, "exec", lambda _self: 1)
    path, free = tmp_path / "there.txt", tmp_path / "free.txt"
    path.write_bytes(b"".join(records.sgf.write(game(3)) for _ in range(games)))
    before = path.read_bytes()
    desk.play(size=9)
    desk.click(40)
    desk.window.controller.resign()
    named = in_dialogs(type_in(desk, path), type_in(desk, free), kind=QFileDialog)
    with named, in_dialogs(press(desk, "Save under another name…"), kind=QMessageBox):
        desk.trigger("championship_record")
    assert path.read_bytes() == before and free.exists()
    named = in_dialogs(type_in(desk, path), kind=QFileDialog)
    with named, in_dialogs(press(desk, "Cancel"), kind=QMessageBox):
        desk.trigger("championship_record")
    assert path.read_bytes() == before
    named = in_dialogs(type_in(desk, path), kind=QFileDialog)
    with named, in_dialogs(press(desk, button), kind=QMessageBox):
        desk.trigger("championship_record")
    assert path.read_bytes() == free.read_bytes()


def test_what_a_championship_record_would_lose_is_asked_about_before(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    desk.play(size=9)
    desk.click(40, 0)
    desk.window.controller.note(desk.window.controller.game.cursor, "a comment")
    asked = answer(monkeypatch, QMessageBox.StandardButton.No)
    path = tmp_path / "game.txt"
    assert not desk.window.files.saving.save_to(path)
    assert (
        "no place for: comments." in asked[0] and not path.exists() and desk.window.files.belonging.modified
    )
    answer(monkeypatch, QMessageBox.StandardButton.Yes)
    assert desk.window.files.saving.save_to(path) and not desk.boxes()
    assert records.load(path)[0].game.position.moves == (40, 0)


def test_records_name_players_as_people_do(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    answer(monkeypatch, QMessageBox.StandardButton.Yes)
    desk.play("human", "random:seed=1", size=9)
    desk.click(40)
    desk.wait_for_turn()
    assert desk.window.files.saving.save_to(tmp_path / "game.txt") and desk.window.files.saving.save_to(
        tmp_path / "game.sgf"
    )
    names = [records.load(tmp_path / f"game{suffix}")[0].game.white_name for suffix in (".txt", ".sgf")]
    assert names == ["Random moves (seed=1)"] * 2
    desk.trigger("copy_game")
    assert "PW[Random moves (seed=1)]" in QApplication.clipboard().text()


def test_a_saved_game_goes_on_with_its_ai(desk: Desk, tmp_path: Path):
    path = tmp_path / "game.sgf"
    desk.play(HUMAN, "random:seed=1")
    desk.click(12)
    desk.wait_for_turn()
    assert desk.window.files.saving.save_to(path)
    desk.play()
    desk.window.files.opening.open_path(path)
    assert (
        players_shown(desk) == ["Human", "Random moves (seed=1)"] and not desk.window.controller.is_recorded
    )
    desk.click_any()
    assert desk.moves == 4 and desk.position.to_move is Color.BLACK, "the AI has answered"
    desk.trigger("undo")
    assert desk.moves == 2, "its answer is taken back too"
    desk.trigger("to_start")
    desk.trigger("play_from_here")
    desk.click(0)
    desk.wait(lambda: desk.moves == 2)


def test_a_saved_game_goes_on_from_where_play_stood(desk: Desk, tmp_path: Path):
    path = tmp_path / "game.sgf"
    desk.play()
    desk.click(12, 0, 24)
    desk.trigger("undo")
    assert desk.window.files.saving.save_to(path)
    desk.play()
    desk.window.files.opening.open_path(path)
    controller = desk.window.controller
    assert controller.live and controller.game.cursor.number == 2 and desk.window.history.count() == 4
    desk.click(4)
    assert [node.move for node in controller.game.main_line()[1:]] == [12, 0, 4]


def test_a_record_tells_of_a_program_of_others_no_more_than_its_name(desk: Desk, tmp_path: Path):
    program, other = "gtp:name=X,command=/home/me/x gtp", "gtp:name=Y,command=/home/me/y gtp"
    path = tmp_path / "game.sgf"
    desk.play(HUMAN, program)
    assert desk.window.files.saving.save_to(path)
    assert b"PW[X]" in path.read_bytes() and b"/home/me" not in path.read_bytes()
    for engines, plays in (([other, program], program), ([other], HUMAN)):
        desk.window.settings.engines = engines
        desk.window.files.opening.open_path(path)
        assert desk.window.controller.players[Color.WHITE] == plays
        assert players_shown(desk) == ["Human", "X"]


def test_a_saved_game_whose_ai_is_gone_goes_on_between_people(desk: Desk, tmp_path: Path):
    path = tmp_path / "game.sgf"
    desk.play(HUMAN, f"zero:net={tmp_path / 'gone.safetensors'},simulations=10")
    assert desk.window.files.saving.save_to(path)
    desk.window.files.opening.open_path(path)
    assert desk.window.controller.players[Color.WHITE] == HUMAN


def test_who_plays_a_record_of_others_are_people_whatever_it_calls_them(desk: Desk, tmp_path: Path):
    path = tmp_path / "game.sgf"
    path.write_text("(;SZ[5]PB[Li: Wei]PW[random:seed=1];B[aa])")
    desk.window.files.opening.open_path(path)
    assert set(desk.window.controller.players.values()) == {HUMAN}
    desk.click(12)
    assert desk.window.files.saving.save_to(path) and b"PB[Li: Wei]" in path.read_bytes()
    desk.window.files.opening.open_path(path)
    assert set(desk.window.controller.players.values()) == {HUMAN}


def test_a_played_game_is_kept_with_names_for_people(desk: Desk):
    desk.play("random:seed=1", "random:seed=2")
    desk.wait_for_end()
    desk.trigger("rematch")
    (path,) = played.folder().iterdir()
    assert records.load(path)[0].game.black_name == "Random moves (seed=1)"


def test_a_file_that_cannot_be_written_is_named_once(desk: Desk, tmp_path: Path):
    path = tmp_path / "none" / "game.sgf"
    assert not desk.window.files.saving.save_to(path)
    assert desk.take_error() == f"{path} can't be saved: No such file or directory"


def test_a_game_is_asked_about_only_once_the_next_could_be_read(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(QMessageBox, "question", lambda *_: pytest.fail("nothing was to be left"))
    desk.play()
    desk.click(12)
    (tmp_path / "damaged.sgf").write_text("no game")
    desk.window.files.opening.take(tmp_path / "damaged.sgf")
    desk.take_error()
    assert not desk.window.controller.paused


def test_a_last_file_that_may_not_be_looked_at_does_not_matter(desk: Desk, tmp_path: Path):
    desk.window.files.lists.find_again(tmp_path / ("long" * 100) / "game.sgf", modified=False)
    assert desk.window.files.belonging.path is None


def test_a_list_without_games_says_why(desk: Desk, tmp_path: Path):
    library = desk.window.files.library
    assert "“Open a folder”" in library._nothing.text() and not library.title.isVisible()
    desk.window.files.opening.take(tmp_path)
    assert "no game records" in library._nothing.text() and library.title.text() == f"{tmp_path.name} (0)"
    desk.trigger("played_games")
    assert "No game has been played" in library._nothing.text()


def test_games_named_by_dates_can_be_told_apart(desk: Desk, tmp_path: Path):
    for number in range(3):
        (tmp_path / f"2026-11-26 0{number}.15.30 (2).sgf").write_text("(;SZ[5])", "utf-8")
    desk.window.files.opening.take(tmp_path)
    table = desk.window.files.library.table
    assert table.columnWidth(0) >= table.sizeHintForColumn(0)


def test_a_narrow_list_shows_who_played_who_won_and_when(desk: Desk, tmp_path: Path):
    """And what the row doesn't tell in the tip."""
    made = game(12)
    made.black_name, made.white_name, made.date, made.event = "Anna", "Berta", "2026-03-01", "Cup"
    made.result = Result(Color.BLACK, Reason.RESIGNATION)
    records.save(made, tmp_path / "2026-03-01 12.15.30 (2).sgf")
    desk.window.resize(900, 960)
    desk.window.files.opening.take(tmp_path)
    table, model = desk.window.files.library.table, desk.window.files.library.model
    desk.wait(lambda: desk.window.docks["library"].width() <= 270 and model.index(0, 4).data() == "3/1/26")
    right = [table.columnViewportPosition(column) + table.columnWidth(column) for column in (1, 2, 3, 4)]
    assert right == sorted(right) and right[-1] <= table.viewport().width()
    assert all(table.columnWidth(column) >= table.sizeHintForColumn(column) for column in (1, 2, 3, 4))
    assert table.isColumnHidden(NAME)
    desk.wait(lambda: table.horizontalScrollBar().maximum() == 0)
    more = ["Moves: 1", "Ended by: resignation", "Board: 5x5", "Event: Cup", OPENS]
    assert tip_of_row(desk, 0) == ["Game: 2026-03-01 12.15.30 (2).sgf", *more]
    table.setColumnWidth(2, 20)
    desk.wait(lambda: tip_of_row(desk, 0) == ["Game: 2026-03-01 12.15.30 (2).sgf", "White: Berta", *more])


def test_games_of_today_are_told_apart_by_the_time_of_day(desk: Desk, tmp_path: Path):
    """Those of other days say it in the tip."""
    now = datetime.now()
    for number, begun in enumerate((now.isoformat(timespec="minutes"), "2026-03-01T12:15", "2026-03-01")):
        made = game(12)
        made.date = begun
        records.save(made, tmp_path / f"{number}.sgf")
    desk.window._choose("language", "zh_CN")
    desk.window.files.opening.take(tmp_path)
    index = desk.window.files.library.model.index
    desk.wait(lambda: index(0, DATE).data() and index(2, DATE).data())
    assert [index(row, DATE).data() for row in range(3)] == [f"{now:%H:%M}", "2026/3/1", "2026/3/1"]
    assert "开始：2026/3/1 12:15" in tip_of_row(desk, 1)
    assert not any(line.startswith("开始") for line in tip_of_row(desk, 2)), "nobody knows"


def test_a_long_name_has_the_room_that_the_short_one_beside_it_has_no_use_for(desk: Desk, tmp_path: Path):
    made = game(12)
    made.black_name, made.white_name = "Anastasia Alexandrowna Petrowa", "Li"
    records.save(made, tmp_path / "game.sgf")
    desk.window.files.opening.take(tmp_path)
    table = desk.window.files.library.table
    table.setFixedWidth(340)
    desk.wait(lambda: table.columnWidth(BLACK) > 2 * table.columnWidth(WHITE) > 0)
    assert table.columnWidth(WHITE) >= table.sizeHintForColumn(WHITE)
    assert table.horizontalScrollBar().maximum() == 0


def test_the_menu_of_a_listed_game_opens_it(desk: Desk, tmp_path: Path):
    records.save(game(12, 0), tmp_path / "game.sgf")
    desk.window.files.opening.take(tmp_path)
    table = desk.window.files.library.table
    table.selectRow(0)
    opens, *_ = context_menu(table).actions()
    assert opens.text() == "Open"
    opens.trigger()
    assert desk.moves == 2


def test_long_names_have_the_room_of_the_date_where_there_is_little(desk: Desk, tmp_path: Path):
    """And it comes back with the room, in the other language too."""
    made = game(12)
    made.black_name, made.white_name, made.date = "Anastasia Alexandrowna", "Berta", "2026-03-01"
    records.save(made, tmp_path / "game.sgf")
    desk.window.files.opening.take(tmp_path)
    table = desk.window.files.library.table
    for language in ("en", "zh_CN"):
        LanguageSwitch().use(language)
        table.setFixedWidth(240)
        desk.wait(lambda: table.isColumnHidden(DATE) and table.isColumnHidden(NAME))
        assert table.columnWidth(WINNER) >= table.horizontalHeader().sectionSizeHint(WINNER)
        desk.wait(lambda: table.horizontalScrollBar().maximum() == 0)
        assert any(
            line.endswith("2026/3/1" if language == "zh_CN" else "3/1/26") for line in tip_of_row(desk, 0)
        )
        table.setFixedWidth(700)
        desk.wait(lambda: not (table.isColumnHidden(DATE) or table.isColumnHidden(NAME)))


def test_games_without_dates_leave_their_room_to_the_names(desk: Desk, tmp_path: Path):
    """Until one has a date."""
    path = tmp_path / "two.sgf"
    path.write_bytes(records.sgf.write(game(3)) + records.sgf.write(game(4)))
    library, table = desk.window.files.library, desk.window.files.library.table
    desk.window.files.opening.take(path)
    table.setFixedWidth(400)
    desk.wait(lambda: table.columnViewportPosition(0) > 0)
    names = table.columnWidth(BLACK)
    assert table.isColumnHidden(DATE) and library.title.text() == "two.sgf (1/2)"
    dated = game(5)
    dated.date = "2026-03-01"
    path.write_bytes(path.read_bytes() + records.sgf.write(dated))
    desk.window.files.opening.take(path)
    desk.wait(lambda: not table.isColumnHidden(DATE))
    assert table.columnWidth(BLACK) < names


def test_an_empty_list_has_nothing_to_scroll(desk: Desk):
    library = desk.window.files.library
    desk.window.docks.bring_up("library")
    for width in (200, 260, 320):
        library.table.setFixedWidth(width)
        QApplication.processEvents()
        assert library.table.isVisible() and not library.table.horizontalScrollBar().isVisible()
    assert "“Open” those of a file that holds several" in library._nothing.text()


def test_the_tip_of_a_file_of_several_games_says_what_opens_them(desk: Desk, tmp_path: Path):
    (tmp_path / "two.sgf").write_bytes(records.sgf.write(game(3)) + records.sgf.write(game(4)))
    desk.window.files.opening.take(tmp_path)
    desk.wait(lambda: tip_of_row(desk, 0) != [])
    assert tip_of_row(desk, 0)[-1] == "A double click or Enter lists its games and opens the first."


def test_the_tip_of_a_game_repeats_nothing_that_is_seen(desk: Desk, tmp_path: Path):
    records.save(game(12), tmp_path / "game.sgf")
    desk.window.files.opening.take(tmp_path)
    table = desk.window.files.library.table
    table.setFixedWidth(700)
    desk.wait(lambda: table.horizontalScrollBar().maximum() == 0 and tip_of_row(desk, 0) != [])
    assert tip_of_row(desk, 0) == ["Moves: 1", "Board: 5x5", OPENS]


def test_games_whose_players_do_not_tell_them_apart_are_listed_by_their_names(desk: Desk, tmp_path: Path):
    table = desk.window.files.library.table
    (tmp_path / "games").mkdir()
    records.save(game(12), tmp_path / "games" / "game.sgf")
    desk.window.files.opening.take(tmp_path / "games")
    desk.wait(lambda: table.horizontalHeader().visualIndex(NAME) > 0)
    made = game(12)
    made.black_name = made.white_name = "run 3"
    records.save(made, tmp_path / "game.sgf")
    desk.window.files.opening.take(tmp_path)
    desk.wait(lambda: table.columnViewportPosition(NAME) == 0 and not table.isColumnHidden(NAME))


def test_one_file_does_not_say_how_the_others_are_listed(desk: Desk, tmp_path: Path):
    """The first holds several games, one can't be read, another has two players of one name."""
    (tmp_path / "README.txt").write_text("These are games.", "utf-8")
    (tmp_path / "Cup.sgf").write_bytes(records.sgf.write(game(3)) + records.sgf.write(game(4)))
    for number in range(3):
        made = game(12)
        made.white_name = made.black_name if number == 0 else "Berta"
        records.save(made, tmp_path / f"game {number}.sgf")
    desk.window.files.opening.take(tmp_path)
    table, model = desk.window.files.library.table, desk.window.files.library.model
    desk.wait(lambda: table.horizontalHeader().visualIndex(NAME) > table.horizontalHeader().visualIndex(DATE))
    unreadable = next(row for row in range(5) if model.index(row, 0).data() == "README.txt")
    said = model.index(unreadable, 1).data()
    assert "README.txt can't be read" in said
    assert tip_of_row(desk, unreadable) == said.splitlines(), "nobody is called so"


def test_widths_that_the_user_has_set_stay(desk: Desk, tmp_path: Path):
    for number in range(3):
        records.save(game(number), tmp_path / f"{number}.sgf")
    desk.window.files.opening.take(tmp_path)
    table = desk.window.files.library.table
    desk.wait(lambda: table.columnViewportPosition(0) > 0)
    table.setFixedWidth(500)
    shared = table.columnWidth(1)
    table.setFixedWidth(600)
    desk.wait(lambda: table.columnWidth(1) > shared)
    header = table.horizontalHeader()
    edge = QPoint(table.columnViewportPosition(1) + table.columnWidth(1) - 1, header.height() // 2)
    before = table.columnWidth(1)
    desk.qtbot.mousePress(header.viewport(), Qt.MouseButton.LeftButton, pos=edge)
    desk.qtbot.mouseMove(header.viewport(), edge + QPoint(60, 0))
    desk.qtbot.mouseRelease(header.viewport(), Qt.MouseButton.LeftButton, pos=edge + QPoint(60, 0))
    assert table.columnWidth(1) == before + 60
    table.setFixedWidth(450)
    desk.window.files.opening.take(tmp_path)
    assert table.columnWidth(1) == before + 60


def test_a_file_is_dropped_and_then_recent(desk: Desk, tmp_path: Path):
    path = tmp_path / "拖放 game.sgf"
    records.save(game(12, 3), path)
    drop(desk, path)
    assert desk.position.moves == (12, 3) and desk.window.windowTitle().startswith(path.name)
    desk.play()
    menu = desk.window.files.recent.menu
    menu.aboutToShow.emit()
    (action,) = menu.actions()
    assert action.text() == path.name
    action.trigger()
    assert desk.position.moves == (12, 3)


def test_of_several_dropped_files_it_is_told_that_one_is_opened(desk: Desk, tmp_path: Path):
    first, second = tmp_path / "first.sgf", tmp_path / "second.sgf"
    for point, path in ((7, first), (8, second)):
        records.save(game(point), path)
    drop(desk, first, second)
    assert desk.position.moves == (7,)
    said = desk.window.statusBar().currentMessage()
    assert said.startswith("Of the files that were dropped (2), “first.sgf” alone is opened.")


def test_recent_files_of_one_name_are_told_apart_by_their_folders(desk: Desk, tmp_path: Path):
    for name in ("a/spring/game.sgf", "b/spring/game.sgf", "b/autumn/game.sgf", "R&D.sgf"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        records.save(game(12), tmp_path / name)
        desk.window.files.opening.take(tmp_path / name)
    desk.window.files.recent.menu.aboutToShow.emit()
    actions = desk.window.files.recent.menu.actions()
    folders = [str(Path(*parts)) for parts in (("autumn",), ("b", "spring"), ("a", "spring"))]
    assert [action.text() for action in actions] == ["R&&D.sgf", *(f"game.sgf ({each})" for each in folders)]
    assert actions[-1].toolTip() == str(tmp_path / "a" / "spring" / "game.sgf")


def test_a_file_of_several_games_is_among_the_recent_ones(desk: Desk, tmp_path: Path):
    path = tmp_path / "two.sgf"
    path.write_bytes(records.sgf.write(game(3)) + records.sgf.write(game(4)))
    drop(desk, path)
    desk.play()
    menu = desk.window.files.recent.menu
    menu.aboutToShow.emit()
    (action,) = menu.actions()
    action.trigger()
    assert desk.position.moves == (3,) and desk.window.windowTitle().startswith("two.sgf, game 1[*]")


def test_a_file_may_be_dropped_on_the_comment(desk: Desk, tmp_path: Path):
    records.save(game(12, 3), tmp_path / "game.sgf")
    desk.window.docks.bring_up("tree")
    drop(desk, tmp_path / "game.sgf", on=desk.window.tree.comment)
    assert desk.position.moves == (12, 3) and desk.window.tree.comment.toPlainText() == ""


def test_a_recent_file_that_is_gone_is_told_and_forgotten(desk: Desk, tmp_path: Path):
    path = tmp_path / "game.sgf"
    records.save(game(12, 3), path)
    desk.window.files.opening.open_path(path)
    path.unlink()
    desk.window.files.opening.take(path)
    assert "game.sgf can't be read" in desk.take_error()
    assert desk.window.settings.recent == [] and desk.position.moves == (12, 3)


def test_a_list_is_sorted_as_people_count_and_dated_as_they_write(desk: Desk, tmp_path: Path):
    for number in (1, 2, 10):
        made = game(number)
        made.date = "2026-03-01" if number == 1 else "spring"
        records.save(made, tmp_path / f"game {number}.sgf")
    desk.window.files.opening.take(tmp_path)
    model = desk.window.files.library.model
    assert [model.index(row, 0).data() for row in range(3)] == ["game 1.sgf", "game 2.sgf", "game 10.sgf"]
    desk.wait(lambda: model.index(0, 4).data() == "3/1/26" and model.index(1, 4).data() == "spring")
    LanguageSwitch().use("zh_CN")
    desk.wait(lambda: model.index(0, 4).data() == "2026/3/1")


def test_who_played_in_a_window_is_called_as_this_window_calls_them(desk: Desk, tmp_path: Path):
    """Whatever the language of the window that saved the game."""
    desk.play(HUMAN, "random:seed=1")
    assert desk.window.files.saving.save_to(tmp_path / "game.sgf")
    assert b"PB[Human]PW[Random moves" in (tmp_path / "game.sgf").read_bytes().replace(b"\n", b"")
    desk.window._choose("language", "zh_CN")
    listed_and_opened_as(desk, tmp_path, [player_label(HUMAN), player_label("random:seed=1")])
    assert not desk.window.controller.is_recorded


def test_a_name_that_is_a_word_for_a_human_is_left_as_it_was_written(desk: Desk, tmp_path: Path):
    made = game(3)
    made.black_name, made.white_name = "Human", "Anna 2"
    records.save(made, tmp_path / "game.sgf")
    desk.window._choose("language", "zh_CN")
    listed_and_opened_as(desk, tmp_path, ["Human", "Anna 2"])
    assert desk.window.files.saving.save_to(tmp_path / "game.sgf")
    listed_and_opened_as(desk, tmp_path, ["Human", "Anna 2"])


@pytest.mark.parametrize("word", ["Human", "玩家"])
def test_the_human_of_a_game_that_an_earlier_version_saved_goes_on_with_it(
    desk: Desk, tmp_path: Path, word: str
):
    """There nothing but the word tells of one without a name."""
    made = game(3)
    made.black_name, made.white_name = word, "Random moves"
    made.players[Color.WHITE] = "random:seed=1"
    records.save(made, tmp_path / "game.sgf")
    listed_and_opened_as(desk, tmp_path, [player_label(HUMAN), player_label("random:seed=1")])
    assert not desk.window.controller.is_recorded


@pytest.mark.parametrize("word", ["Human", "玩家"])
def test_a_game_of_two_humans_that_an_earlier_version_saved_goes_on_between_them(
    desk: Desk, tmp_path: Path, word: str
):
    """There no player has a text."""
    made = game(3)
    made.black_name = made.white_name = word
    made.result = Result(Color.WHITE, Reason.RESIGNATION)
    records.save(made, tmp_path / "game.sgf")
    desk.window._choose("language", "zh_CN")
    listed_and_opened_as(desk, tmp_path, [player_label(HUMAN)] * 2)
    controller = desk.window.controller
    assert not controller.is_recorded
    desk.trigger("undo")
    assert controller.match.result is None


def listed_and_opened_as(desk: Desk, folder: Path, names: list[str]) -> None:
    """The only game in ``folder``."""
    desk.window.files.opening.take(folder)
    model = desk.window.files.library.model
    desk.wait(lambda: [model.index(0, column).data() for column in (1, 2)] == names)
    desk.window.files.library.chosen.emit(0)
    assert players_shown(desk) == names


def test_a_folder_is_listed_and_its_games_opened(desk: Desk, tmp_path: Path):
    for number in range(30):
        records.save(game(number % 25), tmp_path / f"{number:03}.sgf")
    (tmp_path / "broken.sgf").write_bytes(b"nothing")
    (tmp_path / "other.png").write_bytes(b"")
    drop(desk, tmp_path)
    library = desk.window.files.library
    assert library.model.rowCount() == 31 and library.isVisible()
    desk.wait(lambda: library.model.index(7, 1).data() == "黑棋")
    place = library.table.visualRect(
        library.model.index(3, 1)
    ).center()  # in a narrow dock names of files are hidden
    viewport = library.table.viewport()
    desk.qtbot.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=place)
    desk.qtbot.keyClick(library.table, Qt.Key.Key_Return)
    assert desk.position.moves == (3,)
    desk.window.files.opening.open_listed(30)
    assert "broken.sgf" in desk.take_error()
    assert desk.position.moves == (3,)


def test_a_listed_file_of_several_games_is_not_written_over_by_one_of_them(desk: Desk, tmp_path: Path):
    path = tmp_path / "two.sgf"
    path.write_bytes(records.sgf.write(game(3)) + records.sgf.write(game(4)))
    desk.window.files.opening.take(tmp_path)
    desk.window.files.opening.open_listed(0)
    library = desk.window.files.library
    assert library.model.rowCount() == 2 and desk.position.moves == (3,)
    assert desk.window.files.belonging.path is None


def enter_does(box: QMessageBox) -> str:
    """What Enter alone presses."""
    (button,) = [each for each in box.findChildren(QPushButton) if each.isDefault()]
    return button.text().replace("&", "")


def press(desk: Desk, text: str) -> Callable[[QMessageBox], None]:
    """Answer a question by the button of this ``text``, after Enter alone would have taken nothing from a file."""

    def act(box: QMessageBox) -> None:
        buttons = {each.text().replace("&", ""): each for each in box.buttons()}
        first, last = "Save this game alone", "Cancel"
        assert (
            enter_does(box) == (first if first in buttons else "Save under another name…") and last in buttons
        )
        button = buttons[text]
        desk.qtbot.mouseClick(button, Qt.MouseButton.LeftButton)

    return act


def three_games(folder: Path) -> tuple[Path, list[bytes]]:
    """A file, with lines between its games as others write them, and these."""
    path, parts = folder / "three.sgf", [records.sgf.write(game(point)).strip() for point in (3, 4, 5)]
    path.write_bytes(b"\n\n\n".join(parts))
    return path, parts


def test_other_games_of_a_file_are_not_lost_unasked(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    path, _parts = three_games(tmp_path)
    before, other = path.read_bytes(), tmp_path / "other.sgf"
    desk.window.files.opening.take(path)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(other), ""))
    asked = []

    def keep(box: QMessageBox) -> None:
        asked.append(box.text())
        press(desk, "Save under another name…")(box)

    with in_dialogs(keep, kind=QMessageBox):
        desk.trigger("save_file")
    said = "Save this game alone in “three.sgf”? The file's other games stay as they are then."
    assert asked == [said]
    assert path.read_bytes() == before and records.load(other)[0].game.main_line()[-1].position.moves == (3,)
    assert desk.window.windowTitle().startswith("other.sgf[*]")


def test_escape_saves_nothing_where_a_file_is_there(desk: Desk, tmp_path: Path):
    path, _parts = three_games(tmp_path)
    another = tmp_path / "another.sgf"
    records.save(game(7), another)
    desk.window.files.opening.take(path)
    desk.click(0)

    def escape(box: QMessageBox) -> None:
        desk.qtbot.keyClick(box, Qt.Key.Key_Escape)

    for place in (path, another):
        held = place.read_bytes()
        with in_dialogs(escape, kind=QMessageBox):
            assert not desk.window.files.saving.save_to(place, another=True)
        assert place.read_bytes() == held and desk.window.files.belonging.modified


def test_the_games_of_a_file_that_was_written_over_are_listed_anew(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    path, _parts = three_games(tmp_path)
    desk.window.files.opening.take(path)
    desk.window.files.opening.open_listed(1)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    with in_dialogs(press(desk, "Replace the whole file"), kind=QMessageBox):
        desk.trigger("save_file")
    library = desk.window.files.library
    assert len(records.split(path)) == library.model.rowCount() == 1
    assert library.title.text() == "three.sgf (1/1)" and library.table.currentIndex().row() == 0
    desk.window.files.opening.open_listed(0)
    assert desk.position.moves == (4,) and desk.window.files.belonging.path == path
    desk.trigger("save_file")
    assert not desk.boxes(), "nothing is lost now"


def test_a_game_is_saved_among_the_others_of_its_file(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    path, parts = three_games(tmp_path)
    desk.window.files.opening.take(path)
    desk.window.files.opening.open_listed(1)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    for comment in ("Well played.", "Twice"):
        desk.window.controller.game.note(desk.window.controller.game.cursor, comment)
        asked_once = [press(desk, "Save this game alone")] * (comment != "Twice")
        with in_dialogs(*asked_once, kind=QMessageBox):
            desk.trigger("save_file")
        said = "Saved: “three.sgf”, game 2; the file's other games stay as they are."
        assert desk.window.statusBar().currentMessage() == said
        first, changed, last = records.split(path)
        assert (first, last) == (parts[0], parts[2]) and comment.encode() in changed
        assert path.read_bytes() == b"\n\n\n".join((first, changed, last))
        assert not desk.window.files.belonging.modified
    assert desk.window.windowTitle().startswith("three.sgf, game 2[*]")
    library = desk.window.files.library
    assert library.model.rowCount() == 3 and library.table.currentIndex().row() == 1
    desk.window.files.opening.open_listed(1)
    assert desk.window.controller.game.cursor.comment == "Twice", "the list has it as it is now"


@pytest.mark.parametrize("change", [False, True])
def test_the_games_of_a_file_are_listed_again_at_the_next_start(
    desk: Desk, open_desk: Callable[..., Desk], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: bool
):
    """And one that was changed can still be saved among the others."""
    path, parts = three_games(tmp_path)
    desk.window.files.opening.take(path)
    desk.window.files.opening.open_listed(1)
    if change:
        desk.click(0)
    desk.close()
    again = open_desk()
    files, library = again.window.files, again.window.files.library
    assert library.title.text() == "three.sgf (2/3)" and library.table.currentIndex().row() == 1
    assert (
        again.window.windowTitle().startswith("three.sgf, game 2[*]") and files.belonging.modified == change
    )
    files.opening.open_listed(2)
    files.opening.open_listed(1)
    again.click(24)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    with in_dialogs(press(again, "Save this game alone"), kind=QMessageBox):
        again.trigger("save_file")
    first, changed, last = records.split(path)
    assert (first, last) == (parts[0], parts[2]) and b"[ee]" in changed and not files.belonging.modified
    again.close()
    assert open_desk().window.files.library.table.currentIndex().row() == 1, "as it was saved"


def test_a_game_that_stands_elsewhere_in_its_file_at_the_next_start_is_found(
    desk: Desk, open_desk: Callable[..., Desk], tmp_path: Path
):
    path, parts = three_games(tmp_path)
    desk.window.files.opening.take(path)
    desk.window.files.opening.open_listed(1)
    desk.close()
    path.write_bytes(b"\n".join((records.sgf.write(game(7)), *parts)))
    again = open_desk().window
    assert again.windowTitle().startswith("three.sgf, game 3[*]") and not again.files.belonging.modified
    assert again.files.library.table.currentIndex().row() == 2


@pytest.mark.parametrize("file", ["gone", "changed"])
def test_a_game_that_its_file_holds_no_more_at_the_next_start_is_alone(
    desk: Desk, open_desk: Callable[..., Desk], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str
):
    """It stands nowhere else, so that it is asked about; what the file holds now is not lost unasked."""
    path, parts = three_games(tmp_path)
    desk.window.files.opening.take(path)
    desk.window.files.opening.open_listed(1)
    desk.close()
    path.unlink()
    if file == "changed":
        path.write_bytes(parts[0] + parts[2])
    again = open_desk()
    files = again.window.files
    assert files.belonging.path is None and files.leaving.unsaved and files.library.model.rowCount() == 0
    assert again.position.moves == (4,) and again.window.windowTitle().startswith("黑棋 – White[*]")
    if file == "changed":
        chosen, asked = [path, tmp_path / "other.sgf"], list[str]()
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(chosen.pop(0)), ""))

        def keep(box: QMessageBox) -> None:
            asked.extend((box.text(), *(each.text() for each in box.buttons())))
            press(again, "Save under another name…")(box)

        with in_dialogs(keep, kind=QMessageBox):
            again.trigger("save_file")
        assert "2 of them are lost" in asked[0] and len(asked) == 5 and records.split(path) == parts[::2]


def test_the_games_of_a_list_are_opened_one_after_the_other_by_keys(desk: Desk, tmp_path: Path):
    """From the board too; the list says where one stands, and a game that can't be read is no end."""
    path, parts = three_games(tmp_path)
    path.write_bytes(b"\n".join((parts[0], b"(;SZ[25];B[aa])", *parts[1:])))
    library, control = desk.window.files.library, Qt.KeyboardModifier.ControlModifier
    desk.key(Qt.Key.Key_PageDown, control)
    assert desk.window.statusBar().currentMessage() == "No games are listed."
    desk.window.files.opening.take(path)
    assert library.title.text() == "three.sgf (1/4)" and desk.window.board.hasFocus()
    desk.key(Qt.Key.Key_PageUp, control)
    assert desk.window.statusBar().currentMessage() == "The list has no game before this one."
    desk.key(Qt.Key.Key_PageDown, control)
    assert "can't be read" in desk.take_error() and desk.position.moves == (3,)
    for moves, title in (((4,), "three.sgf (3/4)"), ((5,), "three.sgf (4/4)")):
        desk.key(Qt.Key.Key_PageDown, control)
        assert desk.position.moves == moves and library.title.text() == title
        assert desk.window.board.hasFocus()
    desk.key(Qt.Key.Key_PageDown, control)
    assert desk.window.statusBar().currentMessage() == "The list has no game after this one."
    library.table.setFocus()
    desk.qtbot.keyClick(library.table, Qt.Key.Key_PageUp, control)
    assert desk.position.moves == (4,) and library.table.currentIndex().row() == 2


def test_the_games_of_a_file_are_numbered_and_the_one_on_the_board_is_seen(desk: Desk, tmp_path: Path):
    """Whichever row is chosen, by the number that the title and questions name; a folder's games have names."""
    path, _parts = three_games(tmp_path)
    library = desk.window.files.library
    table, numbers = library.table, library.table.verticalHeader()

    def bold_rows() -> list[int]:
        fonts = [library.model.index(row, BLACK).data(Qt.ItemDataRole.FontRole) for row in range(3)]
        return [row for row, font in enumerate(fonts) if font is not None and font.bold()]

    desk.window.files.opening.take(path)
    desk.key(Qt.Key.Key_PageDown, Qt.KeyboardModifier.ControlModifier)
    assert numbers.isVisible() and library.title.text() == "three.sgf (2/3)"
    assert [library.model.headerData(row, Qt.Orientation.Vertical) for row in range(3)] == [1, 2, 3]
    table.setFocus()
    desk.qtbot.keyClick(table, Qt.Key.Key_Down)
    assert table.currentIndex().row() == 2 and bold_rows() == [1]
    desk.qtbot.keyClick(table, Qt.Key.Key_Return)
    assert bold_rows() == [2]
    desk.window.files.opening.take(tmp_path)
    assert not numbers.isVisible()


def test_a_game_that_stays_is_where_one_goes_on_from_in_the_list(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    path, _parts = three_games(tmp_path)
    desk.window.files.opening.take(path)
    desk.window.controller.note(desk.window.controller.game.cursor, "What if?")
    answer(monkeypatch, QMessageBox.StandardButton.Cancel, QMessageBox.StandardButton.Discard)
    for moves in ((3,), (4,)):
        desk.trigger("next_game")
        assert desk.position.moves == moves
        assert desk.window.files.library.table.currentIndex().row() == moves[0] - 3


@pytest.mark.parametrize("row", [True, False])
def test_what_was_tried_in_a_game_of_several_that_is_over_is_asked_about(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, row: bool
):
    """Also where nobody's names tell that others played it; no copy is put among the played games, and it is saved where it stands."""
    path, parts = (
        tmp_path / "two.sgf",
        [b"(;GM[1]SZ[5]RE[B+R];B[%s];W[ca])" % point for point in (b"aa", b"ea")],
    )
    path.write_bytes(b"\n".join(parts))
    files = desk.window.files
    files.opening.take(path)
    buttons = QMessageBox.StandardButton
    asked = answer(monkeypatch, buttons.Cancel, buttons.Discard, buttons.Save)

    def go_on() -> None:
        if row:
            files.library.table.activated.emit(files.library.model.index(1, NAME))
        else:
            desk.trigger("next_game")

    def try_something() -> None:
        desk.key(Qt.Key.Key_Home)
        desk.click(12)
        assert files.belonging.modified

    try_something()
    go_on()
    assert asked == ["“two.sgf, game 1” is not saved. Save it?"] and files.belonging.number == 1
    go_on()
    assert files.belonging.number == 2 and path.read_bytes() == b"\n".join(parts)
    desk.trigger("previous_game")
    assert len(desk.window.controller.game.root.children) == 1
    try_something()
    go_on()
    assert len(asked) == 3, "it is not asked where, too"
    first, second = records.split(path)
    assert b";B[cc]" in first and second == parts[1]
    assert files.belonging.number == 2 and not files.belonging.modified and not played.folder().exists()


def test_home_and_end_lead_to_the_first_game_of_a_list_and_the_last(desk: Desk, tmp_path: Path):
    path = tmp_path / "many.sgf"
    path.write_bytes(b"".join(records.sgf.write(game(number)) for number in range(20)))
    desk.window.files.opening.take(path)
    table = desk.window.files.library.table
    table.setFocus()
    table.setColumnWidth(BLACK, 400)
    for key, row in ((Qt.Key.Key_End, 19), (Qt.Key.Key_Home, 0)):
        desk.qtbot.keyClick(table, key)
        assert table.currentIndex().row() == row and table.horizontalScrollBar().value() == 0
        assert desk.position.moves == (0,), "nothing is opened, and the moves stay where they are"


def test_a_game_is_taken_out_of_a_file_of_several(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """The one on the board is still known there; once it is itself taken out it stands nowhere else, and is asked about."""
    path, parts = three_games(tmp_path)
    desk.window.files.opening.take(path)
    files, library = desk.window.files, desk.window.files.library
    files.opening.open_listed(2)
    library.table.selectRow(0)
    library.table.setFocus()
    asked = answer(monkeypatch, No, Yes)
    desk.qtbot.keyClick(library.table, Qt.Key.Key_Delete)
    assert asked == ["Remove game 1 from “three.sgf” for good? The file's other games (2) stay."]
    assert records.split(path) == parts
    desk.qtbot.keyClick(library.table, Qt.Key.Key_Delete)
    assert records.split(path) == parts[1:] and not files.belonging.modified
    assert library.title.text() == "three.sgf (2/2)" and library.table.currentIndex().row() == 0
    assert desk.window.windowTitle().startswith("three.sgf, game 2[*]")
    files.opening.open_listed(1)
    desk.qtbot.mouseClick(library.remove, Qt.MouseButton.LeftButton)
    assert path.read_bytes().strip() == parts[1] and library.title.text() == "three.sgf (1)"
    assert desk.position.moves == (5,) and files.belonging.path is None and files.leaving.unsaved
    assert not library.remove.isEnabled() and library.remove.toolTip() == "This is the file's only game."


def test_a_game_is_not_taken_out_of_a_file_that_has_changed(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    path, parts = three_games(tmp_path)
    desk.window.files.opening.take(path)
    path.write_bytes(parts[1] + parts[2])
    answer(monkeypatch, Yes)
    desk.qtbot.mouseClick(desk.window.files.library.remove, Qt.MouseButton.LeftButton)
    assert "the file has changed since" in desk.take_error() and records.split(path) == parts[1:]


def test_games_of_no_file_are_not_removed(desk: Desk):
    QApplication.clipboard().setText("".join(records.sgf.write(game(point)).decode() for point in (3, 4)))
    desk.trigger("paste_game")
    remove = desk.window.files.library.remove
    assert not remove.isEnabled() and remove.toolTip() == "These games are in no file."


def test_a_game_that_was_opened_elsewhere_takes_all_from_a_file_of_several(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Which is told before; so is a file that is no record, whatever it is called."""
    path, _parts = three_games(tmp_path)
    notes = tmp_path / "notes.txt"
    notes.write_text("to buy: bread")
    desk.play()
    for place, said in ((path, "3 of them are lost"), (notes, "can't be read as a game record")):
        before, asked, chosen = place.read_bytes(), list[str](), [tmp_path / f"not {place.stem}.sgf"]
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, chosen=chosen: (str(chosen.pop()), ""))

        def keep(box: QMessageBox, asked: list[str] = asked) -> None:
            asked.extend((box.text(), *(each.text() for each in box.buttons())))
            press(desk, "Save under another name…")(box)

        with in_dialogs(keep, kind=QMessageBox):
            assert desk.window.files.saving.save_to(place)
        assert said in asked[0] and len(asked) == 5 - (place == notes) and place.read_bytes() == before


def test_a_listed_folder_shows_what_was_saved_there(desk: Desk, tmp_path: Path):
    records.save(game(3), tmp_path / "1.sgf")
    desk.window.files.opening.take(tmp_path)
    desk.window.files.opening.open_listed(0)
    assert desk.window.files.saving.save_to(tmp_path / "2.sgf")
    assert desk.window.files.library.model.rowCount() == 2


def test_a_file_that_was_read_in_part_is_not_written_over(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    path, other = tmp_path / "game.sgf", tmp_path / "saved.sgf"
    path.write_bytes(b"(;SZ[5];B[cc];W[cc];B[aa])")
    desk.window.files.opening.open_path(path)
    told = desk.take_error()
    assert told.startswith("game.sgf\n") and "occupied" in told and "The file stays as it is" in told
    assert desk.window.windowTitle().startswith("game.sgf, read in part[*]")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(other), ""))
    desk.trigger("save_file")
    assert path.read_bytes() == b"(;SZ[5];B[cc];W[cc];B[aa])"
    assert records.load(other)[0].game.main_line()[-1].position.moves == (12,)
    assert desk.window.windowTitle().startswith("saved.sgf[*]")
    assert desk.window.settings.recent[0] == str(other) and str(path) in desk.window.settings.recent


def test_a_game_that_was_lost_by_its_last_move_is_read_whole(desk: Desk, tmp_path: Path):
    lost, path = Game(), tmp_path / "game.txt"
    for point in (1, 0):
        lost.play(point)
    lost.result = Result.by_loss(Color.BLACK, Loss(LossKind.CAPTURE, 9, (0,)))
    records.save(lost, path)
    desk.window.files.opening.open_path(path)
    assert desk.window.windowTitle().startswith("game.txt[*]")
    written = path.read_bytes()
    desk.trigger("save_file")
    assert path.read_bytes() == written


def test_a_game_of_several_in_a_file_is_called_by_the_file_and_its_number(
    desk: Desk, open_desk: Callable[..., Desk], tmp_path: Path
):
    (tmp_path / "two.sgf").write_bytes(records.sgf.write(game(3)) + records.sgf.write(game(4)))
    desk.window.files.opening.take(tmp_path / "two.sgf")
    assert desk.window.windowTitle().startswith("two.sgf, game 1[*]")
    desk.window.files.opening.open_listed(1)
    assert desk.window.windowTitle().startswith("two.sgf, game 2[*]")
    desk.window._choose("language", "zh_CN")
    desk.wait(lambda: desk.window.windowTitle().startswith("two.sgf 第 2 局[*]"))
    desk.close()
    again = open_desk()
    assert again.window.windowTitle().startswith("two.sgf, game 2[*]"), "at the next start too"
    assert again.window.files.saving.save_to(tmp_path / "one.sgf")
    assert again.window.windowTitle().startswith("one.sgf[*]")


def test_from_the_games_of_a_file_one_comes_back_to_the_folder(desk: Desk, tmp_path: Path):
    for number in range(3):
        records.save(game(number), tmp_path / f"{number}.sgf")
    (tmp_path / "two.sgf").write_bytes(records.sgf.write(game(3)) + records.sgf.write(game(4)))
    desk.window.files.opening.take(tmp_path)
    library = desk.window.files.library
    assert not library.back.isVisible()
    desk.window.files.opening.open_listed(3)
    desk.window.files.opening.open_listed(1)
    assert library.title.text() == "two.sgf (2/2)" and library.back.toolTip() == str(tmp_path)
    desk.qtbot.mouseClick(library.back, Qt.MouseButton.LeftButton)
    assert library.title.text() == f"{tmp_path.name} (4/4)" and not library.back.isVisible()
    assert library.table.currentIndex().row() == 3, "that of the file whose game is on the board"
    assert desk.position.moves == (4,)


def test_from_the_games_of_a_file_one_comes_back_to_the_played_ones(desk: Desk, tmp_path: Path):
    desk.trigger("played_games")
    (tmp_path / "two.sgf").write_bytes(records.sgf.write(game(3)) + records.sgf.write(game(4)))
    desk.window.files.opening.take(tmp_path / "two.sgf")
    library = desk.window.files.library
    desk.qtbot.mouseClick(library.back, Qt.MouseButton.LeftButton)
    assert library.title.text() == "Played games (0)" and library.table.currentIndex().row() == -1


def test_a_collection_is_listed_though_its_first_game_can_not_be_read(desk: Desk, tmp_path: Path):
    path = tmp_path / "two.sgf"
    path.write_bytes(b"(;SZ[25];B[aa])" + records.sgf.write(game(12)))
    desk.window.files.opening.open_path(path)
    assert "two.sgf can't be read" in desk.take_error()
    assert desk.window.files.library.model.rowCount() == 2 and desk.position.moves == ()
    desk.window.files.opening.open_listed(1)
    assert desk.position.moves == (12,)


def test_of_a_listed_file_of_many_games_only_the_first_is_read(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    (tmp_path / "many.sgf").write_bytes(b"".join(records.sgf.write(game(number)) for number in range(20)))
    read, sgf_read = [], records.sgf.read
    monkeypatch.setattr(records.sgf, "read", lambda data, *more: read.append(data) or sgf_read(data, *more))
    desk.window.files.opening.take(tmp_path)
    model = desk.window.files.library.model
    desk.wait(lambda: model.index(0, BLACK).data() == "20 games")
    assert read and all(data.count(b"GM[1]") == 1 for data in read)


def test_a_file_of_many_games_is_listed_without_reading_them(desk: Desk, tmp_path: Path):
    path = tmp_path / "many.sgf"
    path.write_bytes(b"\n".join(records.sgf.write(game(number % 25)) for number in range(1000)))
    desk.window.files.opening.open_path(path)
    library = desk.window.files.library
    assert library.model.rowCount() == 1000 and desk.position.moves == (0,)
    QApplication.processEvents()
    assert len(library.model._known) < 200
    desk.window.files.opening.open_listed(999)
    assert desk.position.moves == (24,)


def test_a_championship_record_is_written_with_what_is_said_of_the_game(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    proposed: list[str] = []
    path = tmp_path / "record.txt"

    def choose(_parent, _title, start, *_):
        proposed.append(Path(start).name)
        return str(path.with_suffix("")), ""

    def fill_in(dialog: ChampionshipDialog) -> int:
        assert (dialog.black.text(), dialog.white.text()) == ("", "Random moves (seed=1)")
        assert dialog.date.text() == "2026-11-26 13:43", "when it was begun, not now"
        for field, text in (
            (dialog.black, "甲队"),
            (dialog.white, "乙队"),
            (dialog.date, "2026-11-26 14:00"),
            (dialog.place, "沈阳"),
            (dialog.event_name, "校赛"),
        ):
            field.setText(text)
        dialog.accept()
        return 1

    monkeypatch.setattr(QFileDialog, "getSaveFileName", choose)
    monkeypatch.setattr(ChampionshipDialog, "exec", fill_in)
    desk.play(HUMAN, "random:seed=1", size=9)
    begun = desk.window.controller.game.date
    assert datetime.fromisoformat(begun).isoformat(timespec="minutes") == begun
    desk.window.controller.game.date = "2026-11-26T13:43"
    desk.click(40)
    desk.wait_for_turn()
    desk.window.controller.resign()
    before = desk.window.files.belonging.path, desk.window.controller.game.version
    desk.trigger("championship_record")
    assert proposed == ["NG-甲队 vs 乙队-后手胜-2026.11.26 14：00 沈阳-校赛.txt"]
    text = path.read_text("utf-8")
    assert text.startswith("([NG][甲队][乙队][后手胜][2026.11.26 14:00 沈阳][校赛];B[E5];W[")
    assert (desk.window.files.belonging.path, desk.window.controller.game.version) == before
    assert desk.window.settings.event == "校赛" and "record.txt" in desk.notice
    desk.play(size=5)
    desk.trigger("championship_record")
    assert "9x9" in desk.take_error()


def test_a_glance_of_the_analysis_is_not_asked_about(desk: Desk, tmp_path: Path):
    """It is saved with the game, if that is saved."""
    path = tmp_path / "game.sgf"
    records.save(game(12), path)
    desk.window.files.opening.open_path(path)
    analysed_at_a_glance(desk)
    node = desk.window.controller.game.cursor
    files = desk.window.files
    assert not files.belonging.modified and not files.leaving.unsaved
    desk.window.show_title()
    assert not desk.window.isWindowModified(), "its title doesn't promise that it is asked about"
    desk.window.controller.game.note(node, "a comment")
    desk.window.show_title()
    assert files.leaving.unsaved and desk.window.isWindowModified()
    desk.trigger("save_file")
    assert not files.belonging.modified and records.load(path)[0].game.main_line()[-1].analysis is not None


def test_a_glance_of_the_analysis_is_there_again_and_makes_no_copy(
    desk: Desk, open_desk: Callable[..., Desk], tmp_path: Path
):
    path = tmp_path / "game.sgf"
    records.save(game(12), path)
    other = open_desk()
    for each in (other, desk):
        each.window.files.opening.open_path(path)
        analysed_at_a_glance(each)
        each.close()
    again = open_desk().window
    assert again.controller.game.cursor.analysis is not None and not again.files.belonging.modified
    assert not played.folder().exists(), "it is no game of the second window's own"


def test_a_played_game_is_kept_once_though_it_is_looked_at(desk: Desk):
    desk.play("random:seed=1", "random:seed=2")
    desk.wait_for_end()
    assert desk.window.files.leaving.may_leave_game()
    desk.key(Qt.Key.Key_Home)
    analysed_at_a_glance(desk)
    assert desk.window.files.leaving.may_leave_game()
    assert len(list(played.folder().iterdir())) == 1


def test_a_record_without_a_file_that_is_played_on_to_its_end_is_asked_about(desk: Desk):
    QApplication.clipboard().setText("(;GM[1]SZ[5]PB[Li]PW[Wang];B[aa];W[ca];B[ea])")
    desk.trigger("paste_game")
    assert not desk.window.files.leaving.unsaved
    desk.window.controller.resign()
    assert desk.window.controller.game.result is not None and desk.window.files.leaving.unsaved


def test_the_analysis_of_a_whole_record_without_a_file_is_asked_about(desk: Desk):
    QApplication.clipboard().setText("(;GM[1]SZ[5]PB[Li]PW[Wang]RE[B+R];B[aa];W[ca])")
    desk.window.settings.analysis_player, desk.window.settings.review_simulations = "uct:seed=1", 5
    desk.trigger("paste_game")
    assert not desk.window.files.leaving.unsaved
    desk.trigger("analyse_game")
    desk.wait(lambda: all(node.analysis for node in desk.window.controller.game.main_line()))
    assert desk.window.files.leaving.unsaved


def test_changes_of_a_saved_game_are_asked_about(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    desk.play()
    desk.click(12)
    desk.window.files.saving.save_to(tmp_path / "game.sgf")
    asked = answer(monkeypatch, QMessageBox.StandardButton.Cancel)
    desk.window.controller.resign()
    desk.trigger("rematch")
    assert asked == ["“game.sgf” is not saved. Save it before a new game begins?"] and desk.moves == 1


def test_quitting_asks_about_a_game_that_is_not_saved(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    asked = answer(monkeypatch, QMessageBox.StandardButton.Cancel, QMessageBox.StandardButton.Discard)
    desk.play()
    desk.click(12)
    desk.trigger("quit")
    assert "not saved" in asked[0] and desk.window.isVisible()
    desk.trigger("quit")
    assert len(asked) == 2 and not desk.window.isVisible()


@pytest.mark.parametrize("ended", [False, True])
def test_quitting_promises_nothing_of_a_game_that_cannot_be_kept(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, ended: bool
):
    """As on a full disk; one that ended would be among the played games, or else there at the next start."""

    def refuse(*_args: object, **_kwargs: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", "game.sgf")

    asked = answer(monkeypatch, QMessageBox.StandardButton.Cancel)
    desk.play()
    desk.click(12)
    with monkeypatch.context() as patch:
        patch.setattr(autosave, "write_atomically", refuse)
        patch.setattr(played, "write_atomically", refuse)
        if ended:
            desk.window.controller.resign()
        desk.trigger("quit")
        assert asked == ["This game is not saved. Save it?"] and desk.window.isVisible()
    desk.trigger("quit")
    assert desk.window.isVisible() != ended and desk.window.autosave.up_to_date


@pytest.mark.parametrize("change", [False, True])
def test_the_file_of_the_game_is_known_again_at_the_next_start(
    desk: Desk, open_desk: Callable[..., Desk], tmp_path: Path, change: bool
):
    path = tmp_path / "我的 game.sgf"
    desk.play()
    desk.click(12)
    desk.window.files.saving.save_to(path)
    if change:
        desk.click(0)
    desk.close()
    again = open_desk()
    files = again.window.files
    assert files.belonging.path == path and files.belonging.modified == change
    assert again.window.windowTitle().startswith(path.name)
    again.click(24)
    assert files.belonging.modified
    assert files.saving.save() and records.load(path)[0].game.main_line()[-1].move == 24


def test_a_file_that_is_gone_is_not_written_again_unasked(
    desk: Desk, open_desk: Callable[..., Desk], tmp_path: Path
):
    desk.play()
    desk.click(12)
    desk.window.files.saving.save_to(tmp_path / "game.sgf")
    desk.close()
    (tmp_path / "game.sgf").unlink()
    again = open_desk()
    assert again.window.files.belonging.path is None and again.window.files.belonging.modified


def test_a_record_whose_encoding_is_doubtful_is_not_saved_over(desk: Desk, tmp_path: Path):
    """What was read wrongly would take the place of what others can still read."""
    path, data = tmp_path / "names.sgf", b"(;GM[1]SZ[5]CA[UTF-8]PB[\xd5\xc5\xff];B[aa];W[bb])"
    path.write_bytes(data)
    desk.window.files.opening.open_path(path)
    assert "The file stays as it is" in desk.take_error()
    assert desk.window.files.belonging.path is None and path.read_bytes() == data


def test_a_game_from_a_position_has_its_players_names(desk: Desk):
    desk.play("random", HUMAN, size=5)
    desk.window.games.play_position(Position.empty(Size(5, 5)).play(12))
    game = desk.window.controller.game
    assert (game.black_name, game.white_name) == ("random", HUMAN) and game.date


def test_windows_that_keep_their_games_at_once_keep_both(data_folder: Path, monkeypatch: pytest.MonkeyPatch):
    """The second looks for a name while the first still writes."""
    first, second = Game(Size(3, 3)), Game(Size(4, 4))
    write = played.write_atomically
    names: list[Path] = []

    def slowly(path: Path, data: bytes) -> None:
        names.append(path)
        if len(names) == 1:
            played.keep(second)
        write(path, data)

    monkeypatch.setattr(played, "write_atomically", slowly)
    monkeypatch.setattr(played, "datetime", SimpleNamespace(now=lambda: datetime(2026, 1, 2)))
    played.keep(first)
    assert len(set(names)) == 2
    assert sorted(records.load(path)[0].game.size.rows for path in names) == [3, 4]
