"""What is known of a position: whether it is enough, which of two knows more, and what the user had analysed."""

from collections.abc import Iterable

from core.game import Game, Node
from core.player import Decision
from core.review import what_is_kept
from gui.program.player_text import kind_of

CHOOSE_BY_VISITS = {"zero", "uct", "rave"}
"""Players whose search ends once no other move can be visited more than the best one."""


def knows_enough(known: Decision | None, player: str, simulations: int) -> bool:
    """Whether ``player`` searching ``simulations`` would add nothing to what is ``known`` of a position. An analysis that was broken off does not
    know enough."""
    if known is None or known.by != player:
        return False
    if known.proof is not None or known.visits >= simulations:
        return True
    # No search settles before half of its simulations, unless there is but one move, and that is soon asked again. In a record one candidate may
    # be all that was kept of many.
    return known.visits >= simulations // 2 and has_settled(known, simulations)


def has_ended(node: Node, player: str, simulations: int) -> bool:
    """Whether ``player`` has searched ``node`` with at least so many ``simulations`` to its own end: a search of limited depth ends before them."""
    known, (by, given) = node.analysis, node.searched or ("", 0)
    return known is not None and known.by == by == player and given >= simulations


def is_searched_enough(node: Node, player: str, simulations: int) -> bool:
    """Whether asking ``player`` about ``node`` with so many ``simulations`` would add nothing."""
    return has_ended(node, player, simulations) or knows_enough(node.analysis, player, simulations)


def has_settled(known: Decision, simulations: int) -> bool:
    """Whether the search behind ``known`` ended before so many ``simulations`` because no other move could overtake the best."""
    return kind_of(known.by) in CHOOSE_BY_VISITS and _lead(known) > simulations - known.visits


def _lead(decision: Decision) -> float:
    """The best move's lead in visits over all other unproven moves; infinite where there are none."""
    visits = [one.visits for one in decision.candidates if one.proof is None]
    return visits[0] - max(visits[1:]) if len(visits) > 1 else float("inf")


def is_solved(known: Decision) -> bool:
    """Whether the solver proved the result, whoever asked it to: no move was visited by a search."""
    return known.proof is not None and not any(one.visits for one in known.candidates)


def knows_more(known: Decision, other: Decision) -> bool:
    """Whether ``known`` is more certain than ``other``, a decision about the same position."""
    return known.proof is not None or (other.proof is None and known.visits > other.visits)


class Analysed:
    """The positions of a game that the user had analysed: what is known of them is shown without asking again."""

    def __init__(self) -> None:
        self._nodes: set[Node] = set()
        self._glanced: set[Node] = set()

    def __contains__(self, node: Node) -> bool:
        return node in self._nodes

    def add(self, nodes: Iterable[Node]) -> None:
        """The user has ``nodes`` analysed, wherever the game is looked at."""
        self._nodes.update(nodes)
        self._glanced.difference_update(nodes)

    def look_at(self, node: Node, is_shown: bool) -> None:
        """The user has ``node`` analysed while it is looked at; ``is_shown``: whether the board shows what is known of it without that."""
        if node not in self._nodes and not is_shown:
            self._glanced.add(node)
        self._nodes.add(node)

    def only_glanced_at(self, node: Node) -> bool:
        """Whether the board shows what is known of ``node`` only while the analysis is on."""
        return node in self._glanced

    def keep_hint(self, game: Game, node: Node, decision: Decision) -> bool:
        """Keep a hint as what is known of ``node``, unless more is. Returns whether it is kept."""
        if not decision.judges or (node.analysis is not None and knows_more(node.analysis, decision)):
            return False
        game.keep_analysis(node, what_is_kept(decision))
        return True

    def keep_thought(self, game: Game, node: Node, decision: Decision, in_try: bool) -> None:
        """Keep what was thought for the move at ``node``, but in a try not instead of what was thought in the game. It is also what is known of
        ``node``, unless more is or the user had that analysed."""
        if not decision.judges:
            return
        kept, known = what_is_kept(decision), node.analysis
        if node.thought is None or not in_try:
            game.keep_thought(node, kept)
        if known is None or (node not in self and not knows_more(known, decision)):
            game.keep_analysis(node, kept)
