"""What a session is doing, as ``progress.json`` tells it to those who watch."""

from dataclasses import dataclass


@dataclass
class Status:
    """What the session is doing, as ``progress.json`` has it."""

    phase: str = "starting"
    generation: int = 0
    games: int = 0
    positions: int = 0
    generation_made: int = 0
    """How many of these positions are for the generation that isn't finished."""
    generation_positions: int = 0
    """How many positions that generation is to have."""
    generation_seconds_left: float | None = None
    """Time until it has them, about; ``None`` while the speed isn't known, or it isn't played."""
    open_positions: int = 0
    """Positions made in games that are not over; they count once these end."""
    positions_per_second: float = 0.0
    """Positions made in this generation, also in games that are not finished; until that can be told, those of the generation before. 0: unknown."""
    evaluations_per_second: float = 0.0
    """Positions that the network was asked for, likewise, but told sooner: long before each game has made a move."""
    simulations: int = 0
    """Simulations for a move of self-play; 0 before the session has come to that."""
    catch_up_steps: int = 0
    """Steps that a network learns first when it takes the place of another one."""
    learner_steps: int = 0
    """Steps made by the network that learns."""
    generation_steps: int = 0
    """How many of these steps were made from the positions of this generation, once it has them all."""
    generation_steps_wanted: int = 0
    """How many steps are to be made from these positions; 0 while the generation is played and after it has been learned from."""
    policy_loss: float | None = None
    """Mean over the latest steps: the loss of one batch jumps about."""
    value_loss: float | None = None
    """Mean over the latest steps."""
    elapsed_seconds: float = 0.0
    remaining_seconds: float | None = None
    """Time until :attr:`minutes` are over; ``None`` without a limit."""
    minutes: float | None = None
    """Minutes after which this session stops by itself, so that the next can be offered as many."""
    warning: str = ""
    """A warning that learning makes the network worse, by :meth:`core.sentence.Sentence.to_json`; empty as long as it doesn't."""
    pid: int = 0
