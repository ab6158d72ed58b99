"""The records of a folder: which there are, their games, and why some can't be used."""

import hashlib
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from core.game import Game
from core.position import Size
from core.records import championship, load
from core.records.reading import ProblemKind, ReadResult, RecordError
from core.sentence import Sentence, reason_of, sentence_of

BEGINNING_BYTES = 4096
"""Bytes at the beginning of a text that show whether it is a championship record."""
OF_NO_MOVE = (ProblemKind.SIZE, ProblemKind.ENCODING)
"""Problems because of which no move is left out."""
THE_FILE = Sentence("It")
"""What reasons call the file."""
MOST_TOLD = 3
"""Most problems of a game that are told: a record with many variations may have thousands."""


@dataclass(frozen=True)
class Unusable:
    """A file, a game or the end of a line of moves that can't be used."""

    path: Path
    reason: str
    """Shown after the path. A :class:`core.sentence.Sentence`, or only its English text if no more was saved."""
    other_size: Size | None = None
    """The board of the game, if it isn't the one that was asked for."""


def find_records(folder: Path) -> list[Path]:
    """The SGF files and championship records (.txt) of ``folder`` and its subfolders, sorted by path, without other texts. :class:`RecordError` if
    the folder can't be read."""
    if not folder.is_dir():
        raise RecordError(Sentence("There is no folder %1.", folder))
    problems: list[OSError] = []
    found = []
    for place, folders, files in os.walk(folder, onerror=problems.append):
        folders.sort()
        found += [path for name in files if _is_record(path := Path(place, name))]
    if not found and problems:
        raise RecordError(Sentence("The folder %1 can't be read (%2).", folder, reason_of(problems[0])))
    return sorted(found)


def _is_record(path: Path) -> bool:
    suffix = path.suffix.lower()
    if suffix != ".txt":
        return suffix == ".sgf"
    try:
        with path.open("rb") as file:
            return championship.looks_like_one(file.read(BEGINNING_BYTES))
    except OSError:
        return True  # the reason is told when it is read


def fingerprint(folder: Path, paths: list[Path]) -> str:
    """A short text that changes with the names, sizes and contents of the files in ``folder``, but not with how the folder's path is written. Its
    first half depends on names and sizes alone: older versions saved only that."""
    names = [f"{path.relative_to(folder).as_posix()}\0{_size(path)}" for path in paths]
    texts = ("\n".join(lines) for lines in (names, map(_digest, paths)))
    return "".join(hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()[:16] for text in texts)


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0  # the reason is told when it is read


def _digest(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return ""  # the reason is told when it is read


def usable_games(
    path: Path, size: Size, meanwhile: Callable[[], None] = lambda: None
) -> tuple[list[Game], list[Unusable]]:
    """The games of a file that are played on boards of ``size`` and have a move, and what of the file can't be used. ``meanwhile`` is called before
    each is read; an exception that it raises ends the reading."""
    try:
        results = load(path, meanwhile, THE_FILE)
    except RecordError as error:
        return [], [Unusable(path, sentence_of(error))]
    games, unusable = [], []
    for result in results:
        game = result.game
        skipped = (problem for problem in result.problems if problem.kind is ProblemKind.SKIPPED)
        unusable += [Unusable(path, problem.describe(game.size)) for problem in skipped]
        why_not = _why_not(game, size)
        if why_not is None:
            games.append(game)
        if (reason := _what_is_missing(result, why_not)) is not None:
            reason = Sentence("Game %1: %2", result.number, reason) if len(results) > 1 else reason
            unusable.append(Unusable(path, reason, None if game.size == size else game.size))
    return games, unusable


def _what_is_missing(result: ReadResult, why_not: Sentence | None) -> Sentence | None:
    """What can't be used of a game, of which all can't be if there is a reason ``why_not``; ``None`` if nothing is missing."""
    of_no_account = (ProblemKind.SKIPPED, *(OF_NO_MOVE if why_not is None else ()))
    problems = [problem for problem in result.problems if problem.kind not in of_no_account][:MOST_TOLD]
    reason = why_not
    for said in (problem.describe(result.game.size) for problem in problems):
        reason = said if reason is None else Sentence("%1 %2", reason, said)
    return reason


def _why_not(game: Game, size: Size) -> Sentence | None:
    if game.size != size:
        return Sentence("It is played on %1, not on %2.", game.size, size)
    return None if len(game.line_played()) > 1 else Sentence("It has no move that can be played.")
