"""Whether learning makes a run's network worse, of which the session warns."""

from collections.abc import Sequence
from typing import Any

from ai.training.ratings import strongest_ahead
from core.sentence import Sentence

LOSS_OF_NOTHING = 1.0
"""The value loss of a network that says 0 of every position, where only results are learned; with the search's value in the target it is less."""
GENERATIONS = 3
"""How many generations in a row with a higher value loss show a decline; one alone may come by chance."""


def decline(lines: Sequence[dict[str, Any]]) -> Sentence | None:
    """A warning if ``lines`` of ``metrics.jsonl`` show that learning makes the network worse; ``None`` if they don't."""
    strongest = strongest_ahead(lines)
    if strongest is not None:
        return Sentence(
            "generation %1 is clearly weaker than generation %2: learning makes the network worse; go on with a lower learning_rate or muon_rate, "
            "or start a new run from generation %2",
            lines[-1]["generation"],
            strongest,
        )
    latest = [line["value"] for line in lines[-GENERATIONS:]]
    if len(latest) == GENERATIONS and min(latest) > LOSS_OF_NOTHING:
        return Sentence(
            "the value's loss of the latest %1 generations is higher than that of always saying 0: go on with a lower learning_rate or "
            "muon_rate, or start a new run from an earlier generation",
            GENERATIONS,
        )
    return None
