"""The line above a plot that names what it shows."""

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QMouseEvent, QResizeEvent, QTextDocumentFragment
from PySide6.QtWidgets import QSizePolicy

from gui.parts.whole_label import WholeLabel
from gui.plots.curves import Change, Curve, Threshold
from gui.plots.reading import CROSS, MARK, mark_of
from gui.program.messages import unbroken

DASHES = "┄"
"""Sign before the name of a threshold."""
DOTS = "┊"
"""Sign before the meaning of the vertical lines."""
GAP = "&nbsp; "
"""Gap between the parts."""
MORE = "…"
"""Stands for what there is no room for."""


class Legend(WholeLabel):
    """A plot's title and the names of curves, intervals, crosses and threshold, and what vertical lines mean. The last ones can be left out;
    screen readers tell all."""

    width_changed = Signal()
    """Names may break in other places now: it has to be told anew what is shown."""
    double_clicked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._parts: list[str] = []
        self._shown = 0
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def tell(
        self,
        title: str | None,
        curves: Sequence[Curve],
        threshold: Threshold | None,
        changes: Sequence[Change],
    ) -> None:
        """Name all of these; ``None``: the title stands elsewhere."""
        self._parts = [] if title is None else [f"<b>{title}</b>"]
        for curve in curves:
            self._parts += self._names_of(curve)
        for curve in curves:
            if curve.interval_name:  # after all names, lest it seem to be about the next curve
                mark = f"{mark_of(curve)}&nbsp;" if len(curves) > 1 else ""
                self._parts.append(f"{mark}{self._kept_whole(curve.interval_name)}")
        if threshold is not None:
            self._parts.append(f"{DASHES}&nbsp;{self._kept_whole(threshold.name)}")
        if changes:
            self._parts.append(f"{DOTS}&nbsp;{self._kept_whole(self._meaning_of(changes))}")
        self._shown = len(self._parts)
        self.setText(self.whole)
        self.setAccessibleName(QTextDocumentFragment.fromHtml(self.whole).toPlainText())

    @property
    def whole(self) -> str:
        """All parts as markup."""
        return GAP.join(self._parts)

    @property
    def is_whole(self) -> bool:
        """Whether nothing is left out."""
        return self._shown == len(self._parts)

    def can_be_shorter(self) -> bool:
        """Whether there is more than one part left."""
        return self._shown > 1

    def shorten(self) -> None:
        """Leave out one part more."""
        self._shown -= 1
        self.setText(GAP.join([*self._parts[: self._shown], MORE]))

    def _names_of(self, curve: Curve) -> list[str]:
        names = [f"{mark_of(curve)}&nbsp;{self._kept_whole(curve.name)}"] if curve.name else []
        if curve.marked is not None and curve.marked.any():
            names.append(f"{CROSS}&nbsp;{self._kept_whole(curve.marked_name)}")
        return names

    def _meaning_of(self, changes: Sequence[Change]) -> str:
        if not any(change.settings for change in changes):
            return self.tr("new network")
        if not any(change.name for change in changes):
            return self.tr("new settings")
        return self.tr("new network or settings")

    def _kept_whole(self, name: str) -> str:
        """Markup in which no line breaks within ``name``, unless it is too long for one line here."""
        fits = self.fontMetrics().horizontalAdvance(f"{MARK} {name}") <= self.width()
        return escape(unbroken(name) if fits else name)

    def resizeEvent(self, event: QResizeEvent) -> None:
        if event.size().width() != event.oldSize().width():
            self.width_changed.emit()
        super().resizeEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.double_clicked.emit()
        super().mouseDoubleClickEvent(event)
