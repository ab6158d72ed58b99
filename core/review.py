"""What an analysis says of the moves that were played: how much each gave away, which were mistakes, and how well each side played."""

import math
from dataclasses import dataclass
from enum import Enum

from core.game import Node, Result
from core.player import Decision, Proof
from core.position import Color


class Severity(Enum):
    """How bad a move was, by the win rate that it gave away."""

    FINE = 0.0
    INACCURACY = 0.05
    MISTAKE = 0.10
    BLUNDER = 0.20


GRAVE = (Severity.INACCURACY, Severity.MISTAKE, Severity.BLUNDER)
"""All that a report lists."""


@dataclass(frozen=True)
class Judgement:
    """One move that was played in the position of ``before``, which may have lost by the rules and put no stone on the board."""

    before: Node
    move: int
    mover: Color
    win_rate_before: float
    """Of the mover, 0 to 1, before the move; then after it."""
    win_rate_after: float

    @property
    def loss(self) -> float:
        """The win rate that was given away, 0 to 1; the search's noise is no gain."""
        return max(0.0, self.win_rate_before - self.win_rate_after)

    @property
    def severity(self) -> Severity:
        return max(
            (one for one in Severity if self.loss >= one.value - 1e-9),
            key=lambda one: one.value,
        )

    @property
    def accuracy(self) -> float:
        """0 to 100, falling with what was given away; the curve that lichess.org fitted ("Lichess Accuracy metric")."""
        return min(100.0, max(0.0, 103.1668 * math.exp(-4.354 * self.loss) - 3.1669))


@dataclass(frozen=True)
class Mistake:
    """A move that a report lists, played in the position of ``before``."""

    before: Node
    move: int
    mover: Color
    judged: Judgement | None
    """``None`` for one that lost by the rules where nothing is known of the position before."""


def certain(node: Node) -> Proof | None:
    """What is proven of the node's position, which holds whatever a shorter analysis says of it: by an analysis of it, or of the position before, or
    since the opponent is lost in the position before, whatever was played, or in one that follows, into which a move leads."""
    said = _said(node)
    if said is None and any(_said(other) is Proof.LOSS for other in (node.parent, *node.children) if other):
        return Proof.WIN
    return said


def _said(node: Node) -> Proof | None:
    """What is said for certain of the node's position, and of the move to it in the position before."""
    if node.position.is_over:
        return Proof.LOSS
    own = next((known.proof for known in _thoughts(node) if known.proof is not None), None)
    if own is not None or node.parent is None:
        return own
    of_move = next(filter(None, (_proof_of(known, node.move) for known in _thoughts(node.parent))), None)
    return None if of_move is None else Proof.LOSS if of_move is Proof.WIN else Proof.WIN


def _thoughts(node: Node) -> list[Decision]:
    return [known for known in (node.analysis, node.thought) if known is not None]


def _proof_of(known: Decision, move: int | None) -> Proof | None:
    """What is certain of ``move`` for the side that plays it. A position is won by its best move; of others that says nothing."""
    if known.proof is Proof.WIN and known.point == move:
        return Proof.WIN
    return next((one.proof for one in known.candidates if one.point == move), None)


def black_win_rate(node: Node, found: Decision | None = None) -> float | None:
    """Black's win rate in the node's position, 0 to 1; ``None`` if nothing is known. ``found``: what takes the place of all that is known."""
    to_move, known = node.position.to_move, found or node.analysis
    proof = certain(node) if found is None else None
    if node.position.is_over or proof is Proof.LOSS:
        rate = 0.0
    elif proof is Proof.WIN:
        rate = 1.0
    elif known is None:
        return None
    else:
        rate = known.win_rate_to_move
    return rate if to_move is Color.BLACK else 1 - rate


def judgement(node: Node) -> Judgement | None:
    """What the move to ``node`` gave away; ``None`` for the root and where the two positions can't be compared."""
    if (
        node.parent is None
        or node.move is None
        or node.color is None
        or not _comparable(node.parent.analysis, node)
    ):
        return None
    after = black_win_rate(node)
    if after is None:
        return None
    return _judgement(node.parent, node.move, after if node.color is Color.BLACK else 1 - after)


def _judgement(before: Node, move: int, left: float) -> Judgement | None:
    """What a ``move`` gave away that left its mover the win rate ``left``; ``None`` if nothing is known of the position ``before``."""
    black, mover = black_win_rate(before), before.position.to_move
    if black is None:
        return None
    had = black if mover is Color.BLACK else 1 - black
    if before.analysis is not None and before.analysis.point == move:
        had = min(had, left)  # no better move is known: the position was worth no more
    return Judgement(before, move, mover, had, left)


def proof_of_try(before: Node, move: int, after: Decision | None = None) -> Proof | None:
    """What is certain of ``move``, which nobody need have played at ``before``, for the side that would play it; ``after``: what was found of the
    position to which it leads."""
    if after is not None and after.proof is not None:
        return Proof.LOSS if after.proof is Proof.WIN else Proof.WIN
    if before.position.play(move).is_over:
        return Proof.WIN
    return next(filter(None, (_proof_of(known, move) for known in _thoughts(before))), None)


def judgement_of_try(
    before: Node, move: int, enough_visits: int, after: Decision | None = None
) -> Judgement | None:
    """What a legal ``move`` gives away that nobody need have played at ``before``: by what is certain, by ``after``, what who judged ``before`` has
    found of the position to which it leads, or else by the game's own analysis, if that has visited the move ``enough_visits`` times or knows no
    better one. ``None`` if none of these tells."""
    proof, known = proof_of_try(before, move, after), before.analysis
    played = next((child for child in before.children if child.move == move), None)
    is_best = known is not None and known.point == move
    found = next((one for one in known.candidates if one.point == move), None) if known is not None else None
    if proof is not None:
        left = 1.0 if proof is Proof.WIN else 0.0
    elif after is not None:
        left = 1 - after.win_rate_to_move
    elif played is not None and (judged := judgement(played)) is not None:
        return judged
    elif found is not None and (is_best or found.visits >= enough_visits):
        left = found.win_rate_to_move
    elif known is not None and is_best:
        left = known.win_rate_to_move
    else:
        return None
    return _judgement(before, move, left)


def judgement_of_loss(before: Node, loser: Color, move: int) -> Judgement | None:
    """What a ``move`` gave away that lost by the rules, all that was left: whoever judged the position ``before``, the loss is certain. ``None`` if
    nothing is known of that position."""
    black = black_win_rate(before)
    if black is None:
        return None
    return Judgement(before, move, loser, black if loser is Color.BLACK else 1 - black, 0.0)


def mistakes(line: list[Node], found: list[Judgement], result: Result | None) -> list[Mistake]:
    """Those among the moves of ``line``, the root first, of which ``found`` is known, the biggest first; before them a move that lost by the rules,
    if it came to such a ``result``."""
    grave = sorted((one for one in found if one.severity in GRAVE), key=lambda one: -one.loss)
    listed = [Mistake(one.before, one.move, one.mover, one) for one in grave]
    if result is not None and result.loss is not None:
        loser, move = result.winner.opponent, result.loss.point
        listed.insert(0, Mistake(line[-1], move, loser, judgement_of_loss(line[-1], loser, move)))
    return listed


def _comparable(before: Decision | None, node: Node) -> bool:
    """Whether what is known of ``node`` can be held against the estimate ``before``: two players differ about one position by more than most
    mistakes cost, so only one and the same may say what a move gave away. What is certain holds for everybody."""
    after = node.analysis
    if before is None or certain(node) is not None:
        return before is not None
    return after is not None and after.by == before.by


def judgements(line: list[Node], random_moves: int = 0) -> list[Judgement]:
    """What is known of the moves of ``line``, root first; ``random_moves``: how many at its start nobody chose, so that they are no mistakes."""
    return [found for found in map(judgement, line[1 + random_moves :]) if found is not None]


def accuracy(found: list[Judgement], color: Color) -> float | None:
    """The mean accuracy of the moves of ``color``, 0 to 100, each counted as much as there was left to lose, its win rate before; ``None`` if no move
    was judged that could have lost anything."""
    own = [one for one in found if one.mover is color]
    at_stake = sum(one.win_rate_before for one in own)
    return sum(one.win_rate_before * one.accuracy for one in own) / at_stake if at_stake else None
