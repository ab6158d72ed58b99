"""Games and files of them, and the hands that drop and name files and answer questions about them."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit, QMessageBox, QPushButton, QWidget

from core import records
from core.game import Game
from core.position import Size
from tests.gui.desk import Desk


def game(*points: int) -> Game:
    made = Game(Size(5, 5))
    made.black_name, made.white_name = "黑棋", "White"
    for point in points:
        made.play(point)
    return made


def analysed_at_a_glance(desk: Desk) -> None:
    """Where the game is looked at."""
    desk.window.settings.analysis_player, desk.window.settings.analysis_simulations = "uct:seed=1", 50
    desk.trigger("analyse")
    desk.wait(lambda: desk.window.controller.game.cursor.analysis is not None)


def drop(desk: Desk, *paths: Path, on: QWidget | None = None) -> None:
    """As the window system does it, which leaves it to Qt what lies there."""
    target = on or desk.window.board
    place = target.mapTo(desk.window, target.rect().center())
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(place, Qt.DropAction.CopyAction, data, buttons, keys)
    QApplication.sendEvent(desk.window.windowHandle(), enter)
    assert enter.isAccepted()
    event = QDropEvent(QPointF(place), Qt.DropAction.CopyAction, data, buttons, keys)
    QApplication.sendEvent(desk.window.windowHandle(), event)
    QApplication.processEvents()  # it is opened once the drop is done


def proposals(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The files that are proposed from here on; none is chosen."""
    proposed: list[Path] = []

    def ask(_parent: object, _title: str, start: str, *_: object) -> tuple[str, str]:
        proposed.append(Path(start))
        return "", ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", ask)
    return proposed


def type_in(desk: Desk, path: Path) -> Callable[[QFileDialog], None]:
    """Name a file in Qt's own dialog."""

    def act(dialog: QFileDialog) -> None:
        line = dialog.findChild(QLineEdit, "fileNameEdit")
        assert line is not None
        line.setText(str(path))
        desk.qtbot.keyClick(line, Qt.Key.Key_Return)

    return act


def enter_does(box: QMessageBox) -> str:
    """What Enter alone presses."""
    (button,) = [each for each in box.findChildren(QPushButton) if each.isDefault()]
    return button.text().replace("&", "")


def press(desk: Desk, text: str) -> Callable[[QMessageBox], None]:
    """Answer a question by the button of this ``text``, after Enter alone would have taken nothing from a file."""

    def act(box: QMessageBox) -> None:
        buttons = {each.text().replace("&", ""): each for each in box.buttons()}
        first, last = "Save this game alone", "Cancel"
        assert (
            enter_does(box) == (first if first in buttons else "Save under another name…") and last in buttons
        )
        button = buttons[text]
        desk.qtbot.mouseClick(button, Qt.MouseButton.LeftButton)

    return act


def three_games(folder: Path) -> tuple[Path, list[bytes]]:
    """A file, with lines between its games as others write them, and these."""
    path, parts = folder / "three.sgf", [records.sgf.write(game(point)).strip() for point in (3, 4, 5)]
    path.write_bytes(b"\n\n\n".join(parts))
    return path, parts
