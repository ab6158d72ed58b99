"""What the user has goes only with their leave: a folder or file to the trash, or where there is none for good, which is asked for apart; a file that
another takes the place of."""

import os
import shutil
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QFile
from PySide6.QtWidgets import QWidget

from gui.parts.asking import agrees
from gui.program.errors import show_error
from gui.program.messages import fill, system_text


def remove(window: QWidget, path: Path, question: str) -> bool:
    """Whether ``path``, a folder or a file, is gone after ``question`` was asked in front of ``window``."""
    if not agrees(window, question, QCoreApplication.translate("removing", "&Remove")):
        return False
    if not moved_to_trash(path):
        said = QCoreApplication.translate("removing", "“%1” can't be put into the trash. Delete it for good?")
        if not agrees(window, fill(said, path), QCoreApplication.translate("removing", "&Delete for good")):
            return False
        try:
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink()
        except OSError as error:
            said = QCoreApplication.translate("removing", "“%1” can't be removed: %2")
            show_error(window, fill(said, path.name, system_text(error)))
    return not path.exists()


def may_replace(window: QWidget, path: Path) -> bool:
    """Whether ``path``, of which no dialog has asked, is free or may be written over."""
    said = replaced_with(path)
    return not said or agrees(window, said, QCoreApplication.translate("removing", "&Replace"))


def replaced_with(path: Path) -> str:
    """What is asked before another file takes the place of ``path``; nothing where that is free."""
    said = QCoreApplication.translate("removing", "There is a file %1 already. Replace it?")
    return fill(said, path.name) if os.path.exists(path) else ""


def moved_to_trash(path: Path) -> bool:
    """Whether the system's trash has taken ``path``."""
    result = QFile.moveToTrash(str(path))
    return bool(result[0] if isinstance(result, tuple) else result)
