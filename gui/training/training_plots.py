"""The curves of one run, or of several together."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
from PySide6.QtCore import QPoint, QRect, QSize, Qt, QTimer
from PySide6.QtGui import QFontMetrics, QPainter, QPalette, QPixmap, QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QScrollArea, QWidget

from ai.training.run_files import RunFiles
from gui.parts.forms import heading
from gui.parts.in_turns import InTurns
from gui.parts.saving import save_png, save_svg
from gui.plots.curves import Change, Curve, Threshold
from gui.plots.plots import MetricPlot
from gui.program.messages import fill
from gui.training.run_figures import SECONDS_OF_HOUR, Axis, Line, Points, RunFigures

COLUMNS = 2
LEAST_WIDTH = 220
"""Least width of a plot beside another, in pixels; in less room there is one column."""
LEAST_HEIGHT = 150
"""Least height of a plot with a title of one line, in pixels."""
NAMES = ("policy", "value", "accuracy", "rating", "games", "speed")
DRAWN_AT_ONCE = 100_000
"""Most steps of learning, of all runs drawn, that are drawn at once; for more, a plot is drawn at a time while the window answers."""
ROWS_IN_VIEW = 2
"""Rows of plots in view, at least."""
PICTURE_SCALE = 2
"""Pixels of a saved picture for each pixel of the screen, for print and slides; with more, lines would become too thin."""
WRAPPED = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
DOT_FROM = 10
"""A run so many times shorter than the longest one beside it looks like a dot."""
LONGEST_NAME = 24
"""Longest name of a run beside others: a longer one would be cut off at the plot's edge."""


@dataclass(frozen=True)
class Compared:
    """A figure of which a plot shows one curve for each run."""

    name: str
    points: Callable[[RunFigures], Points]
    marks: Callable[[RunFigures], Points] | None = None
    """Which points have crosses."""
    spread: Callable[[RunFigures], Points] | None = None
    """Half width of each point's 95% interval; drawn for the first run."""
    is_smooth: bool = False
    """As :attr:`gui.plots.curves.Curve.is_smooth`."""
    gaps: Callable[[RunFigures], Sequence[float]] = lambda _run: ()
    """As :attr:`gui.plots.curves.Curve.gaps`."""


class RunPlots(QWidget):
    """Losses of every step; results, ratings and speed of every generation. For several runs each plot shows one figure, which the user chooses."""

    def __init__(self, name_of: Callable[[RunFiles], str], parent: QWidget | None = None):
        """``name_of``: a run's name in the window's language."""
        super().__init__(parent)
        self._name_of = name_of
        self._runs: list[RunFigures] = []
        self._axis = self._counted = Axis.STEPS
        self._common = False
        self._wanted: dict[str, str] = {}
        """For each plot the figure to compare; the first if none was chosen."""
        self._drawing = InTurns(self)
        self.plots = {name: MetricPlot(shares=name == "accuracy") for name in NAMES}
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._columns = COLUMNS
        self._shown: Sequence[str] = ()
        self._area: QScrollArea | None = None
        for name, plot in self.plots.items():
            plot.alone.show()
            plot.alone.clicked.connect(partial(self._look_at, name))
            plot.choice.figure_chosen.connect(partial(self._compare, name))
        self.is_one_alone = False
        """Whether one plot has all the room."""
        self.show_together()

    def _look_at(self, name: str) -> None:
        """Show the plot ``name`` alone, or all again, by its button's state."""
        self.plots[name].setFocus()
        if self.plots[name].alone.isChecked():
            self._show_only([name])
        else:
            self.show_together()

    def hide_about(self) -> bool:
        """Hide a plot's hint. Returns whether one was still visible."""
        return any(plot.about.hide_hint() for plot in self.plots.values())

    def show_together(self) -> None:
        """Show all plots again; the one that was alone stays in view."""
        self._show_only(NAMES)
        QTimer.singleShot(0, self._see_used)  # once they are laid out

    def _see_used(self) -> None:
        """Scroll to the plot with the focus."""
        for plot in self.plots.values():
            if self._area is not None and plot.hasFocus():
                self._area.ensureWidgetVisible(plot)

    def _show_only(self, names: Sequence[str]) -> None:
        """Give all the room to these plots."""
        self.is_one_alone = len(names) == 1
        self._shown = names
        self._arrange()
        for name, plot in self.plots.items():
            plot.setVisible(name in names)
            plot.alone.setChecked(self.is_one_alone and name in names)

    def _arrange(self) -> None:
        """Place the plots shown side by side, or one below the other in a narrow room."""
        for plot in self.plots.values():
            self._grid.removeWidget(plot)
        for index, name in enumerate(self._shown):
            self._grid.addWidget(self.plots[name], index // self._columns, index % self._columns)
        used = min(self._columns, len(self._shown))
        for column in range(COLUMNS):
            self._grid.setColumnStretch(column, int(column < used))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        columns = max(1, min(COLUMNS, self.width() // LEAST_WIDTH))
        if columns != self._columns:
            self._columns = columns
            self._arrange()

    def scrolled(self) -> QScrollArea:
        """These plots in an area that scrolls if it is too low. There the wheel scrolls, and zooms only in a plot that was clicked."""
        area = self._area = QScrollArea()
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidgetResizable(True)
        area.setMinimumHeight(ROWS_IN_VIEW * LEAST_HEIGHT)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the plots take the keys
        area.setWidget(self)
        for plot in self.plots.values():
            plot.scroll_in(area)
        return area

    def show_runs(self, runs: Sequence[RunFigures]) -> None:
        """Show these runs. Curves of others are removed at once, because drawing a long run takes a moment."""
        if {run.folder.path for run in runs} != {run.folder.path for run in self._runs}:
            for plot in self.plots.values():
                plot.clear()
        self._runs = list(runs)
        for run in runs:
            run.look()
        self._show_all()

    def count_by(self, axis: Axis) -> None:
        """Set what is counted along the plots."""
        self._axis = axis
        self._show_all()

    def cut_to_common(self, common: bool) -> None:
        """Set whether several runs are drawn only as far as all of them go, so that a short one shows beside a long one."""
        self._common = common
        self._show_all()

    def _compare(self, name: str, figure: str) -> None:
        """Show this figure of all runs in the plot ``name``, in full."""
        self._wanted[name] = figure
        self.plots[name].view.show_all()
        self.draw()

    def _show_all(self) -> None:
        for plot in self.plots.values():
            plot.view.show_all()
        self.draw()

    def look(self) -> None:
        """Read what is new and draw it, a plot at a time except for a run's first look. Damaged figures become the run's problem."""
        unread = [run for run in self._runs if not run.lines]
        sound = [run.problem is None for run in self._runs]
        new = [run.look() for run in self._runs]
        told_anew = [run.problem is None for run in self._runs] != sound
        # a run has become an hour old: the axis has another unit
        if self._axis_of_age() is not self._counted:
            self._show_all()
            self._drawing.finish()
        elif any(new) or told_anew:
            self._drawing.start(self._draw_each())
            if any(run.lines for run in unread):
                self._finish_if_short()

    def _finish_if_short(self) -> None:
        """Draw the rest at once, unless the window would stall too long."""
        if sum(run.step_count for run in self._runs) <= DRAWN_AT_ONCE:
            self._drawing.finish()

    def draw(self) -> None:
        """Draw everything, in the window's language."""
        self._name_axes()
        self.plots["rating"].plot.setLabel("left", self.tr("Elo"))
        compared = [self._about_comparing()] if len(self._runs) > 1 else []
        for name, text in self._explanations().items():
            self.plots[name].explain(text, *compared, smoothed=name != "rating")
        self._drawing.start(self._draw_each())
        self._finish_if_short()

    def _about_comparing(self) -> str:
        return self.tr(
            "Of several runs one line each is drawn. Losses are those on a run's own games, and Elo is against its own generation 0, with bars for "
            "the run that was chosen first: which network is stronger, only games between them tell. Where the title is a list, other figures can "
            "be chosen in it."
        )

    def _name_axes(self) -> None:
        """Name the axes by what is counted along them."""
        self._counted = self._axis_of_age()
        name = {
            Axis.STEPS: self.tr("step"),
            Axis.GENERATIONS: self.tr("generation"),
            Axis.POSITIONS: self.tr("positions"),
            Axis.HOURS: self.tr("hours"),
            Axis.MINUTES: self.tr("minutes"),
        }[self._counted]
        for plot in self.plots.values():
            plot.name_axis(name, whole=self._counted.seconds is None)

    def _axis_of_age(self) -> Axis:
        """The chosen axis; minutes instead of hours if what is drawn is younger than an hour."""
        ages = [run.seconds for run in self._runs if run.seconds]
        untold = SECONDS_OF_HOUR if any(run.lines for run in self._runs) else 0
        drawn = (min if self._common else max)(ages, default=untold)
        return Axis.MINUTES if self._axis is Axis.HOURS and drawn < SECONDS_OF_HOUR else self._axis

    def _draw_each(self) -> Iterator[None]:
        """Draw one plot after the other. For long runs ratings and smoothing take a while, so each has its own step."""
        runs = self._runs or [RunFigures(RunFiles(Path()))]
        for run in runs:
            _ = run.ratings
            yield
        drawn = self._draw_compared(runs) if len(runs) > 1 else self._draw_alone(runs[0])
        yield from drawn

    def _draw_alone(self, run: RunFigures) -> Iterator[None]:
        titles = {
            "policy": self.tr("Policy"),
            "value": self.tr("Value"),
            "accuracy": self.tr("Shares"),
            "rating": self.tr("Elo"),
            "games": self.tr("Moves"),
            "speed": self.tr("Speed"),
        }
        for name, found in self._curves(run).items():
            curves = found()
            yield
            changes = self._changes(run, written=name == "speed")
            for curve in curves:
                curve.changes = [change.x for change in changes]
                _ = curve.sums
                yield
            threshold = self._threshold(run) if name == "accuracy" else None
            self.plots[name].choice.offer({}, "")
            self.plots[name].show_curves(titles[name], curves, self._why_empty(name, run), threshold, changes)
            yield

    def _draw_compared(self, runs: Sequence[RunFigures]) -> Iterator[None]:
        for name, figures in self._comparable(runs).items():
            shown = self._wanted.get(name, "")
            if shown not in figures:
                shown = next(iter(figures))
            curves: list[Curve] = []
            for run in runs:
                curves.append(self._compared_curve(run, figures[shown]))
                _ = curves[-1].sums
                yield
            why_none = (
                "" if any(len(curve.x) for curve in curves) else self._why_none(name, figures[shown], runs)
            )
            plot = self.plots[name]
            plot.choice.offer({figure: each.name for figure, each in figures.items()}, shown)
            plot.show_curves(figures[shown].name, curves, why_none)
            yield

    def _compared_curve(self, run: RunFigures, figure: Compared) -> Curve:
        known = figure.points(run)
        name = shortened(self._name_of(run.folder))
        if not len(known[0]):
            name = fill(self.tr("%1 (no figures)"), name)
        curve = Curve(name, *self._in_common(known), color=run.color, is_smooth=figure.is_smooth)
        curve.changes = [place for place, _network in run.changes(self._counted)]
        curve.gaps = figure.gaps(run)
        if figure.marks is not None:
            _x, marks = self._in_common(figure.marks(run))
            curve.marked, curve.marked_name = marks.astype(bool), self.tr("refused")
        if figure.spread is not None and run is self._runs[0]:  # those of several would hide each other
            _x, spread = self._in_common(figure.spread(run))
            self._add_bars(curve, spread)
        return curve

    def _in_common(self, points: Points) -> Points:
        """The points up to where all runs with a finished generation go, if only the common part is drawn."""
        if not self._common:
            return points
        x, y = points
        reached = np.searchsorted(x, min(self._ends().values(), default=np.inf), side="right")
        return x[:reached], y[:reached]

    def _ends(self) -> dict[Path, float]:
        """Where each run with a finished generation ends along the plots."""
        found = {run.folder.path: run.of_generations(_game_length, self._counted)[0] for run in self._runs}
        return {path: places[-1] for path, places in found.items() if len(places)}

    def dots(self) -> list[RunFigures]:
        """Runs so short beside the longest that their curves look like dots; none where only the common part is drawn."""
        ends = {} if self._common else self._ends()
        longest = max(ends.values(), default=0.0)
        return [run for run in self._runs if DOT_FROM * ends.get(run.folder.path, longest) < longest]

    def _comparable(self, runs: Sequence[RunFigures]) -> dict[str, dict[str, Compared]]:
        """Figures that can be compared in each plot, the default first, and how each is found for a run."""
        axis = self._counted
        searched = _compared_speed(self.tr("Positions searched a second"), axis, True)
        made = _compared_speed(self.tr("Positions made a second"), axis, False)
        all_tell = all(run.tells_searches for run in runs if run.lines)
        return {
            "policy": {
                "loss": Compared(self.tr("Policy loss"), lambda run: run.of_steps("policy", axis)),
                "best": Compared(
                    self.tr("Entropy of the search"), lambda run: run.of_steps("policy_entropy", axis)
                ),
                "above": Compared(self.tr("Policy loss less entropy"), lambda run: run.above_best(axis)),
            },
            "value": {
                "loss": Compared(self.tr("Value loss"), lambda run: run.of_steps("value", axis)),
                "fates": Compared(
                    self.tr("Loss of the points' fates"), lambda run: run.of_steps("fate", axis)
                ),
            },
            "accuracy": {
                "told": Compared(self.tr("Winner told"), lambda run: run.of_steps("value_accuracy", axis)),
                "black": Compared(
                    self.tr("Wins of Black"), lambda run: run.of_generations(_black_share, axis)
                ),
                "gate": Compared(
                    self.tr("Won at the gate"),
                    lambda run: run.of_generations(_gate_share, axis),
                    lambda run: run.of_generations(_refused, axis),
                ),
            },
            "rating": {
                "elo": Compared(
                    self.tr("Elo against its generation 0"),
                    lambda run: run.of_ratings(lambda rating: rating.elo, axis),
                    spread=lambda run: run.of_ratings(lambda rating: rating.spread_to_newest, axis),
                    is_smooth=True,
                )
            },
            "games": {
                "moves": Compared(
                    self.tr("Moves in a game"), lambda run: run.of_generations(_game_length, axis)
                )
            },
            "speed": {"searched": searched, "made": made} if all_tell else {"made": made},
        }

    def _why_none(self, name: str, figure: Compared, runs: Sequence[RunFigures]) -> str:
        """Why there is nothing to draw for any of ``runs``."""
        if any(len(figure.points(run)[0]) for run in runs):
            return self.tr("Nothing of this lies within the common part.")
        begun = [run for run in runs if run.lines]
        if name == "rating" and begun and not any(run.ratings for run in begun):
            return self.tr("None of these runs has ratings.")
        if figure.marks is not None and begun:
            return self.tr("In none of these runs are games played at the gate.")
        unread = [run for run in runs if run.problem is not None]
        return self._why_empty("", [*begun, *unread, *runs][0])

    def _curves(self, run: RunFigures) -> dict[str, Callable[[], list[Curve]]]:
        """How each plot's curves are found."""

        def of_steps(name: str, column: str, color: int) -> Curve:
            return Curve(name, *run.of_steps(column, self._counted), color=color)

        return {
            "policy": lambda: [
                of_steps(self.tr("loss"), "policy", 0),
                of_steps(self.tr("at best"), "policy_entropy", 1),
            ],
            "value": lambda: [of_steps(self.tr("loss"), "value", 0)],
            "accuracy": lambda: [
                of_steps(self.tr("winner told"), "value_accuracy", 2),
                Curve(self.tr("wins of Black"), *run.of_generations(_black_share, self._counted), color=3),
                *self._gate_curves(run),
            ],
            "rating": lambda: [self._rating_curve(run)],
            "games": lambda: [
                Curve(self.tr("moves in a game"), *run.of_generations(_game_length, self._counted), color=2)
            ],
            "speed": lambda: [
                Curve(
                    self.tr("positions searched a second")
                    if run.tells_searches
                    else self.tr("positions made a second"),
                    *run.speeds(self._counted, run.tells_searches),
                    color=1,
                    gaps=run.gaps_of_speeds(self._counted, run.tells_searches),
                )
            ],
        }

    def _why_empty(self, name: str, run: RunFigures) -> str:
        """Why there is nothing to draw for ``run``."""
        if not self._runs:
            return ""
        if name == "rating" and run.lines and not run.ratings:
            if any(line["gate_games"] for line in run.lines):
                return self.tr("No ratings: no chain of games leads back to generation 0 of this run.")
            return self.tr("No ratings: in this run no games are played at the gate.")
        if name == "speed" and run.lines and not len(run.speeds(Axis.GENERATIONS, searched=False)[0]):
            return self.tr(
                "The speed of self-play could not be measured yet: too little was played at a time."
            )
        if run.lines:
            return self.tr("Runs of earlier versions don't tell what is counted along this plot.")
        if run.problem is not None:
            return self.tr("The figures of this run can't be read; the reason stands above the plots.")
        return self.tr("The first generation will be drawn here.")

    def _gate_curves(self, run: RunFigures) -> list[Curve]:
        """Share of gate games that new networks won, if such games are played, with crosses at refused ones."""
        x, y = run.of_generations(_gate_share, self._counted)
        _x, refused = run.of_generations(_refused, self._counted)
        if not len(x):
            return []
        return [
            Curve(
                self.tr("won at the gate"), x, y, marked=refused.astype(bool), marked_name=self.tr("refused")
            )
        ]

    def _threshold(self, run: RunFigures) -> Threshold | None:
        """Share of gate games that a new network has to win, if there is one."""
        share = run.share_to_win
        if not share or not any(line["gate_games"] for line in run.lines):
            return None
        return Threshold(fill(self.tr("%1 to be taken"), f"{100 * share:.4g}%"), share)

    def _changes(self, run: RunFigures, written: bool) -> list[Change]:
        """Places where another network took over; its name is ``written`` in one of the plots, where it shows most."""
        return [Change(place, network, written) for place, network in run.changes(self._counted)]

    def _rating_curve(self, run: RunFigures) -> Curve:
        x, elo = run.of_ratings(lambda rating: rating.elo, self._counted)
        _x, spread = run.of_ratings(lambda rating: rating.spread_to_newest, self._counted)
        if not len(x):
            return Curve("", x, elo)
        curve = Curve(self.tr("against generation 0"), x, elo, is_smooth=True)
        self._add_bars(curve, spread)
        return curve

    def _add_bars(self, curve: Curve, spread: np.ndarray) -> None:
        """Add bars of ``spread`` to either side of ratings."""
        curve.interval = (curve.y - spread, curve.y + spread)
        curve.interval_name = self.tr("bars: against the newest")

    def _explanations(self) -> dict[str, str]:
        """What each plot shows, for somebody who trains a network for the first time."""
        return {
            "policy": self.tr(
                "How far the moves that the network expects are from those that the search then preferred (cross-entropy, in nats). “At best” is "
                "what no network can avoid: the entropy of the search's policy, its own doubt. What counts is the distance between the lines; both "
                "may rise while the games get better and harder to foretell."
            ),
            "value": self.tr(
                "How far the network's forecast is from what it learns: how the game ended, mixed with what the search thought, as the setting "
                "“Search in the value” says (squared error: 0 is perfect; who only guesses has 1 without the search's part, less with it). "
                "Lower is better; it may rise again as games become closer."
            ),
            "accuracy": self.tr(
                "“Winner told”: positions whose winner the network names; half is guessing. “Wins of Black”: games of self-play that Black won. "
                "“Won at the gate”: games that the new network won against earlier ones, in runs that play such games. A cross: the "
                "network was refused, and the one before plays on. Dashed: the share that a network has to win, by the run's settings now; "
                "where every network is taken there is neither."
            ),
            "rating": self.tr(
                "Strength against generation 0 of this run, from the games that its generations play against each other; 100 Elo more means "
                "winning 64% of the games. It is assumed that a generation gains about as much as the one before it, until its games say "
                "otherwise: a few games move it little. The Elo of levels and of an arena are other scales. Bars: 95% "
                "intervals of the difference to the newest generation: where one reaches up to its level, the newest may be no stronger."
            ),
            "games": self.tr(
                "Moves in a game of self-play: players that keep room for themselves play longer. Where a session finds no games to go on "
                "with, as the first one and after a kill, its first ones begin in the middle, after random moves: the generation after that has "
                "shorter ones."
            ),
            "speed": self.tr(
                "Positions a second that the searches of self-play ask the network for, over all the time in which a generation is played, also "
                "while some cores learn. Where another network comes in place of the one before, there is a dotted line in all plots, across "
                "which no mean is taken. Its name stands here if the plot is high enough, and wherever a point behind the line is read. A larger one "
                "takes longer. Runs of earlier versions tell only how many positions self-play made."
            ),
        }

    def save_picture(self, path: Path, title: str) -> None:
        """Write what is seen now, all plots or one, under ``title``: as SVG if ``path`` ends in .svg, else as PNG. Raises ``OSError`` if that
        fails."""
        self._drawing.finish()
        head = self._head_of(title)
        size = self.size() + QSize(0, head.height())
        if path.suffix.lower() == ".svg":
            save_svg(size, lambda painter: self._paint(painter, head, title), path)
            return
        picture = QPixmap(size * PICTURE_SCALE)
        picture.setDevicePixelRatio(PICTURE_SCALE)
        painter = QPainter(picture)
        self._paint(painter, head, title)
        painter.end()
        save_png(picture, path)

    def _head_of(self, title: str) -> QRect:
        """Rectangle of a picture's title, in as many lines as it needs."""
        metrics = QFontMetrics(heading().font())
        lines = metrics.boundingRect(QRect(0, 0, self.width(), 0), WRAPPED, title or " ").height()
        return QRect(0, 0, self.width(), lines + metrics.height())

    def _paint(self, painter: QPainter, head: QRect, title: str) -> None:
        painter.fillRect(
            QRect(QPoint(), self.size() + QSize(0, head.height())),
            self.palette().color(QPalette.ColorRole.Window),
        )
        painter.setFont(heading().font())
        painter.setPen(self.palette().color(QPalette.ColorRole.WindowText))
        painter.drawText(head, WRAPPED, title)
        for plot in self.plots.values():
            plot.show_in_picture(True)
        self.render(painter, QPoint(0, head.height()))
        for plot in self.plots.values():
            plot.show_in_picture(False)


def shortened(name: str) -> str:
    """A run's name beside others: its beginning and its end, where names differ."""
    half = LONGEST_NAME // 2
    return name if len(name) <= LONGEST_NAME else f"{name[:half]}…{name[-half + 1 :]}"


def _compared_speed(name: str, axis: Axis, searched: bool) -> Compared:
    return Compared(
        name,
        lambda run: run.speeds(axis, searched),
        gaps=lambda run: run.gaps_of_speeds(axis, searched),
    )


def _black_share(line: Line) -> float:
    return line["black_wins"] / max(1, line["generation_games"])


def _gate_share(line: Line) -> float | None:
    return line["gate_wins"] / line["gate_games"] if line["gate_games"] else None


def _refused(line: Line) -> float | None:
    return float(not line["accepted"]) if line["gate_games"] else None


def _game_length(line: Line) -> float:
    return line["game_length"]
