"""Opens the temporal-difference learner's window."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from core import folders
from gui.beside.closing import Leave, ask_to_leave
from gui.program.messages import fill

if TYPE_CHECKING:
    from gui.training.td_training import TdTrainingPage


class TdDesk(QObject):
    """The learner's window, made when first needed. Its session goes on when the window is closed."""

    play_asked = Signal(str, object)
    """As :attr:`gui.training.td_training.TdTrainingPage.play_asked`."""
    changed = Signal()
    """Emitted when the state of its session may have changed."""

    def __init__(self, window: QWidget):
        super().__init__(window)
        self._window = window
        self.page: TdTrainingPage | None = None

    def open(self) -> None:
        """Show the window. It is imported when first needed, because pyqtgraph takes a moment to import."""
        if self.page is None:
            from gui.training.td_training import TdTrainingPage

            self.page = TdTrainingPage(self._window, folders.data_dir() / "td")
            self.page.play_asked.connect(self.play_asked)
            self.page.process.changed.connect(self.changed)
        self.page.open()

    def sign_text(self) -> str:
        """Text for the status bar about a running session."""
        process = None if self.page is None else self.page.process
        if process is None or process.folder is None or not process.running:
            return ""
        return fill(self.tr("● Learner: %1"), process.folder.name)

    def ask_to_leave(self) -> Leave:
        """Ask what is to become of a running session."""
        if self.page is None or not self.page.process.running:
            return Leave.GO_ON
        return ask_to_leave(
            self._window,
            self.tr("A session of the temporal-difference learner is running."),
            self.tr("It can go on without the window, and is found again where it was begun."),
        )

    def stop_all(self) -> bool:
        """Ask the session to stop, if there is one. Returns whether it could be asked."""
        return self.page is None or self.page.process.stop()

    def close(self) -> None:
        """Stop watching; the session goes on."""
        if self.page is not None:
            self.page.process.close()
            self.page.close()
