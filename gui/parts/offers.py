"""Buttons that say why they can't be used."""

from PySide6.QtWidgets import QAbstractButton


def offer(button: QAbstractButton, why_not: str = "", about: str = "") -> None:
    """``button`` can be used unless there is a reason why not, which its hint says then in place of ``about``."""
    button.setEnabled(not why_not)
    button.setToolTip(why_not or about)
