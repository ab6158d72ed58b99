"""Training in the window: sessions that run beside it, the dock and the training room."""

import os
import shutil
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMessageBox, QWidget

from ai.checkpoint import CheckpointError, read_info
from ai.players.shipped import name_of
from ai.training.config import RunConfig
from ai.training.errors import RunError
from ai.training.run_files import CHECKPOINTS, RunFiles
from ai.training.shipped_run import ShippedRun
from core import folders
from gui.beside.closing import Leave, ask_to_leave
from gui.beside.watched_process import IDLE_INTERVAL_MS, Work, work_on
from gui.parts.dialogs import accepted
from gui.program.desktop import show_outside
from gui.program.errors import show_error, show_failure, why_ended
from gui.program.messages import error_text, fill, in_parts, listed, network_label
from gui.program.renaming import follow_renamed
from gui.program.settings import Settings
from gui.training.dialog import TrainingDialog
from gui.training.known_runs import folders_of_runs, settings_and_state
from gui.training.panel import TrainingPanel, failure_text, gone_text
from gui.training.process import TrainingProcess
from gui.training.renaming import rename_run
from gui.training.runs import RunsDialog, remove_run
from gui.training.texts import by_labels

if TYPE_CHECKING:
    from gui.training.room import TrainingRoom

LEAST_FREE_BYTES = 1 << 20
"""Free bytes on its disk below which a session may have been unable to write why it ended."""


class TrainingDesk(QObject):
    """Manages sessions, of which several may run side by side; the dock shows the one started or chosen last."""

    changed = Signal()
    """Emitted when the dock shows another session or state."""
    listed = Signal()
    """Emitted when the user's list of runs may have changed."""
    chosen = Signal(object)
    """Carries the folder of the run that the dock shows from now on."""
    dock_wanted = Signal()
    """Emitted when a session was begun from the window, not from the room, where it is seen anyway."""
    renamed = Signal(object, object)
    """Carries a run's folder before and after renaming, which the settings have followed."""
    play_asked = Signal(object)
    game_asked = Signal(object)
    adding_asked = Signal(object, object)
    compare_asked = Signal(object)
    contest_asked = Signal(object)

    def __init__(
        self,
        window: QWidget,
        settings: Settings,
        who_needs: Callable[[Path], Iterable[str]],
        who_keeps_name: Callable[[Path], Iterable[str]],
    ):
        """``who_needs``: sentences about what could not go on without the networks in a folder; ``who_keeps_name``: the same if the folder were
        renamed."""
        super().__init__(window)
        self._window = window
        self._settings = settings
        self._who_needs, self._who_keeps_name = who_needs, who_keeps_name
        self._processes: dict[Path, TrainingProcess] = {}
        self._told_at_work: list[TrainingProcess] = []
        """Sessions that ran when the dock was last updated."""
        self._refusals: dict[Path, str] = {}
        """Output of sessions that could not begin, by run, until another is begun there."""
        self._failed: list[Path] = []
        """Runs whose sessions, begun elsewhere, ended by an error, until the user has looked."""
        self._room: TrainingRoom | None = None
        self._shipped = ShippedRun()
        self.current = self._new_process()
        application = QGuiApplication.instance()
        assert isinstance(application, QGuiApplication)
        application.applicationStateChanged.connect(self._on_application_state)
        self.panel = TrainingPanel()
        self.panel.start_asked.connect(self.start)
        self.panel.go_on_asked.connect(lambda: self.start(self.current.folder))
        self.panel.stop_asked.connect(self.stop)
        self.panel.room_asked.connect(lambda: self.open_room(self.current.folder))
        self._timer = QTimer(self)
        self._timer.setInterval(IDLE_INTERVAL_MS)
        self._timer.timeout.connect(self._find_sessions)

    def _new_process(self) -> TrainingProcess:
        process = TrainingProcess(self)
        process.changed.connect(lambda: self._on_changed(process))
        process.failed.connect(lambda details: self._on_failed(process, details))
        process.lost.connect(lambda: self._on_lost(process))
        process.refused.connect(self._on_refused)
        process.unheard.connect(self._on_unheard)
        return process

    def _process_for(self, folder: Path) -> TrainingProcess:
        """The process for the run in ``folder``; a process without a run takes it."""
        process = self._processes.get(folder)
        if process is None:
            process = self.current if self.current.folder is None else self._new_process()
            self._processes[folder] = process
        return process

    @property
    def running(self) -> list[TrainingProcess]:
        """Processes whose sessions run now."""
        return [process for process in self._everyone if process.running]

    @property
    def _everyone(self) -> list[TrainingProcess]:
        """The process shown by the dock and those of all other watched runs, each once."""
        return list(dict.fromkeys((self.current, *self._processes.values())))

    @property
    def best(self) -> Path | None:
        """The best network of the run shown by the dock."""
        generations = self.current.rounds
        if self.current.folder is None or not generations:
            return None
        path = self.current.folder / CHECKPOINTS / str(generations[-1].get("best"))
        return path if os.path.isfile(path) else None

    @property
    def _in_front(self) -> QWidget:
        """The window in front of which dialogs open: the room if it is active."""
        return self._room if self._room is not None and self._room.isActiveWindow() else self._window

    # --- doing ------------------------------------------------------------------------------------------------

    def watch(self, folder: Path) -> None:
        """Show a run in the dock, which may have been started earlier."""
        self.current = self._process_for(folder)
        self.current.watch(folder)

    def take_up(self, last: str) -> None:
        """Watch the runs at the start. The dock shows a run with a session; else the run in the folder ``last``, if it exists; else the run worked on
        last. Of several with a session it prefers ``last``."""
        self._watch_listed()
        self._find_sessions()
        working = [process.folder for process in self.running if process.folder is not None]
        if os.path.isdir(last) and (not working or Path(last) in working):
            self.watch(Path(last))
        elif working:
            self.watch(working[0])
        else:
            self.watch_last()
        self._timer.start()

    def _watch_beside(self, folder: Path) -> None:
        """Watch a run without showing it in the dock."""
        if folder not in self._processes:
            process = self._processes[folder] = self._new_process()
            process.watch(folder)

    def _watch_listed(self) -> None:
        """Watch the runs on the user's list whose folders are there; a drive may have come back. Not done all the time, because systems take long to
        notice that a network drive doesn't answer."""
        for name in self._settings.runs:
            if os.path.isdir(name):  # takes any text, unlike Path.is_dir
                self._watch_beside(Path(name))

    def _find_sessions(self) -> None:
        """Watch sessions begun elsewhere in the user's folder; the dock shows one if it shows none. While the folder's drive is gone nothing is
        found, and the user is told where it matters."""
        try:
            runs = folders.runs_dir()
        except folders.FolderError:
            return
        for folder in folders_of_runs(runs, ()):
            if folder not in self._processes and RunFiles(folder).is_running():
                self._process_for(folder).watch(folder)

    def watch_last(self) -> None:
        """Show the run worked on last, if there is one."""
        for folder in folders_of_runs(folders.runs_dir(), self._processes)[:1]:
            self.current = self._process_for(folder)
            if self.current.folder is None:
                self.current.watch(folder)

    def start(self, run: Path | None = None) -> None:
        """Ask what to start, and start it. ``run`` is the folder of a run to go on with; for the shipped one a new run is begun from its network."""
        if run is not None and not os.path.isdir(run):
            self._let_go(run)
            return
        if run == self._shipped.path:
            self._propose(self._shipped.config_to_go_on(), self.tr("Go on from the shipped network"))
        else:
            self._ask(TrainingDialog(self._in_front, folders.runs_dir(), run, self._is_running))

    def start_from(self, checkpoint: Path) -> None:
        """Ask about a new run that begins with a generation's network and its run's settings; if these are lost, with our recipe."""
        try:
            network = read_info(checkpoint).architecture
            config = self._config_of(checkpoint)
        except (CheckpointError, RunError, OSError) as error:
            show_error(self._in_front, error_text(error))
            return
        if config is None:
            dialog = TrainingDialog(self._in_front, folders.runs_dir(), None, self._is_running)
            dialog.begin_with(str(checkpoint))
            self._ask(dialog)
            return
        title = fill(self.tr("New run from %1"), network_label(name_of(checkpoint)))
        self._propose(replace(config, start_from=str(checkpoint), network=network), title)

    def _config_of(self, checkpoint: Path) -> RunConfig | None:
        """The settings of the checkpoint's run; ``None`` if they are lost."""
        if checkpoint.parent == self._shipped.path:
            return self._shipped.config_to_go_on()
        return RunFiles(checkpoint.parent.parent).read_config()

    def _propose(self, config: RunConfig, title: str) -> None:
        """Ask about a new run with these settings."""
        dialog = TrainingDialog(self._in_front, folders.runs_dir(), None, self._is_running)
        dialog.propose(config, title)
        self._ask(dialog)

    def _ask(self, dialog: TrainingDialog) -> None:
        asked_in_window = dialog.parentWidget() is self._window
        if not accepted(dialog):
            return
        choice = dialog.choice()
        if choice.goes_on and not os.path.isdir(choice.folder):  # else a new run would begin there
            self._let_go(choice.folder)
            return
        self.begin(choice.folder, choice.config, choice.minutes)
        if asked_in_window and self.current.folder == choice.folder:
            self.dock_wanted.emit()

    def begin(self, folder: Path, config: RunConfig | None, minutes: float | None) -> None:
        """Start a session, or show it if it is running already."""
        before, self.current = self.current, self._process_for(folder)
        self._refusals.pop(folder, None)
        if not self.current.running:
            self.current.start(folder, config, minutes)
            if self.current.folder != folder:  # it was refused, and the process is free for another run
                del self._processes[folder]
                self.current = before
                return
        if self._room is not None:
            self._room.show_session(folder)
        self.chosen.emit(folder)
        self.changed.emit()

    def stop(self) -> None:
        self.current.stop()

    def stop_all(self) -> bool:
        """Ask all sessions to stop. Returns whether all could be asked."""
        asked = [process.stop() for process in self.running]
        return all(asked)

    def _stop_run(self, folder: Path) -> None:
        process = self._process_for(folder)
        if not process.running:  # another program's session, or one begun there again
            process.watch(folder)
        process.stop()
        if self._room is not None:
            self._room.look()

    def open_folder(self) -> None:
        if self.current.folder is not None:
            show_outside(self._window, self.current.folder)

    def open_room(self, folder: Path | None = None) -> None:
        """Open the room with the run in ``folder``, else with the one shown there last, at first the dock's."""
        self._watch_listed()
        if self._room is None:
            self._room = self._make_room()
            folder = folder or self.current.folder
        if folder is not None and self._look_at_failure(folder):
            self.changed.emit()
        self._room.open_at(folder)

    def open_running(self) -> None:
        """Open the room with a run whose session ended by an error, else with one that has a session, the dock's first."""
        at_work = (process.folder for process in self.running)
        self.open_room(self._failed[0] if self._failed else next(at_work, None))

    def _look_at_failure(self, folder: Path) -> bool:
        """Remove the sign that this run's session has failed. Returns whether there was one."""
        if folder not in self._failed:
            return False
        self._failed.remove(folder)
        return True

    def _make_room(self) -> "TrainingRoom":
        """Make the room. It is imported and made when first needed, because pyqtgraph takes a moment to import."""
        from gui.training.room import TrainingRoom

        room = TrainingRoom(
            folders.runs_dir(),
            self._settings,
            self._processes,
            self._shipped,
            self._work_on,
            self._refusal_of,
        )
        room.start_asked.connect(self.start)
        room.stop_asked.connect(self._stop_run)
        room.rename_asked.connect(self._rename)
        room.remove_asked.connect(self._remove)
        room.play_asked.connect(self.play_asked)
        room.game_asked.connect(self.game_asked)
        room.adding_asked.connect(self.adding_asked)
        room.compare_asked.connect(self.compare_asked)
        room.contest_asked.connect(self.contest_asked)
        room.begin_asked.connect(self.start_from)
        return room

    def open_runs(self) -> None:
        """Open the list of all runs."""
        dialog = RunsDialog(
            self._window,
            folders.runs_dir(),
            self._processes,
            self._is_running,
            self._who_needs,
            self._settings.runs,
            self._who_keeps_name,
        )
        dialog.room_asked.connect(self.open_room)
        dialog.added.connect(self._watch_beside)
        dialog.removed.connect(self._forget)
        dialog.renamed.connect(self._follow_renamed)
        accepted(dialog)
        self.listed.emit()

    def _rename(self, folder: Path) -> None:
        """Let the user rename the run chosen in the room."""
        now = rename_run(self._in_front, folder, self._is_running, [*self._who_keeps_name(folder)])
        if now is not None:
            self._follow_renamed(folder, now)
            self.listed.emit()

    def _remove(self, folder: Path) -> None:
        """Remove the run chosen in the room, if the user agrees."""
        if self._is_running(RunFiles(folder)):
            return
        if remove_run(self._in_front, folder, self._who_needs(folder)):
            self._forget(folder)
            if self._room is not None:
                self._room.runs.choose([])
            self.open_room(self.current.folder)

    def _is_running(self, folder: RunFiles) -> bool:
        return self._work_on(folder) is not Work.NONE

    def _work_on(self, folder: RunFiles) -> Work:
        process = self._processes.get(folder.path)
        return process.work if process is not None and process.running else work_on(folder)

    def _forget(self, folder: Path) -> None:
        """Stop watching a run that was removed or taken off the list, also at the next start. The dock shows another one."""
        if self._settings.run == str(folder):
            self._settings.run = ""
        self._refusals.pop(folder, None)
        self._failed = [run for run in self._failed if run != folder]
        process = self._processes.pop(folder, None)
        if process is not None:
            process.close()
        if process is self.current:
            self.current = self._new_process()
            self.watch_last()
        self.changed.emit()

    def _follow_renamed(self, before: Path, now: Path) -> None:
        """Show and watch a renamed run as before."""
        docked = self.current.folder == before
        in_room = self._room is not None and before in self._room.runs.chosen
        watched = before in self._processes
        follow_renamed(self._settings, before, now)
        self._forget(before)
        if docked:
            self.watch(now)
        elif watched:
            self._watch_beside(now)
        self.renamed.emit(before, now)
        if in_room and self._room is not None:
            self._room.choose(now)
        self.changed.emit()

    @property
    def room(self) -> "TrainingRoom | None":
        """The training room, once it was opened."""
        return self._room

    # --- what the sessions say --------------------------------------------------------------------------------

    def _on_changed(self, process: TrainingProcess) -> None:
        if process.running and process.folder is not None:
            self._refusals.pop(process.folder, None)
            self._look_at_failure(process.folder)
        if process is self.current or process.running != (process in self._told_at_work):
            self.changed.emit()

    def refresh(self) -> None:
        """Update the dock. The window calls this after :attr:`changed`."""
        process = self.current
        name = process.folder.name if process.folder else ""
        problem = self._problem_with(process)
        self._told_at_work = self.running
        others = [each.folder.name for each in self._told_at_work if each is not process and each.folder]
        finished = process.rounds[-1]["generation"] if process.rounds else 0
        refusal = self._refusal_of(process.folder)
        self.panel.show_progress(process.progress, process.work, name, problem, others, finished, refusal)
        self.panel.show_generations(process.rounds)

    @staticmethod
    def _problem_with(process: TrainingProcess) -> str:
        """Why the run can't go on, or its figures can't be shown; empty if nothing is wrong."""
        if process.problem or process.running or process.folder is None or not os.path.isdir(process.folder):
            return error_text(process.problem)
        return settings_and_state(RunFiles(process.folder))[2]

    def _on_application_state(self, state: Qt.ApplicationState) -> None:
        """Look again when the program gets the focus: the user may have changed a run elsewhere."""
        if state is Qt.ApplicationState.ApplicationActive:
            self.current.look_again()

    def _refusal_of(self, folder: Path | None) -> str:
        """Why the session begun here last could not begin in ``folder``; empty if it could."""
        details = self._refusals.get(folder or Path(), "")
        if not details:
            return ""
        return fill(self.tr("The last session could not begin: %1"), by_labels(why_ended(details)))

    def _on_failed(self, process: TrainingProcess, details: str) -> None:
        """Handle a session that has ended by itself. For one begun elsewhere only a sign in the status bar appears, which leads to the reason."""
        if process.folder is None:
            return
        told = process.told_anew()
        if process.status is None:
            if told and process.folder not in self._failed:
                self._failed.append(process.folder)
            self.changed.emit()
        elif why_ended(details) and not told:
            self._refusals[process.folder] = details
            said = fill(
                self.tr("The training session of “%1” could not begin; the run is as it was."),
                process.folder.name,
            )
            self._tell_of_failure(said, details)
            self.changed.emit()
        else:
            self._tell_of_end(process, process.folder.name, details)

    def _tell_of_failure(self, said: str, details: str) -> QMessageBox:
        """Show a failure; its reason names settings by their labels."""
        box = show_failure(self._in_front, said, details)
        box.setInformativeText(by_labels(box.informativeText()))
        return box

    def _tell_of_end(self, process: TrainingProcess, name: str, details: str) -> None:
        """Tell that a session begun here has ended by itself, and why."""
        said = self.tr(
            "The training session of “%1” has ended by itself. What it had learned is kept; “Go on…” takes it up again, with other settings where "
            "those were the reason."
        )
        box = self._tell_of_failure(fill(said, name), details)
        if not box.informativeText():
            box.setInformativeText(
                failure_text(process.progress, process.work)
                or self._about_kill(process)
                or self._about_full_disk(process)
            )

    def _about_kill(self, process: TrainingProcess) -> str:
        """Which signal ended the session, where the system tells; else empty."""
        if process.status is None or process.status >= 0:
            return ""
        said = self.tr("It was ended from outside (signal %1), as systems do when memory runs short.")
        return fill(said, -process.status)

    def _about_full_disk(self, process: TrainingProcess) -> str:
        """Whether a full disk may be the reason: then a session can't even write why it ended. Empty if not."""
        try:
            free = shutil.disk_usage(process.folder or Path()).free
        except OSError:
            return ""
        return (
            self.tr("The disk that its folder is on is full; that may be the reason.")
            if free < LEAST_FREE_BYTES
            else ""
        )

    def _on_lost(self, process: TrainingProcess) -> None:
        if process.folder is not None:
            self._let_go(process.folder)

    def _let_go(self, folder: Path) -> None:
        """Tell that a run's folder is gone, and stop watching it."""
        self._forget(folder)
        show_error(self._in_front, gone_text(folder))

    def _on_refused(self, reason: str) -> None:
        show_error(self._in_front, fill(self.tr("The training session can't be started: %1"), reason))

    def _on_unheard(self, reason: str) -> None:
        show_error(self._in_front, fill(self.tr("The training session can't be asked to stop: %1"), reason))

    # --- leaving ----------------------------------------------------------------------------------------------

    def sign_text(self) -> str:
        """Text for the status bar: sessions that run, and those that have failed unseen."""
        names = [process.folder.name for process in self.running if process.folder]
        failed = [run.name for run in self._failed]
        said = []
        if failed:
            said.append(fill(self.tr("⚠ Training ended unexpectedly: %1"), listed(failed)))
        if names:
            said.append(fill(self.tr("● Training: %1"), listed(names)))
        return in_parts(*said)

    def ask_to_leave(self) -> Leave:
        """Ask what is to become of running sessions."""
        if not self.running:
            return Leave.GO_ON
        if len(self.running) == 1:
            return ask_to_leave(
                self._window,
                self.tr("A self-play session is running."),
                self.tr("It can go on without the window; the next start finds it again."),
            )
        names = listed(process.folder.name for process in self.running if process.folder)
        return ask_to_leave(
            self._window,
            fill(self.tr("Self-play sessions are running: %1"), names),
            self.tr("They can go on without the window; the next start finds them again."),
            several=True,
        )

    def close(self) -> None:
        """Stop watching; the sessions go on."""
        self._timer.stop()
        if self._room is not None:
            self._room.close()
            self._room.deleteLater()
            self._room = None
        for process in self._everyone:
            process.close()
