"""What Qt's dialogs lack: deletion once answered, buttons that end them or are named after what is done, height for wrapped lines."""

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPushButton, QScrollArea

from gui.parts.placing import move_up_onto_screen

Standard = QDialogButtonBox.StandardButton


def accepted(dialog: QDialog) -> bool:
    """Run ``dialog`` and return whether the user agrees. It is deleted later: the caller can still read it now, but as a child of a window it would
    live on and hear of every change there."""
    agreed = dialog.exec()
    dialog.deleteLater()
    return bool(agreed)


def ending_buttons(dialog: QDialog, buttons: Standard = Standard.Ok | Standard.Cancel) -> QDialogButtonBox:
    """Qt's own ``buttons``, which end ``dialog``."""
    box = QDialogButtonBox(buttons)
    box.accepted.connect(dialog.accept)
    box.rejected.connect(dialog.reject)
    return box


def agree_or_cancel(agree: str) -> tuple[QDialogButtonBox, QPushButton]:
    """The buttons of a dialog, and the first of them, named after what is done. It is not a standard button: Qt overwrites their texts when the
    language changes."""
    buttons = QDialogButtonBox()
    first = buttons.addButton(agree, QDialogButtonBox.ButtonRole.AcceptRole)
    buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
    return buttons, first


class RoomyDialog(QDialog):
    """A dialog at least as high as its wrapped lines need: Qt lets contents overlap instead."""

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
        """Resize to what the contents want, even if some were just hidden: Qt keeps their room until it lays out anew."""
        self.setMinimumHeight(0)
        for area in self.findChildren(QScrollArea):
            form = area.widget().layout()
            if form is not None:
                form.activate()
                area.updateGeometry()
        layout = self.layout()
        assert layout is not None
        layout.activate()
        self.adjustSize()
