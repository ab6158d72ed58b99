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
        self._is_chosen = self._is_newest = False
        """Whether the user chose that generation, and whether there is none with newer games."""

    def show(self, folder: RunFiles | None, newest: int, selected: int | None) -> None:
        """List games of the run in ``folder``, whose ``newest`` finished generation may be 0, and of whose generations one may be ``selected``."""
        newest_played = None if folder is None else _newest_played(folder, newest)
        generation = selected or self._in_use(folder) or newest_played
        self._shown = None if folder is None or generation is None else (folder, generation)
        self._is_chosen, self._is_newest = selected is not None, generation == newest_played
        self._name()
        if self._shown is None:
            self.list.show_file(None)
        else:
            folder, generation = self._shown
            self.list.show_file(folder.games_of(generation), player_name(folder.name, generation))

    def _in_use(self, folder: RunFiles | None) -> int | None:
        """The generation listed now if the user is using the list, which doesn't change meanwhile."""
        if folder is None or self._shown is None or self._shown[0].path != folder.path:
            return None
        return self._shown[1] if self.list.is_used else None

    def _name(self) -> None:
        """Name the generation whose games are listed, and tell whether the list stays with it."""
        text = self.tr("Games")
        if self._shown is not None:
            text = fill(self._said(), self._shown[1])
        self.label.setText(text)
        self.label.setToolTip(
            self.tr("Ctrl+click the chosen generation to see the newest games again.")
            if self._shown is not None and self._is_chosen
            else ""
        )
        self.list.setAccessibleName(text)

    def _said(self) -> str:
        """What is said of the games listed, with %1 for their generation."""
        if self._is_chosen:
            return self.tr("Games of the chosen generation %1: double-click one")
        if self._is_newest:
            return self.tr("Newest games, played for generation %1: double-click one")
        return self.tr("Games played for generation %1: double-click one")

    def retranslate(self) -> None:
        self._name()
        self.list.retranslate()


def _newest_played(folder: RunFiles, newest: int) -> int | None:
    """The generation that is being played once it has a game, else the ``newest`` finished one."""
    if os.path.exists(folder.games_of(newest + 1)):
        return newest + 1
    return newest or None
