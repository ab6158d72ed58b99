"""Games as SGF (FF[4], red-bean.com/sgf): liberal in reading, strict in writing. Values are taken apart and escaped by the library sgfmill.

NoGo has no number of its own: ``GM[1]`` with ``RU[NoGo]`` is written. Beyond the standard, a node may hold

- ``SBKV[57.31]``: Black's win rate in percent, as Sabaki writes it;
- ``BWA[{...}]``: the whole analysis as JSON, see :func:`_analysis_text`;
- ``BWM[{...}]``: in the same form what who moved here thought, where ``BWA`` doesn't tell that by the name in it;
- ``BWR[reason]`` or ``BWR[reason:point]`` (root): why the game ended, in the words of :class:`core.game.Reason`, with the number
  ``row * columns + column`` of the losing point, row 0 at the top, -1 for a pass;
- ``BWO[6]`` (root): with how many random moves the game began;
- ``BWT[13:43]`` (root): at what time it began on the day that ``DT`` tells, which can tell no more;
- ``BWH[]``: that play stands here, or that the game ended here, where that is not the end of the main line: moves were taken back, or play
  went on from an earlier position of a record;
- ``BWPB[text]``, ``BWPW[text]`` (root): who plays Black, White, as a player's text, where ``PB`` and ``PW`` are names for people;
- the same at a move of Black, of White: who made it and those of that side after it, up to the next such move, where somebody else did than
  the root says.

Properties of other programs are kept as they are, also those whose names have digits, as LizzieYzy's do. Nothing here is recursive: a file may nest
as deeply as it likes.
"""

import json
import math
import re
import string
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import islice, pairwise

import numpy as np
from sgfmill import sgf_grammar

import core
from core.clock import MOST_SECONDS, TimeControl
from core.game import Game, Node, Reason, Result
from core.player import Candidate, Decision, Proof
from core.position import PASS, Color, Loss, LossKind, Position, Size
from core.records.reading import Problem, ProblemKind, ReadResult, RecordError, decode, untold
from core.sentence import Sentence

MAX_TOKENS = 5_000_000
MAX_GAMES = 10_000
NODES_BETWEEN = 1000
"""Of a game, of which one is told that it is still being read: some hundredths of a second."""
LINE_BYTES = 79
"""Of what is written, where no value is longer."""
ROOT_BYTES = 500
"""Of a node's beginning, by which the root of a game is told from a variation."""

_OWN_AT_ROOT = {"FF", "GM", "CA", "AP", "SZ", "KM", "RU", "BWR", "BWO", "BWT", "BWPB", "BWPW"}
"""Properties of the root that are written anew from the game itself."""
_SETUP = {"AB", "AW", "AE", "PL"}
_MOVES = {"B": Color.BLACK, "W": Color.WHITE}
_MOMENT = re.compile(r"(\d{4}-\d\d-\d\d)T(\d\d:\d\d(?::\d\d)?)")
"""A day and a time of it."""
_PLAYERS = {"BWPB": Color.BLACK, "BWPW": Color.WHITE}
_CLOCKS = {"BL": Color.BLACK, "WL": Color.WHITE}

_VALUE = rb"\[[^\\\]]*+(?:\\.[^\\\]]*+)*+\]"
_NAME = rb"[A-Za-z][A-Za-z0-9]*+"
_TOKEN = re.compile(rb"(?P<value>%b)|(?P<name>%b)|(?P<mark>[;()])" % (_VALUE, _NAME), re.DOTALL)
_UP_TO_BRACKET = re.compile(rb"(?:\s*+(?:%b|%b|;))*+\s*+([()])?" % (_VALUE, _NAME), re.DOTALL)
"""All tokens up to the next bracket, and this, if it is there: ten times as fast as one by one."""
_GAME_START = re.compile(rb"\(\s*;")
_ROOT = re.compile(
    rb"\(\s*+;(?:\s*+%b(?:\s*+%b)*+)*?\s*+(?:FF|GM|SZ)\s*+%b" % (_NAME, _VALUE, _VALUE), re.DOTALL
)
"""A bracket and a node that says which game begins, on which board, as no variation does."""
_WRITTEN_NAME = re.compile(r"[A-Z][A-Z0-9]*")
_LOWER_CASE = string.ascii_lowercase.encode()


# --- Parsing -------------------------------------------------------------------------------------------------------


@dataclass
class _Raw:
    """A node as it stands in the file."""

    parent: int | None
    """The index of the node before it; ``None`` for the root."""
    properties: dict[str, list[bytes]] = field(default_factory=dict)
    has_children: bool = False


def _games(data: bytes) -> Iterator[tuple[int, int, bool]]:
    """Where each game begins and ends, and whether it is whole. In and after one that breaks off only the root of a game begins another, for what
    else begins there may be a variation."""
    found = _GAME_START.search(data)
    while found:
        start = found.start()
        end, whole = _end_of_game(data, start, len(data))
        if whole:
            yield start, end, True
            found = _GAME_START.search(data, end)
            continue
        for first, last in pairwise([start, *_roots(data, start + 1, end), end]):
            yield first, *_end_of_game(data, first, last)
        found = next((one for one in _GAME_START.finditer(data, end) if _is_root(data, one.start())), None)


def _end_of_game(data: bytes, place: int, limit: int) -> tuple[int, bool]:
    """Where the game that starts at ``place`` ends or, at ``limit`` at the latest, breaks off, and whether it ends."""
    depth = 0
    while found := _UP_TO_BRACKET.match(data, place, limit):
        place = found.end()
        if found[1] is None:
            break
        depth += 1 if found[1] == b"(" else -1
        if depth == 0:
            break
    return place, depth == 0


def _roots(data: bytes, place: int, end: int) -> Iterator[int]:
    """Where games begin between ``place``, before a token, and ``end``."""
    while (found := _UP_TO_BRACKET.match(data, place, end)) and found[1]:
        if _is_root(data, found.start(1)):
            yield found.start(1)
        place = found.end()


def _is_root(data: bytes, place: int) -> bool:
    return _ROOT.match(data, place, place + ROOT_BYTES) is not None


def _nodes(data: bytes, start: int, end: int, meanwhile: Callable[[], None] = lambda: None) -> list[_Raw]:
    """The nodes of the game between ``start`` and ``end``, parents before children, whatever is wrong with the rest."""
    nodes: list[_Raw] = []
    branches: list[int | None] = []
    current: int | None = None
    values: list[bytes] | None = None
    for token in _TOKEN.finditer(data, start, end):
        kind, text = token.lastgroup, token[0]
        if kind == "value":
            if values is not None:
                values.append(text[1:-1])
            continue
        values = None
        if kind == "name":
            name = text.translate(None, _LOWER_CASE).decode("ascii")
            if nodes and name:
                values = nodes[-1].properties.setdefault(name, [])
        elif text == b";":
            if nodes and current is None:  # a second root inside one game
                current = 0
            if current is not None:
                nodes[current].has_children = True
            if len(nodes) % NODES_BETWEEN == 0:
                meanwhile()
            nodes.append(_Raw(current))
            current = len(nodes) - 1
        elif text == b"(":
            branches.append(current)
        elif branches:
            current = branches.pop()
    for node in nodes:
        node.properties = {name: values for name, values in node.properties.items() if values}
    return nodes


def split(data: bytes, most: int = MAX_GAMES) -> list[bytes]:
    """Each game of a collection as a file of its own, in UTF-8, the first ``most`` of them, at the cost of finding their brackets."""
    text, _ = decode(data)
    clean = text.encode("utf-8", "replace")
    return [clean[start:end].strip() for start, end, _ in islice(_games(clean), most)]


# --- Reading -------------------------------------------------------------------------------------------------------


def read(data: bytes, meanwhile: Callable[[], None] = lambda: None) -> list[ReadResult]:
    """The games of a file as far as they can be read; :class:`RecordError` if there is none. ``meanwhile`` is called before each, and now and then
    within a large one: what it raises ends the reading."""
    text, encoding = decode(data)
    clean = text.encode("utf-8", "replace")
    if not clean.strip():
        raise RecordError(Sentence("It is empty."))
    if b"\0" in clean:
        raise RecordError(Sentence("It is no text."))
    if not _GAME_START.search(clean):
        raise RecordError(
            Sentence("It holds no game: SGF begins with (; and a championship record with ([NG].")
        )
    if sum(clean.count(mark) for mark in (b";", b"(", b"[")) > MAX_TOKENS:
        raise RecordError(Sentence("It holds too much for one file; divide it."))
    results: list[ReadResult] = []
    left_out: list[Problem] = []
    refusals: list[str] = []
    for number, (start, end, whole) in enumerate(_games(clean), 1):
        if number > MAX_GAMES:
            text = Sentence("all games after the first %1.", MAX_GAMES)
            left_out.append(Problem(ProblemKind.SKIPPED, text=text))
            break
        try:
            result = replace(_Reader(_nodes(clean, start, end, meanwhile), meanwhile).result(), number=number)
        except RecordError as error:
            refusals.append(error.args[0])
            left_out.append(Problem(ProblemKind.SKIPPED, text=Sentence("game %1. %2", number, error.args[0])))
            continue
        if not whole:
            tear = clean[end : end + 30].decode("utf-8", "replace").strip()
            result.problems += (Problem(ProblemKind.BROKEN_OFF, text=tear),)
        results.append(result)
    if not results:
        raise RecordError(refusals[0] if refusals else Sentence("It holds no game."))
    results[0].problems = (*encoding, *left_out, *results[0].problems)
    return results


class _Reader:
    """Makes one game of its nodes."""

    def __init__(self, nodes: list[_Raw], meanwhile: Callable[[], None]):
        self.raw = nodes
        self.meanwhile = meanwhile
        self.root = nodes[0].properties
        self.problems: list[Problem] = []
        self.lost_at_the_end: tuple[Node, Loss] | None = None
        """A losing move that nothing follows, and the node it was played at."""
        self.head: Node | None = None
        """Where play stands, if the record says so."""
        self.names_movers = False
        """Whether it says of moves who made them."""
        self.comments: dict[int, tuple[Node, list[str]]] = {}
        """What is said of each node, by its ``id``: joined at the end, since a million nodes may speak of one."""

    def result(self) -> ReadResult:
        self.counts_points = self._names_a_minizero_game()
        self.size = self._size()
        self.game = Game(start=self._start())
        self._read_tree()
        self._read_game_info()
        self._tell_who_moved()
        self._tell_thoughts()
        self._look_where_play_stands()
        self.game.version = 0
        return ReadResult(self.game, untold(self.problems, self.game.result))

    def _tell_who_moved(self) -> None:
        """Who is named at a move made those of that side after it too, up to the next who is named."""
        game = self.game
        for node in game.root.subtree() if self.names_movers else ():
            if node.parent is None or node.color is None:
                continue
            before = node.parent.parent
            node.player = node.player or (before.player if before is not None else "")
            if node.player in (game.players.get(node.color), game.name(node.color)):
                node.player = ""

    def _tell_thoughts(self) -> None:
        """Tell what the players thought, or the record says, from the analyses of others."""
        for node in self.game.root.subtree():
            if node.thought is None and self.game.names_thinker(node):
                node.thought = node.analysis

    def _look_where_play_stands(self) -> None:
        game = self.game
        if game.result is None:
            game.head = self.head
        else:
            game.end = self.head
        game.go_to(game.line_played()[-1])

    # the root

    def _names_a_minizero_game(self) -> bool:
        """Whether ``GM`` is text such as ``nogo_9x9``: MiniZero's files, where moves are numbers."""
        name = _text(self.root.get("GM", [b"1"])[0])
        if name.strip().lstrip("-").isdecimal() or not name.strip():
            return False
        if not re.match(r"(nogo|go|killallgo)(_|$)", name.strip(), re.IGNORECASE):
            raise RecordError(Sentence("It is a record of the game '%1', not of NoGo.", name[:40]))
        return True

    def _size(self) -> Size:
        text = _text(self.root["SZ"][0]).strip() if "SZ" in self.root else ""
        if not text and self.counts_points:
            found = re.search(r"_(\d+x\d+)", _text(self.root["GM"][0]))
            text = ":".join(found[1].split("x")[::-1]) if found else "9"
        if not text:
            largest = max((max(v) for raw in self.raw for m in _MOVES for v in raw.properties.get(m, []) if v), default=0)  # fmt: skip
            text = "9" if largest <= ord("i") else "19"
            self.problems.append(Problem(ProblemKind.SIZE, text=f"{text}x{text}"))
        cols, _, rows = text.partition(":")
        if not all(re.fullmatch(r"\s*\d{1,3}\s*", number) for number in (cols, rows or cols)):
            raise RecordError(Sentence("Its board size '%1' is none.", text[:40]))
        try:
            return Size(int(rows or cols), int(cols))
        except ValueError as error:
            raise RecordError(Sentence("Its board can't be shown: %1.", error.args[0])) from error

    def _start(self) -> Position:
        stones = np.zeros((self.size.rows, self.size.cols), np.uint8)
        for name, stone in (("AB", 1), ("AW", 2), ("AE", 0)):
            for value in dict.fromkeys(self.root.get(name, [])):
                for point in self._points(value):
                    stones.reshape(-1)[point] = stone
        try:
            position = Position.from_stones(stones)
        except ValueError as error:
            raise RecordError(
                Sentence("The position that it begins with can't be used: %1.", error.args[0])
            ) from error
        to_move = _text(self.root["PL"][0]).strip()[:1].upper() if "PL" in self.root else ""
        if to_move in _MOVES and _MOVES[to_move] is not position.to_move:
            self.problems.append(Problem(ProblemKind.SETUP, text=f"PL[{to_move}]"))
        return position

    def _points(self, value: bytes) -> list[int]:
        """The points of ``ab`` or of the rectangle ``ab:cd``."""
        first, _, last = value.partition(b":")
        corners = [self._point(first), self._point(last or first)]
        if None in corners or PASS in corners:
            raise RecordError(
                Sentence(
                    "It puts a stone on '%1', which is no point of a %2 board.", _text(value)[:40], self.size
                )
            )
        (top, left), (bottom, right) = (self.size.row_col(corner) for corner in corners if corner is not None)
        rows, cols = range(top, bottom + 1), range(left, right + 1)
        return [self.size.point(row, col) for row in rows for col in cols]

    def _point(self, value: bytes) -> int | None:
        """The point or pass that ``value`` names; ``None`` if it names none."""
        value = value.strip()
        if value == b"" or (value == b"tt" and not self.counts_points):
            return PASS
        if self.counts_points and value.isdigit() and len(value) <= 3:
            number = int(value)
            if number == self.size.points:
                return PASS
            row, col = divmod(number, self.size.cols)
            return self.size.point(self.size.rows - 1 - row, col) if row < self.size.rows else None
        if len(value) != 2:
            return None
        col, row = value[0] - ord("a"), value[1] - ord("a")
        inside = 0 <= row < self.size.rows and 0 <= col < self.size.cols
        return self.size.point(row, col) if inside else None

    def _read_game_info(self) -> None:
        game = self.game
        game.black_name, game.white_name = self._info("PB"), self._info("PW")
        game.players = {color: text for name, color in _PLAYERS.items() if (text := self._info(name))}
        game.event, game.place, game.date = self._info("EV"), self._info("PC"), self._info("DT")
        if _MOMENT.fullmatch(moment := f"{game.date}T{self._info('BWT')}"):
            game.date = moment
        total, per_move = _seconds(self._info("TM")), _seconds_per_move(self._info("OT"))
        if total is not None or per_move is not None:
            game.time_control = TimeControl(total, per_move)
        read = {"PB", "PW", "EV", "PC", "DT"} | ({"TM"} if total else set()) | ({"OT"} if per_move else set())
        opening = _number(self._info("BWO")) or 0
        game.random_moves = int(opening) if 0 < opening < len(game.main_line()) else 0
        game.result, understood = self._result()
        read |= {"RE"} if understood else set()
        for name in read:
            self.first.foreign.pop(name, None)

    def _info(self, name: str) -> str:
        return _line_of_text(self.root[name][0]) if name in self.root else ""

    # the tree

    def _read_tree(self) -> None:
        """Put every node in its place. Nodes without a move say more about the move before them."""
        places: list[Node | None] = []
        for index, raw in enumerate(self.raw):
            if index % NODES_BETWEEN == 0:
                self.meanwhile()
            place = self.game.root if raw.parent is None else places[raw.parent]
            if place is not None and index and _SETUP & raw.properties.keys() - {"PL"}:
                number = place.number + 1
                names = sorted(_SETUP & raw.properties.keys())
                self.problems.append(Problem(ProblemKind.SETUP, number, " ".join(names)))
                place = None
            for name, values in raw.properties.items():
                if place is not None and name in _MOVES:
                    place = self._play(place, name, values[0], is_last=not raw.has_children)
            if place is not None:
                self._describe(place, raw, is_root=index == 0)
            places.append(place)
        self.first = places[0] or self.game.root
        if (end := self._early_end(places)) is not None and end.children:
            self.problems.insert(0, Problem(ProblemKind.MAIN_LINE, end.number + 1))
        if self.head is not None and (self.head.position.is_over or self.head is self.game.main_line()[-1]):
            self.head = None  # nobody can play there, or it says nothing
        for node, comments in self.comments.values():
            node.comment = "\n".join(comments)

    def _early_end(self, places: list[Node | None]) -> Node | None:
        """The node before the first part of the file's main line that is left out."""
        last = 0
        for index, raw in enumerate(self.raw):
            if raw.parent != last:
                continue
            before, place, last = places[last], places[index], index
            if place is None or (place is before and _MOVES.keys() & raw.properties.keys()):
                return before
        return None

    def _play(self, node: Node, name: str, value: bytes, is_last: bool) -> Node | None:
        """The node after the move, or ``None`` if the line ends here; for a last move that loses the one before, of which its comments are then."""
        point = self._point(value)
        if _MOVES[name] is not node.position.to_move:
            return self._end_line(ProblemKind.WRONG_COLOR, node, name, value)
        if point is None:
            return self._end_line(ProblemKind.BAD_POINT, node, name, value)
        for child in node.children:
            if child.move == point:
                return child
        loss = node.position.loss(point)
        if loss is not None:
            if is_last and self.lost_at_the_end is None:
                self.lost_at_the_end = node, loss
            kind = ProblemKind.PASS if point == PASS else ProblemKind.ILLEGAL_MOVE
            self._end_line(kind, node, name, value, loss)
            return node if is_last else None
        child = Node(node.position.after((point,)), node, point)
        node.children.append(child)
        return child

    def _end_line(
        self, kind: ProblemKind, node: Node, name: str, value: bytes, loss: Loss | None = None
    ) -> None:
        """Say why what follows ``node`` is left out."""
        written = f"{name}[{_text(value)[:40]}]"
        self.problems.append(Problem(kind, node.number + 1, written, loss))

    def _describe(self, node: Node, raw: _Raw, is_root: bool) -> None:
        """What the node says besides its move."""
        black_win_rate = None
        for name, values in raw.properties.items():
            if name in _MOVES or (is_root and name in _OWN_AT_ROOT | _SETUP):
                continue
            if name == "BWH":
                self.head = self.head or node
            elif name == "C":
                _, comments = self.comments.setdefault(id(node), (node, []))
                comments.extend(_lines_of_text(value) for value in values)
            elif _PLAYERS.get(name, "") is node.color and (player := _line_of_text(values[0])):
                node.player, self.names_movers = player, True
            elif name in _CLOCKS and (seconds := _number(_text(values[0]))) is not None and seconds >= 0:
                node.seconds_left[_CLOCKS[name]] = seconds
            elif name == "BWA" and (analysis := _read_analysis(values[0], self._point)) is not None:
                node.analysis = analysis
            elif name == "BWM" and (thought := _read_analysis(values[0], self._point)) is not None:
                node.thought = thought
            elif name == "SBKV" and (percent := _number(_text(values[0]))) is not None:
                black_win_rate = percent / 100
            else:
                node.foreign.setdefault(name, []).extend(values)
        node.analysis = node.analysis or node.thought
        if black_win_rate is not None and node.analysis is None:
            value = min(1.0, max(-1.0, 2 * black_win_rate - 1))
            node.analysis = Decision(
                None, value_to_move=value if node.position.to_move is Color.BLACK else -value
            )

    # the end

    def _result(self) -> tuple[Result | None, bool]:
        """How the game ended, and whether its ``RE`` says no more than that."""
        end = self.head or self.game.main_line()[-1]
        last = end.position
        word = self._info("RE").strip()
        winner, reason = _winner_and_reason(word, self.counts_points)
        if winner is None and self.head is not None:
            return None, not word  # how the main line ends was taken back
        exact = self._exact_reason(winner, reason, end)
        if exact is not None:
            return exact, True
        lost = self.lost_at_the_end
        if lost is not None and lost[0] is end:
            by_loss = Result.by_loss(last.to_move, lost[1])
            if winner is None or (winner is by_loss.winner and reason is Reason.UNKNOWN):
                return by_loss, not word or winner is not None
        if winner is None:
            over = Result(last.to_move.opponent, Reason.NO_LEGAL_MOVE) if last.is_over else None
            return over, not word
        if reason is Reason.UNKNOWN and last.is_over and winner is last.to_move.opponent:
            reason = Reason.NO_LEGAL_MOVE
        return Result(winner, reason), True

    def _exact_reason(self, winner: Color | None, stated: Reason, end: Node) -> Result | None:
        """What ``BWR`` says of a game that came to its ``end``, if it can be true."""
        text = _text(self.root["BWR"][0]) if "BWR" in self.root else ""
        reason, _, point = text.partition(":")
        if winner is None or reason not in {known.value for known in Reason}:
            return None
        if stated not in (Reason.UNKNOWN, Reason(reason)):  # another program has changed RE since
            return None
        if reason not in {kind.value for kind in LossKind}:
            return Result(winner, Reason(reason))
        if not re.fullmatch(r"-?\d{1,9}", point):
            return Result(winner, Reason(reason))
        loss = Loss(LossKind(reason), int(point))
        leaves = [node for node in self.game.root.subtree() if not node.children]
        if loss.kind not in (LossKind.OFF_BOARD, LossKind.PASS) and loss.point not in self.game.size:
            return Result(winner, Reason(reason))
        for node in [end, *leaves]:
            if node.position.to_move is not winner:
                found = node.position.loss(loss.point)
                if found is not None and found.kind is loss.kind:
                    return Result(winner, Reason(reason), found)
        return Result(winner, Reason(reason), loss)


def _winner_and_reason(word: str, is_minizero: bool) -> tuple[Color | None, Reason]:
    """What ``RE`` says: ``B+R``, ``W+Time``, ``B+``, ``黑中盘胜``; MiniZero writes 1 and -1."""
    number = _number(word)
    if is_minizero and number:
        return (Color.BLACK if number > 0 else Color.WHITE), Reason.UNKNOWN
    match = re.match(r"([BW])\s*\+\s*(.*)|([黑白])(.*)[胜勝]", word, re.IGNORECASE)
    if not match:
        return None, Reason.UNKNOWN
    winner = Color.BLACK if (match[1] or match[3]) in "Bb黑" else Color.WHITE
    how = (match[2] or match[4] or "").strip().lower()
    known = {"r": Reason.RESIGNATION, "t": Reason.TIME, "f": Reason.FORFEIT, "中": Reason.RESIGNATION}
    return winner, known.get(how[:1], Reason.UNKNOWN)


# --- Values --------------------------------------------------------------------------------------------------------


def _text(value: bytes) -> str:
    return value.decode("utf-8", "replace")


def _line_of_text(value: bytes) -> str:
    return _text(sgf_grammar.simpletext_value(value)).strip()


def _lines_of_text(value: bytes) -> str:
    return _text(sgf_grammar.text_value(value))


def _escaped(text: str) -> bytes:
    """The text as a value; without NUL, which would make the file look like no text."""
    return sgf_grammar.escape_text(text.replace("\0", "").encode("utf-8", "replace"))


def _number(text: str) -> float | None:
    """A finite number."""
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def _seconds(text: str) -> float | None:
    number = _number(text)
    return number if number is not None and 0 < number <= MOST_SECONDS else None


def _seconds_per_move(text: str) -> float | None:
    match = re.fullmatch(r"\s*([\d.]{1,20})\s*(?:s|sec|seconds)?\s*(?:/|per)\s*move\s*", text, re.IGNORECASE)
    return _seconds(match[1]) if match else None


def _real(number: float) -> bytes:
    """A number as SGF writes it, without an exponent."""
    text = repr(float(number))
    if "e" in text:
        text = f"{number:.6f}"
    return text.removesuffix(".0").encode("ascii")


def _point_letters(point: int | None, size: Size) -> str:
    """``ee`` for the centre of 9x9; empty for none or a pass."""
    if point is None or point not in size:
        return ""
    row, col = size.row_col(point)
    return chr(ord("a") + col) + chr(ord("a") + row)


# --- Analysis ------------------------------------------------------------------------------------------------------


def _analysis_text(decision: Decision, size: Size) -> str:
    """``BWA``: JSON with short keys, values from the side to move, points in SGF's letters.

    ``m`` best move, ``v`` value -1 to 1, ``n`` visits, ``s`` simulations, ``t`` seconds, ``b`` by whom, ``p`` proof, ``c`` candidates, best first,
    each with ``m``, ``v``, ``n``, ``p``, ``q`` the prior and ``l`` its line. What is nothing is left out.
    """
    candidates = [
        _without_nothing(
            m=_point_letters(one.point, size),
            v=float(one.value_to_move),
            n=int(one.visits),
            q=float(one.prior),
            p=one.proof.value if one.proof else None,
            l="".join(_point_letters(point, size) for point in one.line),
        )
        for one in decision.candidates
    ]
    whole = _without_nothing(
        m=_point_letters(decision.point, size),
        v=float(decision.value_to_move),
        n=int(decision.visits),
        s=int(decision.simulations),
        t=float(decision.seconds),
        b=decision.by,
        p=decision.proof.value if decision.proof else None,
        c=candidates,
    )
    return json.dumps(whole, separators=(",", ":"))


def _without_nothing(**values: object) -> dict[str, object]:
    return {name: value for name, value in values.items() if value}


def _read_analysis(value: bytes, point_of) -> Decision | None:
    """The analysis, or ``None`` if this is none of ours."""
    try:
        whole = json.loads(_lines_of_text(value))
        candidates = []
        for one in whole.get("c", []):
            letters = str(one.get("l", ""))
            line = [point_of(letters[i : i + 2].encode()) for i in range(0, len(letters), 2)]
            point = point_of(one["m"].encode())
            if point in (None, PASS) or None in line:
                return None
            candidates.append(
                Candidate(
                    point,
                    _whole_number(one.get("n", 0)),
                    _finite(one.get("q", 0.0)),
                    _finite(one.get("v", 0.0)),
                    Proof(one["p"]) if "p" in one else None,
                    tuple(line),
                )
            )
        return Decision(
            point_of(whole["m"].encode()) if "m" in whole else None,
            tuple(candidates),
            _finite(whole.get("v", 0.0)),
            Proof(whole["p"]) if "p" in whole else None,
            _whole_number(whole.get("s", 0)),
            _whole_number(whole.get("n", 0)),
            _finite(whole.get("t", 0.0)),
            str(whole.get("b", "")),
        )
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError):
        return None


def _finite(value: object) -> float:
    if not isinstance(value, int | float) or not math.isfinite(value):
        raise ValueError(f"{value!r} is no number")
    return float(value)


def _whole_number(value: object) -> int:
    if not isinstance(value, int) or not 0 <= value < 2**63:
        raise ValueError(f"{value!r} is no count")
    return value


# --- Writing -------------------------------------------------------------------------------------------------------


def write(game: Game) -> bytes:
    """The whole game with its variations, in UTF-8."""
    return b"".join(lines(game))


def lines(game: Game) -> Iterator[bytes]:
    """The same a line after the other, for whoever has something else to do between them; the game must not change meanwhile."""
    line = b""
    for piece in _pieces(game):
        if len(line) + len(piece) > LINE_BYTES:
            yield line + b"\n"
            line = b""
        line += piece
    yield line


def _pieces(game: Game) -> Iterator[bytes]:
    """What stands whole in a line, the properties of a node in the order of their names."""
    waiting: list[Node | None] = [game.root]
    while waiting:
        node = waiting.pop()
        if node is None:
            yield b")"
            continue
        yield b"("
        for step in _unbranched(node):
            node = step
            yield b";"
            properties = _properties(step, game)
            # FF first: some readers want it there
            for name in sorted(properties, key=lambda name: (name != "FF", name)):
                yield name.encode("ascii") + b"".join(b"[" + value + b"]" for value in properties[name])
        waiting.append(None)
        waiting.extend(reversed(node.children))
    yield b"\n"


def _unbranched(node: Node) -> Iterator[Node]:
    """The node and those after it, as long as there is no choice."""
    yield node
    while len(node.children) == 1:
        node = node.children[0]
        yield node


def _properties(node: Node, game: Game) -> dict[str, list[bytes]]:
    own = _root_properties(game) if node.parent is None else {}
    if node.color is not None:
        own["B" if node.color is Color.BLACK else "W"] = [_point_letters(node.move, game.size).encode()]
        own |= _mover_property(node, node.color, game)
    for name, color in _CLOCKS.items():
        if color in node.seconds_left:
            own[name] = [_real(node.seconds_left[color])]
    if node.analysis is not None:
        own |= _analysis_properties(node.analysis, node.position)
    if node.thought is not None and not (node.thought == node.analysis and game.names_thinker(node)):
        own["BWM"] = [_escaped(_analysis_text(node.thought, game.size))]
    if node.comment:
        own["C"] = [_escaped(node.comment)]
    if node is (game.head if game.result is None else game.end) and node is not game.main_line()[-1]:
        own["BWH"] = [b""]
    for name, values in node.foreign.items():
        if name not in own and _WRITTEN_NAME.fullmatch(name):
            valid = [value for value in values if sgf_grammar.is_valid_property_value(value)]
            if valid:
                own[name] = valid
    return own


def _mover_property(node: Node, color: Color, game: Game) -> dict[str, list[bytes]]:
    """Who made the move of ``node``, unless the move before of that side says so already, or the root."""
    before = node.parent.parent if node.parent is not None else None
    if node.player == (before.player if before is not None else ""):
        return {}
    player = node.player or game.players.get(color) or game.name(color)
    return {name: [_escaped(player)] for name, side in _PLAYERS.items() if side is color and player}


def _analysis_properties(analysis: Decision, position: Position) -> dict[str, list[bytes]]:
    value = analysis.value_to_move if position.to_move is Color.BLACK else -analysis.value_to_move
    properties = {"SBKV": [f"{50 * (value + 1):.2f}".encode("ascii")]}
    if analysis != Decision(None, value_to_move=analysis.value_to_move):
        properties["BWA"] = [_escaped(_analysis_text(analysis, position.size))]
    return properties


def _root_properties(game: Game) -> dict[str, list[bytes]]:
    size = game.size
    own = {
        "FF": [b"4"],
        "GM": [b"1"],
        "CA": [b"UTF-8"],
        "AP": [f"Buwei:{core.__version__}".encode()],
        "SZ": [(str(size.rows) if size.is_square else f"{size.cols}:{size.rows}").encode()],
        "KM": [b"0"],
        "RU": [b"NoGo"],
    }
    day, time = moment.groups() if (moment := _MOMENT.fullmatch(game.date)) else (game.date, "")
    info = {
        "PB": game.black_name,
        "PW": game.white_name,
        "EV": game.event,
        "PC": game.place,
        "DT": day,
        "BWT": time,
    }
    info |= {name: game.players.get(color, "") for name, color in _PLAYERS.items()}
    own |= {name: [_escaped(text)] for name, text in info.items() if text}
    if game.time_control is not None and game.time_control.total_seconds is not None:
        own["TM"] = [_real(game.time_control.total_seconds)]
    if game.time_control is not None and game.time_control.move_seconds is not None:
        own["OT"] = [_real(game.time_control.move_seconds) + b"/move"]
    if game.random_moves:
        own["BWO"] = [str(game.random_moves).encode()]
    if game.result is not None:
        own |= _result_properties(game.result)
    start = game.root.position
    if start.ply:
        flat = start.stones.reshape(-1)
        for name, stone in (("AB", 1), ("AW", 2)):
            points = [_point_letters(int(point), size).encode() for point in np.flatnonzero(flat == stone)]
            if points:
                own[name] = points
        own["PL"] = [b"B" if start.to_move is Color.BLACK else b"W"]
    return own


def _result_properties(result: Result) -> dict[str, list[bytes]]:
    winner = "B" if result.winner is Color.BLACK else "W"
    letter = {Reason.RESIGNATION: "R", Reason.TIME: "T", Reason.FORFEIT: "F"}.get(result.reason, "")
    reason = result.reason.value if result.loss is None else f"{result.reason.value}:{result.loss.point}"
    return {"RE": [f"{winner}+{letter}".encode()], "BWR": [reason.encode()]}
