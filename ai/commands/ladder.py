"""``ladder``: how strong every shipped player and level is."""

import argparse
import json
import sys
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING

from ai.commands.arguments import named_path
from ai.commands.compiling import compiling
from ai.commands.failure import Refused, fail
from core.interrupts import interrupts
from core.sentence import reason_of

if TYPE_CHECKING:
    from ai.arena.standings import Standings


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser(
        "ladder",
        description="All players of assets/levels.json play against near neighbours and get ratings, random moves at Elo 0. Prints "
        "the standings as JSON after each tenth game and a table at the end. After an interruption the same command goes on.",
    )
    parser.add_argument("--games", type=int, default=40, help="games of each pair (default: %(default)s)")
    parser.add_argument(
        "--jobs",
        type=int,
        default=1,
        help="games at a time, each in a process of its own (default: %(default)s)",
    )
    parser.add_argument(
        "--out",
        type=named_path,
        metavar="DIR",
        help="results and games (default: ladder, in the user's data)",
    )
    parser.add_argument(
        "--publish",
        action="store_true",
        help="play no game; write the ratings played so far into assets/levels.json and the README files",
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    from ai.arena import ArenaError
    from ai.levels import LEVELS, read_entries
    from core.folders import data_dir

    folder = arguments.out or data_dir() / "ladder"
    players = [entry["player"] for entry in read_entries(LEVELS)]
    stop = Event()
    try:
        with interrupts(stop.set):
            standings = (
                _publish(players, folder) if arguments.publish else _climb(players, folder, arguments, stop)
            )
    except ArenaError as error:
        return fail(error)
    print(standings.table())
    return 0


def _publish(players: list[str], folder: Path) -> "Standings":
    """Write the ratings by the games in ``folder`` into the files that tell them; returns the standings."""
    from ai.arena import ladder
    from ai.levels import LEVELS

    root = LEVELS.parent.parent
    standings = ladder.results(players, folder)
    try:
        ladder.publish(LEVELS, {"en": root / "README.md", "zh": root / "README.zh.md"}, standings)
    except OSError as error:
        raise Refused(f"the ladder can't be published: {reason_of(error)}") from error
    return standings


def _climb(players: list[str], folder: Path, arguments: argparse.Namespace, stop: Event) -> "Standings":
    """Play the games that ``folder`` lacks; returns the standings. ``KeyboardInterrupt`` once ``stop`` is set."""
    from ai.arena import ladder

    standings = ladder.empty_standings(players)
    games = ladder.climb(players, arguments.games, folder, arguments.jobs, stop)
    try:
        with compiling("ladder") as all_compiled:
            for standings, is_new in games:
                if is_new and standings.games % 10 == 0:
                    print(json.dumps(standings.to_dict(), ensure_ascii=False), flush=True)
            if stop.is_set():
                raise KeyboardInterrupt
            all_compiled()
    except KeyboardInterrupt:
        kept = "they are kept, and the same command goes on"
        print(f"stopped after {standings.games} games; {kept}", file=sys.stderr)
        raise
    return standings
