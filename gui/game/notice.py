"""The line over the board that says what happens or what to do."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QWidget

from core import kernel_cache
from core.game import Node, Result
from core.position import Loss, Size
from gui.game.controller import State
from gui.program import messages
from gui.program.player_text import NETWORK_KINDS, kind_of

if TYPE_CHECKING:
    from gui.main_window import MainWindow

STATUS_MS = 6000


class NoticeRow(QWidget):
    """The line, with buttons for what one would do next, which come and go without the board moving."""

    def __init__(self) -> None:
        super().__init__()
        self.label = QLabel()
        self.label.setObjectName("notice")
        # a long name must not push the docks aside
        self.label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.label.setWordWrap(True)
        self.label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.back, self.report, self.again = QPushButton(), QPushButton(), QPushButton()
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.label, 1)
        for button in (self.back, self.report, self.again):
            layout.addWidget(button)
        two_lines = (
            2 * self.label.fontMetrics().lineSpacing()
        )  # beside a button most sentences are broken once
        self.setMinimumHeight(max(self.back.sizeHint().height(), two_lines))


class NoticeDesk(QObject):
    """Writes the line."""

    def __init__(self, window: "MainWindow"):
        super().__init__(window)
        self._window = window
        self._controller = window.controller
        self._news: tuple[Node, str] | None = None
        """The last message, and the position at which it was told."""
        self._known: tuple[Node, str] | None = None
        """The message that stood there after the last command."""
        self._unread = QTimer(self, singleShot=True, interval=STATUS_MS)
        """Runs until that message can have been read."""
        self._answer = QTimer(self, singleShot=True, interval=STATUS_MS)
        """Runs while the line shows the answer to a click instead of its usual text."""
        self._answer.timeout.connect(self.refresh)
        self._announced: tuple[Node | None, str] = None, ""
        """The position that screen readers were told of last, and what the line said."""
        self.row = NoticeRow()
        self.row.back.clicked.connect(self._controller.back_to_game)
        self.row.report.clicked.connect(lambda: window.commands.actions["report"].trigger())
        self.row.again.clicked.connect(window.games.rematch)
        self._controller.refused.connect(self._show_refused)
        window.language_changed.connect(self.retranslate)
        window.appearance.notation_changed.connect(self.forget)  # what was told may name points

    def retranslate(self) -> None:
        self.forget()  # it was told in another language
        self.row.back.setText(self.tr("Bac&k to the game"))
        self.row.report.setText(self.tr("R&eport"))
        self.row.report.setToolTip(self.tr("How well each side played, and where it went wrong"))
        self.row.again.setText(self.tr("Remat&ch"))

    def tell(self, sentence: str) -> None:
        """Say what came of a command, until another is given, another position is looked at or the language changes. If that happens before it can
        have been read, as in a game between AIs, or if a bar hides the line, the status bar says it."""
        if self._window.showing.board_is_lent:
            self.tell_below(sentence)
            return
        self._news = self._controller.game.cursor, sentence
        self._unread.start()
        self._window.showing.show_state()

    def follow_command(self) -> None:
        """Drop what was told before this command: it is no news any more."""
        if self._news is not None and self._news is self._known:
            self.forget()
            self.refresh()
        self._known = self._news

    def tell_below(self, sentence: str) -> None:
        """Show ``sentence`` for some seconds in the status bar alone."""
        self._window.statusBar().showMessage(sentence, STATUS_MS)

    def answer(self, sentence: str) -> None:
        """Say for some seconds in the line why a click on the board does nothing."""
        self.row.label.setText(sentence)
        self._answer.start()

    def forget(self) -> None:
        """Drop the last message, which no longer holds or would be worded differently now."""
        self._news = None
        self._unread.stop()

    def refresh(self) -> None:
        """Show how the game ended or what to do, after the last message if that was told at this position."""
        controller = self._controller
        self._answer.stop()
        self.row.setVisible(not self._window.showing.board_is_lent)  # a bar takes its place
        looking_elsewhere = not controller.live or controller.match.trying
        over = controller.match.result is not None
        self.row.back.setVisible(looking_elsewhere)
        at_end = over and not (looking_elsewhere or self._window.watch.running)
        self.row.report.setVisible(at_end)
        self.row.again.setVisible(at_end and self._window.games.may_play_again)
        text = self._text()
        if self._news is not None and self._news[0] is controller.game.cursor:
            news = self._news[1]
            whole = news.endswith((".", "。"))  # it may end with the name of a file
            text = messages.one_after_another(news, text) if whole else messages.in_parts(news, text)
        else:
            self._move_on(text)
        label = self.row.label
        font = label.font()
        font.setBold(over and not looking_elsewhere)
        label.setFont(font)
        label.setText(text)
        self._announce(text)

    def _announce(self, text: str) -> None:
        """Tell screen readers the move that led to another position, and what the line says, whenever one of them changes."""
        node = self._controller.game.cursor
        if (node, text) == self._announced:
            return
        said = text
        if node is not self._announced[0] and node.move is not None and node.color is not None:
            move = messages.move_text(node.move, self._controller.game.size, self._window.appearance.notation)
            said = messages.in_parts(messages.fill("%1 %2", messages.color_text(node.color), move), text)
        self._announced = node, text
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self.row.label, said))

    def _move_on(self, text: str) -> None:
        """Drop the last message at another position, by way of the status bar if it is unread and not in ``text``."""
        if self._news is not None and self._unread.isActive() and self._news[1] not in text:
            self.tell_below(self._news[1])
        self.forget()

    def _text(self) -> str:
        controller, match = self._controller, self._controller.match
        tries = controller.tries_beside or (controller.live and match.trying)
        if controller.tries_beside:
            text = self._beside()
        elif not controller.live:
            text = self._looking_back()
        elif match.result is not None:
            text = self._ended(match.result)
        else:
            text = self._state_text()
        if tries:
            text = messages.fill(self.tr("Trying something else. %1"), text)
        if self._window.mark_bar.active:
            text = messages.fill(self.tr("A click marks a point or takes its mark off. %1"), text)
        return text

    def _ended(self, result: Result) -> str:
        """How the game ended. A user whom a forbidden move has cost it hears that it can be taken back."""
        text = messages.result_text(result, self._controller.game.size, self._window.appearance.notation)
        lost_here = result.loss is not None and self._controller.is_human(result.winner.opponent)
        if lost_here and self._controller.can_undo:
            return messages.one_after_another(text, self.tr("“Undo” takes this move back."))
        return text

    def _beside(self) -> str:
        """How a variation beside a paused game ended, or whose turn it is there: the user plays both sides."""
        game = self._controller.game
        result = self._controller.match.result_on(game.cursor.line())
        if result is not None:
            return messages.result_text(result, game.size, self._window.appearance.notation)
        return messages.fill(self.tr("%1 to move: your turn."), messages.color_text(game.position.to_move))

    def _looking_back(self) -> str:
        controller, self_play = self._controller, self._window.controller.self_play
        cursor = controller.game.cursor
        if (
            self_play is not None and cursor.number and cursor is next(iter(self_play.thoughts))
        ):  # where such a game opens
            said = self.tr("Here, at move %1, the search begins; the moves before were drawn by lot.")
        elif cursor in controller.game.line_played() or cursor in controller.match.head.ancestors():
            said = self.tr("You are looking back at move %1.")
        else:
            said = self.tr("You are looking at move %1 of a variation.")
        text = messages.fill(said, cursor.number)
        if controller.may_try and not self._window.mark_bar.active:
            may_try = self.tr("Click to try a move; the game is not changed.")
            return messages.one_after_another(text, may_try)
        if controller.under_way and not controller.match.trying:
            return messages.one_after_another(text, self._now())
        return text

    def _now(self) -> str:
        """How the game stands while an earlier position is looked at, and how to get back to it."""
        if self._controller.state is not State.YOUR_TURN:
            return messages.fill(self.tr("In the game, %1"), self._state_text())
        to_move = messages.color_text(self._controller.match.to_move)
        return messages.fill(self.tr("In the game, %1 to move: “Back to the game” leads there."), to_move)

    def _state_text(self) -> str:
        """Whose turn it is in the game, and who is at work."""
        controller, state = self._controller, self._controller.state
        to_move = controller.match.to_move
        side = messages.color_text(to_move)
        if state is State.PAUSED and controller.is_human(to_move):
            return messages.fill(
                self.tr("Paused. %1 to move: play a move or press “Pause” to continue."), side
            )
        if controller.clock_waits:
            return messages.fill(self.tr("%1 to move: your turn. The clock waits for your move."), side)
        compiles = state is State.LOADING and not kernel_cache.is_ready()
        if controller.looks_for_hint and compiles:
            return self.tr(
                "Getting ready for hints. The first time on this computer this takes a minute or two."
            )
        if controller.looks_for_hint:
            return messages.fill(self.tr("Looking for a move for %1…"), side)
        if compiles:
            said = self.tr(
                "Getting ready for the player of %1. The first time on this computer this takes a minute or two."
            )
            return messages.fill(said, side)
        if state is State.LOADING and self._loads_long:
            said = self.tr(
                "Loading the player of %1. The first time on a board of this size this takes up to a minute."
            )
            return messages.fill(said, side)
        said = {
            State.IDLE: self.tr("%1 to move."),
            State.YOUR_TURN: self.tr("%1 to move: your turn."),
            State.LOADING: self.tr("Loading the player of %1…"),
            State.THINKING: self.tr("%1: the AI is thinking…"),
            State.PAUSED: self.tr("Paused. %1 to move; “AI moves now” or “Pause” goes on."),
            State.OVER: self.tr("The game is over."),
        }[state]
        return messages.fill(said, side)

    @property
    def _loads_long(self) -> bool:
        """Whether the player that is loaded has a network to fit to a board larger than the usual one."""
        match = self._controller.match
        player = self._controller.players[match.to_move]
        return kind_of(player) in NETWORK_KINDS and match.game.size.points > Size().points

    def _show_refused(self, loss: Loss) -> None:
        """Say why a move was refused; the board marks what it would capture."""
        size = self._controller.game.size
        self.row.label.setText(messages.loss_text(loss, size, self._window.appearance.notation))
