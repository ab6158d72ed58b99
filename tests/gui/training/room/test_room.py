"""The training room: which run it shows and what it says of it, read from run folders alone; and what its buttons begin."""

from pathlib import Path

import pytest
from PySide6.QtCore import QObject, QSize, Qt
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QMessageBox, QToolTip
from pytestqt.qtbot import QtBot

from ai import checkpoint
from ai.players import NETWORKS, SHIPPED, find_network
from ai.training.config import RunConfig
from ai.training.run_folder import RunFolder
from ai.training.shipped_run import ShippedRun
from gui.app import make_application
from gui.program.labels import without_key
from gui.program.settings import Settings
from gui.training.dialog import TrainingChoice, TrainingDialog
from gui.training.generation_table import RATING
from gui.training.process import TrainingProcess
from gui.training.room import TrainingRoom
from tests.gui.desk import Desk, answer
from tests.gui.training.room.hands import GENERATIONS, buttons_of, copy_of


def test_the_room_shows_what_a_run_folder_says(room: TrainingRoom, run: Path):
    assert [room.runs.item(i).text() for i in range(room.runs.count())] == ["第一次", "shipped network"]
    assert room.generations.rowCount() == GENERATIONS
    item = room.generations.item(0, 0)
    rating = room.generations.item(0, RATING)
    assert item is not None and item.text() == "3"
    assert rating is not None and rating.text().startswith("+")
    policy = room.plots.plots["policy"]
    assert [len(curve.x) for curve in policy.curves] == [300, 300]
    assert not room.run_buttons.stop.isEnabled() and room.run_buttons.go_on.isEnabled()


def test_a_room_without_runs_says_what_to_do(qtbot: QtBot, data_folder: Path):
    """Every button that can't be used says why; what begins a run can be used."""
    room = TrainingRoom(data_folder / "runs", Settings())
    qtbot.addWidget(room)
    assert [name for name, button in buttons_of(room).items() if button.isEnabled()] == ["new"]
    for button in buttons_of(room).values():
        assert button.isEnabled() or button.toolTip().endswith(".")
    assert without_key(room.run_buttons.new.text()) in room.state.text() and not room.runs.count()
    for view in (room.runs, room.generations, room.games.list):
        (note,) = view.viewport().findChildren(QLabel)
        assert not note.isHidden() and note.text().endswith(".")
    assert "this generation" not in note.text(), "there is none"


def test_before_the_first_run_the_room_shows_how_the_shipped_network_learned(open_desk, data_folder: Path):
    """All its figures, those generations whose networks came along, and the games of the last; it can't be changed."""
    desk = open_desk()
    desk.trigger("training_room")
    room, panel = desk.window.training_desk.room, desk.window.training_desk.panel
    assert panel.start.isEnabled() and not panel.go_on.isEnabled() and not panel.stop.isEnabled()
    assert without_key(panel.start.text()) in panel.state.text()
    shipped = ShippedRun()
    lines = shipped.read_metrics()
    newest = checkpoint.read_info(find_network(SHIPPED)).generation
    assert lines[-1]["generation"] == newest and len(room._chosen[0].lines) == len(lines)
    assert room.runs.count() == 1 and f"{newest:,}" in room.state.text()
    listed = room.generations.lines
    assert listed[-1]["generation"] == newest and len(listed) == len(list(NETWORKS.glob("*.safetensors")))
    for line in listed:
        assert checkpoint.read_info(shipped.checkpoint_of(line)).generation == line["generation"]
    room.games.list.listing.finish()
    assert room.games.list.count() > 0
    assert sorted(name for name, button in buttons_of(room).items() if not button.isEnabled()) == [
        "remove",
        "rename",
        "stop",
    ]
    assert "stays" in room.run_buttons.remove.toolTip()
    before = sorted(path.name for path in NETWORKS.iterdir())
    room.look()
    room.close()
    assert sorted(path.name for path in NETWORKS.iterdir()) == before


def test_a_run_of_ones_own_goes_on_from_the_shipped_network(
    open_desk, data_folder: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
):
    desk = open_desk()
    desk.trigger("training_room")
    dialogs: list[TrainingDialog] = []
    monkeypatch.setattr(TrainingDialog, "exec", lambda dialog: dialogs.append(dialog))
    room = desk.window.training_desk.room
    qtbot.mouseClick(room.run_buttons.go_on, Qt.MouseButton.LeftButton)
    (dialog,) = dialogs
    choice = dialog.choice()
    assert dialog.agree.isEnabled()
    assert choice.folder == data_folder / "runs" / "run-1"
    assert Path(choice.config.start_from) == find_network(SHIPPED)
    assert choice.config == ShippedRun().config_to_go_on()
    room.close()


def test_the_program_is_quit_from_the_room_too(desk: Desk, qtbot: QtBot):
    desk.trigger("training_room")
    room = desk.window.training_desk.room
    assert room is not None and room.isVisible()
    qtbot.keyClick(room, Qt.Key.Key_Q, Qt.KeyboardModifier.ControlModifier)
    assert not desk.window.isVisible() and desk.window.training_desk.room is None


def test_a_room_that_was_minimised_comes_back_and_goes_on_watching(room: TrainingRoom, desk: Desk):
    """To be minimised hides it as far as Qt tells, but leaves it shown where it is to be brought to the front."""
    room.showMinimized()
    assert not room._timer.isActive()
    desk.trigger("training_room")
    assert not room.isMinimized() and room._timer.isActive()


def test_what_a_long_text_about_a_run_needs_the_plots_get_back_with_another(room: TrainingRoom, run: Path):
    before = room.state.minimumHeight()
    broken = copy_of(run, "broken")
    RunFolder(broken).metrics.write_text("{}\n" * 2)
    (broken / "config.toml").unlink()
    room.choose(broken)
    assert room.state.minimumHeight() > before
    room.choose(run)
    assert room.state.minimumHeight() == before


def test_a_session_that_begins_is_shown_as_soon_as_its_folder_is_there(room: TrainingRoom, run: Path):
    begun = run.parent / "begun"
    room.choose(begun)
    assert room.chosen == run, "there is nothing to show yet"
    copy_of(run, "begun")
    room.look()
    assert room.chosen == begun and room.runs.currentItem().text() == "begun"


def test_the_first_run_of_all_is_shown(qtbot: QtBot, run: Path):
    room = TrainingRoom(run.parent, Settings())
    qtbot.addWidget(room)
    assert room.chosen == run
    aside = run.rename(run.parents[1] / "aside")
    room.look()
    assert room.chosen is None and not room.runs.count()
    aside.rename(run)
    room.look()
    assert room.chosen == run


def test_coming_back_to_the_room_keeps_the_run_that_is_shown(room: TrainingRoom, desk: Desk, run: Path):
    other = copy_of(run, "other")
    desk.window.training_desk.sessions.watch(run)
    room.choose(other)
    desk.trigger("training_room")
    assert room.chosen == other
    desk.window.training_desk.panel.room.click()
    assert room.chosen == run, "the dock's own"


@pytest.mark.parametrize(
    ("file", "text", "said"),
    [
        ("config.toml", None, "lost its settings: put its config.toml back"),
        ("state.json", "{", "is damaged"),
        ("state.json", None, "its state.json is lost; put it back"),
    ],
)
def test_a_run_that_can_not_go_on_is_shown_with_the_reason(
    room: TrainingRoom, run: Path, file: str, text: str | None, said: str
):
    """As in the list of runs; its figures stay."""
    if text is None:
        (run / file).unlink()
    else:
        (run / file).write_text(text)
    room.look()
    assert room.chosen == run and room.generations.rowCount() == GENERATIONS
    assert said in room.state.text() and said in room.run_buttons.go_on.toolTip()
    assert not room.run_buttons.go_on.isEnabled() and room.run_buttons.remove.isEnabled()
    room.close()
    again = TrainingRoom(run.parent, Settings())
    assert again.chosen == run and said in again.state.text()
    again.close()


def test_the_room_comes_back_as_large_as_it_was_left_within_the_screen(desk: Desk, open_desk, run: Path):
    desk.trigger("training_room")
    room = desk.window.training_desk.room
    assert room is not None
    screen = room.screen().availableSize()
    size = QSize(screen.width() - 50, screen.height() - 130).expandedTo(room.minimumSizeHint())
    room.resize(size)
    desk.close()
    for _ in range(2):
        again = open_desk()
        again.trigger("training_room")
        room = again.window.training_desk.room
        assert room.size() == size.boundedTo(screen) and room.height() < screen.height()
        size = room.size()
        again.close()


def test_a_session_that_has_not_written_its_settings_yet_has_no_problem(qtbot: QtBot, tmp_path: Path):
    folder = RunFolder(tmp_path / "begun")
    folder.path.mkdir()
    (folder.path / "session.log").touch()  # the window's, before the session begins
    assert folder.take()
    room = TrainingRoom(tmp_path, Settings())
    qtbot.addWidget(room)
    assert room.chosen == folder.path and "config.toml" not in room.state.text()
    folder.close()
    room.look()
    assert "config.toml" in room.state.text()


def test_figures_without_sense_are_named(room: TrainingRoom, run: Path):
    with RunFolder(run).metrics.open("ab") as file:
        file.write(b"{}\n")
    room.runs.setCurrentRow(1)
    room.runs.setCurrentRow(0)
    assert f"Line {GENERATIONS + 1} of" in room.state.text() and room.generations.rowCount() == 0
    assert all("can't be read" in plot.nothing.text() for plot in room.plots.plots.values())


def test_figures_that_lose_their_sense_and_get_it_back_before_the_first_generation(
    room: TrainingRoom, run: Path
):
    folder = RunFolder(run)
    folder.metrics.write_text("")
    folder.steps.write_bytes(b"")
    room.look()
    for text, said in (("", "first generation"), ("{}\n", "can't be read"), ("", "first generation")):
        folder.metrics.write_text(text)
        room.look()
        room.plots._drawing.finish()
        assert all(said in plot.nothing.text() for plot in room.plots.plots.values())


def test_a_run_that_is_gone_is_not_gone_on_with(room: TrainingRoom, run: Path):
    """Nor does another one come under the pointer by itself; put back, it is shown again."""
    away = run.rename(run.with_name("away").parent.parent / "away")
    room.look()
    room.look()
    assert room.chosen is None and "is gone" in room.state.text() and room.generations.rowCount() == 0
    assert not room.run_buttons.remove.isEnabled() and not room.run_buttons.go_on.isEnabled()
    away.rename(run)
    room.look()
    assert room.chosen == run and room.generations.rowCount() == GENERATIONS


def test_figures_of_the_shipped_run_that_are_missing_are_told(qtbot: QtBot, tmp_path: Path):
    make_application([])
    shipped = ShippedRun()
    shipped.metrics = tmp_path / "gone.jsonl"
    room = TrainingRoom(tmp_path / "runs", Settings(), shipped=shipped)
    qtbot.addWidget(room)
    room.choose(shipped.path)
    room.look()
    assert "gone.jsonl holds no figures" in room.state.text()
    room.close()


def test_the_dialog_of_a_session_belongs_to_the_room(
    room: TrainingRoom, desk: Desk, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
):
    parents: list[QObject | None] = []
    monkeypatch.setattr(TrainingDialog, "exec", lambda dialog: parents.append(dialog.parent()))
    qtbot.mouseClick(room.run_buttons.new, Qt.MouseButton.LeftButton)
    desk.wait(room.isActiveWindow)
    qtbot.keyClick(room, Qt.Key.Key_T, Qt.KeyboardModifier.ControlModifier)
    desk.window.come_forward()
    desk.wait(desk.window.isActiveWindow)
    desk.trigger("start_training")
    assert parents == [room, room, desk.window]


def test_a_session_begun_in_the_room_leaves_the_window_as_it_is(
    room: TrainingRoom, desk: Desk, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """The panel of the training comes to the front for who asks in the window alone."""
    begun: list[Path] = []

    def start(process: TrainingProcess, folder: Path, *_how: object) -> None:
        begun.append(folder)
        folder.mkdir(parents=True, exist_ok=True)
        process.watch(folder)

    monkeypatch.setattr(TrainingProcess, "start", start)
    monkeypatch.setattr(TrainingDialog, "exec", lambda _dialog: True)
    monkeypatch.setattr(
        TrainingDialog,
        "choice",
        lambda _dialog: TrainingChoice(tmp_path / f"new-{len(begun)}", RunConfig(), None),
    )
    desk.window.docks.bring_up("history")
    dock = desk.window.docks["training"].widget()
    desk.wait(lambda: desk.window.history.isVisible() and dock.visibleRegion().isEmpty())
    room.activateWindow()
    desk.wait(room.isActiveWindow)
    qtbot.mouseClick(room.run_buttons.new, Qt.MouseButton.LeftButton)
    QApplication.processEvents()
    assert len(begun) == 1 and dock.visibleRegion().isEmpty()
    desk.window.come_forward()
    desk.wait(desk.window.isActiveWindow)
    desk.trigger("start_training")
    desk.wait(lambda: len(begun) == 2 and not dock.visibleRegion().isEmpty())


def test_plots_and_columns_explain_themselves(room: TrainingRoom, desk: Desk):
    for plot in room.plots.plots.values():
        assert plot.title.toolTip() and plot.about.isVisible()
        QToolTip.hideText()
        plot.about.click()
        assert QToolTip.text() == plot.title.toolTip()
    for column in range(room.generations.columnCount()):
        header = room.generations.horizontalHeaderItem(column)
        assert header is not None and header.toolTip()
    panel = desk.window.training_desk.panel.table
    for column in range(panel.columnCount()):
        header = panel.horizontalHeaderItem(column)
        assert header is not None and header.toolTip()


def test_a_run_whose_network_plays_is_removed_with_a_warning(
    room: TrainingRoom, desk: Desk, run: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
):
    """The game goes on with what the AI has in its memory; whoever needs the file says in a sentence that it is gone."""
    network = str(run / "checkpoints" / "000003.safetensors")
    desk.window.networks.play_against(network)
    desk.click_any()
    assert desk.moves == 2
    asked = answer(monkeypatch, QMessageBox.StandardButton.Yes)
    monkeypatch.setattr("gui.parts.removing.moved_to_trash", lambda _path: False)
    qtbot.mouseClick(room.run_buttons.remove, Qt.MouseButton.LeftButton)
    assert "plays in the game" in asked[0] and not run.exists()
    assert room.runs.count() == 1 and "“New…”" in room.state.text() and room.chosen == ShippedRun().path
    desk.click_any()
    assert desk.moves == 4 and not desk.boxes()
    desk.window.analysis.use_network(network)
    desk.trigger("analyse")
    error = desk.take_error()
    assert "removed" in error and "flagship" not in error


def test_a_known_run_goes_on_with_its_settings_and_maybe_a_larger_network(qtbot: QtBot, run: Path):
    make_application([])
    dialog = TrainingDialog(None, run.parent, run)
    qtbot.addWidget(dialog)
    assert dialog.choice().config == RunConfig(network="b1c4", board="4x4")
    assert not dialog.preset.isVisibleTo(dialog) and not dialog.settings.fields["board"].isEnabled()
    network = dialog.settings.fields["network"]
    assert isinstance(network, QComboBox)
    network.setCurrentText("b2c8")
    assert dialog.choice().config.network == "b2c8"


def test_runs_with_which_something_is_wrong_are_marked(room: TrainingRoom, run: Path):
    """Damaged ones, and those whose last session has failed, each with the reason where the pointer rests."""
    broken, failed = copy_of(run, "broken"), copy_of(run, "failed")
    (broken / "metrics.jsonl").write_text("no figures\n")
    RunFolder(failed).write_progress({"phase": "failed", "reason": "there is no memory"})
    room.look()
    rows = dict(room.runs.rows())
    assert "⚠" not in rows[run].text()
    for path, said in ((broken, "line 1 of "), (failed, "There is no memory")):
        assert rows[path].text() == f"{path.name}  ⚠" and said in rows[path].toolTip().replace("Line", "line")
    room.choose(broken)
    assert "can't be read" in room.generations._empty.text() and "Expecting" not in room.state.text()
    assert not room.run_buttons.go_on.isEnabled() and "ine 1 of " in room.run_buttons.go_on.toolTip()
    room.choose(run)
    assert "finished yet" in room.generations._empty.text()


def test_the_plots_stay_where_they_are_in_every_phase(room: TrainingRoom, run: Path):
    heights = set()
    progress = {"phase": "stopped", "generation": 4}
    for more in ({}, {"policy_loss": 1.0, "value_loss": 0.5}):
        RunFolder(run).write_progress(progress | more)
        room.look()
        heights.add(room.state.minimumHeight())
    assert len(heights) == 1
