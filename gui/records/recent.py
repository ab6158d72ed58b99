"""The files that were opened or saved last: their menu, and the folder where a dialog starts."""

from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from gui.program.settings import Settings
from gui.records import played

MOST_RECENT = 10
MOST_OF_FOLDER = 40
"""Most letters of a folder's name in a menu."""


class RecentFiles(QObject):
    """The recent files, kept in the settings."""

    chosen = Signal(object)
    """Carries a path."""

    def __init__(self, settings: Settings, parent: QObject):
        super().__init__(parent)
        self._settings = settings
        self.menu = QMenu()
        self.menu.aboutToShow.connect(self._fill)

    def remember(self, path: Path) -> None:
        settings, name = self._settings, str(path.absolute())
        settings.recent = [name, *(other for other in settings.recent if other != name)][:MOST_RECENT]
        if not played.holds(path.parent):  # the program's own folder: the next dialog is for the user's files
            settings.folder = str(path.absolute().parent)

    def forget(self, path: Path) -> None:
        settings = self._settings
        settings.recent = [name for name in settings.recent if name != str(path.absolute())]

    def _fill(self) -> None:
        self.menu.clear()
        recent = self._settings.recent
        for name in recent:
            action = QAction(_told_apart(Path(name), map(Path, recent)).replace("&", "&&"), self.menu)
            action.setToolTip(name)
            action.triggered.connect(lambda _checked=False, path=Path(name): self.chosen.emit(path))
            self.menu.addAction(action)
        self.menu.setToolTipsVisible(True)

    def retranslate(self) -> None:
        self.menu.setTitle(self.tr("Open recen&t"))


def _told_apart(path: Path, others: Iterable[Path]) -> str:
    """The name of ``path``, with as much of its folder as tells it from ``others`` of the same name."""
    namesakes = [other.parent.parts for other in others if other.name == path.name and other != path]
    if not namesakes:
        return path.name
    folders = path.parent.parts
    least = next(
        (n for n in range(1, len(folders)) if all(other[-n:] != folders[-n:] for other in namesakes)), 0
    )
    folder = str(Path(*folders[-least:]))
    shown = folder if len(folder) <= MOST_OF_FOLDER else f"…{folder[1 - MOST_OF_FOLDER :]}"
    return f"{path.name} ({shown})"
