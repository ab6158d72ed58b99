"""Signals that ask to stop, turned into a request that the working code looks at.

They don't raise an exception wherever the program happens to be: one raised while compiled code uses Python's random generator would end the
process without a word, and one raised in a finaliser would be swallowed.
"""

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType

HANGUP = "SIGHUP"
"""Sent when the terminal is closed."""
STOP_SIGNALS = ("SIGINT", "SIGTERM", HANGUP)
"""Ctrl-C, a polite request from outside, and a closed terminal."""


def heeded() -> list[signal.Signals]:
    """The :data:`STOP_SIGNALS` that this system knows and this process doesn't ignore. Scripts have their background processes ignore some, and
    so does nohup."""
    known = [getattr(signal, name) for name in STOP_SIGNALS if hasattr(signal, name)]
    return [each for each in known if signal.getsignal(each) is not signal.SIG_IGN]


@contextmanager
def interrupts(ask_to_stop: Callable[[], None]) -> Iterator[None]:
    """On the first of the :func:`heeded` signals call ``ask_to_stop`` and print a line. A second one ends the program at once, except for a closed
    terminal, of which the shell and the system both tell."""

    def handle(number: int, frame: FrameType | None) -> None:
        ask_to_stop()
        # the terminal may be gone, or another line is being written at this moment
        with suppress(OSError, RuntimeError):
            print("\nstopping…", file=sys.stderr, flush=True)
        for each in before:
            signal.signal(each, signal.SIG_IGN if each.name == HANGUP else signal.SIG_DFL)

    before = {each: signal.getsignal(each) for each in heeded()}  # known before the first can come
    for each in before:
        signal.signal(each, handle)
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
