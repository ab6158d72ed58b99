"""Proofs within analyses: they take their place in them, and a later analysis keeps them."""

from core.game import Game
from core.player import Candidate, Decision, Proof
from core.position import Size
from core.proofs import keep_proofs, with_proof

KNOWN = Decision(
    1, (Candidate(1, 90, value_to_move=0.3), Candidate(2, 10, value_to_move=-0.2)), 0.25, visits=100, by="x"
)


def results(decision: Decision) -> dict[int, Proof | None]:
    return {one.point: one.proof for one in decision.candidates}


def test_winning_moves_come_first_and_those_not_listed_are_added():
    found = with_proof(KNOWN, Proof.WIN, {2: Proof.WIN, 5: Proof.WIN, 1: Proof.LOSS}, (5, 7))
    assert (found.point, found.proof, found.win_rate_to_move, found.by) == (2, Proof.WIN, 1.0, "x")
    assert list(results(found).items()) == [(2, Proof.WIN), (5, Proof.WIN), (1, Proof.LOSS)]
    assert [one.win_rate_to_move for one in found.candidates] == [1.0, 1.0, 0.0]
    assert found.candidates[1].line == (5, 7) and found.candidates[2].visits == 90


def test_a_best_move_that_wins_stays_the_best():
    found = with_proof(KNOWN, Proof.WIN, {2: Proof.WIN, 1: Proof.WIN})
    assert found.point == 1 and [one.point for one in found.candidates] == [1, 2]


def test_in_a_lost_position_every_move_loses():
    found = with_proof(KNOWN, Proof.LOSS, {})
    assert found.point == 1 and set(results(found).values()) == {Proof.LOSS}


def test_a_later_analysis_keeps_what_was_proven():
    game = Game(Size(5, 5))
    game.keep_analysis(game.root, with_proof(KNOWN, Proof.WIN, {2: Proof.WIN, 1: Proof.LOSS}))
    later = Decision(1, (Candidate(1, 900), Candidate(3, 500), Candidate(2, 7)), 0.1, visits=1407, by="y")
    game.keep_analysis(game.root, later)
    kept = game.root.analysis
    assert kept is not None and (kept.point, kept.proof, kept.by, kept.visits) == (2, Proof.WIN, "y", 1407)
    assert results(kept) == {2: Proof.WIN, 3: None, 1: Proof.LOSS}
    assert kept.candidates[0].visits == 7


def test_an_analysis_that_proves_as_much_stays_as_it_is():
    proven = Decision(1, (Candidate(1, 4), Candidate(2, 9, proof=Proof.LOSS)), 1.0, Proof.WIN, visits=13)
    assert keep_proofs(proven, proven) is proven
    assert keep_proofs(KNOWN, proven) is proven and keep_proofs(None, KNOWN) is KNOWN
