"""Curves and figures of training runs, saved as files."""

import csv
import errno
import io
import os
import re
from collections import Counter
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QImage
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from ai.training.ratings import generation_ratings
from ai.training.run_folder import RunFolder
from ai.training.shipped_run import ShippedRun
from gui.plots.curves import color_of
from gui.training.room import TrainingRoom
from gui.training.run_figures import save_generations
from tests.ai.training.figures import figures
from tests.gui.desk import Desk, answer
from tests.gui.plots.hands import be_painted
from tests.gui.training.room.hands import CTRL, GENERATIONS, click_run


def test_the_figures_are_saved_as_a_table(room: TrainingRoom, tmp_path: Path):
    save_generations([("第一次", room._chosen[0])], tmp_path / "figures.csv")
    rows = list(csv.DictReader(io.StringIO((tmp_path / "figures.csv").read_text("utf-8-sig"))))
    assert [row["generation"] for row in rows] == ["1", "2", "3"]
    ratings = generation_ratings(room._chosen[0].lines)
    told = {"elo": "elo", "elo_spread_95": "spread", "elo_spread_to_newest_95": "spread_to_newest"}
    for column, name in told.items():
        wanted = [pytest.approx(getattr(each, name), abs=0.1) for each in ratings]
        assert [float(row[column]) for row in rows] == wanted, column


def test_a_saved_table_tells_which_settings_were_changed(room: TrainingRoom, run: Path, tmp_path: Path):
    """Where generations record it: the table of a run that doesn't has no such column."""

    def saved() -> list[dict[str, str]]:
        save_generations([("第一次", room._chosen[0])], tmp_path / "figures.csv")
        return list(csv.DictReader(io.StringIO((tmp_path / "figures.csv").read_text("utf-8-sig"))))

    assert "settings_changed" not in saved()[0]
    folder = RunFolder(run)
    folder.append_line(figures(4, settings={"simulations": 32, "network": "b1c4", "gate_win_rate": 0.0}))
    folder.append_line(figures(5, settings={}))
    folder.append_line(figures(6, settings={"network": "b2c4", "gate_win_rate": 0.55}))
    room.look()
    told = [row["settings_changed"] for row in saved()]
    assert told == [""] * 5 + ['network: "b1c4" -> "b2c4"; gate_win_rate: 0.0 -> 0.55']
    assert "settings" not in saved()[0]


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
        qtbot.mouseClick(room.saver.figures, Qt.MouseButton.LeftButton)
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
    head = plain.height() - 2 * room.plots.grid.height()
    assert plain.width() == 2 * room.plots.grid.width() and head > 2 * room.fontMetrics().height()
    assert {plain.pixel(x, y) for x in range(plain.width()) for y in range(head)} == {plain.pixel(0, 0)}
    assert any(titled.pixel(x, y) != plain.pixel(0, 0) for x in range(plain.width()) for y in range(head))
    about = room.plots.plots["policy"].about
    place = about.rect().translated(about.mapTo(room.plots.grid, QPoint()))
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
    qtbot.mouseClick(room.saver.picture, Qt.MouseButton.LeftButton)
    room.saver.finish()
    drawn = (tmp_path / "figures.svg").read_text("utf-8")
    texts = re.findall(r">([^<>]*)</text>", drawn)
    assert texts[0].strip() == "第一次" and any(text.strip() == "Policy" for text in texts)
    assert drawn.count("<polyline") > len(room.plots.plots)
    box = QSvgRenderer(str(tmp_path / "figures.svg")).viewBox()
    head = box.height() - room.plots.grid.height()
    assert box.width() == room.plots.grid.width() and head > room.fontMetrics().height()


def test_in_a_picture_of_lines_curves_end_where_their_plot_does(room: TrainingRoom, tmp_path: Path):
    """Also those of one that is zoomed into: they would be drawn over its neighbours."""
    plot = room.plots.plots["policy"]
    be_painted(plot)
    plot.view.zoom(5)
    room.plots.save_picture(tmp_path / "zoomed.svg", "")
    drawn = (tmp_path / "zoomed.svg").read_text("utf-8")
    head = QSvgRenderer(str(tmp_path / "zoomed.svg")).viewBox().height() - room.plots.grid.height()
    view = plot.plot.getViewBox()
    corner = plot.plot.viewport().mapTo(room.plots.grid, view.sceneBoundingRect().topLeft()) + QPointF(
        0, head
    )
    edges = dict(re.findall(r'<clipPath id="(\w+)">\s*<path [^>]*d="M([\d.,]+)', drawn))
    near = {
        name
        for name, place in edges.items()
        if (QPointF(*map(float, place.split(","))) - corner).manhattanLength() < 3
    }
    color = color_of(plot.curves[0].color).name()
    assert near & set(re.findall(rf'<g clip-path="url\(#(\w+)\)"><g fill="none" stroke="{color}"', drawn))


def test_a_picture_of_lines_needs_no_strokes_that_stay_wide_when_scaled(room: TrainingRoom, tmp_path: Path):
    """Many programs don't know these, and draw them as wide as the plot is stretched. So points stand where they are seen; marks are lines too."""
    be_painted(room.plots.plots["policy"])
    room.plots.save_picture(tmp_path / "plain.svg", "")
    drawn = (tmp_path / "plain.svg").read_text("utf-8")
    shapes = re.sub(r"<clipPath.*?</clipPath>", "", drawn, flags=re.DOTALL)
    assert "<path" in shapes and "non-scaling-stroke" not in shapes
    assert shapes.count("<image") == len(room.plots.plots), "the ground of each"
    color = color_of(room.plots.plots["policy"].curves[0].color).name()
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
    assert "step of learning" in room.saver.figures.toolTip()
    qtbot.mouseClick(room.saver.figures, Qt.MouseButton.LeftButton)
    room.saver.finish()
    rows = list(csv.DictReader(io.StringIO((tmp_path / "1.csv").read_text("utf-8-sig"))))
    steps = RunFolder(run).read_steps()
    assert len(rows) == len(steps) == 100 * GENERATIONS and rows[-1]["step"] == str(100 * GENERATIONS)
    assert rows[7].pop("run") == "第一次"
    assert [float(number) for number in rows[7].values()] == pytest.approx(steps[7].tolist(), rel=1e-5)
    room.choose(ShippedRun().path)
    assert room.saver.figures.toolTip() == "", "its steps have not come along"
    qtbot.mouseClick(room.saver.figures, Qt.MouseButton.LeftButton)
    room.saver.finish()
    assert [len(kinds) for kinds in offered] == [2, 1]
    assert "generation" in (tmp_path / "2.csv").read_text("utf-8-sig").splitlines()[0]


def test_saved_curves_and_figures_are_named_in_full_and_told(
    room: TrainingRoom, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
):
    """A point in the name of a run begins no suffix; the run that is chosen next has saved nothing. What is saved next is proposed beside it."""
    suggested = []
    places = [button.mapTo(room, QPoint()) for button in (room.saver.picture, room.saver.figures)]

    def choose(_parent: QWidget, _title: str, name: str, *_: object) -> tuple[str, str]:
        suggested.append(Path(name))
        return str(tmp_path / "run-1.5"), ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", choose)
    for button, suffix in (("figures", ".csv"), ("picture", ".png")):
        qtbot.mouseClick(getattr(room.saver, button), Qt.MouseButton.LeftButton)
        room.saver.finish()
        path = tmp_path / f"run-1.5{suffix}"
        assert path.is_file() and room.saver.told.isVisible() and str(path) in room.saver.told.text()
    assert [path.name for path in suggested] == ["第一次.csv", "第一次.png"]
    assert suggested[0].is_absolute(), "not wherever the program was started"
    assert suggested[1].parent == tmp_path
    QApplication.processEvents()
    assert places == [button.mapTo(room, QPoint()) for button in (room.saver.picture, room.saver.figures)]
    room.choose(ShippedRun().path)
    assert room.saver.told.isHidden()


def test_a_line_that_tells_of_a_saved_file_moves_nothing(room: TrainingRoom):
    QApplication.processEvents()
    before = room.plots.grid.size()
    room.saver.tell(Path("/a.png"))
    QApplication.processEvents()
    assert room.saver.told.isVisible() and room.plots.grid.size() == before


def test_the_word_about_a_saved_file_goes_with_its_language(room: TrainingRoom, desk: Desk):
    room.saver.tell(Path("/a.png"))
    desk.choose("language", "zh_CN")
    desk.wait(room.saver.told.isHidden)


@pytest.mark.parametrize("button", ["figures", "picture"])
def test_curves_and_figures_that_can_not_be_saved_are_told(
    room: TrainingRoom, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, button: str
):
    (tmp_path / "file").touch()
    path = tmp_path / "file" / "saved"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_all: (str(path), ""))
    qtbot.mouseClick(getattr(room.saver, button), Qt.MouseButton.LeftButton)
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
        qtbot.mouseClick(getattr(room.saver, button), Qt.MouseButton.LeftButton)
        room.saver.finish()
        agreed = said == QMessageBox.StandardButton.Yes
        assert (path.read_bytes() != b"mine") == room.saver.told.isVisible() == agreed


def test_a_saved_file_is_told_until_another_run_is_shown(
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
    qtbot.mouseClick(room.saver.picture, Qt.MouseButton.LeftButton)
    room.saver.finish()
    assert titles == ["第一次\u00a0· b"]
    height = QImage(str(tmp_path / "it.png")).height()
    save_picture(tmp_path / "long.png", "\u00a0· ".join(["a run with a long name"] * 20))
    assert QImage(str(tmp_path / "long.png")).height() > height, (
        "names are written in as many lines as they need"
    )
