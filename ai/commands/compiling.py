"""What a command says the first time, when its kernels have to be compiled. By then it has refused what it refuses."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from core import kernel_cache, program


@contextmanager
def compiling(command: str) -> Iterator[Callable[[], None]]:
    """Within it ``command`` does its work. The user is told why that takes so long, until the command has once got so far that all it needs is
    compiled; then it calls the function given here. A command that is stopped earlier doesn't."""
    if kernel_cache.is_ready_for(command):
        yield lambda: None
        return
    with suppress(OSError):  # nobody may be there to read it
        print(
            "What is needed is compiled first; for all of the program that takes a few minutes, once: "
            f"'{program.name()} prepare' does it beforehand.",
            file=sys.stderr,
            flush=True,
        )
    yield lambda: kernel_cache.mark_ready_for(command)
