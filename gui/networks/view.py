"""One network, or two side by side, on the position on the board: what they see and think, to look at, copy and save."""

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QAction, QPixmap
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QGroupBox,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from ai.checkpoint import CheckpointError, CheckpointInfo, read_info
from ai.networks import Description
from core.points import Notation
from core.position import Position
from gui.networks.fates import fate_names
from gui.networks.planes import Planes
from gui.networks.thoughts import NetworkColumn
from gui.parts.forms import wrapped
from gui.parts.offers import offer
from gui.parts.placing import on_screen
from gui.parts.retranslated import Retranslated
from gui.parts.saving import PICTURE_SCALE, ask_where, save_png
from gui.parts.walking import walking_buttons
from gui.program.errors import show_error
from gui.program.messages import error_text, fill, one_after_another, system_text
from gui.program.player_text import moved
from gui.program.settings import Settings

PLANES_IN_A_ROW, PLANES_BESIDE_ANOTHER = 4, 3
"""Planes in a row for one network alone, and for each of two, on a small screen too."""
SPARE_LINES = 2
"""Lines that texts may need more once the networks have answered."""
PLACE_MARGIN = 8
"""Margin in pixels around the line that names the position."""


class NetworkView(Retranslated, QDialog):
    """Networks side by side on one position; :meth:`follow` shows the next one."""

    def __init__(
        self,
        parent: QWidget | None,
        checkpoints: list[Path],
        look: Callable[[], tuple[Position, Notation, int]],
        settings: Settings,
        walking: Sequence[QAction] = (),
    ):
        """``look`` returns the position to show, the notation, and the number of the move; ``walking``: actions that go to other positions."""
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.checkpoints, self._look, self._settings = checkpoints, look, settings
        self._position, self._notation, self._number = look()
        self.columns: list[NetworkColumn] = []
        self._seen_by_both: Planes | None = None
        self.place = wrapped("")
        self.place.setMargin(PLACE_MARGIN)
        self.copy, self.save = QPushButton(), QPushButton()
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        head = QHBoxLayout()
        head.addWidget(self.place, 1)
        for button, command in ((self.copy, self._copy_values), (self.save, self._save_picture)):
            button.setAutoDefault(False)
            button.clicked.connect(command)
            head.addWidget(button)
        head.addWidget(walking_buttons(walking))
        layout.addLayout(head)
        layout.addWidget(self._scroll)
        self.retranslate()
        self.resize(on_screen(self, self._whole()))
        self._scroll.setFocus()  # for the keys that scroll

    def _whole(self) -> QSize:
        """Size in which everything is in view."""
        inside = self._scroll.widget()
        layouts = [layout for widget in (*self.columns, inside) if (layout := widget.layout())]
        for layout in layouts:
            layout.activate()  # with the policy's board, which came last
        width = inside.sizeHint().width()
        frame = 2 * self._scroll.frameWidth()
        bar = self._scroll.verticalScrollBar().sizeHint().width()  # a low screen needs it
        others = self.place.sizeHint().height() + SPARE_LINES * self.fontMetrics().lineSpacing() + frame
        return QSize(width + frame + bar, layouts[-1].totalHeightForWidth(width) + others)

    def follow(self) -> None:
        """Look again. For a board of another size everything is made anew; networks that can't play on it say so."""
        before = self._position, self._notation, self._number
        self._position, self._notation, self._number = now = self._look()
        if self._position.size != before[0].size:
            self.retranslate()
        elif now != before:
            self._ask()

    def follow_renamed(self, before: Path, now: Path) -> None:
        """Look at the same networks after the folder ``before`` was renamed to ``now``."""
        checkpoints = [Path(moved(str(checkpoint), before, now)) for checkpoint in self.checkpoints]
        if checkpoints != self.checkpoints:
            self.checkpoints = checkpoints
            self.retranslate()

    def _ask(self) -> None:
        self._tell()
        for column in self.columns:
            column.ask(self._position, self._notation)
        self._offer()
        if self._seen_by_both is not None:
            self._seen_by_both.show_position(self._position)

    def _tell(self, news: str = "") -> None:
        """Say which position this is, and ``news``."""
        said = fill(
            self.tr("The position on the board, at move %1. This window follows the board."), self._number
        )
        self.place.setText(one_after_another(said, news) if news else said)

    def _offer(self) -> None:
        offer(self.copy, "" if len(self.rows()) > 1 else self.tr("No network has answered here."))

    def rows(self) -> list[tuple[str, ...]]:
        """What the networks say, in percent: a line of names, and then one for each network and point."""
        names = (
            self.tr("Network"),
            self.tr("Black wins"),
            self.tr("Point"),
            self.tr("Policy"),
            *fate_names(),
        )
        return [names, *(row for column in self.columns for row in column.rows())]

    def _copy_values(self) -> None:
        QApplication.clipboard().setText("\n".join("\t".join(row) for row in self.rows()))
        self._tell(self.tr("The values are in the clipboard, in percent."))

    def _save_picture(self) -> None:
        """Save all that the networks say, also what is out of view, as a PNG file."""
        names = (checkpoint.stem for checkpoint in self.checkpoints)
        proposed = "-".join((*names, str(self._number))) + ".png"
        path, _ = ask_where(
            self, self._settings, self.tr("Save the picture"), proposed, {"PNG (*.png)": ".png"}
        )
        if path is None:
            return
        inside = self._scroll.widget()
        picture = QPixmap(inside.size() * PICTURE_SCALE)
        picture.setDevicePixelRatio(PICTURE_SCALE)
        picture.fill(self.palette().window().color())
        inside.render(picture)
        try:
            save_png(picture, path)
        except OSError as error:
            show_error(self, fill(self.tr("%1 can't be saved: %2"), path, system_text(error)))
            return
        self._tell(fill(self.tr("Saved: %1"), path.name))

    def retranslate(self) -> None:
        """Make everything anew in the window's language."""
        self.setWindowTitle(self.tr("What the network sees and thinks"))
        self.copy.setText(self.tr("&Copy values"))
        self.save.setText(self.tr("&Save picture…"))
        self._close_thinkers()
        infos = [_readable(checkpoint, self._position) for checkpoint in self.checkpoints]
        seen = _seen_by_all(infos)
        in_a_row = PLANES_IN_A_ROW if len(infos) == 1 else PLANES_BESIDE_ANOTHER
        inside = QWidget()
        layout = QVBoxLayout(inside)
        columns = QHBoxLayout()
        for checkpoint, info in zip(self.checkpoints, infos, strict=True):
            if isinstance(info, str):
                columns.addWidget(wrapped(info))
                continue
            planes = in_a_row if seen is None else 0
            column = NetworkColumn(checkpoint, info, self._position, planes, planes_beside=len(infos) == 1)
            column.answered.connect(self._offer)
            self.columns.append(column)
            columns.addWidget(column)
        layout.addLayout(columns)
        self._seen_by_both = None
        if seen is not None:
            both = QGroupBox(self.tr("What both see"))
            self._seen_by_both = Planes(seen, self._position, in_a_row * len(infos))
            QVBoxLayout(both).addWidget(self._seen_by_both)
            layout.addWidget(both)
        layout.addStretch(1)
        self._scroll.setWidget(inside)
        self._ask()

    def done(self, result: int) -> None:
        """End the threads however the view is closed."""
        self._close_thinkers()
        super().done(result)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.DeferredDelete:
            self._close_thinkers()
        return super().event(event)

    def _close_thinkers(self) -> None:
        for column in self.columns:
            column.thinker.let_go()
        self.columns.clear()


def _readable(checkpoint: Path, position: Position) -> CheckpointInfo | str:
    """The header of a network that can look at ``position``, else a sentence that says why not."""
    try:
        info = read_info(checkpoint)
    except CheckpointError as error:
        return error_text(error)
    refusal = info.why_not(position.size)
    return error_text(refusal) if refusal else info


def _seen_by_all(infos: list[CheckpointInfo | str]) -> Description | None:
    """The input planes of several networks if they are the same for all, else ``None``."""
    seen = [info.description for info in infos if isinstance(info, CheckpointInfo)]
    alike = len(seen) == len(infos) > 1 and len({one.encode for one in seen}) == 1
    return seen[0] if alike else None
