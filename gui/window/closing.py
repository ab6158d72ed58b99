"""Closing the window: what the user is asked before, and how its parts end."""

import logging
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QApplication, QDialog

from gui.beside.closing import may_leave
from gui.parts.threads import wait_for_those_leaving

if TYPE_CHECKING:
    from gui.main_window import MainWindow

log = logging.getLogger(__name__)


class Closing:
    """Asks, then closes the parts of the window."""

    def __init__(self, window: "MainWindow"):
        self._window = window
        self._asking = True

    def leave(self) -> None:
        """Close without asking, even while a dialog is open. A training session goes on."""
        self._asking = False
        for dialog in QApplication.topLevelWidgets():
            if isinstance(dialog, QDialog) and dialog.isModal() and dialog.isVisible():
                dialog.done(QDialog.DialogCode.Rejected)  # not reject(), in which some dialogs ask
        self._window.close()

    def may_close(self) -> bool:
        """Whether the user agrees, or is not to be asked."""
        # the last, as leave() may be called while we ask
        return not self._asking or self._ask() or not self._asking

    def _ask(self) -> bool:
        """Ask about everything that closing would end. The game stands still meanwhile and goes on if the window stays."""
        window = self._window
        with window.controller.standing_still() as pause:
            try:
                may_close = (
                    window.setup.may_close()
                    and window.files.leaving.may_quit()
                    and window.arena.may_leave(window)
                    and may_leave(window.training_desk, window.td_desk)
                )
            except Exception as error:  # raised out of closeEvent it would end the program
                sys.excepthook(type(error), error, error.__traceback__)
                may_close = False
            if may_close:
                pause.goes_on = False
        return may_close

    def close_parts(self) -> None:
        """End everything. First what the settings keep is noted, while it can be seen. Then come those that add what they found to the game, then the
        game itself, which is written once nothing changes it any more. Threads that were let go on the way are waited for at the end."""
        window = self._window
        for close in (
            window.training_desk.close,  # notes the size of its room in the settings
            self._keep_layout,
            window.hide,  # a player that is being loaded is waited for, which may take a while
            window.analysis.close,
            window.review.close,
            window.practice.close,
            window.compare.close,
            window.networks.close,
            window.sounds.close,
            window.showing.show_title,  # hands the game, with what was found by now and what its clock shows, to the autosave
            window.controller.close,  # no more moves
            window.arena.close,
            window.solver.close,  # a proof may come until then
            window.td_desk.close,
            window.autosave.close,  # writes the game
            window.tour.end,
            window.files.library.model.close,
            window.files.tally.close,
            window.watch.stop,
            window.save_last_settings,
            wait_for_those_leaving,
        ):
            _see_to(close)

    def _keep_layout(self) -> None:
        self._window.board_alone.leave()
        self._window.docks.note()
        self._window.save_settings()


def _see_to(close: Callable[[], object]) -> None:
    """Run one part of closing and log its errors, so that the other parts run too: Qt aborts a process that ends while threads run, or whose
    closeEvent raises."""
    try:
        close()
    except Exception:
        log.exception("closing went wrong")
