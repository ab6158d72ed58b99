"""All records of a folder: found, read, and those that can't be used named with the reason."""

import hashlib
import os
from dataclasses import dataclass
from pathlib import Path

from core.game import Game
from core.position import Size
from core.records.reading import ProblemKind, RecordError

SUFFIXES = (".sgf",)


@dataclass(frozen=True)
class Unusable:
    """A file, or one game of it, that can't be used."""

    path: Path
    reason: str
    """A sentence."""


def find_records(folder: Path) -> list[Path]:
    """The SGF files of ``folder`` and of the folders in it, in order of their names; :class:`RecordError` if it can't be read."""
    if not folder.is_dir():
        raise RecordError(f"There is no folder {folder}.")
    problems: list[OSError] = []
    found = []
    for place, folders, files in os.walk(folder, onerror=problems.append):
        folders.sort()
        found += [Path(place, name) for name in files if Path(name).suffix.lower() in SUFFIXES]
    if not found and problems:
        raise RecordError(f"The folder {folder} can't be read ({problems[0].strerror}).")
    return sorted(found)


def fingerprint(folder: Path, paths: list[Path]) -> str:
    """A short text that changes with the names and sizes of the files in ``folder``, however that is written."""
    lines = [
        f"{path.relative_to(folder).as_posix()}\0{path.stat().st_size if path.exists() else 0}"
        for path in paths
    ]
    return hashlib.sha256("\n".join(lines).encode("utf-8", "surrogateescape")).hexdigest()[:16]


def usable_games(path: Path, size: Size) -> tuple[list[Game], list[Unusable]]:
    """The games of a file that are played on boards of ``size`` and have a move, and what of the file can't be used."""
    from core.records import load

    try:
        results = load(path)
    except RecordError as error:
        return [], [Unusable(path, str(error))]
    games, unusable = [], []
    for result in results:
        for problem in result.problems:
            if problem.kind is ProblemKind.SKIPPED:
                unusable.append(Unusable(path, problem.describe(result.game.size)))
        reason = _why_not(result.game, size)
        if reason is None:
            games.append(result.game)
            continue
        which = f"Game {result.number}: " if len(results) > 1 else ""
        said = " ".join(
            problem.describe(result.game.size)
            for problem in result.problems
            if problem.kind is not ProblemKind.SKIPPED
        )
        unusable.append(Unusable(path, f"{which}{reason} {said}".strip()))
    return games, unusable


def _why_not(game: Game, size: Size) -> str | None:
    if game.size != size:
        return f"It is played on {game.size}, not on {size}."
    return None if game.root.children else "It has no move that can be played."
