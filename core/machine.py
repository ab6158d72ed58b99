"""The machine's cores, memory and clock."""

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
"""Files in which Linux gives a container's processor time and the period it counts for, in version 2 and version 1 of control groups."""


def usable_cores() -> int:
    """Processor cores that this process may use, within the processor time of its container, if it is in one."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min([cores, *_container_cores()])


def _container_cores() -> Iterator[int]:
    for files in CONTAINER_TIMES:
        with contextlib.suppress(OSError, ValueError):  # the files may be missing or say "max"
            quota, period = (int(word) for file in files for word in file.read_text("ascii").split())
            if quota > 0:  # version 1 says -1 where there is no limit
                yield math.ceil(quota / period)


def awake_seconds() -> float:
    """Seconds from some moment on, without those in which the computer sleeps. :func:`time.monotonic` counts these on Windows, so a game's clock
    would have run out on waking."""
    if sys.platform == "win32":
        parts = ctypes.c_uint64()
        ctypes.windll.kernel32.QueryUnbiasedInterruptTime(ctypes.byref(parts))
        return parts.value / 10_000_000
    return time.monotonic()


class _MemoryStatus(ctypes.Structure):
    """Windows' structure MEMORYSTATUSEX."""

    _fields_ = (
        ("length", ctypes.c_uint32),
        ("load", ctypes.c_uint32),
        *((name, ctypes.c_uint64) for name in ("total", "free", *(f"other_{number}" for number in range(5)))),
    )


CONTAINER_LIMITS = (
    Path("/sys/fs/cgroup/memory.max"),
    Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"),
)
"""Files in which Linux gives a container's memory limit, in version 2 and version 1 of control groups."""


def memory() -> int:
    """Bytes of memory, free or not, of the machine or of this process's container; 0 if unknown."""
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
        with contextlib.suppress(OSError, ValueError):  # the file may be missing or say "max"
            yield int(file.read_text("ascii"))
