"""A child process that works on what it is sent and ends with its parent, however that ends."""

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
"""Most child processes on Windows, which can't wait for more than 63 objects at once."""


class ChildProcess:
    """Calls ``work(connection, *arguments)`` in a process of its own; the function and all arguments must be picklable.

    When it is closed, or the parent has ended, the child calls ``farewell`` and ends at once, whatever it is doing.
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
        theirs.close()  # so that this side notices when the process dies
        with suppress(OSError):  # the child has died, which shows at the next read
            # Not through start(), which would wait forever if the child died before reading more than a pipe holds.
            self.connection.send((work, arguments))

    def has_ended(self) -> bool:
        """Whether the process has ended. On Windows one that dies while it starts may leave a connection that never reports it."""
        return not self._process.is_alive()

    def exit_code(self) -> int | None:
        """The exit code of a process whose connection is broken; ``None`` if it still runs after :data:`FAREWELL_SECONDS`."""
        self._process.join(FAREWELL_SECONDS)
        return self._process.exitcode

    def close(self) -> None:
        """End the process and, if it still can do so, what it has started. Calling this again does nothing."""
        if self._lifeline.closed:
            return
        self._lifeline.close()
        self._process.join(FAREWELL_SECONDS)
        self.connection.close()
        self._process.kill()
        self._process.join()
        self._process.close()


def as_many_as_can_be_waited_for(count: int) -> int:
    """``count``, or fewer where the system can't wait for so many processes at once."""
    return min(count, MOST_ON_WINDOWS) if sys.platform == "win32" else count


def _live(
    lifeline: Connection,
    farewell: Callable[[], None] | None,
    connection: Connection,
) -> None:
    Thread(target=_end_with, args=(lifeline, farewell), daemon=True).start()
    # On Windows a handler would interrupt what the main thread waits for, and programs don't inherit ignored signals.
    handler = signal.SIG_IGN if sys.platform == "win32" else _leave_to_the_parent
    for number in heeded():
        signal.signal(number, handler)
    try:
        work, arguments = connection.recv()
    except (EOFError, OSError):
        return  # the parent has ended
    work(connection, *arguments)


def _leave_to_the_parent(_number: int, _frame: FrameType | None) -> None:
    """Do nothing: the signal also reaches the parent, which ends this process. The signals are not ignored, because programs started from here would
    inherit that."""


def _end_with(lifeline: Connection, farewell: Callable[[], None] | None) -> None:
    with suppress(EOFError, OSError):
        lifeline.recv()
    if farewell is not None:
        farewell()
    os._exit(0)
