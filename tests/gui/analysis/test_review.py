"""The analysis of a whole game: what it looks into and what it leaves, that it can be broken off, and that it is there again."""

import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from ai.players import AiPlayer, PlayerError
from core import kernel_cache, records
from core.player import Candidate, Decision, Proof
from core.points import Notation
from core.position import Color
from core.review import black_win_rate
from gui.game.known import knows_enough
from gui.game.worker import Request, SearchWorker
from tests.gui.analysis.analysing import FAST, divided, report_of, report_of_is_open
from tests.gui.desk import Desk


def test_the_analysis_of_a_game_comes_back_at_the_next_start(desk: Desk, open_desk: Callable[..., Desk]):
    desk.click(12, 0)
    desk.trigger("analyse_game")
    desk.wait(lambda: report_of_is_open(desk))
    desk.close()
    again = open_desk().window.controller.game
    assert all(node.analysis is not None for node in again.main_line())


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
    desk.window.closing.leave()
    assert loaded.is_set(), "the program ends when all its threads have"


def test_an_analysed_game_can_be_walked_through(desk: Desk):
    desk.click(12, 0)
    desk.trigger("analyse_game")
    desk.wait(lambda: desk.window.review.report is not None)
    assert desk.window.thoughts_panel._table.rowCount() == 8
    for row in range(3):
        desk.window.thoughts_panel.show_decision(None, desk.position, Notation.CHAMPIONSHIP)
        desk.click_history(row)
        assert desk.window.thoughts_panel._table.rowCount() == 8


def test_the_position_that_is_looked_at_is_told_of_once_it_is_analysed(desk: Desk):
    """While the others still wait for it."""
    desk.click(12, 0)
    desk.trigger("to_start")
    rows: dict[int, int] = {}
    table = desk.window.thoughts_panel._table
    desk.window.review.review.progressed.connect(lambda done, _whole: rows.update({done: table.rowCount()}))
    desk.trigger("analyse_game")
    desk.wait(lambda: report_of_is_open(desk))
    assert rows[0] == 0 and rows[1] == 8


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
    assert desk.window.thoughts_panel._table.rowCount() == 0
    desk.window.controller.open_game(records.load(path)[0].game)
    for row in range(3):
        desk.click_history(row)
        assert desk.window.thoughts_panel._table.rowCount() == 8
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
        review._thinker.worker.decided.emit(number, shallow)
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
    late, worker = review._thinker.current, review._thinker.worker
    desk.trigger("analyse_game")
    desk.window.controller.go_to(desk.window.controller.game.root.children[0])
    desk.trigger("analyse_game")
    assert late is not None
    worker.decided.emit(late, Decision(7, (Candidate(7, 5),), visits=5))
    assert all(node.analysis is None for node in desk.window.controller.game.main_line())
    desk.trigger("analyse_game")


def test_another_game_ends_the_analysis_of_the_last(desk: Desk):
    desk.window.settings.review_simulations = 5_000_000
    desk.click(12, 0, 4)
    desk.trigger("analyse_game")
    desk.play(size=5)
    assert not desk.window.review.review.running


def test_deleted_positions_are_not_analysed(desk: Desk):
    """Neither those that wait nor the one that is looked into: when all that was left is deleted, the analysis is done."""
    desk.window.settings.review_simulations = 5_000_000
    desk.click(12, 0, 4, 20, 2)
    game, review = desk.window.controller.game, desk.window.review.review
    line = game.main_line()
    progress: list[tuple[int, int]] = []
    review.progressed.connect(lambda done, whole: progress.append((done, whole)))
    desk.trigger("analyse_game")
    thinker = review._thinker
    assert thinker is not None and progress == [(0, 6)]
    asked = thinker.current
    desk.window.controller.remove(line[3])
    assert progress[-1] == (0, 3) and thinker.current == asked, (
        "the position that is looked into is still there"
    )
    known = Decision(20, (Candidate(20, 9),), 0.1, visits=8_000_000, by=FAST)
    for done in (1, 2):
        assert thinker.current is not None
        thinker.hurry()  # its own answer comes too late
        thinker.worker.decided.emit(thinker.current, known)
        assert progress[-1] == (done, 3)
    desk.window.controller.remove(line[2])
    assert not review.running and progress[-1] == (2, 2)
    assert all(node.analysis is None for node in line[2:])


def test_the_analysis_of_a_game_goes_on_when_its_network_gets_another_name(desk: Desk, tmp_path: Path):
    settings, review = desk.window.settings, desk.window.review.review
    before, now = tmp_path / "before", tmp_path / "now"
    settings.analysis_player = f"zero:net={before / 'network.safetensors'}"
    desk.click(12)
    desk.trigger("analyse_game")
    thinker = review._thinker
    assert thinker is not None
    asked = thinker.current
    desk.window.training_desk.renamed.emit(tmp_path / "another", now)
    assert thinker.current == asked, "that run is none of its business"
    desk.window.training_desk.renamed.emit(before, now)
    request = thinker._current
    assert request is not None and request.number != asked
    assert request.player == f"zero:net={now / 'network.safetensors'}"
    review.cancel()


def test_the_progress_follows_the_language(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(kernel_cache, "is_ready", lambda: True)
    desk.window.settings.review_simulations = 5_000_000
    desk.click(12, 0, 4)
    desk.trigger("analyse_game")
    progress = desk.window.review.progress
    assert progress.label.text() == "Analysing the game: 0 of 4"
    desk.choose("language", "zh_CN")
    desk.wait(lambda: progress.label.text() == "正在分析整局：0 / 4")
    assert progress.cancel.toolTip() == progress.cancel.accessibleName() == "停止整局分析"
