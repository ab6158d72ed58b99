"""Where the game in the window belongs: the file in which it stands, alone or among others, and whether it has changed since. This module asks
nothing, reads no game into the window and writes nothing: those that do tell it."""

from pathlib import Path

from PySide6.QtCore import QObject, Signal

from core import records
from core.game import Game
from core.records import RecordError
from gui.game.controller import GameController
from gui.records.entries import Entry, Source, mark_of


class Belonging(QObject):
    """Where the controller's game belongs."""

    changed = Signal()
    """Emitted when the game belongs elsewhere, or was saved."""

    def __init__(self, controller: GameController):
        super().__init__(controller)
        self._controller = controller
        self.source = Source()
        """Where the game was last read or saved."""
        self._saved: tuple[Game, int] | None = None
        self._overlooked = 0
        """Changes since saving that nobody will miss."""

    # --- asked by others ---------------------------------------------------------------------------------------

    @property
    def path(self) -> Path | None:
        """The file in which the game stands alone."""
        return None if self.source.number else self.source.file

    @property
    def has_file(self) -> bool:
        """Whether the game was saved or opened, alone, in part or as one of several: a change would be missed there."""
        return self.path is not None or bool(self.source.name)

    @property
    def modified(self) -> bool:
        """Whether the game has changed since it was begun, opened or saved. What a mere glance of the analysis adds does not count."""
        game = self._controller.game
        saved = self._saved[1] if self._saved is not None and self._saved[0] is game else 0
        return game.version - saved > self._overlooked

    def is_alone_in(self, path: Path) -> bool:
        """Whether ``path`` still holds this game and nothing else, as it was read or saved there."""
        return path == self.path and _mark_in(path) == self.source.mark

    def was_changed_by_others(self, path: Path) -> bool:
        """Whether ``path`` is the game's own file and another window or program has written to it since."""
        return path == self.path and _mark_in(path) not in ("", self.source.mark)

    # --- told by others ----------------------------------------------------------------------------------------

    def to_nothing(self, modified: bool = False) -> None:
        """The game stands in no file: it is new, or if ``modified``, its content stands nowhere else."""
        self.to_source(Source(), modified)

    def to_file(self, path: Path, modified: bool = False, mark: str = "") -> None:
        """The game stands alone in ``path``, and is ``modified`` since. ``mark``: hash of what was read from ``path``, else of its content now."""
        self.to_source(Source(path, mark=mark or _mark_in(path)), modified)

    def to_part(self, part: Entry, modified: bool = False) -> None:
        """The game is ``part``, one of several in a file or of several pasted games."""
        self.to_source(Source(part.path, part.part_of, part.number, part.mark), modified)

    def to_source(self, source: Source, modified: bool = False) -> None:
        """The game is from ``source``, and is ``modified`` since."""
        self.source = source
        self._is_saved(modified)
        self.changed.emit()

    def note_kept(self) -> None:
        """The game as it stands was put among the played ones. In the window it still belongs where it did."""
        self._is_saved(modified=False)
        self.changed.emit()

    def overlook(self) -> None:
        """The last change was found by an analysis in passing: it is saved with the game, but nobody is asked about it."""
        self._overlooked += 1

    def _is_saved(self, modified: bool) -> None:
        """Note that the game is saved as it stands, or if ``modified``, that it never was."""
        game = self._controller.game
        self._saved, self._overlooked = (game, -1 if modified else game.version), 0


def _mark_in(path: Path) -> str:
    """Hash of the content of ``path``; empty if it can't be read."""
    try:
        return mark_of(records.bytes_of(path))
    except RecordError:
        return ""
