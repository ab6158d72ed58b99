"""The command line: what the program does without a window. Each command has a module of its name, whose ``add`` declares the arguments and the
function that runs it."""

import argparse
import logging
from collections.abc import Callable
from importlib import import_module

from ai.commands.failure import WARNING, Refused, fail
from core import program


def main(argv: list[str]) -> int:
    """Run the command that ``argv`` begins with; returns its exit status."""
    logging.basicConfig(level=logging.WARNING, format=f"{WARNING}%(message)s")
    parser = argparse.ArgumentParser(prog=program.name(), description="Buwei without its window.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    import_module(f"ai.commands.{argv[0]}").add(commands)
    arguments = parser.parse_args(argv)
    run: Callable[[argparse.Namespace], int] = arguments.run
    try:
        return run(arguments)
    except Refused as refusal:
        return fail(refusal)
