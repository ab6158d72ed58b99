"""Which generation's games the training room lists, and what says so above the list."""

import os

from PySide6.QtCore import QObject

from ai.training.run_files import RunFiles
from ai.training.self_play_record import player_name
from gui.parts.whole_label import WholeLabel
from gui.program.messages import fill
from gui.training.recorded_games import RecordedGames


class GamesOfGeneration(QObject):
    """The games of one generation of a run, below a label that names it. The room lays both out, because the list shares its height with another."""

    def __init__(self, parent: QObject):
        super().__init__(parent)
        self.label = WholeLabel()
        self.list = RecordedGames()
        self._shown: tuple[RunFiles, int] | None = None
        """Run and generation whose games are listed."""

    def show(self, folder: RunFiles | None, newest: int, selected: int | None) -> None:
        """List games of the run in ``folder``, whose ``newest`` finished generation may be 0, and of whose generations one may be ``selected``."""
        generation = None if folder is None else selected or self._generation_of(folder, newest)
        self._shown = None if folder is None or generation is None else (folder, generation)
        self._name()
        if self._shown is None:
            self.list.show_file(None)
        else:
            folder, generation = self._shown
            self.list.show_file(folder.games_of(generation), player_name(folder.name, generation))

    def _generation_of(self, folder: RunFiles, newest: int) -> int | None:
        """Without a selection: the one being played once it has a game, else the newest. The list doesn't change while the user is using it."""
        if self._shown is not None and self._shown[0].path == folder.path and self.list.is_used:
            return self._shown[1]
        if os.path.exists(folder.games_of(newest + 1)):
            return newest + 1
        return newest or None

    def _name(self) -> None:
        """Name the generation whose games are listed."""
        text = self.tr("Games")
        if self._shown is not None:
            text = fill(self.tr("Games played for generation %1: double-click one"), self._shown[1])
        self.label.setText(text)
        self.list.setAccessibleName(text)

    def retranslate(self) -> None:
        self._name()
        self.list.retranslate()
