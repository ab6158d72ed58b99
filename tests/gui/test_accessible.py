"""Names for screen readers, and use by keyboard alone."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDockWidget,
    QLabel,
    QLineEdit,
    QMenu,
    QMessageBox,
    QProgressBar,
    QPushButton,
    QScrollArea,
    QTabBar,
    QToolButton,
    QWidget,
)

from ai.arena.contest import play
from ai.arena.folder import ArenaFolder
from ai.arena.plan import Plan
from core import folders, records
from core.game import Game
from core.lock import FolderLock
from core.position import Color
from gui.arena.page import ArenaPage
from gui.beside.closing import ask_to_leave
from gui.game.engines import EngineDialog
from gui.game.new_game import NewGameDialog, Sides
from gui.game.thinking_panel import WinRateBar
from gui.main_window import MainWindow
from gui.networks.desk import ask_whose_place
from gui.parts.asking import agrees
from gui.parts.removing import may_replace, remove
from gui.parts.walking import walking_buttons
from gui.plots.plots import MetricPlot
from gui.program.errors import show_error
from gui.program.player_text import join
from gui.program.settings import HUMAN
from gui.training.dialog import TrainingDialog
from gui.window.keys import KeysDialog
from tests.ai.external.programs import bad_engine
from tests.gui.desk import WINDOWS, Desk, answer, in_dialogs


def takes_focus(root: QWidget) -> Iterator[QWidget]:
    """What in ``root`` takes the focus, but for what is part of such a widget."""
    for widget in root.findChildren(QWidget):
        inside = isinstance(widget, QLineEdit) and isinstance(widget.parent(), QAbstractSpinBox | QComboBox)
        shown = widget.focusPolicy() != Qt.FocusPolicy.NoFocus and widget.isVisibleTo(root)
        if shown and not (inside or isinstance(widget, QScrollArea) or widget.objectName().startswith("qt_")):
            yield widget


def nameless(root: QWidget) -> list[str]:
    """What takes the focus but says no name."""
    named = {label.buddy() for label in root.findChildren(QLabel)}
    return [
        describe(widget)
        for widget in takes_focus(root)
        if not (widget.accessibleName() or widget in named or says_name(widget))
    ]


def says_name(widget: QWidget) -> bool:
    """Whether it names itself, as buttons do. A list to choose from says what is chosen, on Windows not even that."""
    if isinstance(widget, QComboBox):
        return False
    return bool(QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name))


def out_of_reach(root: QWidget) -> list[str]:
    """What takes the focus but can't be reached with Tab; of several that exclude each other one is enough. Tabs of a pile of which one dock is
    open alone are beyond the window's edge."""
    wanted = [
        widget
        for widget in takes_focus(root)
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        and widget.isEnabledTo(root)
        and not (isinstance(widget, QTabBar) and not root.rect().intersects(widget.geometry()))
        and not (isinstance(widget, QAbstractButton) and widget.autoExclusive() and not widget.isChecked())
        and not (isinstance(widget, QAbstractButton) and widget.group() and not widget.isChecked())
    ]
    reached: list[QWidget | None] = []
    for _ in range(2 * len(wanted) + 10):
        target = root.focusWidget() or root
        QTest.keyClick(target, Qt.Key.Key_Tab)
        reached.append(root.focusWidget())
    return [describe(widget) for widget in wanted if widget not in reached]


def labels_of_fields(root: QWidget) -> list[QLabel]:
    """Those that are shown."""
    return [label for label in root.findChildren(QLabel) if label.buddy() and label.isVisibleTo(root)]


def shared_keys(root: QWidget) -> list[str]:
    """What is shown in ``root`` under the same letter key."""
    texts = [each.text() for each in root.findChildren(QAbstractButton) if each.isVisibleTo(root)]
    texts += [label.text() for label in labels_of_fields(root)]
    keys = [QKeySequence.mnemonic(text) for text in texts]
    return [text for text, key in zip(texts, keys, strict=True) if not key.isEmpty() and keys.count(key) > 1]


def without_keys(buttons: Iterable[QPushButton]) -> list[str]:
    """Those that do something, and by no letter key; those that are chosen among others are reached by the arrows."""
    return [
        each.text()
        for each in buttons
        if not each.isCheckable() and QKeySequence.mnemonic(each.text()).isEmpty()
    ]


def faults(window: QWidget) -> list[str]:
    """All that is wrong with names and keys in it."""
    shown = [each for each in window.findChildren(QPushButton) if each.isVisibleTo(window)]
    return nameless(window) + out_of_reach(window) + shared_keys(window) + without_keys(shown)


def describe(widget: QWidget) -> str:
    return f"{type(widget).__name__} {widget.objectName()} of {type(widget.parent()).__name__}"


def test_everything_in_the_window_has_a_name_and_is_reached(desk: Desk, tmp_path: Path):
    records.save(Game(), tmp_path / "game.sgf")
    desk.window.files.opening.take(tmp_path)
    for name in desk.window.docks:
        desk.window.docks.bring_up(name)
        assert nameless(desk.window) == []
        assert out_of_reach(desk.window) == []


@pytest.mark.parametrize("series", [False, True])
@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_buttons_around_the_board_have_letter_keys_of_their_own(desk: Desk, language: str, series: bool):
    """Whichever docks are seen at once; menus have theirs too. While a series is played a button says something else."""
    window = desk.window
    desk.choose("language", language)
    if series:
        desk.play("random", "random:seed=1")
        desk.wait_for_end()
        window.watch.speed.setValue(50)  # the series lasts
        window.docks.bring_up("watch")
        desk.qtbot.mouseClick(window.watch.start, Qt.MouseButton.LeftButton)
    assert window.watch.running is series
    docks = [button for name in window.docks for button in window.docks[name].findChildren(QPushButton)]
    back_to_list = window.files.library.back.text()
    menus = [menu.title() for menu in window.commands.menus.values()]
    for over_the_board in (window.notices.row, window.setup_bar, window.mark_bar):
        buttons = [*docks, *over_the_board.findChildren(QPushButton)]
        texts = [*(button.text() for button in buttons), back_to_list, *menus]
        keys = {button.shortcut().toString() for button in buttons}
        keys |= {QKeySequence.mnemonic(text).toString() for text in (back_to_list, *menus)}
        assert without_keys(buttons) == [] and len(keys) == len(texts), texts


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_every_entry_of_a_menu_has_a_letter_of_its_own(desk: Desk, language: str):
    """And a dock's switch gives none to the dock's tab, where it would be a key of the whole window."""
    window = desk.window
    desk.choose("language", language)
    for menu in window.commands.menus.values():
        for each in (menu, *menu.findChildren(QMenu)):
            texts = [] if each is window.files.recent.menu else [action.text() for action in each.actions()]
            texts = [text for text in texts if text]  # no separators
            keys = {QKeySequence.mnemonic(text).toString() for text in texts}
            assert len(keys) == len(texts) and "" not in keys, texts
    assert not any("&" in dock.windowTitle() for dock in window.findChildren(QDockWidget))


@pytest.mark.parametrize("sides", Sides)
@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_everything_in_the_dialog_of_a_new_game_has_a_letter_of_its_own(
    desk: Desk, language: str, sides: Sides
):
    """But for the fields of two AIs, of which the same ones share theirs."""
    desk.choose("language", language)
    desk.play()
    desk.click(12)
    texts: list[str] = []

    def look(dialog: NewGameDialog) -> None:
        dialog.select(sides)
        dialog.advanced.setChecked(True)
        for choice in dialog.players.values():
            choice.set_text("zero")  # of all players the one with most fields
        labels = labels_of_fields(dialog)
        buttons = [each for each in dialog.findChildren(QAbstractButton) if each.isVisibleTo(dialog)]
        both = [*dialog.players.values()] if sides is Sides.AIS else []
        fields_of = [[each.text() for each in labels if choice.isAncestorOf(each)] for choice in both]
        assert not both or fields_of[0] == fields_of[1] != []
        shared = [each for each in labels if both and both[0].isAncestorOf(each)]
        texts.extend(each.text() for each in (*labels, *buttons) if each not in shared)
        dialog.reject()

    with in_dialogs(look, kind=NewGameDialog):
        desk.trigger("new_game")
    keys = {QKeySequence.mnemonic(text).toString() for text in texts}
    assert len(texts) > 10 and len(keys) == len(texts) and "" not in keys, texts


def test_a_letter_goes_to_a_field_of_the_dialog_of_a_new_game(desk: Desk):
    def look(dialog: NewGameDialog) -> None:
        dialog.activateWindow()
        for key, field in (
            (Qt.Key.Key_K, dialog.clock.usual),
            (Qt.Key.Key_D, dialog.size_choice),
            (Qt.Key.Key_O, dialog.players[Color.WHITE].level),
        ):
            QTest.keyClick(dialog.windowHandle(), key, Qt.KeyboardModifier.AltModifier)
            assert QApplication.focusWidget() is field
        dialog.reject()

    desk.window.settings.black, desk.window.settings.white = HUMAN, "random"
    with in_dialogs(look, kind=NewGameDialog):
        desk.trigger("new_game")


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_where_two_ais_play_a_letter_goes_to_blacks_field_and_again_to_whites(desk: Desk, language: str):
    """There are not letters enough for both."""
    desk.choose("language", language)

    def look(dialog: NewGameDialog) -> None:
        dialog.activateWindow()
        dialog.select(Sides.AIS)
        dialog.advanced.setChecked(True)
        for choice in dialog.players.values():
            choice.set_text("zero")
        for letter, name in (
            (Qt.Key.Key_N, "kind"),
            (Qt.Key.Key_E, "network"),
            (Qt.Key.Key_I, "count"),
            (Qt.Key.Key_M, "seconds"),
            (Qt.Key.Key_R, "threads"),
            (Qt.Key.Key_X, "line"),
        ):
            for color in (*Color, Color.BLACK):
                QTest.keyClick(dialog.windowHandle(), letter, Qt.KeyboardModifier.AltModifier)
                assert QApplication.focusWidget() is getattr(dialog.players[color], name)
        dialog.reject()

    with in_dialogs(look, kind=NewGameDialog):
        desk.trigger("new_game")


def test_a_letter_key_presses_a_button_of_a_dock(desk: Desk):
    desk.window.docks.bring_up("training")
    with in_dialogs(TrainingDialog.reject, kind=TrainingDialog) as unseen:
        press(desk, Qt.Key.Key_W, Qt.KeyboardModifier.AltModifier)
        desk.wait(lambda: not unseen)  # it is seen to be pressed first


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_a_key_that_the_user_chose_is_the_commands_and_no_buttons(
    desk: Desk, open_desk: Callable[..., Desk], language: str
):
    """One may have been chosen before the button had its letter; and buttons are named anew."""
    desk.window.settings.keys = {"show_numbers": "Alt+W"}
    desk.window.keep_settings()
    desk.close()
    desk = open_desk()
    window = desk.window
    desk.choose("language", language)
    window.docks.bring_up("training")
    shown = window.commands.actions["show_numbers"]
    for checked in (True, False):
        press(desk, Qt.Key.Key_W, Qt.KeyboardModifier.AltModifier)
        assert shown.isChecked() is checked and not window.training_desk.panel.start.isDown()
    assert window.training_desk.panel.start.text() == {"en": "New…", "zh_CN": "新建…"}[language]
    dialog = KeysDialog(window, window.commands)
    assert dialog.problem.isHidden(), "other keys can be changed"


@pytest.mark.parametrize("language", ["en", "zh_CN"])
@pytest.mark.parametrize("command", WINDOWS)
def test_everything_in_other_windows_has_a_name_is_reached_and_closed_by_keys(
    desk: Desk, command: str, language: str
):
    desk.choose("language", language)
    QApplication.processEvents()
    found: list[list[str]] = []

    def look(window: QWidget) -> None:
        found.append(faults(window))
        window.activateWindow()
        QApplication.processEvents()
        QTest.keyClick(window, Qt.Key.Key_Escape)
        if shiboken6.isValid(window) and window.isVisible():
            found[-1].append("Esc doesn't close it")
            window.close()

    desk.look_at_windows_of(command, look)
    assert found == [[]]


@pytest.mark.parametrize("command", ["arena", "training_room"])
def test_a_window_that_is_worked_in_for_hours_is_closed_by_the_systems_key_too(desk: Desk, command: str):
    seen: list[bool] = []

    def look(window: QWidget) -> None:
        window.activateWindow()
        QApplication.processEvents()
        QTest.keySequence(window, QKeySequence(QKeySequence.StandardKey.Close))
        seen.append(window.isVisible())
        window.close()

    desk.look_at_windows_of(command, look)
    assert seen == [False]


@pytest.mark.parametrize("language", ["en", "zh_CN"])
@pytest.mark.parametrize(("games", "played"), [(1, False), (1, True), (2, False)])
def test_keys_in_an_arena_are_no_others_whatever_is_played(
    desk: Desk, games: int, played: bool, language: str
):
    """Games that are left, ones that are being played, none."""
    desk.choose("language", language)
    arena = ArenaFolder(folders.arenas_dir() / "arena")
    contest = play(Plan(("random", "random:seed=1"), games=2, size="4x4"), arena)
    for _ in range(games):
        next(contest)
    contest.close()
    lock, found = FolderLock(arena.path), []

    def look(window: QWidget) -> None:
        assert isinstance(window, ArenaPage) and window.process.running is played
        found.append(faults(window))
        window.close()

    assert not played or lock.take()
    desk.look_at_windows_of("arena", look)
    lock.release()
    assert found == [[]]


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_keys_are_no_others_while_a_program_is_tested(desk: Desk, language: str):
    """A button says something else then."""
    desk.choose("language", language)
    command = bad_engine("gtp", "hang")
    desk.window.settings.engines.append(join("gtp", {"name": "slow", "command": command}))
    texts, found = [], []

    def look(dialog: QWidget) -> None:
        assert isinstance(dialog, EngineDialog)
        for _ in range(2):
            texts.append(dialog.form.test.text())
            found.append(faults(dialog))
            desk.qtbot.mouseClick(dialog.form.test, Qt.MouseButton.LeftButton)
        dialog.reject()

    desk.look_at_windows_of("engines", look)
    assert found == [[], []] and texts[0] != texts[1]


QUESTIONS: dict[str, Callable[[MainWindow], object]] = {
    "save": lambda window: window.files.leaving._answer("%1"),
    "agree": lambda window: agrees(window, "Sure?", window.files.saving.tr("&Save all the same")),
    "resign": lambda window: window.games.resign(),
    "stones": lambda window: (
        window.setup.begin(),
        window.setup_bar.click(0),
        window.files.leaving.may_leave_game(),
    ),
    "remove": lambda window: remove(window, Path("gone"), "Remove it?"),
    "replace": lambda window: may_replace(window, Path()),
    "leave": lambda window: ask_to_leave(window, "One", "What now?"),
    "leave_several": lambda window: ask_to_leave(window, "Two", "What now?", several=True),
    "network": lambda window: ask_whose_place(
        window, "Where?", window.networks.tr("Only the &next game"), [Color.WHITE]
    ),
    "network_that_plays": lambda window: ask_whose_place(
        window, "Where?", window.networks.tr("&New game"), [Color.WHITE]
    ),
    "network_for_two": lambda window: ask_whose_place(
        window, "Where?", window.networks.tr("Only the &next game and the analysis"), [*Color]
    ),
    "network_for_two_that_play": lambda window: ask_whose_place(
        window, "Where?", window.networks.tr("&New game"), [*Color]
    ),
    "error": lambda window: show_error(window, "Wrong", "details"),
}


@pytest.mark.parametrize("language", ["en", "zh_CN"])
@pytest.mark.parametrize("question", QUESTIONS)
def test_every_answer_to_a_question_has_a_key_of_its_own(desk: Desk, question: str, language: str):
    desk.choose("language", language)
    texts: list[str] = []

    def look(box: QMessageBox) -> None:
        texts.extend(button.text() for button in box.buttons())
        box.reject()

    with in_dialogs(look, kind=QMessageBox) as unseen:
        QUESTIONS[question](desk.window)
        desk.wait(lambda: not unseen)  # an error waits for nobody
    keys = {QKeySequence.mnemonic(text).toString() for text in texts}
    assert len(texts) > 1 and len(keys) == len(texts) and "" not in keys, texts


def press(desk: Desk, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    """As the window system does it, which leaves it to Qt who has the focus."""
    QTest.keyClick(desk.window.windowHandle(), key, modifier)


def test_a_widget_with_the_focus_has_its_own_keys(desk: Desk, tmp_path: Path):
    for number in range(3):
        records.save(Game(), tmp_path / f"{number}.sgf")
    desk.play()
    desk.click(12, 0)
    desk.window.files.opening.take(tmp_path)
    table = desk.window.files.library.table
    table.setFocus()
    for _ in range(2):
        press(desk, Qt.Key.Key_Down)
    assert table.currentIndex().row() == 2 and desk.window.controller.live
    desk.window.docks.bring_up("watch")
    desk.window.controller.set_players("random", "random")
    desk.window.controller.set_paused(True)
    desk.window.watch.step.setFocus()
    moves = desk.moves
    press(desk, Qt.Key.Key_Space)
    desk.wait(lambda: desk.moves == moves + 1)
    assert not desk.window.analysis.on


def test_keys_walk_through_a_game_as_soon_as_it_is_opened(desk: Desk, tmp_path: Path):
    """A list and a field with a number have keys of their own."""
    window, game = desk.window, Game()
    for point in (0, 20, 40):
        game.play(point)
    records.save(game, tmp_path / "game.sgf")
    window.files.opening.take(tmp_path)
    table = window.files.library.table
    table.setFocus()
    table.selectRow(0)
    press(desk, Qt.Key.Key_Return)
    assert window.controller.game.cursor.number == 3
    press(desk, Qt.Key.Key_Home)
    assert window.controller.game.cursor.number == 0
    window.docks.bring_up("watch")
    window.watch.speed.setFocus()
    window.games.show_recorded(game)
    press(desk, Qt.Key.Key_Up)
    assert window.controller.game.cursor.number == 2


def test_a_button_that_was_clicked_leaves_the_windows_keys_alone(desk: Desk):
    desk.play("random", "random")
    desk.window.controller.set_paused(True)
    desk.window.docks.bring_up("watch")
    desk.window.board.setFocus()
    moves = desk.moves
    desk.qtbot.mouseClick(desk.window.watch.step, Qt.MouseButton.LeftButton)
    desk.wait(lambda: desk.moves == moves + 1 and desk.window.controller.paused)
    press(desk, Qt.Key.Key_Space)
    assert desk.window.analysis.on and desk.moves == moves + 1


def test_enter_has_the_ai_move_until_a_point_is_chosen(desk: Desk):
    desk.play()
    desk.window.board.setFocus()
    press(desk, Qt.Key.Key_Left, Qt.KeyboardModifier.ControlModifier)
    press(desk, Qt.Key.Key_Return)
    assert desk.position.moves == (12,)
    desk.click(0)
    desk.window.controller.set_players("random", "random")
    desk.window.controller.set_paused(True)
    moves = desk.moves
    press(desk, Qt.Key.Key_Return)
    desk.wait(lambda: desk.moves > moves)


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter])
def test_enter_ends_setting_up_a_position(desk: Desk, key: Qt.Key):
    """Though no AI is to move there, and none is told to."""
    desk.play()
    desk.trigger("set_up_position")
    desk.click(12)
    assert not desk.window.commands.actions["move_now"].isEnabled()
    press(desk, key)
    assert not desk.window.setup_bar.active
    assert desk.moves == 0 and desk.position.at(12) is Color.BLACK


def test_buttons_with_a_sign_say_what_they_do(desk: Desk):
    tool_bar, commands = desk.window.tool_bar, desk.window.commands
    button = tool_bar.widgetForAction(commands.actions["back"])
    assert (
        isinstance(button, QToolButton) and button.toolButtonStyle() is Qt.ToolButtonStyle.ToolButtonIconOnly
    )
    assert button.accessibleName() == "One move back" and button.toolTip() == "One move back (Left)"
    desk.choose("language", "zh_CN")
    desk.wait(lambda: button.accessibleName() == "后退一手")


def test_moves_the_turn_and_the_end_are_told(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    told: list[str] = []

    def tell(event: object) -> None:
        if isinstance(event, QAccessibleAnnouncementEvent):
            told.append(event.message())

    monkeypatch.setattr(QAccessible, "updateAccessibility", tell)
    desk.play()
    desk.click(0)
    assert told[-1].startswith("Black A5") and "White to move" in told[-1]
    count = len(told)
    desk.window.showing.show_state()
    assert len(told) == count
    answer(monkeypatch, QMessageBox.StandardButton.Yes)
    desk.trigger("resign")
    assert "wins" in told[-1]


def test_who_is_black_is_told(desk: Desk):
    desk.play("random", HUMAN)
    names = {
        label.accessibleName() for label in desk.window.players.findChildren(QLabel) if label.accessibleName()
    }
    assert {"Black", "White"} <= names
    assert any(name.startswith("Black: ") for name in names)


def test_a_new_session_begins_with_its_name(desk: Desk):
    """Not with the list of runs before it, in which a key chooses an old one. A screen reader tells the field."""

    def look(window: QWidget) -> None:
        assert isinstance(window, TrainingDialog)
        window.activateWindow()
        QApplication.processEvents()
        assert window.focusWidget() is window.run_name and window.run_name.accessibleName() == "Name"
        window.close()

    desk.look_at_windows_of("start_training", look)


def test_moves_and_win_rates_are_reached_by_tab_and_walked_through(desk: Desk):
    desk.play()
    desk.click(0, 2)
    for part in (desk.window.history, desk.window.review.graph):
        part.setFocus(Qt.FocusReason.TabFocusReason)
        assert part.focusPolicy() & Qt.FocusPolicy.TabFocus and part.hasFocus()
        before = desk.window.controller.game.cursor
        QTest.keyClick(part, Qt.Key.Key_Left)
        assert desk.window.controller.game.cursor is before.parent


def test_plots_bars_and_steps_say_which_they_are(desk: Desk):
    plot = MetricPlot()
    desk.qtbot.addWidget(plot)
    plot.explain("What it is.")
    plot.show_curves("Loss", [])
    assert plot.about.accessibleName() == "About this plot: Loss"
    desk.choose("language", "zh_CN")
    row = walking_buttons(desk.window.walking)
    steps = row.findChildren(QToolButton)
    assert steps and not any("(" in step.accessibleName() for step in steps)
    assert all(bar.accessibleName() for bar in desk.window.thoughts_panel.findChildren(QProgressBar))
    bar = WinRateBar()
    bar.setToolTip("How it is found.")
    assert QAccessible.queryAccessibleInterface(bar).text(QAccessible.Text.Description) == "–"
