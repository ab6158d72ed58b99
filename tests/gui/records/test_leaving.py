"""Games that are left for another one, or with the program: which are kept, and which are asked about."""

import errno
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMessageBox

from core import records
from core.game import Game
from core.position import Position, Size
from gui.game.controller import State
from gui.program.settings import HUMAN
from gui.records import kept_game, played
from gui.records.game_list import NAME
from tests.gui.desk import DROP_STONES, Desk, answer, choose_file, in_dialogs
from tests.gui.players import RANDOM
from tests.gui.records.hands import analysed_at_a_glance


@pytest.mark.parametrize(
    "begin",
    [
        lambda desk: desk.key(Qt.Key.Key_F5),
        lambda desk: desk.trigger("swap_colors"),
        lambda desk: desk.window.watch.start.click(),
        lambda desk: desk.window.games.play_against(RANDOM, Size(5, 5)),
        lambda desk: desk.window.games.play_position(Position.empty(Size(5, 5))),
    ],
    ids=["ai_against_ai", "swap_colors", "series", "against_a_network", "position"],
)
def test_what_begins_a_new_game_says_so_where_it_asks_about_this_one(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, begin: Callable[[Desk], object]
):
    desk.play()
    desk.click(12)
    desk.choose("language", "zh_CN")
    asked = answer(monkeypatch, QMessageBox.StandardButton.Cancel)
    begin(desk)
    assert asked == ["这盘棋尚未保存。开始新对局前要保存吗？"] and desk.moves == 1


def open_file(desk: Desk, tmp_path: Path) -> None:
    """As a file that is dropped, recent or listed is opened."""
    path = tmp_path / "other.sgf"
    records.save(Game(Size(5, 5)), path)
    desk.window.files.opening.take(path)


def paste(desk: Desk, _folder: Path) -> None:
    QApplication.clipboard().setText("(;GM[1]SZ[5];B[aa])")
    desk.trigger("paste_game")


@pytest.mark.parametrize(
    "begin",
    [
        lambda desk, _: desk.key(Qt.Key.Key_F5),
        lambda desk, _: desk.trigger("rematch"),
        lambda desk, _: desk.trigger("swap_colors"),
        lambda desk, _: desk.window.watch.start.click(),
        lambda desk, _: desk.window.games.play_against(RANDOM, Size(5, 5)),
        lambda desk, _: desk.window.arena.game_asked.emit(Game(Size(5, 5))),
        open_file,
        paste,
    ],
    ids=[
        "ai_against_ai",
        "rematch",
        "swap_colors",
        "series",
        "against",
        "arena",
        "file",
        "paste",
    ],
)
def test_stones_being_placed_are_not_lost_unasked(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, begin: Callable[[Desk, Path], object]
):
    buttons = QMessageBox.StandardButton
    asked = answer(monkeypatch, buttons.No, buttons.Yes)
    desk.play()
    desk.trigger("set_up_position")
    desk.click(0, 7)
    game, setup = desk.window.controller.game, desk.window.setup_bar
    begin(desk, tmp_path)
    assert asked == [DROP_STONES]
    assert setup.active and {point for point in range(25) if desk.window.board._position.at(point)} == {0, 7}
    assert desk.window.controller.game is game and desk.window.controller.paused
    begin(desk, tmp_path)
    assert asked == [DROP_STONES] * 2 and not setup.active and desk.window.controller.game is not game


def test_stones_being_placed_stay_if_the_game_is_not_left(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    buttons = QMessageBox.StandardButton
    desk.play()
    desk.click(12)
    desk.trigger("set_up_position")
    desk.click(0)
    asked = answer(monkeypatch, buttons.Yes, buttons.Cancel)
    desk.trigger("rematch")
    assert asked == [DROP_STONES, "This game is not saved. Save it before a new game begins?"]
    assert desk.window.setup_bar.can_take_back and desk.window.setup_bar.active


def test_who_quits_is_asked_about_stones_being_placed_once(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    """Also where the game can't be kept for the next start."""
    monkeypatch.setattr(desk.window.autosave, "write", lambda: False)
    buttons = QMessageBox.StandardButton
    desk.play()
    desk.click(12)
    desk.trigger("set_up_position")
    desk.click(0)
    asked = answer(monkeypatch, buttons.Yes, buttons.Cancel)
    assert not desk.window.close()
    assert asked == [DROP_STONES, "This game is not saved. Save it?"]


@pytest.mark.parametrize(
    ("language", "answers"), [("en", {"Save", "Don't save", "Cancel"}), ("zh_CN", {"保存", "不保存", "取消"})]
)
@pytest.mark.usefixtures("asking")
@pytest.mark.parametrize("way_out", ["rematch", "quit"])
def test_whether_to_save_is_answered_by_the_same_words_wherever_it_is_asked(
    desk: Desk, language: str, answers: set[str], way_out: str
):
    desk.play()
    desk.click(12)
    desk.choose("language", language)

    def look(box: QMessageBox) -> None:
        assert {re.sub(r"\(&.\)|&", "", button.text()) for button in box.buttons()} == answers
        desk.qtbot.mouseClick(box.button(QMessageBox.StandardButton.Discard), Qt.MouseButton.LeftButton)

    with in_dialogs(look, kind=QMessageBox):
        desk.trigger(way_out)
    assert desk.moves == 0 or not desk.window.isVisible()


def test_a_game_under_way_is_not_left_unasked(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    desk.play()
    desk.click(12)
    asked = answer(monkeypatch, QMessageBox.StandardButton.Cancel)
    desk.trigger("rematch")
    assert asked == ["This game is not saved. Save it before a new game begins?"] and desk.moves == 1
    answer(monkeypatch, QMessageBox.StandardButton.Save)
    choose_file(monkeypatch, tmp_path / "kept.sgf")
    desk.trigger("rematch")
    assert desk.moves == 0 and (tmp_path / "kept.sgf").is_file()
    desk.click(12)
    answer(monkeypatch, QMessageBox.StandardButton.Discard)
    desk.trigger("rematch")
    assert desk.moves == 0


@pytest.mark.parametrize("back", [("to_start", "play_from_here"), ("undo",)])
def test_moves_are_not_lost_unasked_where_play_goes_on_from_the_start(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, back: tuple[str, ...]
):
    desk.play()
    desk.click(12)
    for command in back:
        desk.trigger(command)
    assert desk.moves == 0
    asked = answer(monkeypatch, QMessageBox.StandardButton.Cancel)
    desk.trigger("rematch")
    assert asked and desk.window.controller.game.root.children


@pytest.mark.usefixtures("asking")
def test_enter_saves_a_game_and_escape_goes_on_with_it(desk: Desk):
    desk.play()
    desk.click(12)
    defaults: list[QMessageBox.StandardButton] = []

    def look(box: QMessageBox) -> None:
        defaults.append(box.standardButton(box.defaultButton()))
        desk.qtbot.keyClick(box, Qt.Key.Key_Escape)

    with in_dialogs(look, kind=QMessageBox):
        desk.trigger("rematch")
    assert defaults == [QMessageBox.StandardButton.Save] and desk.moves == 1


def test_a_game_played_to_its_end_is_kept(desk: Desk):
    desk.trigger("played_games")
    library = desk.window.files.library
    assert library.model.rowCount() == 0 and library.title.text() == "Played games (0)"
    desk.play("random:seed=1", "random:seed=2")
    desk.wait_for_end()
    moves = desk.position.moves
    desk.trigger("rematch")
    assert library.model.rowCount() == 1 and library.title.text() == "Played games (1)"
    desk.wait_for_end()
    library.chosen.emit(0)
    assert desk.position.moves == moves, "and not the game that has just joined the list above it"
    assert library.model.rowCount() == 2
    desk.trigger("rematch")
    assert library.model.rowCount() == 2, "a game that stands in a file is not kept once more"


def test_a_game_in_which_the_human_has_not_moved_is_left_unasked(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    """Whatever the AI has played. One move by hand is worth a question, also if somebody else plays on, and a game between AIs is."""
    asked = answer(monkeypatch, QMessageBox.StandardButton.Cancel)
    desk.play("random:seed=1", HUMAN)
    desk.wait_for_turn()
    assert desk.moves == 1 and desk.window.isWindowModified()
    assert desk.window.files.leaving.may_begin_another() and not asked
    desk.click_any()
    assert not desk.window.files.leaving.may_begin_another() and len(asked) == 1
    desk.trigger("undo")
    assert not desk.window.files.leaving.may_begin_another() and len(asked) == 2
    desk.window.watch.speed.setValue(50)
    desk.play("random:seed=1", "random:seed=2")
    desk.wait(lambda: desk.moves > 0)
    assert not desk.window.files.leaving.may_begin_another() and len(asked) == 3


def test_a_played_game_that_cannot_be_kept_is_asked_about(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    desk.play("random:seed=1", "random:seed=2")
    desk.wait_for_end()
    game = desk.window.controller.game
    played.folder().write_text("no folder")
    monkeypatch.setattr(QMessageBox, "question", lambda *_a, **_k: QMessageBox.StandardButton.Cancel)
    desk.trigger("rematch")
    assert desk.window.controller.game is game
    desk.trigger("played_games")
    assert "can't be read" in desk.take_error()


def test_a_played_game_is_kept_once_though_nothing_follows_it(desk: Desk):
    desk.play("random:seed=1", "random:seed=2")
    desk.wait_for_end()
    for _ in range(2):
        assert desk.window.files.leaving.may_leave_game()
    assert len(list(played.folder().iterdir())) == 1


def test_a_game_that_is_asked_about_stands_still_meanwhile(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    desk.window.watch.speed.setValue(50)
    desk.play("random:seed=1", "random:seed=2")
    desk.wait(lambda: desk.moves == 1)
    states = []

    def question(*_args: object, **_named: object) -> QMessageBox.StandardButton:
        states.append(desk.state)
        return QMessageBox.StandardButton.Cancel

    monkeypatch.setattr(QMessageBox, "question", question)
    desk.window.close()
    assert states == [State.PAUSED] and not desk.window.controller.paused
    desk.window.watch.speed.setValue(0)
    desk.key(Qt.Key.Key_P)
    desk.trigger("rematch")
    assert states == [State.PAUSED] * 2 and desk.window.controller.paused, "it had stood before"


def test_a_game_is_asked_about_only_once_the_next_could_be_read(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(QMessageBox, "question", lambda *_: pytest.fail("nothing was to be left"))
    desk.play()
    desk.click(12)
    (tmp_path / "damaged.sgf").write_text("no game")
    desk.window.files.opening.take(tmp_path / "damaged.sgf")
    desk.take_error()
    assert not desk.window.controller.paused


@pytest.mark.parametrize("row", [True, False])
def test_what_was_tried_in_a_game_of_several_that_is_over_is_asked_about(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, row: bool
):
    """Also where nobody's names tell that others played it; no copy is put among the played games, and it is saved where it stands."""
    path, parts = (
        tmp_path / "two.sgf",
        [b"(;GM[1]SZ[5]RE[B+R];B[%s];W[ca])" % point for point in (b"aa", b"ea")],
    )
    path.write_bytes(b"\n".join(parts))
    files = desk.window.files
    files.opening.take(path)
    buttons = QMessageBox.StandardButton
    asked = answer(monkeypatch, buttons.Cancel, buttons.Discard, buttons.Save)

    def go_on() -> None:
        if row:
            files.library.table.activated.emit(files.library.model.index(1, NAME))
        else:
            desk.trigger("next_game")

    def try_something() -> None:
        desk.key(Qt.Key.Key_Home)
        desk.click(12)
        assert files.belonging.modified

    try_something()
    go_on()
    assert asked == ["“two.sgf, game 1” is not saved. Save it?"] and files.belonging.source.number == 1
    go_on()
    assert files.belonging.source.number == 2 and path.read_bytes() == b"\n".join(parts)
    desk.trigger("previous_game")
    assert len(desk.window.controller.game.root.children) == 1
    try_something()
    go_on()
    assert len(asked) == 3, "it is not asked where, too"
    first, second = records.split(path)
    assert b";B[cc]" in first and second == parts[1]
    assert (
        files.belonging.source.number == 2 and not files.belonging.modified and not played.folder().exists()
    )


def test_a_played_game_is_kept_once_though_it_is_looked_at(desk: Desk):
    desk.play("random:seed=1", "random:seed=2")
    desk.wait_for_end()
    assert desk.window.files.leaving.may_leave_game()
    desk.key(Qt.Key.Key_Home)
    analysed_at_a_glance(desk)
    assert desk.window.files.leaving.may_leave_game()
    assert len(list(played.folder().iterdir())) == 1


def test_a_record_without_a_file_that_is_played_on_to_its_end_is_asked_about(desk: Desk):
    QApplication.clipboard().setText("(;GM[1]SZ[5]PB[Li]PW[Wang];B[aa];W[ca];B[ea])")
    desk.trigger("paste_game")
    assert not desk.window.files.leaving.unsaved
    desk.window.controller.resign()
    assert desk.window.controller.game.result is not None and desk.window.files.leaving.unsaved


def test_the_analysis_of_a_whole_record_without_a_file_is_asked_about(desk: Desk):
    QApplication.clipboard().setText("(;GM[1]SZ[5]PB[Li]PW[Wang]RE[B+R];B[aa];W[ca])")
    desk.window.settings.analysis_player, desk.window.settings.review_simulations = "uct:seed=1", 5
    desk.trigger("paste_game")
    assert not desk.window.files.leaving.unsaved
    desk.trigger("analyse_game")
    desk.wait(lambda: all(node.analysis for node in desk.window.controller.game.main_line()))
    assert desk.window.files.leaving.unsaved


def test_changes_of_a_saved_game_are_asked_about(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    desk.play()
    desk.click(12)
    desk.window.files.saving.save_to(tmp_path / "game.sgf")
    asked = answer(monkeypatch, QMessageBox.StandardButton.Cancel)
    desk.window.controller.resign()
    desk.trigger("rematch")
    assert asked == ["“game.sgf” is not saved. Save it before a new game begins?"] and desk.moves == 1


def test_quitting_asks_about_a_game_that_is_not_saved(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    asked = answer(monkeypatch, QMessageBox.StandardButton.Cancel, QMessageBox.StandardButton.Discard)
    desk.play()
    desk.click(12)
    desk.trigger("quit")
    assert "not saved" in asked[0] and desk.window.isVisible()
    desk.trigger("quit")
    assert len(asked) == 2 and not desk.window.isVisible()


@pytest.mark.parametrize("ended", [False, True])
def test_quitting_promises_nothing_of_a_game_that_cannot_be_kept(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, ended: bool
):
    """As on a full disk; one that ended would be among the played games, or else there at the next start."""

    def refuse(*_args: object, **_kwargs: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", "game.sgf")

    asked = answer(monkeypatch, QMessageBox.StandardButton.Cancel)
    desk.play()
    desk.click(12)
    with monkeypatch.context() as patch:
        patch.setattr(kept_game, "write_atomically", refuse)
        patch.setattr(played, "write_atomically", refuse)
        if ended:
            desk.window.controller.resign()
        desk.trigger("quit")
        assert asked == ["This game is not saved. Save it?"] and desk.window.isVisible()
    desk.trigger("quit")
    assert desk.window.isVisible() != ended and desk.window.autosave.up_to_date
