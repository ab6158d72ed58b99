"""The self-play sessions beside the window: which runs are watched, and what begins and stops work on them."""

import os
from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from ai.checkpoint import CHECKPOINTS
from ai.training.config import RunConfig
from ai.training.run_files import RunFiles
from core import folders
from gui.beside.watched_process import IDLE_INTERVAL_MS, Work, work_on
from gui.training.known_runs import folders_of_runs
from gui.training.process import TrainingProcess


class Sessions(QObject):
    """A process for each watched run, of which several may work side by side; the dock shows the current one."""

    changed = Signal(object)
    """Carries a process of which something may have changed."""
    failed = Signal(object, str)
    """Carries a process whose session has ended by itself, and the last lines of its output if it was begun here."""
    lost = Signal(object)
    """Carries the folder of a run that is gone."""
    refused = Signal(str)
    """Carries the reason why a session could not be started."""
    unheard = Signal(str)
    """Carries the reason why a session could not be asked to stop."""

    def __init__(self, parent: QObject):
        super().__init__(parent)
        self.processes: dict[Path, TrainingProcess] = {}
        """Those of all watched runs, by folder."""
        self.current = self._new_process()
        self._timer = QTimer(self)
        self._timer.setInterval(IDLE_INTERVAL_MS)
        self._timer.timeout.connect(self._find)

    def _new_process(self) -> TrainingProcess:
        process = TrainingProcess(self)
        process.changed.connect(lambda: self.changed.emit(process))
        process.failed.connect(lambda details: self.failed.emit(process, details))
        process.lost.connect(lambda: self.lost.emit(process.folder))
        process.refused.connect(self.refused)
        process.unheard.connect(self.unheard)
        return process

    def _process_for(self, folder: Path) -> TrainingProcess:
        """The process for the run in ``folder``; a process without a run takes it."""
        process = self.processes.get(folder)
        if process is None:
            process = self.current if self.current.folder is None else self._new_process()
            self.processes[folder] = process
        return process

    @property
    def _everyone(self) -> list[TrainingProcess]:
        """The current process and those of all other watched runs, each once."""
        return list(dict.fromkeys((self.current, *self.processes.values())))

    @property
    def running(self) -> list[TrainingProcess]:
        """Processes whose sessions run now."""
        return [process for process in self._everyone if process.running]

    @property
    def best(self) -> Path | None:
        """The best network of the current run."""
        generations = self.current.rounds
        if self.current.folder is None or not generations:
            return None
        path = self.current.folder / CHECKPOINTS / str(generations[-1].get("best"))
        return path if os.path.isfile(path) else None

    def work_on(self, folder: RunFiles) -> Work:
        """State of the work on a run, watched or not."""
        process = self.processes.get(folder.path)
        return process.work if process is not None and process.running else work_on(folder)

    def is_running(self, folder: RunFiles) -> bool:
        """Whether a session works on a run, watched or not."""
        return self.work_on(folder) is not Work.NONE

    # --- finding ----------------------------------------------------------------------------------------------

    def watch(self, folder: Path) -> None:
        """Make a run the current one, which may have been started earlier."""
        self.current = self._process_for(folder)
        self.current.watch(folder)

    def watch_beside(self, folder: Path) -> None:
        """Watch a run that isn't the current one."""
        if folder not in self.processes:
            process = self.processes[folder] = self._new_process()
            process.watch(folder)

    def watch_listed(self, listed: Iterable[str]) -> None:
        """Watch those of the ``listed`` folders that are there; a drive may have come back. Not done all the time, because systems take long to
        notice that a network drive doesn't answer."""
        for name in listed:
            if os.path.isdir(name):  # takes any text, unlike Path.is_dir
                self.watch_beside(Path(name))

    def take_up(self, last: str) -> None:
        """Find sessions from now on. The current run is one with a session; else the one in the folder ``last``, if it exists; else the one worked on
        last. Of several with a session ``last`` is preferred."""
        self._find()
        working = [process.folder for process in self.running if process.folder is not None]
        if os.path.isdir(last) and (not working or Path(last) in working):
            self.watch(Path(last))
        elif working:
            self.watch(working[0])
        else:
            self._watch_last()
        self._timer.start()

    def _find(self) -> None:
        """Watch sessions begun elsewhere in the user's folder; one becomes the current if there is none. While the folder's drive is gone nothing is
        found, and the user is told where it matters."""
        try:
            runs = folders.runs_dir()
        except folders.FolderError:
            return
        for folder in folders_of_runs(runs, ()):
            if folder not in self.processes and RunFiles(folder).is_running():
                self._process_for(folder).watch(folder)

    def _watch_last(self) -> None:
        """Make the run worked on last the current one, if there is one."""
        for folder in folders_of_runs(folders.runs_dir(), self.processes)[:1]:
            self.current = self._process_for(folder)
            if self.current.folder is None:
                self.current.watch(folder)

    # --- beginning and stopping -------------------------------------------------------------------------------

    def begin(self, folder: Path, config: RunConfig | None, minutes: float | None) -> bool:
        """Make the run in ``folder`` the current one, and start a session unless one is running already. Returns whether one runs now."""
        before, self.current = self.current, self._process_for(folder)
        if not self.current.running:
            self.current.start(folder, config, minutes)
            if self.current.folder != folder:  # it was refused, and the process is free for another run
                del self.processes[folder]
                self.current = before
                return False
        return True

    def stop(self, folder: Path) -> None:
        """Ask the session on the run in ``folder`` to stop."""
        process = self._process_for(folder)
        if not process.running:  # another program's session, or one begun there again
            process.watch(folder)
        process.stop()

    def stop_all(self) -> bool:
        """Ask all sessions to stop. Returns whether all could be asked."""
        asked = [process.stop() for process in self.running]
        return all(asked)

    def forget(self, folder: Path) -> None:
        """Stop watching a run. If it was the current one, another takes its place."""
        process = self.processes.pop(folder, None)
        if process is not None:
            process.close()
        if process is self.current:
            self.current = self._new_process()
            self._watch_last()

    def close(self) -> None:
        """Stop watching; the sessions go on."""
        self._timer.stop()
        for process in self._everyone:
            process.close()
