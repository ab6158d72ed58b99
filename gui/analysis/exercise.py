"""What practising mistakes and solving problems share: a bar over the board that says what to look for, and a desk to which clicks on the board are
tries."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QShortcut
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout

from core.game import Node
from core.match import Match
from core.position import Color
from gui.game.board_bar import BoardBar, BoardDesk
from gui.program.labels import key_text

if TYPE_CHECKING:
    from gui.main_window import MainWindow

KEYS = ("back", "forward", "hint")
"""Commands whose keys go back, go on and show the answer in an exercise."""


class ExerciseBar(BoardBar):
    """Says what to do or what came of a try, with buttons to go on. While it is shown, clicks on the board try moves."""

    def __init__(self) -> None:
        super().__init__()
        self.label = QLabel()
        self.label.setTextFormat(Qt.TextFormat.PlainText)
        self.label.setWordWrap(True)
        self.answer = QPushButton()
        self.back, self.next, self.end = QPushButton(), QPushButton(), QPushButton()
        self.end.clicked.connect(self.close_bar)
        self._for_task: Sequence[QPushButton] = ()
        self._for_summary: Sequence[QPushButton] = ()

    def _place(
        self,
        for_task: Sequence[QPushButton],
        for_summary: Sequence[QPushButton],
        beside_label: Sequence[QPushButton] = (),
    ) -> None:
        """Put the buttons into the bar; those to go back and to end are there always, the others where they are of use."""
        self._for_task, self._for_summary = for_task, for_summary
        above, row = QHBoxLayout(), QHBoxLayout()
        above.addWidget(self.label, 1)
        row.addStretch(1)
        last = [self.back, self.next, self.end]
        below = [*(each for each in (*for_task, *for_summary) if each not in last), *last]
        for line, buttons in ((above, beside_label), (row, below)):
            for button in buttons:
                button.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # so that a click leaves the keys to the board
                line.addWidget(button)
        for button in for_summary:
            button.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        for line in (above, row):
            line.setSpacing(layout.spacing())  # else it would use the layout's spacing of lines
        layout.setSpacing(0)
        layout.addLayout(above, 1)
        layout.addLayout(row)

    def show_ways(self, first: bool, over: bool) -> None:
        """Show the buttons that fit: at the ``first`` task, or when all are ``over``."""
        self.back.setEnabled(not first)
        ways, others = self._for_task, self._for_summary
        if over:
            ways, others = others, ways
        for button in others:
            button.hide()  # before others are shown: room for all at once would be taken from the docks
        for button in ways:
            button.show()

    def show_keys(self, back: str, next_one: str, answer: str) -> None:
        """Say in the hints of the buttons which keys press them too."""
        for button, key in ((self.back, back), (self.next, next_one), (self.answer, answer)):
            button.setToolTip(key)

    def retranslate(self) -> None:
        self.answer.setText(self.tr("Show th&e answer"))
        self.back.setText(self.tr("Ba&ck"))
        self.end.setText(self.tr("En&d"))


class ExerciseDesk(BoardDesk):
    """Takes tries. The game and its tree stay as they are."""

    def __init__(self, window: "MainWindow", bar: ExerciseBar):
        super().__init__(window, bar)
        self._buttons = bar
        self._keys = {name: QShortcut(bar) for name in KEYS}
        self._analysed: Match | None = None
        """The match for which the analysis was switched off; ``None`` if it was off."""
        for name, button in zip(KEYS, (bar.back, bar.next, bar.answer), strict=True):
            self._keys[name].activated.connect(partial(_press, button))
        bar.answer.clicked.connect(self._answer)
        bar.back.clicked.connect(lambda: self._go(-1))
        bar.next.clicked.connect(lambda: self._go(1))
        window.language_changed.connect(self.take_keys)

    @property
    def node(self) -> Node:
        """The position that the board shows, in which a better move is looked for."""
        raise NotImplementedError

    @property
    def to_move(self) -> Color | None:
        """The colour of the stone that a click tries; ``None`` when the summary is shown."""
        raise NotImplementedError

    @property
    def turn(self) -> Color | None:
        """The side to mark among the players of the game; ``None`` for neither."""
        raise NotImplementedError

    @property
    def looks_for_better(self) -> bool:
        """Whether the better move is still looked for in the position shown: it was neither found nor told."""
        raise NotImplementedError

    def own_record(self) -> bytes | None:
        """The position as a record of its own; ``None`` if it belongs to the game."""
        return None

    def click(self, point: int) -> None:
        """Try ``point``."""
        raise NotImplementedError

    def _answer(self) -> None:
        raise NotImplementedError

    def _go(self, steps: int) -> None:
        """Go so many tasks on, or back if negative."""
        raise NotImplementedError

    def _line(self) -> tuple[int, ...]:
        """The moves that the board shows."""
        raise NotImplementedError

    def _show_bar(self) -> None:
        """Show the buttons that fit, and what to do or what came of a try."""
        raise NotImplementedError

    def _take_board(self) -> None:
        """Pause the game and show the first task. The board is the game's."""
        window = self._window
        self._stop_game()
        analyse = window.commands.actions["analyse"]
        self._analysed = window.controller.match if analyse.isChecked() else None
        analyse.setChecked(False)
        self.take_keys()
        self._bar.open_bar(self._take_room())
        self._show_all()
        window.turn_to_board()

    def take_keys(self) -> None:
        """Give the bar's buttons the keys of the commands that walk through the game and ask for a hint, which can't be given meanwhile."""
        keys = {name: self._window.commands.actions[name].shortcut() for name in KEYS}
        for name, shortcut in self._keys.items():
            shortcut.setKey(keys[name])
        self._buttons.show_keys(*(key_text(keys[name]) for name in KEYS))

    def _end(self) -> None:
        """Give the board back, and analyse again if that was switched off."""
        window = self._window
        window.board.show_line(window.controller.game.position, ())
        super()._end()
        window.review.refresh()
        if self._analysed is window.controller.match:
            window.commands.actions["analyse"].setChecked(True)

    def _show_all(self) -> None:
        """Show the current task wherever the window marks the position that is looked at."""
        self._window.showing.show_game()
        self._window.review.refresh()

    def refresh(self) -> None:
        """Bring board and bar up to date."""
        board, node = self._window.board, self.node
        self._window.showing.show_node(node)
        board.show_thoughts(None, node.position)
        board.show_book([])
        board.show_line(node.position, self._line(), first=node.number + 1)
        self._mark()
        self._show_bar()
        self._window.thoughts.refresh()  # which hides the analysis no longer once the better move is known

    def _mark(self) -> None:
        """Mark on the board what belongs to the task."""

    def _mark_refused(self, tried: int | None) -> None:
        """Mark on the board why the point ``tried``, if any, can't be played."""
        refused = None if tried is None else self.node.position.loss(tried)
        if refused is not None:
            self._window.showing.mark_refused(refused)


def _press(button: QPushButton) -> None:
    """Press ``button`` by a key, if it is there to be pressed."""
    if button.isVisible():
        button.click()
