"""Games as files: SGF and the Chinese championship's text. Every letter of theirs is made and read in one module per form."""

import errno
import os
from collections.abc import Callable, Sequence
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
    "with_added",
    "with_game",
    "without_game",
    "write",
]

MAX_BYTES = 20_000_000
"""Larger files are no records but mistakes."""


def load(
    path: Path, meanwhile: Callable[[], None] = lambda: None, name: str | None = None
) -> list[ReadResult]:
    """The games of a file, whatever it is called; an SGF collection holds several. :class:`RecordError` if there is none, which calls it ``name``, or
    by its own if not given. ``meanwhile`` is called before each, and now and then within a large one: what it raises ends the reading."""
    path = Path(path)
    return read(bytes_of(path), name or path.name, meanwhile)


def read(data: bytes, name: str, meanwhile: Callable[[], None] = lambda: None) -> list[ReadResult]:
    """The same for ``data``, which errors call ``name``."""
    _check_size(data, name)
    try:
        form = championship.read_all if championship.looks_like_one(data) else sgf.read
        return form(data, meanwhile)
    except RecordError as error:
        raise RecordError(Sentence("%1 can't be read as a game record. %2", name, error.args[0])) from error


def split(path: Path, most: int = sgf.MAX_GAMES) -> list[bytes]:
    """Each game of a file as a record of its own, the first ``most`` of them; nothing is played yet. :class:`RecordError` if the file can't be
    read."""
    return split_data(bytes_of(path), path.name, most)


def split_data(data: bytes, name: str, most: int = sgf.MAX_GAMES) -> list[bytes]:
    """The same for ``data``, which errors call ``name``; :class:`RecordError` if it is too large. One game alone stays as it came, so that what is
    odd about its encoding is told when it is read."""
    _check_size(data, name)
    parts = _parts(data, max(most, 2))
    return parts[:most] if len(parts) > 1 else [data]


def _parts(data: bytes, most: int = sgf.MAX_GAMES) -> list[bytes]:
    """Each game, in UTF-8, also one alone."""
    return championship.split(data) if championship.looks_like_one(data) else sgf.split(data, most)


def bytes_of(path: Path) -> bytes:
    """What the file holds, and of one that is too large no more than tells so; :class:`RecordError` if it can't be read."""
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
    """Write ``game`` in the form that the suffix names, ``.sgf`` or ``.txt``; what was not kept is handed back.

    :class:`RecordError` if the game can't be written in this form, ``OSError`` if the file can't be written or is read-only; an old file is then
    untouched.
    """
    path = Path(path)
    suffix = path.suffix.lower()
    if suffix == ".sgf":
        data, problems = sgf.write(game), ()
    elif suffix == ".txt":
        data, problems = championship.write(game).encode("utf-8", "replace"), championship.not_kept(game)
    else:
        raise RecordError(Sentence("'%1' names no form of record; let it end in .sgf or .txt.", path.name))
    write(data, path)
    return problems


def with_game(path: Path, part: bytes, game: Game) -> bytes | None:
    """What the SGF file ``path`` is with ``game`` in the place of ``part``, the record of one of its games, and all else as it stands, to the
    byte. ``None`` where that can't be: the file is no more what it was, or in another encoding. :class:`RecordError` as :func:`split`."""
    data, record = bytes_of(path), sgf.write(game).strip()
    wanted = [record if each == part else each for each in split_data(data, path.name)]
    changed = data.replace(part, record, 1)
    return changed if part in data and split_data(changed, path.name) == wanted else None


def without_game(path: Path, part: bytes) -> bytes | None:
    """What the file ``path`` is without ``part``, the record of one of its games, and all else as :func:`with_game`."""
    data = bytes_of(path)
    parts, left = split_data(data, path.name), data.replace(part, b"", 1)
    if part not in data or part not in parts:
        return None
    parts.remove(part)
    return left if _parts(left) == parts else None


def for_collection(record: bytes, name: str) -> bytes:
    """The ``record`` of one game, which errors call ``name``, as it can stand beside others in an SGF file: SGF as it is, but in UTF-8, one of the
    championship written anew. :class:`RecordError` if it breaks off or, of the championship, can't be read whole."""
    if not championship.looks_like_one(record):
        return sgf.in_utf8(_sgf_games(record, name)[0])
    (result,) = read(record, name)
    if not result.is_whole:
        raise RecordError(Sentence("%1 can't be read whole.", name))
    return sgf.write(result.game).strip()


def with_added(path: Path, added: Sequence[bytes]) -> bytes:
    """What the SGF file ``path`` is with ``added``, records as :func:`for_collection` makes them, behind its games, and all else as it stands, to the
    byte; one that is empty or not there begins with them. :class:`RecordError` where that can't be, or could not be read any more."""
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
    """Those of ``data``, which errors call ``name``; :class:`RecordError` if it is no SGF, or others could not follow."""
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
    """Write what a record is; ``OSError`` as :func:`save`."""
    if path.exists() and not os.access(path, os.W_OK):
        # elsewhere than on Windows it could be replaced all the same
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    write_atomically(path, data)
