"""The dialog that sets who analyses and for how long, and the choice of a player that other dialogs use too."""

from collections.abc import Callable, Iterable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QFormLayout,
    QInputDialog,
    QMenu,
    QMessageBox,
    QSpinBox,
    QWidget,
)

from ai.players import NETWORKS, SHIPPED, PlayerError, make_player, name_of, quote
from core import folders
from gui.networks.networks import generations_of_runs, known_networks
from gui.parts.checkpoint_file import OTHER_FILE, choose_checkpoint
from gui.parts.dialogs import ending_buttons
from gui.program.errors import show_error
from gui.program.messages import error_text, fill, player_label
from gui.program.settings import MOST_SIMULATIONS_SET, Settings

ANY_PLAYER = "player…"
GROUP = Qt.ItemDataRole.UserRole + 1
"""Role of an item's submenu, by title; empty for an item of the menu itself."""


class PlayerChoice(QComboBox):
    """Chooses a known network, a player without one, any checkpoint, or any player's text. Most networks stand in submenus, as a single menu would
    not fit on the screen."""

    def __init__(self, text: str, added: list[str]):
        """``added``: checkpoints that the user added to the list of networks."""
        super().__init__()
        self._added = added
        self._fill()
        self._choose(text)
        self.activated.connect(self._on_activated)

    def _fill(self) -> None:
        shipped, earlier, own = [], [], []
        for network in known_networks(self._added, folders.runs_dir()):
            group = (
                shipped if network.value == SHIPPED else earlier if network.path.parent == NETWORKS else own
            )
            group.append(quote(network.value))
        for title, names in (
            ("", shipped),
            (self.tr("Earlier generations"), earlier),
            (self.tr("Your networks"), own),
        ):
            self._add([f"zero:net={name}" for name in names], title)
        for run, networks in generations_of_runs(folders.runs_dir()).items():
            names = [quote(network) for network in networks]
            self._add(
                [f"zero:net={name}" for name in names if name not in own],
                fill(self.tr("Generations of “%1”"), run),
            )
        self._add(
            [f"policy:net={name}" for name in (*shipped, *earlier, *own)], self.tr("Networks without search")
        )
        self._add(["uct", "alphabeta"])
        self.addItem(self.tr("Another generation or checkpoint…"), OTHER_FILE)
        self.addItem(self.tr("Another player…"), ANY_PLAYER)

    def follow_renamed(self, player_now: Callable[[str], str]) -> None:
        """Offer networks under their present names, after files were renamed. Who is chosen stays."""
        self.clear()
        self._fill()
        self._choose(player_now(self._chosen))

    def _add(self, texts: Iterable[str], group: str = "") -> None:
        for text in texts:
            self.addItem(player_label(text), text)
            self.setItemData(self.count() - 1, group, GROUP)

    def showPopup(self) -> None:
        """Open the menu. A chosen player that stands in a submenu is repeated at the top."""
        menu, groups = QMenu(self), dict[str, QMenu]()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.triggered.connect(lambda action: self._on_triggered(action.data()))
        if self.currentData(GROUP):
            self._offer(menu, self.currentIndex())
            menu.addSeparator()
        for index in range(self.count()):
            group = self.itemData(index, GROUP)
            if group and group not in groups:
                groups[group] = menu.addMenu(group)
            self._offer(groups[group] if group else menu, index)
        menu.popup(self.mapToGlobal(self.rect().bottomLeft()))

    def _offer(self, menu: QMenu, index: int) -> None:
        action = menu.addAction(self.itemText(index).replace("&", "&&"))
        action.setData(index)
        if index == self.currentIndex():
            action.setCheckable(True)
            action.setChecked(True)

    def _on_triggered(self, index: int) -> None:
        self.setCurrentIndex(index)
        self.activated.emit(index)

    def player(self) -> str:
        """The text of the player that is chosen."""
        return self._chosen

    def _choose(self, text: str) -> None:
        index = self.findData(text)
        if index < 0:
            self.insertItem(0, player_label(text), text)
            index = 0
        self.setCurrentIndex(index)
        self._chosen = text

    def _on_activated(self, index: int) -> None:
        """Take the chosen item, or ask for a checkpoint or text. A player that can't be made is refused with a message."""
        text = self.itemData(index)
        if text == ANY_PLAYER:
            self._choose(self._chosen)
            self._ask_for_player(self._chosen)
            return
        if text == OTHER_FILE:
            path = choose_checkpoint(self)
            text = f"zero:net={quote(name_of(path))}" if path is not None else ""
        self._choose(text if text and self._refuse(text) is None else self._chosen)

    def _ask_for_player(self, proposed: str) -> None:
        """Ask for any player's text. If no player can be made of it, say why and propose it again."""
        text, wanted = QInputDialog.getText(
            self,
            self.tr("Another player"),
            self.tr("A player's text, such as zero:net=flagship or uct:"),
            text=proposed,
        )
        if not wanted or not text:
            return
        box = self._refuse(text)
        if box is None:
            self._choose(text)
        else:
            # the result is 0 when the program closes all windows
            box.finished.connect(lambda result: self._ask_for_player(text) if result else None)

    def _refuse(self, text: str) -> QMessageBox | None:
        """The message box that says why no player can be made of ``text``; ``None`` if one can."""
        try:
            make_player(text)
        except PlayerError as error:
            return show_error(self, error_text(error))
        return None


def simulations_box(value: int) -> QSpinBox:
    """A field for a number of simulations."""
    box = QSpinBox()
    box.setRange(1, MOST_SIMULATIONS_SET)
    box.setGroupSeparatorShown(True)
    box.setStepType(QSpinBox.StepType.AdaptiveDecimalStepType)
    box.setValue(value)
    return box


class AnalysisDialog(QDialog):
    """Player and limits of the analysis."""

    def __init__(self, parent: QWidget | None, settings: Settings):
        super().__init__(parent)
        self.setWindowTitle(self.tr("Analysis"))
        self.player = PlayerChoice(settings.analysis_player, settings.networks)
        self.simulations = simulations_box(settings.analysis_simulations)
        self.review_simulations = simulations_box(settings.review_simulations)
        form = QFormLayout(self)
        form.addRow(self.tr("Player"), self.player)
        form.addRow(self.tr("Simulations for the position on the board"), self.simulations)
        form.addRow(self.tr("Simulations a move for a whole game"), self.review_simulations)
        form.addRow(ending_buttons(self))

    def store(self, settings: Settings) -> None:
        """Put what was chosen into ``settings``."""
        settings.analysis_player = self.player.player()
        settings.analysis_simulations = self.simulations.value()
        settings.review_simulations = self.review_simulations.value()
