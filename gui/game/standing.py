"""How the game in the window stands: who plays, whose turn it is, what goes on, and what the user may do just now. Nothing here changes it."""

from enum import Enum

from PySide6.QtCore import QObject

from core.game import Game, Node, Reason
from core.match import Match
from core.position import Color, Position
from gui.game.activity import Activity
from gui.game.lineup import Lineup
from gui.game.worker import Thinker
from gui.program.player_text import EXTERNAL_KINDS, begins_empty, kind_of
from gui.program.settings import HUMAN


class State(Enum):
    """What is going on, for the status line."""

    IDLE = "idle"
    YOUR_TURN = "your_turn"
    LOADING = "loading"
    THINKING = "thinking"
    PAUSED = "paused"
    OVER = "over"


class GameStanding(QObject):
    """What can be asked about the game, which :class:`gui.game.controller.GameController` changes. It follows from the match, from who plays, and
    from what goes on."""

    def __init__(self, parent: QObject):
        super().__init__(parent)
        self.match = Match()
        self.game.players = dict.fromkeys(Color, HUMAN)
        self.lineup = Lineup(self.match)
        """Who plays, and who played in a record."""
        self.thinker = Thinker(self)
        self._activity = Activity(self.thinker, self)

    # --- what goes on, and who plays --------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        return self.match.game

    @property
    def players(self) -> dict[Color, str]:
        """Who plays just now: the game's players, unless others try something in it."""
        return self.lineup.players

    @property
    def live(self) -> bool:
        """Whether the board shows the position where play stands."""
        return self.game.cursor is self.match.head

    @property
    def state(self) -> State:
        if self._activity.asks:
            return State.LOADING if self._activity.loads else State.THINKING
        if self.match.result is not None:
            return State.OVER
        if self.paused:
            return State.PAUSED
        return State.YOUR_TURN if self.lineup.human_to_move else State.IDLE

    @property
    def paused(self) -> bool:
        """Whether the game stands still until it is told to go on."""
        return self._activity.paused

    @property
    def looks_for_hint(self) -> bool:
        """Whether the AI that thinks does so to advise the side to move."""
        return self._activity.advises

    @property
    def ai_moves(self) -> bool:
        """Whether the next move is an AI's: it is its turn, or it makes a human's."""
        return self._activity.moves or not self.lineup.human_to_move

    def is_human(self, color: Color) -> bool:
        return self.lineup.is_human(color)

    @property
    def human_against_ai(self) -> Color | None:
        """The side of a human who plays an AI in an unfinished game, where analysis and opening book would be a crutch; else ``None``."""
        humans = [color for color in Color if self.is_human(color)]
        return humans[0] if self.match.game.result is None and len(humans) == 1 else None

    @property
    def program_thinks(self) -> bool:
        """Whether an external program thinks about its move: it can't be hurried, only ended."""
        return self._activity.moves and kind_of(self.lineup.to_move) in EXTERNAL_KINDS

    @property
    def can_set_clocks(self) -> bool:
        """Whether the game is under way, and its sides have a total time each."""
        clock = self.match.clock
        return self.match.result is None and clock is not None and clock.control.total_seconds is not None

    @property
    def clock_waits(self) -> bool:
        """Whether the clock starts only with the human's move: after an undo or a restart the position may be looked at in peace."""
        clock = self.match.clock
        return self.state is State.YOUR_TURN and clock is not None and not clock.begun

    @property
    def human_to_move(self) -> bool:
        """Whether a click on the board plays a move."""
        return self.live and self.match.result is None and self.lineup.human_to_move

    @property
    def may_try(self) -> bool:
        """Whether a click on the board tries another move than the game's. That takes an earlier position: of an unfinished game that is paused, or
        of a finished one where a human was to move or only AIs played."""
        node = self.game.cursor
        if self.live or node.position.is_over:
            return False
        if self.game.result is None:
            return self.paused
        by_hand = self.is_human(node.position.to_move) or self._ais_stand_still
        return self.match.may_try_from(node) and by_hand

    @property
    def tries_beside(self) -> bool:
        """Whether the board shows a variation tried beside an unfinished game, which is paused and can go on where play stands."""
        unended = self.paused and self.game.result is None
        return unended and self.game.cursor not in self.game.line_played()

    @property
    def turn(self) -> Color | None:
        """The side to move in the game, or in the variation tried beside it; ``None`` where that is over."""
        if self.tries_beside:
            return None if self.game.position.is_over else self.game.position.to_move
        return self.match.to_move if self.match.result is None else None

    @property
    def _ais_stand_still(self) -> bool:
        """Whether only AIs play and the game is paused or over."""
        return self.lineup.only_ais and not self.under_way

    @property
    def ais_paused(self) -> bool:
        """Whether the board shows where a game between AIs is paused."""
        return self.live and self.match.result is None and self._ais_stand_still

    @property
    def under_way(self) -> bool:
        """Whether a game is being played just now."""
        return self.match.result is None and not self.paused

    # --- what can be done -------------------------------------------------------------------------------------

    @property
    def moves_to_take_back(self) -> int:
        """How many moves lead back to the human's last turn. A losing move or a resignation put no stone on the board, so it takes none."""
        humans = [color for color in Color if self.is_human(color)] or list(Color)
        result = self.match.result
        if result is not None and result.reason is not Reason.NO_LEGAL_MOVE and self.match.to_move in humans:
            return 0
        line = self.match.head.line()
        for moves in range(1, len(line)):
            if line[-1 - moves].position.to_move in humans:
                return moves
        return len(line) - 1

    @property
    def left_behind_by_undo(self) -> str:
        """The player that could not go on after an undo, because it only plays whole games from the empty board; empty if all can. Where only a
        result is taken back, it still knows the game."""
        moves = 0 if self.tries_beside else self.moves_to_take_back
        before = self.match.head.line()[-1 - moves].position
        if moves == 0 or before.ply + self.is_human(before.to_move) <= 1:  # it can begin anew there
            return ""
        return next(filter(begins_empty, self.players.values()), "")

    @property
    def can_undo(self) -> bool:
        """Whether there is a move to take back. None while an earlier position is shown, as the move taken back would not be seen, nor in a game
        that was over before anybody moved."""
        result = self.match.result
        ended_by_hand = result is not None and result.reason is not Reason.NO_LEGAL_MOVE
        begun = self.match.head.parent is not None or ended_by_hand
        return self.tries_beside or (self.live and begun and not self._is_only_looked_at)

    @property
    def _is_only_looked_at(self) -> bool:
        """Whether the game is over and no human here played it: AIs did, or others in a record. A try counts as played here."""
        return self.match.result is not None and not self.match.trying and not self.lineup.played_here

    @property
    def can_promote(self) -> bool:
        """Whether the position that is looked at is not on the main line."""
        return self.game.cursor not in self.game.main_line()

    @property
    def can_play_from_here(self) -> bool:
        """Whether play could go on from the position that is looked at, and doesn't already."""
        ended_by_hand = self.match.result is not None and not self.game.position.is_over
        return not self.live or self.match.trying or ended_by_hand

    def node_of(self, position: Position) -> Node | None:
        """The node that holds this very ``position``, not an equal one; ``None`` if there is none."""
        return next((node for node in self.game.root.subtree() if node.position is position), None)
