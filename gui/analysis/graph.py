"""A graph of Black's win rate over the moves of a game. A click or drag goes to a move; mistakes are marked, the larger the worse."""

from collections import Counter

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetrics,
    QHelpEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPalette,
    QPen,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from ai.training.self_play_record import RecordedSelfPlay, has_thoughts
from core.game import Node
from core.player import Decision
from core.points import Notation, point_name
from core.position import Color
from core.review import Judgement, Severity, black_win_rate, certain, judgement
from gui.game.known import is_solved
from gui.parts.retranslated import Retranslated
from gui.program.messages import color_text, fill, in_parts, listed, player_label, run_label, visits_text
from gui.program.player_text import weak_judges
from gui.program.theme import STONE_COLORS, loss_color, mixed

LEFT, RIGHT, TOP, BOTTOM = 42, 10, 8, 20
"""Room around the curve, in pixels."""
LEGEND, SAMPLE, GAP = 15, 18, 6
"""The line that says whose the curves are: its height, the length of a sample of a curve, and the gap to a name; in pixels."""
MAIN = Qt.PenStyle.SolidLine
STYLES = Qt.PenStyle.DashLine, Qt.PenStyle.DotLine, Qt.PenStyle.DashDotLine
"""Pens of the curves behind the main one; further curves use the last."""
ALONE = 2.0
"""Radius of a value without neighbours by the same judge, in pixels."""
AT_CURSOR = 3.0
"""Radius of the curve's point at the cursor, in pixels."""
MARKS = {Severity.INACCURACY: 2.5, Severity.MISTAKE: 4.0, Severity.BLUNDER: 5.5}
"""Radius of a mistake's mark, in pixels."""
FULL_MARKS, SMALLEST_MARKS = 80, 0.5
"""Height of the curve's area, in pixels, from which marks have these radii, and their least share in a lower one, whose curve they would cover."""
NUMBERS_BELOW = 4
"""Pixels between the curve's area and the move numbers, which the mark of a mistake at 0% must not cover."""
JOINED = 2
"""How many moves apart two joined values may be: in a game against an AI only every second position has a value."""
TICKS = (1, 2, 5, 10, 20, 50, 100)
TICK_SPACE = 40


class WinRateGraph(Retranslated, QWidget):
    """The win rates of the line that is looked at, one curve for each judge."""

    node_chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._line: list[Node] = []
        self._cursor = 0
        self._found: Decision | None = None
        self._notation = Notation.CHAMPIONSHIP
        self._for_all = False
        self._self_play: RecordedSelfPlay | None = None
        self._random_moves = 0
        self._winner: Color | None = None
        self._judges: list[str] = [""]
        """Who judged positions of the line; the first has the main curve. An analyst who judged more positions than anyone comes first, then the
        players in the order in which they moved, so that their curves keep their style, then all others by how many positions they judged."""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumHeight(70)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # for its text; the keys that walk are the window's
        self.retranslate()

    def sizeHint(self) -> QSize:
        return QSize(600, 160)

    def show_line(
        self,
        line: list[Node],
        cursor: Node,
        notation: Notation,
        for_all: bool,
        self_play: RecordedSelfPlay | None = None,
        random_moves: int = 0,
        found: Decision | None = None,
        winner: Color | None = None,
    ) -> None:
        """Show ``line``, root first, with ``cursor`` among its nodes. ``for_all``: colours for colour-blind eyes; ``self_play``: what the record of
        such a game tells; ``random_moves``: how many random moves the line begins with; ``found``: as in :meth:`show_found`; ``winner``: who won by
        a move after the line that lost by the rules."""
        self._line, self._cursor = line, line.index(cursor)
        self._notation, self._for_all = notation, for_all
        self._self_play, self._random_moves = self_play, random_moves
        self._winner = winner
        self.show_found(found)

    def show_found(self, found: Decision | None) -> None:
        """Show what a running analysis has ``found`` so far about the position at the cursor, instead of what is kept with it."""
        self._found = found
        self._judges = self._find_judges()
        self.setAccessibleDescription(self.text_of(self._cursor))
        self.update()

    def _known(self, number: int) -> Decision | None:
        """The analysis of the position after move ``number``."""
        return (self._found if number == self._cursor else None) or self._line[number].analysis

    def _rate(self, number: int) -> float | None:
        """Black's win rate after move ``number``, by a running analysis too, unless the result is certain."""
        node = self._line[number]
        return self._rate_of(node, self._known(number)) if certain(node) is None else black_win_rate(node)

    def _rate_of(self, node: Node, said: Decision | None) -> float | None:
        """Black's win rate at ``node`` by what is ``said`` of it. Where nothing is and the solver played, it is the game's outcome."""
        solved = self._self_play.solved if self._self_play is not None else []
        if said is None and node in solved:
            node = solved[-1]
        return None if said is None and not node.position.is_over else black_win_rate(node, said)

    def _thought(self, number: int) -> Decision | None:
        """What someone other than the present judge thought or said of the position after move ``number``."""
        node, known = self._line[number], self._known(number)
        said = [one for one in (node.thought, node.analysis) if one is not None]
        return next((one for one in said if known is not None and one.by != known.by), None)

    def _judged(self, number: int) -> Judgement | None:
        """What move ``number`` gave away; ``None`` for a random move, which is nobody's mistake."""
        return judgement(self._line[number]) if number > self._random_moves else None

    def text_of(self, number: int) -> str:
        """What is known after move ``number``, in words; who says so stands in a line of its own."""
        node = self._line[number]
        rate = self._rate(number)
        parts = []
        if node.move is not None and node.color is not None:
            name = point_name(node.move, node.position.size, self._notation)
            parts.append(f"{number}. {color_text(node.color)} {name}")
        if 0 < number <= self._random_moves:
            parts.append(self.tr("a random move of the opening"))
        if rate is not None:
            parts.append(fill(self.tr("Black %1%"), f"{100 * rate:.1f}"))
        judged = self._judged(number)
        if judged is not None and judged.severity is not Severity.FINE:
            parts.append(fill(self.tr("the move gave away %1%"), f"{100 * judged.loss:.1f}"))
        return "\n".join(filter(None, (in_parts(*parts), self._judge(number), self._before(number))))

    def _before(self, number: int) -> str:
        """What another judge said of the position after move ``number``, with their name; empty if nobody did."""
        thought = self._thought(number)
        rate = None if thought is None else black_win_rate(self._line[number], thought)
        if thought is None or rate is None:
            return ""
        return in_parts(self._name_of(thought.by), fill(self.tr("Black %1%"), f"{100 * rate:.1f}"))

    def _judge(self, number: int) -> str:
        """Who judged the position after move ``number``; empty if nobody did or the game is over there."""
        node, known = self._line[number], self._known(number)
        if known is None or node.position.is_over:
            return ""
        if known.by:
            judged = fill(self.tr("Judged by %1"), player_label(known.by))
            by = self.tr("Proven by the solver") if is_solved(known) else judged
        elif self._self_play is not None and has_thoughts(node):
            by = fill(
                self.tr("Judged by the search of self-play: %1, for generation %2"),
                run_label(self._self_play.run),
                self._self_play.generation,
            )
        else:
            by = self.tr("The record doesn't say who judged this")
        parts = [by, visits_text(known.visits)] if known.visits else [by]
        if known.proof is None and known.by in self._weak:
            parts.append(self.tr("for reference only: a weak judge"))
        return in_parts(*parts)

    @property
    def _weak(self) -> list[str]:
        """The judges of the line that are known to be weak."""
        judged = map(self._known, range(len(self._line)))
        return weak_judges(known for known in judged if known is not None)

    # --- geometry ---------------------------------------------------------------------------------------------

    def _area(self) -> QRectF:
        top = TOP + (LEGEND if self._needs_legend else 0)
        return QRectF(LEFT, top, max(1, self.width() - LEFT - RIGHT), max(1, self.height() - top - BOTTOM))

    @property
    def _steps(self) -> int:
        """How many moves there is room for: a move that lost by the rules has no position in the line, but an end of the curve."""
        return max(1, len(self._line) - 1 + (self._winner is not None))

    def x_of(self, number: int) -> float:
        """The x of move ``number``, in pixels."""
        area = self._area()
        return area.left() + area.width() * number / self._steps

    def _place(self, number: int, rate: float) -> QPointF:
        area = self._area()
        return QPointF(self.x_of(number), area.bottom() - area.height() * rate)

    def number_at(self, x: float) -> int:
        """The number of the move nearest to ``x``."""
        area = self._area()
        share = (x - area.left()) / area.width()
        return min(max(round(share * self._steps), 0), len(self._line) - 1)

    # --- the user ---------------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._go_to(event.position().x())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._go_to(event.position().x())

    def _go_to(self, x: float) -> None:
        if self._line and self.number_at(x) != self._cursor:
            self.node_chosen.emit(self._line[self.number_at(x)])

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and self._line:
            QToolTip.showText(event.globalPos(), self.text_of(self.number_at(event.pos().x())), self)
            return True
        return super().event(event)

    def retranslate(self) -> None:
        self.setAccessibleName(self.tr("Win rate of Black over the game"))
        self.update()

    # --- painting ---------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        if self.hasFocus():
            painter.setPen(QPen(self.palette().color(QPalette.ColorRole.Highlight), 2))
            painter.drawRect(self.rect().adjusted(1, 1, -1, -1))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        font = painter.font()
        font.setPixelSize(11)
        painter.setFont(font)
        if not any(self._known(number) for number in range(len(self._line))):
            self._paint_nothing(painter)
            return
        self._paint_frame(painter)
        self._paint_opening(painter)
        main, *others = self._judges
        if self._needs_legend:
            self._paint_legend(painter)
        for place, judge in enumerate(others):
            self._paint_curves(painter, judge, STYLES[min(place, len(STYLES) - 1)])
        self._paint_curves(painter, main)
        self._paint_cursor(painter)
        for number in range(len(self._line)):
            found = self._judged(number)
            if found is not None and found.severity is not Severity.FINE:
                self._paint_mistake(painter, self._place(number, self._rate(number) or 0.0), found)

    def _judge_of(self, number: int) -> str | None:
        """Who judged the position after move ``number``; ``None`` if nobody did or the result is certain."""
        node, known = self._line[number], self._known(number)
        return None if node.position.is_over or known is None or known.proof is not None else known.by

    def _find_judges(self) -> list[str]:
        """The judges in the order of :attr:`_judges`. Two AIs that play each other judge one position differently, so each has its own curve."""
        numbers = range(len(self._line))
        judged = Counter(judge for judge in map(self._judge_of, numbers) if judge is not None)
        replaced = [thought.by for thought in map(self._thought, numbers) if thought is not None]
        judges = [*dict.fromkeys([*(judge for judge, _ in judged.most_common()), *replaced])]
        players = [judge for judge in self._players() if judge in judges]
        analyst = [judge for judge in judges[:1] if judge not in players]
        return [*dict.fromkeys([*analyst, *players, *judges])] or [""]

    def _players(self) -> list[str]:
        """The players whose thoughts the line keeps, in the order in which they moved."""
        return [*dict.fromkeys(node.thought.by for node in self._line if node.thought is not None)]

    def _rate_by(self, number: int, judge: str, plays: bool) -> float | None:
        """Black's win rate after move ``number`` by ``judge``. Certain results count for every judge, but for one who ``plays`` only those found in
        the game, not those that an analysis found later."""
        node, known, thought = self._line[number], self._known(number), self._thought(number)
        own = next((one for one in (known, thought) if one is not None and one.by == judge), None)
        if own is not None:
            return self._rate_of(node, own)
        said = node.thought if plays else known
        is_certain = said is None or said.proof is not None or node.position.is_over
        return self._rate_of(node, said) if is_certain else None

    def _stretches(self, judge: str) -> list[list[QPointF]]:
        """The values by ``judge`` and certain ones, in the stretches that the curve joins. It has gaps where many moves were not judged, as a line
        through them would seem to judge them."""
        found, last = [], -JOINED - 1
        plays = judge in self._players()
        for number in range(len(self._line)):
            rate = self._rate_by(number, judge, plays)
            if rate is None:
                continue
            if number - last > JOINED:
                found.append([])
            found[-1].append(self._place(number, rate))
            last = number
        if self._winner is not None and len(self._line) - last <= JOINED:
            found[-1].append(self._place(len(self._line), 1.0 if self._winner is Color.BLACK else 0.0))
        return found

    def _paint_nothing(self, painter: QPainter) -> None:
        painter.fillRect(self._area(), self.palette().color(QPalette.ColorRole.Base))
        painter.setPen(self.palette().color(QPalette.ColorRole.PlaceholderText))
        painter.drawText(
            self._area(), Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, self.nothing_text()
        )

    def nothing_text(self) -> str:
        """What stands in place of a curve: which commands would draw one. Of the end of a game an analysis has nothing to say."""
        if self._line and self._line[self._cursor].position.is_over:
            return self.tr("Nothing analysed yet. “Analyse the whole game” looks at all positions.")
        return self.tr(
            "Nothing analysed yet. “Analyse” looks at this position, “Analyse the whole game” at all of them."
        )

    def _paint_frame(self, painter: QPainter) -> None:
        palette, area = self.palette(), self._area()
        painter.fillRect(area, palette.color(QPalette.ColorRole.Base))
        faint = mixed(
            palette.color(QPalette.ColorRole.Text), palette.color(QPalette.ColorRole.Base), share=0.25
        )
        text = palette.color(QPalette.ColorRole.PlaceholderText)
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        for rate in (0.0, 0.5, 1.0):
            y = round(area.bottom() - area.height() * rate) + 0.5
            painter.setPen(QPen(faint, 1, Qt.PenStyle.DashLine if rate == 0.5 else Qt.PenStyle.SolidLine))
            painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
            painter.setPen(text)
            painter.drawText(QRectF(0, y - 7, LEFT - 5, 14), right, f"{100 * rate:.0f}%")
        moves = self._steps
        step = next((one for one in TICKS if area.width() * one / moves >= TICK_SPACE), TICKS[-1])
        for number in range(0, len(self._line), step):
            place = QRectF(self.x_of(number) - 20, area.bottom() + NUMBERS_BELOW, 40, BOTTOM - NUMBERS_BELOW)
            painter.drawText(place, Qt.AlignmentFlag.AlignCenter, str(number))

    def _paint_opening(self, painter: QPainter) -> None:
        """Say in one line, as long as there is room for, why the curve does not begin at the start."""
        if not self._random_moves or self._rate(0) is not None:
            return
        area = self._area()
        place = QRectF(
            area.left(), area.top(), self.x_of(self._random_moves) - area.left(), area.height() / 2
        )
        painter.setPen(self.palette().color(QPalette.ColorRole.PlaceholderText))
        said = self._said_of_opening(painter.fontMetrics(), place.width())
        painter.drawText(place, Qt.AlignmentFlag.AlignCenter, said)

    def _said_of_opening(self, metrics: QFontMetrics, room: float) -> str:
        """The longest text about the random opening that fits into ``room`` pixels; empty if none does."""
        texts = self.tr("random opening"), self.tr("random")
        return next((text for text in texts if metrics.horizontalAdvance(text) <= room), "")

    def _paint_curves(self, painter: QPainter, judge: str, style: Qt.PenStyle = MAIN) -> None:
        """Paint the curve of ``judge``, the main one shaded below."""
        for stretch in self._stretches(judge):
            if style is MAIN:
                self._shade(painter, stretch)
            self._paint_stretch(painter, stretch, style)

    def _paint_stretch(self, painter: QPainter, stretch: list[QPointF], style: Qt.PenStyle) -> None:
        """Paint a part of a curve; a single value is a dot."""
        color = self.palette().color(QPalette.ColorRole.Text)
        pen = QPen(color, 1.6)
        if style is not MAIN:
            color = mixed(color, self.palette().color(QPalette.ColorRole.Base), share=0.6)
            pen = QPen(color, 1.2, style)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPolyline(stretch)
        if len(stretch) == 1:
            painter.setBrush(color)
            painter.drawEllipse(stretch[0], ALONE, ALONE)

    @property
    def _needs_legend(self) -> bool:
        return len(self._judges) > 1

    def legend(self) -> list[str]:
        """The names for the main curve and for each other style, the last style's names in one text."""
        players = self._players()
        names = [
            self._name_of(judge)
            if judge in players or not players
            else fill(self.tr("analysis: %1"), self._name_of(judge))
            for judge in self._judges
        ]
        return [*names[: len(STYLES)], *filter(None, [listed(names[len(STYLES) :])])]

    def _name_of(self, judge: str) -> str:
        if judge:
            return player_label(judge)
        return self.tr("values of the record") if self._self_play is None else self.tr("search of self-play")

    def _paint_legend(self, painter: QPainter) -> None:
        """Paint each name after a sample of its curve, and for all but the main one a dot."""
        area, metrics = self._area(), painter.fontMetrics()
        x, y = area.left(), area.top() - (TOP + LEGEND) / 2
        for name, style in zip(self.legend_shown(metrics), (MAIN, *STYLES), strict=False):
            self._paint_stretch(painter, [QPointF(x, y), QPointF(x + SAMPLE, y)], style)
            x += SAMPLE + GAP
            if style is not MAIN:
                self._paint_stretch(painter, [QPointF(x, y)], style)
                x += GAP
            painter.setPen(self.palette().color(QPalette.ColorRole.Text))
            painter.drawText(QPointF(x, y + metrics.ascent() / 2 - 1), name)
            x += metrics.horizontalAdvance(name) + 2 * GAP

    def legend_shown(self, metrics: QFontMetrics) -> list[str]:
        """The legend's names, shortened to the room there is: what a short name leaves is shared by the others."""
        shown = self.legend()
        # no dot before the first name, nothing behind the last
        marks = len(shown) * (SAMPLE + 4 * GAP) - 3 * GAP
        left = self._area().width() - marks
        shortest_first = sorted(range(len(shown)), key=lambda place: metrics.horizontalAdvance(shown[place]))
        for count, place in enumerate(shortest_first):
            room = int(left / (len(shown) - count))
            shown[place] = metrics.elidedText(shown[place], Qt.TextElideMode.ElideMiddle, room)
            left -= metrics.horizontalAdvance(shown[place])
        return shown

    def _shade(self, painter: QPainter, known: list[QPointF]) -> None:
        """Shade the area below a part of a curve."""
        area = self._area()
        below = QPainterPath(known[0])
        for place in known[1:]:
            below.lineTo(place)
        below.lineTo(known[-1].x(), area.bottom())
        below.lineTo(known[0].x(), area.bottom())
        shade = QColor(self.palette().color(QPalette.ColorRole.Text))
        shade.setAlphaF(0.12)
        painter.fillPath(below, shade)

    def _paint_cursor(self, painter: QPainter) -> None:
        """Paint a line at the cursor and a dot at the value there, which the line would hide if it is the first known value."""
        area, rate = self._area(), self._rate(self._cursor)
        x = round(self.x_of(self._cursor)) + 0.5
        painter.setPen(QPen(self.palette().color(QPalette.ColorRole.Accent), 1.5))
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()))
        if rate is not None:
            painter.setBrush(self.palette().color(QPalette.ColorRole.Accent))
            painter.drawEllipse(self._place(self._cursor, rate), AT_CURSOR, AT_CURSOR)

    def _paint_mistake(self, painter: QPainter, place: QPointF, found: Judgement) -> None:
        """Paint a disc in the colour of the loss, with a rim in the colour of the side that lost it."""
        scale = max(SMALLEST_MARKS, min(1.0, self._area().height() / FULL_MARKS))
        reach = scale * MARKS[found.severity]
        painter.setPen(Qt.PenStyle.NoPen)
        for color, rim in ((STONE_COLORS[found.mover.opponent], 2.0), (STONE_COLORS[found.mover], 1.2)):
            painter.setBrush(color)
            painter.drawEllipse(place, reach + scale * rim, reach + scale * rim)
        painter.setBrush(loss_color(found.loss, self._for_all))
        painter.drawEllipse(place, reach, reach)
