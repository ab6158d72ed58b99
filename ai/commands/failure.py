"""How a command says that it can't do what is asked."""

import sys


def fail(sentence: str) -> int:
    """Say on stderr what is wrong; the exit status."""
    print(f"buwei: {sentence}", file=sys.stderr)
    return 2
