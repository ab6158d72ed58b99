"""Players and their clocks beside the board."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.clock import Clock, TimeControl
from core.position import Color
from gui.game.players_panel import PlayerName, PlayersPanel, clock_text
from gui.program.theme import apply_application_theme
from tests.gui.game.hands import label

pytestmark = pytest.mark.usefixtures("application")


@pytest.fixture
def players(qtbot: QtBot) -> PlayersPanel:
    panel = PlayersPanel()
    qtbot.addWidget(panel)
    panel.set_names("Human", "UCT")
    panel.show()
    return panel


def test_a_name_has_two_lines_where_it_needs_them_whoever_is_to_move(players: PlayersPanel):
    players.resize(220, 200)
    heights = []
    for name in ("Anna", "Buwei AI (shipped network, 800 simulations)", "Buwei AI " * 20, "Buwei_AI" * 20):
        players.set_names(name, "Human")
        QApplication.processEvents()
        shown = label(players, "name_black")
        heights.append(shown.minimumHeight())
        for turn in Color:
            players.set_turn(turn)
            QApplication.processEvents()
            assert shown.height() >= shown.minimumHeight() == heights[-1]
        assert shown.toolTip() == name
    one, *others = heights
    assert others == [2 * one] * 3


@pytest.mark.parametrize(
    "name", ["Buwei AI " * 20, "Buwei_AI" * 20, "𠮷" * 80], ids=["words", "word", "rare characters"]
)
def test_the_shown_part_of_a_long_name_has_room_and_ends_in_dots(players: PlayersPanel, name: str):
    """Also where it has no space to be broken at, or characters that are two for Qt."""
    players.resize(220, 200)
    players.set_names(name, "Human")
    QApplication.processEvents()
    shown = label(players, "name_black")
    assert isinstance(shown, PlayerName)
    lines = shown._lines(shown.font())
    widths = [shown.fontMetrics().horizontalAdvance(line.rstrip()) for line in lines]
    assert len(lines) == 2 and max(widths) <= shown.width() and lines[1].endswith("…")
    assert name.startswith("".join(lines)[:-1].rstrip())


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (900, "15:00"),
        (899.9, "14:59"),
        (60, "1:00"),
        (10, "0:10"),
        (9.94, "9.9"),
        (0, "0.0"),
        (5400, "90:00"),
    ],
)
def test_clocks_are_read_as_minutes_and_at_the_end_as_tenths(seconds: float, text: str):
    assert clock_text(seconds) == text


def test_only_the_side_to_move_is_marked(players: PlayersPanel):
    for turn in (Color.BLACK, Color.WHITE, None):
        players.set_turn(turn)
        for color in Color:
            name = label(players, f"name_{color.name.lower()}")
            assert name.font().bold() == (color is turn)
            assert bool(players._turn[color].text()) == (color is turn)
    assert label(players, "name_black").text() == "Human" and label(players, "name_white").text() == "UCT"


def test_a_clock_shows_what_there_is(players: PlayersPanel):
    clock = label(players, "clock_black")
    for limits, text in (
        ((600, None), "10:00"),
        ((None, 30), "0:30"),
        ((600, 30), "10:00  +  0:30"),
    ):
        players.show_clock(Color.BLACK, Clock(TimeControl(*limits)))
        assert clock.text() == text
    players.show_clock(Color.BLACK, None)
    assert clock.text() == ""
    assert label(players, "clock_white").text() == ""


def test_releasing_the_mouse_beside_a_name_is_no_click(players: PlayersPanel, qtbot: QtBot):
    """Whoever has pressed on it by mistake draws the pointer away."""
    name = label(players, "name_black")
    assert isinstance(name, PlayerName)
    name.set_clickable(True)
    clicks: list[bool] = []
    name.clicked.connect(lambda: clicks.append(True))
    inside = name.rect().center()
    for place in (QPoint(inside.x(), name.height() + 2), QPoint(-2, inside.y())):
        qtbot.mousePress(name, Qt.MouseButton.LeftButton, pos=inside)
        qtbot.mouseRelease(name, Qt.MouseButton.LeftButton, pos=place)
    assert clicks == []
    qtbot.mouseClick(name, Qt.MouseButton.LeftButton, pos=inside)
    assert clicks == [True]


def white_clock(control: TimeControl, used: float) -> Clock:
    """Of a game in which White has ``used`` so many seconds of the first move."""
    now = 0.0
    clock = Clock(control, lambda: now)
    clock.start(Color.WHITE)
    now = used
    return clock


def test_a_clock_turns_red_while_time_is_short(players: PlayersPanel):
    apply_application_theme("light")
    clock = label(players, "clock_white")

    def painted_red() -> bool:
        image = clock.grab().toImage()
        colors = (
            QColor(image.pixel(x, y)) for x in range(image.width()) for y in range(0, image.height(), 2)
        )
        return any(color.red() > 150 and color.green() < 90 for color in colors)

    for limits, used, short in (
        ((600, 60), 0, False),
        ((600, 60), 51, True),
        ((600, None), 500, False),
        ((600, None), 591, True),
        ((None, 5), 3, False),  # most of the time for a move there is little of it
        ((None, 5), 4, True),
        ((600, 5), 1, False),
    ):
        players.show_clock(Color.WHITE, white_clock(TimeControl(*limits), used))
        assert painted_red() is short, (limits, used)


def test_a_long_name_ends_in_dots(qtbot: QtBot):
    panel = PlayersPanel()
    qtbot.addWidget(panel)
    long = "UCT search (300 simulations)"
    panel.set_names(long, "B")
    panel.resize(120, 60)
    name = label(panel, "name_black")
    assert name.text() == name.toolTip() == long and not panel.grab().isNull()
