"""Widgets that follow the window's language."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget as Widget
else:
    Widget = object


class Retranslated(Widget):
    """Stands before the kind of widget among a class's bases, and has its texts written anew when Qt tells that the language has changed."""

    def retranslate(self) -> None:
        """Write all texts in the window's language."""
        raise NotImplementedError

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)
