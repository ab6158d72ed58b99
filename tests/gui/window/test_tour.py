"""The tour of the first start: once, by keyboard, beside what it points at."""

from pathlib import Path

import pytest
from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtWidgets import QApplication

from core import records
from core.game import Game
from gui.window.tour import bubble_place
from tests.gui.desk import Desk

Key = Qt.Key


@pytest.fixture
def toured(desk: Desk) -> Desk:
    desk.window.tour.start_once()
    return desk


def press(desk: Desk, key: Qt.Key) -> None:
    """Where the focus is, as a user would."""
    widget = desk.window.focusWidget()
    assert widget is not None
    desk.qtbot.keyClick(widget, key)


def text(desk: Desk) -> str:
    assert desk.window.tour.bubble is not None
    return desk.window.tour.bubble._text.text()


def test_the_tour_comes_once_and_again_when_asked_for(toured: Desk):
    tour = toured.window.tour
    assert tour.bubble is not None and tour.bubble.isVisible()
    press(toured, Key.Key_Escape)
    assert tour.bubble is None
    assert toured.settings_kept().tour_seen
    tour.start_once()
    assert tour.bubble is None
    toured.trigger("tour")
    assert tour.bubble is not None


def test_the_keyboard_leads_through_all_steps_and_back(toured: Desk):
    tour, steps = toured.window.tour, toured.window.tour.steps()
    press(toured, Key.Key_Return)
    assert text(toured) == steps[1].text
    press(toured, Key.Key_Space)
    assert text(toured) == steps[2].text
    assert not toured.window.analysis.on, "the key belongs to the tour while it has the focus"
    press(toured, Key.Key_Left)
    press(toured, Key.Key_Return)
    assert text(toured) == steps[1].text, "the arrow has led to the button that leads back"
    for _ in steps[1:]:
        press(toured, Key.Key_Return)
    assert tour.bubble is None
    assert toured.window.focusWidget() is toured.window.board


def test_the_game_can_be_played_meanwhile(desk: Desk):
    desk.play()
    desk.window.tour.start_once()
    desk.click(0)
    assert desk.moves == 1 and desk.window.tour.bubble is not None


@pytest.mark.parametrize("act", ["game", "file", "session"])
def test_the_tour_ends_when_something_else_is_begun(toured: Desk, tmp_path: Path, act: str):
    if act == "game":
        toured.trigger("rematch")
    elif act == "file":
        records.save(Game(), tmp_path / "game.sgf")
        toured.window.files.opening.take(tmp_path / "game.sgf")
    else:
        toured.window.training_desk.chosen.emit(tmp_path)
    assert toured.window.tour.bubble is None


def test_every_step_points_at_something_in_the_window(toured: Desk):
    tour = toured.window.tour
    assert tour.bubble is not None
    for step in tour.steps():
        assert toured.window.rect().contains(step.place), step.title
        assert toured.window.rect().contains(tour.bubble.geometry())
        press(toured, Key.Key_Return)


def test_the_tour_follows_the_window_and_its_language(toured: Desk):
    tour = toured.window.tour
    toured.window.resize(700, 560)
    toured.wait(lambda: tour._pointer is not None and tour._pointer.size() == toured.window.size())
    assert tour.bubble is not None and toured.window.rect().contains(tour.bubble.geometry())
    toured.choose("language", "zh_CN")
    toured.wait(lambda: tour.bubble is not None and tour.bubble.next.text() == "下一步")


def test_a_closed_dock_is_told_of_without_a_place(toured: Desk):
    toured.window.review.dock.close()
    assert toured.window.tour.steps()[4].place.isEmpty()


def test_no_key_is_named_that_the_user_has_taken_away(toured: Desk):
    toured.window.commands.use_keys({"analyse": ""})
    assert "Analyse has the position" in toured.window.tour.steps()[3].text


@pytest.mark.parametrize(
    ("place", "side"),
    [
        (QRect(10, 10, 80, 20), "below"),
        (QRect(10, 560, 80, 30), "above"),
        (QRect(10, 10, 300, 580), "right"),
        (QRect(500, 10, 290, 580), "left"),
    ],
)
def test_a_bubble_stands_beside_its_place(place: QRect, side: str):
    window = QRect(0, 0, 800, 600)
    bubble = QRect(bubble_place(QSize(300, 150), place, window), QSize(300, 150))
    assert window.contains(bubble) and not bubble.intersects(place)
    assert {
        "below": bubble.top() > place.bottom(),
        "above": bubble.bottom() < place.top(),
        "right": bubble.left() > place.right(),
        "left": bubble.right() < place.left(),
    }[side]


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_every_text_stands_whole_in_its_bubble(toured: Desk, language: str):
    toured.choose("language", language)
    tour = toured.window.tour
    for step in tour.steps():
        toured.wait(lambda step=step: text(toured) == step.text)
        assert tour.bubble is not None
        label = tour.bubble._text
        QApplication.processEvents()
        assert label.height() >= label.heightForWidth(label.width()), step.text
        press(toured, Key.Key_Return)


def test_escape_ends_the_tour_wherever_the_keyboard_is(toured: Desk):
    toured.window.board.setFocus()
    toured.qtbot.keyClick(toured.window.board, Qt.Key.Key_Escape)
    assert toured.window.tour.bubble is None
