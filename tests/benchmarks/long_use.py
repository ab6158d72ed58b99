"""Two hours of use in a few minutes: AI games in the window, positions looked at, docks opened and closed, analysis on and off.

Prints one JSON line: the resident memory after the first games and at the end, and the threads, timers and top-level widgets then and at the
end. Linux only, for it reads /proc.

    python -m tests.benchmarks.long_use --games 1000
"""

import argparse
import gc
import json
import os
import random
import sys
import tempfile
import threading
from pathlib import Path

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication, QMessageBox

from core import folders
from core.position import Size
from tests.benchmarks.window_latency import spin

PLAYERS = ("zero:net=flagship,simulations=8", "rave:playouts=50")
WARM_UP_GAMES = 100
POSITIONS_A_GAME = 10
GAMES_BETWEEN_ANALYSES = 20
REPORTED_GAMES = 20
"""Games between two lines on stderr that tell how it goes."""
ANALYSIS_SECONDS = 0.5
GAME_SECONDS = 300
"""How long a game may take on a busy machine."""


def counts(window: QObject) -> dict[str, int]:
    """What there is now: memory in MB, threads, timers that run, windows and dialogs."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return {
        "mb": round(pages * os.sysconf("SC_PAGE_SIZE") / 2**20),
        "threads": threading.active_count(),
        "timers": sum(timer.isActive() for timer in window.findChildren(QTimer)),
        "windows": len(QApplication.topLevelWidgets()),
    }


def use(games: int) -> dict[str, object]:
    """Use the window; ``RuntimeError`` if it shows an error or a game doesn't end."""
    from gui.app import make_application, make_window
    from gui.game.setup import GameSetup

    application = make_application([])
    window, _ = make_window("en")
    window.show()
    window.session.begin(None)
    window.watch.speed.setValue(0)
    chance = random.Random(1)
    to_start, to_end = window.controller.to_start, window.controller.to_end
    walks = (
        to_start,
        window.hand.back_ten,
        window.hand.forward,
        window.hand.back,
        window.hand.forward_ten,
        to_end,
    )
    ended: list[object] = []
    window.controller.ended.connect(ended.append)
    first: dict[str, int] = {}
    for game in range(1, games + 1):
        black, white = PLAYERS if game % 2 else PLAYERS[::-1]
        window.games.start(GameSetup(black, white, Size(9, 9), None, True))
        if not spin(lambda number=game: len(ended) == number, GAME_SECONDS):
            match = window.controller.match
            raise RuntimeError(
                f"game {game} does not end: {len(match.position.moves)} moves, {window.controller.state}"
            )
        for walk in chance.choices(walks, k=POSITIONS_A_GAME):
            walk()
            application.processEvents()
        dock = window.docks[chance.choice(list(window.docks))]
        dock.setVisible(not dock.isVisible())
        if game % GAMES_BETWEEN_ANALYSES == 0:
            window.commands.actions["analyse"].setChecked(True)
            spin(lambda: False, ANALYSIS_SECONDS)
            window.commands.actions["analyse"].setChecked(False)
        if any(box.isVisible() for box in window.findChildren(QMessageBox)):
            raise RuntimeError(f"the window shows an error in game {game}")
        if game == min(games, WARM_UP_GAMES):
            first = counts(window)
        if game % REPORTED_GAMES == 0:
            print(game, counts(window), file=sys.stderr)
    last = counts(window)
    window.closing.leave()
    application.processEvents()
    return {
        "name": "long_use",
        "games": games,
        "after_warm_up": first,
        "at_the_end": last,
        "memory_growth": round(last["mb"] / first["mb"] - 1, 4),
    }


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description="Use the window for long and watch its memory.")
    parser.add_argument("--games", type=int, default=1000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="buwei-long-use-") as folder:
        folders.use_data_dir(folder)
        print(json.dumps(use(options.games)))


if __name__ == "__main__":
    main()
