"""The command line: what the program does without a window."""

import argparse
import json
import logging
import sys
from collections.abc import Callable
from pathlib import Path

from core import bitboard
from core.position import Position, Size


def fail(sentence: str) -> int:
    """Say on stderr what is wrong; the exit status."""
    print(f"buwei: {sentence}", file=sys.stderr)
    return 2


def main(argv: list[str]) -> int:
    """Run the command that ``argv`` begins with; its exit status."""
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    parser = argparse.ArgumentParser(prog="main.py", description="Buwei without its window.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for add in (_add_perft, _add_bench, _add_train, _add_match, _add_prepare):
        add(commands)
    arguments = parser.parse_args(argv)
    run: Callable[[argparse.Namespace], int] = arguments.run
    return run(arguments)


# --- perft -----------------------------------------------------------------------------------------------------------


def _add_perft(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("perft", help="count sequences of legal moves, to check the rules")
    parser.add_argument("size", help="board, for example 9 or 4x5 (rows x columns)")
    parser.add_argument("depth", type=int, help="moves to look ahead")
    parser.set_defaults(run=_perft)


def _perft(arguments: argparse.Namespace) -> int:
    try:
        size = Size.parse(arguments.size)
    except ValueError as error:
        return fail(str(error))
    if arguments.depth < 1:
        return fail(f"the depth should be at least 1, not {arguments.depth}")
    geometry = bitboard.geometry(size.rows, size.cols)
    start = Position.empty(size)
    for depth in range(1, arguments.depth + 1):
        print(f"{depth} {bitboard.perft(geometry, start.words, depth)}", flush=True)
    return 0


# --- bench -----------------------------------------------------------------------------------------------------------


def _add_bench(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("bench", help="measure this machine's speeds, one JSON object a line")
    parser.add_argument("names", nargs="*", metavar="NAME", help="only these measurements")
    parser.add_argument(
        "--net", default="flagship", help="the network to measure with (default: %(default)s)"
    )
    parser.set_defaults(run=_bench)


def _bench(arguments: argparse.Namespace) -> int:
    from ai import bench
    from ai.players import PlayerError

    try:
        for line in bench.run(arguments.names, arguments.net):
            print(json.dumps(line), flush=True)
    except (bench.BenchError, PlayerError) as error:
        return fail(str(error))
    return 0


# --- train -----------------------------------------------------------------------------------------------------------


def _add_train(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser(
        "train",
        help="start or continue a training run",
        description="Start a training run or go on with it. Ctrl-C stops it cleanly; the same command goes on.",
    )
    parser.add_argument(
        "--run", required=True, dest="folder", type=Path, metavar="DIR", help="the run's folder"
    )
    parser.add_argument("--minutes", type=float, help="stop after so many minutes")
    parser.add_argument("--config", type=Path, metavar="FILE", help="settings to begin or go on with")
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        dest="settings",
        metavar="NAME=VALUE",
        help="one setting, for example simulations=64; config.toml in the run's folder explains all of them",
    )
    parser.add_argument("--background", action="store_true", help="give way to other programs")
    parser.set_defaults(run=_train)


def _train(arguments: argparse.Namespace) -> int:
    from ai.training.config import ConfigError, RunConfig, parse_config, parse_setting, replace_settings
    from ai.training.run_folder import RunError, RunFolder

    if arguments.minutes is not None and arguments.minutes <= 0:
        return fail(f"--minutes should be more than 0, not {arguments.minutes:g}")
    try:
        config = None
        if arguments.config is not None:
            config = parse_config(arguments.config.read_text("utf-8"), arguments.config)
        if arguments.settings:
            config = config or RunFolder(arguments.folder).read_config() or RunConfig()
            for text in arguments.settings:
                config = replace_settings(config, parse_setting(config, text), "--set")
    except OSError as error:
        return fail(f"{arguments.config} can't be read: {error.strerror}")
    except (ConfigError, RunError, UnicodeDecodeError) as error:
        return fail(str(error))
    from ai.checkpoint import CheckpointError
    from ai.training.train import train

    try:
        train(arguments.folder, config, arguments.minutes, arguments.background)
    except (RunError, CheckpointError) as error:
        return fail(str(error))
    return 0


# --- match -----------------------------------------------------------------------------------------------------------


def _add_match(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
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
    parser.set_defaults(run=_match)


def _match(arguments: argparse.Namespace) -> int:
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


# --- prepare ---------------------------------------------------------------------------------------------------------


def _add_prepare(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser(
        "prepare", help="compile what is compiled once, so that the first game starts at once"
    )
    parser.add_argument("--quiet", action="store_true", help="print nothing")
    parser.set_defaults(run=_prepare)


def _prepare(arguments: argparse.Namespace) -> int:
    from ai.prepare import prepare

    for what in prepare():
        if not arguments.quiet:
            print(what, flush=True)
    return 0
