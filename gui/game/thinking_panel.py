"""The panel that shows what the AI thinks: how it judges the position, and the moves that it considers."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QPoint, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPalette, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QMenu,
    QProgressBar,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from core.player import Candidate, Decision, Proof
from core.points import Notation, point_name
from core.position import Color, Position, Size
from gui.board.overlays import LINE_MOVES
from gui.game.known import is_solved
from gui.parts.empty_note import EmptyNote
from gui.parts.giving_way import give_way, keep_tight
from gui.parts.retranslated import Retranslated
from gui.parts.tables import UNKNOWN, look_only, row_tip
from gui.parts.whole_label import WholeLabel
from gui.program.messages import color_text, fill, in_parts, proof_text, visits_text
from gui.program.player_text import kind_of

CANDIDATES = 8
LINE_IN_ROW = 6
"""Moves of a candidate's line that its row shows, the candidate itself included."""
THEN = 4
"""The column that says how the game would go on."""
MOVE, VISITS, WIN_RATE, PRIOR = range(4)
"""Columns: the move, its visits, the win rate, whose heading names the side, and the network's prior."""
BAR_MARGIN = 8
MEANS = ("uct", "zero")
"""Players that judge a position by the mean over all visits, including those of weaker moves, not by its best move alone."""
FEW_VISITS = 5
"""Visits below which a win rate is a guess, and written faintly beside moves that were searched."""
CLEARLY = 0.03
"""Difference of two win rates from which it is explained."""
NOTHING = ("0", UNKNOWN)
LEAST_LINE = 48
"""Least width of a line's column in pixels, enough for a move and the heading."""


FORMS = WITH_WORDS, NAMED, PLAIN, ALONE = range(4)
"""Forms of the texts on the bar of win rates, each shorter than the one before: colour, word and number; colour and number; the number; the number of
the leader alone."""


class WinRateBar(QWidget):
    """A bar that shows Black's win rate from the left and White's from the right."""

    def __init__(self) -> None:
        super().__init__()
        self._black: float | None = None
        self._beside: WinRateBar | None = None
        self.setFixedHeight(20)
        self.set_black(None)

    def set_black(self, share: float | None) -> None:
        """Black's win rate, 0 to 1; ``None`` if nothing is known."""
        self._black = share
        # without one, Qt would tell the tool tip
        self.setAccessibleDescription("–" if share is None else f"{100 * share:.0f}%")
        self.update()
        if self._beside is not None:
            self._beside.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._black is None:
            return  # an empty frame looks like a field to type in
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        parts = (0.0, self._black, "#202020", "#ffffff"), (self._black, 1.0, "#f2f2f2", "#101010")
        for start, end, ground, ink in parts:
            left = rect.left() + rect.width() * start
            painter.setClipRect(QRectF(left, rect.top(), rect.width() * (end - start), rect.height()))
            painter.setPen(QPen(QColor("#808080"), 1))
            painter.setBrush(QColor(ground))
            painter.drawRoundedRect(rect, 4, 4)
            painter.setPen(QColor(ink))
            self._write_shares(painter, rect)

    def keep_alike(self, other: "WinRateBar") -> None:
        """Write this bar and ``other``, which stands beside it, in one form."""
        self._beside, other._beside = other, self

    def texts(self) -> dict[Color, str]:
        """The text of each side, both in one form that depends on the bar's width alone, so that it stays as it is while the numbers change. A text
        may reach into the other side's part. Where there is no room for two numbers, the leader's stands alone."""
        if self._black is None:
            return {}
        form = max(bar._form() for bar in (self, self._beside) if bar is not None)
        rates = {Color.BLACK: self._black, Color.WHITE: 1 - self._black}
        told = [*Color] if form != ALONE else [max(Color, key=lambda color: rates[color])]
        return {color: self._text(color, rates[color], form) for color in told}

    def _form(self) -> int:
        """The longest of :data:`FORMS` in which both sides' texts have room."""
        return next((form for form in FORMS[:ALONE] if self._has_room(form)), ALONE)

    def _has_room(self, form: int) -> bool:
        texts = (self._text(color, 0.5, form) for color in Color)
        needed = sum(self.fontMetrics().horizontalAdvance(text) + 2 * BAR_MARGIN for text in texts)
        return needed <= self.width()

    def _text(self, color: Color, rate: float, form: int) -> str:
        number, name = f"{100 * rate:.1f}%", color_text(color)
        if form == WITH_WORDS:
            return fill(self.tr("%1 wins %2"), name, number)
        return f"{name} {number}" if form == NAMED else number

    def _write_shares(self, painter: QPainter, rect: QRectF) -> None:
        """Write each side's text at its end of the bar."""
        for color, text in self.texts().items():
            side = Qt.AlignmentFlag.AlignLeft if color is Color.BLACK else Qt.AlignmentFlag.AlignRight
            place = rect.adjusted(BAR_MARGIN, 0, -BAR_MARGIN, 0)
            painter.drawText(place, int(side | Qt.AlignmentFlag.AlignVCenter), text)


def _differs_from_best(decision: Decision) -> bool:
    """Whether the position's value clearly differs from that of its best move."""
    if not decision.candidates:
        return False
    best = decision.candidates[0]
    return best.proof is None and abs(best.win_rate_to_move - decision.win_rate_to_move) >= CLEARLY


def _judged(decision: Decision) -> list[Candidate]:
    """The candidates; if the result is certain, only those that were visited or proven."""
    if decision.proof is None:
        return [*decision.candidates]
    return [one for one in decision.candidates if one.visits or one.proof is not None]


def _is_guess(one: Candidate, shown: Sequence[Candidate]) -> bool:
    """Whether a search has hardly looked at ``one``, but at others of those ``shown``."""
    searched = any(other.visits >= FEW_VISITS for other in shown)
    return searched and one.proof is None and 0 < one.visits < FEW_VISITS


class ThinkingPanel(Retranslated, QWidget):
    """Shows what the AI does, how it judges the position, and the moves that it considers."""

    line_pointed = Signal(object, tuple)
    """A position and the line of the row under the pointer; no moves if there is none."""
    line_asked = Signal(object, tuple)
    """A position and a line to be put into the tree of variations."""

    def __init__(self) -> None:
        super().__init__()
        layout = QVBoxLayout(self)
        keep_tight(layout)
        self._status = WholeLabel()
        self._status.setObjectName("ai_status")
        self._status.keep_room_for_lines(1)  # so that nothing below moves when it is empty
        self._busy = QProgressBar()
        self._busy.setRange(0, 0)
        self._busy.setTextVisible(False)
        self._busy.setFixedHeight(4)
        self._about = WholeLabel()
        self._about.setObjectName("ai_about")
        self._about.hide()
        self._bar = WinRateBar()
        self._visits = WholeLabel(steady=True)
        self._visits.setObjectName("ai_visits")
        self._table = QTableWidget(0, 5)
        look_only(self._table)
        self._table.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self._table.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._table.setAlternatingRowColors(True)
        self._table.setShowGrid(False)
        self._table.setWordWrap(False)
        self._table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._table.setMouseTracking(True)
        self._table.viewport().installEventFilter(self)
        self._table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self._table.customContextMenuRequested.connect(self._offer_line)
        give_way(self._table)
        self._pointed = -1
        """The row under the pointer."""
        self._nothing = EmptyNote(self._table)
        self._why_hidden = ""
        header = self._table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(THEN, QHeaderView.ResizeMode.Stretch)
        for widget in (self._status, self._busy, self._about, self._bar, self._visits):
            layout.addWidget(widget)
        layout.addWidget(self._table, 1)
        self._last: tuple[Decision | None, Position, Notation, bool] = (
            None,
            Position.empty(),
            Notation.CHAMPIONSHIP,
            False,
        )
        self.retranslate()

    def set_status(self, text: str, busy: bool) -> None:
        """Say what is going on; ``busy``: something is being worked on."""
        self._status.setText(text)
        self._busy.setVisible(busy)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._leave_out()

    def _leave_out(self) -> None:
        """Hide columns that say nothing. If the others don't fit, hide the prior, then the line, rather than cut them off; the rows' tips have
        both."""
        table, header = self._table, self._table.horizontalHeader()
        for column in (VISITS, WIN_RATE, PRIOR):
            table.setColumnHidden(column, self._says_nothing(column))
        told = [column for column in range(THEN) if not table.isColumnHidden(column)]
        wanted = {each: max(header.sectionSizeHint(each), table.sizeHintForColumn(each)) for each in told}
        room = table.width() - table.verticalScrollBar().sizeHint().width()  # it may appear later
        left = room - sum(wanted.values())
        table.setColumnHidden(PRIOR, PRIOR not in wanted or left < LEAST_LINE)
        table.setColumnHidden(THEN, left + wanted.get(PRIOR, 0) < LEAST_LINE)

    def _says_nothing(self, column: int) -> bool:
        """Whether no listed move has a figure in ``column``."""
        cells = [self._table.item(row, column) for row in range(self._table.rowCount())]
        return bool(cells) and all(cell is None or cell.text() in NOTHING for cell in cells)

    def set_hidden(self, why: str) -> None:
        """Say why moves are not shown though they were compared; empty if none are hidden."""
        self._why_hidden = why
        self._nothing.setText(why or self.tr("This position has not been analysed."))

    def set_about(self, text: str) -> None:
        """Say what the figures below are about, if that is not the position on the board."""
        self._about.setText(text)
        self._about.setVisible(bool(text))

    def show_decision(
        self, decision: Decision | None, position: Position, notation: Notation, by_self_play: bool = False
    ) -> None:
        """Show what is thought of ``position``, perhaps ``by_self_play``; ``None`` empties the panel."""
        self._last = decision, position, notation, by_self_play
        to_move, size = position.to_move, position.size
        heading = self._table.horizontalHeaderItem(WIN_RATE)
        if heading is not None:
            heading.setText(fill(self.tr("%1 wins"), color_text(to_move)))
        if decision is None:
            self._bar.set_black(None)
            self._visits.setText("")
            self._table.setRowCount(0)
            self._leave_out()
            self._point()
            return
        rate = decision.win_rate_to_move
        self._bar.set_black(rate if to_move is Color.BLACK else 1 - rate)
        self._visits.setText(self._sure_text(decision, to_move, by_self_play))
        shown = _judged(decision)[:CANDIDATES]
        self._table.setRowCount(len(shown))
        model = self._table.model()
        headings = [
            str(model.headerData(column, Qt.Orientation.Horizontal)) for column in range(model.columnCount())
        ]
        for row, candidate in enumerate(shown):
            cells, why = self._cells(candidate, size, notation), self._why_ahead(decision, shown[row:])
            is_guess = _is_guess(candidate, shown)
            guess = self.tr("Hardly searched: with so few visits the win rate is a guess") if is_guess else ""
            said = why, guess, row_tip(headings, cells), self._about_line(candidate)
            tip = "\n".join(filter(None, said))
            if why:
                cells = tuple(f"*{cell}" if column == VISITS else cell for column, cell in enumerate(cells))
            for column, cell in enumerate(cells):
                self._set_cell(row, column, cell, tip, is_guess)
        self._leave_out()
        self._point()

    # --- lines ------------------------------------------------------------------------------------------------

    def _line_at(self, row: int) -> tuple[int, ...]:
        """The line of the move in ``row``; empty if there is none or it was not searched."""
        decision = self._last[0]
        shown = [] if decision is None else _judged(decision)[:CANDIDATES]
        return shown[row].line if 0 <= row < len(shown) else ()

    def _about_line(self, candidate: Candidate) -> str:
        return self.tr("Right click: put this line into the tree") if candidate.line else ""

    def _point(self, row: int | None = None) -> None:
        """Have the line of the row under the pointer shown, after the pointer moved or the analysis found more."""
        before, self._pointed = self._pointed, self._pointed if row is None else row
        if before >= 0 or self._pointed >= 0:
            self.line_pointed.emit(self._last[1], self._line_at(self._pointed)[:LINE_MOVES])

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QMouseEvent) and event.type() == QEvent.Type.MouseMove:
            row = self._table.rowAt(event.position().toPoint().y())
            if row != self._pointed:
                self._point(row)
        elif event.type() in (QEvent.Type.Leave, QEvent.Type.Hide):
            self._point(-1)
        return super().eventFilter(watched, event)

    def _offer_line(self, place: QPoint) -> None:
        """Open a menu that offers the line as it is now, whatever the running analysis finds meanwhile."""
        position, line = self._last[1], self._line_at(self._table.rowAt(place.y()))
        if line:
            menu = QMenu(self._table)
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            put = menu.addAction(self.tr("Put this line into the &tree"))
            put.triggered.connect(lambda: self.line_asked.emit(position, line))
            menu.popup(self._table.viewport().mapToGlobal(place))

    # --- words ------------------------------------------------------------------------------------------------

    def _sure_text(self, decision: Decision, to_move: Color, by_self_play: bool) -> str:
        """How many visits the judgement rests on, none if the position was solved without a search, and who wins if that is certain."""
        proof = decision.proof
        solved = is_solved(decision)
        parts = [visits_text(0 if solved else decision.visits)]
        if decision.seconds > 0 and decision.simulations and not solved:
            speed = f"{decision.simulations / decision.seconds:,.0f}"
            parts.append(fill(self.tr("%1 a second"), speed))
        if proof is not None:
            winner = to_move if proof is Proof.WIN else to_move.opponent
            parts.append(fill(self.tr("certain: %1 wins"), color_text(winner)))
        elif _differs_from_best(decision) and (by_self_play or kind_of(decision.by) in MEANS):
            parts.append(self.tr("the bar averages over weaker moves too"))
        elif _differs_from_best(decision) and kind_of(decision.by) == "td":
            parts.append(
                self.tr("the bar is V of the position, the moves have Q, with the shaping reward in it")
            )
        return in_parts(*parts)

    def _why_ahead(self, decision: Decision, shown: Sequence[Candidate]) -> str:
        """Why the first move of ``shown`` stands before moves with more visits; empty if it doesn't, or nobody knows why."""
        one, *others = shown
        proofs = {other.proof for other in others if other.visits > one.visits}
        if not proofs:
            return ""
        if one.proof is Proof.WIN:
            return self.tr("* Ahead of moves with more visits: this one is a certain win")
        if one.proof is Proof.LOSS:
            if one.point != decision.point:
                return ""
            return self.tr(
                "* Ahead of moves with more visits: all lose, and this one is the hardest to answer"
            )
        if proofs == {Proof.LOSS}:
            return self.tr("* Ahead of moves with more visits: those are certain losses")
        if kind_of(decision.by) not in MEANS:
            return ""
        if Proof.LOSS in proofs:
            return self.tr(
                "* Ahead of moves with more visits: some are certain losses, and of the others its win rate, estimated cautiously, is the highest"
            )
        return self.tr("* Ahead of moves with more visits: estimated cautiously, its win rate is the highest")

    @staticmethod
    def _cells(candidate: Candidate, size: Size, notation: Notation) -> tuple[str, ...]:
        rate = f"{100 * candidate.win_rate_to_move:.1f}%"
        if candidate.proof is not None:
            rate = proof_text(candidate.proof)
        elif not candidate.visits and not candidate.value_to_move:
            rate = UNKNOWN  # nobody has judged it yet
        line = " ".join(point_name(point, size, notation) for point in candidate.line[1:LINE_IN_ROW])
        return (
            point_name(candidate.point, size, notation),
            f"{candidate.visits:,}",
            rate,
            f"{100 * candidate.prior:.1f}%" if candidate.prior else UNKNOWN,
            line,
        )

    def _set_cell(self, row: int, column: int, text: str, tip: str, faint: bool) -> None:
        item = self._table.item(row, column)
        if item is None:
            item = QTableWidgetItem()
            align = Qt.AlignmentFlag.AlignLeft if column in (0, THEN) else Qt.AlignmentFlag.AlignRight
            item.setTextAlignment(align | Qt.AlignmentFlag.AlignVCenter)
            self._table.setItem(row, column, item)
        item.setText(text)
        item.setToolTip(tip)
        ink = self.palette().color(QPalette.ColorRole.PlaceholderText)
        item.setData(Qt.ItemDataRole.ForegroundRole, ink if faint else None)

    def retranslate(self) -> None:
        self._table.setHorizontalHeaderLabels(
            [self.tr("Move"), self.tr("Visits"), self.tr("Win rate"), self.tr("Prior"), self.tr("Then")]
        )
        for column, said in (
            (
                MOVE,
                self.tr("Best first"),
            ),
            (
                VISITS,
                self.tr(
                    "How many of the search's simulations began with this move. Where * stands before the number, the move is ahead of others with "
                    "more; point at it to read why."
                ),
            ),
            (
                WIN_RATE,
                self.tr(
                    "What the search expects after this move, for the side to move; the board shows the same"
                ),
            ),
            (PRIOR, self.tr("How likely this move seems to the network alone, before any search")),
            (
                THEN,
                self.tr(
                    "How the game would go on. Pointing at a row shows it on the board; a right click puts it into the tree of variations."
                ),
            ),
        ):
            if (heading := self._table.horizontalHeaderItem(column)) is not None:
                heading.setToolTip(said)
        self._visits.setToolTip(
            self.tr(
                "A simulation visits the position once. Visits that the search of an earlier position left count too."
            )
        )
        self._table.setAccessibleName(self.tr("Moves that the AI considers"))
        self.set_hidden(self._why_hidden)
        self._busy.setAccessibleName(self.tr("The AI is thinking"))
        self._bar.setAccessibleName(self.tr("Win rate of Black"))
        self._bar.setToolTip(
            self.tr(
                "What the search expects in this position, for both sides. With UCT and networks it averages over everything that was tried here, "
                "weaker moves too: the best move in the list may have a higher win rate."
            )
        )
        self.show_decision(*self._last)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.PaletteChange:
            self.show_decision(*self._last)
        super().changeEvent(event)
