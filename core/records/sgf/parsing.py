"""A file taken apart: where its games begin and end, and their nodes as they stand there. What nodes mean is for :mod:`core.records.sgf.reading`."""

import re
import string
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice, pairwise

from core.records.reading import decode

MAX_GAMES = 10_000
"""Of a file that are read."""
NODES_BETWEEN = 1000
"""Of a game, of which one is told that it is still being read: some hundredths of a second."""
ROOT_BYTES = 500
"""Of a node's beginning, by which the root of a game is told from a variation."""

_VALUE = rb"\[[^\\\]]*+(?:\\.[^\\\]]*+)*+\]"
_NAME = rb"[A-Za-z][A-Za-z0-9]*+"
_TOKEN = re.compile(rb"(?P<value>%b)|(?P<name>%b)|(?P<mark>[;()])" % (_VALUE, _NAME), re.DOTALL)
_UP_TO_BRACKET = re.compile(rb"(?:\s*+(?:%b|%b|;))*+\s*+([()])?" % (_VALUE, _NAME), re.DOTALL)
"""All tokens up to the next bracket, and this, if it is there: ten times as fast as one by one."""
GAME_START = re.compile(rb"\(\s*;")
_ROOT = re.compile(
    rb"\(\s*+;(?:\s*+%b(?:\s*+%b)*+)*?\s*+(?:FF|GM|SZ)\s*+%b" % (_NAME, _VALUE, _VALUE), re.DOTALL
)
"""A bracket and a node that says which game begins, on which board, as no variation does."""
_LOWER_CASE = string.ascii_lowercase.encode()


@dataclass
class RawNode:
    """A node as it stands in the file."""

    parent: int | None
    """The index of the node before it; ``None`` for the root."""
    properties: dict[str, list[bytes]] = field(default_factory=dict)
    has_children: bool = False


def games_in(data: bytes) -> Iterator[tuple[int, int, bool]]:
    """Where each game begins and ends, and whether it is whole. In and after one that breaks off only the root of a game begins another, for what
    else begins there may be a variation."""
    found = GAME_START.search(data)
    while found:
        start = found.start()
        end, whole = _end_of_game(data, start, len(data))
        if whole:
            yield start, end, True
            found = GAME_START.search(data, end)
            continue
        for first, last in pairwise([start, *_roots(data, start + 1, end), end]):
            yield first, *_end_of_game(data, first, last)
        found = next((one for one in GAME_START.finditer(data, end) if _is_root(data, one.start())), None)


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


def nodes_of(
    data: bytes, start: int, end: int, meanwhile: Callable[[], None] = lambda: None
) -> list[RawNode]:
    """The nodes of the game between ``start`` and ``end``, parents before children, whatever is wrong with the rest."""
    nodes: list[RawNode] = []
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
            nodes.append(RawNode(current))
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
    return [clean[start:end].strip() for start, end, _ in islice(games_in(clean), most)]


def is_whole(data: bytes) -> bool:
    """Whether every game of a collection comes to its end, so that others can follow."""
    text, _ = decode(data)
    return all(whole for _, _, whole in games_in(text.encode("utf-8", "replace")))


def in_utf8(record: bytes) -> bytes:
    """The ``record`` of one game, which is UTF-8, with that as the encoding that it names, if it names one."""
    name = b""
    for token in _TOKEN.finditer(record, record.index(b";") + 1):
        if token.lastgroup == "mark":
            break
        if token.lastgroup == "name":
            name = token[0].translate(None, _LOWER_CASE)
        elif name == b"CA":
            return record[: token.start()] + b"[UTF-8]" + record[token.end() :]
    return record
