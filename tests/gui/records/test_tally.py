"""How often the user has won against each AI."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QTableWidgetItem

from core import records
from core.game import Game, Help, Reason, Result
from core.position import Color, Position, Size
from core.records import sgf
from gui.game.new_game import NewGameDialog
from gui.program.settings import HUMAN
from gui.records import played, tally
from gui.records.library import GAMES, RESULTS
from gui.records.tally import Counted, Opponent, counted_in
from gui.records.tally_table import LATEST
from tests.gui.desk import Desk, in_dialogs
from tests.gui.players import RANDOM

NINE = Size()
CLUB = "policy:net=generation-25,temperature=0.5"


def a_game(
    human: Color = Color.BLACK,
    winner: Color | None = Color.BLACK,
    opponent: str = "random",
    size: Size = NINE,
    start: Position | None = None,
) -> Game:
    made = Game(size, start)
    made.play(made.position.legal_moves()[0])
    made.players = {human: HUMAN, human.opponent: opponent}
    made.black_name, made.white_name = made.players[Color.BLACK], made.players[Color.WHITE]
    made.date = "2026-11-02T10:20"
    made.result = None if winner is None else Result(winner, Reason.RESIGNATION)
    return made


def kept(game: Game, name: str) -> Path:
    """``game`` among the played games."""
    played.folder().mkdir(exist_ok=True)
    path = played.folder() / f"{name}.sgf"
    records.save(game, path)
    return path


def helped() -> Game:
    game = a_game()
    game.helps.add(Help.HINT)
    return game


def of_several_players() -> Game:
    game = a_game(human=Color.WHITE)
    game.hand_over(Color.BLACK, CLUB, "random")
    game.players[Color.BLACK] = CLUB
    return game


def between(black: str, white: str) -> Game:
    game = a_game()
    game.players = {Color.BLACK: black, Color.WHITE: white}
    game.black_name, game.white_name = black, white
    return game


def of_others() -> Game:
    game = a_game()
    game.players = {}
    game.black_name, game.white_name = "Lee", "Gu"
    return game


def from_a_position() -> Game:
    start = Position.empty(NINE).play(3)
    return a_game(start=Position.from_stones(start.stones))


def score_in_dialog(desk: Desk) -> str:
    """What the dialog of a new game says of the opponent; empty if nothing is seen."""
    told: list[str] = []

    def look(dialog: NewGameDialog) -> None:
        told.append(dialog.score.text() if dialog.score.isVisible() else "")
        dialog.reject()

    with in_dialogs(look, kind=NewGameDialog):
        desk.trigger("new_game")
    return told[0]


def item(desk: Desk, row: int, column: int) -> QTableWidgetItem:
    found = desk.window.files.library.tally.item(row, column)
    assert found is not None
    return found


def scores(desk: Desk) -> list[list[str]]:
    rows = range(desk.window.files.library.tally.rowCount())
    return [[item(desk, row, column).text() for column in range(4)] for row in rows]


def show_results(desk: Desk) -> None:
    """By a click on the tab, once the files are read."""
    desk.trigger("played_games")
    tabs = desk.window.files.library.tabs
    desk.qtbot.mouseClick(tabs, Qt.MouseButton.LeftButton, pos=tabs.tabRect(RESULTS).center())
    desk.wait(lambda: desk.window.files.tally._reader is None)


def test_a_game_of_a_human_against_an_ai_counts(tmp_path: Path):
    records.save(a_game(Color.WHITE, Color.BLACK, CLUB, Size(7, 7)), path := tmp_path / "game.sgf")
    opponent = Opponent(CLUB, Size(7, 7))
    assert counted_in(path) == Counted(opponent, Color.WHITE, False, "2026-11-02T10:20", path)


@pytest.mark.parametrize(
    "make",
    [
        lambda: a_game(winner=None),
        helped,
        of_several_players,
        lambda: between(HUMAN, HUMAN),
        lambda: between("random", CLUB),
        of_others,
        from_a_position,
    ],
)
def test_other_games_do_not_count(tmp_path: Path, make: Callable[[], Game]):
    records.save(make(), path := tmp_path / "game.sgf")
    assert counted_in(path) is None


def test_a_level_is_one_opponent_however_it_is_written(tmp_path: Path):
    for number, text in enumerate(("zero:simulations=200", "zero:simulations=200,net=flagship")):
        records.save(a_game(opponent=text), path := tmp_path / f"{number}.sgf")
        game = counted_in(path)
        assert game is not None and game.opponent == Opponent("zero:simulations=200", NINE)
    assert Opponent.of("gtp:command=secret,name=Foe", NINE).player == "gtp:name=Foe"


@pytest.mark.parametrize("data", [b"", b"nothing", b"\0" * 50, b"(;SZ[xx])", b"(;", "(;GM[象棋])".encode()])
def test_a_damaged_file_does_not_count(tmp_path: Path, data: bytes):
    (path := tmp_path / "game.sgf").write_bytes(data)
    assert counted_in(path) is None
    assert counted_in(tmp_path / "gone.sgf") is None and counted_in(tmp_path) is None


def test_a_file_that_breaks_off_behind_its_beginning_counts(tmp_path: Path):
    data = sgf.write(a_game())
    (path := tmp_path / "game.sgf").write_bytes(data[: data.index(b";B[")])
    assert counted_in(path) is not None


def test_a_game_that_ends_now_is_counted_now(desk: Desk):
    assert not score_in_dialog(desk)
    desk.play(HUMAN, RANDOM, size=5)
    desk.click_any()
    desk.window.controller.resign()
    said = "You have won 0 of 1 games against it on 5x5 (as Black 0/1, as White 0/0)."
    assert score_in_dialog(desk) == said
    desk.trigger("rematch")
    desk.wait(lambda: len(list(played.folder().iterdir())) == 1 and desk.window.files.tally._reader is None)
    assert score_in_dialog(desk) == said, "it stands in a file now, and counts once"
    desk.click_any()
    desk.window.controller.resign()
    show_results(desk)
    assert [row[1:] for row in scores(desk)] == [["0/2", "0/2", ""]]
    desk.trigger("undo")
    assert [row[1:] for row in scores(desk)] == [["0/1", "0/1", ""]], "the end was taken back"


def test_a_game_saved_elsewhere_is_not_counted(desk: Desk, tmp_path: Path):
    desk.play(HUMAN, RANDOM, size=5)
    desk.click_any()
    desk.window.controller.resign()
    assert score_in_dialog(desk)
    assert desk.window.files.saving.save_to(tmp_path / "mine.sgf")
    assert not score_in_dialog(desk)


def test_the_dialog_follows_the_opponent_the_board_and_what_is_read_meanwhile(desk: Desk):
    kept(a_game(Color.BLACK, Color.BLACK, CLUB), "1")
    kept(a_game(Color.WHITE, Color.BLACK, CLUB), "2")

    def look(dialog: NewGameDialog) -> None:
        assert dialog.size_choice.currentText() == "9x9"
        fields = dialog.players[Color.WHITE]
        assert not dialog.score.isVisible()
        fields.level.setCurrentIndex(fields.level.findData(CLUB))
        fields.level.activated.emit(fields.level.currentIndex())
        desk.wait(dialog.score.isVisible)
        assert (
            dialog.score.text() == "You have won 1 of 2 games against it on 9x9 (as Black 1/1, as White 0/1)."
        )
        assert "no move taken back" in dialog.score.toolTip()
        dialog.size_choice.setCurrentText("7x7")
        assert not dialog.score.isVisible()
        dialog.size_choice.setCurrentText("9x")
        dialog.size_choice.setCurrentText("9x9")
        assert dialog.score.isVisible()
        dialog.advanced.setChecked(False)
        for button in dialog.sides.values():
            button.click()
            seen = button.text() not in ("AI a&gainst AI", "&Two people")
            assert dialog.score.isVisible() is seen
        dialog.reject()

    with in_dialogs(look, kind=NewGameDialog):
        desk.trigger("new_game")


def test_results_lead_to_the_games_and_back(desk: Desk):
    for number in range(12):
        kept(a_game(Color.WHITE, Color(1 + number % 2), CLUB), f"club {number}")
    kept(a_game(), "beginner")
    kept(a_game(size=Size(5, 5)), "small")
    kept(helped(), "helped")
    show_results(desk)
    library = desk.window.files.library
    assert scores(desk) == [
        ["First steps", "1/1", "1/1", ""],
        ["Club", "6/12", "", "6/12"],
        ["First steps on 5x5", "1/1", "1/1", ""],
    ]
    assert item(desk, 1, LATEST).text() == "−+" * 5
    assert "Club (Elo" in item(desk, 1, 0).toolTip()
    assert not library.table.isVisible() and not library.search.isVisible() and not library.remove.isVisible()
    assert library.note.text() == "Only games without help count."
    place = library.tally.visualItemRect(item(desk, 1, 0)).center()
    desk.qtbot.mouseClick(library.tally.viewport(), Qt.MouseButton.LeftButton, pos=place)
    desk.qtbot.keyClick(library.tally, Qt.Key.Key_Return)
    assert library.tabs.currentIndex() == GAMES and library.table.isVisible() and library.search.isVisible()
    assert library.table.hasFocus(), "which arrows and Enter go on in"
    assert library.model.rowCount() == 12 and library.title.text().startswith("Played games: Club (Elo")
    library.chosen.emit(3)
    assert desk.window.files.belonging.path == library.entry(3).path
    desk.qtbot.mouseClick(library.back, Qt.MouseButton.LeftButton)
    assert library.tally.hasFocus() and library.title.text().startswith("Played games (")
    assert library.model.rowCount() == 15 and not library.back.isVisible()


def test_games_against_an_opponent_follow_what_becomes_of_them(desk: Desk):
    paths = [kept(a_game(opponent=CLUB), f"club {number}") for number in range(3)]
    kept(a_game(), "beginner")
    show_results(desk)
    library = desk.window.files.library
    library.tally.asked.emit(Opponent(CLUB, NINE))
    assert library.model.rowCount() == 3
    desk.choose("language", "zh_CN")
    desk.wait(lambda: "业余" in library.title.text())
    assert library.model.rowCount() == 3
    paths[0].unlink()
    paths[0].symlink_to("gone")  # as a file that goes while the folder is read
    paths[1].write_bytes(b"damaged")
    desk.window.files.tally.refresh()
    desk.wait(lambda: library.model.rowCount() == 1)
    shutil.rmtree(played.folder())
    desk.window.files.tally.refresh()
    desk.wait(lambda: library.model.rowCount() == 0)
    desk.trigger("played_games")
    assert library.tabs.currentIndex() == GAMES and not library.back.isVisible()


def test_other_lists_have_no_results(desk: Desk, tmp_path: Path):
    kept(a_game(), "1")
    show_results(desk)
    library = desk.window.files.library
    records.save(a_game(), tmp_path / "game.sgf")
    desk.window.files.opening.take(tmp_path)
    assert not library.tabs.isVisible() and library.table.isVisible() and not library.note.isVisible()


def test_files_are_read_again_only_once_they_change(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    paths = [kept(a_game(), str(number)) for number in range(5)]
    read: list[Path] = []

    def note(path: Path) -> Counted | None:
        read.append(path)
        return counted_in(path)

    monkeypatch.setattr(tally, "counted_in", note)
    show_results(desk)
    assert sorted(read) == paths
    read.clear()
    records.save(a_game(winner=Color.WHITE, opponent=CLUB), paths[2])
    show_results(desk)
    desk.window.files.library.results_asked.emit()
    desk.wait(lambda: desk.window.files.tally._reader is None)
    assert read == [paths[2]]
    assert [row[:2] for row in scores(desk)] == [["First steps", "4/4"], ["Club", "0/1"]]


def test_a_window_that_closes_stops_reading(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    for number in range(3):
        kept(a_game(), str(number))
    read: list[Path] = []

    def slowly(path: Path) -> None:
        read.append(path)
        assert reader is not None
        reader.stopping.wait(30)

    monkeypatch.setattr(tally, "counted_in", slowly)
    desk.window.files.tally.refresh()
    reader = desk.window.files.tally._reader
    assert reader is not None
    desk.wait(lambda: bool(read))
    desk.close()
    QApplication.processEvents()
    assert len(read) == 1 and reader.isFinished()
