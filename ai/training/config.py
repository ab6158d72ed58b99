"""The configuration of a run: a flat list of what can be set, kept as ``config.toml`` in the run folder."""

import json
import math
import re
import reprlib
import tomllib
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass, field, fields
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path
from typing import Any
from unicodedata import category

from ai.networks import describe
from core.machine import usable_cores
from core.position import Size
from core.sentence import Sentence, reason_of, sentence_of


class ConfigError(ValueError):
    """A configuration makes no sense; the message is a sentence that says what and where."""


def setting(default: Any, explanation: str) -> Any:
    """A field of :class:`RunConfig`; its explanation is written into ``config.toml`` above it."""
    return field(default=default, metadata={"help": explanation})


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
        "A smaller network with which a new run begins; it learns sooner, and network then grows from it, where it can, and learns from what it "
        "has played. Empty, or with start_from: network from the beginning.",
    )
    first_positions: int = setting(
        200_000, "Positions made by self-play after which network takes the place of first_network."
    )
    board: str = setting("9x9", "Rows x columns.")
    start_from: str = setting(
        "",
        "A new run begins with the weights of this checkpoint file, of the same network or of a smaller one that grows to it. Its simulations "
        "and window, those of the same network also its falling rates and its mean, go on from what that has learned. Empty: with random ones.",
    )
    workers: int = setting(
        0,
        "Threads that play games, each with its own copy of the network; half of them learn at times. 0: one for each core of the machine.",
    )
    processes: int = setting(
        0,
        "Processes that share the workers among them; with several, half of them play on while the others' cores learn. 0: one for each worker "
        "(0.5 GB each), at most one a core and one for each GB of memory.",
    )
    parallel_games: int = setting(
        64,
        "Games side by side in each worker: the batch of the network; a graphics card is fast from 256 on.",
    )
    simulations: int = setting(
        64,
        "Visits of the root before a move is chosen in self-play, those kept from earlier moves among them; with Gumbel search so many new ones.",
    )
    simulations_grow_from: int = setting(
        0,
        "From so many positions made by self-play on, those that a checkpoint to start from has learned from among them, simulations grow in "
        "proportion to the positions: twice as many positions, twice as many simulations. What a weak network learns from many short searches, a "
        "strong one learns from deeper ones. 0: they stay.",
    )
    exploration: float = setting(
        1.25,
        "c_puct: how much a move's prior weighs against its value in the search (AlphaZero's c_init; it grows with the visits as there, slowly).",
    )
    plain_search: bool = setting(
        False,
        "Search as in the papers: the solver tries no position of the tree, a move doesn't catch up with the visits that its position has by "
        "other orders of moves, and at the gate, as in self-play, an untried move has the value of the position before it.",
    )
    considered_moves: int = setting(
        0,
        "Gumbel search: so many moves of the root, drawn from the policy, share the simulations by sequential halving, and what is learned "
        "is the policy so improved (Danihelka et al. 2022, there 16); noise_fraction and forced_playouts have no part in it. 0: PUCT.",
    )
    cheap_simulations: int = setting(
        0,
        "Playout cap randomisation (Wu 2019, section 3.1): most moves are searched with so few simulations, without noise, and not "
        "learned from; 0: every move is searched in full.",
    )
    full_share: float = setting(0.25, "Share of moves searched in full, if cheap_simulations is not 0.")
    forced_playouts: float = setting(
        0.0,
        "k of forced playouts (Wu 2019, section 3.2: 2): each move tried at the root gets at least sqrt(k P N) visits, and those that were "
        "only forced are not learned; 0: none are forced.",
    )
    opening_moves: int = setting(
        0,
        "Each game begins after a random number of random moves, this at the most: of 8 such openings the one that the network finds most "
        "even, of parallel_games where these are fewer (1: any opening is played). 0: on the empty board. Where no session before has left games "
        "to go on with, as at a run's beginning and after a kill, the first ones begin after up to three quarters as many random moves as there "
        "are points, so that they don't all end together.",
    )
    recorded_openings: float = setting(
        0.0,
        "Share of the games that go on from a position within the first three quarters of a game recorded in the folder openings of the "
        "run: games of other players bring positions that are rare in a network's games against itself. 0: none.",
    )
    solved_points: int = setting(
        0,
        "When no more than so many points are left that either side may play on, the solver proves who wins a game and plays it to its end: from "
        "there on results are right, and no network is asked. At the most a quarter of the board's points count, and 29. 0: games are searched "
        "to their end.",
    )
    temperature_moves: int = setting(
        30, "Moves of a game chosen in proportion to their visits (temperature 1; first seed, section 3.1.2)."
    )
    temperature_fall: int = setting(15, "Moves over which the temperature then falls to 0.")
    noise_fraction: float = setting(
        0.25, "Share of Dirichlet noise in the priors of the root (Silver et al. 2017)."
    )
    generation_positions: int = setting(12000, "Positions made by self-play before the network learns again.")
    learn_ratio: float = setting(
        2.0,
        "Positions learned from for each position made; in a run that began with a checkpoint less until the window is full.",
    )
    window_positions: int = setting(300000, "The latest positions that the network learns from.")
    window_start: int = setting(
        0,
        "From so many positions on the window grows more slowly than the positions made, up to window_positions (c of Wu 2019, appendix C); "
        "0: window_positions from the beginning.",
    )
    surprise_weight: float = setting(
        0.0,
        "Share of what is learned that goes to positions in proportion to how much the search changed the policy there (KataGo's methods: "
        "0.5); 0: all positions alike.",
    )
    batch: int = setting(256, "Positions in one training step.")
    learning_rate: float = setting(0.002, "Of AdamW (Loshchilov and Hutter 2019).")
    muon_rate: float = setting(
        0.0,
        "Learning rate of the 3x3 convolutions by Muon (Jordan et al. 2024), 0.02 or so, all else then goes by AdamW; 0: so do they.",
    )
    rate_falls_from: int = setting(
        0,
        "From so many steps on the learning rates fall: as set, times the root of rate_falls_from / steps (Vaswani et al. 2017, section 5.3); 0: "
        "they stay.",
    )
    weight_decay: float = setting(
        0.0001, "The constant c of the first seed's formula 8, decoupled from the gradient as in AdamW."
    )
    fate_weight: float = setting(
        0.15,
        "Weight of the auxiliary loss on what each point becomes, the mean cross-entropy of the points in nats; networks without that head "
        "ignore it.",
    )
    value_mix: float = setting(
        0.25,
        "Share of the search's value in what the value learns; the rest is the game's result (AlphaGo Zero and the first seed: 0).",
    )
    averaging: float = setting(
        0.99,
        "The network that plays is a running mean of the weights learned, over the last tenth of all steps; the share kept at a step, at the "
        "most (0: the last weights). Where rates fall, more is kept.",
    )
    catch_up_passes: float = setting(
        2.0,
        "Passes over the replay that a network learns from before it plays, when the run goes on with another one.",
    )
    symmetries: bool = setting(True, "Show positions turned and mirrored at random.")
    gate_games: int = setting(
        40, "Games of a new network against earlier ones; 0: every new network is taken, and none is rated."
    )
    gate_simulations: int = setting(32, "Simulations of a move in these games.")
    gate_win_rate: float = setting(
        0.55,
        "Share of games that a new network must win to be taken (first seed, section 3.3); "
        "0: every one is, and the games, against several earlier networks, only rate it.",
    )
    games_kept: int = setting(8, "Games of each generation kept as records, as many as 20 MB hold.")
    seed: int = setting(1, "Of all random numbers.")

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
        for name, value in asdict(self).items():
            if isinstance(value, float) and not math.isfinite(value):
                # as a text: JSON, in which what is wrong may be told, has no such numbers
                raise ConfigError(Sentence("%1 = %2 should be a finite number", name, str(value)))
        for name, least in _LEAST.items():
            if getattr(self, name) < least:
                raise ConfigError(Sentence("%1 = %2 should be at least %3", name, getattr(self, name), least))
        for name, most in _MOST.items():
            if getattr(self, name) > most:
                raise ConfigError(Sentence("%1 = %2 should be at most %3", name, getattr(self, name), most))
        for name in _SHARES:
            if not 0 <= getattr(self, name) <= 1:
                raise ConfigError(Sentence("%1 = %2 should be from 0 to 1", name, getattr(self, name)))

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
        """:class:`ConfigError` if settings don't go with each other."""
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
        """:class:`ConfigError` that names the setting if ``read`` makes nothing of it."""
        try:
            read(getattr(self, name))
        except ValueError as error:
            raise ConfigError(Sentence("%1: %2", name, sentence_of(error))) from error

    @cached_property
    def size(self) -> Size:
        return Size.parse(self.board)

    @property
    def threads(self) -> int:
        """Threads at work: ``workers``, or one for each core that this process may use."""
        return self.workers or usable_cores()

    def network_at(self, positions: int) -> str:
        """The network of a run that has made so many positions."""
        small = self.first_network and not self.start_from and positions < self.first_positions
        return self.first_network if small else self.network

    def simulations_at(self, positions: int) -> int:
        """Those of a run that has made so many positions."""
        start = self.simulations_grow_from
        grown = self.simulations * positions // start if 0 < start < positions else self.simulations
        return min(grown, _MOST["simulations"])

    def to_toml(self) -> str:
        """The text of ``config.toml``, each setting under its explanation."""
        lines = ["# Settings of this training run; a change counts when the run goes on.\n"]
        lines += [_explained(item.name, getattr(self, item.name)) for item in fields(self)]
        return "\n".join(lines)


def _explained(name: str, value: Any) -> str:
    """The lines of ``config.toml`` that set ``name``."""
    (explanation,) = (item.metadata["help"] for item in fields(RunConfig) if item.name == name)
    return f"# {explanation}\n{name} = {_toml_text(value)}\n"


def _toml_text(value: Any) -> str:
    """``value`` as TOML: texts in quotes, by the rules of JSON."""
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else str(value).lower()


LEAST_FULL_SHARE = 0.001
"""With less a generation would hardly ever end."""
LARGEST = {"workers": 1024, "processes": 256}
"""More than any machine can make use of, and what it would choke on."""
_SHARES = (
    "recorded_openings",
    "noise_fraction",
    "full_share",
    "surprise_weight",
    "gate_win_rate",
    "value_mix",
    "averaging",
)
"""Settings that are shares of a whole, 0 to 1."""
_LEAST = {
    "first_positions": 0,
    "workers": 0,
    "processes": 0,
    "parallel_games": 1,
    "simulations": 2,
    "simulations_grow_from": 0,
    "exploration": 0,
    "considered_moves": 0,
    "cheap_simulations": 0,
    "forced_playouts": 0,
    "opening_moves": 0,
    "solved_points": 0,
    "temperature_moves": 0,
    "temperature_fall": 0,
    "generation_positions": 1,
    "learn_ratio": 0.01,
    "window_positions": 1,
    "window_start": 0,
    "batch": 2,
    "learning_rate": 0,
    "muon_rate": 0,
    "rate_falls_from": 0,
    "weight_decay": 0,
    "fate_weight": 0,
    "catch_up_passes": 0,
    "gate_games": 0,
    "gate_simulations": 2,
    "games_kept": 0,
    "seed": 0,
}


_MOST = {
    **LARGEST,
    "first_positions": 10**12,
    "parallel_games": 100_000,
    "simulations": 10_000_000,
    "simulations_grow_from": 10**12,
    "exploration": 10**9,
    "considered_moves": 100_000,
    "cheap_simulations": 10_000_000,
    "forced_playouts": 10**9,
    "solved_points": 100_000,
    "temperature_moves": 100_000,
    "temperature_fall": 100_000,
    "generation_positions": 10**12,
    "learn_ratio": 10**9,
    "window_positions": 10**12,
    "window_start": 10**12,
    "batch": 10_000_000,
    "learning_rate": 10**9,
    "muon_rate": 10**9,
    "rate_falls_from": 10**12,
    "weight_decay": 10**9,
    "fate_weight": 10**9,
    "catch_up_passes": 10**9,
    "gate_games": 1_000_000,
    "gate_simulations": 10_000_000,
    "games_kept": 1_000_000,
    "seed": 2**63 - 1,
}
"""More than anybody wants, and what can still be computed with; whether the memory is enough for it, only the machine can tell."""


def settings_text(path: Path) -> str:
    """What a file of settings says; :class:`ConfigError` if that can't be read."""
    try:
        return path.read_text("utf-8-sig")  # Windows' editor begins a file with a mark
    except UnicodeDecodeError as error:
        raise ConfigError(Sentence("%1 is no text in UTF-8; save it as that", path)) from error
    except OSError as error:
        raise ConfigError(Sentence("%1 can't be read: %2", path, reason_of(error))) from error


def parse_config(text: str, source: Path | str = "config.toml", base: RunConfig | None = None) -> RunConfig:
    """The configuration in ``text``, where it says nothing that of ``base`` (the defaults if not given); :class:`ConfigError` with a sentence for
    anything unknown or of the wrong kind."""
    return _replaced(base or RunConfig(), _given(text, source), source)


def rewritten(text: str, config: RunConfig) -> str:
    """``text``, which sets other values, with those of ``config``: what else somebody wrote there stays, and what it didn't name comes after it."""
    given, lines = _given(text, "config.toml"), text.removesuffix("\n").split("\n")
    for name, value in asdict(config).items():
        if name not in given:
            lines += ["", _explained(name, value).removesuffix("\n")]
        elif given[name] != value:
            lines = [_with_value(line, name, value) for line in lines]
    changed = "\n".join(lines) + "\n"
    with suppress(ConfigError):  # what was changed may be no TOML any more, as a value in three quotes
        if parse_config(changed) == config:
            return changed
    return config.to_toml()


def _with_value(line: str, name: str, value: Any) -> str:
    """``line`` with another value where it sets ``name``; a note behind it stays."""
    setting = re.match(rf"""\s*{name}\s*=\s*(?P<value>"(?:[^"\\]|\\.)*"|'[^']*'|[^"'#\s]+)""", line)
    if setting is None:
        return line
    return line[: setting.start("value")] + _toml_text(value) + line[setting.end() :]


def unsaid_settings(text: str, source: Path | str = "config.toml") -> list[str]:
    """The settings that ``text`` doesn't name; :class:`ConfigError` if it makes no sense."""
    given = _given(text, source)
    return [item.name for item in fields(RunConfig) if item.name not in given]


def _given(text: str, source: Path | str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # also of numbers too long, lists nested too deep
        raise ConfigError(_unreadable(text, source, str(error))) from error


def _unreadable(text: str, source: Path | str, reason: str) -> Sentence:
    """What to say of a ``text`` that is no TOML; the parser's own reason, which is in English, only where it tells no place."""
    if twice := _set_twice(text):
        return Sentence(
            "line %1 of %2 sets %3 a second time; leave out one of the two", twice[0], source, twice[1]
        )
    place = re.search(r"\(at (?:line (\d+), column \d+|end of document)\)$", reason)
    if place is None:
        return Sentence("%1 can't be read: %2", source, reason)
    lines = text.removesuffix("\n").split("\n")
    number = int(place[1] or len(lines))
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


def _set_twice(text: str) -> tuple[int, str] | None:
    """The line that sets again what another one before it sets, and what that is."""
    known: set[str] = set()
    for number, line in enumerate(text.split("\n"), 1):
        setting = re.match(r"\s*(\w+)\s*=", line)
        if setting is not None and setting[1] in known:
            return number, setting[1]
        known |= {setting[1]} if setting is not None else set()
    return None


def _replaced(config: RunConfig, given: dict[str, Any], source: Path | str) -> RunConfig:
    """``config`` with the settings of ``given`` changed, each checked for its kind."""
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
            value = float(str(value))  # infinite where it is too large, as in a file
        if type(value) is not wanted:
            raise ConfigError(
                Sentence("%1: %2 = %3 should be %4", source, name, reprlib.repr(value), _KINDS[wanted])
            )
        values[name] = value
    try:
        return RunConfig(**values)
    except ConfigError as error:  # which knows no files
        raise ConfigError(Sentence("%1: %2", source, sentence_of(error))) from error


def with_settings(config: RunConfig, texts: Iterable[str], source: str) -> RunConfig:
    """``config`` with the settings of ``texts``, each ``name=value``, changed all at once, so that their order doesn't matter."""
    given: dict[str, Any] = {}
    for text in texts:
        given |= _parse_setting(config, text)
    return _replaced(config, given, source)


def _parse_setting(config: RunConfig, text: str) -> dict[str, Any]:
    """``name=value`` from a command line as a dictionary of one setting."""
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
    if sign and current is not None:  # of which the value is no TOML, or more than one line of it
        return {name: value}
    raise ConfigError(Sentence("'%1' is not a setting; write name=value, for example simulations=64", text))


_KINDS = {
    int: Sentence("a whole number"),
    float: Sentence("a number"),
    str: Sentence("a text"),
    bool: Sentence("true or false"),
}
