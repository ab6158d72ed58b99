"""What can be set about a training session of the TD learner."""

from dataclasses import dataclass, field, fields
from typing import Any

from ai.td.model import TdError
from core.position import Size
from core.sentence import Sentence


def setting(default: Any, meaning: str, least: float = 0, most: float = 0) -> Any:
    """A field of :class:`TdSettings` with its meaning, for the command line, and the range of a number."""
    return field(default=default, metadata={"help": meaning, "range": (least, most)})


@dataclass(frozen=True)
class TdSettings:
    """Settings that a session keeps from its beginning to its end."""

    size: str = setting("9x9", "board, for example 9 or 4x5")
    hidden: int = setting(16, "hidden units of the network of V; that of Q has twice as many", 1, 1000)
    discount: float = setting(0.99, "g, what a reward is worth one move later", 0, 1)
    steps: int = setting(5, "n of the n-step returns", 1, 400)
    shaping: float = setting(
        0.5, "b, the share of the learned state value in an action's reward; 0 leaves it out", 0, 1
    )
    rate: float = setting(0.02, "update factor at the beginning; it follows the error", 1e-6, 1)
    """See :func:`ai.td.network.adapted`."""
    epsilon: float = setting(0.1, "how often self-play tries any move instead of the best", 0, 1)
    passes: int = setting(4, "how often each game is learned from", 1, 100)
    seed: int = setting(0, "where the random numbers begin", 0, 2**31)

    def __post_init__(self) -> None:
        for each in fields(self):
            value, (low, high) = getattr(self, each.name), each.metadata["range"]
            if each.name != "size" and not low <= value <= high:
                raise TdError(
                    Sentence(
                        "%1 should be from %2 to %3, not %4",
                        each.name,
                        f"{low:.15g}",
                        f"{high:.15g}",
                        f"{value:.15g}",
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
        """The settings in a session's file; names that this version doesn't know are ignored."""
        known = {field.name for field in fields(cls)}
        return cls(**{name: value for name, value in values.items() if name in known})
