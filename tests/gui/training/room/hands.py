"""The hands that use the training room, and looks at what it shows."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView
from pytestqt.qtbot import QtBot

from ai.training.run_folder import RunFolder
from core.game import Game
from core.match import Match
from core.position import Size
from gui.plots.curves import Curve
from gui.training.room import TrainingRoom
from tests.ai.training.figures import figures

SIZE = Size(4, 4)
GENERATIONS = 3
CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def finished_game() -> Game:
    match = Match(Game(SIZE))
    while match.result is None:
        match.play(match.game.position.legal_moves()[0])
    return match.game


def curves(room: TrainingRoom, plot: str) -> dict[str, Curve]:
    """Those of the plot, once all plots are drawn."""
    room.plots._drawing.finish()
    return {curve.name: curve for curve in room.plots.plots[plot].curves}


def buttons_of(room: TrainingRoom) -> dict[str, QAbstractButton]:
    """The buttons below the runs, the plots and the generations, by name."""
    below = vars(room.run_buttons) | vars(room.saver) | vars(room.generation_buttons)
    return {name: button for name, button in below.items() if isinstance(button, QAbstractButton)}


def copy_of(run: Path, name: str) -> Path:
    return Path(shutil.copytree(run, run.parent / name))


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


@contextmanager
def pointed_at(view: QAbstractItemView) -> Iterator[None]:
    """The pointer is over the rows of ``view``."""
    view.viewport().setAttribute(Qt.WidgetAttribute.WA_UnderMouse)
    yield
    view.viewport().setAttribute(Qt.WidgetAttribute.WA_UnderMouse, False)


def click_run(
    room: TrainingRoom,
    qtbot: QtBot,
    name: str,
    modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
) -> None:
    (item,) = [item for path, item in room.runs.rows() if path.name == name]
    place = room.runs.visualItemRect(item).center()
    qtbot.mouseClick(room.runs.viewport(), Qt.MouseButton.LeftButton, modifier, place)
