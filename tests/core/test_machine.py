"""What the machine offers."""

import ctypes
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from core import machine


@pytest.mark.parametrize(
    ("said", "most"), [("268435456\n", 1 << 28), ("max\n", None), (str(1 << 62), None), (None, None)]
)
def test_the_memory_is_that_which_a_container_may_use(
    said: str | None, most: int | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Which is the machine's where nothing, or no limit, is told."""
    monkeypatch.setattr(machine, "CONTAINER_LIMITS", ())
    whole = machine.memory()
    assert whole >= 1 << 30, "no machine that runs the tests has less"
    if said is not None:
        (tmp_path / "memory.max").write_text(said)
    monkeypatch.setattr(machine, "CONTAINER_LIMITS", (tmp_path / "memory.max",))
    assert machine.memory() == (most or whole)


@pytest.mark.parametrize(
    ("said", "most"),
    [
        (["150000 100000\n"], 2),
        (["10000 100000\n"], 1),
        (["100000000 100000\n"], 99),
        (["max 100000\n"], 99),
        (["250000\n", "100000\n"], 3),
        (["-1\n", "100000\n"], 99),
        ([], 99),
    ],
)
def test_the_cores_are_those_that_a_container_has_time_for(
    said: list[str], most: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Rounded up; all that there are where nothing, or no limit, is told."""
    monkeypatch.setattr(machine.os, "sched_getaffinity", lambda _pid: range(99), raising=False)
    files = tuple(tmp_path / f"file-{number}" for number in range(max(1, len(said))))
    for file, text in zip(files, said, strict=False):
        file.write_text(text)
    monkeypatch.setattr(machine, "CONTAINER_TIMES", (files,))
    assert machine.usable_cores() == most


def test_the_time_awake_goes_on_as_the_clock_does():
    before = time.monotonic()
    assert before <= machine.awake_seconds() <= time.monotonic()


def test_on_windows_the_time_asleep_does_not_count(monkeypatch: pytest.MonkeyPatch):
    """Its monotonic clock counts it; the system tells the time awake in tenths of a microsecond."""

    def tell(parts: ctypes.Array) -> int:
        ctypes.cast(parts, ctypes.POINTER(ctypes.c_uint64))[0] = 3 * 24 * 3600 * 10_000_000 + 5_000_000
        return 1

    kernel = SimpleNamespace(QueryUnbiasedInterruptTime=tell)
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(ctypes, "windll", SimpleNamespace(kernel32=kernel), raising=False)
    assert machine.awake_seconds() == 3 * 24 * 3600 + 0.5
