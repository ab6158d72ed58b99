"""What helps a human against an AI is noted in the game."""

from collections.abc import Callable

import pytest

from core.game import Help
from core.records import sgf
from gui.program.settings import HUMAN
from tests.gui.desk import Desk
from tests.gui.players import RANDOM

QUICK = "uct:playouts=20,seed=1"


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """The adviser answers at once."""
    monkeypatch.setattr("gui.game.adviser.ADVISER_OF_ANY_SIZE", QUICK)


def helps(desk: Desk) -> set[Help]:
    return desk.window.controller.game.helps


def take_back(desk: Desk) -> None:
    desk.trigger("undo")


def ask_for_hint(desk: Desk) -> None:
    desk.trigger("hint")
    desk.wait(lambda: desk.window.board._hint is not None)


def have_moved(desk: Desk) -> None:
    moves = desk.moves
    desk.trigger("move_for_me")
    desk.wait(lambda: desk.moves > moves)
    desk.wait_for_turn()


def analyse(desk: Desk) -> None:
    desk.window.settings.analysis_player, desk.window.settings.analysis_simulations = QUICK, 20
    desk.trigger("analyse")
    desk.trigger("analyse")


def analyse_whole_game(desk: Desk) -> None:
    desk.window.settings.analysis_player, desk.window.settings.review_simulations = QUICK, 20
    desk.trigger("analyse_game")
    desk.wait(lambda: not desk.window.review.review.running)


def compare(desk: Desk) -> None:
    desk.window.settings.compare_first = desk.window.settings.compare_second = QUICK
    desk.trigger("compare_players")
    dialog = desk.window.compare.dialog
    assert dialog is not None
    dialog.close()


def solve(desk: Desk) -> None:
    desk.trigger("solve")
    dialog = desk.window.solver.dialog
    assert dialog is not None
    desk.wait(lambda: desk.window.controller.game.cursor.analysis is not None)
    dialog.close()


def show_book(desk: Desk) -> None:
    desk.window.docks.bring_up("book")
    desk.window.book.panel.figures_on_board.click()


def play_from_an_earlier_position(desk: Desk) -> None:
    desk.window.controller.walk(-2)
    desk.trigger("play_from_here")


@pytest.mark.parametrize(
    ("act", "noted", "size"),
    [
        (take_back, Help.TAKEN_BACK, 7),
        (play_from_an_earlier_position, Help.TAKEN_BACK, 7),
        (ask_for_hint, Help.HINT, 7),
        (have_moved, Help.MOVE, 7),
        (analyse, Help.ANALYSIS, 7),
        (analyse_whole_game, Help.ANALYSIS, 7),
        (compare, Help.ANALYSIS, 7),
        (solve, Help.ANALYSIS, 3),
        (show_book, Help.BOOK, 9),
    ],
)
def test_help_is_noted_in_the_game_and_its_record(
    desk: Desk, act: Callable[[Desk], None], noted: Help, size: int
):
    desk.play(HUMAN, RANDOM, size=size)
    if noted is Help.BOOK:
        desk.window.book.panel.figures_on_board.setChecked(False)
    else:
        desk.click_any()
    assert not helps(desk)
    act(desk)
    assert helps(desk) == {noted}
    (result,) = sgf.read(sgf.write(desk.window.controller.game))
    assert result.game.helps == {noted}
    desk.play(HUMAN, RANDOM)
    assert not helps(desk), "the next game begins without"


def test_an_end_that_is_taken_back_is_noted(desk: Desk):
    desk.play(HUMAN, RANDOM)
    desk.click_any()
    desk.window.controller.resign()
    assert not helps(desk)
    desk.trigger("undo")
    assert helps(desk) == {Help.TAKEN_BACK}


def test_what_follows_the_end_of_a_game_is_no_help(desk: Desk):
    """Neither what is tried nor what is analysed, until a try becomes the game."""
    desk.play(HUMAN, RANDOM)
    desk.click_any()
    controller = desk.window.controller
    controller.resign()
    analyse(desk)
    desk.wait(lambda: not desk.window.commands.actions["analyse"].isChecked())
    before = controller.game.root
    controller.go_to(before)
    first = before.children[0].move
    desk.click(next(point for point in desk.window.controller.game.position.legal_moves() if point != first))
    assert controller.match.trying
    desk.wait_for_turn()
    assert not helps(desk)
    desk.trigger("promote")
    assert helps(desk) == {Help.TAKEN_BACK}


@pytest.mark.parametrize("players", [(HUMAN, HUMAN), (RANDOM, "random:seed=2")])
def test_other_games_note_no_help(desk: Desk, players: tuple[str, str]):
    desk.play(*players)
    if HUMAN in players:
        desk.click_any()
    else:
        desk.wait_for_end()
    ended = desk.window.controller.match.result is not None
    (analyse if ended else take_back)(desk)
    assert not helps(desk)
