"""Marks on points: which comes next, and what choosing a point does."""

import pytest

from core.marks import Kind, Label, Mark, Shape, next_of, switched


@pytest.mark.parametrize(
    ("kind", "there", "mark"),
    [
        (Label.LETTER, [], "A"),
        (Label.LETTER, ["A", "C", "1", Shape.CROSS], "B"),
        (Label.LETTER, [chr(code) for code in range(ord("A"), ord("Z") + 1)], "AA"),
        (Label.NUMBER, ["A", "1", "3"], "2"),
        (Shape.CIRCLE, [Shape.CIRCLE], Shape.CIRCLE),
    ],
)
def test_the_first_letter_or_number_that_is_free_comes_next(kind: Kind, there: list[Mark], mark: Mark):
    assert next_of(kind, there) == mark


def test_a_point_gets_a_mark_and_loses_one_of_the_same_kind():
    marks = switched({}, 4, Shape.TRIANGLE)
    assert marks == {4: Shape.TRIANGLE} and switched(marks, 4, Shape.TRIANGLE) == {}
    assert switched(marks, 5, Shape.TRIANGLE) == {4: Shape.TRIANGLE, 5: Shape.TRIANGLE}


def test_a_mark_takes_the_place_of_one_of_another_kind():
    assert switched({4: Shape.TRIANGLE}, 4, Shape.SQUARE) == {4: Shape.SQUARE}
    assert switched({4: "A", 5: "B"}, 4, Label.NUMBER) == {4: "1", 5: "B"}
    assert switched({4: "1"}, 4, Label.LETTER) == {4: "A"}


def test_any_text_but_a_number_is_taken_away_as_letters_are():
    assert switched({4: "joseki"}, 4, Label.LETTER) == {}
