"""``bench``: measuring this machine's speeds."""

import argparse
import json

from ai.commands.failure import fail


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser(
        "bench", description="Measure this machine's speeds, one JSON object a line."
    )
    parser.add_argument(
        "names",
        nargs="*",
        metavar="NAME",
        help="only these measurements (an unknown name lists them); solver_5x5 takes minutes and is made only when named",
    )
    parser.add_argument(
        "--net", default="flagship", help="the network to measure with (default: %(default)s)"
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    from ai import bench
    from ai.players import PlayerError

    try:
        for line in bench.run(arguments.names, arguments.net):
            print(json.dumps(line), flush=True)
    except (bench.BenchError, PlayerError) as error:
        return fail(error)
    return 0
