"""What ends or refuses a training session; each message is a sentence."""

from core.sentence import Sentence


class RunError(RuntimeError):
    """A run can't be started or gone on with; the message says why."""


class LearningFailed(RuntimeError):
    """Learning can't go on; the message says why and what to do."""


def answers_no_numbers() -> LearningFailed:
    """The failure of a network whose answers are no numbers, which a search would take for values."""
    return LearningFailed(
        Sentence(
            "the network's answers are no numbers any more: learning has diverged; go on with a lower learning_rate or "
            "muon_rate in config.toml, or start a new run from an earlier generation"
        )
    )
