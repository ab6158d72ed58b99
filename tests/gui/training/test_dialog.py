"""The dialog that starts a training session: names, recipes, runs that go on, and weights to begin with."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QDoubleSpinBox, QLabel, QLineEdit, QSpinBox, QWidget
from pytestqt.qtbot import QtBot

from ai import checkpoint
from ai.checkpoint import CheckpointInfo
from ai.networks import build
from ai.players import SHIPPED
from ai.training.presets import PRESETS
from ai.training.run_folder import RunFolder
from core import folders
from core.position import Size
from gui.app import make_application
from gui.program.theme import alarm_color, apply_application_theme
from gui.training import dialog as training_dialog
from gui.training import texts as training_texts
from gui.training.dialog import ONLY_NEW, TrainingChoice, TrainingDialog
from tests.gui.desk import Desk, answer_file_dialogs, turn_wheel, wait
from tests.gui.training.tiny import TINY, number, opened


def test_a_recipe_fills_in_all_settings_and_each_can_be_changed(qtbot: QtBot, data_folder: Path):
    make_application([])
    dialog = TrainingDialog(None, folders.runs_dir())
    qtbot.addWidget(dialog)
    dialog.preset.setCurrentIndex(dialog.preset.findData("alphazero"))
    assert dialog.choice().config == PRESETS["alphazero"]
    simulations = dialog.settings.fields["simulations"]
    assert isinstance(simulations, QSpinBox)
    simulations.setValue(99)
    assert dialog.choice().config.simulations == 99


def test_the_weights_to_begin_with_are_chosen_from_their_file(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    answer_file_dialogs(monkeypatch, tmp_path / "weights.safetensors")
    dialog = TrainingDialog(None, tmp_path)
    qtbot.addWidget(dialog)
    start = dialog.settings.fields["start_from"]
    assert isinstance(start, QLineEdit)
    qtbot.mouseClick(dialog.browse, Qt.MouseButton.LeftButton)
    assert start.text() == str(tmp_path / "weights.safetensors")


def test_a_run_from_another_is_named_after_it(qtbot: QtBot, data_folder: Path):
    """After its generation, as long as no run has that name."""
    runs = data_folder / "runs"
    dialog = TrainingDialog(None, runs)
    qtbot.addWidget(dialog)
    assert dialog.run_name.text() == "run-1"
    config = replace(PRESETS["buwei"], start_from=str(runs / "周一" / "checkpoints" / "000122.safetensors"))
    for name in ("周一-122", "周一-122-1", "周一-122-2"):
        dialog.propose(config, "New run")
        assert dialog.run_name.text() == name
        (runs / name).mkdir(parents=True)
    dialog.propose(replace(config, start_from="assets/networks/flagship.safetensors"), "Go on from it")
    assert dialog.run_name.text() == "run-1"


def test_a_new_run_is_named_in_the_windows_language(desk: Desk, data_folder: Path):
    desk.choose("language", "zh_CN")
    dialog = TrainingDialog(None, data_folder / "runs")
    desk.qtbot.addWidget(dialog)
    assert dialog.run_name.text() == "训练 1" and dialog.agree.isEnabled()


def test_proposed_settings_are_a_recipe_that_one_can_leave_and_come_back_to(qtbot: QtBot, data_folder: Path):
    dialog = TrainingDialog(None, data_folder / "runs")
    qtbot.addWidget(dialog)
    plain, proposed = dialog.windowTitle(), replace(PRESETS["buwei"], simulations=480)
    dialog.propose(proposed, "Go on from it")
    assert dialog.windowTitle() == "Go on from it" and dialog.choice().config == proposed
    dialog.preset.setCurrentIndex(dialog.preset.findData("paper"))
    assert dialog.windowTitle() == plain and dialog.choice().config == PRESETS["paper"]
    dialog.preset.setCurrentIndex(0)
    assert dialog.windowTitle() == "Go on from it" and dialog.choice().config == proposed


def test_the_dialog_checks_names(qtbot: QtBot, tmp_path: Path):
    make_application([])
    dialog = TrainingDialog(None, tmp_path)
    qtbot.addWidget(dialog)
    ok = dialog.agree
    assert ok.isEnabled() and dialog.choice().folder == tmp_path / "run-1"
    for name, reason in (
        ("", "Give the run a name."),
        ("   ", "Give the run a name."),
        ("a/b", "can't have / in it"),
        ('quo"te', "can't have \" in it"),
        ("..", "can't end with a dot"),
        ("dot.", "can't end with a dot"),
        ("x" * 260, "255 letters"),
        ("CON", "Windows keeps the name CON"),
        (SHIPPED, "“flagship” is the run of the shipped network"),
    ):
        dialog.run_name.setText(name)
        assert not ok.isEnabled() and reason in dialog.problem.text(), name
    dialog.run_name.setText("第一次 run")
    assert ok.isEnabled()
    network = dialog.settings.fields["network"]
    assert isinstance(network, QComboBox)
    network.setCurrentText("b4c")
    assert not ok.isEnabled() and "b4c" in dialog.problem.text()
    network.setCurrentText("b4c32")
    first = dialog.settings.fields["first_network"]
    assert isinstance(first, QComboBox)
    first.setCurrentText("b2c")
    assert not ok.isEnabled() and "b2c" in dialog.problem.text()
    first.setCurrentText("")
    assert ok.isEnabled() and dialog.choice().config.first_network == ""


def test_of_two_mistakes_the_first_is_told_and_its_field_framed_then_the_next(
    qtbot: QtBot, dialog: TrainingDialog
):
    apply_application_theme("light")
    qtbot.mouseClick(dialog.more, Qt.MouseButton.LeftButton)
    wait(qtbot, lambda: dialog.settings.fields["batch"].isVisible())
    board, name = dialog.settings.fields["board"], dialog.run_name
    assert isinstance(board, QLineEdit)

    def framed() -> list[QWidget]:
        """Fields with a frame in the colour of mistakes."""
        fields = (name, dialog.run, *dialog.settings.fields.values())
        middles = [(field, field.grab().toImage().pixelColor(field.width() // 2, 0)) for field in fields]
        return [field for field, color in middles if color == alarm_color(dark=False)]

    assert not framed()
    name.setText("a/b:*")
    board.setText("1x99")
    assert dialog.problem.text() == "A name can't have / : * in it" and framed() == [name]
    name.setText("ab")
    assert "1x99" in dialog.problem.text() and framed() == [board]
    board.setText("9x9")
    assert not dialog.problem.text() and not framed()
    for setting, value, said in (
        ("start_from", "nowhere.safetensors", "There is no file"),
        ("network", "b4c", "b4c"),
        ("batch", 1, "at least 2"),
        ("opening_moves", 41, "half of the board's points"),
    ):
        before = dialog.settings.values()[setting]
        dialog.settings.show({setting: value})
        assert said in dialog.problem.text() and framed() == [dialog.settings.fields[setting]]
        dialog.settings.show({setting: before})
    dialog.run.setCurrentIndex(1)
    assert not framed()


@pytest.mark.parametrize(("typed", "written"), [("7", "7x7"), ("7×7", "7x7"), ("6X7", "6x7"), ("7x", "7x")])
def test_a_board_is_written_out_once_its_field_is_left(
    qtbot: QtBot, dialog: TrainingDialog, typed: str, written: str
):
    """What is no board stays, to be mended."""
    board = dialog.settings.fields["board"]
    assert isinstance(board, QLineEdit)
    dialog.activateWindow()
    board.setFocus()
    wait(qtbot, board.hasFocus)
    board.setText(typed)
    assert dialog.settings.values()["board"] == typed, "not while one types"
    qtbot.keyClick(board, Qt.Key.Key_Tab)
    assert board.text() == dialog.settings.values()["board"] == written


def test_the_board_of_a_known_run_is_written_out_too(qtbot: QtBot, tmp_path: Path):
    """Its settings stay as they were written."""
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "config.toml").write_text(replace(TINY, board="4").to_toml(), "utf-8")
    dialog = TrainingDialog(None, tmp_path, tmp_path / "old")
    qtbot.addWidget(dialog)
    board = dialog.settings.fields["board"]
    assert isinstance(board, QLineEdit) and board.text() == "4x4"
    assert dialog.choice().config == replace(TINY, board="4")


@pytest.mark.parametrize("goes_on", [False, True])
def test_keys_go_on_with_no_other_run_than_is_meant(qtbot: QtBot, tmp_path: Path, goes_on: bool):
    """They begin at a new run's name, to be written over; where a run is to go on, at the button that does that."""
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "config.toml").write_text(TINY.to_toml(), "utf-8")
    dialog = opened(qtbot, TrainingDialog(None, tmp_path, tmp_path / "b" if goes_on else None))
    chosen, focused = dialog.run.currentText(), dialog.focusWidget()
    assert focused is (dialog.agree if goes_on else dialog.run_name)
    qtbot.keyClick(focused, Qt.Key.Key_Down)
    assert dialog.run.currentText() == chosen
    if not goes_on:
        dialog.propose(TINY, "New run")
        assert dialog.run_name.selectedText() == dialog.run_name.text() != ""


def test_all_settings_open_where_one_of_them_is_wrong(qtbot: QtBot, dialog: TrainingDialog):
    board = dialog.settings.fields["board"]
    assert isinstance(board, QLineEdit)
    board.setText("3x3")
    assert "opening" in dialog.problem.text().lower() and not dialog.agree.isEnabled()
    wait(qtbot, dialog.settings.fields["opening_moves"].isVisible)


def test_in_a_low_dialog_all_settings_come_into_view_when_they_are_asked_for(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(training_dialog, "TALL", 440)  # all that a small screen has room for
    dialog = TrainingDialog(None, tmp_path)
    qtbot.addWidget(dialog)
    dialog.resize(620, 440)
    dialog.show()
    qtbot.keyClick(dialog.more, Qt.Key.Key_Space)
    first = dialog.settings.fields["first_positions"]
    wait(qtbot, lambda: 0 < first.height() == first.visibleRegion().boundingRect().height())


def test_all_settings_stand_under_headings(qtbot: QtBot, dialog: TrainingDialog):
    qtbot.mouseClick(dialog.more, Qt.MouseButton.LeftButton)
    bold = {
        label.text() for label in dialog.findChildren(QLabel) if label.font().bold() and label.isVisible()
    }
    assert bold == set(training_texts.SECTIONS.values())


def test_the_wheel_changes_no_setting_that_comes_under_the_pointer(qtbot: QtBot, dialog: TrainingDialog):
    qtbot.mouseClick(dialog.more, Qt.MouseButton.LeftButton)
    before = dialog.choice()
    for editor in (*dialog.settings.fields.values(), dialog.preset, dialog.run):
        turn_wheel(editor, -120)
    assert dialog.choice() == before
    games = number(dialog, "parallel_games")
    qtbot.mouseClick(games.lineEdit(), Qt.MouseButton.LeftButton)
    turn_wheel(games, -120)
    assert games.value() == before.config.parallel_games - 1


def test_typed_settings_stay_when_the_name_changes(qtbot: QtBot, dialog: TrainingDialog):
    number(dialog, "simulations").setValue(99)
    network = dialog.settings.fields["network"]
    assert isinstance(network, QComboBox)
    network.clearEditText()
    qtbot.keyClicks(network, "b4c32")
    assert network.currentText() == "b4c32", "nothing is added to what is typed"
    dialog.run_name.clear()
    qtbot.keyClicks(dialog.run_name, "another")
    choice = dialog.choice()
    assert choice.folder.name == "another"
    assert choice.config.simulations == 99 and choice.config.network == "b4c32"


def test_a_new_run_gets_a_free_name_and_a_used_one_is_refused(qtbot: QtBot, dialog: TrainingDialog):
    start = dialog.agree
    assert dialog.run_name.text() == "run-1" and start.isEnabled()
    dialog.run_name.setText("old")
    assert not start.isEnabled() and "old" in dialog.problem.text()


@pytest.mark.parametrize("trace", ["state.json", "metrics.jsonl", "checkpoints/000001.safetensors"])
def test_the_name_of_a_run_that_has_lost_its_settings_is_refused(
    dialog: TrainingDialog, tmp_path: Path, trace: str
):
    start = dialog.agree
    (tmp_path / "lost/checkpoints").mkdir(parents=True)
    (tmp_path / "lost/session.log").write_text("refused")
    dialog.run_name.setText("lost")
    assert start.isEnabled(), "a session that could not begin is in nobody's way"
    (tmp_path / "lost" / trace).write_text("")
    dialog.run_name.setText("other")
    dialog.run_name.setText("lost")
    assert not start.isEnabled() and "“lost”" in dialog.problem.text()


def test_only_a_chosen_run_shows_its_settings(qtbot: QtBot, dialog: TrainingDialog):
    number(dialog, "simulations").setValue(99)
    dialog.run.setCurrentIndex(1)
    assert dialog.choice().config == TINY and dialog.choice().folder.name == "old"
    assert "old" in dialog.windowTitle() and not dialog.run_name.isVisible()
    dialog.run.setCurrentIndex(0)
    assert dialog.choice().config.simulations == 99, "what was set for a new run comes back"


@pytest.mark.parametrize(
    ("file", "text", "said"),
    [
        (
            "config.toml",
            "simulations = 100_000_000",
            "config.toml: “Simulations” (simulations) = 100000000 should be at most",
        ),
        ("config.toml", None, "no config.toml"),
        ("state.json", "{", "state.json is damaged"),
    ],
)
def test_of_a_run_that_cannot_go_on_no_settings_are_shown(
    qtbot: QtBot, dialog: TrainingDialog, tmp_path: Path, file: str, text: str | None, said: str
):
    """Only why; those of a new run, or the defaults, would be taken for its own."""
    path = tmp_path / "old" / file
    path.unlink() if text is None else path.write_text(text, "utf-8")
    broken = opened(qtbot, TrainingDialog(None, tmp_path, tmp_path / "old"))
    assert said in broken.problem.text()
    assert not broken.agree.isEnabled()
    settings = (*broken.settings.fields.values(), broken.minutes, broken.more)
    assert not any(widget.isVisible() for widget in settings)
    broken.run.setCurrentIndex(0)
    assert broken.settings.fields["simulations"].isVisible() and broken.more.isVisible()
    assert broken.choice().config == PRESETS["buwei"] and not broken.problem.text()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("window_positions", 3_000_000_000),
        ("first_positions", 10**12),
        ("seed", 10**18),
        ("learning_rate", 1e-7),
        ("learning_rate", 2.5e-6),
        ("weight_decay", 5e-7),
        ("weight_decay", 1e-15),
    ],
)
def test_a_run_goes_on_with_settings_that_no_field_can_show(
    dialog: TrainingDialog, tmp_path: Path, name: str, value: float
):
    config = replace(TINY, **{name: value})
    (tmp_path / "old" / "config.toml").write_text(config.to_toml(), "utf-8")
    dialog.run.setCurrentIndex(1)
    assert dialog.choice().config == config and not dialog.problem.text()
    number(dialog, "simulations").setValue(99)
    assert dialog.choice().config == replace(config, simulations=99)
    dialog.run.setCurrentIndex(0)
    assert getattr(dialog.choice().config, name) == getattr(PRESETS[dialog.preset.currentData()], name)


def test_small_fractions_are_shown_and_can_be_written(qtbot: QtBot, dialog: TrainingDialog, tmp_path: Path):
    config = replace(TINY, learning_rate=2.5e-6)
    (tmp_path / "old" / "config.toml").write_text(config.to_toml(), "utf-8")
    dialog.run.setCurrentIndex(1)
    rate = dialog.settings.fields["learning_rate"]
    assert isinstance(rate, QDoubleSpinBox) and rate.text() == "0.0000025"
    rate.selectAll()
    qtbot.keyClicks(rate, "0.0000001")
    assert dialog.choice().config.learning_rate == 1e-7


def test_how_a_run_begins_is_only_for_a_new_one(dialog: TrainingDialog):
    names = (*ONLY_NEW, "first_network")
    of_new_ones = [dialog.browse, *(dialog.settings.fields[name] for name in names)]
    for run, new in ((0, True), (1, False), (0, True)):
        dialog.run.setCurrentIndex(run)
        assert {widget.isEnabled() for widget in of_new_ones} == {new}
        assert dialog.preset.isVisibleTo(dialog) == new, "no recipe is known of others"
        assert dialog.settings.fields["network"].isEnabled(), "a run may go on with a larger one"


def test_a_name_that_is_too_long_for_a_disk_is_refused_with_the_reason(qtbot: QtBot, dialog: TrainingDialog):
    dialog.settings.show({"recorded_openings": 0.5})
    dialog.run_name.selectAll()
    qtbot.keyClicks(dialog.run_name, "n" * 300)
    start = dialog.agree
    assert "too long" in dialog.problem.text() and not start.isEnabled()


@pytest.mark.parametrize("run", ["n" * 254, "9:30"])
def test_a_run_is_not_proposed_a_name_that_no_folder_can_have(dialog: TrainingDialog, run: str):
    dialog.propose(replace(TINY, start_from=f"/runs/{run}/checkpoints/000012.safetensors"), "Go on from it")
    assert dialog.run_name.text() == "run-1"
    dialog.propose(replace(TINY, start_from="/runs/old/checkpoints/000012.safetensors"), "Go on from it")
    assert dialog.run_name.text() == "old-12"


def test_a_run_that_is_worked_on_is_not_started_again(qtbot: QtBot, dialog: TrainingDialog, tmp_path: Path):
    busy = opened(qtbot, TrainingDialog(None, tmp_path, tmp_path / "old", lambda _folder: True))
    assert not busy.agree.isEnabled()
    assert "already" in busy.problem.text()


def test_a_run_goes_on_for_as_long_as_it_was_to_work_last_time(dialog: TrainingDialog, tmp_path: Path):
    """Unless that is changed; of one that was not to stop by itself, or of an earlier version, nothing is known."""
    dialog.limited.setChecked(True)
    dialog.minutes.setValue(30)
    for told, minutes in (({"minutes": 90.0}, 90.0), ({"minutes": None}, None), ({}, None)):
        RunFolder(tmp_path / "old").write_progress(told)
        dialog.run.setCurrentIndex(1)
        assert dialog.choice().minutes == minutes
        dialog.run.setCurrentIndex(0)
        assert dialog.choice().minutes == 30, "what was set for a new run comes back"


def test_too_few_minutes_become_the_fewest(qtbot: QtBot, dialog: TrainingDialog):
    dialog.limited.setChecked(True)
    dialog.minutes.setFocus()
    dialog.minutes.selectAll()
    qtbot.keyClicks(dialog.minutes, "0.3")
    dialog.run_name.setFocus()
    assert dialog.minutes.value() == dialog.minutes.minimum() == dialog.choice().minutes


def test_fractions_have_no_needless_digits(dialog: TrainingDialog):
    share = dialog.settings.fields["noise_fraction"]
    assert isinstance(share, QDoubleSpinBox)
    share.setValue(0.25)
    assert share.text() == "0.25"
    share.setValue(0)
    assert share.text() == "0"


def test_a_chosen_checkpoint_brings_its_network_and_board(
    dialog: TrainingDialog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Unless the network in the form can begin with it; a first network has no part then."""
    first = [dialog.settings.fields[name] for name in ("first_network", "first_positions")]
    assert all(editor.isEnabled() for editor in first)
    kept = dialog.choice().config.network
    for network, size, wanted in (("b1c4-liberties", Size(9, 9), kept), ("paper", Size(5, 5), "paper")):
        file = tmp_path / f"{network}.safetensors"
        checkpoint.save(file, build(network, size), CheckpointInfo(network, size.rows, size.cols))
        answer_file_dialogs(monkeypatch, file)
        dialog.browse.click()
        config = dialog.choice().config
        assert (config.start_from, config.network, config.size) == (str(file), wanted, size)
        assert dialog.problem.text() == "" and not any(editor.isEnabled() for editor in first)


@pytest.mark.parametrize(("kept", "recipe"), [(True, "As it learned last"), (False, "Buwei's own")])
def test_a_new_run_from_a_generation_has_its_runs_settings_or_says_that_it_has_not(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kept: bool, recipe: str
):
    asked: list[tuple[str, TrainingChoice]] = []
    monkeypatch.setattr(
        TrainingDialog, "exec", lambda dialog: asked.append((dialog.preset.currentText(), dialog.choice()))
    )
    file = tmp_path / "run" / "checkpoints" / "000003.safetensors"
    file.parent.mkdir(parents=True)
    checkpoint.save(file, build("b1c4", Size(4, 4)), CheckpointInfo("b1c4", 4, 4))
    if kept:
        (tmp_path / "run" / "config.toml").write_text(TINY.to_toml(), "utf-8")
    desk.window.training_desk.start_from(file)
    shown, choice = asked[0]
    assert shown.startswith(recipe)
    assert (choice.config.start_from, choice.config.board) == (str(file), "4x4")
    assert choice.config.batch == (TINY if kept else PRESETS["buwei"]).batch


def test_another_recipe_begins_with_the_checkpoint_that_was_chosen(dialog: TrainingDialog, tmp_path: Path):
    file = tmp_path / "mine.safetensors"
    checkpoint.save(file, build("b1c4", Size(5, 5)), CheckpointInfo("b1c4", 5, 5))
    line = dialog.settings.fields["start_from"]
    assert isinstance(line, QLineEdit)
    line.setText(str(file))
    for recipe in (1, 0):
        dialog.preset.setCurrentIndex(recipe)
        config = dialog.choice().config
        assert config is not None and config.start_from == str(file) and dialog.problem.text() == ""
    line.clear()
    dialog.propose(replace(PRESETS["paper"], start_from="another"), "Go on from it")
    dialog.preset.setCurrentIndex(1)
    config = dialog.choice().config
    assert config is not None and config.start_from == "", "that was the recipe's"


def test_weights_that_cannot_begin_a_run_are_refused_in_the_dialog(dialog: TrainingDialog, tmp_path: Path):
    start = dialog.agree
    line = dialog.settings.fields["start_from"]
    assert isinstance(line, QLineEdit)
    wrong = tmp_path / "wrong.safetensors"
    wrong.write_bytes(b"no checkpoint")
    line.setText(str(wrong))
    assert not start.isEnabled() and "wrong.safetensors" in dialog.problem.text()
    for network, fits in (("paper", False), ("b1c4-liberties", True)):
        file = tmp_path / f"{network}.safetensors"
        checkpoint.save(file, build(network, Size(9, 9)), CheckpointInfo(network, 9, 9))
        line.setText(str(file))
        assert start.isEnabled() == fits, dialog.problem.text()
        assert fits or "paper" in dialog.problem.text()
