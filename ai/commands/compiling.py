"""What a command says before it begins, for the first time, with what is compiled once. What it refuses it has refused by then."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from core import kernel_cache, program


@contextmanager
def compiling(command: str) -> Iterator[None]:
    """Within it ``command`` does its work: its user is told what takes so long, until it has once come to its end."""
    is_ready = kernel_cache.is_ready_for(command)
    if not is_ready:
        with suppress(OSError):  # where nobody listens nobody needs to know
            print(
                "What is needed is compiled first; for all of the program that takes a few minutes, once: "
                f"'{program.name()} prepare' does it beforehand.",
                file=sys.stderr,
                flush=True,
            )
    yield
    if not is_ready:
        kernel_cache.mark_ready_for(command)
