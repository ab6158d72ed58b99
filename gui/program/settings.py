"""All that the user sets, in one typed, versioned file that is written atomically."""

import json
import logging
import math
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

from ai.levels import levels
from ai.shipped_networks import SHIPPED
from core.clock import TimeControl
from core.files import patiently, write_atomically
from core.folders import FolderError, config_dir
from core.position import Size
from core.problems import GRADES

log = logging.getLogger(__name__)

VERSION = 1
FILE = "settings.json"
HUMAN = "human"


MOST_SIMULATIONS_SET = 10_000_000
"""Most simulations in the settings, and so in the analysis dialog."""
ARENA_SIMULATIONS = 100
"""A network's simulations for each move in an arena, unless its dialog says otherwise."""
LIMITS: dict[str, tuple[float, float]] = {
    "analysis_simulations": (1, MOST_SIMULATIONS_SET),
    "review_simulations": (1, MOST_SIMULATIONS_SET),
    "simulations": (1, MOST_SIMULATIONS_SET),
    "total_seconds": (0, 1_000_000),
    "move_seconds": (0, 1_000_000),
    "pause_ms": (0, 60_000),
    "random_moves": (0, 8),
    "problem_grade": (GRADES[0], GRADES[-1]),
}
"""Ranges of numbers; other values were not written by this program."""


def default_opponent() -> str:
    """The AI of the first game: the strongest of the lower levels, so that a beginner can win."""
    return levels()[len(levels()) // 3].player_text


@dataclass
class Settings:
    """Settings as plain values with defaults; a file may lack any of them."""

    language: str = ""
    """``en``, ``zh_CN``, or empty for the system's language."""
    scheme: str = "system"
    """``system``, ``light`` or ``dark``."""
    notation: str = "championship"
    """``championship``, ``gtp`` or ``off``."""
    sounds: bool = True
    show_numbers: bool = False
    show_next: bool = True
    """Show where the record goes on from the position shown."""
    show_forbidden: bool = True
    show_forbidden_of_both: bool = False
    show_private: bool = False
    show_book: bool = True
    """Show the opening book's figures on the board while its list is visible."""
    book_helps: bool = False
    """The user has switched these figures on in the game against an AI that the window shows: the next start finds them on in it."""
    book: str = ""
    """The opening book that was last opened; empty for the shipped one."""
    board_style: str = "wood"
    """``wood`` or ``plain``."""
    analysis_player: str = f"zero:net={SHIPPED}"
    analysis_simulations: int = 20_000
    """Simulations after which the analysis of a position ends."""
    review_simulations: int = 400
    """Simulations for each position in the analysis of a whole game."""
    analysis_candidates: bool = True
    analysis_priors: bool = False
    analysis_policy: bool = False
    analysis_lines: bool = True
    """Show how the game would go on, with the mouse on a candidate."""
    analysis_for_all: bool = False
    """Colours that colour-blind eyes can tell apart."""
    report_hides_better: bool = False
    problem_grade: int = GRADES[0]
    """The grade of the problems that were last solved."""
    problems: dict[str, str] = field(default_factory=dict)
    """What became of problems, by their ids: ``first`` for those solved at the first try, ``later``, or ``tried`` if not solved yet."""
    compare_first: str = ""
    """Empty until one was chosen: then the player of the analysis is proposed."""
    compare_second: str = ""
    """Empty until one was chosen: then another network is proposed than the first player's."""
    black: str = HUMAN
    """``human`` or a player's text."""
    white: str = field(default_factory=default_opponent)
    random_colors: bool = False
    """Draw the human's colour by lot."""
    board: str = "9x9"
    total_seconds: float = 0.0
    """0: no total time."""
    move_seconds: float = 0.0
    strict: bool = True
    ponder: bool = True
    """Let AIs think on while a human thinks."""
    folder: str = ""
    """Folder where files were last opened or saved."""
    place: str = ""
    """Place in the last championship record."""
    event: str = ""
    """Event in the last championship record."""
    team: str = ""
    """Team in whose name the program played in the last championship record."""
    recent: list[str] = field(default_factory=list)
    """Files that were opened or saved, the last one first."""
    keys: dict[str, str] = field(default_factory=dict)
    """Keys of commands that differ from the defaults; empty for none."""
    pause_ms: int = 300
    """Pause between two moves in games between AIs."""
    random_moves: int = 2
    """Random moves with which games between AIs begin."""
    simulations: int = 800
    """Simulations of networks that are loaded or played against."""
    networks: list[str] = field(default_factory=list)
    """Checkpoints that the user added to the list of networks."""
    runs: list[str] = field(default_factory=list)
    """Folders of training runs that the user added to the list of runs: those outside the program's own folder."""
    run: str = ""
    """The training run that was last started."""
    engines: list[str] = field(default_factory=list)
    """External programs, each a player's text with a name."""
    tour_seen: bool = False
    geometry: str = ""
    """The window's place and size, as Qt writes it, in base 64."""
    docks: str = ""
    training_room: str = ""
    """Place and size of the training room, as :attr:`geometry`."""
    training_axis: str = "steps"
    """Axis of the training plots: ``steps``, ``generations``, ``positions`` or ``hours``."""

    def __post_init__(self) -> None:
        self.kept: dict[str, Any] = {}
        """Values in the file when it was last read or written: this window has changed what differs."""

    @property
    def size(self) -> Size:
        try:
            return Size.parse(self.board)
        except ValueError:
            return Size()

    @property
    def time_control(self) -> TimeControl | None:
        """``None`` without any time limit."""
        if self.total_seconds <= 0 and self.move_seconds <= 0:
            return None
        return TimeControl(self.total_seconds or None, self.move_seconds or None)

    @time_control.setter
    def time_control(self, control: TimeControl | None) -> None:
        self.total_seconds = (control and control.total_seconds) or 0.0
        self.move_seconds = (control and control.move_seconds) or 0.0


def load() -> tuple[Settings, Path | None]:
    """The user's settings; the defaults where there are none or they can't be read now. A damaged file is set aside, and the second value is its new
    path, to be told to the user. It is ``None`` if the file can't be moved: then settings can't be saved there either, which the next save
    reports."""
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
    """What the file holds now; empty if there is none or it is damaged. Raises ``OSError`` if it can't be read, so that its content is not lost."""
    try:
        given = json.loads(patiently(lambda: (folder() / FILE).read_text("utf-8")))
    except (FileNotFoundError, NotADirectoryError, ValueError, RecursionError):
        return {}
    return given if isinstance(given, dict) else {}


def folder() -> Path:
    """Folder where settings are read, even if it can't be written."""
    try:
        return config_dir()
    except FolderError as error:
        return error.folder


def _from_dict(given: dict[str, Any]) -> Settings:
    """Settings from known names with values of the right kind; a file of another version may hold others."""
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
    """Save ``settings``. Raises ``OSError`` if that fails. Only values changed since they were last read or saved are written: others keep what
    another window has written since, and its lists are taken over. Names known only to a newer version stay."""
    given = _given()
    others = _from_dict(given)
    for known in fields(Settings):
        mine = getattr(settings, known.name)
        if known.name in given and isinstance(mine, list | dict) and mine == settings.kept.get(known.name):
            _take_over(mine, getattr(others, known.name))
    mine = asdict(settings)
    unchanged = [name for name in given if name in mine and mine[name] == settings.kept.get(name)]
    data = {"version": VERSION, **given, **mine, **{name: given[name] for name in unchanged}}
    # in ASCII, because file names may contain surrogates
    write_atomically(config_dir() / FILE, json.dumps(data, indent=1).encode())
    settings.kept = mine


def _take_over(mine: list | dict, theirs: Any) -> None:
    """Replace the content in place: an open dialog may hold the object and add to it."""
    mine.clear()
    if isinstance(mine, dict):
        mine.update(theirs)
    else:
        mine.extend(theirs)
