"""What folders share in which a process works: the request to stop, and a lock. Training sessions also have figures that a window can follow.

``metrics.jsonl``  one JSON object a round; lines beyond those that the session's state counts are cut off
``progress.json``  what the process is doing now
``stop``           asks the process to finish
``lock``           held by the process that works on the session
"""

import contextlib
import errno
import json
import math
import os
from collections.abc import Iterable, Mapping
from dataclasses import fields
from functools import cache
from pathlib import Path
from types import UnionType
from typing import Any, get_args

from core.files import remove_cut_short, write_atomically
from core.lock import FolderLock
from core.sentence import Sentence, reason_of, sentence_of

FOLDER_KINDS = {
    "config.toml": Sentence("a training run"),
    "network.safetensors": Sentence("a session of the temporal-difference learner"),
    "arena.json": Sentence("an arena"),
}
"""The kind of folder in which a file of this name stands."""
EXACT = 2**53
"""Whole numbers from here on are not exact as floating-point numbers, of which curves are made."""
LOCK_PATIENCE_SECONDS = 1.0
"""How long to try for a lock: a window that looks whether a folder is in use holds it for a moment."""
DIGITS_SAID = 20
"""Digits that are shown of a number that makes no sense."""
FILES_WITHOUT_SUFFIX = {"lock", "stop"}
"""Names of files of a session; those of all others have a suffix, and those of its folders have none."""


def tell(text: str) -> None:
    """Print a session's message, and go on if the output is closed."""
    with contextlib.suppress(OSError):
        print(text, flush=True)


class FiguresError(RuntimeError):
    """A line of ``metrics.jsonl`` makes no sense, which a killed process can't cause; the message is a sentence."""


class WorkFolder:
    """A folder on which one process at a time works, until it is asked to stop. Those who only watch hold the lock for a moment at most."""

    mark = ""
    """The file of :data:`FOLDER_KINDS` by which a folder of this kind is known."""

    def __init__(self, path: Path):
        self.path = path
        self._stop = path / "stop"
        self._lock = FolderLock(path)

    @property
    def name(self) -> str:
        return self.path.resolve().name

    def other_use(self) -> Sentence | None:
        """A sentence if the folder is already one of another kind, else ``None``. To be asked before anything is made in it."""
        for mark, kind in FOLDER_KINDS.items():
            if mark != self.mark and os.path.exists(self.path / mark):
                return Sentence("%1 is the folder of %2; choose another folder", self.path, kind)
        return None

    def take(self) -> bool:
        """Take the lock of the folder, which must exist; whether that succeeded. Then an old request to stop is removed, and so are the temporary
        files of a killed process."""
        if not self._lock.take(LOCK_PATIENCE_SECONDS):
            return False
        # First the request, because others who see the lock may ask to stop, and looking through the folder takes seconds on a slow disk.
        self._stop.unlink(missing_ok=True)
        remove_cut_short(self.path)
        return True

    def close(self) -> None:
        """Release the lock."""
        self._lock.release()

    def is_running(self) -> bool:
        """Whether a process works on this folder now."""
        return self._lock.is_taken()

    def check_place(self) -> None:
        """``FileNotFoundError`` if the folder that we took is no longer at its path: a folder in its place is not ours to write to."""
        if not self._lock.is_held():
            said = Sentence("it, or the file lock in it, was renamed, removed or replaced")
            raise FileNotFoundError(errno.ENOENT, said, str(self.path))

    def stop_asked(self) -> bool:
        """Whether the process that works on this folder, and calls this, should finish; ``FileNotFoundError`` as :meth:`check_place`."""
        self.check_place()
        return self._stop.exists()

    def ask_to_stop(self) -> None:
        """Ask the process that works on this folder to finish. Nothing happens if the folder is gone."""
        with contextlib.suppress(FileNotFoundError):
            self._stop.touch()


class SessionFolder(WorkFolder):
    """The files that every training session has. Those who only watch make none."""

    figures: Mapping[str, type | UnionType] = {}
    """Names that each line of the metrics must have, with the types of their values."""
    more_figures: Mapping[str, type | UnionType] = {}
    """Names that only some lines have, with the types of their values."""
    progress_figures: Mapping[str, type | UnionType] = {}
    """Names that the progress may have, with the types of their values."""
    round_name = "round"
    """The one of :attr:`figures` that numbers the lines and grows by one from line to line."""

    def __init__(self, path: Path):
        super().__init__(path)
        self.metrics = path / "metrics.jsonl"
        self._known: tuple[bytes, list[dict[str, Any]]] = b"", []
        """The metrics as they were last read, and their figures, because those of long runs are asked for again and again."""
        self._refused: tuple[bytes, str] | None = None
        """The metrics in which a line made no sense, and the error's text."""
        self._progress = path / "progress.json"

    def write_progress(self, progress: dict[str, Any]) -> None:
        write_atomically(self._progress, json.dumps(progress).encode(), durable=False)

    def read_progress(self) -> dict[str, Any] | None:
        """The progress that the process wrote last; ``None`` if there is none or it makes no sense."""
        try:
            progress = parse(self._progress.read_bytes())
        except (OSError, ValueError, RecursionError):
            return None
        if not isinstance(progress, dict) or misfits(progress, self.progress_figures):
            return None
        return progress

    def append_line(self, line: dict[str, Any]) -> int:
        """Add a round's figures to the metrics, and return their size in bytes, which the session's state then counts."""
        text = json.dumps(line, allow_nan=False)  # a line with NaN could never be read
        with self.metrics.open("ab") as file:
            file.write(text.encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())
            return file.tell()

    def read_metrics(self, last: int = 0) -> list[dict[str, Any]]:
        """The figures of the ``last`` rounds (0: all), oldest first, without a line being written. :class:`FiguresError` if one makes no sense or the
        file can't be read."""
        try:
            data = self.metrics.read_bytes()
        except FileNotFoundError:
            return []
        except OSError as error:
            raise FiguresError(why_unreadable(self.metrics, error)) from error
        whole = data[: data.rfind(b"\n") + 1]
        if last > 0:
            return self._figures_from([*enumerate(whole.split(b"\n")[:-1], 1)][-last:])
        if self._refused is not None and self._refused[0] == whole:
            raise FiguresError(self._refused[1])
        try:
            self._learn(whole)
        except FiguresError as error:
            self._refused = whole, sentence_of(error)
            raise
        return [*self._known[1]]

    def _learn(self, whole: bytes) -> None:
        """Read the metrics as they are now, but not again the beginning that is known."""
        known, figures = self._known if whole.startswith(self._known[0]) else (b"", [])
        new = enumerate(whole[len(known) :].split(b"\n")[:-1], known.count(b"\n") + 1)
        self._known = whole, [*figures, *self._figures_from(new, figures[-1] if figures else None)]

    def _figures_from(
        self, lines: Iterable[tuple[int, bytes]], before: dict[str, Any] | None = None
    ) -> list[dict[str, Any]]:
        """The figures of numbered ``lines``; the first follows the line with the figures ``before``."""
        figures: list[dict[str, Any]] = []
        for number, line in lines:
            if line:
                told = self._figures_of(number, line)
                self._check_order(number, figures[-1] if figures else before or {}, told)
                figures.append(told)
        return figures

    def wrong_figures(self, line: dict[str, Any]) -> list[str]:
        """Names that are missing in a line of the metrics, or whose values make no sense."""
        wrong = [name for name, kind in self.figures.items() if name not in line or not _is(line[name], kind)]
        if not wrong and line[self.round_name] < 1:
            wrong = [self.round_name]
        return wrong or misfits(line, self.more_figures)

    def _figures_of(self, number: int, text: bytes) -> dict[str, Any]:
        try:
            line = parse(text)
        except (ValueError, RecursionError) as error:
            raise FiguresError(
                Sentence("line %1 of %2 is damaged: %3", number, self.metrics, why_damaged(error))
            ) from error
        told = line if isinstance(line, dict) else {}
        self._check_figures(number, told)
        return told

    def _check_figures(self, number: int, told: dict[str, Any]) -> None:
        """:class:`FiguresError` if figures are missing among those ``told`` in line ``number``, or else if any make no sense."""
        wrong = self.wrong_figures(told)
        if missing := [name for name in wrong if name not in told]:
            raise FiguresError(
                Sentence("line %1 of %2 does not tell %3", number, self.metrics, ", ".join(missing))
            )
        if wrong:
            raise FiguresError(
                Sentence(
                    "line %1 of %2 has values that make no sense: %3", number, self.metrics, ", ".join(wrong)
                )
            )

    def _check_order(self, number: int, before: dict[str, Any], told: dict[str, Any]) -> None:
        """:class:`FiguresError` if the figures ``told`` in line ``number`` are not of the round that follows ``before``."""
        name = self.round_name
        if before and told[name] != before[name] + 1:
            expected = self.round_said(before[name] + 1)
            raise FiguresError(Sentence("line %1 of %2 should be of %3", number, self.metrics, expected))

    @staticmethod
    def round_said(number: int) -> Sentence:
        """The round of this ``number``, for people."""
        return Sentence("round %1", number)


def why_stopped(folder: Path, error: OSError) -> Sentence:
    """Why the session in ``folder`` could not go on."""
    if isinstance(error, FileNotFoundError) and not folder.exists():
        return Sentence("%1: %2. The session has ended", folder, reason_of(error))
    if said := folder_for_file(error):
        return Sentence("%1. What was finished is kept, and the session can go on once this is mended", said)
    where = folder if error.errno == errno.EROFS else error.filename or folder
    return Sentence(
        "%1: %2. What was finished is kept, and the session can go on once this is mended",
        where,
        reason_of(error),
    )


def folder_for_file(error: OSError) -> Sentence | None:
    """A sentence if a folder stands where a session has a file, as ``error`` tells; ``None`` if it tells something else."""
    path = Path(error.filename or "")
    # Windows denies permission to open a folder as a file, and so does macOS to remove it as one.
    is_denied = isinstance(error, PermissionError) and (path.suffix or path.name in FILES_WITHOUT_SUFFIX)
    if isinstance(error, IsADirectoryError) or (is_denied and os.path.isdir(path)):
        return Sentence("%1 is a folder: remove or rename it", path)
    return None


def why_unreadable(path: Path, error: OSError) -> Sentence:
    """Why the file ``path`` of a session can't be read."""
    return folder_for_file(error) or Sentence("%1 can't be read: %2", path, reason_of(error))


def parse(text: bytes) -> Any:
    """The parsed JSON ``text``; ``ValueError`` also for numbers that are too large or not finite, ``RecursionError`` if it is nested too deep."""
    return json.loads(text, parse_int=_whole, parse_float=_finite, parse_constant=_finite)


def why_damaged(error: Exception) -> Sentence:
    """A sentence about an ``error`` of :func:`parse`, or of the code that used its result."""
    said = sentence_of(error)
    return said if isinstance(said, Sentence) else Sentence("it isn't what Buwei has written there")


def _whole(text: str) -> int:
    number = int(text)
    if abs(number) >= EXACT:
        raise ValueError(Sentence("a number is too large: %1", _beginning(text)))
    return number


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(Sentence("a number is not finite: %1", _beginning(text)))
    return number


def _beginning(text: str) -> str:
    """``text``, or as much of it as is shown, with a sign that there is more."""
    return text if len(text) <= DIGITS_SAID else f"{text[:DIGITS_SAID]}…"


def _is(value: object, kind: type | UnionType) -> bool:
    """Whether ``value`` is of type ``kind``; true and false don't count as numbers."""
    return isinstance(value, kind) and (not isinstance(value, bool) or kind is bool)


@cache
def kinds_of(told: type) -> dict[str, Any]:
    """The fields of a dataclass and the types that the values of each may have in JSON, where a fraction may be a whole number."""
    kinds = {item.name: item.type for item in fields(told)}
    return {name: kind | int if float in (kind, *get_args(kind)) else kind for name, kind in kinds.items()}


def misfits(told: dict[str, Any], kinds: Mapping[str, type | UnionType]) -> list[str]:
    """Names in ``told`` whose values are not of the types in ``kinds``. Names may be missing."""
    return [name for name, kind in kinds.items() if name in told and not _is(told[name], kind)]


def cut(path: Path, size: int) -> None:
    """Cut ``path`` off after ``size`` bytes, dropping what was written after the session's state."""
    if path.exists() and path.stat().st_size > size:
        with path.open("r+b") as file:
            file.truncate(size)
