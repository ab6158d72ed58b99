"""The board: shows a position and tells where it was clicked. It knows nothing of games."""

from collections.abc import Collection, Mapping, Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QColor,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPaintDevice,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from ai.book import BookMove
from core.marks import Mark
from core.player import Decision
from core.points import Notation, point_name
from core.position import Color, Position
from gui.board.geometry import Geometry
from gui.board.marks import mark_text, paint_marks
from gui.board.overlays import (
    LINE_MOVES,
    Forbidden,
    Sheet,
    ThoughtsShown,
    cross,
    paint_book,
    paint_candidates,
    paint_forbidden,
    paint_line,
    paint_next,
    paint_policy,
    paint_private,
    round_pen,
    signed_points,
)
from gui.board.pictures import BoardPictures, PictureLooks, font_of, write
from gui.program.messages import color_text, fill, listed
from gui.program.theme import ON_STONES, WOOD_LIGHT, BoardTheme

ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
GHOST_OPACITY = 0.55
SMALLEST = 180
"""Least side in pixels: with the bars and docks around it the window fits a screen of 1366x768 that is scaled to 150%."""
PICTURE_PIXELS = 1200
MARK_RIM = QColor(255, 255, 255, 210)
"""Drawn beside a ring, so that it shows on black stones and dark boards."""
KEY_DARK, KEY_LIGHT = QColor("#101010"), QColor("#ffffff")
"""Colours of what shows where the keys are: one of them is seen on any board and stone."""
BY_TAB = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)


class BoardWidget(QWidget):
    """A board of any size that fills its widget, sharp at any scale.

    Points are clicked, or chosen with Ctrl and the arrow keys and played with Return.
    """

    point_clicked = Signal(int)

    def __init__(self, parent: QWidget | None = None):
        super().__init__(parent)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._position = Position.empty()
        self._last_move: int | None = None
        self._numbers: Mapping[int, int] = {}
        self._marks: Mapping[int, Mark] = {}
        self._marked: frozenset[int] = frozenset()
        self._losing: int | None = None
        self._hint: int | None = None
        self._next_move: int | None = None
        self._book: Sequence[BookMove] = []
        self._line: Sequence[int] = ()
        self._first_number = 1
        """The number of the line's first move."""
        self._forbidden = Forbidden.NONE
        self._private = False
        self._thoughts: Decision | None = None
        self._thoughts_shown = ThoughtsShown()
        self._notation: Notation | None = Notation.CHAMPIONSHIP
        self._hover_color: Color | None = None
        self._hover_mark: Mark | None = None
        self._hover = -1
        self._key_point = -1
        self._side: Color | None = None
        self._framed = False
        """Whether the keyboard came back by Tab, so that one has to see where it is."""
        self._was_left = False
        """Whether the keyboard has been elsewhere: a window that opens gives it to the board as if by Tab."""
        self._theme = WOOD_LIGHT
        self.pictures = BoardPictures()
        self.retranslate()

    # --- what is shown ----------------------------------------------------------------------------------------

    def show_position(
        self, position: Position, last_move: int | None = None, numbers: Mapping[int, int] | None = None
    ) -> None:
        """Show ``position``, without the marks of the one before."""
        if position.size != self._position.size:
            self._hover = self._key_point = -1
        if position != self._position:
            self._thoughts = None
            self._book = []
            self._line, self._first_number = (), 1
        self._position = position
        self._last_move = last_move
        self._numbers = numbers or {}
        self._marks = {}
        self._marked = frozenset()
        self._losing = self._hint = self._next_move = None
        self._describe()
        self.update()

    def show_marks(self, marks: Mapping[int, Mark]) -> None:
        """Show the marks that people put on points of the position."""
        self._marks = marks
        self._describe()
        self.update()

    def set_marked(self, points: Collection[int]) -> None:
        """Ring these points as the reason why a move loses."""
        self._marked = frozenset(points)
        self.update()

    def set_losing(self, point: int | None) -> None:
        """Cross the point of the losing move that ended the game."""
        self._losing = point
        self.update()

    def set_hint(self, point: int | None) -> None:
        self._hint = point
        self.update()

    def set_next_move(self, point: int | None) -> None:
        """Ring the point where the record goes on, in the colour that plays there; ``None`` for nowhere."""
        self._next_move = point
        self.update()

    def set_points_shown(self, forbidden: Forbidden, private: bool) -> None:
        """Mark the points forbidden to one side or both, and the points that one side alone may play. Where a game is over, those that were forbidden
        to the loser are marked anyway."""
        self._forbidden, self._private = forbidden, private
        self._describe()
        self.update()

    def set_side(self, color: Color | None) -> None:
        """Choose whose forbidden points are marked where those of one side are: ``None`` for whoever is to move."""
        self._side = color
        self.update()

    def show_thoughts(self, decision: Decision | None, position: Position) -> None:
        """Show what is thought of ``position``, ``None`` for nothing. Ignored if the board shows another position by now."""
        if position == self._position:
            self._thoughts = decision
            self.update()

    def set_thoughts_shown(self, shown: ThoughtsShown) -> None:
        """Choose which parts of :meth:`show_thoughts` are shown."""
        self._thoughts_shown = shown
        self.update()

    def show_book(self, moves: Sequence[BookMove]) -> None:
        """Show what an opening book knows of the position. An analysis hides it."""
        self._book = moves
        self.update()

    def show_line(self, position: Position, line: Sequence[int], first: int = 1) -> None:
        """Show ``line`` from ``position`` on, pointed at beside the board, as see-through stones with numbers from ``first`` on; empty for none.
        Ignored if the board shows another position."""
        self._line = line if position == self._position else ()
        self._first_number = first if self._line else 1
        self.update()

    def set_notation(self, notation: Notation | None) -> None:
        """Label the lines in this notation, or not at all."""
        self._notation = notation
        self._describe()
        self.update()

    def set_hover_color(self, color: Color | None) -> None:
        """Set the colour of the stone that follows the mouse; ``None`` while the board can't be played on."""
        self._hover_color = color
        self._show_use()

    def set_hover_mark(self, mark: Mark | None) -> None:
        """Set the mark that follows the mouse; ``None`` while clicks set none."""
        self._hover_mark = mark
        self._show_use()

    def _show_use(self) -> None:
        """Show whether the board has a use for clicks."""
        used = self._hover_color is not None or self._hover_mark is not None
        self.setCursor(Qt.CursorShape.PointingHandCursor if used else Qt.CursorShape.ArrowCursor)
        self._describe()
        self.update()

    def set_theme(self, theme: BoardTheme) -> None:
        self._theme = theme
        self.update()

    def retranslate(self) -> None:
        self.setAccessibleName(self.tr("Board"))
        self._describe()

    def _describe(self) -> None:
        """Tell screen readers what is on the point chosen by keys, and before one is chosen how that is done."""
        said = self.tr("Ctrl and the arrow keys choose a point, Return plays there.")
        if self._hover_mark is not None:
            said = self.tr("Ctrl and the arrow keys choose a point, Return marks it or takes its mark off.")
        self.setAccessibleDescription(self.text_of(self._key_point) if self._key_point >= 0 else said)

    def text_of(self, point: int) -> str:
        """``D4, Black, triangle``: a point and what is there, also that a stone there would lose, if that is shown."""
        stone = self._position.at(point)
        said = color_text(stone) if stone is not None else self.tr("empty", "a point of the board")
        why_not = self._about_forbidden(point) if self._hover_color is not None else ""
        name = point_name(point, self._position.size, self._notation or Notation.CHAMPIONSHIP)
        text = fill("%1, %2", name, why_not or said)
        return fill("%1, %2", text, mark_text(self._marks[point])) if point in self._marks else text

    # --- geometry ---------------------------------------------------------------------------------------------

    @property
    def geometry_of_points(self) -> Geometry:
        return Geometry(self._position.size, self.width(), self.height(), self._notation is not None)

    def point_center(self, point: int) -> QPointF:
        """Centre of ``point`` in the widget, in pixels."""
        return self.geometry_of_points.centers[point]

    def point_at(self, place: QPointF) -> int:
        """The point nearest to ``place``, -1 if that is outside the board."""
        return self.geometry_of_points.point_at(place)

    def sizeHint(self) -> QSize:
        return QSize(720, 720)

    def minimumSizeHint(self) -> QSize:
        return QSize(SMALLEST, SMALLEST)

    # --- the user ---------------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._framed = False
        if event.button() == Qt.MouseButton.LeftButton:
            point = self.point_at(event.position())
            if point >= 0:
                self._key_point = -1
                self.point_clicked.emit(point)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._set_hover(self.point_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        self._set_hover(-1)
        super().leaveEvent(event)

    def _set_hover(self, point: int) -> None:
        if point != self._hover:
            self._hover = point
            self.update()

    def event(self, event: QEvent) -> bool:
        """Keep Return for the board once a point is chosen, and show the tip of a book move or of a forbidden point."""
        if isinstance(event, QHelpEvent):
            point = self.point_at(QPointF(event.pos()))
            about = self._about_book(point) or self._about_forbidden(point) or self._about_mark(point)
            QToolTip.showText(event.globalPos(), about, self)
            return True
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and self._plays_by(event)
        ):
            event.accept()
            return True
        return super().event(event)

    def _about_mark(self, point: int) -> str:
        """Tip for a label, which may have room in part only."""
        mark = self._marks.get(point)
        return mark if isinstance(mark, str) else ""

    def _about_book(self, point: int) -> str:
        """Tip for the book move on ``point``; empty where its figures aren't shown."""
        hidden = self._thoughts is not None and self._thoughts_shown.candidates
        move = next((one for one in self._book if one.point == point and not hidden), None)
        if move is None:
            return ""
        said = self.tr("Opening book: %1 won %2 of %3 recorded games with this move (%4).")
        counts = f"{move.wins:,}", f"{move.games:,}", f"{move.wins / move.games:.1%}"
        return fill(said, color_text(self._position.to_move), *counts)

    def _about_forbidden(self, point: int) -> str:
        """Tip for a point that is marked as forbidden: why the side to move would lose there."""
        position = self._position
        if (
            self._marked_side is not position.to_move
            or point < 0
            or not self._says_forbidden(point, position.to_move)
        ):
            return ""
        loss = position.loss(point)
        assert loss is not None
        side = color_text(position.to_move)
        if not loss.captured:
            return fill(self.tr("Forbidden for %1: suicide, no liberty would be left."), side)
        notation = self._notation or Notation.CHAMPIONSHIP
        captured = listed(point_name(each, position.size, notation) for each in loss.captured)
        return fill(self.tr("Forbidden for %1: it would capture %2."), side, captured)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {
            Qt.Key.Key_Left: (0, -1),
            Qt.Key.Key_Right: (0, 1),
            Qt.Key.Key_Up: (-1, 0),
            Qt.Key.Key_Down: (1, 0),
        }
        key = Qt.Key(event.key())
        if key in steps and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._move_key_point(*steps[key])
        elif self._plays_by(event):
            self.point_clicked.emit(self._key_point)
            if self._hover_mark is not None:
                self._announce_point()
        else:
            super().keyPressEvent(event)

    def _plays_by(self, event: QKeyEvent) -> bool:
        """Whether the key is Return or the keypad's Enter alone while a point is chosen; with Ctrl it is a command."""
        alone = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
        return alone and event.key() in ENTER and self._key_point >= 0

    def _move_key_point(self, down: int, right: int) -> None:
        size = self._position.size
        start = self._key_point if self._key_point >= 0 else size.point(size.rows // 2, size.cols // 2)
        row, col = size.row_col(start)
        if self._key_point >= 0:
            row = min(max(row + down, 0), size.rows - 1)
            col = min(max(col + right, 0), size.cols - 1)
        self._key_point = size.point(row, col)
        self._hover = -1  # the mouse lies where it was left
        self._describe()
        self._announce_point()
        self.update()

    def _announce_point(self) -> None:
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, self.text_of(self._key_point)))

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._framed = self._was_left and event.reason() in BY_TAB
        super().focusInEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._was_left |= event.reason() is not Qt.FocusReason.ActiveWindowFocusReason
        super().focusOutEvent(event)

    # --- drawing ----------------------------------------------------------------------------------------------

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        self._paint(self, self.geometry_of_points, self.devicePixelRatioF())
        if self._framed and self.hasFocus():
            painter = QPainter(self)
            _draw_seen(painter, self.geometry_of_points.surface.adjusted(1.5, 1.5, -1.5, -1.5), 3.0)
            painter.end()

    def picture(self) -> QPixmap:
        """What the board shows, without the stone that a click would place, ``PICTURE_PIXELS`` at its longer side whatever the window's size."""
        geometry = Geometry.filled(self._position.size, PICTURE_PIXELS, self._notation is not None)
        picture = QPixmap(geometry.width, geometry.height)
        picture.fill(self._theme.surface)  # beyond the round corners, which some programs would show black
        self._paint(picture, geometry, 1.0, pointed=False)
        return picture

    def _paint(self, device: QPaintDevice, geometry: Geometry, ratio: float, pointed: bool = True) -> None:
        """Paint with ``ratio`` device pixels a pixel; if ``pointed``, with what mouse and keys point at."""
        font = self.font()
        self.pictures.use(PictureLooks(geometry, ratio, self._theme, self._notation, font.family()), font)
        painter = QPainter(device)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        sheet = Sheet(painter, geometry, self._theme, font, self._position)
        painter.drawPixmap(0, 0, self.pictures.background)
        if self._thoughts is not None and self._thoughts_shown.policy:
            paint_policy(sheet, self._thoughts, self._thoughts_shown.for_all)
        self._paint_stones(sheet)
        self._paint_marks(sheet, self._crossed() if pointed else [])
        self._paint_thoughts(sheet)
        paint_marks(sheet, self._marks, self._taken() if self._marks else ())
        if self._next_move is not None and not self._line_shown():
            paint_next(sheet, self._next_move)
        if pointed:
            self._paint_pointed(sheet)
        self._paint_hint(sheet)
        painter.end()

    def _paint_stone(self, sheet: Sheet, point: int, color: Color) -> None:
        picture = self.pictures.stones[color]
        half = picture.deviceIndependentSize().width() / 2
        sheet.painter.drawPixmap(sheet.geometry.centers[point] - QPointF(half, half), picture)

    def _paint_stones(self, sheet: Sheet) -> None:
        for point, stone in enumerate(self._position.stones.reshape(-1).tolist()):
            if stone:
                self._paint_stone(sheet, point, Color(stone))

    def _paint_thoughts(self, sheet: Sheet) -> None:
        """Paint the candidates; or a line, while the mouse is on a candidate or on a line beside the board."""
        if line := self._line_shown():
            paint_line(sheet, line, self.pictures.stones, self._first_number)
        elif self._thoughts is not None and self._thoughts_shown.candidates:
            paint_candidates(sheet, self._thoughts, self._thoughts_shown)
        else:
            paint_book(sheet, self._book, self._thoughts_shown.for_all)

    def _taken(self) -> set[int]:
        """Points whose middle shows something that a mark there must not hide."""
        taken = signed_points(self._position, self._forbidden_shown, self._marked_side, self._private)
        taken.update(self._numbers)
        taken.update(point for point in (self._last_move, self._losing) if point is not None)
        if line := self._line_shown():
            return taken.union(line)
        if self._thoughts is not None and self._thoughts_shown.candidates:
            return taken.union(one.point for one in self._thoughts.candidates)
        return taken.union(move.point for move in self._book)

    def _paint_pointed(self, sheet: Sheet) -> None:
        """Paint the point chosen by keys, and the stone or mark that a click would place or a cross where it would lose."""
        if self._key_point >= 0 and self.hasFocus():
            self._paint_key_point(sheet)
        crossed = self._crossed()
        for point in crossed:
            self._paint_strong_cross(sheet, point)
        if self._hover_mark is not None and self._hover >= 0 and self._hover not in self._marks:
            sheet.painter.setOpacity(GHOST_OPACITY)
            paint_marks(sheet, {self._hover: self._hover_mark}, self._taken())
            sheet.painter.setOpacity(1.0)
        if self._hover_color is None or self._hover < 0 or self._line_shown():
            return
        if self._hover not in crossed and self._position.at(self._hover) is None:
            sheet.painter.setOpacity(GHOST_OPACITY)
            self._paint_stone(sheet, self._hover, self._hover_color)
            sheet.painter.setOpacity(1.0)

    def _crossed(self) -> list[int]:
        """Points under the pointer or chosen by keys that get a cross because a stone there would lose."""
        if self._hover_color is None:
            return []
        points = [self._key_point] if self._key_point >= 0 and self.hasFocus() else []
        if self._hover >= 0 and not self._line_shown():
            points.append(self._hover)
        return [point for point in points if self._says_forbidden(point, self._hover_color)]

    def _says_forbidden(self, point: int, color: Color) -> bool:
        """Whether a mark says that ``color`` loses on the empty ``point``. A user who has turned marks off is told nothing."""
        if self._position.at(point) is not None or self._position.legal_mask(color).flat[point]:
            return False
        others = self._private and bool(self._position.legal_mask(color.opponent).flat[point])
        return others or self._forbidden_shown is not Forbidden.NONE

    @property
    def _forbidden_shown(self) -> Forbidden:
        """Whose forbidden points are marked. At the end of a game those of the loser are in any case: they say why no move was left."""
        over = self._forbidden is Forbidden.NONE and self._position.is_over
        return Forbidden.ONE_SIDE if over else self._forbidden

    @property
    def _marked_side(self) -> Color:
        """Whose forbidden points are marked where those of one side are."""
        return self._position.to_move if self._side is None or self._position.is_over else self._side

    def _paint_strong_cross(self, sheet: Sheet, point: int) -> None:
        """Paint the cross where a move loses, or has lost, the game."""
        field = sheet.geometry.field
        for color, width in ((MARK_RIM, 0.17), (self._theme.warning, 0.11)):
            sheet.painter.setPen(round_pen(color, field * width))
            cross(sheet.painter, sheet.geometry.centers[point], field * 0.26)

    def _line_shown(self) -> Sequence[int]:
        """The line pointed at: one beside the board, or, if lines are shown, that of the candidate under the mouse or chosen by keys; else empty."""
        pointed = self._key_point if self._hover < 0 and self.hasFocus() else self._hover
        if self._line or self._thoughts is None or not self._thoughts_shown.lines or pointed < 0:
            return self._line
        lines = (
            one.line[:LINE_MOVES] or (one.point,)
            for one in self._thoughts.candidates
            if one.point == pointed and one.visits
        )
        return next(lines, ())

    def _paint_marks(self, sheet: Sheet, crossed: Collection[int]) -> None:
        """Paint all marks except on ``crossed`` points, where their tips would show under the cross."""
        painter, geometry = sheet.painter, sheet.geometry
        field = geometry.field
        paint_forbidden(sheet, self._forbidden_shown, self._marked_side, self._private)
        if self._private:
            paint_private(sheet, crossed)
        stones = self._position.stones.reshape(-1)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if self._numbers:
            self._paint_numbers(sheet)
        elif self._last_move is not None and stones[self._last_move]:
            dark = stones[self._last_move] == Color.BLACK
            painter.setPen(QPen(QColor("#f4f4f4") if dark else QColor("#202020"), max(1.2, field * 0.055)))
            painter.drawEllipse(geometry.centers[self._last_move], field * 0.2, field * 0.2)
        for point in self._marked:
            for color, width in ((MARK_RIM, 0.13), (self._theme.warning, 0.07)):
                painter.setPen(QPen(color, field * width))
                painter.drawEllipse(geometry.centers[point], field * 0.4, field * 0.4)
        if self._losing is not None:
            self._paint_strong_cross(sheet, self._losing)

    def _paint_hint(self, sheet: Sheet) -> None:
        """Paint the hint over the candidates, which would hide it, and around their figures."""
        if self._hint is None:
            return
        field = sheet.geometry.field
        sheet.painter.setBrush(Qt.BrushStyle.NoBrush)
        for color, width in ((MARK_RIM, 0.12), (self._theme.accent, 0.08)):
            sheet.painter.setPen(QPen(color, field * width))
            sheet.painter.drawEllipse(sheet.geometry.centers[self._hint], field * 0.42, field * 0.42)

    def _paint_numbers(self, sheet: Sheet) -> None:
        field = sheet.geometry.field
        stones = self._position.stones.reshape(-1).tolist()
        fonts = {digits: font_of(sheet.font, field * (0.42 if digits < 3 else 0.34)) for digits in (1, 2, 3)}
        for point, number in self._numbers.items():
            if not stones[point]:
                continue
            text = str(number)
            font, color = fonts[len(text)], Color(stones[point])
            pen = ON_STONES[color]
            if point == self._last_move:
                font = font_of(sheet.font, font.pixelSize(), bold=True)
                pen = QColor("#ff8a5c" if color is Color.BLACK else "#c0262d")
            sheet.painter.setPen(pen)
            write(sheet.painter, sheet.geometry.around(point), font, text)

    def _paint_key_point(self, sheet: Sheet) -> None:
        _draw_seen(sheet.painter, sheet.geometry.around(self._key_point, 0.9), sheet.geometry.field * 0.09)


def _draw_seen(painter: QPainter, place: QRectF, width: float) -> None:
    """Draw the edge of ``place`` as light dashes on a dark line."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(KEY_DARK, width))
    painter.drawRect(place)
    painter.setPen(QPen(KEY_LIGHT, width / 2, Qt.PenStyle.DashLine))
    painter.drawRect(place)
