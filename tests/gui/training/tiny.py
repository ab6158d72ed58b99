"""A run that soon has a generation, and the dialog that begins one."""

from PySide6.QtWidgets import QSpinBox
from pytestqt.qtbot import QtBot

from ai.training.config import RunConfig
from gui.training.dialog import TrainingDialog

TINY = RunConfig(
    network="b1c4",
    board="4x4",
    workers=1,
    parallel_games=4,
    simulations=4,
    generation_positions=60,
    batch=16,
    gate_games=2,
    gate_simulations=4,
    window_positions=300,
)


def opened(qtbot: QtBot, dialog: TrainingDialog) -> TrainingDialog:
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.waitExposed(dialog)
    return dialog


def number(dialog: TrainingDialog, name: str) -> QSpinBox:
    editor = dialog.settings.fields[name]
    assert isinstance(editor, QSpinBox)
    return editor
