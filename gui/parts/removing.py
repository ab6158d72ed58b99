"""Removing the user's files, with their consent: a folder or file goes to the trash, or after another question is deleted for good; a file may be
replaced by another."""

import os
import shutil
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QFile
from PySide6.QtWidgets import QWidget

from gui.parts.asking import agrees
from gui.program.errors import show_error
from gui.program.messages import fill, system_text


def remove(window: QWidget, path: Path, question: str) -> bool:
    """Ask ``question`` in front of ``window`` and remove ``path``, a folder or a file. Returns whether it is gone."""
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
    """Whether ``path`` is free or the user agrees to replace it, for paths that no file dialog asked about."""
    said = replaced_with(path)
    return not said or agrees(window, said, QCoreApplication.translate("removing", "&Replace"))


def replaced_with(path: Path) -> str:
    """The question to ask before a file replaces ``path``; empty if that is free."""
    said = QCoreApplication.translate("removing", "There is a file %1 already. Replace it?")
    return fill(said, path.name) if os.path.exists(path) else ""


def moved_to_trash(path: Path) -> bool:
    """Whether the system's trash took ``path``."""
    result = QFile.moveToTrash(str(path))
    return bool(result[0] if isinstance(result, tuple) else result)
