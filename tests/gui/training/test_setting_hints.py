"""What the dialog says of settings: what is good to know of them below their fields and in its notes, and mistakes in its own words."""

from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QAbstractSpinBox, QApplication, QComboBox, QDoubleSpinBox, QLineEdit, QSpinBox
from pytestqt.qtbot import QtBot

from ai import checkpoint
from ai.checkpoint import CheckpointInfo
from ai.networks import build
from ai.training.config import ConfigError, RunConfig
from core.position import Size
from core.sentence import Sentence
from gui.app import make_application
from gui.parts.forms import WithHelp
from gui.parts.whole_label import WholeLabel
from gui.program.language import LanguageSwitch, error_text
from gui.training import texts as training_texts
from gui.training.dialog import TrainingDialog
from tests.gui.training.tiny import number, opened


def test_mistakes_are_told_in_the_words_of_the_dialog(dialog: TrainingDialog):
    """Not in those of the file of the settings."""
    board = dialog.settings.fields["board"]
    assert isinstance(board, QLineEdit) and board.isVisibleTo(dialog), "it is among the first settings"
    board.setText("2x2")
    assert "“Random opening moves” (opening_moves) = 8 should be at most 2" in dialog.problem.text()
    board.setText("9x9")
    assert not dialog.problem.text()


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_whatever_is_wrong_with_a_setting_it_is_named_as_in_the_dialog(qtbot: QtBot, language: str):
    """Also one whose name in the file is a word."""
    make_application([])
    LanguageSwitch().use(language)
    for field in fields(RunConfig):
        wrong: Any = {bool: None, int: -1, float: -1.0, str: "\0"}[type(field.default)]
        if wrong is None:
            continue
        with pytest.raises(ConfigError) as error:
            RunConfig(**{field.name: wrong})
        said = training_texts.by_labels(error_text(error.value))
        label = training_texts.translated(training_texts.SETTINGS[field.name][0])
        assert said.startswith((f"“{label}” (", f"“{label}”（"))


def test_a_network_that_is_none_is_told_at_which_setting(dialog: TrainingDialog):
    for name, label in (("network", "Network"), ("first_network", "First network")):
        combo = dialog.settings.fields[name]
        assert isinstance(combo, QComboBox)
        known = combo.currentText()
        combo.setCurrentText("foo")
        assert f"“{label}” ({name}): there is no network 'foo'" in dialog.problem.text()
        combo.setCurrentText(known)
        assert dialog.problem.text() == ""


def about(dialog: TrainingDialog, name: str) -> str:
    """What is said of a setting, below it and among the notes."""
    label = training_texts.SETTINGS[name][0]
    notes = [line for line in dialog.note.text().splitlines() if line.startswith(f"{label}: ")]
    return " ".join((dialog.settings.fields[name].accessibleDescription(), *notes))


def test_settings_that_cannot_mean_what_they_say_are_told(dialog: TrainingDialog, tmp_path: Path):
    """But not refused: who wants them may have them. No recipe has such."""
    told = {
        ("first_network", "b4c32"): "nothing takes over",
        ("first_network", "b9c99"): "The network 'b4c32' can't grow from 'b9c99': it begins anew",
        ("first_network", "foo"): "",
        ("cheap_simulations", 64): "nothing is saved",
        ("recorded_openings", 0.5): str(tmp_path / "run-1" / "openings"),
        ("learning_rate", 0.0): "nothing is learned",
    }
    for recipe in range(dialog.preset.count()):
        dialog.preset.setCurrentIndex(recipe)
        assert {name: about(dialog, name) for name, _ in told} == {
            name: training_texts.SETTINGS[name][1] for name, _ in told
        }
    plain = {"network": "b4c32", "first_network": "b2c24", "simulations": 64, "cheap_simulations": 0}
    for (name, value), said in told.items():
        dialog.settings.show({**plain, "recorded_openings": 0.0, "learning_rate": 0.1, "muon_rate": 0.0})
        assert said not in about(dialog, name) or not said
        dialog.settings.show({name: value})
        assert said in about(dialog, name)
        assert (about(dialog, name) == training_texts.SETTINGS[name][1]) is not bool(said)


def test_records_to_begin_within_are_missed_only_until_their_folder_is_there(
    dialog: TrainingDialog, tmp_path: Path
):
    dialog.settings.show({"recorded_openings": 0.5})
    assert "put some there first" in about(dialog, "recorded_openings")
    (tmp_path / "next" / "openings").mkdir(parents=True)
    dialog.run_name.setText("next")
    assert "put some there first" not in about(dialog, "recorded_openings")


def test_a_run_that_goes_on_with_another_network_is_told_to_learn_first(dialog: TrainingDialog):
    network = dialog.settings.fields["network"]
    assert isinstance(network, QComboBox)
    for run, other, told in ((0, "b2c24", False), (1, "b1c4", False), (1, "b2c24", True)):
        dialog.run.setCurrentIndex(run)
        network.setCurrentText(other)
        assert ("learns from what has been played" in about(dialog, "network")) is told
    number_of_passes = dialog.settings.fields["catch_up_passes"]
    assert isinstance(number_of_passes, QDoubleSpinBox)
    number_of_passes.setValue(0)
    assert "learns from what has been played" not in about(dialog, "network")


def test_more_threads_than_cores_are_told_also_of_one_session(dialog: TrainingDialog):
    number(dialog, "workers").setValue(1000)
    assert "1,000 threads are wanted" in dialog.note.text()
    number(dialog, "workers").setValue(0)
    assert dialog.note.text() == ""


def test_sessions_that_share_the_cores_are_told(qtbot: QtBot, dialog: TrainingDialog, tmp_path: Path):
    assert dialog.note.text() == ""
    beside = opened(qtbot, TrainingDialog(None, tmp_path, None, lambda _folder: True))
    number(beside, "workers").setValue(1024)
    assert "1,025 threads" in beside.note.text()
    assert beside.agree.isEnabled()


def test_a_network_that_is_very_large_is_told_but_not_refused(dialog: TrainingDialog):
    network = dialog.settings.fields["network"]
    assert isinstance(network, QComboBox)
    for name in (network.itemText(index) for index in range(network.count())):
        network.setCurrentText(name)
        assert dialog.note.text() == "", "what the list has to offer is none of these"
    network.setCurrentText("b40c256")
    assert "“b40c256” computes about 630 times as much as b4c32" in dialog.note.text()
    assert dialog.agree.isEnabled()
    network.setCurrentText("b99999c99999")
    assert "too large: it may have 60 blocks and 1024 channels" in dialog.problem.text()
    assert dialog.note.text() == ""


def test_what_the_gate_searches_is_said_where_fewer_simulations_are_set(dialog: TrainingDialog):
    """Its games take the most time then, and their number stands below all settings. It takes no room while there is nothing to say."""
    simulations = number(dialog, "simulations")
    for recipe, told in (
        ("alphago-zero", "400 games with 1,600 simulations"),
        ("paper", "100 games with 1,600"),
    ):
        dialog.preset.setCurrentIndex(dialog.preset.findData(recipe))
        assert dialog.note.isHidden()
        simulations.setValue(16)
        assert told in dialog.note.text() and not dialog.note.isHidden()
    number(dialog, "gate_simulations").setValue(16)
    assert dialog.note.isHidden()
    dialog.preset.setCurrentIndex(dialog.preset.findData("alphazero"))
    simulations.setValue(16)
    assert dialog.note.isHidden(), "it has none"


def test_below_a_number_there_is_no_room_for_what_is_said_elsewhere(dialog: TrainingDialog):
    settle()
    around = number(dialog, "simulations").parentWidget()
    said = around.findChild(WholeLabel) if around is not None else None
    assert said is not None
    assert said.height() < 3 * said.fontMetrics().lineSpacing(), "two lines are said, and as many are seen"


def settle() -> None:
    """Forms within forms are laid out one after another."""
    for _ in range(5):
        QApplication.processEvents()


@pytest.mark.parametrize(
    ("recipe", "name", "typed", "below"),
    [
        ("buwei", "cheap_simulations", "64", "full_share"),
        ("buwei", "recorded_openings", "0.5", "solved_points"),
        *(
            (recipe, "learning_rate", "0.01", "muon_rate")
            for recipe in ("paper", "alphago-zero", "alphazero")
        ),
    ],
)
def test_a_hint_about_a_number_moves_no_field(
    dialog: TrainingDialog, qtbot: QtBot, recipe: str, name: str, typed: str, below: str
):
    """Below one that is being written: "0.01" is nothing before it is something."""
    dialog.more.setChecked(True)
    dialog.preset.setCurrentIndex(dialog.preset.findData(recipe))
    field, other = dialog.settings.fields[name], dialog.settings.fields[below]
    assert isinstance(field, QAbstractSpinBox)
    settle()
    quiet, place, told = about(dialog, name), other.mapTo(dialog, other.rect().topLeft()), []
    field.selectAll()
    for key in typed:
        qtbot.keyClicks(field, key)
        settle()
        told.append(about(dialog, name))
        assert other.mapTo(dialog, other.rect().topLeft()) == place
    assert any(len(each) > len(quiet) for each in told)


def test_the_help_of_simulations_says_that_they_grow_where_they_do(dialog: TrainingDialog):
    for recipe, grow in (("buwei", True), ("paper", False), ("buwei", True)):
        dialog.preset.setCurrentIndex(dialog.preset.findData(recipe))
        assert ("grow" in number(dialog, "simulations").accessibleDescription()) is grow
    number(dialog, "simulations_grow_from").setValue(0)
    assert "grow" not in number(dialog, "simulations").accessibleDescription()


def help_below(dialog: TrainingDialog, name: str) -> str:
    """What is said below a field."""
    around = dialog.settings.fields[name].parentWidget()
    while around is not None and not isinstance(around, WithHelp):
        around = around.parentWidget()
    assert around is not None
    (said,) = around.findChildren(WholeLabel)
    return said.text()


def test_what_becomes_of_a_run_that_begins_with_a_checkpoint_is_told(dialog: TrainingDialog, tmp_path: Path):
    """Its searches are as long as suits what the network knows, it changes slowly at first, and another board is new to it."""
    info = CheckpointInfo("b1c4", 5, 5, positions=4_500_000)
    checkpoint.save(file := tmp_path / "mine.safetensors", build("b1c4", Size(5, 5)), info)
    dialog.settings.show({"network": "b1c4", "simulations_grow_from": 1_500_000})
    dialog.begin_with(str(file))
    simulations = dialog.settings.values()["simulations"]
    assert dialog.note.text() == "" and not dialog.problem.text()
    assert f"it begins with {3 * simulations}." in help_below(dialog, "simulations")
    assert "hardly changes" in help_below(dialog, "start_from") and "no part" in help_below(
        dialog, "first_network"
    )
    dialog.settings.show({"board": "5"})
    assert dialog.note.text() == "", "the same board"
    dialog.settings.show({"board": "6"})
    assert "on 6x6 it has much" in dialog.note.text()
    dialog.settings.show({"board": "6x6"})
    assert "learned on 5x5 boards only" in dialog.note.text()
    dialog.run.setCurrentIndex(1)
    assert "can't be changed any more" in help_below(
        dialog, "start_from"
    ) and "can't be changed" in help_below(dialog, "first_network")


def test_what_the_minutes_count_is_said_at_their_field(dialog: TrainingDialog):
    """What compiles at the first start would surprise who asks for five of them."""
    assert "preparing" in dialog.minutes.accessibleDescription()
    assert dialog.minutes.accessibleName() == dialog.limited.text()


def test_a_number_that_is_too_large_is_told_and_not_cut_off(qtbot: QtBot, dialog: TrainingDialog):
    """A run that has more keeps it, as it is written elsewhere."""
    dialog.more.setChecked(True)
    rate = dialog.settings.fields["learning_rate"]
    assert isinstance(rate, QDoubleSpinBox)
    rate.setFocus()
    rate.selectAll()
    qtbot.keyClicks(rate, "1000000")
    assert rate.value() == 1_000_000 and not dialog.agree.isEnabled()
    assert "“Learning rate” (learning_rate) = 1,000,000 should be at most 1" in dialog.problem.text()
    dialog.settings.show({"learning_rate": 1_000_000.0})
    assert dialog.problem.text() == "" and rate.text() == "1,000,000"


@pytest.mark.parametrize(
    ("network", "said"),
    [
        ("b6c64-liberties", "6 blocks of 64 channels, which see liberties"),
        ("b4c32", "4 blocks of 32 channels; a run can go on"),
        ("paper", "three convolutions of 32, 64 and 128 channels"),
        ("agz6x64", "AlphaGo Zero's, 6 blocks of 64 channels"),
    ],
)
def test_the_network_that_is_chosen_is_explained(dialog: TrainingDialog, network: str, said: str):
    field = dialog.settings.fields["network"]
    assert isinstance(field, QComboBox)
    field.setCurrentText(network)
    assert f"{network}: " in field.accessibleDescription() and said in field.accessibleDescription()


def test_recipes_that_take_long_say_so(dialog: TrainingDialog):
    for recipe, said in (
        ("buwei", ""),
        ("paper", "1,600 simulations a move, and for each generation 100 games"),
        ("alphago-zero", "400 games of the gate with 1,600"),
        ("alphazero", "800 simulations a move. Buwei's own begins with 32"),
    ):
        dialog.preset.setCurrentIndex(dialog.preset.findData(recipe))
        help_text = dialog.preset.accessibleDescription()
        assert said in help_text and ("laptop" in help_text) is bool(said)


def test_where_all_settings_are_seen_the_gate_is_not_said_to_be_among_them(dialog: TrainingDialog):
    simulations = dialog.settings.fields["simulations"]
    assert isinstance(simulations, QSpinBox)
    simulations.setValue(2)
    assert "see “All settings”" in dialog.note.text()
    dialog.more.setChecked(True)
    assert "the gate plays" in dialog.note.text() and "All settings" not in dialog.note.text()


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_messages_name_settings_as_the_dialog_does_and_as_their_file_does(language: str):
    make_application([])
    LanguageSwitch().use(language)
    said = Sentence(
        "the loss became %1 at step %2; go on with a lower learning_rate or muon_rate in config.toml"
    )
    said = Sentence(said.template, "nan", 7)
    told = training_texts.by_labels(error_text(said))
    for name in ("learning_rate", "muon_rate"):
        label = training_texts.translated(training_texts.SETTINGS[name][0])
        assert told.count(f"“{label}”") == told.count(name) == 1
    told = training_texts.by_labels("lower parallel_games, simulations, batch or workers")
    assert told.count("(") + told.count("（") == 4
    assert training_texts.by_labels("a batch of simulations") == "a batch of simulations"
    assert training_texts.by_labels("/a/learning_rate/x.sgf") == "/a/learning_rate/x.sgf"


def test_a_field_tells_what_files_and_commands_call_its_setting(dialog: TrainingDialog):
    for name, field in dialog.settings.fields.items():
        assert field.toolTip() == f"{name} in config.toml and after --set"
