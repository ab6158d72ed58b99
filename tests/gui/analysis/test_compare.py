"""Two players side by side on the position that is looked at."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QDialog, QToolButton

from ai.checkpoint import CHECKPOINTS
from ai.players import SHIPPED, split
from core.game import Game
from core.player import Candidate, Decision
from core.points import Notation, point_name
from core.position import Color, Size
from gui.analysis.analysis_settings import GROUP
from gui.analysis.compare import STRONGEST
from gui.networks.networks import MOST_GENERATIONS
from gui.program.settings import Settings
from tests.gui.analysis.analysing import report_on, some_game
from tests.gui.desk import Desk

Key = Qt.Key


def test_networks_on_the_list_are_offered_for_comparison(desk: Desk):
    desk.window.settings.networks = ["/some where/mine.safetensors"]
    desk.trigger("compare_players")
    dialog = desk.window.compare.dialog
    assert dialog is not None
    choice = dialog.columns[0].choice
    offered = [choice.itemText(index) for index in range(choice.count())]
    assert any("mine" in text for text in offered) and any("shipped" in text for text in offered)
    dialog.close()


def test_generations_of_runs_are_offered_for_comparison(desk: Desk, data_folder: Path):
    """So many as fit into a menu, from the first to the last."""
    for run, last in (("run-1", 2), ("run-2", 100)):
        folder = data_folder / "runs" / run / CHECKPOINTS
        folder.mkdir(parents=True)
        for generation in range(last + 1):
            (folder / f"{generation:06}.safetensors").touch()
    desk.trigger("compare_players")
    dialog = desk.window.compare.dialog
    assert dialog is not None
    choice = dialog.columns[1].choice
    offered = {
        run: [
            choice.itemText(index)
            for index in range(choice.count())
            if choice.itemData(index, GROUP) == f"Generations of “{run}”"
        ]
        for run in ("run-1", "run-2")
    }
    assert offered["run-1"] == [f"Buwei AI (run-1, generation {number})" for number in (2, 1, 0)]
    assert len(offered["run-2"]) == MOST_GENERATIONS
    assert "generation 100)" in offered["run-2"][0] and "generation 0)" in offered["run-2"][-1]
    dialog.close()


def test_in_a_low_comparison_boards_leave_the_lists_their_rows(desk: Desk):
    """And show what they have shown."""
    desk.window.settings.compare_first = desk.window.settings.compare_second = "uct:playouts=50"
    desk.trigger("compare_players")
    dialog = desk.window.compare.dialog
    assert dialog is not None
    column = dialog.columns[0]
    desk.wait(lambda: column.thinker.current is None and column.board is not None)
    heights = []
    for height in (720, 540):
        dialog.resize(900, height)
        QApplication.processEvents()
        assert column.board is not None and column.board._stones is not None
        heights.append(column.board.height())
        assert column.thoughts._table.viewport().height() >= 3 * column.thoughts._table.rowHeight(0)
    assert heights[0] > heights[1]
    dialog.close()


def test_a_comparison_writes_points_anew_when_they_get_other_names(desk: Desk):
    """Nobody thinks again for that, and no dialog comes to the front."""
    desk.trigger("compare_players")
    dialog = desk.window.compare.dialog
    assert dialog is not None
    for column, prior in zip(dialog.columns, (0.5, 0.02), strict=True):
        found = Decision(12, (Candidate(12, 10, prior=prior),), visits=10, by=column.choice.player())
        column.thinker.worker.decided.emit(column.thinker.current, found)
    asked: list[object] = []
    for column in dialog.columns:
        column.thinker.begun.connect(lambda: asked.append(None))

    def names() -> list[tuple[str, Notation | None]]:
        cells = [column.thoughts._table.item(0, 0) for column in dialog.columns]
        boards = [column.board for column in dialog.columns]
        return [
            (cell.text(), board._notation)
            for cell, board in zip(cells, boards, strict=True)
            if cell is not None and board is not None
        ]

    desk.choose("notation", "championship")
    before = names()
    desk.choose("notation", "gtp")
    assert names() == [(point_name(12, Size(5, 5), Notation.GTP), Notation.GTP)] * 2 != before
    assert desk.window.compare.dialog is dialog and not asked
    assert all(column.thinker.current is None for column in dialog.columns)
    boards = [column.board for column in dialog.columns]
    shades = [float(board._values.max()) for board in boards if board is not None]
    assert shades == pytest.approx([STRONGEST, STRONGEST * 0.02 / 0.5])
    dialog.close()


def test_a_comparison_keeps_its_simulations_in_another_language(desk: Desk):
    desk.trigger("compare_players")
    dialog = desk.window.compare.dialog
    assert dialog is not None
    dialog.simulations.setValue(123)
    desk.window.compare.retranslate()
    anew = desk.window.compare.dialog
    assert anew is not None and anew is not dialog and anew.simulations.value() == 123
    anew.close()


def test_a_comparison_says_why_a_player_ended_early(desk: Desk):
    desk.trigger("compare_players")
    dialog = desk.window.compare.dialog
    assert dialog is not None
    dialog.simulations.setValue(400)
    for lead, said in ((226, "Done early: no other move could overtake"), (150, "Done.")):
        dialog._asked = None
        dialog.ask()
        column = dialog.columns[0]
        candidates = (Candidate(12, lead), Candidate(0, 226 - lead))
        found = Decision(12, candidates, visits=226, by=column.choice.player())
        column.thinker.worker.decided.emit(column.thinker.current, found)
        assert column.thoughts._status.text().startswith(said)
    dialog.close()


def test_both_policies_are_shaded_by_one_scale(desk: Desk):
    """A player that finds every move unlikely does not look as sure as one with a favourite; nor after the window became lower."""
    desk.trigger("compare_players")
    dialog = desk.window.compare.dialog
    assert dialog is not None
    for column, prior in zip(dialog.columns, (0.5, 0.02), strict=True):
        found = Decision(12, (Candidate(12, 10, prior=prior),), visits=10, by=column.choice.player())
        column.thinker.worker.decided.emit(column.thinker.current, found)
    for height in (720, 540):
        dialog.resize(900, height)
        QApplication.processEvents()
        boards = [column.board for column in dialog.columns]
        shades = [float(board._values.max()) for board in boards if board is not None]
        assert shades == pytest.approx([STRONGEST, STRONGEST * 0.02 / 0.5])
    dialog.close()


def test_another_network_is_proposed_beside_the_first(desk: Desk):
    settings = desk.window.settings
    settings.compare_first, settings.compare_second = Settings.compare_first, Settings.compare_second
    settings.analysis_player = Settings.analysis_player
    desk.trigger("compare_players")
    dialog = desk.window.compare.dialog
    assert dialog is not None
    nets = [split(column.choice.player())[1]["net"] for column in dialog.columns]
    assert nets[0] == SHIPPED != nets[1] and settings.analysis_player == dialog.columns[0].choice.player()
    dialog.columns[1].chosen.emit()
    assert settings.compare_second == dialog.columns[1].choice.player(), "and stays once one has chosen"
    dialog.close()


def test_a_network_that_learned_on_other_boards_is_told_of(desk: Desk):
    settings = desk.window.settings
    settings.compare_first, settings.compare_second = "policy", "uct:playouts=50"
    desk.trigger("compare_players")
    dialog = desk.window.compare.dialog
    assert dialog is not None
    desk.wait(lambda: all(column.thinker.current is None for column in dialog.columns))
    said = [column._about_board.text() for column in dialog.columns]
    assert said[0].endswith("It learned on 9x9 boards only: on 5x5 it may play poorly.")
    assert "learned" not in said[1]
    dialog.close()


def test_two_players_on_the_same_position(desk: Desk):
    desk.window.settings.compare_second = "uct:seed=2"
    desk.click(12)
    desk.trigger("compare_players")
    dialog = desk.window.compare.dialog
    assert dialog is not None

    def both_done() -> bool:
        return all(column.thinker.current is None for column in dialog.columns)

    desk.wait(both_done)
    assert all(column.thoughts._table.rowCount() == 8 for column in dialog.columns)
    dialog.resize(dialog.width(), 10)
    for column in dialog.columns:
        assert column.board is not None
        board = column.board
        desk.wait(
            lambda board=board, column=column: not board.geometry().intersects(column.thoughts.geometry())
        )
    desk.click(0)
    assert not both_done(), "they follow the game"
    desk.wait(both_done)

    def visits() -> list[str]:
        return [column.thoughts._visits.text().split()[0] for column in dialog.columns]

    buttons = {button.accessibleName(): button for button in dialog.findChildren(QToolButton)}
    assert not buttons["One move on"].isEnabled(), "there is no move yet that would come next"
    for name in ("One move back", "One move on"):
        assert buttons[name].toolTip() == name and not buttons[name].icon().isNull()
        desk.qtbot.mouseClick(buttons[name], Qt.MouseButton.LeftButton)
        assert not both_done(), "it goes through the game too"
        desk.wait(both_done)
    once = visits()
    dialog.columns[0].chosen.emit()
    assert not both_done()
    desk.wait(both_done)
    assert visits() == once, "each begins anew"
    desk.qtbot.keyClick(dialog, Key.Key_Escape)
    assert desk.window.compare.dialog is None


def test_dialogs_that_are_open_change_their_language(desk: Desk):
    report_on(desk, some_game())
    desk.trigger("compare_players")
    desk.choose("language", "zh_CN")

    def titles() -> set[str]:
        return {dialog.windowTitle() for dialog in desk.window.findChildren(QDialog) if dialog.isVisible()}

    desk.wait(lambda: titles() == {"整局分析报告", "两名棋手对当前局面的看法"})


def test_where_the_game_is_over_nobody_thinks_and_the_winner_is_named(desk: Desk):
    desk.window.settings.compare_first = desk.window.settings.compare_second = "uct:playouts=50"
    game = Game(Size(2, 2))
    for point in (0, 3, 1):
        game.play(point)
    assert game.position.is_over
    desk.window.controller.open_game(game)
    desk.trigger("compare_players")
    dialog = desk.window.compare.dialog
    assert dialog is not None
    for column in dialog.columns:
        assert column.thinker.current is None
        assert column.thoughts._status.text() == "The game is over here."
        assert column.thoughts._bar.texts()[Color.BLACK].endswith("100.0%")
    dialog.close()
