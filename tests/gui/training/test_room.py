"""The training room: runs, curves, generations and games, read from run folders alone."""

import csv
import errno
import io
import os
import re
import shutil
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

import numpy as np
import pyqtgraph as pg
import pytest
from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QObject,
    QPoint,
    QPointF,
    QRectF,
    QSize,
    Qt,
    QTextBoundaryFinder,
)
from PySide6.QtGui import QImage, QMouseEvent
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QComboBox,
    QFileDialog,
    QInputDialog,
    QLabel,
    QMenu,
    QMessageBox,
    QSpinBox,
    QToolTip,
    QWidget,
)
from pytestqt.qtbot import QtBot

from ai import checkpoint
from ai.checkpoint import CheckpointInfo
from ai.networks import build
from ai.players import NETWORKS, SHIPPED, find_network
from ai.training.config import RunConfig
from ai.training.presets import PRESETS
from ai.training.ratings import GenerationRating, generation_ratings
from ai.training.run_folder import STEP_ROW_BYTES, RunFolder
from ai.training.self_play_record import player_name
from ai.training.shipped_run import ShippedRun
from core import folders, records
from core.game import Game
from core.lock import FolderLock
from core.match import Match
from core.points import Notation
from core.position import Position, Size
from core.records import sgf
from gui.app import make_application
from gui.arena.dialog import SUGGESTED, ArenaDialog
from gui.beside.watched_process import Work
from gui.commands import without_key
from gui.networks.view import NetworkView, Planes
from gui.parts.docks import LEAST_WIDTH
from gui.parts.scrolling import scrolled
from gui.parts.tables import row_height, rows_of
from gui.plots.curves import COLORS, Curve, Threshold, color_of
from gui.plots.plots import MORE, SCROLLED_HEIGHT, MetricPlot
from gui.program.language import LANGUAGES, LanguageSwitch
from gui.program.settings import Settings
from gui.program.theme import apply_application_theme
from gui.training import room as training_room
from gui.training.dialog import TrainingChoice, TrainingDialog
from gui.training.generation_table import RATING, _elo
from gui.training.known_runs import settings_and_state
from gui.training.panel import TrainingPanel, gate_text, kept_whole, progress_text
from gui.training.process import TrainingProcess
from gui.training.room import TrainingRoom
from gui.training.run_figures import Axis, RunFigures, save_generations
from gui.training.run_settings import RunSettingsDialog
from gui.training.runs import RATING as runs_rating
from gui.training.runs import RunsDialog
from gui.training.training_plots import shortened
from tests.ai.training.figures import figures
from tests.gui.desk import Desk, answer, context_menu, wait
from tests.gui.plots.test_plots import be_painted, contrast, legend, point_at

SIZE = Size(4, 4)
GENERATIONS = 3
SHORT_MS = 50


def finished_game() -> Game:
    match = Match(Game(SIZE))
    while match.result is None:
        match.play(match.game.position.legal_moves()[0])
    return match.game


@pytest.fixture
def run(data_folder: Path) -> Path:
    """A run of three generations, as training writes it."""
    folder = RunFolder(data_folder / "runs" / "第一次")
    config = RunConfig(network="b1c4", board="4x4")
    _, state = folder.open(config)
    for generation in range(1, GENERATIONS + 1):
        name = f"{generation:06d}.safetensors"
        info = CheckpointInfo("b1c4", 4, 4, generation=generation)
        checkpoint.save(folder.checkpoints / name, build("b1c4", SIZE), info)
        (folder.games / f"{generation:06d}.sgf").write_bytes(b"\n".join([sgf.write(finished_game())] * 2))
        steps = np.arange(6 * 100, dtype=np.float32).reshape(100, 6)
        steps[:, 0] = np.arange(1, 101) + 100 * (generation - 1)
        folder.append_steps(steps, state)
        state.generation = generation
        folder.append_line(figures(generation))
        folder.write_state(state)
    folder.close()
    return folder.path


@pytest.fixture
def desk(open_desk, run: Path) -> Desk:
    return open_desk()


@pytest.fixture
def room(desk: Desk) -> Iterator[TrainingRoom]:
    desk.trigger("training_room")
    room = desk.window.training_desk.room
    assert isinstance(room, TrainingRoom)
    room.games.listing.finish()
    yield room
    room.close()


def test_the_room_shows_what_a_run_folder_says(room: TrainingRoom, run: Path):
    assert [room.runs.item(i).text() for i in range(room.runs.count())] == ["第一次", "shipped network"]
    assert room.generations.rowCount() == GENERATIONS
    item = room.generations.item(0, 0)
    rating = room.generations.item(0, RATING)
    assert item is not None and item.text() == "3"
    assert rating is not None and rating.text().startswith("+")
    policy = room.plots.plots["policy"]
    assert [len(curve.x) for curve in policy._curves] == [300, 300]
    assert not room.buttons["stop"].isEnabled() and room.buttons["go_on"].isEnabled()


def test_a_room_without_runs_says_what_to_do(qtbot: QtBot, data_folder: Path):
    """Every button that can't be used says why; what begins a run can be used."""
    room = TrainingRoom(data_folder / "runs", Settings())
    qtbot.addWidget(room)
    assert [name for name, button in room.buttons.items() if button.isEnabled()] == ["new"]
    for button in room.buttons.values():
        assert button.isEnabled() or button.toolTip().endswith(".")
    assert without_key(room.buttons["new"].text()) in room.state.text() and not room.runs.count()
    for view in (room.runs, room.generations, room.games):
        (note,) = view.viewport().findChildren(QLabel)
        assert not note.isHidden() and note.text().endswith(".")
    assert "this generation" not in note.text(), "there is none"


def test_before_the_first_run_the_room_shows_how_the_shipped_network_learned(open_desk, data_folder: Path):
    """All its figures, those generations whose networks came along, and the games of the last; it can't be changed."""
    desk = open_desk()
    desk.trigger("training_room")
    room, panel = desk.window.training_desk.room, desk.window.training_desk.panel
    assert panel.start.isEnabled() and not panel.go_on.isEnabled() and not panel.stop.isEnabled()
    assert without_key(panel.start.text()) in panel.state.text()
    shipped = ShippedRun()
    lines = shipped.read_metrics()
    newest = checkpoint.read_info(find_network(SHIPPED)).generation
    assert lines[-1]["generation"] == newest and len(room._chosen[0].lines) == len(lines)
    assert room.runs.count() == 1 and f"{newest:,}" in room.state.text()
    listed = room.generations.lines
    assert listed[-1]["generation"] == newest and len(listed) == len(list(NETWORKS.glob("*.safetensors")))
    for line in listed:
        assert checkpoint.read_info(shipped.checkpoint_of(line)).generation == line["generation"]
    room.games.listing.finish()
    assert room.games.count() > 0
    assert sorted(name for name, button in room.buttons.items() if not button.isEnabled()) == [
        "remove",
        "rename",
        "stop",
    ]
    assert "stays" in room.buttons["remove"].toolTip()
    before = sorted(path.name for path in NETWORKS.iterdir())
    room.look()
    room.close()
    assert sorted(path.name for path in NETWORKS.iterdir()) == before


def test_a_run_of_ones_own_goes_on_from_the_shipped_network(
    open_desk, data_folder: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
):
    desk = open_desk()
    desk.trigger("training_room")
    dialogs: list[TrainingDialog] = []
    monkeypatch.setattr(TrainingDialog, "exec", lambda dialog: dialogs.append(dialog))
    room = desk.window.training_desk.room
    qtbot.mouseClick(room.buttons["go_on"], Qt.MouseButton.LeftButton)
    (dialog,) = dialogs
    choice = dialog.choice()
    assert dialog.agree.isEnabled()
    assert choice.folder == data_folder / "runs" / "run-1"
    assert Path(choice.config.start_from) == find_network(SHIPPED)
    assert choice.config == ShippedRun().config_to_go_on()
    room.close()


def test_a_shipped_generation_is_played_by_its_name(open_desk, data_folder: Path, qtbot: QtBot):
    """Which it keeps when the program moves."""
    desk = open_desk()
    desk.trigger("training_room")
    room = desk.window.training_desk.room
    generation = room.generations.lines[-2]["generation"]
    click_generation(room, qtbot, generation)
    qtbot.mouseClick(room.buttons["play"], Qt.MouseButton.LeftButton)
    assert f"net=generation-{generation}" in desk.window.games.next_setup().white
    room.close()


def test_the_program_is_quit_from_the_room_too(desk: Desk, qtbot: QtBot):
    desk.trigger("training_room")
    room = desk.window.training_desk.room
    assert room is not None and room.isVisible()
    qtbot.keyClick(room, Qt.Key.Key_Q, Qt.KeyboardModifier.ControlModifier)
    assert not desk.window.isVisible() and desk.window.training_desk.room is None


def test_a_room_that_was_minimised_comes_back_and_goes_on_watching(room: TrainingRoom, desk: Desk):
    """To be minimised hides it as far as Qt tells, but leaves it shown where it is to be brought to the front."""
    room.showMinimized()
    assert not room._timer.isActive()
    desk.trigger("training_room")
    assert not room.isMinimized() and room._timer.isActive()


def test_what_the_chosen_generations_can_be_used_for(room: TrainingRoom, qtbot: QtBot):
    """Three can't be set side by side, and one plays against one alone."""
    assert all(button.isEnabled() for name, button in room.buttons.items() if name != "stop")
    assert "No session" in room.buttons["stop"].toolTip()
    for generation in (1, 2, 3):
        click_generation(room, qtbot, generation, Qt.KeyboardModifier.ControlModifier)
    assert not room.buttons["compare"].isEnabled() and "two" in room.buttons["compare"].toolTip()
    assert not room.buttons["play"].isEnabled() and "Choose one" in room.buttons["play"].toolTip()
    click_generation(room, qtbot, 2)
    assert room.buttons["play"].isEnabled() and "new game" in room.buttons["play"].toolTip()


def test_the_room_says_by_how_many_simulations_a_generation_plays(
    room: TrainingRoom, desk: Desk, monkeypatch: pytest.MonkeyPatch
):
    """Against the user by another number than in an arena."""
    said = next(label for label in room.findChildren(QLabel) if "Simulations: " in label.text())
    assert said.isVisible() and "800 against you" in said.text() and "100 in an arena" in said.text()
    monkeypatch.setattr(QInputDialog, "getInt", lambda *_words: (1234, True))
    desk.trigger("set_simulations")
    desk.wait(lambda: "1,234 against you" in said.text())
    room.buttons["play"].click()
    assert desk.window.games.next_setup().white.endswith(",simulations=1234")
    searched: list[str] = []
    monkeypatch.setattr(ArenaDialog, "exec", lambda dialog: searched.append(dialog.players.texts()[0]))
    room.buttons["contest"].click()
    assert searched[0].endswith(",simulations=100")


def test_without_the_file_of_the_steps_the_generations_are_drawn(room: TrainingRoom, run: Path):
    RunFolder(run).steps.unlink()
    room.runs.setCurrentRow(1)
    room.runs.setCurrentRow(0)
    (loss,) = curves(room, "value").values()
    assert loss.x.tolist() == [100, 200, 300] and loss.y.tolist() == [0.5] * GENERATIONS


def curves(room: TrainingRoom, plot: str) -> dict[str, Curve]:
    """Those of the plot, once all plots are drawn."""
    room.plots._drawing.finish()
    return {curve.name: curve for curve in room.plots.plots[plot]._curves}


def test_results_at_the_gate_are_drawn_where_there_are_any(room: TrainingRoom, run: Path):
    assert curves(room, "accuracy")["won at the gate"].y.tolist() == [0.75] * GENERATIONS
    folder = RunFolder(run)
    folder.metrics.write_text("")
    folder.append_line(figures(1, gate_games=0, gate_wins=0))
    room.look()
    assert "won at the gate" not in curves(room, "accuracy")


def gate_threshold(room: TrainingRoom) -> Threshold | None:
    room.plots._drawing.finish()
    return room.plots.plots["accuracy"]._threshold


def test_refused_networks_are_marked_and_the_share_that_they_lack_is_drawn(room: TrainingRoom, run: Path):
    """By the run's settings, as they are now; where they ask for none, or can't be read, there is no line."""
    go_on(room, run, 4)
    folder = RunFolder(run)
    folder.append_line(figures(5, gate_wins=15, accepted=False))
    room.look()
    marked = curves(room, "accuracy")["won at the gate"].marked
    assert marked is not None and marked.tolist() == [False] * 4 + [True]
    assert gate_threshold(room) == Threshold("55% to be taken", 0.55)
    settings = (run / "config.toml").read_text("utf-8")
    without = [settings.replace(f"{name} =", f"{name} = 0 #") for name in ("gate_win_rate", "gate_games")]
    for number, text in enumerate((*without, "{")):
        (run / "config.toml").write_text(text, "utf-8")
        go_on(room, run, 6 + number)
        assert gate_threshold(room) is None
    (run / "config.toml").write_text(settings, "utf-8")
    folder.metrics.write_text("")
    folder.append_line(figures(1, gate_games=0, gate_wins=0))
    room.look()
    assert gate_threshold(room) is None, "no games are played at the gate"


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
    assert speed.name == "positions searched a second"
    assert (speed.x.tolist(), speed.y.tolist()) == ([100 * (GENERATIONS + 1)], [20_000.0])


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
        return [len(plot._curves[-1].x) for plot in room.plots.plots.values()]

    before = counts()
    RunFolder(run).append_line(figures(GENERATIONS + 1))
    room.look()
    assert counts() == before
    wait(qtbot, lambda: counts()[-1] == GENERATIONS + 1)
    room.choose(ShippedRun().path)
    assert min(counts()) > GENERATIONS + 1


def test_what_a_long_text_about_a_run_needs_the_plots_get_back_with_another(room: TrainingRoom, run: Path):
    before = room.state.minimumHeight()
    broken = copy_of(run, "broken")
    RunFolder(broken).metrics.write_text("{}\n" * 2)
    (broken / "config.toml").unlink()
    room.choose(broken)
    assert room.state.minimumHeight() > before
    room.choose(run)
    assert room.state.minimumHeight() == before


def copy_of(run: Path, name: str) -> Path:
    return Path(shutil.copytree(run, run.parent / name))


def test_a_session_that_begins_is_shown_as_soon_as_its_folder_is_there(room: TrainingRoom, run: Path):
    begun = run.parent / "begun"
    room.choose(begun)
    assert room.chosen == run, "there is nothing to show yet"
    copy_of(run, "begun")
    room.look()
    assert room.chosen == begun and room.runs.currentItem().text() == "begun"


def test_the_first_run_of_all_is_shown(qtbot: QtBot, run: Path):
    room = TrainingRoom(run.parent, Settings())
    qtbot.addWidget(room)
    assert room.chosen == run
    aside = run.rename(run.parents[1] / "aside")
    room.look()
    assert room.chosen is None and not room.runs.count()
    aside.rename(run)
    room.look()
    assert room.chosen == run


def test_coming_back_to_the_room_keeps_the_run_that_is_shown(room: TrainingRoom, desk: Desk, run: Path):
    other = copy_of(run, "other")
    desk.window.training_desk.watch(run)
    room.choose(other)
    desk.trigger("training_room")
    assert room.chosen == other
    desk.window.training_desk.panel.room.click()
    assert room.chosen == run, "the dock's own"


def row_of(room: TrainingRoom, generation: int) -> int:
    (item,) = [
        item
        for item in room.generations.findItems(str(generation), Qt.MatchFlag.MatchExactly)
        if item.column() == 0
    ]
    return item.row()


def chosen_generations(room: TrainingRoom) -> list[int]:
    return [line["generation"] for line in room.generations.selected()]


def click_generation(
    room: TrainingRoom,
    qtbot: QtBot,
    generation: int,
    modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
) -> None:
    table = room.generations
    item = table.item(row_of(room, generation), 0)
    assert item is not None
    place = table.visualItemRect(item).center()
    qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, modifier, place)


def go_on(room: TrainingRoom, run: Path, *generations: int) -> None:
    """These are finished, and the room looks."""
    folder = RunFolder(run)
    for generation in generations:
        folder.append_line(figures(generation))
    room.look()


def test_later_games_revise_earlier_ratings(room: TrainingRoom, run: Path):
    def shown() -> str:
        item = room.generations.item(row_of(room, GENERATIONS), RATING)
        assert item is not None
        return item.text()

    before = shown()
    go_on(room, run, 4, 5, 6)
    rating = generation_ratings(RunFolder(run).read_metrics())[GENERATIONS - 1]
    assert shown() == f"{rating.elo:+.0f} ±{rating.spread_to_newest:.0f}" != before


def test_the_line_of_a_long_run_s_ratings_is_what_the_table_tells(
    room: TrainingRoom, run: Path, others: list[str], qtbot: QtBot
):
    """They are smoothed as they are found; beside another run too. No hint speaks of a mean."""
    go_on(room, run, *range(GENERATIONS + 1, 80))
    plot, told = room.plots.plots["rating"], [rating.elo for rating in room._chosen[0].ratings]
    assert curves(room, "rating")["against generation 0"].line[1].tolist() == told
    assert len(told) == 79 and "the mean" not in plot.title.toolTip()
    assert "the mean" in room.plots.plots["games"].title.toolTip()
    click_run(room, qtbot, "b", CTRL)
    assert curves(room, "rating")["第一次"].line[1].tolist() == told


def test_of_compared_runs_the_first_keeps_the_bars_of_its_ratings(
    room: TrainingRoom, run: Path, others: list[str], qtbot: QtBot
):
    """As the hint says: those of several would hide each other. As far as it is drawn."""
    go_on(room, run, *range(GENERATIONS + 1, 10))
    plot, spreads = room.plots.plots["rating"], [each.spread_to_newest for each in room._chosen[0].ratings]
    click_run(room, qtbot, "b", CTRL)
    first, other = curves(room, "rating").values()
    assert first.interval is not None and other.interval is None
    assert (first.interval[1] - first.y).tolist() == pytest.approx(spreads)
    assert (first.y - first.interval[0]).tolist() == pytest.approx(spreads)
    assert "bars" in legend(plot) and "bars for the run that was chosen first" in plot.title.toolTip()
    assert f"±{spreads[1]:,.0f}" in point_at(plot, 200, qtbot)
    room.common.setChecked(True)
    first, other = curves(room, "rating").values()
    assert first.interval is not None and len(first.interval[0]) == len(first.x) == len(other.x)


def test_of_a_long_run_ratings_come_while_the_window_answers(
    room: TrainingRoom, run: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
):
    """What is known of its generations is there at once."""
    monkeypatch.setattr("gui.training.generation_table.RATED_AT_ONCE", GENERATIONS)
    go_on(room, run, 4, 5)
    texts = [[cell.data() for cell in cells_of(room, row)] for row in range(5)]
    assert texts[0][0] == "5" and texts[0][RATING] == "" and all(texts[0][:RATING] + texts[0][RATING + 1 :])
    ratings = generation_ratings(RunFolder(run).read_metrics())
    wanted = [f"{each.elo:+.0f} ±{each.spread_to_newest:.0f}".removesuffix(" ±0") for each in ratings]
    wait(qtbot, lambda: [cells_of(room, row)[RATING].data() for row in range(5)] == wanted[::-1])


def cells_of(room: TrainingRoom, row: int) -> list[QModelIndex]:
    model = room.generations.model()
    return [model.index(row, column) for column in range(model.columnCount())]


def test_what_is_chosen_stays_chosen_while_generations_come(
    room: TrainingRoom, desk: Desk, run: Path, qtbot: QtBot
):
    asked: list[list[Path]] = []
    room.compare_asked.connect(asked.append)
    click_generation(room, qtbot, 3)
    click_generation(room, qtbot, 1, Qt.KeyboardModifier.ControlModifier)
    wait(qtbot, lambda: room.games.count() == 2)
    room.games.setCurrentRow(1)
    go_on(room, run, 4)
    go_on(room, run, 5, 6)
    assert chosen_generations(room) == [3, 1]
    assert room.generations.currentRow() == row_of(room, 1)
    assert room.games.currentRow() == 1, "the list of games is left alone"
    qtbot.mouseClick(room.buttons["compare"], Qt.MouseButton.LeftButton)
    assert [path.name for path in asked[0]] == ["000003.safetensors", "000001.safetensors"]
    (view,) = desk.window.findChildren(NetworkView)
    view.close()
    qtbot.keyClick(room.generations, Qt.Key.Key_Down)
    assert room.generations.currentRow() == row_of(room, 1), "the last row stays the last"
    qtbot.keyClick(room.generations, Qt.Key.Key_Up)
    assert chosen_generations(room) == [2]


def test_where_none_is_chosen_a_refused_network_is_not_meant(room: TrainingRoom, run: Path, qtbot: QtBot):
    """Its games are listed all the same: they are the newest."""
    RunFolder(run).append_line(figures(4, accepted=False))
    room.look()
    assert [path.name for path in room.meant()] == ["000003.safetensors"]
    assert room._labels["games"].text().startswith("Games of generation 4:")
    click_generation(room, qtbot, 4)
    assert [path.name for path in room.meant()] == ["000004.safetensors"]
    RunFolder(run).metrics.write_text("")
    RunFolder(run).append_line(figures(1, accepted=False))
    room.look()
    assert [path.name for path in room.meant()] == ["000001.safetensors"], "there is no other"


def test_what_is_in_view_stays_there_while_generations_come(room: TrainingRoom, run: Path, qtbot: QtBot):
    def at_the_top() -> str:
        item = room.generations.itemAt(0, 0)
        assert item is not None
        return item.text()

    go_on(room, run, *range(4, 61))
    assert at_the_top() == "60"
    go_on(room, run, 61)
    assert at_the_top() == "61", "who has chosen nothing sees the newest"
    room.generations.verticalScrollBar().setValue(10)
    go_on(room, run, 62)
    assert at_the_top() == "51"
    room.generations.verticalScrollBar().setValue(0)
    click_generation(room, qtbot, 62)
    go_on(room, run, 63, 64)
    assert at_the_top() == "62"
    room.generations.clearSelection()
    room.generations.verticalScrollBar().setValue(0)
    with pointed_at(room.generations):
        go_on(room, run, 65)
    assert at_the_top() == "64", "a click that is on its way would take another one"


def test_a_generation_that_is_made_anew_is_shown_anew(room: TrainingRoom, run: Path, qtbot: QtBot):
    """A session that was killed cuts off what it had not finished."""
    click_generation(room, qtbot, 1)
    folder = RunFolder(run)
    lines = folder.metrics.read_bytes().splitlines(keepends=True)
    folder.metrics.write_bytes(b"".join(lines[:2]))
    go_on(room, run, 3)
    assert chosen_generations(room) == [1]
    folder.metrics.write_bytes(b"".join(lines[:2]))
    folder.append_line(figures(3, games=77))
    room.look()
    games = room.generations.item(0, 2)
    assert games is not None and games.text() == "77" and room.generations.rowCount() == GENERATIONS


def test_another_run_has_nothing_chosen(room: TrainingRoom, run: Path, qtbot: QtBot):
    copied = run.with_name("copy")
    shutil.copytree(run, copied)
    room.look()
    click_generation(room, qtbot, 1)
    (item,) = room.runs.findItems("copy", Qt.MatchFlag.MatchExactly)
    qtbot.mouseClick(
        room.runs.viewport(), Qt.MouseButton.LeftButton, pos=room.runs.visualItemRect(item).center()
    )
    assert chosen_generations(room) == [] and room.generations.rowCount() == GENERATIONS
    wait(qtbot, lambda: room.games.count() == 2)


@pytest.mark.parametrize(
    ("file", "text", "said"),
    [
        ("config.toml", None, "lost its settings: put its config.toml back"),
        ("state.json", "{", "is damaged"),
        ("state.json", None, "its state.json is lost; put it back"),
    ],
)
def test_a_run_that_can_not_go_on_is_shown_with_the_reason(
    room: TrainingRoom, run: Path, file: str, text: str | None, said: str
):
    """As in the list of runs; its figures stay."""
    if text is None:
        (run / file).unlink()
    else:
        (run / file).write_text(text)
    room.look()
    assert room.chosen == run and room.generations.rowCount() == GENERATIONS
    assert said in room.state.text() and said in room.buttons["go_on"].toolTip()
    assert not room.buttons["go_on"].isEnabled() and room.buttons["remove"].isEnabled()
    room.close()
    again = TrainingRoom(run.parent, Settings())
    assert again.chosen == run and said in again.state.text()
    again.close()


def test_the_room_comes_back_as_large_as_it_was_left_within_the_screen(desk: Desk, open_desk, run: Path):
    desk.trigger("training_room")
    room = desk.window.training_desk.room
    assert room is not None
    screen = room.screen().availableSize()
    size = QSize(screen.width() - 50, screen.height() - 130).expandedTo(room.minimumSizeHint())
    room.resize(size)
    desk.close()
    for _ in range(2):
        again = open_desk()
        again.trigger("training_room")
        room = again.window.training_desk.room
        assert room.size() == size.boundedTo(screen) and room.height() < screen.height()
        size = room.size()
        again.close()


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


def test_all_figures_of_the_generations_are_seen_in_a_new_room(open_desk, data_folder: Path):
    desk = open_desk()
    desk.trigger("training_room")
    room = desk.window.training_desk.room
    room.resize(1240, 720)
    desk.wait(lambda: room.width() == 1240 and room.generations.horizontalScrollBar().maximum() == 0)
    room.close()


def test_a_session_that_has_not_written_its_settings_yet_has_no_problem(qtbot: QtBot, tmp_path: Path):
    folder = RunFolder(tmp_path / "begun")
    folder.path.mkdir()
    (folder.path / "session.log").touch()  # the window's, before the session begins
    assert folder.take(0)
    room = TrainingRoom(tmp_path, Settings())
    qtbot.addWidget(room)
    assert room.chosen == folder.path and "config.toml" not in room.state.text()
    folder.close()
    room.look()
    assert "config.toml" in room.state.text()


def test_figures_without_sense_are_named(room: TrainingRoom, run: Path):
    with RunFolder(run).metrics.open("ab") as file:
        file.write(b"{}\n")
    room.runs.setCurrentRow(1)
    room.runs.setCurrentRow(0)
    assert f"Line {GENERATIONS + 1} of" in room.state.text() and room.generations.rowCount() == 0
    assert all("can't be read" in plot.nothing.text() for plot in room.plots.plots.values())


def test_figures_that_lose_their_sense_and_get_it_back_before_the_first_generation(
    room: TrainingRoom, run: Path
):
    folder = RunFolder(run)
    folder.metrics.write_text("")
    folder.steps.write_bytes(b"")
    room.look()
    for text, said in (("", "first generation"), ("{}\n", "can't be read"), ("", "first generation")):
        folder.metrics.write_text(text)
        room.look()
        room.plots._drawing.finish()
        assert all(said in plot.nothing.text() for plot in room.plots.plots.values())


def test_a_run_that_is_gone_is_not_gone_on_with(room: TrainingRoom, run: Path):
    """Nor does another one come under the pointer by itself; put back, it is shown again."""
    away = run.rename(run.with_name("away").parent.parent / "away")
    room.look()
    room.look()
    assert room.chosen is None and "is gone" in room.state.text() and room.generations.rowCount() == 0
    assert not room.buttons["remove"].isEnabled() and not room.buttons["go_on"].isEnabled()
    away.rename(run)
    room.look()
    assert room.chosen == run and room.generations.rowCount() == GENERATIONS


def test_figures_of_the_shipped_run_that_are_missing_are_told(qtbot: QtBot, tmp_path: Path):
    make_application([])
    shipped = ShippedRun()
    shipped.metrics = tmp_path / "gone.jsonl"
    room = TrainingRoom(tmp_path / "runs", Settings(), shipped=shipped)
    qtbot.addWidget(room)
    room.choose(shipped.path)
    room.look()
    assert "gone.jsonl holds no figures" in room.state.text()
    room.close()


def test_a_generation_is_played_at_once(room: TrainingRoom, desk: Desk, run: Path, qtbot: QtBot):
    room.generations.selectRow(1)
    qtbot.mouseClick(room.buttons["play"], Qt.MouseButton.LeftButton)
    assert any("000002" in text for text in desk.window.controller.players.values())
    assert "The analysis stays with Buwei AI (shipped network)." in desk.notice
    desk.wait(desk.window.isActiveWindow)
    handle = room.windowHandle()
    assert handle is not None and handle.transientParent() is None, (
        "which a window manager would keep in front"
    )


def test_where_none_is_chosen_the_newest_generation_is_meant(room: TrainingRoom, desk: Desk, qtbot: QtBot):
    assert chosen_generations(room) == [] and [line["generation"] for line in room.generations.meant()] == [
        GENERATIONS
    ]
    qtbot.mouseClick(room.buttons["play"], Qt.MouseButton.LeftButton)
    newest = f"{GENERATIONS:06d}"
    assert any(newest in text for text in desk.window.controller.players.values())


def test_the_dialog_of_a_session_belongs_to_the_room(
    room: TrainingRoom, desk: Desk, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
):
    parents: list[QObject | None] = []
    monkeypatch.setattr(TrainingDialog, "exec", lambda dialog: parents.append(dialog.parent()))
    qtbot.mouseClick(room.buttons["new"], Qt.MouseButton.LeftButton)
    desk.wait(room.isActiveWindow)
    qtbot.keyClick(room, Qt.Key.Key_T, Qt.KeyboardModifier.ControlModifier)
    desk.window.come_forward()
    desk.wait(desk.window.isActiveWindow)
    desk.trigger("start_training")
    assert parents == [room, room, desk.window]


def test_a_session_begun_in_the_room_leaves_the_window_as_it_is(
    room: TrainingRoom, desk: Desk, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """The panel of the training comes to the front for who asks in the window alone."""
    begun: list[Path] = []

    def start(process: TrainingProcess, folder: Path, *_how: object) -> None:
        begun.append(folder)
        folder.mkdir(parents=True, exist_ok=True)
        process.watch(folder)

    monkeypatch.setattr(TrainingProcess, "start", start)
    monkeypatch.setattr(TrainingDialog, "exec", lambda _dialog: True)
    monkeypatch.setattr(
        TrainingDialog,
        "choice",
        lambda _dialog: TrainingChoice(tmp_path / f"new-{len(begun)}", RunConfig(), None),
    )
    desk.window.docks.bring_up("history")
    dock = desk.window.docks["training"].widget()
    desk.wait(lambda: desk.window.history.isVisible() and dock.visibleRegion().isEmpty())
    room.activateWindow()
    desk.wait(room.isActiveWindow)
    qtbot.mouseClick(room.buttons["new"], Qt.MouseButton.LeftButton)
    QApplication.processEvents()
    assert len(begun) == 1 and dock.visibleRegion().isEmpty()
    desk.window.come_forward()
    desk.wait(desk.window.isActiveWindow)
    desk.trigger("start_training")
    desk.wait(lambda: len(begun) == 2 and not dock.visibleRegion().isEmpty())


def test_chosen_generations_meet_in_an_arena(
    room: TrainingRoom, desk: Desk, run: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
):
    """On the board that they learned on; one alone plays what an arena begins with anyway."""
    asked: list[tuple[tuple[str, ...], str]] = []

    def note(dialog: ArenaDialog) -> None:
        assert dialog.agree.isEnabled(), dialog.summary.text()
        asked.append((dialog.players.texts(), dialog.board.currentText()))

    monkeypatch.setattr(ArenaDialog, "exec", note)
    click_generation(room, qtbot, 1)
    room.buttons["contest"].click()
    click_generation(room, qtbot, 3, CTRL)
    room.buttons["contest"].click()
    first, third = (str(run / "checkpoints" / f"{number:06d}.safetensors") for number in (1, 3))
    (alone, _), (together, board) = asked
    assert first in alone[0] and alone[1:] == SUGGESTED
    assert len(together) == 2 and third in together[0] and first in together[1] and board == "4x4"
    page = desk.window.arena.page
    assert page is not None
    monkeypatch.setattr(page.process, "running", True)
    room.buttons["contest"].click()
    (box,) = page.findChildren(QMessageBox)
    assert "Stop it" in box.text() and len(asked) == 2
    box.close()


def test_a_damaged_generation_meets_nobody(room: TrainingRoom, desk: Desk, run: Path, qtbot: QtBot):
    (run / "checkpoints" / f"{GENERATIONS:06d}.safetensors").write_bytes(b"nothing")
    room.buttons["contest"].click()
    page = desk.window.arena.page
    assert page is not None
    (box,) = page.findChildren(QMessageBox)
    assert f"{GENERATIONS:06d}.safetensors" in box.text()
    box.close()


def test_plots_and_columns_explain_themselves(room: TrainingRoom, desk: Desk):
    for plot in room.plots.plots.values():
        assert plot.title.toolTip() and plot.about.isVisible()
        QToolTip.hideText()
        plot.about.click()
        assert QToolTip.text() == plot.title.toolTip()
    for column in range(room.generations.columnCount()):
        header = room.generations.horizontalHeaderItem(column)
        assert header is not None and header.toolTip()
    panel = desk.window.training_desk.panel.table
    for column in range(panel.columnCount()):
        header = panel.horizontalHeaderItem(column)
        assert header is not None and header.toolTip()


def test_another_language_names_the_games_anew(room: TrainingRoom, desk: Desk):
    room.generations.selectRow(0)
    desk.wait(lambda: room.games.count() > 0)
    before = room.games.item(0).text()
    desk.window._choose("language", "zh_CN")
    desk.wait(lambda: room.games.count() > 0 and room.games.item(0).text() != before)


def test_whose_games_are_listed_is_said(room: TrainingRoom, run: Path, qtbot: QtBot):
    """Of several generations it is the newest, in whatever order they were chosen; where none is chosen, of all."""
    said = room._labels["games"]
    assert "generation 3:" in said.text()
    click_generation(room, qtbot, 1)
    assert "generation 1:" in said.text()
    click_generation(room, qtbot, 2, CTRL)
    assert "generation 2:" in said.text() == room.games.accessibleName()
    for file in (run / "games").iterdir():
        file.unlink()
    room._show_generations([])
    assert said.text() == "Games"


def test_games_of_the_generation_that_is_being_played_are_listed_as_they_end(
    room: TrainingRoom, run: Path, qtbot: QtBot
):
    """Unless another one is chosen: a first generation may take hours."""
    playing = RunFolder(run).games_of(GENERATIONS + 1)
    record = sgf.write(finished_game())
    for games in (1, 2, 4):
        playing.write_bytes(b"\n".join([record] * games))
        room.look()
        assert f"generation {GENERATIONS + 1}:" in room._labels["games"].text()
        wait(qtbot, lambda games=games: room.games.count() == games)
        room.games.setCurrentRow(0)
    assert [room.games.item(row).text().split(":")[0] for row in range(4)] == [
        f"Game {n}" for n in (1, 2, 3, 4)
    ]
    room.look()
    assert room.games.currentRow() == 0, "the list is left alone"
    asked: list[Game] = []
    room.game_asked.connect(asked.append)
    room.games.itemActivated.emit(room.games.item(3))
    assert len(asked) == 1 and asked[0].result is not None
    click_generation(room, qtbot, 1)
    assert "generation 1:" in room._labels["games"].text()


def test_chosen_games_of_a_generation_are_put_into_a_file(
    room: TrainingRoom, desk: Desk, run: Path, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    path, held = tmp_path / "lesson.sgf", RunFolder(run).games_of(GENERATIONS)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    room.look()
    wait(qtbot, lambda: room.games.count() == 2)
    assert not room.games.add_button.isEnabled()
    qtbot.keyClick(room.games, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    qtbot.mouseClick(room.games.add_button, Qt.MouseButton.LeftButton)
    assert records.split(path) == records.split(held)
    assert desk.window.statusBar().currentMessage() == "Games added to “lesson.sgf”: 2. It holds 2 now."
    opened = desk.window.controller.game
    context_menu(room.games).actions()[0].trigger()
    assert desk.window.controller.game is not opened


def test_the_list_of_games_that_one_points_at_or_chose_from_stays(
    room: TrainingRoom, run: Path, qtbot: QtBot
):
    """Those of a new generation would take the place of the game that is about to be clicked. A pointer that stands there, since the room opened
    below it maybe, is about to click nothing."""
    room.look()
    wait(qtbot, lambda: room.games.count() == 2)
    RunFolder(run).games_of(GENERATIONS + 1).write_bytes(sgf.write(finished_game()))
    game = room.games.visualItemRect(room.games.item(1)).center()
    with pointed_at(room.games):
        move_pointer(room.games.viewport(), game)
        room.look()
        assert f"generation {GENERATIONS}:" in room._labels["games"].text() and room.games.count() == 2
        room.games._in_hand.setInterval(SHORT_MS)
        qtbot.mouseClick(room.games.viewport(), Qt.MouseButton.LeftButton, pos=game)
        qtbot.wait(2 * SHORT_MS)
        room.look()
        assert f"generation {GENERATIONS}:" in room._labels["games"].text(), "one of its games is chosen"
        room.games.clearSelection()
        room.look()
        assert f"generation {GENERATIONS + 1}:" in room._labels["games"].text()


def move_pointer(widget: QWidget, place: QPoint) -> None:
    none = Qt.MouseButton.NoButton
    there = QPointF(place), QPointF(widget.mapToGlobal(place))
    event = QMouseEvent(QEvent.Type.MouseMove, *there, none, none, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(widget, event)


@contextmanager
def pointed_at(view: QAbstractItemView) -> Iterator[None]:
    """The pointer is over the rows of ``view``."""
    view.viewport().setAttribute(Qt.WidgetAttribute.WA_UnderMouse)
    yield
    view.viewport().setAttribute(Qt.WidgetAttribute.WA_UnderMouse, False)


def test_only_a_network_that_was_refused_is_marked():
    assert gate_text(figures(1)) == "30/40"
    assert gate_text(figures(1, gate_wins=2)) == "2/40", "runs without a share to win take every network"
    assert gate_text(figures(1, gate_wins=2, accepted=False)) == "2/40 ✗"
    assert gate_text(figures(1, gate_wins=0, gate_games=0)) == "–"


def test_a_narrow_and_low_dock_cuts_nothing_off(qtbot: QtBot):
    make_application([])
    panel = TrainingPanel()
    qtbot.addWidget(panel)
    panel.show()
    progress = {"policy_loss": 2.308, "value_loss": 0.432, "positions": 6_543_210, "elapsed_seconds": 360_000}
    panel.show_progress(progress, Work.GOING_ON, "run")
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
        panel.show_progress({**told, **phase}, Work.GOING_ON, "run")
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
        panel.show_progress(None, Work.LOADING, "", "", ["run-2"])
        QApplication.processEvents()
        QApplication.processEvents()
        dock.resize(LEAST_WIDTH - 5, height)
        panel.show_progress(told, Work.LOADING, "run-1", "", ["run-2"])
        qtbot.waitUntil(lambda: panel.height() >= panel.minimumSizeHint().height())
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
    hasty = {**progress, "positions_per_second": 100.0}
    assert "complete in about 0:01:48" in progress_text(hasty, work=Work.GOING_ON)
    assert "of its" not in progress_text(progress, work=Work.NONE)
    assert "Generation 1 is not finished" in progress_text(progress, work=Work.NONE), (
        "nobody is at work on it"
    )
    assert "of its" not in progress_text({**progress, "generation_made": 12_001}, work=Work.GOING_ON)


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
        panel.show_progress({**progress, "learner_steps": learned}, Work.GOING_ON, "run")
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


def test_a_new_run_begins_with_the_generation_that_is_chosen(
    room: TrainingRoom, desk: Desk, run: Path, monkeypatch: pytest.MonkeyPatch
):
    asked: list[tuple[str, TrainingChoice]] = []
    monkeypatch.setattr(
        TrainingDialog, "exec", lambda dialog: asked.append((dialog.windowTitle(), dialog.choice()))
    )
    room.generations.selectRow(1)
    desk.qtbot.mouseClick(room.buttons["begin"], Qt.MouseButton.LeftButton)
    ((title, choice),) = asked
    assert "generation 2" in title and choice.folder.parent == run.parent and not choice.folder.exists()
    assert choice.config is not None
    assert choice.config.start_from == str(run / "checkpoints" / "000002.safetensors")
    assert (choice.config.network, choice.config.board) == ("b1c4", "4x4")
    room.runs.wanted = ShippedRun().path
    room.look()
    room.generations.selectRow(1)
    room.buttons["begin"].click()
    config = asked[1][1].config
    assert config is not None and Path(config.start_from).stem.startswith("generation-")
    (run / "checkpoints" / "000003.safetensors").unlink()
    room.runs.wanted = run
    room.look()
    room.generations.clearSelection()
    room.buttons["begin"].click()
    (box,) = room.findChildren(QMessageBox)
    assert "000003" in box.text() and len(asked) == 2
    box.close()


def test_how_deep_a_session_searches_is_told():
    """Where that grows, games become fewer a second."""
    assert "1,024 simulations a move" in progress_text({"simulations": 1024}, work=Work.GOING_ON)
    assert "1 games" not in progress_text({"games": 1, "positions": 1}, work=Work.GOING_ON)
    assert "simulations" not in progress_text({}, work=Work.GOING_ON), (
        "sessions of earlier versions don't tell"
    )


def test_a_kept_game_is_opened(room: TrainingRoom, desk: Desk, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch):
    """As it stands in its file, whatever was tried in it when it was opened before."""
    answer(monkeypatch, QMessageBox.StandardButton.Discard)
    room.generations.selectRow(0)
    wait(qtbot, lambda: room.games.count() == 2)
    room.games.itemActivated.emit(room.games.item(1))
    game = desk.window.controller.game
    moves = len(game.main_line())
    assert game.result is not None and moves > 1
    game.to_start()
    game.remove(game.root.children[0])
    room.games.itemActivated.emit(room.games.item(1))
    again = desk.window.controller.game
    assert again is not game and len(again.main_line()) == moves and again.cursor is again.main_line()[-1]


def test_games_of_a_run_that_was_renamed_bear_its_present_name(room: TrainingRoom, desk: Desk, run: Path):
    game = finished_game()
    game.black_name = game.white_name = player_name(run.name, 3)
    file = run / "games" / "000003.sgf"
    file.write_bytes(sgf.write(game))
    now = run.with_name("第二次")
    run.rename(now)
    room.choose(now)
    desk.wait(lambda: room.chosen == now and room.games.count() == 1)
    room.games.itemActivated.emit(room.games.item(0))
    game = desk.window.controller.game
    assert {game.black_name, game.white_name} == {player_name("第二次", 3)}


def test_two_generations_say_what_they_see_side_by_side(desk: Desk, run: Path, qtbot: QtBot):
    position = finished_game().root.position
    files = [run / "checkpoints" / f"{generation:06d}.safetensors" for generation in (1, 3)]
    view = NetworkView(desk.window, files, lambda: (position, desk.window.notation, 0))
    view.show()
    assert len(view.columns) == 2
    values = [column.value for column in view.columns]
    wait(qtbot, lambda: all("%" in value.text() for value in values))
    assert len(view.findChildren(Planes)) == 1  # both see the same
    view.close()


def test_what_networks_see_follows_the_board(desk: Desk, room: TrainingRoom, run: Path, qtbot: QtBot):
    """From move to move, over the end of the game, to a board that they were not made for, and not beyond the view's closing."""
    room.buttons["compare"].click()
    (view,) = desk.window.findChildren(NetworkView)
    wait(qtbot, lambda: "Black to move" in view.columns[0].value.text())
    (own, *_rest) = view.findChildren(Planes)[0].boards
    before = own.grab().toImage()
    assert "at move 0" in view.place.text() and "follows the board" in view.place.text()
    desk.click(5)
    wait(qtbot, lambda: desk.moves == 2)
    assert "at move 2" in view.place.text()
    wait(qtbot, lambda: own.grab().toImage() != before)
    desk.window.controller.walk(-1)
    wait(qtbot, lambda: "White to move" in view.columns[0].value.text())
    desk.window.controller.open_game(finished_game())
    desk.window.controller.to_end()
    wait(qtbot, lambda: "no legal move" in view.columns[0].value.text())
    assert f"at move {desk.moves}." in view.place.text()
    (run / "checkpoints" / "000003.safetensors").unlink()
    desk.window.controller.open_game(Game())
    (said,) = view._scroll.widget().findChildren(QLabel)
    assert not view.columns and "000003" in said.text() and said.wordWrap()
    assert view.close() and not view.isVisible()
    desk.window.controller.open_game(finished_game())
    assert not desk.boxes()
    wait(qtbot, lambda: not desk.window.findChildren(NetworkView))


def test_what_networks_see_is_named_as_the_board_is(desk: Desk, run: Path, qtbot: QtBot):
    desk.window.networks.look_at([run / "checkpoints" / "000001.safetensors"])
    (view,) = desk.window.findChildren(NetworkView)
    desk.window._choose("notation", "gtp")
    (column,) = view.columns
    wait(qtbot, lambda: column.policy and column.policy._notation is Notation.GTP)
    assert view.close()


def test_networks_that_see_differently_show_it_side_by_side(desk: Desk, run: Path):
    """One that sees liberties beside one that doesn't; one alone shows what it sees too."""
    other = run.parent / "liberties.safetensors"
    kind = "b1c4-liberties"
    checkpoint.save(other, build(kind, SIZE), CheckpointInfo(kind, SIZE.rows, SIZE.cols))
    own = run / "checkpoints" / "000001.safetensors"
    for files, planes in (([own, other], 2), ([own], 1)):
        view = NetworkView(desk.window, files, lambda: (Position.empty(), desk.window.notation, 0))
        assert len(view.findChildren(Planes)) == planes
        assert all(column.findChildren(Planes) for column in view.columns)
        view.close()


@pytest.mark.parametrize("language", list(LANGUAGES))
@pytest.mark.parametrize("kind", ["b1c4", "b1c4-liberties"])
def test_two_networks_are_seen_whole_side_by_side_on_a_small_screen(
    desk: Desk, run: Path, kind: str, language: str
):
    """Whether they see the same or not; a window begins no wider than its screen."""
    desk.window._choose("language", language)
    other = run.parent / "other.safetensors"
    checkpoint.save(other, build(kind, SIZE), CheckpointInfo(kind, SIZE.rows, SIZE.cols))
    desk.window.networks.look_at([run / "checkpoints" / "000001.safetensors", other])
    (view,) = desk.window.findChildren(NetworkView)
    assert view.width() <= view.screen().availableSize().width()
    view.resize(900, 560)
    desk.wait(lambda: view._scroll.verticalScrollBar().maximum() > 0)
    assert view._scroll.horizontalScrollBar().maximum() == 0
    view.close()


def test_the_figures_are_saved_as_a_table(room: TrainingRoom, tmp_path: Path):
    save_generations([("第一次", room._chosen[0])], tmp_path / "figures.csv")
    rows = list(csv.DictReader(io.StringIO((tmp_path / "figures.csv").read_text("utf-8-sig"))))
    assert [row["generation"] for row in rows] == ["1", "2", "3"]
    ratings = generation_ratings(room._chosen[0].lines)
    assert [float(row["elo"]) for row in rows] == [pytest.approx(each.elo, abs=0.1) for each in ratings]


def test_the_figures_of_all_runs_that_are_compared_are_saved_with_their_names(
    room: TrainingRoom,
    run: Path,
    others: list[str],
    tmp_path: Path,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
):
    proposed: list[str] = []

    def choose(_parent: QWidget, _title: str, name: str, kinds: str, *_: object) -> tuple[str, str]:
        proposed.append(Path(name).name)
        return str(tmp_path / f"{len(proposed)}.csv"), kinds.split(";;")[len(proposed) - 1]

    monkeypatch.setattr(QFileDialog, "getSaveFileName", choose)
    RunFolder(room.runs.chosen[0]).append_line(figures(GENERATIONS + 1))
    click_run(room, qtbot, "b", CTRL)
    for _ in range(2):
        qtbot.mouseClick(room.buttons["figures"], Qt.MouseButton.LeftButton)
        room.saver.finish()
    assert proposed == ["第一次 and others.csv"] * 2
    counted = [
        Counter(row["run"] for row in csv.DictReader((tmp_path / name).open(encoding="utf-8-sig")))
        for name in ("1.csv", "2.csv")
    ]
    assert counted == [
        {"第一次": GENERATIONS + 1, "b": GENERATIONS},
        {"第一次": 100 * GENERATIONS, "b": 100 * GENERATIONS},
    ]


def test_a_picture_of_the_curves_has_their_run_for_a_title_and_no_buttons(room: TrainingRoom, tmp_path: Path):
    def saved(title: str) -> QImage:
        room.plots.save_picture(tmp_path / "figures.png", title)
        return QImage(str(tmp_path / "figures.png"))

    plain, titled = saved(""), saved("第一次")
    head = plain.height() - 2 * room.plots.height()
    assert plain.width() == 2 * room.plots.width() and head > 2 * room.fontMetrics().height()
    assert {plain.pixel(x, y) for x in range(plain.width()) for y in range(head)} == {plain.pixel(0, 0)}
    assert any(titled.pixel(x, y) != plain.pixel(0, 0) for x in range(plain.width()) for y in range(head))
    about = room.plots.plots["policy"].about
    place = about.rect().translated(about.mapTo(room.plots, QPoint()))
    inside = [
        (2 * x, head + 2 * y)
        for x in range(place.left(), place.right())
        for y in range(place.top(), place.bottom())
    ]
    assert {plain.pixel(x, y) for x, y in inside} == {plain.pixel(0, 0)} and about.isVisible()


def test_a_picture_of_lines_has_the_same_parts(
    room: TrainingRoom, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
):
    """The kind that is chosen names the file."""
    chosen = str(tmp_path / "figures"), "SVG (*.svg)"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_all: chosen)
    qtbot.mouseClick(room.buttons["picture"], Qt.MouseButton.LeftButton)
    room.saver.finish()
    drawn = (tmp_path / "figures.svg").read_text("utf-8")
    texts = re.findall(r">([^<>]*)</text>", drawn)
    assert texts[0].strip() == "第一次" and any(text.strip() == "Policy" for text in texts)
    assert drawn.count("<polyline") > len(room.plots.plots)
    box = QSvgRenderer(str(tmp_path / "figures.svg")).viewBox()
    head = box.height() - room.plots.height()
    assert box.width() == room.plots.width() and head > room.fontMetrics().height()


def test_in_a_picture_of_lines_curves_end_where_their_plot_does(room: TrainingRoom, tmp_path: Path):
    """Also those of one that is zoomed into: they would be drawn over its neighbours."""
    plot = room.plots.plots["policy"]
    be_painted(plot)
    plot._zoom(5)
    room.plots.save_picture(tmp_path / "zoomed.svg", "")
    drawn = (tmp_path / "zoomed.svg").read_text("utf-8")
    head = QSvgRenderer(str(tmp_path / "zoomed.svg")).viewBox().height() - room.plots.height()
    view = plot.plot.getViewBox()
    corner = plot.plot.viewport().mapTo(room.plots, view.sceneBoundingRect().topLeft()) + QPointF(0, head)
    edges = dict(re.findall(r'<clipPath id="(\w+)">\s*<path [^>]*d="M([\d.,]+)', drawn))
    near = {
        name
        for name, place in edges.items()
        if (QPointF(*map(float, place.split(","))) - corner).manhattanLength() < 3
    }
    color = color_of(plot._curves[0].color).name()
    assert near & set(re.findall(rf'<g clip-path="url\(#(\w+)\)"><g fill="none" stroke="{color}"', drawn))


def test_a_picture_of_lines_needs_no_strokes_that_stay_wide_when_scaled(room: TrainingRoom, tmp_path: Path):
    """Many programs don't know these, and draw them as wide as the plot is stretched. So points stand where they are seen; marks are lines too."""
    be_painted(room.plots.plots["policy"])
    room.plots.save_picture(tmp_path / "plain.svg", "")
    drawn = (tmp_path / "plain.svg").read_text("utf-8")
    shapes = re.sub(r"<clipPath.*?</clipPath>", "", drawn, flags=re.DOTALL)
    assert "<path" in shapes and "non-scaling-stroke" not in shapes
    assert shapes.count("<image") == len(room.plots.plots), "the ground of each"
    color = color_of(room.plots.plots["policy"]._curves[0].color).name()
    curves = re.findall(rf'<g fill="none" stroke="{color}"[^>]*>\s*<path [^>]*d="([^"]*)"', shapes)
    box = QRectF(QSvgRenderer(str(tmp_path / "plain.svg")).viewBox())
    places = [
        QPointF(float(x), float(y)) for path in curves for x, y in re.findall(r"([-\d.]+),([-\d.]+)", path)
    ]
    assert places and all(box.contains(place) for place in places)


def test_the_losses_of_every_step_are_saved_where_they_are_known(
    room: TrainingRoom, run: Path, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
):
    offered: list[list[str]] = []

    def choose(_parent: QWidget, _title: str, _name: str, kinds: str, *_: object) -> tuple[str, str]:
        offered.append(kinds.split(";;"))
        return str(tmp_path / f"{len(offered)}.csv"), offered[-1][-1]

    monkeypatch.setattr(QFileDialog, "getSaveFileName", choose)
    assert "step of learning" in room.buttons["figures"].toolTip()
    qtbot.mouseClick(room.buttons["figures"], Qt.MouseButton.LeftButton)
    room.saver.finish()
    rows = list(csv.DictReader(io.StringIO((tmp_path / "1.csv").read_text("utf-8-sig"))))
    steps = RunFolder(run).read_steps()
    assert len(rows) == len(steps) == 100 * GENERATIONS and rows[-1]["step"] == str(100 * GENERATIONS)
    assert rows[7].pop("run") == "第一次"
    assert [float(number) for number in rows[7].values()] == pytest.approx(steps[7].tolist(), rel=1e-5)
    room.choose(ShippedRun().path)
    assert room.buttons["figures"].toolTip() == "", "its steps have not come along"
    qtbot.mouseClick(room.buttons["figures"], Qt.MouseButton.LeftButton)
    room.saver.finish()
    assert [len(kinds) for kinds in offered] == [2, 1]
    assert "generation" in (tmp_path / "2.csv").read_text("utf-8-sig").splitlines()[0]


def test_what_is_saved_is_named_in_full_and_told(
    room: TrainingRoom, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
):
    """A point in the name of a run begins no suffix; the run that is chosen next has saved nothing. What is saved next is proposed beside it."""
    suggested = []
    places = [room.buttons[name].mapTo(room, QPoint()) for name in ("picture", "figures")]

    def choose(_parent: QWidget, _title: str, name: str, *_: object) -> tuple[str, str]:
        suggested.append(Path(name))
        return str(tmp_path / "run-1.5"), ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", choose)
    for button, suffix in (("figures", ".csv"), ("picture", ".png")):
        qtbot.mouseClick(room.buttons[button], Qt.MouseButton.LeftButton)
        room.saver.finish()
        path = tmp_path / f"run-1.5{suffix}"
        assert path.is_file() and room.saver.told.isVisible() and str(path) in room.saver.told.text()
    assert [path.name for path in suggested] == ["第一次.csv", "第一次.png"]
    assert suggested[0].is_absolute(), "not wherever the program was started"
    assert suggested[1].parent == tmp_path
    QApplication.processEvents()
    assert places == [room.buttons[name].mapTo(room, QPoint()) for name in ("picture", "figures")]
    room.choose(ShippedRun().path)
    assert room.saver.told.isHidden()


def test_a_line_that_tells_of_a_saved_file_moves_nothing(room: TrainingRoom):
    QApplication.processEvents()
    before = room.plots.size()
    room.saver.tell(Path("/a.png"))
    QApplication.processEvents()
    assert room.saver.told.isVisible() and room.plots.size() == before


def test_what_was_told_of_a_saved_file_goes_with_the_language(room: TrainingRoom, desk: Desk):
    room.saver.tell(Path("/a.png"))
    desk.window._choose("language", "zh_CN")
    desk.wait(room.saver.told.isHidden)


@pytest.mark.parametrize("button", ["figures", "picture"])
def test_what_can_not_be_saved_is_told(
    room: TrainingRoom, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, button: str
):
    (tmp_path / "file").touch()
    path = tmp_path / "file" / "saved"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_all: (str(path), ""))
    qtbot.mouseClick(room.buttons[button], Qt.MouseButton.LeftButton)
    room.saver.finish()
    (box,) = room.findChildren(QMessageBox)
    assert box.isVisible() and str(path) in box.text() and room.saver.told.isHidden()
    assert os.strerror(errno.ENOTDIR) in box.text()
    box.close()


@pytest.mark.parametrize("button", ["figures", "picture"])
def test_a_file_of_which_the_dialog_has_not_asked_is_not_replaced_unasked(
    room: TrainingRoom, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, button: str
):
    path = tmp_path / ("run-1.5" + {"figures": ".csv", "picture": ".png"}[button])
    path.write_bytes(b"mine")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_all: (str(tmp_path / "run-1.5"), ""))
    for said in (QMessageBox.StandardButton.No, QMessageBox.StandardButton.Yes):
        answer(monkeypatch, said)
        qtbot.mouseClick(room.buttons[button], Qt.MouseButton.LeftButton)
        room.saver.finish()
        agreed = said == QMessageBox.StandardButton.Yes
        assert (path.read_bytes() != b"mine") == room.saver.told.isVisible() == agreed


def test_a_run_whose_network_plays_is_removed_with_a_warning(
    room: TrainingRoom, desk: Desk, run: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
):
    """The game goes on with what the AI has in its memory; whoever needs the file says in a sentence that it is gone."""
    network = str(run / "checkpoints" / "000003.safetensors")
    desk.window.networks.play_against(network)
    desk.click_any()
    assert desk.moves == 2
    asked = answer(monkeypatch, QMessageBox.StandardButton.Yes)
    monkeypatch.setattr("gui.parts.removing.moved_to_trash", lambda _path: False)
    qtbot.mouseClick(room.buttons["remove"], Qt.MouseButton.LeftButton)
    assert "plays in the game" in asked[0] and not run.exists()
    assert room.runs.count() == 1 and "“New…”" in room.state.text() and room.chosen == ShippedRun().path
    desk.click_any()
    assert desk.moves == 4 and not desk.boxes()
    desk.window.analysis.use_network(network)
    desk.trigger("analyse")
    error = desk.take_error()
    assert "removed" in error and "flagship" not in error


@pytest.mark.parametrize(
    ("elo", "spread", "told"), [(-0.3, 160.2, "+0 ±160"), (-7.6, 0.0, "-8"), (12.0, 9.0, "+12 ±9")]
)
def test_a_rating_has_a_sign_that_it_has_when_rounded(elo: float, spread: float, told: str):
    assert _elo(GenerationRating(5, elo, 200.0, spread)) == told


def test_every_elo_says_against_what(room: TrainingRoom, desk: Desk):
    header = room.generations.horizontalHeaderItem(RATING)
    assert header is not None and "generation 0" in header.toolTip() and "arena" in header.toolTip()
    assert "generation 0" in room.plots.plots["rating"].title.toolTip()
    for about in (header.toolTip(), room.plots.plots["rating"].title.toolTip()):
        assert "assumed that a generation gains about as much as the one before it" in about
    assert "bars: against the newest" in legend(room.plots.plots["rating"]), "not against generation 0"
    runs = RunsDialog(desk.window, folders.runs_dir())
    desk.qtbot.addWidget(runs)
    header = runs.table.horizontalHeaderItem(runs_rating)
    assert header is not None and "gen. 0" in header.text() and "generation 0" in header.toolTip()


@pytest.mark.parametrize("name", ["policy", "value", "games"])
def test_a_pointer_reads_the_nearest_point(room: TrainingRoom, qtbot: QtBot, name: str):
    """Before it or behind it; beyond the last one it is the last."""
    plot = room.plots.plots[name]
    for curve in plot._curves:
        plot.plot.setXRange(float(curve.x[0]), float(curve.x[2]))  # or a point is narrower than a pixel
        for place, index in ((-0.4, 1), (0.4, 1)):
            text = point_at(plot, curve.x[index] + place * (curve.x[1] - curve.x[0]), qtbot)
            assert text.startswith(f"step {curve.x[index]:,.0f}<br>")
            assert f"</span> {plot.reading.number(curve.y[index])}" in text.replace(f" {curve.name}", "")
        plot.show_all()
        be_painted(plot)
        beyond = (curve.x[-1] + plot.plot.getViewBox().viewRect().right()) / 2
        assert point_at(plot, beyond, qtbot).startswith(f"step {curve.x[-1]:,.0f}<br>")


def shown_plots(room: TrainingRoom) -> list[str]:
    return [name for name, plot in room.plots.plots.items() if plot.isVisible()]


def test_a_plot_is_looked_at_alone_and_all_again(room: TrainingRoom, qtbot: QtBot, tmp_path: Path):
    """With the mouse and with keys; the saved picture holds what is seen."""
    plots, every = room.plots.plots, list(room.plots.plots)
    speed, rating = plots["speed"], plots["rating"]
    assert shown_plots(room) == every and "alone" in speed.alone.toolTip()
    qtbot.mouseClick(speed.alone, Qt.MouseButton.LeftButton)
    assert shown_plots(room) == ["speed"] and "all" in speed.alone.toolTip() and speed.hasFocus()
    wait(qtbot, lambda: speed.size() == room.plots.size())
    room.plots.save_picture(tmp_path / "alone.svg", "")
    drawn = (tmp_path / "alone.svg").read_text("utf-8")
    assert ">Speed" in drawn and ">Policy" not in drawn and speed.alone.isVisible()
    qtbot.mouseClick(speed.alone, Qt.MouseButton.LeftButton)
    assert shown_plots(room) == every
    rating.setFocus()
    qtbot.keyClick(rating, Qt.Key.Key_Return)
    assert shown_plots(room) == ["rating"] and rating.hasFocus()
    room.runs.setCurrentRow(1)
    assert shown_plots(room) == ["rating"], "another run changes nothing of that"
    qtbot.keyClick(room.runs, Qt.Key.Key_Escape)
    assert shown_plots(room) == every and room.isVisible(), "Esc goes back before it closes"
    qtbot.keyClick(rating, Qt.Key.Key_Return)
    qtbot.keyClick(rating, Qt.Key.Key_Return)
    assert shown_plots(room) == every
    assert len({plot.width() for plot in plots.values()}) <= 2, "they share the room as before"


def zoomed_width(plot: MetricPlot) -> float:
    left, right = plot.plot.getViewBox().viewRange()[0]
    return right - left


def roll(window: QWidget, plot: MetricPlot, turn: int) -> None:
    """Turn the wheel over ``plot`` as the window system tells of it: what a plot leaves alone reaches what it stands in."""
    place = QPointF(plot.plot.mapTo(window, plot.plot.rect().center()))
    handle = window.windowHandle()
    assert handle is not None
    QTest.wheelEvent(handle, place, QPoint(0, turn))


def is_in_view(plot: MetricPlot) -> bool:
    return plot.visibleRegion().boundingRect().height() > plot.height() - 2


@pytest.fixture
def low_room(room: TrainingRoom, qtbot: QtBot) -> TrainingRoom:
    """As small as the window may be."""
    room.resize(900, 560)
    wait(qtbot, lambda: len({plot.x() for plot in room.plots.plots.values()}) == 1)
    return room


def test_in_a_small_room_plots_keep_their_size_and_are_scrolled(low_room: TrainingRoom, qtbot: QtBot):
    """The wheel scrolls them, and zooms in the one that was clicked."""
    plots = low_room.plots.plots
    wait(qtbot, lambda: all(plot.plot.height() >= 100 for plot in plots.values()))
    assert all(plot.width() > 300 for plot in plots.values())
    assert plots["games"].visibleRegion().isEmpty()
    policy = plots["policy"]
    be_painted(policy)
    width, top = zoomed_width(policy), policy.mapTo(low_room, QPoint()).y()
    roll(low_room, policy, -120)
    assert policy.mapTo(low_room, QPoint()).y() < top and zoomed_width(policy) == width
    roll(low_room, policy, 120)
    qtbot.mouseClick(policy.plot.viewport(), Qt.MouseButton.LeftButton)
    roll(low_room, policy, 120)
    assert zoomed_width(policy) < width and policy.mapTo(low_room, QPoint()).y() == top
    assert "wheel zooms only" in policy.title.toolTip()


def test_where_there_is_room_plots_stand_side_by_side_and_the_wheel_zooms(room: TrainingRoom, qtbot: QtBot):
    room.resize(1366, 740)
    policy, value = room.plots.plots["policy"], room.plots.plots["value"]
    wait(qtbot, lambda: value.x() > policy.x() and value.y() == policy.y())
    be_painted(policy)
    width = zoomed_width(policy)
    roll(room, policy, 120)
    assert zoomed_width(policy) < width and not policy.hasFocus()


def test_a_plot_that_keys_go_to_or_that_was_alone_is_in_view(low_room: TrainingRoom, qtbot: QtBot):
    plots = low_room.plots.plots
    assert not is_in_view(plots["speed"])
    qtbot.keyClick(low_room.axis, Qt.Key.Key_Backtab, Qt.KeyboardModifier.ShiftModifier)
    while not plots["speed"].hasFocus():
        widget = low_room.focusWidget()
        assert widget is not None and widget is not plots["policy"]
        qtbot.keyClick(widget, Qt.Key.Key_Backtab, Qt.KeyboardModifier.ShiftModifier)
    wait(qtbot, lambda: is_in_view(plots["speed"]))
    qtbot.mouseDClick(plots["speed"].title, Qt.MouseButton.LeftButton)
    assert shown_plots(low_room) == ["speed"] and is_in_view(plots["speed"])
    qtbot.keyClick(low_room.runs, Qt.Key.Key_Escape)
    assert len(shown_plots(low_room)) == 6
    wait(qtbot, lambda: is_in_view(plots["speed"]))


def test_esc_hides_what_a_plot_tells_before_it_goes_back_and_away(room: TrainingRoom, qtbot: QtBot):
    speed = room.plots.plots["speed"]
    qtbot.mouseClick(speed.alone, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(speed.about, Qt.MouseButton.LeftButton)
    wait(qtbot, QToolTip.isVisible)
    qtbot.keyClick(room.runs, Qt.Key.Key_Escape)
    assert shown_plots(room) == ["speed"]
    wait(qtbot, lambda: not QToolTip.isVisible())
    qtbot.keyClick(room.runs, Qt.Key.Key_Escape)
    assert len(shown_plots(room)) > 1 and room.isVisible()
    qtbot.keyClick(room.runs, Qt.Key.Key_Escape)
    assert not room.isVisible()


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


# --- runs side by side ---------------------------------------------------------------------------------------------------


CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def click_run(
    room: TrainingRoom,
    qtbot: QtBot,
    name: str,
    modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
) -> None:
    (item,) = [item for path, item in room.runs.rows() if path.name == name]
    place = room.runs.visualItemRect(item).center()
    qtbot.mouseClick(room.runs.viewport(), Qt.MouseButton.LeftButton, modifier, place)


def compared(room: TrainingRoom) -> list[str]:
    return [path.name for path in room.runs.chosen]


def selected_runs(room: TrainingRoom) -> set[str]:
    return {path.name for path, item in room.runs.rows() if item.isSelected()}


@pytest.fixture
def others(room: TrainingRoom, run: Path) -> list[str]:
    """Four more runs in the list."""
    names = ["b", "c", "d", "e"]
    for name in names:
        copy_of(run, name)
    room.look()
    return names


def test_further_runs_are_drawn_beside_the_first(
    room: TrainingRoom, run: Path, others: list[str], qtbot: QtBot
):
    """The main figures of each, in its colour; all else stays that of the first."""
    asked: list[Path] = []
    room.start_asked.disconnect()  # or a dialog would wait for an answer
    room.start_asked.connect(asked.append)
    click_run(room, qtbot, "b", CTRL)
    click_run(room, qtbot, "c", CTRL)
    assert compared(room) == ["第一次", "b", "c"] and selected_runs(room) == {"第一次", "b", "c"}
    room.plots._drawing.finish()
    for plot in room.plots.plots.values():
        assert [curve.name for curve in plot._curves] == ["第一次", "b", "c"]
        assert [curve.color for curve in plot._curves] == [0, 1, 2]
        assert all(len(curve.x) for curve in plot._curves)
        assert "第一次" in legend(plot) and "several runs" in plot.title.toolTip()
    assert "第一次" in room.state.text() and room.chosen == run
    assert room._labels["generations"].text() == "Generations of 第一次"
    bold = [path for path, item in room.runs.rows() if item.font().bold()]
    assert bold == [run]
    marked = {path.name for path, item in room.runs.rows() if not item.icon().isNull()}
    assert marked == {"第一次", "b", "c"}
    qtbot.mouseClick(room.buttons["go_on"], Qt.MouseButton.LeftButton)
    assert asked == [run]


def offered(room: TrainingRoom, plot: str) -> list[str]:
    """What can be compared there; first what is."""
    room.plots._drawing.finish()
    choice = room.plots.plots[plot].choice
    names = [choice.itemText(index) for index in range(choice.count())] if choice.isVisible() else []
    return sorted(names, key=lambda name: name != choice.currentText())


def compare(room: TrainingRoom, plot: str, name: str) -> dict[str, Curve]:
    """The curves of this figure, once it is chosen."""
    choice = room.plots.plots[plot].choice
    assert choice.findText(name) >= 0
    choice.setCurrentText(name)
    choice.activated.emit(choice.currentIndex())
    return curves(room, plot)


@pytest.mark.parametrize("language", LANGUAGES)
def test_of_four_runs_each_is_named_in_a_small_room(
    room: TrainingRoom, run: Path, others: list[str], language: str
):
    """The plots are scrolled there, so their titles need not give way; and their curves keep as much room as one alone has."""
    LanguageSwitch().use(language)
    room.resize(900, 560)
    room.runs.choose([run, *(run.parent / name for name in others[:3])])
    room._draw_chosen()
    room.plots._drawing.finish()
    QApplication.processEvents()
    for plot in room.plots.plots.values():
        assert MORE not in legend(plot) and all(name in legend(plot) for name in others[:3])
        assert plot.title.height() >= plot.title.heightForWidth(plot.title.width())
        assert plot.plot.height() >= SCROLLED_HEIGHT


def test_generations_have_most_of_the_rows_in_a_small_room(room: TrainingRoom):
    room.resize(900, 560)
    QApplication.processEvents()
    assert room.generations.viewport().height() >= 8 * row_height(room.generations)


def test_what_is_compared_is_chosen_at_the_title(
    room: TrainingRoom, run: Path, others: list[str], qtbot: QtBot
):
    """And stays while runs come and go; of one run all is shown, and there is nothing to choose."""
    folder = RunFolder(run.with_name("b"))
    folder.metrics.write_text("")
    folder.append_line(figures(1, black_wins=9, generation_games=12))
    folder.append_line(figures(2, gate_wins=4, accepted=False))
    assert offered(room, "accuracy") == [] == offered(room, "policy")
    click_run(room, qtbot, "b", CTRL)
    assert offered(room, "accuracy") == ["Winner told", "Wins of Black", "Won at the gate"]
    assert compare(room, "accuracy", "Wins of Black")["b"].y[0] == 0.75
    shown = compare(room, "accuracy", "Won at the gate")
    assert shown["第一次"].y.tolist() == [0.75] * GENERATIONS
    refused = shown["b"]
    assert refused.marked is not None and refused.marked.tolist() == [False, True]
    assert "refused" in legend(room.plots.plots["accuracy"])
    losses = RunFigures(RunFolder(run))
    losses.look()
    for name, column in (("Entropy of the search", "policy_entropy"), ("Policy loss", "policy")):
        shown = compare(room, "policy", name)
        assert np.array_equal(shown["第一次"].y, losses.of_steps(column, Axis.STEPS)[1])
    shown = compare(room, "policy", "Policy loss less entropy")
    wanted = losses.of_steps("policy", Axis.STEPS)[1] - losses.of_steps("policy_entropy", Axis.STEPS)[1]
    assert np.array_equal(shown["第一次"].y, wanted)
    click_run(room, qtbot, "c", CTRL)
    assert offered(room, "accuracy")[0] == "Won at the gate"
    click_run(room, qtbot, "c")
    assert offered(room, "accuracy") == [] and "wins of Black" in curves(room, "accuracy")


def test_a_look_reads_the_settings_of_each_chosen_run_once(
    room: TrainingRoom, run: Path, others: list[str], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
):
    click_run(room, qtbot, "b", CTRL)
    read: list[str] = []
    monkeypatch.setattr(
        training_room,
        "settings_and_state",
        lambda folder: read.append(folder.name) or settings_and_state(folder),
    )
    room.look()
    assert read == [run.name, "b"]


def test_of_several_runs_the_newest_networks_meet(
    room: TrainingRoom, run: Path, others: list[str], qtbot: QtBot
):
    """Side by side and in an arena, unless generations of the first are chosen."""
    asked: list[list[Path]] = []
    for signal in (room.compare_asked, room.contest_asked):
        signal.disconnect()
        signal.connect(asked.append)
    click_run(room, qtbot, "b", CTRL)
    newest = [RunFolder(folder).checkpoints / "000003.safetensors" for folder in (run, run.with_name("b"))]
    for name in ("compare", "contest"):
        qtbot.mouseClick(room.buttons[name], Qt.MouseButton.LeftButton)
        assert asked.pop() == newest
    click_run(room, qtbot, "c", CTRL)
    assert not room.buttons["compare"].isEnabled() and "two runs" in room.buttons["compare"].toolTip()
    click_generation(room, qtbot, 2)
    qtbot.mouseClick(room.buttons["compare"], Qt.MouseButton.LeftButton)
    assert asked == [[RunFolder(run).checkpoints / "000002.safetensors"]]


def test_settings_of_runs_are_set_side_by_side(
    room: TrainingRoom, run: Path, others: list[str], qtbot: QtBot
):
    """First those in which they differ, and only those unless all are wanted."""
    file = RunFolder(run.with_name("b"))._config
    text = file.read_text()
    for name, value in (("simulations", "1234"), ("symmetries", "false")):
        text = re.sub(rf"(?m)^{name} = .*$", f"{name} = {value}", text)
    file.write_text(text)
    qtbot.mouseClick(room.buttons["settings"], Qt.MouseButton.LeftButton)
    (dialog,) = room.findChildren(RunSettingsDialog)
    assert dialog.table.columnCount() == 2 and not dialog.only_differing.isVisible()
    assert "“Go on…”" in dialog.how_to_change.text(), "nothing can be changed here"
    assert dialog.table.horizontalHeader().length() >= dialog.table.viewport().width()
    assert not dialog.table.isRowHidden(dialog.table.rowCount() - 1)
    dialog.close()
    click_run(room, qtbot, "b", CTRL)
    wait(qtbot, lambda: not room.findChildren(RunSettingsDialog))
    qtbot.mouseClick(room.buttons["settings"], Qt.MouseButton.LeftButton)
    (dialog,) = room.findChildren(RunSettingsDialog)
    table = dialog.table
    shown = [row for row in rows_of(table)[1:] if not table.isRowHidden(rows_of(table).index(row) - 1)]
    assert rows_of(table)[0] == ["Setting", "第一次", "b"]
    assert shown == [["Simulations", "64", "1,234"], ["Symmetries", "yes", "no"]]
    dialog.only_differing.setChecked(False)
    assert not any(table.isRowHidden(row) for row in range(table.rowCount()))
    cell = table.item(0, 1)
    assert cell is not None and "<code>simulations</code>" in cell.toolTip()
    dialog.close()


def test_another_language_names_the_settings_anew(room: TrainingRoom, run: Path, desk: Desk, qtbot: QtBot):
    qtbot.mouseClick(room.buttons["settings"], Qt.MouseButton.LeftButton)
    (dialog,) = room.findChildren(RunSettingsDialog)
    before = rows_of(dialog.table)
    desk.window._choose("language", "zh_CN")
    desk.wait(lambda: rows_of(dialog.table)[0][0] == "设置项")
    after = rows_of(dialog.table)
    assert len(after) == len(before)
    assert all(new[0] != old[0] for new, old in zip(after, before))
    dialog.close()


def test_where_another_network_came_there_is_a_line(
    room: TrainingRoom, run: Path, others: list[str], qtbot: QtBot
):
    """In every plot, by what is counted along it, at the end of the last generation of the one before; named along one of them and
    where points behind it are read. Means end there."""
    folder = RunFolder(run)
    folder.metrics.write_text("")
    for generation, network in ((1, "b1c4"), (2, "b1c4"), (3, "b2c4"), (4, "b2c4")):
        folder.append_line(figures(generation, network=network, gate_games=0, gate_wins=0))
    room.look()

    def lines(name: str) -> list[tuple[float, str]]:
        room.plots._drawing.finish()
        items = room.plots.plots[name].plot.getPlotItem().items  # type: ignore[union-attr]
        upright = [item for item in items if isinstance(item, pg.InfiniteLine) and item.angle == 90]
        return [(float(item.x()), item.label.format if hasattr(item, "label") else "") for item in upright]

    assert lines("speed") == [(200, "b2c4")] and lines("policy") == lines("games") == [(200, "")]
    assert [curve.changes for curve in curves(room, "policy").values()] == [[200], [200]]
    reading = room.plots.plots["games"].reading
    for place, told in ((200, False), (300, True)):
        reading.place = place
        reading.renew()
        assert ("b2c4" in reading.text()) == told
    room.axis.setCurrentIndex(room.axis.findData(Axis.GENERATIONS))
    assert lines("speed") == [(2, "b2c4")]
    click_run(room, qtbot, "b", CTRL)
    assert [curve.changes for curve in curves(room, "policy").values()] == [[2], []]


def test_where_no_compared_run_has_a_gate_that_is_said(
    room: TrainingRoom, run: Path, others: list[str], qtbot: QtBot
):
    for folder in (RunFolder(run), RunFolder(run.with_name("b"))):
        folder.metrics.write_text("")
        folder.append_line(figures(1, gate_games=0, gate_wins=0))
    room.look()
    click_run(room, qtbot, "b", CTRL)
    compare(room, "accuracy", "Won at the gate")
    assert "at the gate" in room.plots.plots["accuracy"].nothing.text()


def test_a_session_that_begins_leaves_the_comparison_as_it_is(
    room: TrainingRoom, run: Path, others: list[str], qtbot: QtBot
):
    click_run(room, qtbot, "b", CTRL)
    assert "different boards" not in room.state.text()
    for path in room.runs.chosen:
        room.show_session(path)
        assert compared(room) == ["第一次", "b"]
    room.show_session(run.with_name("c"))
    assert compared(room) == ["c"]


def test_a_click_ends_the_comparison(room: TrainingRoom, others: list[str], qtbot: QtBot):
    alone = {name: legend(plot) for name, plot in room.plots.plots.items()}
    click_run(room, qtbot, "b", CTRL)
    click_run(room, qtbot, "b")
    assert compared(room) == ["b"] and "b" in room.state.text()
    assert {name: legend(plot) for name, plot in room.plots.plots.items()} == alone
    assert room._labels["generations"].text() == "Generations"
    assert all(item.icon().isNull() and not item.font().bold() for _path, item in room.runs.rows())


def test_what_the_first_of_several_runs_shows_stays_while_others_come(
    room: TrainingRoom, others: list[str], qtbot: QtBot
):
    click_generation(room, qtbot, 2)
    click_run(room, qtbot, "b", CTRL)
    assert chosen_generations(room) == [2]


def test_no_more_runs_are_compared_than_there_are_colors(room: TrainingRoom, others: list[str], qtbot: QtBot):
    for name in others:
        click_run(room, qtbot, name, CTRL)
    assert compared(room) == ["第一次", "b", "c", "d"] and selected_runs(room) == {"第一次", "b", "c", "d"}


def test_a_range_of_runs_is_chosen_with_shift(room: TrainingRoom, others: list[str], qtbot: QtBot):
    names = [path.name for path, _item in room.runs.rows()]
    click_run(room, qtbot, names[1])
    click_run(room, qtbot, names[3], SHIFT)
    assert compared(room) == names[1:4]
    click_run(room, qtbot, names[1])
    click_run(room, qtbot, names[-1], SHIFT)
    assert compared(room) == names[1:5] and selected_runs(room) == {*names[1:5]}
    click_run(room, qtbot, names[0])
    qtbot.keyClick(room.runs, Qt.Key.Key_Down, SHIFT)
    assert compared(room) == names[:2]


def test_the_next_run_takes_the_place_of_a_first_that_is_let_go(
    room: TrainingRoom, others: list[str], qtbot: QtBot
):
    """The others keep their colours, and the next one gets the colour that has become free."""
    click_run(room, qtbot, "b", CTRL)
    click_run(room, qtbot, "c", CTRL)
    click_run(room, qtbot, "第一次", CTRL)
    assert compared(room) == ["b", "c"] and "b" in room.state.text()
    click_run(room, qtbot, "d", CTRL)
    assert [curve.color for curve in room.plots.plots["value"]._curves] == [1, 2, 0]


def test_one_run_stays_chosen(room: TrainingRoom, others: list[str], qtbot: QtBot):
    """Whoever lets it go, or clicks below the list, still sees it."""
    click_run(room, qtbot, "第一次", CTRL)
    assert compared(room) == ["第一次"] and selected_runs(room) == {"第一次"}
    below = room.runs.viewport().rect().bottomLeft() + QPoint(5, -5)
    qtbot.mouseClick(room.runs.viewport(), Qt.MouseButton.LeftButton, pos=below)
    assert compared(room) == ["第一次"] and selected_runs(room) == {"第一次"}


def test_the_menu_of_a_run_is_for_that_run(room: TrainingRoom, run: Path, others: list[str], qtbot: QtBot):
    """Also where it is not the first of those compared."""
    click_run(room, qtbot, "b", CTRL)
    (item,) = room.runs.findItems("b", Qt.MatchFlag.MatchExactly)
    room.runs.customContextMenuRequested.emit(room.runs.visualItemRect(item).center())
    (menu,) = room.runs.findChildren(QMenu)
    removed: list[Path] = []
    room.remove_asked.disconnect()  # or it would ask
    room.remove_asked.connect(removed.append)
    (remove,) = [action for action in menu.actions() if action.text() == room.buttons["remove"].text()]
    remove.trigger()
    menu.close()
    assert removed == [run.with_name("b")] and compared(room) == ["b", "第一次"]


def test_a_compared_run_that_vanishes_leaves_the_others(
    room: TrainingRoom, run: Path, others: list[str], qtbot: QtBot
):
    click_run(room, qtbot, "b", CTRL)
    click_run(room, qtbot, "c", CTRL)
    shutil.rmtree(run.with_name("b"))
    room.look()
    assert compared(room) == ["第一次", "c"] == [curve.name for curve in room.plots.plots["value"]._curves]
    shutil.rmtree(run)
    room.look()
    assert compared(room) == ["c"] == [*selected_runs(room)] and "c" in room.state.text()


@pytest.mark.parametrize("damaged", ["第一次", "b"])
def test_a_compared_run_that_is_damaged_is_named_and_the_others_go_on(
    room: TrainingRoom, run: Path, others: list[str], qtbot: QtBot, damaged: str
):
    with RunFolder(run.with_name(damaged)).metrics.open("ab") as file:
        file.write(b"{}\n")
    for name in ("b", "c"):
        click_run(room, qtbot, name, CTRL)
    RunFolder(run.with_name("c")).append_line(figures(GENERATIONS + 1))
    room.look()
    told = room.state.text().splitlines()[-1]
    assert damaged in told and f"Line {GENERATIONS + 1} of" in told
    assert len(curves(room, "games")["c"].x) == GENERATIONS + 1


def test_what_the_sessions_of_compared_runs_do_is_told(
    room: TrainingRoom, others: list[str], qtbot: QtBot, run: Path
):
    for name in ("b", "c"):
        click_run(room, qtbot, name, CTRL)
    lock = FolderLock(run.with_name("c"))
    assert lock.take()
    RunFolder(run.with_name("c")).write_progress({"phase": "learning", "positions_per_second": 1234.4})
    room.look()
    assert "Run “c”: Learning\u00a0· 1,234 positions a second" in room.state.text()
    assert "“b”" not in room.state.text()
    lock.release()


def test_a_run_is_compared_with_the_shipped_one(room: TrainingRoom, qtbot: QtBot):
    """Which does not tell of all generations what was searched, and has no file of its steps."""
    click_run(room, qtbot, ShippedRun().path.name, CTRL)
    generations = len(ShippedRun().read_metrics())
    assert [len(curve.x) for curve in curves(room, "value").values()] == [100 * GENERATIONS, generations]
    measured = sum(line["positions_per_second"] > 0 for line in ShippedRun().read_metrics())
    assert [len(curve.x) for curve in curves(room, "speed").values()] == [GENERATIONS, measured]
    assert "made a second" in legend(room.plots.plots["speed"]), "one speed is compared, which both tell"
    assert "These runs learn on different boards (4x4, 9x9)" in room.state.text()
    click_run(room, qtbot, ShippedRun().path.name)
    click_run(room, qtbot, "第一次", CTRL)
    assert room.chosen == ShippedRun().path and "How the shipped network learned" in room.state.text()
    RunFolder(room.runs.chosen[1]).append_line(figures(GENERATIONS + 1))
    room.look()
    assert len(curves(room, "games")["第一次"].x) == GENERATIONS + 1, "what is beside it goes on"


def test_a_run_without_ratings_beside_one_that_has_them(
    room: TrainingRoom, run: Path, others: list[str], qtbot: QtBot
):
    folder = RunFolder(run.with_name("b"))
    folder.metrics.write_text("")
    folder.append_line(figures(1, gate_games=0, gate_wins=0))
    click_run(room, qtbot, "b", CTRL)
    assert list(curves(room, "rating")) == ["第一次", "b (no figures)"]
    click_run(room, qtbot, "第一次", CTRL)
    copy_of(folder.path, "f")
    room.look()
    click_run(room, qtbot, "f", CTRL)
    assert compared(room) == ["b", "f"]
    assert "None of these runs" in room.plots.plots["rating"].nothing.text()


def test_a_compared_run_is_drawn_on_a_curve_at_a_time(room: TrainingRoom, others: list[str], qtbot: QtBot):
    click_run(room, qtbot, "b", CTRL)
    speed = room.plots.plots["speed"]
    RunFolder(room.runs.chosen[1]).append_line(figures(GENERATIONS + 1))
    room.look()
    assert [len(curve.x) for curve in speed._curves] == [GENERATIONS, GENERATIONS]
    wait(qtbot, lambda: len(speed._curves[1].x) == GENERATIONS + 1)


def test_the_horizontal_axis_is_chosen_for_one_run_and_for_several(
    room: TrainingRoom, run: Path, others: list[str], qtbot: QtBot
):
    for name, pace in (("第一次", 1), ("b", 2)):
        folder = RunFolder(run.with_name(name))
        folder.metrics.write_text("")
        for generation in range(1, GENERATIONS + 1):
            told = {"positions": 1_000 * pace * generation, "seconds": 1800.0 * generation}
            folder.append_line(figures(generation, **told))
    room.look()
    policy, speed = room.plots.plots["policy"], room.plots.plots["speed"]
    assert {plot.plot.getAxis("bottom").labelText for plot in room.plots.plots.values()} == {"step"}
    assert speed._curves[0].x.tolist() == [100, 200, 300]
    qtbot.keyClick(room.axis, Qt.Key.Key_Down)
    assert room.axis.currentText() == "generations"
    assert speed._curves[0].x.tolist() == [1, 2, 3]
    qtbot.keyClick(room.axis, Qt.Key.Key_Down)
    assert room.axis.currentText() == "positions"
    assert {plot.plot.getAxis("bottom").labelText for plot in room.plots.plots.values()} == {"positions"}
    assert [curve.x[-1] for curve in policy._curves] == [3_000, 3_000], "the loss and what is best"
    assert speed._curves[0].x.tolist() == [1_000, 2_000, 3_000]
    click_run(room, qtbot, "b", CTRL)
    assert [curve.x[-1] for curve in policy._curves] == [3_000, 6_000]
    qtbot.keyClick(room.axis, Qt.Key.Key_Down)
    assert {plot.plot.getAxis("bottom").labelText for plot in room.plots.plots.values()} == {"hours"}
    assert [curve.x.tolist() for curve in speed._curves] == [[0.5, 1, 1.5]] * 2
    assert point_at(speed, 0.5, qtbot).startswith("hours 0.5<br>")
    click_run(room, qtbot, "c")
    assert "earlier versions" in speed.nothing.text(), "its figures tell no time"


def test_the_time_of_a_young_run_is_counted_in_minutes_until_it_is_an_hour_old(room: TrainingRoom, run: Path):
    folder = RunFolder(run)
    folder.metrics.write_text("")
    for generation in (1, 2):
        folder.append_line(figures(generation, seconds=900.0 * generation))
    room.look()
    room.axis.setCurrentText("time")
    speed = room.plots.plots["speed"]
    assert speed._curves[0].x.tolist() == [15, 30]
    assert speed.plot.getAxis("bottom").labelText == "minutes"
    folder.append_line(figures(3, seconds=3600.0))
    room.look()
    assert speed._curves[0].x.tolist() == [0.25, 0.5, 1]
    assert speed.plot.getAxis("bottom").labelText == "hours"


def test_a_long_run_is_drawn_a_plot_at_a_time_while_the_window_answers(
    room: TrainingRoom, run: Path, others: list[str], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("gui.training.training_plots.DRAWN_AT_ONCE", 100 * GENERATIONS - 1)
    RunFolder(run.with_name("b")).append_line(figures(GENERATIONS + 1))

    def drawn() -> list[int]:
        curves = [curve for name in ("rating", "games", "speed") for curve in room.plots.plots[name]._curves]
        return [len(curve.x) for curve in curves]

    assert drawn() == [GENERATIONS] * 3
    click_run(room, qtbot, "b")
    assert drawn() == [], "those of the run before would stand under the name of this one"
    wait(qtbot, lambda: drawn() == [GENERATIONS + 1] * 3)


def test_of_compared_runs_the_common_part_alone_can_be_drawn(
    room: TrainingRoom, run: Path, others: list[str], qtbot: QtBot
):
    for generation in range(GENERATIONS + 1, 10 * GENERATIONS):
        RunFolder(run).append_line(figures(generation))
    room.look()
    assert not room.common.isVisible(), "there is one run alone"
    click_run(room, qtbot, "b", CTRL)
    speed = room.plots.plots["speed"]
    ends = [curve.x[-1] for curve in speed._curves]
    assert ends[0] > 5 * ends[1]
    qtbot.mouseClick(room.common, Qt.MouseButton.LeftButton, pos=QPoint(8, room.common.height() // 2))
    assert room.common.isChecked() and [curve.x[-1] for curve in speed._curves] == [ends[1], ends[1]]
    left, right = speed.plot.getViewBox().viewRange()[0]
    assert left < speed._curves[0].x[0] and ends[1] < right < 1.2 * ends[1]
    room.common.setChecked(False)
    assert [curve.x[-1] for curve in speed._curves] == ends
    room.common.setChecked(True)
    click_run(room, qtbot, "第一次")
    assert not room.common.isVisible() and speed._curves[0].x[-1] == ends[0], "alone it is drawn whole"


def test_a_further_run_makes_the_room_no_wider(room: TrainingRoom, others: list[str], qtbot: QtBot):
    room.resize(room.minimumSizeHint())
    width = room.width()
    click_run(room, qtbot, "b", CTRL)
    wait(qtbot, room.common.isVisible)
    assert room.minimumSizeHint().width() <= width and room.width() == width


def test_where_the_common_part_holds_nothing_of_a_plot_that_is_said(
    room: TrainingRoom, run: Path, others: list[str], qtbot: QtBot
):
    short, late = RunFolder(run.with_name("b")), RunFolder(run)
    short.metrics.write_text("")
    short.append_line(figures(1, steps=50, gate_games=0, gate_wins=0))
    late.metrics.write_text("")
    late.append_line(figures(1, steps=200))
    room.look()
    click_run(room, qtbot, "b", CTRL)
    room.common.setChecked(True)
    games = room.plots.plots["games"]
    assert [len(curve.x) for curve in games._curves] == [0, 1]
    assert [curve.name for curve in games._curves] == ["第一次", "b"], "it has figures, if none here"
    rating = room.plots.plots["rating"]
    assert "common part" in rating.nothing.text()


def test_runs_of_one_name_are_told_by_their_folders(
    room: TrainingRoom, run: Path, others: list[str], tmp_path: Path, qtbot: QtBot
):
    """In the list, where one of them may be removed, as beside their curves."""
    elsewhere = tmp_path / "elsewhere" / "第一次"
    shutil.copytree(run, elsewhere)
    room._others = [elsewhere]
    room.look()
    (row,) = [row for row, (path, _item) in enumerate(room.runs.rows()) if path == elsewhere]
    room.choose(run)
    item = room.runs.item(row)
    qtbot.mouseClick(
        room.runs.viewport(), Qt.MouseButton.LeftButton, CTRL, room.runs.visualItemRect(item).center()
    )
    names = [f"第一次 ({folder.parent})" for folder in (run, elsewhere)]
    assert [name for name, _run in room._named()] == names
    assert [curve.name for curve in curves(room, "games").values()] == [*map(shortened, names)]
    listed = {path: (item.text(), item.toolTip()) for path, item in room.runs.rows()}
    assert [listed[path] for path in (run, elsewhere)] == [
        *zip(names, (str(run), str(elsewhere)), strict=True)
    ]
    assert listed[run.with_name("b")][0] == "b"


def test_what_was_saved_is_told_until_something_else_is_shown(
    room: TrainingRoom, others: list[str], tmp_path: Path, qtbot: QtBot
):
    for change in (lambda: click_run(room, qtbot, "b", CTRL), lambda: click_run(room, qtbot, "c")):
        room.saver.tell(tmp_path / "figures.csv")
        change()
        assert "figures.csv" not in room.saver.told.text()


def test_a_saved_picture_names_all_runs(
    room: TrainingRoom, tmp_path: Path, others: list[str], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
):
    titles: list[str] = []
    save_picture = room.plots.save_picture
    monkeypatch.setattr(
        room.plots, "save_picture", lambda path, title: (titles.append(title), save_picture(path, title))
    )
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_all: (str(tmp_path / "it"), ""))
    click_run(room, qtbot, "b", CTRL)
    qtbot.mouseClick(room.buttons["picture"], Qt.MouseButton.LeftButton)
    room.saver.finish()
    assert titles == ["第一次\u00a0· b"]
    height = QImage(str(tmp_path / "it.png")).height()
    save_picture(tmp_path / "long.png", "\u00a0· ".join(["a run with a long name"] * 20))
    assert QImage(str(tmp_path / "long.png")).height() > height, (
        "names are written in as many lines as they need"
    )


# --- the dialog ----------------------------------------------------------------------------------------------------------


def test_a_recipe_fills_in_all_settings_and_each_can_be_changed(qtbot: QtBot, data_folder: Path):
    make_application([])
    dialog = TrainingDialog(None, folders.runs_dir())
    qtbot.addWidget(dialog)
    dialog.preset.setCurrentIndex(dialog.preset.findData("alphazero"))
    assert dialog.choice().config == PRESETS["alphazero"]
    simulations = dialog.settings.fields["simulations"]
    assert isinstance(simulations, QSpinBox)
    simulations.setValue(99)
    assert dialog.choice().config.simulations == 99


def test_a_known_run_goes_on_with_its_settings_and_maybe_a_larger_network(qtbot: QtBot, run: Path):
    make_application([])
    dialog = TrainingDialog(None, run.parent, run)
    qtbot.addWidget(dialog)
    assert dialog.choice().config == RunConfig(network="b1c4", board="4x4")
    assert not dialog.preset.isVisibleTo(dialog) and not dialog.settings.fields["board"].isEnabled()
    network = dialog.settings.fields["network"]
    assert isinstance(network, QComboBox)
    network.setCurrentText("b2c8")
    assert dialog.choice().config.network == "b2c8"


def test_runs_with_which_something_is_wrong_are_marked(room: TrainingRoom, run: Path):
    """Damaged ones, and those whose last session has failed, each with the reason where the pointer rests."""
    broken, failed = copy_of(run, "broken"), copy_of(run, "failed")
    (broken / "metrics.jsonl").write_text("no figures\n")
    RunFolder(failed).write_progress({"phase": "failed", "reason": "there is no memory"})
    room.look()
    rows = dict(room.runs.rows())
    assert "⚠" not in rows[run].text()
    for path, said in ((broken, "line 1 of "), (failed, "There is no memory")):
        assert rows[path].text() == f"{path.name}  ⚠" and said in rows[path].toolTip().replace("Line", "line")
    room.choose(broken)
    assert "can't be read" in room.generations._empty.text() and "Expecting" not in room.state.text()
    assert not room.buttons["go_on"].isEnabled() and "ine 1 of " in room.buttons["go_on"].toolTip()
    room.choose(run)
    assert "finished yet" in room.generations._empty.text()


def test_the_plots_stay_where_they_are_in_every_phase(room: TrainingRoom, run: Path):
    heights = set()
    progress = {"phase": "stopped", "generation": 4}
    for more in ({}, {"policy_loss": 1.0, "value_loss": 0.5}):
        RunFolder(run).write_progress(progress | more)
        room.look()
        heights.add(room.state.minimumHeight())
    assert len(heights) == 1


@pytest.mark.parametrize(
    ("damaged", "why"), [("(;garbage[", "The record breaks off"), ("no game", "It holds no game")]
)
def test_a_record_that_can_not_be_read_is_told_and_opens_no_board(
    room: TrainingRoom, run: Path, qtbot: QtBot, damaged: str, why: str
):
    RunFolder(run).games_of(GENERATIONS + 1).write_text(damaged)
    room.look()
    wait(qtbot, lambda: room.games.count() == 1)
    assert room.games.item(0).text() == "Game 1: its record can't be read"
    asked: list[Game] = []
    room.game_asked.connect(asked.append)
    place = room.games.visualItemRect(room.games.item(0)).center()
    qtbot.mouseClick(room.games.viewport(), Qt.MouseButton.LeftButton, pos=place)
    qtbot.mouseDClick(room.games.viewport(), Qt.MouseButton.LeftButton, pos=place)
    (box,) = room.findChildren(QMessageBox)
    assert "record of game 1 can't be read. " in box.text() and why in box.text() and not asked
    box.close()
