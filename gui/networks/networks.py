"""The known networks: shipped ones, checkpoints that the user added, and the best of each training run; what is known of each, and why one can't be
used."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLocale, QSize, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from ai.checkpoint import SUFFIX, CheckpointError, CheckpointInfo, read_info
from ai.players import NETWORKS, SHIPPED, PlayerError, find_network, name_of
from ai.session_folder import FiguresError
from ai.training.errors import RunError
from ai.training.ratings import generation_ratings
from ai.training.run_files import RunFiles
from ai.training.shipped_run import ShippedRun
from core.position import Size
from gui.parts.button_menu import offer_in_menu
from gui.parts.checkpoint_file import choose_checkpoint
from gui.parts.offers import offer
from gui.parts.placing import on_screen
from gui.parts.tables import SMALLEST_COLUMN, UNKNOWN, let_copy, look_only
from gui.program.messages import date_text, elo_text, error_text, fill, network_label

NAME, PARENT, RATING = 0, 5, 6
"""Columns; the last two may be empty."""
DIALOG_SIZE = QSize(960, 400)
MOST_GENERATIONS = 12
"""Most generations of a run that a menu offers: so many fit on a small screen."""


@dataclass(frozen=True)
class KnownNetwork:
    """A network of the list."""

    label: str
    value: str
    """Its name in a player's text: a shipped name or a path."""
    path: Path
    added: bool = False
    """Whether the user added it to the list, and can take it off."""

    def info(self) -> CheckpointInfo:
        """Its header. Raises :class:`ai.checkpoint.CheckpointError` if it can't be used."""
        return read_info(self.path)


def known_networks(added: list[str], runs: Path) -> list[KnownNetwork]:
    """Shipped networks, ``added`` checkpoints, and the best of each run in ``runs``."""
    paths = sorted(NETWORKS.glob(f"*{SUFFIX}"), key=_shipped_order)
    shipped = [KnownNetwork(network_label(path.stem), path.stem, path) for path in paths]
    own = [KnownNetwork(network_label(name), name, Path(name), added=True) for name in added]
    return [*shipped, *own, *_best_of_runs(runs)]


def learned_elsewhere(network: str, size: Size) -> str:
    """A warning if ``network`` has learned on other boards than those of ``size``."""
    try:
        learned_on = read_info(find_network(network)).size
    except (CheckpointError, PlayerError):
        return ""  # playing with it reports what is wrong
    if learned_on == size:
        return ""
    said = QCoreApplication.translate(
        "NetworkDesk", "It learned on %1 boards only: on %2 it may play poorly."
    )
    return fill(said, learned_on, size)


def other_shipped(network: str) -> str:
    """The latest shipped network that is not ``network``; itself if there is no other."""
    names = (path.stem for path in sorted(NETWORKS.glob(f"*{SUFFIX}"), key=_shipped_order))
    return next((name for name in names if name != network), network)


def _shipped_order(path: Path) -> tuple[bool, int]:
    """Sort key: the flagship, then its earlier generations, the latest first."""
    generation = path.stem.removeprefix("generation-")
    return path.stem != SHIPPED, -int(generation) if generation.isdecimal() else 0


@cache
def _shipped_ratings() -> dict[int, float]:
    """Ratings of the shipped run's generations, by all games. Their files hold none for most: those played later."""
    try:
        figures = ShippedRun().read_metrics()
    except FiguresError:
        return {}  # the training room tells what is wrong
    return {each.generation: each.elo for each in generation_ratings(figures)}


def _best_of_runs(runs: Path) -> Iterator[KnownNetwork]:
    for folder in sorted(runs.glob("*")):
        run = RunFiles(folder)
        try:
            best = run.read_state(wait=False).best
        except RunError:
            continue  # the run's own page tells what is wrong
        if best is not None:
            path = run.checkpoints / best
            yield KnownNetwork(network_label(str(path)), str(path), path)


def generations_of_runs(runs: Path) -> dict[str, list[str]]:
    """Names of the networks of each run in ``runs``, the latest generation first. Of many, so many that are spread evenly from the first to the
    last."""
    return {folder.name: _spread(_generations(RunFiles(folder))) for folder in sorted(runs.glob("*"))}


def _generations(run: RunFiles) -> list[str]:
    paths = (path for path in run.checkpoints.glob(f"*{SUFFIX}") if path.stem.isdecimal())
    return [str(path) for path in sorted(paths, key=lambda path: int(path.stem), reverse=True)]


def _spread(names: list[str]) -> list[str]:
    if len(names) <= MOST_GENERATIONS:
        return names
    step = (len(names) - 1) / (MOST_GENERATIONS - 1)
    return [names[round(step * place)] for place in range(MOST_GENERATIONS)]


class NetworksDialog(QDialog):
    """The list, with buttons to add, take off, and play with a network."""

    use_asked = Signal(str)
    """Carries a network's value."""

    def __init__(self, parent: QWidget | None, added: list[str], runs: Path):
        """``added`` is changed along with the list."""
        super().__init__(parent)
        self.setWindowTitle(self.tr("Networks"))
        self._added, self._runs = added, runs
        self._networks: list[KnownNetwork] = []
        titles = (
            self.tr("Name"),
            self.tr("Architecture"),
            self.tr("Board"),
            self.tr("Generation"),
            self.tr("Date"),
            self.tr("Parent"),
            self.tr("Elo vs gen. 0"),
            self.tr("Size"),
        )
        self.table = QTableWidget(0, len(titles))
        look_only(self.table)
        self.table.setHorizontalHeaderLabels(titles)
        header = self.table.horizontalHeader()
        header.setMinimumSectionSize(SMALLEST_COLUMN)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(PARENT, QHeaderView.ResizeMode.Stretch)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        let_copy(self.table)
        self.table.setAccessibleName(self.tr("Networks"))
        self.reason = QLabel()
        self.reason.setWordWrap(True)
        self.add, self.remove = QPushButton(self.tr("&Add…")), QPushButton(self.tr("&Remove from the list"))
        self.use = QPushButton(self.tr("&Play with it"))
        self.leave = QPushButton(self.tr("C&lose"))
        self.leave.setAutoDefault(False)
        self.leave.clicked.connect(self.reject)
        buttons = QHBoxLayout()
        for button in (self.add, self.remove):
            button.setAutoDefault(False)
            buttons.addWidget(button)
        buttons.addStretch(1)
        buttons.addWidget(self.use)
        buttons.addWidget(self.leave)
        layout = QVBoxLayout(self)
        layout.addWidget(self.table)
        layout.addWidget(self.reason)
        layout.addLayout(buttons)
        self.table.itemSelectionChanged.connect(self._show_choice)
        self.add.clicked.connect(self._add)
        self.remove.clicked.connect(self._remove)
        self.use.clicked.connect(self._use)
        offer_in_menu(self.table, (self.use, self.remove), self.remove)
        self.resize(on_screen(self, DIALOG_SIZE))
        self.fill()

    def fill(self) -> None:
        """Read the headers of all networks again."""
        self._networks = known_networks(self._added, self._runs)
        self.table.clearSpans()
        self.table.setRowCount(len(self._networks))
        for row, network in enumerate(self._networks):
            info, why_not = self._read(network)
            cells = (network.label, *self._cells(network, info))
            for column, text in enumerate(cells):
                item = QTableWidgetItem(text)
                item.setToolTip(why_not or self._tip(network, column, text))
                if why_not:
                    item.setForeground(self.palette().placeholderText())
                self.table.setItem(row, column, item)
            rest = self.table.columnCount() - len(cells) + 1
            if rest > 1:  # over the cells without content
                self.table.setSpan(row, len(cells) - 1, 1, rest)
        self.table.selectRow(0)
        self._show_choice()

    def _tip(self, network: KnownNetwork, column: int, text: str) -> str:
        """Tip of a cell: where the network is, what a rating means, or why the cell is empty."""
        if text != UNKNOWN:
            return {
                NAME: self._name_tip(network),
                RATING: self.tr(
                    "Strength against generation 0 of its run, from the games at the gate. The Elo of levels and of an arena are other scales."
                ),
            }.get(column, text)
        return {
            PARENT: self.tr("It was not trained from another network, or its file doesn't say so."),
            RATING: self.tr("Its run played no games at the gate; an arena tells how strong it is."),
        }.get(column, self.tr("Its file doesn't say."))

    def _name_tip(self, network: KnownNetwork) -> str:
        """Where the network is, and its shorter name in a player's text, if it has one."""
        if network.value == str(network.path):
            return network.value
        said = fill(self.tr("In the text of a player: %1"), f"net={network.value}")
        return f"{network.path}\n{said}"

    def _parent_text(self, parent: str | None) -> str:
        """The network that it was trained from: a generation by its number, not by the name of its file."""
        stem = Path(parent or "").stem
        return fill(self.tr("generation %1"), int(stem)) if stem.isdecimal() else parent or UNKNOWN

    def _cells(self, network: KnownNetwork, info: CheckpointInfo | None) -> tuple[str, ...]:
        """A network's cells, or that it can't be used."""
        try:
            bytes_used = network.path.stat().st_size
        except OSError:
            bytes_used = None
        if info is None or bytes_used is None:
            return (self.tr("can't be used"),)
        rating = _shipped_ratings().get(info.generation) if network.path.parent == NETWORKS else info.rating
        locale = QLocale()
        return (
            info.architecture,
            str(info.size),
            str(info.generation),
            date_text(info.created) or UNKNOWN,
            self._parent_text(info.parent),
            UNKNOWN if rating is None else elo_text(rating),
            locale.formattedDataSize(bytes_used),
        )

    def _read(self, network: KnownNetwork) -> tuple[CheckpointInfo | None, str]:
        """The network's header, or why it can't be used."""
        try:
            return network.info(), ""
        except CheckpointError as error:
            return None, error_text(error)

    def _chosen(self) -> KnownNetwork | None:
        row = self.table.currentRow()
        return self._networks[row] if 0 <= row < len(self._networks) else None

    def _show_choice(self) -> None:
        chosen = self._chosen()
        reason = self._read(chosen)[1] if chosen else ""
        self.reason.setText(reason)
        none = "" if chosen else self.tr("Choose a network first.")
        offer(self.use, none or reason)
        kept = self.tr("Only networks that you have added can be taken off the list.")
        offer(self.remove, "" if chosen is not None and chosen.added else none or kept)

    def _add(self) -> None:
        path = choose_checkpoint(self)
        if path is not None:
            name = name_of(path)
            if path.parent != NETWORKS and name not in self._added:
                self._added.append(name)
            self.fill()
            values = [network.value for network in self._networks]
            self.table.selectRow(values.index(name))

    def _remove(self) -> None:
        """Take the network off the list; the file stays."""
        chosen = self._chosen()
        if chosen is not None and chosen.added:
            self._added.remove(chosen.value)
            self.fill()

    def _use(self) -> None:
        chosen = self._chosen()
        if chosen is not None:
            self.accept()
            self.use_asked.emit(chosen.value)
