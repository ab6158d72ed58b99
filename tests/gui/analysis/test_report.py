"""The report on a game: its figures and mistakes, who judged, and trying again from a mistake."""

from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QMessageBox, QToolButton

from ai.levels import levels
from core.game import Game, Node, Reason, Result
from core.player import Decision, Proof
from core.position import Color, Size
from core.records import sgf
from core.review import Judgement, accuracy
from gui.game.controller import State
from gui.game.new_game import NewGameDialog
from gui.parts.tables import UNKNOWN
from gui.program import settings as settings_file
from gui.program.messages import player_label
from gui.program.settings import HUMAN
from gui.program.theme import loss_color
from tests.gui.analysis.analysing import FAST, report_of, report_on, some_game
from tests.gui.desk import DROP_STONES, Desk, answer, in_dialogs


def test_the_report_names_mistakes_and_goes_there(desk: Desk):
    table = report_on(desk, some_game())
    model = table.model()
    rows = [[model.index(row, column).data() for column in range(4)] for row in range(table.rowCount())]
    assert rows == [["1. A5", "40.0%", "50% → 10%", "A1"], ["2. C5", "30.0%", "90% → 60%", "A1"]]
    desk.qtbot.mouseClick(
        table.viewport(),
        Qt.MouseButton.LeftButton,
        pos=table.visualRect(table.model().index(1, 0)).center(),
    )
    assert desk.window.controller.game.cursor.number == 1, "where the mistake was made"


def test_a_report_lists_as_many_mistakes_as_it_counts(desk: Desk):
    game = Game(Size(7, 7))
    for _ in range(30):
        game.play(game.position.legal_moves()[0])
    for node in game.main_line():  # whoever has moved has thrown the game away
        game.keep_analysis(node, Decision(None, value_to_move=0.8, visits=9))
    table = report_on(desk, game)
    counts = [label.text() for color in Color for label in report_of(desk).figures[color][1:]]
    assert table.rowCount() == sum(map(int, counts)) == 30


def test_the_figures_of_a_report_stand_below_their_headings(desk: Desk):
    """However long the players' names are."""
    game = some_game()
    game.black_name = "Dr. Maximilian von und zu Hohenlohe-Waldenburg, of a club with a long name " * 2
    table, report = report_on(desk, game), report_of(desk)
    assert report.minimumSizeHint().width() <= report.width() <= 600
    for row, column in product((1, 2), range(1, 5)):
        places = [report.summary.itemAtPosition(each, column) for each in (0, row)]
        heading, figure = (place.widget() for place in places if place is not None)
        assert isinstance(heading, QLabel) and isinstance(figure, QLabel)
        assert heading.geometry().right() == figure.geometry().right()
        assert heading.alignment() & figure.alignment() & Qt.AlignmentFlag.AlignRight
    for column in range(4):
        heading, figure = table.horizontalHeaderItem(column), table.item(0, column)
        assert heading is not None and figure is not None
        assert heading.textAlignment() == figure.textAlignment()


def test_moves_in_a_lost_position_make_nobody_accurate(desk: Desk):
    """Black threw the game away and then had nothing left to lose; White never had anything to lose in the second game."""
    report_on(desk, some_game((0.8, 0.0, 0.0, 0.0, 0.0, 0.0)))
    said = {color: [label.text() for label in report_of(desk).figures[color]] for color in Color}
    assert said == {Color.BLACK: ["0.0%", "0", "0", "1"], Color.WHITE: ["100.0%", "0", "0", "0"]}
    report_of(desk).close()
    report_on(desk, some_game((1.0, 1.0, 1.0, 1.0, 1.0, 1.0)))
    assert [label.text() for label in report_of(desk).figures[Color.WHITE]] == ["–", "0", "0", "0"]


def test_the_report_has_the_colours_for_all_as_soon_as_they_are_chosen(desk: Desk):
    table = report_on(desk, some_game())
    for for_all in (False, True, False):
        cell = table.item(0, 1)
        assert cell is not None and cell.background().color() == loss_color(0.4, for_all)
        desk.trigger("analysis_for_all")


def test_random_moves_at_the_start_are_no_mistakes(desk: Desk):
    """Of games between AIs: nobody chose them."""
    desk.window.controller.new_game("random", "random", Size(5, 5), opening=(0,))
    desk.wait(lambda: desk.window.controller.match.result is not None)
    (recorded,) = sgf.read(sgf.write(desk.window.controller.game))
    game = some_game()
    game.random_moves = recorded.game.random_moves
    table = report_on(desk, game)
    assert [table.model().index(row, 0).data() for row in range(table.rowCount())] == ["2. C5"]
    said = desk.window.review.graph.text_of(1)
    assert "a random move of the opening" in said and "gave away" not in said


def test_the_report_is_copied_and_saved_as_it_is_shown(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Without the better moves where they are hidden; several mistakes are chosen for that alone."""
    table, report = report_on(desk, some_game()), report_of(desk)
    assert report.save.isEnabled()
    desk.qtbot.mouseClick(report.only_bad, Qt.MouseButton.LeftButton, pos=QPoint(8, 8))
    report.activateWindow()
    table.setFocus()
    desk.wait(table.hasFocus)
    before = desk.window.controller.game.cursor
    for key in (Qt.Key.Key_A, Qt.Key.Key_C):
        desk.qtbot.keyClick(table, key, Qt.KeyboardModifier.ControlModifier)
    assert desk.window.controller.game.cursor is before and not report.again.isEnabled()
    shown = [
        ["Move", "Gave away", "Mover's win rate"],
        ["1. A5", "40.0%", "50% → 10%"],
        ["2. C5", "30.0%", "90% → 60%"],
    ]
    assert QApplication.clipboard().text() == "\n".join(map("\t".join, shown))
    path = tmp_path / "mistakes.csv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    desk.qtbot.mouseClick(report.save, Qt.MouseButton.LeftButton)
    assert [line.split(",") for line in path.read_text("utf-8-sig").splitlines()] == shown


def test_the_report_says_who_judged(desk: Desk):
    game = some_game()
    table = report_on(desk, game)
    length = "\u00a0· 9 visits a position"
    said = report_of(desk).judges.text()
    assert table.rowCount() > 0 and said == f"The record doesn't say who judged this{length}"
    for node in game.main_line():
        assert node.analysis is not None
        game.keep_analysis(node, replace(node.analysis, by="uct:playouts=50"))
    desk.window.review.refresh()
    assert report_of(desk).judges.text() == f"Judged by {player_label('uct:playouts=50')}{length}"
    assert report_of(desk).judges.isVisible()


def test_the_report_says_by_how_long_a_search(desk: Desk):
    """As far as that is known; one that has proven something ends at once."""
    game = some_game()
    report_on(desk, game)
    said, line = report_of(desk).judges.text().split("\u00a0")[0], game.main_line()

    def search(visits: int, *nodes: Node, proof: Proof | None = None) -> str:
        for node in nodes:
            assert node.analysis is not None
            game.keep_analysis(node, replace(node.analysis, visits=visits, proof=proof))
        desk.window.review.refresh()
        return report_of(desk).judges.text()

    assert search(1600, *line) == f"{said}\u00a0· 1,600 visits a position"
    assert not report_of(desk).judges.toolTip()
    assert search(890, line[1]) == f"{said}\u00a0· 890 to 1,600 visits a position"
    assert "no other move could overtake the best" in report_of(desk).judges.toolTip()
    assert search(3, line[1], proof=Proof.WIN) == f"{said}\u00a0· 1,600 visits a position"


def judged_by(game: Game, by: str, visits: int) -> None:
    for node in game.main_line():
        assert node.analysis is not None
        game.keep_analysis(node, replace(node.analysis, by=by, visits=visits))


@pytest.mark.parametrize(
    ("by", "visits", "weak"),
    [
        ("policy:net=generation-05,temperature=0.5", 0, True),
        ("zero:net=generation-05", 400, True),
        ("uct:seed=1", 20_000, True),
        ("zero:net=flagship", 8, True),
        ("zero:net=flagship", 400, False),
        ("zero:simulations=32", 20, False),
        ("zero:net=/mine.safetensors", 8, False),
        ("gtp:command=other,name=Other", 0, False),
        ("Some other program", 0, False),
    ],
)
def test_a_report_by_a_weak_judge_says_so(desk: Desk, by: str, visits: int, weak: bool):
    """By one that is known to be: of networks of the user's own and programs of others nobody knows how strong they are."""
    game = some_game()
    judged_by(game, by, visits)
    report_on(desk, game)
    report = report_of(desk)
    assert report.weak.isVisible() == report.judge_again.isVisible() == weak
    assert ("a weak judge" in desk.window.review.graph.text_of(1)) == weak
    if weak:
        expert = next(level for level in levels() if level.name("en") == "Expert")
        name = f"Expert (Elo {expert.elo:.0f})"
        assert report.weak.text() == f"For reference only: this judge is weaker than the level “{name}”."


def test_a_report_names_the_weak_one_of_two_judges(desk: Desk):
    game = some_game()
    judged_by(game, "zero:net=flagship", 400)
    for node in game.main_line()[3:]:
        assert node.analysis is not None
        game.keep_analysis(node, replace(node.analysis, by=FAST))
    report_on(desk, game)
    assert report_of(desk).weak.text().startswith(f"For reference only where {player_label(FAST)} judged")


def test_one_click_has_a_game_analysed_again_that_a_weak_judge_analysed(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(settings_file.Settings, "review_simulations", 70)
    desk.click(12, 0, 4)
    desk.trigger("analyse_game")
    desk.wait(lambda: desk.window.review.report is not None)
    desk.qtbot.mouseClick(report_of(desk).judge_again, Qt.MouseButton.LeftButton)
    desk.wait(lambda: not desk.window.review.review.running)
    assert not report_of(desk).weak.isVisible() and not report_of(desk).judge_again.isVisible()
    assert report_of(desk).judges.text().startswith("Judged by Buwei AI (shipped network)")
    kept = desk.settings_kept()
    assert (kept.analysis_player, kept.review_simulations) == ("zero:net=flagship", 70)
    assert desk.notice.startswith("Buwei AI (shipped network) analyses from now on.")


def test_a_report_says_of_how_many_moves_it_speaks(desk: Desk):
    """What one of the players thought of its own last moves is no praise for the game."""
    game = some_game()
    for node in game.main_line()[:3]:
        node.analysis = None
    report_on(desk, game)
    report = report_of(desk)
    assert report.left_out.text() == "Only 2 of 5 moves have been judged so far."
    assert "“Analyse the whole game” judges them" in report.nothing.text(), "nothing is said of mistakes"
    assert report._nothing_text(19, 74) == report.nothing.text()
    assert report._nothing_text(72, 74).startswith("No mistakes among the moves judged so far.")
    figures = [label for color in Color for label in report.figures[color]]
    assert {label.text() for label in figures} == {"–"}
    assert all("Analyse the whole game" in label.toolTip() for label in figures)
    game.random_moves = 1
    desk.window.review.refresh()
    assert "2 of 4 moves" in report.left_out.text()
    assert report.left_out.text().endswith("The random moves at the start (1) don't count.")
    game.random_moves = 3
    desk.window.review.refresh()
    assert report.nothing.text() == "No mistakes found: no move gave away 5% or more."
    assert report.left_out.text() == "The random moves at the start (3) don't count."
    assert report.figures[Color.BLACK][0].text().endswith("%")
    assert "counts as much as its side's win rate before it" in figures[0].toolTip()
    assert not any(label.toolTip() for label in report.figures[Color.BLACK][1:])


def test_a_mistake_that_is_chosen_stays_so_when_the_list_is_sorted_anew(desk: Desk):
    """A deeper analysis may find a greater one."""
    game = some_game()
    table = report_on(desk, game)
    table.selectRow(0)
    after = game.main_line()[2]
    assert after.analysis is not None
    game.keep_analysis(after, replace(after.analysis, value_to_move=0.8))
    desk.window.review.refresh()
    assert table.model().index(0, 0).data() == "2. C5"
    assert [index.data() for index in table.selectionModel().selectedRows()] == ["1. A5"]


def test_the_move_that_lost_by_the_rules_stands_first_among_the_blunders(desk: Desk):
    """It put no stone on the board, and gave away all that was left: selectable and counted as others are."""
    desk.play(size=5)
    desk.click(1, 24, 5, 0)  # White kills itself in the corner
    assert desk.state is State.OVER
    controller = desk.window.controller
    game, line = controller.game, controller.game.main_line()
    desk.trigger("report")
    report, table = report_of(desk), report_of(desk).table
    said = report.left_out.text()
    assert said.startswith("The last move lost by the rules and is listed first") and "suicide" in said
    index = table.model().index
    assert [index(0, column).data() for column in range(3)] == ["4. A5", UNKNOWN, UNKNOWN], "never judged"
    for node, white in zip(line, (0.5, 0.5, 0.4, 0.9), strict=True):
        to_move = white if node.position.to_move is Color.WHITE else 1 - white
        game.keep_analysis(node, Decision(None, value_to_move=2 * to_move - 1, visits=1, by="policy"))
    desk.window.review.refresh()
    rows = [[index(row, column).data() for column in range(3)] for row in range(table.rowCount())]
    assert rows == [
        ["4. A5", "90.0%", "90% → 0%"],
        ["3. A4", "50.0%", "60% → 10%"],
        ["2. E1", "10.0%", "50% → 40%"],
    ]
    whites = [label.text() for label in report.figures[Color.WHITE]]
    at_once = accuracy([Judgement(line[-1], 0, Color.WHITE, 0.9, 0.0)], Color.WHITE)
    assert at_once is not None and whites[1:] == ["0", "1", "1"]
    assert float(whites[0].rstrip("%")) == pytest.approx(
        (0.5 * Judgement(line[1], 24, Color.WHITE, 0.5, 0.4).accuracy + 0.9 * at_once) / 1.4, abs=0.06
    )
    controller.to_start()
    table.selectRow(0)
    assert game.cursor is line[-1], "the position before it"


def test_a_report_on_nothing_says_so_and_has_the_game_analysed(desk: Desk):
    desk.click(12, 0)
    table = report_on(desk, desk.window.controller.game)
    report = report_of(desk)
    assert table.rowCount() == 0 and report.nothing.isVisible()
    assert report.nothing.text() == "No move of this game has been judged yet."
    desk.qtbot.mouseClick(report.analyse, Qt.MouseButton.LeftButton)
    desk.wait(lambda: not desk.window.review.review.running)
    assert report.figures[Color.BLACK][0].text().endswith("%")


def test_the_better_move_can_stay_hidden(desk: Desk):
    table = report_on(desk, some_game())
    desk.qtbot.mouseClick(report_of(desk).only_bad, Qt.MouseButton.LeftButton, pos=QPoint(8, 8))
    assert table.isColumnHidden(3)
    assert desk.settings_kept().report_hides_better


def test_hiding_the_better_move_counts_at_once(desk: Desk):
    table = report_on(desk, some_game())
    desk.window.controller.analysed.add(desk.window.controller.game.main_line())
    table.selectRow(1)
    rows = desk.window.thoughts_panel._table.rowCount
    assert rows() > 0
    report_of(desk).only_bad.setChecked(True)
    assert rows() == 0
    report_of(desk).close()
    assert rows() > 0


def test_try_again_from_a_mistake(desk: Desk):
    game = some_game()
    table = report_on(desk, game)
    table.selectRow(1)
    desk.qtbot.mouseClick(report_of(desk).again, Qt.MouseButton.LeftButton)
    assert desk.window.review.report is None, "it would stand between the player and the board"
    said = "The report is closed meanwhile; “Report on the game” in the menu “Analysis” opens it again."
    assert desk.window.statusBar().currentMessage() == said
    assert desk.position.to_move is Color.WHITE and desk.moves == 1
    assert desk.window.thoughts_panel._table.rowCount() == 0
    desk.click(24)
    assert desk.moves == 2
    first = game.root.children[0]
    assert [child.move for child in first.children] == [24, 2], "what was played before is a variation"


@pytest.mark.parametrize("row", [0, 1], ids=["where_it_stands", "elsewhere"])
def test_trying_again_asks_about_stones_that_are_being_placed(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, row: int
):
    asked = answer(monkeypatch, QMessageBox.StandardButton.No, QMessageBox.StandardButton.Yes)
    table = report_on(desk, some_game())
    table.selectRow(row)
    report, setup = report_of(desk), desk.window.setup_bar
    desk.trigger("set_up_position")
    desk.click(24)
    desk.qtbot.mouseClick(report.again, Qt.MouseButton.LeftButton)
    assert asked == [DROP_STONES] and setup.active and report.isVisible() and desk.moves == 5
    desk.qtbot.mouseClick(report.again, Qt.MouseButton.LeftButton)
    assert not setup.active and desk.window.review.report is None and desk.moves == row


def test_looking_at_a_mistake_asks_about_stones_that_are_being_placed(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
):
    asked = answer(monkeypatch, QMessageBox.StandardButton.No, QMessageBox.StandardButton.Yes)
    table = report_on(desk, some_game())
    game, setup = desk.window.controller.game, desk.window.setup_bar
    desk.trigger("set_up_position")
    desk.click(24)
    table.selectRow(0)
    assert asked == [DROP_STONES] and setup.active and game.cursor.number == 5
    table.selectRow(1)
    assert not setup.active and game.cursor.number == 1


def test_trying_again_in_a_game_that_is_over_leaves_it_as_it_was(desk: Desk):
    game = some_game()
    game.result = Result(Color.BLACK, Reason.RESIGNATION)
    played = game.main_line()
    table = report_on(desk, game)
    table.selectRow(1)
    desk.qtbot.mouseClick(report_of(desk).again, Qt.MouseButton.LeftButton)
    desk.click(24)
    assert desk.moves == 2 and desk.window.controller.match.trying
    assert game.main_line() == played and game.result is not None


@pytest.mark.parametrize("recorded", [False, True])
def test_who_tries_again_in_a_game_between_ais_plays_against_the_other(desk: Desk, recorded: bool):
    """The same where the game was saved and opened again."""
    black, white = "uct:playouts=20,seed=2", "uct:playouts=30,seed=1"
    controller = desk.window.controller
    desk.play(black, white)
    desk.wait_for_end()
    if recorded:
        (read,) = sgf.read(sgf.write(controller.game))
        controller.open_game(read.game)
    start = controller.game.main_line()[1]
    desk.window.review._try_again(start)
    assert controller.match.trying and controller.players == {Color.BLACK: black, Color.WHITE: HUMAN}
    names = [controller.lineup.player_shown(color) for color in Color]
    assert names == [black, HUMAN] and desk.position.to_move is Color.WHITE
    desk.click_any()
    desk.wait_for_turn()
    assert desk.moves == 3, "the AI has answered"
    assert controller.game.name(Color.WHITE) == white, "the game stays whose it was"


def test_who_tries_again_in_the_place_of_the_ai_leaves_the_game_whose_it_was(desk: Desk):
    ai = "uct:playouts=20,seed=1"
    controller = desk.window.controller
    desk.play(HUMAN, ai)
    desk.click_any()
    desk.wait_for_turn()
    controller.resign()
    desk.window.review._try_again(controller.game.main_line()[1])
    assert controller.players == {Color.BLACK: ai, Color.WHITE: HUMAN}
    assert not controller.lineup.are_recorded, "it is kept among those that were played here"
    kept = desk.window.games.setup_of_game()
    assert (kept.black, kept.white) == (HUMAN, ai), "and so it is when the program starts again"


def test_who_tries_again_without_help_is_not_told_the_better_move(desk: Desk):
    table = report_on(desk, some_game())
    desk.window.controller.analysed.add(desk.window.controller.game.main_line())
    report_of(desk).only_bad.setChecked(True)
    table.selectRow(1)
    desk.qtbot.mouseClick(report_of(desk).again, Qt.MouseButton.LeftButton)
    assert desk.window.controller.live
    assert desk.window.thoughts_panel._table.rowCount() == 0 and desk.window.board._thoughts is None
    assert (
        desk.window.thoughts_panel._nothing.text()
        == "The analysis is hidden while you look for the better move yourself."
    )


def test_the_move_that_was_recommended_is_no_mistake_whatever_the_opponent_thinks(desk: Desk):
    """The opponent judges by itself; only what the analysis says of both positions makes a mistake."""
    desk.play("uct:playouts=20,seed=2", "uct:playouts=20,seed=1")
    desk.wait_for_end()
    desk.trigger("analyse_game")
    desk.wait(lambda: desk.window.review.report is not None)
    report = report_of(desk)
    report.table.selectRow(0)
    desk.qtbot.mouseClick(report.again, Qt.MouseButton.LeftButton)
    start = desk.window.controller.match.head
    assert start.analysis is not None and start.analysis.point is not None
    played = len(start.line()) - 1
    desk.click(start.analysis.point)
    desk.wait_for_turn()
    after = desk.window.controller.match.head.line()[played + 1]
    after.analysis = Decision(None, value_to_move=1.0, by="uct:playouts=20,seed=1")
    desk.trigger("report")
    numbers = [one.before.number + 1 for one in report_of(desk)._shown]
    assert played + 1 not in numbers
    assert "gave away" not in desk.window.review.graph.text_of(played + 1)


def test_keys_of_the_analysis_work_while_the_report_is_in_front(desk: Desk):
    """Those that change the board; plain arrows stay the table's."""
    report_on(desk, some_game())
    report = report_of(desk)
    desk.wait(report.isActiveWindow)
    shows = desk.window.commands.actions["analysis_policy"]
    before = shows.isChecked()
    desk.qtbot.keyClick(report.table, Qt.Key.Key_7, Qt.KeyboardModifier.ControlModifier)
    assert shows.isChecked() is not before
    desk.qtbot.keyClick(report.table, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    assert desk.window.compare.dialog is not None
    desk.window.compare.close()


def test_the_report_walks_through_the_game(desk: Desk):
    report_on(desk, some_game())
    cursor = desk.window.controller.game.cursor.number
    (back,) = (
        one
        for one in report_of(desk).findChildren(QToolButton)
        if one.accessibleName() == desk.window.commands.label("back")
    )
    if not cursor:
        desk.trigger("to_end")
        cursor = desk.window.controller.game.cursor.number
    back.click()
    assert desk.window.controller.game.cursor.number == cursor - 1


def test_a_new_game_is_begun_by_its_key_with_the_report_in_front(desk: Desk):
    report_on(desk, some_game())
    with in_dialogs(NewGameDialog.reject, kind=NewGameDialog):
        desk.qtbot.keyClick(report_of(desk), Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
