"""The problems that come with the program: each is proven anew, move by move, and is as docs/methods/problems.md says."""

from itertools import combinations

import pytest

from ai.solver.solver import Solver, playable_points
from core import problems
from core.problems import GRADES, Problem
from tests.benchmarks import make_problems
from tests.benchmarks.make_problems import Candidate, chosen

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
            assert solver.winning_move(problem.position.play_all((move, refutation))) is None


@pytest.mark.parametrize("problem", SHIPPED, ids=lambda problem: problem.id)
def test_it_is_no_guess(problem: Problem):
    """Few moves win, and several lose on points of either kind."""
    position = problem.position
    private = {*position.private_points(position.to_move)}
    losing = {*problem.lines} - {*problem.winning_moves}
    assert 8 <= playable_points(position).size <= 22
    assert len(problem.winning_moves) == 1 or (len(problem.winning_moves) == 2 and problem.grade == GRADES[0])
    assert len(losing & private) >= 2 and len(losing - private) >= 3
    assert not make_problems.is_symmetric(position)


def test_no_two_are_nearly_the_same():
    for one, other in combinations(SHIPPED, 2):
        images = make_problems.images_of(one.position)
        assert (images != other.position.stones.reshape(-1)).sum(axis=1).min() >= 24, (one.id, other.id)


def test_grades_go_by_how_many_looks_find_the_move():
    assert [make_problems.grade(share) for share in (1.0, 0.8, 0.7, 0.5, 0.3, 0.1, 0.0)] == [
        1,
        1,
        2,
        3,
        4,
        5,
        5,
    ]


def test_of_a_game_one_position_is_chosen_the_hardest():
    one, other, third = SHIPPED[:3]
    found = [Candidate(0, one, 0.9), Candidate(0, other, 0.1), Candidate(1, third, 0.9)]
    kept = chosen(found, each=16)
    assert [(each.id, each.grade) for each in kept] == [(third.id, 1), (other.id, 5)]


def test_half_of_a_grade_have_black_to_move():
    candidates = [Candidate(game, problem, 0.5) for game, problem in enumerate(SHIPPED) if problem.grade > 1]
    kept = chosen(candidates, each=4)
    assert sorted(each.position.to_move for each in kept) == [1, 1, 2, 2] and {
        each.grade for each in kept
    } == {3}


def test_two_moves_may_win_in_the_first_grade_alone():
    double = next(problem for problem in SHIPPED if len(problem.winning_moves) == 2)
    assert len(chosen([Candidate(0, double, 0.9)], each=16)) == 1
    assert chosen([Candidate(0, double, 0.7)], each=16) == []
