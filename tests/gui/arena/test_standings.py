"""The standings of an arena, and who beat whom."""

import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from ai.arena.contest import play
from ai.arena.folder import ArenaFolder, FinishedGame
from ai.arena.plan import Plan
from ai.elo import wilson
from gui.arena import pointer
from gui.arena.page import ArenaPage
from gui.parts.tables import rows_of
from gui.program.language import LanguageSwitch
from gui.program.messages import unrated_label
from tests.gui.arena.tiny import TINY, column, tip
from tests.gui.desk import wait


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


def test_the_cross_table_follows_the_games(qtbot: QtBot, page: ArenaPage, folder: Path):
    """Beside the standings and in their order; where two never met, and on the diagonal, it says nothing."""
    plan = Plan(("random", "random:seed=1", "random:seed=2"), games=4, size="4x4")
    games = play(plan, ArenaFolder(folder / "three"))
    next(games)
    games.close()
    page.watch(folder / "three")
    page.open()
    standings, cross_table, tabs = page.standings.table, page.standings.cross_table, page.standings.tabs
    qtbot.mouseClick(tabs, Qt.MouseButton.LeftButton, pos=tabs.tabRect(1).center())
    assert cross_table.isVisible() and not standings.isVisible()
    shown = rows_of(cross_table)
    assert shown[0] == ["Rank", "Player", "1", "2", "3"]
    assert sorted(score for row in shown[1:] for score in row[2:]) == 7 * [""] + ["0–1", "1–0"]
    list(play(plan, ArenaFolder(folder / "three")))
    page.process.look()
    ranked = [plan.players.index(tip(standings, row, 0)) for row in range(3)]
    for row, player in enumerate(ranked):
        for place, other in enumerate(ranked, 2):
            met = [game for game in page.process.games if {game.black, game.white} == {player, other}]
            score, said = rows_of(cross_table)[row + 1][place], tip(cross_table, row, place)
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


def test_the_players_stand_in_the_tables_before_the_first_game_has_ended(page: ArenaPage, folder: Path):
    standings = page.standings
    new = ArenaFolder(folder / "new one")
    new.path.mkdir()
    page.watch(new.path)
    assert standings.table.rowCount() == 0
    new.open(TINY)
    page.process.look()
    assert standings.table.rowCount() == standings.cross_table.rowCount() == 2
    assert page.games.table.rowCount() == 0
    new.close()


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


def test_the_tables_speak_the_windows_language(page: ArenaPage):
    """What stands in them too, though no game has come in since; who is chosen stays so."""
    page.open()
    standings, cross_table = page.standings.table, page.standings.cross_table
    standings.selectRow(1)
    before = rows_of(standings)
    LanguageSwitch().use("zh_CN")
    QApplication.processEvents()
    assert [page.standings.tabs.tabText(tab) for tab in (0, 1)] == ["排名", "相互战绩"]
    assert rows_of(standings)[0][0] == "棋手" and rows_of(cross_table)[0][:2] == ["名次", "棋手"]
    names = [unrated_label(tip(standings, row, 0)) for row in range(2)]
    assert column(standings, 0) == column(cross_table, 1) == names != [row[0] for row in before[1:]]
    assert [row[1:] for row in rows_of(standings)[1:]] == [row[1:] for row in before[1:]]
    assert {index.row() for index in standings.selectedIndexes()} == {1}
