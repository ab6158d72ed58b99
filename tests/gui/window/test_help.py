"""The help window: complete in every language, with boards that show what they say."""

import re
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QImage, QTextDocument
from PySide6.QtWidgets import QApplication

from core.position import Color, LossKind
from gui.commands.actions import plain_text
from gui.commands.table import OTHER_KEYS
from gui.program.language import LANGUAGES, TRANSLATIONS
from gui.window import help as help_window
from tests.gui.desk import Desk


def page(language: str) -> str:
    return (help_window.FOLDER / f"{language}.html").read_text("utf-8")


@pytest.mark.parametrize("language", LANGUAGES)
def test_links_pictures_and_commands_lead_somewhere(desk: Desk, language: str):
    text = page(language)
    assert set(re.findall(r'href="#(\w+)"', text)) <= set(re.findall(r'name="(\w+)"', text))
    assert set(re.findall(r'src="board:(\w+)"', text)) == set(help_window.DIAGRAMS)
    assert set(re.findall(r"\{(\w+)\}", text)) - {"all_keys"} <= set(desk.window.commands.actions)


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_that_it_quotes_stand_in_the_window(language: str):
    """Each begins a text of the window, as “Strict rules” does."""
    messages = ElementTree.parse(TRANSLATIONS / "buwei_zh_CN.ts").iter("message")
    wanted = "source" if language == "en" else "translation"
    texts = [plain_text(message.findtext(wanted) or "") for message in messages]
    quoted = re.findall("“(.+?)”", page(language))
    assert quoted
    assert [name for name in quoted if not any(text.startswith(name.rstrip("…")) for text in texts)] == []


def test_the_help_tells_the_same_in_all_languages():
    parts = [
        re.findall(r'“|<a name="\w+">|<a href="#\w+">|src="\S+"|<h\d>|<li>|<tr>', page(language))
        for language in LANGUAGES
    ]
    assert all(part == parts[0] for part in parts)


def test_diagrams_show_what_the_page_says():
    diagrams = help_window.DIAGRAMS
    assert len(diagrams["liberties"].marked) == 7
    for name, kind in (("capture", LossKind.CAPTURE), ("suicide", LossKind.SUICIDE)):
        position, point = diagrams[name].position, diagrams[name].losing
        assert point is not None
        loss = position.loss(point)
        assert loss is not None and loss.kind is kind
    assert diagrams["suicide"].position.legal_mask(Color.BLACK)[7]
    assert diagrams["end"].position.is_over and diagrams["end"].position.to_move is Color.WHITE
    private = diagrams["private"].position
    assert all(private.private_points(color) for color in Color)
    black, white = (private.legal_mask(color).reshape(-1) for color in Color)
    assert (black & white).any() and (~black & ~white & (private.stones.reshape(-1) == 0)).any()
    best, *others = diagrams["candidates"].candidates
    legal = diagrams["candidates"].position.legal_moves()
    assert all(one.point in legal and one.win_rate_to_move < best.win_rate_to_move for one in others)


def test_the_window_shows_the_part_that_was_asked_for(desk: Desk):
    help_desk = desk.window.help
    desk.trigger("rules")
    dialog = help_desk.dialog
    assert dialog is not None and dialog.isVisible()
    assert dialog.page.source() == QUrl("#rules")
    kind = QTextDocument.ResourceType.ImageResource.value
    assert not dialog.page.loadResource(kind, QUrl("board:suicide")).isNull()
    desk.trigger("keys")
    assert help_desk.dialog is dialog and dialog.page.source() == QUrl("#keys")
    shown = dialog.page.toPlainText()
    for title, rows in OTHER_KEYS:
        assert title in shown
        assert all(text in shown for text, _ in rows)
    assert "Ctrl+Left, Ctrl+Right" in shown and "Change keys" in shown
    desk.qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    desk.wait(lambda: help_desk.dialog is None)


def test_boards_of_the_help_look_as_the_windows_does(desk: Desk):
    """Also where that is changed while it is open, in the place that is read."""
    desk.choose("scheme", "light")
    desk.trigger("rules")
    dialog = desk.window.help.dialog
    assert dialog is not None
    window, top = desk.window, dialog.page.verticalScrollBar().value()

    def picture(page: help_window.HelpBrowser) -> QImage:
        """What is seen of the page."""
        QApplication.processEvents()
        return page.viewport().grab().toImage()

    def newly_opened() -> QImage:
        another = help_window.HelpDialog(window)
        another.resize(dialog.size())
        another.show()
        another.show_part("rules")
        seen = picture(another.page)
        another.close()
        return seen

    styles = {action.data(): action for action in window.looks._styles.actions()}
    before = picture(dialog.page)
    for change in (
        styles["plain"].trigger,
        lambda: desk.choose("scheme", "dark"),
        styles["wood"].trigger,
    ):
        change()
        now = picture(dialog.page)
        assert before != now == newly_opened()
        before = now
    assert dialog.page.verticalScrollBar().value() == top


def test_f1_opens_the_help_as_elsewhere(desk: Desk):
    """And with Shift the list of keys."""
    desk.key(Qt.Key.Key_F1)
    dialog = desk.window.help.dialog
    assert dialog is not None and dialog.page.source() == QUrl("#contents")
    desk.key(Qt.Key.Key_F1, Qt.KeyboardModifier.ShiftModifier)
    assert desk.window.help.dialog is dialog and dialog.page.source() == QUrl("#keys")


def test_arrow_keys_are_arrows_in_chinese(desk: Desk):
    """Qt calls them directions."""
    desk.choose("language", "zh_CN")
    desk.trigger("keys")
    dialog = desk.window.help.dialog
    assert dialog is not None
    assert "Ctrl+←, Ctrl+→, Ctrl+↑, Ctrl+↓" in dialog.page.toPlainText()
    assert desk.window.commands.key("back") == "←"


def test_the_help_searches_from_the_top_again_and_says_what_is_not_there(desk: Desk):
    desk.trigger("help")
    dialog = desk.window.help.dialog
    assert dialog is not None
    dialog.search.setText("joined along the lines")
    first = dialog.page.textCursor().position()
    desk.qtbot.keyClick(dialog.search, Qt.Key.Key_Return)
    assert dialog.page.textCursor().position() == first, "it stands there once"
    dialog.search.setText("joined along nothing")
    assert dialog.nothing.text() == "“joined along nothing” is not found in the help."
    assert dialog.nothing.isVisible()
    dialog.search.clear()
    desk.qtbot.keyClick(dialog.search, Qt.Key.Key_Return)
    assert not dialog.nothing.isVisible()


def test_the_help_speaks_the_windows_language_and_shows_the_keys_as_they_are_set(desk: Desk):
    desk.trigger("help")
    dialog = desk.window.help.dialog
    assert dialog is not None
    desk.window.commands.use_keys({"analyse": "Ctrl+9"})
    desk.choose("language", "zh_CN")
    desk.wait(lambda: "数余着" in dialog.page.toPlainText())
    assert "Ctrl+9" in dialog.page.toPlainText()
