"""What goes on in the game in the window while nobody clicks: a player or the adviser is asked, the next move is waited for, or all stands still."""

from enum import Enum

from PySide6.QtCore import QObject, QTimer, Signal

from core.player import Decision, Limit
from core.position import Position
from gui.game.worker import Thinker


class Doing(Enum):
    """What goes on. It is always one of these, and :data:`Doing.NOTHING` in a game that is over."""

    NOTHING = "nothing"
    """A human is to move, while an AI may ponder."""
    PAUSED = "paused"
    """The game stands still until it is told to go on."""
    WAITING = "waiting"
    """An AI is to move and asked only after a while, so that the move before it can be watched."""
    MOVING = "moving"
    """A player is asked for the next move."""
    STEPPING = "stepping"
    """The same, and the game is to stand still after it."""
    ADVISING = "advising"
    """The adviser is asked for a hint."""
    ADVISING_PAUSED = "advising_paused"
    """The same while the game stands still."""


ASKING_FOR_MOVE = {Doing.MOVING, Doing.STEPPING}
ASKING_FOR_HINT = {Doing.ADVISING, Doing.ADVISING_PAUSED}
STANDING_STILL = {Doing.PAUSED, Doing.ADVISING_PAUSED}


class Activity(QObject):
    """Does one thing at a time: whatever is begun here ends what went on before, and an answer to that comes no more. Each question is answered by
    one signal, unless it is given up; by then nothing goes on any more but the pause in which the question was asked.

    It knows neither game nor clock: what an answer means for them, the controller decides.
    """

    loading_changed = Signal()
    """The player that is asked has to be loaded first, or has been."""
    waited = Signal()
    """The time to watch the last move is over."""
    move_begun = Signal()
    """A player begins to think about its move."""
    moved = Signal(object, bool)
    """The :class:`core.player.Decision` about a move, and whether the game is to stand still after it."""
    advised = Signal(object)
    """The decision that is a hint."""
    move_failed = Signal(object, str, bool)
    """As :attr:`gui.game.worker.Thinker.failed`."""
    hint_failed = Signal(object, str)
    """A sentence and details."""

    def __init__(self, thinker: Thinker, parent: QObject | None = None):
        super().__init__(parent)
        self._thinker = thinker
        self._doing = Doing.NOTHING
        self._loading = False
        self._wait = QTimer(self)
        self._wait.setSingleShot(True)
        self._wait.timeout.connect(self._on_waited)
        thinker.preparing.connect(self._on_preparing)
        thinker.begun.connect(self._on_begun)
        thinker.decided.connect(self._on_decided)
        thinker.failed.connect(self._on_failed)

    # --- what goes on -----------------------------------------------------------------------------------------

    @property
    def paused(self) -> bool:
        """Whether the game stands still until it is told to go on."""
        return self._doing in STANDING_STILL

    @property
    def moves(self) -> bool:
        """Whether a player is asked for the next move."""
        return self._doing in ASKING_FOR_MOVE

    @property
    def advises(self) -> bool:
        """Whether the adviser is asked for a hint."""
        return self._doing in ASKING_FOR_HINT

    @property
    def asks(self) -> bool:
        """Whether anybody is asked for anything."""
        return self.moves or self.advises

    @property
    def loads(self) -> bool:
        """Whether who is asked has to be loaded first."""
        return self.asks and self._loading

    # --- beginning and ending ---------------------------------------------------------------------------------

    def ask_for_move(self, player: str, position: Position, left: Limit | None) -> None:
        """Have ``player`` find the next move. ``left``: what its clock leaves."""
        self._ask(Doing.MOVING, player, position, left)

    def ask_for_hint(self, adviser: str, position: Position) -> None:
        """Have ``adviser`` find a hint. A pause lasts."""
        self._ask(Doing.ADVISING_PAUSED if self.paused else Doing.ADVISING, adviser, position, None)

    def _ask(self, doing: Doing, player: str, position: Position, left: Limit | None) -> None:
        self.give_up()
        self._doing, self._loading = doing, False
        self._thinker.ask(player, position, Limit(), left)

    def hurry(self) -> None:
        """Have what is asked answered at once."""
        self._thinker.hurry()

    def stop_after_move(self) -> None:
        """Have the game stand still after the move that is asked for."""
        if self.moves:
            self._doing = Doing.STEPPING

    def wait(self, ms: int) -> None:
        """Leave time to watch the last move."""
        self.give_up()
        self._doing = Doing.WAITING
        self._wait.start(ms)

    def ponder(self, player: str, position: Position) -> None:
        """Have ``player`` think on while a human does, until something else goes on."""
        self.give_up()
        self._thinker.ponder(player, position)

    def stop_pondering(self) -> None:
        if not self.asks:
            self._thinker.give_up()

    def give_up(self) -> None:
        """Stop whatever goes on. A pause lasts."""
        self._doing = Doing.PAUSED if self.paused else Doing.NOTHING
        self._wait.stop()
        self._thinker.give_up()

    def end(self) -> None:
        """Stop whatever goes on, a pause too."""
        self.let_go_on()
        self.give_up()

    def pause(self) -> None:
        """Have the game stand still."""
        self.give_up()
        self._doing = Doing.PAUSED

    def let_go_on(self) -> None:
        """End a pause. A hint is still searched for."""
        if self.paused:
            self._doing = Doing.ADVISING if self.advises else Doing.NOTHING

    def close(self) -> None:
        """Stop everything and end the thread."""
        self.end()
        self._thinker.close()

    # --- answers ----------------------------------------------------------------------------------------------

    def _on_waited(self) -> None:
        self._doing = Doing.NOTHING
        self.waited.emit()

    def _on_preparing(self) -> None:
        self._loading = True
        self.loading_changed.emit()

    def _on_begun(self) -> None:
        if self.moves:
            self.move_begun.emit()
        if self._loading:
            self._loading = False
            self.loading_changed.emit()

    def _answered(self) -> Doing:
        """Nothing is asked any more; what was."""
        asked = self._doing
        self._doing = Doing.PAUSED if self.paused else Doing.NOTHING
        return asked

    def _on_decided(self, decision: Decision) -> None:
        asked = self._answered()
        if asked in ASKING_FOR_MOVE:
            self.moved.emit(decision, asked is Doing.STEPPING)
        else:
            self.advised.emit(decision)

    def _on_failed(self, sentence: str, details: str, forfeits: bool) -> None:
        if self._answered() in ASKING_FOR_MOVE:
            self.move_failed.emit(sentence, details, forfeits)
        else:
            self.hint_failed.emit(sentence, details)
