"""The curves of one run."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPalette, QPixmap
from PySide6.QtWidgets import QGridLayout, QWidget

from ai.training.ratings import GenerationRating, generation_ratings
from ai.training.run_folder import STEP_COLUMNS, RunFolder
from core.files import write_atomically
from gui.forms import heading
from gui.in_turns import InTurns
from gui.plots import Curve, MetricPlot
from gui.saving import save_csv, save_png

COLUMNS = 2
NAMES = ("policy", "value", "accuracy", "rating", "games", "speed")

PICTURE_SCALE = 2
"""Pixels of a saved picture for each of the screen's, for print and slides; with more of them lines, as wide as on the screen, become thin."""


class RunPlots(QWidget):
    """Losses of every step; results, ratings and speed of every generation."""

    def __init__(self, parent: QWidget | None = None):
        super().__init__(parent)
        self._folder: RunFolder | None = None
        self._steps = np.empty((0, len(STEP_COLUMNS)), np.float32)
        self.lines: list[dict[str, Any]] = []
        """The figures of every generation, as they were read last."""
        self.ratings: tuple[GenerationRating, ...] = ()
        """What the games of these generations tell of their strength."""
        self._drawing = InTurns(self)
        self.plots = {name: MetricPlot(shares=name == "accuracy") for name in NAMES}
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        for index, plot in enumerate(self.plots.values()):
            grid.addWidget(plot, index // COLUMNS, index % COLUMNS)
        for column in range(COLUMNS):
            grid.setColumnStretch(column, 1)

    def show_run(self, folder: RunFolder | None) -> None:
        """Show the run in ``folder`` from the next look on."""
        self._folder = folder
        self._steps = self._steps[:0]
        self.lines, self.ratings = [], ()
        for plot in self.plots.values():
            plot.show_all()
        self.draw()

    def look(self) -> None:
        """Read what is new and draw it, a plot at a time but for a run's first look; :class:`ai.session_folder.FiguresError` if it makes no
        sense."""
        is_first = not self.lines
        if self._folder is not None:
            steps = self._read_steps(self._folder)
            lines = self._folder.read_metrics()
            if steps is self._steps and lines and lines == self.lines:
                return
            self._steps, self.lines = steps, lines
            self.ratings = generation_ratings(lines)
        self._drawing.start(self._draw_each())
        if is_first:
            self._drawing.finish()

    def _read_steps(self, folder: RunFolder) -> np.ndarray:
        """What is known of the steps with what is new; all anew where a session has cut off some of what is known."""
        last = max(0, len(self._steps) - 1)
        found = folder.read_steps(last)
        if not np.array_equal(found[:1], self._steps[last:]):
            return folder.read_steps()
        return np.concatenate((self._steps, found[1:])) if len(found) > 1 else self._steps

    def draw(self) -> None:
        """Draw everything at once, in the window's language."""
        steps, generations = self.tr("step"), self.tr("generation")
        for name, plot in self.plots.items():
            by_step = name in ("policy", "value", "accuracy")
            plot.name_axis(steps if by_step else generations)
        self.plots["rating"].plot.setLabel("left", self.tr("Elo"))
        handling = self.tr(
            "Faint: each point; strong: the mean over a fiftieth of them. Pointing: the nearest point's values, the means in brackets. "
            "Wheel: zoom. Drag: move. Double-click: show all again."
        )
        for name, text in self._explanations().items():
            self.plots[name].explain(text, handling)
        self._drawing.start(self._draw_each())
        self._drawing.finish()

    def _draw_each(self) -> Iterator[None]:
        """One plot after the other."""
        titles = {
            "policy": self.tr("Policy"),
            "value": self.tr("Value"),
            "accuracy": self.tr("Shares"),
            "rating": self.tr("Elo"),
            "games": self.tr("Moves"),
            "speed": self.tr("Speed"),
        }
        early = self.tr("The first generation will be drawn here.")
        for name, curves in self._curves().items():
            why_empty = (name == "rating" and self._why_no_ratings()) or early
            self.plots[name].show_curves(titles[name], curves(), why_empty)
            yield

    def _curves(self) -> dict[str, Callable[[], list[Curve]]]:
        """How the curves of each plot are found."""
        return {
            "policy": lambda: [
                self._step_curve(self.tr("loss"), 1, 0),
                self._step_curve(self.tr("at best"), 5, 1),
            ],
            "value": lambda: [self._step_curve(self.tr("loss"), 2, 0)],
            "accuracy": lambda: [
                self._step_curve(self.tr("winner told"), 4, 2),
                self._curve(
                    self.tr("wins of Black"),
                    [line["black_wins"] / max(1, line["generation_games"]) for line in self.lines],
                    3,
                    x=[line["steps"] for line in self.lines],
                ),
                *self._gate_curves(),
            ],
            "rating": lambda: [self._rating_curve()],
            "games": lambda: [
                self._curve(self.tr("moves in a game"), [line["game_length"] for line in self.lines], 2)
            ],
            "speed": lambda: [self._speed_curve()],
        }

    def _why_no_ratings(self) -> str:
        """For generations that have none; empty before the first generation."""
        if any(line["gate_games"] for line in self.lines):
            return self.tr("No ratings: no chain of games leads back to generation 0 of this run.")
        return self.tr("No ratings: in this run no games are played at the gate.") if self.lines else ""

    def _explanations(self) -> dict[str, str]:
        """What each plot shows, for somebody who trains a network for the first time."""
        return {
            "policy": self.tr(
                "How far the moves that the network expects are from those that the search then preferred (cross-entropy, in nats). “At best” is "
                "what no network can avoid: the search's own doubt. What counts is the distance between the lines; both may rise while "
                "the games get better and harder to foretell."
            ),
            "value": self.tr(
                "How far the network's forecast is from what it learns: how the game ended, mixed with what the search thought, as the setting "
                "“Search in the value” says (squared error: 0 is perfect; who only guesses has 1 without the search's part, less with it). "
                "Lower is better; it may rise again as games become closer."
            ),
            "accuracy": self.tr(
                "“Winner told”: positions whose winner the network names; half is guessing. “Wins of Black”: games of self-play that Black won. "
                "“Won at the gate”: games that the new network won against earlier ones, in runs that play such games."
            ),
            "rating": self.tr(
                "Strength against generation 0 of this run, from the games that its generations play against each other; 100 Elo more means "
                "winning 64% of the games. The Elo of levels and of an arena are other scales. Bars: 95% "
                "intervals of the difference to the newest generation: where one reaches up to its level, the newest may be no stronger."
            ),
            "games": self.tr(
                "Moves in a game of self-play: players that keep room for themselves play longer."
            ),
            "speed": self.tr(
                "Positions a second that the searches of self-play ask the network for, over all the time in which a generation is played, also "
                "while some cores learn. Runs of earlier versions tell only how "
                "many positions self-play made."
            ),
        }

    def _step_curve(self, name: str, column: int, color: int) -> Curve:
        """Of every step; of every generation where the file of the steps has not come along with the run."""
        if len(self._steps) == 0:
            column_name = STEP_COLUMNS[column]
            known = [line for line in self.lines if column_name in line]
            steps = [line["steps"] for line in known]
            return self._curve(name, [line[column_name] for line in known], color, x=steps)
        return Curve(name, self._steps[:, 0], self._steps[:, column], color=color)

    def _curve(self, name: str, values: list[float], color: int, x: list[float] | None = None) -> Curve:
        where = [line["generation"] for line in self.lines] if x is None else x
        return Curve(name, np.array(where, np.float64), np.array(values, np.float64), color=color)

    def _gate_curves(self) -> list[Curve]:
        """The share of games that new networks won, where such games are played."""
        lines = [line for line in self.lines if line["gate_games"]]
        shares = [line["gate_wins"] / line["gate_games"] for line in lines]
        steps = [line["steps"] for line in lines]
        return [self._curve(self.tr("won at the gate"), shares, 0, x=steps)] if lines else []

    def _speed_curve(self) -> Curve:
        """Positions searched a second; those made where the run tells no other."""
        lines = [line for line in self.lines if line.get("evaluations_per_second")]
        if not lines:
            return self._curve(
                self.tr("positions a second"), [line["positions_per_second"] for line in self.lines], 1
            )
        speeds = [line["evaluations_per_second"] for line in lines]
        generations = [line["generation"] for line in lines]
        return self._curve(self.tr("positions searched a second"), speeds, 1, x=generations)

    def _rating_curve(self) -> Curve:
        ratings = self.ratings
        elo = np.array([rating.elo for rating in ratings], np.float64)
        spread = np.array([rating.spread_to_newest for rating in ratings], np.float64)
        return Curve(
            self.tr("against generation 0") if ratings else "",
            np.array([rating.generation for rating in ratings], np.float64),
            elo,
            (elo - spread, elo + spread),
        )

    def save_picture(self, path: Path, title: str) -> None:
        """All plots as they are now under ``title``, as a picture (PNG); ``OSError`` if it can't be written."""
        self._drawing.finish()
        font = heading().font()
        head = QRect(0, 0, self.width(), 2 * QFontMetrics(font).height())
        picture = QPixmap((self.size() + QSize(0, head.height())) * PICTURE_SCALE)
        picture.setDevicePixelRatio(PICTURE_SCALE)
        picture.fill(self.palette().color(QPalette.ColorRole.Window))
        for plot in self.plots.values():
            plot.about.hide()  # nobody can click on it there
        self.render(picture, QPoint(0, head.height()))
        for plot in self.plots.values():
            plot.about.show()
        painter = QPainter(picture)
        painter.setFont(font)
        painter.setPen(self.palette().color(QPalette.ColorRole.WindowText))
        painter.drawText(head, Qt.AlignmentFlag.AlignCenter, title)
        painter.end()
        save_png(picture, path)

    def save_figures(self, path: Path) -> None:
        """The figures of every generation as a table that spreadsheets read; ``OSError`` if it can't be written."""
        ratings = {
            each.generation: {
                "elo": round(each.elo, 1),
                "elo_spread_95": round(each.spread, 1),
                "elo_spread_to_newest_95": round(each.spread_to_newest, 1),
            }
            for each in self.ratings
        }
        lines = [line | ratings.get(line["generation"], {}) for line in self.lines]
        columns = list(dict.fromkeys(name for line in lines for name in line))
        save_csv([columns, *([line.get(name, "") for name in columns] for line in lines)], path)

    @property
    def has_steps(self) -> bool:
        """Whether the losses of every step are known."""
        return len(self._steps) > 0

    def save_steps(self, path: Path) -> None:
        """The losses of every step of learning as such a table; ``OSError`` if it can't be written."""
        row = ",".join(["%d", *["%.6g"] * (len(STEP_COLUMNS) - 1)])
        rows = [row % tuple(step) for step in self._steps.tolist()]
        write_atomically(path, "\r\n".join([",".join(STEP_COLUMNS), *rows, ""]).encode())
