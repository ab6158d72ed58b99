"""A user who does anything at any time: clicks, commands, new games, set-ups, in no order that anybody meant.

After every action the window is asked whether it still holds together: the game is the referee's, the board shows the position looked at,
what the AI thinks is about legal moves of its position, and nothing goes on when a game is over. Prints one JSON line; ends with the first
promise that is broken, the seed and the last actions.

    python -m tests.benchmarks.random_user --seed 1 --actions 500
"""

import argparse
import json
import random
import sys
import tempfile
from collections import deque
from collections.abc import Callable

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QMessageBox

from core import folders
from core.clock import TimeControl
from core.position import Size
from gui.game.setup import GameSetup
from gui.main_window import MainWindow
from gui.program.settings import HUMAN

AI = "uct:playouts=3000,seed=1"
COMMANDS = {
    "undo": 3,
    "pause": 1,
    "stop": 1,
    "move_now": 1,
    "move_for_me": 1,
    "hint": 1,
    "back": 3,
    "forward": 2,
    "to_end": 3,
    "to_start": 1,
    "analyse": 1,
    "play_from_here": 1,
    "promote": 1,
    "delete_variation": 0.6,
    "analyse_game": 1,
    "report": 1,
    "set_up_position": 0.5,
    "rematch": 0.5,
    "swap_colors": 0.5,
    "ai_against_ai": 0.5,
}
"""Commands of the window, and how often they are chosen beside each other."""
PAUSES = (0, 5, 30, 120)
"""Milliseconds between two actions."""
REMEMBERED = 12
"""Actions told when a promise is broken."""


class BrokenPromise(AssertionError):
    """The window does not hold together; the message says what and after which actions."""


class RandomUser:
    """Acts on ``window`` by the lot of ``seed``."""

    def __init__(self, window: MainWindow, seed: int):
        self._window = window
        self._controller = window.controller
        self._lot = random.Random(seed)
        self._done: deque[str] = deque(maxlen=REMEMBERED)
        self.kinds: set[str] = set()
        """Of actions done."""
        self._actions: dict[str, tuple[Callable[[], object], float]] = {
            "legal click": (self._click_legal, 14),
            "click": (lambda: window.board.point_clicked.emit(self._lot.randrange(self._points)), 2),
            "go to": (lambda: self._controller.go_to(self._lot.choice(self._nodes())), 1),
            "new game": (self.new_game, 0.4),
            "step": (self._controller.step, 1),
            "end set-up": (self._end_set_up, 1),
        }
        for name, weight in COMMANDS.items():
            self._actions[name] = (lambda action=window.commands.actions[name]: _choose(action), weight)

    @property
    def _points(self) -> int:
        return self._controller.game.size.points

    def _nodes(self) -> list:
        return list(self._controller.game.root.subtree())

    def act(self) -> None:
        names = list(self._actions)
        (name,) = self._lot.choices(names, [self._actions[n][1] for n in names])
        self._done.append(name)
        self.kinds.add(name)
        self._actions[name][0]()
        _pause(self._lot.choice(PAUSES))

    def new_game(self) -> None:
        black, white = self._lot.choice(((HUMAN, AI), (AI, HUMAN), (AI, AI), (HUMAN, HUMAN)))
        time_control = self._lot.choice((None, TimeControl(60, None), TimeControl(None, 5)))
        size = self._lot.choice((Size(5, 5), Size(7, 7)))
        strict = self._lot.random() < 0.5
        self._window.games.start(GameSetup(black, white, size, time_control, strict))

    def _click_legal(self) -> None:
        moves = self._controller.game.position.legal_moves()
        if len(moves):
            self._window.board.point_clicked.emit(int(self._lot.choice(list(moves))))

    def _end_set_up(self) -> None:
        if not self._window.setup_bar.active:
            return
        finish = self._window.setup_bar.finish
        if finish.isEnabled() and self._lot.random() < 0.5:
            finish.click()
        else:
            self._window.setup_bar.close_bar()

    def check(self) -> None:
        """:class:`BrokenPromise` if the window shows or does what can't be."""
        controller, board = self._controller, self._window.board
        nodes = self._nodes()
        self._hold(controller.match.head in nodes, "the referee's move is not in the game")
        self._hold(controller.game.cursor in nodes, "the move looked at is not in the game")
        for node in nodes:
            if node.analysis is not None:
                candidates = {candidate.point for candidate in node.analysis.candidates}
                legal = candidates <= set(node.position.legal_moves())
                self._hold(legal, f"the analysis of move {node.number} is of another position")
        if not self._window.setup_bar.active:
            shown = board._position == controller.game.position
            self._hold(shown, "the board does not show the position looked at")
        if controller.match.result is not None:
            self._hold(controller.thinker.current is None, "a player thinks though the game is over")
        boxes = [box for box in self._window.findChildren(QMessageBox) if box.isVisible()]
        self._hold(not boxes, "the window shows " + "; ".join(box.text() for box in boxes))

    def _hold(self, promise: bool, otherwise: str) -> None:
        if not promise:
            raise BrokenPromise(f"{otherwise}, after: {', '.join(self._done)}")


def _pause(milliseconds: int) -> None:
    """Leave the window to itself."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def _choose(action) -> None:
    if action.isEnabled():
        action.trigger()


def use(seed: int, actions: int) -> dict[str, object]:
    """So many ``actions``; :class:`BrokenPromise` at the first that goes wrong."""
    from gui.app import make_application, make_window

    application = make_application([])
    QMessageBox.question = lambda *_: QMessageBox.StandardButton.Discard  # type: ignore[method-assign]
    QMessageBox.exec = lambda *_: QMessageBox.StandardButton.Cancel  # type: ignore[method-assign]
    failures: list[str] = []
    sys.excepthook = lambda kind, error, _: failures.append(f"{kind.__name__}: {error}")
    window, _ = make_window("en")
    window.settings.analysis_player, window.settings.analysis_simulations = "uct:seed=1", 2000
    window.settings.review_simulations = 30
    window.show()
    window.session.begin(None)
    user = RandomUser(window, seed)
    user.new_game()
    for number in range(1, actions + 1):
        user.act()
        user.check()
        if failures:
            raise BrokenPromise(f"action {number}, seed {seed}: {failures[0]}")
    window.closing.leave()
    application.processEvents()
    return {"name": "random_user", "seed": seed, "actions": actions, "kinds": len(user.kinds)}


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description="Use the window at random and check what it promises.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--actions", type=int, default=500)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="buwei-random-user-") as folder:
        folders.use_data_dir(folder)
        print(json.dumps(use(options.seed, options.actions)))


if __name__ == "__main__":
    main()
