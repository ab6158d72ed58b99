"""The game in the window, kept on disk at every move, so that it is there again after a crash, a power cut or simply the next day."""

import json
import logging
from dataclasses import asdict
from itertools import pairwise

from PySide6.QtCore import QObject, QTimer, Signal

from core import records
from core.clock import TimeControl
from core.files import write_atomically
from core.folders import data_dir
from core.game import Game, Node
from core.position import Size
from core.records import sgf
from gui.new_game import GameSetup

log = logging.getLogger(__name__)

GAME_FILE = "autosave.sgf"
SETUP_FILE = "autosave.json"
DELAY_MS = 200
"""Changes within this time are written together: a fast game between AIs need not write each of its moves apart."""


class Autosave(QObject):
    """Writes a game soon after each change, and where play stands in it."""

    failed = Signal(str)

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self._waiting: tuple[Game, GameSetup, Node] | None = None
        self._written: tuple[Game, int, GameSetup, Node] | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(DELAY_MS)
        self._timer.timeout.connect(self.write)

    def keep(self, game: Game, setup: GameSetup, head: Node) -> None:
        """Write ``game`` soon, if it, who plays, or where play stands has changed since it was last written."""
        if self._written == (game, game.version, setup, head):
            return
        self._waiting = game, setup, head
        if not self._timer.isActive():
            self._timer.start()

    def write(self) -> None:
        """Write now what waits."""
        if self._waiting is None:
            return
        game, setup, head = self._waiting
        self._waiting = None
        try:
            folder = data_dir()
            write_atomically(folder / GAME_FILE, sgf.write(game), durable=False)
            write_atomically(folder / SETUP_FILE, json.dumps(_to_dict(setup, head)).encode(), durable=False)
            self._written = game, game.version, setup, head
        except OSError as error:
            log.warning("autosave failed: %s", error)
            self.failed.emit(str(error))

    def restore(self) -> tuple[Game, GameSetup, Node] | None:
        """The game that was in the window last, how it is played and where play stood; ``None`` if there is none that can be read."""
        folder = data_dir()
        if not (folder / GAME_FILE).exists():
            return None
        try:
            game = records.load(folder / GAME_FILE)[0].game
            kept = json.loads((folder / SETUP_FILE).read_text("utf-8"))
            setup, head = _from_dict(kept), _node_at(game, kept.get("head"))
        except (records.RecordError, OSError, ValueError, KeyError, TypeError, IndexError) as error:
            log.warning("the last game can't be restored: %s", error)
            return None
        game.time_control = setup.time_control
        return game, setup, head

    def close(self) -> None:
        """Write what waits and stop."""
        self._timer.stop()
        self.write()


def _to_dict(setup: GameSetup, head: Node) -> dict[str, object]:
    return {**asdict(setup), "size": str(setup.size), "head": _way_to(head)}


def _way_to(node: Node) -> list[int]:
    """Which child to take at each step from the root."""
    line = node.line()
    return [parent.children.index(child) for parent, child in pairwise(line)]


def _node_at(game: Game, way: list[int] | None) -> Node:
    """The node that :func:`_way_to` described; the end of the main line for a file that says nothing of it."""
    if way is None:
        return game.main_line()[-1]
    node = game.root
    for index in way:
        node = node.children[index]
    return node


def _from_dict(given: dict) -> GameSetup:
    control = given["time_control"]
    return GameSetup(
        black=str(given["black"]),
        white=str(given["white"]),
        size=Size.parse(given["size"]),
        time_control=TimeControl(**control) if control else None,
        strict=bool(given["strict"]),
    )
