"""Signals that ask to stop, as a wish that whoever works looks at."""

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress


def heeded(*names: str) -> list[signal.Signals]:
    """Those of the signals that this system knows and that the shell didn't have this process ignore, as scripts do with what they start in the
    background."""
    known = [getattr(signal, name) for name in names if hasattr(signal, name)]
    return [each for each in known if signal.getsignal(each) is not signal.SIG_IGN]


@contextmanager
def interrupts(ask_to_stop: Callable[[], None]) -> Iterator[None]:
    """The first Ctrl-C or SIGTERM calls ``ask_to_stop`` and says so, a second one ends the program at once; those that aren't heeded at all do
    neither."""

    def handle(number: int, frame: object) -> None:
        ask_to_stop()
        # nobody may be there to read it, or another line is just being written
        with suppress(OSError, RuntimeError):
            print("\nstopping…", file=sys.stderr, flush=True)
        for name in before:
            signal.signal(name, signal.SIG_DFL)

    before = {name: signal.signal(name, handle) for name in heeded("SIGINT", "SIGTERM")}
    try:
        yield
    finally:
        for name, handler in before.items():
            signal.signal(name, handler)
