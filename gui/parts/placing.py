"""Where windows stand and how large they begin: none larger than its screen, or over the board that it speaks of."""

from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtWidgets import QWidget

FRAME = QSize(16, 48)
"""What the window's frame with its title takes at the most, in pixels; nobody says before the window is shown."""


def on_screen(window: QWidget, wanted: QSize) -> QSize:
    """``wanted``, or as much of it as the window's screen has room for."""
    return wanted.boundedTo(window.screen().availableSize() - FRAME)


def move_up_onto_screen(window: QWidget) -> None:
    """Move ``window`` up by what of it is below its screen, if there is room above."""
    screen, frame = window.screen().availableGeometry(), window.frameGeometry()
    below = min(frame.bottom() - screen.bottom(), frame.top() - screen.top())
    if below > 0:
        window.move(window.x(), window.y() - below)


def place_beside(window: QWidget, owner: QWidget, free: QRect) -> None:
    """Put ``window`` to the right or left of ``owner``, or else over what it hides least of; ``free`` is to be hidden last of all."""
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
