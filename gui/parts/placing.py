"""Where windows open and how large: none larger than its screen, nor over the board that it is about."""

from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtWidgets import QWidget

FRAME = QSize(16, 48)
"""Most pixels of a window's frame with its title; unknown before the window is shown."""


def on_screen(window: QWidget, wanted: QSize) -> QSize:
    """``wanted``, limited to the window's screen."""
    return wanted.boundedTo(window.screen().availableSize() - FRAME)


def most_height(window: QWidget) -> int:
    """Height that a window can have on the screen of ``window``."""
    return window.screen().availableSize().height() - FRAME.height()


def move_up_onto_screen(window: QWidget) -> None:
    """Move ``window`` up by the part below its screen, as far as there is room above."""
    screen, frame = window.screen().availableGeometry(), window.frameGeometry()
    below = min(frame.bottom() - screen.bottom(), frame.top() - screen.top())
    if below > 0:
        window.move(window.x(), window.y() - below)


def place_beside(window: QWidget, owner: QWidget, free: QRect) -> None:
    """Put ``window`` to the right or left of ``owner``, where it hides least of ``free`` and then of ``owner``."""
    screen = owner.screen().availableGeometry()
    size = window.size().expandedTo(window.minimumSizeHint()) + FRAME  # not laid out before it is shown
    last = screen.bottomRight() - QPoint(size.width(), size.height()) + QPoint(1, 1)
    top = max(screen.top(), min(owner.y(), last.y()))
    places = [
        QRect(QPoint(max(screen.left(), min(left, last.x())), top), size)
        for left in (owner.frameGeometry().right() + 1, owner.x() - size.width())
    ]

    def hidden(place: QRect) -> tuple[int, int]:
        return place.intersected(free).width(), place.intersected(owner.frameGeometry()).width()

    window.move(min(places, key=hidden).topLeft())
