"""What goes on beside the window, in its status bar."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from ai.arena.folder import ArenaFolder, FinishedGame
from ai.arena.plan import Plan
from ai.training.config import RunConfig
from ai.training.run_folder import RunFolder
from core import folders
from core.lock import FolderLock
from gui.arena.page import ArenaPage
from gui.beside.jobs import SHARE, JobSign, in_fair_parts
from gui.program.messages import unrated_label
from tests.gui.desk import Desk
from tests.gui.test_accessible import nameless, out_of_reach

PLAYERS = "random", "random:seed=1"


def signs(desk: Desk) -> list[JobSign]:
    return [sign for sign in desk.window.statusBar().findChildren(JobSign) if sign.isVisible()]


def said(desk: Desk) -> list[str]:
    """In full."""
    return [sign.toolTip() for sign in signs(desk)]


class Played:
    """An arena that is played, as the window sees it: its page is closed meanwhile."""

    def __init__(self, desk: Desk, plan: Plan):
        self._arena = ArenaFolder(folders.arenas_dir() / "cup")
        self._arena.path.mkdir(parents=True)
        self._arena.open(plan)
        self._games = 0
        desk.trigger("arena")
        page = desk.window.arena.page
        assert page is not None
        self.page: ArenaPage = page
        desk.wait(page.isActiveWindow)
        desk.qtbot.keyClick(page, Qt.Key.Key_Escape)
        desk.window.activateWindow()
        desk.wait(desk.window.isActiveWindow)

    def end_games(self, *winners: int, losers: tuple[int, ...]) -> None:
        """Players with these numbers win against those."""
        for winner, loser in zip(winners, losers, strict=True):
            self._games += 1
            self._arena.append(
                FinishedGame(self._games, winner, loser, "black", "no_legal_move", 9, 1.0, 1.0), b""
            )
        self.page.process.look()

    def close(self) -> None:
        self._arena.close()
        self.page.process.look()


@pytest.fixture
def cup(desk: Desk) -> Iterator[Played]:
    played = Played(desk, Plan(PLAYERS, games=4, size="4x4"))
    yield played
    played.close()


def test_an_arena_that_is_played_is_seen_beside_the_board_and_opened_from_there(desk: Desk, cup: Played):
    assert said(desk) == ["● Arena: 0 of 4 games"]
    cup.end_games(0, 0, 1, losers=(1, 1, 0))
    assert said(desk) == ["● Arena: 3 of 4 games"]
    assert nameless(desk.window) == [] and out_of_reach(desk.window) == []
    desk.choose("language", "zh_CN")
    desk.wait(lambda: said(desk) == ["● 竞技场：3 / 4 局"])
    desk.qtbot.mouseClick(signs(desk)[0], Qt.MouseButton.LeftButton)
    assert cup.page.isVisible() and cup.page.process.running


def test_the_result_of_an_arena_is_told_until_somebody_has_looked(desk: Desk, cup: Played):
    cup.end_games(0, 0, 1, 0, losers=(1, 1, 0, 1))
    cup.close()
    winner, loser = map(unrated_label, PLAYERS)
    assert said(desk) == [f"Arena over: 3 : 1, {winner} beat {loser}"]
    desk.play()
    desk.click(12)
    assert said(desk), "whatever is done meanwhile"
    desk.qtbot.mouseClick(signs(desk)[0], Qt.MouseButton.LeftButton)
    assert cup.page.isVisible() and said(desk) == []
    cup.page.process.look()
    assert said(desk) == []


def test_the_end_of_an_arena_that_is_looked_at_is_no_news(desk: Desk, cup: Played):
    desk.trigger("arena")
    desk.wait(cup.page.isActiveWindow)
    cup.end_games(0, 0, 1, 0, losers=(1, 1, 0, 1))
    cup.close()
    assert said(desk) == []
    desk.qtbot.keyClick(cup.page, Qt.Key.Key_Escape)
    assert not cup.page.isVisible() and said(desk) == []


def test_an_arena_that_was_stopped_has_no_result(desk: Desk, cup: Played):
    cup.end_games(0, losers=(1,))
    cup.close()
    assert said(desk) == []


def test_neither_side_has_won_where_the_score_is_even(desk: Desk, cup: Played):
    cup.end_games(0, 1, 1, 0, losers=(1, 0, 0, 1))
    cup.close()
    (result,) = said(desk)
    assert result.startswith("Arena over: 2 : 2, ") and "beat" not in result


def test_of_several_players_the_first_is_told_with_its_games_in_front(desk: Desk):
    """Names may be longer than the status bar has room for: the tool tip has all of them."""
    desk.window.resize(900, 560)
    long = "uct:playouts=12345,exploration=1.4,seed=1234567"
    cup = Played(desk, Plan((*PLAYERS, long), games=1, size="4x4"))
    cup.end_games(2, 2, 0, losers=(0, 1, 1))
    cup.close()
    (sign,) = signs(desk)
    assert sign.toolTip() == f"Arena over: 2 of 2 games won by the first, {unrated_label(long)}"
    assert sign.text().startswith("Arena over: 2 of 2 games") and sign.text().endswith("…")
    assert 400 < sign.sizeHint().width() <= SHARE * desk.window.statusBar().width()


def test_an_arena_that_fails_says_so_where_the_user_is(desk: Desk, cup: Played):
    cup.page.process.failed.emit("")
    assert "ended by itself" in desk.take_error()


def test_training_sessions_are_seen_in_the_same_place(desk: Desk, tmp_path: Path):
    """Whichever dock is in front; the room opens with one that is worked on."""
    locks = []
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "config.toml").write_text(RunConfig().to_toml(), "utf-8")
        locks.append(FolderLock(tmp_path / name))
        assert locks[-1].take()
    desk.window.docks.bring_up("history")
    assert said(desk) == []
    training = desk.window.training_desk
    training.sessions.watch(tmp_path / "first")
    assert said(desk) == ["● Training: first"]
    training.sessions.watch_beside(tmp_path / "second")
    assert said(desk) == ["● Training: first, second"]
    desk.qtbot.mouseClick(signs(desk)[0], Qt.MouseButton.LeftButton)
    assert training.room is not None and training.room.chosen == tmp_path / "first"
    for lock in locks:
        lock.release()
    for process in training.sessions.running:
        process.look()
    assert said(desk) == []


def test_sessions_that_fail_unseen_are_seen_in_the_same_place(desk: Desk, tmp_path: Path):
    """One after the other, until the user has looked."""
    training = desk.window.training_desk
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "config.toml").write_text(RunConfig().to_toml(), "utf-8")
        lock = FolderLock(tmp_path / name)
        assert lock.take()
        training.sessions.watch(tmp_path / name)
        RunFolder(tmp_path / name).write_progress({"phase": "failed", "reason": "there is no memory"})
        lock.release()
        training.sessions.current.look()
    assert said(desk) == ["⚠ Training ended unexpectedly: first, second"] and not desk.boxes()
    for seen, left in (("first", ["⚠ Training ended unexpectedly: second"]), ("second", [])):
        desk.qtbot.mouseClick(signs(desk)[0], Qt.MouseButton.LeftButton)
        assert training.room is not None and training.room.chosen == tmp_path / seen and said(desk) == left
    assert lock.take()  # as another window does for a moment, which looks whether anybody works there
    training.sessions.current.look()
    lock.release()
    training.sessions.current.look()
    assert said(desk) == []


def test_the_learner_is_seen_in_the_same_place(desk: Desk):
    folder = folders.data_dir() / "td" / "lesson"
    folder.mkdir(parents=True)
    lock = FolderLock(folder)
    assert lock.take()
    desk.trigger("td_training")
    page = desk.window.td_desk.page
    assert page is not None and said(desk) == ["● Learner: lesson"]
    desk.qtbot.keyClick(page, Qt.Key.Key_Escape)
    desk.qtbot.mouseClick(signs(desk)[0], Qt.MouseButton.LeftButton)
    assert page.isVisible()
    lock.release()
    page.process.look()
    assert said(desk) == []


def test_three_kinds_of_work_are_told_apart_in_a_small_window(desk: Desk, tmp_path: Path):
    """Only what is too long gives way, and comes back with room."""
    desk.window.resize(900, 560)
    cup = Played(desk, Plan(PLAYERS, games=4, size="4x4"))
    locks = []
    for name in ("a-run-with-a-name-that-tells-all-that-was-tried-in-it", "another-one"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "config.toml").write_text(RunConfig().to_toml(), "utf-8")
        locks.append(FolderLock(tmp_path / name))
        assert locks[-1].take()
        desk.window.training_desk.sessions.watch_beside(tmp_path / name)
    lesson = folders.data_dir() / "td" / "lesson"
    lesson.mkdir(parents=True)
    locks.append(FolderLock(lesson))
    assert locks[-1].take()
    desk.trigger("td_training")
    arena, training, learner = signs(desk)
    assert arena.text() == "● Arena: 0 of 4 games" and learner.text() == "● Learner: lesson"
    assert training.text().startswith("● Training: a-run-with") and training.text().endswith("…")
    assert "another-one" in training.toolTip()
    together = sum(sign.sizeHint().width() for sign in signs(desk))
    assert together <= SHARE * desk.window.statusBar().width()
    desk.window.resize(1366, 740)
    desk.wait(lambda: training.text() == training.toolTip())
    for lock in locks:
        lock.release()
    cup.close()


def test_the_sign_that_wants_most_room_gives_way():
    assert in_fair_parts([500, 100, 300], 1000) == [500, 100, 300]
    assert in_fair_parts([500, 100, 300], 700) == [300, 100, 300]
    assert in_fair_parts([500, 100, 300], 240) == [80, 80, 80]
    assert in_fair_parts([], 240) == []
