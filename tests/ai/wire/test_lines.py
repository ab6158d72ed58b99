import io
import os
import threading

import pytest

from ai.wire.lines import LONGEST_LINE, Lines, Outgoing
from tests.ai.protocols.dialogue import pipe_of_lines


def all_lines(data: bytes) -> list[str]:
    lines = Lines(io.BytesIO(data))
    found = list(iter(lines.next, None))
    lines.join()
    return found


def test_lines_in_their_order_whatever_ends_them():
    assert all_lines(b"one\r\n\ntwo\nthree") == ["one", "", "two", "three"]
    assert all_lines(b"") == []
    assert all_lines("不围\n\xff".encode()[:-2] + b"\xff\n") == ["不围", "\ufffd"]


def test_of_a_line_that_is_too_long_the_beginning_is_taken_and_the_next_is_whole():
    first, *others = all_lines(b"x" * (3 * LONGEST_LINE) + b"\nname\n")
    assert len(first) == LONGEST_LINE and others == ["name"]
    assert [len(line) for line in all_lines(b"x" * (3 * LONGEST_LINE))] == [LONGEST_LINE]


def test_of_what_nobody_takes_only_so_much_is_kept(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("ai.wire.lines.MOST_CHARACTERS", 100)
    for source, most, kept in ((b"x" * 40 + b"\n") * 5, 10, 2), (b"x\n" * 50, 10, 10), (b"x\n", 0, 0):
        lines = Lines(io.BytesIO(source), most=most)
        lines.join()
        assert len(list(iter(lines.next, None))) == kept
    assert len(all_lines((b"x" * 40 + b"\n") * 5)) == 5


def test_arrived_tells_of_what_waits():
    with pipe_of_lines() as (lines, put):
        assert not lines.arrived.is_set()
        put(b"one\n")
        assert lines.arrived.wait(60)
        assert lines.next() == "one"
        assert not lines.arrived.is_set()
        put(b"")
        assert lines.arrived.wait(60)
        assert lines.next() is None and lines.next() is None
        assert lines.arrived.is_set()


def test_what_has_come_together_is_noticed_before_any_of_it_is_taken():
    waiting = []
    with pipe_of_lines(lambda text: waiting.append(lines.arrived.is_set())) as (lines, put):
        put(b"one\ntwo\n")
        assert lines.next() == "one"
    assert waiting == [False, False]


def test_a_source_that_is_closed_meanwhile_ends(monkeypatch: pytest.MonkeyPatch):
    """As that of a program that is ended, whose child holds the pipe."""
    errors = []
    monkeypatch.setattr(threading, "excepthook", errors.append)
    reading, writing = os.pipe()
    source = io.FileIO(reading)
    with io.FileIO(writing, "w") as sink:
        lines = Lines(source, lambda line: source.close())
        sink.write(b"last words\n")
        assert [lines.next(60), lines.next(60)] == ["last words", None]
        lines.join()
    assert errors == []


class Narrow(io.BytesIO):
    """Takes little at once, and keeps what it was given when it is closed."""

    def write(self, data, /) -> int:  # type: ignore[override]
        return super().write(bytes(data[:3]))

    def close(self) -> None:
        self.written = self.getvalue()
        super().close()


def test_lines_go_out_whole_and_the_end_after_them():
    sink = Narrow()
    outgoing = Outgoing(sink)
    outgoing.say("genmove black")
    outgoing.say("不围")
    outgoing.end()
    outgoing.join()
    assert sink.written.decode() == "genmove black\n不围\n" and sink.closed
