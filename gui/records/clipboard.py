"""Games and pictures of the board through the clipboard."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from core import records
from core.records import RecordError
from gui.game.record_players import saved_record
from gui.program.errors import show_error
from gui.program.messages import error_text
from gui.records.opening import OpenDesk

if TYPE_CHECKING:
    from gui.main_window import MainWindow


class ClipboardDesk(QObject):
    """Copies the game and the board's picture, and pastes games."""

    def __init__(self, window: "MainWindow", opening: OpenDesk):
        super().__init__(window)
        self._window, self._opening = window, opening

    def copy(self) -> None:
        """Copy the game as SGF, or the problem on the board."""
        exercise = self._window.exercise
        own = None if exercise is None else exercise.own_record()
        QApplication.clipboard().setText((own or saved_record(self._window.controller.game)).decode())
        said = (
            self.tr("The game is in the clipboard.")
            if own is None
            else self.tr("The problem is in the clipboard.")
        )
        self._window.notices.tell(said)

    def copy_picture(self) -> None:
        """Copy the board as it is shown."""
        QApplication.clipboard().setPixmap(self._window.board.picture())
        self._window.notices.tell(self.tr("The picture of the board is in the clipboard."))

    def paste(self) -> None:
        """Show the game whose record is in the clipboard. Several are handled as :meth:`OpenDesk.open_path` does."""
        text = QApplication.clipboard().text()
        if not text.strip():
            show_error(self._window, self.tr("There is no text in the clipboard."))
            return
        name = self.tr("The text in the clipboard")
        try:
            parts = records.split_data(text.encode("utf-8", "replace"), name)
        except RecordError as error:
            show_error(self._window, error_text(error))
            return
        self._opening.open_parts(parts, name, None)
