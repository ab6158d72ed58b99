"""Signals that ask to stop, as a wish that whoever works looks at.

None of them raises an exception wherever the program happens to be: compiled code that is handed a random generator by Python ends the process
without a word if there is one meanwhile, and what runs while something is removed from memory swallows it.
"""

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType

HANGUP = "SIGHUP"
"""The terminal's own end."""
WISHES = ("SIGINT", "SIGTERM", HANGUP)
"""Ctrl-C, a polite end from outside, and that."""


def heeded() -> list[signal.Signals]:
    """Those of the :data:`WISHES` that this system knows and that nobody had this process ignore, as scripts do with what they start in the
    background, and nohup."""
    known = [getattr(signal, name) for name in WISHES if hasattr(signal, name)]
    return [each for each in known if signal.getsignal(each) is not signal.SIG_IGN]


@contextmanager
def interrupts(ask_to_stop: Callable[[], None]) -> Iterator[None]:
    """The first of the wishes calls ``ask_to_stop`` and says so, a second one ends the program at once, unless it is the terminal's end, which
    the shell and the system tell of once more; those that aren't heeded at all do neither."""

    def handle(number: int, frame: FrameType | None) -> None:
        ask_to_stop()
        # nobody may be there to read it, or another line is just being written
        with suppress(OSError, RuntimeError):
            print("\nstopping…", file=sys.stderr, flush=True)
        for each in before:
            signal.signal(each, signal.SIG_IGN if each.name == HANGUP else signal.SIG_DFL)

    before = {each: signal.signal(each, handle) for each in heeded()}
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
