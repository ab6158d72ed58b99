"""The game in the window as it is kept on disk: a record, and beside it who plays and how, where play stands and which file the game belongs to."""

import json
import logging
from dataclasses import asdict, dataclass, field, replace
from itertools import pairwise
from pathlib import Path

from core import records
from core.clock import MoveTime, TimeControl
from core.files import write_atomically
from core.game import Game, Node
from core.position import Size
from gui.game.setup import GameSetup
from gui.program.settings import HUMAN
from gui.records.entries import Source, mark_of

log = logging.getLogger(__name__)

GAME_FILE = "autosave.sgf"
SETUP_FILE = "autosave.json"
TIME_FILE = "autosave.time.json"
"""What a running clock showed since the game was written; it goes when the game is written again."""
DAMAGED = (OSError, ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError)
"""Errors while reading files that somebody else wrote into, or a broken disk damaged."""


class DamagedError(Exception):
    """The record of a kept game can't be read."""


@dataclass(frozen=True)
class Kept:
    """The game in the window, and what else the next start brings back."""

    game: Game
    setup: GameSetup
    """Players, board and time control."""
    head: Node
    """The node where play stands."""
    source: Source = field(default_factory=Source)
    """Where it was last read or saved."""
    modified: bool = True
    """Whether the game has changed since."""
    move_time: MoveTime | None = field(default=None, compare=False)
    """What the clock of the side to move showed. It runs on all the time, which is no reason to write the game again before the end."""
    setup_is_lost: bool = False
    """Whether it can't be read who played and how: it goes on between humans."""


def write(folder: Path, kept: Kept, record: bytes) -> None:
    """Write ``kept``, whose game is ``record``, into ``folder``; ``OSError`` if that fails."""
    (folder / TIME_FILE).unlink(missing_ok=True)
    write_atomically(folder / GAME_FILE, record)
    setup = {**_to_dict(kept), "record": mark_of(record)}
    write_atomically(folder / SETUP_FILE, json.dumps(setup).encode())


def write_time(folder: Path, time: MoveTime) -> None:
    """Note what the clock shows of the move under way in the game that was written into ``folder`` last; ``OSError`` if that fails. A power cut may
    lose the note, as nothing waits for the disk."""
    write_atomically(folder / TIME_FILE, json.dumps(asdict(time)).encode(), durable=False)


def read(folder: Path) -> Kept | None:
    """What was written into ``folder``; ``None`` if nothing was, :class:`DamagedError` if the game can't be read. If a crash came between writing the
    game and its setup, the game gets the previous game's setup and belongs to no file; if its setup is missing or can't be read, that is lost."""
    if not (folder / GAME_FILE).exists():
        return None
    try:
        record = records.bytes_of(folder / GAME_FILE)
        game = records.read(record, GAME_FILE)[0].game
    except DAMAGED as error:
        log.warning("the game in %s can't be read: %s", folder, error)
        raise DamagedError(folder) from error
    try:
        kept = _with_setup(game, mark_of(record), folder / SETUP_FILE)
    except DAMAGED as error:
        log.warning("how the game in %s is played can't be read: %s", folder, error)
        setup = GameSetup(HUMAN, HUMAN, game.size, game.time_control, strict=True)
        return Kept(game, setup, game.line_played()[-1], setup_is_lost=True)
    game.time_control = kept.setup.time_control
    return replace(kept, move_time=_noted_time(folder) or kept.move_time)


def _noted_time(folder: Path) -> MoveTime | None:
    """What :func:`write_time` noted; ``None`` if nothing can be read."""
    try:
        return _move_time(json.loads((folder / TIME_FILE).read_text("utf-8")))
    except FileNotFoundError:
        return None
    except DAMAGED as error:
        log.warning("what the clock showed can't be read: %s", error)
        return None


def set_aside(folder: Path) -> Path | None:
    """Rename the files in ``folder`` before the next game overwrites them: somebody may mend them. Returns where the record stands now, ``None`` if
    that failed."""
    try:
        aside = _rename(folder / GAME_FILE)
        if (folder / SETUP_FILE).exists():
            _rename(folder / SETUP_FILE)
    except OSError as error:
        log.warning("the game in %s can't be set aside: %s", folder, error)
        return None
    return aside


def _rename(file: Path) -> Path:
    return file.replace(file.with_stem(f"{file.stem}.damaged"))


def _with_setup(game: Game, mark: str, setup_file: Path) -> Kept:
    """``game``, whose record has the hash ``mark``, with what ``setup_file`` says. One of :data:`DAMAGED` if that can't be read."""
    given = json.loads(setup_file.read_text("utf-8"))
    setup = _setup_of(given)
    if given.get("record", mark) != mark:
        return Kept(game, setup, game.line_played()[-1])
    return Kept(
        game,
        setup,
        _node_at(game, given.get("head")),
        Source(
            Path(given["file"]) if given.get("file") else None,
            str(given.get("read_from", "")),
            int(given.get("number", 0)),
            str(given.get("mark", "")),
        ),
        given.get("modified") is not False,
        _move_time(given.get("move_time")),
    )


def _to_dict(kept: Kept) -> dict[str, object]:
    source = kept.source
    return {
        **asdict(kept.setup),
        "size": str(kept.setup.size),
        "head": _way_to(kept.head),
        "file": str(source.file.absolute()) if source.file is not None else None,
        "modified": kept.modified,
        "read_from": source.name,
        "number": source.number,
        "mark": source.mark,
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


def _setup_of(given: dict) -> GameSetup:
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
