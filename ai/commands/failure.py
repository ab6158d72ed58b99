"""How a command says that it can't do what is asked."""

import sys

REFUSAL = "buwei: "
"""How the line with the reason begins."""


def fail(sentence: str) -> int:
    """Say on stderr what is wrong; the exit status."""
    print(f"{REFUSAL}{sentence}", file=sys.stderr)
    return 2
