"""What is proven of a position, within an analysis of it: added by whoever proves it, and kept when the position is analysed anew."""

from collections.abc import Mapping
from dataclasses import replace

from core.player import LONGEST_LINE, Candidate, Decision, Proof

RANKS = {Proof.WIN: 0, None: 1, Proof.LOSS: 2}
"""The order of moves in a position whose result is certain."""


def with_proof(
    known: Decision, proof: Proof, moves: Mapping[int, Proof], line: tuple[int, ...] = ()
) -> Decision:
    """``known`` with the position's ``proof`` and those of ``moves``; moves that it doesn't list are added without visits. In a won position at least
    one of ``moves`` wins. ``line``: a game to the end, which its first move gets."""
    if proof is Proof.LOSS:
        moves = {**dict.fromkeys((one.point for one in known.candidates), Proof.LOSS), **moves}
    listed = {one.point: one for one in known.candidates}
    candidates = [listed.get(point, Candidate(point, line=(point,))) for point in {**listed, **moves}]
    candidates = [_proven(one, moves[one.point], line) if one.point in moves else one for one in candidates]
    best = known.point
    if best is None or (proof is Proof.WIN and moves.get(best) is not Proof.WIN):
        best = min(candidates, key=lambda one: RANKS[one.proof]).point if candidates else None
    candidates.sort(key=lambda one: (RANKS[one.proof], one.point != best))
    return replace(known, point=best, candidates=tuple(candidates), value_to_move=_value(proof), proof=proof)


def keep_proofs(known: Decision | None, found: Decision) -> Decision:
    """``found``, a newer analysis of a position, with what was proven by the one ``known`` before. A proof doesn't get lost to a longer search."""
    if known is None or known.proof is None or found.proof is known.proof.opposite:
        return found
    moves = _proven_moves(known)
    if found.proof is known.proof and moves.items() <= _proven_moves(found).items():
        return found
    lines = [one.line for one in known.candidates if one.point == known.point]
    return with_proof(found, known.proof, moves, *lines)


def _proven_moves(decision: Decision) -> dict[int, Proof]:
    """The moves of whose result ``decision`` is certain."""
    moves = {one.point: one.proof for one in decision.candidates if one.proof is not None}
    if decision.proof is Proof.WIN and decision.point is not None:
        moves[decision.point] = Proof.WIN
    return moves


def _proven(one: Candidate, proof: Proof, line: tuple[int, ...]) -> Candidate:
    goes_on = line[:LONGEST_LINE] if line[:1] == (one.point,) else one.line
    return replace(one, value_to_move=_value(proof), proof=proof, line=goes_on)


def _value(proof: Proof) -> float:
    return 1.0 if proof is Proof.WIN else -1.0
