"""How a command says that it can't do what it is asked."""

import os
import sys
from unicodedata import category

from core.sentence import Sentence, sentence_of

REFUSAL = "buwei: "
"""Beginning of the line with the reason."""
WARNING = f"{REFUSAL}warning: "
"""Beginning of a line of the log, after which the work goes on."""
TEMPLATE = "buwei template: "
"""Beginning of the line with the reason as :meth:`Sentence.to_json` writes it."""
WITH_TEMPLATES = "BUWEI_WITH_TEMPLATES"
"""Environment variable that a window sets for a command, to say in its own language what the command refuses."""


class Refused(ValueError):
    """A command can't do what it is asked; the message is a sentence that says why. What doesn't catch it refuses the command."""


def fail(reason: str | Exception) -> int:
    """Say on stderr what is wrong; returns the exit status."""
    sentence = reason if isinstance(reason, str) else sentence_of(reason)
    say(sentence)
    if isinstance(sentence, Sentence) and os.environ.get(WITH_TEMPLATES):
        print(f"{TEMPLATE}{sentence.to_json()}", file=sys.stderr)
    return 2


def say(text: str) -> None:
    """Say ``text`` on stderr."""
    print(for_terminal(f"{REFUSAL}{text}"), file=sys.stderr)


def for_terminal(text: str) -> str:
    """``text`` without characters that a terminal would obey; it may quote another program."""
    return "".join(
        "\ufffd" if category(letter) == "Cc" and letter not in "\n\t" else letter for letter in text
    )
