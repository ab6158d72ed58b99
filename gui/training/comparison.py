"""Several runs side by side: in each plot one figure, of which every run has a curve."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PySide6.QtCore import QCoreApplication

from ai.training.run_files import RunFiles
from gui.plots.curves import Curve
from gui.program.messages import fill
from gui.training.run_curves import (
    add_bars,
    add_crosses,
    black_share,
    game_length,
    gate_share,
    name_generations,
    refused,
    why_empty,
)
from gui.training.run_figures import Axis, Points, RunFigures

translate = QCoreApplication.translate

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
    is_rating: bool = False
    """Whether points are ratings of generations: each is computed from all games (:attr:`gui.plots.curves.Curve.is_smooth`)."""
    gaps: Callable[[RunFigures], Sequence[float]] = lambda _run: ()
    """As :attr:`gui.plots.curves.Curve.gaps`."""
    why_none: str = ""
    """Why begun runs may have none of it by their settings."""


@dataclass(frozen=True)
class Comparison:
    """Runs that are drawn together along an axis."""

    runs: Sequence[RunFigures]
    axis: Axis
    is_common: bool
    """Whether they are drawn only as far as all of them go, so that a short one shows beside a long one."""
    name_of: Callable[[RunFiles], str]
    """A run's name in the window's language."""

    def figures(self) -> dict[str, dict[str, Compared]]:
        """Figures that can be compared in each plot, the default first, and how each is found for a run."""
        axis = self.axis
        searched = _compared_speed(translate("RunPlots", "Evaluations a second"), axis, True)
        made = _compared_speed(translate("RunPlots", "Positions a second"), axis, False)
        all_tell = all(run.tells_searches for run in self.runs if run.lines)

        def of_steps(name: str, column: str) -> Compared:
            return Compared(name, lambda run: run.of_steps(column, axis))

        return {
            "policy": {
                "loss": of_steps(translate("RunPlots", "Policy loss"), "policy"),
                "best": of_steps(translate("RunPlots", "Entropy of the search"), "policy_entropy"),
                "above": Compared(
                    translate("RunPlots", "Policy loss less entropy"), lambda run: run.above_best(axis)
                ),
            },
            "value": {
                "loss": of_steps(translate("RunPlots", "Value loss"), "value"),
                "fates": Compared(
                    translate("RunPlots", "Loss of the points' fates"),
                    lambda run: run.of_fates(axis),
                    why_none=translate("RunPlots", "None of these runs teaches the points' fates."),
                ),
            },
            "accuracy": {
                "told": of_steps(translate("RunPlots", "Winner told"), "value_accuracy"),
                "black": Compared(
                    translate("RunPlots", "Wins of Black"), lambda run: run.of_generations(black_share, axis)
                ),
                "gate": Compared(
                    translate("RunPlots", "Won at the gate"),
                    lambda run: run.of_generations(gate_share, axis),
                    lambda run: run.of_generations(refused, axis),
                    why_none=translate("RunPlots", "In none of these runs are games played at the gate."),
                ),
            },
            "rating": {
                "elo": Compared(
                    translate("RunPlots", "Elo against its generation 0"),
                    lambda run: run.of_ratings(lambda rating: rating.elo, axis),
                    spread=lambda run: run.of_ratings(lambda rating: rating.spread_to_newest, axis),
                    is_rating=True,
                )
            },
            "games": {
                "moves": Compared(
                    translate("RunPlots", "Moves in a game"),
                    lambda run: run.of_generations(game_length, axis),
                )
            },
            "speed": {"searched": searched, "made": made} if all_tell else {"made": made},
        }

    def curve(self, run: RunFigures, figure: Compared) -> Curve:
        """The curve of ``run``, in its colour."""
        known = figure.points(run)
        name = shortened(self.name_of(run.folder))
        if not len(known[0]):
            name = fill(translate("RunPlots", "%1 (no figures)"), name)
        curve = Curve(name, *self._in_common(known), color=run.color, is_smooth=figure.is_rating)
        if figure.is_rating:
            name_generations(curve, run, self.axis)
        curve.changes = [place for place, _network in run.changes(self.axis)]
        curve.gaps = figure.gaps(run)
        if figure.marks is not None:
            add_crosses(curve, self._in_common(figure.marks(run))[1])
        if figure.spread is not None and run is self.runs[0]:  # those of several would hide each other
            add_bars(curve, self._in_common(figure.spread(run))[1])
        return curve

    def why_none(self, name: str, figure: Compared) -> str:
        """Why the plot ``name`` has nothing to draw of ``figure`` for any of the runs."""
        if any(len(figure.points(run)[0]) for run in self.runs):
            return translate("RunPlots", "Nothing of this lies within the common part.")
        begun = [run for run in self.runs if run.lines]
        if name == "rating" and begun and not any(run.ratings for run in begun):
            return translate("RunPlots", "None of these runs has ratings.")
        if figure.why_none and begun:
            return figure.why_none
        unread = [run for run in self.runs if run.problem is not None]
        return why_empty("", [*begun, *unread, *self.runs][0])

    def dots(self) -> list[RunFigures]:
        """Runs so short beside the longest that their curves look like dots; none where only the common part is drawn."""
        ends = {} if self.is_common else self._ends()
        longest = max(ends.values(), default=0.0)
        return [run for run in self.runs if DOT_FROM * ends.get(run.folder.path, longest) < longest]

    def _in_common(self, points: Points) -> Points:
        """The points up to where all runs with a finished generation go, if only the common part is drawn."""
        if not self.is_common:
            return points
        x, y = points
        reached = np.searchsorted(x, min(self._ends().values(), default=np.inf), side="right")
        if not x[:reached].any():  # at 0 stands generation 0, which alone tells nothing
            reached = 0
        return x[:reached], y[:reached]

    def _ends(self) -> dict[Path, float]:
        """Where each run with a finished generation ends along the plots."""
        found = {run.folder.path: run.of_generations(game_length, self.axis)[0] for run in self.runs}
        return {path: places[-1] for path, places in found.items() if len(places)}


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
