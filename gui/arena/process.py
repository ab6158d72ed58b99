"""An arena beside the window: a process that plays in the arena's folder."""

from pathlib import Path

from ai.arena import ArenaError
from ai.arena.folder import ArenaFolder, FinishedGame
from ai.arena.plan import Plan
from ai.launch import arena_command
from core.sentence import sentence_of
from gui.beside.watched_process import WatchedProcess
from gui.beside.watched_session import Stamp, stamp_of


class ArenaProcess(WatchedProcess):
    """The process of one arena, and the content of its folder."""

    @property
    def is_over(self) -> bool:
        """Whether all games of the plan are played."""
        return self.plan is not None and len(self.games) == len(self.plan)

    def start(self, folder: Path, plan: Plan, jobs: int) -> None:
        """Play ``plan`` in ``folder``: begin it, go on with it, or prolong the plan that stands there."""
        self.begin(folder, arena_command(folder, plan, jobs))
        if self.running:
            # the file may still hold an earlier plan, which the process will replace
            self.plan, self._plan_read = plan, stamp_of(self._arena.plan_file)

    def record(self, game: FinishedGame) -> Path:
        """The SGF file of a game."""
        return self._arena.record(game.game)

    def _open(self, folder: Path) -> ArenaFolder:
        self._arena = ArenaFolder(folder)
        return self._arena

    def _forget_what_was_read(self) -> None:
        super()._forget_what_was_read()
        self.plan: Plan | None = None
        self.games: list[FinishedGame] = []
        self._plan_read: Stamp | None = None
        self._results_read: Stamp | None = None

    def _stamps(self) -> tuple[Stamp, Stamp]:
        return stamp_of(self._arena.plan_file), stamp_of(self._arena.results)

    def _read(self) -> None:
        plan_stamp, results_stamp = self._stamps()
        try:
            if plan_stamp != self._plan_read:  # another process may have prolonged it, or begun another
                self.plan, self.games, self._results_read = self._arena.read_plan(), [], None
                self._plan_read = plan_stamp
            if results_stamp != self._results_read:
                self.games, self._results_read = self._arena.read_games(), results_stamp
            self.problem = ""
        except ArenaError as error:
            self.problem = sentence_of(error)

    def _ended_well(self) -> bool:
        return self.is_over
