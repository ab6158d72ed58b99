"""The games of a list: files of records, and games of one file or of another source."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path

from core import records
from core.position import Color
from core.records import RecordError
from gui.game.record_players import saved_record
from gui.program.messages import source_label
from gui.program.player_text import EXTERNAL_KINDS, without_command


@dataclass(frozen=True)
class Source:
    """Where a game was read or saved, so that it is found there again. Without a file it stands in none as it is."""

    file: Path | None = None
    """The file in which it stands, alone or among others."""
    name: str = ""
    """Name of the file or other source of a game that does not fill a file alone."""
    number: int = 0
    """Its number among several games there, from 1; 0 for one that is alone."""
    mark: str = ""
    """Hash of its record as it was read or saved: tells it from others there, and from later changes."""


@dataclass(frozen=True)
class Entry:
    """A game of the list: a file, or a part of one."""

    name: str
    path: Path | None = None
    """The file, also for one of several games in it; ``None`` for pasted text."""
    data: bytes | None = None
    """The record of one of several games; ``None`` for a whole file."""
    part_of: str = ""
    """Name of the file that the part is from, or of another source."""
    number: int = 0
    """The part's number there, from 1; 0 for a whole file."""

    @property
    def label(self) -> str:
        """The entry's name in the list."""
        pasted = self.path is None and self.number > 0
        return f"{source_label(self.part_of)} {self.number}" if pasted else self.name

    @cached_property
    def mark(self) -> str:
        """Hash of a part's record, the same at the next start; empty for a file."""
        return "" if self.data is None else mark_of(self.data)

    def parts(self) -> list[bytes]:
        """The records of the entry's games. Raises :class:`core.records.RecordError` if they can't be read."""
        if self.data is not None:
            return [self.data]
        assert self.path is not None
        return records.split(self.path)


def mark_of(record: bytes) -> str:
    """Hash that tells ``record`` from others, the same at the next start."""
    return sha256(record.strip()).hexdigest()


def entries_of(name: str, path: Path | None, parts: list[bytes]) -> list[Entry]:
    """Entries for the ``parts`` of the file ``path``, or of the source ``name``."""
    stem = Path(name).stem
    return [Entry(f"{stem} {n}", path, part, name, n) for n, part in enumerate(parts, 1)]


def records_of(entries: Iterable[Entry]) -> tuple[list[bytes], list[RecordError]]:
    """All games of ``entries`` in a form that can share a file with others, and errors for those that can't."""
    found: list[bytes] = []
    left_out: list[RecordError] = []
    for entry in entries:
        try:
            found += [_for_others(record, entry.label) for record in entry.parts()]
        except RecordError as error:
            left_out.append(error)
    return found, left_out


def _for_others(record: bytes, name: str) -> bytes:
    """As :func:`core.records.for_collection`. A record that tells how other people's programs are started, such as an arena's, is rewritten without
    that."""
    record = records.for_collection(record, name)
    if not any(f"{kind}:".encode() in record for kind in EXTERNAL_KINDS):
        return record
    game = records.read(record, name)[0].game
    told = (game.name(color) for color in Color)
    return record if all(text == without_command(text) for text in told) else saved_record(game)
