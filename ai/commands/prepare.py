"""``prepare``: compiling ahead."""

import argparse

from core import kernel_cache


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
    from ai.prepare import prepare

    for what in prepare():
        if not arguments.quiet:
            print(what, flush=True)
    kernel_cache.mark_ready()
    return 0
