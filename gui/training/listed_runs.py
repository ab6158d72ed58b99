"""The runs that the training room lists, and their names."""

from collections import Counter
from collections.abc import Collection
from pathlib import Path

from ai.players import SHIPPED
from ai.training.run_files import RunFiles
from ai.training.shipped_run import ShippedRun
from gui.program.messages import network_label
from gui.training.known_runs import folders_of_runs
from gui.training.run_figures import Line, RunFigures


class ListedRuns:
    """Those in the user's folder and others, which may grow, then the shipped one. Their files and names are kept from look to look: there may be
    many runs, and to list the files of one anew takes longer than to see whether a session works there."""

    def __init__(self, runs: Path, others: Collection[Path], shipped: ShippedRun | None):
        self._runs, self._others, self._shipped = runs, others, shipped
        self._folders: dict[Path, RunFiles] = {}
        self._names: dict[Path, str] = {}
        self._bearers: Counter[str] = Counter()
        """Number of listed runs with each name."""

    def look(self) -> list[Path]:
        """Look which there are: the user's and others, the one worked on last first, then the shipped one."""
        there = folders_of_runs(self._runs, self._others, self.at)
        if self._shipped is not None:
            there.append(self._shipped.path)
        self._folders = {path: self.at(path) for path in there}
        self._names = {path: self._names.get(path) or self.at(path).name for path in there}
        self._bearers = Counter(self._names.values())
        return there

    def at(self, path: Path) -> RunFiles:
        """The run in ``path``, to look at its session and settings."""
        if self._shipped is not None and path == self._shipped.path:
            return self._shipped
        if path not in self._folders:
            self._folders[path] = RunFiles(path)
        return self._folders[path]

    def figures_of(self, path: Path, color: int) -> RunFigures:
        """The figures of the run in ``path``, drawn in ``color``. They remember the lines that were read, so they are not kept beyond their use."""
        folder = self.at(path)
        return RunFigures(folder if folder is self._shipped else RunFiles(path), color)

    def name_of(self, folder: RunFiles) -> str:
        """A run's name; with its parent folder if several listed runs have that name."""
        if folder is self._shipped:
            return network_label(SHIPPED)
        name = self._names.get(folder.path) or folder.name
        return name if self._bearers[name] < 2 else f"{name} ({folder.path.parent})"

    def generations_of(self, run: RunFigures) -> list[Line]:
        """Generations of ``run`` whose networks exist: of the shipped run, those that were shipped."""
        if run.folder is not self._shipped:
            return run.lines
        return [line for line in run.lines if run.folder.checkpoint_of(line).is_file()]
