"""Offers the buttons beside a list also in its context menu, on Delete for removing and on F2 for renaming."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QKeySequence, QShortcut
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QMenu, QToolTip


def offer_in_menu(
    view: QAbstractItemView,
    buttons: Sequence[QAbstractButton],
    remove: QAbstractButton | None = None,
    rename: QAbstractButton | None = None,
    first: QAction | None = None,
) -> None:
    """Offer ``buttons`` in a menu for the clicked row of ``view``, enabled and with hints as they are then; Delete clicks ``remove``, F2 ``rename``.
    ``first``, what a double click does, stands above them. If a key's button is disabled, its hint, which says why, shows at the row."""

    def show(place: QPoint) -> None:
        if not view.indexAt(place).isValid():
            return
        menu = QMenu(view)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setToolTipsVisible(True)
        if first is not None:
            menu.addAction(first)
        for button in buttons:
            action = menu.addAction(button.text())
            action.setEnabled(button.isEnabled())
            action.setToolTip(button.toolTip())
            action.triggered.connect(button.click)
        menu.popup(view.viewport().mapToGlobal(place))

    def press(button: QAbstractButton) -> None:
        if button.isEnabled():
            button.click()
        else:
            place = view.visualRect(view.currentIndex()).bottomLeft()
            QToolTip.showText(view.viewport().mapToGlobal(place), button.toolTip(), view)

    view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
    view.customContextMenuRequested.connect(show)
    for key, button in ((QKeySequence.StandardKey.Delete, remove), (Qt.Key.Key_F2, rename)):
        if button is not None:
            shortcut = QShortcut(QKeySequence(key), view, partial(press, button))
            shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
