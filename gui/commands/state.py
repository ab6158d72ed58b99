"""What decides which commands can be given now."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.position import Color
from gui.game.controller import State

if TYPE_CHECKING:
    from gui.main_window import MainWindow


@dataclass(frozen=True)
class WindowState:
    """All that the rules in the table of commands may ask."""

    lent: bool
    """A bar over the board uses it for something else: what the board shows is not where the game is looked at."""
    practising: bool
    """That bar has a better move looked for."""
    marking: bool
    """Clicks on the board mark points."""
    analysing: bool
    over: bool
    """The game, or what is tried in it, has its result."""
    paused: bool
    """The game stands still, and is not over."""
    busy: bool
    """A player of the game thinks, for its move or for a hint."""
    ai_waits: bool
    """It is an AI's turn, and it is not asked yet."""
    ai_moves: bool
    """The next move is an AI's."""
    program_thinks: bool
    """An external program thinks about its move: it can't be hurried."""
    series_runs: bool
    live: bool
    """The board shows where play stands."""
    has_moves_before: bool
    has_moves_after: bool
    can_take_back: bool
    """There is a placed stone or a move to take back."""
    can_play_from_here: bool
    can_promote: bool
    can_set_clocks: bool
    may_resign: bool
    may_play_again: bool
    has_run: bool
    """The dock shows a training run."""
    run_has_best: bool
    """That run has a best network."""
    session_runs: bool
    """A session works on that run, and was not asked to end."""
    full_screen: bool


def state_of(window: "MainWindow") -> WindowState:
    """How the window stands now."""
    controller, training = window.controller, window.training_desk.sessions
    cursor, over = controller.game.cursor, controller.match.result is not None
    return WindowState(
        lent=window.showing.board_is_lent,
        practising=window.exercise is not None,
        marking=window.mark_bar.active,
        analysing=window.analysis.on,
        over=over,
        paused=controller.paused and not over,
        busy=controller.state in (State.THINKING, State.LOADING),
        ai_waits=controller.state is State.IDLE,
        ai_moves=controller.ai_moves,
        program_thinks=controller.program_thinks,
        series_runs=window.watch.running,
        live=controller.live,
        has_moves_before=cursor.parent is not None,
        has_moves_after=cursor.next is not None,
        can_take_back=_can_take_back(window),
        can_play_from_here=controller.can_play_from_here,
        can_promote=controller.can_promote,
        can_set_clocks=controller.can_set_clocks,
        # in a try there is nothing to resign
        may_resign=not controller.match.trying and any(controller.is_human(color) for color in Color),
        may_play_again=window.games.may_play_again,
        has_run=training.current.folder is not None,
        run_has_best=training.best is not None,
        session_runs=training.current.running and not training.current.ending,
        full_screen=window.isFullScreen(),
    )


def _can_take_back(window: "MainWindow") -> bool:
    if window.setup_bar.active:
        return window.setup_bar.can_take_back
    return window.controller.can_undo and window.exercise is None and not window.mark_bar.active
