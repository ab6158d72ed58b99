"""What the window does with players' texts, such as ``zero:net=flagship,simulations=800``: compares them and changes their options."""

from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from statistics import median

from ai.levels import Level, levels, ratings
from ai.players import PLAYER_KINDS, SHIPPED, join, kind_of, split
from core.player import Decision

NETWORK_KINDS = tuple(name for name, kind in PLAYER_KINDS.items() if kind.has_network)
EXTERNAL_KINDS = tuple(name for name, kind in PLAYER_KINDS.items() if kind.is_external)
COUNTED = {name: kind.counted for name, kind in PLAYER_KINDS.items() if kind.counted}
"""Options with the number of what the players that search count."""

FULL_STRENGTH = "zero:seconds=60"
"""The shipped network with as much time as a game with a clock leaves for a move, and a minute without one."""


def without_command(text: str) -> str:
    """A player's text as it may be published: of external programs kind and name alone, without the command that starts them."""
    kind, options = split(text)
    if kind not in EXTERNAL_KINDS:
        return text
    return join(kind, {"name": options["name"]} if "name" in options else {})


def begins_empty(text: str) -> bool:
    """Whether this player plays whole games only, from the empty board."""
    kind = PLAYER_KINDS.get(kind_of(text))  # a human is none
    return kind is not None and kind.begins_empty


def shares_clock_out(text: str) -> bool:
    """Whether this player thinks for as long as a game's clock allows: one that counts simulations thinks no longer with more time."""
    kind, options = split(text)
    return kind in COUNTED and "seconds" in options


def level_of(text: str) -> Level | None:
    """The level that is this player, whatever the order of its options, and whether or not it names the shipped network, its default."""
    return _levels().get(_settings(text))


@cache
def _levels() -> dict[tuple[str, frozenset[tuple[str, str]]], Level]:
    return {_settings(level.player_text): level for level in levels()}


def _settings(text: str) -> tuple[str, frozenset[tuple[str, str]]]:
    kind, options = split(text)
    if kind in NETWORK_KINDS:
        options.setdefault("net", SHIPPED)
    return kind, frozenset(options.items())


@cache
def sure_level() -> Level:
    """The lowest level that searches with a network. A judge of at least its strength is not called weak."""
    return next(level for level in levels() if kind_of(level.player_text) == "zero")


def weak_judges(said: Iterable[Decision]) -> list[str]:
    """The players behind ``said`` that are known to be weak: players like them were measured, and none that searches no longer is as strong as
    :func:`sure_level`. Players that were not measured are not listed, and proofs are ignored, as they hold whoever found them."""
    visits = dict[str, list[int]]()
    for one in said:
        if one.proof is None:
            visits.setdefault(one.by, []).append(one.visits)
    return [by for by, counts in visits.items() if _is_weak(by, median(counts))]


def _is_weak(by: str, visits: float) -> bool:
    like = {text: elo for text, elo in ratings().items() if _family(text) == _family(by)}
    least = ratings()[sure_level().player_text]
    # a search that settles early has done at least half of its simulations
    strong = [text for text, elo in like.items() if elo >= least and _count(text) <= 2 * visits]
    return bool(like) and not strong


def _family(text: str) -> str:
    """The network or kind of a player, which players share that differ only in how long they search and how they choose."""
    kind, options = split(text)
    return options.get("net", SHIPPED) if kind in NETWORK_KINDS else kind


def _count(text: str) -> int:
    kind, options = split(text)
    return int(options.get(COUNTED.get(kind, ""), 0))


def with_simulations(text: str, simulations: int) -> str:
    """``text`` with another number of simulations if it searches with a network; other players unchanged."""
    kind, options = split(text)
    if kind != "zero":
        return text
    options.pop("seconds", None)
    return join(kind, {**options, "simulations": str(simulations)})


def same_but_for_limits(text: str, other: str) -> bool:
    """Whether both texts are the same player, however long each searches."""
    (kind, options), (other_kind, others) = split(text), split(other)
    limits = {"seconds", COUNTED.get(kind)}
    differing = {name for name, _ in options.items() ^ others.items()}
    return kind == other_kind and differing <= limits


def network_player(text: str, network: str, simulations: int) -> str:
    """The player ``text`` with ``network`` instead. It keeps its settings if it plays by a network too, except a temperature, which weakens it;
    else it becomes a search with ``simulations``."""
    kind, options = split(text)
    if kind not in NETWORK_KINDS:
        return join("zero", {"net": network, "simulations": str(simulations)})
    options.pop("temperature", None)
    return with_network(join(kind, options), network)


def renamed(text: str, name_now: Callable[[str], str]) -> str:
    """The player ``text`` with the present name of its network's file."""
    kind, options = split(text)
    now = name_now(options.get("net", ""))
    return text if now == options.get("net", "") else join(kind, {**options, "net": now})


def with_network(text: str, network: str) -> str:
    """``text`` with another checkpoint if it plays by a network; other players unchanged."""
    kind, options = split(text)
    if kind not in NETWORK_KINDS:
        return text
    return join(kind, {"net": network, **{name: value for name, value in options.items() if name != "net"}})


def moved(name: str, before: Path, now: Path) -> str:
    """The path ``name`` after the folder ``before`` was renamed to ``now``."""
    path = Path(name)
    return str(now / path.relative_to(before)) if path.is_relative_to(before) else name
