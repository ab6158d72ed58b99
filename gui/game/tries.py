"""Which moves were tried beside those of a game, and from where on."""

from core.game import Node
from core.match import Match


class Tries:
    """The moves tried in one match, try after try. Taken back they are gone, while the game's moves and a record's own variations stay."""

    def __init__(self, match: Match):
        self._match = match
        self._moves: set[Node] = set()
        """Moves that were tried here."""
        self._goes_on_from: Node | None = match.head
        """Where the user let play go on; ``None`` if a click on an earlier position began the try."""

    def go_on_from(self, node: Node) -> None:
        """The user lets play go on from ``node``: what is tried there lasts until it is taken back beyond that."""
        self._goes_on_from = node

    def begin_by_click(self) -> None:
        """A click on an earlier position has begun a try: it lasts until its own moves are taken back."""
        self._goes_on_from = None

    def note(self, node: Node) -> None:
        """The move to ``node`` was tried and is new in the tree."""
        self._moves.add(node)

    def goes_with_undo(self, node: Node) -> bool:
        """Whether nothing is lost with ``node`` but a move that was tried."""
        was_tried = node in self._moves and node not in self._match.game.line_played()
        return was_tried and not node.children and not node.is_spoken_of

    def take_back(self, moves: int) -> None:
        """Take ``moves`` back. They stay as a variation in a game under way; moves that were only tried are removed."""
        trying, taken = self._match.trying, self._match.head.line()[::-1][:moves]
        self._match.undo(moves)
        for node in taken if trying else ():
            if self.goes_with_undo(node):
                self._match.game.remove(node)

    def end_if_taken_back(self) -> None:
        """End a try that has no move of its own left and, if the user let play go on from a position, is taken back beyond that. The board shows what
        it showed."""
        goes_on = self._goes_on_from in self._match.head.line()
        if self._match.trying and self._match.stands_in_game and not goes_on:
            looked_at = self._match.game.cursor
            self._match.back_to_game()
            self._match.game.go_to(looked_at)
