"""Removing the user's files, with their consent: folders and files go to the trash, or after another question are deleted for good; a file may be
replaced by another."""

import os
import shutil
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QFile
from PySide6.QtWidgets import QWidget

from gui.parts.asking import agrees
from gui.program.errors import show_error
from gui.program.messages import fill, first_told, system_text


def remove(window: QWidget, path: Path, question: str) -> bool:
    """Ask ``question`` in front of ``window`` and remove ``path``, a folder or a file. Returns whether it is gone."""
    return path in remove_all(window, [path], question)


def remove_all(window: QWidget, paths: Sequence[Path], question: str) -> list[Path]:
    """As :func:`remove`, for several ``paths`` after one ``question``. Returns those that are gone."""
    act = QCoreApplication.translate("removing", "&Remove")
    said = QCoreApplication.translate(
        "removing", "What is removed goes into the system's trash, from where it can be put back."
    )
    if not agrees(window, question, act, about=said):
        return []
    refused = [path for path in paths if not moved_to_trash(path)]
    if refused and _may_delete(window, refused):
        errors = list(filter(None, map(_delete, refused)))
        if errors:
            show_error(window, "\n".join(first_told(errors)))
    return [path for path in paths if not path.exists()]


def _may_delete(window: QWidget, refused: Sequence[Path]) -> bool:
    """Whether the user wants what the trash ``refused`` to be deleted for good."""
    if len(refused) == 1:
        said = QCoreApplication.translate("removing", "“%1” can't be put into the trash. Delete it for good?")
        question = fill(said, refused[0])
    else:
        said = QCoreApplication.translate(
            "removing", "These files (%1) can't be put into the trash. Delete them for good?"
        )
        question = "\n".join((fill(said, len(refused)), "", *first_told([path.name for path in refused])))
    return agrees(window, question, QCoreApplication.translate("removing", "&Delete for good"))


def _delete(path: Path) -> str:
    """Delete ``path``. Returns why that failed, empty if it didn't."""
    try:
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink()
    except OSError as error:
        said = QCoreApplication.translate("removing", "“%1” can't be removed: %2")
        return fill(said, path.name, system_text(error))
    return ""


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
