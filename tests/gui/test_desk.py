"""The hands of the tests themselves: what goes wrong in a dialog ends a test, and doesn't wait for somebody to close it."""

from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QDialog
from pytestqt.qtbot import QtBot

from tests.gui.desk import in_dialogs


def fail(_dialog: QDialog) -> None:
    raise AssertionError("not as it should be")


def leave_open(_dialog: QDialog) -> None:
    pass


@pytest.mark.parametrize(("act", "told"), [(fail, "not as it should be"), (leave_open, "it stays open")])
def test_a_dialog_in_which_a_test_fails_is_closed(qtbot: QtBot, act: Callable[[QDialog], None], told: str):
    dialog = QDialog()
    qtbot.addWidget(dialog)
    with qtbot.capture_exceptions() as failures, in_dialogs(act):
        assert dialog.exec() == QDialog.DialogCode.Rejected
    ((_, failure, _),) = failures
    assert told in str(failure)


def test_a_dialog_that_does_not_come_fails_the_test():
    with pytest.raises(AssertionError, match="there was no QDialog"), in_dialogs(fail):
        pass
