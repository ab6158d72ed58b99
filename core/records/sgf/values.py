"""Values of properties as they stand in a file: texts, numbers, times and points."""

import json
import math
import re

from sgfmill import sgf_grammar

from core.clock import MOST_SECONDS
from core.position import Size
from core.sentence import Sentence

MOST_OF_FAILURE = 5000
"""Most letters of the reason for a failure in a file that is read."""


def text_of(value: bytes) -> str:
    """The value as it stands in the file, escapes and all."""
    return value.decode("utf-8", "replace")


def line_of_text(value: bytes) -> str:
    """The text of a value of one line."""
    return text_of(sgf_grammar.simpletext_value(value)).strip()


def lines_of_text(value: bytes) -> str:
    """The text of a value that may have several lines."""
    return text_of(sgf_grammar.text_value(value))


def escaped(text: str) -> bytes:
    """The text as a value; without NUL, which would make the file look like no text."""
    return sgf_grammar.escape_text(text.replace("\0", "").encode("utf-8", "replace"))


def composed(first: bytes, text: str) -> bytes:
    """A value that has two parts, of which the second is ``text``."""
    return first + b":" + escaped(text).replace(b":", b"\\:")


def number_of(text: str) -> float | None:
    """The finite number in ``text``; ``None`` if it isn't one."""
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def seconds_of(text: str) -> float | None:
    """The seconds in ``text``, if a clock can have so many; else ``None``."""
    number = number_of(text)
    return number if number is not None and 0 < number <= MOST_SECONDS else None


def seconds_per_move(text: str) -> float | None:
    """The seconds of ``30/move`` or ``30 sec per move``; ``None`` for other texts."""
    match = re.fullmatch(r"\s*([\d.]{1,20})\s*(?:s|sec|seconds)?\s*(?:/|per)\s*move\s*", text, re.IGNORECASE)
    return seconds_of(match[1]) if match else None


def real(number: float) -> bytes:
    """A number as SGF writes it, without an exponent."""
    text = repr(float(number))
    if "e" in text:
        text = f"{number:.6f}"
    return text.removesuffix(".0").encode("ascii")


def failure_text(why: str) -> str:
    """Why a player failed, as a file holds it; :func:`failure_of` reads it."""
    return why.to_json() if isinstance(why, Sentence) else json.dumps(why)


def failure_of(value: bytes) -> str:
    """What :func:`failure_text` wrote; empty for anything else, and for what no program would say."""
    text = lines_of_text(value)
    if len(text) > MOST_OF_FAILURE:
        return ""
    try:
        said = json.loads(text)
        said = said if isinstance(said, str) else Sentence.from_json(text)
        said.encode("utf-8")  # half a letter can't be shown
    except (ValueError, RecursionError):
        return ""
    return said


def point_letters(point: int | None, size: Size) -> str:
    """``ee`` for the centre of 9x9; empty for ``None`` or a pass."""
    if point is None or point not in size:
        return ""
    row, col = size.row_col(point)
    return chr(ord("a") + col) + chr(ord("a") + row)
