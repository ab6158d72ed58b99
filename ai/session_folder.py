"""The folder of a training session, as far as all kinds of sessions share it: figures that a window can follow, the wish to stop, a lock.

``metrics.jsonl``  one JSON object a round; lines beyond what the session's state knows are cut off
``progress.json``  what the process is doing now
``stop``           asks the process to finish
``lock``           held by the process that works on the session
"""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from types import UnionType
from typing import Any

from core.files import write_atomically
from core.lock import FolderLock
from core.sentence import Sentence


class FiguresError(RuntimeError):
    """A line of ``metrics.jsonl`` makes no sense, which no kill can do; the message is a sentence."""


class WorkFolder:
    """A folder on which one process at a time works, until it is asked to stop. Whoever only watches holds the lock for no longer than a
    moment."""

    def __init__(self, path: Path):
        self.path = path
        self._stop = path / "stop"
        self._lock = FolderLock(path)

    @property
    def name(self) -> str:
        return self.path.resolve().name

    def take(self, patience_seconds: float) -> bool:
        """Whether the folder, which exists, is ours to work on now; an old wish to stop is forgotten."""
        if not self._lock.take(patience_seconds):
            return False
        self._stop.unlink(missing_ok=True)
        return True

    def close(self) -> None:
        """Let go of the lock."""
        self._lock.release()

    def is_running(self) -> bool:
        """Whether a process works on this folder now."""
        return self._lock.is_taken()

    def stop_asked(self) -> bool:
        return self._stop.exists()

    def ask_to_stop(self) -> None:
        """Ask the process that works on this folder to finish."""
        self._stop.touch()


class SessionFolder(WorkFolder):
    """The files that every training session has. Whoever only watches makes none."""

    figures: Mapping[str, type | UnionType] = {}
    """What each line of the metrics tells at least, and by what kind of value."""

    def __init__(self, path: Path):
        super().__init__(path)
        self.metrics = path / "metrics.jsonl"
        self._progress = path / "progress.json"

    def write_progress(self, progress: dict[str, Any]) -> None:
        write_atomically(self._progress, json.dumps(progress).encode(), durable=False)

    def read_progress(self) -> dict[str, Any] | None:
        """What the process wrote last, ``None`` if there is nothing to read."""
        try:
            progress = json.loads(self._progress.read_text("utf-8"))
        except (OSError, ValueError):
            return None
        return progress if isinstance(progress, dict) else None

    def append_line(self, line: dict[str, Any]) -> int:
        """Add a round's figures to the metrics; how many bytes these have then, for the state that makes them count."""
        with self.metrics.open("ab") as file:
            file.write(json.dumps(line).encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())
            return file.tell()

    def read_metrics(self, last: int = 0) -> list[dict[str, Any]]:
        """The figures of the ``last`` rounds (0: all), oldest first; a line being written is left out. :class:`FiguresError` if one of
        them makes no sense."""
        try:
            lines = self.metrics.read_bytes().split(b"\n")[:-1]
        except OSError:
            return []
        return [self._figures_of(number, line) for number, line in list(enumerate(lines, 1))[-last:] if line]

    def wrong_figures(self, line: dict[str, Any]) -> list[str]:
        """Names of what is missing in a line of the metrics, or makes no sense."""
        return [name for name, kind in self.figures.items() if not isinstance(line.get(name), kind)]

    def _figures_of(self, number: int, text: bytes) -> dict[str, Any]:
        try:
            line = json.loads(text)
        except ValueError as error:
            raise FiguresError(
                Sentence("line %1 of %2 is damaged (%3)", number, self.metrics, str(error))
            ) from error
        told = line if isinstance(line, dict) else {}
        if wrong := self.wrong_figures(told):
            raise FiguresError(
                Sentence("line %1 of %2 does not tell %3", number, self.metrics, ", ".join(wrong))
            )
        return told


def cut(path: Path, size: int) -> None:
    """Drop what was written to ``path`` after the state that counts."""
    if path.exists() and path.stat().st_size > size:
        with path.open("r+b") as file:
            file.truncate(size)
