"""Questions whose buttons say what they do."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMessageBox

from gui.parts.asking import ask
from gui.program.language import LanguageSwitch
from tests.gui.desk import Desk, in_dialogs


def by_key(desk: Desk, key: Qt.Key) -> Callable[[QMessageBox], None]:
    return lambda box: desk.qtbot.keyClick(box, key)


def by_button(desk: Desk, text: str) -> Callable[[QMessageBox], None]:
    def press(box: QMessageBox) -> None:
        assert (box.text(), box.informativeText()) == ("Which way?", "Both are long.")
        (button,) = [each for each in box.buttons() if each.text() == text]
        desk.qtbot.mouseClick(button, Qt.MouseButton.LeftButton)

    return press


@pytest.mark.parametrize("cautious", [True, False])
def test_a_question_is_answered_by_what_its_buttons_say(desk: Desk, cautious: bool):
    def asked(act: Callable[[QMessageBox], None]) -> int | None:
        with in_dialogs(act, kind=QMessageBox):
            return ask(
                desk.window, "Which way?", {"&Left": 1, "&Right": 2}, "Both are long.", "&Stay", cautious
            )

    given = [asked(by_button(desk, text)) for text in ("&Left", "&Right", "&Stay")]
    assert given == [1, 2, None] and asked(by_key(desk, Qt.Key.Key_Escape)) is None
    assert asked(by_key(desk, Qt.Key.Key_Return)) == (None if cautious else 1)


def test_buttons_go_on_saying_what_they_do_in_another_language(desk: Desk):
    """Of Qt's own buttons, which it then calls anew, none has another text."""

    def switch(box: QMessageBox) -> None:
        before = [each.text() for each in box.buttons()]
        LanguageSwitch().use("zh_CN")
        QApplication.processEvents()
        assert [each.text() for each in box.buttons()] == before == ["&Left", "&Stay"]
        desk.qtbot.keyClick(box, Qt.Key.Key_Escape)

    with in_dialogs(switch, kind=QMessageBox):
        assert ask(desk.window, "Which way?", {"&Left": 1}, instead="&Stay") is None
