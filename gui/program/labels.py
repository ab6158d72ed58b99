"""Texts of menus, buttons and docks, which may bear a letter key, and of keys."""

import re

from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QDockWidget


def key_text(keys: QKeySequence) -> str:
    """Keys as this system writes them."""
    return keys.toString(QKeySequence.SequenceFormat.NativeText)


def without_key(text: str) -> str:
    """A menu's or button's text without its letter key and dots."""
    return without_letter(text).rstrip("….")


def without_letter(text: str) -> str:
    """A menu's or button's text without its letter key."""
    return re.sub(r"\(&.\)|&", "", text)


def entitle(dock: QDockWidget, title: str) -> None:
    """Set the dock's title. The letter key in ``title`` is kept only for the switch in the menu: on a tab it would be a key of the window."""
    dock.setWindowTitle(without_letter(title))
    dock.toggleViewAction().setText(title)
