"""The problems that come with the program: each is proven anew, move by move, and is as docs/methods/problems.md says."""

from itertools import combinations

import pytest

from ai.solver.solver import Solver, playable_points
from core import problems
from core.position import Color
from core.problems import GRADES, Problem
from tests.benchmarks import make_problems
from tests.benchmarks.make_problems import POINTS, Candidate, chosen, grade_of

MEGABYTES = 4
SHIPPED = problems.shipped()


@pytest.mark.parametrize("problem", SHIPPED, ids=lambda problem: problem.id)
def test_the_solver_agrees_about_every_legal_move(problem: Problem):
    solver = Solver(problem.position, MEGABYTES)
    assert sorted(problem.lines) == [*problem.position.legal_moves()]
    for move, line in problem.lines.items():
        reply = solver.winning_move(problem.position.play(move))
        assert line[0] == move and (reply is None) == (move in problem.winning_moves)
        if reply is None:
            end = problem.position.play_all(line)
            assert end.is_over and end.to_move is problem.position.to_move.opponent
            after = [problem.position.play_all(line[:played]) for played in range(1, len(line) + 1, 2)]
            assert all(solver.winning_move(position) is None for position in after)
        else:
            _, refutation = line
            after = problem.position.play(move)
            refuting = [each for each in after.legal_moves() if solver.winning_move(after.play(each)) is None]
            assert refutation in refuting
            tells = refutation in problem.winning_moves
            assert not tells or {*refuting} <= {*problem.winning_moves}, "another would not tell the answer"


@pytest.mark.parametrize("problem", SHIPPED, ids=lambda problem: problem.id)
def test_it_is_no_guess(problem: Problem):
    """One move wins, or two in the first grade, and moves lose on points of either kind."""
    position = problem.position
    private = {*position.private_points(position.to_move)}
    losing = {*problem.lines} - {*problem.winning_moves}
    assert playable_points(position).size in POINTS and problem.grade == grade_of(position)
    assert len(problem.winning_moves) == 1 or (len(problem.winning_moves) == 2 and problem.grade == GRADES[0])
    assert losing & private and losing - private
    assert not make_problems.is_symmetric(position)


def test_no_two_are_nearly_the_same():
    for one, other in combinations(SHIPPED, 2):
        images = make_problems.images_of(one.position)
        assert (images != other.position.stones.reshape(-1)).sum(axis=1).min() >= 24, (one.id, other.id)


def test_of_a_game_one_position_is_chosen_the_hardest():
    (easy, other), hard = [each for each in SHIPPED if each.grade == 1][:2], SHIPPED[-1]
    found = [Candidate(0, easy, 0.9), Candidate(0, hard, 0.1), Candidate(1, other, 0.5)]
    assert chosen(found, each=16) == [other, hard]


def test_in_a_grade_those_stand_first_that_more_looks_find():
    found = [Candidate(game, each, game / 100) for game, each in enumerate(SHIPPED)]
    kept = chosen(found, each=2 * len(SHIPPED))
    assert kept == [each for grade in GRADES for each in SHIPPED[::-1] if each.grade == grade]


def test_half_of_a_grade_have_black_to_move():
    found = [Candidate(game, each, 0.5) for game, each in enumerate(SHIPPED)]
    kept = chosen(found, each=4)
    assert [each.grade for each in kept] == [grade for grade in GRADES for _ in range(4)]
    assert sum(each.position.to_move is Color.BLACK for each in kept) == len(kept) / 2
