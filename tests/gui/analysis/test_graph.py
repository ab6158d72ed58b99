"""The win rate over the moves of a game: whose values it shows, what it keeps while an analysis runs, and that it leads to a move."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QImage, QMouseEvent, QPalette
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from ai.training.self_play_record import RecordedSelfPlay
from core.game import Game
from core.player import Decision, Proof
from core.points import Notation
from core.position import Color, Size
from core.review import black_win_rate
from gui.analysis.graph import GAP, SAMPLE, WinRateGraph
from gui.app import make_application
from gui.program.messages import player_label
from gui.program.settings import HUMAN
from gui.program.theme import loss_color
from tests.gui.analysis.analysing import FAST, report_of_is_open, some_game
from tests.gui.desk import Desk


@pytest.fixture
def graph(qtbot: QtBot) -> WinRateGraph:
    make_application([])
    graph = WinRateGraph()
    qtbot.addWidget(graph)
    graph.resize(500, 120)
    game = some_game()
    graph.show_line(game.main_line(), game.cursor, Notation.CHAMPIONSHIP, for_all=False)
    graph.show()
    qtbot.waitExposed(graph)
    return graph


def test_click_and_drag_go_to_a_move(qtbot: QtBot, graph: WinRateGraph):
    chosen = []
    graph.node_chosen.connect(lambda node: chosen.append(node.number))
    places = [QPoint(round(graph.x_of(number)), 60) for number in range(6)]
    left = Qt.MouseButton.LeftButton
    for kind, place in (
        (QEvent.Type.MouseButtonPress, places[1]),
        (QEvent.Type.MouseMove, places[3]),
        (QEvent.Type.MouseMove, QPoint(0, 0)),
    ):
        QApplication.sendEvent(
            graph,
            QMouseEvent(kind, place, graph.mapToGlobal(place), left, left, Qt.KeyboardModifier.NoModifier),
        )
    assert chosen == [1, 3, 0]


def test_what_a_move_gave_away_is_told(graph: WinRateGraph):
    assert graph.text_of(1).split("\n")[0] == "1. Black A5\u00a0· Black 10.0%\u00a0· the move gave away 40.0%"
    assert graph.text_of(3).split("\n")[0] == "3. Black E5\u00a0· Black 40.0%"


def test_the_graph_says_whose_value_a_point_is(graph: WinRateGraph):
    """Where an AI's own search, a network without any and another program's record follow each other; at the end the rules speak."""
    game = Game(Size(2, 2))
    values = (
        Decision(0, value_to_move=0.2, visits=1234, by="uct:playouts=2000"),
        Decision(3, value_to_move=0.2, by="policy"),
        Decision(1, value_to_move=0.2),
    )
    for point, known in zip((0, 3, 1), values, strict=True):
        game.keep_analysis(game.cursor, known)
        game.play(point)
    game.keep_analysis(game.cursor, values[0])
    graph.show_line(game.main_line(), game.root, Notation.CHAMPIONSHIP, for_all=False)
    weak = "\u00a0· for reference only: a weak judge"
    searched = f"Judged by {player_label('uct:playouts=2000')}\u00a0· 1,234 visits{weak}"
    assert graph.text_of(0) == f"Black 60.0%\n{searched}" == graph.accessibleDescription()
    assert graph.text_of(1).endswith(f"\nJudged by {player_label('policy')}{weak}")
    assert graph.text_of(2).endswith("\nThe record doesn't say who judged this")
    assert game.cursor.position.is_over and graph.text_of(3) == "3. Black B2\u00a0· Black 100.0%"
    game.root.analysis = None
    assert graph.text_of(0) == ""


def test_the_graph_takes_in_an_analysis_while_it_runs(desk: Desk):
    desk.window.settings.analysis_simulations = 5_000_000
    graph = desk.window.review.graph
    assert graph.text_of(0) == ""
    desk.trigger("analyse")
    desk.wait(lambda: graph.text_of(0) != "")
    assert desk.window.controller.game.root.analysis is None and "Black" in graph.text_of(0)
    desk.click(12)
    assert "Black" in graph.text_of(0), "what was found out is kept"
    desk.wait(lambda: f"Judged by {player_label(FAST)}" in graph.text_of(1))


def test_the_graph_judges_no_moves_between_two_that_are_known(graph: WinRateGraph):
    game = some_game()
    line = game.main_line()
    joined = [len(stretch) for stretch in graph._stretches("")]
    for known, expected in (((0, 2, 4, 5), [4]), ((0, 1, 5), [2, 1]), ((2,), [1])):
        for node in line:
            node.analysis = Decision(20, visits=9) if node.number in known else None
        graph.show_line(line, game.cursor, Notation.CHAMPIONSHIP, for_all=False)
        assert [len(stretch) for stretch in graph._stretches("")] == expected
    assert joined == [6]


def game_of_ais(certain: int) -> Game:
    """UCT and a network's policy judged by turns, and what each thought is known; after the ``certain`` move the policy has lost."""
    game = some_game()
    for node in game.main_line():
        by = "uct" if node.number % 2 == 0 else "policy"
        proof = Proof.LOSS if node.number == certain else None
        node.analysis = node.thought = Decision(20, value_to_move=0.2, visits=9, by=by, proof=proof)
    return game


def test_each_of_two_ais_has_a_curve_of_its_own_until_the_result_is_certain(graph: WinRateGraph):
    """Each judges before its own moves; one curve through both would jump up and down."""
    game = game_of_ais(certain=5)
    line = game.main_line()
    graph.show_line(line, game.cursor, Notation.CHAMPIONSHIP, for_all=False)
    assert graph._judges == ["uct", "policy"], "by how much each has judged"
    assert graph.legend() == [player_label("uct"), player_label("policy")]
    for judge, numbers in (("uct", (0, 2, 4, 5)), ("policy", (1, 3, 5))):
        (stretch,) = graph._stretches(judge)
        assert [place.x() for place in stretch] == [graph.x_of(number) for number in numbers]


def moves_of(graph: WinRateGraph, judge: str) -> list[int]:
    """After which moves the curves of ``judge`` have values."""
    return [graph.number_at(place.x()) for stretch in graph._stretches(judge) for place in stretch]


def test_what_an_ai_has_proven_stays_in_the_curve_of_the_other_beside_an_analysis(graph: WinRateGraph):
    """What the analysis alone has proven is no part of what they thought."""
    game = game_of_ais(certain=5)
    line = game.main_line()
    for number, proof in ((1, None), (2, Proof.WIN), (3, None)):
        game.keep_analysis(line[number], Decision(20, value_to_move=0.3, visits=99, by="zero", proof=proof))
    for last in (line[5].analysis, Decision(20, value_to_move=0.3, visits=99, by="zero", proof=Proof.LOSS)):
        assert last is not None
        game.keep_analysis(line[5], last)
        graph.show_line(line, game.cursor, Notation.CHAMPIONSHIP, for_all=False)
        assert moves_of(graph, "zero") == [1, 2, 3, 5]
        assert moves_of(graph, "uct") == [0, 2, 4, 5] and moves_of(graph, "policy") == [1, 3, 5]


def test_the_solved_end_stays_in_the_curve_of_self_play_beside_an_analysis(graph: WinRateGraph):
    game = Game(Size(2, 2))
    for point in (0, 3, 1):
        game.play(point)
    start, *solved = line = game.main_line()
    start.thought = Decision(0, value_to_move=0.2, visits=9)
    for node in line:
        game.keep_analysis(node, Decision(0, value_to_move=0.3, visits=99, by="zero"))
    self_play = RecordedSelfPlay("run", 1, {start: start.thought}, solved)
    graph.show_line(line, start, Notation.CHAMPIONSHIP, False, self_play)
    assert game.cursor.position.is_over and moves_of(graph, "") == moves_of(graph, "zero") == [0, 1, 2, 3]


def test_a_curve_keeps_what_is_certain_while_its_own_analysis_goes_on(graph: WinRateGraph):
    game = some_game()
    line = game.main_line()
    for node in line[:5]:
        node.analysis = Decision(20, value_to_move=0.2, visits=9, by="zero")
    line[5].analysis = Decision(20, value_to_move=0.2, visits=9, by="uct", proof=Proof.WIN)
    graph.show_line(line, line[3], Notation.CHAMPIONSHIP, for_all=False)
    graph.show_found(Decision(20, value_to_move=0.25, visits=50, by="zero"))
    assert graph._judges == ["zero"] and moves_of(graph, "zero") == [0, 1, 2, 3, 4, 5]
    graph.show_found(Decision(20, value_to_move=0.25, visits=50, by="rave"))
    assert graph._judges == ["zero", "rave"] and moves_of(graph, "zero") == [0, 1, 2, 3, 4, 5]


def test_the_judges_of_a_line_are_found_once_for_each_move(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    """It takes longest in a long game, where each position has to be looked at."""
    graph, looks = desk.window.review.graph, []
    desk.play()
    find = graph._find_judges
    monkeypatch.setattr(graph, "_find_judges", lambda: looks.append(graph._cursor) or find())
    desk.click(0)
    assert looks == [1]


def test_a_value_of_somebody_else_is_a_dot_that_a_legend_explains(graph: WinRateGraph):
    game = some_game()
    line = game.main_line()
    graph.show_line(line, game.cursor, Notation.CHAMPIONSHIP, for_all=False)
    alone = graph._area().top()
    game.keep_analysis(line[2], Decision(20, value_to_move=0.2, visits=9, by="uct:playouts=50"))
    graph.show_line(line, game.cursor, Notation.CHAMPIONSHIP, for_all=False)
    assert graph.legend() == ["values of the record", player_label("uct:playouts=50")]
    assert graph._area().top() > alone, "the curve leaves room for it"
    row = graph.grab().toImage().copy(0, 0, graph.width(), round(graph._area().top()) - 6)
    ground = graph.palette().color(QPalette.ColorRole.Window)
    assert any(row.pixelColor(x, y) != ground for x in range(row.width()) for y in range(row.height()))


@pytest.mark.parametrize("longer_first", [True, False])
def test_a_name_in_the_legend_is_shortened_only_where_there_is_no_room(
    graph: WinRateGraph, longer_first: bool
):
    """The other one leaves it what it doesn't need, whichever stands first."""
    names = "zero:simulations=16", "uct"
    line, metrics = some_game().main_line(), graph.fontMetrics()
    for number, node in enumerate(line):
        by = names[(number % 2 == 0) != longer_first]
        node.thought = node.analysis = Decision(0, value_to_move=0.2, visits=9, by=by)
    graph.show_line(line, line[0], Notation.CHAMPIONSHIP, for_all=False)
    assert [player_label(names[not longer_first]), player_label(names[longer_first])] == graph.legend()
    for width in range(250, 700, 10):
        graph.resize(width, 120)
        shown = graph.legend_shown(metrics)
        taken = sum(map(metrics.horizontalAdvance, shown)) + 2 * SAMPLE + 5 * GAP
        left = graph._area().width() - taken
        assert left >= 0 and (shown == graph.legend() or left < metrics.horizontalAdvance("MM"))
    assert graph.legend_shown(metrics) == graph.legend()


def test_curves_of_players_keep_their_styles(graph: WinRateGraph):
    """From move to move, though now the one and now the other has judged more, and beside an analysis, which comes first once it covers more."""
    game = game_of_ais(certain=99)
    line = game.main_line()
    for end in range(2, len(line) + 1):
        graph.show_line(line[:end], line[end - 1], Notation.CHAMPIONSHIP, for_all=False)
        assert graph._judges == ["uct", "policy"]
    places = []
    for node in reversed(line):
        game.keep_analysis(node, Decision(20, value_to_move=0.1, visits=99, by="zero"))
        graph.show_line(line, line[0], Notation.CHAMPIONSHIP, for_all=False)
        assert [judge for judge in graph._judges if judge != "zero"] == ["uct", "policy"]
        places.append(graph._judges.index("zero"))
    assert places == sorted(places, reverse=True) and (places[0], places[-1]) == (2, 0)


def test_what_the_players_thought_stays_in_the_graph_beside_the_analysis(desk: Desk, tmp_path: Path):
    """Dashed and dotted, with names in the legend; also in the file."""
    graph, controller = desk.window.review.graph, desk.window.controller
    ais = "uct:playouts=20,seed=2", "rave:playouts=20,seed=1"
    desk.play(*ais)
    desk.wait_for_end()

    line = controller.game.main_line()
    own = {node: node.analysis for node in line if node.analysis is not None and node.analysis.proof is None}
    desk.trigger("analyse_game")
    desk.wait(lambda: desk.window.review.report is not None)
    assert graph._judges[0] == FAST and sorted(graph._judges[1:]) == sorted(ais)
    assert graph.legend()[0] == f"analysis: {player_label(FAST)}" and len(graph.legend()) == 3
    assert own and all(node.thought == thought for node, thought in own.items() if thought.by != FAST)
    first = line[0].thought
    assert first is not None and first.by == ais[0]
    said = f"{player_label(ais[0])}\u00a0· Black {100 * first.win_rate_to_move:.1f}%"
    assert said in graph.text_of(0) and f"Judged by {player_label(FAST)}" in graph.text_of(0)
    before = [len(stretch) for player in ais for stretch in graph._stretches(player)]
    desk.window.files.saving.save_to(tmp_path / "game.sgf")
    desk.window.files.opening.take(tmp_path / "game.sgf")
    assert [len(stretch) for player in ais for stretch in graph._stretches(player)] == before
    assert said in graph.text_of(0)


def test_what_an_ai_thinks_stays_beside_the_analysis_that_runs(desk: Desk):
    ai = "uct:playouts=20,seed=1"
    desk.play(ai, HUMAN)
    desk.wait_for_turn()
    controller, root = desk.window.controller, desk.window.controller.game.root
    controller.undo()
    root.analysis = Decision(20, value_to_move=0.2, visits=999, by="policy")
    controller.analysed.add([root])
    controller.set_paused(False)
    desk.wait_for_turn()
    assert root.analysis.by == "policy" and root.thought is not None and root.thought.by == ai


def test_what_a_player_thought_stays_beside_the_analysis_of_a_game_in_which_another_took_over(
    desk: Desk, open_desk: Callable[..., Desk]
):
    """As after other simulations, a checkpoint or a new name; also at the next start."""
    before, after = "uct:playouts=20,seed=1", "uct:playouts=40,seed=1"
    desk.play(before, HUMAN)
    desk.wait_for_turn()
    desk.window.controller.set_players(after, HUMAN)
    desk.click(desk.window.controller.game.position.legal_moves()[0])
    desk.wait_for_turn()
    desk.close()

    desk = open_desk()
    desk.trigger("analyse_game")
    desk.wait(lambda: report_of_is_open(desk))
    line = desk.window.controller.game.main_line()
    said = [(node.analysis and node.analysis.by, node.thought and node.thought.by) for node in line[:3]]
    assert said == [(FAST, before), (FAST, None), (FAST, after)]
    names = [player_label(player) for player in (FAST, before, after)]
    assert desk.window.review.graph.legend() == [f"analysis: {names[0]}", *names[1:]]


def test_a_hint_takes_the_place_of_no_players_thought_and_is_kept_without_a_question(
    desk: Desk, open_desk: Callable[..., Desk], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("gui.game.adviser.ADVISER_OF_ANY_SIZE", "uct:playouts=50,seed=1")
    ai = "uct:playouts=20,seed=1"
    desk.play(ai, HUMAN)
    desk.wait_for_turn()
    desk.trigger("undo")
    desk.window.files.saving.save_to(tmp_path / "game.sgf")
    game = desk.window.controller.game
    autosave, was_up_to_date = desk.window.autosave, []
    desk.wait(lambda: autosave.up_to_date)
    desk.window.controller.hinted.connect(lambda _hint: was_up_to_date.append(autosave.up_to_date))
    desk.trigger("hint")
    desk.wait(lambda: desk.window.board._hint is not None)
    assert was_up_to_date == [False] and not desk.window.files.belonging.modified
    desk.wait(lambda: autosave.up_to_date)
    desk.close()
    for root in (game.root, open_desk().window.controller.game.root):
        assert root.analysis is not None and root.analysis.by == "uct:playouts=50,seed=1"
        assert root.thought is not None and root.thought.by == ai


def test_an_ai_that_thinks_anew_leaves_no_older_thought_of_its_own(desk: Desk):
    ai = "uct:playouts=20,seed=1"
    desk.play(ai, HUMAN)
    desk.wait_for_turn()
    game = desk.window.controller.game
    older = game.root.thought
    desk.trigger("undo")
    game.keep_analysis(game.root, Decision(20, value_to_move=0.2, visits=9, by="policy"))
    desk.trigger("pause")
    desk.wait_for_turn()
    thought, move = game.root.thought, game.main_line()[1].move
    assert older is not None and thought is not None and thought is not older
    assert (thought.by, thought.point) == (ai, move) and thought == game.root.analysis


def test_who_tries_something_leaves_the_games_own_thoughts(desk: Desk):
    ais = "uct:playouts=20,seed=2", "rave:playouts=20,seed=1"
    desk.play(*ais)
    desk.wait_for_end()
    controller, own = desk.window.controller, desk.window.controller.game.root.thought
    controller.play_from(controller.game.root)
    controller.set_players("alphabeta:depth=1", HUMAN)
    desk.trigger("pause")
    desk.wait_for_turn()
    root = controller.game.root
    assert controller.match.trying and own is not None and own.by == ais[0] and root.thought is own


def test_the_graph_takes_in_a_hint(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("gui.game.adviser.ADVISER_OF_ANY_SIZE", "uct:playouts=50,seed=1")
    graph = desk.window.review.graph
    desk.trigger("hint")
    desk.wait(lambda: desk.window.board._hint is not None)
    assert "Black" in graph.text_of(0) and "50 simulations" in graph.text_of(0)


def test_what_is_proven_stays_in_the_graph_while_a_shallow_analysis_says_less(graph: WinRateGraph):
    game = some_game()
    before, after = game.main_line()[:2]
    before.analysis = Decision(after.move, value_to_move=1.0, proof=Proof.WIN, visits=9)
    game.to_start()
    game.forward()
    graph.show_line(game.main_line(), game.cursor, Notation.CHAMPIONSHIP, for_all=False)
    graph.show_found(Decision(None, value_to_move=0.0, visits=9))
    assert "Black 100.0%" in graph.text_of(0) and "Black 100.0%" in graph.text_of(1)


def test_the_graph_marks_the_value_that_is_looked_at(graph: WinRateGraph):
    """Also where it is the only one that is known, which the line of the cursor would hide."""
    game = some_game()
    for node in game.main_line()[:-1]:
        node.analysis = None
    graph.show_line(game.main_line(), game.cursor, Notation.CHAMPIONSHIP, for_all=False)
    marked = graph.grab().toImage()
    place = graph._place(5, black_win_rate(game.cursor) or 0.0).toPoint()
    accent = graph.palette().color(QPalette.ColorRole.Accent)
    assert marked.pixelColor(place + QPoint(-2, 0)) == accent


def test_marks_are_smaller_where_the_curve_is_low(graph: WinRateGraph):
    """At full size they would cover it."""
    color = loss_color(0.4, False)

    def marked_rows(height: int) -> int:
        graph.resize(500, height)
        picture = graph.grab().toImage()
        columns = range(picture.width())
        return sum(any(picture.pixelColor(x, y) == color for x in columns) for y in range(picture.height()))

    whole = marked_rows(200)
    assert whole == marked_rows(120) and 0 < marked_rows(graph.minimumHeight()) <= 0.7 * whole


def test_no_mark_of_a_mistake_covers_a_number_below_it(graph: WinRateGraph):
    game = some_game()
    game.keep_analysis(game.cursor, Decision(20, value_to_move=1.0, visits=9))
    line, cursor = game.main_line(), game.root

    def picture(random_moves: int) -> QImage:
        graph.show_line(line, cursor, Notation.CHAMPIONSHIP, False, random_moves=random_moves)
        return graph.grab().toImage()

    marked, plain = picture(0), picture(len(line))
    ground = graph.palette().color(QPalette.ColorRole.Window)
    x = round(graph.x_of(5))
    below = [(x + across, y) for across in range(-6, 7) for y in range(102, graph.height())]
    number = [place for place in below if plain.pixelColor(*place) != ground]
    assert number and all(marked.pixelColor(*place) == plain.pixelColor(*place) for place in number)
    assert marked.pixelColor(x, 101) != plain.pixelColor(x, 101), "there is a mark"


def test_the_graph_walks_the_windows_game(desk: Desk):
    desk.window.controller.open_game(some_game())
    graph = desk.window.review.graph
    place = QPoint(round(graph.x_of(2)), graph.height() // 2)
    desk.qtbot.mouseClick(graph, Qt.MouseButton.LeftButton, pos=place)
    assert desk.window.controller.game.cursor.number == 2


def test_a_random_opening_is_told_in_as_many_words_as_have_room(desk: Desk):
    """In one line: its few moves have little room, in a long game less."""
    graph = desk.window.review.graph
    metrics = graph.fontMetrics()
    whole, short = (metrics.horizontalAdvance(text) for text in ("random opening", "random"))
    said = [graph._said_of_opening(metrics, room) for room in (whole, whole - 1, short, short - 1)]
    assert said == ["random opening", "random", "random", ""]


@pytest.mark.parametrize(("winner", "rate"), [(Color.BLACK, 1.0), (Color.WHITE, 0.0)])
def test_a_game_that_a_forbidden_move_lost_ends_with_the_winner(
    graph: WinRateGraph, winner: Color, rate: float
):
    """However well its loser stood before."""
    game = some_game()
    line = game.main_line()
    graph.show_line(line, game.cursor, Notation.CHAMPIONSHIP, for_all=False, winner=winner)
    end = graph._stretches("")[-1][-1]
    assert end == graph._place(len(line), rate)
    assert end.x() == graph._area().right(), "the line has room for it"
    assert graph.number_at(end.x()) == len(line) - 1, "a click leads to the last position"
