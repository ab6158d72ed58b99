"""What one network, or two side by side, see and think of a position: input planes, policy and value."""

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QAction, QColor
from PySide6.QtWidgets import (
    QDialog,
    QGridLayout,
    QGroupBox,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from ai.checkpoint import CheckpointError, CheckpointInfo, read_info
from ai.networks import Description, planes_of
from ai.networks.planes import AGZ_HISTORY
from ai.players import join, name_of
from core.player import Decision, Limit
from core.points import Notation, point_name
from core.position import Color, Position
from gui.board.mini_board import POLICY, MiniBoard, policy_of
from gui.game.worker import Thinker
from gui.parts.placing import on_screen
from gui.parts.retranslated import Retranslated
from gui.parts.walking import walking_buttons
from gui.program.messages import color_text, error_text, fill, in_parts, network_label
from gui.program.player_text import moved

POLICY_SIDE = 300
PLANE_SIDE = 104
PLANES_IN_A_ROW, PLANES_BESIDE_ANOTHER = 4, 3
"""Planes in a row for one network alone, and for each of two, on a small screen too."""
LEAST_WIDTH = 520
"""Least width of the window for each network, as it opens."""
SPARE_LINES = 2
"""Lines that texts may need more once the networks have answered."""
PLACE_MARGIN = 8
"""Margin in pixels around the line that names the position."""
HEAT_MOST = 0.85
"""Opacity of a move with all of the policy. Others follow the square root of their share, equally for all networks, so that boards can be
compared."""
PLANE = QColor("#0072b2")


class Planes(QWidget):
    """Input planes of one kind of network for a position."""

    def __init__(self, description: Description, position: Position, in_a_row: int):
        super().__init__()
        self._description = description
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(_wrapped(self._legend(description.family)))
        grid = QGridLayout()
        layout.addLayout(grid)
        self.boards = [MiniBoard(plane, PLANE, PLANE_SIDE) for plane in planes_of(description, position)]
        for index, board in enumerate(self.boards):
            row, column = divmod(index, in_a_row)
            name = QLabel(self._plane_name(description.family, index))
            name.setWordWrap(True)
            name.setFixedWidth(PLANE_SIDE)
            board.setAccessibleName(name.text())
            grid.addWidget(board, 2 * row, column)
            grid.addWidget(name, 2 * row + 1, column, Qt.AlignmentFlag.AlignTop)
        grid.setColumnStretch(in_a_row, 1)

    def show_position(self, position: Position) -> None:
        """Show another position of the same size."""
        for board, plane in zip(self.boards, planes_of(self._description, position), strict=True):
            board.show_values(plane)

    def _legend(self, family: str) -> str:
        if family == "paper":
            return self.tr("Blue points are +1, orange ones -1, all others 0.")
        return self.tr("Blue points are 1, all others 0. “Own” is the side to move.")

    def _plane_name(self, family: str, index: int) -> str:
        if family == "buwei":
            return (
                self.tr("own stones"),
                self.tr("opponent's stones"),
                self.tr("own legal points"),
                self.tr("opponent's legal points"),
                self.tr("own blocks with 1 liberty"),
                self.tr("own blocks with 2 liberties"),
                self.tr("own blocks with 3 liberties"),
                self.tr("own blocks that can't be captured"),
                self.tr("opponent's blocks with 1 liberty"),
                self.tr("opponent's blocks with 2 liberties"),
                self.tr("opponent's blocks with 3 liberties"),
                self.tr("opponent's blocks that can't be captured"),
            )[index]
        if family == "paper":
            return (
                self.tr("Black +1, White -1"),
                self.tr("White's stones"),
                self.tr("Black's stones"),
                self.tr("Black to move"),
            )[index]
        if index == 2 * AGZ_HISTORY:
            return self.tr("Black to move")
        own, age = index < AGZ_HISTORY, index % AGZ_HISTORY
        if age == 0:
            return self.tr("own stones") if own else self.tr("opponent's stones")
        text = self.tr("own stones, moves ago: %1") if own else self.tr("opponent's, moves ago: %1")
        return fill(text, age)


class NetworkColumn(QGroupBox):
    """One network's policy and value for a position, and its planes if wanted."""

    def __init__(
        self,
        checkpoint: Path,
        info: CheckpointInfo,
        position: Position,
        planes_in_a_row: int,
        planes_beside: bool = False,
    ):
        """Without planes if ``planes_in_a_row`` is 0; they stand below the policy, or beside it."""
        super().__init__()
        self._player = join("policy", {"net": str(checkpoint)})
        self._position = position
        self._notation = Notation.CHAMPIONSHIP
        self.setTitle(in_parts(network_label(name_of(checkpoint)), info.architecture))
        self.value = _wrapped(self.tr("Asking the network…"))
        self.policy: MiniBoard | None = None
        self._policy_place = QVBoxLayout()
        self._about_policy = _wrapped(
            self.tr(
                "Policy, without any search: the stronger the colour, the likelier the network thinks the move; numbers are percent."
            )
        )
        self.planes = Planes(info.description, position, planes_in_a_row) if planes_in_a_row else None
        thought = QVBoxLayout()
        thought.addWidget(self.value)
        if info.size != position.size:
            thought.addWidget(
                _wrapped(
                    fill(self.tr("It was trained on %1 boards, so take this with care."), str(info.size))
                )
            )
        thought.addLayout(self._policy_place)
        thought.addWidget(self._about_policy)
        layout = QHBoxLayout(self) if planes_beside else QVBoxLayout(self)
        layout.addLayout(thought)
        layout.setSpacing(2 * layout.spacing() if planes_beside else layout.spacing())
        if self.planes is not None:
            seen = QVBoxLayout()
            seen.addWidget(QLabel(self.tr("What it sees:")))
            seen.addWidget(self.planes)
            seen.addStretch(1)
            layout.addLayout(seen)
        (thought if planes_beside else layout).addStretch(1)
        self.thinker = Thinker(self)
        self.thinker.decided.connect(self._on_decided)
        self.thinker.failed.connect(self._on_failed)

    def ask(self, position: Position, notation: Notation) -> None:
        """Show what the network says of ``position``, of the same size as the first; the previous answer stays until then."""
        self._position, self._notation = position, notation
        if self.policy is None:
            self._show_policy(Decision(None))
        if self.planes is not None:
            self.planes.show_position(position)
        self.thinker.ask(self._player, position, Limit())

    def _on_decided(self, decision: Decision) -> None:
        if decision.candidates:
            self._show_value(decision)
        else:
            said = self.tr("The game is over here: %1 has no legal move, so there is none to expect.")
            self.value.setText(fill(said, color_text(self._position.to_move)))
        self._show_policy(decision)

    def _show_value(self, decision: Decision) -> None:
        black = decision.win_rate_to_move
        if self._position.to_move is Color.WHITE:
            black = 1 - black
        best = decision.candidates[0]
        self.value.setText(
            in_parts(
                fill(self.tr("Without any search: Black wins %1%"), f"{100 * black:.1f}"),
                fill(
                    self.tr("%1 to move, first choice %2 (policy %3%)"),
                    color_text(self._position.to_move),
                    point_name(best.point, self._position.size, self._notation),
                    f"{100 * best.prior:.1f}",
                ),
            )
        )

    def _show_policy(self, decision: Decision) -> None:
        """Show the policy on a new board, empty if there is none, so that the place is kept."""
        shares, texts = policy_of(decision, self._position.size)
        if self.policy is not None:
            self._policy_place.removeWidget(self.policy)
            self.policy.deleteLater()
        self.policy = MiniBoard(HEAT_MOST * np.sqrt(shares), POLICY, POLICY_SIDE, self._notation)
        self.policy.show_stones(self._position.stones, texts)
        self.policy.setAccessibleName(self.tr("Policy"))
        self._policy_place.addWidget(self.policy, 0, Qt.AlignmentFlag.AlignHCenter)

    def _on_failed(self, sentence: str) -> None:
        self.value.setText(error_text(sentence))


class NetworkView(Retranslated, QDialog):
    """Networks side by side on one position; :meth:`follow` shows the next one."""

    def __init__(
        self,
        parent: QWidget | None,
        checkpoints: list[Path],
        look: Callable[[], tuple[Position, Notation, int]],
        walking: Sequence[QAction] = (),
    ):
        """``look`` returns the position to show, the notation, and the number of the move; ``walking``: actions that go to other positions."""
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.checkpoints, self._look = checkpoints, look
        self._position, self._notation, self._number = look()
        self.columns: list[NetworkColumn] = []
        self._seen_by_both: Planes | None = None
        self.place = _wrapped("")
        self.place.setMargin(PLACE_MARGIN)
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        head = QHBoxLayout()
        head.addWidget(self.place, 1)
        head.addWidget(walking_buttons(walking))
        layout.addLayout(head)
        layout.addWidget(self._scroll)
        self.retranslate()
        self.resize(on_screen(self, self._whole()))

    def _whole(self) -> QSize:
        """Size in which everything is in view."""
        inside = self._scroll.widget()
        layouts = [layout for widget in (*self.columns, inside) if (layout := widget.layout())]
        for layout in layouts:
            layout.activate()  # with the policy's board, which came last
        width = max(LEAST_WIDTH * len(self.checkpoints), inside.minimumSizeHint().width())
        frame = 2 * self._scroll.frameWidth()
        others = self.place.sizeHint().height() + SPARE_LINES * self.fontMetrics().lineSpacing() + frame
        return QSize(width + frame, layouts[-1].totalHeightForWidth(width) + others)

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
        said = self.tr("The position on the board, at move %1. This window follows the board.")
        self.place.setText(fill(said, self._number))
        for column in self.columns:
            column.ask(self._position, self._notation)
        if self._seen_by_both is not None:
            self._seen_by_both.show_position(self._position)

    def retranslate(self) -> None:
        """Make everything anew in the window's language."""
        self.setWindowTitle(self.tr("What the network sees and thinks"))
        self._close_thinkers()
        infos = [_readable(checkpoint, self._position) for checkpoint in self.checkpoints]
        seen = _seen_by_all(infos)
        in_a_row = PLANES_IN_A_ROW if len(infos) == 1 else PLANES_BESIDE_ANOTHER
        inside = QWidget()
        layout = QVBoxLayout(inside)
        columns = QHBoxLayout()
        for checkpoint, info in zip(self.checkpoints, infos, strict=True):
            if isinstance(info, str):
                columns.addWidget(_wrapped(info))
                continue
            planes = in_a_row if seen is None else 0
            column = NetworkColumn(checkpoint, info, self._position, planes, planes_beside=len(infos) == 1)
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


def _wrapped(text: str) -> QLabel:
    label = QLabel(text)
    label.setWordWrap(True)
    return label


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
