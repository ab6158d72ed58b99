"""Giving way to other programs."""

import os

LOW_PRIORITY = 10


def give_way() -> None:
    """Lower this process's priority, and that of those it starts from now on. On Windows whoever starts a process sets its priority."""
    if hasattr(os, "nice"):
        os.nice(LOW_PRIORITY)
