"""Training in the window: what the user begins, the dock and the training room."""

import os
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from ai.checkpoint import CheckpointError, read_info
from ai.shipped_networks import name_of
from ai.training.config import RunConfig
from ai.training.errors import RunError
from ai.training.run_files import RunFiles
from ai.training.shipped_run import ShippedRun
from core import folders
from gui.beside.closing import Leave, ask_to_leave
from gui.parts.dialogs import accepted
from gui.program.desktop import show_outside
from gui.program.errors import show_error
from gui.program.messages import error_text, fill, in_parts, listed, network_label, system_text
from gui.program.renaming import follow_renamed
from gui.program.settings import Settings
from gui.training.dialog import TrainingDialog
from gui.training.known_runs import folders_of_runs, settings_and_state
from gui.training.panel import SessionShown, TrainingPanel, gone_text
from gui.training.process import TrainingProcess
from gui.training.renaming import follow_start, rename_run
from gui.training.runs import RunsDialog, remove_run
from gui.training.session_news import SessionNews
from gui.training.sessions import Sessions

if TYPE_CHECKING:
    from gui.training.room import TrainingRoom


class TrainingDesk(QObject):
    """Asks what to begin, stop, rename and remove; shows the current session in the dock, and every run in the room."""

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
    room_made = Signal(object)
    """Carries the :class:`gui.training.room.TrainingRoom` when it is first opened; what it asks for beside sessions the window does."""

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
        self._told_at_work: list[TrainingProcess] = []
        """Sessions that ran when the dock was last updated."""
        self._room: TrainingRoom | None = None
        self._shipped = ShippedRun()
        self.sessions = Sessions(self)
        self.sessions.changed.connect(self._on_changed)
        self.sessions.lost.connect(self._let_go)
        self.news = SessionNews(self.sessions, self._in_front, self)
        self.news.changed.connect(self.changed)
        application = QGuiApplication.instance()
        assert isinstance(application, QGuiApplication)
        application.applicationStateChanged.connect(self._on_application_state)
        self.panel = TrainingPanel()
        self.panel.start_asked.connect(self.start)
        self.panel.go_on_asked.connect(lambda: self.start(self.sessions.current.folder))
        self.panel.stop_asked.connect(self.stop)
        self.panel.room_asked.connect(lambda: self.open_room(self.sessions.current.folder))

    def _in_front(self) -> QWidget:
        """The window in front of which dialogs open: the room if it is active."""
        return self._room if self._room is not None and self._room.isActiveWindow() else self._window

    # --- doing ------------------------------------------------------------------------------------------------

    def take_up(self, last: str) -> None:
        """Watch the runs at the start. The dock shows a run with a session; else the run in the folder ``last``, if it exists; else the run worked on
        last. Of several with a session it prefers ``last``."""
        self.sessions.watch_listed(self._settings.runs)
        self.sessions.take_up(last)

    def start(self, run: Path | None = None) -> None:
        """Ask what to start, and start it. ``run`` is the folder of a run to go on with; for the shipped one a new run is begun from its network."""
        if run is not None and not os.path.isdir(run):
            self._let_go(run)
            return
        if run == self._shipped.path:
            self._propose(self._shipped.config_to_go_on(), self.tr("Go on from the shipped network"))
        else:
            self._ask(TrainingDialog(self._in_front(), folders.runs_dir(), run, self.sessions.is_running))

    def start_from(self, checkpoint: Path) -> None:
        """Ask about a new run that begins with a generation's network and its run's settings; if these are lost, with our recipe."""
        try:
            network = read_info(checkpoint).architecture
            config = self._config_of(checkpoint)
        except (CheckpointError, RunError, OSError) as error:
            show_error(self._in_front(), error_text(error))
            return
        if config is None:
            dialog = TrainingDialog(self._in_front(), folders.runs_dir(), None, self.sessions.is_running)
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
        dialog = TrainingDialog(self._in_front(), folders.runs_dir(), None, self.sessions.is_running)
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
        if asked_in_window and self.sessions.current.folder == choice.folder:
            self.dock_wanted.emit()

    def begin(self, folder: Path, config: RunConfig | None, minutes: float | None) -> None:
        """Start a session, or show it if it is running already."""
        self.news.forget_refusal(folder)
        if not self.sessions.begin(folder, config, minutes):
            return
        if self._room is not None:
            self._room.show_session(folder)
        self.chosen.emit(folder)
        self.changed.emit()

    def stop(self) -> None:
        """Ask the current session to stop."""
        self.sessions.current.stop()

    def stop_all(self) -> bool:
        """Ask all sessions to stop. Returns whether all could be asked."""
        return self.sessions.stop_all()

    def _stop_run(self, folder: Path) -> None:
        self.sessions.stop(folder)
        if self._room is not None:
            self._room.look()

    def open_folder(self) -> None:
        folder = self.sessions.current.folder
        if folder is not None:
            show_outside(self._window, folder)

    def open_room(self, folder: Path | None = None) -> None:
        """Open the room with the run in ``folder``, else with the one shown there last, at first the dock's."""
        self.sessions.watch_listed(self._settings.runs)
        if self._room is None:
            self._room = self._make_room()
            folder = folder or self.sessions.current.folder
        if folder is not None and self.news.forget_failure(folder):
            self.changed.emit()
        self._room.open_at(folder)

    def open_running(self) -> None:
        """Open the room with a run whose session ended by an error, else with one that has a session, the dock's first."""
        at_work = (process.folder for process in self.sessions.running)
        self.open_room(self.news.failed[0] if self.news.failed else next(at_work, None))

    def _make_room(self) -> "TrainingRoom":
        """Make the room. It is imported and made when first needed, because pyqtgraph takes a moment to import."""
        from gui.training.room import TrainingRoom

        room = TrainingRoom(
            folders.runs_dir(),
            self._settings,
            self.sessions.processes,
            self._shipped,
            self.sessions.work_on,
            self.news.refusal_of,
        )
        room.start_asked.connect(self.start)
        room.stop_asked.connect(self._stop_run)
        room.rename_asked.connect(self._rename)
        room.remove_asked.connect(self._remove)
        room.begin_asked.connect(self.start_from)
        self.room_made.emit(room)
        return room

    def open_runs(self) -> None:
        """Open the list of all runs."""
        dialog = RunsDialog(
            self._window,
            folders.runs_dir(),
            self.sessions.processes,
            self.sessions.is_running,
            self._who_needs,
            self._settings.runs,
            self._who_keeps_name,
        )
        dialog.room_asked.connect(self.open_room)
        dialog.added.connect(self.sessions.watch_beside)
        dialog.removed.connect(self._forget)
        dialog.renamed.connect(self._follow_renamed)
        accepted(dialog)
        self.listed.emit()

    def _rename(self, folder: Path) -> None:
        """Let the user rename the run chosen in the room."""
        now = rename_run(self._in_front(), folder, self.sessions.is_running, [*self._who_keeps_name(folder)])
        if now is not None:
            self._follow_renamed(folder, now)
            self.listed.emit()

    def _remove(self, folder: Path) -> None:
        """Remove the run chosen in the room, if the user agrees."""
        if self.sessions.is_running(RunFiles(folder)):
            return
        if remove_run(self._in_front(), folder, self._who_needs(folder)):
            self._forget(folder)
            if self._room is not None:
                self._room.runs.choose([])
            self.open_room(self.sessions.current.folder)

    def _forget(self, folder: Path) -> None:
        """Stop watching a run that was removed or taken off the list, also at the next start. The dock shows another one."""
        if self._settings.run == str(folder):
            self._settings.run = ""
        self.news.forget(folder)
        self.sessions.forget(folder)
        self.changed.emit()

    def _follow_renamed(self, before: Path, now: Path) -> None:
        """Show and watch a renamed run as before."""
        docked = self.sessions.current.folder == before
        in_room = self._room is not None and before in self._room.runs.chosen
        watched = before in self.sessions.processes
        follow_renamed(self._settings, before, now)
        self._follow_starts(before, now)
        self._forget(before)
        if docked:
            self.sessions.watch(now)
        elif watched:
            self.sessions.watch_beside(now)
        self.renamed.emit(before, now)
        if in_room and self._room is not None:
            self._room.choose(now)
        self.changed.emit()

    def _follow_starts(self, before: Path, now: Path) -> None:
        """Have runs that began with a network of a renamed run name it where it is now."""
        others = [*self.sessions.processes, *map(Path, self._settings.runs)]
        for path in folders_of_runs(folders.runs_dir(), others):
            try:
                follow_start(RunFiles(path), before, now)
            except RunError:
                continue  # the list of runs tells what is wrong
            except OSError as error:
                said = self.tr("The settings of the run “%1” still name the folder “%2”: %3")
                show_error(self._in_front(), fill(said, path.name, before.name, system_text(error)))

    @property
    def room(self) -> "TrainingRoom | None":
        """The training room, once it was opened."""
        return self._room

    # --- what the sessions say --------------------------------------------------------------------------------

    def _on_changed(self, process: TrainingProcess) -> None:
        if process.running and process.folder is not None:
            self.news.forget(process.folder)
        if process is self.sessions.current or process.running != (process in self._told_at_work):
            self.changed.emit()

    def refresh(self) -> None:
        """Update the dock. The window calls this after :attr:`changed`."""
        process = self.sessions.current
        self._told_at_work = self.sessions.running
        self.panel.show_session(
            SessionShown(
                progress=process.progress,
                work=process.work,
                run_name=process.folder.name if process.folder else "",
                problem=self._problem_with(process),
                others=[
                    each.folder.name for each in self._told_at_work if each is not process and each.folder
                ],
                finished=process.rounds[-1]["generation"] if process.rounds else 0,
                refusal=self.news.refusal_of(process.folder),
            )
        )
        self.panel.show_generations(process.rounds)

    @staticmethod
    def _problem_with(process: TrainingProcess) -> str:
        """Why the run can't go on, or its figures can't be shown; empty if nothing is wrong."""
        if process.problem or process.running or process.folder is None or not os.path.isdir(process.folder):
            return error_text(process.problem)
        return settings_and_state(RunFiles(process.folder)).problem

    def _on_application_state(self, state: Qt.ApplicationState) -> None:
        """Look again when the program gets the focus: the user may have changed a run elsewhere."""
        if state is Qt.ApplicationState.ApplicationActive:
            self.sessions.current.look_again()

    def _let_go(self, folder: Path | None) -> None:
        """Tell that a run's folder is gone, and stop watching it."""
        if folder is not None:
            self._forget(folder)
            show_error(self._in_front(), gone_text(folder))

    # --- leaving ----------------------------------------------------------------------------------------------

    def sign_text(self) -> str:
        """Text for the status bar: sessions that run, and those that have failed unseen."""
        names = [process.folder.name for process in self.sessions.running if process.folder]
        failed = [run.name for run in self.news.failed]
        said = []
        if failed:
            said.append(fill(self.tr("⚠ Training ended unexpectedly: %1"), listed(failed)))
        if names:
            said.append(fill(self.tr("● Training: %1"), listed(names)))
        return in_parts(*said)

    def ask_to_leave(self) -> Leave:
        """Ask what is to become of running sessions."""
        running = self.sessions.running
        if not running:
            return Leave.GO_ON
        if len(running) == 1:
            return ask_to_leave(
                self._window,
                self.tr("A self-play session is running."),
                self.tr("It can go on without the window; the next start finds it again."),
            )
        names = listed(process.folder.name for process in running if process.folder)
        return ask_to_leave(
            self._window,
            fill(self.tr("Self-play sessions are running: %1"), names),
            self.tr("They can go on without the window; the next start finds them again."),
            several=True,
        )

    def close(self) -> None:
        """Stop watching; the sessions go on."""
        if self._room is not None:
            self._room.close()
            self._room.deleteLater()
            self._room = None
        self.sessions.close()
