"""Where windows stand and how large they begin."""

from PySide6.QtCore import QRect, QSize
from PySide6.QtWidgets import (
    QWidget,
)

from gui.parts.placing import move_up_onto_screen, on_screen, place_beside
from tests.gui.desk import Desk


def test_a_window_opens_beside_another_and_over_the_board_only_if_it_must(desk: Desk):
    owner, placed = desk.window, QWidget()
    desk.qtbot.addWidget(placed)
    screen = owner.screen().availableGeometry()
    owner.resize(10, 300)
    placed.resize(100, 100)

    def place(left: int, free: QRect | None = None) -> QRect:
        owner.move(left, screen.top())
        place_beside(placed, owner, free or owner.geometry())
        return QRect(placed.pos(), placed.size())

    assert place(screen.left()).left() > owner.frameGeometry().right()
    assert place(screen.right() - owner.width()).right() < owner.x()
    owner.resize(screen.size())
    left_half = QRect(screen.x(), screen.y(), screen.width() // 2, screen.height())
    for board in (left_half, left_half.translated(left_half.width(), 0)):
        assert not place(screen.left(), board).intersects(board)
    assert screen.contains(place(screen.left()))


def test_a_window_that_grows_below_the_screen_moves_up(desk: Desk):
    window = QWidget()
    desk.qtbot.addWidget(window)
    screen = window.screen().availableGeometry()
    for height in (200, screen.height() + 50):
        window.setGeometry(screen.left(), screen.bottom() - 100, 300, height)
        move_up_onto_screen(window)
        assert window.y() == max(screen.top(), screen.bottom() + 1 - height)


def test_the_report_opens_beside_the_board(desk: Desk):
    window = desk.window
    window.move(0, 0)
    window.resize(on_screen(window, QSize(900, 700)))
    desk.play(size=5)
    desk.trigger("report")
    report = window.review.report
    assert report is not None
    assert report.x() >= min(
        window.frameGeometry().right(), window.screen().availableSize().width() - report.width() - 16
    )


def test_the_first_window_leaves_room_for_its_frame(desk: Desk):
    room = desk.window.screen().availableSize()
    size = on_screen(desk.window, QSize(5000, 5000))
    assert size.width() < room.width() and size.height() <= room.height() - 40
    assert desk.window.height() <= size.height()
    assert on_screen(desk.window, QSize(300, 200)) == QSize(300, 200)
