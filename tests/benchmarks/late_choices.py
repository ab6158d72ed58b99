"""How often players keep a won position won: late positions of recorded games that the solver says are won, and each player's move there.

Run with: python -m tests.benchmarks.late_choices FOLDER PLAYER...
FOLDER holds records, such as the games folder of `main.py match --out`; a player is a text such as zero:seconds=1. Whether a move keeps the
win is solved too. Solving takes minutes, and longer with every point more.
"""

import argparse
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from ai.players import make_player
from ai.solver.solver import Interrupted, Solver, playable_points
from core import records
from core.player import Limit, Proof
from core.position import Position, Size

MEGABYTES = 256


class Judge:
    """Says who wins a position, if ``seconds`` of processor time are enough to solve it; remembers what it said."""

    def __init__(self, seconds: float):
        self._seconds = seconds
        self._known: dict[tuple[int, ...], Proof | None] = {}

    def proof(self, position: Position) -> Proof | None:
        """Whether the side to move wins."""
        if position.moves not in self._known:
            self._known[position.moves] = self._solve(position)
        return self._known[position.moves]

    def _solve(self, position: Position) -> Proof | None:
        end = time.process_time() + self._seconds
        try:
            move = Solver(position, MEGABYTES).winning_move(go_on=lambda: time.process_time() < end)
        except Interrupted:
            return None
        return Proof.LOSS if move is None else Proof.WIN


def positions_of(folder: Path, least: int, most: int) -> Iterator[Position]:
    """Those of all games in which ``least`` to ``most`` points may still be played on by either side."""
    for path in sorted(folder.glob("*.sgf")):
        for read in records.load(path):
            for node in read.game.main_line():
                if least <= playable_points(node.position).size <= most:
                    yield node.position


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("players", nargs="+", metavar="PLAYER")
    parser.add_argument("--points", type=int, nargs=2, default=(25, 28), metavar=("LEAST", "MOST"))
    parser.add_argument("--seconds", type=float, default=12.0, help="to solve one position")
    arguments = parser.parse_args()
    judge = Judge(arguments.seconds)
    positions = positions_of(arguments.folder, *arguments.points)
    won = [position for position in positions if judge.proof(position) is Proof.WIN]
    print(f"{len(won)} won positions", flush=True)
    for text in arguments.players:
        player = make_player(text)
        player.prepare(Size())
        counted: Counter[Proof | None] = Counter()
        for position in won:
            point = player.choose(position, Limit()).point
            assert point is not None
            counted[judge.proof(position.play(point))] += 1
        print(
            f"{text}: {counted[Proof.LOSS]} kept, {counted[Proof.WIN]} given away, {counted[None]} not solved",
            flush=True,
        )


if __name__ == "__main__":
    main()
