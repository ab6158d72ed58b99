import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.game import Game, Reason, Result
from core.points import Notation
from core.position import PASS, Color, IllegalMove, Loss, LossKind, Position, Size


def moves_of(game: Game) -> list[int | None]:
    return [node.move for node in game.main_line()[1:]]


def branched() -> Game:
    """0 1 2, with 3 4 as a variation after 0 and 5 as another; the cursor on 2."""
    game = Game(Size(5, 5))
    for line in ((3, 4), (5,)):
        game.to_start()
        for point in (0, *line):
            game.play(point)
    game.to_start()
    for point in (0, 1, 2):
        game.play(point)
    game.promote(game.cursor)
    return game


def test_a_new_game():
    game = Game()
    assert game.size == Size(9, 9) and game.position == Position.empty()
    assert game.cursor is game.root and game.main_line() == [game.root]
    assert (game.root.move, game.root.color, game.root.number, game.result, game.version) == (
        None,
        None,
        0,
        None,
        0,
    )
    assert Game(Size(3, 4)).size == Size(3, 4)


def test_a_game_from_a_position():
    start = Position.empty(Size(5, 5)).play(7)
    game = Game(start=start)
    assert game.size == Size(5, 5) and game.position is start
    assert game.play(0).color is Color.WHITE


def test_moves_make_a_line():
    game = Game()
    for point in (40, 41, 42):
        game.play(point)
    last = game.cursor
    assert moves_of(game) == [40, 41, 42] and game.position.moves == (40, 41, 42)
    assert (last.number, last.color, last.move) == (3, Color.BLACK, 42)
    assert [node.number for node in last.line()] == [0, 1, 2, 3]
    assert [node.number for node in last.ancestors()] == [2, 1, 0]


def test_a_losing_move_leaves_the_game_as_it_was():
    game = Game()
    game.play(40)
    version, cursor = game.version, game.cursor
    for point in (40, PASS, 81):
        with pytest.raises(IllegalMove):
            game.play(point)
    assert (game.version, game.cursor, cursor.children) == (version, cursor, [])


def test_a_move_in_the_tree_is_walked_to():
    game = branched()
    version, count = game.version, len([*game.root.subtree()])
    game.to_start()
    game.play(0)
    game.play(3)
    assert game.cursor.children[0].move == 4
    assert (game.version, len([*game.root.subtree()])) == (version, count)


def test_walking():
    game = branched()
    game.back()
    assert game.cursor.move == 1
    game.back(99)
    assert game.cursor is game.root
    game.forward(2)
    assert game.cursor.move == 1
    game.forward(99)
    assert game.cursor.move == 2
    game.go_to(game.root.children[0].children[1])
    assert game.position.moves == (0, 3)
    game.to_end()
    assert game.cursor.move == 4
    game.to_start()
    assert game.cursor is game.root


def test_who_walks_back_from_a_variation_walks_on_to_it():
    game = branched()
    variation = game.root.children[0].children[1]
    game.go_to(variation)
    game.back(2)
    assert variation in game.line_shown()
    assert variation not in game.main_line()
    game.forward(2)
    assert game.cursor is variation
    game.to_start()
    game.to_end()
    assert variation in game.cursor.line()
    game.go_to(game.main_line()[-1])
    game.to_start()
    assert game.line_shown() == game.main_line()


def test_who_walks_on_where_a_variation_was_removed_comes_to_the_main_line():
    game = branched()
    variation = game.root.children[0].children[1]
    game.go_to(variation)
    game.remove(variation)
    assert game.line_shown() == game.main_line()


def test_walking_is_no_change():
    game = branched()
    version = game.version
    game.back(2)
    game.forward()
    game.to_start()
    game.to_end()
    game.go_to(game.root)
    assert game.version == version


def test_every_change_counts():
    game = branched()
    versions = [game.version]

    def changed() -> bool:
        versions.append(game.version)
        return versions[-1] > versions[-2]

    game.play(20)
    assert changed()
    game.note(game.cursor, "good")
    assert changed() and game.cursor.comment == "good"
    game.call(game.cursor, "E5")
    assert changed() and game.cursor.name == "E5"
    game.mark(game.cursor, {0: "A"})
    assert changed() and game.cursor.marks == {0: "A"}
    game.promote(game.cursor)
    assert changed()
    game.result = Result(Color.BLACK, Reason.RESIGNATION)
    assert changed() and game.result.winner is Color.BLACK
    game.remove(game.cursor)
    assert changed()
    fresh = Game()
    fresh.hand_over(Color.BLACK, "uct", before="human")
    assert fresh.version == 1, "also before the first move"


def test_the_subtree_follows_lines_to_their_ends():
    game = branched()
    assert [node.move for node in game.root.subtree()] == [None, 0, 1, 2, 3, 4, 5]


def test_promoting_makes_the_main_line():
    game = branched()
    variation = game.root.children[0].children[1].children[0]
    game.promote(variation)
    assert moves_of(game) == [0, 3, 4]
    assert [child.move for child in game.root.children[0].children] == [3, 1, 5]
    assert game.cursor.move == 2, "the cursor stays where it is"


def test_removing():
    game = branched()
    first = game.root.children[0]
    game.remove(first.children[1])
    assert [node.move for node in game.root.subtree()] == [None, 0, 1, 2, 5] and game.cursor.move == 2
    game.remove(first.children[0])
    assert game.cursor is first, "the cursor leaves a branch that is removed"
    game.remove(first)
    assert game.cursor is game.root and game.main_line() == [game.root]
    with pytest.raises(ValueError, match="the start of a game can't be removed"):
        game.remove(game.root)


def test_names():
    game = Game()
    game.black_name, game.white_name = "a", "b"
    assert (game.name(Color.BLACK), game.name(Color.WHITE)) == ("a", "b")


def test_an_empty_name_takes_back_the_one_that_was_entered():
    game = Game()
    for color, name in ((Color.BLACK, "a"), (Color.WHITE, "b"), (Color.BLACK, "")):
        game.enter_name(color, name, recorded=False)
    assert game.entered == {Color.WHITE: "b"}


def test_a_renamed_player_has_searched_by_the_present_name():
    """Or the analysis of a finished position would be taken for that of another player and begin anew."""
    game = Game()
    game.root.searched = ("old", 100)
    game.play(0).searched = ("other", 200)
    game.rename_players(lambda name: "new" if name == "old" else name)
    assert [node.searched for node in game.main_line()] == [("new", 100), ("other", 200)]


@settings(max_examples=30)
@given(st.data())
def test_any_walk_keeps_the_tree_whole(data):
    game = Game(Size(3, 4))
    for _ in range(data.draw(st.integers(0, 40))):
        legal = game.position.legal_moves()
        choice = data.draw(st.sampled_from(["play", "play", "play", "back", "promote", "remove", "end"]))
        if choice == "play" and legal:
            game.play(data.draw(st.sampled_from(legal)))
        elif choice == "back":
            game.back(2)
        elif choice == "promote":
            game.promote(game.cursor)
        elif choice == "remove" and game.cursor.parent:
            game.remove(game.cursor)
        else:
            game.to_end()
    nodes = [*game.root.subtree()]
    assert game.cursor in nodes
    for node in nodes:
        moves = [child.move for child in node.children]
        assert len(set(moves)) == len(moves)
        for child in node.children:
            assert child.parent is node and child.move is not None
            assert child.position == node.position.play(child.move) and child.number == node.number + 1


def test_very_long_lines_are_no_trouble():
    game = Game(Size(19, 19))
    while not game.position.is_over:
        game.play(game.position.legal_moves()[0])
    assert len(game.main_line()) == len([*game.root.subtree()]) == game.position.ply + 1


# --- Results -------------------------------------------------------------------------------------------------------


def test_every_loss_has_a_reason():
    for kind in LossKind:
        result = Result.by_loss(Color.WHITE, Loss(kind, 3))
        assert (result.winner, result.reason.value) == (Color.BLACK, kind.value)


def test_results_are_told_in_a_sentence():
    size = Size(9, 9)

    def told(loser: Color, loss: Loss, notation: Notation = Notation.CHAMPIONSHIP) -> str:
        return Result.by_loss(loser, loss).describe(size, notation)

    assert (
        told(Color.BLACK, Loss(LossKind.CAPTURE, 8, (0, 1))) == "White wins: Black's move I9 captures A9, B9"
    )
    assert (
        told(Color.BLACK, Loss(LossKind.SUICIDE, 8), Notation.GTP) == "White wins: Black's move J9 is suicide"
    )
    assert (
        told(Color.WHITE, Loss(LossKind.OCCUPIED, 40))
        == "Black wins: White's move E5 is on an occupied point"
    )
    assert told(Color.WHITE, Loss(LossKind.PASS, PASS)) == "Black wins: White's move is a pass"
    assert told(Color.WHITE, Loss(LossKind.OFF_BOARD, 99)) == "Black wins: White's move is off the board"
    failed = Result(Color.BLACK, Reason.FORFEIT, failure="it crashed")
    assert failed.describe(size) == "Black wins: White failed to move (it crashed)"
    told_reasons = {Result(Color.BLACK, reason).describe(size) for reason in Reason}
    assert (
        "Black wins: White ran out of time" in told_reasons
        and "Black wins: White has no legal move" in told_reasons
    )
    assert all(sentence.startswith("Black wins: ") for sentence in told_reasons)


def test_the_losing_move_of_a_result_is_that_of_the_position():
    stones = np.zeros((5, 5), int)
    stones[0, 0], stones[1, 0] = 2, 1
    loss = Position.from_stones(stones).loss(1)
    assert loss is not None and loss == Loss(LossKind.CAPTURE, 1, (0,))
    assert Result.by_loss(Color.BLACK, loss).describe(Size(5, 5)) == "White wins: Black's move B5 captures A5"
