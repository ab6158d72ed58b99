"""The dialog that asks for a checkpoint's file; it opens where checkpoints are. Trying what was chosen."""

import os
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QDir, QUrl
from PySide6.QtWidgets import QFileDialog, QWidget

from ai.checkpoint import CHECKPOINTS, SUFFIX, load
from ai.players import NETWORKS
from core import folders
from core.files import last_change
from core.position import Size
from gui.parts.dialogs import accepted
from gui.parts.long_work import done_beside
from gui.program.messages import fill

OTHER_FILE = "…"
"""Choice among networks and players that asks for a file. It is no player's text."""

_last_folder: Path | None = None
"""Folder of the checkpoint chosen last."""


def choose_checkpoint(parent: QWidget | None, title: str = "") -> Path | None:
    """The file that the user chooses, or ``None``. Callers keep it under the name that :func:`ai.players.name_of` gives it."""
    title = title or QCoreApplication.translate("checkpoint_file", "Choose a checkpoint")
    return next(iter(_choose(parent, title, QFileDialog.FileMode.ExistingFile)), None)


def choose_checkpoints(parent: QWidget | None) -> list[Path]:
    """The files that the user chooses, such as generations of a session."""
    title = QCoreApplication.translate("checkpoint_file", "Choose checkpoints")
    return _choose(parent, title, QFileDialog.FileMode.ExistingFiles)


def can_be_loaded(window: QWidget, path: Path, size: Size | None = None) -> bool:
    """Load the network in ``path`` whole, so that damaged weights are told of here and not in the game. Done beside the window: the first network of
    all takes seconds. ``False`` if the user cancelled; raises :class:`ai.checkpoint.CheckpointError` if it can't be loaded for boards of ``size``."""
    said = fill(QCoreApplication.translate("checkpoint_file", "The network “%1” is being loaded…"), path.name)
    return done_beside(window, said, lambda _look: load(path, size)) is not None


def _choose(parent: QWidget | None, title: str, mode: QFileDialog.FileMode) -> list[Path]:
    global _last_folder
    files = QCoreApplication.translate("checkpoint_file", "Checkpoints (*.safetensors)")
    dialog = QFileDialog(parent, title, str(start_folder()), files)
    dialog.setFileMode(mode)
    # runs lie under a hidden folder, and Qt would never enable "Open" for a typed path through a folder that it doesn't list
    dialog.setFilter(dialog.filter() | QDir.Filter.Hidden)
    places = [place for place in (folders.runs_dir(), NETWORKS) if place.is_dir()]
    dialog.setSidebarUrls([*dialog.sidebarUrls(), *(QUrl.fromLocalFile(str(place)) for place in places)])
    if not accepted(dialog):
        return []
    chosen = [Path(file) for file in dialog.selectedFiles()]
    _last_folder = chosen[0].parent
    return chosen


def start_folder() -> Path:
    """Folder of the checkpoint chosen last, else the checkpoints of the newest session, else the shipped networks."""
    if _last_folder is not None and os.path.isdir(_last_folder):
        return _last_folder
    sessions = [
        folder for folder in folders.runs_dir().glob(f"*/{CHECKPOINTS}") if any(folder.glob(f"*{SUFFIX}"))
    ]
    return max(sessions, key=last_change, default=NETWORKS)
