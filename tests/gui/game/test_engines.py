from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QFileDialog, QMessageBox
from pytestqt.qtbot import QtBot

from ai.external.process import EngineProcess, _living, program_of
from ai.players.external import ExternalPlayer
from core.game import Game, Reason
from core.player import Limit
from core.points import Notation
from core.position import Color, Position, Size
from gui.game.controller import State
from gui.game.engines import EngineDialog
from gui.game.new_game import NewGameDialog
from gui.game.setup import GameSetup
from gui.game.worker import Request, SearchWorker
from gui.parts.threads import wait_for_those_leaving
from gui.program import settings as settings_file
from gui.program.errors import PLAYER_FAILED
from gui.program.messages import player_label
from gui.program.player_text import join
from gui.program.settings import HUMAN
from tests.ai.external.programs import bad_engine
from tests.gui.desk import PATIENCE_MS, Desk, answer, in_dialogs, wait
from tests.patience import PATIENCE_SECONDS


def engine(name: str, *words: str) -> str:
    return join(words[0], {"name": name, "command": bad_engine(*words)})


@pytest.fixture
def open_dialog(qtbot: QtBot, data_folder: Path) -> Iterator[Callable[..., EngineDialog]]:
    dialogs = []

    def make(*engines: str) -> EngineDialog:
        dialog = EngineDialog(None, list(engines), Notation.CHAMPIONSHIP)
        dialog.show()
        dialogs.append(dialog)
        return dialog

    yield make
    for dialog in dialogs:
        dialog.done(0)  # closed, it would ask
        dialog.deleteLater()
    wait_for_those_leaving()


def type_in(qtbot: QtBot, field, text: str) -> None:
    field.clear()
    qtbot.keyClicks(field, text)


def test_a_program_is_entered(qtbot: QtBot, open_dialog):
    dialog = open_dialog()
    ok = dialog.buttons.button(QDialogButtonBox.StandardButton.Ok)
    assert ok.isEnabled() and not dialog.form.isEnabled()
    dialog.add_button.click()
    assert dialog.problem.text() == "Each program needs a name." and not ok.isEnabled()
    type_in(qtbot, dialog.form.name, "My, engine")
    assert "needs the command" in dialog.problem.text()
    type_in(qtbot, dialog.form.command, "/opt/engine --level 3")
    assert ok.isEnabled() and dialog.problem.isHidden()
    dialog.form.timeout.setValue(5)
    assert dialog.texts() == ["gtp:name=My%2C engine,command=/opt/engine --level 3,timeout=5"]
    assert dialog.list.item(0).text() == "My, engine"


def test_a_program_is_chosen_wherever_it_lies(open_dialog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = str(tmp_path / "Ann's engine")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_args: (path, ""))
    dialog = open_dialog()
    dialog.add_button.click()
    dialog.form._choose_program()
    assert program_of(dialog.form.command.text()) == path
    assert dialog.form.name.text() == "Ann's engine" and dialog.problem.isHidden()


def test_botzone_has_its_forms(qtbot: QtBot, open_dialog):
    dialog = open_dialog("gtp:name=x,command=y")
    assert not dialog.form.keep_running.isVisible()
    dialog.form.protocol.setCurrentIndex(3)
    dialog.form.protocol.activated.emit(3)
    assert dialog.form.keep_running.isVisible()
    dialog.form.keep_running.click()
    assert dialog.texts() == ["botzone:name=x,command=y,form=numbers,keep_running=on"]
    for text in (
        *dialog.texts(),
        "botzone:name=x,command=y,form=numbers,keep_running=1",
    ):  # as it was written before
        again = open_dialog(text)
        assert again.form.protocol.currentIndex() == 3 and again.form.keep_running.isChecked()


def test_programs_are_chosen_and_removed(open_dialog):
    dialog = open_dialog("gtp:name=a,command=x", "sau:name=b,command=y,cwd=/tmp")
    dialog.list.setCurrentRow(1)
    assert dialog.form.folder.text() == "/tmp"
    dialog.remove_button.click()
    assert dialog.texts() == ["gtp:name=a,command=x"]
    assert dialog.form.name.text() == "a"


def test_two_programs_of_one_name_are_not_kept(open_dialog):
    dialog = open_dialog("gtp:name=a,command=x", "gtp:name=a,command=y")
    assert dialog.problem.text() == "Two programs are called a."


def test_a_text_that_can_not_be_taken_apart_is_told(open_dialog):
    dialog = open_dialog('gtp:name=a,command="x')
    assert "can't be taken apart" in dialog.problem.text()
    assert not dialog.form.test.isEnabled()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("gtp", "good", "J9"), "It can be used. It is called Bad 1, and begins a game at I9."),
        (("sau", "good", "II"), "It can be used. It is called Bad SAU, and begins a game at I1."),
        (("botzone", "echo"), "It can be used. It begins a game at I9."),
        (("gtp", "exit"), "no licence"),
        (("gtp", "crash"), "out of coffee"),
        (("gtp", "good", "resign"), "nowhere on the board"),
        (("gtp", "good", "pass"), "nowhere on the board"),
    ],
)
def test_a_program_is_tried(qtbot: QtBot, open_dialog, words: tuple[str, ...], said: str):
    dialog = open_dialog(engine("tried", *words))
    dialog.form.test.click()
    assert dialog.form.test.text() == "&Stop"
    wait(qtbot, lambda: said in dialog.form.answer.text())
    assert dialog.form.test.text() == "&Test"


def test_an_unexpected_error_in_the_test_of_a_program_is_told(
    qtbot: QtBot, open_dialog, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    def fail(_self: ExternalPlayer, _stop: object) -> str:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(ExternalPlayer, "introduce", fail)
    dialog = open_dialog(engine("tried", "gtp", "good"))
    dialog.form.test.click()
    wait(qtbot, lambda: "new thread" in dialog.form.answer.text())
    assert dialog.form.test.text() == "&Test" and "new thread" in caplog.text


class Farewell:
    """Of a program, which leaves once it may."""

    def __init__(self):
        self.begun, self.may_end = Event(), Event()
        self.was_waited_for = False
        """Until patience ran out, since who waited was who should have let it end."""

    def leave(self) -> None:
        self.begun.set()
        self.was_waited_for = not self.may_end.wait(PATIENCE_SECONDS)


@pytest.fixture
def farewell(monkeypatch: pytest.MonkeyPatch) -> Iterator[Farewell]:
    def close(process: EngineProcess, last_words: str = "") -> None:
        if process in _living:
            farewell.leave()
        usual(process, last_words)

    farewell, usual = Farewell(), EngineProcess.close
    monkeypatch.setattr(EngineProcess, "close", close)
    yield farewell
    farewell.may_end.set()
    wait_for_those_leaving()


def test_the_window_does_not_wait_until_a_program_has_left(
    qtbot: QtBot, open_dialog: Callable[..., EngineDialog], farewell: Farewell
):
    dialog = open_dialog(engine("slow", "gtp", "good", "A1"))
    dialog.form.test.click()
    wait(qtbot, lambda: "It can be used" in dialog.form.answer.text())
    assert not farewell.was_waited_for


def test_the_window_does_not_wait_until_a_program_that_was_compared_has_left(desk: Desk, farewell: Farewell):
    desk.window.settings.compare_first = engine("slow", "gtp", "good", "A1")
    desk.play(size=9)
    desk.trigger("compare_players")
    dialog = desk.window.compare.dialog
    assert dialog is not None
    desk.wait(lambda: _living and dialog.columns[0].thinker.current is None)
    dialog.close()
    desk.wait(farewell.begun.is_set)
    desk.click(0)
    assert desk.moves == 1 and not farewell.was_waited_for


def test_trying_is_stopped(open_dialog):
    dialog = open_dialog(engine("tried", "sau", "hang"), engine("other", "botzone", "hang"))
    dialog.form.test.click()
    dialog.form.test.click()
    assert dialog.form.answer.text() == ""
    dialog.list.setCurrentRow(1)
    dialog.form.test.click()
    dialog.list.setCurrentRow(0)  # another program is looked at
    dialog.form.test.click()
    dialog.reject()  # what is left running fails the test


@pytest.mark.parametrize("words", [("gtp", "good", "A1"), ("gtp", "exit")], ids=["answers", "fails"])
def test_what_a_program_says_is_not_taken_for_the_word_of_another(
    open_dialog: Callable[..., EngineDialog], words: tuple[str, ...]
):
    """Its test had ended, and what it told was on its way, when the other's began."""
    dialog = open_dialog(engine("first", *words), engine("second", "botzone", "hang"))
    form = dialog.form
    form.test.click()
    first = form._test
    assert first is not None and first.wait(PATIENCE_MS)
    dialog.list.setCurrentRow(1)
    form.test.click()
    second = form._test
    QApplication.processEvents()
    assert form._test is second is not None and form.answer.text().startswith("It is being started")


def test_the_log_is_shown(qtbot: QtBot, open_dialog, monkeypatch: pytest.MonkeyPatch):
    opened: list[QUrl] = []
    can_open = True
    monkeypatch.setattr("gui.program.desktop._by_xdg_open", lambda *_: False)
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url) or can_open)
    dialog = open_dialog(engine("logged", "gtp", "good", "A1"))
    dialog.form.log.click()
    assert "Nothing has been said" in dialog.form.answer.text() and not opened
    dialog.form.test.click()
    wait(qtbot, lambda: "It can be used" in dialog.form.answer.text())
    dialog.form.log.click()
    log = opened[0].toLocalFile()
    assert "> name" in Path(log).read_text("utf-8") and not dialog.findChildren(QMessageBox)
    can_open = False
    dialog.form.log.click()
    (box,) = dialog.findChildren(QMessageBox)
    assert box.informativeText() == log, "it can be found without a program that opens it"


@pytest.mark.parametrize("close", [lambda dialog: dialog.close(), lambda dialog: dialog.reject()])
def test_changes_to_the_programs_are_dropped_only_if_that_is_meant(
    open_dialog, close: Callable[[EngineDialog], object], monkeypatch: pytest.MonkeyPatch
):
    asked = answer(monkeypatch, QMessageBox.StandardButton.No, QMessageBox.StandardButton.Yes)
    unchanged = open_dialog("gtp:name=a,command=x")
    close(unchanged)
    assert not asked and not unchanged.isVisible()
    dialog = open_dialog()
    dialog.add_button.click()
    close(dialog)
    assert len(asked) == 1 and dialog.isVisible()
    close(dialog)
    assert len(asked) == 2 and not dialog.isVisible()


def test_the_end_of_the_session_asks_nothing_about_what_was_changed(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
):
    asked = answer(monkeypatch, QMessageBox.StandardButton.No, QMessageBox.StandardButton.Yes)

    def leave(dialog: EngineDialog) -> None:
        dialog.add_button.click()
        desk.window.closing.leave()

    with in_dialogs(leave, kind=EngineDialog):
        desk.trigger("engines")
    assert not asked and not desk.window.isVisible()


def test_programs_are_kept(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    def fill_in(dialog: EngineDialog) -> int:
        dialog._add_item("gtp:name=kept,command=x")
        return 1

    monkeypatch.setattr(EngineDialog, "exec", fill_in)
    desk.trigger("engines")
    assert desk.settings_kept().engines == ["gtp:name=kept,command=x"]


def test_programs_are_among_the_opponents_of_a_new_game(qtbot: QtBot, data_folder: Path):
    other = "gtp:name=The other,command=/opt/engine"
    setup = GameSetup(HUMAN, other, Size(), None, True)
    dialog = NewGameDialog(None, setup, [], engines=["sau:name=First,command=x", other])
    qtbot.addWidget(dialog)
    level = dialog.players[Color.WHITE].level
    assert level.currentText() == "The other"
    assert not dialog.advanced.isChecked()
    level.setCurrentIndex(level.findText("First"))
    level.activated.emit(level.currentIndex())
    assert dialog.setup().white == "sau:name=First,command=x"
    dialog.size_choice.setCurrentText("7x7")
    assert "First plays on 9x9 only" in dialog.problem.text()


def test_settings_with_other_things_than_texts_are_read(data_folder: Path):
    settings_file.save(settings_file.Settings(engines=["gtp:name=a,command=x", 3]))  # type: ignore[list-item]
    assert settings_file.load()[0].engines == ["gtp:name=a,command=x"]


def test_a_game_against_a_program(desk: Desk):
    desk.play(HUMAN, engine("The other", "gtp", "good", "A1 pass"), size=5)
    desk.click_any()
    assert desk.position.moves[-1] == desk.position.size.point(4, 0)
    desk.click(desk.position.legal_moves()[0])
    desk.wait(lambda: desk.window.controller.state is State.OVER)
    result = desk.window.controller.match.result
    assert result is not None
    assert (result.winner, result.reason) == (Color.BLACK, Reason.PASS)
    assert player_label(desk.window.controller.players[Color.WHITE]) == "The other"


def test_a_program_that_crashes_loses_and_the_window_lives_on(desk: Desk, tmp_path: Path):
    desk.play(HUMAN, engine("The other", "gtp", "crash"), size=5)
    desk.click(12)
    desk.wait(lambda: desk.window.controller.state is State.OVER)
    result = desk.window.controller.match.result
    assert result is not None
    assert (result.winner, result.reason) == (Color.BLACK, Reason.FORFEIT)
    told = desk.window.findChildren(QMessageBox, PLAYER_FAILED)
    assert any("out of coffee" in box.text() for box in told)
    assert all(box.text().endswith(".") for box in told)
    assert "failed to move (The other: it ended" in desk.notice and "out of coffee" in desk.notice
    assert desk.window.files.saving.save_to(tmp_path / "game.sgf")
    desk.play()
    desk.window.files.opening.open_path(tmp_path / "game.sgf")
    assert "out of coffee" in desk.notice


def test_a_series_with_a_program_that_crashes_tells_it_once(desk: Desk):
    """Or a message a game would lie over the window when its user comes back."""
    watch = desk.window.watch
    watch._next.setInterval(0)
    watch.games.setValue(3)
    desk.play(HUMAN, engine("The other", "gtp", "crash"), size=5)
    game = Game(Size(5, 5))
    game.black_name, game.white_name = "random", desk.window.controller.players[Color.WHITE]
    desk.window.settings.engines = [game.white_name]
    desk.window.games.show_recorded(game)
    desk.qtbot.mouseClick(watch.start, Qt.MouseButton.LeftButton)
    desk.wait(lambda: not watch.running)
    assert sum(watch._score) == 3
    assert "out of coffee" in desk.take_error()


def test_a_program_that_can_not_be_started_loses_nothing(desk: Desk):
    desk.play(HUMAN, "gtp:command=/nowhere/engine", size=5)
    desk.click(12)
    desk.wait(lambda: desk.window.controller.state is State.PAUSED)
    assert desk.window.controller.match.result is None
    told = desk.window.findChildren(QMessageBox, PLAYER_FAILED)
    assert any("there is no program" in box.text() for box in told)


@pytest.mark.parametrize("protocol", ["gtp", "sau"])
def test_a_program_has_started_when_its_clock_begins(protocol: str):
    """Also one that was ended while it thought."""
    worker, player = SearchWorker(), engine("slow to load", protocol, "hang")
    seen: list[bool] = []

    def look_and_stop(_number: int) -> None:
        seen.append(worker._players[player, Size()].ready)  # type: ignore[attr-defined]
        request.stop.set()

    worker.begun.connect(look_and_stop)
    for number in (1, 2):
        request = Request(number, player, Position.empty(), Limit())
        worker.choose(request)
    worker.close()
    assert seen == [True, True]


def test_the_start_of_a_program_can_be_stopped():
    worker, request = SearchWorker(), Request(1, engine("deaf", "gtp", "deaf"), Position.empty(), Limit())
    told: list[str] = []
    worker.preparing.connect(lambda _number: request.stop.set())
    worker.begun.connect(lambda _number: told.append("it is on the clock"))
    worker.failed.connect(lambda _number, sentence, _details: told.append(str(sentence)))
    worker.choose(request)
    worker.close()
    assert told == ["deaf was stopped before it had answered"]


def test_a_program_plays_on_whoever_is_asked_beside_it():
    """A hint by another player than any before comes between its moves."""
    worker, program = SearchWorker(), engine("whole games", "sau", "good", "AA BA CA")
    told: list[object] = []
    worker.decided.connect(lambda _number, decision: told.append(decision.point))
    worker.failed.connect(lambda _number, sentence, _details: told.append(sentence))
    empty = Position.empty()
    for player, position in (
        (program, empty),
        ("random:seed=1", empty),
        ("random:seed=2", empty),
        (program, empty),
        ("random:seed=3", empty),
        (program, empty.play(1).play(80)),
    ):
        worker.choose(Request(1, player, position, Limit()))
    worker.close()
    assert [told[move] for move in (0, 3, 5)] == [0, 1, 2]


def test_no_program_of_the_sau_platform_begins_from_a_position(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    """It would leave its game at once; the one in the window stays."""
    program = engine("The other", "sau", "good")
    refusal = "The other can only play whole games from the empty board."

    def choose(dialog: NewGameDialog) -> bool:
        play = dialog.agree
        dialog.players[Color.WHITE].set_text(program)
        assert play.isEnabled()
        dialog.from_board.click()
        assert dialog.problem.text() == refusal and not play.isEnabled()
        dialog.players[Color.WHITE].set_text("random")
        assert play.isEnabled()
        return False

    monkeypatch.setattr(NewGameDialog, "exec", choose)
    desk.play(HUMAN, program, size=9)
    game = Game(start=Position.from_stones(Position.empty().play(0).play(80).stones))
    desk.window.controller.open_game(game, HUMAN, program)
    desk.window.files.belonging.to_nothing()
    desk.trigger("new_game")
    for command in ("rematch", "swap_colors"):
        desk.trigger(command)
        assert desk.take_error() == refusal
        assert desk.window.controller.game is game


def test_before_a_move_is_taken_back_it_is_said_who_can_not_follow(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
):
    asked = answer(monkeypatch, QMessageBox.StandardButton.No, QMessageBox.StandardButton.Yes)
    desk.play(HUMAN, engine("The other", "sau", "good", "AA BA CA"), size=9)
    desk.click(40)
    desk.wait_for_turn()
    assert not desk.window.controller.left_behind_by_undo, "from the empty board it can begin anew"
    desk.click(44)
    desk.wait_for_turn()
    desk.trigger("undo")
    assert desk.moves == 4
    desk.trigger("undo")
    assert desk.moves == 2
    said = (
        "The other can't go on once a move is taken back: it can only play whole games from the empty board."
    )
    assert asked == [said] * 2
    desk.window.controller.set_players(HUMAN, "random:seed=1")
    desk.trigger("undo")
    assert desk.moves == 0 and len(asked) == 2
