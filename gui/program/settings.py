"""Everything that the user sets, in one typed, versioned file that is written whole or not at all."""

import json
import logging
import math
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

from ai.levels import levels
from ai.players.shipped import SHIPPED
from core.clock import TimeControl
from core.files import patiently, write_atomically
from core.folders import FolderError, config_dir
from core.position import Size

log = logging.getLogger(__name__)

VERSION = 1
FILE = "settings.json"
HUMAN = "human"


MOST_SIMULATIONS_SET = 10_000_000
"""In the settings, and so in the dialog of the analysis."""
LIMITS: dict[str, tuple[float, float]] = {
    "analysis_simulations": (1, MOST_SIMULATIONS_SET),
    "review_simulations": (1, MOST_SIMULATIONS_SET),
    "simulations": (1, MOST_SIMULATIONS_SET),
    "total_seconds": (0, 1_000_000),
    "move_seconds": (0, 1_000_000),
    "pause_ms": (0, 60_000),
    "random_moves": (0, 8),
}
"""What numbers may be; a file that says otherwise was not written by this program."""


def default_opponent() -> str:
    """The AI of the first game: of the lower levels the strongest, so that somebody new can win."""
    return levels()[len(levels()) // 3].player_text


@dataclass
class Settings:
    """Plain values with their defaults; a file may lack any of them."""

    language: str = ""
    """``en``, ``zh_CN``, or empty for the system's."""
    scheme: str = "system"
    """``system``, ``light`` or ``dark``."""
    notation: str = "championship"
    """``championship``, ``gtp`` or ``off``."""
    sounds: bool = True
    show_numbers: bool = False
    show_next: bool = True
    """Where the record goes on from the position that is looked at."""
    show_forbidden: bool = False
    show_forbidden_of_both: bool = False
    show_private: bool = False
    show_book: bool = True
    """The opening book's figures on the board, while its list is seen."""
    book: str = ""
    """The opening book that was opened last; empty: the shipped one."""
    board_style: str = "wood"
    """``wood`` or ``plain``."""
    analysis_player: str = f"zero:net={SHIPPED}"
    analysis_simulations: int = 20_000
    """Of one position; the analysis ends there."""
    review_simulations: int = 400
    """Of each position of a whole game."""
    analysis_candidates: bool = True
    analysis_priors: bool = False
    analysis_policy: bool = False
    analysis_lines: bool = True
    """How the game would go on, with the mouse on a candidate."""
    analysis_for_all: bool = False
    """Colours that colour-blind eyes tell apart."""
    report_hides_better: bool = False
    compare_first: str = f"zero:net={SHIPPED}"
    compare_second: str = f"policy:net={SHIPPED}"
    black: str = HUMAN
    """``human`` or a player's text, as everywhere."""
    white: str = field(default_factory=default_opponent)
    random_colors: bool = False
    """The human's colour is drawn by lot."""
    board: str = "9x9"
    total_seconds: float = 0.0
    """0: no total time."""
    move_seconds: float = 0.0
    strict: bool = True
    ponder: bool = True
    """AIs think on while a human thinks."""
    folder: str = ""
    """Where files were opened or saved last."""
    place: str = ""
    """Of the last championship record."""
    event: str = ""
    """Likewise."""
    recent: list[str] = field(default_factory=list)
    """Files that were opened or saved, the last one first."""
    keys: dict[str, str] = field(default_factory=dict)
    """Commands with another key than the program came with; empty for none."""
    pause_ms: int = 300
    """Between two moves of AIs that play each other."""
    random_moves: int = 2
    """With which games between AIs begin."""
    simulations: int = 800
    """Of networks that are loaded or played against."""
    networks: list[str] = field(default_factory=list)
    """Checkpoints that the user put on the list of networks."""
    runs: list[str] = field(default_factory=list)
    """Folders of training runs that the user put on the list of runs: those elsewhere than in the program's own folder."""
    run: str = ""
    """The training run that was started last."""
    engines: list[str] = field(default_factory=list)
    """External programs, each a player's text with a name."""
    tour_seen: bool = False
    geometry: str = ""
    """The window's place and size, as Qt writes it, in base 64."""
    docks: str = ""
    training_room: str = ""
    """Its place and size, likewise."""
    training_axis: str = "steps"
    """What is counted along its plots: ``steps``, ``generations``, ``positions`` or ``hours``."""

    def __post_init__(self) -> None:
        self.kept: dict[str, Any] = {}
        """What stood in the file when it was read or written last: what differs from that, this window has changed."""

    @property
    def size(self) -> Size:
        try:
            return Size.parse(self.board)
        except ValueError:
            return Size()

    @property
    def time_control(self) -> TimeControl | None:
        """``None`` without any time."""
        if self.total_seconds <= 0 and self.move_seconds <= 0:
            return None
        return TimeControl(self.total_seconds or None, self.move_seconds or None)

    @time_control.setter
    def time_control(self, control: TimeControl | None) -> None:
        self.total_seconds = (control and control.total_seconds) or 0.0
        self.move_seconds = (control and control.move_seconds) or 0.0


def load() -> tuple[Settings, Path | None]:
    """The user's settings, or the defaults where there are none, or they can't be got at now. A damaged file is set aside; its new place is the
    second value, so that the user can be told; ``None`` where it has to stay: nothing can be kept there either, which is told when that is tried."""
    path = folder() / FILE
    try:
        given = json.loads(patiently(lambda: path.read_text("utf-8")))  # another window may be writing it
        if not isinstance(given, dict):
            raise ValueError("not an object")
    except FileNotFoundError:
        return _from_dict({}), None
    except OSError as error:
        log.warning("settings can't be read: %s", error)
        return _from_dict({}), None
    except (ValueError, RecursionError) as error:
        log.warning("settings are damaged: %s", error)
        aside = path.with_suffix(".damaged.json")
        try:
            path.replace(aside)
        except OSError:
            return _from_dict({}), None
        return _from_dict({}), aside
    return _from_dict(given), None


def _given() -> dict[str, Any]:
    """What the file says now, nothing where there is none or it is damaged; ``OSError`` if it can't be read: what it says is not to be lost."""
    try:
        given = json.loads(patiently(lambda: (folder() / FILE).read_text("utf-8")))
    except (FileNotFoundError, NotADirectoryError, ValueError, RecursionError):
        return {}
    return given if isinstance(given, dict) else {}


def folder() -> Path:
    """Where the settings are read, even if nothing can be written there."""
    try:
        return config_dir()
    except FolderError as error:
        return error.folder


def _from_dict(given: dict[str, Any]) -> Settings:
    """Known names with values of the right kind; a file of another version may hold others."""
    settings = Settings()
    for known in fields(Settings):
        value = given.get(known.name)
        wanted = type(getattr(settings, known.name))
        low, high = LIMITS.get(known.name, (-math.inf, math.inf))
        if isinstance(value, int | float) and not low <= value <= high:
            continue
        if wanted is float and type(value) is int:
            value = float(value)
        if wanted is dict and type(value) is dict:
            value = {name: text for name, text in value.items() if type(text) is str}
        if wanted is list and type(value) is list:
            value = [item for item in value if type(item) is str]
        if type(value) is wanted:
            setattr(settings, known.name, value)
    settings.kept = asdict(settings)
    return settings


def save(settings: Settings) -> None:
    """Keep ``settings``; ``OSError`` if that fails. What they say differently from when they were read or kept last is written; of the rest, what
    another window of the program has written since stays, and its lists are taken over; so does what only a newer version understands."""
    given = _given()
    others = _from_dict(given)
    for known in fields(Settings):
        mine = getattr(settings, known.name)
        if known.name in given and isinstance(mine, list | dict) and mine == settings.kept.get(known.name):
            _take_over(mine, getattr(others, known.name))
    mine = asdict(settings)
    unchanged = [name for name in given if name in mine and mine[name] == settings.kept.get(name)]
    data = {"version": VERSION, **given, **mine, **{name: given[name] for name in unchanged}}
    # in ASCII, for names of files may be no text
    write_atomically(config_dir() / FILE, json.dumps(data, indent=1).encode())
    settings.kept = mine


def _take_over(mine: list | dict, theirs: Any) -> None:
    """In place: a dialog that is open may hold it, and add to it."""
    mine.clear()
    if isinstance(mine, dict):
        mine.update(theirs)
    else:
        mine.extend(theirs)
