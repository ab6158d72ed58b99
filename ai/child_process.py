"""A process beside this one that works on what it is sent, and that ends when this one does, however it ends."""

import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Thread
from types import FrameType
from typing import Any

from core.interrupts import heeded

FAREWELL_SECONDS = 5.0
"""How long a process may take to end what it has started."""
MOST_ON_WINDOWS = 60
"""Processes at once: Windows can't wait for more than 63 things."""


class ChildProcess:
    """Calls ``work(connection, *arguments)`` in a process of its own; all of these must be functions and values that can be pickled.

    When it is closed, or the process that started it has ended, the child calls ``farewell`` and ends at once, whatever it does.
    """

    def __init__(
        self, work: Callable[..., None], *arguments: Any, farewell: Callable[[], None] | None = None
    ):
        context = get_context("spawn")
        self.connection, theirs = context.Pipe()
        their_lifeline, self._lifeline = context.Pipe(duplex=False)
        self._process = context.Process(target=_live, args=(their_lifeline, farewell, theirs), daemon=True)
        self._process.start()
        their_lifeline.close()
        theirs.close()  # so that this side hears when the process dies
        with suppress(OSError):  # it has died; whoever listens to it hears of that
            # not by start(), which would wait for ever if the process died before it has read more than a pipe can hold
            self.connection.send((work, arguments))

    def has_ended(self) -> bool:
        """Whether there is no process any more. One that dies while it starts may leave a connection from which nothing is heard, on Windows."""
        return not self._process.is_alive()

    def exit_code(self) -> int | None:
        """Of a process whose connection has broken."""
        self._process.join(FAREWELL_SECONDS)
        return self._process.exitcode

    def close(self) -> None:
        """End the process, and what it has started if it still can; more than once is no more than once."""
        if self._lifeline.closed:
            return
        self._lifeline.close()
        self._process.join(FAREWELL_SECONDS)
        self.connection.close()
        self._process.kill()
        self._process.join()
        self._process.close()


def as_many_as_can_be_waited_for(count: int) -> int:
    """``count`` processes, or fewer where the system can't wait for so many at once."""
    return min(count, MOST_ON_WINDOWS) if sys.platform == "win32" else count


def _live(
    lifeline: Connection,
    farewell: Callable[[], None] | None,
    connection: Connection,
) -> None:
    Thread(target=_end_with, args=(lifeline, farewell), daemon=True).start()
    # a handler would interrupt what the main thread waits for, on Windows; programs started there don't inherit what is ignored
    handler = signal.SIG_IGN if sys.platform == "win32" else _leave_to_the_parent
    for number in heeded():
        signal.signal(number, handler)
    try:
        work, arguments = connection.recv()
    except (EOFError, OSError):
        return  # the parent has ended
    work(connection, *arguments)


def _leave_to_the_parent(_number: int, _frame: FrameType | None) -> None:
    """These signals reach the whole group, and whoever started this process ends it. They are not ignored: programs that it starts would ignore
    them too."""


def _end_with(lifeline: Connection, farewell: Callable[[], None] | None) -> None:
    with suppress(EOFError, OSError):
        lifeline.recv()
    if farewell is not None:
        farewell()
    os._exit(0)
