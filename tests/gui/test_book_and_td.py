"""The opening book and the temporal-difference learner in the window."""

import csv
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Event

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QMessageBox, QProxyStyle, QStyle, QToolTip
from pytestqt.qtbot import QtBot

from ai.book import COLUMNS, LEAST_GAMES
from ai.launch import td_command
from ai.players import Options, PlayerError, make_player, quote
from ai.players.random import RandomPlayer
from ai.td.session import TdSession, read_unusable
from core import folders
from core.lock import FolderLock
from core.player import Limit
from core.position import Color, Position, Size
from core.sentence import Sentence
from gui.game.worker import Request, SearchWorker
from gui.parts.tables import rows_of
from gui.program.language import LanguageSwitch
from gui.program.messages import compact_label, player_label
from gui.program.theme import loss_color
from gui.training import td_training
from gui.training.td_training import TdTrainingPage
from tests.gui.desk import Desk, close_and_answer, in_dialogs, wait
from tests.patience import PATIENCE_SECONDS

HEAD = ",".join(COLUMNS)


@pytest.fixture
def book(tmp_path: Path) -> Path:
    path = tmp_path / "mine.csv"
    path.write_text(f"{HEAD}\n5x5,5/5/5/5/5,C3,40,30\n5x5,5/5/5/5/5,A1,20,5\n5x5,5/5/2X2/5/5,B2,12,6\n")
    return path


def listed(desk: Desk) -> list[list[str]]:
    table = desk.window.book.panel.table
    cells = [[table.item(row, column) for column in range(3)] for row in range(table.rowCount())]
    return [[item.text() for item in row if item is not None] for row in cells]


def test_the_book_says_what_it_knows_of_the_position_on_the_board(desk: Desk, book: Path):
    desk.play(size=5)
    desk.window.book.open(book)
    assert listed(desk)[0] == ["C3", "40", "75.0%"]
    assert [row[0] for row in listed(desk)[1:]] == ["A5", "E5", "A1", "E1"]  # the corners are one move
    desk.click(12)
    assert {row[0] for row in listed(desk)} == {"B2", "B4", "D2", "D4"}
    desk.click(0)
    assert listed(desk) == [] and "doesn't know" in desk.window.book.panel.title.text()
    desk.trigger("back")
    assert len(listed(desk)) == 4


def click(desk: Desk, row: int) -> QPoint:
    """Once into the list; where that was."""
    table = desk.window.book.panel.table
    item = table.item(row, 0)
    assert item is not None
    place = table.visualItemRect(item).center()
    desk.qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    return place


def double_click(desk: Desk, row: int) -> None:
    place = click(desk, row)
    desk.qtbot.mouseDClick(desk.window.book.panel.table.viewport(), Qt.MouseButton.LeftButton, pos=place)


class OneClickOpens(QProxyStyle):
    """As the user of a desktop may have it for files."""

    def styleHint(self, hint, option=None, widget=None, returnData=None) -> int:
        if hint is QStyle.StyleHint.SH_ItemView_ActivateItemOnSingleClick:
            return 1
        return super().styleHint(hint, option, widget, returnData)


def test_one_click_in_the_book_plays_no_move_where_the_desktop_opens_files_by_one(desk: Desk, book: Path):
    desk.play(size=5)
    desk.trigger("opening_book")
    desk.window.book.open(book)
    table = desk.window.book.panel.table
    style = OneClickOpens("Fusion")
    style.setParent(table)
    table.setStyle(style)
    click(desk, row=0)
    assert desk.window.board._hint == 12 and desk.moves == 0
    double_click(desk, row=0)
    assert desk.position.moves == (12,)


def test_a_move_of_the_book_is_marked_and_played(desk: Desk, book: Path):
    desk.play(size=5)
    desk.window.book.open(book)
    panel = desk.window.book.panel
    panel.table.selectRow(1)
    assert desk.window.board._hint == 0
    item = panel.table.item(0, 0)
    assert item is not None
    panel.table.itemActivated.emit(item)
    assert desk.position.moves == (12,)


def test_the_move_that_players_with_the_book_play_is_bold(desk: Desk, tmp_path: Path):
    def bold() -> list[str]:
        table = desk.window.book.panel.table
        cells = [table.item(row, column) for row in range(table.rowCount()) for column in range(4)]
        return [item.text() for item in cells if item is not None and item.font().bold()]

    path = tmp_path / "mine.csv"
    few = LEAST_GAMES - 1
    path.write_text(
        f"{HEAD}\n5x5,5/5/5/5/5,C3,40,20\n5x5,5/5/5/5/5,B2,{few},{few}\n5x5,5/5/2X2/5/5,B2,{few},6\n"
    )
    desk.play(size=5)
    desk.window.book.open(path)
    assert [row[0] for row in listed(desk)][-1] == "C3"
    assert bold() == ["C3", "40", "50.0%", "35.2%"]
    head = desk.window.book.panel.table.horizontalHeaderItem(3)
    assert head is not None and f"{LEAST_GAMES} games or more" in head.toolTip()
    desk.click(12)
    assert listed(desk) and not bold()


def test_the_book_says_whose_games_were_won_and_that_they_were_played(desk: Desk, tmp_path: Path):
    """Beside an analysis, whose win rates are another thing."""
    path = tmp_path / "mine.csv"
    path.write_text(f"{HEAD}\n5x5,5/5/5/5/5,C3,40,21\n5x5,5/5/2X2/5/5,B2,16,6\n")
    desk.play(size=5)
    desk.trigger("opening_book")
    desk.window.book.open(path)
    board, table = desk.window.board, desk.window.book.panel.table

    def told_at(point: int) -> str:
        place = board.point_center(point).toPoint()
        QApplication.sendEvent(board, QHelpEvent(QEvent.Type.ToolTip, place, board.mapToGlobal(place)))
        return QToolTip.text()

    assert rows_of(table)[0] == ["Move", "Games", "Black %", "Safe %"]
    assert told_at(12) == "Opening book: Black won 21 of 40 recorded games with this move (52.5%)."
    desk.click(12)
    assert rows_of(table)[0][2] == "White %"
    head = table.horizontalHeaderItem(2)
    assert head is not None and "White won" in head.toolTip()
    desk.wait(lambda: told_at(6) == "Opening book: White won 6 of 16 recorded games with this move (37.5%).")
    desk.wait(lambda: told_at(0) == "")


def test_the_book_of_the_last_time_is_opened_again(open_desk: Callable[..., Desk], book: Path):
    desk = open_desk()
    desk.trigger("opening_book")
    desk.window.book.open(book)
    desk.close()
    for there in (True, False):
        if not there:
            book.unlink()
        again = open_desk()
        again.trigger("opening_book")
        name = "mine" if there else "The shipped book"
        again.wait(lambda title=again.window.book.panel.title, name=name: title.text().startswith(name))
        again.close()


def test_in_the_place_of_a_book_that_cannot_be_read_any_more_comes_the_shipped_one(
    open_desk: Callable[..., Desk], book: Path
):
    """It is told of once."""
    desk = open_desk()
    desk.window.book.open(book)
    desk.close()
    book.write_text(f"{HEAD}\n5x5,nonsense\n")
    again = open_desk()
    again.trigger("opening_book")
    assert "mine.csv is damaged" in again.take_error()
    title = again.window.book.panel.title
    assert title.text().startswith("The shipped book")
    again.close()
    once_more = open_desk()
    once_more.trigger("opening_book")
    once_more.wait(lambda: once_more.window.book.panel.title.text().startswith("The shipped book"))
    assert not once_more.boxes()


def test_the_command_shows_the_shipped_book(desk: Desk):
    desk.play(size=9)
    desk.trigger("opening_book")
    assert desk.window.docks["book"].isVisible() and listed(desk)
    desk.play(size=7)
    assert listed(desk) == []


def test_figures_of_the_book_stand_on_the_board_while_its_list_is_seen(desk: Desk, book: Path):
    desk.play(size=5)
    desk.trigger("opening_book")
    desk.window.book.open(book)
    board, panel = desk.window.board, desk.window.book.panel
    assert {move.point for move in board._book} == {12, 0, 4, 20, 24}
    painted = board.grab().toImage()
    assert panel.legend.isVisible() and loss_color(0, for_all=False).name() in panel.legend.text()
    desk.trigger("analysis_for_all")
    assert loss_color(0, for_all=True).name() in panel.legend.text()
    desk.trigger("analysis_for_all")
    panel.figures_on_board.click()
    assert not panel.legend.isVisible()
    assert not board._book and not desk.window.settings.show_book
    assert board.grab().toImage() != painted
    panel.figures_on_board.click()
    assert board.grab().toImage() == painted
    desk.window.docks["history"].raise_()  # another list in front of the book's
    desk.wait(lambda: not board._book)
    desk.trigger("opening_book")
    desk.click(12)
    assert {move.point for move in board._book} == {6, 8, 16, 18}


def test_figures_of_the_book_are_no_crutch_against_an_ai_unless_switched_on_in_that_game(
    desk: Desk, book: Path
):
    """As the analysis, they are there again once the game is over."""
    board, panel = desk.window.board, desk.window.book.panel
    desk.play(size=5)
    desk.trigger("opening_book")
    desk.window.book.open(book)
    assert board._book
    desk.play("human", "random", size=5)
    assert not board._book and not panel.figures_on_board.isChecked() and panel.table.rowCount()
    assert desk.window.settings.show_book, "the user has not switched"
    desk.window.controller.resign()
    assert board._book
    desk.play("human", "random", size=5)
    assert not board._book
    desk.qtbot.mouseClick(panel.figures_on_board, Qt.MouseButton.LeftButton, pos=QPoint(8, 8))
    assert board._book
    desk.trigger("pause")
    desk.trigger("pause")
    assert board._book, "for the rest of that game"
    desk.play("human", "random", size=5)
    assert not board._book
    desk.play("random", "random", size=5)
    assert panel.figures_on_board.isChecked(), "nobody is helped"


def test_figures_switched_on_in_a_game_against_an_ai_are_on_in_it_after_a_restart(
    open_desk: Callable[..., Desk], book: Path
):
    desk = open_desk()
    desk.trigger("opening_book")
    desk.window.book.open(book)
    desk.play("human", "random", size=5)
    desk.click(12)
    desk.wait(lambda: desk.window.controller.human_to_move)
    desk.window.book.panel.figures_on_board.click()
    assert desk.settings_kept().book_helps, "kept at once"
    desk.close()
    again = open_desk()
    assert again.window.book.panel.figures_on_board.isChecked()
    again.play("human", "random", size=5)
    assert not again.window.book.panel.figures_on_board.isChecked(), "a new game begins without them"
    assert not again.window.settings.book_helps and again.window.settings.show_book


def test_the_book_says_that_the_analysis_has_the_board(desk: Desk, book: Path):
    settings, panel = desk.window.settings, desk.window.book.panel
    settings.analysis_player, settings.analysis_simulations = "uct:seed=1", 50
    desk.play(size=5)
    desk.trigger("opening_book")
    desk.window.book.open(book)
    colours = panel.legend.text()
    desk.trigger("analyse")
    assert panel.legend.text() != colours and panel.legend.text() in panel.figures_on_board.toolTip()
    desk.wait(lambda: desk.window.board._thoughts is not None)
    desk.trigger("analysis_candidates")
    assert panel.legend.text() == colours, "without its candidates the figures are there"
    desk.trigger("analysis_candidates")
    desk.trigger("analyse")
    assert panel.legend.text() == colours and desk.window.board._thoughts is None


def test_figures_of_the_book_stand_on_no_stones_that_are_being_placed(desk: Desk, book: Path):
    desk.play(size=5)
    desk.window.book.open(book)
    desk.trigger("set_up_position")
    desk.click(12)
    desk.trigger("opening_book")
    board, panel = desk.window.board, desk.window.book.panel
    desk.wait(panel.table.isVisible)
    for _ in range(2):
        panel.figures_on_board.click()
        assert not board._book
    double_click(desk, row=0)
    assert board._position.at(12) is Color.BLACK and board._position.ply == 1 and board._hint is None
    desk.qtbot.mouseClick(desk.window.setup_bar.cancel, Qt.MouseButton.LeftButton)
    assert {move.point for move in board._book} == {12, 0, 4, 20, 24}


def test_a_damaged_book_is_named_and_the_old_one_stays(desk: Desk, book: Path, tmp_path: Path):
    desk.play(size=5)
    desk.window.book.open(book)
    damaged = tmp_path / "damaged.csv"
    damaged.write_text(f"{HEAD}\n5x5,nonsense\n")
    desk.window.book.open(damaged)
    assert "damaged.csv is damaged in line 2" in desk.take_error()
    assert listed(desk)[0][0] == "C3"


# --- The learner ---------------------------------------------------------------------------------------------------------


def write_session(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    lines = [
        {"round": n, "games": 100 * n, "record_games": 0, "value_error": 1 / n, "action_error": 2 / n}
        for n in range(1, 6)
    ]
    lines[-1] |= {"win_rate": 0.9, "interval_95": [0.8, 0.95]}
    (folder / "metrics.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    progress = {"phase": "stopped", "done": 0, "total": 0, "round": 5, "games": 500, "record_games": 0}
    (folder / "progress.json").write_text(json.dumps(progress))
    (folder / "unusable.csv").write_text('file,reason\nbad.sgf,"It is damaged, all of it."\n')


@pytest.fixture
def page(desk: Desk, tmp_path: Path) -> TdTrainingPage:
    write_session(tmp_path / "sessions/td")
    page = TdTrainingPage(desk.window, tmp_path / "sessions")
    desk.qtbot.addWidget(page)
    page.open()
    return page


def test_esc_hides_what_a_plot_tells_before_the_window(desk: Desk, page: TdTrainingPage):
    desk.qtbot.mouseClick(page.win_plot.about, Qt.MouseButton.LeftButton)
    desk.wait(QToolTip.isVisible)
    desk.qtbot.keyClick(page, Qt.Key.Key_Escape)
    assert page.isVisible()
    desk.wait(lambda: not QToolTip.isVisible())
    desk.qtbot.keyClick(page, Qt.Key.Key_Escape)
    assert not page.isVisible()


def test_a_session_is_shown_with_its_curves_and_unusable_records(page: TdTrainingPage):
    assert "500" in page.status.text() and "Stopped" in page.status.text()
    error, win = page.error_plot.curves, page.win_plot.curves
    assert [list(curve.x) for curve in error] == [[100, 200, 300, 400, 500]] * 2
    assert error[1].y[-1] == 0.4 and list(win[0].y) == [0.9]
    assert page.unusable.item(0).text() == "bad.sgf: It is damaged, all of it."
    assert page.start.isEnabled() and not page.stop.isEnabled() and not page.play.isEnabled()


def test_the_learners_plots_say_what_they_show(desk: Desk, page: TdTrainingPage):
    for plot, said in ((page.error_plot, "Lower is better"), (page.win_plot, "100 games")):
        desk.qtbot.mouseClick(plot.about, Qt.MouseButton.LeftButton)
        desk.wait(lambda said=said: QToolTip.isVisible() and said in QToolTip.text())


def test_of_many_unusable_records_some_are_shown_and_read_once(
    page: TdTrainingPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """A session tells of itself every second, and their list may be long."""
    reads: list[int] = []

    def read(session: Path, most: int) -> tuple[list, int]:
        reads.append(most)
        return read_unusable(session, most)

    monkeypatch.setattr(td_training, "UNUSABLE_SHOWN", 2)
    monkeypatch.setattr(td_training, "read_unusable", read)
    file = tmp_path / "sessions/td/unusable.csv"
    file.write_text("file,reason\n" + "".join(f"{number}.sgf,It is damaged.\n" for number in range(5)))
    for _ in range(3):
        page.show_session()
    assert reads == [2] and page.unusable.count() == 2
    assert page.unusable_title.text().endswith(": 5")
    file.unlink()
    page.show_session()
    assert page.unusable.isHidden() and page.unusable_title.isHidden(), "of none nothing is said"


def test_why_a_record_is_unusable_is_said_in_the_windows_language(page: TdTrainingPage, tmp_path: Path):
    """By a newer session; of what an older one wrote there is only the English."""
    reason = Sentence("Game %1: %2", 3, Sentence("It is played on %1, not on %2.", "5x5", "9x9"))
    with (tmp_path / "sessions/td/unusable.csv").open("a", encoding="utf-8-sig", newline="") as file:
        csv.writer(file).writerow(("other.sgf", reason, reason.to_json()))
    LanguageSwitch().use("zh_CN")
    page.show_session()
    told = [page.unusable.item(row).text() for row in range(page.unusable.count())]
    assert told == [
        "bad.sgf: It is damaged, all of it.",
        "other.sgf: 第 3 局：它在 5x5 棋盘上进行，而不是 9x9。",
    ]


def test_start_and_stop(page: TdTrainingPage, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The session is a process that the window watches; here one that only waits."""
    script = (
        "import pathlib, sys, time\nwhile not (pathlib.Path(sys.argv[1]) / 'stop').exists(): time.sleep(0.02)"
    )
    started = []

    def waiting(run: Path, *rest: object) -> list[str]:
        started.append((run, *rest))
        return [sys.executable, "-c", script, str(run)]

    monkeypatch.setattr(td_training, "td_command", waiting)
    page.games.setValue(1234)
    qtbot.mouseClick(page.start, Qt.MouseButton.LeftButton)
    assert started == [(tmp_path / "sessions/td", 1234, None, None)]
    assert page.stop.isEnabled() and not page.start.isEnabled()
    qtbot.mouseClick(page.stop, Qt.MouseButton.LeftButton)
    wait(qtbot, lambda: not page.process.running)
    assert page.start.isEnabled()


def test_the_program_asks_before_it_leaves_a_session(
    desk: Desk, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    script = (
        "import pathlib, sys, time\nwhile not (pathlib.Path(sys.argv[1]) / 'stop').exists(): time.sleep(0.02)"
    )
    monkeypatch.setattr(
        td_training, "td_command", lambda run, *_rest: [sys.executable, "-c", script, str(run)]
    )
    desk.trigger("td_training")
    page = desk.window.td_desk.page
    assert page is not None
    qtbot.mouseClick(page.start, Qt.MouseButton.LeftButton)
    assert "Starting" in page.status.text()
    close_and_answer(desk, "Cancel")
    assert desk.window.isVisible() and page.process.running
    close_and_answer(desk, "Stop it")
    assert not desk.window.isVisible()
    wait(qtbot, lambda: not page.process._is_worked_on())


def test_whoever_stays_after_the_second_question_has_stopped_nothing_by_the_first(
    desk: Desk, data_folder: Path, tmp_path: Path
):
    run, session = tmp_path / "run", data_folder / "td" / "td"
    write_session(session)
    run.mkdir()
    locks = [FolderLock(folder) for folder in (run, session)]
    assert all(lock.take() for lock in locks)
    desk.window.training_desk.sessions.watch(run)
    desk.trigger("td_training")
    page = desk.window.td_desk.page
    assert page is not None and page.process.running and desk.window.training.running

    def press(text: str) -> Callable[[QMessageBox], None]:
        return lambda box: next(
            each for each in box.buttons() if each.text().replace("&", "") == text
        ).click()

    with in_dialogs(press("Stop it"), press("Cancel"), kind=QMessageBox):
        desk.window.close()
    assert desk.window.isVisible() and not desk.window.training.ending and not (run / "stop").exists()
    with in_dialogs(press("Stop it"), press("Stop it"), kind=QMessageBox):
        desk.window.close()
    assert not desk.window.isVisible() and all((folder / "stop").exists() for folder in (run, session))
    for lock in locks:
        lock.release()


def test_a_session_that_goes_on_is_starting_until_it_tells_more(page: TdTrainingPage):
    """What its folder says is of the time before."""
    page.process.running, page.process._process = True, subprocess.Popen([sys.executable, "-c", ""])
    page.show_session()
    page.process._process.wait(PATIENCE_SECONDS)
    assert page.status.text().startswith("Starting. Games of self-play: 500")
    page.process.forget()


def test_sessions_are_listed_and_the_last_one_is_shown_at_first(desk: Desk, tmp_path: Path):
    """A new name may begin as an old one does."""
    nothing_yet = TdTrainingPage(desk.window, tmp_path / "none")
    desk.qtbot.addWidget(nothing_yet)
    nothing_yet.open()
    assert nothing_yet.name.currentText() == "td"
    for name, changed in (("first", 1_000), ("second", 2_000)):
        write_session(tmp_path / "sessions" / name)
        os.utime(tmp_path / "sessions" / name, (changed, changed))
    page = TdTrainingPage(desk.window, tmp_path / "sessions")
    desk.qtbot.addWidget(page)
    page.open()
    assert [page.name.itemText(row) for row in range(page.name.count())] == ["second", "first"]
    assert page.name.currentText() == "second" and "500" in page.status.text()
    page.activateWindow()
    page.name.setFocus()
    desk.wait(page.name.hasFocus)
    desk.qtbot.keyClick(page.name, Qt.Key.Key_Down)
    assert page.name.currentText() == "first" and page._session.name == "first"
    line = page.name.lineEdit()
    assert line is not None
    line.selectAll()
    desk.qtbot.keyClicks(line, "sec")
    desk.qtbot.keyClick(line, Qt.Key.Key_Return)
    assert page._session.name == "sec" and "not begun" in page.status.text()
    assert page.stop.toolTip() and page.play.toolTip()
    page.open()
    assert page._session.name == "sec", "what the user has named stays"


def test_a_game_against_it_is_on_its_board_bears_its_name_and_says_who_analyses(desk: Desk):
    session = folders.data_dir() / "td" / "mine"
    TdSession(session, size="4x4").close()
    write_session(session)
    desk.play()
    desk.trigger("td_training")
    page = desk.window.td_desk.page
    assert page is not None
    desk.qtbot.mouseClick(page.play, Qt.MouseButton.LeftButton)
    player = desk.window.controller.players[Color.WHITE]
    assert desk.window.controller.game.size == Size(4, 4)
    assert player_label(player) == "Temporal-difference learner (mine)"
    assert compact_label(player) == "Temporal-difference learner mine"
    assert desk.notice.startswith("A new game against ")
    assert "The analysis stays with Buwei AI (shipped network)." in desk.notice


def test_a_session_whose_network_is_damaged_is_not_played_against(desk: Desk):
    session = folders.data_dir() / "td" / "mine"
    write_session(session)
    (session / "network.safetensors").touch()
    desk.play()
    desk.trigger("td_training")
    page = desk.window.td_desk.page
    assert page is not None
    desk.qtbot.mouseClick(page.play, Qt.MouseButton.LeftButton)
    assert "network.safetensors" in desk.take_error()


@pytest.mark.parametrize("runs", [False, True])
def test_the_session_that_is_shown_stays_when_the_window_is_opened_again(
    desk: Desk, page: TdTrainingPage, tmp_path: Path, runs: bool
):
    """Also one that has the name of a session that nobody has named."""
    lock = FolderLock(tmp_path / "sessions/td")
    assert not runs or lock.take()
    write_session(tmp_path / "sessions/other")
    os.utime(tmp_path / "sessions/td", (1_000, 1_000))
    page._look()
    desk.qtbot.keyClick(page, Qt.Key.Key_Escape)
    page.open()
    assert page.process.running is runs
    assert page.process.folder == page._session == tmp_path / "sessions/td"
    lock.release()


def test_a_session_can_be_played_against_once_it_has_learned_something(page: TdTrainingPage, tmp_path: Path):
    """Its network is there before: so that one that is stopped in its first round keeps its settings."""
    session = tmp_path / "sessions/td"
    (session / "network.safetensors").touch()
    for metrics, learned in (("", False), ((session / "metrics.jsonl").read_text(), True), ("?\n", True)):
        (session / "metrics.jsonl").write_text(metrics)
        page.process.look()
        assert page.play.isEnabled() is learned


def test_a_session_that_has_all_its_games_says_how_it_goes_on(page: TdTrainingPage, qtbot: QtBot):
    assert page.start.text() == "&Go on" and "all that is asked for" not in page.status.text()
    page.games.setValue(500)
    assert "all that is asked for" in page.status.text() and not page.start.isEnabled()
    page.records.setText("games")
    assert page.start.isEnabled()
    page.records.clear()
    assert page.start.toolTip() in page.status.text() and page.start.toolTip()
    page.name.setEditText("another")
    page._look()
    assert page.start.isEnabled() and page.start.text() == "&Start"


def test_a_session_whose_folder_goes_is_let_go_of(page: TdTrainingPage, tmp_path: Path):
    shutil.rmtree(tmp_path / "sessions/td")
    page.process.look()
    assert page.process.folder is None and "not begun" in page.status.text()


def test_a_session_that_does_not_exist_shows_nothing_of_another(page: TdTrainingPage, qtbot: QtBot):
    page.name.setEditText("another")
    page._look()
    assert "500" not in page.status.text() and page.error_plot.curves[0].x.size == 0


@pytest.mark.parametrize(
    ("name", "reason"),
    [("..", "a dot"), ("a/b", "can't have /"), ("/tmp/x", "can't have /")],
)
def test_a_session_is_named_like_a_folder(page: TdTrainingPage, desk: Desk, name: str, reason: str):
    page.name.setEditText(name)
    desk.qtbot.mouseClick(page.start, Qt.MouseButton.LeftButton)
    assert reason in desk.take_error()
    assert not page.process.running


def test_a_folder_of_records_that_is_not_there_is_named(page: TdTrainingPage, desk: Desk):
    page.records.setText("/nowhere/at/all")
    desk.qtbot.mouseClick(page.start, Qt.MouseButton.LeftButton)
    assert "/nowhere/at/all" in desk.take_error()
    assert not page.process.running


def test_the_command_that_a_session_is_started_with(tmp_path: Path):
    words = td_command(tmp_path, 50, tmp_path / "games", 2.0)[2:]
    assert words[:2] == ["td", "train"] and words[-4:] == [
        "--records",
        str(tmp_path / "games"),
        "--minutes",
        "2",
    ]
    import argparse

    from ai.commands.td import add

    parser = argparse.ArgumentParser()
    add(parser.add_subparsers())
    given = parser.parse_args(words)
    assert given.folder == tmp_path and given.games == 50 and given.background


def test_a_network_that_was_written_anew_is_another_player(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The learner's file has one name while it learns, as has the first checkpoint of a run that took another's place."""
    made: list[str] = []
    monkeypatch.setattr(
        "gui.game.worker.make_player", lambda text: made.append(text) or make_player("random")
    )
    file, worker = tmp_path / "network.safetensors", SearchWorker()
    for content, players in ((b"1", 1), (b"1", 1), (b"22", 2)):
        if not file.exists() or file.read_bytes() != content:
            file.write_bytes(content)
        worker.choose(Request(1, f"td:net={quote(str(file))}", Position.empty(), Limit()))
        assert len(made) == players
    worker.close()


def test_a_player_of_two_files_plays_on_if_one_is_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    made: list[str] = []
    monkeypatch.setattr(
        "gui.game.worker.make_player", lambda text: made.append(text) or make_player("random")
    )
    network, book, worker = tmp_path / "network.safetensors", tmp_path / "book.csv", SearchWorker()
    text = f"zero:net={quote(str(network))},book={quote(str(book))}"
    network.write_bytes(b"1")
    book.write_bytes(b"1")
    worker.choose(Request(1, text, Position.empty(), Limit()))
    network.unlink()
    worker.choose(Request(2, text, Position.empty(), Limit()))
    assert len(made) == 1
    book.write_bytes(b"22")
    worker.choose(Request(3, text, Position.empty(), Limit()))
    assert len(made) == 2, "as any file that is there and was written anew"
    worker.close()


def test_a_player_that_cannot_be_prepared_is_closed(monkeypatch: pytest.MonkeyPatch):
    class Unprepared(RandomPlayer):
        closed = 0

        def prepare(self, size: Size, stop: Event | None = None) -> None:
            raise PlayerError("its weights are damaged")

        def close(self) -> None:
            Unprepared.closed += 1

    monkeypatch.setattr("gui.game.worker.make_player", lambda text: Unprepared(Options(text)))
    worker, told = SearchWorker(), list[str]()
    worker.failed.connect(lambda _number, sentence, _details: told.append(sentence))
    worker.choose(Request(1, "random", Position.empty(), Limit()))
    worker.close()
    assert told == ["its weights are damaged"] and Unprepared.closed == 1
