"""What a network thinks of a position without a search: policy, value and the points' fates, above or beside the planes that it sees."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGroupBox, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from ai.checkpoint import CheckpointInfo
from ai.players import join, name_of
from ai.players.first_sight import FirstSight, first_sight_player
from ai.training.errors import RunError
from ai.training.run_files import RunFiles
from ai.training.samples import Fate
from core.player import Decision, Limit
from core.points import Notation, point_name
from core.position import Color, Position
from gui.board.mini_board import POLICY, MiniBoard, policy_of
from gui.game.worker import Thinker
from gui.networks.fates import FateBoard, fate_names, in_shown_order
from gui.networks.planes import Planes
from gui.parts.flow import Flow
from gui.parts.forms import wrapped
from gui.program.messages import color_text, error_text, fill, in_parts, network_label

BOARD_SIDE = 298
"""Side of the boards in pixels: so wide, those of two networks stand beside each other on a screen of 1366x768."""
HEAT_MOST = 0.85
"""Opacity of a move with all of the policy. Others follow the square root of their share, equally for all networks, so that boards can be
compared."""


class Thought(QWidget):
    """A board with what a network thinks of each point, and below it what that means."""

    def __init__(self, about: str):
        super().__init__()
        self.board: MiniBoard | None = None
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.addWidget(wrapped(about))

    def show_board(self, board: MiniBoard) -> None:
        """Show ``board`` in place of the one before."""
        if self.board is not None:
            self._layout.removeWidget(self.board)
            self.board.deleteLater()
        self.board = board
        self._layout.insertWidget(0, board)
        self.setFixedWidth(board.width())


class NetworkColumn(QGroupBox):
    """One network's policy, value and fates of the points for a position, and its planes if wanted."""

    answered = Signal()
    """The network has said what it thinks of the position asked last."""

    def __init__(
        self,
        checkpoint: Path,
        info: CheckpointInfo,
        position: Position,
        planes_in_a_row: int,
        planes_beside: bool = False,
    ):
        """Without planes if ``planes_in_a_row`` is 0; they stand below what it thinks, or beside that."""
        super().__init__()
        self._player = join("policy", {"net": str(checkpoint)})
        self._position = position
        self._notation = Notation.CHAMPIONSHIP
        self._decision: Decision | None = None
        self._name = network_label(name_of(checkpoint))
        self.setTitle(in_parts(self._name, info.architecture))
        self.value = wrapped(self.tr("Asking the network…"))
        self.policy = Thought(
            self.tr(
                "Policy, without any search: the stronger the colour, the likelier the move; numbers are percent, the pointer tells them all."
            )
        )
        why_none = self._why_no_fates(checkpoint, info)
        self.fates = None if why_none else Thought(self._about_fates())
        thoughts = Flow()
        thoughts.addWidget(self.policy)
        thoughts.addWidget(self.fates or wrapped(why_none, BOARD_SIDE))
        self.planes = Planes(info.description, position, planes_in_a_row) if planes_in_a_row else None
        thought = QVBoxLayout()
        thought.addWidget(self.value)
        if info.size != position.size:
            thought.addWidget(
                wrapped(fill(self.tr("It was trained on %1 boards, so take this with care."), str(info.size)))
            )
        thought.addLayout(thoughts)
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
        self.thinker = Thinker(self, first_sight_player)
        self.thinker.decided.connect(self._on_decided)
        self.thinker.failed.connect(self._on_failed)

    def ask(self, position: Position, notation: Notation) -> None:
        """Show what the network says of ``position``, of the same size as the first; the previous answer stays until then."""
        self._position, self._notation = position, notation
        self._decision = None
        if self.policy.board is None:
            self._show_boards(Decision(None))
        if self.planes is not None:
            self.planes.show_position(position)
        self.thinker.ask(self._player, position, Limit())

    def rows(self) -> list[tuple[str, ...]]:
        """What it says of each point, in percent, as :meth:`NetworkView.rows` names it; nothing until it has answered, or if the game is over."""
        decision, size = self._decision, self._position.size
        if decision is None or not decision.candidates:
            return []
        policy, fates = policy_of(decision, size)[0], self._fates_in(decision)
        black = _percent(self._black_wins(decision))
        found = []
        for point in range(size.points):
            place = size.row_col(point)
            name = point_name(point, size, self._notation)
            shares = [""] * len(Fate) if fates is None else map(_percent, fates[:, *place])
            found.append((self._name, black, name, _percent(policy[place]), *shares))
        return found

    def _on_decided(self, decision: Decision) -> None:
        self._decision = decision
        if decision.candidates:
            self._show_value(decision)
        else:
            said = self.tr("The game is over here: %1 has no legal move, so there is none to expect.")
            self.value.setText(fill(said, color_text(self._position.to_move)))
        self._show_boards(decision)
        self.answered.emit()

    def _black_wins(self, decision: Decision) -> float:
        won = decision.win_rate_to_move
        return won if self._position.to_move is Color.BLACK else 1 - won

    def _show_value(self, decision: Decision) -> None:
        best = decision.candidates[0]
        self.value.setText(
            in_parts(
                fill(
                    self.tr("Without any search: Black wins %1%"), f"{100 * self._black_wins(decision):.1f}"
                ),
                fill(
                    self.tr("%1 to move, first choice %2 (policy %3%)"),
                    color_text(self._position.to_move),
                    point_name(best.point, self._position.size, self._notation),
                    f"{100 * best.prior:.1f}",
                ),
            )
        )

    def _show_boards(self, decision: Decision) -> None:
        """Show policy and fates on new boards, empty if there are none, so that the places are kept."""
        shares, texts = policy_of(decision, self._position.size)
        policy = MiniBoard(HEAT_MOST * np.sqrt(shares), POLICY, BOARD_SIDE, self._notation)
        policy.setAccessibleName(self.tr("Policy"))
        policy.show_stones(self._position.stones, texts)
        legal = [self._position.size.row_col(candidate.point) for candidate in decision.candidates]
        policy.tell({place: self._told(place, [self.tr("Policy")], shares[place]) for place in legal})
        self.policy.show_board(policy)
        if self.fates is not None:
            self.fates.show_board(self._fate_board(self._fates_in(decision)))

    def _fate_board(self, fates: np.ndarray | None) -> FateBoard:
        stones = self._position.stones
        shares = np.zeros((len(Fate), *stones.shape)) if fates is None else fates
        board = FateBoard(shares, BOARD_SIDE, self._notation)
        board.setAccessibleName(self.tr("Points' fates"))
        board.show_stones(stones, {})
        if fates is not None:
            places, names = np.ndindex(stones.shape), fate_names()
            board.tell({place: self._told(place, names, fates[:, *place]) for place in places})
        return board

    def _fates_in(self, decision: Decision) -> np.ndarray | None:
        """``float32[4, rows, cols]`` in the order in which they are shown; ``None`` if it says nothing of them."""
        if self.fates is None or not isinstance(decision, FirstSight) or decision.fates is None:
            return None
        return in_shown_order(decision.fates, self._position)

    def _told(self, place: tuple[int, int], names: Sequence[str], shares: np.ndarray) -> str:
        """What is told at the pointer: the point, and the share of each name."""
        size = self._position.size
        point = point_name(place[0] * size.cols + place[1], size, self._notation)
        parts = (
            fill(self.tr("%1 %2%"), name, _percent(share))
            for name, share in zip(names, np.ravel(shares), strict=True)
        )
        return "\n".join((point, *parts))

    def _about_fates(self) -> str:
        return self.tr(
            "What becomes of each point: the wider a part, the likelier. From the left: Black's stone, playable for the winner alone (blue), for "
            "nobody (orange), White's stone."
        )

    def _why_no_fates(self, checkpoint: Path, info: CheckpointInfo) -> str:
        """Why the network says nothing of the points' fates; empty if it does."""
        if info.description.family != "buwei":
            return self.tr("This kind of network doesn't say what becomes of the points.")
        if not _teaches_fates(checkpoint):
            return self.tr("This network's run doesn't teach it what becomes of the points.")
        return ""

    def _on_failed(self, sentence: str) -> None:
        self.value.setText(error_text(sentence))


def _percent(share: float) -> str:
    return f"{100 * share:.2f}"


def _teaches_fates(checkpoint: Path) -> bool:
    """Whether the run of ``checkpoint`` teaches the points' fates by its settings now; if it stands in no run's folder, or they can't be read, it is
    taken for granted."""
    try:
        config = RunFiles(checkpoint.parent.parent).read_config()
    except RunError:
        return True
    return config is None or config.fate_weight > 0
