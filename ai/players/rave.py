"""The player that searches by playouts with RAVE: the program WA2 (Dong 2018) and a stronger one grown from it."""

import dataclasses

from ai.player_error import PlayerError
from ai.players.search import SearchPlayer
from ai.players.text import Options
from ai.rave.parameters import PRESETS
from ai.rave.search import RaveSearch
from core.position import Size
from core.sentence import Sentence

DEFAULT_PLAYOUTS = 10_000
DEFAULT_PRESET = "strong"
NUMBERS = (
    ("equivalence", float, 0.001),
    ("threshold", int, 1),
    ("exploration", float, 0.0),
)
"""Numbers that change a preset, with their type and least value."""
SWITCHES = ("corners_first", "private_last", "proofs", "keep_tree")


class RavePlayer(SearchPlayer):
    """With a number of playouts one thread searches, so that a game can be repeated; bounded by seconds, all cores do, unless ``threads``
    says otherwise."""

    def __init__(self, options: Options):
        limit = options.limit("playouts", DEFAULT_PLAYOUTS)
        preset = options.word("preset", DEFAULT_PRESET)
        if preset not in PRESETS:
            raise PlayerError(
                Sentence(
                    "there is no preset '%1' in player '%2'; there are %3",
                    preset,
                    options.text,
                    ", ".join(sorted(PRESETS)),
                )
            )
        numbers = {name: options.number(name, kind, least) for name, kind, least in NUMBERS}
        switches = {name: options.switch(name) for name in SWITCHES}
        changes = {name: value for name, value in (numbers | switches).items() if value is not None}
        self._parameters = dataclasses.replace(PRESETS[preset], **changes)
        self._threads = options.threads(limit)
        self._seed = options.number("seed", int, 0)
        super().__init__(options.text, limit)

    def _new_search(self, size: Size) -> RaveSearch:
        return RaveSearch(size, self._parameters, self._threads, self._seed)
