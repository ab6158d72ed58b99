"""Games as files: SGF and the Chinese championship's text. Each form is read and written by a module of its own."""

import errno
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, islice
from pathlib import Path

from core.files import write_atomically
from core.game import Game
from core.records import championship, sgf
from core.records.reading import Problem, ProblemKind, ReadResult, RecordError
from core.sentence import Sentence, reason_of

__all__ = [
    "Problem",
    "ProblemKind",
    "ReadResult",
    "RecordError",
    "bytes_of",
    "championship",
    "for_collection",
    "load",
    "read",
    "save",
    "sgf",
    "split",
    "split_data",
    "split_in_turns",
    "with_added",
    "with_game",
    "without_games",
    "write",
]

MAX_BYTES = 20_000_000
"""Largest file that is read: a larger one was opened by mistake."""


def load(
    path: Path, meanwhile: Callable[[], None] = lambda: None, name: str | None = None
) -> list[ReadResult]:
    """The games of a file, whatever its suffix; an SGF collection holds several. :class:`RecordError` if there is none; its text calls the file
    ``name``, by default the path's name. ``meanwhile`` is called before each game, and now and then within a large one; an exception that it
    raises ends the reading."""
    return read(bytes_of(path), name or path.name, meanwhile)


def read(data: bytes, name: str, meanwhile: Callable[[], None] = lambda: None) -> list[ReadResult]:
    """The games in ``data``, as :func:`load` reads them from a file; errors call it ``name``."""
    _check_size(data, name)
    try:
        form = championship.read_all if championship.looks_like_one(data) else sgf.read
        return form(data, meanwhile)
    except RecordError as error:
        raise RecordError(Sentence("%1 can't be read as a game record. %2", name, error.args[0])) from error


def split(path: Path, most: int = sgf.MAX_GAMES) -> list[bytes]:
    """The first ``most`` games of a file, each as a record of its own. Their moves are not read. :class:`RecordError` if the file can't be read."""
    return split_data(bytes_of(path), path.name, most)


def split_data(data: bytes, name: str, most: int = sgf.MAX_GAMES) -> list[bytes]:
    """The first ``most`` games in ``data``, as :func:`split` has them; errors call it ``name``. :class:`RecordError` if it is too large. A single
    game keeps its encoding, so that problems with that are reported when it is read."""
    _check_size(data, name)
    parts = _parts(data, max(most, 2))
    return parts[:most] if len(parts) > 1 else [data]


def split_in_turns(path: Path) -> Iterator[bytes]:
    """The games of a file as :func:`split` has them. Each is looked for when it is asked for, which in a file of thousands spares the wait for the
    first."""
    data = bytes_of(path)
    _check_size(data, path.name)
    if championship.looks_like_one(data):
        return iter(split_data(data, path.name))
    games = sgf.each_of(data)
    first = list(islice(games, 2))
    return chain(first, games) if len(first) > 1 else iter([data])


def _parts(data: bytes, most: int = sgf.MAX_GAMES) -> list[bytes]:
    """Each game in UTF-8, also a single one."""
    return championship.split(data) if championship.looks_like_one(data) else sgf.split(data, most)


def bytes_of(path: Path) -> bytes:
    """The content of a file, cut off one byte beyond :data:`MAX_BYTES`; :class:`RecordError` if it can't be read."""
    try:
        with path.open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except OSError as error:
        raise RecordError(Sentence("The file %1 can't be read (%2).", path, reason_of(error))) from error


def _check_size(data: bytes, name: str) -> None:
    if len(data) > MAX_BYTES:
        raise RecordError(
            Sentence("%1 is larger than %2 MB; that is no record.", name, MAX_BYTES // 1_000_000)
        )


def save(game: Game, path: Path) -> tuple[Problem, ...]:
    """Write ``game`` in the form that the suffix names, ``.sgf`` or ``.txt``, and return what that form could not keep.

    :class:`RecordError` if the game can't be written in this form, ``OSError`` if the file can't be written or is read-only. An old file is
    untouched then.
    """
    suffix = path.suffix.lower()
    if suffix == ".sgf":
        data, problems = sgf.write(game), ()
    elif suffix == ".txt":
        data, problems = championship.write(game).encode("utf-8", "replace"), championship.not_kept(game)
    else:
        raise RecordError(Sentence("'%1' names no form of record; let it end in .sgf or .txt.", path.name))
    write(data, path)
    return problems


def with_game(path: Path, number: int, part: bytes, game: Game) -> bytes | None:
    """The content of the SGF file ``path`` with ``game`` in the place of its game ``number``, from 1, whose record is ``part``; all other bytes stay.
    ``None`` if the file has changed or is in another encoding. :class:`RecordError` as :func:`split`."""
    data, record = bytes_of(path), sgf.write(game).strip()
    parts = split_data(data, path.name)
    places = _places_of(data, parts, {number: part})
    if places is None:
        return None
    (place,) = places
    changed = data[: place.start] + record + data[place.stop :]
    parts[number - 1] = record
    return changed if split_data(changed, path.name) == parts else None


def without_games(path: Path, games: Mapping[int, bytes]) -> bytes | None:
    """The content of the file ``path`` without its ``games``, records by their numbers; else as :func:`with_game`."""
    data = bytes_of(path)
    parts = split_data(data, path.name)
    places = _places_of(data, parts, games)
    if places is None:
        return None
    starts, ends = [0, *(place.stop for place in places)], [*(place.start for place in places), len(data)]
    left = b"".join(data[start:end] for start, end in zip(starts, ends, strict=True))
    others = [part for number, part in enumerate(parts, 1) if number not in games]
    return left if _parts(left) == others else None


def _places_of(data: bytes, parts: list[bytes], games: Mapping[int, bytes]) -> list[slice] | None:
    """Where ``games``, records by their numbers, stand in ``data``, whose games are ``parts``; ``None`` unless they are these, to the byte."""
    if any(not 1 <= number <= len(parts) or parts[number - 1] != part for number, part in games.items()):
        return None
    places, end = [], 0
    # one after the other: a file may hold a game twice
    for number, each in enumerate(parts[: max(games)], 1):
        start = data.find(each, end)
        if start < 0:
            return None
        end = start + len(each)
        if number in games:
            places.append(slice(start, end))
    return places


def for_collection(record: bytes, name: str) -> bytes:
    """The ``record`` of one game in a form that can stand beside others in an SGF file; errors call it ``name``. SGF stays as it is, but in UTF-8; a
    championship record is written anew. :class:`RecordError` if it breaks off or if a championship record can't be read whole."""
    if not championship.looks_like_one(record):
        return sgf.in_utf8(_sgf_games(record, name)[0])
    (result,) = read(record, name)
    if not result.is_whole:
        raise RecordError(Sentence("%1 can't be read whole.", name))
    return sgf.write(result.game).strip()


def with_added(path: Path, added: Sequence[bytes]) -> bytes:
    """The content of the SGF file ``path`` with ``added``, records from :func:`for_collection`, behind its games; all other bytes stay. The file may
    be empty or missing. :class:`RecordError` if they can't be added, or the file would become too large to read."""
    data = bytes_of(path) if os.path.exists(path) else b""
    _check_size(data, path.name)
    before = _sgf_games(data, path.name) if data.strip() else []
    if not _is_utf8(data):
        raise RecordError(
            Sentence(
                "%1 is not in UTF-8, in which games are added; put its games into a new file first.",
                path.name,
            )
        )
    if len(before) + len(added) > sgf.MAX_GAMES:
        raise RecordError(Sentence("%1 would hold more than %2 games.", path.name, sgf.MAX_GAMES))
    gap = b"\n" if data and not data.endswith(b"\n") else b""
    changed = data + gap + b"\n".join(added) + b"\n"
    if len(changed) > MAX_BYTES:
        raise RecordError(Sentence("%1 would be larger than %2 MB.", path.name, MAX_BYTES // 1_000_000))
    return changed


def _sgf_games(data: bytes, name: str) -> list[bytes]:
    """The games of ``data``, which errors call ``name``; :class:`RecordError` if it is no SGF, or if no other games could follow."""
    if championship.looks_like_one(data):
        raise RecordError(Sentence("%1 is a championship record, which holds one game alone.", name))
    games = sgf.split(data)
    if not games or any(b"\0" in game for game in games):
        raise RecordError(Sentence("%1 can't be read as SGF.", name))
    if not sgf.is_whole(data):
        raise RecordError(Sentence("A game in %1 breaks off.", name))
    return games


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def write(data: bytes, path: Path) -> None:
    """Write the bytes of a record; ``OSError`` as :func:`save`."""
    if path.exists() and not os.access(path, os.W_OK):
        # except on Windows a read-only file could be replaced all the same
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    write_atomically(path, data)
