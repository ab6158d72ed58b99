"""Builds games from the raw nodes of a file, as far as they can be read, and reports the rest."""

import re
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from core.clock import TimeControl
from core.game import Game, Help, Node, Reason, Result
from core.player import Decision
from core.position import PASS, Color, Loss, LossKind, Position, Size
from core.records.reading import Problem, ProblemKind, ReadResult, RecordError, decode, untold
from core.records.sgf.analysis import read_analysis
from core.records.sgf.parsing import (
    GAME_START,
    MAX_GAMES,
    NODES_BETWEEN,
    RawNode,
    end_of_root,
    games_in,
    nodes_of,
)
from core.records.sgf.properties import (
    CLOCKS,
    LABELS,
    MARKS,
    MOMENT,
    MOVES,
    OWN_AT_ROOT,
    PLAYERS,
    SETUP,
    SHAPES,
)
from core.records.sgf.values import (
    failure_of,
    line_of_text,
    lines_of_text,
    number_of,
    seconds_of,
    seconds_per_move,
    text_of,
)
from core.sentence import Sentence

MAX_TOKENS = 5_000_000
"""Most tokens of a file that is read; more would take minutes and gigabytes."""
MOST_MARKS = 1_000_000
"""Most marks of a game that are read: in a few bytes a file can ask for hundreds. Further ones are kept as they are."""


def read(data: bytes, meanwhile: Callable[[], None] = lambda: None) -> list[ReadResult]:
    """The games of a file as far as they can be read; :class:`RecordError` if there is none. ``meanwhile`` is called before each, and now and then
    within a large one; an exception that it raises ends the reading."""
    text, encoding = decode(data)
    clean = text.encode("utf-8", "replace")
    _check(clean)
    results: list[ReadResult] = []
    left_out: list[Problem] = []
    refusals: list[str] = []
    for number, (start, end, whole) in enumerate(games_in(clean), 1):
        if number > MAX_GAMES:
            text = Sentence("all games after the first %1.", MAX_GAMES)
            left_out.append(Problem(ProblemKind.SKIPPED, text=text))
            break
        try:
            result = replace(
                _Reader(nodes_of(clean, start, end, meanwhile), meanwhile).result(), number=number
            )
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


def read_root(data: bytes) -> tuple[Game, bytes]:
    """The first game of a file without its moves and analyses, by what its first node says, and what follows that node, in UTF-8. It takes a fraction
    of the time of :func:`read`; :class:`RecordError` if there is no game."""
    text, _ = decode(data)
    clean = text.encode("utf-8", "replace")
    _check(clean)
    found = GAME_START.search(clean)
    assert found is not None  # checked
    end = end_of_root(clean, found.start())
    (root,) = nodes_of(clean, found.start(), end)
    for analysis in ("BWA", "BWM", "SBKV"):
        root.properties.pop(analysis, None)
    return _Reader([root], meanwhile=lambda: None).result().game, clean[end:]


def _check(clean: bytes) -> None:
    """:class:`RecordError` if a file with this text can't hold a game, or holds too much."""
    if not clean.strip():
        raise RecordError(Sentence("It is empty."))
    if b"\0" in clean:
        raise RecordError(Sentence("It is no text."))
    if not GAME_START.search(clean):
        raise RecordError(
            Sentence("It holds no game: SGF begins with (; and a championship record with ([NG].")
        )
    if sum(clean.count(mark) for mark in (b";", b"(", b"[")) > MAX_TOKENS:
        raise RecordError(Sentence("It holds too much for one file; divide it."))


class _Reader:
    """Builds one game from its raw nodes."""

    def __init__(self, nodes: list[RawNode], meanwhile: Callable[[], None]):
        self.raw = nodes
        self.meanwhile = meanwhile
        self.root = nodes[0].properties
        self.problems: list[Problem] = []
        self.lost_at_the_end: tuple[Node, Loss] | None = None
        """A losing move that nothing follows, and the node at which it was played."""
        self.head: Node | None = None
        """Where play stands, if the record says so."""
        self.names_movers = False
        """Whether the record says of some moves who made them."""
        self.marks = 0
        """How many marks were read so far."""
        self.said: dict[int, tuple[Node, list[str], list[str]]] = {}
        """Names and comments of each node, by its ``id``. They are joined at the end, because a million raw nodes may be about one node."""

    def result(self) -> ReadResult:
        """The game and its problems."""
        self.counts_points = self._names_a_minizero_game()
        self.size = self._size()
        self.game = Game(start=self._start())
        self._read_tree()
        self._read_game_info()
        if self.names_movers:
            self._set_movers()
        self._set_thoughts()
        self._set_where_play_stands()
        self.game.version = 0
        return ReadResult(self.game, untold(self.problems, self.game.result))

    def _set_movers(self) -> None:
        """The player named at a move also made that side's later moves, up to the next one that names a player."""
        game = self.game
        for node in game.root.subtree():
            if node.parent is None or node.color is None:
                continue
            before = node.parent.parent
            node.player = node.player or (before.player if before is not None else "")
            if node.player in (game.players.get(node.color), game.name(node.color)):
                node.player = ""

    def _set_thoughts(self) -> None:
        """An analysis by the mover, or by nobody named, is also the mover's thought."""
        for node in self.game.root.subtree():
            if node.thought is None and self.game.analysis_is_movers(node):
                node.thought = node.analysis

    def _set_where_play_stands(self) -> None:
        game = self.game
        if game.result is None:
            game.head = self.head
        else:
            game.end = self.head
        game.go_to(game.line_played()[-1])

    # the root

    def _names_a_minizero_game(self) -> bool:
        """Whether ``GM`` is text such as ``nogo_9x9``: MiniZero's files, where moves are numbers."""
        name = text_of(self.root.get("GM", [b"1"])[0])
        if name.strip().lstrip("-").isdecimal() or not name.strip():
            return False
        if not re.match(r"(nogo|go|killallgo)(_|$)", name.strip(), re.IGNORECASE):
            raise RecordError(Sentence("It is a record of the game '%1', not of NoGo.", name[:40]))
        return True

    def _size(self) -> Size:
        text = text_of(self.root["SZ"][0]).strip() if "SZ" in self.root else ""
        if not text and self.counts_points:
            found = re.search(r"_(\d+x\d+)", text_of(self.root["GM"][0]))
            text = ":".join(found[1].split("x")[::-1]) if found else "9"
        if not text:
            text = self._side_by_letters()
            self.problems.append(Problem(ProblemKind.SIZE, text=f"{text}x{text}"))
        cols, _, rows = text.partition(":")
        if not all(re.fullmatch(r"\s*\d{1,3}\s*", number) for number in (cols, rows or cols)):
            raise RecordError(Sentence("Its board size '%1' is none.", text[:40]))
        try:
            return Size(int(rows or cols), int(cols))
        except ValueError as error:
            raise RecordError(Sentence("Its board can't be shown: %1.", error.args[0])) from error

    def _side_by_letters(self) -> str:
        """The side of a board that the record doesn't name: 9, or 19 if a move has a letter beyond that."""
        letters = b"".join(
            value for raw in self.raw for name in MOVES for value in raw.properties.get(name, [])
        )
        return "9" if max(letters, default=0) <= ord("i") else "19"

    def _start(self) -> Position:
        stones = np.zeros((self.size.rows, self.size.cols), np.uint8)
        for name, stone in (("AB", 1), ("AW", 2), ("AE", 0)):
            for value in dict.fromkeys(self.root.get(name, [])):
                points = self._points(value)
                if points is None:
                    raise RecordError(
                        Sentence(
                            "It puts a stone on '%1', which is no point of a %2 board.",
                            text_of(value)[:40],
                            self.size,
                        )
                    )
                for point in points:
                    stones.reshape(-1)[point] = stone
        try:
            position = Position.from_stones(stones)
        except ValueError as error:
            raise RecordError(
                Sentence("The position that it begins with can't be used: %1.", error.args[0])
            ) from error
        to_move = text_of(self.root["PL"][0]).strip()[:1].upper() if "PL" in self.root else ""
        if to_move in MOVES and MOVES[to_move] is not position.to_move:
            self.problems.append(Problem(ProblemKind.SETUP, text=f"PL[{to_move}]"))
        return position

    def _points(self, value: bytes) -> list[int] | None:
        """The point of ``ab``, or those of the rectangle ``ab:cd``; ``None`` if a corner is no point."""
        first, _, last = value.partition(b":")
        corners = [self._point(first), self._point(last or first)]
        if None in corners or PASS in corners:
            return None
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
        game.players = {color: text for name, color in PLAYERS.items() if (text := self._info(name))}
        self._read_entered_names()
        game.event, game.round, game.place = self._info("EV"), self._info("RO"), self._info("PC")
        game.date = self._info("DT")
        if MOMENT.fullmatch(moment := f"{game.date}T{self._info('BWT')}"):
            game.date = moment
        total, per_move = seconds_of(self._info("TM")), seconds_per_move(self._info("OT"))
        if total is not None or per_move is not None:
            game.time_control = TimeControl(total, per_move)
        read = (
            {"PB", "PW", "EV", "RO", "PC", "DT"}
            | ({"TM"} if total else set())
            | ({"OT"} if per_move else set())
        )
        helps = {text_of(value).strip() for value in self.root.get("BWC", [])}
        game.helps = {each for each in Help if each.value in helps}
        opening = number_of(self._info("BWO")) or 0
        game.random_moves = int(opening) if 0 < opening < len(game.main_line()) else 0
        game.result, understood = self._result()
        read |= {"RE"} if understood else set()
        for name in read:
            self.first.foreign.pop(name, None)

    def _read_entered_names(self) -> None:
        """Take the names that a user entered for the players of a window apart from these players."""
        game, sides = self.game, [text_of(value).strip() for value in self.root.get("BWN", [])]
        for name, color in MOVES.items():
            if name in sides and color in game.players and game.name(color):
                game.entered[color] = game.name(color)
        if Color.BLACK in game.entered:
            game.black_name = game.players[Color.BLACK]
        if Color.WHITE in game.entered:
            game.white_name = game.players[Color.WHITE]

    def _info(self, name: str) -> str:
        return line_of_text(self.root[name][0]) if name in self.root else ""

    # the tree

    def _read_tree(self) -> None:
        """Put every node in its place. A node without a move adds to what is said about the move before it."""
        places: list[Node | None] = []
        for index, raw in enumerate(self.raw):
            if index % NODES_BETWEEN == 0:
                self.meanwhile()
            place = self.game.root if raw.parent is None else places[raw.parent]
            if place is not None and index and SETUP & raw.properties.keys() - {"PL"}:
                number = place.number + 1
                names = sorted(SETUP & raw.properties.keys())
                self.problems.append(Problem(ProblemKind.SETUP, number, " ".join(names)))
                place = None
            for name, values in raw.properties.items():
                if place is not None and name in MOVES:
                    place = self._play(place, name, values[0], is_last=not raw.has_children)
            if place is not None:
                self._describe(place, raw, is_root=index == 0)
            places.append(place)
        self.first = places[0] or self.game.root
        if (end := self._early_end(places)) is not None and end.children:
            self.problems.insert(0, Problem(ProblemKind.MAIN_LINE, end.number + 1))
        if self.head is not None and (self.head.position.is_over or self.head is self.game.main_line()[-1]):
            self.head = None  # nobody can play there, or it is where play stands anyway
        for node, names, comments in self.said.values():
            node.name, node.comment = " / ".join(filter(None, names)), "\n".join(comments)

    def _early_end(self, places: list[Node | None]) -> Node | None:
        """The node before the first node of the file's main line that is left out; ``None`` if none is."""
        last = 0
        for index, raw in enumerate(self.raw):
            if raw.parent != last:
                continue
            before, place, last = places[last], places[index], index
            if place is None or (place is before and MOVES.keys() & raw.properties.keys()):
                return before
        return None

    def _play(self, node: Node, name: str, value: bytes, is_last: bool) -> Node | None:
        """The node after the move; ``None`` if the line ends here. For a last move that loses, the node before it, which then gets its comments."""
        point = self._point(value)
        if MOVES[name] is not node.position.to_move:
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
        """Report why what follows ``node`` is left out."""
        written = f"{name}[{text_of(value)[:40]}]"
        self.problems.append(Problem(kind, node.number + 1, written, loss))

    def _describe(self, node: Node, raw: RawNode, is_root: bool) -> None:
        """Read everything that the raw node says besides its move into ``node``."""
        black_win_rate = None
        for name, values in raw.properties.items():
            if name in MOVES or (is_root and name in OWN_AT_ROOT | SETUP):
                continue
            if name == "BWH":
                self.head = self.head or node
            elif name in ("N", "C"):
                _, names, comments = self.said.setdefault(id(node), (node, [], []))
                names.extend(line_of_text(value) for value in values if name == "N")
                comments.extend(lines_of_text(value) for value in values if name == "C")
            elif name in MARKS:
                self._read_marks(node, name, values)
            elif PLAYERS.get(name, "") is node.color and (player := line_of_text(values[0])):
                node.player, self.names_movers = player, True
            elif name in CLOCKS and (seconds := number_of(text_of(values[0]))) is not None and seconds >= 0:
                node.seconds_left[CLOCKS[name]] = seconds
            elif name == "BWA" and (analysis := read_analysis(values[0], self._point)) is not None:
                node.analysis = analysis
            elif name == "BWM" and (thought := read_analysis(values[0], self._point)) is not None:
                node.thought = thought
            elif name == "SBKV" and (percent := number_of(text_of(values[0]))) is not None:
                black_win_rate = percent / 100
            else:
                node.foreign.setdefault(name, []).extend(values)
        node.analysis = node.analysis or node.thought
        if black_win_rate is not None and node.analysis is None:
            value = min(1.0, max(-1.0, 2 * black_win_rate - 1))
            node.analysis = Decision(
                None, value_to_move=value if node.position.to_move is Color.BLACK else -value
            )

    def _read_marks(self, node: Node, name: str, values: list[bytes]) -> None:
        """Put marks on the points that ``values`` name. A value that can't be read is kept as it is."""
        unread = [value for value in dict.fromkeys(values) if not self._mark(node, name, value)]
        if unread:
            node.foreign.setdefault(name, []).extend(unread)

    def _mark(self, node: Node, name: str, value: bytes) -> bool:
        """Put a mark on the points that ``value`` names, and return whether it could be read. Of several on a point a label stays, else the last."""
        if name == LABELS:
            where, _, text = value.partition(b":")
            mark, points = line_of_text(text), self._points(where)
        else:
            mark, points = SHAPES[name], self._points(value)
        if not (mark and points) or self.marks + len(points) > MOST_MARKS:
            return False
        self.marks += len(points)
        for point in points:
            if isinstance(mark, str) or not isinstance(node.marks.get(point), str):
                node.marks[point] = mark
        return True

    # the end

    def _result(self) -> tuple[Result | None, bool]:
        """How the game ended, and whether that is all that its ``RE`` says."""
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
        over = Result.if_over(last)
        if winner is None:
            return over, not word
        if reason is Reason.UNKNOWN and over is not None and over.winner is winner:
            return over, True
        return Result(winner, reason), True

    def _exact_reason(self, winner: Color | None, stated: Reason, end: Node) -> Result | None:
        """The result that ``BWR`` gives a game that came to its ``end``; ``None`` if there is none or ``RE`` contradicts it."""
        text = text_of(self.root["BWR"][0]) if "BWR" in self.root else ""
        word, _, point = text.partition(":")
        if winner is None or word not in {known.value for known in Reason}:
            return None
        reason = Reason(word)
        if stated not in (Reason.UNKNOWN, reason):  # another program has changed RE since
            return None
        failure = failure_of(self.root["BWF"][0]) if reason is Reason.FORFEIT and "BWF" in self.root else ""
        return Result(winner, reason, self._exact_loss(winner, reason, point, end), failure)

    def _exact_loss(self, winner: Color, reason: Reason, point: str, end: Node) -> Loss | None:
        """The losing move on ``point``, with the stones that it would have captured at the ``end`` or at a leaf; ``None`` if there can't be one."""
        if reason.value not in {kind.value for kind in LossKind} or not re.fullmatch(r"-?\d{1,9}", point):
            return None
        loss = Loss(LossKind(reason.value), int(point))
        if loss.kind not in (LossKind.OFF_BOARD, LossKind.PASS) and loss.point not in self.game.size:
            return None
        leaves = (node for node in self.game.root.subtree() if not node.children)
        for node in (end, *leaves):
            if node.position.to_move is not winner:
                found = node.position.loss(loss.point)
                if found is not None and found.kind is loss.kind:
                    return found
        return loss


def _winner_and_reason(word: str, is_minizero: bool) -> tuple[Color | None, Reason]:
    """Winner and reason in ``RE``: ``B+R``, ``W+Time``, ``B+``, ``黑中盘胜``; MiniZero writes 1 and -1."""
    number = number_of(word)
    if is_minizero and number:
        return (Color.BLACK if number > 0 else Color.WHITE), Reason.UNKNOWN
    match = re.match(r"([BW])\s*\+\s*(.*)|([黑白])(.*)[胜勝]", word, re.IGNORECASE)
    if not match:
        return None, Reason.UNKNOWN
    winner = Color.BLACK if (match[1] or match[3]) in "Bb黑" else Color.WHITE
    how = (match[2] or match[4] or "").strip().lower()
    known = {"r": Reason.RESIGNATION, "t": Reason.TIME, "f": Reason.FORFEIT, "中": Reason.RESIGNATION}
    return winner, known.get(how[:1], Reason.UNKNOWN)
