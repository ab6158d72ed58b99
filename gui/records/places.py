"""The folders in which windows that are open at once keep their games, each its own.

The first window has the data folder itself, each other one a folder of its own there. The games of these others are put among the played ones: when
the window is closed, or by the next start after a crash.
"""

import logging
from collections.abc import Iterator
from pathlib import Path

from core.folders import data_dir
from core.game import Game
from core.lock import FolderLock
from gui.records import kept_game, played

log = logging.getLogger(__name__)

OTHERS = "window-"
MOST_WINDOWS = 100
"""Most windows that are open at once. Where all places seem taken, the locks can't be trusted."""


def take_first_free() -> tuple[Path, FolderLock | None]:
    """The first place that no other window has, with its lock; the data folder itself, without a lock, where that can't be told."""
    try:
        for folder in (data_dir(), *_others()):
            folder.mkdir(exist_ok=True)
            lock = FolderLock(folder)
            if lock.take():
                return folder, lock
        log.warning("windows that are open at once keep one game: all %s places seem taken", MOST_WINDOWS)
    except OSError as error:
        log.warning("windows that are open at once keep one game: %s", error)
    return data_dir(), None


def clear_others() -> list[Path]:
    """Clear the places of all windows but the first that ended in a crash, as :func:`clear`. Returns where damaged games were set aside."""
    found = [_clear_if_free(folder) for folder in _others() if folder.is_dir()]
    return [aside for aside in found if aside is not None]


def clear(folder: Path) -> Path | None:
    """Put the game that another window left in ``folder`` in a crash among the played ones, if it was modified. A damaged one is set aside; returns
    where."""
    try:
        kept = kept_game.read(folder)
    except kept_game.DamagedError:
        return kept_game.set_aside(folder)
    if kept is not None and kept.modified:
        put_among_played(folder, kept.game)
    return None


def put_among_played(folder: Path, game: Game) -> None:
    """Put the game of a window that is not the first among the played ones. Its folder stays, with the lock in it, for the next window."""
    try:
        if played.is_begun(game):
            played.keep(game)
        (folder / kept_game.GAME_FILE).unlink(missing_ok=True)
    except OSError as error:
        log.warning("the game in %s can't be kept: %s", folder, error)


def _others() -> Iterator[Path]:
    """The places of all windows but the first."""
    for number in range(2, MOST_WINDOWS + 1):
        yield data_dir() / f"{OTHERS}{number}"


def _clear_if_free(folder: Path) -> Path | None:
    """:func:`clear`, unless a window has the place."""
    lock = FolderLock(folder)
    try:
        return clear(folder) if lock.take() else None
    except OSError as error:
        log.warning("%s can't be looked into: %s", folder, error)
        return None
    finally:
        lock.release()
