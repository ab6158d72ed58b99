"""What the window takes up when it begins, and keeps for the next time: the game above all."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from gui.records.kept_game import Kept

if TYPE_CHECKING:
    from gui.main_window import MainWindow


class WindowSession(QObject):
    """Tells the autosave what is to be kept, and begins where it ended."""

    def __init__(self, window: "MainWindow"):
        super().__init__(window)
        self._window = window
        window.controller.clock_ticked.connect(self._keep_time)

    def begin(self, file: Path | None) -> None:
        """Restore the last game or begin a new one, open ``file`` or list the folder that it names, and watch a training session that still runs."""
        window = self._window
        window.training_desk.take_up(window.settings.run)
        if window.training.running:
            window.docks.bring_up("training")
        if not self._restore():
            window.games.start(window.games.next_setup())
        if file is not None:
            window.files.opening.take(file.absolute())

    def _restore(self) -> bool:
        """Bring back the game of the last time. Returns whether there was one."""
        window, controller = self._window, self._window.controller
        restored = window.autosave.restore()
        if restored is None:
            return False
        setup, book_helps = restored.setup, window.settings.book_helps
        controller.open_game(
            restored.game,
            setup.black,
            setup.white,
            setup.strict,
            restored.head,
        )
        window.book.take_up(book_helps)
        match = controller.match
        if match.clock is not None and restored.move_time is not None:
            match.clock.take_up(match.to_move, restored.move_time)
        window.files.lists.find_again(restored.source, restored.modified)
        if controller.is_human(match.to_move) and not controller.lineup.are_recorded:
            controller.let_human_move()
        window.showing.show_all()
        window.board.setFocus()
        return True

    def keep(self) -> None:
        """Keep the game as it is now."""
        window, match = self._window, self._window.controller.match
        belonging = window.files.belonging
        window.autosave.keep(
            Kept(
                match.game,
                window.games.setup_of_game(),
                match.head,
                belonging.source,
                belonging.modified,
                None if match.clock is None else match.clock.move_time(match.to_move),
            )
        )

    def _keep_time(self) -> None:
        match = self._window.controller.match
        if match.clock is not None and match.result is None:
            self._window.autosave.keep_time(match.clock.move_time(match.to_move))
