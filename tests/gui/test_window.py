"""The window as a whole: where its keyboard is, its languages and its dialogs."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QListWidget, QMessageBox, QTabBar, QWidget

from core import folders
from core.game import Game
from core.player import Candidate, Decision
from core.points import Notation
from core.position import Color, Size
from gui.board.mini_board import MiniBoard
from gui.board.overlays import Forbidden
from gui.program import language, screen
from gui.program import settings as settings_file
from gui.program.settings import HUMAN, Settings
from tests.gui.desk import SPREAD, Desk, OpenDesk
from tests.gui.players import RANDOM

Key = Qt.Key


def use_coordinates(desk: Desk, notation: str) -> None:
    (action,) = (one for one in desk.window.choices.groups["notation"].actions() if one.data() == notation)
    action.trigger()


def test_other_coordinates_are_used_everywhere_at_once(desk: Desk):
    """The ninth column is I in the championship and J in GTP."""
    window, game = desk.window, Game(Size(2, 9))
    hopeful = Decision(17, (Candidate(17, 10, line=(17,)),), value_to_move=0.9, visits=10)
    game.keep_analysis(game.root, hopeful)
    game.play(8)
    game.keep_analysis(game.cursor, hopeful)
    window.controller.open_game(game)
    window.controller.thinking.emit(hopeful)
    desk.trigger("report")
    desk.trigger("solve")
    report, dialog = window.review.report, window.solver.dialog
    assert report is not None and dialog is not None
    desk.wait(dialog.thread_of_solver.isFinished)
    desk.wait(dialog.bar.isHidden)

    def told() -> str:
        mistake, thoughts = report.table.item(0, 0), window.watch._thoughts[Color.WHITE]
        assert mistake is not None
        texts = [mistake.text(), window.review.graph.text_of(1), thoughts.text(), dialog.details.text()]
        assert all(re.search("[A-J][12]", text) for text in texts)
        return "".join(texts)

    assert "I2" in told() and not re.search("J[12]", told())
    use_coordinates(desk, "gtp")
    assert "J2" in told() and not re.search("I[12]", told())
    place = dialog._board_place.itemAt(0)
    board = place.widget() if place is not None else None
    assert isinstance(board, MiniBoard) and board._notation is Notation.GTP


@pytest.mark.parametrize(
    "leave", [lambda desk: click_tab(desk, "Moves"), lambda desk: close_dock(desk, "library")]
)
def test_a_list_that_goes_out_of_sight_leaves_the_keyboard_to_the_board(
    desk: Desk, leave: Callable[[Desk], None]
):
    desk.play()
    desk.click(*SPREAD[:6])
    desk.window.docks.bring_up("library")
    table = desk.window.files.library.table
    desk.wait(lambda: not table.visibleRegion().isEmpty())
    desk.qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton)
    assert QApplication.focusWidget() is table
    leave(desk)
    desk.wait(lambda: table.visibleRegion().isEmpty())
    desk.wait(desk.window.board.hasFocus)
    desk.qtbot.keyClick(QApplication.focusWidget(), Key.Key_Home)
    assert (
        desk.notice
        == "You are looking back at move 0. In the game, Black to move: “Back to the game” leads there."
    )


def click_tab(desk: Desk, title: str) -> None:
    """In the pile where the dock of this title stands."""
    for bar in desk.window.findChildren(QTabBar):
        for index in range(bar.count()):
            if bar.tabText(index) == title and bar.isVisible():
                desk.qtbot.mouseClick(bar, Qt.MouseButton.LeftButton, pos=bar.tabRect(index).center())


def close_dock(desk: Desk, name: str) -> None:
    desk.window.docks[name].close()


@pytest.mark.parametrize("begin", ["rematch", "ai_against_ai", "swap_colors"])
def test_the_keyboard_reaches_the_board_once_a_game_begins(desk: Desk, begin: str):
    desk.play(HUMAN, RANDOM)
    desk.window.players.setFocus()
    desk.window.tree.view.setFocus()
    assert not desk.window.board.hasFocus()
    desk.trigger(begin)
    assert desk.window.board.hasFocus()


def test_the_keyboard_is_on_the_board_after_a_start(desk: Desk, open_desk: OpenDesk):
    assert desk.window.board.hasFocus()
    desk.play()
    desk.click(0)
    desk.wait(lambda: desk.window.autosave.up_to_date)
    desk.drop()
    again = open_desk()
    assert again.moves == 1 and again.window.focusWidget() is again.window.board


@pytest.mark.parametrize(
    "command",
    [
        "new_game",
        "championship_record",
        "load_checkpoint",
        "networks",
        "engines",
        "analysis_settings",
        "start_training",
        "runs",
        "change_keys",
    ],
)
def test_a_dialog_that_was_answered_is_gone(desk: Desk, command: str):
    """Or each would live as long as the window, and be written anew whenever the language changes."""
    seen: list[QWidget] = []

    def close(dialog: QWidget) -> None:
        seen.append(dialog)
        dialog.close()

    desk.look_at_windows_of(command, close)
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    (dialog,) = seen
    assert not shiboken6.isValid(dialog)


def test_full_screen_is_ticked_as_it_is(desk: Desk):
    full = desk.window.commands.actions["full_screen"]
    desk.window.setWindowState(Qt.WindowState.WindowFullScreen)
    desk.wait(full.isChecked)
    desk.trigger("full_screen")
    desk.wait(lambda: not desk.window.isFullScreen())
    assert not full.isChecked()


def test_nobody_writes_the_settings_before_the_user_touches_anything(
    open_desk: OpenDesk, monkeypatch: pytest.MonkeyPatch
):
    """But for the first game's setup. What the user changes is written together, at once, and by the window that closes."""
    written: list[None] = []
    save = settings_file.save

    def count(settings: Settings) -> None:
        written.append(None)
        save(settings)

    monkeypatch.setattr(settings_file, "save", count)
    first = open_desk()
    QApplication.processEvents()
    assert len(written) == 1
    first.click(12)
    for name in ("show_numbers", "show_private", "analysis_policy", "sounds"):
        first.trigger(name)
    QApplication.processEvents()
    assert len(written) == 2
    first.trigger("show_forbidden")
    first.close()
    written.clear()
    second = open_desk()
    QApplication.processEvents()
    assert second.moves and not written
    is_on = {name: action.isChecked() for name, action in second.window.commands.actions.items()}
    assert all(is_on[name] for name in ("show_numbers", "show_private", "analysis_policy"))
    assert not is_on["sounds"] and not is_on["show_forbidden"]
    board = second.window.board
    assert board._numbers[12] == 1 and board._thoughts_shown.policy
    assert board._forbidden is Forbidden.NONE and board._private


def test_what_closing_changes_in_the_settings_is_written_too(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    def change() -> None:
        desk.window.settings.team = "changed late"
        desk.window.keep_settings()

    monkeypatch.setattr(desk.window.tour, "end", change)
    desk.close()
    assert settings_file.load()[0].team == "changed late"


def test_a_run_that_has_stopped_does_not_come_to_the_front(
    data_folder: Path, open_desk: OpenDesk, tmp_path: Path
):
    given = {"run": str(tmp_path)}
    (folders.config_dir() / settings_file.FILE).write_text(json.dumps(given), "utf-8")
    desk = open_desk()
    assert desk.window.training.folder == tmp_path
    assert not desk.window.history.visibleRegion().isEmpty()
    assert desk.window.training_desk.panel.visibleRegion().isEmpty()


def test_the_reason_for_not_starting_is_told_in_the_systems_language(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    (tmp_path / "file").touch()
    monkeypatch.setenv(folders.DATA_DIR_VARIABLE, str(tmp_path / "file"))
    monkeypatch.setattr(language, "choose", lambda _wanted: "zh_CN")
    told: list[str] = []
    monkeypatch.setattr(QMessageBox, "critical", lambda _parent, _title, text: told.append(text))
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr(screen, "problem", lambda: None)
    with pytest.raises(folders.FolderError) as error:
        folders.cache_dir()
    screen.tell(error.value.args[0])
    (text,) = told
    assert text.startswith("无法建立文件夹") and "--data-dir" in text


def test_the_language_changes_while_the_window_runs(desk: Desk):
    assert (language.TRANSLATIONS / "buwei_zh_CN.qm").is_file()
    desk.play()
    menu = desk.window.commands.menus["game"]
    english = menu.title(), desk.notice, desk.window.docks["history"].windowTitle()
    group = desk.window.choices.groups["language"]
    by_code = {action.data(): action for action in group.actions()}
    by_code["zh_CN"].trigger()
    QApplication.processEvents()
    chinese = menu.title(), desk.notice, desk.window.docks["history"].windowTitle()
    assert all(a != b for a, b in zip(english, chinese, strict=True))
    assert any("\u4e00" <= letter <= "\u9fff" for letter in menu.title())
    assert desk.settings_kept().language == "zh_CN"
    by_code["en"].trigger()
    QApplication.processEvents()
    assert (menu.title(), desk.notice, desk.window.docks["history"].windowTitle()) == english


def texts_of(window: QWidget) -> dict[tuple[int, str], str]:
    """What the window, its parts and its commands say, but for Qt's own buttons without a text and what stays hidden."""
    found = {}
    for part in [window, *window.findChildren(QWidget), *window.findChildren(QAction)]:
        if isinstance(part, QWidget) and (part.isHidden() or part.objectName().startswith(("qt_", "Scroll"))):
            continue
        place = shiboken6.getCppPointer(part)[0]
        for name in ("text", "title", "windowTitle", "toolTip", "accessibleName", "placeholderText"):
            found[place, name] = part.property(name) or ""
        if isinstance(part, QListWidget):
            for row in range(part.count()):
                found[place, f"row {row}"] = part.item(row).text()
    return found


def test_every_text_follows_the_language_and_comes_back(desk: Desk):
    desk.play(RANDOM, RANDOM)
    desk.wait_for_end()
    QApplication.processEvents()
    english = texts_of(desk.window)
    desk.choose("language", "zh_CN")
    QApplication.processEvents()
    left = {text for what, text in texts_of(desk.window).items() if english.get(what) == text}
    assert {text for text in left if re.search("[A-Za-z]{3}", text)} <= {"&English", "English"}
    desk.choose("language", "en")
    QApplication.processEvents()
    assert all(english.get(what, text) == text for what, text in texts_of(desk.window).items())


def test_a_message_stands_apart_from_whose_turn_it_is_and_goes_with_its_language(desk: Desk):
    desk.play()
    desk.choose("language", "zh_CN")
    desk.wait(lambda: desk.notice == "轮到黑方，请你落子。")
    desk.window.notices.tell("已保存：rec.txt")
    assert desk.notice == "已保存：rec.txt\u00a0· 轮到黑方，请你落子。"
    desk.choose("language", "en")
    desk.wait(lambda: desk.notice == "Black to move: your turn.")


def test_tab_leads_to_nothing_that_is_hidden_behind_a_dock_in_front(desk: Desk):
    window, reached = desk.window, set()
    window.board.setFocus()
    for name in window.docks:
        if not window.docks[name].isHidden():
            window.docks.bring_up(name)
            for _ in range(60):
                desk.qtbot.keyClick(QApplication.focusWidget(), Key.Key_Tab)
                focused = QApplication.focusWidget()
                assert focused is not None
                reached.add(focused)
                assert window.rect().contains(focused.mapTo(window, QPoint())), focused
    assert {window.tree.comment, window.training_desk.panel.room} <= reached
