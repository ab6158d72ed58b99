"""Docks give way while the window is small, because the board is its purpose."""

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication, QDockWidget, QMainWindow

from gui.board.board import BoardWidget

WIDTH_SHARE, HEIGHT_SHARE = 0.3, 0.16
"""Shares of the window that docks beside and below the board may take. Those beside it also get width that a board of its height can't use."""


class Side:
    """The docks on one side of the board. A size set by the user comes back once there is room."""

    def __init__(self, area: Qt.DockWidgetArea, orientation: Qt.Orientation, share: float):
        """``orientation``: direction in which docks of this ``area`` take room from the board; ``share``: how much of the window's they may take."""
        self._area, self._orientation, self._share = area, orientation, share
        self._own = 0
        """Size that the user chose, in pixels."""
        self._given = 0
        """Size that was set here instead; a different one now is the user's."""

    def fit(self, window: QMainWindow, unused: int | None = None) -> None:
        """Resize the docks to what they may have: their share of the window, or more by the pixels beside the board that are ``unused``."""
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
        """Whether ``dock`` is visible in this area. One behind another has only a tab, and its size says nothing."""
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
        """Resize the docks to what they may have."""
        self._below.fit(self._window)
        across, down = self._board.geometry_of_points.fields
        self._beside.fit(self._window, self._board.width() - round(self._board.height() * across / down))
