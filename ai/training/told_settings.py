"""What the metrics of a run tell of its settings: the first line that tells any has all of them, each later one those that are no longer as told."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from ai.session_folder import EXACT, kinds_of
from ai.training.config import RunConfig

Line = Mapping[str, Any]
"""Figures of a generation, which may have ``settings``."""
KINDS = kinds_of(RunConfig) | {"seed": int | str}
"""The settings and the types that their values may have in a line."""


@dataclass(frozen=True)
class SettingChange:
    """One setting that was changed on the way."""

    generation: int
    """The first that was finished with the new value."""
    name: str
    old: Any
    new: Any


def as_told(config: RunConfig) -> dict[str, Any]:
    """All settings as lines tell them. The board is the one that is meant, however it is written: 7 is 7x7. A seed that JSON can't hold exactly is a
    text."""
    seed = config.seed if config.seed < EXACT else str(config.seed)
    return asdict(config) | {"board": str(config.size), "seed": seed}


def last_told(lines: Iterable[Line]) -> dict[str, Any]:
    """The settings as they are after all ``lines``; empty if these tell none."""
    known: dict[str, Any] = {}
    for line in lines:
        known |= line.get("settings", {})
    return known


def untold(lines: Iterable[Line], config: RunConfig) -> dict[str, Any]:
    """What the line after ``lines`` has to tell of the settings ``config``."""
    known = last_told(lines)
    return {name: value for name, value in as_told(config).items() if known.get(name) != value}


def changes_in(lines: Iterable[Line]) -> list[SettingChange]:
    """The changes that ``lines`` tell, as far as this version of the program knows the settings. One that is told for the first time is none."""
    known: dict[str, Any] = {}
    found: list[SettingChange] = []
    for line in lines:
        told = {name: value for name, value in line.get("settings", {}).items() if name in KINDS}
        found += [
            SettingChange(line["generation"], name, known[name], value)
            for name, value in told.items()
            if name in known and known[name] != value
        ]
        known |= told
    return found
