"""What a move would give away that is tried in place of another."""

import pytest

from core.game import Game, Node, Reason, Result
from core.player import Candidate, Decision, Proof
from core.position import PASS, Color, Loss, LossKind, Size
from core.review import judgement_of_try, judgements, mistakes, proof_of_try

BY = "somebody"
ENOUGH = 100
BEST, GOOD, SEEN_LITTLE, PLAYED = 7, 8, 6, 24


def win_rate(rate: float) -> float:
    """The value that is such a win rate."""
    return 2 * rate - 1


def before(best: Candidate | None = None, *others: Candidate) -> Node:
    """A position with Black to move, worth 60% to Black; the game went on with a move that left 30%."""
    game = Game(Size(5, 5))
    game.play(12)
    node = game.play(0)
    candidates = (best or Candidate(BEST, 5, 0.0, win_rate(0.6)), *others)
    known = Decision(candidates[0].point, candidates, win_rate(0.6), visits=1000, by=BY)
    game.keep_analysis(node, known)
    after = game.play(PLAYED)
    game.keep_analysis(after, Decision(3, value_to_move=win_rate(0.7), visits=1000, by=BY))
    return node


def loss_of(node: Node, move: int, after: Decision | None = None) -> float | None:
    judged = judgement_of_try(node, move, ENOUGH, after)
    return None if judged is None else judged.loss


def test_a_move_that_was_seen_often_is_judged_by_the_analysis_of_the_position():
    node = before(None, Candidate(GOOD, ENOUGH, 0.0, win_rate(0.5)), Candidate(SEEN_LITTLE, ENOUGH - 1))
    assert loss_of(node, GOOD) == pytest.approx(0.1)
    assert loss_of(node, SEEN_LITTLE) is None and loss_of(node, 3) is None


def test_the_best_move_that_is_known_gives_nothing_away_however_little_it_was_seen():
    assert loss_of(before(Candidate(BEST, 1, 0.0, win_rate(0.2))), BEST) == 0.0


def test_a_search_of_what_follows_is_seen_from_the_other_side():
    assert loss_of(before(), 3, Decision(9, value_to_move=win_rate(0.8))) == pytest.approx(0.4)


def test_the_move_of_the_game_is_judged_as_by_a_report():
    node = before()
    (played,) = judgements([node, *node.children])
    assert judgement_of_try(node, PLAYED, ENOUGH) == played


def test_a_proof_counts_more_than_what_a_search_expects():
    node = before(None, Candidate(GOOD, 500, 0.0, win_rate(0.6), Proof.LOSS))
    assert proof_of_try(node, GOOD) is Proof.LOSS and loss_of(node, GOOD) == pytest.approx(0.6)
    assert proof_of_try(node, 3) is None
    lost_for_white = Decision(9, value_to_move=win_rate(0.8), proof=Proof.LOSS)
    assert proof_of_try(node, 3, lost_for_white) is Proof.WIN and loss_of(node, 3, lost_for_white) == 0.0


def test_a_move_is_judged_where_a_proof_is_all_that_is_known_of_the_position():
    game = Game(Size(5, 5))
    game.root.thought = Decision(BEST, value_to_move=1.0, proof=Proof.WIN)
    assert loss_of(game.root, BEST) == 0.0 and loss_of(game.root, GOOD) is None
    assert loss_of(game.root, GOOD, Decision(9, value_to_move=win_rate(0.8))) == pytest.approx(0.8)


def test_a_move_after_which_nobody_can_move_wins_for_certain():
    game = Game(Size(2, 2))
    for point in (0, 3):
        game.play(point)
    assert not game.position.is_over
    wins = [move for move in game.position.legal_moves() if game.position.play(move).is_over]
    assert wins and all(proof_of_try(game.cursor, move) is Proof.WIN for move in wins)


def test_a_move_that_lost_by_the_rules_is_the_first_of_the_mistakes():
    node = before()
    line = [node, *node.children]
    found = judgements(line)
    assert [one.move for one in mistakes(line, found, None)] == [PLAYED]
    passed = Result(Color.BLACK, Reason.PASS, Loss(LossKind.PASS, PASS))
    first, second = mistakes(line, found, passed)
    assert (first.before, first.move, first.mover) == (line[-1], PASS, Color.WHITE)
    assert first.judged is not None and first.judged.loss == pytest.approx(0.7) and second.move == PLAYED
