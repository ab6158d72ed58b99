"""Ctrl-C as a wish to stop, which whoever works looks at."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event


@contextmanager
def interrupts(stop: Event) -> Iterator[None]:
    """Ctrl-C sets ``stop`` instead of ending the program, unless the shell had this process ignore it, as scripts do with what they start in the
    background."""
    before = signal.getsignal(signal.SIGINT)
    if before is signal.SIG_IGN:
        yield
        return
    signal.signal(signal.SIGINT, lambda *_: stop.set())
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
