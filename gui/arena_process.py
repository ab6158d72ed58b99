"""An arena beside the window: a process that plays in the arena's folder."""

import os
from pathlib import Path

from PySide6.QtCore import QObject

from ai.arena import ArenaError
from ai.arena.folder import ArenaFolder, FinishedGame
from ai.arena.launch import command
from ai.arena.plan import Plan
from core.sentence import sentence_of
from gui.watched_process import WatchedProcess


class ArenaProcess(WatchedProcess):
    """The process of one arena, and what its folder says."""

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self.plan: Plan | None = None
        self.games: list[FinishedGame] = []
        self.problem = ""
        """Why the folder can't be read, as ``ai`` says it; empty if it can."""

    def start(self, folder: Path, plan: Plan, jobs: int) -> None:
        """Begin ``plan`` in ``folder``, go on with it or prolong the one that stands there."""
        self.begin(folder, command(folder, plan, jobs))
        if self.running:
            self.plan = plan  # which the process may not have written yet where another one stands

    def record(self, game: FinishedGame) -> Path:
        """The SGF file of a game."""
        return self._arena.record(game.game)

    def forget(self) -> None:
        self.plan, self.games, self.problem = None, [], ""
        super().forget()

    def _use(self, folder: Path) -> None:
        self._arena = ArenaFolder(folder)
        self._bytes_read = -1
        self.plan, self.games, self.problem = None, [], ""

    def _is_worked_on(self) -> bool:
        return self._arena.is_running()

    def _was_changed(self) -> bool:
        return bool(self.problem) and os.path.isdir(self._arena.path)

    def _ask_to_stop(self) -> None:
        self._arena.ask_to_stop()

    def _read(self) -> None:
        try:
            if self.plan is None:
                self.plan = self._arena.read_plan()
            size = self._arena.size()
            if size != self._bytes_read:
                self.games = self._arena.read_games()
                self._bytes_read = size
            self.problem = ""
        except ArenaError as error:
            self.problem = sentence_of(error)

    def _ended_well(self) -> bool:
        return self.plan is not None and len(self.games) == len(self.plan)
