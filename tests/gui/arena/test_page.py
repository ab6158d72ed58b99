"""The page of arenas: real processes, tiny games."""

import csv
import errno
import os
import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QFileDialog, QInputDialog, QMessageBox
from pytestqt.qtbot import QtBot

import gui.parts.tables
from ai import checkpoint
from ai.arena import ArenaError
from ai.arena.contest import play
from ai.arena.folder import ArenaFolder, FinishedGame
from ai.arena.plan import Plan
from ai.checkpoint import CheckpointInfo
from ai.levels import levels
from ai.networks import build
from core.lock import FolderLock
from core.position import Size
from gui.arena.page import ArenaPage
from gui.parts import removing
from gui.parts.empty_note import EmptyNote
from gui.parts.tables import rows_of
from gui.program.language import LanguageSwitch
from gui.program.settings import Settings
from tests.gui.arena.tiny import TINY, column, tip
from tests.gui.desk import answer, wait_for_process


def test_the_table_is_saved(
    page: ArenaPage, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    assert not page.save_button.isEnabled(), "there is no arena yet"
    page.open()
    asked: list[str] = []

    def choose(*words: str) -> tuple[str, str]:
        asked.append(Path(words[2]).name)
        return str(tmp_path / "table"), words[3]

    monkeypatch.setattr(QFileDialog, "getSaveFileName", choose)
    page.save_button.click()
    assert asked == ["played.csv"] and settings.folder == str(tmp_path)
    with open(tmp_path / "table.csv", encoding="utf-8-sig", newline="") as file:
        first, second = csv.DictReader(file)
    assert [first["player"], second["player"]] == [row[0] for row in rows_of(page.standings.table)[1:]]
    numbers = {name: float(text) for name, text in first.items() if text and name != "player"}
    assert numbers["games"] == 6 and numbers["wins"] + float(second["wins"]) == 6
    assert numbers["share"] == pytest.approx(numbers["wins"] / 6, abs=1e-4)
    assert numbers["interval_95_low"] < numbers["share"] <= numbers["interval_95_high"]
    assert numbers["elo_interval_95_low"] < numbers["elo"] < numbers["elo_interval_95_high"]
    assert numbers[f"wins_against {second['player']}"] == numbers["wins"]
    assert first[f"wins_against {first['player']}"] == ""
    refused: list[str] = []
    monkeypatch.setattr(gui.parts.tables, "show_error", lambda _window, text: refused.append(text))
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "none" / "a.csv"), ""))
    page.save_button.click()
    assert "can't be saved" in refused[0]


def test_an_arena_is_shown_and_its_games_open(qtbot: QtBot, page: ArenaPage):
    opened = []
    page.game_asked.connect(opened.append)
    page.open()
    assert page.arenas.currentText() == "played"
    assert "6 games" in page.state.text()
    assert column(page.standings.table, 1) == ["6", "6"]
    assert sum(map(int, column(page.standings.table, 2))) == 6
    assert column(page.games.table, 0) == [str(game.game) for game in reversed(page.process.games)]
    page.games.table.cellActivated.emit(0, 0)
    (game,) = opened
    last = page.process.games[-1]
    assert game.result.winner is last.winning_color
    assert game.black_name == TINY.players[last.black]


def test_the_arena_that_is_shown_stays_chosen(page: ArenaPage, folder: Path):
    list(play(TINY, ArenaFolder(folder / "older")))
    os.utime(folder / "older", (1, 1))
    page.watch(folder / "older")
    page.open()
    assert page.arenas.currentText() == "older"


def test_an_arena_begins_stops_and_goes_on(qtbot: QtBot, page: ArenaPage, folder: Path):
    failures: list[str] = []
    page.process.failed.connect(failures.append)
    plan = Plan(TINY.players, games=4000, size="4x4")
    page.process.start(folder / "long one", plan, 1)
    assert page.process.running and not page.new_button.isEnabled()
    assert page.state.text() == "Loading the players; then the first games begin."
    notes = page.standings.findChildren(EmptyNote)
    assert notes and all("New…" not in note.text() for note in notes), "one is just being begun"
    wait_for_process(qtbot, lambda: page.standings.table.rowCount() == 2 and page.games.table.rowCount() > 0)
    page.stop_button.click()
    assert not page.stop_button.isEnabled() and page.stop_button.toolTip()
    wait_for_process(qtbot, lambda: not page.process.running)
    assert "Stopped" in page.state.text() and page.start_button.isEnabled()
    before = {game.game for game in page.process.games}
    page.start_button.click()
    wait_for_process(qtbot, lambda: len(page.process.games) > len(before))
    assert before < {game.game for game in page.process.games}
    assert failures == []


def test_an_arena_is_removed_after_it_was_asked_for(
    page: ArenaPage, folder: Path, monkeypatch: pytest.MonkeyPatch
):
    """The next one is shown then; one that can't be put into the trash is deleted only after another question."""
    list(play(TINY, ArenaFolder(folder / "older")))
    os.utime(folder / "older", (1, 1))
    page.open()
    assert page.arenas.currentText() == "played" and page.remove_button.isEnabled()
    monkeypatch.setattr(removing, "moved_to_trash", lambda path: False)
    yes, no = QMessageBox.StandardButton.Yes, QMessageBox.StandardButton.No
    asked = answer(monkeypatch, yes, no, yes)
    page.remove_button.click()
    assert (folder / "played").is_dir() and len(asked) == 2 and "played" in asked[0]
    page.remove_button.click()
    assert not (folder / "played").exists()
    assert page.arenas.currentText() == "older" and page.standings.table.rowCount() == 2
    page.remove_button.click()
    assert page.arenas.count() == 0 and not page.remove_button.isEnabled()
    assert page.standings.table.rowCount() == page.games.table.rowCount() == 0


def test_an_arena_whose_folder_goes_is_let_go_of(page: ArenaPage, folder: Path):
    page.open()
    shutil.rmtree(folder / "played")
    page.process.look()
    assert page.process.folder is None and page.arenas.count() == 0 and page.standings.table.rowCount() == 0
    box = page.findChild(QMessageBox, "error")
    assert box is not None and "“played” is gone" in box.text()


def open_beside_an_older(page: ArenaPage, folder: Path, older: Plan = TINY) -> None:
    """Show the arena that was played, where another has been before it."""
    list(play(older, ArenaFolder(folder / "older")))
    os.utime(folder / "older", (1, 1))
    page.open()
    assert page.arenas.currentText() == "played"


def test_an_arena_whose_folder_is_gone_is_not_begun_anew(
    page: ArenaPage, folder: Path, monkeypatch: pytest.MonkeyPatch
):
    """Whoever asks for more games hears that, and sees the newest of the others."""
    open_beside_an_older(page, folder)
    (folder / "played").rename(folder.parent / "elsewhere")
    monkeypatch.setattr(QInputDialog, "getInt", lambda *_all: (20, True))
    page.start_button.click()
    box = page.findChild(QMessageBox, "error")
    assert box is not None and "“played” is gone" in box.text()
    assert not page.process.running and not (folder / "played").exists()
    assert page.process.folder == folder / page.arenas.currentText() == folder / "older"
    assert page.standings.table.rowCount() == 2


def test_an_arena_that_is_gone_when_its_page_opens_again_gives_way_to_the_newest(
    page: ArenaPage, folder: Path
):
    other = Plan(("random:seed=2", "random:seed=3"), games=2, size="4x4")
    open_beside_an_older(page, folder, other)
    page.close()
    (folder / "played").rename(folder.parent / "elsewhere")
    page.open()
    assert page.process.folder == folder / page.arenas.currentText() == folder / "older"
    assert {tip(page.standings.table, row, 0) for row in range(2)} == set(other.players)


def test_an_arena_whose_disk_no_longer_answers_is_let_go_of(
    page: ArenaPage, folder: Path, monkeypatch: pytest.MonkeyPatch
):
    """In one message, as one that is gone; where the disk of the arenas is another one the next is shown."""
    open_beside_an_older(page, folder)
    make_stat, dead = os.stat, str(folder / "played")

    def stat(path, *args, **kwargs) -> os.stat_result:
        if isinstance(path, str | os.PathLike) and str(path).startswith(dead):
            raise OSError(errno.EIO, "Input/output error", str(path))
        return make_stat(path, *args, **kwargs)

    with monkeypatch.context() as patch:
        patch.setattr(os, "stat", stat)
        page.process.look()
        box = page.findChild(QMessageBox, "error")
        assert box is not None and "“played” is gone" in box.text()
        assert page.arenas.currentText() == "older" and page.standings.table.rowCount() == 2
        dead = str(folder)
        page.process.look()
        page.open()
        assert page.process.folder is None and page.arenas.count() == 0


def test_an_arena_that_is_prolonged_elsewhere_is_shown_so(
    page: ArenaPage, folder: Path, monkeypatch: pytest.MonkeyPatch
):
    """Nor does who asks for more games ask for those that there are."""
    proposed: list[int] = []

    def refuse(_window: object, _title: str, _said: str, games: int, *_range: int) -> tuple[int, bool]:
        proposed.append(games)
        return 0, False

    monkeypatch.setattr(QInputDialog, "getInt", refuse)
    page.open()
    list(play(Plan(TINY.players, games=8, size="4x4"), ArenaFolder(folder / "played")))
    page.process._on_time()
    assert page.state.text() == "Board 4x4\u00a0· All 8 games are played." and page.progress.maximum() == 8
    list(play(Plan(TINY.players, games=10, size="4x4"), ArenaFolder(folder / "played")))
    page.start_button.click()
    assert proposed == [20] and "All 10 games are played." in page.state.text()


def test_another_arena_in_the_place_of_one_that_was_removed_is_shown(page: ArenaPage, folder: Path):
    page.open()
    shutil.rmtree(folder / "played")
    plan = Plan(("random:seed=2", "random:seed=3", "random:seed=4"), games=4, size="4x4")
    list(play(plan, ArenaFolder(folder / "played")))
    page.process._on_time()
    assert {tip(page.standings.table, row, 0) for row in range(3)} == set(plan.players)
    assert page.games.table.rowCount() == len(plan)


def test_a_level_is_called_by_its_name_alone(page: ArenaPage):
    """The Elo of the ladder has another zero than that of the arena."""
    page.open()
    level = next(level for level in levels() if level.player_text in TINY.players)
    standings, games = page.standings, page.games
    for names in (column(standings.table, 0), column(standings.cross_table, 1), column(games.table, 1)):
        assert level.name("en") in names


def test_an_arena_that_cannot_be_asked_to_stop_is_told(
    page: ArenaPage, folder: Path, monkeypatch: pytest.MonkeyPatch
):
    def refuse(_folder: ArenaFolder) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", "stop")

    lock = FolderLock(folder / "played")
    assert lock.take()
    page.open()
    with monkeypatch.context() as patch:
        patch.setattr(ArenaFolder, "ask_to_stop", refuse)
        page.stop_button.click()
    (box,) = page.findChildren(QMessageBox)
    assert "can't be asked to stop" in box.text()
    lock.release()


def test_an_arena_that_is_played_gets_more_games(
    qtbot: QtBot, page: ArenaPage, monkeypatch: pytest.MonkeyPatch
):
    page.open()
    before = len(page.process.games)
    asked: list[int] = []
    answers = [(0, False), (TINY.games + 2, True)]

    def answer(_window: object, _title: str, _said: str, proposed: int, *_range: int) -> tuple[int, bool]:
        asked.append(proposed)
        return answers.pop(0)

    monkeypatch.setattr(QInputDialog, "getInt", answer)
    assert page.start_button.text() == "&More games…" and page.start_button.isEnabled()
    page.start_button.click()
    assert not page.process.running, "they would rather not"
    page.start_button.click()
    wait_for_process(qtbot, lambda: len(page.process.games) == before + 2)
    wait_for_process(qtbot, lambda: not page.process.running)
    assert asked == 2 * [2 * TINY.games] and page.progress.maximum() == before + 2
    assert page.start_button.text() == "&More games…"


def test_an_arena_whose_players_network_is_gone_stays_as_it_was(
    page: ArenaPage, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    network = tmp_path / "gone.safetensors"
    checkpoint.save(network, build("b1c4", Size(4, 4)), CheckpointInfo("b1c4", 4, 4))
    plan = Plan(("random", f"policy:net={network}"), games=2, size="4x4")
    list(play(plan, ArenaFolder(folder / "with it")))
    network.unlink()
    monkeypatch.setattr(QInputDialog, "getInt", lambda *_all: (4, True))
    page.watch(folder / "with it")
    page.open()
    page.start_button.click()
    box = page.findChild(QMessageBox, "error")
    assert box is not None and "There is no network" in box.text()
    assert not page.process.running and ArenaFolder(folder / "with it").read_plan() == plan
    box.close()


def test_an_arena_whose_last_round_lacks_games_gets_no_more(page: ArenaPage, folder: Path):
    """Each opening is to be played by both: three players, each pair once, may have had the better sides."""
    list(
        play(
            Plan(("random", "random:seed=1", "random:seed=2"), games=1, size="4x4"),
            ArenaFolder(folder / "odd"),
        )
    )
    page.watch(folder / "odd")
    page.open()
    assert not page.start_button.isEnabled() and "odd number" in page.start_button.toolTip()


def test_the_bar_is_painted_with_the_text(qtbot: QtBot, page: ArenaPage, folder: Path):
    """It paints itself as soon as it has another value."""
    arena = ArenaFolder(folder / "slow")
    arena.path.mkdir()
    arena.open(Plan(("random", "random:seed=1"), games=20, size="4x4"))
    page.watch(arena.path)
    with qtbot.waitExposed(page):
        page.open()
    QApplication.processEvents()
    painted: list[tuple[int, str]] = []

    class Painted(QObject):
        def eventFilter(self, watched: QObject, event: QEvent) -> bool:
            if event.type() == QEvent.Type.Paint:
                painted.append((page.progress.value(), page.state.text().split(": ")[-1]))
            return False

    seen = Painted()
    page.progress.installEventFilter(seen)
    for game in (1, 2):
        arena.append(FinishedGame(game, 0, 1, "black", "no_legal_move", 9, 1.0, 1.0), b"")
        page.process.look()
        QApplication.processEvents()
    arena.close()
    assert {*painted} == {(1, "1 of 20 games."), (2, "2 of 20 games.")}


def test_games_that_a_program_did_not_play_to_their_end_are_counted(page: ArenaPage, folder: Path):
    """They say little of who plays better."""
    arena = ArenaFolder(folder / "failing")
    arena.path.mkdir()
    arena.open(TINY)
    page.watch(arena.path)
    for game, (reason, said) in enumerate((("no_legal_move", False), ("forfeit", True)), 1):
        arena.append(FinishedGame(game, 0, 1, "black", reason, 9, 1.0, 1.0), b"")
        page.process.look()
        assert ("because a program failed: 1" in page.state.text()) is said
    arena.close()


def test_an_arena_that_was_never_begun_says_so(page: ArenaPage, folder: Path):
    (folder / "empty").mkdir()
    page.watch(folder / "empty")
    page.open()
    assert "never begun" in page.state.text()
    assert not page.start_button.isEnabled() and page.start_button.toolTip() == page.state.text()


def test_games_that_could_not_be_read_once_are_read_again(
    page: ArenaPage, folder: Path, monkeypatch: pytest.MonkeyPatch
):
    """As Windows refuses a file that a virus scanner has in hand."""
    read = ArenaFolder.read_games

    def refuse(_folder: ArenaFolder) -> list[FinishedGame]:
        raise ArenaError("it is in use")

    monkeypatch.setattr(ArenaFolder, "read_games", refuse)
    page.watch(folder / "played")
    page.open()
    assert page.state.text() == "It is in use"
    monkeypatch.setattr(ArenaFolder, "read_games", read)
    page.process._on_time()
    assert "All 6 games are played." in page.state.text() and page.games.table.rowCount() == 6


def test_a_folder_that_is_no_arena_is_told(page: ArenaPage, folder: Path):
    (folder / "broken").mkdir()
    (folder / "broken" / "arena.json").write_text("nonsense")
    page.open()
    page.watch(folder / "broken")
    assert "arena.json" in page.state.text() and "can't be read" in page.state.text()
    assert not page.start_button.isEnabled() and page.standings.table.rowCount() == 0
    LanguageSwitch().use("zh_CN")
    QApplication.processEvents()
    assert "arena.json" in page.state.text() and "can't be read" not in page.state.text()
    assert page.start_button.toolTip() == page.state.text()
    shutil.copy(folder / "played" / "arena.json", folder / "broken")
    page.process._on_time()
    assert page.start_button.isEnabled() and page.standings.table.rowCount() == 2
