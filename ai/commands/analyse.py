"""``analyse``: what a player thinks of each position of a record."""

import argparse
import json
import logging
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Any

from ai.commands.arguments import UNFINISHED, add_background, add_notation, named_path, why_not_writable
from ai.commands.compiling import compiling
from ai.commands.failure import fail, say
from core import records
from core.interrupts import interrupts
from core.player import Candidate, Decision, Limit
from core.points import Notation, point_name
from core.position import Color, Size
from core.review import black_win_rate, what_is_kept
from core.sentence import Sentence, failure_of

if TYPE_CHECKING:
    from ai.players import AiPlayer
    from core.game import Game, Node

log = logging.getLogger(__name__)

DEFAULT_PLAYER = "zero:simulations=400"


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser(
        "analyse",
        description="Say what a player thinks of each position of a record's main line: Black's win rate, proofs and candidates, as JSON, a line a "
        "position.",
    )
    parser.add_argument("record", type=named_path, help="a game, as SGF or as the championship's text")
    parser.add_argument(
        "--player",
        default=DEFAULT_PLAYER,
        metavar="TEXT",
        help="who analyses, and how long, for example zero:net=FILE,simulations=1600; a search ends before its number of simulations "
        "when no other move can catch up any more (default: %(default)s)",
    )
    parser.add_argument("--move", type=int, metavar="N", help="only the position after N moves")
    parser.add_argument(
        "--from", type=int, dest="first", metavar="N", help="from the position after N moves on (default: 0)"
    )
    parser.add_argument(
        "--to", type=int, dest="last", metavar="N", help="to the position after N moves (default: the end)"
    )
    parser.add_argument(
        "--out",
        type=named_path,
        metavar="FILE",
        help="write the game with its analyses here, as the window saves it, a file ending in .sgf",
    )
    parser.add_argument("--replace", action="store_true", help="write FILE also if it is there already")
    add_notation(parser)
    add_background(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    from ai.players import PlayerError, make_player
    from core.priority import give_way

    if problem := _problem_with_out(arguments.out, arguments.replace):
        return fail(problem)
    if arguments.background:
        give_way()
    stop = Event()
    try:
        game = _game_in(arguments.record, arguments.out)
        line = _positions(game, arguments)
        with closing(make_player(arguments.player)) as player:
            if refusal := player.supports(game.size):
                return fail(refusal)
            with interrupts(stop.set), compiling("analyse") as all_compiled:
                _analyse(game, line, player, arguments, stop)
                if not stop.is_set():
                    all_compiled()
    except (PlayerError, ValueError) as error:  # a RecordError is one
        return fail(error)
    return UNFINISHED if stop.is_set() else 0


def _problem_with_out(out: Path | None, may_replace: bool) -> str | None:
    """Why the analysed game can't be written to ``out``; ``None`` if it can, or nothing is to be written."""
    if out is None:
        return None
    if out.suffix.lower() != ".sgf":
        return f"{out} should end in .sgf; other records have no place for an analysis"
    if problem := why_not_writable(out):
        return problem
    if out.exists() and not may_replace:
        return f"{out} is there already; choose another name, or write over it with --replace"
    return None


def _game_in(path: Path, out: Path | None) -> "Game":
    """The first game of a file. What of it can't be read, and that there are more, is said on stderr. ``ValueError`` if ``out`` would write over the
    others."""
    found = records.load(path)
    for problem in found[0].problems:
        say(f"{path.name}: {problem.describe(found[0].game.size)}")
    if len(found) > 1:
        if out is not None and out.exists() and out.samefile(path):
            raise ValueError(
                f"{path.name} holds {len(found)} games, and --out would leave one of them; choose another name"
            )
        say(f"{path.name} holds {len(found)} games; the first one is analysed")
    return found[0].game


def _positions(game: "Game", arguments: argparse.Namespace) -> "list[Node]":
    """The positions that are asked for; ``ValueError`` with a sentence if there are none such."""
    line = game.main_line()
    first, last = arguments.first, arguments.last
    if arguments.move is not None:
        if (first, last) != (None, None):
            raise ValueError("--move is for one position, --from and --to for several; give one or the other")
        first = last = arguments.move
    first, last = first or 0, len(line) - 1 if last is None else last
    if not 0 <= first <= last < len(line):
        raise ValueError(
            f"{arguments.record.name} has {len(line) - 1} moves; --move, --from and --to should be from 0 to that, and "
            "--from not beyond --to"
        )
    return line[first : last + 1]


def _analyse(
    game: "Game", line: "list[Node]", player: "AiPlayer", arguments: argparse.Namespace, stop: Event
) -> None:
    """Print what ``player`` thinks of each position of ``line`` and keep it in ``game``, until ``stop`` is set. However this ends, the record with
    what was found is written where it is wanted."""
    notation = Notation(arguments.notation)
    done = 0
    try:
        for node, decision in _decisions(line, player, arguments.player, stop):
            if decision.judges and not node.position.is_over:
                game.keep_analysis(node, what_is_kept(decision))
            done += 1
            print(json.dumps(_described(node, decision, notation), ensure_ascii=False), flush=True)
        if stop.is_set():
            kept = f"; {arguments.out} holds these" if arguments.out is not None else ""
            print(f"stopped after {done} of {len(line)} positions{kept}", file=sys.stderr)
    finally:  # also where the player fails, or nobody reads what is printed
        if arguments.out is not None and (done or stop.is_set()):
            records.save(game, arguments.out)


def _decisions(
    line: "list[Node]", player: "AiPlayer", by: str, stop: Event
) -> "Iterator[tuple[Node, Decision]]":
    """Each position with what ``player``, whose text is ``by``, thinks of it, until ``stop`` is set. Like the window, it keeps from position to
    position what it found."""
    from ai.external.process import EngineStopped

    try:
        with _errors_of(by):
            player.prepare(line[0].position.size, stop)
        for node in line:
            with _errors_of(by):
                decision = player.advise(node.position, Limit(), stop=stop)
            if stop.is_set():
                return
            yield node, replace(decision, by=by)
    except EngineStopped:  # somebody else's program was silent as the wish came
        return


@contextmanager
def _errors_of(player: str) -> Iterator[None]:
    """:class:`ai.players.PlayerError`, which tells the kind of the error, where ``player`` fails by a mistake in its code. What the player or the
    system says by itself stays."""
    from ai.players import PlayerError

    try:
        yield
    except (PlayerError, OSError, ImportError, MemoryError):
        raise
    except Exception as error:
        log.exception("%s failed to move", player)
        raise PlayerError(Sentence("%1: %2", player, failure_of(error))) from error


def _described(node: "Node", decision: Decision, notation: Notation) -> dict[str, Any]:
    """What was found of a position, as programs want it."""
    position = node.position
    size, to_move = position.size, position.to_move
    played = node.children[0].move if node.children else None
    rate = black_win_rate(node, decision) if decision.judges else None
    return {
        "move": node.number,
        "to_move": to_move.name.title(),
        "played": _name(played, size, notation),
        "best": _name(decision.point, size, notation),
        "black_win_rate": _rounded(rate),
        "proof": decision.proof.value if decision.proof else None,
        "visits": int(decision.visits),
        "simulations": int(decision.simulations),
        "seconds": round(decision.seconds, 3),
        "candidates": [_candidate(one, to_move, size, notation) for one in decision.candidates],
        "by": decision.by,
    }


def _candidate(one: Candidate, to_move: Color, size: Size, notation: Notation) -> dict[str, Any]:
    is_judged = bool(one.visits or one.value_to_move) or one.proof is not None
    rate = one.win_rate_to_move if to_move is Color.BLACK else 1 - one.win_rate_to_move
    return {
        "move": _name(one.point, size, notation),
        "visits": int(one.visits),
        "prior": _rounded(one.prior),
        "black_win_rate": _rounded(rate) if is_judged else None,
        "proof": one.proof.value if one.proof else None,
        "line": [_name(point, size, notation) for point in one.line],
    }


def _name(point: int | None, size: Size, notation: Notation) -> str | None:
    return None if point is None else point_name(point, size, notation)


def _rounded(number: float | None) -> float | None:
    return None if number is None else round(float(number), 4)
