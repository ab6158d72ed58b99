"""What the machine offers."""

import os

LOW_PRIORITY = 10


def usable_cores() -> int:
    """Processor cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def give_way() -> None:
    """Let other programs go first, where the system knows of such a thing."""
    if hasattr(os, "nice"):
        os.nice(LOW_PRIORITY)
