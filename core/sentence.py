"""Sentences for people: English text that carries what is needed to say it in another language."""

import json
import re
from typing import Any


def fill(template: str, *values: object) -> str:
    """``%1``, ``%2`` … in ``template`` replaced by ``values``."""

    def value(match: re.Match[str]) -> str:
        index = int(match[1])
        return str(values[index - 1]) if 1 <= index <= len(values) else match[0]

    return re.sub(r"%(\d+)", value, template)  # all at once: a value may hold %1 itself


class Sentence(str):
    """A text that remembers its template and values: ``Sentence("there is no network '%1'", name)``.

    Errors and refusals of ``core`` and ``ai`` carry one. As a string it is English; the window looks its template up in the user's language.
    The template must be a literal, so that it can be found in the sources.
    """

    template: str
    values: tuple[object, ...]
    """Numbers, names, and sentences that are part of this one."""

    def __new__(cls, template: str, *values: object) -> "Sentence":
        sentence = super().__new__(cls, fill(template, *values))
        sentence.template, sentence.values = template, values
        return sentence

    def __reduce__(self) -> tuple[type["Sentence"], tuple[object, ...]]:
        return Sentence, (self.template, *self.values)

    def to_json(self) -> str:
        """Template and values as one line of ASCII, for a program that reads this one's output."""
        return json.dumps(_parts(self))

    @classmethod
    def from_json(cls, line: str) -> "Sentence":
        """What :meth:`to_json` wrote; ``ValueError`` for anything else."""
        sentence = cls._joined(json.loads(line))
        if not isinstance(sentence, Sentence):
            raise ValueError(f"no sentence: {line}")
        return sentence

    @classmethod
    def _joined(cls, parts: Any) -> object:
        match parts:
            case {"template": str(template), "values": list(values)}:
                return cls(template, *map(cls._joined, values))
        return parts


def sentence_of(error: Exception) -> str:
    """The text of ``error``, with its template if it has one."""
    said = error.args[0] if error.args else ""
    return said if isinstance(said, Sentence) else str(error)


def failure_of(error: Exception) -> str:
    """Why a player failed: what an error that is meant for people says, and the kind of any other."""
    said = sentence_of(error)
    return said if isinstance(said, Sentence) else f"{type(error).__name__}: {error}"


def reason_of(error: Exception) -> str:
    """Why something could not be done with a file or a program: the system's own words, or the text of an error that has none."""
    return getattr(error, "strerror", None) or sentence_of(error) or type(error).__name__


def _parts(value: object) -> object:
    if isinstance(value, Sentence):
        return {"template": value.template, "values": [_parts(each) for each in value.values]}
    return value if isinstance(value, int | float) else str(value)
