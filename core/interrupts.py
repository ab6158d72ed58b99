"""Signals that ask to stop, as a wish that whoever works looks at."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event


def heeded(*names: str) -> list[signal.Signals]:
    """Those of the signals that this system knows and that the shell didn't have this process ignore, as scripts do with what they start in the
    background."""
    known = [getattr(signal, name) for name in names if hasattr(signal, name)]
    return [each for each in known if signal.getsignal(each) is not signal.SIG_IGN]


@contextmanager
def interrupts(stop: Event) -> Iterator[None]:
    """Ctrl-C and SIGTERM set ``stop`` instead of ending the program, those of them that are heeded at all."""
    before = {name: signal.signal(name, lambda *_: stop.set()) for name in heeded("SIGINT", "SIGTERM")}
    try:
        yield
    finally:
        for name, handler in before.items():
            signal.signal(name, handler)
