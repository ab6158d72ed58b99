"""``td``: the temporal-difference learner."""

import argparse
from contextlib import closing
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from ai.commands.arguments import WAYS_TO_STOP, add_background, named_path, parse_size, wrong_minutes
from ai.commands.compiling import compiling
from ai.commands.failure import fail
from ai.session_folder import tell, why_stopped
from core.sentence import Sentence

if TYPE_CHECKING:
    from ai.td.session import TdSession

DEFAULT_GAMES = 20_000


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    from ai.td.settings import TdSettings

    parser = commands.add_parser("td", description="Train the temporal-difference learner.")
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    train = actions.add_parser(
        "train",
        help="start or continue a session of the learner",
        description=f"Learn from game records and from self-play. {WAYS_TO_STOP}; the same command goes on. Play with what was learned: "
        "td:net=DIR/network.safetensors.",
    )
    train.add_argument(
        "--run", required=True, dest="folder", type=named_path, metavar="DIR", help="the session's folder"
    )
    train.add_argument(
        "--games", type=int, default=DEFAULT_GAMES, help="games of self-play in all (default: %(default)s)"
    )
    train.add_argument(
        "--records",
        type=named_path,
        metavar="DIR",
        help="learn from all records here first: SGF and the championship's .txt",
    )
    train.add_argument("--minutes", type=float, help="stop after so many minutes")
    add_background(train)
    settings = train.add_argument_group("settings, kept from a session's beginning to its end")
    for each in fields(TdSettings):
        settings.add_argument(
            f"--{each.name}",
            type=type(each.default),
            help=f"{each.metadata['help']} (default: {each.default})",
        )
    train.set_defaults(run=run_train)


def run_train(arguments: argparse.Namespace) -> int:
    from ai.td.model import TdError
    from core.priority import give_way
    from core.records import RecordError

    given = _given_settings(arguments)
    if problem := wrong_minutes(arguments.minutes):
        return fail(problem)
    if arguments.games < 0:
        return fail(f"--games should be at least 0, not {arguments.games}")
    if arguments.games == 0 and arguments.records is None:
        return fail(
            Sentence(
                "there is nothing to learn from; ask for games of self-play, or name a folder of game records"
            )
        )
    if arguments.background:
        give_way()
    if "size" in given:
        given["size"] = str(parse_size(given["size"]))
    try:
        _train(arguments, given)
    except (TdError, RecordError) as error:
        return fail(error)
    except OSError as error:
        return fail(why_stopped(arguments.folder, error))
    return 0


def _given_settings(arguments: argparse.Namespace) -> dict[str, Any]:
    """The settings named on the command line; a session that goes on must have been begun with them."""
    from ai.td.settings import TdSettings

    given = {each.name: getattr(arguments, each.name) for each in fields(TdSettings)}
    return {name: value for name, value in given.items() if value is not None}


def _train(arguments: argparse.Namespace, given: dict[str, Any]) -> None:
    """Begin or go on with the session in the folder, and tell its results."""
    from ai.td.session import TdSession, records_of

    if arguments.records is not None:
        records_of(arguments.records)  # so that a refusal leaves no session behind
    session = TdSession(arguments.folder, **given)
    with closing(session), compiling("td") as all_compiled:

        def tell_round(line: dict[str, Any]) -> None:
            all_compiled()
            _print_round(line)

        is_finished = session.work(arguments.games, arguments.records, arguments.minutes, tell_round)
    _print_end(session, is_finished)


def _print_round(line: dict[str, Any]) -> None:
    figures = [f"{line['games']} games of self-play", f"{line['record_games']} of records"]
    if "value_error" in line:
        figures.append(f"squared error {line['value_error']:.4f} of V, {line['action_error']:.4f} of Q")
    if "win_rate" in line:
        figures.append(f"won {100 * line['win_rate']:.0f}% against random moves")
    tell(f"round {line['round']}: {', '.join(figures)}")


def _print_end(session: "TdSession", is_finished: bool) -> None:
    """Tell what the session has learned from, and how to play with the result."""
    from ai.players import quote
    from ai.td.session import read_unusable

    kept = session.kept
    if not is_finished:
        tell(f"round {kept['round'] + 1} is not finished; the same command does it anew")
    tell(f"learned from {kept['games']} games of self-play and {kept['record_games']} of records in all")
    if unusable := read_unusable(session.folder.path, 0)[1]:
        tell(
            f"records not used, or not to their end: {unusable}; {session.folder.path / 'unusable.csv'} says why"
        )
    if kept["games"] or kept["record_games"]:
        tell(f"play with td:net={quote(str(session.folder.network))}")
