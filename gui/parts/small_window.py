"""Small windows and small screens: docks give way while the window is small, because the board is what it is for, and no window begins larger
than its screen or over the board that it speaks of."""

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt, QTimer
from PySide6.QtWidgets import (
    QApplication,
    QDockWidget,
    QLayout,
    QMainWindow,
    QSizePolicy,
    QTableWidget,
    QWidget,
)

from gui.board.board import BoardWidget

WIDTH_SHARE, HEIGHT_SHARE = 0.3, 0.16
"""Of the window that docks beside and under the board may take; those beside it also what a board as high as it is has no use for."""

LEAST_ROWS = 3
"""Of a table, seen in the lowest dock."""
MOST_ROWS = 12
"""Of one that is shown whole there: what stands below longer ones would be far away."""

FRAME = QSize(16, 48)
"""What the window's frame with its title takes at the most, in pixels; nobody says before the window is shown."""


PANEL_SPACING = 4
"""Around and between the parts of a panel beside the board, in pixels."""


def keep_tight(layout: QLayout) -> None:
    """Of a panel beside the board: in a low window each pixel is a list's."""
    layout.setContentsMargins(*[PANEL_SPACING] * 4)
    layout.setSpacing(PANEL_SPACING)


def on_screen(window: QWidget, wanted: QSize) -> QSize:
    """``wanted``, or as much of it as the window's screen has room for."""
    return wanted.boundedTo(window.screen().availableSize() - FRAME)


def give_way(table: QTableWidget) -> None:
    """Have ``table`` give way before all else in a low dock, as far as its first rows."""
    table.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
    table.setMinimumHeight(_height(table, LEAST_ROWS * table.verticalHeader().defaultSectionSize()))


def show_whole_in_low(form: QWidget, room: int) -> None:
    """Where not even lists that give way make ``form`` low enough for ``room``, so that it is scrolled, they show all their rows unless these are
    many: a list that scrolls within what scrolls keeps the wheel from it."""
    for table in form.findChildren(QTableWidget):
        if table.sizePolicy().verticalPolicy() is QSizePolicy.Policy.Ignored:
            least = _height(table, LEAST_ROWS * table.verticalHeader().defaultSectionSize())
            others = form.minimumSizeHint().height() - table.minimumHeight()
            whole = max(least, _height(table, table.verticalHeader().length()))
            is_whole = others + least > room and table.rowCount() <= MOST_ROWS
            table.setMinimumHeight(whole if is_whole else least)


def _height(table: QTableWidget, rows: int) -> int:
    """With so many pixels of ``rows``."""
    bar = table.horizontalScrollBar()
    below = bar.sizeHint().height() if bar.isVisibleTo(table) else 0
    return table.horizontalHeader().sizeHint().height() + rows + below + 2 * table.frameWidth()


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


class Side:
    """The docks on one side of the board. A size that the user gave them comes back once there is room."""

    def __init__(self, area: Qt.DockWidgetArea, orientation: Qt.Orientation, share: float):
        """``orientation``: in which docks of this ``area`` take from the board, and of which they may have that ``share`` of the window."""
        self._area, self._orientation, self._share = area, orientation, share
        self._own = 0
        """The size that the user chose, in pixels."""
        self._given = 0
        """The size that was given instead; another one now is the user's."""

    def fit(self, window: QMainWindow, unused: int | None = None) -> None:
        """Give the docks as much as they may have: their share of the window, or more where so many pixels beside them are ``unused``."""
        docks = [dock for dock in window.findChildren(QDockWidget) if self._is_here(window, dock)]
        if not docks:
            return
        if self._extent(docks[0]) != self._given:
            self._own = self._extent(docks[0])
        room = round(self._share * self._extent(window))
        if unused is not None:
            room = max(room, self._extent(docks[0]) + unused)
        wanted = min(self._own, room)
        if wanted != self._extent(docks[0]):
            window.resizeDocks(docks[:1], [wanted], self._orientation)
            QApplication.sendEvent(window, QEvent(QEvent.Type.LayoutRequest))
        self._given = self._extent(docks[0])

    def _extent(self, widget: QDockWidget | QMainWindow) -> int:
        return widget.width() if self._orientation is Qt.Orientation.Horizontal else widget.height()

    def _is_here(self, window: QMainWindow, dock: QDockWidget) -> bool:
        """A dock behind another one has a tab alone, and its size says nothing."""
        in_front = dock.isVisible() and not dock.isFloating() and not dock.visibleRegion().isEmpty()
        return in_front and window.dockWidgetArea(dock) == self._area


class SmallWindow(QObject):
    """Follows the window's size."""

    def __init__(self, window: QMainWindow, board: BoardWidget):
        super().__init__(window)
        self._window, self._board = window, board
        self._beside = Side(Qt.DockWidgetArea.RightDockWidgetArea, Qt.Orientation.Horizontal, WIDTH_SHARE)
        self._below = Side(Qt.DockWidgetArea.BottomDockWidgetArea, Qt.Orientation.Vertical, HEIGHT_SHARE)
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.timeout.connect(self.fit)
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self._later.start(0)  # the window lays its docks out first
        return super().eventFilter(watched, event)

    def fit(self) -> None:
        """Give the docks as much as they may have."""
        self._below.fit(self._window)
        across, down = self._board.geometry_of_points.fields
        self._beside.fit(self._window, self._board.width() - round(self._board.height() * across / down))
