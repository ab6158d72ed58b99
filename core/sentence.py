"""Sentences for people: English as they stand, and with all that is needed to say them in another language."""

import re


def fill(template: str, *values: object) -> str:
    """``%1``, ``%2`` … in ``template`` replaced by ``values``."""

    def value(match: re.Match[str]) -> str:
        index = int(match[1])
        return str(values[index - 1]) if 1 <= index <= len(values) else match[0]

    return re.sub(r"%(\d+)", value, template)  # all at once: a value may hold %1 itself


class Sentence(str):
    """A text that remembers its template and values: ``Sentence("there is no network '%1'", name)``.

    Errors and refusals of ``core`` and ``ai`` carry one; whoever only wants English uses it as the string that it is, and the window looks
    its template up in the user's language. The template must be a literal, so that it can be found in the sources.
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
