"""Several runs side by side: which are chosen, what is compared of them, and their curves and settings."""

import re
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyqtgraph as pg
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from ai.training.run_files import RunFiles
from ai.training.run_folder import RunFolder
from ai.training.shipped_run import ShippedRun
from ai.training.told_settings import as_told
from core.lock import FolderLock
from gui.parts.tables import rows_of
from gui.plots.curves import Curve
from gui.plots.legend import MORE
from gui.plots.plots import SCROLLED_HEIGHT
from gui.program.language import LANGUAGES, LanguageSwitch
from gui.training.comparison import shortened
from gui.training.room import TrainingRoom
from gui.training.run_figures import Axis, RunFigures
from gui.training.run_settings import RunSettingsDialog
from tests.ai.training.figures import figures
from tests.gui.desk import Desk, wait
from tests.gui.plots.hands import legend, point_at
from tests.gui.training.room.hands import (
    CTRL,
    GENERATIONS,
    SHIFT,
    chosen_generations,
    click_generation,
    click_run,
    copy_of,
    curves,
    go_on,
)


def test_the_line_of_a_long_run_s_ratings_is_what_the_table_tells(
    room: TrainingRoom, run: Path, others: list[str], qtbot: QtBot
):
    """They are smoothed as they are found; beside another run too. No hint speaks of a mean."""
    go_on(room, run, *range(GENERATIONS + 1, 80))
    plot, told = room.plots.plots["rating"], [0.0, *(rating.elo for rating in room._chosen[0].ratings)]
    assert curves(room, "rating")["against generation 0"].line[1].tolist() == told
    assert len(told) == 80 and "the mean" not in plot.title.toolTip()
    assert "the mean" in room.plots.plots["games"].title.toolTip()
    click_run(room, qtbot, "b", CTRL)
    assert curves(room, "rating")["第一次"].line[1].tolist() == told


def test_of_compared_runs_the_first_keeps_the_bars_of_its_ratings(
    room: TrainingRoom, run: Path, others: list[str], qtbot: QtBot
):
    """As the hint says: those of several would hide each other. As far as it is drawn."""
    go_on(room, run, *range(GENERATIONS + 1, 10))
    plot, ratings = room.plots.plots["rating"], room._chosen[0].ratings
    spreads = [ratings[-1].spread, *(each.spread_to_newest for each in ratings)]
    click_run(room, qtbot, "b", CTRL)
    first, other = curves(room, "rating").values()
    assert first.interval is not None and other.interval is None
    assert (first.interval[1] - first.y).tolist() == pytest.approx(spreads)
    assert (first.y - first.interval[0]).tolist() == pytest.approx(spreads)
    assert "bars" in legend(plot) and "bars for the run that was chosen first" in plot.title.toolTip()
    read = point_at(plot, 200, qtbot)
    assert f"±{spreads[2]:,.0f}" in read and read.count("generation 2") == 2, "each tells its generation"
    room.common.setChecked(True)
    first, other = curves(room, "rating").values()
    assert first.interval is not None and len(first.interval[0]) == len(first.x) == len(other.x)


def compared(room: TrainingRoom) -> list[str]:
    return [path.name for path in room.runs.chosen]


def selected_runs(room: TrainingRoom) -> set[str]:
    return {path.name for path, item in room.runs.rows() if item.isSelected()}


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
        assert [curve.name for curve in plot.curves] == ["第一次", "b", "c"]
        assert [curve.color for curve in plot.curves] == [0, 1, 2]
        assert all(len(curve.x) for curve in plot.curves)
        assert "第一次" in legend(plot) and "several runs" in plot.title.toolTip()
    assert "第一次" in room.state.text() and room.chosen == run
    assert room._labels["generations"].text() == "Generations of 第一次"
    bold = [path for path, item in room.runs.rows() if item.font().bold()]
    assert bold == [run]
    marked = {path.name for path, item in room.runs.rows() if not item.icon().isNull()}
    assert marked == {"第一次", "b", "c"}
    qtbot.mouseClick(room.run_buttons.go_on, Qt.MouseButton.LeftButton)
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


def test_the_figure_to_compare_is_chosen_at_the_title(
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


def test_a_look_reads_settings_again_only_after_a_change(
    room: TrainingRoom, run: Path, others: list[str], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
):
    """Or while they can't be read: mended rights leave the file as it was."""
    click_run(room, qtbot, "b", CTRL)
    read: list[str] = []
    read_config = RunFiles.read_config
    monkeypatch.setattr(
        RunFiles, "read_config", lambda folder: read.append(folder.name) or read_config(folder)
    )
    room.look()
    assert read == []
    file = RunFolder(run.with_name("b")).config_file
    text = file.read_text()
    file.write_text(text + "\n")
    room.look()
    assert set(read) == {"b"}
    file.write_text("simulations = 0")
    room.look()
    read.clear()
    room.look()
    assert read == ["b"]
    file.write_text(text)
    room.look()
    read.clear()
    room.look()
    assert read == []


def test_a_look_keeps_the_runs_that_it_has_listed(
    room: TrainingRoom, run: Path, others: list[str], monkeypatch: pytest.MonkeyPatch
):
    """There may be many, and each is looked at all the time."""
    room.look()
    made: list[str] = []
    make = RunFiles.__init__

    def count(folder: RunFiles, path: Path) -> None:
        made.append(path.name)
        make(folder, path)

    monkeypatch.setattr(RunFiles, "__init__", count)
    room.look()
    assert made == []
    copy_of(run, "new")
    room.look()
    assert set(made) == {"new"} and "new" in {path.name for path, _item in room.runs.rows()}


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
    for button in (room.generation_buttons.compare, room.generation_buttons.contest):
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
        assert asked.pop() == newest
    click_run(room, qtbot, "c", CTRL)
    assert (
        not room.generation_buttons.compare.isEnabled()
        and "two runs" in room.generation_buttons.compare.toolTip()
    )
    click_generation(room, qtbot, 2)
    qtbot.mouseClick(room.generation_buttons.compare, Qt.MouseButton.LeftButton)
    assert asked == [[RunFolder(run).checkpoints / "000002.safetensors"]]


def test_settings_of_runs_are_set_side_by_side(
    room: TrainingRoom, run: Path, others: list[str], qtbot: QtBot
):
    """First those in which they differ, and only those unless all are wanted. A board that is written otherwise is no other board."""
    file = RunFolder(run.with_name("b")).config_file
    text = file.read_text()
    for name, value in (("simulations", "1234"), ("symmetries", "false"), ("board", '"4"')):
        text = re.sub(rf"(?m)^{name} = .*$", f"{name} = {value}", text)
    file.write_text(text)
    qtbot.mouseClick(room.run_buttons.settings, Qt.MouseButton.LeftButton)
    (dialog,) = room.findChildren(RunSettingsDialog)
    assert dialog.table.columnCount() == 2 and not dialog.only_differing.isVisible()
    assert "“Go on…”" in dialog.about.text(), "nothing can be changed here"
    assert dialog.table.horizontalHeader().length() >= dialog.table.viewport().width()
    assert not dialog.table.isRowHidden(dialog.table.rowCount() - 1)
    dialog.close()
    click_run(room, qtbot, "b", CTRL)
    wait(qtbot, lambda: not room.findChildren(RunSettingsDialog))
    qtbot.mouseClick(room.run_buttons.settings, Qt.MouseButton.LeftButton)
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


def test_settings_tell_since_when_they_hold(room: TrainingRoom, run: Path, others: list[str], qtbot: QtBot):
    """Those that were changed on the way stand first, and count as different beside a run that has the same now. What was written into the file
    since the last generation is told too."""
    folder = RunFolder(run)
    config = folder.read_config()
    assert config is not None
    was = as_told(replace(config, simulations=32, batch=8, gate_win_rate=0.0, seed=2))
    now = as_told(config)
    for changed in (
        was,
        {"simulations": 16},
        {name: now[name] for name in ("simulations", "seed", "gate_win_rate")},
    ):
        folder.append_line(figures(len(folder.read_metrics()) + 1, settings=changed))
    room.look()
    qtbot.mouseClick(room.run_buttons.settings, Qt.MouseButton.LeftButton)
    (dialog,) = room.findChildren(RunSettingsDialog)
    assert rows_of(dialog.table)[1:5] == [
        ["Simulations", "64 (since generation 6; before that 16)"],
        ["Batch", f"{config.batch} (until now 8)"],
        ["Share to win", "0.55 (since generation 6; before that 0)"],
        ["Seed", "1 (since generation 6; before that 2)"],
    ]
    cell = dialog.table.item(0, 1)
    assert cell is not None
    assert "From generation 5 on: 32 → 16<br>From generation 6 on: 16 → 64" in cell.toolTip()
    assert "Earlier versions" in dialog.about.text(), "of the first generations nothing is known"
    dialog.close()
    click_run(room, qtbot, "b", CTRL)
    wait(qtbot, lambda: not room.findChildren(RunSettingsDialog))
    qtbot.mouseClick(room.run_buttons.settings, Qt.MouseButton.LeftButton)
    (dialog,) = room.findChildren(RunSettingsDialog)
    assert [dialog.table.isRowHidden(row) for row in range(5)] == [False] * 4 + [True]
    assert rows_of(dialog.table)[1] == ["Simulations", "64 (since generation 6; before that 16)", "64"]
    dialog.close()


def test_of_a_run_that_tells_all_its_settings_nothing_is_unknown(room: TrainingRoom, run: Path, qtbot: QtBot):
    folder = RunFolder(run)
    folder.metrics.write_text("")
    folder.append_line(figures(1, settings={"batch": 8}))
    room.look()
    qtbot.mouseClick(room.run_buttons.settings, Qt.MouseButton.LeftButton)
    (dialog,) = room.findChildren(RunSettingsDialog)
    assert "Earlier versions" not in dialog.about.text()
    dialog.close()


def test_beside_another_run_it_is_told_that_settings_were_changed(
    room: TrainingRoom, run: Path, others: list[str], qtbot: QtBot
):
    """Of one alone the plots tell it."""
    folder = RunFolder(run)
    folder.append_line(figures(4, settings={"batch": 8}))
    click_run(room, qtbot, "b", CTRL)
    assert "Settings were changed" not in room.state.text()
    folder.append_line(figures(5, settings={"batch": 16}))
    room.look()
    assert "Settings were changed on the way: 第一次." in room.state.text()
    click_run(room, qtbot, "第一次")
    assert "Settings were changed" not in room.state.text()


def test_another_language_names_the_settings_anew(room: TrainingRoom, run: Path, desk: Desk, qtbot: QtBot):
    qtbot.mouseClick(room.run_buttons.settings, Qt.MouseButton.LeftButton)
    (dialog,) = room.findChildren(RunSettingsDialog)
    before = rows_of(dialog.table)
    desk.choose("language", "zh_CN")
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


def test_where_no_compared_run_teaches_fates_that_is_said(
    room: TrainingRoom, run: Path, others: list[str], qtbot: QtBot
):
    for folder in (RunFolder(run), RunFolder(run.with_name("b"))):
        folder.steps.unlink()
        folder.metrics.write_text("")
        folder.append_line(figures(1, fate=0.0))
    room.look()
    click_run(room, qtbot, "b", CTRL)
    shown = compare(room, "value", "Loss of the points' fates")
    assert list(shown) == ["第一次 (no figures)", "b (no figures)"]
    assert "teaches the points' fates" in room.plots.plots["value"].nothing.text()


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
    assert [curve.color for curve in room.plots.plots["value"].curves] == [1, 2, 0]


def test_the_last_chosen_run_stays_chosen(room: TrainingRoom, others: list[str], qtbot: QtBot):
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
    (remove,) = [action for action in menu.actions() if action.text() == room.run_buttons.remove.text()]
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
    assert compared(room) == ["第一次", "c"] == [curve.name for curve in room.plots.plots["value"].curves]
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
    RunFolder(run.with_name("c")).write_progress({"phase": "learning", "positions_per_second": 0.0})
    room.look()
    assert "Run “c”: Learning" in room.state.text() and "a second" not in room.state.text()
    assert "Evaluations a second: " in room.state.toolTip()
    lock.release()


def test_a_run_is_compared_with_the_shipped_one(room: TrainingRoom, qtbot: QtBot):
    """Which does not tell of all generations what was searched, and has no file of its steps."""
    click_run(room, qtbot, ShippedRun().path.name, CTRL)
    generations = len(ShippedRun().read_metrics())
    assert [len(curve.x) for curve in curves(room, "value").values()] == [100 * GENERATIONS, generations]
    measured = sum(line["positions_per_second"] > 0 for line in ShippedRun().read_metrics())
    assert [len(curve.x) for curve in curves(room, "speed").values()] == [GENERATIONS, measured]
    assert "Positions a second" in legend(room.plots.plots["speed"]), "one speed is compared, which both tell"
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
    assert [len(curve.x) for curve in speed.curves] == [GENERATIONS, GENERATIONS]
    wait(qtbot, lambda: len(speed.curves[1].x) == GENERATIONS + 1)


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
    assert speed.curves[0].x.tolist() == [100, 200, 300]
    qtbot.keyClick(room.axis, Qt.Key.Key_Down)
    assert room.axis.currentText() == "generations"
    assert speed.curves[0].x.tolist() == [1, 2, 3]
    qtbot.keyClick(room.axis, Qt.Key.Key_Down)
    assert room.axis.currentText() == "positions"
    assert {plot.plot.getAxis("bottom").labelText for plot in room.plots.plots.values()} == {"positions"}
    assert [curve.x[-1] for curve in policy.curves] == [3_000, 3_000], "the loss and what is best"
    assert speed.curves[0].x.tolist() == [1_000, 2_000, 3_000]
    click_run(room, qtbot, "b", CTRL)
    assert [curve.x[-1] for curve in policy.curves] == [3_000, 6_000]
    qtbot.keyClick(room.axis, Qt.Key.Key_Down)
    assert {plot.plot.getAxis("bottom").labelText for plot in room.plots.plots.values()} == {"hours"}
    assert [curve.x.tolist() for curve in speed.curves] == [[0.5, 1, 1.5]] * 2
    assert point_at(speed, 0.5, qtbot).startswith("hours 0.5<br>")
    click_run(room, qtbot, "c")
    assert "earlier versions" in speed.nothing.text(), "its figures tell no time"


def test_a_long_run_is_drawn_a_plot_at_a_time_while_the_window_answers(
    room: TrainingRoom, run: Path, others: list[str], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("gui.training.training_plots.DRAWN_AT_ONCE", 100 * GENERATIONS - 1)
    RunFolder(run.with_name("b")).append_line(figures(GENERATIONS + 1))

    def drawn() -> list[int]:
        """How many points, of which ratings have one for generation 0 too."""
        curves = [curve for name in ("rating", "games", "speed") for curve in room.plots.plots[name].curves]
        return [len(curve.x) for curve in curves]

    assert drawn() == [GENERATIONS + 1, GENERATIONS, GENERATIONS]
    click_run(room, qtbot, "b")
    assert drawn() == [], "those of the run before would stand under the name of this one"
    wait(qtbot, lambda: drawn() == [GENERATIONS + 2, GENERATIONS + 1, GENERATIONS + 1])


def test_of_compared_runs_the_common_part_alone_can_be_drawn(
    room: TrainingRoom, run: Path, others: list[str], qtbot: QtBot
):
    for generation in range(GENERATIONS + 1, 10 * GENERATIONS):
        RunFolder(run).append_line(figures(generation))
    room.look()
    assert not room.common.isVisible(), "there is one run alone"
    click_run(room, qtbot, "b", CTRL)
    speed = room.plots.plots["speed"]
    ends = [curve.x[-1] for curve in speed.curves]
    assert ends[0] > 5 * ends[1]
    qtbot.mouseClick(room.common, Qt.MouseButton.LeftButton, pos=QPoint(8, room.common.height() // 2))
    assert room.common.isChecked() and [curve.x[-1] for curve in speed.curves] == [ends[1], ends[1]]
    left, right = speed.plot.getViewBox().viewRange()[0]
    assert left < speed.curves[0].x[0] and ends[1] < right < 1.2 * ends[1]
    room.common.setChecked(False)
    assert [curve.x[-1] for curve in speed.curves] == ends
    room.common.setChecked(True)
    click_run(room, qtbot, "第一次")
    assert not room.common.isVisible() and speed.curves[0].x[-1] == ends[0], "alone it is drawn whole"


def test_of_a_run_too_short_to_be_seen_beside_another_it_is_told_how_to_see_it(
    room: TrainingRoom, run: Path, others: list[str], qtbot: QtBot
):
    click_run(room, qtbot, "b", CTRL)
    go_on(room, run, *range(GENERATIONS + 1, 10 * GENERATIONS + 1))
    assert "Too short" not in room.state.text(), "a tenth of the other can be seen"
    go_on(room, run, 10 * GENERATIONS + 1)
    assert "Too short to be seen beside the longest run: b. “Common part” below" in room.state.text()
    room.common.setChecked(True)
    assert "Too short" not in room.state.text()
    room.common.setChecked(False)
    assert "Too short" in room.state.text()


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
    assert [len(curve.x) for curve in games.curves] == [0, 1]
    assert [curve.name for curve in games.curves] == ["第一次", "b"], "it has figures, if none here"
    rating = room.plots.plots["rating"]
    assert "common part" in rating.nothing.text()


def test_runs_of_one_name_are_told_by_their_folders(
    room: TrainingRoom, run: Path, others: list[str], tmp_path: Path, qtbot: QtBot
):
    """In the list, where one of them may be removed, as beside their curves."""
    elsewhere = tmp_path / "elsewhere" / "第一次"
    shutil.copytree(run, elsewhere)
    room._listed._others = [elsewhere]
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
