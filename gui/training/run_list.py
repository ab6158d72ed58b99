"""The training room's list of runs: which there are, which are chosen, and in what colours their curves are drawn."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import QItemSelectionModel, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QPainter, QPalette, QPixmap
from PySide6.QtWidgets import QAbstractItemView, QListWidget, QListWidgetItem

from gui.parts.empty_note import EmptyNote

SQUARE = QSize(13, 13)
"""What shows a run's colour, no higher than its name."""
TROUBLE = "  ⚠"
"""Behind the name of a run with which something is wrong."""
RIM = 3
"""Pixels of paper around it: on a selected row of like colour it would look empty otherwise."""


class RunList(QListWidget):
    """Several runs can be chosen, and the order in which they were says which is the first of them."""

    runs_chosen = Signal()
    """:attr:`chosen` is another than before."""

    def __init__(self, most: int):
        """``most`` runs can be chosen together."""
        super().__init__()
        self.chosen: list[Path] = []
        """In the order in which they were chosen."""
        self.wanted: Path | None = None
        """The run to choose alone as soon as it is there."""
        self.lost: Path | None = None
        """The last one that was chosen and is gone, until others are."""
        self._most = most
        self.setIconSize(SQUARE)
        # of a long name the middle is left out: its end says whether a session works
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self._empty = EmptyNote(self)
        self.itemSelectionChanged.connect(self._choose_selected)
        self.customContextMenuRequested.connect(self._put_first)

    def say_when_empty(self, text: str) -> None:
        self._empty.setText(text)

    def rows(self) -> Iterator[tuple[Path, QListWidgetItem]]:
        """The runs with their rows, from the top."""
        for index in range(self.count()):
            item = self.item(index)
            yield item.data(Qt.ItemDataRole.UserRole), item

    # --- what there is ----------------------------------------------------------------------------------------

    def show_runs(self, runs: Sequence[Path]) -> None:
        """These runs there are, in this order where they are others than before. What was chosen and is gone is chosen no more, and none in its place
        that the user doesn't look for; where none was chosen the first one is."""
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
        """What each run is called; of several that are chosen their ``colors``, and which is the first; what is wrong with those that are in
        trouble."""
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
        """In the ``color`` of a run's curves, on paper as these are, and so in a row that is selected too."""
        scale = self.devicePixelRatioF()
        picture = QPixmap(self.iconSize() * scale)
        picture.setDevicePixelRatio(scale)
        picture.fill(self.palette().color(QPalette.ColorRole.Base))
        painter = QPainter(picture)
        painter.fillRect(QRect(QPoint(), self.iconSize()).adjusted(RIM, RIM, -RIM, -RIM), color)
        painter.end()
        icon = QIcon(picture)
        icon.addPixmap(picture, QIcon.Mode.Selected)  # or it would be mixed with the colour of the selection
        return icon

    # --- what is chosen ---------------------------------------------------------------------------------------

    def choose(self, runs: Sequence[Path]) -> None:
        """These, the first of them first; as many as can be chosen together."""
        runs = runs[: self._most]
        self.blockSignals(True)
        for path, item in self.rows():
            # only where it differs, or rows that are being selected would count as selected before
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
        """The rows that the user has selected, the first of them in their time; as before where they would be none, or not more than can be."""
        self.wanted = None
        selected = [path for path, item in self.rows() if item.isSelected()]
        before = [path for path in self.chosen if path in selected]
        new = [path for path in selected if path not in before]
        self.choose([*before, *new] or self.chosen)

    def _put_first(self, place: QPoint) -> None:
        """The run whose row is at ``place``, of those that are chosen: before the menu opens, whose commands are for the first."""
        item = self.itemAt(place)
        path = None if item is None else item.data(Qt.ItemDataRole.UserRole)
        if path in self.chosen:
            self.choose(sorted(self.chosen, key=lambda other: other != path))
