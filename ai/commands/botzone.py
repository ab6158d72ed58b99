"""``botzone``: a bot on Botzone."""

import argparse

from ai.commands.engine import add_player, run_engine
from core.position import Size


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser(
        "botzone",
        description="Answer Botzone's requests, in the form in which they come: JSON or numbers.",
    )
    add_player(parser)
    parser.add_argument(
        "--keep-running",
        action="store_true",
        help="ask Botzone not to start the program anew each turn, so that what was learned about the game is kept",
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    def converse(player, source, write) -> None:
        from ai.protocols.botzone import BotzoneEngine
        from ai.wire.lines import Lines

        BotzoneEngine(player, write, arguments.keep_running).converse(Lines(source))

    return run_engine(arguments.player, Size(), converse)
