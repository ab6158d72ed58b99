"""``solve``: who wins a position, proven."""

import argparse
import json
import math
import sys
from contextlib import suppress
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING

import numpy as np

from ai.book import LETTERS, letters_of
from ai.commands.arguments import UNFINISHED, add_notation, named_path
from ai.commands.failure import fail, say
from core import records
from core.interrupts import interrupts
from core.machine import awake_seconds
from core.points import Notation, point_name
from core.position import Position, Size

if TYPE_CHECKING:
    from ai.solver.solver import Solution, Solver

MEGABYTES = 512
PROGRESS_SECONDS = 2.0


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser(
        "solve",
        description="Find out who wins a position whatever both sides do: of a record, of a board written as text, or of an empty board. "
        "At most 64 points may still be played on, and each one more doubles the work.",
    )
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument(
        "record", nargs="?", type=named_path, help="a game, as SGF or as the championship's text"
    )
    what.add_argument(
        "--board",
        metavar="ROWS",
        help="rows from the top, '/' between them: . or a number empty, X black, O white",
    )
    what.add_argument("--size", help="an empty board, for example 4 or 4x5 (rows x columns)")
    parser.add_argument(
        "--move", type=int, metavar="N", help="the record's position after N moves (default: its end)"
    )
    parser.add_argument(
        "--to-move",
        choices=("black", "white"),
        help="whose turn it is, as a check: the stones say it already",
    )
    parser.add_argument("--all", action="store_true", help="find every winning move, not only one")
    parser.add_argument(
        "--memory",
        type=int,
        default=MEGABYTES,
        metavar="MB",
        help="memory for positions to remember (default: %(default)s)",
    )
    parser.add_argument(
        "--seconds",
        type=float,
        metavar="N",
        help=f"end unfinished after so long, as Ctrl-C does, with exit status {UNFINISHED}",
    )
    add_notation(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    from ai.solver.solver import Solver, TooManyPoints

    if arguments.memory < 1:
        return fail(f"the memory should be at least 1 MB, not {arguments.memory}")
    if arguments.seconds is not None and not arguments.seconds > 0:  # nor what is no number
        return fail(f"--seconds should be more than 0, not {arguments.seconds:.15g}")
    try:
        position = position_of(arguments)
    except ValueError as error:
        return fail(error)
    try:
        solver = Solver(position, arguments.memory)
    except TooManyPoints as error:
        return fail(error)
    except (MemoryError, ValueError):  # numpy's for what no machine can address
        return fail(f"there are no {arguments.memory} MB of memory to be had; ask for less with --memory")
    answer = solved(solver, arguments)
    if not answer["finished"]:
        print(what_is_known(answer), file=sys.stderr)
    if arguments.json:
        print(json.dumps(answer))
    elif answer["finished"]:
        print(as_text(answer))
    return 0 if answer["finished"] else UNFINISHED


def solved(solver: "Solver", arguments: argparse.Namespace) -> dict:
    """What ``solver`` finds of its position until it is stopped, and at what cost."""
    from ai.solver.solver import Interrupted

    stop = Event()
    found: Solution | None = None
    is_finished = False
    progress = Progress(solver, stop, arguments.seconds)
    with interrupts(stop.set), suppress(Interrupted):
        found = first_found(solver.position, solver.winning_move(go_on=progress))
        found = solver.solve(arguments.all, progress)
        is_finished = True
    return {
        "finished": is_finished,
        **describe(solver.position, found, Notation(arguments.notation)),
        "all_winning_moves": is_finished and arguments.all,
        "positions": solver.moves_tried,
        "seconds": round(progress.seconds, 4),
    }


def position_of(arguments: argparse.Namespace) -> Position:
    """The position to solve; ``ValueError`` with a sentence if there is none."""
    if arguments.move is not None and arguments.record is None:
        raise ValueError("--move is for a record; name its file")
    if arguments.size is not None:
        position = Position.empty(Size.parse(arguments.size))
    elif arguments.board is not None:
        position = parse_board(arguments.board)
    else:
        position = position_in_record(arguments.record, arguments.move)
    if arguments.to_move not in (None, position.to_move.name.lower()):
        raise ValueError(f"by the stones on the board it is {position.to_move.name.title()}'s move")
    return position


def parse_board(text: str) -> Position:
    """The position that rows of ``.``, ``X`` and ``O`` show, from the top, separated by ``/``, commas or blanks. A number stands for so many empty
    points, as in an opening book."""
    rows = text.upper().replace("/", " ").replace(",", " ").split()
    rows = [letters_of(row) for row in rows]
    unknown = sorted(set("".join(rows)) - set(LETTERS))
    if unknown:
        raise ValueError(
            f"'{unknown[0]}' is no point of a board; write . or a number for empty points, X for Black, O for White"
        )
    if len({len(row) for row in rows}) != 1:
        raise ValueError("the rows of a board are all of one length; write them like X.O/.../O.X")
    return Position.from_stones(np.array([[LETTERS.index(letter) for letter in row] for row in rows]))


def position_in_record(path: Path, move: int | None) -> Position:
    """The position after ``move`` moves of the first game of a file, or at the end of what was played."""
    result = records.load(path)[0]
    for problem in result.problems:
        say(f"{path.name}: {problem.describe(result.game.size)}")
    if move is None:
        return result.game.line_played()[-1].position
    line = result.game.main_line()
    if not 0 <= move < len(line):
        raise ValueError(f"{path.name} has {len(line) - 1} moves; --move should be from 0 to that")
    return line[move].position


class Progress:
    """Says on stderr how far a long search is. The solver calls it to ask whether to go on, for at most ``most_seconds`` if given."""

    def __init__(self, solver: "Solver", stop: Event, most_seconds: float | None):
        self._solver = solver
        self._stop = stop
        self._most_seconds = math.inf if most_seconds is None else most_seconds
        self._started = awake_seconds()
        self._next = PROGRESS_SECONDS

    @property
    def seconds(self) -> float:
        """Time searched until now."""
        return awake_seconds() - self._started

    def __call__(self) -> bool:
        seconds = self.seconds
        if seconds >= self._next:
            print(f"{self._solver.moves_tried:,} positions, {seconds:.0f} s", file=sys.stderr, flush=True)
            self._next = seconds + PROGRESS_SECONDS
        return seconds < self._most_seconds and not self._stop.is_set()


def first_found(position: Position, move: int | None) -> "Solution":
    """The solution that follows from a winning ``move``, or from there being none."""
    from ai.solver.solver import Solution

    if move is None:
        return Solution(position.to_move.opponent, (), ())
    return Solution(position.to_move, (move,), ())


def describe(position: Position, solution: "Solution | None", notation: Notation) -> dict:
    """``solution`` in words; its fields are empty if nothing was found."""

    def names(points: tuple[int, ...]) -> list[str]:
        return [point_name(point, position.size, notation) for point in points]

    return {
        "to_move": position.to_move.name.title(),
        "winner": solution.winner.name.title() if solution else None,
        "winning_moves": names(solution.winning_moves) if solution else [],
        "line": names(solution.line) if solution else [],
    }


def what_is_known(answer: dict) -> str:
    """What to say of a search that was not finished."""
    proven = "Nothing is proven."
    if answer["winner"]:
        by = "".join(f" by {move}" for move in answer["winning_moves"])
        proven = f"Proven: {answer['winner']} wins{by}; not all that was asked for was looked for."
    return (
        f"Unfinished: stopped after {answer['positions']:,} positions in {answer['seconds']:.1f} s. {proven}"
    )


def as_text(answer: dict) -> str:
    lines = [f"{answer['to_move']} to move. Proven: {answer['winner']} wins."]
    if answer["winning_moves"]:
        lines.append(
            ("Winning moves: " if answer["all_winning_moves"] else "A winning move: ")
            + " ".join(answer["winning_moves"])
        )
    if answer["line"]:
        lines.append("Line: " + " ".join(answer["line"]))
    lines.append(f"{answer['positions']:,} positions looked at in {answer['seconds']:.3f} s")
    return "\n".join(lines)
