"""``perft``: counting sequences of legal moves."""

import argparse

from ai.commands.arguments import parse_size
from ai.commands.failure import fail
from core import bitboard
from core.position import Position


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("perft", description="Count sequences of legal moves, to check the rules.")
    parser.add_argument("size", help="board, for example 9 or 4x5 (rows x columns)")
    parser.add_argument("depth", type=int, help="moves to look ahead")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    size = parse_size(arguments.size)
    if arguments.depth < 1:
        return fail(f"the depth should be at least 1, not {arguments.depth}")
    geometry = bitboard.geometry(size.rows, size.cols)
    start = Position.empty(size)
    for depth in range(1, arguments.depth + 1):
        count = bitboard.perft(geometry, start.words, depth)
        print(f"{depth} {count}", flush=True)
        if count == 0:
            break  # no game has so many moves
    return 0
