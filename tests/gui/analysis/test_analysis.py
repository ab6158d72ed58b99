"""Analysing the position that is looked at: with real keys and clicks, on what the window shows."""

import shutil
import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QMenu

from ai.players import NETWORKS, quote
from ai.players.random import RandomPlayer
from ai.players.text import Options
from core.player import Candidate, Decision, Limit, Proof
from core.position import Position
from gui.analysis.analysis_settings import AnalysisDialog
from gui.game.worker import Thinker
from gui.program.messages import player_label
from gui.program.settings import HUMAN
from tests.gui.analysis.analysing import FAST, divided, report_of, report_of_is_open
from tests.gui.desk import Desk
from tests.gui.players import RANDOM

Key = Qt.Key
BROKEN = f"gtp:command={quote(sys.executable)} -c pass"


def thinker(desk: Desk) -> Thinker:
    found = desk.window.analysis._thinker
    assert found is not None
    return found


def shown(desk: Desk) -> Decision:
    """What the board shows of an analysis."""
    decision = desk.window.board._thoughts
    assert decision is not None
    return decision


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


def test_an_analysis_under_way_comes_back_at_the_next_start(desk: Desk, open_desk: Callable[..., Desk]):
    desk.window.settings.analysis_simulations = 10**7
    desk.click(12)
    desk.key(Key.Key_Space)
    desk.wait(lambda: desk.window.analysis._latest is not None)
    desk.close()
    assert open_desk().window.controller.game.cursor.analysis is not None


def test_space_analyses_the_position_and_space_ends_it(desk: Desk):
    desk.key(Key.Key_Space)
    decision = wait_for_analysis(desk)
    assert desk.window.board._thoughts is not None
    assert desk.window.thoughts_panel._table.rowCount() == 8
    assert {one.point for one in decision.candidates} <= set(range(25))
    desk.key(Key.Key_Space)
    known = desk.window.controller.game.cursor.analysis
    assert desk.window.thoughts_panel._table.rowCount() == 8, "what was asked for is not taken away"
    assert known is not None and desk.window.board._thoughts is None, "the board is for playing again"
    desk.click(12)
    assert desk.window.thoughts_panel._table.rowCount() == 0 and desk.window.board._thoughts is None
    desk.key(Key.Key_Left)
    assert desk.window.thoughts_panel._table.rowCount() == 8 and desk.window.board._thoughts is None
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
    desk.window.setup_bar.click(12)
    assert before is not None and desk.window.board._thoughts is None
    desk.window.setup_bar.close_bar()
    assert desk.window.board._thoughts is before


def test_the_panel_says_whose_figures_it_shows_while_stones_are_placed(desk: Desk):
    """Also once another dock has come to the front."""
    desk.trigger("analyse")
    desk.trigger("set_up_position")
    said = desk.window.thoughts_panel._status.text()
    desk.trigger("opening_book")
    assert said.startswith("Analys") and desk.window.thoughts_panel._status.text() == said


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
def test_the_analysis_stays_on_or_off_after_a_game_as_the_user_switched_it(desk: Desk, presses: int):
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
    thoughts = desk.window.thoughts_panel
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
    kept = desk.settings_kept()
    assert kept.analysis_policy and not kept.analysis_candidates


def test_a_player_that_cannot_be_used_is_named(desk: Desk):
    desk.window.settings.analysis_player = "zero:net=nowhere"
    desk.key(Key.Key_Space)
    assert "nowhere" in desk.take_error()
    assert not desk.window.analysis.on


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
    status = desk.window.thoughts_panel._status.text()
    assert status.startswith("Analys")
    desk.trigger("show_numbers")
    assert desk.window.thoughts_panel._status.text().startswith("Analys")


def test_limits_are_asked_for_and_kept(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    def answer(dialog: AnalysisDialog) -> int:
        dialog.simulations.setValue(77)
        return 1

    monkeypatch.setattr(AnalysisDialog, "exec", answer)
    desk.trigger("analysis_settings")
    kept = desk.settings_kept()
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


def test_a_position_analysed_to_its_end_is_not_searched_again(desk: Desk):
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
    assert desk.window.thoughts_panel._status.text().endswith(
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
    assert desk.window.thoughts_panel._status.text() == whole


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


def test_at_the_end_of_a_game_the_analysis_says_that_there_is_nothing_to_analyse(desk: Desk):
    window = desk.window
    desk.play(RANDOM, RANDOM)
    desk.wait_for_end()
    desk.trigger("analyse")
    panel = window.thoughts_panel
    assert panel._status.text() == "The game is over here: there is nothing to analyse."
    assert panel._nothing.text().startswith("Go back to a move to have it analysed.")
    assert "“Analyse” looks at" not in window.review.graph.nothing_text()
    desk.key(Key.Key_Left)
    assert "Analys" in panel._status.text()
    assert not panel._nothing.text().startswith("Go back")
