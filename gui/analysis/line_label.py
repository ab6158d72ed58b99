"""A line of moves as text. Pointing at a move or clicking it shows the position to which the line has come there."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QPalette

from gui.parts.whole_label import WholeLabel


class LineLabel(WholeLabel):
    """A label in which each move is a link, for mouse and keyboard."""

    reached = Signal(int)
    """How many moves to show: up to the one under the pointer, else up to the one that was clicked; 0 for none."""

    def __init__(self) -> None:
        super().__init__()
        self._before = ""
        self._names: Sequence[str] = ()
        self._clicked = 0
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.LinksAccessibleByMouse | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
        )
        self.linkHovered.connect(lambda link: self.reached.emit(int(link or self._clicked)))
        # queued: _click writes the text anew, which removes the link that sends this
        self.linkActivated.connect(self._click, Qt.ConnectionType.QueuedConnection)

    def show_line(self, before: str, names: Sequence[str]) -> None:
        """Show the ``names`` of the moves after ``before``, a plain text that says what they are."""
        self._before, self._names = before, names
        self._write()

    def _click(self, link: str) -> None:
        """Keep the clicked move as the one shown; a second click on it shows none."""
        self._clicked = 0 if int(link) == self._clicked else int(link)
        self._write()
        if self._clicked:  # so that Tab goes on from there, not from the first move
            before = (self._before, *self._names[: self._clicked - 1])
            self.setSelection(sum(len(word) + 1 for word in before), len(self._names[self._clicked - 1]))
        self.reached.emit(self._clicked)

    def _write(self) -> None:
        ink = self.palette().color(QPalette.ColorRole.Link).name()
        moves = [
            f'<a href="{number}" style="color: {ink}; text-decoration: {_decoration(number == self._clicked)}">{name}</a>'
            for number, name in enumerate(self._names, 1)
        ]
        self.setText(" ".join([self._before, *moves]) if moves else "")

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.PaletteChange:
            self._write()
        super().changeEvent(event)


def _decoration(clicked: bool) -> str:
    return "underline" if clicked else "none"
