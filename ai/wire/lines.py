"""Lines from and to another program. They are read in a thread, so that they can interrupt thinking, and written in another."""

import io
import os
import sys
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from typing import Protocol

LONGEST_LINE = 1 << 20
"""Bytes after which the rest of a line is dropped, so that a stream without line breaks can't fill the memory."""
CHUNK = 1 << 16
MOST_CHARACTERS = 1 << 26
"""Most characters of waiting lines, where their number is limited."""

Write = Callable[[str], None]


class Disconnected(Exception):
    """The reader of the output has gone."""


class ByteSource(Protocol):
    """A stream whose ``read`` returns what is available, and nothing at the end."""

    def read(self, size: int, /) -> bytes | None: ...


class ByteSink(Protocol):
    """An unbuffered stream: ``write`` takes what it has room for and returns how much that was."""

    def write(self, data: memoryview, /) -> int | None: ...

    def close(self) -> None: ...


class Lines:
    """The lines of ``source`` in order. Bytes that are not UTF-8 become replacement characters."""

    def __init__(
        self, source: ByteSource, notice: Callable[[str], None] | None = None, most: int | None = None
    ):
        """``notice`` is called with every line as soon as it has arrived, in the reading thread; lines that arrive together are all noticed before
        one can be taken. Of the waiting lines only the last ``most`` are kept, within :data:`MOST_CHARACTERS`; without ``most`` all are."""
        self.arrived = threading.Event()
        """Set while a line, or the end, waits to be taken. Serves as the request to stop work that ends with the next line."""
        self._source = source
        self._notice = notice
        self._most = most
        self._waiting: deque[str] = deque()
        self._held = 0
        """Number of characters in the waiting lines."""
        self._ended = False
        self._change = threading.Condition()
        self._thread = threading.Thread(target=self._read, name="lines", daemon=True)
        self._thread.start()

    def next(self, seconds: float | None = None) -> str | None:
        """The next line without its line break; ``None`` at the end of the stream. Waits for it; ``TimeoutError`` after ``seconds``."""
        with self._change:
            if not self._change.wait_for(lambda: self._waiting or self._ended, seconds):
                raise TimeoutError
            line = self._pop() if self._waiting else None
            if not self._waiting and not self._ended:
                self.arrived.clear()
            return line

    def _pop(self) -> str:
        line = self._waiting.popleft()
        self._held -= len(line)
        return line

    def join(self, seconds: float | None = None) -> None:
        """Wait until the stream has ended, at most ``seconds``."""
        self._thread.join(seconds)

    def _read(self) -> None:
        try:
            rest = b""
            while chunk := self._source.read(CHUNK):
                *whole, rest = (rest + chunk).split(b"\n")
                self._take([line[:LONGEST_LINE] for line in whole])
                rest = rest[:LONGEST_LINE]
            if rest:
                self._take([rest])
        except (OSError, ValueError):
            pass  # a closed console counts as the end, and so does a stream that was closed here during the read
        finally:
            with self._change:
                self._ended = True
                self.arrived.set()
                self._change.notify_all()

    def _take(self, lines: list[bytes]) -> None:
        texts = [line.decode("utf-8", "replace").rstrip("\r") for line in lines]
        if self._notice is not None:
            for text in texts:
                self._notice(text)
        for text in texts:
            self._keep(text)

    def _keep(self, text: str) -> None:
        with self._change:
            self._waiting.append(text)
            self._held += len(text)
            while self._most is not None and (
                len(self._waiting) > self._most or self._held > MOST_CHARACTERS
            ):
                self._pop()
            self.arrived.set()
            self._change.notify_all()


class Outgoing:
    """Writes lines to ``sink`` in a thread, so that the caller doesn't wait for a program that doesn't read once the pipe is full."""

    def __init__(self, sink: ByteSink):
        self._sink = sink
        self._waiting: SimpleQueue[str | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._write, name="outgoing", daemon=True)
        self._thread.start()

    def say(self, line: str) -> None:
        self._waiting.put(line)

    def end(self) -> None:
        """Close ``sink`` once all lines are written."""
        self._waiting.put(None)

    def join(self, seconds: float | None = None) -> None:
        """Wait until ``sink`` is closed, at most ``seconds``."""
        self._thread.join(seconds)

    def _write(self) -> None:
        try:
            while (line := self._waiting.get()) is not None:
                rest = memoryview(f"{line}\n".encode())
                while rest:
                    rest = rest[self._sink.write(rest) or 0 :]
        except OSError:
            pass  # the program reads no more; the missing answer will show that
        finally:
            with suppress(OSError):
                self._sink.close()


def standard_input() -> ByteSource:
    """Standard input, unbuffered, because Python can't end while a thread waits in a buffered stream."""
    return io.FileIO(sys.stdin.fileno(), closefd=False)


def write_to_standard_output(text: str) -> None:
    """Write without delay; :class:`Disconnected` if the reader has gone."""
    try:
        sys.stdout.buffer.write(text.encode("utf-8", "replace"))
        sys.stdout.buffer.flush()
    except OSError as error:  # a broken pipe; on Windows the error is an invalid argument
        # otherwise Python complains as it ends
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise Disconnected from error
