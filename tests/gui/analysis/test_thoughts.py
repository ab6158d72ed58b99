"""What the panel "AI" shows while no analysis runs: never one position's thoughts beside another without saying so."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QLabel

from ai.players import SHIPPED
from ai.training.self_play_record import player_name
from core import records
from core.game import Game, Reason, Result
from core.player import Candidate, Decision, Proof
from core.points import point_name
from core.position import Color, Size
from gui.parts.tables import rows_of
from gui.program.settings import HUMAN
from tests.gui.desk import Desk

Key = Qt.Key
SLOW = "uct:seconds=1000"
MOVES = (12, 0, 24, 4)


def thought(best: int) -> Decision:
    return Decision(best, (Candidate(best, 50, 0.2, 0.1),), 0.1, None, 50, 50)


def analysed_game() -> Game:
    """Four moves; of each position another best move is known. Nobody named in the game thought so."""
    game = Game(Size(5, 5))
    for number, move in enumerate(MOVES):
        game.keep_analysis(game.cursor, thought(20 + number))
        game.play(move)
    return game


def panel(desk: Desk) -> tuple[str, list[str]]:
    """What is said of the figures, and the moves that are compared."""
    thoughts = desk.window.thoughts_panel
    table = thoughts._table
    cells = [table.item(row, 0) for row in range(table.rowCount())]
    return thoughts._about.text(), [cell.text() for cell in cells if cell is not None]


def test_the_panel_follows_the_moves_that_are_looked_at(desk: Desk):
    desk.window.controller.open_game(analysed_game(), HUMAN, SLOW)
    desk.window.controller.set_paused(False)
    assert panel(desk) == ("Thought before move 4, E5:", ["D1"]), "White, an AI, chose the last move"
    desk.key(Key.Key_Left)
    assert panel(desk) == ("", ["D1"]), "the position in which White chose it"
    desk.key(Key.Key_Left)
    assert panel(desk) == ("Thought before move 2, A5:", ["B1"])


def test_figures_that_are_still_to_come_are_those_of_the_side_to_move(desk: Desk):
    """White, who has said nothing of its move, made the last one."""
    desk.play(HUMAN, "random:seed=1")
    desk.click_any()
    heading = desk.window.thoughts_panel._table.horizontalHeaderItem(2)
    assert panel(desk) == ("", []) and heading is not None and heading.text() == "Black wins"


def test_a_human_gets_no_help_without_asking(desk: Desk):
    desk.window.controller.open_game(analysed_game(), HUMAN, HUMAN)
    desk.window.controller.set_paused(False)
    note = desk.window.thoughts_panel._nothing
    assert note.text() == "This position has not been analysed." and note.isVisible()
    for _ in MOVES:
        desk.key(Key.Key_Left)
        assert panel(desk) == ("", []) and desk.window.board._thoughts is None
        assert note.text().startswith("The analysis is hidden while you play.") and note.isVisible()
    desk.key(Key.Key_P)
    assert panel(desk)[1] != [], "as the note says"


def test_what_players_thought_in_a_game_is_no_analysis(desk: Desk):
    """A human who takes over from an AI, or opens such a game, finds no candidates on the board."""
    game = analysed_game()
    game.black_name = game.white_name = SLOW
    for node in game.main_line()[:-1]:
        assert node.analysis is not None
        node.analysis = replace(node.analysis, by=SLOW)
    desk.window.controller.open_game(game)
    desk.key(Key.Key_Left)
    assert panel(desk) == ("", []) and desk.window.board._thoughts is None


def test_what_is_thought_of_the_game_is_not_passed_off_as_of_stones_being_placed(desk: Desk):
    desk.window.controller.open_game(analysed_game(), HUMAN, SLOW)
    desk.window.controller.set_paused(False)
    before = panel(desk)
    desk.trigger("set_up_position")
    assert panel(desk) == ("Of the game's position, not of the stones that are being placed.", before[1])
    desk.key(Key.Key_Escape)
    assert panel(desk) == before


def test_a_hint_gives_way_to_a_later_analysis(desk: Desk):
    desk.play()
    desk.window.settings.analysis_player, desk.window.settings.analysis_simulations = "uct:seed=1", 200
    controller = desk.window.controller
    controller.thinking.emit(thought(3))
    hint = panel(desk)
    desk.trigger("analyse")
    root = controller.game.root
    desk.wait(lambda: root.analysis is not None)
    desk.trigger("analyse")
    assert root.analysis is not None and root.analysis.point is not None and hint[1] != []
    best = point_name(root.analysis.point, root.position.size, desk.window.appearance.notation)
    assert panel(desk)[1][0] == best and len(panel(desk)[1]) > 1


def test_a_hint_does_not_hide_an_analysis_that_knows_more(desk: Desk):
    controller, root = desk.window.controller, desk.window.controller.game.root
    controller.game.keep_analysis(root, replace(thought(20), visits=20_000, by="uct"))
    controller.analysed.add([root])
    controller.thinking.emit(thought(3))
    assert len(panel(desk)[1]) == 1 and desk.window.thoughts_panel._visits.text().startswith("20,000")
    controller.thinking.emit(replace(thought(3), visits=30_000))
    assert desk.window.thoughts_panel._visits.text().startswith("30,000")
    controller.thinking.emit(replace(thought(3), proof=Proof.WIN))
    assert "certain: Black wins" in desk.window.thoughts_panel._visits.text()


def test_a_hint_is_what_the_analysis_has_found_where_that_is_as_deep(desk: Desk):
    desk.play(size=9)
    controller = desk.window.controller
    for known, asks in (
        (replace(thought(20), visits=20_000, by="zero:net=flagship"), False),
        (replace(thought(21), visits=100, by="zero:net=flagship"), True),
        (replace(thought(22), visits=20_000, by="uct"), True),
        (replace(thought(23), proof=Proof.WIN, by="uct"), False),
    ):
        controller.game.keep_analysis(controller.game.root, known)
        controller.analysed.add([controller.game.root])
        desk.window.board.set_hint(None)
        desk.trigger("hint")
        assert controller.looks_for_hint is asks
        assert desk.window.board._hint == (None if asks else known.point)
        controller.stop()


def test_a_hint_is_kept_where_the_analysis_of_the_position_knows_less(desk: Desk):
    controller, root = desk.window.controller, desk.window.controller.game.root
    for known, hint, is_kept in (
        (thought(20), replace(thought(3), visits=800), True),
        (replace(thought(20), visits=900), replace(thought(3), visits=800), False),
        (replace(thought(20), proof=Proof.WIN), replace(thought(3), visits=800), False),
        (replace(thought(20), visits=900), replace(thought(3), proof=Proof.WIN), True),
    ):
        root.analysis = None
        controller.game.keep_analysis(root, known)
        controller.analysed.add([root])
        controller._activity.ask_for_hint("uct:playouts=100000000", root.position)
        number = controller.thinker.current
        controller.thinker.hurry()  # its own answer comes too late
        controller.thinker.worker.decided.emit(number, hint)
        kept = hint if is_kept else known
        assert root.analysis == kept
        desk.trigger("analyse")
        desk.trigger("analyse")
        assert desk.window.thoughts_panel._visits.text().startswith(f"{kept.visits} ")


def test_an_opening_book_on_the_board_is_not_hidden_by_what_is_known(desk: Desk):
    desk.play(size=9)
    controller, board = desk.window.controller, desk.window.board
    controller.game.keep_analysis(controller.game.root, thought(20))
    controller.analysed.add([controller.game.root])
    controller.go_to(controller.game.root)
    assert board._thoughts is not None
    desk.trigger("opening_book")
    desk.wait(lambda: board._book and board._thoughts is None)
    assert panel(desk)[1] != []


def test_a_player_that_only_names_moves_judges_nothing(desk: Desk):
    desk.play(HUMAN, "random:seed=1")
    desk.click_any()
    line = desk.window.controller.game.main_line()
    assert len(line) == 3 and all(node.analysis is None for node in line), "no win rate of 50% either"
    assert panel(desk) == ("", []) and desk.window.thoughts_panel._bar._black is None


def test_a_search_under_way_is_shown_beside_its_own_position_only(desk: Desk):
    desk.play(HUMAN, SLOW)
    desk.click(12)
    desk.wait_for_thoughts()
    assert panel(desk)[1] != []
    desk.key(Key.Key_Home)
    assert panel(desk) == ("", [])
    number = desk.window.controller.thinker.current
    desk.window.controller.thinker.worker.thinking.emit(number, thought(20))
    assert panel(desk) == ("", []), "reports go on meanwhile"
    desk.key(Key.Key_End)
    assert panel(desk)[1] != []


def test_who_looks_for_better_moves_alone_is_not_told_them(desk: Desk):
    desk.window.controller.open_game(analysed_game(), HUMAN, SLOW)
    desk.trigger("report")
    report = desk.window.review.report
    assert report is not None
    desk.key(Key.Key_Left)
    assert panel(desk)[1] == ["D1"]
    desk.qtbot.mouseClick(report.only_bad, Qt.MouseButton.LeftButton, pos=QPoint(8, 8))
    desk.key(Key.Key_Left)
    desk.key(Key.Key_Right)
    assert panel(desk)[1] == []


def test_the_board_stays_where_it_is_when_one_looks_back(desk: Desk):
    desk.window.controller.open_game(analysed_game())
    place = desk.window.board.geometry()
    desk.key(Key.Key_Left)
    desk.wait(desk.window.notices.row.back.isVisible)
    QApplication.processEvents()
    assert desk.window.board.geometry() == place


def self_play_game() -> Game:
    """Two random moves, then two that the search chose."""
    game = Game(Size(5, 5))
    for number, move in enumerate(MOVES):
        if number >= 2:
            found = Candidate(20 + number, 5, 0.2, 0.1)
            game.keep_analysis(game.cursor, Decision(20 + number, (found,), 0.1, visits=16))
        game.play(move)
    game.black_name = game.white_name = "第一次 10"
    return records.read(records.sgf.write(game), "game")[0].game


def test_a_game_of_self_play_is_walked_through_with_what_its_search_thought(desk: Desk):
    window = desk.window
    window.games.show_recorded(self_play_game())
    own = "Search of self-play: 第一次, for generation 10."
    assert panel(desk) == (own, ["C1"]) and window.board._thoughts is not None, "where the search began"
    assert desk.notice.startswith("Here, at move 2, the search begins; the moves before were drawn by lot.")
    desk.key(Key.Key_Right)
    assert panel(desk) == (own, ["D1"]) and desk.notice.startswith("You are looking back at move 3.")
    desk.key(Key.Key_Right)
    assert window.controller.live and panel(desk) == (f"{own} Thought before move 4, E5:", ["D1"])
    assert window.board._thoughts is None, "these are of another position"
    desk.key(Key.Key_Home)
    drawn = "Up to move 2 moves were drawn by lot, and nothing was searched."
    assert panel(desk) == (f"Self-play: 第一次, for generation 10. {drawn}", [])
    assert "random move" in window.review.graph.text_of(1)
    assert "random move" not in window.review.graph.text_of(3)
    searched = "Judged by the search of self-play: 第一次, for generation 10\u00a0· 16 visits"
    assert window.review.graph.text_of(3).endswith(searched)


def test_where_the_solver_answered_self_play_it_says_so(desk: Desk):
    game = self_play_game()
    node = game.main_line()[3]
    game.keep_thought(node, Decision(23, (Candidate(23, proof=Proof.WIN),), 1.0, Proof.WIN, visits=16))
    desk.window.games.show_recorded(game)
    desk.key(Key.Key_Right)
    assert panel(desk)[0] == "Self-play: 第一次, for generation 10. The solver proved the result."


def game_of_people() -> Game:
    game = Game(Size(5, 5))
    game.black_name, game.white_name = "Ann", "Bob"
    game.play(12)
    return game


def game_of_ais() -> Game:
    game = Game(Size(5, 5))
    game.black_name = game.white_name = "random:seed=1"
    game.play(12)
    return game


@pytest.mark.parametrize(
    ("make", "watched"), [(self_play_game, False), (game_of_people, False), (game_of_ais, True)]
)
@pytest.mark.parametrize("from_file", [False, True])
def test_the_ais_thoughts_are_in_front_where_an_opened_game_is_none_of_two_ais(
    desk: Desk, tmp_path: Path, make: Callable[[], Game], watched: bool, from_file: bool
):
    """Two AIs were watched before."""
    window = desk.window
    window.docks.bring_up("watch")
    desk.wait(lambda: not window.watch.visibleRegion().isEmpty())
    if from_file:
        records.save(make(), tmp_path / "game.sgf")
        window.files.opening.take(tmp_path / "game.sgf")
    else:
        window.games.show_recorded(make())
    QApplication.processEvents()
    assert window.watch.visibleRegion().isEmpty() is not watched
    assert window.thoughts_panel.visibleRegion().isEmpty() is watched


def test_what_is_tried_at_the_start_of_self_play_was_not_drawn_by_lot(desk: Desk):
    window, game = desk.window, self_play_game()
    game.result = Result(Color.BLACK, Reason.RESIGNATION)
    window.games.show_recorded(game)
    desk.key(Key.Key_Home)
    assert "random move" in window.review.graph.text_of(1)
    desk.click(7)
    assert window.controller.match.trying and panel(desk) == ("", [])
    assert "random move" not in window.review.graph.text_of(1)
    desk.qtbot.mouseClick(window.notices.row.back, Qt.MouseButton.LeftButton)
    assert "random move" in window.review.graph.text_of(1)


def test_the_panel_says_why_the_bar_of_self_play_differs_from_its_best_move(desk: Desk):
    """Its search is that of a network, and takes the mean; an analysis by playouts with RAVE does not."""
    game = self_play_game()
    node = game.main_line()[2]
    found = Candidate(22, 12, 0.2, 0.6)
    game.keep_thought(node, Decision(22, (found,), 0.1, visits=16))
    desk.window.games.show_recorded(game)
    visits = desk.window.thoughts_panel._visits
    assert "the bar averages over weaker moves too" in visits.text()
    game.keep_analysis(node, Decision(22, (found,), 0.1, simulations=16, visits=16, by="rave"))
    desk.window.controller.analysed.add([node])
    desk.window.thoughts.refresh()
    assert "16 visits" in visits.text() and "the bar averages over weaker moves too" not in visits.text()


def test_where_a_game_of_self_play_was_solved_it_says_so(desk: Desk):
    game = self_play_game()
    for _ in range(3):
        game.play(next(iter(game.position.legal_moves())))
    desk.window.games.show_recorded(game)
    solved = "From move 5 on the solver played, and nothing was searched."
    desk.key(Key.Key_End)
    for _ in range(3):
        assert panel(desk) == (f"Self-play: 第一次, for generation 10. {solved}", [])
        desk.key(Key.Key_Left)
    assert panel(desk)[0] == "Search of self-play: 第一次, for generation 10. Thought before move 4, E5:"


def test_where_a_game_of_self_play_was_solved_the_curve_goes_on(desk: Desk):
    """To its end, at what is certain from there on."""
    game = self_play_game()
    while not game.position.is_over:
        game.play(next(iter(game.position.legal_moves())))
    desk.window.games.show_recorded(game)
    graph, end = desk.window.review.graph, game.cursor.number
    certain = "Black 0.0%" if game.position.to_move is Color.BLACK else "Black 100.0%"
    assert certain not in graph.text_of(3)
    assert all(certain in graph.text_of(number) for number in range(4, end + 1))


def test_at_the_end_of_a_game_of_self_play_nothing_is_to_be_taken_back_or_played_again(desk: Desk):
    game = self_play_game()
    while not game.position.is_over:
        game.play(next(iter(game.position.legal_moves())))
    window = desk.window
    window.games.show_recorded(game)
    desk.key(Key.Key_End)
    undo = window.commands.actions["undo"]
    assert window.controller.live and window.controller.match.result is not None
    assert not undo.isEnabled() and not window.notices.row.again.isVisible()
    desk.key(Key.Key_Home)
    desk.click(24)
    assert window.controller.match.trying and undo.isEnabled(), "what is tried can be taken back"


def test_a_game_of_self_play_bears_the_names_of_its_record(desk: Desk):
    desk.window.games.show_recorded(self_play_game())
    names = [label.text() for label in desk.window.players._name.values()]
    assert names == ["第一次, for generation 10"] * 2
    assert desk.window.windowTitle().startswith("Self-play of 第一次, for generation 10")
    desk.trigger("report")
    report = desk.window.review.report
    assert report is not None
    assert {"Black  第一次, for generation 10", "White  第一次, for generation 10"} <= {
        label.text() for label in report.findChildren(QLabel)
    }


def test_a_game_of_the_shipped_run_names_the_network_as_lists_do(desk: Desk):
    game = self_play_game()
    game.black_name = game.white_name = player_name(SHIPPED, 10)
    desk.window.games.show_recorded(game)
    names = [label.text() for label in desk.window.players._name.values()]
    assert names == ["shipped network, for generation 10"] * 2
    assert desk.window.windowTitle().startswith("Self-play of shipped network, for generation 10")
    desk.choose("language", "zh_CN")
    desk.wait(lambda: desk.window.windowTitle().startswith("自带网络 为第 10 代下的自对弈"))


def test_the_analysis_does_not_pass_the_thoughts_of_self_play_off_as_its_own(desk: Desk):
    desk.window.settings.analysis_player, desk.window.settings.analysis_simulations = SLOW, 10
    desk.window.games.show_recorded(self_play_game())
    assert panel(desk)[1] == ["C1"]
    desk.trigger("analyse")
    assert panel(desk) == ("", []), (
        "the analysis has found nothing yet, and 16 visits of another search don't save it one"
    )
    desk.trigger("analyse")
    assert panel(desk)[1] == ["C1"]


def test_an_analysis_does_not_put_out_what_self_play_thought(desk: Desk):
    desk.window.games.show_recorded(self_play_game())
    cursor = desk.window.controller.game.cursor
    desk.window.controller.game.keep_analysis(cursor, thought(3))
    desk.key(Key.Key_Right)
    desk.key(Key.Key_Left)
    assert panel(desk)[1] == ["C1"]


def test_a_game_of_self_play_that_was_analysed_is_still_one(desk: Desk):
    window = desk.window
    window.games.show_recorded(self_play_game())
    game = window.controller.game
    for node in game.main_line():
        window.controller.analysed.add([node])
        game.keep_analysis(node, thought(3))
    window.showing.show_game()
    assert window.windowTitle().startswith("Self-play of 第一次, for generation 10")
    drawn, chosen = window.review.graph.text_of(2), window.review.graph.text_of(3)
    assert "random move" in drawn and "gave away" not in drawn, "nobody chose it"
    assert "random move" not in chosen and "gave away" in chosen
    desk.trigger("report")
    report = window.review.report
    assert report is not None
    assert {row[0] for row in rows_of(report.table)[1:]} == {"3. E1", "4. E5"}
    preferred = "The search of self-play preferred C1: Black 55.0%."
    assert panel(desk) == (preferred, ["D5"]), "the analysis, as on the curve and in the report"
    (saved,) = records.read(records.sgf.write(game), "game")
    assert saved.game.random_moves == 2, "nothing else in it tells once all of it is analysed"
    desk.key(Key.Key_Home)
    assert panel(desk) == ("", ["D5"]), "what the analysis says of a position that self-play didn't search"


def test_what_an_analysis_proves_at_once_is_no_thought_of_self_play(desk: Desk):
    """It takes no simulations; the record that is saved would tell of a game that begins there."""
    game = self_play_game()
    game.random_moves = 2
    line = game.main_line()
    for node in line:
        proven = node is line[3]
        found = Decision(4, (), 1.0, Proof.WIN, 0, 0, by=SLOW) if proven else replace(thought(3), by=SLOW)
        game.keep_analysis(node, found)
    desk.window.games.show_recorded(records.read(records.sgf.write(game), "game")[0].game)
    graph = desk.window.review.graph
    assert "random move" in graph.text_of(2) and "random move" not in graph.text_of(3)


def test_figures_say_who_judged(desk: Desk):
    """While nobody thinks: a bar alone wouldn't tell whose win rate it is."""
    game = analysed_game()
    for node in game.main_line()[:-1]:
        assert node.analysis is not None
        node.analysis = replace(node.analysis, by="uct:playouts=2000")
    desk.window.controller.open_game(game)
    status = desk.window.thoughts_panel._status
    assert status.text() == "The AI is idle."
    desk.key(Key.Key_Left)
    assert panel(desk)[1] and status.text().startswith("Judged by UCT")
