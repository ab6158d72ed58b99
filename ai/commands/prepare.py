"""``prepare``: compiling ahead."""

import argparse
import re

from core import kernel_cache

STEP = re.compile(r"(\d+) of (\d+): ")
"""Beginning of a line that tells what is compiled next."""


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser(
        "prepare", description="Compile what is compiled once, so that the first game starts at once."
    )
    parser.add_argument("--quiet", action="store_true", help="print nothing")
    parser.add_argument(
        "--check", action="store_true", help="do nothing; the exit status is 0 if it has been done, else 1"
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    if arguments.check:
        return 0 if kernel_cache.is_ready() else 1
    from ai.prepare import prepare, steps

    total = len(steps())
    for number, what in enumerate(prepare(), 1):
        if not arguments.quiet:
            print(f"{number} of {total}: {what}", flush=True)
    kernel_cache.mark_ready()
    return 0


def step_told(line: str) -> tuple[int, int] | None:
    """The number of the step that a printed ``line`` announces, and how many there are; ``None`` for any other line."""
    told = STEP.match(line)
    return (int(told[1]), int(told[2])) if told else None
