"""Threads that were told to end and that nobody waits for, until the program ends."""

from typing import Protocol


class Leaving(Protocol):
    """Something with a thread of its own that was told to end."""

    def wait_for_end(self) -> None:
        """Return once the thread has ended; then it is :data:`leaving` no more."""
        ...


leaving: set[Leaving] = set()
"""Everything that was let go and whose thread has not ended yet."""


def wait_for_those_leaving() -> None:
    """Wait before the program ends until all threads that were let go have ended."""
    for one in list(leaving):
        one.wait_for_end()
