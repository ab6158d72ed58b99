"""What all readers of records share: their results, the problems that they report, and the encoding of a file."""

import codecs
import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from core.game import Game, Result
from core.points import Notation, point_name
from core.position import Loss, LossKind, Size
from core.sentence import Sentence


class RecordError(ValueError):
    """A file can't be read as a record at all, or a game can't be written in this form; the text is a sentence for the user."""


class ProblemKind(Enum):
    """What is wrong with a part of a record, or what a form of record has no place for."""

    ILLEGAL_MOVE = "illegal_move"
    PASS = "pass"
    WRONG_COLOR = "wrong_color"
    BAD_POINT = "bad_point"
    SETUP = "setup"
    """Stones are added or removed in the middle of a game."""
    MAIN_LINE = "main_line"
    """The main line ends early, and a variation goes on in its place."""
    BROKEN_OFF = "broken_off"
    ENCODING = "encoding"
    SIZE = "size"
    """The record doesn't say the size of the board."""
    SKIPPED = "skipped"
    """Games of a collection were left out."""
    NOT_KEPT = "not_kept"
    """The form of record has no place for something in the game."""


@dataclass(frozen=True)
class Problem:
    """One thing that could not be read or written. Moves after a bad one, in the same line, are left out."""

    kind: ProblemKind
    move_number: int | None = None
    """The number of the move concerned, from 1."""
    text: str = ""
    """The text in the record, or what is not kept, or why a game is left out."""
    loss: Loss | None = None
    """Why the move loses by the rules."""

    def describe(self, size: Size, notation: Notation = Notation.CHAMPIONSHIP) -> Sentence:
        """A sentence that tells the user what is wrong."""
        move = Sentence("A move") if self.move_number is None else Sentence("Move %1", self.move_number)
        match self.kind:
            case ProblemKind.ILLEGAL_MOVE:
                return self._loses(move, size, notation)
            case ProblemKind.PASS:
                return Sentence("%1 is a pass, which loses; the line ends before it.", move)
            case ProblemKind.WRONG_COLOR:
                return Sentence(
                    "%1 '%2' is of the side that has just moved; the line ends before it.", move, self.text
                )
            case ProblemKind.BAD_POINT:
                return Sentence(
                    "%1 '%2' is no point of a %3 board; the line ends before it.", move, self.text, size
                )
            case ProblemKind.SETUP:
                return Sentence(
                    "The stones or the side to move that are set by hand '%1' can't come about in a game; they are left out.",
                    self.text,
                )
            case ProblemKind.MAIN_LINE:
                return Sentence(
                    "The main line can't be read from move %1 on; a variation stands in its place.",
                    self.move_number,
                )
            case ProblemKind.BROKEN_OFF:
                return self._breaks_off()
            case ProblemKind.ENCODING:
                return Sentence(
                    "The record does not say its encoding rightly; its text is read as %1.", self.text
                )
            case ProblemKind.SIZE:
                return Sentence(
                    "The record does not say how large the board is; it is read as %1.", self.text
                )
            case ProblemKind.SKIPPED:
                return Sentence("Left out of the collection: %1", self.text)
            case ProblemKind.NOT_KEPT:
                return Sentence("This form of record has no place for %1.", self.text)

    def _breaks_off(self) -> Sentence:
        if self.text:
            return Sentence("The record breaks off near '%1'; what stands before that is read.", self.text)
        return Sentence("The record breaks off; what stands before that is read.")

    def _loses(self, move: Sentence, size: Size, notation: Notation) -> Sentence:
        if self.loss is None or self.loss.point not in size:
            return Sentence("%1 '%2' loses by the rules; the line ends before it.", move, self.text)
        name = point_name(self.loss.point, size, notation)
        if self.loss.kind is LossKind.CAPTURE:
            captured = ", ".join(point_name(point, size, notation) for point in self.loss.captured)
            return Sentence(
                "%1 at %2 captures %3, which loses; the line ends before it.", move, name, captured
            )
        if self.loss.kind is LossKind.SUICIDE:
            return Sentence("%1 at %2 is suicide, which loses; the line ends before it.", move, name)
        return Sentence("%1 at %2 is on an occupied point; the line ends before it.", move, name)


@dataclass
class ReadResult:
    """A game as far as it could be read, and the problems with the rest."""

    game: Game
    problems: tuple[Problem, ...] = ()
    number: int = 1
    """The number of the game in its file, counting those left out."""

    @property
    def is_whole(self) -> bool:
        """Whether the game has everything that its record says."""
        return all(problem.kind is ProblemKind.SIZE for problem in self.problems)


def untold(problems: Iterable[Problem], result: Result | None) -> tuple[Problem, ...]:
    """``problems`` without the losing move that the game's ``result`` already tells of."""
    told = None if result is None else result.loss
    return tuple(problem for problem in problems if told is None or problem.loss is not told)


# --- Encoding ------------------------------------------------------------------------------------------------------

ASCII = bytes(range(128))
SAMPLE_BYTES = 100_000
"""Bytes, from the first one beyond ASCII on, by which the encoding of a text is guessed."""
UNREADABLE = "\ufffd"
"""The character that replaces bytes that are no text."""
_DECLARED = re.compile(rb"CA\s*\[([^\]]{0,40})\]")
_TRUSTED = {
    *("gb2312", "gbk", "gb18030", "big5", "big5hkscs", "cp950", "shift_jis", "cp932", "euc_jp", "euc_kr", "cp949"),
    *("iso8859-1", "iso8859-15", "cp1250", "cp1251", "cp1252", "koi8-r"),
}  # fmt: skip
"""Codecs that a record may name; others could be slow, or no text encodings at all."""


def decode(data: bytes) -> tuple[str, tuple[Problem, ...]]:
    """The text of a record: as UTF-8 if that is possible, else in the encoding that it names, else in GB18030, Big5 or Latin-1, guessed by its
    characters."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16", "replace"), ()
    data = data.removeprefix(codecs.BOM_UTF8)
    text = _strictly(data, "utf-8")
    if text is not None:
        return text, ()
    declared = _declared_codec(data)
    if declared in _TRUSTED and (text := _strictly(data, declared)) is not None:
        return text, ()
    guesses = [(_share_of_common_characters(data, codec), codec) for codec in ("utf-8", "gb18030", "big5")]
    share, codec = max(guesses, key=lambda guess: guess[0])
    if share < 0.5:
        codec = "utf-8" if declared == "utf-8" else "iso8859-1"
    name = {"gb18030": "GB18030", "big5": "Big5", "utf-8": "UTF-8", "iso8859-1": "Latin-1"}[codec]
    text = data.decode(codec, "replace")
    doubtful = bool(declared) or share < 0.5 or UNREADABLE in text
    return text, (Problem(ProblemKind.ENCODING, text=name),) if doubtful else ()


def _strictly(data: bytes, codec: str) -> str | None:
    """The text, without a character cut off at the very end; ``None`` if the data is not in this encoding."""
    try:
        return codecs.getincrementaldecoder(codec)().decode(data)
    except UnicodeError:
        return None


def _declared_codec(data: bytes) -> str:
    match = _DECLARED.search(data[:4096])
    try:
        return codecs.lookup(match[1].decode("ascii").strip()).name if match else ""
    except (LookupError, ValueError):
        return ""


def _share_of_common_characters(data: bytes, codec: str) -> float:
    """The share of common Chinese characters in the text beyond ASCII, less the share that is no text in this encoding."""
    sample = data.lstrip(ASCII)[:SAMPLE_BYTES]
    text = codecs.getincrementaldecoder(codec)("replace").decode(sample)
    strange = [character for character in text if character > "\x7f"]
    unreadable = strange.count(UNREADABLE)
    common = sum(_is_common(character, codec) for character in strange if character != UNREADABLE)
    return (common - unreadable) / max(len(strange), 1)


def _is_common(character: str, codec: str) -> bool:
    """Whether it belongs to level 1 of GB 2312 or Big5, or is punctuation. For UTF-8 always: text in another encoding is hardly ever valid there."""
    if codec == "utf-8":
        return True
    encoded = character.encode(codec)
    if codec == "big5":
        return len(encoded) == 2 and 0xA1 <= encoded[0] <= 0xC6
    in_level_1 = 0xB0 <= encoded[0] <= 0xD7 and encoded[1] >= 0xA1
    return in_level_1 or character in "，。、；：？！（）【】《》“”‘’—…·　"
