"""The curves of one run, a few in each plot, and why a plot has none."""

from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QCoreApplication

from gui.plots.curves import Change, Curve, Threshold
from gui.program.messages import fill, listed
from gui.training.run_figures import Axis, Line, RunFigures
from gui.training.setting_changes import told_changes

translate = QCoreApplication.translate


def titles() -> dict[str, str]:
    """Titles of the plots."""
    return {
        "policy": translate("RunPlots", "Policy"),
        "value": translate("RunPlots", "Value"),
        "accuracy": translate("RunPlots", "Shares"),
        "rating": translate("RunPlots", "Elo"),
        "games": translate("RunPlots", "Moves"),
        "speed": translate("RunPlots", "Speed"),
    }


def curves_of(run: RunFigures, axis: Axis) -> dict[str, Callable[[], list[Curve]]]:
    """How each plot's curves are found, in the order in which they are drawn."""

    def of_steps(name: str, column: str, color: int) -> Curve:
        return Curve(name, *run.of_steps(column, axis), color=color)

    def of_generations(name: str, value: Callable[[Line], float | None], color: int) -> Curve:
        return Curve(name, *run.of_generations(value, axis), color=color)

    return {
        "policy": lambda: [
            of_steps(translate("RunPlots", "loss"), "policy", 0),
            of_steps(translate("RunPlots", "at best"), "policy_entropy", 1),
        ],
        "value": lambda: [of_steps(translate("RunPlots", "loss"), "value", 0), *_fate_curves(run, axis)],
        "accuracy": lambda: [
            of_steps(translate("RunPlots", "winner told"), "value_accuracy", 2),
            of_generations(translate("RunPlots", "wins of Black"), black_share, 3),
            *_gate_curves(run, axis),
        ],
        "rating": lambda: [_rating_curve(run, axis)],
        "games": lambda: [of_generations(translate("RunPlots", "moves in a game"), game_length, 2)],
        "speed": lambda: [_speed_curve(run, axis)],
    }


def threshold_of(run: RunFigures, axis: Axis) -> Threshold | None:
    """Share of gate games that a new network had to win, where there was one."""
    parts = run.shares_to_win(axis)
    if not parts:
        return None
    shares = listed(dict.fromkeys(f"{100 * share:.4g}%" for *_, share in parts))
    return Threshold(fill(translate("RunPlots", "%1 to be taken"), shares), parts)


def changes_of(run: RunFigures, axis: Axis, written: bool) -> list[Change]:
    """Places where another network took over, whose name is ``written`` in one of the plots, where it shows most; and where settings changed."""
    networks = [Change(place, network, written) for place, network in run.changes(axis)]
    settings = [
        Change(place, settings=told_changes(changes)) for place, changes in run.changes_of_settings(axis)
    ]
    return [*networks, *settings]


def why_empty(name: str, run: RunFigures) -> str:
    """Why there is nothing to draw for ``run`` in the plot ``name``."""
    if name == "rating" and run.lines and not run.ratings:
        if any(line["gate_games"] for line in run.lines):
            return translate(
                "RunPlots", "No ratings: no chain of games leads back to generation 0 of this run."
            )
        return translate("RunPlots", "No ratings: in this run no games are played at the gate.")
    if name == "speed" and run.lines and not len(run.speeds(Axis.GENERATIONS, searched=False)[0]):
        return translate(
            "RunPlots", "The speed of self-play could not be measured yet: too little was played at a time."
        )
    if run.lines:
        return translate("RunPlots", "Runs of earlier versions don't tell what is counted along this plot.")
    if run.problem is not None:
        return translate(
            "RunPlots", "The figures of this run can't be read; the reason stands above the plots."
        )
    if name in ("policy", "value", "accuracy"):
        return translate(
            "RunPlots",
            "Drawn while the network learns from the first generation, if steps are counted along the plots.",
        )
    return translate("RunPlots", "The first generation will be drawn here once it is complete.")


def _fate_curves(run: RunFigures, axis: Axis) -> list[Curve]:
    """Loss of the points' fates, if the run teaches them."""
    x, loss = run.of_fates(axis)
    return [Curve(translate("RunPlots", "points' fates"), x, loss, color=1)] if len(x) else []


def _gate_curves(run: RunFigures, axis: Axis) -> list[Curve]:
    """Share of gate games that new networks won, if such games are played, with crosses at refused ones."""
    x, y = run.of_generations(gate_share, axis)
    if not len(x):
        return []
    curve = Curve(translate("RunPlots", "won at the gate"), x, y)
    add_crosses(curve, run.of_generations(refused, axis)[1])
    return [curve]


def _rating_curve(run: RunFigures, axis: Axis) -> Curve:
    x, elo = run.of_ratings(lambda rating: rating.elo, axis)
    if not len(x):
        return Curve("", x, elo)
    curve = Curve(translate("RunPlots", "against generation 0"), x, elo, is_smooth=True)
    add_bars(curve, run.of_ratings(lambda rating: rating.spread_to_newest, axis)[1])
    name_generations(curve, run, axis)
    return curve


def _speed_curve(run: RunFigures, axis: Axis) -> Curve:
    name = (
        translate("RunPlots", "evaluations a second")
        if run.tells_searches
        else translate("RunPlots", "positions a second")
    )
    points, gaps = run.speeds(axis, run.tells_searches), run.gaps_of_speeds(axis, run.tells_searches)
    return Curve(name, *points, color=1, gaps=gaps)


def add_crosses(curve: Curve, marks: np.ndarray) -> None:
    """Add crosses at generations whose networks were refused, where ``marks`` are not 0."""
    curve.marked, curve.marked_name = marks.astype(bool), translate("RunPlots", "refused")


def add_bars(curve: Curve, spread: np.ndarray) -> None:
    """Add bars of ``spread`` to either side of ratings."""
    curve.interval = (curve.y - spread, curve.y + spread)
    curve.interval_name = translate("RunPlots", "bars: against the newest")


def name_generations(curve: Curve, run: RunFigures, axis: Axis) -> None:
    """Have the points of ``curve``, ratings of ``run``, tell their generations, unless these are counted along ``axis``."""
    if axis is not Axis.GENERATIONS:
        numbers = run.of_ratings(lambda rating: rating.generation, axis)[1]
        said = translate("RunPlots", "generation %1")
        curve.point_names = [fill(said, f"{number:,.0f}") for number in numbers]


# --- figures of a generation ------------------------------------------------------------------------------------


def black_share(line: Line) -> float:
    """Share of the games of self-play that Black won."""
    return line["black_wins"] / max(1, line["generation_games"])


def gate_share(line: Line) -> float | None:
    """Share of the games at the gate that the new network won, if such games were played."""
    return line["gate_wins"] / line["gate_games"] if line["gate_games"] else None


def refused(line: Line) -> float | None:
    """1 if the new network was refused, 0 if it was taken, by games at the gate."""
    return float(not line["accepted"]) if line["gate_games"] else None


def game_length(line: Line) -> float:
    """Moves in a game of self-play, on average."""
    return line["game_length"]
