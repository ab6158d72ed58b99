"""What is tried beside the moves of a game: which moves, from where on, and by whom."""

from core.game import Node
from core.match import Match
from core.position import Color
from gui.program.settings import HUMAN


def both_sides_by_hand() -> dict[Color, str]:
    """The players of a try in a game of AIs."""
    return dict.fromkeys(Color, HUMAN)


class Tries:
    """The tries in one match, one after the other. Those who try something play only until their try ends; the moves are remembered."""

    def __init__(self, match: Match):
        self._match = match
        self._moves: set[Node] = set()
        """Moves that were tried here: taken back they are gone, while a record's own variations stay."""
        self._goes_on_from: Node | None = match.head
        """Where the user let play go on; ``None`` if a click on an earlier position began the try."""
        self._players: dict[Color, str] | None = None
        """Who tries something, if not the game's players."""
        self._taken_over: set[Color] = set()
        """Sides for which the user chose another player than the game's."""
        if match.trying and HUMAN not in match.game.players.values():
            self._players = both_sides_by_hand()

    @property
    def players(self) -> dict[Color, str]:
        """Who plays just now: the game's players, unless others try something in it."""
        return self._match.game.players if self._players is None else self._players

    def go_on_from(self, node: Node) -> None:
        """The user lets play go on from ``node``: what is tried there lasts until it is taken back beyond that."""
        self._goes_on_from = node

    def begin_by_click(self) -> None:
        """A click on an earlier position has begun a try. If an AI is to move there, the user plays both sides."""
        self._goes_on_from = None
        if self.players[self._match.to_move] != HUMAN:
            self._players = both_sides_by_hand()

    def let_play(self, players: dict[Color, str]) -> None:
        """The user has ``players`` try it from now on."""
        self._taken_over |= {color for color in Color if players[color] != self.players[color]}
        self._players = players

    def end(self) -> None:
        """Nothing is tried any more: the game's players play again."""
        self._players = None
        self._taken_over = set()

    def is_played_now(self, color: Color) -> bool:
        """Whether the window names who plays ``color`` in the try, not who played it in the record: a human against an AI, or a player whom the user
        chose."""
        against_ai = self.players[color] == HUMAN and self.players[color.opponent] != HUMAN
        return self._match.trying and (against_ai or color in self._taken_over)

    def note(self, node: Node) -> None:
        """The move to ``node`` was tried and is new in the tree."""
        self._moves.add(node)

    def goes_with_undo(self, node: Node) -> bool:
        """Whether nothing is lost with ``node`` but a move that was tried."""
        was_tried = node in self._moves and node not in self._match.game.line_played()
        return was_tried and not node.children and not node.is_spoken_of

    @property
    def is_taken_back(self) -> bool:
        """Whether a try has no move of its own left and, if the user let play go on from a position, is taken back beyond that."""
        goes_on = self._goes_on_from in self._match.head.line()
        return self._match.trying and self._match.stands_in_game and not goes_on
