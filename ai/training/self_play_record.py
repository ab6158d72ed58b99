"""Records of self-play: which run's games they are, what the search thought, and which moves were random."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.game import Game, Node
from core.match import Match
from core.player import Decision
from core.position import Size
from core.records import RecordError, sgf


def player_name(run: str, generation: int) -> str:
    """The name of both players of a game that was played for ``generation``."""
    return f"{run} {generation}"


def game_with_thoughts(size: Size, moves: Sequence[int], thoughts: Mapping[int, Decision]) -> Game:
    """The game of these ``moves``, judged by the referee, with what the search thought, by the number of moves before."""
    match = Match(Game(size))
    for ply, point in enumerate(moves):
        match.game.cursor.analysis = thoughts.get(ply)
        match.play(point)
    match.game.random_moves = min(thoughts, default=0)
    return match.game


def thoughts_in(record: bytes, moves: Sequence[int]) -> dict[int, Decision] | None:
    """What the search thought in the ``record`` of a game under way that :func:`game_with_thoughts` made of these ``moves``; ``None`` if there is
    none, or it is another game's."""
    try:
        line = sgf.read(record)[0].game.main_line() if record else []
    except RecordError:
        return None
    if [node.move for node in line[1:]] != list(moves) or not line:
        return None
    return {node.number: node.analysis for node in line if node.analysis is not None}


@dataclass(frozen=True)
class RecordedSelfPlay:
    """What the record of a self-play game tells. It is read once, because a later analysis replaces what the search thought there."""

    run: str
    generation: int
    """The generation that the game was played for."""
    thoughts: dict[Node, Decision]
    """What the search thought, in the order of the moves; not empty."""
    solved: list[Node]
    """The positions after the last search: the solver played from there on, so that the winner is certain."""

    @property
    def opening(self) -> int:
        """How many random moves the game began with."""
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
    """Whether the analysis of ``node`` is what self-play's search thought."""
    return node.analysis is not None and _is_thought(node.analysis)


def _is_thought(decision: Decision) -> bool:
    """Whether ``decision`` is from self-play's search: it counts visits alone and names nobody; an analysis names its player."""
    return not decision.simulations and not decision.by
