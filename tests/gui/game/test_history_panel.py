"""The list of moves beside the board."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.game import Game, Node, Reason, Result
from core.points import Notation
from core.position import Color, Loss, LossKind, Size
from gui.game.history_panel import HistoryPanel
from gui.program.language import LanguageSwitch

NINE = Size(9, 9)
BLACK_WON, WHITE_WON = (Result(color, Reason.RESIGNATION) for color in Color)


pytestmark = pytest.mark.usefixtures("application")


@pytest.fixture
def history(qtbot: QtBot) -> HistoryPanel:
    panel = HistoryPanel()
    qtbot.addWidget(panel)
    panel.resize(200, 300)
    panel.show()
    qtbot.waitExposed(panel)
    return panel


def game_of(*points: int) -> Game:
    game = Game(NINE)
    for point in points:
        game.play(point)
    return game


def texts(panel: HistoryPanel) -> list[str]:
    return [panel.item(row).text() for row in range(panel.count())]


def click_row(qtbot: QtBot, panel: HistoryPanel, row: int) -> None:
    panel.scrollToItem(panel.item(row))
    place = panel.visualItemRect(panel.item(row)).center()
    qtbot.mouseClick(panel.viewport(), Qt.MouseButton.LeftButton, pos=place)


def test_a_right_click_marks_no_other_move_than_the_one_that_is_shown(qtbot: QtBot, history: HistoryPanel):
    history.show_game(game_of(0, 2, 4), Notation.GTP, None)
    for button, row in ((Qt.MouseButton.RightButton, 3), (Qt.MouseButton.LeftButton, 1)):
        place = history.visualItemRect(history.item(1)).center()
        qtbot.mouseClick(history.viewport(), button, pos=place)
        assert history.currentRow() == row


def test_a_letter_marks_no_other_move_either(qtbot: QtBot, history: HistoryPanel):
    history.show_game(game_of(0, 2, 4), Notation.GTP, None)
    for letter in "1s":
        qtbot.keyClicks(history, letter)
        assert history.currentRow() == 3


def test_the_result_is_seen_below_the_last_move(history: HistoryPanel):
    game = game_of(*range(0, 40, 2))
    history.show_game(game, Notation.GTP, WHITE_WON)
    result = history.visualItemRect(history.item(history.count() - 1))
    assert history.viewport().rect().contains(result)


def test_moves_are_listed_in_the_notation_that_is_chosen(history: HistoryPanel):
    game = game_of(44, 0)
    history.show_game(game, Notation.CHAMPIONSHIP, None)
    assert texts(history) == ["Start", "1.  I5", "2.  A9"]
    assert history.currentRow() == 2 and history.accessibleName() == "Moves"
    history.show_game(game, Notation.GTP, BLACK_WON)
    assert texts(history) == ["Start", "1.  J5", "2.  A9", "Black wins"]


def test_a_click_names_the_move_and_on_the_result_the_end(qtbot: QtBot, history: HistoryPanel):
    chosen: list[Node] = []
    history.node_chosen.connect(chosen.append)
    game = game_of(*range(0, 60, 2))
    line = game.cursor.line()
    history.show_game(game, Notation.CHAMPIONSHIP, WHITE_WON)
    for row in (0, 3, 30, 31):
        click_row(qtbot, history, row)
    assert chosen == [line[0], line[3], line[30], line[30]]
    assert history.currentRow() == 30


def test_a_losing_move_is_listed_though_it_stands_on_no_board(qtbot: QtBot, history: HistoryPanel):
    chosen: list[Node] = []
    history.node_chosen.connect(chosen.append)
    game = game_of(1, 0)
    result = Result.by_loss(Color.BLACK, Loss(LossKind.CAPTURE, 9, captured=(0,)))
    history.show_game(game, Notation.CHAMPIONSHIP, result)
    assert texts(history) == ["Start", "1.  B9", "2.  A9", "3.  A8  loses", "White wins"]
    assert history.item(3).toolTip() == "White wins: Black's move A8 captures A9."
    click_row(qtbot, history, 3)
    assert chosen == [game.cursor]


def test_a_pass_that_loses_has_no_point_to_list(history: HistoryPanel):
    history.show_game(game_of(40), Notation.GTP, Result(Color.BLACK, Reason.PASS, Loss(LossKind.PASS, -1)))
    assert texts(history) == ["Start", "1.  E5", "Black wins"]


def test_the_line_stays_whole_when_looking_back(history: HistoryPanel):
    game = game_of(*range(0, 60, 2))
    game.back(28)
    history.show_game(game, Notation.CHAMPIONSHIP, WHITE_WON)
    assert history.currentRow() == 2 and history.count() == 32
    assert history.viewport().rect().intersects(history.visualItemRect(history.item(2)))


def test_the_list_changes_its_language(history: HistoryPanel):
    switch = LanguageSwitch()
    history.show_game(game_of(40), Notation.CHAMPIONSHIP, WHITE_WON)
    for language, shown in (
        ("zh_CN", ["开始", "1.  E5", "白方胜"]),
        ("en", ["Start", "1.  E5", "White wins"]),
    ):
        switch.use(language)
        QApplication.processEvents()
        assert texts(history) == shown
