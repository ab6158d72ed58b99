"""The levels of strength that the window offers, from beginner to strongest, with the Elo that the ladder measured.

They are in ``assets/levels.json`` with the other players of the ladder; ``main.py ladder --publish`` writes the ratings there.
"""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from core import program

LEVELS = program.FILES / "assets" / "levels.json"


@dataclass(frozen=True)
class Level:
    """A strength with a plain name."""

    names: tuple[tuple[str, str], ...]
    """Pairs of language (``en``, ``zh``) and plain name."""
    player_text: str
    """The player, as :func:`ai.players.make_player` takes it."""
    elo: float | None = None
    """The Elo that the ladder measured, where random moves are 0; ``None`` if not measured yet."""

    def name(self, language: str) -> str:
        """The plain name in ``language`` (``en``, ``zh_CN``), in English where there is none."""
        names = dict(self.names)
        return names.get(language.partition("_")[0], names["en"])


@cache
def levels() -> tuple[Level, ...]:
    """All levels, weakest first."""
    return tuple(
        Level(tuple(entry["name"].items()), entry["player"], entry["elo"])
        for entry in read_entries(LEVELS)
        if "name" in entry
    )


@cache
def ratings() -> dict[str, float]:
    """The Elo of all players that the ladder measured, levels or not, by their texts."""
    return {entry["player"]: entry["elo"] for entry in read_entries(LEVELS) if entry["elo"] is not None}


def read_entries(path: Path) -> list[dict[str, Any]]:
    """The players of the ladder as the file ``path`` holds them; levels among them have names."""
    entries: list[dict[str, Any]] = json.loads(path.read_text("utf-8"))["players"]
    return entries
