"""How often the user has won against each AI, as the played games tell. Their files are read in a thread, the beginning of each alone, and again only
once it has changed."""

import logging
import os
import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject, Signal

from ai.levels import levels
from ai.players import PLAYER_KINDS, kind_of
from core import records
from core.game import Game
from core.position import Color, Size
from core.records import RecordError, sgf
from gui.parts.threads import AnsweringThread
from gui.program.messages import compact_label, fill, player_label, unrated_label
from gui.program.player_text import level_of, without_command
from gui.program.settings import HUMAN
from gui.records import played

log = logging.getLogger(__name__)

NAMES_MOVER = re.compile(rb"BWP[BW]\s*\[")
"""Behind the first node: who made a move, where players were changed within the game."""
Stamp = tuple[int, int]
"""When a file was changed, in nanoseconds, and its size in bytes: another stamp means another content."""


@dataclass(frozen=True)
class Opponent:
    """An AI on boards of one size, by which its strength differs."""

    player: str
    """Its text; of a level always the same."""
    size: Size

    @classmethod
    def of(cls, text: str, size: Size) -> "Opponent":
        """The player ``text``, which may name the command that starts it, or the options of a level in another order."""
        level = level_of(text)
        return cls(without_command(text) if level is None else level.player_text, size)

    @property
    def label(self) -> str:
        """Its name in the window; a level's Elo holds on the usual board alone."""
        return self._named(player_label if self.size == Size() else unrated_label)

    @property
    def compact_label(self) -> str:
        """Its name where room is short."""
        return self._named(compact_label)

    def _named(self, label: Callable[[str], str]) -> str:
        """Its name, with the board if that isn't the usual one."""
        if self.size == Size():
            return label(self.player)
        return fill(QCoreApplication.translate("tally", "%1 on %2"), label(self.player), self.size)

    def order(self) -> tuple[bool, int, int, str]:
        """Sort key: the usual board first, then levels, weakest first, then others by name."""
        strengths = [level.player_text for level in levels()]
        place = strengths.index(self.player) if self.player in strengths else len(strengths)
        return self.size != Size(), self.size.points, place, self.label


@dataclass(frozen=True)
class Counted:
    """A game that counts."""

    opponent: Opponent
    human: Color
    """The user's colour."""
    won: bool
    """Whether the user won."""
    date: str
    """As in :attr:`core.game.Game.date`."""
    path: Path | None = None
    """The file; ``None`` for the game in the window."""


def counted(game: Game, path: Path | None = None) -> Counted | None:
    """``game``, from the file ``path``, if it counts: one that ended between one human and one AI, from the empty board to its end without help.
    Players that were changed within it are told by its moves, as far as it has them."""
    humans = [color for color in Color if game.players.get(color) == HUMAN]
    if game.result is None or len(humans) != 1 or game.helps or game.root.position.ply:
        return None
    (human,) = humans
    opponent = game.players.get(human.opponent, "")
    if kind_of(opponent) not in PLAYER_KINDS or any(node.player for node in game.line_played()):
        return None
    return Counted(Opponent.of(opponent, game.size), human, game.result.winner is human, game.date, path)


def counted_in(path: Path) -> Counted | None:
    """The game of a file, if it counts. A file that can't be read has none."""
    try:
        game, moves = sgf.read_root(records.bytes_of(path))
    except RecordError as error:
        log.info("not counted: %s: %s", path.name, error)
        return None
    return None if NAMES_MOVER.search(moves) else counted(game, path)


def _stamp_of(file: os.DirEntry[str]) -> Stamp | None:
    """``None`` if the file is gone by now."""
    try:
        stat = file.stat()
    except OSError:
        return None
    return stat.st_mtime_ns, stat.st_size


class TallyReader(AnsweringThread):
    """Reads the played games once."""

    all_read = Signal(object)
    """Carries stamp and counted game, or ``None``, of each file, by its path."""

    def __init__(self, known: Mapping[Path, tuple[Stamp, Counted | None]], parent: QObject):
        super().__init__(parent)
        self.setObjectName("tally")
        self._known = dict(known)

    def run(self) -> None:
        found = {}
        for path, stamp in self._files():
            if self.stopping.is_set():
                return
            known = self._known.get(path)
            found[path] = known if known is not None and known[0] == stamp else (stamp, counted_in(path))
        self.tell(self.all_read, found)

    def _files(self) -> list[tuple[Path, Stamp]]:
        """The files there are; none where the folder can't be read, which its list tells."""
        try:
            with os.scandir(played.folder()) as entries:
                files = [entry for entry in entries if entry.name.lower().endswith(".sgf")]
        except OSError as error:
            log.info("the played games can't be read: %s", error)
            return []
        return [(Path(file.path), stamp) for file in files if (stamp := _stamp_of(file)) is not None]


class Tally(QObject):
    """All games that count, as far as they are read: the played ones, and the one in the window once it is over."""

    changed = Signal()

    def __init__(self, parent: QObject):
        super().__init__(parent)
        self._known: dict[Path, tuple[Stamp, Counted | None]] = {}
        self._in_window: Counted | None = None
        self._games: dict[Opponent, list[Counted]] | None = None
        """What :meth:`games` found since the last change."""
        self._reader: TallyReader | None = None
        self._read_again = False
        """Whether something has changed since the reader began."""

    def refresh(self) -> None:
        """Read what is new among the played games; :attr:`changed` tells when something else counts."""
        if self._reader is not None:
            self._read_again = True
            return
        self._reader = TallyReader(self._known, self)
        self._reader.all_read.connect(self._take)
        self._reader.start()

    def _take(self, found: dict[Path, tuple[Stamp, Counted | None]]) -> None:
        self._let_go()
        if found != self._known:
            self._known = found
            self._tell()
        if self._read_again:
            self._read_again = False
            self.refresh()

    def show_in_window(self, game: Game | None) -> None:
        """``game`` is over in the window and in no file yet; ``None`` if there is no such game."""
        now = None if game is None else counted(game)
        if now == self._in_window:
            return
        self._in_window = now
        if now is None:
            self.refresh()  # it may be among the played games now
        self._tell()

    def _tell(self) -> None:
        self._games = None
        self.changed.emit()

    def games(self) -> dict[Opponent, list[Counted]]:
        """The games against each opponent, the last one last."""
        if self._games is None:
            self._games = self._by_opponent()
        return self._games

    def _by_opponent(self) -> dict[Opponent, list[Counted]]:
        read = [game for _, game in self._known.values() if game is not None]
        read.sort(key=lambda game: (game.date, str(game.path)))
        found = defaultdict[Opponent, list[Counted]](list)
        for game in [*read, *filter(None, [self._in_window])]:
            found[game.opponent].append(game)
        return {opponent: found[opponent] for opponent in sorted(found, key=Opponent.order)}

    def said_against(self, player: str, size: Size | None) -> str:
        """How often the user has won against ``player`` on boards of ``size``; empty without a game."""
        games = [] if size is None else self.games().get(Opponent.of(player, size), [])
        if not games:
            return ""
        black, white = (of_color(games, color) for color in Color)
        said = QCoreApplication.translate(
            "tally",
            "You have won %1 of %2 games against it on %3 (as Black %4/%5, as White %6/%7).",
        )
        by_color = (number for some in (black, white) for number in (won(some), len(some)))
        return fill(said, won(games), len(games), size, *by_color)

    @staticmethod
    def what_counts() -> str:
        """Which games count."""
        return QCoreApplication.translate(
            "tally",
            "Those played games count that one person played against one AI from the empty board to the end, with no move taken back, no hint or "
            "move made for them, no analysis, no figures of the opening book and no change of players. Games saved elsewhere do not count.",
        )

    def close(self) -> None:
        """Stop reading."""
        self._read_again = False
        self._let_go()

    def _let_go(self) -> None:
        if self._reader is not None:
            self._reader.let_go()
            self._reader = None


def won(games: Sequence[Counted]) -> int:
    """How many of ``games`` the user won."""
    return sum(game.won for game in games)


def of_color(games: Sequence[Counted], color: Color) -> list[Counted]:
    """Those of ``games`` in which the user had ``color``."""
    return [game for game in games if game.human is color]
