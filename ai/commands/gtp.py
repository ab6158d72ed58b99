"""``gtp``: an engine for GoGui, Sabaki and other boards."""

import argparse

from ai.commands.engine import add_player, run_engine
from ai.commands.failure import fail
from core.position import Size


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser(
        "gtp",
        description="Speak GTP 2 on standard input and output, with the extensions of KataGo and GoGui.",
    )
    add_player(parser)
    parser.add_argument(
        "--size",
        default="9",
        help="board to begin with, for example 9 or 4x5 (rows x columns) (default: %(default)s)",
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    try:
        size = Size.parse(arguments.size)
    except ValueError as error:
        return fail(error)

    def converse(player, source, write) -> None:
        from ai.protocols.gtp import GtpEngine
        from ai.wire.lines import Lines

        engine = GtpEngine(player, write, size)
        engine.converse(Lines(source, engine.notice))

    return run_engine(arguments.player, size, converse)
