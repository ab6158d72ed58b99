"""The game in the window, kept on disk at every move, so that it is there again after a crash, a power cut or simply the next day.

Of windows that are open at once the first one keeps its game in the data folder, each other one in a folder of its own there. The games of these
are put among the played ones: when the window is closed, or by the next start after a crash.
"""

import json
import logging
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from core import records
from core.clock import TimeControl
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
from gui.records.library import mark_of

log = logging.getLogger(__name__)

GAME_FILE = "autosave.sgf"
SETUP_FILE = "autosave.json"
OTHERS = "window-"
MOST_WINDOWS = 100
"""So many nobody opens at once: where all places seem to be taken, locks tell nothing."""
DAMAGED = (OSError, ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError)
"""What reading comes to where somebody else wrote into the files, or the disk is broken."""
DELAY_MS = 200
"""Changes within this time are written together: a fast game between AIs need not write each of its moves apart."""
LINES_A_TURN = 100
"""Of the record, between which the window looks at clicks and keys: some milliseconds."""
MOST_BEGUN = 10
"""How often a large game is begun to be written while changes come before that is done. Then it is written at once, while the window waits."""


@dataclass(frozen=True)
class Kept:
    """The game in the window, and what else is to be there again."""

    game: Game
    setup: GameSetup
    """How it is played."""
    head: Node
    """Where play stands."""
    file: Path | None = None
    """Where it came from or was saved, alone or among others."""
    modified: bool = True
    """Whether it has changed since."""
    read_from: str = ""
    """What it was read from in part, or of which it is one game of several."""
    number: int = 0
    """Which of several."""
    mark: str = ""
    """Of its record there, as :attr:`gui.records.belonging.Belonging.mark`."""


class Autosave(QObject):
    """Writes a game soon after each change, with where play stands and the file it belongs to."""

    failed = Signal(str)
    """A sentence."""

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self._lock: FolderLock | None = None
        self._folder = data_dir()
        self._take_place()
        self.comes_back = self._folder == data_dir()
        """Whether the next start brings the game back: that of the first window, those of others are put among the played ones."""
        self._restored = False
        """Whether what was kept at the last time has been taken out: until then nothing takes its place."""
        self._latest: Kept | None = None
        self._written: tuple[Kept, int] | None = None
        """What was written last, and the game's version then."""
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(DELAY_MS)
        self._timer.timeout.connect(self._begin)
        self._turns = InTurns(self)
        self._begun = 0
        """How often in vain since the game was written."""

    def _take_place(self) -> None:
        """The first that no other window has; the first of all where that can't be told."""
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
        """Write ``kept`` soon, if anything of it has changed since it was last written; not before :meth:`restore`."""
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
        """Write what is not on disk yet, some lines at each step; what has changed meanwhile is begun anew."""
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
        """Write now what is not on disk yet; whether all is there then."""
        kept = self._latest
        return kept is None or self.up_to_date or self._put(kept, sgf.write(kept.game))

    def _put(self, kept: Kept, record: bytes) -> bool:
        """Write ``kept``, whose game is ``record``; whether that could be done."""
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
        """What was in the first window last; ``None`` if there is nothing that can be read: what is damaged is set aside, which is told. A game of
        which can't be read how it is played goes on between humans. What other windows left in a crash is put among the played games."""
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
        """Before the next game takes the place of what can't be read: somebody may mend it."""
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
        self.write()
        if not self.comes_back and self._latest is not None and self._latest.modified:
            _put_among_played(self._folder, self._latest.game)
        self.release()

    def release(self) -> None:
        """Leave the place to other windows."""
        if self._lock is not None:
            self._lock.release()


def _places() -> Iterator[Path]:
    """Where windows that are open at once keep their games."""
    yield data_dir()
    for number in range(2, MOST_WINDOWS + 1):
        yield data_dir() / f"{OTHERS}{number}"


def _put_among_played(folder: Path, game: Game | None) -> None:
    """The game of a window that is not the first. Its folder stays, with the lock in it, for the next one."""
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
    """The game that a window left in a crash, if somebody may miss it."""
    if not (folder / GAME_FILE).exists():
        return None
    kept = _read(folder)
    if kept is not None:
        return kept.game if kept.modified else None
    try:
        return records.load(folder / GAME_FILE)[0].game  # what else belongs to it is written after it
    except (records.RecordError, OSError):
        return None


def _read(folder: Path) -> Kept | None:
    """What was written in ``folder``; ``None`` if there is nothing that can be read. Where the game was written and then nothing more, how the
    one before was played counts for it, and it stands in no file."""
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
    except DAMAGED as error:
        log.warning("the last game can't be restored: %s", error)
        return None
    modified = given.get("modified") is not False
    return Kept(game, setup, head, file, modified, read_from, number, mark)


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
    }


def _way_to(node: Node) -> list[int]:
    """Which child to take at each step from the root."""
    line = node.line()
    return [parent.children.index(child) for parent, child in pairwise(line)]


def _node_at(game: Game, way: list[int] | None) -> Node:
    """The node that :func:`_way_to` described; where play stands for a file that says nothing of it."""
    if way is None:
        return game.line_played()[-1]
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
        time_control=TimeControl(**{name: value and float(value) for name, value in control.items()})
        if control
        else None,
        strict=bool(given["strict"]),
    )
