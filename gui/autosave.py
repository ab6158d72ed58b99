"""The game in the window, kept on disk at every move, so that it is there again after a crash, a power cut or simply the next day."""

import json
import logging
from dataclasses import asdict

from PySide6.QtCore import QObject, QTimer, Signal

from core import records
from core.clock import TimeControl
from core.files import write_atomically
from core.folders import data_dir
from core.game import Game
from core.position import Size
from core.records import sgf
from gui.new_game import GameSetup

log = logging.getLogger(__name__)

GAME_FILE = "autosave.sgf"
SETUP_FILE = "autosave.json"
DELAY_MS = 200
"""Changes within this time are written together: a fast game between AIs need not write each of its moves apart."""


class Autosave(QObject):
    """Writes a game soon after each change."""

    failed = Signal(str)

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self._waiting: tuple[Game, GameSetup] | None = None
        self._written: tuple[Game, int, GameSetup] | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(DELAY_MS)
        self._timer.timeout.connect(self.write)

    def keep(self, game: Game, setup: GameSetup) -> None:
        """Write ``game`` soon, if it or who plays has changed since it was last written."""
        if self._written == (game, game.version, setup):
            return
        self._waiting = game, setup
        if not self._timer.isActive():
            self._timer.start()

    def write(self) -> None:
        """Write now what waits."""
        if self._waiting is None:
            return
        game, setup = self._waiting
        self._waiting = None
        try:
            folder = data_dir()
            write_atomically(folder / GAME_FILE, sgf.write(game), durable=False)
            write_atomically(folder / SETUP_FILE, json.dumps(_to_dict(setup)).encode(), durable=False)
            self._written = game, game.version, setup
        except OSError as error:
            log.warning("autosave failed: %s", error)
            self.failed.emit(str(error))

    def restore(self) -> tuple[Game, GameSetup] | None:
        """The game that was in the window last; ``None`` if there is none that can be read."""
        folder = data_dir()
        if not (folder / GAME_FILE).exists():
            return None
        try:
            game = records.load(folder / GAME_FILE)[0].game
            setup = _from_dict(json.loads((folder / SETUP_FILE).read_text("utf-8")))
        except (records.RecordError, OSError, ValueError, KeyError, TypeError, IndexError) as error:
            log.warning("the last game can't be restored: %s", error)
            return None
        game.time_control = setup.time_control
        return game, setup

    def close(self) -> None:
        """Write what waits and stop."""
        self._timer.stop()
        self.write()


def _to_dict(setup: GameSetup) -> dict[str, object]:
    return {**asdict(setup), "size": str(setup.size)}


def _from_dict(given: dict) -> GameSetup:
    control = given["time_control"]
    return GameSetup(
        black=str(given["black"]),
        white=str(given["white"]),
        size=Size.parse(given["size"]),
        time_control=TimeControl(**control) if control else None,
        strict=bool(given["strict"]),
    )
