"""The curves of one run, or of several together: what is drawn, and when."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject

from ai.training.run_files import RunFiles
from gui.parts.in_turns import InTurns
from gui.plots.curves import Curve
from gui.plots.plots import MetricPlot
from gui.training.comparison import Comparison
from gui.training.plot_grid import PlotGrid
from gui.training.plot_texts import about_comparing, explanations
from gui.training.plots_picture import save_picture
from gui.training.run_curves import changes_of, curves_of, threshold_of, titles, why_empty
from gui.training.run_figures import SECONDS_OF_HOUR, Axis, RunFigures

NAMES = ("policy", "value", "accuracy", "rating", "games", "speed")
DRAWN_AT_ONCE = 100_000
"""Most steps of learning, of all runs drawn, that are drawn at once; for more, a plot is drawn at a time while the window answers."""


class RunPlots(QObject):
    """Losses of every step; results, ratings and speed of every generation. For several runs each plot shows one figure, which the user chooses."""

    def __init__(self, name_of: Callable[[RunFiles], str], parent: QObject):
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
        for name, plot in self.plots.items():
            plot.choice.figure_chosen.connect(partial(self._compare, name))
        self.grid = PlotGrid(self.plots)
        """Shows them."""

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

    def dots(self) -> list[RunFigures]:
        """Runs so short beside the longest that their curves look like dots; none where only the common part is drawn."""
        return self._comparison().dots()

    def save_picture(self, path: Path, title: str) -> None:
        """Write what is seen now, all plots or one, under ``title``: as SVG if ``path`` ends in .svg, else as PNG. Raises ``OSError`` if that
        fails."""
        self._drawing.finish()
        save_picture(self.grid, title, path)

    def draw(self) -> None:
        """Draw everything, in the window's language."""
        self._name_axes()
        self.plots["rating"].plot.setLabel("left", self.tr("Elo"))
        compared = [about_comparing()] if len(self._runs) > 1 else []
        for name, text in explanations().items():
            self.plots[name].explain(text, *compared, smoothed=name != "rating")
        self._drawing.start(self._draw_each())
        self._finish_if_short()

    def _finish_if_short(self) -> None:
        """Draw the rest at once, unless the window would stall too long."""
        if sum(run.step_count for run in self._runs) <= DRAWN_AT_ONCE:
            self._drawing.finish()

    # --- axes -------------------------------------------------------------------------------------------------

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

    # --- drawing ----------------------------------------------------------------------------------------------

    def _draw_each(self) -> Iterator[None]:
        """Draw one plot after the other. For long runs ratings and smoothing take a while, so each has its own step."""
        runs = self._runs or [RunFigures(RunFiles(Path()))]
        for run in runs:
            _ = run.ratings
            yield
        yield from self._draw_compared() if len(runs) > 1 else self._draw_alone(runs[0])

    def _draw_alone(self, run: RunFigures) -> Iterator[None]:
        named = titles()
        for name, found in curves_of(run, self._counted).items():
            curves = found()
            yield
            changes = changes_of(run, self._counted, written=name == "speed")
            for curve in curves:
                curve.changes = [change.x for change in changes if change.name]
                _ = curve.sums
                yield
            threshold = threshold_of(run, self._counted) if name == "accuracy" else None
            why = why_empty(name, run) if self._runs else ""
            self.plots[name].choice.offer({}, "")
            self.plots[name].show_curves(named[name], curves, why, threshold, changes)
            yield

    def _draw_compared(self) -> Iterator[None]:
        comparison = self._comparison()
        for name, figures in comparison.figures().items():
            wanted = self._wanted.get(name, "")
            shown = wanted if wanted in figures else next(iter(figures))
            curves: list[Curve] = []
            for run in comparison.runs:
                curves.append(comparison.curve(run, figures[shown]))
                _ = curves[-1].sums
                yield
            has_points = any(len(curve.x) for curve in curves)
            why_none = "" if has_points else comparison.why_none(name, figures[shown])
            plot = self.plots[name]
            plot.choice.offer({figure: each.name for figure, each in figures.items()}, shown)
            plot.show_curves(figures[shown].name, curves, why_none)
            yield

    def _comparison(self) -> Comparison:
        return Comparison(self._runs, self._counted, self._common, self._name_of)
