"""``match``: two players against each other."""

import argparse
import json
from pathlib import Path

from ai.commands.failure import fail
from core.position import Size


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser(
        "match",
        help="let two players play games against each other",
        description="Two players play games, each Black in every second one. Players are named by texts such as "
        "zero:net=flagship,simulations=800, uct:playouts=2000, policy:net=flagship, random.",
    )
    parser.add_argument("first", help="a player")
    parser.add_argument("second", help="another player")
    parser.add_argument("--games", type=int, default=100, help="how many (default: %(default)s)")
    parser.add_argument("--size", default="9", help="board (default: %(default)s)")
    parser.add_argument("--jobs", type=int, default=1, help="games at a time, each in a process of its own")
    parser.add_argument("--records", type=Path, metavar="DIR", help="keep the games as SGF files here")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    from ai.contest import ContestError, contest
    from ai.players import PlayerError

    try:
        size = Size.parse(arguments.size)
        for score in contest(
            arguments.first, arguments.second, arguments.games, size, arguments.jobs, arguments.records
        ):
            print(json.dumps(score), flush=True)
    except (ContestError, PlayerError, ValueError) as error:
        return fail(str(error))
    return 0
