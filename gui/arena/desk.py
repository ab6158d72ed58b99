"""What goes on in the arena, for the main window: the page is opened from there, and its status bar tells of an arena that is played or has ended."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from ai.arena.folder import FinishedGame
from ai.arena.plan import Plan
from ai.arena.standings import Standings
from core import folders
from gui.arena.page import ArenaPage
from gui.parts.asking import agrees
from gui.program.messages import fill, unrated_label
from gui.program.settings import Settings


class ArenaDesk(QObject):
    """Manages the arena in the window. One begun here stops with the window: nothing is lost, and it goes on when asked."""

    game_asked = Signal(object)
    """Carries a :class:`core.game.Game` to show on the board."""
    adding_asked = Signal(object, object)
    """As :attr:`ArenaPage.adding_asked`."""
    changed = Signal()
    """Emitted when the arena's state, or whether its end was seen, may have changed."""

    def __init__(self, window: QWidget, settings: Settings):
        super().__init__(window)
        self._window = window
        self._settings = settings
        self._page: ArenaPage | None = None
        self._plays = False
        """Whether an arena was being played at the last look."""
        self._is_news = False
        """Whether an arena has ended that nobody has looked at since."""

    def open(self) -> None:
        """Show the page of arenas."""
        if self._page is None:
            self._page = ArenaPage(folders.arenas_dir(), self._settings, self._window)
            self._page.game_asked.connect(self.game_asked)
            self._page.adding_asked.connect(self.adding_asked)
            self._page.process.changed.connect(self._note)
            self._page.looked_at.connect(self._forget_news)
        self._page.open()
        self._forget_news()

    def _note(self) -> None:
        """Note whether an arena has ended unseen."""
        assert self._page is not None
        process = self._page.process
        if process.running:
            self._is_news = False
        elif self._plays:
            self._is_news = process.is_over and not self._page.isActiveWindow()
        self._plays = process.running
        self.changed.emit()

    def _forget_news(self) -> None:
        self._is_news = False
        self.changed.emit()

    def sign_text(self) -> str:
        """Text for the status bar: the arena being played, or its result until somebody has looked."""
        if self._page is None or self._page.process.plan is None:
            return ""
        process, plan = self._page.process, self._page.process.plan
        if process.running:
            return fill(self.tr("● Arena: %1 of %2 games"), len(process.games), len(plan))
        return self._result_text(plan, process.games) if self._is_news and process.is_over else ""

    def _result_text(self, plan: Plan, games: Sequence[FinishedGame]) -> str:
        """Sentence with the winner of an ended arena: the score first, because names may be long."""
        first, second, *others = Standings(plan.players, games).ranked()
        names = unrated_label(first.player), unrated_label(second.player)
        if others:
            said = self.tr("Arena over: %1 of %2 games won by the first, %3")
            return fill(said, first.wins, first.games, names[0])
        even = first.wins == second.wins
        said = (
            self.tr("Arena over: %1 : %2, %3 and %4") if even else self.tr("Arena over: %1 : %2, %3 beat %4")
        )
        return fill(said, first.wins, second.wins, *names)

    def let_meet(self, checkpoints: Sequence[Path]) -> None:
        """Show the page, and ask about a new arena with these networks."""
        self.open()
        assert self._page is not None
        self._page.let_meet(checkpoints)

    @property
    def page(self) -> ArenaPage | None:
        """The page, once it was opened."""
        return self._page

    def may_leave(self, window: QWidget) -> bool:
        """Ask in front of ``window`` whether an arena being played may stop. ``False`` if the window should stay."""
        said = self.tr(
            "An arena is being played. It stops now, and “Go on” in the arena takes it up again. Close all the same?"
        )
        return self._page is None or not self._page.process.is_ours or agrees(window, said, self.tr("C&lose"))

    def close(self) -> None:
        """Stop an arena that was begun here, and close the page."""
        if self._page is not None:
            if self._page.process.is_ours:
                self._page.process.stop()
            self._page.process.close()
            self._page.close()
            self._page.deleteLater()
            self._page = None
