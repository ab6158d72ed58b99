"""Problems as files: what is written is read again, and other programs can open it."""

import pytest

from core import problems
from core.position import Color, Position, Size
from core.problems import Problem
from core.records import RecordError, sgf


def problem() -> Problem:
    """Made up: what wins is not judged here."""
    position = Position.empty(Size(4, 4)).play_all([0, 5, 15])
    lines = {move: (move, position.play(move).legal_moves()[0]) for move in position.legal_moves()}
    return Problem(Position.from_stones(position.stones), 3, (2, 7), lines)


def test_what_is_written_is_read_again():
    read = problems.read(problems.write([problem(), problem()]))
    assert read == [problem(), problem()]


def test_other_programs_find_winning_moves_first_and_the_losing_ones_marked():
    (result,) = sgf.read(problems.write([problem()]))
    root = result.game.root
    assert result.is_whole and root.comment == "White to move and win."
    assert [node.move for node in root.children[:2]] == [2, 7]
    assert [next(iter(node.foreign)) for node in root.children] == ["TE", "TE"] + ["BM"] * (
        len(root.children) - 2
    )


def test_a_problem_is_known_again_by_its_stones():
    other = Problem(Position.from_stones(Position.empty(Size(4, 4)).play(3).stones), 3, (2,), {})
    assert problem().id == problem().id != other.id


def test_a_file_without_games_is_no_collection():
    with pytest.raises(RecordError):
        problems.read(b"")


def test_the_shipped_collection_has_enough_of_every_grade_and_colour():
    shipped = problems.shipped()
    assert len({each.id for each in shipped}) == len(shipped) >= 60
    assert [each.grade for each in shipped] == sorted(each.grade for each in shipped)
    for grade in problems.GRADES:
        sides = [each.position.to_move for each in shipped if each.grade == grade]
        assert min(sides.count(color) for color in Color) >= 4, grade
