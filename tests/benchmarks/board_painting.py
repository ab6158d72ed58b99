"""How long the board takes to paint itself, in milliseconds of processor time: prints one JSON line.

python -m tests.benchmarks.board_painting --pixels 800
"""

import argparse
import json
import time

import numpy as np
from PySide6.QtCore import QPoint
from PySide6.QtGui import QImage

from core.player import Candidate, Decision
from core.position import Position


def crowded() -> tuple[Position, dict[int, int]]:
    """A position in the middle of a game, and the number of each move."""
    random = np.random.default_rng(1)
    position = Position.empty()
    while position.ply < 40 and not position.is_over:
        position = position.play(int(random.choice(position.legal_moves())))
    return position, {point: number for number, point in enumerate(position.moves, 1)}


def thoughts(position: Position) -> Decision:
    """Every legal move as a candidate."""
    moves = position.legal_moves()
    candidates = tuple(
        Candidate(point, 900 - 10 * index, 1 / len(moves), 0.5 - 0.02 * index)
        for index, point in enumerate(moves)
    )
    return Decision(moves[0], candidates, 0.5)


def measure(pixels: int, times: int) -> dict[str, object]:
    """Median and 95th percentile of one painting."""
    from gui.app import make_application
    from gui.board.board import BoardWidget
    from gui.board.overlays import Forbidden, ThoughtsShown

    make_application([])
    board = BoardWidget()
    board.resize(pixels, pixels)
    image = QImage(pixels, pixels, QImage.Format.Format_ARGB32_Premultiplied)
    position, numbers = crowded()

    def painting() -> dict[str, float]:
        board.render(image, QPoint())
        spent = []
        for _ in range(times):
            start = time.process_time()
            board.render(image, QPoint())
            spent.append(1000 * (time.process_time() - start))
        return {
            "median_ms": round(float(np.median(spent)), 2),
            "p95_ms": round(float(np.percentile(spent, 95)), 2),
        }

    board.show_position(position, position.moves[-1])
    at_rest = painting()
    board.show_thoughts(thoughts(position), position)
    candidates = painting()
    board.show_position(position, position.moves[-1], numbers)
    board.set_points_shown(Forbidden.BOTH, private=True)
    board.set_thoughts_shown(ThoughtsShown(priors=True, policy=True))
    board.show_thoughts(thoughts(position), position)
    return {
        "name": "board_painting",
        "pixels": pixels,
        "at_rest": at_rest,
        "candidates": candidates,
        "everything": painting(),
    }


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description="How long the board takes to paint itself.")
    parser.add_argument("--pixels", type=int, default=800)
    parser.add_argument("--times", type=int, default=200)
    options = parser.parse_args()
    print(json.dumps(measure(options.pixels, options.times)))


if __name__ == "__main__":
    main()
