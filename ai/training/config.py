"""The configuration of a run: a flat list of what can be set, kept as ``config.toml`` in the run folder."""

import json
import math
import re
import reprlib
import tomllib
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass, field, fields
from datetime import date, time
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path
from typing import Any
from unicodedata import category

from ai.networks import describe
from core.machine import usable_cores
from core.position import Size
from core.sentence import Sentence, reason_of, sentence_of

LEAST_FULL_SHARE = 0.001
"""Smallest ``full_share`` where there are ``cheap_simulations``: with less a generation would hardly ever end."""
MOST_POSITIONS = 10**12
MOST_SIMULATIONS = 10_000_000
USUAL_MOST = 1_000_000_000
"""Largest value that the window takes for a setting that names no ``usual_most`` and has no lower ``most``."""


class ConfigError(ValueError):
    """A configuration makes no sense; the message is a sentence that says what and where. If that is a setting's value, it begins with the name."""


def setting(
    default: Any,
    explanation: str,
    *,
    least: float = -math.inf,
    most: float = math.inf,
    usual_most: float | None = None,
) -> Any:
    """A field of :class:`RunConfig`. ``explanation`` is written into ``config.toml`` above it.

    A configuration with a number below ``least`` or above ``most`` is refused; ``most`` is more than anybody wants and what can still be computed
    with, but whether the memory is enough for it, only the machine can tell. ``usual_most`` is the most that makes sense: the window takes no higher
    value, but a run that has one keeps it."""
    usual = min(most, USUAL_MOST) if usual_most is None else usual_most
    return field(
        default=default,
        metadata={"help": explanation, "least": least, "most": most, "usual_most": usual},
    )


@dataclass(frozen=True)
class RunConfig:
    """All settings of a run, each with what it means."""

    network: str = setting(
        "b4c32",
        "The network's name: paper, agz6x64 (blocks x channels), b4c32 (blocks, channels), b4c32-liberties (sees liberties too), "
        "b4c32-local (without global pooling).",
    )
    first_network: str = setting(
        "",
        "A smaller network for the beginning of a new run, because it learns sooner. Later network takes its place, grows from it where it can, and "
        "learns from the games that it has played. Empty, or with start_from: network from the beginning.",
    )
    first_positions: int = setting(
        200_000,
        "Positions made by self-play after which network takes the place of first_network.",
        least=0,
        most=MOST_POSITIONS,
    )
    board: str = setting("9x9", "Rows x columns; one number does for a square board.")
    start_from: str = setting(
        "",
        "Checkpoint file whose weights a new run begins with, of the same network or of a smaller one that grows to it. Simulations and window go on "
        "from the positions that it has learned from; if it is of the same network, so do falling rates and the mean of the weights. Empty: random "
        "weights.",
    )
    workers: int = setting(
        0,
        "Threads that play games, each with its own copy of the network; half of them learn at times. 0: one for each core of the machine.",
        least=0,
        most=1024,
    )
    processes: int = setting(
        0,
        "Processes that share the workers among them. With several, half of them play on while the others' cores learn. 0: one for each worker "
        "(0.5 GB each), but at most one for each core and one for each GB of memory.",
        least=0,
        most=256,
    )
    parallel_games: int = setting(
        64,
        "Games that each worker plays side by side: the batch of the network. A graphics card is fast from 256 on.",
        least=1,
        most=100_000,
        usual_most=4096,
    )
    simulations: int = setting(
        64,
        "Visits of the root, with those kept from earlier moves, before a move of self-play is chosen; with Gumbel search this many new ones.",
        least=2,
        most=MOST_SIMULATIONS,
        usual_most=100_000,
    )
    simulations_grow_from: int = setting(
        0,
        "Positions made by self-play from which on simulations grow in proportion to the positions: twice as many positions, twice as many "
        "simulations. Positions that the checkpoint in start_from has learned from count. A weak network learns more from many short searches, a "
        "strong one from deeper ones. 0: simulations stay as they are.",
        least=0,
        most=MOST_POSITIONS,
    )
    exploration: float = setting(
        1.25,
        "c_puct: how much a move's prior weighs against its value in the search (AlphaZero's c_init; as there, it grows slowly with the visits).",
        least=0,
        most=10**9,
        usual_most=100,
    )
    plain_search: bool = setting(
        False,
        "Search as in the papers: the solver tries no position of the tree, a move doesn't catch up with the visits that its position has by "
        "other orders of moves, and at the gate, as in self-play, an untried move has the value of the position before it.",
    )
    considered_moves: int = setting(
        0,
        "Gumbel search: this many moves of the root, drawn from the policy, share the simulations by sequential halving, and the improved policy "
        "is learned (Danihelka et al. 2022, there 16). noise_fraction and forced_playouts have no part in it. 0: PUCT.",
        least=0,
        most=100_000,
        usual_most=361,
    )
    cheap_simulations: int = setting(
        0,
        "Playout cap randomisation (Wu 2019, section 3.1): most moves are searched with only this many simulations, without noise, and are not "
        "learned from. 0: every move is searched in full.",
        least=0,
        most=MOST_SIMULATIONS,
        usual_most=100_000,
    )
    full_share: float = setting(
        0.25, "Share of moves searched in full, if cheap_simulations is not 0.", least=0, most=1
    )
    forced_playouts: float = setting(
        0.0,
        "k of forced playouts (Wu 2019, section 3.2: 2): each move tried at the root gets at least sqrt(k P N) visits, P its prior and N the root's "
        "visits, and visits that were only forced are not learned. 0: none are forced.",
        least=0,
        most=10**9,
        usual_most=1000,
    )
    opening_moves: int = setting(
        0,
        "Each game begins after a random number of random moves, at most this many: of 8 such openings (of parallel_games where these are fewer) the "
        "one that the network finds most even. 0: on the empty board. At a run's beginning and after a kill no session has left games to go on with; "
        "the first games then begin after up to three quarters as many random moves as there are points, so that they don't all end together.",
        least=0,
        usual_most=180,
    )
    recorded_openings: float = setting(
        0.0,
        "Share of games that go on from a position within the first three quarters of a game recorded in the run's folder openings: games of other "
        "players bring positions that are rare in a network's games against itself. 0: none.",
        least=0,
        most=1,
    )
    solved_points: int = setting(
        0,
        "Once at most this many points are left that either side may play on, the solver proves who wins a game and plays it to its end: from then "
        "on results are right, and no network is asked. More than 29, or than a quarter of the board's points, counts as that. 0: games are searched "
        "to their end.",
        least=0,
        most=100_000,
        usual_most=90,
    )
    temperature_moves: int = setting(
        30,
        "Moves of a game chosen in proportion to their visits (temperature 1; Gao et al. 2022, section 3.1.2).",
        least=0,
        most=100_000,
        usual_most=361,
    )
    temperature_fall: int = setting(
        15, "Moves over which the temperature then falls to 0.", least=0, most=100_000, usual_most=361
    )
    noise_fraction: float = setting(
        0.25, "Share of Dirichlet noise in the priors of the root (Silver et al. 2017).", least=0, most=1
    )
    generation_positions: int = setting(
        12000,
        "Positions made by self-play before the network learns again.",
        least=1,
        most=MOST_POSITIONS,
    )
    learn_ratio: float = setting(
        2.0,
        "Positions learned from for each position made; fewer in a run that began with a checkpoint, until the window is full.",
        least=0.01,
        most=10**9,
        usual_most=1000,
    )
    window_positions: int = setting(
        300000, "How many of the latest positions the network learns from.", least=1, most=MOST_POSITIONS
    )
    window_start: int = setting(
        0,
        "Positions from which on the window grows more slowly than the positions made, up to window_positions (c of Wu 2019, appendix C). "
        "0: window_positions from the beginning.",
        least=0,
        most=MOST_POSITIONS,
    )
    surprise_weight: float = setting(
        0.0,
        "Share of learning that goes to positions in proportion to how much the search changed the policy there (KataGo's methods: 0.5). "
        "0: all positions alike.",
        least=0,
        most=1,
    )
    batch: int = setting(256, "Positions in one training step.", least=2, most=10_000_000, usual_most=65_536)
    learning_rate: float = setting(
        0.002,
        "Learning rate of AdamW (Loshchilov and Hutter 2019).",
        least=0,
        most=10**9,
        usual_most=1,
    )
    muon_rate: float = setting(
        0.0,
        "Learning rate of Muon (Jordan et al. 2024) for the 3x3 convolutions, 0.02 or so; all other weights learn by AdamW. 0: all by AdamW.",
        least=0,
        most=10**9,
        usual_most=1,
    )
    rate_falls_from: int = setting(
        0,
        "Steps from which on the learning rates fall: as set, times the square root of rate_falls_from / steps (Vaswani et al. 2017, section 5.3). "
        "0: they stay as they are.",
        least=0,
        most=MOST_POSITIONS,
    )
    weight_decay: float = setting(
        0.0001,
        "The constant c of formula 8 in Gao et al. 2022, decoupled from the gradient as in AdamW.",
        least=0,
        most=10**9,
        usual_most=1,
    )
    fate_weight: float = setting(
        0.15,
        "Weight of the auxiliary loss on what each point becomes, the mean cross-entropy of the points in nats; networks without that head "
        "ignore it.",
        least=0,
        most=10**9,
        usual_most=1000,
    )
    value_mix: float = setting(
        0.25,
        "Share of the search's value in what the value learns; the rest is the game's result (AlphaGo Zero and Gao et al. 2022: 0).",
        least=0,
        most=1,
    )
    averaging: float = setting(
        0.99,
        "The network that plays is a running mean of the weights, over the last tenth of all steps. This is the largest share of the mean that a "
        "step keeps; where rates fall, more is kept. 0: the latest weights play.",
        least=0,
        most=1,
    )
    catch_up_passes: float = setting(
        2.0,
        "When the run goes on with another network: passes over the replay that it learns from before it plays.",
        least=0,
        most=10**9,
        usual_most=1000,
    )
    symmetries: bool = setting(True, "Learn from positions turned and mirrored at random.")
    gate_games: int = setting(
        40,
        "Games of a new network against earlier ones; 0: every new network is taken, and none is rated.",
        least=0,
        most=1_000_000,
        usual_most=10_000,
    )
    gate_simulations: int = setting(
        32,
        "Simulations for each move of these games.",
        least=2,
        most=MOST_SIMULATIONS,
        usual_most=100_000,
    )
    gate_win_rate: float = setting(
        0.55,
        "Share of these games that a new network must win to be taken (Gao et al. 2022, section 3.3). "
        "0: every one is taken, and the games, against several earlier networks, only rate it.",
        least=0,
        most=1,
    )
    games_kept: int = setting(
        8,
        "Games of each generation kept as records, at most as many as 20 MB hold.",
        least=0,
        most=1_000_000,
        usual_most=10_000,
    )
    seed: int = setting(1, "Seed of all random numbers.", least=0, most=2**63 - 1)

    def __post_init__(self) -> None:
        self._check("network", describe)
        if self.first_network:
            self._check("first_network", describe)
        self._check("board", Size.parse)
        self._check_ranges()
        self._check_start()
        self._check_together()

    def _check_ranges(self) -> None:
        """:class:`ConfigError` if a number is out of its range."""
        for item in fields(self):
            name, value = item.name, getattr(self, item.name)
            if isinstance(value, str):
                continue
            if isinstance(value, float) and not math.isfinite(value):
                # as a text: the refusal may be told as JSON, which has no such numbers
                raise ConfigError(Sentence("%1 = %2 should be a finite number", name, str(value)))
            if value < (least := item.metadata["least"]):
                raise ConfigError(Sentence("%1 = %2 should be at least %3", name, value, f"{least:,}"))
            if value > (most := item.metadata["most"]):
                raise ConfigError(Sentence("%1 = %2 should be at most %3", name, value, f"{most:,}"))

    def _check_start(self) -> None:
        """:class:`ConfigError` if the checkpoint to start from can't be the name of a file."""
        if "\0" in self.start_from or self.start_from != self.start_from.encode(errors="replace").decode():
            raise ConfigError(Sentence("start_from = %1 can't be the name of a file", repr(self.start_from)))
        if any(category(letter) == "Cc" for letter in self.start_from):
            raise ConfigError(
                Sentence(
                    "start_from = %1 can't be the name of a file: within \"…\" a \\ begins a special character; write the text within '…', or / in "
                    "place of each \\",
                    repr(self.start_from),
                )
            )

    def _check_together(self) -> None:
        """:class:`ConfigError` if settings don't go together."""
        if self.cheap_simulations and self.full_share < LEAST_FULL_SHARE:
            raise ConfigError(
                Sentence(
                    "full_share = %1 should be at least %2 where there are cheap_simulations: only moves searched in full are learned from",
                    self.full_share,
                    LEAST_FULL_SHARE,
                )
            )
        if self.considered_moves and self.forced_playouts:
            raise ConfigError(
                Sentence("considered_moves and forced_playouts exclude each other; set one of them to 0")
            )
        if self.opening_moves > self.size.points // 2:
            raise ConfigError(
                Sentence(
                    "opening_moves = %1 should be at most %2, half of the board's points",
                    self.opening_moves,
                    self.size.points // 2,
                )
            )

    def _check(self, name: str, read: Callable[[str], object]) -> None:
        """:class:`ConfigError` that names the setting if ``read`` refuses it."""
        try:
            read(getattr(self, name))
        except ValueError as error:
            raise ConfigError(Sentence("%1: %2", name, sentence_of(error))) from error

    @cached_property
    def size(self) -> Size:
        return Size.parse(self.board)

    @property
    def threads(self) -> int:
        """How many threads play: ``workers``, or one for each core that this process may use."""
        return self.workers or usable_cores()

    def network_at(self, positions: int) -> str:
        """The name of the network after so many positions made by self-play."""
        small = self.first_network and not self.start_from and positions < self.first_positions
        return self.first_network if small else self.network

    def simulations_at(self, positions: int) -> int:
        """Simulations for a move of self-play after so many positions."""
        start = self.simulations_grow_from
        grown = self.simulations * positions // start if 0 < start < positions else self.simulations
        return min(grown, MOST_SIMULATIONS)

    def to_toml(self) -> str:
        """The text of ``config.toml``, each setting under its explanation."""
        lines = ["# Settings of this training run; a change counts when the run goes on.\n"]
        lines += [_explained(item.name, getattr(self, item.name)) for item in fields(self)]
        return "\n".join(lines)


def _explained(name: str, value: Any) -> str:
    """The lines of ``config.toml`` that set ``name``."""
    (explanation,) = (item.metadata["help"] for item in fields(RunConfig) if item.name == name)
    return f"# {explanation}\n{name} = {toml_text(value)}\n"


def toml_text(value: Any) -> str:
    """``value`` as TOML: texts in quotes, by the rules of JSON."""
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else str(value).lower()


class _Shown(reprlib.Repr):
    """Writes values as TOML has them, long ones in part."""

    def repr_bool(self, value: bool, _level: int) -> str:
        return toml_text(value)

    def repr_date(self, value: date, _level: int) -> str:
        return str(value)

    repr_datetime = repr_date

    def repr_time(self, value: time, _level: int) -> str:
        return str(value)

    def repr_dict(self, x: dict[str, Any], level: int) -> str:
        return "{…}" if x else "{}"


_SHOWN = _Shown()


def settings_text(path: Path) -> str:
    """The text of a file of settings; :class:`ConfigError` if it can't be read."""
    try:
        return path.read_text("utf-8-sig")  # Windows' editor begins a file with a mark
    except UnicodeDecodeError as error:
        raise ConfigError(Sentence("%1 is no text in UTF-8; save it as that", path)) from error
    except OSError as error:
        raise ConfigError(Sentence("%1 can't be read: %2", path, reason_of(error))) from error


def parse_config(text: str, source: Path | str = "config.toml", base: RunConfig | None = None) -> RunConfig:
    """The configuration in ``text``; what it doesn't name is as in ``base``, or has its default. :class:`ConfigError` with a sentence for anything
    unknown or of the wrong type."""
    return _replaced(base or RunConfig(), _given(text, source), source)


def rewritten(text: str, config: RunConfig) -> str:
    """``text``, a file of settings, with the values of ``config``. Notes and order stay; settings that it didn't name are added at its end."""
    given, lines = _given(text, "config.toml"), text.removesuffix("\n").split("\n")
    for name, value in asdict(config).items():
        if name not in given:
            lines += ["", _explained(name, value).removesuffix("\n")]
        elif given[name] != value:
            lines = [_with_value(line, name, value) for line in lines]
    changed = "\n".join(lines) + "\n"
    with suppress(ConfigError):  # the result may be no TOML, as where a value stood in three quotes
        if parse_config(changed) == config:
            return changed
    return config.to_toml()


def _with_value(line: str, name: str, value: Any) -> str:
    """``line`` with ``value`` if it sets ``name``; a note behind it stays."""
    setting = re.match(rf"""\s*{name}\s*=\s*(?P<value>"(?:[^"\\]|\\.)*"|'[^']*'|[^"'#\s]+)""", line)
    if setting is None:
        return line
    return line[: setting.start("value")] + toml_text(value) + line[setting.end() :]


def unsaid_settings(text: str, source: Path | str = "config.toml") -> list[str]:
    """The settings that ``text`` doesn't name; :class:`ConfigError` if it makes no sense."""
    given = _given(text, source)
    return [item.name for item in fields(RunConfig) if item.name not in given]


def _given(text: str, source: Path | str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # also for numbers too long, lists nested too deep
        raise ConfigError(_unreadable(text, source, str(error))) from error


def _unreadable(text: str, source: Path | str, reason: str) -> Sentence:
    """What to say of a ``text`` that is no TOML. The parser's own reason, which is always in English, is shown only where it names no place."""
    if twice := _set_twice(text):
        return Sentence(
            "line %1 of %2 sets %3 a second time; leave out one of the two", twice[0], source, twice[1]
        )
    place = re.search(r"\(at (?:line (\d+), column \d+|end of document)\)$", reason)
    if place is None:
        return Sentence("%1 can't be read: %2", source, reason)
    lines = text.removesuffix("\n").split("\n")
    number = int(place[1] or len(lines))
    if wrong := _wrong_word(lines[number - 1]):
        return Sentence("%1: %2 = %3 should be %4", source, *wrong)
    if re.search(r'"[^"]*\\', lines[number - 1]):
        return Sentence(
            "line %1 of %2 can't be understood: within \"…\" a \\ begins a special character; write the text within '…', or / in place of each \\",
            number,
            source,
        )
    return Sentence(
        'line %1 of %2 can\'t be understood; each setting stands once, on a line of its own: simulations = 64, or board = "9x9" for a text',
        number,
        source,
    )


def _wrong_word(line: str) -> tuple[str, str, Sentence] | None:
    """The setting in ``line``, the word given to it and what that should be, where that is what makes no sense. Words given to texts lack only
    quotation marks."""
    setting = re.fullmatch(r"""\s*(\w+)\s*=\s*([^\s"'#]+)\s*(?:#.*)?""", line)
    kinds = {item.name: type(item.default) for item in fields(RunConfig)}
    if setting is None or kinds.get(setting[1], str) is str:
        return None
    with suppress(ValueError):  # the file makes no sense before this line
        tomllib.loads(line)
        return None
    return setting[1], setting[2], _TYPE_NAMES[kinds[setting[1]]]


def _set_twice(text: str) -> tuple[int, str] | None:
    """The number of the first line that sets a setting for the second time, and that setting."""
    known: set[str] = set()
    for number, line in enumerate(text.split("\n"), 1):
        setting = re.match(r"\s*(\w+)\s*=", line)
        if setting is not None and setting[1] in known:
            return number, setting[1]
        known |= {setting[1]} if setting is not None else set()
    return None


def _replaced(config: RunConfig, given: dict[str, Any], source: Path | str) -> RunConfig:
    """``config`` with the settings of ``given`` changed, each checked for its type."""
    values = asdict(config)
    for name, value in given.items():
        if name not in values:
            if near := get_close_matches(name, values, 1):
                raise ConfigError(
                    Sentence("%1: there is no setting '%2'; perhaps '%3' is meant", source, name, near[0])
                )
            raise ConfigError(Sentence("%1: there is no setting '%2'", source, name))
        wanted = type(values[name])
        if wanted is float and type(value) is int:
            value = float(str(value))  # through text, so that one too large becomes infinite, as in a file
        if type(value) is not wanted:
            raise ConfigError(
                Sentence("%1: %2 = %3 should be %4", source, name, _SHOWN.repr(value), _TYPE_NAMES[wanted])
            )
        values[name] = value
    try:
        return RunConfig(**values)
    except ConfigError as error:  # it doesn't name the file
        raise ConfigError(Sentence("%1: %2", source, sentence_of(error))) from error


def with_settings(config: RunConfig, texts: Iterable[str]) -> RunConfig:
    """``config`` with the settings of ``texts``, each ``name=value`` as after ``--set``. They are changed all at once: their order doesn't matter."""
    given: dict[str, Any] = {}
    for text in texts:
        given |= _parse_setting(config, text)
    return _replaced(config, given, "--set")


def _parse_setting(config: RunConfig, text: str) -> dict[str, Any]:
    """The setting in ``text``, ``name=value`` from a command line, as a dictionary."""
    name, sign, value = (part.strip() for part in text.partition("="))
    current = getattr(config, name, None)
    if sign and isinstance(current, str):
        return {name: value}
    try:
        given = tomllib.loads(f"{name} = {value}")
    except (ValueError, RecursionError):
        given = {}
    if sign and list(given) == [name]:
        return given
    if sign and current is not None:  # the value is no TOML, or more than one line of it
        return {name: value}
    raise ConfigError(Sentence("'%1' is not a setting; write name=value, for example simulations=64", text))


_TYPE_NAMES = {
    int: Sentence("a whole number"),
    float: Sentence("a number"),
    str: Sentence("a text"),
    bool: Sentence("true or false"),
}
