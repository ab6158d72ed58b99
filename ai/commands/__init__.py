"""The command line: what the program does without a window. Each command has a module of its name, whose ``add`` declares the arguments and the
function that runs it."""

import argparse
import logging
from collections.abc import Callable
from importlib import import_module

from ai.commands.failure import WARNING, Refused, fail
from core import program


class _Parser(argparse.ArgumentParser):
    """A parser, of all commands or of one, that refuses what it doesn't know with its own usage; ``argparse`` leaves that to the first of them."""

    def parse_known_args(self, args=None, namespace=None):  # pyright: ignore
        known, unknown = super().parse_known_args(args, namespace)
        if unknown:
            words_apart = hasattr(known, "players") and not any(word.startswith("-") for word in unknown)
            hint = "; all players stand together, before the options or behind them" if words_apart else ""
            self.error(f"unrecognized arguments: {' '.join(unknown)}{hint}")
        return known, unknown


def main(argv: list[str]) -> int:
    """Run the command that ``argv`` begins with; returns its exit status."""
    logging.basicConfig(level=logging.WARNING, format=f"{WARNING}%(message)s")
    parser = _Parser(prog=program.name(), description="Buwei without its window.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    import_module(f"ai.commands.{argv[0]}").add(commands)
    arguments = parser.parse_args(argv)
    run: Callable[[argparse.Namespace], int] = arguments.run
    try:
        return run(arguments)
    except Refused as refusal:
        return fail(refusal)
