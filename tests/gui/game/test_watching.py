"""Watching AIs play, the wheel, and keys of one's own."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QLineEdit, QMessageBox

from core import records
from core.clock import TimeControl
from core.game import Game, Reason
from core.player import Decision
from core.points import point_name
from core.position import Color, Size
from gui.game.controller import State
from gui.game.new_game import NewGameDialog, Sides
from gui.game.setup import GameSetup
from gui.game.watching import WatchPanel
from gui.program.messages import player_label
from gui.program.settings import HUMAN
from gui.records import played
from gui.window.keys import KeysDialog
from tests.gui.desk import PATIENCE_MS, Desk, in_dialogs

RANDOM = "random:seed=1"
Key = Qt.Key


def watch_at_once(desk: Desk) -> WatchPanel:
    """The dock, where the games of a series follow at once."""
    desk.window.watch._next.setInterval(0)
    return desk.window.watch


def let_it_try(desk: Desk) -> None:
    """The series has looked whether its next game can begin, and has had the time to begin it."""
    for _ in range(2):
        with desk.qtbot.waitSignal(desk.window.watch._next.timeout, timeout=PATIENCE_MS):
            pass


def test_a_paused_game_of_ais_is_played_one_move_at_a_time(desk: Desk):
    desk.window.watch.speed.setValue(50)
    desk.play(RANDOM, RANDOM)
    desk.wait(lambda: desk.moves >= 1)
    desk.key(Key.Key_P)
    assert desk.state is State.PAUSED
    for moves in range(desk.moves + 1, desk.moves + 4):
        desk.qtbot.mouseClick(desk.window.watch.step, Qt.MouseButton.LeftButton)
        desk.wait(lambda: desk.state is State.PAUSED)
        assert desk.moves == moves


def test_what_both_think_is_whole_and_in_the_windows_language(desk: Desk):
    watch, texts = desk.window.watch, desk.window.watch._thoughts
    desk.window.docks.bring_up("watch")
    desk.play("uct:playouts=20", "uct:playouts=20,seed=1")
    assert watch.step.isEnabled()
    desk.wait_for_end()
    assert not watch.step.isEnabled(), "nobody has a move left"
    assert texts[Color.WHITE].text().startswith("White's view:")
    assert "expects" in texts[Color.BLACK].text()
    desk.window.resize(800, 900)
    desk.choose("language", "zh_CN")
    desk.wait(lambda: texts[Color.WHITE].text().startswith("白方的看法："))
    assert "预计" in texts[Color.BLACK].text()
    desk.wait(lambda: watch.width() <= 0.3 * 800)
    for label in texts.values():
        assert label.height() >= label.heightForWidth(label.width())


def test_what_both_thought_is_that_of_the_position_that_is_looked_at(desk: Desk):
    """At the end what both thought last; nothing where neither has thought, such as of what is tried."""
    texts, controller = desk.window.watch._thoughts, desk.window.controller
    desk.window.docks.bring_up("watch")
    desk.play("uct:playouts=20,seed=1", "uct:playouts=20,seed=2")
    desk.wait_for_end()

    def shown() -> list[str]:
        return [texts[color].text().partition("expects ")[2].partition(" ")[0] for color in Color]

    def played(*numbers: int) -> list[str]:
        """The names of these moves."""
        moves = (controller.game.main_line()[number].move for number in numbers)
        return [
            point_name(move, Size(5, 5), desk.window.appearance.notation)
            for move in moves
            if move is not None
        ]

    last = desk.moves
    end = played(last, last - 1) if last % 2 else played(last - 1, last)
    assert shown() == end
    desk.key(Key.Key_Home)
    assert shown() == [*played(1), ""] and desk.window.watch._bars[Color.WHITE]._black is None
    desk.key(Key.Key_Right)
    assert shown() == played(1, 2)
    desk.key(Key.Key_Right)
    assert shown() == played(3, 2)
    controller.set_players(HUMAN, HUMAN)
    taken = controller.game.main_line()[3].move
    other = next(point for point in controller.game.position.legal_moves() if point != taken)
    desk.click(other)
    assert controller.match.trying and shown() == ["", ""]
    desk.qtbot.mouseClick(desk.window.notices.row.back, Qt.MouseButton.LeftButton)
    assert [name for name in shown() if name] == played(last), "who lost was replaced by a human"


def test_what_a_player_has_said_is_shown_though_another_made_that_move(desk: Desk, tmp_path: Path):
    desk.window.docks.bring_up("watch")
    desk.play("uct:playouts=20,seed=1", "uct:playouts=20,seed=2")
    desk.wait_for_end()
    root = desk.window.controller.game.root
    desk.window.controller.game.keep_thought(root, Decision(20, value_to_move=0.2, visits=9, by="policy"))
    desk.window.files.saving.save_to(tmp_path / "game.sgf")
    desk.window.files.opening.take(tmp_path / "game.sgf")
    desk.key(Key.Key_Home)
    assert desk.window.watch._thoughts[Color.BLACK].text().startswith("Black's view: 22 visits")


def a_free_point(desk: Desk) -> int:
    """Where no loss would be, and the game went on elsewhere."""
    node = desk.window.controller.game.cursor
    played = [child.move for child in node.children]
    return next(point for point in node.position.legal_moves() if point not in played)


def test_in_a_game_of_ais_that_is_over_one_tries_moves_of_both_sides(desk: Desk):
    """Nobody answers, and the game is as it was afterwards."""
    controller, ais = desk.window.controller, ("uct:playouts=20,seed=1", "uct:playouts=20,seed=2")
    desk.play(*ais)
    desk.wait_for_end()
    line, result = controller.game.main_line(), controller.game.result
    controller.go_to(line[3])
    assert desk.notice == "You are looking back at move 3. Click to try a move; the game is not changed."
    desk.click(a_free_point(desk))
    desk.click(a_free_point(desk))
    assert controller.match.trying and desk.moves == 5 and desk.state is State.YOUR_TURN
    desk.trigger("undo")
    assert desk.moves == 4 and controller.game.main_line() == line
    desk.qtbot.mouseClick(desk.window.notices.row.back, Qt.MouseButton.LeftButton)
    assert controller.game.result is result and (*controller.players.values(),) == ais


def test_a_try_in_a_game_of_ais_goes_on_by_hand_at_the_next_start(desk: Desk, open_desk: Callable[..., Desk]):
    desk.play("uct:playouts=20,seed=1", "uct:playouts=20,seed=2")
    desk.wait_for_end()
    desk.window.controller.go_to(desk.window.controller.game.main_line()[3])
    desk.click(a_free_point(desk))
    desk.wait(lambda: desk.window.autosave.up_to_date)
    desk.drop()
    again = open_desk()
    assert again.notice == "Trying something else. Black to move: your turn."
    again.click(a_free_point(again))
    assert again.moves == 5 and again.window.controller.match.trying


def test_in_a_game_of_ais_that_stands_still_moves_are_tried_as_variations(desk: Desk):
    """The AIs go on where they stood."""
    controller = desk.window.controller
    desk.window.watch.speed.setValue(50)
    desk.play("uct:playouts=20,seed=1", "uct:playouts=20,seed=2")
    desk.wait(lambda: desk.moves == 3)
    controller.go_to(controller.game.main_line()[1])
    desk.click(24)
    assert controller.game.cursor.number == 1, "not while they play"
    desk.trigger("pause")
    moves = desk.position.moves
    controller.go_to(controller.game.main_line()[1])
    desk.click(a_free_point(desk))
    desk.click(a_free_point(desk))
    assert controller.game.cursor.number == 3 and desk.position.moves == moves
    assert [node.move for node in controller.game.main_line()[1:]] == [*moves]
    assert desk.notice == "Trying something else. White to move: your turn."
    desk.trigger("undo")
    assert desk.notice == "Trying something else. Black to move: your turn."
    desk.trigger("undo")
    assert controller.game.cursor is controller.game.main_line()[1]
    assert "Click to try a move" in desk.notice
    assert not desk.window.commands.actions["undo"].isEnabled(), (
        "of the game's own moves none is taken back here"
    )
    desk.qtbot.mouseClick(desk.window.notices.row.back, Qt.MouseButton.LeftButton)
    assert controller.live and desk.state is State.PAUSED
    desk.qtbot.mouseClick(desk.window.watch.step, Qt.MouseButton.LeftButton)
    desk.wait(lambda: desk.moves == len(moves) + 1)


def test_who_wins_what_is_tried_beside_a_game_that_stands_still_is_said(desk: Desk):
    controller, game = desk.window.controller, Game(Size(2, 2))
    game.play(0)
    controller.open_game(game, "random", "random")
    controller.to_start()
    desk.click(3, 0, 1)
    assert desk.notice == "Trying something else. Black wins: White has no legal move left."
    assert controller.match.result is None and desk.state is State.PAUSED
    desk.trigger("undo")
    assert desk.notice == "Trying something else. Black to move: your turn."


def test_a_losing_move_is_refused_as_a_variation_of_a_game_that_stands_still(desk: Desk):
    controller = desk.window.controller
    game = Game(Size(5, 5))
    game.black_name = game.white_name = "random"
    for point in (1, 0, 12):
        game.play(point)
    controller.open_game(game, "random", "random")
    controller.go_to(game.main_line()[2])
    desk.click(5)
    assert "would capture" in desk.notice and game.cursor.children == [game.main_line()[3]]


def test_a_pause_between_moves_ends_with_stop_and_undo(desk: Desk):
    desk.window.watch.speed.setValue(50)
    desk.play(RANDOM, RANDOM)
    desk.wait(lambda: desk.moves == 1)
    assert desk.state is State.IDLE
    desk.trigger("undo")
    assert desk.state is State.PAUSED and desk.moves == 0
    desk.window.watch.speed.setValue(0)
    desk.key(Key.Key_P)
    desk.wait_for_end()


def test_ais_stop_between_their_moves_until_they_are_told_to_go_on(desk: Desk):
    desk.window.watch.speed.setValue(50)
    desk.play(RANDOM, RANDOM)
    desk.wait(lambda: desk.moves == 1)
    assert desk.state is State.IDLE, "nobody thinks"
    desk.key(Key.Key_Escape)
    assert desk.state is State.PAUSED
    assert not desk.window.commands.actions["stop"].isEnabled()
    desk.key(Key.Key_P)
    assert desk.state is State.IDLE and desk.window.commands.actions["stop"].isEnabled()


def test_a_series_that_was_stopped_says_so(desk: Desk):
    watch = watch_at_once(desk)
    desk.play(RANDOM, "uct:seconds=1000")
    desk.qtbot.mouseClick(watch.start, Qt.MouseButton.LeftButton)
    assert watch.running and watch.score.text().endswith("(0 of 10 games)")
    desk.qtbot.mouseClick(watch.start, Qt.MouseButton.LeftButton)
    assert not watch.running and watch.score.text().endswith("(stopped after 0 of 10 games)")
    desk.qtbot.mouseClick(watch.start, Qt.MouseButton.LeftButton)
    assert watch.running and watch.score.text().endswith("(0 of 10 games)")


def test_a_double_click_begins_a_series_and_does_not_stop_it(desk: Desk):
    desk.play(RANDOM, "uct:seconds=1000")
    start = desk.window.watch.start
    desk.window.docks.bring_up("watch")
    for act in (desk.qtbot.mouseClick, desk.qtbot.mouseDClick, desk.qtbot.mouseRelease):
        act(start, Qt.MouseButton.LeftButton)  # in place of the second press comes the double click
    assert desk.window.watch.running


def test_a_series_stops_between_its_games(desk: Desk):
    watch = desk.window.watch
    desk.play(RANDOM, "random:seed=2")
    desk.wait_for_end()
    assert not desk.window.commands.actions["stop"].isEnabled()
    desk.window.docks.bring_up("watch")
    desk.qtbot.mouseClick(watch.start, Qt.MouseButton.LeftButton)
    desk.wait(lambda: sum(watch._score) == 1)
    assert watch._next.isActive()
    desk.key(Key.Key_Escape)
    assert not watch.running and not watch._next.isActive()
    assert not desk.window.commands.actions["stop"].isEnabled()


def test_a_pause_between_moves_is_at_nobodys_expense(desk: Desk):
    """Otherwise games with a clock could not be watched, or would be lost by watching."""
    desk.window.watch.speed.setValue(50)
    desk.play(RANDOM, RANDOM, time_control=TimeControl(total_seconds=2.0))
    time = desk.hold_clock()
    desk.wait(lambda: desk.moves == 1)
    controller = desk.window.controller
    clock = controller.match.clock
    assert desk.state is State.IDLE and clock is not None and clock.running is None
    time.passes(5)
    controller._activity.wait(0)
    desk.wait(lambda: desk.moves == 2)
    desk.window.watch.speed.setValue(0)
    desk.trigger("move_now")
    desk.wait_for_end()
    result = controller.match.result
    assert result is not None and result.reason is Reason.NO_LEGAL_MOVE


def test_two_ais_from_the_dialog_are_watched_too(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(NewGameDialog, "exec", lambda _self: True)
    monkeypatch.setattr(
        NewGameDialog, "setup", lambda _self: GameSetup(RANDOM, RANDOM, Size(5, 5), None, True)
    )
    assert desk.window.watch.visibleRegion().isEmpty()
    desk.trigger("new_game")
    desk.wait(lambda: not desk.window.watch.visibleRegion().isEmpty())
    monkeypatch.setattr(
        NewGameDialog, "setup", lambda _self: GameSetup(HUMAN, RANDOM, Size(5, 5), None, True)
    )
    desk.wait_for_end()
    desk.trigger("new_game")
    desk.wait(lambda: not desk.window.thoughts_panel.visibleRegion().isEmpty())
    assert desk.window.watch.visibleRegion().isEmpty(), "there is nothing to watch"


@pytest.mark.parametrize(
    "asks",
    [
        lambda desk: desk.trigger("analyse"),
        lambda desk: desk.window.games.play_against(RANDOM, Size(5, 5)),
        lambda desk: desk.trigger("rematch"),
        lambda desk: desk.window.games.play_position(desk.position),
    ],
)
def test_who_asks_for_an_ai_sees_its_thoughts_where_others_were_watched(
    desk: Desk, asks: Callable[[Desk], object]
):
    desk.window.docks.bring_up("watch")
    desk.wait(lambda: not desk.window.watch.visibleRegion().isEmpty())
    asks(desk)
    desk.wait(lambda: not desk.window.thoughts_panel.visibleRegion().isEmpty())
    desk.window.docks["watch"].hide()
    desk.window.docks["thoughts"].hide()
    asks(desk)
    assert desk.window.docks["thoughts"].isHidden(), "who has closed it wants none"


def test_a_game_against_an_ai_begins_from_the_position_on_the_board(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
):
    """Of a record too, at the move that is looked at."""

    def choose(dialog: NewGameDialog) -> bool:
        assert dialog.from_board.isVisibleTo(dialog)
        dialog.from_board.click()
        assert not dialog.size_choice.isEnabled() and dialog.size_choice.currentText() == "5x5"
        dialog.select(Sides.WHITE)
        dialog.players[Color.WHITE].set_text(RANDOM)
        return True

    monkeypatch.setattr(NewGameDialog, "exec", choose)
    game = Game(Size(5, 5))
    for point in (12, 0, 24):
        game.play(point)
    desk.window.controller.open_game(game)
    desk.window.files.belonging.to_nothing()
    desk.key(Key.Key_Left)
    desk.trigger("new_game")
    desk.wait_for_turn()
    root = desk.window.controller.game.root.position
    assert np.flatnonzero(root.stones).tolist() == [0, 12] and root.moves == ()
    assert desk.window.controller.players == {Color.BLACK: RANDOM, Color.WHITE: HUMAN}
    assert len(desk.position.moves) == 1 and desk.position.to_move is Color.WHITE


def test_an_empty_board_is_no_position_to_begin_from(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    def look(dialog: NewGameDialog) -> bool:
        assert not dialog.from_board.isVisibleTo(dialog) and dialog.start() is None
        return False

    monkeypatch.setattr(NewGameDialog, "exec", look)
    desk.play()
    desk.trigger("new_game")


def test_a_series_keeps_the_score_and_swaps_colours(desk: Desk):
    watch = watch_at_once(desk)
    watch.speed.setValue(0)
    desk.play(RANDOM, "random:seed=2")
    desk.wait_for_end()
    watch.games.setValue(3)
    seen = []
    desk.window.controller.ended.connect(lambda _: seen.append(desk.window.controller.players[Color.BLACK]))
    desk.window.docks.bring_up("watch")
    desk.qtbot.mouseClick(watch.start, Qt.MouseButton.LeftButton)
    desk.wait(lambda: not watch.running)
    assert seen == [RANDOM, "random:seed=2", RANDOM]
    assert sum(watch._score) == 3 and "(3 of 3 games" in watch.score.text()


def test_the_score_of_a_series_tells_players_apart_that_are_called_alike(desk: Desk):
    """By the colours with which they began: after an odd number of games these are the other way round on the board."""
    watch = watch_at_once(desk)
    watch.games.setValue(3)
    desk.play(RANDOM, RANDOM)
    desk.wait_for_end()
    desk.qtbot.mouseClick(watch.start, Qt.MouseButton.LeftButton)
    desk.wait(lambda: not watch.running)
    name = player_label(RANDOM)
    before, _, after = watch.score.text().partition("\u00a0:\u00a0")
    assert before.startswith(f"{name}: Black at first") and "White at first   (3 of 3 games)" in after


@pytest.mark.parametrize("asked", [True, False])
@pytest.mark.parametrize("told", [True, False])
def test_the_next_game_of_a_series_waits_until_what_is_asked_is_answered(desk: Desk, asked: bool, told: bool):
    """It may be asked about the one that has just ended, also below a message; what is only told, as by a player that fails, keeps no series from
    going on."""
    watch = watch_at_once(desk)
    watch.speed.setValue(0)
    watch.games.setValue(2)
    desk.play(RANDOM, "random:seed=2")
    desk.wait_for_end()
    question, message = QMessageBox(desk.window), QMessageBox(desk.window)
    question.setWindowModality(Qt.WindowModality.ApplicationModal)
    message.setWindowModality(Qt.WindowModality.WindowModal)
    ended = []
    desk.window.controller.ended.connect(lambda _: ended.append(desk.window.controller.match))
    desk.window.controller.ended.connect(lambda _: question.setVisible(asked))
    desk.window.controller.ended.connect(lambda _: message.setVisible(told))
    desk.qtbot.mouseClick(watch.start, Qt.MouseButton.LeftButton)
    if asked:
        desk.wait(question.isVisible)
        let_it_try(desk)
        assert [desk.window.controller.match] == ended and watch.running
        question.close()
    desk.wait(lambda: not watch.running)
    assert sum(watch._score) == 2
    question.close()
    message.close()


def test_the_next_game_of_a_series_waits_while_something_is_tried_in_the_last_one(desk: Desk):
    watch = watch_at_once(desk)
    watch.games.setValue(2)
    desk.play(RANDOM, "random:seed=2")
    desk.wait_for_end()
    controller, ended = desk.window.controller, []

    def look_back() -> None:
        ended.append(controller.match)
        controller.go_to(controller.game.main_line()[3])
        desk.click(a_free_point(desk))

    controller.ended.connect(lambda _: ended or look_back())
    desk.qtbot.mouseClick(watch.start, Qt.MouseButton.LeftButton)
    desk.wait(lambda: ended)
    let_it_try(desk)
    assert controller.match is ended[0] and controller.match.trying and watch.running
    desk.qtbot.mouseClick(desk.window.notices.row.back, Qt.MouseButton.LeftButton)
    desk.wait(lambda: not watch.running)
    assert sum(watch._score) == 2


def test_the_next_game_of_a_series_waits_until_a_position_is_set_up(desk: Desk):
    watch = watch_at_once(desk)
    watch.games.setValue(2)
    desk.play(RANDOM, "random:seed=2")
    desk.wait_for_end()
    ended: list[int] = []

    def place_stones(_result: object) -> None:
        ended.append(1)
        if len(ended) == 1:
            desk.trigger("set_up_position")

    desk.window.controller.ended.connect(place_stones)
    desk.qtbot.mouseClick(watch.start, Qt.MouseButton.LeftButton)
    setup = desk.window.setup_bar
    desk.wait(lambda: setup.active)
    desk.qtbot.mouseClick(setup.clear, Qt.MouseButton.LeftButton)
    desk.click(0)
    let_it_try(desk)
    assert setup.active and setup.can_take_back and watch.running and len(ended) == 1
    desk.qtbot.mouseClick(setup.cancel, Qt.MouseButton.LeftButton)
    desk.wait(lambda: not watch.running)
    assert len(ended) == 2


def test_a_series_is_played_by_those_whom_the_window_shows(desk: Desk):
    """Of an arena's or another record too, and on its board."""
    watch = watch_at_once(desk)
    watch.games.setValue(2)
    desk.play(HUMAN, "uct:playouts=50")
    game = Game(Size(4, 4))
    game.black_name, game.white_name = RANDOM, "random:seed=2"
    desk.window.games.show_recorded(game)
    assert watch.players.text() == "Next series: Random moves (seed=1) against Random moves (seed=2)"
    seen = []
    desk.window.controller.ended.connect(lambda _: seen.append(dict(desk.window.controller.players)))
    desk.qtbot.mouseClick(watch.start, Qt.MouseButton.LeftButton)
    assert watch.players.isHidden()
    desk.wait(lambda: not watch.running)
    assert [one[Color.BLACK] for one in seen] == [RANDOM, "random:seed=2"]
    assert [one[Color.WHITE] for one in seen] == ["random:seed=2", RANDOM]
    assert desk.position.size == Size(4, 4)


def test_the_next_series_is_proposed_as_the_last_one_was_played(desk: Desk):
    """Its last game had the colours changed, and what is looked at since was played by others."""
    watch = watch_at_once(desk)
    watch.games.setValue(2)
    desk.play(RANDOM, "random:seed=2")
    desk.wait_for_end()
    desk.qtbot.mouseClick(watch.start, Qt.MouseButton.LeftButton)
    desk.wait(lambda: not watch.running)
    score = watch.score.text()
    assert watch.players.isHidden() and score.startswith("Random moves (seed=1)")
    setup = desk.window.games.next_setup()
    assert (setup.black, setup.white) == (RANDOM, "random:seed=2"), "and so is the next game"
    game = Game(Size(4, 4))
    game.black_name = game.white_name = "random:seed=3"
    desk.window.games.show_recorded(game)
    assert watch.players.isHidden() and watch.score.text() == score
    desk.window.watch.speed.setValue(50)
    desk.qtbot.mouseClick(watch.start, Qt.MouseButton.LeftButton)
    assert desk.window.controller.players == {Color.BLACK: RANDOM, Color.WHITE: "random:seed=2"}
    desk.play(HUMAN, "random:seed=4")
    assert not watch.players.isHidden() and watch.players.text().count("seed=4") == 2


def test_the_dock_keeps_its_places_when_thoughts_and_score_come_and_go(desk: Desk):
    desk.window.docks.bring_up("watch")
    desk.window.docks["watch"].setFloating(True)
    desk.window.docks["watch"].resize(260, 700)
    watch = watch_at_once(desk)
    watch.games.setValue(2)
    game = Game(Size(5, 5))
    game.black_name, game.white_name = "uct:playouts=20", "uct:playouts=20,seed=1"
    desk.window.games.show_recorded(game)
    places = []

    def note() -> None:
        QApplication.processEvents()
        places.append(watch.start.y())

    note()
    desk.qtbot.mouseClick(watch.start, Qt.MouseButton.LeftButton)
    note()
    desk.wait(lambda: not watch.running)
    note()
    assert len(set(places)) == 1, places
    assert watch.score.text().endswith("(2 of 2 games)")
    assert watch.score.height() >= watch.score.heightForWidth(watch.score.width())


def test_a_record_of_people_or_of_others_programs_leaves_the_series_to_the_next_games_ais(desk: Desk):
    desk.play(HUMAN, RANDOM)
    game = Game(Size(4, 4))
    stranger = "gtp:command=stranger,name=Guest"
    game.black_name, game.white_name = "Lee Sedol", stranger
    desk.window.controller.open_game(game)
    setup = desk.window.games.ais_setup()
    assert (setup.black, setup.white, setup.size) == (RANDOM, RANDOM, Size(5, 5))
    assert desk.window.watch.players.text().count("seed=1") == 2
    desk.window.settings.engines = [stranger]
    setup = desk.window.games.ais_setup()
    assert (setup.black, setup.white, setup.size) == (stranger, stranger, Size(4, 4))


def test_ais_begin_with_random_moves_each_twice_in_a_series(desk: Desk):
    """From the empty board players that always choose alike would play the same game again and again."""
    watch = watch_at_once(desk)
    watch.random_moves.setValue(4)
    watch.games.setValue(4)
    beginnings = []
    desk.window.controller.ended.connect(lambda _: beginnings.append(desk.position.moves[:4]))
    desk.play(RANDOM, "random:seed=2")
    desk.wait_for_end()
    desk.window.docks.bring_up("watch")
    desk.qtbot.mouseClick(watch.start, Qt.MouseButton.LeftButton)
    desk.wait(lambda: not watch.running)
    alone, *series = beginnings
    assert series[0] == series[1] and series[2] == series[3]
    assert len({alone, series[0], series[2]}) == 3
    desk.play(HUMAN, RANDOM)
    assert desk.moves == 0


def test_random_moves_are_offered_only_to_who_can_play_on_from_there(desk: Desk):
    watch = desk.window.watch
    for player, offered in (("sau:name=whole,command=x", False), (RANDOM, True)):
        desk.play(HUMAN, player, size=9)
        assert watch.random_moves.isEnabled() is offered
        assert ("play whole games only" in watch.random_moves.toolTip()) is not offered


def test_a_player_against_itself_begins_each_game_of_a_series_otherwise(desk: Desk):
    watch = desk.window.watch
    watch.random_moves.setValue(4)
    watch._under_way, watch._score = True, [1, 0]
    same = GameSetup(RANDOM, RANDOM, Size(5, 5), None, True)
    assert len({tuple(watch.opening(same)) for _ in range(5)}) > 1
    other = GameSetup(RANDOM, "random:seed=2", Size(5, 5), None, True)
    assert len({tuple(watch.opening(other)) for _ in range(5)}) == 1
    watch._under_way = False


def test_every_game_of_a_series_is_among_the_played_ones(desk: Desk):
    watch = watch_at_once(desk)
    watch.games.setValue(3)
    desk.play(RANDOM, "random:seed=2")
    desk.qtbot.mouseClick(watch.start, Qt.MouseButton.LeftButton)
    desk.wait(lambda: not watch.running)
    assert len(list(played.folder().glob("*.sgf"))) == 3


def test_a_new_game_ends_a_series(desk: Desk):
    desk.play(RANDOM, RANDOM)
    desk.wait_for_end()
    desk.window.watch.speed.setValue(50)
    desk.window.docks.bring_up("watch")
    desk.qtbot.mouseClick(desk.window.watch.start, Qt.MouseButton.LeftButton)
    assert desk.window.watch.running
    desk.play(HUMAN, HUMAN)
    assert not desk.window.watch.running


def test_a_game_that_is_opened_ends_a_series(desk: Desk, tmp_path: Path):
    """It would be replaced by the series' next game, or counted in its score."""
    game = Game(Size(5, 5))
    game.play(12)
    records.save(game, tmp_path / "game.sgf")
    watch = desk.window.watch
    desk.play(RANDOM, "random:seed=2")
    desk.wait_for_end()
    desk.window.docks.bring_up("watch")
    desk.qtbot.mouseClick(watch.start, Qt.MouseButton.LeftButton)
    desk.wait_for_end()
    assert watch.running and watch._next.isActive()
    score = list(watch._score)
    desk.window.files.opening.open_path(tmp_path / "game.sgf")
    assert not watch.running and not watch._next.isActive()
    desk.window.controller.resign()
    assert watch._score == score and desk.position.moves == (12,)


def test_a_hint_between_two_moves_of_ais_does_not_end_their_game(desk: Desk):
    desk.window.watch.speed.setValue(50)
    desk.play(RANDOM, "random:seed=2", size=7)
    desk.wait(lambda: desk.moves == 1 and desk.state is State.IDLE)
    desk.trigger("hint")
    desk.window.watch.speed.setValue(0)
    desk.wait(lambda: desk.moves > 1)


def test_the_wheel_walks_but_not_in_a_game_under_way(desk: Desk):
    desk.play()
    desk.click(0, 2, 4)
    desk.wheel(120)
    assert desk.window.controller.live
    desk.key(Key.Key_P)
    desk.wheel(60)
    assert desk.window.controller.live
    desk.wheel(60)
    assert desk.notice.startswith("You are looking back at move 2.")
    desk.wheel(-120)
    assert desk.window.controller.live


def test_keys_are_changed_kept_and_restored(desk: Desk, open_desk: Callable[..., Desk]):
    def press(dialog: KeysDialog) -> None:
        ok = dialog.buttons.button(QDialogButtonBox.StandardButton.Ok)
        dialog.edits["hint"].setKeySequence(QKeySequence("Ctrl+N"))
        assert not ok.isEnabled() and "New game" in dialog.problem.text()
        for key, other in (("Ctrl+Left", "Choose a point"), ("Alt+G", "Game"), ("Tab", "Move to the next")):
            dialog.edits["hint"].setKeySequence(QKeySequence(key))
            assert not ok.isEnabled() and f"{other}" in dialog.problem.text()
        dialog.edits["hint"].setKeySequence(QKeySequence("Ctrl+Shift+H"))
        desk.qtbot.mouseClick(ok, Qt.MouseButton.LeftButton)

    with in_dialogs(press, kind=KeysDialog):
        desk.trigger("change_keys")
    assert desk.window.settings.keys == {"hint": "Ctrl+Shift+H"}
    desk.close()
    again = open_desk()
    assert again.window.commands.actions["hint"].shortcut().toString() == "Ctrl+Shift+H"
    assert again.window.commands.actions["back"].shortcuts()[1].toString() == "Up"

    dialog = KeysDialog(again.window, again.window.commands)
    again.qtbot.mouseClick(
        dialog.buttons.button(QDialogButtonBox.StandardButton.RestoreDefaults), Qt.MouseButton.LeftButton
    )
    assert dialog.keys() == {}


def test_a_command_without_a_key_asks_for_one(desk: Desk):
    """In Chinese that is a sentence, other than Qt's own."""
    desk.choose("language", "zh_CN")
    dialog = KeysDialog(desk.window, desk.window.commands)
    field = dialog.edits["swap_colors"]
    desk.qtbot.mouseClick(field, Qt.MouseButton.LeftButton)
    field.clear()
    (line,) = field.findChildren(QLineEdit)
    assert line.placeholderText() == "按下快捷键"


@pytest.mark.parametrize("keys", [["H"], {"hint": 3}, {"unknown": "H"}, {"hint": "no key"}])
def test_strange_keys_in_the_settings_are_tolerated(open_desk: Callable[..., Desk], keys: object):
    import json

    from core import folders
    from gui.program import settings

    (folders.config_dir() / settings.FILE).write_text(json.dumps({"keys": keys}), "utf-8")
    assert open_desk().window.isVisible()


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_a_series_and_its_score_are_seen_in_a_small_window(desk: Desk, language: str):
    window = desk.window
    desk.choose("language", language)
    window.resize(900, 560)
    desk.play("random:seed=1", "rave:playouts=1000000000")
    window.docks.bring_up("watch")
    watch = window.watch
    desk.wait(lambda: not watch.start.visibleRegion().isEmpty())
    assert watch.start.visibleRegion().boundingRect() == watch.start.rect()
    desk.qtbot.mouseClick(watch.start, Qt.MouseButton.LeftButton)
    desk.wait(lambda: not watch.score.visibleRegion().isEmpty())
    assert watch.running
