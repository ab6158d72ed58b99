"""Measures the time to the program's window and to the AI's first move: ``start_time.py [PROGRAM]``, on Linux with Xvfb and xdotool.

``PROGRAM`` is the packaged one, by default ``dist/Buwei/buwei``. The first start copies the kernels, as after unpacking; later ones are warm. For
each it prints seconds by the clock, and seconds of processor time of all its threads and processes, which a busy machine doesn't change.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

STARTS = 4
SCREEN = ":79"
GIVE_UP_SECONDS = 300
LOOK_SECONDS = 0.02
SETTINGS = {"version": 1, "black": "zero:simulations=32", "white": "human"}
"""Only one AI: a game between two would begin with random moves."""


def main(program: Path) -> int:
    screen = subprocess.Popen(["Xvfb", SCREEN, "-screen", "0", "1280x900x24"], stderr=subprocess.DEVNULL)
    try:
        time.sleep(2)
        with tempfile.TemporaryDirectory() as folder:
            print("start  window: clock, processor  first move: clock, processor")
            for number in range(STARTS):
                window, move = start(program, Path(folder))
                print(
                    f"{number + 1:>5}  {window[0]:>13.2f} {window[1]:>10.2f}  {move[0]:>17.2f} {move[1]:>10.2f}",
                    flush=True,
                )
    finally:
        screen.terminate()
        screen.wait()
    return 0


def start(program: Path, folder: Path) -> tuple[tuple[float, float], tuple[float, float]]:
    """Seconds to the window and to the first move of an AI that has Black, each by the clock and in processor time."""
    (folder / "config").mkdir(exist_ok=True)
    (folder / "config" / "settings.json").write_text(json.dumps(SETTINGS), "utf-8")
    game = folder / "autosave.sgf"
    game.unlink(missing_ok=True)
    environment = os.environ | {"DISPLAY": SCREEN, "QT_QPA_PLATFORM": "xcb"}
    began = time.monotonic()
    process = subprocess.Popen([program, "--data-dir", folder], env=environment, start_new_session=True)
    try:
        wait_for(process, lambda: windows(process))
        window = time.monotonic() - began, processor_seconds(process.pid)
        wait_for(process, lambda: game.exists() and ";B[" in game.read_text("utf-8"))
        return window, (time.monotonic() - began, processor_seconds(process.pid))
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait()


def wait_for(process: subprocess.Popen, is_there) -> None:
    give_up = time.monotonic() + GIVE_UP_SECONDS
    while not is_there():
        if process.poll() is not None or time.monotonic() > give_up:
            raise SystemExit(
                f"the program ended with {process.poll()} or did nothing for {GIVE_UP_SECONDS} seconds"
            )
        time.sleep(LOOK_SECONDS)


def windows(process: subprocess.Popen) -> bool:
    """Whether a window of the program is on the screen."""
    search = ["xdotool", "search", "--onlyvisible", "--name", "Buwei"]
    return subprocess.run(search, env=os.environ | {"DISPLAY": SCREEN}, capture_output=True).returncode == 0


def processor_seconds(session: int) -> float:
    """Processor time of all living processes of a session (``/proc/PID/stat``, proc(5): fields 6, 14 and 15)."""
    total = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue  # it has ended
        if int(fields[3]) == session:
            total += int(fields[11]) + int(fields[12])
    return total / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1] if len(sys.argv) > 1 else "dist/Buwei/buwei").absolute()))
