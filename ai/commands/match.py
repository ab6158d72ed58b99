"""``match``: players against each other."""

import argparse
import json
import sys
from contextlib import closing, nullcontext
from threading import Event
from typing import TYPE_CHECKING

from ai.commands.arguments import add_background, add_size, named_path, parse_size
from ai.commands.compiling import compiling
from ai.commands.failure import fail, for_terminal
from core.files import scratch_folder
from core.interrupts import interrupts

if TYPE_CHECKING:
    from ai.arena.folder import FinishedGame
    from ai.arena.plan import Plan
    from ai.arena.standings import Standings
    from core.position import Size

REPORT_EVERY = 10


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser(
        "match",
        description="Every player meets every other, each as Black in every second game, by strict rules. Prints the results as JSON, a "
        "line after each tenth game. Players are named by texts such as zero:net=flagship,simulations=800, uct:playouts=2000, "
        "policy:net=flagship, random. The random numbers of a player with a seed run on from game to game, so "
        "games after the first can be repeated only with --jobs 1 and without an interruption.",
    )
    parser.add_argument(
        "players",
        nargs="+",
        metavar="PLAYER",
        help="two players or more, all before the options or behind them",
    )
    parser.add_argument("--games", type=int, default=100, help="games of each pair (default: %(default)s)")
    add_size(parser)
    parser.add_argument(
        "--jobs",
        type=int,
        default=1,
        help="games at a time, each in a process of its own (default: %(default)s)",
    )
    parser.add_argument("--seconds", type=float, help="for each move, instead of what the players' texts say")
    parser.add_argument(
        "--total-seconds",
        type=float,
        help="of each side's clock for the whole game, instead of what the players' texts say",
    )
    parser.add_argument(
        "--opening-moves",
        type=int,
        default=2,
        metavar="N",
        help="random moves before each game, the same for both games in which a pair changes colours (default: %(default)s)",
    )
    parser.add_argument(
        "--seed",
        type=int,
        default=0,
        help="of the openings, of which each pair has its own (default: %(default)s)",
    )
    parser.add_argument(
        "--out",
        type=named_path,
        metavar="DIR",
        help="keep results and games here; after an interruption (Ctrl-C, kill PID, a closed terminal, a file named stop here) the same command goes "
        "on, and one with more games plays on",
    )
    parser.add_argument(
        "--table",
        action="store_true",
        help="print a table at the end, of more than two players also who beat whom",
    )
    parser.add_argument(
        "--patience",
        type=float,
        default=600.0,
        metavar="SECONDS",
        help="a player that thinks so long about a move without a clock forfeits the game (default: %(default)g)",
    )
    add_background(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    stop = Event()
    with interrupts(stop.set):
        return _play(arguments, stop)


def _play(arguments: argparse.Namespace, stop: Event) -> int:
    from ai.arena import ArenaError, WholeGamesOnly
    from ai.arena.standings import Standings
    from core.priority import give_way

    if not arguments.patience > 0:  # nor what is no number
        return fail(f"--patience should be more than 0, not {arguments.patience:.15g}")
    if arguments.background:
        give_way()
    standings = Standings(arguments.players)
    size = parse_size(arguments.size)
    try:
        _play_all(_plan(arguments, size), arguments, standings, stop)
    except WholeGamesOnly as error:
        return fail(f"{error} (--opening-moves 0)")
    except ArenaError as error:
        return fail(error)
    except KeyboardInterrupt:
        _print_results(standings)
        kept = (
            "they are kept, and the same command goes on"
            if arguments.out
            else "with --out they would be kept"
        )
        print(f"stopped after {standings.games} games; {kept}", file=sys.stderr)
        raise
    if arguments.table:
        print(standings.table())
        if len(arguments.players) > 2:  # with two players it would say nothing new
            print(f"\n{standings.cross_table()}")
    return 0


def _plan(arguments: argparse.Namespace, size: "Size") -> "Plan":
    """The plan to play; :class:`ai.arena.ArenaError` if it can't be played. Players whose opening book is for other boards are named on stderr."""
    from ai.arena.plan import Plan
    from ai.players.book import idle_book

    plan = Plan(
        players=tuple(arguments.players),
        games=arguments.games,
        size=str(size),
        opening_moves=arguments.opening_moves,
        seed=arguments.seed,
        seconds=arguments.seconds,
        total_seconds=arguments.total_seconds,
    )
    plan.check()
    for text in dict.fromkeys(plan.players):
        if said := idle_book(text, plan.board):  # a note, not a refusal, so without the beginning of one
            _tell(said)
    return plan


def _play_all(plan: "Plan", arguments: argparse.Namespace, standings: "Standings", stop: Event) -> None:
    """Play the games that ``plan`` still lacks, in the folder named by ``--out`` or a temporary one. ``KeyboardInterrupt`` once ``stop`` is set."""
    from ai.arena.contest import play
    from ai.arena.folder import ArenaFolder

    place = scratch_folder() if arguments.out is None else nullcontext(arguments.out)
    with place as folder:
        arena = ArenaFolder(folder)
        contest = play(plan, arena, arguments.jobs, arguments.patience, stop)
        # however the loop ends, the processes end before the folder in which they write is removed
        with closing(contest) as games, compiling("match") as all_compiled:
            for game in games:
                standings.add(game)
                _tell_of(game, plan, standings, is_new=standings.games > arena.found)
            if standings.games == len(plan):
                all_compiled()
            elif stop.is_set():
                raise KeyboardInterrupt
            else:  # the file stop in its folder has ended it
                _print_results(standings)


def _tell_of(game: "FinishedGame", plan: "Plan", standings: "Standings", is_new: bool) -> None:
    """Say who forfeited a game that was played just now, and print the results now and then and at the end."""
    if is_new and game.error:
        _tell(f"game {game.game}: {plan.players[game.losing_player]} forfeits it, {game.error}")
    if (is_new and standings.games % REPORT_EVERY == 0) or standings.games == len(plan):
        _print_results(standings)


def _tell(text: str) -> None:
    print(for_terminal(text), file=sys.stderr, flush=True)


def _print_results(standings: "Standings") -> None:
    print(json.dumps(standings.to_dict(), ensure_ascii=False), flush=True)
