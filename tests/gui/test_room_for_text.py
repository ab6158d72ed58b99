"""No text is cut off, in either language: every widget of every window has the room that its text takes. And none stays English in Chinese."""

import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import QPoint, QRegularExpression, QSize, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDockWidget,
    QGroupBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QMenu,
    QSizePolicy,
    QStyle,
    QStyleOptionComboBox,
    QTabBar,
    QToolButton,
    QWidget,
)

from ai.players import NETWORKS, SHIPPED
from core import folders
from core.game import Game
from core.points import Notation
from gui.game.engines import EngineForm
from gui.game.new_game import PlayerFields
from gui.program.language import LANGUAGES, LanguageSwitch
from gui.records.championship_record import ChampionshipDialog
from gui.training.dialog import TrainingDialog
from gui.training.renaming import RenameDialog
from tests.gui.desk import WINDOWS, Desk

CHINESE = re.compile("[\u4e00-\u9fff]")
WORD = re.compile("[A-Za-z]{2}")
NAMES = re.compile(r"\bAI\b|English|GTP|\btd\b|b\d+c\d+(-liberties)?")
"""What has no other name in Chinese."""
SLACK = 1
"""Pixels by which metrics may differ from what is drawn."""


@pytest.fixture(params=list(LANGUAGES))
def speaking(desk: Desk, request: pytest.FixtureRequest) -> Desk:
    """A window that speaks one of the languages, with a training run to show."""
    return speak(desk, request.param)


def speak(desk: Desk, language: str) -> Desk:
    run = folders.runs_dir() / SHIPPED
    run.mkdir(parents=True)
    for name in ("config.toml", "metrics.jsonl"):
        shutil.copyfile(NETWORKS / f"{SHIPPED}.{name}", run / name)
    LanguageSwitch().use(language)
    desk.window.training_desk.sessions.watch(run)
    QApplication.processEvents()
    return desk


def cut_off(root: QWidget) -> list[str]:
    """The texts in ``root`` that don't fit where they stand."""
    return [
        f"{type(widget).__name__} of {type(widget.parent()).__name__}: {text!r} takes {wanted}, has {there}"
        for widget in seen(root)
        for text, wanted, there in measured(widget)
        if wanted > there + SLACK
    ]


def untranslated(root: QWidget) -> set[str]:
    """The texts in ``root``, and those of what is chosen there, that have words and none of Chinese."""
    texts = {text for widget in seen(root) for text, _, _ in measured(widget)}
    texts |= {action.text() for menu in root.findChildren(QMenu) for action in menu.actions()}
    texts |= {widget.toolTip() for widget in seen(root)}
    return {text for text in texts if not CHINESE.search(text) and WORD.search(NAMES.sub("", text))}


def seen(root: QWidget) -> Iterator[QWidget]:
    for widget in root.findChildren(QWidget):
        if widget.isVisibleTo(root) and not widget.visibleRegion().isEmpty():
            yield widget


def measured(widget: QWidget) -> Iterator[tuple[str, int, int]]:
    """Each text of ``widget`` with the pixels that it takes and those it has."""
    if isinstance(widget, QLabel):
        yield from measured_label(widget)
    elif isinstance(widget, QComboBox):
        yield from measured_choice(widget)
    elif isinstance(widget, QAbstractButton):
        yield from measured_button(widget)
    elif isinstance(widget, QLineEdit):
        text = widget.text() if isinstance(widget.parent(), QAbstractSpinBox) else widget.placeholderText()
        yield text, advance(widget, text), widget.width()
    elif isinstance(widget, QDockWidget):
        buttons = widget.findChildren(QAbstractButton, QRegularExpression("^qt_dock"))
        there = widget.width() - sum(button.width() for button in buttons)
        yield widget.windowTitle(), advance(widget, widget.windowTitle()), there
    elif isinstance(widget, QGroupBox):
        yield widget.title(), advance(widget, widget.title()), widget.width()
    elif isinstance(widget, QTabBar):
        yield from measured_tabs(widget)
    elif isinstance(widget, QHeaderView) and widget.orientation() == Qt.Orientation.Horizontal:
        yield from measured_header(widget)


def measured_choice(box: QComboBox) -> Iterator[tuple[str, int, int]]:
    option = QStyleOptionComboBox()
    box.initStyleOption(option)
    field = box.style().subControlRect(
        QStyle.ComplexControl.CC_ComboBox, option, QStyle.SubControl.SC_ComboBoxEditField, box
    )
    yield box.currentText(), advance(box, box.currentText()), field.width()


def measured_button(button: QAbstractButton) -> Iterator[tuple[str, int, int]]:
    icon_only = isinstance(button, QToolButton) and (
        button.toolButtonStyle() == Qt.ToolButtonStyle.ToolButtonIconOnly
    )
    if button.text() and not icon_only:
        yield button.text(), button.minimumSizeHint().width(), button.width()


def measured_tabs(bar: QTabBar) -> Iterator[tuple[str, int, int]]:
    for index in range(bar.count()):
        if bar.isTabVisible(index):
            yield bar.tabText(index), advance(bar, bar.tabText(index)), bar.tabRect(index).width()


def measured_header(header: QHeaderView) -> Iterator[tuple[str, int, int]]:
    for section in range(header.count()):
        text = header.model().headerData(section, Qt.Orientation.Horizontal)
        if text and not header.isSectionHidden(section):
            yield text, advance(header, text), header.sectionSize(section)


def measured_label(label: QLabel) -> Iterator[tuple[str, int, int]]:
    elided = label.sizePolicy().horizontalPolicy() == QSizePolicy.Policy.Ignored and label.toolTip()
    if not label.text():
        return
    if label.wordWrap():
        yield label.text(), label.heightForWidth(label.width()), label.height()
    elif not elided:
        yield label.text(), label.sizeHint().width(), label.width()


def advance(widget: QWidget, text: str) -> int:
    return widget.fontMetrics().size(Qt.TextFlag.TextShowMnemonic, text).width()


def test_the_window_has_room(speaking: Desk):
    for size in (QSize(1180, 800), speaking.window.minimumSizeHint()):
        speaking.window.resize(size)
        for name in speaking.window.docks:
            speaking.window.docks.bring_up(name)
            QApplication.processEvents()
            assert cut_off(speaking.window) == [], f"dock {name}, {size.width()} x {size.height()}"


@pytest.mark.parametrize("command", WINDOWS)
def test_other_windows_have_room(speaking: Desk, command: str):
    found: list[list[str]] = []

    def look(window: QWidget) -> None:
        for size in (window.size(), window.minimumSizeHint()):
            window.resize(size)
            QApplication.processEvents()
            found.append(cut_off(window))
        if shiboken6.isValid(window):
            window.close()

    speaking.look_at_windows_of(command, look)
    assert found == [[], []]


LONG = "/a/folder" + 60 * "/within"


def filled_start(_desk: Desk) -> tuple[QWidget, QWidget]:
    dialog = TrainingDialog(None, folders.runs_dir())
    dialog.begin_with(LONG)
    return dialog, dialog.settings.fields["start_from"]


def filled_command(_desk: Desk) -> tuple[QWidget, QWidget]:
    form = EngineForm(Notation.GTP)
    form.set_text(f"gtp:command={LONG}")
    return form, form.command


def filled_player(_desk: Desk) -> tuple[QWidget, QWidget]:
    fields = PlayerFields(f"zero:net={LONG}", [])
    return fields, fields.line


def filled_team(desk: Desk) -> tuple[QWidget, QWidget]:
    game = Game()
    game.black_name = LONG
    dialog = ChampionshipDialog(None, game, desk.window.settings)
    return dialog, dialog.black


def filled_name(_desk: Desk) -> tuple[QWidget, QWidget]:
    dialog = RenameDialog(None, Path(LONG.replace("/", "-")), lambda _run: False, [])
    return dialog, dialog.name


@pytest.mark.parametrize("filled", [filled_start, filled_command, filled_player, filled_team, filled_name])
def test_a_text_that_is_longer_than_its_field_is_seen_from_its_beginning(
    desk: Desk, filled: Callable[[Desk], tuple[QWidget, QWidget]]
):
    window, line = filled(desk)
    assert isinstance(line, QLineEdit)
    desk.qtbot.addWidget(window)
    window.show()
    desk.qtbot.waitExposed(window)
    QApplication.processEvents()
    assert advance(line, line.text()) > line.width()
    assert line.cursorPositionAt(QPoint(0, line.height() // 2)) == 0


def test_the_window_speaks_chinese_everywhere(desk: Desk):
    """Also what its sources don't mark as to be translated, which the translation can't lack."""
    speak(desk, "zh_CN")
    for name in desk.window.docks:
        desk.window.docks.bring_up(name)
        QApplication.processEvents()
        assert untranslated(desk.window) == set(), f"dock {name}"


@pytest.mark.parametrize("command", WINDOWS)
def test_other_windows_speak_chinese_everywhere(desk: Desk, command: str):
    found: list[set[str]] = []

    def look(window: QWidget) -> None:
        found.append(untranslated(window))
        window.close()

    speak(desk, "zh_CN").look_at_windows_of(command, look)
    assert found == [set()]
