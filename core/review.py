"""What is kept of an analysis, and what it says about the moves played: how much each gave away, which were mistakes, how well each side played."""

import math
from dataclasses import dataclass, replace
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
"""The severities that a report lists."""
KEPT_CANDIDATES = 12
"""Candidates kept with a position of the game, and so in its file."""


@dataclass(frozen=True)
class Judgement:
    """A judged move, played in the position of ``before``. It may have lost by the rules and put no stone on the board."""

    before: Node
    move: int
    mover: Color
    win_rate_before: float
    """The mover's win rate before the move, 0 to 1."""
    win_rate_after: float
    """The mover's win rate after the move, 0 to 1."""

    @property
    def loss(self) -> float:
        """The win rate given away, 0 to 1. A gain is noise of the search and counts as 0."""
        return max(0.0, self.win_rate_before - self.win_rate_after)

    @property
    def severity(self) -> Severity:
        return max(
            (one for one in Severity if self.loss >= one.value - 1e-9),
            key=lambda one: one.value,
        )

    @property
    def accuracy(self) -> float:
        """The move's accuracy, 0 to 100, by the curve that lichess.org fitted to the loss ("Lichess Accuracy metric")."""
        return min(100.0, max(0.0, 103.1668 * math.exp(-4.354 * self.loss) - 3.1669))


@dataclass(frozen=True)
class Mistake:
    """A move that a report lists, played in the position of ``before``."""

    before: Node
    move: int
    mover: Color
    judged: Judgement | None
    """``None`` for a move that lost by the rules where nothing is known of the position before."""


def what_is_kept(decision: Decision) -> Decision:
    """``decision`` as it is kept with a position. A running analysis shows no more than this, so that nothing vanishes when it ends."""
    return replace(decision, candidates=decision.candidates[:KEPT_CANDIDATES])


def certain(node: Node) -> Proof | None:
    """What is proven about the node's position; a shorter analysis doesn't count against it. The proof is in the analyses of the position or of
    the one before. Or the position is won because the opponent is lost in the one before, whatever was played, or in one of those after it."""
    proven = _proven(node)
    if proven is None and any(
        _proven(other) is Proof.LOSS for other in (node.parent, *node.children) if other
    ):
        return Proof.WIN
    return proven


def _proven(node: Node) -> Proof | None:
    """What the analyses of the node's position prove, or those of the position before about the move to it."""
    if node.position.is_over:
        return Proof.LOSS
    own = next((known.proof for known in _thoughts(node) if known.proof is not None), None)
    if own is not None or node.parent is None:
        return own
    of_move = next(filter(None, (_proof_of(known, node.move) for known in _thoughts(node.parent))), None)
    return None if of_move is None else of_move.opposite


def _thoughts(node: Node) -> list[Decision]:
    return [known for known in (node.analysis, node.thought) if known is not None]


def _proof_of(known: Decision, move: int | None) -> Proof | None:
    """What is certain about ``move`` for the side that plays it. In a won position that is known of the best move alone."""
    if known.proof is Proof.WIN and known.point == move:
        return Proof.WIN
    return next((one.proof for one in known.candidates if one.point == move), None)


def black_win_rate(node: Node, found: Decision | None = None) -> float | None:
    """Black's win rate in the node's position, 0 to 1; ``None`` if nothing is known. ``found``, if given, replaces all that is known."""
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
    """What ``move`` gave away if it left its mover the win rate ``left``; ``None`` if nothing is known of the position ``before``."""
    black, mover = black_win_rate(before), before.position.to_move
    if black is None:
        return None
    had = black if mover is Color.BLACK else 1 - black
    if before.analysis is not None and before.analysis.point == move:
        had = min(had, left)  # no better move is known: the position was worth no more
    return Judgement(before, move, mover, had, left)


def proof_of_try(before: Node, move: int, after: Decision | None = None) -> Proof | None:
    """What is certain about ``move`` at ``before`` for the side that would play it. ``after`` is an analysis of the resulting position."""
    if after is not None and after.proof is not None:
        return after.proof.opposite
    if before.position.play(move).is_over:
        return Proof.WIN
    return next(filter(None, (_proof_of(known, move) for known in _thoughts(before))), None)


def judgement_of_try(
    before: Node, move: int, enough_visits: int, after: Decision | None = None
) -> Judgement | None:
    """What a legal ``move`` would give away at ``before``. Sources, in order: a proof; ``after``, an analysis of the resulting position by the player
    that judged ``before``; the judgement of the move if it was played; the analysis of ``before``, if it visited the move ``enough_visits`` times or
    knows none better. ``None`` if none of these tells."""
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
    """What a ``move`` that lost by the rules gave away: all of the mover's win rate at ``before``, whoever judged that position. ``None`` if nothing
    is known of it."""
    black = black_win_rate(before)
    if black is None:
        return None
    return Judgement(before, move, loser, black if loser is Color.BLACK else 1 - black, 0.0)


def mistakes(line: list[Node], found: list[Judgement], result: Result | None) -> list[Mistake]:
    """The mistakes among ``found``, the judgements of the moves of ``line`` (root first), the biggest first. If ``result`` is a loss by the rules,
    the losing move comes before them."""
    grave = sorted((one for one in found if one.severity in GRAVE), key=lambda one: -one.loss)
    listed = [Mistake(one.before, one.move, one.mover, one) for one in grave]
    if result is not None and result.loss is not None:
        loser, move = result.winner.opponent, result.loss.point
        listed.insert(0, Mistake(line[-1], move, loser, judgement_of_loss(line[-1], loser, move)))
    return listed


def _comparable(before: Decision | None, node: Node) -> bool:
    """Whether the analysis of ``node`` can be compared with the one ``before``. Two players differ about a position by more than most mistakes cost,
    so both must be by the same player, unless the result at ``node`` is proven."""
    after = node.analysis
    if before is None or certain(node) is not None:
        return before is not None
    return after is not None and after.by == before.by


def judgements(line: list[Node], random_moves: int = 0) -> list[Judgement]:
    """The judgements of the moves of ``line``, root first, where they are known. The first ``random_moves`` were drawn by lot and are left out."""
    return [found for found in map(judgement, line[1 + random_moves :]) if found is not None]


def accuracy(found: list[Judgement], color: Color) -> float | None:
    """The mean accuracy of the moves of ``color``, 0 to 100, weighted by what there was to lose: the win rate before each move. ``None`` if no
    judged move had anything to lose."""
    own = [one for one in found if one.mover is color]
    at_stake = sum(one.win_rate_before for one in own)
    return sum(one.win_rate_before * one.accuracy for one in own) / at_stake if at_stake else None
