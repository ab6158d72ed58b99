"""The arena in the window: real processes, tiny games."""

import csv
import errno
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QItemSelectionModel, QObject, Qt
from PySide6.QtWidgets import (
    QApplication,
    QFileDialog,
    QInputDialog,
    QMessageBox,
    QTableWidget,
)
from pytestqt.qtbot import QtBot

import gui.parts.tables
from ai import checkpoint
from ai.arena import ArenaError
from ai.arena.contest import play
from ai.arena.folder import ArenaFolder, FinishedGame
from ai.arena.plan import Plan
from ai.arena.standings import wilson
from ai.checkpoint import CheckpointInfo
from ai.commands.failure import TEMPLATE
from ai.levels import levels
from ai.networks import build
from ai.players import SHIPPED, find_network, make_player
from ai.players.text import quote
from core import records
from core.lock import FolderLock
from core.position import Size
from gui.app import make_application
from gui.arena import pointer
from gui.arena.dialog import MOVE_TIME, TOTAL_TIME, ArenaDialog
from gui.arena.page import ArenaPage
from gui.parts import removing
from gui.parts.empty_note import EmptyNote
from gui.parts.tables import rows_of
from gui.program.language import LANGUAGES, LanguageSwitch
from gui.program.messages import unrated_label
from gui.program.player_text import split
from gui.program.settings import Settings
from tests.gui.desk import Desk, answer, answer_file_dialogs, context_menu, wait
from tests.patience import PATIENCE_SECONDS

TINY = Plan(("random", "random:seed=1"), games=6, size="4x4")


@pytest.fixture
def folder(data_folder: Path) -> Path:
    """Where arenas stand, with one that has been played."""
    folder = data_folder / "arenas"
    list(play(TINY, ArenaFolder(folder / "played")))
    return folder


@pytest.fixture
def page(qtbot: QtBot, folder: Path) -> Iterator[ArenaPage]:
    make_application([])
    page = ArenaPage(folder, Settings())
    yield page
    page.process.stop()
    wait(qtbot, lambda: ended(page))
    page.process.close()
    page.deleteLater()
    QApplication.processEvents()


def ended(page: ArenaPage) -> bool:
    page.process.look()
    return not page.process.running


def dialog_in(folder: Path) -> ArenaDialog:
    make_application([])
    return ArenaDialog(None, folder, [("flagship", "flagship")])


def test_the_table_is_saved(page: ArenaPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    assert not page.save_button.isEnabled(), "there is no arena yet"
    page.open()
    asked: list[str] = []

    def choose(*words: str) -> tuple[str, str]:
        asked.append(Path(words[2]).name)
        return str(tmp_path / "table"), words[3]

    monkeypatch.setattr(QFileDialog, "getSaveFileName", choose)
    page.save_button.click()
    assert asked == ["played.csv"] and page._settings.folder == str(tmp_path)
    with open(tmp_path / "table.csv", encoding="utf-8-sig", newline="") as file:
        first, second = csv.DictReader(file)
    assert [first["player"], second["player"]] == [row[0] for row in rows_of(page.standings.table)[1:]]
    numbers = {name: float(text) for name, text in first.items() if text and name != "player"}
    assert numbers["games"] == 6 and numbers["wins"] + float(second["wins"]) == 6
    assert numbers["share"] == pytest.approx(numbers["wins"] / 6, abs=1e-4)
    assert numbers["interval_95_low"] < numbers["share"] <= numbers["interval_95_high"]
    assert numbers["elo_interval_95_low"] < numbers["elo"] < numbers["elo_interval_95_high"]
    assert numbers[f"wins_against {second['player']}"] == numbers["wins"]
    assert first[f"wins_against {first['player']}"] == ""
    refused: list[str] = []
    monkeypatch.setattr(gui.parts.tables, "show_error", lambda _window, text: refused.append(text))
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "none" / "a.csv"), ""))
    page.save_button.click()
    assert "can't be saved" in refused[0]


@pytest.mark.parametrize("tab", [0, 1])
def test_results_are_copied_for_a_spreadsheet(page: ArenaPage, qtbot: QtBot, tab: int):
    page.open()
    qtbot.waitExposed(page)
    page.activateWindow()
    page.standings.tabs.setCurrentIndex(tab)
    table = (page.standings.table, page.standings.cross_table)[tab]
    table.setFocus()
    wait(qtbot, table.hasFocus)
    control = Qt.KeyboardModifier.ControlModifier

    def copied() -> list[list[str]]:
        qtbot.keyClick(table, Qt.Key.Key_C, control)
        return [line.split("\t") for line in QApplication.clipboard().text().split("\n")]

    rows = rows_of(table)
    table.selectRow(1)
    assert copied() == [rows[2]]
    qtbot.keyClick(table, Qt.Key.Key_A, control)
    assert copied() == rows and "Player" in rows[0]


def tip(table: QTableWidget, row: int, column: int) -> str:
    item = table.item(row, column)
    assert item is not None
    return item.toolTip()


def column(table, number: int) -> list[str]:
    return [table.item(row, number).text() for row in range(table.rowCount())]


def test_an_arena_is_shown_and_its_games_open(qtbot: QtBot, page: ArenaPage):
    opened = []
    page.game_asked.connect(opened.append)
    page.open()
    assert page.arenas.currentText() == "played"
    assert "6 games" in page.state.text()
    assert column(page.standings.table, 1) == ["6", "6"]
    assert sum(map(int, column(page.standings.table, 2))) == 6
    assert column(page.games.table, 0) == [str(game.game) for game in reversed(page.process.games)]
    page.games.table.cellActivated.emit(0, 0)
    (game,) = opened
    last = page.process.games[-1]
    assert game.result.winner is last.winning_color
    assert game.black_name == TINY.players[last.black]


def test_chosen_games_of_an_arena_are_put_into_a_file(
    desk: Desk, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """In the order in which they ended, and of other people's programs with no more than their names."""
    path = tmp_path / "best.sgf"
    answer_file_dialogs(monkeypatch, path)
    desk.trigger("arena")
    page = desk.window.arena.page
    assert page is not None and not page.games.add_button.isEnabled()
    last, third = (page.process.record(page.process.games[index]) for index in (-1, -3))
    last.write_bytes(last.read_bytes().replace(b"PB[random", b"PB[gtp:name=Mine,command=/home/me/mine"))
    for row, keys in ((0, Qt.KeyboardModifier.NoModifier), (2, Qt.KeyboardModifier.ControlModifier)):
        place = page.games.table.visualRect(page.games.table.model().index(row, 0)).center()
        desk.qtbot.mouseClick(page.games.table.viewport(), Qt.MouseButton.LeftButton, keys, place)
    opens, add = context_menu(page.games.table).actions()
    assert (opens.text(), add.text()) == ("Open", "To a file…")
    desk.qtbot.mouseClick(page.games.add_button, Qt.MouseButton.LeftButton)
    first, second = records.split(path)
    assert first == third.read_bytes().strip()
    assert b"PB[Mine]" in second and b"/home" not in second and b"PB[" in last.read_bytes()
    assert desk.window.statusBar().currentMessage() == "Games added to “best.sgf”: 2. It holds 2 now."


def test_who_played_a_game_is_told_in_full_where_the_list_has_no_room(page: ArenaPage):
    page.open()
    for row, game in enumerate(reversed(page.process.games)):
        assert tip(page.games.table, row, 1) == unrated_label(TINY.players[game.black])
        assert tip(page.games.table, row, 2) == unrated_label(TINY.players[game.white])
    assert page.games.table.columnWidth(1) > page.games.table.columnWidth(4), "how games end is short"


def test_the_cross_table_follows_the_games(qtbot: QtBot, page: ArenaPage, folder: Path):
    """Beside the standings and in their order; where two never met, and on the diagonal, it says nothing."""
    plan = Plan(("random", "random:seed=1", "random:seed=2"), games=4, size="4x4")
    games = play(plan, ArenaFolder(folder / "three"))
    next(games)
    games.close()
    page.watch(folder / "three")
    page.open()
    qtbot.mouseClick(
        page.standings.tabs, Qt.MouseButton.LeftButton, pos=page.standings.tabs.tabRect(1).center()
    )
    assert page.standings.cross_table.isVisible() and not page.standings.table.isVisible()
    shown = rows_of(page.standings.cross_table)
    assert shown[0] == ["Rank", "Player", "1", "2", "3"]
    assert sorted(score for row in shown[1:] for score in row[2:]) == 7 * [""] + ["0–1", "1–0"]
    list(play(plan, ArenaFolder(folder / "three")))
    page.process.look()
    ranked = [plan.players.index(tip(page.standings.table, row, 0)) for row in range(3)]
    for row, player in enumerate(ranked):
        for column, other in enumerate(ranked, 2):
            met = [game for game in page.process.games if {game.black, game.white} == {player, other}]
            score, said = (
                rows_of(page.standings.cross_table)[row + 1][column],
                tip(page.standings.cross_table, row, column),
            )
            if player == other:
                assert score == said == ""
                continue
            won = [game for game in met if game.winning_player == player]
            assert score == f"{len(won)}–{4 - len(won)}"
            low, high = wilson(len(won), 4)
            black = sum(game.black == player for game in won)
            assert f"won {len(won)} of 4 games" in said
            assert f"(95% interval {low:.1%} – {high:.1%})" in said
            assert f"{black} of 2 as Black, {len(won) - black} of 2 as White" in said


def test_the_arena_that_is_shown_stays_chosen(page: ArenaPage, folder: Path):
    list(play(TINY, ArenaFolder(folder / "older")))
    os.utime(folder / "older", (1, 1))
    page.watch(folder / "older")
    page.open()
    assert page.arenas.currentText() == "older"


def test_an_arena_begins_stops_and_goes_on(qtbot: QtBot, page: ArenaPage, folder: Path):
    failures: list[str] = []
    page.process.failed.connect(failures.append)
    plan = Plan(TINY.players, games=4000, size="4x4")
    page.process.start(folder / "long one", plan, 1)
    assert page.process.running and not page.new_button.isEnabled()
    assert page.state.text() == "Loading the players; then the first games begin."
    assert all("New…" not in note.text() for note in page.standings.findChildren(EmptyNote)), (
        "one is just being begun"
    )
    wait(qtbot, lambda: page.standings.table.rowCount() == 2 and page.games.table.rowCount() > 0)
    page.stop_button.click()
    assert not page.stop_button.isEnabled() and page.stop_button.toolTip()
    wait(qtbot, lambda: not page.process.running)
    assert "Stopped" in page.state.text() and page.start_button.isEnabled()
    before = {game.game for game in page.process.games}
    page.start_button.click()
    wait(qtbot, lambda: len(page.process.games) > len(before))
    assert before < {game.game for game in page.process.games}
    assert failures == []


def test_the_players_stand_in_the_tables_before_the_first_game_has_ended(page: ArenaPage, folder: Path):
    new = ArenaFolder(folder / "new one")
    new.path.mkdir()
    page.watch(new.path)
    assert page.standings.table.rowCount() == 0
    new.open(TINY)
    page.process.look()
    assert (
        page.standings.table.rowCount() == page.standings.cross_table.rowCount() == 2
        and page.games.table.rowCount() == 0
    )
    new.close()


def test_an_arena_is_removed_after_it_was_asked_for(
    page: ArenaPage, folder: Path, monkeypatch: pytest.MonkeyPatch
):
    """The next one is shown then; one that can't be put into the trash is deleted only after another question."""
    list(play(TINY, ArenaFolder(folder / "older")))
    os.utime(folder / "older", (1, 1))
    page.open()
    assert page.arenas.currentText() == "played" and page.remove_button.isEnabled()
    monkeypatch.setattr(removing, "moved_to_trash", lambda path: False)
    yes, no = QMessageBox.StandardButton.Yes, QMessageBox.StandardButton.No
    asked = answer(monkeypatch, yes, no, yes)
    page.remove_button.click()
    assert (folder / "played").is_dir() and len(asked) == 2 and "played" in asked[0]
    page.remove_button.click()
    assert not (folder / "played").exists()
    assert page.arenas.currentText() == "older" and page.standings.table.rowCount() == 2
    page.remove_button.click()
    assert page.arenas.count() == 0 and not page.remove_button.isEnabled()
    assert page.standings.table.rowCount() == page.games.table.rowCount() == 0


def test_an_arena_whose_folder_goes_is_let_go_of(page: ArenaPage, folder: Path):
    page.open()
    shutil.rmtree(folder / "played")
    page.process.look()
    assert page.process.folder is None and page.arenas.count() == 0 and page.standings.table.rowCount() == 0
    box = page.findChild(QMessageBox, "error")
    assert box is not None and "“played” is gone" in box.text()


def open_beside_an_older(page: ArenaPage, folder: Path, older: Plan = TINY) -> None:
    """Show the arena that was played, where another has been before it."""
    list(play(older, ArenaFolder(folder / "older")))
    os.utime(folder / "older", (1, 1))
    page.open()
    assert page.arenas.currentText() == "played"


def test_an_arena_whose_folder_is_gone_is_not_begun_anew(
    page: ArenaPage, folder: Path, monkeypatch: pytest.MonkeyPatch
):
    """Whoever asks for more games hears that, and sees the newest of the others."""
    open_beside_an_older(page, folder)
    (folder / "played").rename(folder.parent / "elsewhere")
    monkeypatch.setattr(QInputDialog, "getInt", lambda *_all: (20, True))
    page.start_button.click()
    box = page.findChild(QMessageBox, "error")
    assert box is not None and "“played” is gone" in box.text()
    assert not page.process.running and not (folder / "played").exists()
    assert page.process.folder == folder / page.arenas.currentText() == folder / "older"
    assert page.standings.table.rowCount() == 2


def test_an_arena_that_is_gone_when_its_page_opens_again_gives_way_to_the_newest(
    page: ArenaPage, folder: Path
):
    other = Plan(("random:seed=2", "random:seed=3"), games=2, size="4x4")
    open_beside_an_older(page, folder, other)
    page.close()
    (folder / "played").rename(folder.parent / "elsewhere")
    page.open()
    assert page.process.folder == folder / page.arenas.currentText() == folder / "older"
    assert {tip(page.standings.table, row, 0) for row in range(2)} == set(other.players)


def test_an_arena_whose_disk_no_longer_answers_is_let_go_of(
    page: ArenaPage, folder: Path, monkeypatch: pytest.MonkeyPatch
):
    """In one message, as one that is gone; where the disk of the arenas is another one the next is shown."""
    open_beside_an_older(page, folder)
    make_stat, dead = os.stat, str(folder / "played")

    def stat(path, *args, **kwargs) -> os.stat_result:
        if isinstance(path, str | os.PathLike) and str(path).startswith(dead):
            raise OSError(errno.EIO, "Input/output error", str(path))
        return make_stat(path, *args, **kwargs)

    with monkeypatch.context() as patch:
        patch.setattr(os, "stat", stat)
        page.process.look()
        box = page.findChild(QMessageBox, "error")
        assert box is not None and "“played” is gone" in box.text()
        assert page.arenas.currentText() == "older" and page.standings.table.rowCount() == 2
        dead = str(folder)
        page.process.look()
        page.open()
        assert page.process.folder is None and page.arenas.count() == 0


def test_an_arena_that_is_prolonged_elsewhere_is_shown_so(
    page: ArenaPage, folder: Path, monkeypatch: pytest.MonkeyPatch
):
    """Nor does who asks for more games ask for those that there are."""
    proposed: list[int] = []

    def refuse(_window: object, _title: str, _said: str, games: int, *_range: int) -> tuple[int, bool]:
        proposed.append(games)
        return 0, False

    monkeypatch.setattr(QInputDialog, "getInt", refuse)
    page.open()
    list(play(Plan(TINY.players, games=8, size="4x4"), ArenaFolder(folder / "played")))
    page.process._on_time()
    assert page.state.text() == "Board 4x4\u00a0· All 8 games are played." and page.progress.maximum() == 8
    list(play(Plan(TINY.players, games=10, size="4x4"), ArenaFolder(folder / "played")))
    page.start_button.click()
    assert proposed == [20] and "All 10 games are played." in page.state.text()


def test_another_arena_in_the_place_of_one_that_was_removed_is_shown(page: ArenaPage, folder: Path):
    page.open()
    shutil.rmtree(folder / "played")
    plan = Plan(("random:seed=2", "random:seed=3", "random:seed=4"), games=4, size="4x4")
    list(play(plan, ArenaFolder(folder / "played")))
    page.process._on_time()
    assert {tip(page.standings.table, row, 0) for row in range(3)} == set(plan.players)
    assert page.games.table.rowCount() == len(plan)


@pytest.mark.parametrize("tab", [0, 1])
def test_who_is_chosen_in_a_table_stays_so_when_the_ranks_change(page: ArenaPage, folder: Path, tab: int):
    plan = Plan(("random", "random:seed=1"), games=4, size="4x4")
    arena = ArenaFolder(folder / "close")
    arena.path.mkdir()
    arena.open(plan)

    def finish(game: int, winner: str) -> None:
        arena.append(FinishedGame(game, 0, 1, winner, "no_legal_move", 9, 1.0, 1.0), b"")
        page.process.look()

    def chosen() -> list[str]:
        return [tip(table, index.row(), tab) for index in table.selectionModel().selectedRows()]

    page.watch(arena.path)
    table = (page.standings.table, page.standings.cross_table)[tab]
    finish(1, "black")
    table.selectRow(0)
    assert chosen() == ["random"]
    for game in (2, 3):
        finish(game, "white")
    assert tip(table, 0, tab) == "random:seed=1" and chosen() == ["random"]
    arena.close()


@pytest.mark.parametrize("tab", [0, 1])
@pytest.mark.parametrize("leaves", [True, False])
def test_rows_keep_their_order_while_the_pointer_is_over_one(
    qtbot: QtBot, page: ArenaPage, folder: Path, monkeypatch: pytest.MonkeyPatch, tab: int, leaves: bool
):
    """Until it leaves them or has not moved for long; the ranks are the new ones at once, and who is chosen and seen is seen afterwards."""
    monkeypatch.setattr(pointer, "RESTS_MS", sys.maxsize)
    plan = Plan(tuple(f"random:seed={seed}" for seed in range(30)), games=4, size="4x4")
    arena = ArenaFolder(folder / "close")
    arena.path.mkdir()
    arena.open(plan)
    page.watch(arena.path)
    page.open()
    page.standings.tabs.setCurrentIndex(tab)
    table = (page.standings.table, page.standings.cross_table)[tab]
    qtbot.waitExposed(page)

    def finish(game: int, winner: int, loser: int) -> None:
        arena.append(FinishedGame(game, winner, loser, "black", "no_legal_move", 9, 1.0, 1.0), b"")

    def order() -> list[str]:
        return [tip(table, row, tab) for row in range(table.rowCount())]

    def ranks() -> list[str]:
        """Down the rows, which are those of the columns from left to right."""
        headings, *rows = rows_of(page.standings.cross_table)
        assert headings[2:] == [row[0] for row in rows]
        return headings[2:]

    finish(1, 0, 1)
    page.process.look()
    before = order()
    in_order = [str(rank) for rank in range(1, 31)]
    assert before[:2] == ["random:seed=0", "random:seed=1"] and ranks() == in_order
    table.selectRow(1)
    qtbot.mouseMove(table.viewport(), table.visualRect(table.model().index(1, 0)).center())
    wait(qtbot, table.viewport().underMouse)
    for other in range(2, 30):
        finish(other, other, 1)
    page.process.look()
    assert order() == before and rows_of(page.standings.table)[2][1] == "29"
    assert ranks()[1] == "30" and sorted(ranks(), key=int) == in_order
    if leaves:
        qtbot.mouseMove(page.new_button)
    else:
        monkeypatch.setattr(pointer, "RESTS_MS", 0)
    page.process.look()
    assert order()[-1] == "random:seed=1" and ranks() == in_order
    (chosen,) = table.selectionModel().selectedRows()
    assert chosen.row() == 29 and table.viewport().rect().contains(table.visualRect(chosen))
    arena.close()


@pytest.mark.parametrize("tab", [0, 1])
def test_another_arena_is_chosen_while_a_row_of_one_is(page: ArenaPage, folder: Path, tab: int):
    """Nobody of the other's players is chosen then, and its games are shown."""
    other = Plan(("random:seed=2", "random:seed=3"), games=4, size="4x4")
    list(play(other, ArenaFolder(folder / "other")))
    page.watch(folder / "played")
    page.open()
    page.standings.tabs.setCurrentIndex(tab)
    table = (page.standings.table, page.standings.cross_table)[tab]
    table.selectRow(0)
    page.arenas.setCurrentText("other")
    page.arenas.activated.emit(page.arenas.currentIndex())
    assert {tip(table, row, tab) for row in range(table.rowCount())} == set(other.players)
    assert not table.selectedIndexes() and page.games.table.rowCount() == other.games


def test_a_level_is_called_by_its_name_alone(page: ArenaPage, folder: Path):
    """The Elo of the ladder has another zero than that of the arena."""
    page.open()
    level = next(level for level in levels() if level.player_text in TINY.players)
    for names in (
        column(page.standings.table, 0),
        column(page.standings.cross_table, 1),
        column(page.games.table, 1),
    ):
        assert level.name("en") in names
    dialog = dialog_in(folder)
    dialog.players.add_text(level.player_text)
    assert (
        dialog.players.list.item(dialog.players.list.count() - 1).text()
        == f"{level.name('en')}   {level.player_text}"
    )


def test_an_arena_that_cannot_be_asked_to_stop_is_told(
    page: ArenaPage, folder: Path, monkeypatch: pytest.MonkeyPatch
):
    def refuse(_folder: ArenaFolder) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", "stop")

    lock = FolderLock(folder / "played")
    assert lock.take()
    page.open()
    with monkeypatch.context() as patch:
        patch.setattr(ArenaFolder, "ask_to_stop", refuse)
        page.stop_button.click()
    (box,) = page.findChildren(QMessageBox)
    assert "can't be asked to stop" in box.text()
    lock.release()


def test_an_arena_that_is_played_gets_more_games(
    qtbot: QtBot, page: ArenaPage, monkeypatch: pytest.MonkeyPatch
):
    page.open()
    before = len(page.process.games)
    asked: list[int] = []
    answers = [(0, False), (TINY.games + 2, True)]

    def answer(_window: object, _title: str, _said: str, proposed: int, *_range: int) -> tuple[int, bool]:
        asked.append(proposed)
        return answers.pop(0)

    monkeypatch.setattr(QInputDialog, "getInt", answer)
    assert page.start_button.text() == "&More games…" and page.start_button.isEnabled()
    page.start_button.click()
    assert not page.process.running, "they would rather not"
    page.start_button.click()
    wait(qtbot, lambda: len(page.process.games) == before + 2)
    wait(qtbot, lambda: not page.process.running)
    assert asked == 2 * [2 * TINY.games] and page.progress.maximum() == before + 2
    assert page.start_button.text() == "&More games…"


def test_an_arena_whose_players_network_is_gone_stays_as_it_was(
    page: ArenaPage, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    network = tmp_path / "gone.safetensors"
    checkpoint.save(network, build("b1c4", Size(4, 4)), CheckpointInfo("b1c4", 4, 4))
    plan = Plan(("random", f"policy:net={network}"), games=2, size="4x4")
    list(play(plan, ArenaFolder(folder / "with it")))
    network.unlink()
    monkeypatch.setattr(QInputDialog, "getInt", lambda *_all: (4, True))
    page.watch(folder / "with it")
    page.open()
    page.start_button.click()
    box = page.findChild(QMessageBox, "error")
    assert box is not None and "There is no network" in box.text()
    assert not page.process.running and ArenaFolder(folder / "with it").read_plan() == plan
    box.close()


def test_an_arena_whose_last_round_lacks_games_gets_no_more(page: ArenaPage, folder: Path):
    """Each opening is to be played by both: three players, each pair once, may have had the better sides."""
    list(
        play(
            Plan(("random", "random:seed=1", "random:seed=2"), games=1, size="4x4"),
            ArenaFolder(folder / "odd"),
        )
    )
    page.watch(folder / "odd")
    page.open()
    assert not page.start_button.isEnabled() and "odd number" in page.start_button.toolTip()


def test_a_game_that_is_chosen_stays_chosen_when_others_end(page: ArenaPage, folder: Path):
    results = folder / "played" / "games.jsonl"
    lines = results.read_bytes().splitlines(keepends=True)
    results.write_bytes(b"".join(lines[:4]))
    page.watch(folder / "played")
    page.open()
    newest = column(page.games.table, 0)
    page.games.table.selectRow(1)
    results.write_bytes(b"".join(lines))
    page.process.look()
    assert column(page.games.table, 0)[2:] == newest and len(column(page.games.table, 0)) == 6
    assert {index.row() for index in page.games.table.selectedIndexes()} == {3}


@pytest.mark.parametrize(
    ("scrolls", "rests_ms", "seen"),
    [(False, 0, "59"), (True, 0, "46"), (False, pointer.RESTS_MS * 1000, "1")],
)
def test_the_newest_games_are_seen_unless_the_user_has_scrolled_or_points_at_one(
    qtbot: QtBot,
    page: ArenaPage,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    scrolls: bool,
    rests_ms: int,
    seen: str,
):
    """Also where the pointer was left over the list, and a game is chosen."""
    monkeypatch.setattr(pointer, "RESTS_MS", rests_ms)
    arena = ArenaFolder(folder / "long")
    arena.path.mkdir()
    arena.open(Plan(("random", "random:seed=1"), games=100, size="4x4"))
    page.watch(arena.path)
    page.open()
    qtbot.waitExposed(page)

    def finish(games: range) -> None:
        for game in games:
            arena.append(FinishedGame(game, 0, 1, "black", "no_legal_move", 9, 1.0, 1.0), b"")
        page.process.look()
        QApplication.processEvents()

    def sees(game: str) -> bool:
        item = page.games.table.findItems(game, Qt.MatchFlag.MatchExactly)[0]
        return page.games.table.viewport().rect().intersects(page.games.table.visualItemRect(item))

    finish(range(1, 2))
    qtbot.mouseMove(
        page.games.table.viewport(),
        page.games.table.visualRect(page.games.table.model().index(0, 0)).center(),
    )
    wait(qtbot, page.games.table.viewport().underMouse)
    page.games.table.selectRow(0)
    finish(range(2, 50))
    assert sees("1" if rests_ms else "49")
    if scrolls:
        page.games.table.verticalScrollBar().setValue(3)
    finish(range(50, 60))
    assert sees(seen)
    arena.close()


def test_the_bar_is_painted_with_the_text(qtbot: QtBot, page: ArenaPage, folder: Path):
    """It paints itself as soon as it has another value."""
    arena = ArenaFolder(folder / "slow")
    arena.path.mkdir()
    arena.open(Plan(("random", "random:seed=1"), games=20, size="4x4"))
    page.watch(arena.path)
    with qtbot.waitExposed(page):
        page.open()
    QApplication.processEvents()
    painted: list[tuple[int, str]] = []

    class Painted(QObject):
        def eventFilter(self, watched: QObject, event: QEvent) -> bool:
            if event.type() == QEvent.Type.Paint:
                painted.append((page.progress.value(), page.state.text().split(": ")[-1]))
            return False

    seen = Painted()
    page.progress.installEventFilter(seen)
    for game in (1, 2):
        arena.append(FinishedGame(game, 0, 1, "black", "no_legal_move", 9, 1.0, 1.0), b"")
        page.process.look()
        QApplication.processEvents()
    arena.close()
    assert {*painted} == {(1, "1 of 20 games."), (2, "2 of 20 games.")}


def test_an_arena_that_was_never_begun_says_so(page: ArenaPage, folder: Path):
    (folder / "empty").mkdir()
    page.watch(folder / "empty")
    page.open()
    assert "never begun" in page.state.text()
    assert not page.start_button.isEnabled() and page.start_button.toolTip() == page.state.text()


def test_games_that_could_not_be_read_once_are_read_again(
    page: ArenaPage, folder: Path, monkeypatch: pytest.MonkeyPatch
):
    """As Windows refuses a file that a virus scanner has in hand."""
    read = ArenaFolder.read_games

    def refuse(_folder: ArenaFolder) -> list[FinishedGame]:
        raise ArenaError("it is in use")

    monkeypatch.setattr(ArenaFolder, "read_games", refuse)
    page.watch(folder / "played")
    page.open()
    assert page.state.text() == "It is in use"
    monkeypatch.setattr(ArenaFolder, "read_games", read)
    page.process._on_time()
    assert "All 6 games are played." in page.state.text() and page.games.table.rowCount() == 6


def test_a_folder_that_is_no_arena_is_told(page: ArenaPage, folder: Path):
    (folder / "broken").mkdir()
    (folder / "broken" / "arena.json").write_text("nonsense")
    page.open()
    page.watch(folder / "broken")
    assert "arena.json" in page.state.text() and "can't be read" in page.state.text()
    assert not page.start_button.isEnabled() and page.standings.table.rowCount() == 0
    LanguageSwitch().use("zh_CN")
    QApplication.processEvents()
    assert "arena.json" in page.state.text() and "can't be read" not in page.state.text()
    assert page.start_button.toolTip() == page.state.text()
    shutil.copy(folder / "played" / "arena.json", folder / "broken")
    page.process._on_time()
    assert page.start_button.isEnabled() and page.standings.table.rowCount() == 2


def test_a_process_that_fails_says_why(qtbot: QtBot, page: ArenaPage, folder: Path):
    failures: list[str] = []
    page.process.failed.disconnect()
    page.process.failed.connect(failures.append)
    page.process.start(folder / "wrong", Plan(("random", "nobody"), size="4x4"), 1)
    wait(qtbot, lambda: bool(failures))
    assert "nobody" in failures[0] and TEMPLATE in failures[0]


def test_the_dialog_makes_plans(qtbot: QtBot, folder: Path):
    dialog = dialog_in(folder)
    qtbot.addWidget(dialog)
    assert dialog.agree.isEnabled()
    assert dialog.choice().folder == folder / "arena-1"
    dialog.players.choice.setCurrentText("uct:playouts=5")
    dialog.players.add_button.click()
    dialog.games.setValue(7)
    dialog.board.setCurrentText("5x5")
    plan = dialog.choice().plan
    assert plan.players[-1] == "uct:playouts=5" and len(plan) == 21 and plan.size == "5x5"
    assert (plan.seconds, plan.total_seconds) == (None, None)
    dialog.seconds.setValue(3)
    dialog.time.setCurrentIndex(dialog.time.findData(MOVE_TIME))
    assert (dialog.choice().plan.seconds, dialog.choice().plan.total_seconds) == (3, None)
    dialog.time.setCurrentIndex(dialog.time.findData(TOTAL_TIME))
    assert (dialog.choice().plan.seconds, dialog.choice().plan.total_seconds) == (None, 3)


def test_random_moves_are_offered_only_where_all_can_play_on_from_there(qtbot: QtBot, folder: Path):
    """As for AIs that are watched."""
    dialog = dialog_in(folder)
    qtbot.addWidget(dialog)
    dialog.opening_moves.setValue(3)
    dialog.players.add_text(f"sau:name=whole,command={quote(sys.executable)}")
    assert not dialog.opening_moves.isEnabled() and "whole games only" in dialog.opening_moves.toolTip()
    assert dialog.choice().plan.opening_moves == dialog.opening_moves.value() == 0
    assert "Games altogether: 60. Programs of the SAU platform play whole games only" in dialog.summary.text()
    assert dialog.agree.isEnabled()
    dialog.players.list.setCurrentRow(2)
    dialog.players.remove_button.click()
    assert dialog.opening_moves.isEnabled() and "repeat one game" in dialog.opening_moves.toolTip()
    assert dialog.choice().plan.opening_moves == 3 and dialog.summary.text() == "Games altogether: 20."


def test_the_dialog_tells_what_cannot_be_played(qtbot: QtBot, folder: Path):
    dialog = dialog_in(folder)
    qtbot.addWidget(dialog)
    start = dialog.agree
    dialog.players.choice.setCurrentText("nobody")
    dialog.players.add_button.click()
    assert "nobody" in dialog.players.problem.text() and "nobody" not in dialog.players.texts()
    there = dialog.players.texts()
    dialog.players.choice.setCurrentText(there[0])
    dialog.players.add_button.click()
    assert "in the list already" in dialog.players.problem.text() and dialog.players.texts() == there
    assert dialog.players.choice.currentText() == there[0], "to be mended"
    for change, said in (
        (lambda: dialog.name.setText("played"), "already"),
        (lambda: dialog.name.setText("a/b"), "can't have / in it"),
        (lambda: dialog.name.setText("cup."), "end with a dot"),
        (lambda: dialog.board.setCurrentText("huge"), "huge"),
    ):
        name, board = dialog.name.text(), dialog.board.currentText()
        change()
        assert said in dialog.summary.text() and not start.isEnabled()
        dialog.name.setText(name)
        dialog.board.setCurrentText(board)
        assert start.isEnabled()
    dialog.players.list.setCurrentRow(0)
    dialog.players.remove_button.click()
    assert "two players" in dialog.summary.text() and not start.isEnabled()
    for text in ("random", "uct:playouts=5", "uct:playouts=6"):
        dialog.players.add_text(text)
    kept = dialog.players.texts()[-1:]
    dialog.players.list.selectAll()
    last = dialog.players.list.count() - 1
    dialog.players.list.setCurrentRow(last, QItemSelectionModel.SelectionFlag.Deselect)
    dialog.players.remove_button.click()
    assert dialog.players.texts() == kept, "all that were chosen are gone"
    dialog.players.remove_button.click()
    assert not dialog.players.texts(), "the next one is chosen then"


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_a_problem_that_is_told_moves_no_field_of_the_dialog(language: str, qtbot: QtBot, folder: Path):
    """Nor does a time that can be written since."""
    LanguageSwitch().use(language)
    dialog = dialog_in(folder)
    qtbot.addWidget(dialog)
    dialog.show()
    fields = [dialog.players.list, dialog.games, dialog.board, dialog.time, dialog.buttons]

    def places() -> list[int]:
        QApplication.processEvents()
        return [field.mapTo(dialog, field.rect().bottomLeft()).y() for field in fields]

    before = places()
    dialog.players.choice.setCurrentText("nobody")
    dialog.players.add_button.click()
    dialog.board.setCurrentText("huge")
    dialog.time.setCurrentIndex(dialog.time.findData(MOVE_TIME))
    assert dialog.seconds.isVisible() and dialog.players.problem.text() and "huge" in dialog.summary.text()
    assert places() == before


def test_enter_in_the_field_of_players_adds_and_begins_nothing(qtbot: QtBot, folder: Path):
    dialog = ArenaDialog(None, folder, [])
    qtbot.addWidget(dialog)
    dialog.show()
    for field in (dialog.players.choice, dialog.players.choice.lineEdit()):
        for _ in range(2):
            dialog.players.choice.setCurrentText("nobody")
            qtbot.keyClick(field, Qt.Key.Key_Return)
            assert dialog.isVisible() and dialog.players.problem.text()
        dialog.players.choice.setCurrentText("uct:playouts=5")
        qtbot.keyClick(field, Qt.Key.Key_Return)
        assert dialog.isVisible() and dialog.players.texts()[-1] == "uct:playouts=5"
        dialog.players.list.setCurrentRow(2)
        dialog.players.remove()


def test_a_level_is_added_by_its_name(qtbot: QtBot, folder: Path):
    dialog = dialog_in(folder)
    qtbot.addWidget(dialog)
    dialog.players.choice.setCurrentText(levels()[-1].name("en"))
    qtbot.keyClick(dialog.players.choice.lineEdit(), Qt.Key.Key_Return)
    assert dialog.players.texts()[-1] == levels()[-1].player_text


def test_an_external_program_is_added_by_its_name(qtbot: QtBot, folder: Path):
    make_application([])
    engine = f"gtp:command={quote(sys.executable)},name=My engine"
    dialog = ArenaDialog(None, folder, [], [engine])
    qtbot.addWidget(dialog)
    dialog.players.choice.setCurrentText("My engine")
    qtbot.keyClick(dialog.players.choice.lineEdit(), Qt.Key.Key_Return)
    assert dialog.players.texts()[-1] == engine
    assert dialog.agree.isEnabled()


def test_a_checkpoint_is_added_from_its_file(qtbot: QtBot, folder: Path, monkeypatch: pytest.MonkeyPatch):
    path = folder / "网络, 1.safetensors"
    path.write_bytes(find_network(SHIPPED).read_bytes())
    dialog = dialog_in(folder)
    qtbot.addWidget(dialog)
    asked = iter([[], [path], [folder / "none.safetensors"]])
    monkeypatch.setattr("gui.arena.dialog.choose_checkpoints", lambda _parent: next(asked))
    for _ in range(3):
        dialog.players.choice.setCurrentIndex(dialog.players.choice.count() - 1)
        dialog.players.choice.activated.emit(dialog.players.choice.count() - 1)
    (*_, text) = dialog.players.texts()
    assert len(dialog.players.texts()) == 3
    assert make_player(text).network.path == path  # type: ignore[attr-defined]
    assert "none.safetensors" in dialog.players.problem.text()


def test_of_networks_with_one_name_the_one_that_was_chosen_is_added(qtbot: QtBot, folder: Path):
    paths = [folder / run / "best.safetensors" for run in ("first", "second")]
    for path in paths:
        path.parent.mkdir()
        path.write_bytes(find_network(SHIPPED).read_bytes())
    make_application([])
    dialog = ArenaDialog(None, folder, [("best", str(path)) for path in paths])
    qtbot.addWidget(dialog)
    choice = dialog.players.choice
    second = choice.findText("Network best") + 1
    choice.setCurrentIndex(second)
    choice.activated.emit(second)
    assert make_player(dialog.players.texts()[-1]).network.path == paths[1]  # type: ignore[attr-defined]


def test_generations_of_a_session_are_added_together(
    qtbot: QtBot, folder: Path, monkeypatch: pytest.MonkeyPatch
):
    paths = [folder / "runs" / "first" / "checkpoints" / f"{number:06}.safetensors" for number in (10, 50)]
    paths[0].parent.mkdir(parents=True)
    for path in paths:
        path.write_bytes(find_network(SHIPPED).read_bytes())
    dialog = dialog_in(folder)
    qtbot.addWidget(dialog)
    monkeypatch.setattr(QFileDialog, "exec", lambda _self: True)
    monkeypatch.setattr(QFileDialog, "selectedFiles", lambda _self: list(map(str, paths)))
    other = dialog.players.choice.findText("other generations or checkpoints…")
    dialog.players.choice.setCurrentIndex(other)
    dialog.players.choice.activated.emit(other)
    listed = [dialog.players.list.item(row).text() for row in (2, 3)]
    assert "first, generation 10" in listed[0] and "first, generation 50" in listed[1]


def test_networks_search_with_as_many_simulations_as_the_dialog_says(
    qtbot: QtBot, folder: Path, monkeypatch: pytest.MonkeyPatch
):
    """Those in the list too; whoever writes a text has written a number."""
    paths = [folder / f"{name}.safetensors" for name in ("met", "known", "chosen")]
    for path in paths:
        path.write_bytes(find_network(SHIPPED).read_bytes())
    make_application([])
    met, known, chosen = map(str, paths)
    dialog = ArenaDialog(None, folder, [("known", known)], meeting=[met])
    qtbot.addWidget(dialog)
    dialog.show()
    players = dialog.players
    assert players.simulations.isVisible() and players.simulations.value() == 100
    written = "zero:net=flagship,simulations=50"
    monkeypatch.setattr("gui.arena.dialog.choose_checkpoints", lambda _parent: [Path(chosen)])
    for text in ("Network known", "other generations or checkpoints…", written):
        players.choice.setCurrentText(text)
        qtbot.mouseClick(players.add_button, Qt.MouseButton.LeftButton)

    def searching() -> dict[str, str]:
        found = (split(text)[1] for text in dialog.choice().plan.players)
        return {options["net"]: options["simulations"] for options in found if "net" in options}

    assert searching() == {met: "100", known: "100", chosen: "100", "flagship": "50"}
    players.simulations.selectAll()
    qtbot.keyClicks(players.simulations, "800")
    assert searching() == {met: "800", known: "800", chosen: "800", "flagship": "50"}
    listed = [players.list.item(row).text() for row in range(players.list.count())]
    assert len([text for text in listed if "800 simulations" in text]) == 3
    players.choice.setCurrentText("Network known")
    qtbot.mouseClick(players.add_button, Qt.MouseButton.LeftButton)
    assert "in the list already" in players.problem.text()


def test_the_window_opens_the_arena_and_shows_its_games(folder: Path, desk: Desk):
    desk.trigger("arena")
    page = desk.window.arena.page
    assert page is not None and page.isVisible()
    page.games.table.cellActivated.emit(0, 0)
    game = desk.window.controller.game
    assert game.size.rows == 4 and game.result is not None
    assert not [box for box in desk.window.findChildren(QMessageBox) if box.isVisible()]
    switch = LanguageSwitch()
    switch.use("zh_CN")
    QApplication.processEvents()
    assert page.windowTitle() != "Arena"


def test_an_arena_stops_with_the_window_only_if_that_is_wanted(
    folder: Path, desk: Desk, monkeypatch: pytest.MonkeyPatch
):
    desk.trigger("arena")
    page = desk.window.arena.page
    assert page is not None
    asked = answer(monkeypatch, QMessageBox.StandardButton.No, QMessageBox.StandardButton.Yes)
    page.process.start(folder / "long one", Plan(TINY.players, games=4000, size="4x4"), 1)
    begun = page.process._process
    for is_open in (True, False):
        desk.window.close()
        assert desk.window.isVisible() == is_open
    assert len(asked) == 2 and all("arena is being played" in said for said in asked)
    assert begun is not None
    begun.wait(PATIENCE_SECONDS)


def test_an_arena_goes_on_when_its_window_is_closed_by_escape(folder: Path, desk: Desk):
    """As long as the window of the board is there."""
    desk.trigger("arena")
    page = desk.window.arena.page
    assert page is not None
    page.process.start(folder / "long one", Plan(TINY.players, games=4000, size="4x4"), 1)
    desk.wait(page.isActiveWindow)
    desk.qtbot.keyClick(page, Qt.Key.Key_Escape)
    assert not page.isVisible() and page.process.running and not page.process.ending
    played = len(page.process.games)
    desk.wait(lambda: len(page.process.games) > played)
    desk.trigger("arena")
    assert page.isVisible() and page.process.folder == folder / "long one"


def test_an_arena_that_was_begun_elsewhere_outlives_the_window(
    folder: Path, desk: Desk, monkeypatch: pytest.MonkeyPatch
):
    asked = answer(monkeypatch, QMessageBox.StandardButton.No)
    elsewhere = FolderLock(folder / "played")
    assert elsewhere.take()
    desk.trigger("arena")
    page = desk.window.arena.page
    assert page is not None and page.process.running
    desk.window.close()
    assert not desk.window.isVisible() and not asked
    assert not ArenaFolder(folder / "played")._stop.exists()
    elsewhere.release()


def test_a_new_arena_is_named_in_the_windows_language(desk: Desk, tmp_path: Path):
    for language, named in (("en", "arena-1"), ("zh_CN", "竞技场 1")):
        desk.window._choose("language", language)
        dialog = ArenaDialog(None, tmp_path, [], [])
        desk.qtbot.addWidget(dialog)
        assert dialog.name.text() == named
