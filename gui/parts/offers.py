"""Buttons that tell why they can't be used."""

from PySide6.QtWidgets import QAbstractButton


def offer(button: QAbstractButton, why_not: str = "", about: str = "") -> None:
    """Enable ``button`` unless there is a reason why not; the hint shows that reason, else ``about``."""
    button.setEnabled(not why_not)
    button.setToolTip(why_not or about)
