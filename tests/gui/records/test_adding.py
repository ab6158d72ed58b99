"""Several games in one file: the one in the window, and those that are chosen in lists."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QMessageBox
from pytestqt.qtbot import QtBot

from core import records
from core.records import sgf
from gui.parts.tables import selected_rows
from gui.records.games_table import GamesTable
from tests.gui.desk import Desk, answer, choose_file, context_menu, in_dialogs
from tests.gui.records.hands import game, press, three_games

Key, Modifier = Qt.Key, Qt.KeyboardModifier
Yes, No = QMessageBox.StandardButton.Yes, QMessageBox.StandardButton.No


@pytest.fixture
def choose(monkeypatch: pytest.MonkeyPatch) -> Callable[[Path], list[str]]:
    """Has every dialog that asks where to save or to add choose this file; the list gathers what was proposed for adding."""
    selected = QFileDialog.selectedFiles

    def choose(path: Path) -> list[str]:
        proposed: list[str] = []

        def agree(dialog: QFileDialog) -> bool:
            assert dialog.labelText(QFileDialog.DialogLabel.Accept) == "&Add", "nothing in the file is lost"
            proposed.extend(selected(dialog))
            return True

        choose_file(monkeypatch, path)
        monkeypatch.setattr(QFileDialog, "exec", agree)
        return proposed

    return choose


def below(desk: Desk) -> str:
    return desk.window.statusBar().currentMessage()


def title(desk: Desk) -> str:
    return desk.window.windowTitle().partition("[*]")[0]


def click_rows(qtbot: QtBot, table: GamesTable, *rows: int) -> None:
    """The first alone, then the others too."""
    for number, row in enumerate(rows):
        place = table.visualRect(table.model().index(row, table.columnAt(0))).center()
        modifier = Modifier.ControlModifier if number else Modifier.NoModifier
        qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, modifier, place)


def test_the_game_becomes_the_last_of_a_file(desk: Desk, tmp_path: Path, choose: Callable[[Path], list[str]]):
    """All else there stays, and the game belongs to it as if it had been opened from it."""
    path, parts = three_games(tmp_path)
    held = path.read_bytes()
    desk.play()
    desk.click(12, 0)
    choose(path)
    desk.trigger("add_to_file")
    *others, added = records.split(path)
    assert others == parts and path.read_bytes() == held + b"\n" + added + b"\n"
    assert sgf.read(added)[0].game.cursor.position.moves == (12, 0)
    assert below(desk) == "Added to “three.sgf”, where it is game 4 now."
    assert title(desk) == "three.sgf, game 4" and not desk.window.files.belonging.modified
    assert desk.window.settings.recent == [str(path)]
    library = desk.window.files.library
    assert library.title.text() == "three.sgf (4/4)" and library.table.currentIndex().row() == 3
    desk.trigger("previous_game")
    assert desk.position.moves == (5,)
    desk.trigger("next_game")
    assert desk.position.moves == (12, 0)


def test_a_game_that_was_added_is_saved_in_its_place_unasked(
    desk: Desk, open_desk: Callable[..., Desk], tmp_path: Path, choose: Callable[[Path], list[str]]
):
    path, parts = three_games(tmp_path)
    choose(path)
    desk.play()
    desk.click(12)
    desk.trigger("add_to_file")
    desk.click(0)
    assert desk.window.files.belonging.modified
    desk.trigger("save_file")
    *others, added = records.split(path)
    assert others == parts and sgf.read(added)[0].game.cursor.position.moves == (12, 0)
    desk.close()
    again = open_desk()
    assert title(again) == "three.sgf, game 4" and again.position.moves == (12, 0)


def test_the_game_begins_a_file_to_which_others_are_added(
    desk: Desk, tmp_path: Path, choose: Callable[[Path], list[str]]
):
    """Which is proposed for the next one."""
    path = tmp_path / "lesson.sgf"
    proposed = choose(path.with_suffix(""))
    for point in (3, 4, 5):
        desk.play()
        desk.click(point)
        desk.trigger("add_to_file")
        number = f", game {point - 2}" if point > 3 else ""
        assert title(desk) == f"lesson.sgf{number}" and not desk.window.files.belonging.modified
        if point == 3:
            assert below(desk) == "Saved: lesson.sgf"
    assert [sgf.read(part)[0].game.cursor.position.moves for part in records.split(path)] == [
        (3,),
        (4,),
        (5,),
    ]
    assert [Path(name).name for name in proposed] == ["Games.sgf", "lesson.sgf", "lesson.sgf"]


def test_what_another_program_has_written_into_the_file_meanwhile_stays(
    desk: Desk, tmp_path: Path, choose: Callable[[Path], list[str]]
):
    path, parts = three_games(tmp_path)
    desk.window.files.opening.take(path)
    desk.play()
    desk.click(12)
    path.write_bytes(parts[2] + b"\n")
    choose(path)
    desk.trigger("add_to_file")
    assert records.split(path)[0] == parts[2] and len(records.split(path)) == 2
    assert title(desk) == "three.sgf, game 2"


@pytest.mark.parametrize(
    ("name", "held", "said"),
    [
        ("notes.sgf", b"to buy: bread", "notes.sgf can't be read as SGF."),
        ("torn.sgf", b"(;SZ[5];B[aa]", "A game in torn.sgf breaks off."),
        ("old.sgf", "(;SZ[5]C[不围棋])".encode("gb18030"), "old.sgf is not in UTF-8"),
        (
            "NG.sgf",
            b"([NG][a][b][c][d][e];B[A1])",
            "NG.sgf is a championship record, which holds one game alone.",
        ),
        ("NG.txt", b"([NG][a][b][c][d][e];B[A1])", "A championship record (.txt) holds one game alone."),
    ],
)
def test_a_game_is_not_added_to_what_can_not_hold_it(
    desk: Desk, tmp_path: Path, choose: Callable[[Path], list[str]], name: str, held: bytes, said: str
):
    path = tmp_path / name
    path.write_bytes(held)
    desk.play()
    desk.click(12)
    choose(path)
    desk.trigger("add_to_file")
    assert said in desk.take_error()
    assert path.read_bytes() == held and list(tmp_path.glob("NG*")) == ([path] if "NG" in name else [])
    assert desk.window.files.belonging.path is None and desk.window.files.belonging.modified


def test_a_file_that_can_not_be_written_stays_whole(
    desk: Desk, tmp_path: Path, choose: Callable[[Path], list[str]], monkeypatch: pytest.MonkeyPatch
):
    path, parts = three_games(tmp_path)

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(records, "write_atomically", fail)
    choose(path)
    desk.play()
    desk.click(12)
    desk.trigger("add_to_file")
    assert "can't be saved" in desk.take_error() and records.split(path) == parts
    assert desk.window.files.belonging.modified


def test_a_game_is_added_once_more_to_its_file_only_after_a_question(
    desk: Desk, tmp_path: Path, choose: Callable[[Path], list[str]], monkeypatch: pytest.MonkeyPatch
):
    path, parts = three_games(tmp_path)
    desk.window.files.opening.take(path)
    desk.click(0)
    choose(path)
    asked = answer(monkeypatch, No, Yes)
    desk.trigger("add_to_file")
    assert asked == ["“three.sgf” already holds what is to be added. Add it once more?"]
    assert records.split(path) == parts and desk.window.files.belonging.modified
    desk.trigger("add_to_file")
    assert records.split(path)[:3] == parts and title(desk) == "three.sgf, game 4"


@pytest.mark.parametrize("several", [False, True])
def test_who_saves_over_a_file_is_offered_to_add_the_game(
    desk: Desk, tmp_path: Path, choose: Callable[[Path], list[str]], several: bool
):
    path, parts = three_games(tmp_path)
    if not several:
        path.write_bytes(parts[0])
    desk.play()
    desk.click(12)
    choose(path)
    with in_dialogs(press(desk, "Add the game to it"), kind=QMessageBox):
        desk.trigger("save_file_as")
    assert records.split(path)[:-1] == (parts if several else parts[:1])
    assert title(desk) == f"three.sgf, game {4 if several else 2}"


@pytest.mark.parametrize("name", ["notes.sgf", "NG.txt", "own.sgf"])
def test_nobody_is_offered_to_add_a_game_where_that_can_not_be(
    desk: Desk, tmp_path: Path, choose: Callable[[Path], list[str]], name: str
):
    path, texts = tmp_path / name, list[str]()
    path.write_text("([NG][a][b][c][d][e];B[A1])" if name == "NG.txt" else "to buy: bread")
    desk.play(size=9)
    desk.click(12)
    if name == "own.sgf":
        assert desk.window.files.saving._save_whole(path)
    choose(path)

    def look(box: QMessageBox) -> None:
        texts.extend(button.text() for button in box.buttons())
        box.reject()

    with in_dialogs(look, kind=QMessageBox):
        desk.trigger("save_file_as")
    assert len(texts) == 3 and not any("Add" in text.replace("&", "") for text in texts)


def test_chosen_games_of_a_folder_are_put_into_one_file(
    desk: Desk, qtbot: QtBot, tmp_path: Path, choose: Callable[[Path], list[str]]
):
    """In the order of the list, whatever file each is, a championship record too; what can't be is told."""
    folder, other = tmp_path / "games", tmp_path / "chosen.sgf"
    folder.mkdir()
    _, parts = three_games(folder)
    records.save(game(7), folder / "a.sgf")
    records.save(game(8), folder / "b.sgf")
    (folder / "c.sgf").write_bytes(b"(;SZ[5];B[aa]")
    played = records.load(folder / "a.sgf")[0].game
    (folder / "d.txt").write_bytes(b"([NG][a][b][c][d][e];B[A1])")
    desk.window.files.opening.take(folder)
    library = desk.window.files.library
    assert [entry.name for entry in library.model.entries] == [
        "a.sgf",
        "b.sgf",
        "c.sgf",
        "d.txt",
        "three.sgf",
    ]
    assert not library.add.isEnabled() and library.add.toolTip() == "Choose games in the list."
    click_rows(qtbot, library.table, 0)
    assert library.add.isEnabled()
    desk.trigger("played_games")
    assert not library.add.isEnabled(), "nothing is chosen in another list"
    desk.window.files.opening.take(folder)
    click_rows(qtbot, library.table, 4, 0, 2, 3)
    assert library.remove.isEnabled()
    choose(other)
    qtbot.mouseClick(library.add, Qt.MouseButton.LeftButton)
    said = "These games can't stand with others in a file:\nA game in c.sgf breaks off."
    assert desk.take_error() == said
    first, record, *rest = records.split(other)
    assert first == sgf.write(played).strip() and rest == parts
    assert sgf.read(record)[0].game.black_name == "a"
    assert below(desk) == "Games added to “chosen.sgf”: 5. It holds 5 now."
    assert library.folder == folder and selected_rows(library.table) != []
    assert desk.window.settings.recent[0] == str(other) and desk.window.files.belonging.path is None
    click_rows(qtbot, library.table, 1)
    *_, add, _remove = context_menu(library.table).actions()
    add.trigger()
    assert below(desk) == "Games added to “chosen.sgf”: 1. It holds 6 now."


def test_where_no_chosen_game_can_be_added_no_file_is_asked_for(
    desk: Desk, qtbot: QtBot, tmp_path: Path, choose: Callable[[Path], list[str]]
):
    (tmp_path / "a.sgf").write_bytes(b"nothing")
    desk.window.files.opening.take(tmp_path)
    proposed = choose(tmp_path / "b.sgf")
    click_rows(qtbot, desk.window.files.library.table, 0)
    qtbot.mouseClick(desk.window.files.library.add, Qt.MouseButton.LeftButton)
    assert "a.sgf can't be read as SGF." in desk.take_error() and proposed == []


def test_chosen_games_of_a_file_are_put_into_another(
    desk: Desk,
    qtbot: QtBot,
    tmp_path: Path,
    choose: Callable[[Path], list[str]],
    monkeypatch: pytest.MonkeyPatch,
):
    """Into their own only after a question."""
    path, parts = three_games(tmp_path)
    desk.window.files.opening.take(path)
    library = desk.window.files.library
    qtbot.keyClick(library.table, Key.Key_A, Modifier.ControlModifier)
    choose(tmp_path / "copy.sgf")
    qtbot.mouseClick(library.add, Qt.MouseButton.LeftButton)
    assert records.split(tmp_path / "copy.sgf") == parts and library.file == path
    choose(path)
    asked = answer(monkeypatch, No, Yes)
    qtbot.mouseClick(library.add, Qt.MouseButton.LeftButton)
    assert "already holds" in asked[0] and records.split(path) == parts
    qtbot.mouseClick(library.add, Qt.MouseButton.LeftButton)
    assert records.split(path) == 2 * parts and library.title.text() == "three.sgf (1/6)"
    assert selected_rows(library.table) == [0, 1, 2], "they stay chosen"
    assert title(desk) == "three.sgf, game 1"


def test_a_file_of_old_letters_is_put_into_a_new_one(
    desk: Desk, qtbot: QtBot, tmp_path: Path, choose: Callable[[Path], list[str]]
):
    """So that other games can be added to that."""
    (tmp_path / "old.sgf").write_bytes("(;CA[GB18030]SZ[5]C[不围棋])".encode("gb18030"))
    desk.window.files.opening.take(tmp_path)
    click_rows(qtbot, desk.window.files.library.table, 0)
    choose(tmp_path / "new.sgf")
    qtbot.mouseClick(desk.window.files.library.add, Qt.MouseButton.LeftButton)
    assert (tmp_path / "new.sgf").read_bytes() == "(;CA[UTF-8]SZ[5]C[不围棋])\n".encode()


@pytest.mark.parametrize("changed", [False, True])
def test_the_game_on_the_board_is_one_of_several_once_its_file_gets_others(
    desk: Desk, qtbot: QtBot, tmp_path: Path, choose: Callable[[Path], list[str]], changed: bool
):
    """Unless another program has changed the file: that is asked about as before."""
    folder, path = tmp_path / "games", tmp_path / "mine.sgf"
    folder.mkdir()
    records.save(game(3), folder / "a.sgf")
    records.save(game(4), path)
    desk.window.files.opening.take(path)
    if changed:
        records.save(game(5), path)
    desk.window.files.opening.take(folder)
    click_rows(qtbot, desk.window.files.library.table, 0)
    choose(path)
    qtbot.mouseClick(desk.window.files.library.add, Qt.MouseButton.LeftButton)
    assert len(records.split(path)) == 2
    assert (
        title(desk) == ("mine.sgf" if changed else "mine.sgf, game 1")
        and not desk.window.files.belonging.modified
    )


def test_chosen_games_stay_chosen_while_others_join_the_list(desk: Desk, qtbot: QtBot, tmp_path: Path):
    for number in range(3):
        records.save(game(number), tmp_path / f"{number}.sgf")
    desk.window.files.opening.take(tmp_path)
    library = desk.window.files.library
    click_rows(qtbot, library.table, 2, 0)
    records.save(game(7), tmp_path / "1a.sgf")
    library.show_folder(tmp_path)
    assert [library.entry(row).name for row in sorted(selected_rows(library.table))] == ["0.sgf", "2.sgf"]


def test_several_rows_are_chosen_where_the_first_column_is_hidden(desk: Desk, qtbot: QtBot, tmp_path: Path):
    for number in range(3):
        records.save(game(number), tmp_path / f"{number}.sgf")
    desk.window.files.opening.take(tmp_path)
    table = desk.window.files.library.table
    table.setColumnHidden(0, True)
    click_rows(qtbot, table, 0, 2)
    assert sorted(selected_rows(table)) == [0, 2]
