"""The training room's list of runs: which there are, which are chosen, and the colours of their curves."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import QItemSelectionModel, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QPainter, QPalette, QPixmap
from PySide6.QtWidgets import QAbstractItemView, QListWidget, QListWidgetItem

from gui.parts.empty_note import EmptyNote

SQUARE = QSize(13, 13)
"""Size of a run's coloured square, no higher than its name."""
TROUBLE = "  ⚠"
"""Sign after the name of a run in trouble."""
RIM = 3
"""Pixels of paper around the square: on a selected row of similar colour it would not show otherwise."""


class RunList(QListWidget):
    """A list in which several runs can be chosen; the first chosen is the first of them."""

    runs_chosen = Signal()
    """Emitted when :attr:`chosen` has changed."""

    def __init__(self, most: int):
        """``most``: how many runs can be chosen together."""
        super().__init__()
        self.chosen: list[Path] = []
        """The chosen runs, in the order of choosing."""
        self.wanted: Path | None = None
        """A run to choose alone as soon as it exists."""
        self.lost: Path | None = None
        """The last chosen run, if it is gone, until others are chosen."""
        self._most = most
        self.setIconSize(SQUARE)
        # the middle of a long name is left out: its end shows whether a session works
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self._empty = EmptyNote(self)
        self.itemSelectionChanged.connect(self._choose_selected)
        self.customContextMenuRequested.connect(self._put_first)

    def say_when_empty(self, text: str) -> None:
        self._empty.setText(text)

    def rows(self) -> Iterator[tuple[Path, QListWidgetItem]]:
        """Runs with their rows, from the top."""
        for index in range(self.count()):
            item = self.item(index)
            yield item.data(Qt.ItemDataRole.UserRole), item

    # --- what there is ----------------------------------------------------------------------------------------

    def show_runs(self, runs: Sequence[Path]) -> None:
        """List these runs; if they are the same as before, the order stays. A chosen run that is gone is deselected and not replaced unasked; if none
        was chosen, the first one is."""
        if {*runs} != {path for path, _item in self.rows()}:
            self._fill(runs)
            kept = [path for path in self.chosen if path in runs]
            if self.chosen and not kept:
                self.lost = self.chosen[0]
            self.choose(kept)
        if self.wanted is not None and self.wanted in runs:
            run, self.wanted = self.wanted, None
            self._choose_alone(run)
        elif self.lost is not None and self.lost in runs:
            self._choose_alone(self.lost)
        elif not self.chosen and runs and self.lost is None:
            self._choose_alone(runs[0])

    def _fill(self, runs: Sequence[Path]) -> None:
        current = self.currentItem()
        at = None if current is None else current.data(Qt.ItemDataRole.UserRole)
        at = at if at in runs else next(iter(self.chosen), None)
        self.blockSignals(True)
        self.clear()
        for path in runs:
            item = QListWidgetItem()
            item.setData(Qt.ItemDataRole.UserRole, path)
            self.addItem(item)
            if path == at:
                self.setCurrentItem(item, QItemSelectionModel.SelectionFlag.NoUpdate)
        self.blockSignals(False)

    def mark(
        self, names: Mapping[Path, str], colors: Mapping[Path, QColor], troubles: Mapping[Path, str]
    ) -> None:
        """Set names of runs, tips with their ``troubles``, and if several are chosen their ``colors`` and which is the first."""
        several = len(self.chosen) > 1
        for path, item in self.rows():
            trouble = troubles.get(path, "")
            item.setText(names[path] + (TROUBLE if trouble else ""))
            item.setToolTip("\n".join(filter(None, (str(path), trouble))))
            item.setIcon(self._square(colors[path]) if several and path in colors else QIcon())
            font = item.font()
            font.setBold(several and path == self.chosen[0])
            item.setFont(font)

    def _square(self, color: QColor) -> QIcon:
        """A square in the ``color`` of a run's curves, on paper as these are, also in a selected row."""
        scale = self.devicePixelRatioF()
        picture = QPixmap(self.iconSize() * scale)
        picture.setDevicePixelRatio(scale)
        picture.fill(self.palette().color(QPalette.ColorRole.Base))
        painter = QPainter(picture)
        painter.fillRect(QRect(QPoint(), self.iconSize()).adjusted(RIM, RIM, -RIM, -RIM), color)
        painter.end()
        icon = QIcon(picture)
        icon.addPixmap(picture, QIcon.Mode.Selected)  # else the colour of the selection would be mixed in
        return icon

    # --- what is chosen ---------------------------------------------------------------------------------------

    def choose(self, runs: Sequence[Path]) -> None:
        """Choose these runs in this order, as many as can be chosen together."""
        runs = runs[: self._most]
        self.blockSignals(True)
        for path, item in self.rows():
            # only where it differs: rows being selected would count as selected before
            if item.isSelected() != (path in runs):
                item.setSelected(path in runs)
        self.blockSignals(False)
        if [*runs] != self.chosen:
            self.chosen = [*runs]
            self.lost = None if runs else self.lost
            self.runs_chosen.emit()

    def _choose_alone(self, run: Path) -> None:
        (item,) = (item for path, item in self.rows() if path == run)
        self.setCurrentItem(item, QItemSelectionModel.SelectionFlag.ClearAndSelect)

    def _choose_selected(self) -> None:
        """Choose the selected rows in the order of selection. If none is selected, the choice stays; beyond the most, further ones are ignored."""
        self.wanted = None
        selected = [path for path, item in self.rows() if item.isSelected()]
        before = [path for path in self.chosen if path in selected]
        new = [path for path in selected if path not in before]
        self.choose([*before, *new] or self.chosen)

    def _put_first(self, place: QPoint) -> None:
        """Make the chosen run at ``place`` the first, before the menu opens: its commands are for the first."""
        item = self.itemAt(place)
        path = None if item is None else item.data(Qt.ItemDataRole.UserRole)
        if path in self.chosen:
            self.choose(sorted(self.chosen, key=lambda other: other != path))
