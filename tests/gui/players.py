"""Players for games of tests."""

import threading

from ai.players.random import RandomPlayer
from ai.players.text import Options
from core.position import Size

RANDOM = "random:seed=1"
UCT = "uct:playouts=50"
ENDLESS = "uct:seconds=1000"


class SlowToLoad(RandomPlayer):
    """Loads until it is let go on, as where kernels must be compiled."""

    def __init__(self, options: Options):
        super().__init__(options)
        self.loaded = threading.Event()

    def prepare(self, size: Size, stop: threading.Event | None = None) -> None:
        assert self.loaded.wait(60)
