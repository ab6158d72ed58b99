"""A large record is read beside the window."""

from collections.abc import Callable
from pathlib import Path
from threading import Event

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QProgressDialog, QPushButton

from core import records
from core.records import ReadResult
from gui.records import reading
from tests.gui.desk import Desk, in_dialogs
from tests.gui.records.hands import game
from tests.patience import PATIENCE_SECONDS


@pytest.fixture
def large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A record that takes long to be read."""
    monkeypatch.setattr(reading, "MANY_NODES", 5)
    path = tmp_path / "large.sgf"
    records.save(game(0, 24, 2, 22, 4, 20, 10), path)
    return path


def test_a_tree_of_thousands_of_nodes_is_large():
    assert reading.is_large(b"(" + 3000 * b";B[aa]" + b")") and not reading.is_large(
        b"(" + 500 * b";B[aa]" + b")"
    )


def test_the_window_answers_while_it_reads_a_large_tree(
    desk: Desk, large: Path, monkeypatch: pytest.MonkeyPatch
):
    answered, told = Event(), []

    def read(*arguments: object) -> list[ReadResult]:
        assert answered.wait(PATIENCE_SECONDS)
        return usual(*arguments)  # type: ignore[arg-type]

    def look(dialog: QProgressDialog) -> None:
        told.append(dialog.labelText())
        answered.set()
        desk.wait(lambda: not dialog.isVisible())

    usual = records.read
    monkeypatch.setattr(reading.records, "read", read)
    with in_dialogs(look, kind=QProgressDialog):
        desk.window.files.opening.take(large)
    assert told == ["“large.sgf” is large. It is being read…"]
    assert desk.window.files.belonging.path == large and desk.moves == 7


def test_the_reading_of_a_large_tree_is_broken_off(desk: Desk, large: Path, monkeypatch: pytest.MonkeyPatch):
    def read_for_ever(_data: bytes, _name: str, meanwhile: Callable[[], None]) -> list[ReadResult]:
        while True:
            meanwhile()

    def cancel(dialog: QProgressDialog) -> None:
        button = dialog.findChild(QPushButton)
        assert button is not None
        desk.qtbot.mouseClick(button, Qt.MouseButton.LeftButton)

    desk.play()
    desk.click(12)
    with monkeypatch.context() as patch:
        patch.setattr(reading.records, "read", read_for_ever)
        with in_dialogs(cancel, kind=QProgressDialog):
            desk.window.files.opening.take(large)
    assert desk.moves == 1 and desk.window.files.belonging.path is None and not desk.boxes()


def test_a_large_tree_that_can_not_be_read_is_told(desk: Desk, large: Path):
    large.write_text("(;GM[1]SZ[99];;;;;;;)")
    desk.window.files.opening.take(large)
    assert "can't be shown" in desk.take_error()


def test_a_list_names_a_large_tree_alone(desk: Desk, large: Path):
    desk.window.files.opening.take(large.parent)
    model = desk.window.files.library.model
    desk.wait(lambda: model._known)
    assert model._known[model.entries[0]].cells == ("large.sgf", "", "", "", "")
    assert model.tip(0, []).startswith("It is large, and read when it is opened.")
    desk.window.files.library.table.setFocus()
    desk.qtbot.keyClick(desk.window.files.library.table, Qt.Key.Key_Return)
    assert desk.window.files.belonging.path == large
