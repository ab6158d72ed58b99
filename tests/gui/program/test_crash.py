import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from core import folders, program
from core.files import fresh_folder
from core.lock import FolderLock
from gui.program import crash
from tests.patience import PROCESS_SECONDS

CRASHING = (
    "import faulthandler; from gui.program.crash import CrashLog; log = CrashLog(); faulthandler._sigsegv()"
)


@pytest.fixture(autouse=True)
def logs(data_folder: Path) -> Path:
    return folders.log_dir()


def test_a_clean_end_leaves_nothing(logs: Path):
    log = crash.CrashLog()
    assert list(logs.iterdir())
    log.close()
    assert not list(logs.iterdir())
    assert crash.collect() == []


def test_a_window_that_still_runs_has_not_crashed():
    log = crash.CrashLog()
    assert crash.collect() == []
    log.close()


def test_a_window_has_its_lock_though_another_looked_at_it(
    data_folder: Path, monkeypatch: pytest.MonkeyPatch
):
    """Without it, the next start would take the window for one that is gone, and remove its log."""
    looking: list[FolderLock] = []

    def looked_at(parent: Path, prefix: str) -> Path:
        folder = fresh_folder(parent, prefix)
        looking.append(FolderLock(folder))
        assert looking[0].take()
        return folder

    monkeypatch.setattr(crash, "fresh_folder", looked_at)
    monkeypatch.setattr("core.lock.time.sleep", lambda _seconds: looking[0].release())
    log = crash.watch()
    assert log is not None
    looking[0].release()
    assert FolderLock(log._folder).is_taken()
    log.close()


def test_broken_compiled_code_leaves_a_log_that_is_told_once(logs: Path):
    environment = os.environ | {"PYTHONPATH": str(program.FILES)}
    command = [sys.executable, "-c", CRASHING]
    assert subprocess.run(
        command, env=environment, stderr=subprocess.DEVNULL, timeout=PROCESS_SECONDS
    ).returncode
    (log,) = crash.collect()
    text = log.read_text("utf-8")
    assert text.startswith("Buwei ") and "Fatal Python error" in text and "<string>" in text
    assert crash.collect() == []
    assert list(logs.iterdir()) == [log]


def test_who_was_killed_has_not_crashed(logs: Path):
    """Nobody could learn anything from its log."""
    environment = os.environ | {"PYTHONPATH": str(program.FILES)}
    killed = "import os; from gui.program.crash import CrashLog; log = CrashLog(); os._exit(9)"
    subprocess.run([sys.executable, "-c", killed], env=environment, timeout=PROCESS_SECONDS)
    assert list(logs.iterdir())
    assert crash.collect() == [] and not list(logs.iterdir())


def test_a_full_disk_leaves_nothing_that_looks_like_a_crash(logs: Path, monkeypatch: pytest.MonkeyPatch):
    def refuse(_log: crash.CrashLog) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(crash.CrashLog, "_begin", refuse)
    assert crash.watch() is None and not list(logs.iterdir())


def test_the_next_start_shows_it(logs: Path, open_desk):
    (logs / f"{crash.PREFIX}abc").mkdir()
    (logs / f"{crash.PREFIX}abc" / crash.CRASH_FILE).write_text(
        "Buwei\n\nFatal Python error", encoding="utf-8"
    )
    desk = open_desk()
    crash.tell(desk.window, crash.collect())
    (box,) = desk.boxes()
    assert "Fatal Python error" in box.detailedText()
    assert desk.take_error()
