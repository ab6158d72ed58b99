"""What the AI thinks, beside the board."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QColor, QMouseEvent, QPalette
from PySide6.QtWidgets import QApplication, QProgressBar, QTableWidget
from pytestqt.qtbot import QtBot

from core.player import Candidate, Decision, Proof
from core.points import Notation
from core.position import Color, Position, Size
from gui.board.overlays import LINE_MOVES
from gui.game.thinking_panel import PRIOR, THEN, ThinkingPanel, WinRateBar
from gui.program.language import LanguageSwitch
from tests.gui.desk import Desk, context_menu
from tests.gui.game.hands import label

NINE = Size(9, 9)
TO_MOVE = {Color.BLACK: Position.empty(NINE), Color.WHITE: Position.empty(NINE).play(80)}


pytestmark = pytest.mark.usefixtures("application")


@pytest.fixture
def thoughts(qtbot: QtBot) -> ThinkingPanel:
    panel = ThinkingPanel()
    qtbot.addWidget(panel)
    panel.resize(340, 400)
    panel.show()
    return panel


def candidates(number: int) -> tuple[Candidate, ...]:
    return tuple(
        Candidate(point, 1000 - point, 0.125, 0.5, None, tuple(range(point, point + 9)))
        for point in range(number)
    )


def table(panel: ThinkingPanel) -> QTableWidget:
    found = panel.findChild(QTableWidget)
    assert found is not None
    return found


def row(panel: ThinkingPanel, number: int) -> list[str]:
    cells = [table(panel).item(number, column) for column in range(5)]
    return [cell.text() for cell in cells if cell is not None]


def black_share(panel: ThinkingPanel) -> float | None:
    bar = panel.findChild(WinRateBar)
    assert bar is not None
    return bar._black


def test_the_best_moves_are_shown_and_no_more(thoughts: ThinkingPanel):
    decision = Decision(0, candidates(30), 0.5, None, 800, 1200, 2.0)
    thoughts.show_decision(decision, TO_MOVE[Color.BLACK], Notation.CHAMPIONSHIP)
    assert table(thoughts).rowCount() == 8
    assert row(thoughts, 0) == ["A9", "1,000", "75.0%", "12.5%", "B9 C9 D9 E9 F9"]
    assert label(thoughts, "ai_visits").text() == "1,200 visits\u00a0· 400 a second"
    for visits, text in ((8, "8 visits"), (1, "1 visit")):
        thoughts.show_decision(
            Decision(0, candidates(2), 0.5, None, visits, visits), TO_MOVE[Color.BLACK], Notation.CHAMPIONSHIP
        )
        assert table(thoughts).rowCount() == 2
        assert label(thoughts, "ai_visits").text() == text


@pytest.mark.parametrize(
    ("proofs", "by", "why"),
    [
        ((None, None), "uct", "visits: estimated cautiously, its win rate is the highest"),
        ((None, None, Proof.LOSS), "uct", "visits: some are certain losses, and of the others its win rate"),
        ((None, None), "", ""),
        ((Proof.WIN, None), "zero", "this one is a certain win"),
        ((None, Proof.LOSS), "alphabeta", "those are certain losses"),
        ((Proof.LOSS, Proof.LOSS), "zero", "the hardest to answer"),
    ],
)
def test_a_move_ahead_of_one_with_more_visits_says_why(
    thoughts: ThinkingPanel, proofs: tuple[Proof | None, ...], by: str, why: str
):
    visits = 100, 101, 101
    moves = (Candidate(point, visits[point], proof=proof) for point, proof in enumerate(proofs))
    thoughts.show_decision(Decision(0, tuple(moves), by=by), TO_MOVE[Color.BLACK], Notation.CHAMPIONSHIP)
    cell = table(thoughts).item(0, 1)
    assert cell is not None and why in cell.toolTip().splitlines()[0], "it is read first"
    assert [row(thoughts, number)[1] for number in (0, 1)] == ["*100" if why else "100", "101"]
    other = table(thoughts).item(1, 1)
    assert other is not None and "*" not in other.toolTip()


def test_moves_that_were_hardly_searched_are_written_faintly(thoughts: ThinkingPanel):
    """A win rate of 0% after one visit beside 100% after two is a guess, unless no move has more."""
    moves = (
        Candidate(0, 400, value_to_move=0.2),
        Candidate(1, 2, value_to_move=1),
        Candidate(2, 1, proof=Proof.LOSS),
    )

    def faint() -> list[bool]:
        cells = [table(thoughts).item(number, 2) for number in range(table(thoughts).rowCount())]
        pale = thoughts.palette().color(QPalette.ColorRole.PlaceholderText)
        assert all(cell is not None for cell in cells)
        return [cell is not None and cell.foreground().color() == pale for cell in cells]

    thoughts.show_decision(Decision(0, moves, by="zero"), TO_MOVE[Color.BLACK], Notation.CHAMPIONSHIP)
    assert faint() == [False, True, False], "what is proven is certain"
    cell = table(thoughts).item(1, 1)
    assert cell is not None and "the win rate is a guess" in cell.toolTip()
    thoughts.show_decision(Decision(1, moves[1:2], by="zero"), TO_MOVE[Color.BLACK], Notation.CHAMPIONSHIP)
    assert faint() == [False]


def test_of_moves_that_lose_the_one_that_is_played_alone_is_said_to_be_the_hardest_to_answer(
    thoughts: ThinkingPanel,
):
    moves = tuple(Candidate(point, 10 + point, proof=Proof.LOSS) for point in range(3))
    thoughts.show_decision(Decision(0, moves, by="zero"), TO_MOVE[Color.BLACK], Notation.CHAMPIONSHIP)
    assert [row(thoughts, number)[1] for number in range(3)] == ["*10", "11", "12"]


@pytest.mark.parametrize(("place", "marked"), [(7, True), (8, False)])
def test_no_move_is_said_to_be_ahead_of_one_that_is_not_shown(
    thoughts: ThinkingPanel, place: int, marked: bool
):
    moves = tuple(Candidate(point, 90 if point == place else 50 - point) for point in range(10))
    thoughts.show_decision(Decision(0, moves, by="uct"), TO_MOVE[Color.BLACK], Notation.CHAMPIONSHIP)
    assert row(thoughts, 0)[1] == ("*50" if marked else "50")


def test_how_a_game_would_go_on_is_left_out_where_it_would_be_cut_off(thoughts: ThinkingPanel):
    left_out = []
    for width in range(200, 400, 5):
        thoughts.resize(width, 160)  # the list scrolls
        thoughts.show_decision(
            Decision(0, candidates(30), 0.5, None, 800, 1200, 2.0),
            TO_MOVE[Color.WHITE],
            Notation.CHAMPIONSHIP,
        )
        QApplication.processEvents()
        header = table(thoughts).horizontalHeader()
        left_out.append((header.isSectionHidden(PRIOR), header.isSectionHidden(THEN)))
        assert left_out[-1][1] or header.sectionSize(THEN) >= header.sectionSizeHint(THEN)
    # with more room first the line comes, then the prior
    assert list(dict.fromkeys(left_out)) == [(True, True), (True, False), (False, False)]
    cell = table(thoughts).item(0, 0)
    assert cell is not None and "Then: B9 C9" in cell.toolTip() and "Prior: 12.5%" in cell.toolTip()


@pytest.mark.parametrize(("color", "share"), [(Color.BLACK, 0.75), (Color.WHITE, 0.25)])
def test_the_bar_shows_black_whoever_moves(thoughts: ThinkingPanel, color: Color, share: float):
    thoughts.show_decision(Decision(0, candidates(1), 0.5, None, 8, 8), TO_MOVE[color], Notation.CHAMPIONSHIP)
    assert black_share(thoughts) == share
    bar = thoughts.findChild(WinRateBar)
    assert bar is not None
    image = bar.grab().toImage()
    edge = round(share * image.width())
    middle = image.height() - 4  # below the letters
    assert QColor(image.pixel(edge - 4, middle)).lightness() < 80
    assert QColor(image.pixel(edge + 4, middle)).lightness() > 180


@pytest.mark.parametrize(
    ("proof", "text", "winner"),
    [(Proof.WIN, "certain win", "White"), (Proof.LOSS, "certain loss", "Black")],
    ids=["win", "loss"],
)
def test_a_certain_result_is_said_in_words(thoughts: ThinkingPanel, proof: Proof, text: str, winner: str):
    sure = Candidate(4, 10, 0.5, 0.9, proof, (4,))
    thoughts.show_decision(
        Decision(4, (sure,), 0.9, proof, 10, 10), TO_MOVE[Color.WHITE], Notation.CHAMPIONSHIP
    )
    assert row(thoughts, 0) == ["E9", "10", text, "50.0%", ""]
    assert label(thoughts, "ai_visits").text() == f"10 visits\u00a0· certain: {winner} wins"


def headings_seen(panel: ThinkingPanel) -> list[str]:
    shown = table(panel)
    model = shown.model()
    return [
        model.headerData(column, Qt.Orientation.Horizontal)
        for column in range(model.columnCount())
        if not shown.isColumnHidden(column)
    ]


def test_of_a_position_that_was_solved_the_winning_move_alone_is_listed(thoughts: ThinkingPanel):
    """Nobody has looked at the others, and the root's single visit was no search."""
    moves = Candidate(4, proof=Proof.WIN), Candidate(5), Candidate(6)
    solved = Decision(4, moves, 1.0, Proof.WIN, 1, 1, 0.5)
    thoughts.show_decision(solved, TO_MOVE[Color.BLACK], Notation.CHAMPIONSHIP)
    assert table(thoughts).rowCount() == 1 and row(thoughts, 0)[::2] == ["E9", "certain win", ""]
    assert headings_seen(thoughts) == ["Move", "Black wins", "Then"]
    assert label(thoughts, "ai_visits").text() == "without a search\u00a0· certain: Black wins"


def test_columns_without_any_figure_are_left_out(thoughts: ThinkingPanel):
    thoughts.resize(500, 300)
    searched = candidates(2)
    unguided = tuple(replace(one, prior=0.0) for one in searched)
    unsearched = tuple(Candidate(one.point, prior=one.prior) for one in searched)
    for moves, seen in (
        (searched, ["Move", "Visits", "Black wins", "Prior", "Then"]),
        (unguided, ["Move", "Visits", "Black wins", "Then"]),
        (unsearched, ["Move", "Prior", "Then"]),
        (searched, ["Move", "Visits", "Black wins", "Prior", "Then"]),
    ):
        thoughts.show_decision(Decision(0, moves), TO_MOVE[Color.BLACK], Notation.CHAMPIONSHIP)
        assert headings_seen(thoughts) == seen


def test_the_panel_is_empty_where_nothing_is_known(thoughts: ThinkingPanel):
    thoughts.show_decision(Decision(3, candidates(3)), TO_MOVE[Color.BLACK], Notation.CHAMPIONSHIP)
    thoughts.show_decision(None, TO_MOVE[Color.BLACK], Notation.CHAMPIONSHIP)
    assert table(thoughts).rowCount() == 0 and black_share(thoughts) is None
    assert label(thoughts, "ai_visits").text() == ""


def test_players_that_compare_no_moves_are_shown_too(thoughts: ThinkingPanel):
    thoughts.show_decision(Decision(None), TO_MOVE[Color.BLACK], Notation.CHAMPIONSHIP)
    assert table(thoughts).rowCount() == 0 and black_share(thoughts) == 0.5


def test_a_moving_bar_while_the_ai_thinks(thoughts: ThinkingPanel):
    busy = thoughts.findChild(QProgressBar)
    assert busy is not None
    thoughts.set_status("thinking", True)
    assert busy.isVisible() and label(thoughts, "ai_status").text() == "thinking"
    thoughts.set_status("at rest", False)
    assert not busy.isVisible() and label(thoughts, "ai_status").text() == "at rest"


def test_the_panel_changes_its_language_with_what_it_shows(thoughts: ThinkingPanel):
    sure = Candidate(4, 10, 0.5, 0.9, Proof.WIN, (4,))
    thoughts.show_decision(
        Decision(4, (sure,), 0.9, None, 10, 10), TO_MOVE[Color.BLACK], Notation.CHAMPIONSHIP
    )
    switch = LanguageSwitch()
    switch.use("zh_CN")
    QApplication.processEvents()
    header = table(thoughts).horizontalHeaderItem(1)
    assert header is not None and header.text() == "访问次数"
    assert row(thoughts, 0)[2] == "必胜" and "10" in label(thoughts, "ai_visits").text()
    switch.use("en")
    QApplication.processEvents()
    assert header.text() == "Visits"


def test_a_move_that_was_not_tried_has_no_win_rate(qtbot: QtBot):
    panel = ThinkingPanel()
    qtbot.addWidget(panel)
    candidates = (Candidate(0, visits=4, prior=0.5, value_to_move=0.2), Candidate(1, prior=0.1))
    panel.show_decision(Decision(0, candidates), TO_MOVE[Color.BLACK], Notation.GTP)
    rates = [panel._table.item(row, 2) for row in range(2)]
    assert [item and item.text() for item in rates] == ["60.0%", "–"]


def test_every_win_rate_says_whose_it_is(thoughts: ThinkingPanel):
    thoughts._bar.resize(500, 20)
    thoughts.show_decision(
        Decision(12, candidates(1), 0.2, None, 5, 5), TO_MOVE[Color.WHITE], Notation.CHAMPIONSHIP
    )
    heading = table(thoughts).horizontalHeaderItem(2)
    assert heading is not None and heading.text() == "White wins"
    assert thoughts._bar.texts() == {Color.BLACK: "Black wins 40.0%", Color.WHITE: "White wins 60.0%"}
    thoughts._bar.resize(190, 20)
    assert thoughts._bar.texts() == {Color.BLACK: "Black 40.0%", Color.WHITE: "White 60.0%"}
    thoughts._bar.resize(130, 20)
    assert thoughts._bar.texts() == {Color.BLACK: "40.0%", Color.WHITE: "60.0%"}
    thoughts._bar.resize(70, 20)
    assert thoughts._bar.texts() == {Color.WHITE: "60.0%"}


@pytest.mark.parametrize("width", [130, 190, 500])
def test_the_names_on_the_bar_stay_where_they_are_while_the_numbers_change(
    thoughts: ThinkingPanel, width: int
):
    bar = thoughts._bar
    bar.resize(width, 20)
    forms = set()
    for share in (0.0, 0.03, 0.462, 0.486, 0.514, 0.9, 1.0):
        bar.set_black(share)
        texts = bar.texts()
        assert [*texts] == [Color.BLACK, Color.WHITE]
        forms.add(tuple(text.partition("%")[0].rstrip("0123456789.") for text in texts.values()))
    assert len(forms) == 1


def test_the_star_before_visits_is_explained_over_them(thoughts: ThinkingPanel):
    heading = table(thoughts).horizontalHeaderItem(1)
    assert heading is not None and "Where * stands" in heading.toolTip()


def test_bars_beside_each_other_are_written_in_one_form(qtbot: QtBot):
    bars = WinRateBar(), WinRateBar()
    bars[0].keep_alike(bars[1])
    for bar, width in zip(bars, (190, 170), strict=True):
        qtbot.addWidget(bar)
        bar.resize(width, 20)
        bar.set_black(0.55)
    assert bars[0].texts() == bars[1].texts() == {Color.BLACK: "55.0%", Color.WHITE: "45.0%"}
    bars[1].resize(190, 20)
    assert bars[0].texts() == bars[1].texts() == {Color.BLACK: "Black 55.0%", Color.WHITE: "White 45.0%"}


@pytest.mark.parametrize(
    ("by", "value", "said"),
    [
        ("uct:playouts=2000", 0.0, True),
        ("uct:playouts=2000", 0.18, False),  # nobody wonders
        ("rave:playouts=2000", 0.0, False),  # takes its best move's
        ("td", 0.0, False),
        ("", 0.0, False),
    ],
)
def test_the_panel_says_why_the_bar_differs_from_the_best_move(
    thoughts: ThinkingPanel, by: str, value: float, said: bool
):
    best = Candidate(0, visits=40, value_to_move=0.2)
    thoughts.show_decision(
        Decision(0, (best,), value, visits=90, by=by), TO_MOVE[Color.BLACK], Notation.CHAMPIONSHIP
    )
    text = label(thoughts, "ai_visits").text()
    assert ("the bar averages over weaker moves too" in text) == said
    assert ("the moves have Q" in text) == by.startswith("td")


def point_at_row(panel: ThinkingPanel, row: int | None) -> None:
    """Move the pointer over that row of the candidates, or away from them."""
    viewport = panel._table.viewport()
    if row is None:
        QApplication.sendEvent(viewport, QEvent(QEvent.Type.Leave))
        return
    at = QPointF(panel._table.visualRect(panel._table.model().index(row, 0)).center())
    none, nowhere = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier
    event = QMouseEvent(QEvent.Type.MouseMove, at, viewport.mapToGlobal(at), none, none, nowhere)
    QApplication.sendEvent(viewport, event)


def with_line(desk: Desk, *line: int) -> Decision:
    """What is thought of the position on the board, shown."""
    decision = Decision(line[0], (Candidate(line[0], 9, 0.5, 0.1, None, line),), visits=9)
    desk.window.thoughts_panel.show_decision(decision, desk.position, desk.window.appearance.notation)
    return decision


def test_a_row_that_is_pointed_at_shows_its_line_on_the_board(desk: Desk):
    board, panel = desk.window.board, desk.window.thoughts_panel
    with_line(desk, *range(20))
    plain = board.grab().toImage()
    point_at_row(panel, 0)
    assert board._line == tuple(range(LINE_MOVES)) and board.grab().toImage() != plain
    with_line(desk, 7, 8)
    assert board._line == (7, 8), "an analysis that goes on"
    point_at_row(panel, None)
    assert board.grab().toImage() == plain
    point_at_row(panel, 0)
    desk.click(0)
    assert board._line == (), "of another position"


def test_a_line_of_the_analysis_becomes_a_variation(desk: Desk):
    """Play goes on where it stood, and what was put there is none of the game's moves."""
    desk.play(size=9)
    desk.click(40)
    panel, game = desk.window.thoughts_panel, desk.window.controller.game
    with_line(desk, 7, 8, 9)
    menu = context_menu(panel._table)
    (put,) = menu.actions()
    put.trigger()
    assert game.cursor.number == 2 and desk.moves == 1
    assert [node.move for node in game.line_shown()[1:]] == [40, 7, 8, 9]
    desk.window.controller.to_end()
    desk.click(0)
    assert [node.move for node in game.main_line()[1:]] == [40, 0]


def test_a_line_is_put_into_the_tree_as_far_as_it_is_legal(desk: Desk):
    """A record that others wrote may hold any."""
    controller = desk.window.controller
    controller.add_line(controller.game.root, (7, 7, 8))
    assert [node.move for node in controller.game.line_shown()[1:]] == [7]
