"""What dialogs lack of themselves: an end once they were answered, buttons that say what is done, room for wrapped lines."""

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPushButton

from gui.parts.placing import move_up_onto_screen


def accepted(dialog: QDialog) -> bool:
    """Whether the user agrees to ``dialog``, which can still be read until what is done now is over: then it is gone. As a child of a window it would
    live on otherwise, and hear of every change there."""
    agreed = dialog.exec()
    dialog.deleteLater()
    return bool(agreed)


def agree_or_cancel(agree: str = "") -> tuple[QDialogButtonBox, QPushButton]:
    """The buttons of a dialog, and the first of them, which says what is done. It is none of Qt's own: on those it writes its own word once another
    language is chosen."""
    buttons = QDialogButtonBox()
    first = buttons.addButton(agree, QDialogButtonBox.ButtonRole.AcceptRole)
    buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
    return buttons, first


class RoomyDialog(QDialog):
    """As high as the wrapped lines in it need: Qt doesn't see to that, and lets its contents overlap."""

    def event(self, event: QEvent) -> bool:
        changes = event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest)
        handled = super().event(event)
        if changes and (layout := self.layout()) is not None:  # other events may have deleted the dialog
            needed = max(0, layout.totalHeightForWidth(self.width()))  # -1 where nothing wraps
            grows = needed > self.height()
            self.setMinimumHeight(needed)
            if grows:
                move_up_onto_screen(self)
        return handled

    def fit(self) -> None:
        """Be as large as its contents wish for, also where some of them have just been hidden, whose room Qt keeps until it lays out anew."""
        self.setMinimumHeight(0)
        layout = self.layout()
        assert layout is not None
        layout.activate()
        self.adjustSize()
