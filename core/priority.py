"""Low priority, for giving way to other programs."""

import os
import sys

LOW_PRIORITY = 10
"""The niceness on Unix."""
BELOW_NORMAL_PRIORITY_CLASS = 0x4000
"""The priority class on Windows."""


def give_way() -> None:
    """Lower the priority of this process and of those it starts from now on."""
    if sys.platform == "win32":
        import ctypes
        from ctypes import wintypes

        kernel = ctypes.WinDLL("kernel32")
        kernel.GetCurrentProcess.restype = wintypes.HANDLE
        kernel.SetPriorityClass(wintypes.HANDLE(kernel.GetCurrentProcess()), BELOW_NORMAL_PRIORITY_CLASS)
    else:
        os.nice(LOW_PRIORITY)
