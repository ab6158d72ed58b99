"""Both clocks in the status bar, for a window that doesn't show the players."""

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QLabel

from core.clock import Clock
from core.position import Color
from gui.game.players_panel import PlayersPanel, is_short, time_left_text
from gui.program.messages import fill
from gui.program.theme import set_alarm


class ClockLine(QLabel):
    """Shows the clocks of the game while its ``players`` panel, which has them otherwise, isn't seen."""

    def __init__(self, players: PlayersPanel):
        super().__init__()
        self._players = players
        self._clock: Clock | None = None
        players.installEventFilter(self)
        self._show()

    def show_clock(self, clock: Clock | None) -> None:
        """Show ``clock`` from now on; ``None`` is a game without one."""
        self._clock = clock
        self._show()

    def _show(self) -> None:
        self.setHidden(self._clock is None or self._players.isVisible())
        if not self.isHidden():
            black, white = (time_left_text(color, self._clock) for color in Color)
            self.setText(fill(self.tr("Black %1, White %2"), black, white))
            set_alarm(self, any(is_short(color, self._clock) for color in Color))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Show, QEvent.Type.Hide):
            self._show()
        return super().eventFilter(watched, event)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self._show()
        super().changeEvent(event)
