"""Players' texts, such as ``zero:net=flagship,simulations=800``, taken apart and put together for the window's fields."""

from collections.abc import Callable
from functools import cache

from ai.levels import Level, levels
from ai.players import SHIPPED, kind_of, quote, unquote

NETWORK_KINDS = ("zero", "policy")
EXTERNAL_KINDS = ("gtp", "sau", "botzone")
COUNTED = {"zero": "simulations", "uct": "playouts", "rave": "playouts", "alphabeta": "nodes"}
"""What the players that search count."""


def split(text: str) -> tuple[str, dict[str, str]]:
    """Kind and options of a player's text."""
    options = {}
    for pair in text.partition(":")[2].split(","):
        name, _, value = pair.partition("=")
        if name:
            options[name] = unquote(value)
    return kind_of(text), options


def join(kind: str, options: dict[str, str]) -> str:
    """The text of a player."""
    words = ",".join(f"{name}={quote(value)}" for name, value in options.items())
    return f"{kind}:{words}" if words else kind


def without_command(text: str) -> str:
    """The text of a player; of other people's programs the kind and the name alone, for how one starts them is nobody's business."""
    kind, options = split(text)
    if kind not in EXTERNAL_KINDS:
        return text
    return join(kind, {"name": options["name"]} if "name" in options else {})


def level_of(text: str) -> Level | None:
    """The level that is this player, whatever the order of its settings and whether it names the shipped network, which it has anyway."""
    return _levels().get(_settings(text))


@cache
def _levels() -> dict[tuple[str, frozenset[tuple[str, str]]], Level]:
    return {_settings(level.player_text): level for level in levels()}


def _settings(text: str) -> tuple[str, frozenset[tuple[str, str]]]:
    kind, options = split(text)
    if kind in NETWORK_KINDS:
        options.setdefault("net", SHIPPED)
    return kind, frozenset(options.items())


def with_simulations(text: str, simulations: int) -> str:
    """A searching network player with another number of simulations; other players unchanged."""
    kind, options = split(text)
    if kind != "zero":
        return text
    options.pop("seconds", None)
    return join(kind, {**options, "simulations": str(simulations)})


def same_but_for_limits(text: str, other: str) -> bool:
    """Whether both are the same player, however long each searches."""
    (kind, options), (other_kind, others) = split(text), split(other)
    limits = {"seconds", COUNTED.get(kind)}
    differing = {name for name, _ in options.items() ^ others.items()}
    return kind == other_kind and differing <= limits


def network_player(text: str, network: str, simulations: int) -> str:
    """An AI with ``network`` in the place of the one of ``text``: by the same settings if that plays by a network too, though not weakened
    on purpose; else it searches with ``simulations``."""
    kind, options = split(text)
    if kind not in NETWORK_KINDS:
        return join("zero", {"net": network, "simulations": str(simulations)})
    options.pop("temperature", None)
    return with_network(join(kind, options), network)


def renamed(text: str, name_now: Callable[[str], str]) -> str:
    """The same player, whose network's file may have another name now."""
    kind, options = split(text)
    now = name_now(options.get("net", ""))
    return text if now == options.get("net", "") else join(kind, {**options, "net": now})


def with_network(text: str, network: str) -> str:
    """A network player with another checkpoint; other players unchanged."""
    kind, options = split(text)
    if kind not in NETWORK_KINDS:
        return text
    return join(kind, {"net": network, **{name: value for name, value in options.items() if name != "net"}})
