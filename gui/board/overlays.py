"""Overlays painted over the stones: forbidden points, private points, and an analysis."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import Enum

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen, QPixmap, QPolygonF

from ai.book import BookMove
from core.player import Candidate, Decision, Proof
from core.position import Color, Position
from gui.board.geometry import Geometry
from gui.board.pictures import SMALLEST_TEXT, font_of, write
from gui.program.messages import short_proof_text
from gui.program.theme import ON_STONES, STONE_COLORS, BoardTheme, loss_color, mixed, text_on

RIMS = {Color.BLACK: QColor(255, 255, 255, 150), Color.WHITE: QColor(0, 0, 0, 150)}
DISC = 0.41
"""Radius of a candidate's disc, in fields."""
DOT = 0.12
"""Radius of a candidate without figures, in fields."""
NEXT = 0.45
"""Radius of the ring where the record goes on, in fields."""
FAINTEST, STRONGEST = 0.30, 0.95
RIM_SHARE = 0.75
"""Strength of a candidate's rim, in the colour of the board's lines: without it yellow and orange hardly show on wood."""
NAMED_SHARE = 0.004
"""Least share of the best move's visits for which figures are written; below it a move is a dot."""
NAMED_PRIOR = 0.01
"""Least prior for which a move is shown before a search."""
PLAQUE = 0.8
"""Strength of a book move's colour."""
HEAT = QColor("#8c2fd0")
HEAT_FOR_ALL = QColor("#0072b2")
LINE_OPACITY = 0.72
LINE_MOVES = 12
"""Most moves of a candidate's line on the board: further ones are a guess about a guess."""


class Forbidden(Enum):
    """Whose forbidden points are shown."""

    NONE = "none"
    ONE_SIDE = "one_side"
    BOTH = "both"


@dataclass(frozen=True)
class ThoughtsShown:
    """Which parts of an analysis are shown on the board."""

    candidates: bool = True
    priors: bool = False
    policy: bool = False
    lines: bool = True
    for_all: bool = False
    """Whether to use colours for colour-blind eyes."""


LEAST_LINE = 9
"""Height in pixels of the lowest line on a candidate below its first: its digits are 7 pixels high."""


@dataclass(frozen=True)
class Sheet:
    """What overlays are painted on."""

    painter: QPainter
    geometry: Geometry
    theme: BoardTheme
    font: QFont
    position: Position


def cross(painter: QPainter, center: QPointF, reach: float) -> None:
    """Draw a cross around ``center`` with the current pen."""
    painter.drawLine(center - QPointF(reach, reach), center + QPointF(reach, reach))
    painter.drawLine(center - QPointF(reach, -reach), center + QPointF(reach, -reach))


def round_pen(color: QColor, width: float) -> QPen:
    pen = QPen(color, width)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    return pen


# --- points --------------------------------------------------------------------------------------------------------------


def paint_forbidden(sheet: Sheet, forbidden: Forbidden, side: Color, private: bool) -> None:
    """Cross each empty point where a side would lose. For one ``side`` alone: in the theme's colour. For both: in the colour of the side that may
    not play there, or the theme's if neither may. If ``private`` points are marked, they get no cross: the mark already says that the other side may
    not play there."""
    if forbidden is Forbidden.NONE:
        return
    position, field = sheet.position, sheet.geometry.field
    stones = position.stones.reshape(-1).tolist()
    own, other = (position.legal_mask(color).tolist() for color in (side, side.opponent))
    reach, width = field * 0.15, max(1.4, field * 0.06)
    for center, stone, mine, theirs in zip(sheet.geometry.centers, stones, own, other, strict=True):
        if stone or (mine and (theirs or forbidden is Forbidden.ONE_SIDE)):
            continue
        if forbidden is Forbidden.ONE_SIDE or mine == theirs:
            sheet.painter.setPen(round_pen(sheet.theme.forbidden, width))
            cross(sheet.painter, center, reach)
            continue
        if private:
            continue
        loser = side.opponent if mine else side
        for color, thick in ((RIMS[loser], width * 2.0), (STONE_COLORS[loser], width)):
            sheet.painter.setPen(round_pen(color, thick))
            cross(sheet.painter, center, reach)


def signed_points(position: Position, forbidden: Forbidden, side: Color, private: bool) -> set[int]:
    """The points on which :func:`paint_forbidden` and :func:`paint_private` draw something."""
    own, other = (position.legal_mask(color) for color in (side, side.opponent))
    signed = np.zeros_like(own)
    if forbidden is not Forbidden.NONE:
        signed |= ~own
    if forbidden is Forbidden.BOTH:
        signed |= ~other
    if private:
        signed |= own ^ other
    return set(np.flatnonzero(signed & (position.stones.reshape(-1) == 0)).tolist())


def paint_private(sheet: Sheet, crossed: Collection[int]) -> None:
    """Draw a small diamond, in the colour of the side that alone may play there, on all private points except ``crossed`` ones."""
    reach = sheet.geometry.field * 0.19
    corners = [QPointF(x, y) * reach for x, y in ((0, -1), (1, 0), (0, 1), (-1, 0))]
    for color in Color:
        sheet.painter.setPen(QPen(RIMS[color], max(1.0, sheet.geometry.field * 0.03)))
        sheet.painter.setBrush(STONE_COLORS[color])
        for point in set(sheet.position.private_points(color)).difference(crossed):
            center = sheet.geometry.centers[point]
            sheet.painter.drawPolygon(QPolygonF([corner + center for corner in corners]))


# --- analysis ------------------------------------------------------------------------------------------------------------


def short_visits_text(visits: int) -> str:
    """``950``, ``1.2k``, ``34k``, ``1.5M``: at most four letters."""
    for unit, letter in ((1_000_000, "M"), (1_000, "k")):
        if visits >= unit:
            amount = visits / unit
            return f"{amount:.1f}{letter}" if amount < 10 else f"{amount:.0f}{letter}"
    return str(visits)


def paint_policy(sheet: Sheet, decision: Decision, for_all: bool) -> None:
    """Shade points under the stones by the network's prior, before any search."""
    most = max((one.prior for one in decision.candidates), default=0.0)
    if most <= 0:
        return
    color = QColor(HEAT_FOR_ALL if for_all else HEAT)
    for one in decision.candidates:
        color.setAlphaF(0.8 * (one.prior / most) ** 0.5 if one.prior > 0.002 else 0.0)
        sheet.painter.fillRect(sheet.geometry.around(one.point, 0.94).toAlignedRect(), color)


def loss_against(best: Candidate, one: Candidate) -> float:
    """Win rate that ``one`` gives away against ``best``, 0 to 1. A proof is shown as such: a proven loss loses all, even if every move does."""
    if one.proof is not None:
        return 1.0 if one.proof is Proof.LOSS else 0.0
    return max(0.0, best.win_rate_to_move - one.win_rate_to_move)


def paint_candidates(sheet: Sheet, decision: Decision, shown: ThoughtsShown) -> None:
    """Draw a disc for each move: its colour shows the loss against the best move, or a proof; its strength the visits; the best move has a ring.
    Where nothing has been searched, the priors stand in rings without colour."""
    candidates = [one for one in decision.candidates if one.visits or one.proof is not None]
    if not candidates:
        _paint_priors(sheet, [one for one in decision.candidates if one.prior >= NAMED_PRIOR])
        return
    best = candidates[0]
    most = max(1, *(one.visits for one in candidates))
    for one in reversed(candidates):
        share = one.visits / most
        color = loss_color(loss_against(best, one), shown.for_all)
        _paint_disc(sheet, one, color, 1.0 if one is best else share, named=share >= NAMED_SHARE, shown=shown)
    _paint_best_ring(sheet, best.point)


def _paint_priors(sheet: Sheet, candidates: Sequence[Candidate]) -> None:
    """Draw the priors without colour: nothing is known yet of how good the moves are."""
    painter, field = sheet.painter, sheet.geometry.field
    for one in candidates:
        painter.setBrush(sheet.theme.surface)
        painter.setPen(QPen(sheet.theme.label, max(1.0, field * 0.025), Qt.PenStyle.DotLine))
        painter.drawEllipse(sheet.geometry.centers[one.point], field * DISC, field * DISC)
        _paint_figures(sheet, one.point, [f"{100 * one.prior:.0f}%"])


def _paint_disc(
    sheet: Sheet, one: Candidate, color: QColor, share: float, named: bool, shown: ThoughtsShown
) -> None:
    painter, geometry = sheet.painter, sheet.geometry
    named = named or one.proof is not None
    strength = FAINTEST + (STRONGEST - FAINTEST) * share**0.35 if named else STRONGEST
    fill = mixed(color, sheet.theme.surface, strength)
    painter.setBrush(fill)
    painter.setPen(QPen(mixed(sheet.theme.line, fill, RIM_SHARE), max(1.0, geometry.field * 0.02)))
    reach = geometry.field * (DISC if named else DOT)
    painter.drawEllipse(geometry.centers[one.point], reach, reach)
    if not named:
        return
    if one.proof is not None:  # certain: a double rim
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(text_on(fill), max(1.0, geometry.field * 0.025)))
        painter.drawEllipse(geometry.centers[one.point], reach * 0.92, reach * 0.92)
    painter.setPen(text_on(fill))
    _paint_figures(sheet, one.point, _figures(one, shown.priors))


def _figures(one: Candidate, priors: bool) -> list[str]:
    """Lines of text on a candidate, the most important first."""
    figures = [f"{100 * one.win_rate_to_move:.1f}" if one.proof is None else short_proof_text(one.proof)]
    if one.visits:  # a proven move may never have been visited
        figures.append(short_visits_text(one.visits))
    if priors:
        figures.append(f"{100 * one.prior:.0f}%")
    return figures


def _paint_figures(sheet: Sheet, point: int, texts: Sequence[str]) -> None:
    """Write as many lines as can be read at this size."""
    field = sheet.geometry.field
    sizes = {1: (0.30,), 2: (0.28, 0.22), 3: (0.25, 0.19, 0.19)}
    while len(texts) > 1 and field * sizes[len(texts)][-1] < LEAST_LINE:
        texts = texts[:-1]
    heights = [field * share for share in sizes[len(texts)]]
    if heights[0] < SMALLEST_TEXT - 1:
        return
    place = sheet.geometry.around(point)
    gap = field * 0.005
    top = place.center().y() - (sum(heights) + gap * (len(texts) - 1)) / 2
    for number, (text, height) in enumerate(zip(texts, heights, strict=True)):
        line = QRectF(place.left(), top, place.width(), height)
        write(sheet.painter, line, font_of(sheet.font, height, bold=number == 0), text)
        top += height + gap


def paint_book(sheet: Sheet, moves: Sequence[BookMove], for_all: bool) -> None:
    """Draw a plaque for each book move: its percentage of wins and its games. Its colour shows the loss against the best, by the lower ends of their
    confidence intervals."""
    for move in moves:
        loss = moves[0].lower_bound - move.lower_bound
        fill = mixed(loss_color(loss, for_all), sheet.theme.surface, PLAQUE)
        place = sheet.geometry.around(move.point, 0.78)
        sheet.painter.setPen(Qt.PenStyle.NoPen)
        sheet.painter.setBrush(fill)
        sheet.painter.drawRoundedRect(place, place.width() * 0.2, place.width() * 0.2)
        sheet.painter.setPen(text_on(fill))
        figures = (f"{100 * move.wins / move.games:.0f}", short_visits_text(move.games))
        _paint_figures(sheet, move.point, figures)


def _paint_best_ring(sheet: Sheet, point: int) -> None:
    field = sheet.geometry.field
    sheet.painter.setBrush(Qt.BrushStyle.NoBrush)
    for color, width in ((QColor(255, 255, 255, 220), 0.09), (sheet.theme.accent, 0.05)):
        sheet.painter.setPen(QPen(color, max(1.5, field * width)))
        sheet.painter.drawEllipse(sheet.geometry.centers[point], field * 0.42, field * 0.42)


def paint_next(sheet: Sheet, point: int) -> None:
    """Draw a ring where the record goes on, outside the disc and the best move's ring. Between dark rims a white one shows on wood too."""
    field, color = sheet.geometry.field, sheet.position.to_move
    sheet.painter.setBrush(Qt.BrushStyle.NoBrush)
    for ink, width in ((RIMS[color], 0.085), (STONE_COLORS[color], 0.04)):
        sheet.painter.setPen(QPen(ink, max(1.5, field * width)))
        sheet.painter.drawEllipse(sheet.geometry.centers[point], field * NEXT, field * NEXT)


def paint_line(sheet: Sheet, line: Sequence[int], stones: dict[Color, QPixmap], first: int) -> None:
    """Draw the moves of ``line`` as see-through stones with numbers from ``first`` on."""
    painter, field = sheet.painter, sheet.geometry.field
    color = sheet.position.to_move
    half = stones[color].deviceIndependentSize().width() / 2
    for number, point in enumerate(line, first):
        center = sheet.geometry.centers[point]
        painter.setOpacity(LINE_OPACITY)
        painter.drawPixmap(center - QPointF(half, half), stones[color])
        painter.setOpacity(1.0)
        painter.setPen(ON_STONES[color])
        font = font_of(sheet.font, field * (0.4 if number < 100 else 0.32), bold=True)
        write(painter, sheet.geometry.around(point), font, str(number))
        color = color.opponent
