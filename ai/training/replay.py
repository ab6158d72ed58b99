"""The positions that a run has made, on disk and in memory.

Each generation has one file, to which every finished game is appended at once as a frame (length, checksum, compressed arrays). A process killed at
any moment so loses no finished game; a frame cut short at the end is dropped when the file is read again. Damage by a failing disk costs only the
games that it touches, since reading goes on at the next sound frame.
"""

import logging
import os
import struct
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from ai.session_folder import cut
from ai.training.errors import LearningFailed
from ai.training.samples import Fate, Samples
from core.files import remove_unneeded
from core.sentence import Sentence

log = logging.getLogger(__name__)

FRAME = struct.Struct("<II")
MARK = b"PK\x03\x04"
"""What the arrays of a game begin with: they are a zip file."""
SUFFIX = ".games"
LAST = sys.maxsize
"""A generation after which none comes."""
MOST_FRAME_BYTES = 1 << 26
WINDOW_EXPONENT = 0.75
WINDOW_SLOPE = 0.4
"""Alpha and beta of the window's growth (Wu 2019, appendix C)."""


def grown_window(positions: int, start: int, most: int) -> int:
    """How many of the latest of N = ``positions`` made so far to learn from: c (1 + beta ((N / c)^alpha - 1) / alpha), with c = ``start`` (Wu 2019,
    appendix C), at most ``most``. That is all of them up to c, then an ever smaller share. With a ``start`` of 0 always ``most``."""
    if start == 0:
        return most
    share = (max(positions, start) / start) ** WINDOW_EXPONENT
    return min(most, round(start * (1 + WINDOW_SLOPE * (share - 1) / WINDOW_EXPONENT)))


def _sound_frames(data: bytes) -> Iterator[tuple[int, bytes]]:
    """The place of each sound frame in ``data``, and its content; anything else is passed over."""
    start = 0
    while start + FRAME.size < len(data):
        content = _sound_frame(data, start)
        if content is not None:
            yield start, content
            start += FRAME.size + len(content)
        elif (mark := data.find(MARK, start + 1 + FRAME.size)) != -1:
            start = mark - FRAME.size
        else:
            return


def _sound_frame(data: bytes, start: int) -> bytes | None:
    """The content of the frame that begins at ``start``; ``None`` if there is no sound one."""
    length, checksum = FRAME.unpack_from(data, start)
    end = start + FRAME.size + length
    if not 0 < length <= MOST_FRAME_BYTES or end > len(data):
        return None
    content = data[start + FRAME.size : end]
    return content if zlib.crc32(content) == checksum else None


def _is_cut_short(rest: bytes) -> bool:
    """Whether ``rest`` can be the beginning of a frame that a kill has cut short."""
    if len(rest) < FRAME.size:
        return True
    length, _ = FRAME.unpack_from(rest)
    return len(rest) < FRAME.size + length <= FRAME.size + MOST_FRAME_BYTES


class Replay:
    """The latest positions of the run in ``folder``. In memory are at most ``window`` positions, one generation more, and generations newer than
    those that are learned from.

    One thread may add games while another learns from earlier generations."""

    def __init__(self, folder: Path, window: int, points: int, until: int = LAST):
        """Load the window of generations up to ``until``, and all newer positions. :class:`LearningFailed` if a file can't be learned from, for
        example because its boards don't have the ``points`` of the run's."""
        self._folder = folder
        self._points = points
        self.window = window
        """How many of the latest positions to learn from; it may grow, but not shrink."""
        self._parts: dict[int, list[Samples]] = {}
        folder.mkdir(parents=True, exist_ok=True)
        for generation in reversed(self._generations()):
            if self.positions(until) >= window:
                break
            self._parts[generation] = self._read(generation)

    def _path(self, generation: int) -> Path:
        return self._folder / f"{generation:06d}{SUFFIX}"

    def _generations(self) -> list[int]:
        return sorted(int(path.stem) for path in self._folder.glob(f"*{SUFFIX}") if path.stem.isdecimal())

    def _read(self, generation: int) -> list[Samples]:
        """The games of a generation. A frame that a kill has cut short is removed from the newest file, to which more is added; nothing else is ever
        removed, however damaged."""
        path = self._path(generation)
        data = path.read_bytes()
        games: list[Samples] = []
        end = 0
        is_damaged = False
        for start, payload in _sound_frames(data):
            is_damaged |= start > end
            games.append(self._game(payload, path))
            end = start + FRAME.size + len(payload)
        rest = data[end:]
        if rest and generation == self._generations()[-1] and _is_cut_short(rest):
            cut(path, end)
        else:
            is_damaged |= bool(rest)
        if is_damaged:
            log.warning(
                "%s is damaged; %d games in it are sound, and the run goes on with these", path, len(games)
            )
        return games

    def _game(self, payload: bytes, path: Path) -> Samples:
        """The game in a sound frame of the file ``path``; :class:`LearningFailed` if it can't be learned from."""
        try:
            game = Samples.from_bytes(payload)
        except ValueError as error:
            raise LearningFailed(
                Sentence(
                    "%1 holds what is no game of self-play (%2); move it out of the folder, and the run goes on without it",
                    path,
                    str(error),
                )
            ) from error
        points = game.cells.shape[1]
        if points != self._points:
            raise LearningFailed(
                Sentence(
                    "%1 holds games on boards with %2 points, and the run's has %3; move it out of the folder, and the run goes on without it",
                    path,
                    points,
                    self._points,
                )
            )
        return game

    def positions(self, until: int = LAST) -> int:
        """How many positions are in memory, of generations up to ``until``."""
        return sum(map(self.positions_of, self._held(until)))

    def _held(self, until: int) -> list[int]:
        """The generations in memory up to ``until``, oldest first; another thread may be adding one."""
        return sorted(generation for generation in list(self._parts) if generation <= until)

    def positions_of(self, generation: int) -> int:
        return sum(len(game) for game in self._parts.get(generation, []))

    def games_of(self, generation: int) -> int:
        return len(self._parts.get(generation, []))

    def results_of(self, generation: int) -> tuple[int, int]:
        """How many games of ``generation`` Black won, and how many moves all its games had."""
        games = self._parts.get(generation, [])
        black_wins = sum(int((game.result[0] > 0) == (game.side[0] == 0)) for game in games)
        return black_wins, sum(int(np.count_nonzero(game.fate[-1] <= Fate.OPPONENT)) for game in games)

    def add(self, generation: int, game: Samples) -> None:
        """Keep a finished game. It outlasts the process once this returns, and a power cut after :meth:`secure`."""
        payload = game.to_bytes()
        with self._path(generation).open("ab") as file:
            file.write(FRAME.pack(len(payload), zlib.crc32(payload)) + payload)
        self._parts.setdefault(generation, []).append(game)

    def secure(self, generation: int) -> None:
        """Make the games of ``generation`` outlast a power cut."""
        with self._path(generation).open("ab") as file:
            os.fsync(file.fileno())

    def forget_old(self, until: int) -> None:
        """Drop generations that are older than the window of generations up to ``until``, from memory and disk. Newer generations make none old yet,
        since the window grows with them."""
        newer = 0
        for generation in reversed(self._held(until)):
            if newer >= self.window:
                del self._parts[generation]
            newer += self.positions_of(generation)
        for generation in self._generations():
            if generation not in self._parts:
                remove_unneeded(self._path(generation))

    def all(self, until: int = LAST) -> Samples:
        """The window's positions of generations up to ``until``, joined, oldest first."""
        games = [game for generation in self._held(until) for game in self._parts[generation]]
        joined = Samples.join(games)
        return joined.take(np.arange(max(0, len(joined) - self.window), len(joined)))
