"""Games of self-play under way, and the file in the run folder that hands them from a session that is asked to stop to the next one."""

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path

import numpy as np

from ai.search.positions import position_batch_of_game
from ai.session_folder import folder_for_file
from ai.training.samples import arrays_in
from core.files import patiently, write_atomically
from core.position import IllegalMove, Position, Size
from core.sentence import Sentence, reason_of

log = logging.getLogger(__name__)

TOLERANCE = 0.01
"""How far the sum of a policy may be from 1, by rounding."""
_RECORDS = ("record", "bytes_of_record")
"""Arrays that files of earlier versions lack."""
_FORMS = {
    "board": (np.int16, 1),
    "moves": (np.int16, 1),
    "moves_of_game": (np.int16, 1),
    "plies": (np.int16, 1),
    "plies_of_game": (np.int16, 1),
    "policy": (np.float16, 2),
    "search_value": (np.float16, 1),
    "surprise": (np.float32, 1),
    "record": (np.uint8, 1),
    "bytes_of_record": (np.int32, 1),
}
"""The arrays of the file, each with its type of number and how many dimensions it has (docs/formats.md)."""


@dataclass
class OpenGame:
    """A game from the empty board that is not over, with what its positions will teach."""

    moves: list[int]
    plies: list[int] = field(default_factory=list)
    """The number of moves before each position that teaches, ascending; the next three lists have an entry for each of these positions."""
    policies: list[np.ndarray] = field(default_factory=list)
    """The policy that each position teaches, ``float16[P]``."""
    values: list[float] = field(default_factory=list)
    """The search's value of each position, -1 to 1 to the side to move."""
    surprises: list[float] = field(default_factory=list)
    """The surprise of each position, in nats."""
    record: bytes = b""
    """If the game is shown, its record so far with what the search thought, as SGF; else empty."""


def keep(path: Path, games: Sequence[OpenGame], size: Size) -> None:
    """Write ``games`` for :func:`take`. ``OSError`` if that fails."""
    policies = [policy for game in games for policy in game.policies]
    buffer = BytesIO()
    np.savez_compressed(
        buffer,
        board=np.array((size.rows, size.cols), np.int16),
        moves=np.array([move for game in games for move in game.moves], np.int16),
        moves_of_game=np.array([len(game.moves) for game in games], np.int16),
        plies=np.array([ply for game in games for ply in game.plies], np.int16),
        plies_of_game=np.array([len(game.plies) for game in games], np.int16),
        policy=np.array(policies, np.float16).reshape(-1, size.points),
        search_value=np.array([value for game in games for value in game.values], np.float16),
        surprise=np.array([surprise for game in games for surprise in game.surprises], np.float32),
        record=np.frombuffer(b"".join(game.record for game in games), np.uint8),
        bytes_of_record=np.array([len(game.record) for game in games], np.int32),
    )
    write_atomically(path, buffer.getvalue())


def take(path: Path, size: Size) -> list[OpenGame]:
    """The games that an earlier session left in ``path``, without those that can't go on. The file is removed before any game is returned, so that
    no game is ever learned from twice."""
    if not path.exists():
        return []
    try:
        data = path.read_bytes()
        patiently(path.unlink)
        games = list(_games_in(data, size))
    except OSError as error:
        said = folder_for_file(error) or Sentence("%1: %2", path, reason_of(error))
        log.warning("no unfinished games are taken up: %s", said)
        return []
    except (ValueError, MemoryError):
        log.warning("%s is damaged or another run's; its unfinished games are dropped", path)
        return []
    sound = [game for game in games if _is_sound(game, size)]
    if len(sound) < len(games):
        log.warning(
            "%d of the %d games under way in %s make no sense and are left out",
            len(games) - len(sound),
            len(games),
            path,
        )
    return sound


def _games_in(data: bytes, size: Size) -> Iterator[OpenGame]:
    """The games in the file's ``data``; ``ValueError`` if it can't hold games on a board of ``size``."""
    arrays = arrays_in(data)
    if not any(name in arrays for name in _RECORDS):
        games = len(arrays.get("moves_of_game", ()))
        arrays |= {"record": np.zeros(0, np.uint8), "bytes_of_record": np.zeros(games, np.int32)}
    for name, (kind, dimensions) in _FORMS.items():
        if name not in arrays or arrays[name].dtype != kind or arrays[name].ndim != dimensions:
            raise ValueError(f"without {name}")
    if arrays["board"].tolist() != [size.rows, size.cols] or arrays["policy"].shape[1] != size.points:
        raise ValueError("another board")
    moves = _parts(arrays["moves"], arrays["moves_of_game"])
    lessons = zip(
        *(
            _parts(arrays[name], arrays["plies_of_game"])
            for name in ("plies", "policy", "search_value", "surprise")
        ),
        strict=True,
    )
    written = _parts(arrays["record"], arrays["bytes_of_record"])
    for points, (plies, policy, value, surprise), record in zip(moves, lessons, written, strict=True):
        yield OpenGame(
            points.tolist(), plies.tolist(), list(policy), value.tolist(), surprise.tolist(), record.tobytes()
        )


def _parts(array: np.ndarray, lengths: np.ndarray) -> list[np.ndarray]:
    """``array`` split into parts of these ``lengths``; ``ValueError`` if they don't add up to its rows."""
    ends = np.cumsum(lengths, dtype=np.int64)
    if (lengths < 0).any() or len(array) != lengths.sum(dtype=np.int64):
        raise ValueError("lengths that don't fit")
    return np.split(array, ends)[:-1]


def _is_sound(game: OpenGame, size: Size) -> bool:
    """Whether ``game`` can go on and then be learned from."""
    try:
        position = Position.empty(size).play_all(game.moves)
    except IllegalMove:
        return False
    return not position.is_over and _are_plies(game) and _are_lessons(game, size)


def _are_plies(game: OpenGame) -> bool:
    """Whether the positions that teach are positions of the game, each once."""
    steps = np.diff([-1, *game.plies, len(game.moves)])
    return bool((steps > 0).all())


def _are_lessons(game: OpenGame, size: Size) -> bool:
    """Whether a search can have found what the positions teach."""
    legal = position_batch_of_game(size, game.moves, game.plies).legal & 1
    policies = np.array(game.policies, np.float32).reshape(legal.shape)
    return bool(
        (policies >= 0).all()
        and (np.abs(policies.sum(axis=1) - 1) <= TOLERANCE).all()
        and not policies[legal == 0].any()
        and (np.abs(game.values) <= 1).all()
        and np.isfinite(game.surprises).all()
        and (np.array(game.surprises) >= 0).all()
    )
