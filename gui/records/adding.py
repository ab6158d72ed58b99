"""A list's button that puts the chosen games into one file."""

from PySide6.QtWidgets import QAbstractItemView, QToolButton

from gui.parts.offers import offer
from gui.parts.retranslated import Retranslated


class AddButton(Retranslated, QToolButton):
    """The button of ``view``, which it makes accept several chosen rows."""

    def __init__(self, view: QAbstractItemView):
        super().__init__()
        self._view = view
        view.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        view.selectionModel().selectionChanged.connect(self._offer)
        view.model().modelReset.connect(self._offer)  # a reset clears the selection without a signal
        self.retranslate()

    def _offer(self) -> None:
        why_not = "" if self._view.selectionModel().hasSelection() else self.tr("Choose games in the list.")
        about = self.tr(
            "Put the chosen games into one file, behind those that it holds. A click with Ctrl or Shift chooses several."
        )
        offer(self, why_not, about)

    def retranslate(self) -> None:
        self.setText(self.tr("To a file…"))
        self._offer()
