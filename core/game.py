"""A game: a tree of moves with a cursor, the names of its players, and how it ended.

It is the only copy of the moves: the window shows it and files hold it.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import pairwise

from core.clock import TimeControl
from core.marks import Mark
from core.player import Decision
from core.points import Notation, point_name
from core.position import Color, Loss, LossKind, Position, Size
from core.proofs import keep_proofs


class Reason(Enum):
    """Why a game ended."""

    OCCUPIED = LossKind.OCCUPIED.value
    CAPTURE = LossKind.CAPTURE.value
    SUICIDE = LossKind.SUICIDE.value
    OFF_BOARD = LossKind.OFF_BOARD.value
    PASS = LossKind.PASS.value
    NO_LEGAL_MOVE = "no_legal_move"
    TIME = "time"
    RESIGNATION = "resignation"
    FORFEIT = "forfeit"
    """A player crashed or answered nonsense."""
    UNKNOWN = "unknown"
    """A record names the winner and says no more."""


class Help(Enum):
    """What helped a human while they played against a program, in the words of a record."""

    TAKEN_BACK = "taken_back"
    """A move, or the end of the game, was taken back, or play went on from another position."""
    HINT = "hint"
    MOVE = "move"
    """A program made a move for them."""
    ANALYSIS = "analysis"
    BOOK = "book"
    """An opening book's figures stood on the board."""


def _renamed(said: Decision | None, name_now: Callable[[str], str]) -> Decision | None:
    """What was ``said``, under the present name of the player who said it."""
    if said is None or name_now(said.by) == said.by:
        return said
    return replace(said, by=name_now(said.by))


@dataclass(frozen=True)
class Result:
    """Who won and why; ``loss`` is the losing move if one was played."""

    winner: Color
    reason: Reason
    loss: Loss | None = None
    failure: str = field(default="", compare=False)
    """Why the loser failed to move, if that is known: a :class:`core.sentence.Sentence` where it can be said in other languages."""

    @classmethod
    def by_loss(cls, loser: Color, loss: Loss) -> "Result":
        """The result after ``loser`` has played a move that loses by the rules."""
        return cls(loser.opponent, Reason(loss.kind.value), loss)

    @classmethod
    def if_over(cls, position: Position) -> "Result | None":
        """The result at ``position`` if the side to move has no legal move; ``None`` if it has one."""
        return cls(position.to_move.opponent, Reason.NO_LEGAL_MOVE) if position.is_over else None

    def describe(self, size: Size, notation: Notation = Notation.CHAMPIONSHIP) -> str:
        """The result as an English sentence."""
        winner, loser = self.winner.name.title(), self.winner.opponent.name.title()
        return f"{winner} wins: {self._why(loser, size, notation)}"

    def _why(self, loser: str, size: Size, notation: Notation) -> str:
        if self.loss is not None:
            return f"{loser}'s move {_describe_loss(self.loss, size, notation)}"
        if self.failure:
            return f"{loser} failed to move ({self.failure})"
        return {
            Reason.NO_LEGAL_MOVE: f"{loser} has no legal move",
            Reason.TIME: f"{loser} ran out of time",
            Reason.RESIGNATION: f"{loser} resigned",
            Reason.FORFEIT: f"{loser} failed to move",
            Reason.PASS: f"{loser} passed",
        }.get(self.reason, "the record does not say why")


def _describe_loss(loss: Loss, size: Size, notation: Notation) -> str:
    if loss.kind is LossKind.PASS:
        return "is a pass"
    if loss.kind is LossKind.OFF_BOARD:
        return "is off the board"
    name = point_name(loss.point, size, notation)
    if loss.kind is LossKind.CAPTURE:
        captured = ", ".join(point_name(point, size, notation) for point in loss.captured)
        return f"{name} captures {captured}"
    return f"{name} is {'suicide' if loss.kind is LossKind.SUICIDE else 'on an occupied point'}"


@dataclass(eq=False)
class Node:
    """A position of the game, with names, comments, marks and analyses. The root has no parent and no move."""

    position: Position
    parent: "Node | None" = None
    move: int | None = None
    """The point played at the parent."""
    children: list["Node"] = field(default_factory=list)
    """The positions after the moves made here; the first is on the main line."""
    name: str = ""
    """The position's name, one line."""
    comment: str = ""
    marks: dict[int, Mark] = field(default_factory=dict)
    """The marks that people put on points, at most one on each."""
    player: str = ""
    """Who made the move, as a player's text or a name, if that isn't the player of its side now."""
    analysis: Decision | None = None
    """The analysis of the position, by whichever player."""
    thought: Decision | None = None
    """What the player that moved at this position thought, or a record says; the side may have another player since. May equal the analysis."""
    searched: tuple[str, int] | None = None
    """Whose analysis of the position was finished, and with how many simulations; an interrupted one is not noted, so that it can go on."""
    seconds_left: dict[Color, float] = field(default_factory=dict)
    """What the clocks showed after this move, for the sides whose clock is known."""
    foreign: dict[str, list[bytes]] = field(default_factory=dict)
    """Properties that other programs wrote into a record, kept as they are."""
    looked_at: "Node | None" = None
    """The child through which the cursor last went or came; it may have been removed since."""

    @property
    def is_spoken_of(self) -> bool:
        """Whether it has a name, a comment or marks."""
        return bool(self.name or self.comment or self.marks)

    @property
    def color(self) -> Color | None:
        """Who played the move."""
        return None if self.move is None else self.position.to_move.opponent

    @property
    def next(self) -> "Node | None":
        """The next node of the line shown: the child looked at last, else the first; ``None`` at the end."""
        if self.looked_at in self.children:
            return self.looked_at
        return self.children[0] if self.children else None

    @property
    def number(self) -> int:
        """The number of moves from the root."""
        return sum(1 for _ in self.ancestors())

    def ancestors(self) -> Iterator["Node"]:
        """The parent, its parent and so on to the root."""
        node = self.parent
        while node is not None:
            yield node
            node = node.parent

    def line(self) -> list["Node"]:
        """The nodes from the root to this one."""
        return [*self.ancestors()][::-1] + [self]

    def whole_line(self) -> list["Node"]:
        """The nodes from the root through this one to the end of the line, following :attr:`next`."""
        line = self.line()
        while (node := line[-1].next) is not None:
            line.append(node)
        return line

    def rename_players(self, name_now: Callable[[str], str]) -> bool:
        """As :meth:`Game.rename_players`, of this position alone."""
        before = self.player, self.analysis, self.thought, self.searched
        self.player = name_now(self.player)
        self.analysis, self.thought = _renamed(self.analysis, name_now), _renamed(self.thought, name_now)
        if self.searched is not None:
            self.searched = name_now(self.searched[0]), self.searched[1]
        return before != (self.player, self.analysis, self.thought, self.searched)

    def subtree(self) -> Iterator["Node"]:
        """This node and all after it."""
        waiting: list[Node] = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.children))


class Game:
    """A tree of moves with a cursor. Every change counts :attr:`version` up."""

    def __init__(self, size: Size | None = None, start: Position | None = None):
        """An empty board of ``size`` (9x9 if not given), or a game from the position ``start``."""
        position = start or Position.empty(size)
        self.size = position.size
        self.root = Node(position)
        self._cursor = self.root
        self.head: Node | None = None
        """Where play stands, set by the referee. ``None`` while nobody plays, and means the end of the main line."""
        self.end: Node | None = None
        """Where a game with a result ended; ``None`` means the end of the main line. What follows in the tree was not played."""
        self.black_name = ""
        self.white_name = ""
        """Names for people, or players' texts; empty if unknown."""
        self.players: dict[Color, str] = {}
        """Texts of the players with which this program goes on; a record of another program has none."""
        self.entered: dict[Color, str] = {}
        """Names that the user gave to who plays here, in whose place they are shown. The name of somebody in a record is changed itself."""
        self.event = ""
        self.round = ""
        self.place = ""
        self.date = ""
        """ISO 8601."""
        self.time_control: TimeControl | None = None
        self.helps: set[Help] = set()
        """What helped a human against a program in this game."""
        self.random_moves = 0
        """The number of moves drawn by lot at the start, which no player chose."""
        self._result: Result | None = None
        self.version = 0

    @property
    def cursor(self) -> Node:
        """The node that is looked at."""
        return self._cursor

    @property
    def position(self) -> Position:
        """The position at the cursor."""
        return self._cursor.position

    @property
    def result(self) -> Result | None:
        """How the game ended, ``None`` while it has not."""
        return self._result

    @result.setter
    def result(self, result: Result | None) -> None:
        self._result = result
        self.version += 1

    def name(self, color: Color) -> str:
        """The name of the player of ``color``."""
        return self.black_name if color is Color.BLACK else self.white_name

    def enter_name(self, color: Color, name: str, recorded: bool) -> None:
        """Call who plays ``color`` by the ``name`` that the user entered, or if it is empty as before. ``recorded``: others played that side, whom
        only the record names."""
        if not recorded:
            self.entered.pop(color, None)
            if name:
                self.entered[color] = name
        elif color is Color.BLACK:
            self.black_name = name
        else:
            self.white_name = name
        self.version += 1

    def tell(self, *, event: str, round_name: str, place: str, date: str) -> None:
        """Set on which occasion the game was played."""
        self.event, self.round, self.place, self.date = event, round_name, place, date
        self.version += 1

    def play(self, point: int) -> Node:
        """Play at the cursor and move the cursor to the new node, or to the one that the tree already has for this move.

        :class:`core.position.IllegalMove` if it loses by the rules; the game is then unchanged.
        """
        for child in self._cursor.children:
            if child.move == point:
                self.go_to(child)
                return child
        position = self.position.play(point)
        node = Node(position, self._cursor, position.moves[-1])
        self._cursor.children.append(node)
        self.go_to(node)
        self.version += 1
        return node

    def begin_with(self, opening: Iterable[int]) -> None:
        """Play the moves of an ``opening`` that was drawn by lot, at the start of the game."""
        for point in opening:
            self.play(point)
            self.random_moves += 1

    def go_to(self, node: Node) -> None:
        """Move the cursor to ``node``. Going back from there and forward again leads to ``node``, not along the main line."""
        self._cursor = node
        for parent, child in pairwise(node.line()):
            parent.looked_at = child

    def back(self, moves: int = 1) -> None:
        """Move the cursor ``moves`` towards the root, at most to the root."""
        for _ in range(moves):
            if self._cursor.parent is None:
                return
            self._cursor = self._cursor.parent

    def forward(self, moves: int = 1) -> None:
        """Move the cursor ``moves`` forward along :attr:`Node.next`, at most to the end."""
        for _ in range(moves):
            if self._cursor.next is None:
                return
            self._cursor = self._cursor.next

    def to_start(self) -> None:
        """Move the cursor to the root."""
        self._cursor = self.root

    def to_end(self) -> None:
        """Move the cursor to the end of the line shown."""
        self._cursor = self.line_shown()[-1]

    def main_line(self) -> list[Node]:
        """The nodes of the main line, root first."""
        line = [self.root]
        while line[-1].children:
            line.append(line[-1].children[0])
        return line

    def line_played(self) -> list[Node]:
        """The nodes of the moves that count, root first: up to where the game ended, or where play stands. Moves taken back stay in the tree."""
        last = self.head if self.result is None else self.end
        return self.main_line() if last is None else last.line()

    def line_shown(self) -> list[Node]:
        """The nodes of the line through the cursor, root first, up to its end or to where the game ended after the cursor."""
        line = self._cursor.whole_line()
        if self.result is not None and self.end in line[self._cursor.number :]:
            return line[: line.index(self.end) + 1]
        return line

    def random_moves_of(self, line: Sequence[Node]) -> int:
        """The number of moves of ``line``, root first, that were drawn by lot. Moves played in their place were chosen."""
        drawn = self.main_line()[1 : self.random_moves + 1]
        return sum(node is own for node, own in zip(line[1:], drawn, strict=False))

    def remove(self, node: Node) -> None:
        """Delete ``node`` and all after it; a cursor there moves to its parent. ``ValueError`` for the root."""
        if node.parent is None:
            raise ValueError("the start of a game can't be removed")
        if node is self._cursor or node in self._cursor.ancestors():
            self._cursor = node.parent
        node.parent.children.remove(node)
        self.version += 1

    def promote(self, node: Node) -> None:
        """Make the line to ``node`` the main line."""
        step = node
        while (parent := step.parent) is not None:
            if parent.children[0] is not step:
                parent.children.remove(step)
                parent.children.insert(0, step)
            step = parent
        self.version += 1

    def keep_analysis(self, node: Node, decision: Decision) -> None:
        """Set the analysis of a position, in which what was proven before stays; the mover's own thought stays beside it."""
        node.analysis = keep_proofs(node.analysis, decision)
        self.version += 1

    def keep_thought(self, node: Node, decision: Decision) -> None:
        """Set what the player that moves at ``node`` thought. It stays when the analysis or the player of that side changes."""
        node.thought = decision
        self.version += 1

    def hand_over(self, color: Color, player: str, before: str) -> None:
        """Let ``player`` play ``color`` from now on. The moves of that side so far, except those drawn by lot, stay those of the player
        ``before``, and the name that the user gave to that one goes."""
        if color is Color.BLACK:
            self.black_name = player
        else:
            self.white_name = player
        self.entered.pop(color, None)
        drawn = set(self.main_line()[1 : self.random_moves + 1])
        for node in self.root.subtree():
            if node.color is color and not node.player and node not in drawn:
                node.player = before
        self.version += 1

    def rename_players(self, name_now: Callable[[str], str]) -> bool:
        """Call the players by other names, where they play, where they moved and where they judge positions. Returns whether anything changed."""
        names = name_now(self.black_name), name_now(self.white_name)
        changed = names != (self.black_name, self.white_name)
        self.black_name, self.white_name = names
        for node in self.root.subtree():
            changed |= node.rename_players(name_now)
        self.version += changed
        return changed

    def movers(self, node: Node) -> set[str]:
        """The players that have moved at ``node``, in the game and its variations, or are to move there."""
        color = node.position.to_move
        made = {child.player for child in node.children} or {""}
        now = {self.name(color), self.players.get(color, "")} if "" in made else set()
        return (made | now) - {""}

    def analysis_is_movers(self, node: Node) -> bool:
        """Whether the analysis of ``node`` is that of a player who moves there, or of an unnamed one, as in records of other programs."""
        known = node.analysis
        return known is not None and (not known.by or known.by in self.movers(node))

    def note_time_left(self, node: Node, color: Color, seconds: float) -> None:
        """Set what ``color`` had left of its total time at ``node``."""
        node.seconds_left[color] = seconds
        self.version += 1

    def note(self, node: Node, comment: str) -> None:
        """Set a comment."""
        node.comment = comment
        self.version += 1

    def mark(self, node: Node, marks: dict[int, Mark]) -> None:
        """Set all marks of a position."""
        node.marks = marks
        self.version += 1

    def call(self, node: Node, name: str) -> None:
        """Set a position's name."""
        node.name = name
        self.version += 1
