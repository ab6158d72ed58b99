"""A session in the window's dock: what it does, how far it is, and that nothing of that is cut off."""

from itertools import pairwise

import pytest
from PySide6.QtCore import QTextBoundaryFinder
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from core.sentence import Sentence
from gui.app import make_application
from gui.beside.watched_process import Work
from gui.parts.scrolling import scrolled
from gui.parts.tables import row_height
from gui.program.language import LANGUAGES, LanguageSwitch
from gui.training.panel import (
    GATE,
    SessionShown,
    TrainingPanel,
    failure_text,
    gate_text,
    kept_whole,
    progress_text,
    state_text,
)
from gui.training.plot_texts import explanations
from gui.window.docks import LEAST_WIDTH
from tests.ai.training.figures import figures
from tests.gui.desk import wait

SHORT_MS = 50


def test_only_a_network_that_was_refused_is_marked():
    assert gate_text(figures(1)) == "30/40"
    assert gate_text(figures(1, gate_wins=2)) == "2/40", "runs without a share to win take every network"
    assert gate_text(figures(1, gate_wins=2, accepted=False)) == "2/40 ✗"
    assert gate_text(figures(1, gate_wins=0, gate_games=0)) == "–"


def test_the_dock_tells_at_the_mouse_against_whom_games_at_the_gate_were(qtbot: QtBot):
    make_application([])
    panel = TrainingPanel()
    qtbot.addWidget(panel)
    panel.show_generations([figures(7, gate_scores=[[6, 3, 8]])])
    item = panel.table.item(0, GATE)
    assert item is not None and item.toolTip() == "against generation 6: 3 of 8 won"


def test_a_narrow_and_low_dock_cuts_nothing_off(qtbot: QtBot):
    make_application([])
    panel = TrainingPanel()
    qtbot.addWidget(panel)
    panel.show()
    progress = {"policy_loss": 2.308, "value_loss": 0.432, "positions": 6_543_210, "elapsed_seconds": 360_000}
    panel.show_session(SessionShown(progress, Work.GOING_ON, "run"))
    panel.show_generations([figures(n, games=100_000 + n, accepted=False) for n in range(400, 420)])
    for width in (320, 190, 250):
        panel.resize(width, 100)
        QApplication.processEvents()
        panel.resize(width, panel.minimumSizeHint().height())
        QApplication.processEvents()
        label = panel.figures
        assert label.height() == label.heightForWidth(label.width()), "all lines, and no room for more"
        for column in range(panel.table.columnCount()):
            assert panel.table.columnWidth(column) >= panel.table.sizeHintForColumn(column)
        assert panel.table.viewport().height() >= row_height(panel.table), "the dock scrolls to them"


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_the_narrowest_dock_needs_no_scrolling_sideways(language: str, qtbot: QtBot):
    make_application([])
    LanguageSwitch().use(language)
    panel = TrainingPanel()
    dock = scrolled(panel, LEAST_WIDTH)
    qtbot.addWidget(dock)
    dock.resize(LEAST_WIDTH, 300)
    dock.show()
    made = {"games": 1_123_210, "positions": 71_713_346, "positions_per_second": 223, "simulations": 1600}
    told = {"generation": 126, "elapsed_seconds": 360_000, "remaining_seconds": 360_000.0, **made}
    learns = {"phase": "catching up", "learner_steps": 1_954, "catch_up_steps": 12_000}
    plays = {"phase": "self-play", "generation_made": 5632, "generation_positions": 80_000}
    for phase in (learns, plays):
        panel.show_session(SessionShown({**told, **phase}, Work.GOING_ON, "run"))
        qtbot.wait(SHORT_MS)  # the first figures come into view
        assert dock.horizontalScrollBar().maximum() == 0


def test_a_dock_that_becomes_lower_comes_to_rest_with_a_scroll_bar_or_without(qtbot: QtBot):
    """Also where what is told becomes longer at the same time, and where it fits just without a scroll bar, beside which lines are shorter."""
    make_application([])
    panel = TrainingPanel()
    dock = scrolled(panel, LEAST_WIDTH)
    qtbot.addWidget(dock)
    dock.show()
    told = {"phase": "gate", "generation": 815, "games": 5_073_293, "positions": 465, "simulations": 0}
    told |= {"elapsed_seconds": 23069.0, "positions_per_second": 1000.0}
    for height in range(180, 340):
        dock.resize(LEAST_WIDTH - 5, height + 60)
        panel.show_session(SessionShown(None, Work.LOADING, "", "", ["run-2"]))
        QApplication.processEvents()
        QApplication.processEvents()
        dock.resize(LEAST_WIDTH - 5, height)
        panel.show_session(SessionShown(told, Work.LOADING, "run-1", "", ["run-2"]))
        wait(qtbot, lambda: panel.height() >= panel.minimumSizeHint().height())
        assert panel.height() <= dock.viewport().height() + dock.verticalScrollBar().maximum()


def test_lines_of_figures_wrap_between_them_only():
    make_application([])
    text = "第 484 代 · 6,543,210 个局面 · 每秒 1,234 个局面  ·  剩余 1:02:03\nPolicy loss 2.308 · value loss 0.432"
    kept = kept_whole(text, QLabel())
    finder = QTextBoundaryFinder(QTextBoundaryFinder.BoundaryType.Line, kept)
    breaks = [0]
    while (place := finder.toNextBoundary()) >= 0:
        breaks.append(place)
    parts = [kept[start:end].replace("\u2060", "").strip() for start, end in pairwise(breaks)]
    assert [part.replace("\u00a0", " ") for part in parts if part] == [
        "第 484 代 ·",  # the dot stays with what is before it
        "6,543,210 个局面 ·",
        "每秒 1,234 个局面 ·",
        "剩余 1:02:03",
        "Policy loss 2.308 ·",
        "value loss 0.432",
    ]


def test_only_a_session_that_runs_has_time_left():
    progress = {"remaining_seconds": 60.0}
    assert "0:01:00" in progress_text(progress, work=Work.GOING_ON)
    assert "0:01:00" not in progress_text(progress, work=Work.NONE)
    before = {"phase": "stopped", **progress}
    assert "0:01:00" not in progress_text(before, work=Work.GOING_ON), "it is what was left the time before"


def test_how_far_a_generation_is_played_is_told_while_it_is():
    """The first one of a run, before which nothing is drawn, may take long."""
    progress = {"generation": 1, "generation_made": 1234, "generation_positions": 12_000}
    assert "1,234 of its 12,000 positions" in progress_text(progress, work=Work.GOING_ON)
    due = {**progress, "generation_seconds_left": 107.7}
    assert "complete in about 0:01:48" in progress_text(due, work=Work.GOING_ON)
    assert "complete" not in progress_text({**due, "generation_seconds_left": None}, work=Work.GOING_ON)
    assert "of its" not in progress_text(progress, work=Work.NONE)
    assert "Generation 1 is not finished" in progress_text(progress, work=Work.NONE), (
        "nobody is at work on it"
    )
    assert "of its" not in progress_text({**progress, "generation_made": 12_001}, work=Work.GOING_ON)


def test_something_moves_before_a_game_has_ended():
    """With long searches that takes minutes, in which no position counts."""
    progress = {"generation": 1, "open_positions": 1280, "evaluations_per_second": 3412.3}
    moving = "games 0 · positions 0 · 1,280 in games under way · 3,412 evaluations a second"
    said = progress_text(progress, work=Work.GOING_ON)
    assert moving in said.replace("\u00a0", " ") and "positions a second" not in said, "which isn't known yet"
    assert "502 positions a second" in progress_text({"positions_per_second": 502.0}, work=Work.GOING_ON)
    assert "under way" not in progress_text(progress, work=Work.NONE)


def test_the_mouse_tells_what_each_speed_counts(qtbot: QtBot):
    """The plots and the head of the training room call them the same."""
    panel = TrainingPanel()
    qtbot.addWidget(panel)
    for name in ("Positions a second: ", "Evaluations a second: "):
        assert name in panel.figures.toolTip()
    assert "Evaluations a second: " in explanations()["speed"]


def test_once_a_new_network_has_caught_up_no_empty_line_is_left(qtbot: QtBot):
    """The line that tells of it is the longest of all, and is not to come back."""
    make_application([])
    panel = TrainingPanel()
    qtbot.addWidget(panel)
    panel.resize(LEAST_WIDTH, 500)
    panel.show()
    progress = {"phase": "self-play", "generation": 45, "catch_up_steps": 2836}
    heights = []
    for learned in (2836, 1234, 2836):
        panel.show_session(SessionShown({**progress, "learner_steps": learned}, Work.GOING_ON, "run"))
        QApplication.processEvents()
        heights.append(panel.generation.height())
    assert heights[0] == heights[2] < heights[1]


def test_how_far_a_new_network_has_caught_up_is_told():
    """Before anything is played for the generation that is due, which takes minutes; also where it was stopped meanwhile."""
    progress = {"generation": 45, "learner_steps": 1234, "catch_up_steps": 2836}
    for work in (Work.GOING_ON, Work.NONE):
        assert "caught up 1,234 of 2,836 steps" in progress_text(progress, work)
    assert "caught up" not in progress_text({**progress, "learner_steps": 2836}, Work.GOING_ON)


def test_how_far_a_generation_is_learned_from_is_told():
    """That takes as long as it is played for, and nothing else moves meanwhile."""
    made = {"generation_made": 8000, "generation_positions": 8000}
    progress = {"phase": "learning", "generation": 1, **made, "generation_steps_wanted": 1250}
    assert "learned 1,024 of 1,250 steps" in progress_text(
        {**progress, "generation_steps": 1024}, Work.GOING_ON
    )
    assert "under way" in progress_text({**progress, "generation_steps_wanted": 0}, Work.GOING_ON)
    assert "not finished" in progress_text(progress, Work.NONE)


def test_how_deep_a_session_searches_is_told():
    """Where that grows, games become fewer a second."""
    assert "1,024 simulations a move" in progress_text({"simulations": 1024}, work=Work.GOING_ON)
    assert "1 games" not in progress_text({"games": 1, "positions": 1}, work=Work.GOING_ON)
    assert "simulations" not in progress_text({}, work=Work.GOING_ON), (
        "sessions of earlier versions don't tell"
    )


def test_a_session_that_goes_on_is_not_called_stopped():
    """What its folder says is left of the time before, until the first figures come."""
    assert state_text({"phase": "stopped"}, Work.GOING_ON, "x") == state_text(
        {"phase": "starting"}, Work.GOING_ON, "x"
    )
    assert state_text({"phase": "stopped"}, Work.GOING_ON, "x") != state_text(
        {"phase": "stopped"}, Work.NONE, "x"
    )


def test_progress_of_the_session_before_is_not_told_while_one_loads():
    """Nor is one that was killed, or that an error has ended, called stopped."""
    loading = state_text({"phase": "learning"}, Work.LOADING, "x")
    assert loading == state_text({"phase": "starting"}, Work.GOING_ON, "x")
    assert "unexpectedly" in state_text({"phase": "learning"}, Work.NONE, "x")
    failed = {"phase": "failed", "reason": Sentence("there is no %1", "number").to_json()}
    assert "error" in state_text(failed, Work.NONE, "x") and state_text(failed, Work.GOING_ON, "x") == loading
    assert (
        failure_text(failed, Work.NONE) == "There is no number" and failure_text(failed, Work.GOING_ON) == ""
    )


def test_a_session_whose_time_was_over_is_told_from_one_that_was_stopped():
    over, before = ({"phase": "stopped", "remaining_seconds": left} for left in (0.0, 30.0))
    assert "its time was over" in state_text(over, Work.NONE, "x")
    assert state_text(before, Work.NONE, "x") == state_text({"phase": "stopped"}, Work.NONE, "x")
    assert state_text(over, Work.GOING_ON, "x") == state_text({"phase": "starting"}, Work.GOING_ON, "x")


def test_what_is_said_of_a_session_leaves_no_blank_lines_behind(qtbot: QtBot):
    make_application([])
    panel = TrainingPanel()
    qtbot.addWidget(panel)
    panel.resize(300, 600)
    panel.show()
    progress = {"phase": "self-play", "generation": 1}
    panel.show_session(SessionShown(progress, Work.GOING_ON, "run"))
    before = panel.figures.height()
    panel.show_session(
        SessionShown(progress, Work.GOING_ON, "run", "why it can't go on, at some length " * 5)
    )
    wait(qtbot, lambda: panel.figures.height() > before)
    panel.show_session(SessionShown(progress, Work.GOING_ON, "run"))
    wait(qtbot, lambda: panel.figures.height() == before)
    panel.show_session(SessionShown(progress, Work.GOING_ON, "run"))
    one_line = panel.state.height()
    panel.show_session(SessionShown({"phase": "failed", "generation": 1}, Work.NONE, "a name that is long"))
    wait(qtbot, lambda: panel.state.height() > one_line)
    panel.show_session(SessionShown(progress, Work.GOING_ON, "run"))
    wait(qtbot, lambda: panel.state.height() == one_line)


def test_a_generation_of_which_there_are_figures_is_not_under_way():
    """The gate has just let it through, and the session hasn't told yet that it goes on."""
    progress = {"phase": "gate", "generation": 1}
    assert "Generation 1 under way" in progress_text(progress, Work.GOING_ON)
    assert "Generation 1 is finished" in progress_text(progress, Work.GOING_ON, finished=1)
