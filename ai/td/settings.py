"""What can be set about a training session of the TD learner."""

from dataclasses import dataclass, fields
from typing import Any

from ai.td.model import TdError
from core.position import Size
from core.sentence import Sentence


@dataclass(frozen=True)
class TdSettings:
    """Settings that a session keeps from its beginning to its end."""

    size: str = "9x9"
    """The board."""
    hidden: int = 16
    """Hidden units of the network of V; that of Q has twice as many."""
    discount: float = 0.99
    """g, how much a reward is worth one move later."""
    steps: int = 5
    """n of the n-step returns."""
    shaping: float = 0.5
    """b, the share of the learned state value in the reward of an action; 0 leaves it out."""
    rate: float = 0.02
    """The update factor at the beginning; it follows the error (:func:`ai.td.network.adapted`)."""
    epsilon: float = 0.1
    """How often self-play tries any move instead of the best."""
    passes: int = 4
    """How often each game is learned from."""
    seed: int = 0
    """Where the random numbers begin."""

    def __post_init__(self) -> None:
        for name, low, high in (
            ("hidden", 1, 1000),
            ("discount", 0, 1),
            ("steps", 1, 400),
            ("shaping", 0, 1),
            ("rate", 1e-6, 1),
            ("epsilon", 0, 1),
            ("passes", 1, 100),
            ("seed", 0, 2**31),
        ):
            value = getattr(self, name)
            if not low <= value <= high:
                raise TdError(
                    Sentence(
                        "%1 should be from %2 to %3, not %4", name, f"{low:g}", f"{high:g}", f"{value:g}"
                    )
                )
        try:
            Size.parse(self.size)
        except ValueError as error:
            raise TdError(*error.args) from error

    @property
    def board(self) -> Size:
        return Size.parse(self.size)

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> "TdSettings":
        """What was kept in a session's file; names of other versions are left out."""
        known = {field.name for field in fields(cls)}
        return cls(**{name: value for name, value in values.items() if name in known})
