"""What buttons beside a list do, also where people look for it: in the list's context menu, on Delete for what removes and on F2 for what
renames."""

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
    """Offer ``buttons`` for the row of ``view`` that is clicked, enabled and with hints as they are then; Delete clicks ``remove``, F2 ``rename``.
    ``first`` stands before them, what a double click does. Where that can't be used, its hint, which says why, stands at the row."""

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
