"""What is told of sessions that could not begin, could not be asked to stop, or have ended by themselves."""

import shutil
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMessageBox, QWidget

from gui.program.errors import show_error, show_failure, why_ended
from gui.program.messages import fill
from gui.training.panel import failure_text
from gui.training.process import TrainingProcess
from gui.training.sessions import Sessions
from gui.training.texts import by_labels

LEAST_FREE_BYTES = 1 << 20
"""Free bytes on its disk below which a session may have been unable to write why it ended."""


class SessionNews(QObject):
    """Tells what became of sessions in front of a window, and remembers what the user has not looked at or mended yet."""

    changed = Signal()
    """Emitted when :attr:`failed` or :meth:`refusal_of` may have changed."""

    def __init__(self, sessions: Sessions, in_front: Callable[[], QWidget], parent: QObject):
        """``in_front``: the window in front of which dialogs open now."""
        super().__init__(parent)
        self._in_front = in_front
        self.failed: list[Path] = []
        """Runs whose sessions, begun elsewhere, ended by an error, until the user has looked."""
        self._refusals: dict[Path, str] = {}
        """Output of sessions that could not begin, by run, until another is begun there."""
        sessions.failed.connect(self._on_failed)
        sessions.refused.connect(self._on_refused)
        sessions.unheard.connect(self._on_unheard)

    def refusal_of(self, folder: Path | None) -> str:
        """Why the session begun here last could not begin in ``folder``; empty if it could."""
        details = self._refusals.get(folder or Path(), "")
        if not details:
            return ""
        return fill(self.tr("The last session could not begin: %1"), by_labels(why_ended(details)))

    def forget_refusal(self, folder: Path) -> None:
        """Forget why a session could not begin in ``folder``, because another one begins."""
        self._refusals.pop(folder, None)

    def forget_failure(self, folder: Path) -> bool:
        """Remove the sign that the session in ``folder`` has failed. Returns whether there was one."""
        if folder not in self.failed:
            return False
        self.failed.remove(folder)
        return True

    def forget(self, folder: Path) -> None:
        """Forget both, because a session works in ``folder`` or the run there is watched no longer."""
        self.forget_refusal(folder)
        self.forget_failure(folder)

    def _on_failed(self, process: TrainingProcess, details: str) -> None:
        """Handle a session that has ended by itself. For one begun elsewhere only a sign in the status bar appears, which leads to the reason."""
        if process.folder is None:
            return
        told = process.told_anew()
        if process.status is None:
            if told and process.folder not in self.failed:
                self.failed.append(process.folder)
            self.changed.emit()
        elif why_ended(details) and not told:
            self._refusals[process.folder] = details
            said = self.tr("The training session of “%1” could not begin; the run is as it was.")
            self._tell_of_failure(fill(said, process.folder.name), details)
            self.changed.emit()
        else:
            self._tell_of_end(process, process.folder, details)

    def _tell_of_failure(self, said: str, details: str) -> QMessageBox:
        """Show a failure; its reason names settings by their labels."""
        box = show_failure(self._in_front(), said, details)
        box.setInformativeText(by_labels(box.informativeText()))
        return box

    def _tell_of_end(self, process: TrainingProcess, folder: Path, details: str) -> None:
        """Tell that a session begun here has ended by itself, and why."""
        said = self.tr(
            "The training session of “%1” has ended by itself. What it had learned is kept; “Go on…” takes it up again, with other settings where "
            "those were the reason."
        )
        box = self._tell_of_failure(fill(said, folder.name), details)
        if not box.informativeText():
            box.setInformativeText(
                failure_text(process.progress, process.work)
                or self._about_kill(process.status)
                or self._about_full_disk(folder)
            )

    def _about_kill(self, status: int | None) -> str:
        """Which signal ended the session, where the system tells; else empty."""
        if status is None or status >= 0:
            return ""
        said = self.tr("It was ended from outside (signal %1), as systems do when memory runs short.")
        return fill(said, -status)

    def _about_full_disk(self, folder: Path) -> str:
        """Whether a full disk may be the reason: then a session can't even write why it ended. Empty if not."""
        try:
            free = shutil.disk_usage(folder).free
        except OSError:
            return ""
        if free >= LEAST_FREE_BYTES:
            return ""
        return self.tr("The disk that its folder is on is full; that may be the reason.")

    def _on_refused(self, reason: str) -> None:
        show_error(self._in_front(), fill(self.tr("The training session can't be started: %1"), reason))

    def _on_unheard(self, reason: str) -> None:
        show_error(self._in_front(), fill(self.tr("The training session can't be asked to stop: %1"), reason))
