"""Games that are analysed in a window without a network, so that nothing has to be loaded, and the report on them."""

from collections.abc import Sequence

from PySide6.QtWidgets import QTableWidget

from core.game import Game
from core.player import Candidate, Decision
from core.position import Color, Size
from gui.analysis.report import ReportDialog
from tests.gui.desk import Desk

FAST = "uct:seed=1"
"""A player without a network, so that nothing has to be loaded."""


def quick(desk: Desk) -> Desk:
    """The window with a game on a small board, and with analyses that soon end."""
    settings = desk.window.settings
    settings.analysis_player = settings.compare_first = settings.compare_second = FAST
    settings.analysis_simulations, settings.review_simulations = 300, 60
    desk.play(size=5)
    return desk


def report_of(desk: Desk) -> ReportDialog:
    report = desk.window.review.report
    assert report is not None
    return report


def report_of_is_open(desk: Desk) -> bool:
    return desk.window.review.report is not None


def divided(*visits: int) -> Decision:
    """An analysis whose moves have so many visits."""
    candidates = tuple(Candidate(20 + number, each) for number, each in enumerate(visits))
    return Decision(20, candidates, 0.1, visits=sum(visits), by=FAST)


def some_game(black_win_rates: Sequence[float] = (0.5, 0.1, 0.4, 0.4, 0.4, 0.9)) -> Game:
    game = Game(Size(5, 5))
    for point in (0, 2, 4, 10, 12):
        game.play(point)
    for node, rate in zip(game.main_line(), black_win_rates, strict=True):
        to_move = rate if node.position.to_move is Color.BLACK else 1 - rate
        game.keep_analysis(node, Decision(20, (Candidate(20, 9),), 2 * to_move - 1, visits=9))
    return game


def report_on(desk: Desk, game: Game) -> QTableWidget:
    desk.window.controller.open_game(game)
    desk.trigger("report")
    return report_of(desk).table
