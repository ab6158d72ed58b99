"""Splits a file into games and raw nodes. What the nodes mean is decided in :mod:`core.records.sgf.reading`."""

import re
import string
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice, pairwise

from core.records.reading import decode

MAX_GAMES = 10_000
"""Most games of a file that are read."""
NODES_BETWEEN = 1000
"""Nodes between two calls of ``meanwhile`` while a game is read: some hundredths of a second."""
ROOT_BYTES = 500
"""Bytes at the beginning of a node that tell the root of a game from a variation."""

_VALUE = rb"\[[^\\\]]*+(?:\\.[^\\\]]*+)*+\]"
_NAME = rb"[A-Za-z][A-Za-z0-9]*+"
_TOKEN = re.compile(rb"(?P<value>%b)|(?P<name>%b)|(?P<mark>[;()])" % (_VALUE, _NAME), re.DOTALL)
_UP_TO_BRACKET = re.compile(rb"(?:\s*+(?:%b|%b|;))*+\s*+([()])?" % (_VALUE, _NAME), re.DOTALL)
"""All tokens up to and including the next bracket, if there is one: ten times as fast as token by token."""
GAME_START = re.compile(rb"\(\s*;")
_ROOT = re.compile(
    rb"\(\s*+;(?:\s*+%b(?:\s*+%b)*+)*?\s*+(?:FF|GM|SZ)\s*+%b" % (_NAME, _VALUE, _VALUE), re.DOTALL
)
"""The beginning of a game: a bracket and a node that names the format, the game or the board, which no variation does."""
_LOWER_CASE = string.ascii_lowercase.encode()


@dataclass
class RawNode:
    """A node as it stands in the file."""

    parent: int | None
    """The index of the node before this one; ``None`` for the root."""
    properties: dict[str, list[bytes]] = field(default_factory=dict)
    has_children: bool = False


def games_in(data: bytes) -> Iterator[tuple[int, int, bool]]:
    """Where each game begins and ends, and whether it is whole. Within and after a game that breaks off only a root begins another game, because any
    other bracket may begin a variation."""
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
    """Where the game that starts at ``place`` ends or breaks off, at ``limit`` at the latest, and whether it ends there."""
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
    """Where games begin between ``place``, which must be before a token, and ``end``."""
    while (found := _UP_TO_BRACKET.match(data, place, end)) and found[1]:
        if _is_root(data, found.start(1)):
            yield found.start(1)
        place = found.end()


def _is_root(data: bytes, place: int) -> bool:
    return _ROOT.match(data, place, place + ROOT_BYTES) is not None


class _RawTree:
    """The nodes of one game while its tokens are read."""

    def __init__(self) -> None:
        self.nodes: list[RawNode] = []
        self.current: int | None = None
        """The index of the node that the next one follows."""
        self.branches: list[int | None] = []
        """Where the branches that are open began."""
        self.values: list[bytes] | None = None
        """Where values belong; ``None`` where they have no place."""

    def begin_node(self) -> None:
        if self.nodes and self.current is None:  # a second root inside one game
            self.current = 0
        if self.current is not None:
            self.nodes[self.current].has_children = True
        self.nodes.append(RawNode(self.current))
        self.current = len(self.nodes) - 1
        self.values = None

    def begin_property(self, written: bytes) -> None:
        name = written.translate(None, _LOWER_CASE).decode("ascii")
        self.values = self.nodes[-1].properties.setdefault(name, []) if self.nodes and name else None

    def begin_branch(self) -> None:
        self.branches.append(self.current)
        self.values = None

    def end_branch(self) -> None:
        if self.branches:
            self.current = self.branches.pop()
        self.values = None


def end_of_root(data: bytes, start: int) -> int:
    """Where the first node of the game that starts at ``start`` ends."""
    marks = (token.start() for token in _TOKEN.finditer(data, start) if token.lastgroup == "mark")
    return next(islice(marks, 2, None), len(data))  # after a bracket and the node's own semicolon


def nodes_of(
    data: bytes, start: int, end: int, meanwhile: Callable[[], None] = lambda: None
) -> list[RawNode]:
    """The nodes of the game between ``start`` and ``end``, parents before children. Anything else there is skipped."""
    tree = _RawTree()
    for token in _TOKEN.finditer(data, start, end):
        kind, text = token.lastgroup, token[0]
        if kind == "value":
            if tree.values is not None:
                tree.values.append(text[1:-1])
        elif kind == "name":
            tree.begin_property(text)
        elif text == b";":
            if len(tree.nodes) % NODES_BETWEEN == 0:
                meanwhile()
            tree.begin_node()
        elif text == b"(":
            tree.begin_branch()
        else:
            tree.end_branch()
    for node in tree.nodes:
        node.properties = {name: values for name, values in node.properties.items() if values}
    return tree.nodes


def split(data: bytes, most: int = MAX_GAMES) -> list[bytes]:
    """The first ``most`` games of a collection, each as a file of its own in UTF-8. Only brackets are looked for, so this is fast."""
    return list(islice(each_of(data), most))


def each_of(data: bytes) -> Iterator[bytes]:
    """The games of a collection as :func:`split` has them; each is looked for when it is asked for."""
    text, _ = decode(data)
    clean = text.encode("utf-8", "replace")
    return (clean[start:end].strip() for start, end, _ in islice(games_in(clean), MAX_GAMES))


def is_whole(data: bytes) -> bool:
    """Whether every game of a collection is complete, so that others can follow."""
    text, _ = decode(data)
    return all(whole for _, _, whole in games_in(text.encode("utf-8", "replace")))


def in_utf8(record: bytes) -> bytes:
    """The ``record`` of one game, which is in UTF-8, changed to name that encoding if it names any."""
    name = b""
    for token in _TOKEN.finditer(record, record.index(b";") + 1):
        if token.lastgroup == "mark":
            break
        if token.lastgroup == "name":
            name = token[0].translate(None, _LOWER_CASE)
        elif name == b"CA":
            return record[: token.start()] + b"[UTF-8]" + record[token.end() :]
    return record
