"""What the machine offers."""

import contextlib
import ctypes
import math
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

CONTAINER_TIMES = (
    (Path("/sys/fs/cgroup/cpu.max"),),
    (Path("/sys/fs/cgroup/cpu/cpu.cfs_quota_us"), Path("/sys/fs/cgroup/cpu/cpu.cfs_period_us")),
)
"""Where Linux tells how much processor time a container may use in how much time, in its second and first version of control groups."""


def usable_cores() -> int:
    """Processor cores that this process may use, as many as the container that it is in, if any, has time for."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min([cores, *_container_cores()])


def _container_cores() -> Iterator[int]:
    for files in CONTAINER_TIMES:
        with contextlib.suppress(OSError, ValueError):  # there are none, or they say "max"
            quota, period = (int(word) for file in files for word in file.read_text("ascii").split())
            if quota > 0:  # the first version says -1 where there is no limit
                yield math.ceil(quota / period)


def awake_seconds() -> float:
    """Seconds from some moment on, without those that the computer sleeps, in which nobody thinks, works or answers. :func:`time.monotonic` counts
    these on Windows, and a clock would be over on waking."""
    if sys.platform == "win32":
        parts = ctypes.c_uint64()
        ctypes.windll.kernel32.QueryUnbiasedInterruptTime(ctypes.byref(parts))
        return parts.value / 10_000_000
    return time.monotonic()


class _MemoryStatus(ctypes.Structure):
    """What Windows tells of its memory (MEMORYSTATUSEX)."""

    _fields_ = (
        ("length", ctypes.c_uint32),
        ("load", ctypes.c_uint32),
        *((name, ctypes.c_uint64) for name in ("total", "free", *(f"other_{number}" for number in range(5)))),
    )


CONTAINER_LIMITS = (
    Path("/sys/fs/cgroup/memory.max"),
    Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"),
)
"""Where Linux tells how much memory a container may use, in its second and first version of control groups."""


def memory() -> int:
    """Bytes of memory, free or not, of the machine or of the container that this process is in; 0 if the system doesn't tell."""
    if sys.platform == "win32":
        status = _MemoryStatus(length=ctypes.sizeof(_MemoryStatus))
        return status.total if ctypes.windll.kernel32.GlobalMemoryStatusEx(ctypes.byref(status)) else 0
    try:
        whole = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (ValueError, OSError):
        return 0
    return min([whole, *_container_limits()])


def _container_limits() -> Iterator[int]:
    for file in CONTAINER_LIMITS:
        with contextlib.suppress(OSError, ValueError):  # there is none, or it says "max"
            yield int(file.read_text("ascii"))
