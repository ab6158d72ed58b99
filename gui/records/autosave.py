"""The game in the window, kept on disk at every move, so that it is there again after a crash, a power cut or simply the next day.

Of several open windows the first keeps its game in the data folder, each other one in a folder of its own there. The games of these other windows are
put among the played ones: when the window is closed, or by the next start after a crash.
"""

import json
import logging
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from itertools import pairwise
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from core import records
from core.clock import MoveTime, TimeControl
from core.files import write_atomically
from core.folders import data_dir
from core.game import Game, Node
from core.lock import FolderLock
from core.position import Size
from core.records import sgf
from gui.game.setup import GameSetup
from gui.parts.in_turns import InTurns
from gui.program.messages import fill, system_text
from gui.program.settings import HUMAN
from gui.records import played
from gui.records.entries import mark_of

log = logging.getLogger(__name__)

GAME_FILE = "autosave.sgf"
SETUP_FILE = "autosave.json"
OTHERS = "window-"
MOST_WINDOWS = 100
"""Most windows that are open at once. Where all places seem taken, the locks can't be trusted."""
DAMAGED = (OSError, ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError)
"""Errors while reading files that somebody else wrote into, or a broken disk damaged."""
DELAY_MS = 200
"""Delay before writing, in milliseconds. Changes within it are written together: a fast game between AIs need not write each move."""
LINES_A_TURN = 100
"""Lines of the record written before the window may handle clicks and keys: some milliseconds."""
MOST_BEGUN = 10
"""Most times that writing a large game is restarted because it changed meanwhile. Then it is written at once, while the window waits."""


@dataclass(frozen=True)
class Kept:
    """The game in the window, and what else the next start brings back."""

    game: Game
    setup: GameSetup
    """Players, board and time control."""
    head: Node
    """The node where play stands."""
    file: Path | None = None
    """The file that it came from or was saved in, alone or among others."""
    modified: bool = True
    """Whether the game has changed since."""
    read_from: str = ""
    """Source of a game that does not fill a file alone."""
    number: int = 0
    """Number of the game among several, from 1."""
    mark: str = ""
    """Hash of its record there, as :attr:`gui.records.belonging.Belonging.mark`."""
    move_time: MoveTime | None = field(default=None, compare=False)
    """What the clock of the side to move showed. It runs on all the time, which is no reason to write the game again before the end."""


class Autosave(QObject):
    """Writes a game soon after each change, with where play stands and the file it belongs to."""

    failed = Signal(str)
    """Carries a sentence for the user."""

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self._lock: FolderLock | None = None
        self._folder = data_dir()
        self._take_place()
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
        self._turns = InTurns(self)
        self._begun = 0
        """How often writing has begun since the game was last written."""

    def _take_place(self) -> None:
        """Take the first place that no other window has; the data folder itself where that can't be told."""
        try:
            for folder in _places():
                folder.mkdir(exist_ok=True)
                lock = FolderLock(folder)
                if lock.take():
                    self._folder, self._lock = folder, lock
                    return
        except OSError as error:
            log.warning("windows that are open at once keep one game: %s", error)

    def keep(self, kept: Kept) -> None:
        """Write ``kept`` soon if anything has changed since the last write. Does nothing before :meth:`restore`."""
        if not self._restored:
            return
        self._latest = kept
        if not self.up_to_date and not self._timer.isActive():
            self._timer.start()

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
            write_atomically(self._folder / GAME_FILE, record)
            setup = {**_to_dict(kept), "record": mark_of(record)}
            write_atomically(self._folder / SETUP_FILE, json.dumps(setup).encode())
        except OSError as error:
            log.warning("autosave failed: %s", error)
            self.failed.emit(fill(self.tr("The game is not kept for the next start: %1"), system_text(error)))
            return False
        self._written = kept, kept.game.version
        return True

    def restore(self) -> Kept | None:
        """Take out what the first window had last; ``None`` if nothing can be read. Damaged files are set aside, and the user is told. A game whose
        setup can't be read goes on between humans. Games that other windows left in a crash are put among the played games."""
        kept = self._take_out()
        self._restored = True
        return kept

    def _take_out(self) -> Kept | None:
        if not self.comes_back:
            _put_among_played(self._folder, _left_in(self._folder))
            return None
        for folder in list(_places())[1:]:
            if folder.is_dir():
                _collect(folder)
        kept = _read(self._folder)
        if kept is not None or not (self._folder / GAME_FILE).exists():
            return kept
        game = _left_in(self._folder)
        if game is None:
            self._set_aside()
            return None
        self.failed.emit(
            self.tr("It can't be read who played the last game and how: it goes on between humans")
        )
        setup = GameSetup(HUMAN, HUMAN, game.size, game.time_control, strict=True)
        return Kept(game, setup, game.line_played()[-1])

    def _set_aside(self) -> None:
        """Rename files that can't be read before the next game overwrites them: somebody may mend them."""
        game = self._folder / GAME_FILE
        aside = game.with_stem(f"{game.stem}.damaged")
        try:
            game.replace(aside)
            setup = self._folder / SETUP_FILE
            if setup.exists():
                setup.replace(setup.with_stem(f"{setup.stem}.damaged"))
        except OSError as error:
            log.warning("the last game can't be set aside: %s", error)
            return
        self.failed.emit(fill(self.tr("The last game can't be read and was set aside as %1"), aside))

    def close(self) -> None:
        """Write what is not on disk yet and stop."""
        self._timer.stop()
        if self._latest is not None and self._latest.move_time is not None:
            self._written = None  # the clock has run on since
        self.write()
        if not self.comes_back and self._latest is not None and self._latest.modified:
            _put_among_played(self._folder, self._latest.game)
        self.release()

    def release(self) -> None:
        """Leave the place to other windows."""
        if self._lock is not None:
            self._lock.release()


def _places() -> Iterator[Path]:
    """The folders in which windows that are open at once keep their games, the first window's first."""
    yield data_dir()
    for number in range(2, MOST_WINDOWS + 1):
        yield data_dir() / f"{OTHERS}{number}"


def _put_among_played(folder: Path, game: Game | None) -> None:
    """Put the game of a window that is not the first among the played ones. Its folder stays, with the lock in it, for the next window."""
    if game is None:
        return
    try:
        if played.is_begun(game):
            played.keep(game)
        (folder / GAME_FILE).unlink(missing_ok=True)
    except OSError as error:
        log.warning("the game in %s can't be kept: %s", folder, error)


def _collect(folder: Path) -> None:
    """Put the game of a window that ended in a crash among the played ones."""
    lock = FolderLock(folder)
    try:
        if lock.take():
            _put_among_played(folder, _left_in(folder))
    except OSError as error:
        log.warning("%s can't be looked into: %s", folder, error)
    finally:
        lock.release()


def _left_in(folder: Path) -> Game | None:
    """The game that a window left in a crash, if it was modified."""
    if not (folder / GAME_FILE).exists():
        return None
    kept = _read(folder)
    if kept is not None:
        return kept.game if kept.modified else None
    try:
        return records.load(folder / GAME_FILE)[
            0
        ].game  # the setup is written after the game, and may be missing
    except (records.RecordError, OSError):
        return None


def _read(folder: Path) -> Kept | None:
    """What was written in ``folder``; ``None`` if nothing can be read. If a crash came between writing the game and its setup, the game gets the
    previous game's setup and belongs to no file."""
    if not (folder / GAME_FILE).exists():
        return None
    try:
        record = records.bytes_of(folder / GAME_FILE)
        game = records.read(record, GAME_FILE)[0].game
        given = json.loads((folder / SETUP_FILE).read_text("utf-8"))
        setup = _from_dict(given)
        game.time_control = setup.time_control
        if given.get("record", mark_of(record)) != mark_of(record):
            return Kept(game, setup, game.line_played()[-1])
        head = _node_at(game, given.get("head"))
        file = Path(given["file"]) if given.get("file") else None
        read_from, number = str(given.get("read_from", "")), int(given.get("number", 0))
        mark = str(given.get("mark", ""))
        move_time = _move_time(given.get("move_time"))
    except DAMAGED as error:
        log.warning("the last game can't be restored: %s", error)
        return None
    modified = given.get("modified") is not False
    return Kept(game, setup, head, file, modified, read_from, number, mark, move_time)


def _to_dict(kept: Kept) -> dict[str, object]:
    return {
        **asdict(kept.setup),
        "size": str(kept.setup.size),
        "head": _way_to(kept.head),
        "file": str(kept.file.absolute()) if kept.file is not None else None,
        "modified": kept.modified,
        "read_from": kept.read_from,
        "number": kept.number,
        "mark": kept.mark,
        "move_time": asdict(kept.move_time) if kept.move_time is not None else None,
    }


def _way_to(node: Node) -> list[int]:
    """The index of the child to take at each step from the root."""
    line = node.line()
    return [parent.children.index(child) for parent, child in pairwise(line)]


def _node_at(game: Game, way: list[int] | None) -> Node:
    """The node that :func:`_way_to` described; where play stands if the file doesn't say."""
    if way is None:
        return game.line_played()[-1]
    node = game.root
    for index in way:
        node = node.children[index]
    return node


def _move_time(given: dict | None) -> MoveTime | None:
    """What :func:`_to_dict` wrote of the clock; ``None`` without one."""
    if given is None:
        return None
    left, used = given["left_seconds"], max(0.0, float(given["used_seconds"]))
    return MoveTime(None if left is None else max(0.0, float(left)), used)


def _from_dict(given: dict) -> GameSetup:
    control = given["time_control"]
    return GameSetup(
        black=str(given["black"]),
        white=str(given["white"]),
        size=Size.parse(given["size"]),
        time_control=TimeControl(**{name: value and float(value) for name, value in control.items()})
        if control
        else None,
        strict=bool(given["strict"]),
    )
