import pytest

from core.points import Notation, parse_point, point_name
from core.position import PASS, Size

NINE = Size(9, 9)


@pytest.mark.parametrize(
    "point, championship, gtp",
    [
        (0, "A9", "A9"),
        (40, "E5", "E5"),
        (8, "I9", "J9"),
        (80, "I1", "J1"),
        (72, "A1", "A1"),
        (PASS, "pass", "pass"),
    ],
)
def test_names_on_9x9(point: int, championship: str, gtp: str):
    assert point_name(point, NINE) == championship
    assert point_name(point, NINE, Notation.GTP) == gtp
    assert parse_point(championship, NINE) == point
    assert parse_point(gtp, NINE, Notation.GTP) == point


@pytest.mark.parametrize("notation", Notation)
@pytest.mark.parametrize("size", [Size(2, 2), Size(4, 7), Size(9, 9), Size(19, 5), Size(19, 19)], ids=str)
def test_every_point_has_its_own_name(size: Size, notation: Notation):
    names = [point_name(point, size, notation) for point in range(size.points)]
    assert len(set(names)) == size.points
    assert [parse_point(name, size, notation) for name in names] == list(range(size.points))
    assert [parse_point(f" {name.lower()} ", size, notation) for name in names] == list(range(size.points))


def test_gtp_skips_i_and_the_championship_does_not():
    assert not any("I" in point_name(point, NINE, Notation.GTP) for point in range(81))
    assert not any("J" in point_name(point, NINE) for point in range(81))


@pytest.mark.parametrize(
    "text",
    ["", " ", "E", "5", "E0", "E10", "K1", "EE", "5E", "E5 5", "E-1", "E²", "E５５", "é5", "E1000000000000"],
)
@pytest.mark.parametrize("notation", Notation)
def test_a_text_that_names_no_point_is_told_in_a_sentence(text: str, notation: Notation):
    with pytest.raises(ValueError, match=r"is not a point of a 9x9 board; points go from A1 to [IJ]9"):
        parse_point(text, NINE, notation)


def test_letters_of_the_other_notation_are_refused():
    with pytest.raises(ValueError):
        parse_point("I5", NINE, Notation.GTP)
    with pytest.raises(ValueError):
        parse_point("J5", NINE, Notation.CHAMPIONSHIP)
