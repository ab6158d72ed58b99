"""Records of self-play: whose they are, what its search thought, and which moves were drawn by lot."""

import re

from core.game import Game, Node


def player_name(run: str, generation: int) -> str:
    """The name of both players of a game that was played for ``generation``."""
    return f"{run} {generation}"


def self_play_of(game: Game) -> tuple[str, int] | None:
    """Run and generation that ``game`` was played for; ``None`` for any other game."""
    named = re.fullmatch(r"(.+) (\d+)", game.black_name)
    if named is None or game.white_name != game.black_name or not any(map(has_thoughts, game.main_line())):
        return None
    return named[1], int(named[2])


def has_thoughts(node: Node) -> bool:
    """Whether ``node`` holds what self-play's search thought: that one counts visits alone, an analysis its simulations too."""
    return node.analysis is not None and not node.analysis.simulations


def solved_part(game: Game) -> list[Node]:
    """The end of a game of self-play, from the position that the solver took over: nothing was searched there, and who wins is certain."""
    line = game.main_line()
    return line[1 + max((node.number for node in line if has_thoughts(node)), default=0) :]


def random_opening(game: Game) -> int:
    """With how many random moves a game of self-play began, which nobody searched."""
    return next((number for number, node in enumerate(game.main_line()) if has_thoughts(node)), 0)
