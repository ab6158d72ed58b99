"""The training room's list of the games of a generation."""

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from ai.training.run_folder import RunFolder
from ai.training.self_play_record import player_name
from core import records
from core.game import Game
from core.records import sgf
from gui.training.room import TrainingRoom
from tests.gui.desk import Desk, answer, answer_file_dialogs, context_menu, wait
from tests.gui.training.room.hands import (
    CTRL,
    GENERATIONS,
    click_generation,
    finished_game,
    go_on,
    pointed_at,
)

SHORT_MS = 50


def test_another_language_names_the_games_anew(room: TrainingRoom, desk: Desk):
    room.generations.selectRow(0)
    desk.wait(lambda: room.games.list.count() > 0)
    before = room.games.list.item(0).text()
    desk.choose("language", "zh_CN")
    desk.wait(lambda: room.games.list.count() > 0 and room.games.list.item(0).text() != before)


def test_whose_games_are_listed_is_said(room: TrainingRoom, run: Path, qtbot: QtBot):
    """Of several generations it is the newest, in whatever order they were chosen; where none is chosen, of all."""
    said = room.games.label
    assert said.text().startswith("Newest games") and "generation 3:" in said.text() and not said.toolTip()
    click_generation(room, qtbot, 1)
    assert "chosen generation 1:" in said.text() and "Ctrl+click" in said.toolTip(), "it stays with these"
    click_generation(room, qtbot, 2, CTRL)
    assert "generation 2:" in said.text() == room.games.list.accessibleName()
    for file in (run / "games").iterdir():
        file.unlink()
    room._show_generations([])
    assert said.text() == "Games" and not said.toolTip()


def test_games_of_the_generation_that_is_being_played_are_listed_as_they_end(
    room: TrainingRoom, run: Path, qtbot: QtBot
):
    """Unless another one is chosen: a first generation may take hours."""
    playing = RunFolder(run).games_of(GENERATIONS + 1)
    record = sgf.write(finished_game())
    for games in (1, 2, 4):
        playing.write_bytes(b"\n".join([record] * games))
        room.look()
        assert f"generation {GENERATIONS + 1}:" in room.games.label.text()
        wait(qtbot, lambda games=games: room.games.list.count() == games)
        room.games.list.setCurrentRow(0)
    assert [room.games.list.item(row).text().split(":")[0] for row in range(4)] == [
        f"Game {n}" for n in (1, 2, 3, 4)
    ]
    room.look()
    assert room.games.list.currentRow() == 0, "the list is left alone"
    asked: list[Game] = []
    room.game_asked.connect(asked.append)
    room.games.list.itemActivated.emit(room.games.list.item(3))
    assert len(asked) == 1 and asked[0].result is not None
    click_generation(room, qtbot, 1)
    assert "generation 1:" in room.games.label.text()


def test_chosen_games_of_a_generation_are_put_into_a_file(
    room: TrainingRoom, desk: Desk, run: Path, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    path, held = tmp_path / "lesson.sgf", RunFolder(run).games_of(GENERATIONS)
    answer_file_dialogs(monkeypatch, path)
    room.look()
    wait(qtbot, lambda: room.games.list.count() == 2)
    assert not room.games.list.add_button.isEnabled()
    qtbot.keyClick(room.games.list, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    qtbot.mouseClick(room.games.list.add_button, Qt.MouseButton.LeftButton)
    assert records.split(path) == records.split(held)
    assert desk.window.statusBar().currentMessage() == "Games added to “lesson.sgf”: 2. It holds 2 now."
    opened = desk.window.controller.game
    context_menu(room.games.list).actions()[0].trigger()
    assert desk.window.controller.game is not opened


def test_the_list_of_games_that_one_points_at_or_chose_from_stays(
    room: TrainingRoom, run: Path, qtbot: QtBot
):
    """Those of a new generation would take the place of the game that is about to be clicked. A pointer that stands there, since the room opened
    below it maybe, is about to click nothing."""
    room.look()
    wait(qtbot, lambda: room.games.list.count() == 2)
    RunFolder(run).games_of(GENERATIONS + 1).write_bytes(sgf.write(finished_game()))
    game = room.games.list.visualItemRect(room.games.list.item(1)).center()
    with pointed_at(room.games.list):
        move_pointer(room.games.list.viewport(), game)
        room.look()
        assert f"generation {GENERATIONS}:" in room.games.label.text() and room.games.list.count() == 2
        room.games.list._in_hand.setInterval(SHORT_MS)
        qtbot.mouseClick(room.games.list.viewport(), Qt.MouseButton.LeftButton, pos=game)
        qtbot.wait(2 * SHORT_MS)
        room.look()
        assert f"generation {GENERATIONS}:" in room.games.label.text(), "one of its games is chosen"
        room.games.list.clearSelection()
        room.look()
        assert f"generation {GENERATIONS + 1}:" in room.games.label.text()


def test_after_a_game_was_opened_the_list_follows_the_newest_again(
    room: TrainingRoom, run: Path, qtbot: QtBot
):
    """It is the next choice of a game that holds it."""
    room.game_asked.disconnect()  # or the board would take it
    wait(qtbot, lambda: room.games.list.count() == 2)
    room.games.list._in_hand.setInterval(SHORT_MS)
    game = room.games.list.visualItemRect(room.games.list.item(1)).center()
    viewport = room.games.list.viewport()
    qtbot.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=game)
    with qtbot.waitSignal(room.games.list.game_asked):
        qtbot.mouseDClick(viewport, Qt.MouseButton.LeftButton, pos=game)
    RunFolder(run).games_of(GENERATIONS + 1).write_bytes(sgf.write(finished_game()))
    wait(qtbot, lambda: not room.games.list._in_hand.isActive())
    room.look()
    assert f"generation {GENERATIONS + 1}:" in room.games.label.text()
    wait(qtbot, lambda: room.games.list.count() == 1)
    room.games.list.setCurrentRow(0)
    RunFolder(run).games_of(GENERATIONS + 2).write_bytes(sgf.write(finished_game()))
    go_on(room, run, GENERATIONS + 1)
    assert f"generation {GENERATIONS + 1}:" in room.games.label.text()
    assert not room.games.label.text().startswith("Newest")


def move_pointer(widget: QWidget, place: QPoint) -> None:
    none = Qt.MouseButton.NoButton
    there = QPointF(place), QPointF(widget.mapToGlobal(place))
    event = QMouseEvent(QEvent.Type.MouseMove, *there, none, none, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(widget, event)


def test_a_kept_game_is_opened(room: TrainingRoom, desk: Desk, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch):
    """As it stands in its file, whatever was tried in it when it was opened before."""
    answer(monkeypatch, QMessageBox.StandardButton.Discard)
    room.generations.selectRow(0)
    wait(qtbot, lambda: room.games.list.count() == 2)
    room.games.list.itemActivated.emit(room.games.list.item(1))
    game = desk.window.controller.game
    moves = len(game.main_line())
    assert game.result is not None and moves > 1
    game.to_start()
    game.remove(game.root.children[0])
    room.games.list.itemActivated.emit(room.games.list.item(1))
    again = desk.window.controller.game
    assert again is not game and len(again.main_line()) == moves and again.cursor is again.main_line()[-1]


def test_games_of_a_run_that_was_renamed_bear_its_present_name(room: TrainingRoom, desk: Desk, run: Path):
    game = finished_game()
    game.black_name = game.white_name = player_name(run.name, 3)
    file = run / "games" / "000003.sgf"
    file.write_bytes(sgf.write(game))
    now = run.with_name("第二次")
    run.rename(now)
    room.choose(now)
    desk.wait(lambda: room.chosen == now and room.games.list.count() == 1)
    room.games.list.itemActivated.emit(room.games.list.item(0))
    game = desk.window.controller.game
    assert {game.black_name, game.white_name} == {player_name("第二次", 3)}


@pytest.mark.parametrize(
    ("damaged", "why"), [("(;garbage[", "The record breaks off"), ("no game", "It holds no game")]
)
def test_a_record_that_can_not_be_read_is_told_and_opens_no_board(
    room: TrainingRoom, run: Path, qtbot: QtBot, damaged: str, why: str
):
    RunFolder(run).games_of(GENERATIONS + 1).write_text(damaged)
    room.look()
    wait(qtbot, lambda: room.games.list.count() == 1)
    assert room.games.list.item(0).text() == "Game 1: its record can't be read"
    asked: list[Game] = []
    room.game_asked.connect(asked.append)
    place = room.games.list.visualItemRect(room.games.list.item(0)).center()
    qtbot.mouseClick(room.games.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    qtbot.mouseDClick(room.games.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    (box,) = room.findChildren(QMessageBox)
    assert "record of game 1 can't be read. " in box.text() and why in box.text() and not asked
    box.close()
