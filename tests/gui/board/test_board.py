"""The board widget by itself: geometry, mouse and keys, and what it paints."""

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QHelpEvent, QImage, QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QDockWidget, QLabel, QMainWindow, QToolTip
from pytestqt.qtbot import QtBot

from core.marks import Mark, Shape
from core.player import Candidate, Decision, Proof
from core.points import Notation
from core.position import Color, Position, Size
from gui.app import make_application
from gui.board import pictures
from gui.board.board import PICTURE_PIXELS, BoardWidget
from gui.board.overlays import Forbidden, ThoughtsShown, _figures, loss_against
from gui.program.messages import short_proof_text
from gui.program.theme import (
    PLAIN_DARK,
    PLAIN_LIGHT,
    WOOD_DARK,
    WOOD_LIGHT,
    BoardTheme,
    alarm_color,
    apply_application_theme,
    dark_palette,
    light_palette,
    loss_color,
    set_alarm,
    text_on,
)
from gui.window.help import DIAGRAMS
from tests.gui.plots.hands import contrast

SIZES = [Size(9, 9), Size(2, 2), Size(19, 19), Size(2, 19), Size(19, 2), Size(5, 7)]
PIXELS = [(300, 300), (220, 900), (1333, 401), (3000, 3000)]
CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def board(qtbot: QtBot) -> BoardWidget:
    make_application([])
    board = BoardWidget()
    qtbot.addWidget(board)
    board.resize(600, 600)
    board.show()
    qtbot.waitExposed(board)
    return board


def painted(board: BoardWidget, ratio: float = 1.0) -> QImage:
    """What the board looks like at this many device pixels a pixel."""
    image = QImage(board.size() * ratio, QImage.Format.Format_ARGB32)
    image.setDevicePixelRatio(ratio)
    image.fill(QColor("magenta"))
    board.render(image, QPoint())
    return image


def color_at(board: BoardWidget, point: int, ratio: float = 1.0) -> QColor:
    place = board.point_center(point) * ratio
    return painted(board, ratio).pixelColor(place.toPoint())


def clicked(board: BoardWidget) -> list[int]:
    points: list[int] = []
    board.point_clicked.connect(points.append)
    return points


# --- geometry ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("notation", [Notation.CHAMPIONSHIP, None])
@pytest.mark.parametrize("pixels", PIXELS, ids=str)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_every_point_is_where_it_is_shown(
    board: BoardWidget, size: Size, pixels: tuple[int, int], notation: Notation | None
):
    board.resize(*pixels)
    board.set_notation(notation)
    board.show_position(Position.empty(size))
    for point in range(size.points):
        center = board.point_center(point)
        assert board.point_at(center) == point
        assert board.point_at(QPointF(center.toPoint())) == point
        assert 0 < center.x() < board.width() and 0 < center.y() < board.height()


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_near_a_point_counts_and_beyond_the_last_line_does_not(board: BoardWidget, size: Size):
    board.show_position(Position.empty(size))
    field = board.geometry_of_points.field
    first, last = board.point_center(0), board.point_center(size.points - 1)
    near, far = QPointF(0.45, 0.45) * field, QPointF(0.55, 0.55) * field
    assert board.point_at(first - near) == 0 and board.point_at(last + near) == size.points - 1
    assert board.point_at(first - far) == -1 and board.point_at(last + far) == -1


def test_fields_are_square_and_the_board_stands_in_the_middle(board: BoardWidget):
    board.resize(1000, 400)
    board.show_position(Position.empty(Size(5, 7)))
    step = board.point_center(8) - board.point_center(0)
    assert step.x() == pytest.approx(step.y())
    middle = (board.point_center(0) + board.point_center(34)) * 0.5
    assert (middle.x(), middle.y()) == (pytest.approx(500), pytest.approx(200))


# --- mouse and keys ------------------------------------------------------------------------------------------------------


def test_a_click_names_its_point(qtbot: QtBot, board: BoardWidget):
    points = clicked(board)
    for point in (0, 8, 40, 80):
        qtbot.mouseClick(board, Qt.MouseButton.LeftButton, pos=board.point_center(point).toPoint())
    assert points == [0, 8, 40, 80]


def test_clicks_elsewhere_say_nothing(qtbot: QtBot, board: BoardWidget):
    points = clicked(board)
    for place in (QPoint(1, 1), QPoint(598, 300), QPoint(300, 598), QPoint(5, 300)):
        qtbot.mouseClick(board, Qt.MouseButton.LeftButton, pos=place)
    for button in (Qt.MouseButton.RightButton, Qt.MouseButton.MiddleButton):
        qtbot.mouseClick(board, button, pos=board.point_center(40).toPoint())
    assert points == []


def test_keys_choose_a_point_and_play_it(qtbot: QtBot, board: BoardWidget):
    points = clicked(board)
    qtbot.keyClick(board, Qt.Key.Key_Return)
    assert points == []
    qtbot.keyClick(board, Qt.Key.Key_Right, CTRL)  # the first shows where the keys are
    qtbot.keyClick(board, Qt.Key.Key_Return)
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Up):
        qtbot.keyClick(board, key, CTRL)
    qtbot.keyClick(board, Qt.Key.Key_Enter)
    assert points == [40, 49]


def test_keys_stay_on_the_board(qtbot: QtBot, board: BoardWidget):
    points = clicked(board)
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Left):
        for _ in range(9):
            qtbot.keyClick(board, key, CTRL)
    qtbot.keyClick(board, Qt.Key.Key_Return)
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Right):
        for _ in range(12):
            qtbot.keyClick(board, key, CTRL)
    qtbot.keyClick(board, Qt.Key.Key_Return)
    assert points == [0, 80]


def test_another_size_forgets_the_chosen_point(qtbot: QtBot, board: BoardWidget):
    points = clicked(board)
    for _ in range(9):
        qtbot.keyClick(board, Qt.Key.Key_Down, CTRL)
    board.show_position(Position.empty(Size(2, 2)))
    qtbot.keyClick(board, Qt.Key.Key_Return)
    assert points == []
    painted(board)


# --- painting ------------------------------------------------------------------------------------------------------------


def three_stones() -> Position:
    return Position.empty(Size(5, 5)).play(12).play(0).play(24)


@pytest.mark.parametrize("ratio", [1.0, 1.25, 2.0])
def test_stones_have_their_colours(board: BoardWidget, ratio: float):
    board.show_position(three_stones())
    black, white = (color_at(board, point, ratio).lightness() for point in (12, 0))
    between = (board.point_center(6) + board.point_center(12)) * 0.5 * ratio
    wood = painted(board, ratio).pixelColor(between.toPoint())
    assert black < 90 and white > 220
    assert 90 < wood.lightness() < 220 and wood.hue() == pytest.approx(WOOD_LIGHT.surface.hue(), abs=8)


@pytest.mark.parametrize("ratio", [1.0, 2.0])
@pytest.mark.parametrize("size", [Size(5, 5), Size(2, 19), Size(19, 19)], ids=str)
@pytest.mark.parametrize("pixels", PIXELS[:3], ids=str)
def test_everything_is_painted_at_every_scale(
    board: BoardWidget, qtbot: QtBot, pixels: tuple[int, int], size: Size, ratio: float
):
    board.resize(*pixels)
    position = Position.empty(size).play(0).play(size.points - 1).play(2)
    board.show_position(position, last_move=2, numbers={0: 1, size.points - 1: 102, 2: 3})
    board.set_marked([0])
    board.set_losing(3)
    board.set_hint(4)
    board.set_points_shown(Forbidden.ONE_SIDE, private=False)
    board.set_hover_color(Color.WHITE)
    qtbot.mouseMove(board, QPoint(1, 1))  # or nothing moves where the test before has left the pointer
    qtbot.mouseMove(board, board.point_center(5).toPoint())
    stones, marks = {0, 2, size.points - 1}, {3, 4, 5}
    chosen = size.point(size.rows // 2, size.cols // 2)
    for notation, theme in (
        (Notation.GTP, WOOD_LIGHT),
        (Notation.CHAMPIONSHIP, WOOD_DARK),
        (None, PLAIN_LIGHT),
        (None, PLAIN_DARK),
    ):
        board.set_notation(notation)
        board.set_theme(theme)
        assert painted_points(board, ratio) == stones | marks
    board.setFocus()
    qtbot.keyClick(board, Qt.Key.Key_Right, CTRL)
    assert chosen in painted_points(board, ratio, reach=0.48), "its corners are marked"
    qtbot.keyClick(board, Qt.Key.Key_Escape)
    qtbot.mouseMove(board, QPoint(1, 1))
    board.show_position(position, last_move=2)
    assert painted_points(board, ratio) == stones


def painted_points(board: BoardWidget, ratio: float, reach: float = 0.36) -> set[int]:
    """The points around which, so many fields to either side, the board at this scale shows something else than an empty one of its size."""
    shown = pixels_of(board, ratio)
    empty = BoardWidget()
    empty.resize(board.size())
    empty.set_notation(board._notation)
    empty.set_theme(board._theme)
    empty.show_position(Position.empty(board._position.size))
    differs = np.abs(shown - pixels_of(empty, ratio)).max(axis=2) > 24
    reach *= board.geometry_of_points.field * ratio
    found = set()
    for point in range(board._position.size.points):
        place = board.point_center(point) * ratio
        x, y = place.x(), place.y()
        if differs[round(y - reach) : round(y + reach), round(x - reach) : round(x + reach)].any():
            found.add(point)
    return found


def pixels_of(board: BoardWidget, ratio: float = 1.0) -> np.ndarray:
    image = painted(board, ratio)
    return np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.width(), 4).astype(int)


def changed_fields(board: BoardWidget, before: np.ndarray, after: np.ndarray) -> set[int]:
    """The points around which the picture has changed."""
    different = np.argwhere(np.abs(before - after).max(axis=2) > 24)
    return {board.point_at(QPointF(float(x), float(y))) for y, x in different}


def test_each_mark_shows_where_it_belongs(board: BoardWidget, qtbot: QtBot):
    board.show_position(three_stones())
    plain = pixels_of(board)
    for show, point in (
        (lambda: board.set_marked([0]), 0),
        (lambda: board.set_losing(7), 7),
        (lambda: board.set_hint(13), 13),
        (lambda: board.show_position(three_stones(), last_move=24), 24),
        (lambda: board.show_position(three_stones(), numbers={12: 1}), 12),
        (lambda: board.show_marks({11: Shape.CIRCLE}), 11),
        (lambda: board.show_marks({12: "A"}), 12),
    ):
        board.show_position(three_stones())
        show()
        assert changed_fields(board, plain, pixels_of(board)) == {point}
    board.show_position(three_stones())
    board.set_hover_color(Color.WHITE)
    qtbot.mouseMove(board, board.point_center(11).toPoint())
    assert 11 in changed_fields(board, plain, pixels_of(board))
    board.set_hover_color(None)
    assert changed_fields(board, plain, pixels_of(board)) == set()


def test_forbidden_points_show_for_the_side_to_move(board: BoardWidget):
    position = Position.empty(Size(5, 5)).play(1).play(24).play(5)  # White may not play in the corner
    board.show_position(position)
    plain = pixels_of(board)
    board.set_points_shown(Forbidden.ONE_SIDE, private=False)
    assert changed_fields(board, plain, pixels_of(board)) == {0}


@pytest.mark.parametrize("theme", [WOOD_LIGHT, WOOD_DARK, PLAIN_LIGHT, PLAIN_DARK])
def test_a_point_that_is_marked_as_forbidden_says_so_more_strongly_when_it_is_pointed_at(
    board: BoardWidget, qtbot: QtBot, theme: BoardTheme
):
    """And shows no stone, as if one could be placed there; by mouse and by keys."""
    board.set_theme(theme)
    board.show_position(
        Position.empty(Size(5, 5)).play(1).play(24).play(5)
    )  # White may not play in the corner
    board.set_hover_color(Color.WHITE)
    board.set_points_shown(Forbidden.ONE_SIDE, private=False)
    field = board.geometry_of_points.field
    on_cross = (board.point_center(0) + QPointF(-0.22, 0.22) * field).toPoint()
    on_stone = (board.point_center(0) + QPointF(0.33, 0.0) * field).toPoint()
    surface, beside = (painted(board).pixelColor(place) for place in (on_cross, on_stone))
    qtbot.mouseMove(board, board.point_center(0).toPoint())
    assert contrast(painted(board).pixelColor(on_cross), surface) >= SIGNS
    assert painted(board).pixelColor(on_stone) == beside, "no stone"
    qtbot.mouseMove(board, board.point_center(12).toPoint())
    assert painted(board).pixelColor(on_cross) == surface
    board.setFocus()
    for _ in range(3):  # to the middle first, then to the left
        qtbot.keyClick(board, Qt.Key.Key_Left, CTRL)
    for _ in range(2):
        qtbot.keyClick(board, Qt.Key.Key_Up, CTRL)
    assert contrast(painted(board).pixelColor(on_cross), surface) >= SIGNS


def tip_at(board: BoardWidget, point: int, monkeypatch: pytest.MonkeyPatch) -> str:
    """What the board says where the mouse rests on ``point``."""
    told: list[str] = []
    monkeypatch.setattr(QToolTip, "showText", lambda _place, text, _widget: told.append(text))
    place = board.point_center(point).toPoint()
    QApplication.sendEvent(board, QHelpEvent(QEvent.Type.ToolTip, place, board.mapToGlobal(place)))
    return told[0]


def test_a_marked_point_tells_why_it_is_forbidden(board: BoardWidget, monkeypatch: pytest.MonkeyPatch):
    board.show_position(Position.empty(Size(5, 5)).play(1).play(24).play(5))
    assert tip_at(board, 0, monkeypatch) == "", "marks are off"
    board.set_points_shown(Forbidden.ONE_SIDE, private=False)
    said = [tip_at(board, point, monkeypatch) for point in (0, 1, 12)]
    assert said == ["Forbidden for White: suicide, no liberty would be left.", "", ""]
    board.show_position(Position.empty(Size(5, 5)).play(1).play(0))
    assert tip_at(board, 5, monkeypatch) == "Forbidden for Black: it would capture A5."


def test_the_end_of_a_game_shows_why_the_loser_has_no_move(
    board: BoardWidget, monkeypatch: pytest.MonkeyPatch
):
    """Also where marks are off."""
    board.set_points_shown(Forbidden.NONE, private=False)
    lost = DIAGRAMS["end"].position
    board.show_position(lost)
    assert lost.is_over
    left = [point for point in range(lost.size.points) if lost.at(point) is None]
    crossed = painted(board)
    board.set_points_shown(Forbidden.ONE_SIDE, private=False)
    assert painted(board) == crossed
    assert all(tip_at(board, point, monkeypatch).startswith("Forbidden for White: ") for point in left)


def test_no_diamond_looks_out_from_under_the_cross_at_the_pointer(board: BoardWidget, qtbot: QtBot):
    board.show_position(Position.empty(Size(5, 5)).play(1).play(24).play(5))
    board.set_hover_color(Color.WHITE)
    board.set_points_shown(Forbidden.NONE, private=True)
    tip = (board.point_center(0) + QPointF(0, 0.165) * board.geometry_of_points.field).toPoint()
    diamond = painted(board).pixelColor(tip)
    qtbot.mouseMove(board, board.point_center(0).toPoint())
    pointed = painted(board)
    board.set_points_shown(Forbidden.BOTH, private=False)
    assert diamond != pointed.pixelColor(tip) == painted(board).pixelColor(tip), "the cross alone"


@pytest.mark.parametrize(
    ("moves", "crossed"),
    [((1, 24, 5), True), ((1, 5, 6, 24, 10), False)],
    ids=["of Black alone", "of nobody"],
)
def test_pointing_says_no_more_than_private_points_that_are_shown(
    board: BoardWidget, qtbot: QtBot, moves: tuple[int, ...], crossed: bool
):
    """White loses in the corner. That it is Black's alone says so; where neither side may play, no mark does."""
    position = Position.empty(Size(5, 5))
    for move in moves:
        position = position.play(move)
    board.show_position(position)
    board.set_hover_color(Color.WHITE)
    board.set_points_shown(Forbidden.NONE, private=True)
    qtbot.mouseMove(board, QPoint(1, 1))  # or nothing moves where the test before has left the pointer
    qtbot.mouseMove(board, board.point_center(0).toPoint())
    assert (color_at(board, 0) == WOOD_LIGHT.warning) is crossed


@pytest.mark.parametrize("point", [0, 12], ids=["forbidden", "legal"])
def test_pointing_gives_nothing_away_where_forbidden_points_are_not_marked(
    board: BoardWidget, qtbot: QtBot, point: int
):
    board.show_position(Position.empty(Size(5, 5)).play(1).play(24).play(5))
    board.set_hover_color(Color.WHITE)
    before = color_at(board, point)
    qtbot.mouseMove(board, QPoint(1, 1))  # or nothing moves where the test before has left the pointer
    qtbot.mouseMove(board, board.point_center(point).toPoint())
    assert color_at(board, point).lightness() > before.lightness() + 20, "a stone of White"


def test_a_new_position_leaves_no_mark_of_the_old_one(board: BoardWidget):
    board.show_position(three_stones())
    plain = pixels_of(board)
    board.set_marked([0])
    board.set_losing(7)
    board.set_hint(13)
    board.set_next_move(11)
    board.show_marks({3: Shape.TRIANGLE, 12: "A"})
    board.show_position(three_stones())
    assert (pixels_of(board) == plain).all()


def test_themes_and_coordinates_change_the_picture(board: BoardWidget):
    board.show_position(three_stones())
    plain = pixels_of(board)
    board.set_theme(WOOD_DARK)
    assert (pixels_of(board) != plain).any()
    board.set_theme(WOOD_LIGHT)
    assert (pixels_of(board) == plain).all()
    board.set_notation(None)
    assert (pixels_of(board) != plain).any()


def test_points_forbidden_to_either_side_and_private_points_show(board: BoardWidget):
    # White may not play in the corner, which is Black's own
    position = Position.empty(Size(5, 5)).play(1).play(24).play(5)
    board.show_position(position.play(20))  # Black to move
    plain = pixels_of(board)
    board.set_points_shown(Forbidden.ONE_SIDE, private=False)
    assert changed_fields(board, plain, pixels_of(board)) == set()
    board.set_points_shown(Forbidden.BOTH, private=False)
    assert changed_fields(board, plain, pixels_of(board)) == {0}
    board.set_points_shown(Forbidden.NONE, private=True)
    assert changed_fields(board, plain, pixels_of(board)) == {0}
    corner = board.point_center(0)
    assert painted(board).pixelColor(corner.toPoint()).lightness() < 60, "the point is Black's"


def test_points_forbidden_to_a_side_that_is_not_to_move_show(board: BoardWidget):
    """While an AI thinks, its human opponent's."""
    position = Position.empty(Size(5, 5)).play(1).play(24).play(5)
    board.show_position(position.play(20))  # Black to move, and White may not play in the corner
    plain = pixels_of(board)
    board.set_points_shown(Forbidden.ONE_SIDE, private=False)
    board.set_side(Color.WHITE)
    assert changed_fields(board, plain, pixels_of(board)) == {0}
    board.set_side(None)
    assert changed_fields(board, plain, pixels_of(board)) == set()


# --- an analysis on the board --------------------------------------------------------------------------------------------


def analysed() -> Decision:
    """Three moves of the position of three stones: the best, one that loses much, and one hardly looked at."""
    return Decision(
        6,
        (
            Candidate(6, 800, 0.5, 0.4, None, (6, 7, 8)),
            Candidate(18, 300, 0.2, -0.4),
            Candidate(10, 1, 0.1, -0.2),
        ),
        0.4,
    )


def test_where_the_record_goes_on_is_ringed_in_the_colour_that_plays_there(board: BoardWidget):
    for position, light in ((three_stones(), True), (three_stones().play(20), False)):
        board.show_position(position)
        plain = pixels_of(board)
        board.set_next_move(11)
        assert changed_fields(board, plain, pixels_of(board)) == {11}
        field = board.geometry_of_points.field
        on_ring = (board.point_center(11) + QPointF(0, 0.455 * field)).toPoint()
        assert (painted(board).pixelColor(on_ring).lightness() > 128) is light


def test_a_white_ring_of_the_record_is_seen_on_wood_by_dark_rims_as_wide(board: BoardWidget):
    board.resize(900, 900)
    board.show_position(three_stones())
    plain = pixels_of(board).sum(axis=-1)
    board.set_next_move(11)
    change = pixels_of(board).sum(axis=-1) - plain
    assert (change < -60).sum() > (change > 60).sum() > 0


def test_the_ring_of_the_record_stands_around_a_candidate(board: BoardWidget):
    board.show_position(three_stones())
    board.show_thoughts(analysed(), board._position)
    known = pixels_of(board)
    board.set_next_move(18)
    assert changed_fields(board, known, pixels_of(board)) == {18}
    assert (pixels_of(board) != known).mean() < 0.01, "what is known of it can still be read"


def test_candidates_show_where_they_are_and_only_for_their_position(board: BoardWidget):
    board.show_position(three_stones())
    plain = pixels_of(board)
    board.show_thoughts(analysed(), board._position)
    assert changed_fields(board, plain, pixels_of(board)) == {6, 18, 10}
    board.show_position(three_stones(), last_move=24)
    assert changed_fields(board, plain, pixels_of(board)) >= {6, 18, 10}, "the position is the same"
    other = three_stones().play(6)
    board.show_position(other)
    after = pixels_of(board)
    board.show_thoughts(analysed(), three_stones())
    assert (pixels_of(board) == after).all(), "nothing of the old position is left"


def test_candidates_that_were_not_searched_have_no_colour(board: BoardWidget):
    """A prior is no verdict."""
    board.show_position(three_stones())
    board.show_thoughts(Decision(6, (Candidate(6, 0, 0.5), Candidate(18, 0, 0.2))), board._position)
    side = QPointF(0, 0.3) * board.geometry_of_points.field
    for point in (6, 18):
        shown = painted(board).pixelColor((board.point_center(point) + side).toPoint())
        assert shown == WOOD_LIGHT.surface


def test_a_disc_says_how_likely_its_move_wins_and_how_often_it_was_visited():
    """First what the move is worth to who plays it."""
    one = Candidate(6, 820, 0.47, 0.5)
    assert _figures(one, priors=False) == ["75.0", "820"]
    assert _figures(one, priors=True) == ["75.0", "820", "47%"]


def test_a_move_that_is_proven_at_once_shows_no_visits():
    assert _figures(Candidate(6, 0, 0.5, 1.0, Proof.WIN), priors=False) == [short_proof_text(Proof.WIN)]


@pytest.mark.parametrize("for_all", [False, True])
def test_a_move_that_loses_much_is_warmer_than_the_best(board: BoardWidget, for_all: bool):
    board.show_position(three_stones())
    board.set_thoughts_shown(ThoughtsShown(for_all=for_all))
    board.show_thoughts(analysed(), board._position)
    side = QPointF(0.36, 0) * board.geometry_of_points.field
    best, bad = (painted(board).pixelColor((board.point_center(point) + side).toPoint()) for point in (6, 18))
    assert bad.red() - bad.blue() > best.red() - best.blue() + 40


@pytest.mark.parametrize("for_all", [False, True])
@pytest.mark.parametrize("theme", [WOOD_LIGHT, WOOD_DARK, PLAIN_LIGHT, PLAIN_DARK])
def test_a_move_of_few_visits_is_seen_on_every_board(board: BoardWidget, theme: BoardTheme, for_all: bool):
    """Whatever it loses: yellow and orange are nearly the colours of wood."""
    board.set_theme(theme)
    board.set_thoughts_shown(ThoughtsShown(for_all=for_all))
    board.show_position(Position.empty())
    for loss in (0.0, 0.02, 0.05, 0.1, 0.2):
        best = Candidate(0, visits=10_000, value_to_move=0.5)
        other = Candidate(40, visits=1, value_to_move=0.5 - 2 * loss)
        board.show_thoughts(Decision(0, (best, other)), board._position)
        image, center = painted(board, ratio=4), board.point_center(40) * 4
        along = QPointF(0.5, 0.5) * 4  # beside the board's lines
        seen = [
            contrast(image.pixelColor((center + along * step).toPoint()), theme.surface) for step in range(16)
        ]
        assert max(seen) > 2, loss


@pytest.mark.parametrize("theme", [WOOD_LIGHT, WOOD_DARK, PLAIN_LIGHT, PLAIN_DARK])
def test_crosses_are_seen_on_every_board(board: BoardWidget, theme: BoardTheme):
    """Of points that may not be played, and of the move that has lost by the rules."""
    board.set_theme(theme)
    board.show_position(
        Position.empty(Size(5, 5)).play(1).play(24).play(5)
    )  # White may not play in the corner
    beside_lines = (board.point_center(0) + QPointF(-0.1, 0.1) * board.geometry_of_points.field).toPoint()
    surface = painted(board).pixelColor(beside_lines)
    board.set_points_shown(Forbidden.ONE_SIDE, private=False)
    assert contrast(painted(board).pixelColor(beside_lines), surface) >= SIGNS
    board.set_points_shown(Forbidden.NONE, private=False)
    board.set_losing(0)
    assert contrast(painted(board).pixelColor(beside_lines), surface) >= SIGNS


def test_each_part_of_an_analysis_has_its_switch(board: BoardWidget, qtbot: QtBot):
    board.show_position(three_stones())
    plain = pixels_of(board)
    board.show_thoughts(analysed(), board._position)
    qtbot.mouseMove(board, board.point_center(6).toPoint())
    board.set_thoughts_shown(ThoughtsShown(candidates=False, lines=False))
    assert (pixels_of(board) == plain).all()
    board.set_thoughts_shown(ThoughtsShown(candidates=False, lines=False, policy=True))
    assert changed_fields(board, plain, pixels_of(board)) >= {6, 18, 10}
    board.set_thoughts_shown(ThoughtsShown(candidates=False))
    assert changed_fields(board, plain, pixels_of(board)) >= {6, 7, 8}, "the line of the move under the mouse"
    board.set_thoughts_shown(ThoughtsShown(lines=False))
    figures = pixels_of(board)
    board.set_thoughts_shown(ThoughtsShown(lines=False, priors=True))
    assert changed_fields(board, figures, pixels_of(board)) <= {6, 18, 10}
    assert (pixels_of(board) != figures).any()


def test_certain_moves_are_told_apart_from_likely_ones(board: BoardWidget):
    board.show_position(three_stones())
    board.show_thoughts(Decision(6, (Candidate(6, 10, 0.5, 1.0),)), board._position)
    likely = pixels_of(board)
    board.show_thoughts(Decision(6, (Candidate(6, 10, 0.5, 1.0, Proof.WIN),)), board._position)
    assert changed_fields(board, likely, pixels_of(board)) == {6}


def test_a_proven_loss_looks_like_one_also_where_the_best_move_loses(board: BoardWidget):
    lost, won = Candidate(6, 10, 0.5, -1.0, Proof.LOSS), Candidate(6, 10, 0.5, 1.0, Proof.WIN)
    assert loss_against(lost, lost) == 1.0 and loss_against(won, lost) == 1.0
    assert loss_against(won, won) == 0.0
    board.show_position(three_stones())
    board.show_thoughts(Decision(6, (lost, Candidate(18, 5, 0.2, -1.0, Proof.LOSS))), board._position)
    side = QPointF(0.3, 0) * board.geometry_of_points.field
    for point in (6, 18):
        shown = painted(board).pixelColor((board.point_center(point) + side).toPoint())
        assert shown.red() > shown.green() + 40


@pytest.mark.parametrize("for_all", [False, True])
def test_figures_can_be_read_on_every_colour(for_all: bool):
    for loss in np.linspace(0, 1, 41):
        ground = loss_color(float(loss), for_all)
        assert contrast(text_on(ground), ground) >= SMALL_TEXT


@pytest.mark.parametrize("palette", [light_palette(), dark_palette()], ids=["light", "dark"])
def test_explanations_and_links_can_be_read(palette: QPalette):
    for ground in (palette.window(), palette.base(), palette.alternateBase()):
        assert contrast(palette.placeholderText().color(), ground.color()) >= SMALL_TEXT
        assert contrast(palette.link().color(), ground.color()) >= SMALL_TEXT


@pytest.mark.parametrize("palette", [light_palette(), dark_palette()], ids=["light", "dark"])
def test_selected_text_can_be_read(palette: QPalette):
    assert contrast(palette.highlightedText().color(), palette.highlight().color()) >= SMALL_TEXT


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_alarms_can_be_read(qtbot: QtBot, scheme: str):
    make_application([])
    apply_application_theme(scheme)
    label = QLabel("wrong")
    qtbot.addWidget(label)
    label.ensurePolished()
    usual = label.palette().windowText().color()
    set_alarm(label)
    color = label.palette().windowText().color()
    assert color == alarm_color(dark=scheme == "dark") != usual
    for ground in (QApplication.palette().window(), QApplication.palette().base()):
        assert contrast(color, ground.color()) >= SMALL_TEXT
    set_alarm(label, False)
    assert label.palette().windowText().color() == usual


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_buttons_of_docks_can_be_seen(qtbot: QtBot, scheme: str):
    make_application([])
    apply_application_theme(scheme)
    window, dock = QMainWindow(), QDockWidget("dock")
    window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, dock)
    qtbot.addWidget(window)
    window.show()
    ground = window.palette().window().color()
    for name in ("closebutton", "floatbutton"):
        button = dock.findChild(QAbstractButton, f"qt_dockwidget_{name}")
        assert button is not None
        image = button.grab().toImage()
        colors = [image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height())]
        assert max(contrast(color, ground) for color in colors) >= SIGNS


SIGNS = 3.0
"""The contrast that signs need (WCAG 2.1, 1.4.11)."""
SMALL_TEXT = 4.5
"""The contrast that small text needs (WCAG 2.1, 1.4.3)."""


def test_the_pictures_of_board_and_stones_are_drawn_once(board: BoardWidget, qtbot: QtBot):
    """Repainting is fast because board and stones are pictures, drawn anew only when size or looks change."""
    painted(board)
    before = board.pictures.drawn
    for point in three_stones().legal_moves()[:5]:
        board.show_position(three_stones().play(point), point)
        board.show_thoughts(analysed(), board._position)
        qtbot.mouseMove(board, board.point_center(point).toPoint())
        painted(board)
    assert board.pictures.drawn <= before + 1, "once for the other size"
    drawn = board.pictures.drawn
    board.resize(500, 500)
    painted(board)
    painted(board)
    assert board.pictures.drawn == drawn + 1


def test_the_grain_of_the_wood_is_not_drawn_anew_while_the_board_is_resized(board: BoardWidget):
    """It takes longer than all the rest of the pictures."""
    board.set_theme(WOOD_LIGHT)
    pictures._grain.cache_clear()
    for side in range(520, 720, 10):
        board.resize(side, side)
        painted(board)
    assert pictures._grain.cache_info().misses <= 2


@pytest.mark.parametrize("size", SIZES)
def test_a_picture_is_filled_by_its_board(board: BoardWidget, size: Size):
    board.resize(251, 333)
    board.show_position(Position.empty(size).play(0))
    before = painted(board)
    picture = board.picture().toImage()
    assert max(picture.width(), picture.height()) == PICTURE_PIXELS
    edges = [(picture.width() // 2, 1), (1, picture.height() // 2)]
    assert all(picture.pixelColor(*place).alpha() == 255 for place in edges)
    assert painted(board) == before, "the widget stays as it is"


def test_a_picture_shows_thoughts_but_not_the_stone_under_the_mouse(board: BoardWidget, qtbot: QtBot):
    position = Position.empty().play(0)
    board.show_position(position)
    empty, before = color_at(board, 40), board.picture().toImage()
    board.set_hover_color(Color.WHITE)
    qtbot.mouseMove(board, board.point_center(40).toPoint())
    assert color_at(board, 40) != empty
    assert board.picture().toImage() == before
    board.show_thoughts(Decision(40, (Candidate(40, 800, 0.5, 0.4),)), position)
    assert board.picture().toImage() != before


MARKS: tuple[Mark, ...] = (*Shape, "A", "12", "定式", "a long label that has no room")


@pytest.mark.parametrize("size", [(600, 600), (200, 200)], ids=str)
@pytest.mark.parametrize("mark", MARKS)
@pytest.mark.parametrize("theme", [WOOD_LIGHT, WOOD_DARK, PLAIN_LIGHT, PLAIN_DARK])
def test_marks_are_seen_on_points_and_stones_and_stay_there(
    board: BoardWidget, theme: BoardTheme, mark: Mark, size: tuple[int, int]
):
    board.resize(*size)
    board.set_theme(theme)
    board.show_position(three_stones())
    plain = pixels_of(board)
    for point, ground in ((11, theme.surface), (12, None), (13, theme.surface)):
        before = color_at(board, point) if ground is None else ground
        board.show_marks({point: mark})
        assert changed_fields(board, plain, pixels_of(board)) == {point}
        seen = painted(board).copy(board.geometry_of_points.around(point).toRect())
        colors = [seen.pixelColor(x, y) for x in range(seen.width()) for y in range(seen.height())]
        assert max(contrast(color, before) for color in colors) > 4.5


@pytest.mark.parametrize("mark", MARKS)
def test_a_mark_stands_beside_what_else_is_on_its_point(board: BoardWidget, mark: Mark):
    """The middle stays as it was, and the neighbours too."""
    position = three_stones()
    (forbidden_position, forbidden) = Position.sketch(np.array([[0, 1], [1, 0]], np.uint8), Color.WHITE), 0
    for show, point in (
        (lambda: board.show_thoughts(analysed(), position), 6),
        (lambda: board.show_line(position, (6, 7)), 7),
        (lambda: board.show_position(position, last_move=12), 12),
        (lambda: board.show_position(position, numbers={12: 1}), 12),
        (lambda: board.set_losing(11), 11),
        (lambda: board.show_position(forbidden_position), forbidden),
    ):
        board.show_position(position)
        board.set_points_shown(Forbidden.ONE_SIDE, True)
        show()
        before = painted(board)
        middle = board.geometry_of_points.around(point, 0.35).toRect()
        board.show_marks({point: mark})
        after = painted(board)
        assert after != before and after.copy(middle) == before.copy(middle)


def test_a_label_is_told_in_full_where_the_mouse_rests(board: BoardWidget, monkeypatch: pytest.MonkeyPatch):
    told: list[str] = []
    monkeypatch.setattr(QToolTip, "showText", lambda _place, text, _widget: told.append(text))
    board.show_position(three_stones())
    board.show_marks({11: "a long label that has no room", 13: Shape.CIRCLE})
    for point in (11, 13):
        place = board.point_center(point).toPoint()
        QApplication.sendEvent(board, QHelpEvent(QEvent.Type.ToolTip, place, board.mapToGlobal(place)))
    assert told == ["a long label that has no room", ""]


def test_a_picture_shows_marks(board: BoardWidget):
    board.show_position(three_stones())
    before = board.picture().toImage()
    board.show_marks({11: "A"})
    assert board.picture().toImage() != before


# --- without mouse and eyes ------------------------------------------------------------------------------------------------


def test_the_board_shows_that_tab_has_led_to_it(board: BoardWidget):
    """Not that the window has opened, where Qt says the same."""
    board.activateWindow()
    plain = pixels_of(board)
    board.setFocus(Qt.FocusReason.TabFocusReason)
    assert np.array_equal(pixels_of(board), plain)
    board.clearFocus()
    board.setFocus(Qt.FocusReason.OtherFocusReason)
    assert np.array_equal(pixels_of(board), plain)
    board.clearFocus()
    board.setFocus(Qt.FocusReason.TabFocusReason)
    assert not np.array_equal(pixels_of(board), plain)
    QTest.mouseClick(board, Qt.MouseButton.LeftButton, pos=board.point_center(0).toPoint())
    assert np.array_equal(pixels_of(board), plain)


@pytest.mark.parametrize("theme", [WOOD_LIGHT, WOOD_DARK, PLAIN_LIGHT, PLAIN_DARK])
@pytest.mark.parametrize("stone", [0, 1, 2])
def test_the_point_chosen_by_keys_is_seen_on_every_ground(
    board: BoardWidget, qtbot: QtBot, theme: BoardTheme, stone: int
):
    board.set_theme(theme)
    stones = np.zeros((9, 9), np.uint8)
    stones[4, 4] = stone
    board.show_position(Position.sketch(stones, Color.BLACK))
    board.setFocus()
    before = painted(board)
    qtbot.keyClick(board, Qt.Key.Key_Right, CTRL)
    after, place = painted(board), board.geometry_of_points.around(40, 0.9)
    edge = [QPoint(x, round(place.top())) for x in range(round(place.left()), round(place.right()))]
    assert max(contrast(before.pixelColor(one), after.pixelColor(one)) for one in edge) > 4.5


def test_the_line_of_a_candidate_chosen_by_keys_is_shown(board: BoardWidget, qtbot: QtBot):
    board.show_position(three_stones())
    board.show_thoughts(analysed(), three_stones())
    board.set_thoughts_shown(ThoughtsShown(lines=True))
    board.setFocus()
    qtbot.keyClick(board, Qt.Key.Key_Right, CTRL)
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Left):
        assert board._line_shown() == ()
        qtbot.keyClick(board, key, CTRL)
    assert board._key_point == 6 and board._line_shown() == (6, 7, 8)


def test_what_is_on_the_point_chosen_by_keys_is_told(board: BoardWidget, qtbot: QtBot):
    told: list[str] = []
    position = Position.sketch(np.array([[0, 1, 0], [1, 0, 0], [0, 0, 2]], np.uint8), Color.WHITE)
    board.show_position(position)
    board.set_hover_color(Color.WHITE)
    for forbidden in (Forbidden.NONE, Forbidden.ONE_SIDE):
        board.set_points_shown(forbidden, False)
        for point in (1, 0, 2):
            told.append(board.text_of(point))
    assert told[:3] == ["B3, Black", "A3, empty", "C3, empty"]
    assert told[4] == "A3, Forbidden for White: suicide, no liberty would be left."
    qtbot.keyClick(board, Qt.Key.Key_Right, CTRL)
    assert board.accessibleDescription() == "B2, empty"
    board.show_marks({1: Shape.CROSS, 4: "A"})
    assert board.text_of(1) == "B3, Black, cross"
    assert board.accessibleDescription() == "B2, empty, label A"
