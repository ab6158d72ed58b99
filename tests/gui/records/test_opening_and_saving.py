"""A game is saved and opened, what can't be is told, and none is left unsaved unasked."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox

from core.position import Color, Position, Size
from tests.gui.desk import Desk, OpenDesk, answer, choose_file, in_dialogs
from tests.gui.players import RANDOM

Key = Qt.Key


@pytest.mark.parametrize("name", ["一局 棋.sgf", "对局 1.txt"])
def test_a_game_is_saved_and_opened(
    desk: Desk, open_desk: OpenDesk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
):
    path = tmp_path / "我的 棋谱" / name
    path.parent.mkdir()
    desk.play(size=9)
    desk.click(40, 0, 44, 8)
    choose_file(monkeypatch, path)
    assert desk.window.files.saving.save()
    if desk.boxes():  # a championship record holds less
        desk.take_error()
    assert path.is_file() and not desk.window.isWindowModified()
    assert desk.window.windowTitle().startswith(name)
    desk.play(size=5)
    desk.trigger("open_file")
    assert desk.position.moves == (40, 0, 44, 8)
    desk.click(60)
    assert desk.moves == 5 and desk.window.isWindowModified()


def test_a_game_that_ended_is_opened_with_its_result(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    desk.play()
    desk.click(1, 0, 5)
    ended = desk.notice
    choose_file(monkeypatch, tmp_path / "game.sgf")
    assert desk.window.files.saving.save_as()
    desk.play()
    desk.window.files.opening.open_path(tmp_path / "game.sgf")
    result = desk.window.controller.match.result
    assert result is not None and result.winner is Color.WHITE
    assert desk.notice.startswith(ended.split(":")[0])


@pytest.mark.parametrize("content", [b"", b"no game at all", b"\xff\xfe\x00" * 50, b"(;GM[1]SZ[9];B[zz"])
def test_a_broken_file_is_told(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes):
    answer(monkeypatch, QMessageBox.StandardButton.Discard)
    desk.play()
    desk.click(12)
    path = tmp_path / "坏 file.sgf"
    path.write_bytes(content)
    desk.window.files.opening.open_path(path)
    assert len(desk.take_error()) > 10
    desk.click(6)
    assert desk.window.isVisible()


def test_a_missing_file_and_a_folder_are_told(desk: Desk, tmp_path: Path):
    for path in (tmp_path / "nothing.sgf", tmp_path):
        desk.window.files.opening.open_path(path)
        assert str(path.name) in desk.take_error()


@pytest.mark.parametrize(
    "begin",
    [
        lambda desk: desk.key(Qt.Key.Key_F5),
        lambda desk: desk.trigger("swap_colors"),
        lambda desk: desk.window.watch.start.click(),
        lambda desk: desk.window.games.play_against(RANDOM),
        lambda desk: desk.window.games.play_position(Position.empty(Size(5, 5))),
    ],
    ids=["ai_against_ai", "swap_colors", "series", "against_a_network", "position"],
)
def test_what_begins_a_new_game_says_so_where_it_asks_about_this_one(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, begin: Callable[[Desk], object]
):
    desk.play()
    desk.click(12)
    desk.window._choose("language", "zh_CN")
    asked = answer(monkeypatch, QMessageBox.StandardButton.Cancel)
    begin(desk)
    assert asked == ["这盘棋尚未保存。开始新对局前要保存吗？"] and desk.moves == 1


def test_a_place_that_cannot_be_written_is_told(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    choose_file(monkeypatch, tmp_path / "no such folder" / "game.sgf")
    assert not desk.window.files.saving.save()
    assert "can't be saved" in desk.take_error()


@pytest.mark.parametrize(
    ("language", "answers"), [("en", {"Save", "Don't save", "Cancel"}), ("zh_CN", {"保存", "不保存", "取消"})]
)
@pytest.mark.parametrize("way_out", ["rematch", "quit"])
def test_whether_to_save_is_answered_by_the_same_words_wherever_it_is_asked(
    desk: Desk, language: str, answers: set[str], way_out: str
):
    desk.play()
    desk.click(12)
    desk.window._choose("language", language)

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


def test_enter_saves_a_game_and_escape_goes_on_with_it(desk: Desk):
    desk.play()
    desk.click(12)
    defaults: list[QMessageBox.StandardButton] = []

    def look(box: QMessageBox) -> None:
        defaults.append(box.standardButton(box.defaultButton()))
        desk.qtbot.keyClick(box, Key.Key_Escape)

    with in_dialogs(look, kind=QMessageBox):
        desk.trigger("rematch")
    assert defaults == [QMessageBox.StandardButton.Save] and desk.moves == 1


def test_the_program_opens_a_file_that_it_is_given(desk: Desk, open_desk: OpenDesk, tmp_path: Path):
    desk.play()
    desk.click(12, 0)
    desk.window.files.saving.save_to(tmp_path / "game.sgf")
    desk.close()
    assert open_desk(file=tmp_path / "game.sgf").position.moves == (12, 0)


def test_the_program_lists_a_folder_that_it_is_given(desk: Desk, open_desk: OpenDesk, tmp_path: Path):
    """As one that is dropped on the window."""
    desk.play()
    desk.click(12)
    desk.window.files.saving.save_to(tmp_path / "game.sgf")
    desk.close()
    again = open_desk(file=tmp_path)
    assert not again.boxes() and again.window.docks["library"].isVisible()
    assert [again.window.files.library.model.index(0, 0).data()] == ["game.sgf"]


def test_a_file_at_the_start_does_not_take_the_place_of_an_unsaved_game_unasked(
    desk: Desk, open_desk: OpenDesk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    file = tmp_path / "game.sgf"
    file.write_bytes(b"(;GM[1]SZ[9];B[ee])")
    desk.play()
    desk.click(12, 0)
    desk.close()
    asked: list[str] = []

    def cancel(_window: object, _title: str, text: str, *_buttons: object) -> QMessageBox.StandardButton:
        asked.append(text)
        return QMessageBox.StandardButton.Cancel

    monkeypatch.setattr(QMessageBox, "question", cancel)
    assert open_desk(file=file).position.moves == (12, 0) and len(asked) == 1
