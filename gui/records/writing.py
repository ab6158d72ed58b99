"""Writing a record to a file: what to ask if another file is there, the write, and updating a list that shows the file."""

import os
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from core import records
from core.records import RecordError
from gui.program.errors import show_error
from gui.program.messages import error_text, fill, system_text
from gui.records import reading
from gui.records.belonging import Belonging
from gui.records.lists import ListDesk


class Writing(QObject):
    """Writes for all that saves, adds or removes games."""

    def __init__(self, window: QWidget, belonging: Belonging, lists: ListDesk):
        super().__init__(window)
        self._window, self._belonging, self._lists = window, belonging, lists

    def write(self, path: Path, write: Callable[[], object], front: QWidget | None = None) -> bool:
        """Call ``write`` for ``path`` and update the list. Returns whether that succeeded; errors are shown in front of ``front`` or the window."""
        try:
            write()
        except (RecordError, OSError) as error:
            reason = system_text(error) if isinstance(error, OSError) else error_text(error)
            show_error(front or self._window, fill(self.tr("%1 can't be saved: %2"), path, reason))
            return False
        self._lists.list_written(path)
        return True

    def lost_with(self, path: Path, kept: int = 0) -> str:
        """The question to ask before one game replaces the file ``path``; empty if no more than one game is lost. ``kept``: 1 if the game is one of
        that file's."""
        if not os.path.isfile(path):
            return ""
        try:
            parts = records.split(path)
            if len(parts) == 1 and path != self._belonging.path and not reading.is_large(parts[0]):
                records.read(parts[0], path.name)
        except RecordError:
            return fill(self.tr("“%1” can't be read as a game record. Replace it?"), path.name)
        said = self.tr(
            "“%1” holds %2 games. With this one in the place of the whole file, %3 of them are lost."
        )
        return fill(said, path.name, len(parts), len(parts) - kept) if len(parts) > 1 else ""

    def replacing(self, more_is_lost: bool) -> str:
        """Text of the button that replaces a file; ``more_is_lost`` if that may lose more than one game."""
        return self.tr("&Replace the whole file") if more_is_lost else self.tr("&Replace")

    def elsewhere(self) -> str:
        """Text of the button that chooses another file."""
        return self.tr("Save under &another name…")
