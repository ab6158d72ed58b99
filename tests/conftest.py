"""What every test stands on: no screen, folders of its own, and nothing left running behind it."""

import os
import shutil
import signal
import sys
import tempfile
import threading
import time
import weakref
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest

from core import folders, kernel_cache, program

# Before numba and Qt are imported. Compiled kernels stay in the user's own cache: compiling them takes longer than the tests.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
kernel_cache.use_sources(folders.cache_dir())
for command in ("match", "ladder", "train", "td", "book"):  # those that say that something is compiled
    kernel_cache.mark_ready_for(command)  # what tests start would say it, or not
SCRATCH = tempfile.mkdtemp(prefix="buwei-tests-")
folders.use_data_dir(SCRATCH)

hypothesis.settings.register_profile(
    "buwei",
    deadline=None,  # machines are busy
    derandomize=bool(os.environ.get("CI")),
    database=None,
)
hypothesis.settings.load_profile("buwei")

# As a script's shell has what it runs in the background, and nohup; what tests start would inherit it.
for name, usual in {"SIGINT": signal.default_int_handler, "SIGHUP": signal.SIG_DFL}.items():
    number = getattr(signal, name, None)
    if number is not None and signal.getsignal(number) is signal.SIG_IGN:
        signal.signal(number, usual)

GRACE_SECONDS = 30.0
"""How long what a test has asked to stop may take to do so."""


def pytest_unconfigure() -> None:
    shutil.rmtree(SCRATCH, ignore_errors=True)


@pytest.fixture(autouse=True)
def nothing_left_running() -> Iterator[None]:
    """Fails a test that leaves a thread, a Qt thread or timer, or a child process running."""
    watch_qt()
    threads_before = python_threads()
    processes_before = child_processes()
    qt_before = running_qt()
    yield
    give_up = time.monotonic() + GRACE_SECONDS
    while left := (
        [repr(thing) for thing in running_qt() if thing not in qt_before]
        + [f"thread {thread.name}" for thread in python_threads() - threads_before]
        + [
            f"process {pid}: {command}"
            for pid, command in child_processes().items()
            if pid not in processes_before
        ]
    ):
        if time.monotonic() > give_up:
            pytest.fail("left running: " + "; ".join(left))
        time.sleep(0.02)


@pytest.fixture
def environment() -> Iterator[None]:
    """It begins without marks of what this process has set for itself, and is as before after the test."""
    before = dict(os.environ)
    for name in before:
        if name.startswith(program.BEFORE):
            del os.environ[name]
    yield
    os.environ.clear()
    os.environ.update(before)


def python_threads() -> set[threading.Thread]:
    """Threads that Python has started; others that have run Python, such as Qt's, stay listed as dummies after their end."""
    return {thread for thread in threading.enumerate() if not isinstance(thread, threading._DummyThread)}


# --- Qt ------------------------------------------------------------------------------------------------------------------

watched_qt: list[weakref.ref] = []
"""The QThreads and QTimers that Python has made since Qt was first seen."""


def watch_qt() -> None:
    """Notes from now on each QThread and QTimer that Python makes, if Qt is there at all."""
    qt = sys.modules.get("PySide6.QtCore")
    if qt is None or hasattr(qt, "_buwei_watched"):
        return
    for kind in (qt.QThread, qt.QTimer):
        kind.__init__ = _noting(kind.__init__)
    qt._buwei_watched = True  # type: ignore[attr-defined]


def _noting(init):
    def init_and_note(self, *args, **kwargs):
        init(self, *args, **kwargs)
        watched_qt.append(weakref.ref(self))

    return init_and_note


def running_qt() -> list:
    """The Qt threads and timers that run now, once windows that wait for their deletion are gone."""
    qt = sys.modules.get("PySide6.QtCore")
    if qt is None or not watched_qt:
        return []
    import shiboken6

    if qt.QCoreApplication.instance() is not None:
        qt.QCoreApplication.sendPostedEvents(None, qt.QEvent.Type.DeferredDelete.value)
        qt.QCoreApplication.processEvents()
    watched_qt[:] = [ref for ref in watched_qt if (thing := ref()) is not None and shiboken6.isValid(thing)]
    things = [thing for ref in watched_qt if (thing := ref()) is not None]
    return [
        thing
        for thing in things
        if (thing.isRunning() if isinstance(thing, qt.QThread) else thing.isActive())
    ]


# --- Processes -----------------------------------------------------------------------------------------------------------


def child_processes() -> dict[int, str]:
    """This process's running children and their command lines; none where there is no ``/proc``."""
    children = {}
    for listing in Path("/proc/self/task").glob("*/children"):
        try:
            pids = [int(pid) for pid in listing.read_text().split()]
        except OSError:  # a thread that has just ended
            continue
        for pid in pids:
            try:
                command = (
                    Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
                )
            except OSError:
                continue
            # a process that has ended but wasn't waited for has no command line; the tracker serves multiprocessing to the end
            if command and "multiprocessing.resource_tracker" not in command:
                children[pid] = command.strip()
    return children
