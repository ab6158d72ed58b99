"""Records of self-play: whose they are, what its search thought, and which moves were drawn by lot."""

import re
from dataclasses import dataclass

from core.game import Game, Node
from core.player import Decision


def player_name(run: str, generation: int) -> str:
    """The name of both players of a game that was played for ``generation``."""
    return f"{run} {generation}"


@dataclass(frozen=True)
class RecordedSelfPlay:
    """What a record tells of its game; an analysis takes the place of what was thought there, so it is read once."""

    run: str
    generation: int
    """That the game was played for."""
    thoughts: dict[Node, Decision]
    """Of the search, in the order of the moves; not empty."""
    solved: list[Node]
    """The end, from the position that the solver took over: nothing was searched there, and who wins is certain."""

    @property
    def opening(self) -> int:
        """With how many random moves the game began, which nobody searched."""
        return next(iter(self.thoughts)).number


def self_play_of(game: Game) -> RecordedSelfPlay | None:
    """What ``game`` tells of self-play; ``None`` for any other game."""
    named = re.fullmatch(r"(.+) (\d+)", game.black_name)
    line = game.main_line()
    found = ((node, node.thought or node.analysis) for node in line)
    thoughts = {node: decision for node, decision in found if decision is not None and _is_thought(decision)}
    if named is None or game.white_name != game.black_name or not thoughts:
        return None
    last = max(node.number for node in thoughts)
    return RecordedSelfPlay(named[1], int(named[2]), thoughts, line[last + 1 :])


def has_thoughts(node: Node) -> bool:
    """Whether what ``node`` says last is what self-play's search thought."""
    return node.analysis is not None and _is_thought(node.analysis)


def _is_thought(decision: Decision) -> bool:
    """What self-play's search thought bears no name and counts visits alone, an analysis names its player."""
    return not decision.simulations and not decision.by
