"""The list of an arena's games."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from ai.arena.folder import ArenaFolder, FinishedGame
from ai.arena.plan import Plan
from core import records
from core.position import Color
from gui.arena import pointer
from gui.arena.page import ArenaPage
from gui.parts.tables import rows_of
from gui.program.language import LanguageSwitch
from gui.program.messages import unrated_label
from tests.gui.arena.tiny import TINY, column, tip
from tests.gui.desk import Desk, answer_file_dialogs, context_menu, wait


def test_chosen_games_of_an_arena_are_put_into_a_file(
    desk: Desk, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """In the order in which they ended, and of other people's programs with no more than their names."""
    path = tmp_path / "best.sgf"
    answer_file_dialogs(monkeypatch, path)
    desk.trigger("arena")
    page = desk.window.arena.page
    assert page is not None and not page.games.add_button.isEnabled()
    games = page.games.table
    last, third = (page.process.record(page.process.games[index]) for index in (-1, -3))
    last.write_bytes(last.read_bytes().replace(b"PB[random", b"PB[gtp:name=Mine,command=/home/me/mine"))
    for row, keys in ((0, Qt.KeyboardModifier.NoModifier), (2, Qt.KeyboardModifier.ControlModifier)):
        place = games.visualRect(games.model().index(row, 0)).center()
        desk.qtbot.mouseClick(games.viewport(), Qt.MouseButton.LeftButton, keys, place)
    opens, add = context_menu(games).actions()
    assert (opens.text(), add.text()) == ("Open", "To a file…")
    desk.qtbot.mouseClick(page.games.add_button, Qt.MouseButton.LeftButton)
    first, second = records.split(path)
    assert first == third.read_bytes().strip()
    assert b"PB[Mine]" in second and b"/home" not in second and b"PB[" in last.read_bytes()
    assert desk.window.statusBar().currentMessage() == "Games added to “best.sgf”: 2. It holds 2 now."


def test_who_played_a_game_is_told_in_full_where_the_list_has_no_room(page: ArenaPage):
    page.open()
    games = page.games.table
    for row, game in enumerate(reversed(page.process.games)):
        assert tip(games, row, 1) == unrated_label(TINY.players[game.black])
        assert tip(games, row, 2) == unrated_label(TINY.players[game.white])
    assert games.columnWidth(1) > games.columnWidth(4), "how games end is short"


def test_a_game_that_is_chosen_stays_chosen_when_others_end(page: ArenaPage, folder: Path):
    results = folder / "played" / "games.jsonl"
    lines = results.read_bytes().splitlines(keepends=True)
    results.write_bytes(b"".join(lines[:4]))
    page.watch(folder / "played")
    page.open()
    games = page.games.table
    newest = column(games, 0)
    games.selectRow(1)
    results.write_bytes(b"".join(lines))
    page.process.look()
    assert column(games, 0)[2:] == newest and len(column(games, 0)) == 6
    assert {index.row() for index in games.selectedIndexes()} == {3}


@pytest.mark.parametrize(
    ("scrolls", "rests_ms", "seen"),
    [(False, 0, "59"), (True, 0, "46"), (False, pointer.RESTS_MS * 1000, "1")],
)
def test_the_newest_games_are_seen_unless_the_user_has_scrolled_or_points_at_one(
    qtbot: QtBot,
    page: ArenaPage,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    scrolls: bool,
    rests_ms: int,
    seen: str,
):
    """Also where the pointer was left over the list, and a game is chosen."""
    monkeypatch.setattr(pointer, "RESTS_MS", rests_ms)
    games = page.games.table
    arena = ArenaFolder(folder / "long")
    arena.path.mkdir()
    arena.open(Plan(("random", "random:seed=1"), games=100, size="4x4"))
    page.watch(arena.path)
    page.open()
    qtbot.waitExposed(page)

    def finish(numbers: range) -> None:
        for game in numbers:
            arena.append(FinishedGame(game, 0, 1, "black", "no_legal_move", 9, 1.0, 1.0), b"")
        page.process.look()
        QApplication.processEvents()

    def sees(game: str) -> bool:
        item = games.findItems(game, Qt.MatchFlag.MatchExactly)[0]
        return games.viewport().rect().intersects(games.visualItemRect(item))

    finish(range(1, 2))
    qtbot.mouseMove(games.viewport(), games.visualRect(games.model().index(0, 0)).center())
    wait(qtbot, games.viewport().underMouse)
    games.selectRow(0)
    finish(range(2, 50))
    assert sees("1" if rests_ms else "49")
    if scrolls:
        games.verticalScrollBar().setValue(3)
    finish(range(50, 60))
    assert sees(seen)
    arena.close()


def test_of_another_arena_with_as_many_games_its_own_are_listed(page: ArenaPage, folder: Path):
    """Also where its plan is the same one."""
    page.open()
    before = column(page.games.table, 3)
    other = ArenaFolder(folder / "other")
    other.path.mkdir()
    other.open(TINY)
    for game in page.process.games:
        loser = "black" if game.winning_color is Color.WHITE else "white"
        other.append(replace(game, winner=loser), b"")
    other.close()
    page.watch(other.path)
    assert len(before) == page.games.table.rowCount() == TINY.games
    assert all(now != then for now, then in zip(column(page.games.table, 3), before, strict=True))


def test_the_list_speaks_the_windows_language(page: ArenaPage):
    """What stands in it too, though no game has come in since."""
    page.open()
    games = page.games.table
    LanguageSwitch().use("zh_CN")
    QApplication.processEvents()
    assert rows_of(games)[0][:3] == ["对局", "黑方", "白方"]
    assert set(column(games, 3)) <= {"黑方", "白方"} and games.rowCount() == TINY.games
