"""Who plays is changed within a game, which goes on with all its moves."""

import sys
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from core.clock import TimeControl
from core.game import Game
from core.position import Color, Size
from core.records import sgf
from gui.game.change_players import ChangePlayersDialog
from gui.game.controller import State
from gui.game.new_game import Sides
from gui.game.record_players import named_for_people, names_shown, take_up
from gui.program.player_text import join
from gui.program.settings import HUMAN
from tests.gui.desk import Desk, in_dialogs

ENDLESS = "uct:seconds=1000"
QUICK = "uct:playouts=20,seed=1"
BLACK, WHITE = Color.BLACK, Color.WHITE


def change(desk: Desk, sides: Sides | None, *, cancel: bool = False, **texts: str) -> None:
    """Choose who plays on by clicks in the dialog; ``texts`` are those of AIs, by their colours."""

    def choose(dialog: ChangePlayersDialog) -> None:
        assert desk.state in (State.PAUSED, State.OVER), "the game stands still meanwhile"
        if sides is not None:
            desk.qtbot.mouseClick(dialog.sides[sides], Qt.MouseButton.LeftButton)
        for color, text in texts.items():
            line = dialog.players[Color[color.upper()]].line
            line.selectAll()
            desk.qtbot.keyClicks(line, text)
        buttons = dialog.buttons.buttons()
        desk.qtbot.mouseClick(buttons[-1] if cancel else dialog.agree, Qt.MouseButton.LeftButton)

    with in_dialogs(choose, kind=ChangePlayersDialog):
        desk.trigger("change_players")


def players(desk: Desk) -> tuple[str, str]:
    chosen = desk.window.controller.players
    return chosen[BLACK], chosen[WHITE]


def name(desk: Desk, color: Color) -> QLabel:
    (label,) = desk.window.players.findChildren(QLabel, f"name_{color.name.lower()}")
    return label


def test_a_side_is_taken_over_from_an_ai_in_its_thought(desk: Desk):
    desk.play(HUMAN, ENDLESS)
    desk.click(12)
    desk.wait_for_thoughts()
    change(desk, Sides.HUMANS)
    assert desk.state is State.YOUR_TURN and players(desk) == (HUMAN, HUMAN)
    assert desk.notice == "White is played by Human from now on. White to move: your turn."
    assert name(desk, WHITE).text() == "Human"
    desk.click(0)
    assert desk.moves == 2 and desk.window.history.item(1).text() == "1.  C3"


def test_one_s_side_is_handed_to_an_ai_which_moves_at_once(desk: Desk):
    desk.play(HUMAN, HUMAN, size=9)
    desk.click(40, 0, 8)
    change(desk, Sides.BLACK, white=QUICK)
    desk.wait(lambda: desk.moves == 4)
    assert players(desk) == (HUMAN, QUICK) and desk.state is State.YOUR_TURN
    assert desk.window.controller.match.head.parent is not None
    assert desk.window.controller.match.head.parent.thought is not None
    assert [node.move for node in desk.window.controller.game.main_line()[1:4]] == [40, 0, 8]


def test_colours_are_changed_with_the_ai(desk: Desk):
    desk.play(HUMAN, QUICK, size=9)
    desk.click_any()
    change(desk, Sides.WHITE)
    assert players(desk) == (QUICK, HUMAN)
    desk.wait_for_turn()
    assert desk.moves == 3 and desk.window.controller.match.to_move is WHITE


def test_the_level_is_changed(desk: Desk):
    desk.play(HUMAN, QUICK, size=9)
    desk.click_any()
    change(desk, None, white="random:seed=1")
    assert players(desk) == (HUMAN, "random:seed=1") and desk.state is State.YOUR_TURN
    desk.click_any()
    assert desk.window.history.item(4).text().endswith("  Random moves (seed=1)")
    assert desk.window.settings.white == QUICK, "the next game is as it was chosen for itself"


def test_an_ai_plays_on_where_two_did_and_one_is_taken_over(desk: Desk):
    """The one that is not taken over stays the one of its own colour."""
    for sides, left in ((Sides.BLACK, (HUMAN, ENDLESS)), (Sides.WHITE, (f"{ENDLESS},seed=1", HUMAN))):
        desk.play(f"{ENDLESS},seed=1", ENDLESS)
        change(desk, sides)
        assert players(desk) == left


def test_players_stay_where_the_change_is_cancelled_or_chosen_as_it_was(desk: Desk):
    desk.play(HUMAN, ENDLESS)
    desk.click(12)
    for cancel in (True, False):
        desk.wait_for_thoughts()
        change(desk, Sides.HUMANS if cancel else None, cancel=cancel)
        assert players(desk) == (HUMAN, ENDLESS) and "from now on" not in desk.notice
        assert desk.state in (State.THINKING, State.LOADING), "it thinks on"


def test_a_game_that_stands_still_goes_on_by_play_on_alone(desk: Desk):
    desk.play(HUMAN, HUMAN)
    desk.trigger("pause")
    change(desk, None, cancel=True)
    assert desk.state is State.PAUSED
    change(desk, Sides.WHITE, black=QUICK)
    desk.wait(lambda: desk.moves == 1)


def test_the_clocks_go_on_and_who_takes_over_has_all_the_time_for_the_move(desk: Desk):
    desk.play(HUMAN, HUMAN, time_control=TimeControl(60, 30))
    clock = desk.window.controller.match.clock
    assert clock is not None
    clock.pause()
    time = desk.hold_clock()
    clock.resume(BLACK)
    desk.click(12)
    time.passes(20)
    change(desk, Sides.BLACK, white=ENDLESS)
    desk.wait_for_thoughts()
    assert clock.running is WHITE
    assert (clock.remaining(WHITE), clock.move_remaining(WHITE)) == (40, 30)
    time.passes(25)
    change(desk, Sides.HUMANS)
    assert clock.running is WHITE, "the human's time runs"
    assert (clock.remaining(WHITE), clock.move_remaining(WHITE)) == (15, 30)


def test_a_series_ends_with_a_change_and_its_game_goes_on(desk: Desk):
    desk.play(ENDLESS, ENDLESS)
    desk.qtbot.mouseClick(desk.window.watch.start, Qt.MouseButton.LeftButton)
    assert desk.window.watch.running
    game = desk.window.controller.game

    def look(dialog: ChangePlayersDialog) -> None:
        said = [label.text() for label in dialog.findChildren(QLabel)]
        assert any("The series ends with its score so far." in text for text in said)
        dialog.select(Sides.BLACK)
        dialog.accept()

    with in_dialogs(look, kind=ChangePlayersDialog):
        desk.trigger("change_players")
    assert not desk.window.watch.running and desk.window.controller.game is game
    assert "The series ends with its score so far." in desk.notice
    assert desk.window.docks["thoughts"].isVisible() and desk.state is State.YOUR_TURN


def test_where_ais_play_on_alone_their_dock_comes_to_the_front(desk: Desk):
    desk.play(HUMAN, ENDLESS)
    change(desk, Sides.AIS, black=ENDLESS)
    assert players(desk) == (ENDLESS, ENDLESS) and desk.window.docks["watch"].isVisible()


def test_a_game_that_is_over_has_nobody_to_play_on_but_in_what_is_tried(desk: Desk):
    """There an AI answers; the game's own players stay."""
    desk.play("random:seed=1", "random:seed=2")
    desk.wait_for_end()
    desk.qtbot.mouseClick(name(desk, BLACK), Qt.MouseButton.LeftButton)  # opens nothing
    for row in (desk.window.history.count() - 2, 1):
        desk.click_history(row)
        desk.window.statusBar().clearMessage()
        desk.key(Qt.Key.Key_F6)
        said = (
            "The game is over: look at an earlier position, choose “Play on from here” in the menu “Moves”, "
            "then change the players."
        )
        assert desk.window.statusBar().currentMessage() == said
    desk.trigger("play_from_here")
    moves = desk.moves
    assert desk.window.controller.match.to_move is WHITE
    change(desk, Sides.BLACK, white=QUICK)
    desk.wait(lambda: desk.moves > moves)
    game = desk.window.controller.game
    assert (game.black_name, game.white_name) == ("random:seed=1", "random:seed=2")
    assert not any(node.player for node in game.root.subtree())


def test_a_click_on_a_name_asks_who_plays_on(desk: Desk):
    desk.play(HUMAN, HUMAN)
    assert name(desk, WHITE).toolTip() == "Human\nClick to change who plays on."
    with in_dialogs(ChangePlayersDialog.reject, kind=ChangePlayersDialog):
        desk.key(Qt.Key.Key_F6)
    with in_dialogs(ChangePlayersDialog.reject, kind=ChangePlayersDialog):
        desk.qtbot.mouseClick(name(desk, WHITE), Qt.MouseButton.LeftButton)
    desk.trigger("set_up_position")
    assert name(desk, WHITE).toolTip() == "Human"
    assert not desk.window.commands.actions["change_players"].isEnabled(), "stones are placed"


def test_a_program_that_knows_whole_games_alone_can_not_come_later(desk: Desk):
    program = join("sau", {"name": "S", "command": sys.executable})
    desk.play(HUMAN, HUMAN, size=9)
    desk.click(12, 0)

    def look(dialog: ChangePlayersDialog) -> None:
        dialog.select(Sides.BLACK)
        dialog.players[WHITE].set_text(program)
        assert dialog.problem.text() == "S can only play whole games from the empty board."
        assert not dialog.agree.isEnabled()
        dialog.reject()

    with in_dialogs(look, kind=ChangePlayersDialog):
        desk.trigger("change_players")


def test_a_change_is_saved_and_the_game_opened_again_goes_on_with_the_new_players(desk: Desk, tmp_path: Path):
    path = tmp_path / "game.sgf"
    desk.play(HUMAN, HUMAN, size=9)
    desk.click(40, 0)
    change(desk, Sides.WHITE, black=QUICK)
    desk.wait_for_turn()
    assert desk.window.files.saving.save_to(path)
    assert "PB[Human / UCT search" in path.read_text()
    desk.window.files.opening.open_path(path)
    assert players(desk) == (QUICK, HUMAN)
    rows = [desk.window.history.item(row).text() for row in range(1, 4)]
    assert rows[:2] == ["1.  E5", "2.  A9"] and "UCT search" in rows[2]
    desk.trigger("report")
    report = desk.window.review.report
    assert report is not None
    said = [label.text() for label in report.findChildren(QLabel)]
    assert any(text.startswith("Black  Human / UCT search") for text in said)


def test_a_name_out_of_a_record_stays_beside_the_ai_that_plays_on(desk: Desk, tmp_path: Path):
    path = tmp_path / "game.sgf"
    path.write_text("(;SZ[9]PB[Li]PW[Wang];B[ee];W[aa];B[ii])")
    desk.window.files.opening.open_path(path)
    change(desk, Sides.BLACK, white=QUICK)
    desk.wait(lambda: desk.moves == 4)
    assert name(desk, BLACK).text() == "Li" and "UCT" in name(desk, WHITE).text()
    assert desk.window.files.saving.save_to(path)
    written = path.read_text()
    assert "PB[Li]" in written and "PW[Wang / UCT search" in written and "BWPW[Wang]" in written


def test_the_players_chosen_last_are_there_after_a_restart(open_desk: Callable[..., Desk]):
    desk = open_desk()
    desk.play(HUMAN, HUMAN, size=9)
    desk.click(40, 0)
    change(desk, Sides.WHITE, black=QUICK)
    desk.wait_for_turn()
    desk.window.autosave.write()
    desk.drop()
    desk = open_desk()
    assert players(desk) == (QUICK, HUMAN) and desk.moves == 3 and desk.state is State.YOUR_TURN
    assert [node.player for node in desk.window.controller.game.main_line()[1:]] == [HUMAN, "", ""]


def test_a_dialog_that_is_open_when_the_window_closes_does_no_harm(desk: Desk):
    desk.play(HUMAN, ENDLESS)
    desk.click(12)
    desk.wait_for_thoughts()
    with in_dialogs(lambda _dialog: desk.window.closing.leave(), kind=ChangePlayersDialog):
        desk.trigger("change_players")
    assert desk.window.controller.thinker.current is None


def test_what_an_ai_thought_is_no_analysis_once_it_is_taken_over(desk: Desk):
    desk.play(QUICK, HUMAN, size=9)
    desk.wait_for_turn()
    change(desk, Sides.HUMANS)
    root = desk.window.controller.game.root
    assert root.thought is not None and root.thought.by == QUICK
    desk.trigger("pause")
    assert not desk.window.thoughts.is_known(root)


def test_another_plays_on_for_one_that_can_not_be_made(desk: Desk):
    desk.play(HUMAN, "zero:net=nowhere,simulations=8")
    desk.click(12)
    desk.take_error()

    def choose(dialog: ChangePlayersDialog) -> None:
        assert "no network 'nowhere'" in dialog.problem.text() and not dialog.agree.isEnabled()
        dialog.players[WHITE].set_text(QUICK)
        desk.qtbot.mouseClick(dialog.agree, Qt.MouseButton.LeftButton)

    with in_dialogs(choose, kind=ChangePlayersDialog):
        desk.trigger("change_players")
    desk.wait(lambda: desk.moves == 2)


def test_a_move_taken_back_leaves_the_record_to_those_who_made_the_others(desk: Desk):
    """What was played before the change stays its player's, also where the new one goes on from before it."""
    desk.play(HUMAN, HUMAN, size=9)
    desk.click(40, 0, 8)
    change(desk, Sides.BLACK, white=QUICK)
    desk.wait_for_turn()
    for _ in range(2):
        desk.trigger("undo")
    assert desk.moves == 0
    desk.click(40)
    desk.wait_for_turn()
    first, second = desk.window.controller.game.main_line()[1:3]
    assert (first.player, second.player) == ("", ""), "the AI has answered now"


def test_an_open_report_names_who_plays_now(desk: Desk):
    desk.play()
    desk.click(0, 2)
    desk.window.review.open_report()
    report = desk.window.review.report
    assert report is not None
    before = [name.text() for name in report._names.values()]
    desk.window.controller.set_players("random", HUMAN)
    desk.wait(lambda: desk.window.controller.human_to_move)
    after = [name.text() for name in report._names.values()]
    assert before[0] == "Black  Human" and after[0].startswith("Black  Human / ") and before[1] == after[1]


def test_names_do_not_grow_in_a_record_whose_present_player_is_not_there():
    """Whose network was removed, or who got the file from somebody else, reads and saves the same names again and again."""
    game = Game(Size(5, 5))
    game.black_name, game.white_name = "zero:net=/gone/a.safetensors", HUMAN
    game.players = {Color.BLACK: game.black_name, Color.WHITE: HUMAN}
    game.play(0)
    game.play(2)
    game.hand_over(Color.BLACK, "zero:net=/gone/b.safetensors", game.black_name)
    game.players = {**game.players, Color.BLACK: game.black_name}
    game.play(4)
    written = [sgf.write(named_for_people(game))]
    for _ in range(3):
        (read,) = sgf.read(written[-1])
        black, white = take_up(read.game, [])
        assert (black, white) == (HUMAN, HUMAN)
        read.game.players = {Color.BLACK: black, Color.WHITE: white}
        written.append(sgf.write(named_for_people(read.game)))
    assert written[1:] == written[:-1]


def test_moves_drawn_by_lot_are_nobodys_also_where_players_change():
    game = Game(Size(5, 5))
    game.black_name = game.white_name = "random"
    game.begin_with((0, 2))
    game.hand_over(Color.BLACK, HUMAN, "random")
    assert [node.player for node in game.main_line()] == ["", "", ""]
    assert names_shown(game, Color.BLACK) == "Human"


def test_who_takes_over_both_sides_of_a_try_in_a_game_of_ais_is_named(desk: Desk):
    """Until it is left: the game stays whose it was."""
    desk.play(QUICK, QUICK)
    desk.wait_for_end()
    names = [name(desk, color) for color in Color]
    ais = [label.text() for label in names]
    for _ in range(3):
        desk.trigger("back")
    desk.key(Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    change(desk, Sides.HUMANS)
    assert desk.window.controller.match.trying
    assert [label.text() for label in names] == ["Human", "Human"]
    desk.click(desk.position.legal_moves()[0])
    assert [label.text() for label in names] == ["Human", "Human"]
    desk.qtbot.mouseClick(desk.window.notices.row.back, Qt.MouseButton.LeftButton)
    assert [label.text() for label in names] == ais
    desk.trigger("back")
    desk.click(desk.window.controller.game.position.legal_moves()[0])
    assert desk.window.controller.match.trying and [label.text() for label in names] == ais
