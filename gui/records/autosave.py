"""The game in the window, kept on disk at every move, so that it is there again after a crash, a power cut or simply the next day."""

import contextlib
import logging
from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from core.clock import MoveTime
from core.folders import data_dir
from core.records import sgf
from gui.parts.in_turns import InTurns
from gui.program.messages import fill, system_text
from gui.records import kept_game, places
from gui.records.kept_game import DamagedError, Kept

log = logging.getLogger(__name__)

DELAY_MS = 200
"""Delay before writing, in milliseconds. Changes within it are written together: a fast game between AIs need not write each move."""
LINES_A_TURN = 100
"""Lines of the record written before the window may handle clicks and keys: some milliseconds."""
TIME_MS = 1000
"""How often a running clock is noted, in milliseconds: a crash gives no more time back than that."""
MOST_BEGUN = 10
"""Most times that writing a large game is restarted because it changed meanwhile. Then it is written at once, while the window waits."""


class Autosave(QObject):
    """Writes a game soon after each change, with where play stands and the file it belongs to."""

    failed = Signal(str)
    """Carries a sentence for the user."""

    def __init__(self, parent: QObject):
        super().__init__(parent)
        self._folder, self._lock = places.take_first_free()
        self.comes_back = self._folder == data_dir()
        """Whether the next start brings the game back: only that of the first window; others are put among the played games."""
        self._restored = False
        """Whether :meth:`restore` has run: until then nothing overwrites the kept game."""
        self._latest: Kept | None = None
        self._written: tuple[Kept, int] | None = None
        """What was written last, and the game's version then."""
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(DELAY_MS)
        self._timer.timeout.connect(self._begin)
        self._noted = QTimer(self, singleShot=True, interval=TIME_MS)
        """Runs until the clock is to be noted again."""
        self._turns = InTurns(self)
        self._begun = 0
        """How often writing has begun since the game was last written."""

    def keep(self, kept: Kept) -> None:
        """Write ``kept`` soon if anything has changed since the last write. Does nothing before :meth:`restore`."""
        if not self._restored:
            return
        self._latest = kept
        if not self.up_to_date and not self._timer.isActive():
            self._timer.start()

    def keep_time(self, time: MoveTime) -> None:
        """Note what the running clock shows, now and then."""
        if not self._restored or not self.up_to_date or self._noted.isActive():
            return
        self._noted.start()
        with contextlib.suppress(OSError):  # :meth:`keep` tells of disks that can't be written
            kept_game.write_time(self._folder, time)

    @property
    def up_to_date(self) -> bool:
        """Whether the game is on disk as it is now."""
        kept = self._latest
        return kept is None or self._written == (kept, kept.game.version)

    def _begin(self) -> None:
        self._begun += 1
        if self._begun > MOST_BEGUN:
            self.write()
        else:
            self._turns.start(self._write_in_turns())

    def _write_in_turns(self) -> Iterator[None]:
        """Write what is not on disk yet, some lines at each step. Starts anew if the game changes meanwhile."""
        kept = self._latest
        if kept is None or self.up_to_date:
            return
        version, lines = kept.game.version, []
        for number, line in enumerate(sgf.lines(kept.game), 1):
            lines.append(line)
            if number % LINES_A_TURN == 0:
                yield
                latest = self._latest
                if latest is not None and (latest != kept or kept.game.version != version):
                    self.keep(latest)
                    return
        self._put(kept, b"".join(lines))

    def write(self) -> bool:
        """Write now what is not on disk yet. Returns whether all is on disk then."""
        kept = self._latest
        return kept is None or self.up_to_date or self._put(kept, sgf.write(kept.game))

    def _put(self, kept: Kept, record: bytes) -> bool:
        """Write ``kept``, whose game is ``record``. Returns whether that succeeded."""
        self._turns.drop()
        self._begun = 0
        self._written = None
        try:
            kept_game.write(self._folder, kept, record)
        except OSError as error:
            log.warning("autosave failed: %s", error)
            self.failed.emit(fill(self.tr("The game is not kept for the next start: %1"), system_text(error)))
            return False
        self._written = kept, kept.game.version
        return True

    def restore(self) -> Kept | None:
        """Take out what the first window had last; ``None`` if nothing can be read. Damaged files are set aside, and the user is told. A game whose
        setup can't be read goes on between humans. Games that other windows left in a crash are put among the played games."""
        kept = self._take_out() if self.comes_back else self._begin_anew()
        self._restored = True
        return kept

    def _begin_anew(self) -> None:
        """Clear the place of what a window left there in a crash."""
        aside = places.clear(self._folder)
        if aside is not None:
            self._tell_of_another_windows(aside)

    def _take_out(self) -> Kept | None:
        for aside in places.clear_others():
            self._tell_of_another_windows(aside)
        try:
            kept = kept_game.read(self._folder)
        except DamagedError:
            aside = kept_game.set_aside(self._folder)
            if aside is not None:
                self.failed.emit(fill(self.tr("The last game can't be read and was set aside as %1"), aside))
            return None
        if kept is not None and kept.setup_is_lost:
            self.failed.emit(
                self.tr("It can't be read who played the last game and how: it goes on between humans")
            )
        return kept

    def _tell_of_another_windows(self, aside: Path) -> None:
        self.failed.emit(
            fill(self.tr("A game of another window can't be read and was set aside as %1"), aside)
        )

    def close(self) -> None:
        """Write what is not on disk yet and stop."""
        self._timer.stop()
        if self._latest is not None and self._latest.move_time is not None:
            self._written = None  # the clock has run on since
        self.write()
        if not self.comes_back and self._latest is not None and self._latest.modified:
            places.put_among_played(self._folder, self._latest.game)
        self.release()

    def release(self) -> None:
        """Leave the place to other windows."""
        if self._lock is not None:
            self._lock.release()
