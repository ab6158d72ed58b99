"""How strong a run's network is after so many minutes: some of its generations play against one player, and a picture shows the shares won.

Run with: python -m tests.benchmarks.learning_curve --run DIR [--against PLAYER] [--simulations N] [--generations N] [--games N] [--picture FILE]
Prints a line of JSON for each generation; minutes are those worked on the run, of all its sessions.
"""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ai.elo import wilson
from ai.training.run_folder import RunFolder

ROOT = Path(__file__).resolve().parents[2]
SIZE = 720, 400
"""Of the picture, in the screen's pixels; the file has twice as many."""


@dataclass(frozen=True)
class Point:
    """A generation's match."""

    generation: int
    minutes: float
    positions: int
    won: int
    games: int


def spread(lines: Sequence[dict[str, Any]], count: int) -> list[dict[str, Any]]:
    """``count`` of the generations, the last among them, at even distances of time."""
    ends = np.array([line["seconds"] for line in lines])
    places = np.searchsorted(ends, np.linspace(0, ends[-1], count + 1)[1:])
    return [lines[place] for place in dict.fromkeys(np.minimum(places, len(lines) - 1).tolist())]


def measured(run: RunFolder, options: argparse.Namespace) -> Iterator[Point]:
    """One match after the other."""
    for line in spread(run.read_metrics(), options.generations):
        network = run.checkpoint_of(line)
        player = f"zero:net={network},simulations={options.simulations}"
        command = [sys.executable, str(ROOT / "main.py"), "match", player, options.against]
        told = subprocess.run(
            [*command, "--games", str(options.games), "--jobs", str(os.cpu_count() or 1)],
            check=True,
            stdout=subprocess.PIPE,
            text=True,
        ).stdout
        won = json.loads(told.splitlines()[-1])["wins"]
        yield Point(line["generation"], round(line["seconds"] / 60, 1), line["positions"], won, options.games)


def draw(points: Sequence[Point], title: str, path: Path) -> None:
    """The shares won, with their 95% intervals, over the minutes."""
    from PySide6.QtGui import QPixmap

    from gui.app import make_application
    from gui.parts.saving import save_png
    from gui.plots.curves import Curve
    from gui.plots.plots import MetricPlot

    make_application([])
    shares = np.array([each.won / each.games for each in points])
    low, high = np.array([wilson(each.won, each.games) for each in points]).T
    plot = MetricPlot(shares=True)
    plot.name_axis("minutes", whole=False)
    plot.show_curves(
        title, [Curve("share won", np.array([each.minutes for each in points]), shares, (low, high))], ""
    )
    plot.resize(*SIZE)
    picture = QPixmap(plot.size() * 2)
    picture.setDevicePixelRatio(2)
    plot.render(picture)
    save_png(picture, path)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--run", required=True, type=Path, metavar="DIR", help="the run's folder")
    parser.add_argument(
        "--against", default="rave:playouts=2000", metavar="PLAYER", help="(rave:playouts=2000)"
    )
    parser.add_argument(
        "--simulations", type=int, default=64, metavar="N", help="of the network's search (64)"
    )
    parser.add_argument("--generations", type=int, default=10, metavar="N", help="so many of them (10)")
    parser.add_argument("--games", type=int, default=100, metavar="N", help="of each (100)")
    parser.add_argument("--picture", type=Path, metavar="FILE", help="a PNG file to be drawn")
    options = parser.parse_args()
    points = []
    for point in measured(RunFolder(options.run), options):
        print(json.dumps(asdict(point)), flush=True)
        points.append(point)
    if options.picture is not None:
        title = f"Games won against {options.against} by {options.simulations} simulations"
        draw(points, title, options.picture)


if __name__ == "__main__":
    main()
