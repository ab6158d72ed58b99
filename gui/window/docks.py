"""The docks around the board, and the window's arrangement from one start to the next."""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QObject, QSize, Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QDockWidget, QMenu, QSizePolicy, QWidget

from gui.parts.placing import on_screen
from gui.program.labels import entitle

if TYPE_CHECKING:
    from gui.main_window import MainWindow

WIDTH, HEIGHT = 380, 300
LEAST_WIDTH = 240
"""Most width that a dock asks for: texts beside the board change all the time, and the width is the user's."""
PILES = (("history", "tree", "library", "training", "book"), ("thoughts", "watch"))
"""Docks that share a place, with tabs; the first is in front at first."""
HIDDEN_AT_FIRST = ("library", "watch", "book")
FIRST_SIZE = QSize(1180, 800)


class Docks(QObject):
    """The docks by name, and the window's arrangement, kept in the settings."""

    def __init__(self, window: "MainWindow", parts: Mapping[str, QWidget]):
        """``parts``: content of each dock, in the order of the menu."""
        super().__init__(window)
        self._window = window
        self._docks: dict[str, QDockWidget] = {}
        parts["players"].setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        for name, part in parts.items():
            dock = self._docks[name] = QDockWidget(window)
            dock.setObjectName(f"dock_{name}")
            dock.setWidget(part)
            _keep_room(part)
            _leave_keys(part)
            dock.visibilityChanged.connect(lambda seen, dock=dock: self._show_content(dock, seen))
            window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, dock)
        in_front = [self._docks[first] for first, *_ in PILES]
        window.resizeDocks(in_front, [WIDTH] * len(in_front), Qt.Orientation.Horizontal)
        window.resizeDocks(in_front, [HEIGHT] * len(in_front), Qt.Orientation.Vertical)
        for pile in PILES:
            for name, behind in pairwise(pile):
                window.tabifyDockWidget(self._docks[name], self._docks[behind])
        for name in HIDDEN_AT_FIRST:
            self._docks[name].hide()
        self._docks["history"].raise_()
        self._first = QByteArray()
        window.language_changed.connect(self.retranslate)

    def __getitem__(self, name: str) -> QDockWidget:
        return self._docks[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._docks)

    def _show_content(self, dock: QDockWidget, seen: bool) -> None:
        """Hide what is in a ``dock`` that is closed or hidden behind a tab: Qt leaves it on the way of Tab, and keys would act there unseen. If it
        had the keyboard, the board gets it."""
        if self._window.isMinimized():
            return
        focused = QApplication.focusWidget()
        if not seen and focused is not None and dock.isAncestorOf(focused):
            self._window.board.setFocus()
        dock.widget().setVisible(seen)

    def bring_up(self, name: str) -> None:
        """Show a dock in front of those that share its place."""
        self._docks[name].show()
        self._docks[name].raise_()

    def show_thoughts(self) -> None:
        """Bring the AI's thoughts in front of watched AIs, if those are visible."""
        if self._docks["watch"].isVisible():
            self.bring_up("thoughts")

    def add_switches(self, menu: QMenu) -> None:
        """Add a switch for each dock to ``menu``; the actions are Qt's own."""
        for dock in self._docks.values():
            switch = dock.toggleViewAction()
            switch.triggered.connect(lambda shown, dock=dock: _raise(dock, shown))
            menu.addAction(switch)

    def note_first(self) -> None:
        """Note the window's arrangement at the very first start, once it is complete."""
        self._first = self._window.saveState()

    def arrange_as_at_first(self) -> None:
        """Put every dock where it was at the first start, also if the board is shown alone."""
        self._window.board_alone.leave()
        self._window.restoreState(self._first)

    def restore(self) -> None:
        """Arrange the window as the settings have it."""
        window, settings = self._window, self._window.settings
        if not window.restoreGeometry(QByteArray.fromBase64(settings.geometry.encode())):
            window.resize(on_screen(window, FIRST_SIZE))
        window.restoreState(QByteArray.fromBase64(settings.docks.encode()))

    def note(self) -> None:
        """Note the window's arrangement in the settings."""
        window, settings = self._window, self._window.settings
        settings.geometry = bytes(window.saveGeometry().toBase64().data()).decode()
        settings.docks = bytes(window.saveState().toBase64().data()).decode()

    def retranslate(self) -> None:
        for name, title in (
            ("players", self.tr("Player&s")),
            ("thoughts", self.tr("A&I")),
            ("history", self.tr("Mo&ves")),
            ("tree", self.tr("&Tree")),
            ("library", self.tr("Ga&mes")),
            ("watch", self.tr("AI a&gainst AI")),
            ("training", self.tr("T&raining")),
            ("book", self.tr("Opening boo&k")),
        ):
            entitle(self._docks[name], title)


def _raise(dock: QDockWidget, shown: bool) -> None:
    """Bring ``dock`` in front of those that share its place, if its switch has just been turned on."""
    if shown:
        dock.raise_()


def _keep_room(part: QWidget) -> None:
    """Let ``part`` count where it is hidden, so that a pile of docks is as high and wide whichever is in front."""
    policy = part.sizePolicy()
    policy.setRetainSizeWhenHidden(True)
    part.setSizePolicy(policy)


def _leave_keys(part: QWidget) -> None:
    """Let buttons get the focus by Tab, not by a click: Space and Return are the window's."""
    for button in part.findChildren(QAbstractButton):
        if button.focusPolicy() & Qt.FocusPolicy.ClickFocus:
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
