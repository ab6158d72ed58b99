"""Writes games as the lines of a file."""

import re
from collections.abc import Iterator

import numpy as np
from sgfmill import sgf_grammar

import core
from core.clock import TimeControl
from core.game import Game, Node, Reason, Result
from core.marks import Shape
from core.player import Decision
from core.position import Color, Position, Size
from core.records.sgf.analysis import analysis_text
from core.records.sgf.properties import CLOCKS, LABELS, MARKS, MOMENT, MOVES, PLAYERS, SHAPES
from core.records.sgf.values import composed, escaped, failure_text, point_letters, real

LINE_BYTES = 79
"""Longest line that is written, except for a longer value."""
CLOCK_DECIMALS = 3
"""Digits after the point of what a clock showed: milliseconds."""
_NAMES_OF_SHAPES = {shape: name for name, shape in SHAPES.items()}
_WRITTEN_NAME = re.compile(r"[A-Z][A-Z0-9]*")
"""Names of properties that are written. Other programs may have added small letters, which the standard ignores."""


def write(game: Game) -> bytes:
    """The whole game with its variations, in UTF-8."""
    return b"".join(lines(game))


def lines(game: Game) -> Iterator[bytes]:
    """The file of :func:`write` line by line, so that the caller can do other work in between. The game must not change meanwhile."""
    line = b""
    for piece in _pieces(game):
        if len(line) + len(piece) > LINE_BYTES:
            yield line + b"\n"
            line = b""
        line += piece
    yield line


def _pieces(game: Game) -> Iterator[bytes]:
    """The pieces of the file that must not be broken over lines; the properties of a node are sorted by name."""
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
            properties = properties_of(step, game)
            # FF first: some readers want it there
            for name in sorted(properties, key=lambda name: (name != "FF", name)):
                yield name.encode("ascii") + b"".join(b"[" + value + b"]" for value in properties[name])
        waiting.append(None)
        waiting.extend(reversed(node.children))
    yield b"\n"


def _unbranched(node: Node) -> Iterator[Node]:
    """The node and those after it, up to the next branch."""
    yield node
    while len(node.children) == 1:
        node = node.children[0]
        yield node


def properties_of(node: Node, game: Game) -> dict[str, list[bytes]]:
    """All properties that the file has at ``node``, each with its escaped values."""
    own = _root_properties(game) if node.parent is None else {}
    if node.color is not None:
        own["B" if node.color is Color.BLACK else "W"] = [point_letters(node.move, game.size).encode()]
        own |= _mover_property(node, node.color, game)
    for name, color in CLOCKS.items():
        if color in node.seconds_left:
            own[name] = [real(round(node.seconds_left[color], CLOCK_DECIMALS))]
    if node.analysis is not None:
        own |= _analysis_properties(node.analysis, node.position)
    if node.thought is not None and not (node.thought == node.analysis and game.analysis_is_movers(node)):
        own["BWM"] = [escaped(analysis_text(node.thought, game.size))]
    if node.name:
        own["N"] = [escaped(node.name)]
    if node.comment:
        own["C"] = [escaped(node.comment)]
    own |= _mark_properties(node, game.size)
    if node is (game.head if game.result is None else game.end) and node is not game.main_line()[-1]:
        own["BWH"] = [b""]
    for name, values in node.foreign.items():
        # marks that could not be read stand beside the others
        if (name not in own or name in MARKS) and _WRITTEN_NAME.fullmatch(name):
            valid = [value for value in values if sgf_grammar.is_valid_property_value(value)]
            if valid:
                own[name] = own.get(name, []) + valid
    return own


def _mark_properties(node: Node, size: Size) -> dict[str, list[bytes]]:
    own: dict[str, list[bytes]] = {}
    for point, mark in sorted(node.marks.items()):
        where = point_letters(point, size).encode()
        if isinstance(mark, Shape):
            own.setdefault(_NAMES_OF_SHAPES[mark], []).append(where)
        else:
            own.setdefault(LABELS, []).append(composed(where, mark))
    return own


def _mover_property(node: Node, color: Color, game: Game) -> dict[str, list[bytes]]:
    """Who made the move of ``node``, unless that side's move before, or the root, already says so."""
    before = node.parent.parent if node.parent is not None else None
    if node.player == (before.player if before is not None else ""):
        return {}
    player = node.player or game.players.get(color) or game.name(color)
    return {name: [escaped(player)] for name, side in PLAYERS.items() if side is color and player}


def _analysis_properties(analysis: Decision, position: Position) -> dict[str, list[bytes]]:
    value = analysis.value_to_move if position.to_move is Color.BLACK else -analysis.value_to_move
    properties = {"SBKV": [f"{50 * (value + 1):.2f}".encode("ascii")]}
    if analysis != Decision(None, value_to_move=analysis.value_to_move):
        properties["BWA"] = [escaped(analysis_text(analysis, position.size))]
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
    own |= _texts_about(game)
    if game.time_control is not None:
        own |= _time_properties(game.time_control)
    if game.random_moves:
        own["BWO"] = [str(game.random_moves).encode()]
    if game.helps:
        own["BWC"] = sorted(each.value.encode() for each in game.helps)
    if game.result is not None:
        own |= _result_properties(game.result)
    return own | _start_properties(game.root.position)


def _texts_about(game: Game) -> dict[str, list[bytes]]:
    """Names of the players, event, round, place and date."""
    day, time = moment.groups() if (moment := MOMENT.fullmatch(game.date)) else (game.date, "")
    texts = {
        "PB": game.entered.get(Color.BLACK, game.black_name),
        "PW": game.entered.get(Color.WHITE, game.white_name),
        "EV": game.event,
        "RO": game.round,
        "PC": game.place,
        "DT": day,
        "BWT": time,
    }
    texts |= {name: game.players.get(color, "") for name, color in PLAYERS.items()}
    own = {name: [escaped(text)] for name, text in texts.items() if text}
    named = [
        name.encode() for name, color in MOVES.items() if color in game.entered and color in game.players
    ]
    return own | ({"BWN": named} if named else {})


def _time_properties(control: TimeControl) -> dict[str, list[bytes]]:
    own = {}
    if control.total_seconds is not None:
        own["TM"] = [real(control.total_seconds)]
    if control.move_seconds is not None:
        own["OT"] = [real(control.move_seconds) + b"/move"]
    return own


def _start_properties(start: Position) -> dict[str, list[bytes]]:
    """The stones with which the game begins, if any, and whose move it is."""
    if not start.ply:
        return {}
    own = {"PL": [b"B" if start.to_move is Color.BLACK else b"W"]}
    for name, color in (("AB", Color.BLACK), ("AW", Color.WHITE)):
        points = np.flatnonzero(start.stones == color)
        if points.size:
            own[name] = [point_letters(int(point), start.size).encode() for point in points]
    return own


def _result_properties(result: Result) -> dict[str, list[bytes]]:
    winner = "B" if result.winner is Color.BLACK else "W"
    letter = {Reason.RESIGNATION: "R", Reason.TIME: "T", Reason.FORFEIT: "F"}.get(result.reason, "")
    reason = result.reason.value if result.loss is None else f"{result.reason.value}:{result.loss.point}"
    own = {"RE": [f"{winner}+{letter}".encode()], "BWR": [reason.encode()]}
    return own | ({"BWF": [escaped(failure_text(result.failure))]} if result.failure else {})
