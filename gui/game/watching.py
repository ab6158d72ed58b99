"""Watching AIs play each other: their speed, single steps, what both think, and series of games with a score."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import (
    QApplication,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSlider,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from core.game import Node, Result
from core.match import Match
from core.openings import random_opening
from core.player import Decision
from core.points import point_name
from core.position import Color
from core.review import what_is_kept
from gui.game.setup import GameSetup
from gui.game.thinking_panel import WinRateBar
from gui.parts.retranslated import Retranslated
from gui.parts.whole_label import WholeLabel
from gui.program.messages import (
    NO_BREAK_SPACE,
    color_text,
    fill,
    player_label,
    proof_text,
    visits_text,
)
from gui.program.settings import HUMAN, LIMITS

if TYPE_CHECKING:
    from gui.main_window import MainWindow

SLIDER_STEP_MS = 100
LONGEST_PAUSE_MS = 5000
BETWEEN_GAMES_MS = 1500
LINE_MOVES = 5
MOST_VISITS = 999_999
"""The largest number of visits for which room is kept."""


class WatchPanel(Retranslated, QWidget):
    """The panel with speed, step, thoughts side by side, and the series."""

    def __init__(self, window: "MainWindow"):
        super().__init__()
        self._window = window
        self._first: GameSetup | None = None
        """The setup of the first game of the present series, or of the last one."""
        self._match: Match | None = None
        """The present game of the series; ``None`` without one."""
        self._under_way = False
        self._games = 0
        self._score = [0, 0]
        self._next = QTimer(self)
        self._next.setSingleShot(True)
        self._next.setInterval(BETWEEN_GAMES_MS)
        self._next.timeout.connect(self._play_next)
        self.speed = QSlider(Qt.Orientation.Horizontal)
        self.speed.setRange(0, LONGEST_PAUSE_MS // SLIDER_STEP_MS)
        self._speed_name, self._speed_value = QLabel(), QLabel()
        self._speed_name.setWordWrap(True)
        self._speed_name.setBuddy(self.speed)
        self.step, self.start = QPushButton(), QPushButton()
        self.games = QSpinBox()
        self.games.setRange(2, 1000)
        self.games.setValue(10)
        self.random_moves, self._random_name = QSpinBox(), QLabel()
        self._random_name.setWordWrap(True)
        self._random_name.setBuddy(self.random_moves)
        self.random_moves.setRange(*map(int, LIMITS["random_moves"]))
        self.random_moves.setValue(window.settings.random_moves)
        self._random = np.random.default_rng()
        self._opening: Sequence[int] = ()
        self.players, self.score = WholeLabel(), WholeLabel()
        self._bars = {color: WinRateBar() for color in Color}
        self._bars[Color.BLACK].keep_alike(self._bars[Color.WHITE])
        self._thoughts = {color: WholeLabel(steady=True) for color in Color}
        self._decisions: dict[Node, Decision] = {}
        """What the player to move thought of positions of this game."""
        self._lay_out()
        window.controller.pause_between_ms = window.settings.pause_ms
        self.speed.setValue(window.settings.pause_ms // SLIDER_STEP_MS)
        self.speed.valueChanged.connect(self._set_speed)
        self.random_moves.valueChanged.connect(self._set_random_moves)
        self.step.clicked.connect(window.controller.step)
        self.start.clicked.connect(self._toggle_series)
        self.start.installEventFilter(self)
        window.controller.thinking.connect(self._show_thoughts)
        window.controller.ended.connect(self._count)
        window.controller.game_changed.connect(self._follow)
        window.controller.game_changed.connect(self._write_thoughts)
        window.appearance.notation_changed.connect(self._write_thoughts)
        self.retranslate()

    def _lay_out(self) -> None:
        names, speed = QHBoxLayout(), QHBoxLayout()
        names.addWidget(self._speed_name, 1)
        names.addWidget(self._speed_value)
        speed.addWidget(self.speed, 1)
        speed.addWidget(self.step)
        thoughts = QGridLayout()
        for column, color in enumerate(Color):
            thoughts.addWidget(self._bars[color], 0, column)
            thoughts.addWidget(self._thoughts[color], 1, column)
            thoughts.setColumnStretch(column, 1)
            self._thoughts[color].setAlignment(Qt.AlignmentFlag.AlignTop)
        openings, series = QHBoxLayout(), QHBoxLayout()
        openings.addWidget(self._random_name, 1)
        openings.addWidget(self.random_moves)
        series.addWidget(self.games)
        series.addWidget(self.start)
        series.addStretch(1)
        layout = QVBoxLayout(self)
        layout.addLayout(series)  # first, so that it is seen in a small window too, and the score below it
        layout.addWidget(self.players)
        layout.addWidget(self.score)
        layout.addLayout(names)
        layout.addLayout(speed)
        layout.addLayout(thoughts)
        layout.addLayout(openings)
        layout.addStretch(1)

    def _set_speed(self, steps: int) -> None:
        pause_ms = steps * SLIDER_STEP_MS
        self._window.settings.pause_ms = self._window.controller.pause_between_ms = pause_ms
        self._show_speed()

    def _show_speed(self) -> None:
        seconds = self._window.controller.pause_between_ms / 1000
        self._speed_value.setText(fill(self.tr("%1 s"), f"{seconds:.1f}"))

    # --- openings ---------------------------------------------------------------------------------------------

    def _set_random_moves(self, moves: int) -> None:
        self._window.settings.random_moves = moves

    def _offer_random_moves(self, series: GameSetup) -> None:
        """Enable the field unless a player of the next game can play only from the empty board."""
        from_empty = series.begins_empty
        why = (
            self.tr("Programs of the SAU platform play whole games only: these begin on the empty board.")
            if from_empty
            else self.tr(
                "Players that always choose alike would play the same game again from the empty board. In a series each "
                "beginning is played twice, with colours changed. Counts from the next game on."
            )
        )
        self.random_moves.setEnabled(not from_empty)
        for widget in (self._random_name, self.random_moves):
            widget.setToolTip(f"<p>{why}</p>")  # as rich text it is wrapped

    def opening(self, setup: GameSetup) -> Sequence[int]:
        """The moves with which a game begins: random ones between AIs. Two games of a series with colours swapped share an opening, unless a player
        meets itself, which would play the same game again."""
        if HUMAN in (setup.black, setup.white) or setup.begins_empty:
            return ()
        if not (self.running and sum(self._score) % 2 == 1) or setup.black == setup.white:
            self._opening = random_opening(setup.size, self.random_moves.value(), self._random).moves
        return self._opening

    # --- thoughts ---------------------------------------------------------------------------------------------

    def _show_thoughts(self, decision: Decision | None) -> None:
        if decision is None:
            self._decisions = {}
        else:
            self._decisions[self._window.controller.match.head] = what_is_kept(decision)
        self._write_thoughts()

    def _decision(self, color: Color) -> Decision | None:
        """What ``color`` thinks of the position that is looked at, or thought when it made the last move. Where play stands, an AI's thoughts about
        its previous move stay until it thinks anew, also once the game is over."""
        controller = self._window.controller
        cursor = controller.game.cursor
        if cursor.position.to_move is not color:
            return self._that_led_to(cursor)
        known = self._thought_of(cursor)
        if known is None and cursor.parent is not None and controller.live and not controller.is_human(color):
            return self._that_led_to(cursor.parent)
        return known

    def _that_led_to(self, node: Node) -> Decision | None:
        """What was thought before the last move at ``node`` by the player who chose it; ``None`` if another move was preferred."""
        decision = None if node.parent is None else self._thought_of(node.parent)
        return decision if decision is not None and decision.point == node.move else None

    def _thought_of(self, node: Node) -> Decision | None:
        """What the player to move at ``node`` thought, in this session or in the game's record."""
        movers = self._window.controller.game.movers(node)
        said = (one for one in (node.thought, node.analysis) if one is not None and one.by)
        return self._decisions.get(node, next((one for one in said if one.by in movers), None))

    def _write_thoughts(self) -> None:
        for color in Color:
            decision, black = self._decision(color), None
            if decision is not None and decision.judges:
                rate = decision.win_rate_to_move
                black = rate if color is Color.BLACK else 1 - rate
            self._bars[color].set_black(black)
            self._thoughts[color].setText(
                self._thoughts_text(color, decision) if decision is not None else ""
            )

    def _thoughts_text(self, color: Color, decision: Decision) -> str:
        sure = visits_text(decision.visits) if decision.proof is None else proof_text(decision.proof)
        line = decision.candidates[0].line[:LINE_MOVES] if decision.candidates else ()
        size, notation = self._window.controller.game.size, self._window.appearance.notation
        return self._view_text(color, sure, [point_name(point, size, notation) for point in line])

    def _view_text(self, color: Color, sure: str, moves: Sequence[str]) -> str:
        """How sure ``color`` is, and the ``moves`` that it expects."""
        text = fill(self.tr("%1's view: %2"), color_text(color), sure)
        if not moves:
            return text
        expected = fill(self.tr("expects %1"), " ".join(moves))
        return f"{text}\n{expected}"

    def _keep_room(self, series: GameSetup) -> None:
        """Keep room for the longest thoughts and score, so that nothing below them moves and none is cut off."""
        size, notation = self._window.controller.game.size, self._window.appearance.notation
        names = [point_name(point, size, notation) for point in range(size.cols)]  # those of the top row
        widest = max(names, key=self.fontMetrics().horizontalAdvance)
        for color, label in self._thoughts.items():
            label.keep_room_for(self._view_text(color, visits_text(MOST_VISITS), [widest] * LINE_MOVES))
        games = self.games.maximum()
        for label in (self.players, self.score):  # one is shown instead of the other
            label.keep_room_for(self._score_text(series, [games, games], games, stopped=True))

    # --- series -----------------------------------------------------------------------------------------------

    @property
    def running(self) -> bool:
        """Whether a series is being played."""
        return self._under_way

    def _toggle_series(self) -> None:
        if self.running:
            self.stop()
        elif self._window.files.leaving.may_begin_another():
            setup = self._next_series()
            self._score, self._games = [0, 0], self.games.value()
            self._first, self._under_way = setup, True
            self._play(setup)
            self.retranslate()

    def _next_series(self) -> GameSetup:
        """The setup of the next series: that of the last one, unless another game was begun since; then between the AIs that the window shows."""
        first, games = self._first, self._window.games
        return first if first is not None and first == games.next_setup() else games.ais_setup()

    def follow_renamed(self, player_now: Callable[[str], str]) -> None:
        """Go on with the series under the new names of the players' network files."""
        first = self._first
        if first is not None:
            self._first = replace(first, black=player_now(first.black), white=player_now(first.white))

    def _play(self, setup: GameSetup) -> None:
        self._match = None  # until the game has begun
        self._window.games.start(setup, series=self._first)
        self._match = self._window.controller.match

    def _follow(self) -> None:
        """End the series when the user opens another game."""
        if self._match is not None and self._window.controller.match is not self._match:
            self.stop()

    def stop(self) -> None:
        """End the series; the score stays."""
        self._next.stop()
        self._under_way, self._match = False, None
        self.retranslate()

    def _count(self, result: Result) -> None:
        """Count a game that ended: one point for the winning player, whatever its colour."""
        if not self.running or self._window.controller.match.trying:
            return
        swapped = sum(self._score) % 2 == 1
        self._score[(result.winner is Color.WHITE) != swapped] += 1
        if sum(self._score) < self._games:
            self._next.start()
            self._show_score()
        else:
            self._show_score()
            self.stop()
            self._window.files.leaving.keep_if_played()

    def _play_next(self) -> None:
        setup = self._first
        if setup is None or not self.running:
            return
        # wait: the question may be about the game that ended, and stones being placed, a practice or a try would be lost
        trying = self._window.controller.match.trying
        if _something_is_asked() or self._window.showing.board_is_lent or trying:
            self._next.start()
            return
        # also keeps the game that ended among those that were played
        if not self._window.files.leaving.may_begin_another():
            self.stop()
            return
        if sum(self._score) % 2 == 1:
            setup = replace(setup, black=setup.white, white=setup.black)
        self._play(setup)

    def show_state(self) -> None:
        """Show whether a move can be made, and who plays the next series."""
        over = self._window.controller.match.result is not None
        self.step.setEnabled(not over and not self._window.showing.board_is_lent)
        setup = self._next_series()
        self._offer_random_moves(setup)
        self._keep_room(setup)
        names = (player_label(setup.of(color)) for color in Color)
        self.players.setText(fill(self.tr("Next series: %1 against %2"), *names))
        self.players.setVisible(setup != self._first)  # else the score names them
        self.score.setVisible(self._first is not None)

    def _show_score(self) -> None:
        if self._first is None:
            return
        stopped = not self.running and sum(self._score) < self._games
        self.score.setText(self._score_text(self._first, self._score, self._games, stopped))

    def _score_text(self, series: GameSetup, score: Sequence[int], games: int, stopped: bool) -> str:
        won, lost = score
        names = [player_label(series.of(color)) for color in Color]
        if names[0] == names[1]:
            sides = [fill(self.tr("%1 at first", "a colour"), color_text(color)) for color in Color]
            names = [fill(self.tr("%1: %2", "both players of a series"), names[0], sides[0]), sides[1]]
        played = self.tr("%1  %2  %3   (%4 of %5 games)")
        return fill(
            self.tr("%1  %2  %3   (stopped after %4 of %5 games)") if stopped else played,
            names[0],
            f"{won}{NO_BREAK_SPACE}:{NO_BREAK_SPACE}{lost}",
            names[1],
            sum(score),
            games,
        )

    def retranslate(self) -> None:
        self._speed_name.setText(self.tr("Pause between moves"))
        self.step.setText(self.tr("Ne&xt move"))
        self.games.setSuffix(self.tr(" games"))
        self.games.setAccessibleName(self.tr("Games of a series"))
        self.start.setText(self.tr("Stop the se&ries") if self.running else self.tr("Play a se&ries"))
        self.start.setToolTip(self.tr("The players change colours after each game."))
        self._random_name.setText(self.tr("Random moves to begin with"))
        self.random_moves.setAccessibleName(self._random_name.text())
        self._show_speed()
        self._write_thoughts()
        self.show_state()
        self._show_score()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Ignore the second click of a double click, which would end the series that the first one began."""
        return event.type() is QEvent.Type.MouseButtonDblClick or super().eventFilter(watched, event)


def _something_is_asked() -> bool:
    """Whether a dialog that needs an answer is open, perhaps below a message. Mere messages are not modal for the application."""
    asks = Qt.WindowModality.ApplicationModal
    return any(each.isVisible() and each.windowModality() is asks for each in QApplication.topLevelWidgets())


def ais_of(setup: GameSetup, instead: str) -> GameSetup:
    """``setup`` with AIs alone: a human is replaced by the other side's AI, two humans by ``instead``."""
    ais = [text for text in (setup.black, setup.white) if text != HUMAN] or [instead]
    return replace(setup, black=ais[0], white=ais[-1])
