"""The dialog that starts a training session: names, recipes, runs that go on, and weights to begin with."""

from pathlib import Path

from PySide6.QtWidgets import QSpinBox
from pytestqt.qtbot import QtBot

from ai.training.presets import PRESETS
from core import folders
from gui.app import make_application
from gui.training.dialog import TrainingDialog


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
