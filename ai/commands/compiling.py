"""What a command says before it begins, for the first time, with what is compiled once. What it refuses it has refused by then."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from core import kernel_cache, program


@contextmanager
def compiling(command: str) -> Iterator[Callable[[], None]]:
    """Within it ``command`` does its work: its user is told what takes so long, until it has once come so far that all it needs is compiled. Then it
    calls what is given here; one that is stopped before doesn't."""
    if kernel_cache.is_ready_for(command):
        yield lambda: None
        return
    with suppress(OSError):  # where nobody listens nobody needs to know
        print(
            "What is needed is compiled first; for all of the program that takes a few minutes, once: "
            f"'{program.name()} prepare' does it beforehand.",
            file=sys.stderr,
            flush=True,
        )
    yield lambda: kernel_cache.mark_ready_for(command)
