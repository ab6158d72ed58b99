"""The folder of a training session, as far as all kinds of sessions share it: figures that a window can follow, the wish to stop, a lock.

``metrics.jsonl``  one JSON object a round; lines beyond what the session's state knows are cut off
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
from pathlib import Path
from types import UnionType
from typing import Any

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
"""Whole numbers from here on are no longer exact as fractions, which curves are made of."""
LOCK_PATIENCE_SECONDS = 1.0
"""A window that looks whether a folder is worked on holds its lock for a moment."""
DIGITS_SAID = 20
"""Of a number that makes no sense."""


def tell(text: str) -> None:
    """Print what a session has to tell; it works on where nobody is there to read it."""
    with contextlib.suppress(OSError):
        print(text, flush=True)


class FiguresError(RuntimeError):
    """A line of ``metrics.jsonl`` makes no sense, which no kill can do; the message is a sentence."""


class WorkFolder:
    """A folder on which one process at a time works, until it is asked to stop. Whoever only watches holds the lock for no longer than a
    moment."""

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
        """What to say if the folder is already one of another kind; asked before anything is made in it."""
        for mark, kind in FOLDER_KINDS.items():
            if mark != self.mark and os.path.exists(self.path / mark):
                return Sentence("%1 is the folder of %2; choose another folder", self.path, kind)
        return None

    def take(self, patience_seconds: float = LOCK_PATIENCE_SECONDS) -> bool:
        """Whether the folder, which exists, is ours to work on now; an old wish to stop is forgotten, and what a killed process had begun to
        write."""
        if not self._lock.take(patience_seconds):
            return False
        # first: who sees the lock may ask to stop, and looking through the folder takes seconds on a slow disk
        self._stop.unlink(missing_ok=True)
        remove_cut_short(self.path)
        return True

    def close(self) -> None:
        """Let go of the lock."""
        self._lock.release()

    def is_running(self) -> bool:
        """Whether a process works on this folder now."""
        return self._lock.is_taken()

    def check_place(self) -> None:
        """``FileNotFoundError`` if the folder that we took is not here any more: what stands in its place is not ours to write to."""
        if not self._lock.is_held():
            said = Sentence("it, or the file lock in it, was renamed, removed or replaced")
            raise FileNotFoundError(errno.ENOENT, said, str(self.path))

    def stop_asked(self) -> bool:
        """Asked by the process that works on this folder; ``FileNotFoundError`` as :meth:`check_place`."""
        self.check_place()
        return self._stop.exists()

    def ask_to_stop(self) -> None:
        """Ask the process that works on this folder to finish; where the folder is gone there is nobody to ask."""
        with contextlib.suppress(FileNotFoundError):
            self._stop.touch()


class SessionFolder(WorkFolder):
    """The files that every training session has. Whoever only watches makes none."""

    figures: Mapping[str, type | UnionType] = {}
    """What each line of the metrics tells at least, and by what kind of value."""
    more_figures: Mapping[str, type | UnionType] = {}
    """What only some lines tell, likewise."""
    progress_figures: Mapping[str, type | UnionType] = {}
    """What the process tells of what it does, likewise; not all of it all the time."""
    round_name = "round"
    """What the lines of the metrics call their number, one of :attr:`figures`, which grows by one from line to line."""

    def __init__(self, path: Path):
        super().__init__(path)
        self.metrics = path / "metrics.jsonl"
        self._known: tuple[bytes, list[dict[str, Any]]] = b"", []
        """What was read of it, and the figures there: long runs are asked for them again and again."""
        self._refused: tuple[bytes, str] | None = None
        """What was read where a line made no sense, and what was said of that."""
        self._progress = path / "progress.json"

    def write_progress(self, progress: dict[str, Any]) -> None:
        write_atomically(self._progress, json.dumps(progress).encode(), durable=False)

    def read_progress(self) -> dict[str, Any] | None:
        """What the process wrote last, ``None`` if there is nothing to read, or nothing that makes sense."""
        try:
            progress = parse(self._progress.read_bytes())
        except (OSError, ValueError, RecursionError):
            return None
        if not isinstance(progress, dict) or misfits(progress, self.progress_figures):
            return None
        return progress

    def append_line(self, line: dict[str, Any]) -> int:
        """Add a round's figures to the metrics; how many bytes these have then, for the state that makes them count."""
        text = json.dumps(line, allow_nan=False)  # a line with other numbers would be refused for ever
        with self.metrics.open("ab") as file:
            file.write(text.encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())
            return file.tell()

    def read_metrics(self, last: int = 0) -> list[dict[str, Any]]:
        """The figures of the ``last`` rounds (0: all), oldest first; a line being written is left out. :class:`FiguresError` if one of
        them makes no sense, or they can't be read."""
        try:
            data = self.metrics.read_bytes()
        except FileNotFoundError:
            return []
        except OSError as error:
            raise FiguresError(Sentence("%1 can't be read: %2", self.metrics, reason_of(error))) from error
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
        """Take up the metrics as they are now; what is known of their beginning stays."""
        known, figures = self._known if whole.startswith(self._known[0]) else (b"", [])
        new = enumerate(whole[len(known) :].split(b"\n")[:-1], known.count(b"\n") + 1)
        self._known = whole, [*figures, *self._figures_from(new, figures[-1] if figures else None)]

    def _figures_from(
        self, lines: Iterable[tuple[int, bytes]], before: dict[str, Any] | None = None
    ) -> list[dict[str, Any]]:
        """Of numbered ``lines``, the first of which follows that of which ``before`` tells."""
        figures: list[dict[str, Any]] = []
        for number, line in lines:
            if line:
                told = self._figures_of(number, line)
                self._check_order(number, figures[-1] if figures else before or {}, told)
                figures.append(told)
        return figures

    def wrong_figures(self, line: dict[str, Any]) -> list[str]:
        """Names of what is missing in a line of the metrics, or makes no sense."""
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
        if wrong := self.wrong_figures(told):
            raise FiguresError(
                Sentence("line %1 of %2 does not tell %3", number, self.metrics, ", ".join(wrong))
            )
        return told

    def _check_order(self, number: int, before: dict[str, Any], told: dict[str, Any]) -> None:
        """:class:`FiguresError` if ``told``, of line ``number``, is not of the round after that of the line ``before``."""
        name = self.round_name
        if before and told[name] != before[name] + 1:
            expected = self.round_said(before[name] + 1)
            raise FiguresError(Sentence("line %1 of %2 should be of %3", number, self.metrics, expected))

    @staticmethod
    def round_said(number: int) -> Sentence:
        """What people call the round of this ``number``."""
        return Sentence("round %1", number)


def why_stopped(folder: Path, error: OSError) -> Sentence:
    """Why the session in ``folder`` could not go on."""
    if isinstance(error, FileNotFoundError) and not folder.exists():
        return Sentence("%1: %2. The session has ended", folder, reason_of(error))
    return Sentence(
        "%1: %2. What was finished is kept, and the session can go on once this is mended",
        error.filename or folder,
        reason_of(error),
    )


def parse(text: bytes) -> Any:
    """The JSON ``text``; ``ValueError`` also for numbers with which nobody can count, ``RecursionError`` where it is nested too deep."""
    return json.loads(text, parse_int=_whole, parse_float=_finite, parse_constant=_finite)


def why_damaged(error: Exception) -> Sentence:
    """What to say of an ``error`` of :func:`parse`, or of what was to be made of its answer."""
    said = sentence_of(error)
    return said if isinstance(said, Sentence) else Sentence("it isn't what Buwei has written there")


def _whole(text: str) -> int:
    number = int(text)
    if abs(number) >= EXACT:
        raise ValueError(Sentence("a number is too large: %1", text[:DIGITS_SAID]))
    return number


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(Sentence("a number is not finite: %1", text[:DIGITS_SAID]))
    return number


def _is(value: object, kind: type | UnionType) -> bool:
    """Whether ``value`` is of ``kind``; true and false are no numbers."""
    return isinstance(value, kind) and (not isinstance(value, bool) or kind is bool)


def misfits(told: dict[str, Any], kinds: Mapping[str, type | UnionType]) -> list[str]:
    """Names of what is told by a value of another kind than that of ``kinds``; what is not told fits."""
    return [name for name, kind in kinds.items() if name in told and not _is(told[name], kind)]


def cut(path: Path, size: int) -> None:
    """Drop what was written to ``path`` after the state that counts."""
    if path.exists() and path.stat().st_size > size:
        with path.open("r+b") as file:
            file.truncate(size)
