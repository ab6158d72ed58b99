"""The curves of a run: which there are, that they grow with it, and what is read from them."""

from html import escape
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from ai.training.run_files import STEP_ROW_BYTES
from ai.training.run_folder import RunFolder
from ai.training.shipped_run import ShippedRun
from gui.app import make_application
from gui.plots.curves import COLORS, Threshold, color_of
from gui.program.settings import Settings
from gui.program.theme import apply_application_theme
from gui.training.room import TrainingRoom
from tests.ai.training.figures import figures
from tests.gui.desk import Desk, wait
from tests.gui.plots.hands import be_painted, contrast, legend, point_at
from tests.gui.training.room.hands import GENERATIONS, curves


def test_without_the_file_of_the_steps_the_generations_are_drawn(room: TrainingRoom, run: Path):
    RunFolder(run).steps.unlink()
    room.runs.setCurrentRow(1)
    room.runs.setCurrentRow(0)
    (loss,) = curves(room, "value").values()
    assert loss.x.tolist() == [100, 200, 300] and loss.y.tolist() == [0.5] * GENERATIONS


def test_results_at_the_gate_are_drawn_where_there_are_any(room: TrainingRoom, run: Path):
    assert curves(room, "accuracy")["won at the gate"].y.tolist() == [0.75] * GENERATIONS
    folder = RunFolder(run)
    folder.metrics.write_text("")
    folder.append_line(figures(1, gate_games=0, gate_wins=0))
    room.look()
    assert "won at the gate" not in curves(room, "accuracy")


def test_the_loss_of_fates_is_drawn_beside_that_of_the_value_where_fates_are_taught(
    room: TrainingRoom, run: Path
):
    drawn = curves(room, "value")
    assert list(drawn) == ["loss", "points' fates"]
    assert len(drawn["points' fates"].x) == 100 * GENERATIONS
    assert drawn["points' fates"].color != drawn["loss"].color
    folder = RunFolder(run)
    folder.steps.unlink()
    folder.metrics.write_text("")
    folder.append_line(figures(1, fate=0.0))
    room.look()
    assert list(curves(room, "value")) == ["loss"]


def gate_threshold(room: TrainingRoom) -> Threshold | None:
    room.plots._drawing.finish()
    return room.plots.plots["accuracy"].threshold


def test_refused_networks_are_marked_and_the_share_that_they_lack_is_drawn(room: TrainingRoom, run: Path):
    """Where it held; not where generations don't tell it."""
    assert gate_threshold(room) is None
    folder = RunFolder(run)
    folder.append_line(figures(4, settings={"gate_win_rate": 0.55}))
    folder.append_line(figures(5, settings={}, gate_wins=15, accepted=False))
    room.look()
    marked = curves(room, "accuracy")["won at the gate"].marked
    assert marked is not None and marked.tolist() == [False] * 4 + [True]
    assert gate_threshold(room) == Threshold("55% to be taken", [(300, 500, 0.55)])
    folder.append_line(figures(6, settings={"gate_win_rate": 0.0}))
    folder.append_line(figures(7, settings={"gate_win_rate": 0.6}))
    room.look()
    both = [(300, 500, 0.55), (600, 700, 0.6)]
    assert gate_threshold(room) == Threshold("55%, 60% to be taken", both)
    room.axis.setCurrentText("generations")
    assert gate_threshold(room) == Threshold("55%, 60% to be taken", [(3, 5, 0.55), (6, 7, 0.6)])


def test_where_settings_were_changed_there_is_a_line_at_which_they_are_read(
    room: TrainingRoom, run: Path, desk: Desk, qtbot: QtBot
):
    """In every plot, at the end of the generation before. Curves go on across it."""
    folder = RunFolder(run)
    told = {"generation_positions": 8_000, "simulations": 32, "gate_win_rate": 0.0, "batch": 8, "seed": 1}
    folder.append_line(figures(4, settings=told))
    folder.append_line(figures(5, settings={"simulations": 16, "symmetries": False}))
    folder.append_line(figures(6, settings=told | {"symmetries": True, "batch": 16, "seed": 2}))
    room.look()
    room.plots._drawing.finish()
    for plot in room.plots.plots.values():
        assert [change.x for change in plot._changes] == [400, 500]
        assert all(not curve.changes for curve in plot.curves)
    plot = room.plots.plots["games"]
    assert "┊ new settings" in legend(plot)
    assert point_at(plot, 400, qtbot).endswith("From generation 5 on:<br>Simulations: 32 → 16")
    many = point_at(plot, 500, qtbot).split("<br>")[-5:]
    assert many[:2] == ["From generation 6 on:", "Simulations: 16 → 32"] and many[-1] == "and 1 more"
    desk.choose("language", "zh_CN")
    desk.wait(lambda: "模拟次数" in point_at(plot, 400, qtbot))


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (figures(1, gate_games=0, gate_wins=0), "no games are played at the gate"),
        (figures(1_000_000), "no chain of games leads back"),
    ],
)
def test_a_run_without_ratings_says_why(room: TrainingRoom, run: Path, line: dict, said: str):
    folder = RunFolder(run)
    folder.metrics.write_text("")
    folder.append_line(line)
    room.look()
    assert not curves(room, "rating")[""].x.size and room.generations.rowCount() == 1
    assert said in room.plots.plots["rating"].nothing.text()


def test_speed_is_that_of_the_searches_where_the_run_tells_it(room: TrainingRoom, run: Path):
    assert curves(room, "speed")["positions a second"].y.tolist() == [100.0] * GENERATIONS
    RunFolder(run).append_line(figures(GENERATIONS + 1, evaluations_per_second=20_000.0))
    room.look()
    (speed,) = curves(room, "speed").values()
    assert speed.name == "evaluations a second"
    assert (speed.x.tolist(), speed.y.tolist()) == ([100 * (GENERATIONS + 1)], [20_000.0])


def test_losses_of_the_first_generation_are_drawn_while_it_is_learned_from(
    room: TrainingRoom, run: Path, qtbot: QtBot
):
    folder = RunFolder(run)
    folder.metrics.write_text("")
    steps = folder.steps.read_bytes()
    folder.steps.write_bytes(b"")
    room.look()
    wait(qtbot, lambda: not curves(room, "policy")["loss"].x.size)
    assert "while the network learns from the first generation" in room.plots.plots["policy"].nothing.text()
    assert "once it is complete" in room.plots.plots["rating"].nothing.text()
    folder.steps.write_bytes(steps[: len(steps) // 3])
    room.look()
    wait(qtbot, lambda: curves(room, "policy")["loss"].x.size == 100)
    assert not room.plots.plots["policy"].nothing.text()


def test_generations_whose_speed_was_not_measured_are_left_out(room: TrainingRoom, run: Path):
    """Also where an earlier version said 0; where none is left it is told why."""
    folder = RunFolder(run)
    folder.metrics.write_text("")
    folder.append_line(figures(1, positions_per_second=0.0, evaluations_per_second=0.0))
    folder.append_line(figures(2, positions_per_second=None, evaluations_per_second=None))
    room.look()
    assert not curves(room, "speed")["positions a second"].x.size
    assert "could not be measured" in room.plots.plots["speed"].nothing.text()
    folder.append_line(figures(3, positions_per_second=50.0, evaluations_per_second=None))
    room.look()
    (speed,) = curves(room, "speed").values()
    assert (speed.x.tolist(), speed.y.tolist()) == ([300], [50.0])


def further_steps(count: int, value: float = 1) -> np.ndarray:
    """Those after the run's, all of whose losses are ``value``."""
    rows = np.full((count, 6), value, np.float32)
    rows[:, 0] = 100 * GENERATIONS + 1 + np.arange(count)
    return rows


def test_curves_grow_with_the_run(room: TrainingRoom, run: Path):
    folder = RunFolder(run)
    folder.append_steps(further_steps(50), folder.read_state())
    room.look()
    assert len(curves(room, "value")["loss"].x) == 350


def test_curves_follow_a_session_that_cuts_off_what_it_had_not_finished(room: TrainingRoom, run: Path):
    """It makes these steps once more; also where it has made as many again when the room looks."""
    folder = RunFolder(run)
    for value, rows in ((1, 50), (2, 30), (3, 30)):
        with folder.steps.open("r+b") as file:
            file.truncate(100 * GENERATIONS * STEP_ROW_BYTES)
        folder.append_steps(further_steps(rows, value), folder.read_state())
        room.look()
        drawn = curves(room, "value")["loss"].y
        assert drawn[100 * GENERATIONS :].tolist() == [value] * rows


def test_the_window_does_other_things_between_two_plots(room: TrainingRoom, run: Path, qtbot: QtBot):
    """Where a run goes on; another run's curves are there at once."""

    def counts() -> list[int]:
        return [len(plot.curves[-1].x) for plot in room.plots.plots.values()]

    before = counts()
    RunFolder(run).append_line(figures(GENERATIONS + 1))
    room.look()
    assert counts() == before
    wait(qtbot, lambda: counts()[-1] == GENERATIONS + 1)
    room.choose(ShippedRun().path)
    assert min(counts()) > GENERATIONS + 1


def test_the_horizontal_axis_is_that_of_the_last_time(desk: Desk, open_desk):
    desk.trigger("training_room")
    room = desk.window.training_desk.room
    assert room is not None
    room.axis.setCurrentText("time")
    desk.close()
    again = open_desk()
    again.trigger("training_room")
    room = again.window.training_desk.room
    assert room.axis.currentText() == "time"
    assert room.plots.plots["speed"].plot.getAxis("bottom").labelText == "hours"
    again.close()


def test_a_horizontal_axis_that_nobody_knows_is_the_usual_one(qtbot: QtBot, data_folder: Path):
    room = TrainingRoom(data_folder / "runs", Settings(training_axis="weeks"))
    qtbot.addWidget(room)
    assert room.axis.currentText() == "steps"


@pytest.mark.parametrize("name", ["policy", "value", "games"])
def test_a_pointer_reads_the_nearest_point(room: TrainingRoom, qtbot: QtBot, name: str):
    """Before it or behind it; beyond the last one it is the last."""
    plot = room.plots.plots[name]
    for curve in plot.curves:
        plot.plot.setXRange(float(curve.x[0]), float(curve.x[2]))  # or a point is narrower than a pixel
        for place, index in ((-0.4, 1), (0.4, 1)):
            text = point_at(plot, curve.x[index] + place * (curve.x[1] - curve.x[0]), qtbot)
            assert text.startswith(f"step {curve.x[index]:,.0f}<br>")
            assert f"</span> {plot.reading.number(curve.y[index])}" in text.replace(
                f" {escape(curve.name)}", ""
            )
        plot.view.show_all()
        be_painted(plot)
        beyond = (curve.x[-1] + plot.plot.getViewBox().viewRect().right()) / 2
        assert point_at(plot, beyond, qtbot).startswith(f"step {curve.x[-1]:,.0f}<br>")


def test_plots_say_how_keys_use_them(room: TrainingRoom):
    for plot in room.plots.plots.values():
        assert "Left and Right" in plot.accessibleDescription() and "Enter" in plot.accessibleDescription()
        assert plot.focusPolicy() & Qt.FocusPolicy.TabFocus and plot.accessibleName()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_curves_are_seen_on_their_paper(qtbot: QtBot, scheme: str):
    """At least 3:1, as WCAG 2.1 wants it of graphics."""
    make_application([])
    apply_application_theme(scheme)
    try:
        paper = QApplication.palette().base().color()
        for index in range(len(COLORS)):
            assert contrast(color_of(index), paper) >= 3
    finally:
        apply_application_theme("light")


def test_the_time_of_a_young_run_is_counted_in_minutes_until_it_is_an_hour_old(room: TrainingRoom, run: Path):
    folder = RunFolder(run)
    folder.metrics.write_text("")
    for generation in (1, 2):
        folder.append_line(figures(generation, seconds=900.0 * generation))
    room.look()
    room.axis.setCurrentText("time")
    speed = room.plots.plots["speed"]
    assert speed.curves[0].x.tolist() == [15, 30]
    assert speed.plot.getAxis("bottom").labelText == "minutes"
    folder.append_line(figures(3, seconds=3600.0))
    room.look()
    assert speed.curves[0].x.tolist() == [0.25, 0.5, 1]
    assert speed.plot.getAxis("bottom").labelText == "hours"
