"""All sixty solved endgames with every winning move, and the winners of the empty boards that take seconds.

Run with: python -m tests.benchmarks.solved_endgames
"""

import argparse
import json
import time

from ai.solver.solver import Solver, playable_points
from core.position import Position, Size
from tests.ai.test_search import TRUTH, endgames, names

BOARDS = ("2x10", "3x6", "4x5", "3x7", "5x5")


def main() -> None:
    argparse.ArgumentParser(description=__doc__).parse_args()
    wrong = 0
    started = time.process_time()
    for position, case in endgames():
        since = time.process_time()
        solver = Solver(position)
        solution = solver.solve(all_moves=True)
        right = solution.winner.name[0] == case["winner"] and set(solution.winning_moves) == names(
            case["winning_moves"]
        )
        wrong += not right
        points = playable_points(position).size
        print(
            f"{case['id']:3} {points} points {time.process_time() - since:.3f} s {solver.moves_tried:,} {'' if right else 'WRONG'}"
        )
    print(f"endgames: {wrong} wrong, {time.process_time() - started:.1f} s of processor time", flush=True)
    winners = json.loads((TRUTH / "small_boards.json").read_text("utf-8"))["winner_measured"]
    for board in BOARDS:
        since = time.process_time()
        solver = Solver(Position.empty(Size.parse(board)), 1024)
        winner = "W" if solver.winning_move() is None else "B"
        print(
            f"{board} {winner} {'' if winner == winners[board] else 'WRONG'} {time.process_time() - since:.1f} s {solver.moves_tried:,}",
            flush=True,
        )


if __name__ == "__main__":
    main()
