"""``screenshots``: makes the README's pictures in both languages, light and dark, the same each time on the same machine.

What they show is made on the spot: a game of the shipped network against itself, its analysis, and the shipped network's figures.
"""

import argparse
import os
from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np
from PySide6.QtGui import QImage, qRgb
from PySide6.QtWidgets import QApplication, QWidget

from ai.commands.failure import fail
from core import folders, program
from core.game import Game
from core.player import Limit
from core.position import Color
from gui.program.settings import HUMAN, Settings, default_opponent

LANGUAGES = ("en", "zh_CN")
SCHEMES = ("light", "dark")
SIZE = (1180, 760)
SIMULATIONS = 400
"""Simulations in the analysis of each position."""
MOVES = 34
SHOWN_MOVE = 20
COLORS = 256
CELL = 6
"""Shades of red, green and blue that count as one when the most frequent colours are found."""
SETTLE_ROUNDS = 30
"""Rounds of the event loop after which nothing moves any more."""


def main(argv: list[str]) -> int:
    """Make the pictures in the folder that ``argv`` names."""
    parser = argparse.ArgumentParser(
        prog=f"{program.name()} screenshots",
        description="Make the pictures of the README, in both languages, light and dark.",
    )
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="where the pictures go")
    parser.add_argument(
        "--simulations",
        type=int,
        default=SIMULATIONS,
        help="of the analysis of each position (default: %(default)s)",
    )
    parser.add_argument(
        "--moves", type=int, default=MOVES, help="of the game that is shown (default: %(default)s)"
    )
    options = parser.parse_args(argv)
    if options.simulations < 1 or options.moves < 1:
        parser.error("--simulations and --moves should be at least 1")
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    try:
        options.out.mkdir(parents=True, exist_ok=True)
        with folders.temporary():
            for path in take_all(options.out, analysed_game(options.moves, options.simulations)):
                print(path)
    except OSError as error:
        return fail(f"the pictures can't be written to {options.out}: {error.strerror}")
    return 0


def analysed_game(moves: int, simulations: int) -> Game:
    """A game of the shipped network against itself, weakened to make it interesting, with each position analysed."""
    from ai.players import SHIPPED, make_player

    player = make_player(f"policy:net={SHIPPED},temperature=1,seed=1")
    analyst = make_player(f"zero:net={SHIPPED},threads=1")
    game = Game()
    for number in range(moves + 1):
        found = analyst.choose(game.position, Limit(simulations=simulations))
        game.keep_analysis(game.cursor, replace(found, seconds=0.0, by=Settings().analysis_player))
        chosen = player.choose(game.position, Limit())
        if number == moves or chosen.point is None:
            break
        game.play(chosen.point)
    for each in (player, analyst):
        each.close()
    return game


def take_all(folder: Path, game: Game) -> list[Path]:
    """Make all pictures in both languages, light and dark. Returns their paths."""
    from gui.app import make_application

    make_application([])
    return [
        path
        for language, scheme in product(LANGUAGES, SCHEMES)
        for path in Studio(language, scheme, folder).take(game)
    ]


class Studio:
    """A window in one language and scheme, and the pictures of it."""

    def __init__(self, language: str, scheme: str, folder: Path):
        from gui.main_window import MainWindow
        from gui.program.language import LanguageSwitch

        settings = Settings(
            language=language,
            scheme=scheme,
            sounds=False,
            ponder=False,
            tour_seen=True,
            analysis_simulations=1,
        )
        switch = LanguageSwitch()
        switch.use(language)
        self.window = MainWindow(settings, switch)
        self._name = f"{language}-{scheme}"
        self._folder = folder

    def take(self, game: Game) -> list[Path]:
        """Make every picture, then close the window."""
        window = self.window
        window.resize(*SIZE)
        window.show()
        window.controller.open_game(game, HUMAN, default_opponent())
        window.controller.set_paused(game.position.to_move is not Color.BLACK)
        try:
            return [self._analysis(), self._playing(), self._help(), self._training_room()]
        finally:
            window.closing.leave()
            window.deleteLater()
            self._settle()

    def _analysis(self) -> Path:
        """Picture with candidates, graph, and the AI's thoughts."""
        window = self.window
        window.controller.walk(SHOWN_MOVE - window.controller.game.cursor.number)
        window.commands.actions["analyse"].setChecked(True)
        path = self._grab(window, "analysis")
        window.commands.actions["analyse"].setChecked(False)
        return path

    def _playing(self) -> Path:
        """Picture of a late position with forbidden and private points."""
        window = self.window
        window.controller.to_end()
        for name in ("show_forbidden_of_both", "show_private"):
            window.commands.actions[name].setChecked(True)
        return self._grab(window, "playing")

    def _help(self) -> Path:
        self.window.help.open_rules()
        dialog = self.window.help.dialog
        assert dialog is not None
        self._settle()
        dialog.page.document().pageCount()  # lays out the whole text: Qt does it bit by bit, moving the scroll bar
        self.window.help.open_rules()
        path = self._grab(dialog, "help")
        dialog.close()
        return path

    def _training_room(self) -> Path:
        self.window.training_desk.open_room()
        room = self.window.training_desk.room
        assert room is not None
        room.resize(*SIZE)
        path = self._grab(room, "training")
        room.close()
        return path

    def _grab(self, widget: QWidget, name: str) -> Path:
        self._settle()
        picture = with_few_colors(widget.grab().toImage())
        path = self._folder / f"{name}-{self._name}.png"
        if not picture.save(str(path), quality=0):
            raise OSError(0, f"{path} can't be written")
        return path

    @staticmethod
    def _settle() -> None:
        for _ in range(SETTLE_ROUNDS):
            QApplication.processEvents()


def with_few_colors(picture: QImage) -> QImage:
    """``picture`` in its 256 most frequent colours, neighbouring shades counted as one: the file gets a third of the size."""
    picture = picture.convertToFormat(QImage.Format.Format_RGB32)
    pixels = np.frombuffer(picture.constBits(), np.uint8).reshape(picture.height(), -1, 4)[..., 2::-1]
    _cells, members, counts = np.unique(
        pixels.reshape(-1, 3) // CELL, axis=0, return_inverse=True, return_counts=True
    )
    sums = np.stack(
        [np.bincount(members.reshape(-1), weights=pixels[..., part].reshape(-1)) for part in range(3)]
    )
    means = np.round(sums / counts).astype(int).T[np.argsort(-counts, kind="stable")[:COLORS]]
    return picture.convertToFormat(QImage.Format.Format_Indexed8, [qRgb(*mean) for mean in means.tolist()])
