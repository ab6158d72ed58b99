"""The command line: what the program does without a window. Each command is the module of its name, which declares its arguments in
``add`` and names the function that does it."""

import argparse
import logging
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module

from core import kernel_cache, program

COMPILING = ("match", "ladder", "train", "td", "book")
"""Commands in which people wait for players, the first time for minutes."""


def main(argv: list[str]) -> int:
    """Run the command that ``argv`` begins with; its exit status."""
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    parser = argparse.ArgumentParser(prog=program.name(), description="Buwei without its window.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    import_module(f"ai.commands.{argv[0]}").add(commands)
    arguments = parser.parse_args(argv)
    compiles = argv[0] in COMPILING and not kernel_cache.is_ready_for(argv[0])
    if compiles:
        with suppress(OSError):  # where nobody listens nobody needs to know
            print(
                "What is needed is compiled first; for all of the program that takes a few minutes, once: "
                f"'{program.name()} prepare' does it beforehand.",
                file=sys.stderr,
                flush=True,
            )
    run: Callable[[argparse.Namespace], int] = arguments.run
    result = run(arguments)
    if compiles and result == 0:
        kernel_cache.mark_ready_for(argv[0])
    return result
