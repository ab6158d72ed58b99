"""What chosen generations are used for: a game, an arena, a new run, and to see what their networks see."""

from pathlib import Path

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QApplication, QInputDialog, QLabel, QMessageBox
from pytestqt.qtbot import QtBot

from ai import checkpoint
from ai.checkpoint import CheckpointInfo
from ai.networks import build
from ai.players import NETWORKS
from ai.training.shipped_run import ShippedRun
from core.game import Game
from core.points import Notation
from core.position import Position
from gui.arena.dialog import SUGGESTED, ArenaDialog
from gui.networks import view as network_view
from gui.networks.planes import Planes
from gui.networks.view import NetworkView
from gui.program.language import LANGUAGES
from gui.training.dialog import TrainingChoice, TrainingDialog
from gui.training.room import TrainingRoom
from tests.gui.desk import Desk, wait
from tests.gui.training.room.hands import (
    CTRL,
    GENERATIONS,
    SIZE,
    buttons_of,
    chosen_generations,
    click_generation,
    finished_game,
)


def test_a_shipped_generation_is_played_by_its_name(open_desk, data_folder: Path, qtbot: QtBot):
    """Which it keeps when the program moves."""
    desk = open_desk()
    desk.trigger("training_room")
    room = desk.window.training_desk.room
    generation = room.generations.lines[-2]["generation"]
    click_generation(room, qtbot, generation)
    qtbot.mouseClick(room.generation_buttons.play, Qt.MouseButton.LeftButton)
    assert f"net=generation-{generation}" in desk.window.games.next_setup().white
    room.close()


def test_what_the_chosen_generations_can_be_used_for(room: TrainingRoom, qtbot: QtBot):
    """Three can't be set side by side, and one plays against one alone, as the sentence above the buttons says too, in the same room."""
    said = room.generation_buttons.choosing
    assert said.text().startswith("With none chosen")
    place = room.generation_buttons.play.pos()
    assert all(button.isEnabled() for name, button in buttons_of(room).items() if name != "stop")
    assert "No session" in room.run_buttons.stop.toolTip()
    for generation in (1, 2, 3):
        click_generation(room, qtbot, generation, Qt.KeyboardModifier.ControlModifier)
    assert (
        not room.generation_buttons.compare.isEnabled() and "two" in room.generation_buttons.compare.toolTip()
    )
    assert (
        not room.generation_buttons.play.isEnabled()
        and "Choose one" in room.generation_buttons.play.toolTip()
    )
    assert said.text() == "Choose one generation to play against."
    QApplication.processEvents()
    assert room.generation_buttons.play.pos() == place
    click_generation(room, qtbot, 2)
    assert said.text().startswith("With none chosen")
    assert room.generation_buttons.play.isEnabled() and "new game" in room.generation_buttons.play.toolTip()


def test_the_room_says_by_how_many_simulations_a_generation_plays(
    room: TrainingRoom, desk: Desk, monkeypatch: pytest.MonkeyPatch
):
    """Against the user by another number than in an arena."""
    said = next(label for label in room.findChildren(QLabel) if "Simulations: " in label.text())
    assert said.isVisible() and "800 against you" in said.text() and "100 in an arena" in said.text()
    monkeypatch.setattr(QInputDialog, "getInt", lambda *_words: (1234, True))
    desk.trigger("set_simulations")
    desk.wait(lambda: "1,234 against you" in said.text())
    room.generation_buttons.play.click()
    assert desk.window.games.next_setup().white.endswith(",simulations=1234")
    searched: list[str] = []
    monkeypatch.setattr(ArenaDialog, "exec", lambda dialog: searched.append(dialog.players.texts()[0]))
    room.generation_buttons.contest.click()
    assert searched[0].endswith(",simulations=100")


def test_a_generation_is_played_at_once(room: TrainingRoom, desk: Desk, run: Path, qtbot: QtBot):
    room.generations.selectRow(1)
    qtbot.mouseClick(room.generation_buttons.play, Qt.MouseButton.LeftButton)
    assert any("000002" in text for text in desk.window.controller.players.values())
    assert "The analysis stays with Buwei AI (shipped network)." in desk.notice
    desk.wait(desk.window.isActiveWindow)
    handle = room.windowHandle()
    assert handle is not None and handle.transientParent() is None, (
        "which a window manager would keep in front"
    )


def test_where_none_is_chosen_the_newest_generation_is_meant(room: TrainingRoom, desk: Desk, qtbot: QtBot):
    assert chosen_generations(room) == [] and [line["generation"] for line in room.generations.meant()] == [
        GENERATIONS
    ]
    qtbot.mouseClick(room.generation_buttons.play, Qt.MouseButton.LeftButton)
    newest = f"{GENERATIONS:06d}"
    assert any(newest in text for text in desk.window.controller.players.values())


def test_chosen_generations_meet_in_an_arena(
    room: TrainingRoom, desk: Desk, run: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
):
    """On the board that they learned on; one alone plays what an arena begins with anyway."""
    asked: list[tuple[tuple[str, ...], str]] = []

    def note(dialog: ArenaDialog) -> None:
        assert dialog.agree.isEnabled(), dialog.summary.text()
        asked.append((dialog.players.texts(), dialog.board.currentText()))

    monkeypatch.setattr(ArenaDialog, "exec", note)
    click_generation(room, qtbot, 1)
    room.generation_buttons.contest.click()
    click_generation(room, qtbot, 3, CTRL)
    room.generation_buttons.contest.click()
    first, third = (str(run / "checkpoints" / f"{number:06d}.safetensors") for number in (1, 3))
    (alone, _), (together, board) = asked
    assert first in alone[0] and alone[1:] == SUGGESTED
    assert len(together) == 2 and third in together[0] and first in together[1] and board == "4x4"
    page = desk.window.arena.page
    assert page is not None
    monkeypatch.setattr(page.process, "running", True)
    room.generation_buttons.contest.click()
    (box,) = page.findChildren(QMessageBox)
    assert "Stop it" in box.text() and len(asked) == 2
    box.close()


def test_a_damaged_generation_meets_nobody(room: TrainingRoom, desk: Desk, run: Path, qtbot: QtBot):
    (run / "checkpoints" / f"{GENERATIONS:06d}.safetensors").write_bytes(b"nothing")
    room.generation_buttons.contest.click()
    page = desk.window.arena.page
    assert page is not None
    (box,) = page.findChildren(QMessageBox)
    assert f"{GENERATIONS:06d}.safetensors" in box.text()
    box.close()


def test_a_new_run_begins_with_the_generation_that_is_chosen(
    room: TrainingRoom, desk: Desk, run: Path, monkeypatch: pytest.MonkeyPatch
):
    asked: list[tuple[str, TrainingChoice]] = []
    monkeypatch.setattr(
        TrainingDialog, "exec", lambda dialog: asked.append((dialog.windowTitle(), dialog.choice()))
    )
    room.generations.selectRow(1)
    desk.qtbot.mouseClick(room.generation_buttons.begin, Qt.MouseButton.LeftButton)
    ((title, choice),) = asked
    assert "generation 2" in title and choice.folder.parent == run.parent and not choice.folder.exists()
    assert choice.config is not None
    assert choice.config.start_from == str(run / "checkpoints" / "000002.safetensors")
    assert (choice.config.network, choice.config.board) == ("b1c4", "4x4")
    room.runs.wanted = ShippedRun().path
    room.look()
    room.generations.selectRow(1)
    room.generation_buttons.begin.click()
    config = asked[1][1].config
    assert config is not None and Path(config.start_from).stem.startswith("generation-")
    (run / "checkpoints" / "000003.safetensors").unlink()
    room.runs.wanted = run
    room.look()
    room.generations.clearSelection()
    room.generation_buttons.begin.click()
    (box,) = room.findChildren(QMessageBox)
    assert "000003" in box.text() and len(asked) == 2
    box.close()


def view_of(desk: Desk, checkpoints: list[Path], position: Position) -> NetworkView:
    window = desk.window
    return NetworkView(
        window, checkpoints, lambda: (position, window.appearance.notation, 0), window.settings
    )


def test_two_generations_say_what_they_see_side_by_side(desk: Desk, run: Path, qtbot: QtBot):
    position = finished_game().root.position
    files = [run / "checkpoints" / f"{generation:06d}.safetensors" for generation in (1, 3)]
    view = view_of(desk, files, position)
    view.show()
    assert len(view.columns) == 2
    values = [column.value for column in view.columns]
    wait(qtbot, lambda: all("%" in value.text() for value in values))
    assert len(view.findChildren(Planes)) == 1  # both see the same
    view.close()


def test_what_networks_see_follows_the_board(desk: Desk, room: TrainingRoom, run: Path, qtbot: QtBot):
    """From move to move, over the end of the game, to a board that they were not made for, and not beyond the view's closing."""
    room.generation_buttons.compare.click()
    (view,) = desk.window.findChildren(NetworkView)
    wait(qtbot, lambda: "Black to move" in view.columns[0].value.text())
    (own, *_rest) = view.findChildren(Planes)[0].boards
    before = own.grab().toImage()
    assert "at move 0" in view.place.text() and "follows the board" in view.place.text()
    desk.click(5)
    wait(qtbot, lambda: desk.moves == 2)
    assert "at move 2" in view.place.text()
    wait(qtbot, lambda: own.grab().toImage() != before)
    desk.window.controller.walk(-1)
    wait(qtbot, lambda: "White to move" in view.columns[0].value.text())
    desk.window.controller.open_game(finished_game())
    desk.window.controller.to_end()
    wait(qtbot, lambda: "no legal move" in view.columns[0].value.text())
    assert f"at move {desk.moves}." in view.place.text()
    (run / "checkpoints" / "000003.safetensors").unlink()
    desk.window.controller.open_game(Game())
    (said,) = view._scroll.widget().findChildren(QLabel)
    assert not view.columns and "000003" in said.text() and said.wordWrap()
    assert view.close() and not view.isVisible()
    desk.window.controller.open_game(finished_game())
    assert not desk.boxes()
    wait(qtbot, lambda: not desk.window.findChildren(NetworkView))


def test_what_networks_see_is_named_as_the_board_is(desk: Desk, run: Path, qtbot: QtBot):
    desk.window.networks.look_at([run / "checkpoints" / "000001.safetensors"])
    (view,) = desk.window.findChildren(NetworkView)
    desk.choose("notation", "gtp")
    (column,) = view.columns
    wait(qtbot, lambda: column.policy.board and column.policy.board._notation is Notation.GTP)
    assert view.close()


def test_networks_that_see_differently_show_it_side_by_side(desk: Desk, run: Path):
    """One that sees liberties beside one that doesn't; one alone shows what it sees too."""
    other = run.parent / "liberties.safetensors"
    kind = "b1c4-liberties"
    checkpoint.save(other, build(kind, SIZE), CheckpointInfo(kind, SIZE.rows, SIZE.cols))
    own = run / "checkpoints" / "000001.safetensors"
    for files, planes in (([own, other], 2), ([own], 1)):
        view = view_of(desk, files, Position.empty())
        assert len(view.findChildren(Planes)) == planes
        assert all(column.findChildren(Planes) for column in view.columns)
        view.close()


@pytest.mark.parametrize("language", list(LANGUAGES))
@pytest.mark.parametrize("kind", ["b1c4", "b1c4-liberties"])
def test_two_networks_are_seen_whole_side_by_side_on_a_small_screen(
    desk: Desk, run: Path, kind: str, language: str
):
    """Whether they see the same or not; a window begins no wider than its screen."""
    desk.choose("language", language)
    other = run.parent / "other.safetensors"
    checkpoint.save(other, build(kind, SIZE), CheckpointInfo(kind, SIZE.rows, SIZE.cols))
    desk.window.networks.look_at([run / "checkpoints" / "000001.safetensors", other])
    (view,) = desk.window.findChildren(NetworkView)
    assert view.width() <= view.screen().availableSize().width()
    view.resize(900, 560)
    desk.wait(lambda: view._scroll.verticalScrollBar().maximum() > 0)
    assert view._scroll.horizontalScrollBar().maximum() == 0
    view.close()


@pytest.mark.parametrize("language", list(LANGUAGES))
@pytest.mark.parametrize("count", [1, 2])
def test_what_networks_see_opens_whole_where_the_screen_has_room(
    desk: Desk, count: int, language: str, monkeypatch: pytest.MonkeyPatch
):
    """As on 1440x900: the names below the planes were cut off there."""
    monkeypatch.setattr(network_view, "on_screen", lambda _window, wanted: wanted.boundedTo(QSize(1424, 852)))
    desk.choose("language", language)
    desk.window.networks.look_at(
        [NETWORKS / f"{name}.safetensors" for name in ("flagship", "generation-903")[:count]]
    )
    (view,) = desk.window.findChildren(NetworkView)
    desk.wait(lambda: all("%" in column.value.text() for column in view.columns))
    desk.wait(lambda: view._scroll.verticalScrollBar().maximum() == 0)
    assert view._scroll.horizontalScrollBar().maximum() == 0
    view.close()
