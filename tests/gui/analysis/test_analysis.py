"""Analysing in the window: with real keys and clicks, on what the window shows."""

import shutil
import sys
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QImage, QMouseEvent, QPalette
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QDialog,
    QFileDialog,
    QLabel,
    QMenu,
    QTableWidget,
    QToolButton,
)
from pytestqt.qtbot import QtBot

from ai.levels import levels
from ai.players import NETWORKS, AiPlayer, PlayerError, quote
from ai.players.random import RandomPlayer
from ai.players.text import Options
from ai.training.self_play_record import RecordedSelfPlay
from core import records
from core.game import Game, Node, Reason, Result
from core.player import Candidate, Decision, Limit, Proof
from core.points import Notation
from core.position import Color, Position, Size
from core.records import sgf
from core.review import Judgement, accuracy, black_win_rate
from gui.analysis.analysis_settings import AnalysisDialog
from gui.analysis.graph import GAP, SAMPLE, WinRateGraph
from gui.analysis.known import knows_enough
from gui.analysis.report import ReportDialog
from gui.app import make_application
from gui.game.controller import State
from gui.game.worker import Request, SearchWorker, Thinker
from gui.parts.tables import UNKNOWN
from gui.program import settings as settings_file
from gui.program.messages import player_label
from gui.program.settings import HUMAN
from gui.program.theme import loss_color
from tests.gui.desk import Desk

Key = Qt.Key
CTRL = Qt.KeyboardModifier.ControlModifier
FAST = "uct:seed=1"
"""A player without a network, so that nothing has to be loaded."""


@pytest.fixture
def desk(open_desk: Callable[..., Desk]) -> Desk:
    desk = open_desk()
    settings = desk.window.settings
    settings.analysis_player = settings.compare_first = settings.compare_second = FAST
    settings.analysis_simulations, settings.review_simulations = 300, 60
    desk.play(size=5)
    return desk


def thinker(desk: Desk) -> Thinker:
    found = desk.window.analysis._thinker
    assert found is not None
    return found


def shown(desk: Desk) -> Decision:
    """What the board shows of an analysis."""
    decision = desk.window.board._thoughts
    assert decision is not None
    return decision


def report_of(desk: Desk) -> ReportDialog:
    report = desk.window.review.report
    assert report is not None
    return report


def report_of_is_open(desk: Desk) -> bool:
    return desk.window.review.report is not None


class SolvesFirst(RandomPlayer):
    """Is silent until it may search or nobody waits for it any more, and reports once then."""

    def __init__(self, may_search: threading.Event):
        super().__init__(Options("random"))
        self._may_search = may_search

    def choose(self, position: Position, limit: Limit, report=None, stop=None) -> Decision:
        assert report is not None and stop is not None
        while not self._may_search.wait(0.01):
            if stop.is_set():
                return Decision(0)
        report(Decision(0, (Candidate(0, visits=5),), visits=5))
        stop.wait(60)
        return Decision(0, (Candidate(0, visits=9),), visits=9)


def test_an_analysis_that_solves_first_says_so(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    """On a small board that takes seconds in which there is nothing else to show."""
    may_search = threading.Event()
    monkeypatch.setattr("gui.game.worker.make_player", lambda _text: SolvesFirst(may_search))
    label = desk.window.findChild(QLabel, "ai_status")
    assert label is not None
    desk.key(Key.Key_Space)
    desk.wait(lambda: label.text().endswith("· trying to solve the position first"))
    desk.click(12)
    assert label.text().startswith("Analysing") and "solve" not in label.text(), (
        "of the next one it isn't known yet"
    )
    desk.wait(lambda: "solve" in label.text())
    may_search.set()
    desk.wait(lambda: label.text().startswith("Analysing") and "solve" not in label.text())


def wait_for_analysis(desk: Desk) -> Decision:
    """Until the position that is looked at has been analysed to the end."""
    node = desk.window.controller.game.cursor
    desk.wait(lambda: node.analysis is not None and thinker(desk).current is None)
    assert node.analysis is not None
    return node.analysis


# --- the position that is looked at --------------------------------------------------------------------------------------


def test_what_was_found_out_comes_back_at_the_next_start(desk: Desk, open_desk: Callable[..., Desk]):
    desk.click(12, 0)
    desk.trigger("analyse_game")
    desk.wait(lambda: report_of_is_open(desk))
    desk.close()
    again = open_desk().window.controller.game
    assert all(node.analysis is not None for node in again.main_line())


def test_what_is_being_found_out_comes_back_at_the_next_start(desk: Desk, open_desk: Callable[..., Desk]):
    desk.window.settings.analysis_simulations = 10**7
    desk.click(12)
    desk.key(Key.Key_Space)
    desk.wait(lambda: desk.window.analysis._latest is not None)
    desk.close()
    assert open_desk().window.controller.game.cursor.analysis is not None


def test_a_review_ends_at_once_while_a_player_is_loaded(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    """Which can't be stopped: the review's thread is left to end by itself."""
    may_load, loading, loaded = threading.Event(), threading.Event(), threading.Event()

    def load(_worker: SearchWorker, _request: Request) -> AiPlayer:
        loading.set()
        may_load.wait(60)
        loaded.set()
        raise PlayerError("nobody wants it any more")

    monkeypatch.setattr(SearchWorker, "_player_for", load)
    desk.click(12)
    desk.trigger("analyse_game")
    desk.wait(loading.is_set)
    desk.qtbot.mouseClick(desk.window.review.progress.cancel, Qt.MouseButton.LeftButton)
    assert not desk.window.review.review.running and not loaded.is_set()
    may_load.set()
    desk.window.leave()
    assert loaded.is_set(), "the program ends when all its threads have"


def test_space_analyses_the_position_and_space_ends_it(desk: Desk):
    desk.key(Key.Key_Space)
    decision = wait_for_analysis(desk)
    assert desk.window.board._thoughts is not None
    assert desk.window.thoughts._table.rowCount() == 8
    assert {one.point for one in decision.candidates} <= set(range(25))
    desk.key(Key.Key_Space)
    known = desk.window.controller.game.cursor.analysis
    assert desk.window.thoughts._table.rowCount() == 8, "what was asked for is not taken away"
    assert known is not None and desk.window.board._thoughts is None, "the board is for playing again"
    desk.click(12)
    assert desk.window.thoughts._table.rowCount() == 0 and desk.window.board._thoughts is None
    desk.key(Key.Key_Left)
    assert desk.window.thoughts._table.rowCount() == 8 and desk.window.board._thoughts is None
    desk.key(Key.Key_Space)
    assert shown(desk) is known, "without another search"


def test_candidates_that_the_board_showed_before_stay_when_the_analysis_ends(desk: Desk):
    """Of a game that was analysed as a whole."""
    root, board = desk.window.controller.game.root, desk.window.board
    desk.trigger("analyse")
    wait_for_analysis(desk)
    desk.trigger("analyse")
    assert board._thoughts is None
    desk.trigger("analyse_game")
    desk.wait(lambda: report_of_is_open(desk))
    report_of(desk).close()
    assert board._thoughts is root.analysis is not None
    desk.trigger("analyse")
    desk.trigger("analyse")
    assert board._thoughts is root.analysis


def test_as_many_candidates_are_shown_while_an_analysis_runs_as_after_it(desk: Desk):
    desk.window.settings.analysis_simulations = 5_000_000
    desk.trigger("analyse")
    desk.wait(lambda: desk.window.analysis._latest is not None)
    running = shown(desk)
    assert len(desk.position.legal_moves()) > len(running.candidates) > 8
    desk.trigger("analyse")
    desk.trigger("analyse")
    assert len(shown(desk).candidates) == len(running.candidates)


def test_the_analysis_is_on_the_board_again_when_no_position_is_set_up_after_all(desk: Desk):
    desk.trigger("analyse")
    desk.wait(
        lambda: desk.window.analysis._thinker is not None and desk.window.analysis._thinker.current is None
    )
    before = desk.window.board._thoughts
    desk.trigger("set_up_position")
    desk.window.position_setup.click(12)
    assert before is not None and desk.window.board._thoughts is None
    desk.window.position_setup.close_bar()
    assert desk.window.board._thoughts is before


def test_an_analysed_game_can_be_walked_through(desk: Desk):
    desk.click(12, 0)
    desk.trigger("analyse_game")
    desk.wait(lambda: desk.window.review.report is not None)
    assert desk.window.thoughts._table.rowCount() == 8
    for row in range(3):
        desk.window.thoughts.show_decision(None, desk.position, Notation.CHAMPIONSHIP)
        desk.click_history(row)
        assert desk.window.thoughts._table.rowCount() == 8


def test_the_analysis_follows_moves_and_walks(desk: Desk):
    desk.key(Key.Key_Space)
    wait_for_analysis(desk)
    desk.click(12)
    assert 12 not in {one.point for one in wait_for_analysis(desk).candidates}
    desk.key(Key.Key_Left)
    start = desk.window.controller.game.cursor.analysis
    assert desk.window.board._thoughts is start, "what is known is shown at once"
    desk.click_history(1)
    assert desk.window.board._thoughts is desk.window.controller.game.cursor.analysis


def test_a_late_answer_is_not_shown_for_another_position(desk: Desk):
    desk.window.settings.analysis_simulations = 10_000_000
    desk.key(Key.Key_Space)
    desk.wait(lambda: desk.window.board._thoughts is not None)
    root = desk.window.controller.game.cursor
    worker, number = thinker(desk).worker, thinker(desk).current
    late = Decision(12, (Candidate(12, 5),), visits=5)
    desk.click(12)
    worker.thinking.emit(number, late)
    worker.decided.emit(number, late)
    desk.wait(lambda: desk.window.board._thoughts is not None)
    assert 12 not in {one.point for one in shown(desk).candidates}
    assert root.analysis is not None and root.analysis.visits > 5, "what was found out before is kept"


def test_the_players_own_thinking_goes_on(desk: Desk):
    desk.play(HUMAN, "uct:playouts=200,seed=1")
    desk.key(Key.Key_Space)
    wait_for_analysis(desk)
    desk.click(12)
    desk.wait_for_turn()
    assert desk.moves == 2
    assert desk.window.analysis.on


def test_what_an_ai_thought_does_not_replace_an_analysis(desk: Desk):
    desk.play(HUMAN, "uct:playouts=2000,seed=1")
    desk.window.controller.set_paused(True)
    desk.click(12)
    desk.window.controller.set_paused(True)
    desk.key(Key.Key_Space)
    asked = wait_for_analysis(desk)
    desk.window.controller.set_paused(False)
    desk.wait_for_turn()
    assert desk.window.controller.match.head.line()[1].analysis is asked


def test_a_new_game_against_an_ai_begins_without_help(desk: Desk):
    desk.key(Key.Key_Space)
    assert desk.window.analysis.on
    desk.play(HUMAN, "random:seed=1")
    assert not desk.window.analysis.on
    assert desk.window.board._thoughts is None


def test_the_analysis_is_on_again_after_the_game_that_began_without_it(desk: Desk):
    analysis = desk.window.analysis
    desk.key(Key.Key_Space)
    desk.play(HUMAN, "random:seed=1")
    desk.click(12)
    desk.wait_for_turn()
    assert not analysis.on
    desk.window.controller.resign()
    assert analysis.on
    desk.trigger("undo")
    assert not analysis.on, "the game goes on"
    desk.play(HUMAN, "random:seed=2")
    assert not analysis.on
    desk.play()
    assert analysis.on, "nobody has an opponent that has none"


@pytest.mark.parametrize("presses", [1, 2])
def test_what_the_user_switches_in_a_game_stays_so_after_it(desk: Desk, presses: int):
    desk.key(Key.Key_Space)
    desk.play(HUMAN, "random:seed=1")
    for _ in range(presses):
        desk.key(Key.Key_Space)
    chosen = desk.window.analysis.on
    assert chosen == (presses == 1)
    desk.click(12)
    desk.wait_for_turn()
    desk.window.controller.resign()
    assert desk.window.analysis.on == chosen
    desk.trigger("undo")
    assert desk.window.analysis.on == chosen


def test_the_analysis_stays_on_where_ais_play_each_other(desk: Desk):
    """From game to game: nobody has help by it."""
    desk.key(Key.Key_Space)
    for seed in (1, 2):
        desk.play(f"random:seed={seed}", "random:seed=3")
        assert desk.window.analysis.on
        desk.wait_for_end()
        assert desk.window.analysis.on


def test_the_first_analysis_on_a_computer_says_why_it_takes_so_long(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
):
    """Until there is something to show."""
    monkeypatch.setattr("core.kernel_cache.is_ready", lambda: False)
    desk.key(Key.Key_Space)
    thoughts = desk.window.thoughts
    assert "The first time on this computer" in thoughts._status.text()
    wait_for_analysis(desk)
    assert thoughts._status.text().startswith("Analys")
    desk.click(12)
    desk.trigger("analyse_game")
    assert desk.window.review.progress.label.text().startswith("Getting ready")
    desk.wait(lambda: report_of_is_open(desk))


def test_switches_are_kept(desk: Desk):
    board = desk.window.board
    assert board._thoughts_shown.candidates and not board._thoughts_shown.policy
    desk.trigger("analysis_policy")
    desk.trigger("analysis_candidates")
    assert board._thoughts_shown.policy and not board._thoughts_shown.candidates
    kept, _ = settings_file.load()
    assert kept.analysis_policy and not kept.analysis_candidates


def test_a_player_that_cannot_be_used_is_named(desk: Desk):
    desk.window.settings.analysis_player = "zero:net=nowhere"
    desk.key(Key.Key_Space)
    assert "nowhere" in desk.take_error()
    assert not desk.window.analysis.on


BROKEN = f"gtp:command={quote(sys.executable)} -c pass"


def test_a_program_that_fails_while_it_analyses_is_told(desk: Desk):
    desk.window.settings.analysis_player = BROKEN
    desk.key(Key.Key_Space)
    assert desk.take_error()
    assert not desk.window.analysis.on
    desk.click(12)
    desk.trigger("analyse_game")
    assert desk.take_error()
    assert not desk.window.review.review.running


def test_the_panel_says_what_the_analysis_does_whatever_else_is_shown_anew(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("core.kernel_cache.is_ready", lambda: True)
    desk.key(Key.Key_Space)
    status = desk.window.thoughts._status.text()
    assert status.startswith("Analys")
    desk.trigger("show_numbers")
    assert desk.window.thoughts._status.text().startswith("Analys")


def test_limits_are_asked_for_and_kept(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    def answer(dialog: AnalysisDialog) -> int:
        dialog.simulations.setValue(77)
        return 1

    monkeypatch.setattr(AnalysisDialog, "exec", answer)
    desk.trigger("analysis_settings")
    kept, _ = settings_file.load()
    assert kept.analysis_simulations == 77 and kept.analysis_player == FAST


def opened_menu(desk: Desk, choice: QComboBox) -> QMenu:
    desk.qtbot.mouseClick(choice, Qt.MouseButton.LeftButton)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return menu


def click_in(desk: Desk, menu: QMenu, text: str) -> None:
    """Also to open a menu within it."""
    (action,) = [each for each in menu.actions() if each.text() == text]
    desk.qtbot.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(action).center())


def test_who_analyses_is_chosen_from_a_menu_that_is_short(desk: Desk, tmp_path: Path):
    """However many networks there are; who is chosen is seen without opening another one."""
    desk.window.settings.networks = [str(tmp_path / f"mine{number}.safetensors") for number in range(9)]
    shutil.copyfile(NETWORKS / "flagship.safetensors", tmp_path / "mine3.safetensors")
    dialog = AnalysisDialog(None, desk.window.settings)
    desk.qtbot.addWidget(dialog)
    dialog.show()
    menu = opened_menu(desk, dialog.player)
    texts = [action.text() for action in menu.actions() if not action.isSeparator()]
    assert len(texts) < 12 < dialog.player.count() and texts[0] == player_label(FAST)
    for group, text in (
        ("Your networks", "Buwei AI (mine3)"),
        ("Networks without search", "Network without search (shipped network, generation 903)"),
    ):
        click_in(desk, menu, group)
        desk.wait(lambda opened=menu: QApplication.activePopupWidget() is not opened)
        within = QApplication.activePopupWidget()
        assert isinstance(within, QMenu)
        click_in(desk, within, text)
        assert dialog.player.currentText() == player_label(dialog.player.player()) == text
        menu = opened_menu(desk, dialog.player)
        chosen = [action.text() for action in menu.actions() if action.isChecked()]
        assert chosen == [text] and menu.actions()[0].isChecked()
    menu.close()


def test_another_player_looks_anew_at_what_was_analysed(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    def answer(dialog: AnalysisDialog) -> int:
        dialog.player._choose("uct:seed=2")
        return 1

    node = desk.window.controller.game.cursor
    desk.window.controller.game.keep_analysis(
        node, Decision(20, (Candidate(20, 900),), 0.1, visits=900, by=FAST)
    )
    deep = node.analysis
    desk.key(Key.Key_Space)
    assert desk.window.analysis._thinker is None, "enough is known"
    monkeypatch.setattr(AnalysisDialog, "exec", answer)
    desk.trigger("analysis_settings")
    desk.wait(lambda: node.analysis is not deep)


def test_what_was_analysed_to_its_end_is_not_asked_again(desk: Desk):
    """A search ends once its best move can't change, with half of its simulations at the least."""
    node = desk.window.controller.game.cursor
    known = Decision(20, (Candidate(20, 150),), 0.1, visits=150, by=FAST)
    desk.window.controller.game.keep_analysis(node, known)
    desk.key(Key.Key_Space)
    assert desk.window.analysis._thinker is None and shown(desk) is known


def test_a_search_that_has_looked_as_far_ahead_as_it_is_to_is_not_asked_again(desk: Desk):
    """Nor by the analysis of the whole game; one that was broken off is, and one that has more simulations now."""
    player = "alphabeta:depth=1,evaluation=mobility"
    settings = desk.window.settings
    settings.analysis_player, settings.analysis_simulations = player, 2000
    settings.review_simulations = 2000
    desk.click(12)
    first, second = desk.window.controller.game.main_line()
    desk.key(Key.Key_Space)
    desk.wait(lambda: thinker(desk).current is None)
    found = second.analysis
    assert found is not None and found.proof is None and found.visits < 1000
    assert desk.window.thoughts._status.text().endswith(
        "ended before 2,000 simulations: it looks no further ahead"
    )
    desk.trigger("back")
    desk.wait(lambda: thinker(desk).current is None)
    desk.trigger("forward")
    assert thinker(desk).current is None and shown(desk) is found
    desk.trigger("analyse_game")
    desk.wait(lambda: report_of_is_open(desk))
    assert second.analysis is found
    first.searched = None
    desk.trigger("back")
    assert thinker(desk).current is not None


def divided(*visits: int) -> Decision:
    """An analysis whose moves have so many visits."""
    candidates = tuple(Candidate(20 + number, each) for number, each in enumerate(visits))
    return Decision(20, candidates, 0.1, visits=sum(visits), by=FAST)


@pytest.mark.parametrize(
    ("visits", "proof", "why"),
    [
        ((160, 20), None, "no other move could overtake the best any more"),
        ((100,), None, "no other move could overtake the best any more"),
        ((90, 90), Proof.WIN, "the result is certain"),
        ((250, 50), None, ""),
    ],
)
def test_the_panel_says_why_an_analysis_has_ended_before_its_limit(
    desk: Desk, visits: tuple[int, ...], proof: Proof | None, why: str
):
    known = replace(divided(*visits), proof=proof)
    controller = desk.window.controller
    controller.game.keep_analysis(controller.game.cursor, replace(known, visits=max(150, known.visits)))
    desk.key(Key.Key_Space)
    said = f"Analysed by {player_label(FAST)}"
    whole = f"{said}\u00a0· ended before 300 simulations: {why}" if why else said
    assert desk.window.thoughts._status.text() == whole


def test_an_analysis_that_was_broken_off_goes_on_to_its_limit(desk: Desk):
    """It shows what was known until it knows more, and what its tree has kept from before counts."""
    desk.window.settings.analysis_simulations = 10**7
    node, known = desk.window.controller.game.cursor, divided(4 * 10**6, 3 * 10**6)
    desk.window.controller.game.keep_analysis(node, known)
    desk.key(Key.Key_Space)
    request = thinker(desk)._current
    assert request is not None and shown(desk) is known
    worker = thinker(desk).worker
    worker.thinking.emit(request.number, divided(6 * 10**6, 3 * 10**6))
    assert not request.stop.is_set()
    worker.thinking.emit(request.number, divided(6 * 10**6, 4 * 10**6))
    assert request.stop.is_set()


def test_a_search_that_ended_early_says_more_than_a_longer_one_that_was_broken_off(desk: Desk):
    desk.window.settings.analysis_simulations = 10**7
    node, settled = desk.window.controller.game.cursor, divided(6 * 10**6, 10**5)
    desk.window.controller.game.keep_analysis(node, divided(4 * 10**6, 4 * 10**6))
    desk.key(Key.Key_Space)
    number = thinker(desk).current
    thinker(desk).hurry()  # its own answer comes too late
    thinker(desk).worker.decided.emit(number, settled)
    assert node.analysis == settled == shown(desk)
    desk.key(Key.Key_Space)
    desk.key(Key.Key_Space)
    assert thinker(desk).current is None


def test_the_analysis_of_a_game_goes_on_with_what_was_broken_off(desk: Desk):
    desk.click(12, 0)
    first, second, third = desk.window.controller.game.main_line()
    settled, broken_off = divided(50, 5), divided(25, 25)
    for node, known in ((first, settled), (second, broken_off), (third, broken_off)):
        desk.window.controller.game.keep_analysis(node, known)
    desk.trigger("analyse_game")
    desk.wait(lambda: report_of_is_open(desk))
    assert first.analysis is settled
    for node in (second, third):
        assert node.analysis is not None and node.analysis is not broken_off
        assert knows_enough(node.analysis, FAST, 60)


def test_a_search_that_begins_anew_hides_nothing_that_is_known(desk: Desk):
    """Until it has come as far, or to something certain."""
    desk.window.settings.analysis_simulations = 10**7
    node = desk.window.controller.game.cursor
    known = Decision(20, (Candidate(20, 10**6),), 0.1, visits=10**6, by=FAST)
    desk.window.controller.game.keep_analysis(node, known)
    desk.key(Key.Key_Space)
    desk.wait(lambda: desk.window.analysis._latest is not None)
    assert shown(desk) is known
    worker, number = thinker(desk).worker, thinker(desk).current
    deeper = replace(known, point=12, visits=2 * 10**6)
    worker.thinking.emit(number, deeper)
    assert shown(desk) == deeper
    certain = replace(known, proof=Proof.WIN, visits=5)
    thinker(desk).hurry()  # its own answer comes too late
    worker.decided.emit(number, certain)
    assert shown(desk) == certain and node.analysis == certain


# --- the graph -----------------------------------------------------------------------------------------------------------


def some_game(black_win_rates: Sequence[float] = (0.5, 0.1, 0.4, 0.4, 0.4, 0.9)) -> Game:
    game = Game(Size(5, 5))
    for point in (0, 2, 4, 10, 12):
        game.play(point)
    for node, rate in zip(game.main_line(), black_win_rates, strict=True):
        to_move = rate if node.position.to_move is Color.BLACK else 1 - rate
        game.keep_analysis(node, Decision(20, (Candidate(20, 9),), 2 * to_move - 1, visits=9))
    return game


@pytest.fixture
def graph(qtbot: QtBot) -> WinRateGraph:
    make_application([])
    graph = WinRateGraph()
    qtbot.addWidget(graph)
    graph.resize(500, 120)
    game = some_game()
    graph.show_line(game.main_line(), game.cursor, Notation.CHAMPIONSHIP, for_all=False)
    graph.show()
    qtbot.waitExposed(graph)
    return graph


def test_click_and_drag_go_to_a_move(qtbot: QtBot, graph: WinRateGraph):
    chosen = []
    graph.node_chosen.connect(lambda node: chosen.append(node.number))
    places = [QPoint(round(graph.x_of(number)), 60) for number in range(6)]
    left = Qt.MouseButton.LeftButton
    for kind, place in (
        (QEvent.Type.MouseButtonPress, places[1]),
        (QEvent.Type.MouseMove, places[3]),
        (QEvent.Type.MouseMove, QPoint(0, 0)),
    ):
        QApplication.sendEvent(
            graph,
            QMouseEvent(kind, place, graph.mapToGlobal(place), left, left, Qt.KeyboardModifier.NoModifier),
        )
    assert chosen == [1, 3, 0]


def test_what_a_move_gave_away_is_told(graph: WinRateGraph):
    assert graph.text_of(1).split("\n")[0] == "1. Black A5\u00a0· Black 10.0%\u00a0· the move gave away 40.0%"
    assert graph.text_of(3).split("\n")[0] == "3. Black E5\u00a0· Black 40.0%"


def test_the_graph_says_whose_value_a_point_is(graph: WinRateGraph):
    """Where an AI's own search, a network without any and another program's record follow each other; at the end the rules speak."""
    game = Game(Size(2, 2))
    values = (
        Decision(0, value_to_move=0.2, visits=1234, by="uct:playouts=2000"),
        Decision(3, value_to_move=0.2, by="policy"),
        Decision(1, value_to_move=0.2),
    )
    for point, known in zip((0, 3, 1), values, strict=True):
        game.keep_analysis(game.cursor, known)
        game.play(point)
    game.keep_analysis(game.cursor, values[0])
    graph.show_line(game.main_line(), game.root, Notation.CHAMPIONSHIP, for_all=False)
    weak = "\u00a0· for reference only: a weak judge"
    searched = f"Judged by {player_label('uct:playouts=2000')}\u00a0· 1,234 visits{weak}"
    assert graph.text_of(0) == f"Black 60.0%\n{searched}" == graph.accessibleDescription()
    assert graph.text_of(1).endswith(f"\nJudged by {player_label('policy')}{weak}")
    assert graph.text_of(2).endswith("\nThe record doesn't say who judged this")
    assert game.cursor.position.is_over and graph.text_of(3) == "3. Black B2\u00a0· Black 100.0%"
    game.root.analysis = None
    assert graph.text_of(0) == ""


def test_the_graph_takes_in_an_analysis_while_it_runs(desk: Desk):
    desk.window.settings.analysis_simulations = 5_000_000
    graph = desk.window.review.graph
    assert graph.text_of(0) == ""
    desk.trigger("analyse")
    desk.wait(lambda: graph.text_of(0) != "")
    assert desk.window.controller.game.root.analysis is None and "Black" in graph.text_of(0)
    desk.click(12)
    assert "Black" in graph.text_of(0), "what was found out is kept"
    desk.wait(lambda: f"Judged by {player_label(FAST)}" in graph.text_of(1))


def test_the_graph_judges_no_moves_between_two_that_are_known(graph: WinRateGraph):
    game = some_game()
    line = game.main_line()
    joined = [len(stretch) for stretch in graph._stretches("")]
    for known, expected in (((0, 2, 4, 5), [4]), ((0, 1, 5), [2, 1]), ((2,), [1])):
        for node in line:
            node.analysis = Decision(20, visits=9) if node.number in known else None
        graph.show_line(line, game.cursor, Notation.CHAMPIONSHIP, for_all=False)
        assert [len(stretch) for stretch in graph._stretches("")] == expected
    assert joined == [6]


def game_of_ais(certain: int) -> Game:
    """UCT and a network's policy judged by turns, and what each thought is known; after the ``certain`` move the policy has lost."""
    game = some_game()
    for node in game.main_line():
        by = "uct" if node.number % 2 == 0 else "policy"
        proof = Proof.LOSS if node.number == certain else None
        node.analysis = node.thought = Decision(20, value_to_move=0.2, visits=9, by=by, proof=proof)
    return game


def test_each_of_two_ais_has_a_curve_of_its_own_until_the_result_is_certain(graph: WinRateGraph):
    """Each judges before its own moves; one curve through both would jump up and down."""
    game = game_of_ais(certain=5)
    line = game.main_line()
    graph.show_line(line, game.cursor, Notation.CHAMPIONSHIP, for_all=False)
    assert graph._judges == ["uct", "policy"], "by how much each has judged"
    assert graph.legend() == [player_label("uct"), player_label("policy")]
    for judge, numbers in (("uct", (0, 2, 4, 5)), ("policy", (1, 3, 5))):
        (stretch,) = graph._stretches(judge)
        assert [place.x() for place in stretch] == [graph.x_of(number) for number in numbers]


def moves_of(graph: WinRateGraph, judge: str) -> list[int]:
    """After which moves the curves of ``judge`` have values."""
    return [graph.number_at(place.x()) for stretch in graph._stretches(judge) for place in stretch]


def test_what_an_ai_has_proven_stays_in_the_curve_of_the_other_beside_an_analysis(graph: WinRateGraph):
    """What the analysis alone has proven is no part of what they thought."""
    game = game_of_ais(certain=5)
    line = game.main_line()
    for number, proof in ((1, None), (2, Proof.WIN), (3, None)):
        game.keep_analysis(line[number], Decision(20, value_to_move=0.3, visits=99, by="zero", proof=proof))
    for last in (line[5].analysis, Decision(20, value_to_move=0.3, visits=99, by="zero", proof=Proof.LOSS)):
        assert last is not None
        game.keep_analysis(line[5], last)
        graph.show_line(line, game.cursor, Notation.CHAMPIONSHIP, for_all=False)
        assert moves_of(graph, "zero") == [1, 2, 3, 5]
        assert moves_of(graph, "uct") == [0, 2, 4, 5] and moves_of(graph, "policy") == [1, 3, 5]


def test_the_solved_end_stays_in_the_curve_of_self_play_beside_an_analysis(graph: WinRateGraph):
    game = Game(Size(2, 2))
    for point in (0, 3, 1):
        game.play(point)
    start, *solved = line = game.main_line()
    start.thought = Decision(0, value_to_move=0.2, visits=9)
    for node in line:
        game.keep_analysis(node, Decision(0, value_to_move=0.3, visits=99, by="zero"))
    self_play = RecordedSelfPlay("run", 1, {start: start.thought}, solved)
    graph.show_line(line, start, Notation.CHAMPIONSHIP, False, self_play)
    assert game.cursor.position.is_over and moves_of(graph, "") == moves_of(graph, "zero") == [0, 1, 2, 3]


def test_a_curve_keeps_what_is_certain_while_its_own_analysis_goes_on(graph: WinRateGraph):
    game = some_game()
    line = game.main_line()
    for node in line[:5]:
        node.analysis = Decision(20, value_to_move=0.2, visits=9, by="zero")
    line[5].analysis = Decision(20, value_to_move=0.2, visits=9, by="uct", proof=Proof.WIN)
    graph.show_line(line, line[3], Notation.CHAMPIONSHIP, for_all=False)
    graph.show_found(Decision(20, value_to_move=0.25, visits=50, by="zero"))
    assert graph._judges == ["zero"] and moves_of(graph, "zero") == [0, 1, 2, 3, 4, 5]
    graph.show_found(Decision(20, value_to_move=0.25, visits=50, by="rave"))
    assert graph._judges == ["zero", "rave"] and moves_of(graph, "zero") == [0, 1, 2, 3, 4, 5]


def test_a_value_of_somebody_else_is_a_dot_that_a_legend_explains(graph: WinRateGraph):
    game = some_game()
    line = game.main_line()
    graph.show_line(line, game.cursor, Notation.CHAMPIONSHIP, for_all=False)
    alone = graph._area().top()
    game.keep_analysis(line[2], Decision(20, value_to_move=0.2, visits=9, by="uct:playouts=50"))
    graph.show_line(line, game.cursor, Notation.CHAMPIONSHIP, for_all=False)
    assert graph.legend() == ["values of the record", player_label("uct:playouts=50")]
    assert graph._area().top() > alone, "the curve leaves room for it"
    row = graph.grab().toImage().copy(0, 0, graph.width(), round(graph._area().top()) - 6)
    ground = graph.palette().color(QPalette.ColorRole.Window)
    assert any(row.pixelColor(x, y) != ground for x in range(row.width()) for y in range(row.height()))


@pytest.mark.parametrize("longer_first", [True, False])
def test_a_name_in_the_legend_is_shortened_only_where_there_is_no_room(
    graph: WinRateGraph, longer_first: bool
):
    """The other one leaves it what it doesn't need, whichever stands first."""
    names = "zero:simulations=16", "uct"
    line, metrics = some_game().main_line(), graph.fontMetrics()
    for number, node in enumerate(line):
        by = names[(number % 2 == 0) != longer_first]
        node.thought = node.analysis = Decision(0, value_to_move=0.2, visits=9, by=by)
    graph.show_line(line, line[0], Notation.CHAMPIONSHIP, for_all=False)
    assert [player_label(names[not longer_first]), player_label(names[longer_first])] == graph.legend()
    for width in range(250, 700, 10):
        graph.resize(width, 120)
        shown = graph.legend_shown(metrics)
        taken = sum(map(metrics.horizontalAdvance, shown)) + 2 * SAMPLE + 5 * GAP
        left = graph._area().width() - taken
        assert left >= 0 and (shown == graph.legend() or left < metrics.horizontalAdvance("MM"))
    assert graph.legend_shown(metrics) == graph.legend()


def test_curves_of_players_keep_their_styles(graph: WinRateGraph):
    """From move to move, though now the one and now the other has judged more, and beside an analysis, which comes first once it covers more."""
    game = game_of_ais(certain=99)
    line = game.main_line()
    for end in range(2, len(line) + 1):
        graph.show_line(line[:end], line[end - 1], Notation.CHAMPIONSHIP, for_all=False)
        assert graph._judges == ["uct", "policy"]
    places = []
    for node in reversed(line):
        game.keep_analysis(node, Decision(20, value_to_move=0.1, visits=99, by="zero"))
        graph.show_line(line, line[0], Notation.CHAMPIONSHIP, for_all=False)
        assert [judge for judge in graph._judges if judge != "zero"] == ["uct", "policy"]
        places.append(graph._judges.index("zero"))
    assert places == sorted(places, reverse=True) and (places[0], places[-1]) == (2, 0)


def test_what_the_players_thought_stays_in_the_graph_beside_the_analysis(desk: Desk, tmp_path: Path):
    """Dashed and dotted, with names in the legend; also in the file."""
    graph, controller = desk.window.review.graph, desk.window.controller
    ais = "uct:playouts=20,seed=2", "rave:playouts=20,seed=1"
    desk.play(*ais)
    desk.wait_for_end()

    line = controller.game.main_line()
    own = {node: node.analysis for node in line if node.analysis is not None and node.analysis.proof is None}
    desk.trigger("analyse_game")
    desk.wait(lambda: desk.window.review.report is not None)
    assert graph._judges[0] == FAST and sorted(graph._judges[1:]) == sorted(ais)
    assert graph.legend()[0] == f"analysis: {player_label(FAST)}" and len(graph.legend()) == 3
    assert own and all(node.thought == thought for node, thought in own.items() if thought.by != FAST)
    first = line[0].thought
    assert first is not None and first.by == ais[0]
    said = f"{player_label(ais[0])}\u00a0· Black {100 * first.win_rate_to_move:.1f}%"
    assert said in graph.text_of(0) and f"Judged by {player_label(FAST)}" in graph.text_of(0)
    before = [len(stretch) for player in ais for stretch in graph._stretches(player)]
    desk.window.files.saving.save_to(tmp_path / "game.sgf")
    desk.window.files.opening.take(tmp_path / "game.sgf")
    assert [len(stretch) for player in ais for stretch in graph._stretches(player)] == before
    assert said in graph.text_of(0)


def test_what_an_ai_thinks_stays_beside_the_analysis_that_runs(desk: Desk):
    ai = "uct:playouts=20,seed=1"
    desk.play(ai, HUMAN)
    desk.wait_for_turn()
    controller, root = desk.window.controller, desk.window.controller.game.root
    controller.undo()
    root.analysis = Decision(20, value_to_move=0.2, visits=999, by="policy")
    controller.analysed.add(root)
    controller.set_paused(False)
    desk.wait_for_turn()
    assert root.analysis.by == "policy" and root.thought is not None and root.thought.by == ai


def test_what_a_player_thought_stays_beside_the_analysis_of_a_game_in_which_another_took_over(
    desk: Desk, open_desk: Callable[..., Desk]
):
    """As after other simulations, a checkpoint or a new name; also at the next start."""
    before, after = "uct:playouts=20,seed=1", "uct:playouts=40,seed=1"
    desk.play(before, HUMAN)
    desk.wait_for_turn()
    desk.window.controller.set_players(after, HUMAN)
    desk.click(desk.window.controller.game.position.legal_moves()[0])
    desk.wait_for_turn()
    desk.close()

    desk = open_desk()
    desk.trigger("analyse_game")
    desk.wait(lambda: report_of_is_open(desk))
    line = desk.window.controller.game.main_line()
    said = [(node.analysis and node.analysis.by, node.thought and node.thought.by) for node in line[:3]]
    assert said == [(FAST, before), (FAST, None), (FAST, after)]
    names = [player_label(player) for player in (FAST, before, after)]
    assert desk.window.review.graph.legend() == [f"analysis: {names[0]}", *names[1:]]


def test_a_hint_takes_the_place_of_no_players_thought_and_is_kept_without_a_question(
    desk: Desk, open_desk: Callable[..., Desk], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("gui.game.controller.ADVISER_OF_ANY_SIZE", "uct:playouts=50,seed=1")
    ai = "uct:playouts=20,seed=1"
    desk.play(ai, HUMAN)
    desk.wait_for_turn()
    desk.trigger("undo")
    desk.window.files.saving.save_to(tmp_path / "game.sgf")
    game = desk.window.controller.game
    desk.wait(lambda: desk.window.autosave.up_to_date)
    desk.trigger("hint")
    desk.wait(lambda: desk.window.board._hint is not None)
    assert not desk.window.files.belonging.modified and not desk.window.autosave.up_to_date
    desk.wait(lambda: desk.window.autosave.up_to_date)
    desk.close()
    for root in (game.root, open_desk().window.controller.game.root):
        assert root.analysis is not None and root.analysis.by == "uct:playouts=50,seed=1"
        assert root.thought is not None and root.thought.by == ai


def test_an_ai_that_thinks_anew_leaves_no_older_thought_of_its_own(desk: Desk):
    ai = "uct:playouts=20,seed=1"
    desk.play(ai, HUMAN)
    desk.wait_for_turn()
    game = desk.window.controller.game
    older = game.root.thought
    desk.trigger("undo")
    game.keep_analysis(game.root, Decision(20, value_to_move=0.2, visits=9, by="policy"))
    desk.trigger("pause")
    desk.wait_for_turn()
    thought, move = game.root.thought, game.main_line()[1].move
    assert older is not None and thought is not None and thought is not older
    assert (thought.by, thought.point) == (ai, move) and thought == game.root.analysis


def test_who_tries_something_leaves_the_games_own_thoughts(desk: Desk):
    ais = "uct:playouts=20,seed=2", "rave:playouts=20,seed=1"
    desk.play(*ais)
    desk.wait_for_end()
    controller, own = desk.window.controller, desk.window.controller.game.root.thought
    controller.play_from(controller.game.root)
    controller.set_players("alphabeta:depth=1", HUMAN)
    desk.trigger("pause")
    desk.wait_for_turn()
    root = controller.game.root
    assert controller.match.trying and own is not None and own.by == ais[0] and root.thought is own


def test_the_graph_takes_in_a_hint(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("gui.game.controller.ADVISER_OF_ANY_SIZE", "uct:playouts=50,seed=1")
    graph = desk.window.review.graph
    desk.trigger("hint")
    desk.wait(lambda: desk.window.board._hint is not None)
    assert "Black" in graph.text_of(0) and "50 simulations" in graph.text_of(0)


def test_what_is_proven_stays_in_the_graph_while_a_shallow_analysis_says_less(graph: WinRateGraph):
    game = some_game()
    before, after = game.main_line()[:2]
    before.analysis = Decision(after.move, value_to_move=1.0, proof=Proof.WIN, visits=9)
    game.to_start()
    game.forward()
    graph.show_line(game.main_line(), game.cursor, Notation.CHAMPIONSHIP, for_all=False)
    graph.show_found(Decision(None, value_to_move=0.0, visits=9))
    assert "Black 100.0%" in graph.text_of(0) and "Black 100.0%" in graph.text_of(1)


def test_the_graph_marks_the_value_that_is_looked_at(graph: WinRateGraph):
    """Also where it is the only one that is known, which the line of the cursor would hide."""
    game = some_game()
    for node in game.main_line()[:-1]:
        node.analysis = None
    graph.show_line(game.main_line(), game.cursor, Notation.CHAMPIONSHIP, for_all=False)
    marked = graph.grab().toImage()
    place = graph._place(5, black_win_rate(game.cursor) or 0.0).toPoint()
    accent = graph.palette().color(QPalette.ColorRole.Accent)
    assert marked.pixelColor(place + QPoint(-2, 0)) == accent


def test_no_mark_of_a_mistake_covers_a_number_below_it(graph: WinRateGraph):
    game = some_game()
    game.keep_analysis(game.cursor, Decision(20, value_to_move=1.0, visits=9))
    line, cursor = game.main_line(), game.root

    def picture(random_moves: int) -> QImage:
        graph.show_line(line, cursor, Notation.CHAMPIONSHIP, False, random_moves=random_moves)
        return graph.grab().toImage()

    marked, plain = picture(0), picture(len(line))
    ground = graph.palette().color(QPalette.ColorRole.Window)
    x = round(graph.x_of(5))
    below = [(x + across, y) for across in range(-6, 7) for y in range(102, graph.height())]
    number = [place for place in below if plain.pixelColor(*place) != ground]
    assert number and all(marked.pixelColor(*place) == plain.pixelColor(*place) for place in number)
    assert marked.pixelColor(x, 101) != plain.pixelColor(x, 101), "there is a mark"


def test_the_graph_walks_the_windows_game(desk: Desk):
    desk.window.controller.open_game(some_game())
    graph = desk.window.review.graph
    place = QPoint(round(graph.x_of(2)), graph.height() // 2)
    desk.qtbot.mouseClick(graph, Qt.MouseButton.LeftButton, pos=place)
    assert desk.window.controller.game.cursor.number == 2


# --- the whole game ------------------------------------------------------------------------------------------------------


def test_a_whole_game_is_analysed_kept_in_the_file_and_reported(desk: Desk, tmp_path):
    desk.click(12, 0, 4)
    desk.trigger("analyse_game")
    assert desk.window.review.progress.isVisible()
    desk.wait(lambda: not desk.window.review.review.running)
    line = desk.window.controller.game.main_line()
    assert all(black_win_rate(node) is not None for node in line)
    assert not desk.window.review.progress.isVisible()
    assert desk.window.isWindowModified()
    report = report_of(desk)
    assert report.isVisible()
    assert report.figures[Color.BLACK][0].text().endswith("%")
    path = tmp_path / "game.sgf"
    records.save(desk.window.controller.game, path)
    again = records.load(path)[0].game.main_line()
    assert [node.analysis for node in again] == [node.analysis for node in line]
    report.close()


def test_the_candidates_of_an_opened_file_are_shown(desk: Desk, tmp_path):
    desk.click(12, 0, 4)
    desk.trigger("analyse_game")
    desk.wait(lambda: desk.window.review.report is not None)
    report_of(desk).close()
    path = tmp_path / "game.sgf"
    records.save(desk.window.controller.game, path)
    desk.play(size=5)
    assert desk.window.thoughts._table.rowCount() == 0
    desk.window.controller.open_game(records.load(path)[0].game)
    for row in range(3):
        desk.click_history(row)
        assert desk.window.thoughts._table.rowCount() == 8
        assert desk.window.board._thoughts is desk.window.controller.game.cursor.analysis


def test_another_player_looks_anew_at_a_whole_game(desk: Desk):
    """What is certain stays; what the other player has seen already stays when it is asked again."""
    desk.click(12, 0, 4)
    game = desk.window.controller.game
    line = game.main_line()
    certain = Decision(20, (Candidate(20, 9),), 1.0, Proof.WIN, visits=9, by=FAST)
    for node in line:
        game.keep_analysis(node, Decision(20, (Candidate(20, 900),), 0.1, visits=900, by=FAST))
    game.keep_analysis(line[0], certain)
    before = [node.analysis for node in line]

    def analyse() -> None:
        desk.trigger("analyse_game")
        desk.wait(lambda: not desk.window.review.review.running)
        report_of(desk).close()

    analyse()
    assert [node.analysis for node in line] == before
    desk.window.settings.analysis_player = "uct:seed=2"
    analyse()
    after = [node.analysis for node in line]
    assert after[0] == replace(certain, by="uct:seed=2")
    assert all(one is not other for one, other in zip(after[1:], before[1:], strict=True))
    analyse()
    assert [node.analysis for node in line] == after


def test_the_analysis_of_a_game_leaves_what_is_found_out_meanwhile(desk: Desk):
    """By an analysis of the same player that goes deeper: of positions that wait, and of the one that is looked into."""
    desk.window.settings.review_simulations = 5_000_000
    desk.click(12, 0)
    game, review = desk.window.controller.game, desk.window.review.review
    line = game.main_line()
    desk.trigger("analyse_game")
    assert review._thinker is not None
    deep = Decision(20, (Candidate(20, 9),), 0.1, visits=8_000_000, by=FAST)
    for node in line[:2]:
        game.keep_analysis(node, deep)
    shallow = replace(deep, visits=4_000_000)
    for _ in range(2):
        number = review._thinker.current
        assert number is not None
        review._thinker.hurry()  # its own answer comes too late
        review._on_decided(number, shallow)
    assert [node.analysis for node in line] == [deep, deep, shallow] and not review.running


def test_the_analysis_of_a_game_can_be_cancelled(desk: Desk):
    desk.window.settings.review_simulations = 5_000_000
    desk.click(12, 0, 4)
    desk.trigger("analyse_game")
    desk.qtbot.mouseClick(desk.window.review.progress.cancel, Qt.MouseButton.LeftButton)
    assert not desk.window.review.review.running
    assert desk.window.review.report is None


def test_a_late_answer_to_a_cancelled_analysis_is_nobodys(desk: Desk):
    """It may come when another analysis has begun, with a thread of its own."""
    desk.window.settings.review_simulations = 5_000_000
    desk.click(12, 0, 4)
    review = desk.window.review.review
    desk.trigger("analyse_game")
    assert review._thinker is not None
    late = review._thinker.current
    desk.trigger("analyse_game")
    desk.window.controller.go_to(desk.window.controller.game.root.children[0])
    desk.trigger("analyse_game")
    assert late is not None
    review._on_decided(late, Decision(7, (Candidate(7, 5),), visits=5))
    assert all(node.analysis is None for node in desk.window.controller.game.main_line())
    desk.trigger("analyse_game")


def test_another_game_ends_the_analysis_of_the_last(desk: Desk):
    desk.window.settings.review_simulations = 5_000_000
    desk.click(12, 0, 4)
    desk.trigger("analyse_game")
    desk.play(size=5)
    assert not desk.window.review.review.running


def report_on(desk: Desk, game: Game) -> QTableWidget:
    desk.window.controller.open_game(game)
    desk.trigger("report")
    return report_of(desk).table


def test_the_report_names_mistakes_and_goes_there(desk: Desk):
    table = report_on(desk, some_game())
    model = table.model()
    rows = [[model.index(row, column).data() for column in range(4)] for row in range(table.rowCount())]
    assert rows == [["1. A5", "40.0%", "50% → 10%", "A1"], ["2. C5", "30.0%", "90% → 60%", "A1"]]
    desk.qtbot.mouseClick(
        table.viewport(),
        Qt.MouseButton.LeftButton,
        pos=table.visualRect(table.model().index(1, 0)).center(),
    )
    assert desk.window.controller.game.cursor.number == 1, "where the mistake was made"


def test_a_report_lists_as_many_mistakes_as_it_counts(desk: Desk):
    game = Game(Size(7, 7))
    for _ in range(30):
        game.play(game.position.legal_moves()[0])
    for node in game.main_line():  # whoever has moved has thrown the game away
        game.keep_analysis(node, Decision(None, value_to_move=0.8, visits=9))
    table = report_on(desk, game)
    counts = [label.text() for color in Color for label in report_of(desk).figures[color][1:]]
    assert table.rowCount() == sum(map(int, counts)) == 30


def test_the_figures_of_a_report_stand_below_their_headings(desk: Desk):
    """However long the players' names are."""
    game = some_game()
    game.black_name = "Dr. Maximilian von und zu Hohenlohe-Waldenburg, of a club with a long name " * 2
    table, report = report_on(desk, game), report_of(desk)
    assert report.minimumSizeHint().width() <= report.width() <= 600
    for row, column in product((1, 2), range(1, 5)):
        places = [report.summary.itemAtPosition(each, column) for each in (0, row)]
        heading, figure = (place.widget() for place in places if place is not None)
        assert isinstance(heading, QLabel) and isinstance(figure, QLabel)
        assert heading.geometry().right() == figure.geometry().right()
        assert heading.alignment() & figure.alignment() & Qt.AlignmentFlag.AlignRight
    for column in range(4):
        heading, figure = table.horizontalHeaderItem(column), table.item(0, column)
        assert heading is not None and figure is not None
        assert heading.textAlignment() == figure.textAlignment()


def test_moves_in_a_lost_position_make_nobody_accurate(desk: Desk):
    """Black threw the game away and then had nothing left to lose; White never had anything to lose in the second game."""
    report_on(desk, some_game((0.8, 0.0, 0.0, 0.0, 0.0, 0.0)))
    said = {color: [label.text() for label in report_of(desk).figures[color]] for color in Color}
    assert said == {Color.BLACK: ["0.0%", "0", "0", "1"], Color.WHITE: ["100.0%", "0", "0", "0"]}
    report_of(desk).close()
    report_on(desk, some_game((1.0, 1.0, 1.0, 1.0, 1.0, 1.0)))
    assert [label.text() for label in report_of(desk).figures[Color.WHITE]] == ["–", "0", "0", "0"]


def test_the_report_has_the_colours_for_all_as_soon_as_they_are_chosen(desk: Desk):
    table = report_on(desk, some_game())
    for for_all in (False, True, False):
        cell = table.item(0, 1)
        assert cell is not None and cell.background().color() == loss_color(0.4, for_all)
        desk.trigger("analysis_for_all")


def test_random_moves_at_the_start_are_no_mistakes(desk: Desk):
    """Of games between AIs: nobody chose them."""
    desk.window.controller.new_game("random", "random", Size(5, 5), opening=(0,))
    desk.wait(lambda: desk.window.controller.match.result is not None)
    (recorded,) = sgf.read(sgf.write(desk.window.controller.game))
    game = some_game()
    game.random_moves = recorded.game.random_moves
    table = report_on(desk, game)
    assert [table.model().index(row, 0).data() for row in range(table.rowCount())] == ["2. C5"]
    said = desk.window.review.graph.text_of(1)
    assert "a random move of the opening" in said and "gave away" not in said


def test_a_random_opening_is_told_in_as_many_words_as_have_room(desk: Desk):
    """In one line: its few moves have little room, in a long game less."""
    graph = desk.window.review.graph
    metrics = graph.fontMetrics()
    whole, short = (metrics.horizontalAdvance(text) for text in ("random opening", "random"))
    said = [graph._said_of_opening(metrics, room) for room in (whole, whole - 1, short, short - 1)]
    assert said == ["random opening", "random", "random", ""]


def test_the_report_is_copied_and_saved_as_it_is_shown(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Without the better moves where they are hidden; several mistakes are chosen for that alone."""
    table, report = report_on(desk, some_game()), report_of(desk)
    assert report.save.isEnabled()
    desk.qtbot.mouseClick(report.only_bad, Qt.MouseButton.LeftButton, pos=QPoint(8, 8))
    report.activateWindow()
    table.setFocus()
    desk.wait(table.hasFocus)
    before = desk.window.controller.game.cursor
    for key in (Qt.Key.Key_A, Qt.Key.Key_C):
        desk.qtbot.keyClick(table, key, Qt.KeyboardModifier.ControlModifier)
    assert desk.window.controller.game.cursor is before and not report.again.isEnabled()
    shown = [
        ["Move", "Gave away", "Mover's win rate"],
        ["1. A5", "40.0%", "50% → 10%"],
        ["2. C5", "30.0%", "90% → 60%"],
    ]
    assert QApplication.clipboard().text() == "\n".join(map("\t".join, shown))
    path = tmp_path / "mistakes.csv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    desk.qtbot.mouseClick(report.save, Qt.MouseButton.LeftButton)
    assert [line.split(",") for line in path.read_text("utf-8-sig").splitlines()] == shown


def test_the_report_says_who_judged(desk: Desk):
    game = some_game()
    table = report_on(desk, game)
    length = "\u00a0· 9 visits a position"
    said = report_of(desk).judges.text()
    assert table.rowCount() > 0 and said == f"The record doesn't say who judged this{length}"
    for node in game.main_line():
        assert node.analysis is not None
        game.keep_analysis(node, replace(node.analysis, by="uct:playouts=50"))
    desk.window.review.show()
    assert report_of(desk).judges.text() == f"Judged by {player_label('uct:playouts=50')}{length}"
    assert report_of(desk).judges.isVisible()


def test_the_report_says_by_how_long_a_search(desk: Desk):
    """As far as that is known; one that has proven something ends at once."""
    game = some_game()
    report_on(desk, game)
    said, line = report_of(desk).judges.text().split("\u00a0")[0], game.main_line()

    def search(visits: int, *nodes: Node, proof: Proof | None = None) -> str:
        for node in nodes:
            assert node.analysis is not None
            game.keep_analysis(node, replace(node.analysis, visits=visits, proof=proof))
        desk.window.review.show()
        return report_of(desk).judges.text()

    assert search(1600, *line) == f"{said}\u00a0· 1,600 visits a position"
    assert not report_of(desk).judges.toolTip()
    assert search(890, line[1]) == f"{said}\u00a0· 890 to 1,600 visits a position"
    assert "no other move could overtake the best" in report_of(desk).judges.toolTip()
    assert search(3, line[1], proof=Proof.WIN) == f"{said}\u00a0· 1,600 visits a position"


def judged_by(game: Game, by: str, visits: int) -> None:
    for node in game.main_line():
        assert node.analysis is not None
        game.keep_analysis(node, replace(node.analysis, by=by, visits=visits))


@pytest.mark.parametrize(
    ("by", "visits", "weak"),
    [
        ("policy:net=generation-05,temperature=0.5", 0, True),
        ("zero:net=generation-05", 400, True),
        ("uct:seed=1", 20_000, True),
        ("zero:net=flagship", 8, True),
        ("zero:net=flagship", 400, False),
        ("zero:simulations=32", 20, False),
        ("zero:net=/mine.safetensors", 8, False),
        ("gtp:command=other,name=Other", 0, False),
        ("Some other program", 0, False),
    ],
)
def test_a_report_by_a_weak_judge_says_so(desk: Desk, by: str, visits: int, weak: bool):
    """By one that is known to be: of networks of the user's own and programs of others nobody knows how strong they are."""
    game = some_game()
    judged_by(game, by, visits)
    report_on(desk, game)
    report = report_of(desk)
    assert report.weak.isVisible() == report.judge_again.isVisible() == weak
    assert ("a weak judge" in desk.window.review.graph.text_of(1)) == weak
    if weak:
        expert = next(level for level in levels() if level.name("en") == "Expert")
        name = f"Expert (Elo {expert.elo:.0f})"
        assert report.weak.text() == f"For reference only: this judge is weaker than the level “{name}”."


def test_a_report_names_the_weak_one_of_two_judges(desk: Desk):
    game = some_game()
    judged_by(game, "zero:net=flagship", 400)
    for node in game.main_line()[3:]:
        assert node.analysis is not None
        game.keep_analysis(node, replace(node.analysis, by=FAST))
    report_on(desk, game)
    assert report_of(desk).weak.text().startswith(f"For reference only where {player_label(FAST)} judged")


def test_one_click_has_a_game_analysed_again_that_a_weak_judge_analysed(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(settings_file.Settings, "review_simulations", 70)
    desk.click(12, 0, 4)
    desk.trigger("analyse_game")
    desk.wait(lambda: desk.window.review.report is not None)
    desk.qtbot.mouseClick(report_of(desk).judge_again, Qt.MouseButton.LeftButton)
    desk.wait(lambda: not desk.window.review.review.running)
    assert not report_of(desk).weak.isVisible() and not report_of(desk).judge_again.isVisible()
    assert report_of(desk).judges.text().startswith("Judged by Buwei AI (shipped network)")
    kept = settings_file.load()[0]
    assert (kept.analysis_player, kept.review_simulations) == ("zero:net=flagship", 70)
    assert desk.notice.startswith("Buwei AI (shipped network) analyses from now on.")


def test_a_report_says_of_how_many_moves_it_speaks(desk: Desk):
    """What one of the players thought of its own last moves is no praise for the game."""
    game = some_game()
    for node in game.main_line()[:3]:
        node.analysis = None
    report_on(desk, game)
    report = report_of(desk)
    assert report.nothing.text().startswith("No mistakes among the moves judged so far.")
    assert report.left_out.text() == "2 of 5 moves are judged so far."
    figures = [label for color in Color for label in report.figures[color]]
    assert {label.text() for label in figures} == {"–"}
    assert all("Analyse the whole game" in label.toolTip() for label in figures)
    game.random_moves = 1
    desk.window.review.show()
    assert "2 of 4 moves" in report.left_out.text()
    assert report.left_out.text().endswith("The random moves at the start (1) don't count.")
    game.random_moves = 3
    desk.window.review.show()
    assert report.nothing.text() == "No mistakes found: no move gave away 5% or more."
    assert report.left_out.text() == "The random moves at the start (3) don't count."
    assert report.figures[Color.BLACK][0].text().endswith("%") and not figures[0].toolTip()


def test_a_mistake_that_is_chosen_stays_so_when_the_list_is_sorted_anew(desk: Desk):
    """A deeper analysis may find a greater one."""
    game = some_game()
    table = report_on(desk, game)
    table.selectRow(0)
    after = game.main_line()[2]
    assert after.analysis is not None
    game.keep_analysis(after, replace(after.analysis, value_to_move=0.8))
    desk.window.review.show()
    assert table.model().index(0, 0).data() == "2. C5"
    assert [index.data() for index in table.selectionModel().selectedRows()] == ["1. A5"]


def test_the_move_that_lost_by_the_rules_stands_first_among_the_blunders(desk: Desk):
    """It put no stone on the board, and gave away all that was left: selectable and counted as others are."""
    desk.play(size=5)
    desk.click(1, 24, 5, 0)  # White kills itself in the corner
    assert desk.state is State.OVER
    controller = desk.window.controller
    game, line = controller.game, controller.game.main_line()
    desk.trigger("report")
    report, table = report_of(desk), report_of(desk).table
    said = report.left_out.text()
    assert (
        said.startswith("The last move lost by the rules and stands first in the list") and "suicide" in said
    )
    index = table.model().index
    assert [index(0, column).data() for column in range(3)] == ["4. A5", UNKNOWN, UNKNOWN], "never judged"
    for node, white in zip(line, (0.5, 0.5, 0.4, 0.9), strict=True):
        to_move = white if node.position.to_move is Color.WHITE else 1 - white
        game.keep_analysis(node, Decision(None, value_to_move=2 * to_move - 1, visits=1, by="policy"))
    desk.window.review.show()
    rows = [[index(row, column).data() for column in range(3)] for row in range(table.rowCount())]
    assert rows == [
        ["4. A5", "90.0%", "90% → 0%"],
        ["3. A4", "50.0%", "60% → 10%"],
        ["2. E1", "10.0%", "50% → 40%"],
    ]
    whites = [label.text() for label in report.figures[Color.WHITE]]
    at_once = accuracy([Judgement(line[-1], 0, Color.WHITE, 0.9, 0.0)], Color.WHITE)
    assert at_once is not None and whites[1:] == ["0", "1", "1"]
    assert float(whites[0].rstrip("%")) == pytest.approx(
        (0.5 * Judgement(line[1], 24, Color.WHITE, 0.5, 0.4).accuracy + 0.9 * at_once) / 1.4, abs=0.06
    )
    controller.to_start()
    table.selectRow(0)
    assert game.cursor is line[-1], "the position before it"


def test_a_report_on_nothing_says_so_and_has_the_game_analysed(desk: Desk):
    desk.click(12, 0)
    table = report_on(desk, desk.window.controller.game)
    report = report_of(desk)
    assert table.rowCount() == 0 and report.nothing.isVisible()
    assert report.nothing.text() == "No move of this game has been judged yet."
    desk.qtbot.mouseClick(report.analyse, Qt.MouseButton.LeftButton)
    desk.wait(lambda: not desk.window.review.review.running)
    assert report.figures[Color.BLACK][0].text().endswith("%")


def test_the_better_move_can_stay_hidden(desk: Desk):
    table = report_on(desk, some_game())
    desk.qtbot.mouseClick(report_of(desk).only_bad, Qt.MouseButton.LeftButton, pos=QPoint(8, 8))
    assert table.isColumnHidden(3)
    assert settings_file.load()[0].report_hides_better


def test_hiding_the_better_move_counts_at_once(desk: Desk):
    table = report_on(desk, some_game())
    desk.window.controller.analysed.update(desk.window.controller.game.main_line())
    table.selectRow(1)
    rows = desk.window.thoughts._table.rowCount
    assert rows() > 0
    report_of(desk).only_bad.setChecked(True)
    assert rows() == 0
    report_of(desk).close()
    assert rows() > 0


def test_try_again_from_a_mistake(desk: Desk):
    game = some_game()
    table = report_on(desk, game)
    table.selectRow(1)
    desk.qtbot.mouseClick(report_of(desk).again, Qt.MouseButton.LeftButton)
    assert desk.window.review.report is None, "it would stand between the player and the board"
    said = "The report is closed meanwhile; “Report on the game” in the menu “Analysis” opens it again."
    assert desk.window.statusBar().currentMessage() == said
    assert desk.position.to_move is Color.WHITE and desk.moves == 1
    assert desk.window.thoughts._table.rowCount() == 0
    desk.click(24)
    assert desk.moves == 2
    first = game.root.children[0]
    assert [child.move for child in first.children] == [24, 2], "what was played before is a variation"


def test_trying_again_in_a_game_that_is_over_leaves_it_as_it_was(desk: Desk):
    game = some_game()
    game.result = Result(Color.BLACK, Reason.RESIGNATION)
    played = game.main_line()
    table = report_on(desk, game)
    table.selectRow(1)
    desk.qtbot.mouseClick(report_of(desk).again, Qt.MouseButton.LeftButton)
    desk.click(24)
    assert desk.moves == 2 and desk.window.controller.match.trying
    assert game.main_line() == played and game.result is not None


@pytest.mark.parametrize("recorded", [False, True])
def test_who_tries_again_in_a_game_between_ais_plays_against_the_other(desk: Desk, recorded: bool):
    """The same where the game was saved and opened again."""
    black, white = "uct:playouts=20,seed=2", "uct:playouts=30,seed=1"
    controller = desk.window.controller
    desk.play(black, white)
    desk.wait_for_end()
    if recorded:
        (read,) = sgf.read(sgf.write(controller.game))
        controller.open_game(read.game)
    start = controller.game.main_line()[1]
    desk.window.review._try_again(start)
    assert controller.match.trying and controller.players == {Color.BLACK: black, Color.WHITE: HUMAN}
    names = [controller.player_shown(color) for color in Color]
    assert names == [black, HUMAN] and desk.position.to_move is Color.WHITE
    desk.click_any()
    desk.wait_for_turn()
    assert desk.moves == 3, "the AI has answered"
    assert controller.game.name(Color.WHITE) == white, "the game stays whose it was"


def test_who_tries_again_in_the_place_of_the_ai_leaves_the_game_whose_it_was(desk: Desk):
    ai = "uct:playouts=20,seed=1"
    controller = desk.window.controller
    desk.play(HUMAN, ai)
    desk.click_any()
    desk.wait_for_turn()
    controller.resign()
    desk.window.review._try_again(controller.game.main_line()[1])
    assert controller.players == {Color.BLACK: ai, Color.WHITE: HUMAN}
    assert not controller.is_recorded, "it is kept among those that were played here"
    kept = desk.window.games.setup_of_game()
    assert (kept.black, kept.white) == (HUMAN, ai), "and so it is when the program starts again"


def test_who_tries_again_without_help_is_not_told_the_better_move(desk: Desk):
    table = report_on(desk, some_game())
    desk.window.controller.analysed.update(desk.window.controller.game.main_line())
    report_of(desk).only_bad.setChecked(True)
    table.selectRow(1)
    desk.qtbot.mouseClick(report_of(desk).again, Qt.MouseButton.LeftButton)
    assert desk.window.controller.live
    assert desk.window.thoughts._table.rowCount() == 0 and desk.window.board._thoughts is None
    assert (
        desk.window.thoughts._nothing.text()
        == "The analysis is hidden while you look for the better move yourself."
    )


def test_the_move_that_was_recommended_is_no_mistake_whatever_the_opponent_thinks(desk: Desk):
    """The opponent judges by itself; only what the analysis says of both positions makes a mistake."""
    desk.play("uct:playouts=20,seed=2", "uct:playouts=20,seed=1")
    desk.wait_for_end()
    desk.trigger("analyse_game")
    desk.wait(lambda: desk.window.review.report is not None)
    report = report_of(desk)
    report.table.selectRow(0)
    desk.qtbot.mouseClick(report.again, Qt.MouseButton.LeftButton)
    start = desk.window.controller.match.head
    assert start.analysis is not None and start.analysis.point is not None
    played = len(start.line()) - 1
    desk.click(start.analysis.point)
    desk.wait_for_turn()
    after = desk.window.controller.match.head.line()[played + 1]
    after.analysis = Decision(None, value_to_move=1.0, by="uct:playouts=20,seed=1")
    desk.trigger("report")
    numbers = [one.before.number + 1 for one in report_of(desk)._shown]
    assert played + 1 not in numbers
    assert "gave away" not in desk.window.review.graph.text_of(played + 1)


# --- two players ---------------------------------------------------------------------------------------------------------


def test_networks_on_the_list_are_offered_for_comparison(desk: Desk):
    desk.window.settings.networks = ["/some where/mine.safetensors"]
    desk.trigger("compare_players")
    dialog = desk.window.compare.dialog
    assert dialog is not None
    choice = dialog.columns[0].choice
    offered = [choice.itemText(index) for index in range(choice.count())]
    assert any("mine" in text for text in offered) and any("shipped" in text for text in offered)
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


def test_a_comparison_keeps_its_simulations_when_points_get_other_names(desk: Desk):
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
    desk.window._choose("language", "zh_CN")

    def titles() -> set[str]:
        return {dialog.windowTitle() for dialog in desk.window.findChildren(QDialog) if dialog.isVisible()}

    desk.wait(lambda: titles() == {"整局分析报告", "两名棋手对当前局面的看法"})
