"""``gtp``: an engine for GoGui, Sabaki and other boards."""

import argparse

from ai.commands.arguments import add_size, parse_size
from ai.commands.engine import add_player, run_engine


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser(
        "gtp",
        description="Speak GTP 2 on standard input and output, with the extensions of KataGo and GoGui.",
    )
    add_player(parser)
    add_size(parser, "board to begin with")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    size = parse_size(arguments.size)

    def converse(player, source, write) -> None:
        from ai.protocols.gtp import GtpEngine
        from ai.wire.lines import Lines

        engine = GtpEngine(player, write, size)
        engine.converse(Lines(source, engine.notice))

    return run_engine(arguments.player, size, converse)
