"""The list of training runs."""

from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QAbstractItemView, QApplication, QMenu, QMessageBox
from pytestqt.qtbot import QtBot

from ai.training.config import RunConfig
from ai.training.run_folder import RunFolder
from gui import removing
from gui.app import make_application
from gui.runs import RunsDialog
from gui.training_room import TrainingRoom
from tests.ai.training.figures import figures
from tests.gui.desk import Desk

Yes, No = QMessageBox.StandardButton.Yes, QMessageBox.StandardButton.No


def make_run(path: Path, generation: int = 3) -> RunFolder:
    """A run after some generations, begun from a checkpoint."""
    folder = RunFolder(path)
    _, state = folder.open(RunConfig(network="b1c4", board="4x4", start_from="/models/old.safetensors"))
    state.generation, state.games = generation, 1234
    folder.append_line(figures(generation))
    folder.write_state(state)
    folder.close()
    return folder


def open_list(qtbot: QtBot, folder: Path, **options) -> RunsDialog:
    make_application([])
    dialog = RunsDialog(None, folder, **options)
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def row(dialog: RunsDialog, number: int = 0) -> list[str]:
    items = [dialog.table.item(number, column) for column in range(dialog.table.columnCount())]
    return [item.text() if item is not None else "" for item in items]


def answer(monkeypatch: pytest.MonkeyPatch, *answers: QMessageBox.StandardButton) -> list[str]:
    """Answers questions one by one; the list gathers them."""
    asked: list[str] = []

    def question(_parent, _title, text, *_):
        asked.append(text)
        return answers[len(asked) - 1]

    monkeypatch.setattr(QMessageBox, "question", question)
    return asked


def test_what_is_known_of_a_run_is_shown(qtbot: QtBot, tmp_path: Path):
    make_run(tmp_path / "第一次")
    dialog = open_list(qtbot, tmp_path)
    name, network, board, generation, games, rating, _date, size, parent = row(dialog)
    assert (name, network, board, generation) == ("第一次", "b1c4", "4x4", "3")
    assert games == QLocale().toString(1234) and rating.startswith("+") and parent == "old"
    assert size.endswith("B")
    with qtbot.waitSignal(dialog.room_asked) as asked:
        qtbot.mouseClick(dialog.open_room, Qt.MouseButton.LeftButton)
    assert asked.args == [tmp_path / "第一次"]


@pytest.mark.parametrize(
    ("file", "text", "reason"),
    [
        ("notes.txt", "", "no training run"),
        ("state.json", "damaged", "is damaged"),
        ("config.toml", "network = 3", "network"),
        ("metrics.jsonl", "{}\n", "line 1 of "),
    ],
)
def test_what_cannot_be_used_says_why(qtbot: QtBot, tmp_path: Path, file: str, text: str, reason: str):
    if file == "notes.txt":
        (tmp_path / "run").mkdir()
    else:
        make_run(tmp_path / "run")
    (tmp_path / "run" / file).write_text(text, "utf-8")
    dialog = open_list(qtbot, tmp_path)
    assert reason in dialog.reason.text() and not dialog.open_room.isEnabled()
    assert dialog.remove.isEnabled()


@pytest.mark.parametrize("trash", [True, False])
def test_a_run_is_removed_after_it_was_asked_for(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trash: bool
):
    make_run(tmp_path / "run")
    bin_folder = tmp_path / "trash"
    monkeypatch.setattr(
        removing, "moved_to_trash", lambda path: trash and path.rename(bin_folder) is not None
    )
    dialog = open_list(qtbot, tmp_path)
    answer(monkeypatch, No)
    qtbot.mouseClick(dialog.remove, Qt.MouseButton.LeftButton)
    assert (tmp_path / "run").is_dir()
    asked = answer(monkeypatch, Yes, Yes)
    with qtbot.waitSignal(dialog.removed):
        qtbot.mouseClick(dialog.remove, Qt.MouseButton.LeftButton)
    assert not (tmp_path / "run").exists() and bin_folder.exists() == trash
    assert len(asked) == (1 if trash else 2) and "run" in asked[0]


def test_the_key_and_the_menu_of_the_list_do_what_the_buttons_do(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    make_run(tmp_path / "run")
    dialog = open_list(qtbot, tmp_path)
    with qtbot.waitActive(dialog):
        dialog.activateWindow()
    dialog.table.setFocus()
    asked = answer(monkeypatch, No)
    qtbot.keyClick(dialog.table, Qt.Key.Key_Delete)
    assert len(asked) == 1 and (tmp_path / "run").is_dir()
    menu = context_menu(dialog.table)
    assert [action.text() for action in menu.actions()] == [
        dialog.open_room.text(),
        dialog.open_folder.text(),
        dialog.remove.text(),
    ]
    with qtbot.waitSignal(dialog.room_asked):
        menu.actions()[0].trigger()


def test_the_menu_offers_what_the_buttons_offer(qtbot: QtBot, tmp_path: Path):
    make_run(tmp_path / "run")
    dialog = open_list(qtbot, tmp_path, is_running=lambda _folder: True)
    actions = context_menu(dialog.table).actions()
    assert [action.isEnabled() for action in actions] == [True, True, False]
    assert actions[2].toolTip() == dialog.remove.toolTip() and "stopped" in dialog.remove.toolTip()


def test_a_run_is_removed_in_the_room(desk: Desk, data_folder: Path, monkeypatch: pytest.MonkeyPatch):
    """The room then shows another one, and nothing watches what is gone."""
    one, other = (make_run(data_folder / "runs" / name) for name in ("one", "other"))
    training = desk.window.training_desk
    training.watch(one.path)
    training.open_room(one.path)
    room = training.room
    assert isinstance(room, TrainingRoom)
    offered = [action.text() for action in context_menu(room.runs).actions()]
    assert offered == [room.buttons[name].text() for name in ("go_on", "stop", "remove")]
    monkeypatch.setattr(removing, "moved_to_trash", lambda _path: False)
    answer(monkeypatch, Yes, Yes)
    room.activateWindow()
    room.runs.setFocus()
    desk.qtbot.waitUntil(room.runs.hasFocus)
    desk.qtbot.keyClick(room.runs, Qt.Key.Key_Delete)
    assert not one.path.exists() and other.path.is_dir()
    assert [room.runs.item(row).text() for row in range(room.runs.count())] == [
        "other",
        "The shipped network",
    ]
    assert "other" in room.state.text() and training.current.folder is None
    room.close()


def context_menu(table: QAbstractItemView) -> QMenu:
    """The menu that a right click on the first row opens."""
    place = table.visualRect(table.model().index(0, 0)).center()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, table.viewport().mapToGlobal(place))
    QApplication.sendEvent(table.viewport(), event)
    (menu,) = table.findChildren(QMenu)
    assert menu.isVisible()
    menu.close()
    return menu


def test_a_run_that_is_worked_on_stays(qtbot: QtBot, tmp_path: Path):
    make_run(tmp_path / "run")
    dialog = open_list(qtbot, tmp_path, is_running=lambda _folder: True)
    assert not dialog.remove.isEnabled() and "stopped" in dialog.reason.text()


def test_the_window_forgets_a_removed_run(desk: Desk, data_folder: Path):
    run = make_run(data_folder / "runs" / "gone")
    run.metrics.unlink()
    training = desk.window.training_desk
    training.watch(run.path)
    assert training.current.folder == run.path
    training._forget(run.path)
    assert training.current.folder is None
    assert run.path not in training._processes
