"""The panels beside the board by themselves: clocks, the list of moves, and what the AI thinks."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QColor, QMouseEvent
from PySide6.QtWidgets import QApplication, QLabel, QProgressBar, QTableWidget
from pytestqt.qtbot import QtBot

from core.clock import Clock, TimeControl
from core.game import Game, Node
from core.player import Candidate, Decision, Proof
from core.points import Notation
from core.position import Color, Position, Size
from gui.app import make_application
from gui.board.overlays import LINE_MOVES
from gui.game.panels import (
    PRIOR,
    THEN,
    HistoryPanel,
    PlayerName,
    PlayersPanel,
    ThinkingPanel,
    WinRateBar,
    clock_text,
)
from gui.parts.whole_label import WholeLabel
from gui.program.language import LanguageSwitch
from gui.program.theme import apply_application_theme
from tests.gui.desk import Desk, context_menu

NINE = Size(9, 9)
TO_MOVE = {Color.BLACK: Position.empty(NINE), Color.WHITE: Position.empty(NINE).play(80)}


@pytest.fixture(autouse=True)
def application():
    make_application([])


def label(widget, name: str) -> QLabel:
    found = widget.findChild(QLabel, name)
    assert found is not None
    return found


def test_a_steady_text_keeps_its_room(qtbot: QtBot):
    """Until it gets another width."""
    text = WholeLabel(steady=True)
    qtbot.addWidget(text)
    text.resize(300, 200)
    text.show()
    text.setText("one\ntwo\nthree")
    high = text.minimumHeight()
    text.setText("one")
    assert text.minimumHeight() == high > 0
    text.resize(280, 200)
    assert 0 < text.minimumHeight() < high


# --- players and clocks --------------------------------------------------------------------------------------------------


@pytest.fixture
def players(qtbot: QtBot) -> PlayersPanel:
    panel = PlayersPanel()
    qtbot.addWidget(panel)
    panel.set_names("Human", "UCT")
    panel.show()
    return panel


def test_a_name_has_two_lines_where_it_needs_them_whoever_is_to_move(players: PlayersPanel):
    players.resize(220, 200)
    heights = []
    for name in ("Anna", "Buwei AI (shipped network, 800 simulations)", "Buwei AI " * 20, "Buwei_AI" * 20):
        players.set_names(name, "Human")
        QApplication.processEvents()
        shown = label(players, "name_black")
        heights.append(shown.minimumHeight())
        for turn in Color:
            players.set_turn(turn)
            QApplication.processEvents()
            assert shown.height() >= shown.minimumHeight() == heights[-1]
        assert shown.toolTip() == name
    one, *others = heights
    assert others == [2 * one] * 3


@pytest.mark.parametrize(
    "name", ["Buwei AI " * 20, "Buwei_AI" * 20, "𠮷" * 80], ids=["words", "word", "rare characters"]
)
def test_what_is_shown_of_a_name_has_room_and_ends_in_dots(players: PlayersPanel, name: str):
    """Also where it has no space to be broken at, or characters that are two for Qt."""
    players.resize(220, 200)
    players.set_names(name, "Human")
    QApplication.processEvents()
    shown = label(players, "name_black")
    assert isinstance(shown, PlayerName)
    lines = shown._lines(shown.font())
    widths = [shown.fontMetrics().horizontalAdvance(line.rstrip()) for line in lines]
    assert len(lines) == 2 and max(widths) <= shown.width() and lines[1].endswith("…")
    assert name.startswith("".join(lines)[:-1].rstrip())


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (900, "15:00"),
        (899.9, "14:59"),
        (60, "1:00"),
        (10, "0:10"),
        (9.94, "9.9"),
        (0, "0.0"),
        (5400, "90:00"),
    ],
)
def test_clocks_are_read_as_minutes_and_at_the_end_as_tenths(seconds: float, text: str):
    assert clock_text(seconds) == text


def test_only_the_side_to_move_is_marked(players: PlayersPanel):
    for turn in (Color.BLACK, Color.WHITE, None):
        players.set_turn(turn)
        for color in Color:
            name = label(players, f"name_{color.name.lower()}")
            assert name.font().bold() == (color is turn)
            assert bool(players._turn[color].text()) == (color is turn)
    assert label(players, "name_black").text() == "Human" and label(players, "name_white").text() == "UCT"


def test_a_clock_shows_what_there_is(players: PlayersPanel):
    clock = label(players, "clock_black")
    for limits, text in (
        ((600, None), "10:00"),
        ((None, 30), "0:30"),
        ((600, 30), "10:00  +  0:30"),
    ):
        players.show_clock(Color.BLACK, Clock(TimeControl(*limits)))
        assert clock.text() == text
    players.show_clock(Color.BLACK, None)
    assert clock.text() == ""
    assert label(players, "clock_white").text() == ""


def white_clock(control: TimeControl, used: float) -> Clock:
    """Of a game in which White has ``used`` so many seconds of the first move."""
    now = 0.0
    clock = Clock(control, lambda: now)
    clock.start(Color.WHITE)
    now = used
    return clock


def test_a_clock_turns_red_while_time_is_short(players: PlayersPanel):
    apply_application_theme("light")
    clock = label(players, "clock_white")

    def painted_red() -> bool:
        image = clock.grab().toImage()
        colors = (
            QColor(image.pixel(x, y)) for x in range(image.width()) for y in range(0, image.height(), 2)
        )
        return any(color.red() > 150 and color.green() < 90 for color in colors)

    for limits, used, short in (
        ((600, 60), 0, False),
        ((600, 60), 51, True),
        ((600, None), 500, False),
        ((600, None), 591, True),
        ((None, 5), 3, False),  # most of the time for a move there is little of it
        ((None, 5), 4, True),
        ((600, 5), 1, False),
    ):
        players.show_clock(Color.WHITE, white_clock(TimeControl(*limits), used))
        assert painted_red() is short, (limits, used)


# --- moves ---------------------------------------------------------------------------------------------------------------


@pytest.fixture
def history(qtbot: QtBot) -> HistoryPanel:
    panel = HistoryPanel()
    qtbot.addWidget(panel)
    panel.resize(200, 300)
    panel.show()
    qtbot.waitExposed(panel)
    return panel


def game_of(*points: int) -> Game:
    game = Game(NINE)
    for point in points:
        game.play(point)
    return game


def texts(panel: HistoryPanel) -> list[str]:
    return [panel.item(row).text() for row in range(panel.count())]


def click_row(qtbot: QtBot, panel: HistoryPanel, row: int) -> None:
    panel.scrollToItem(panel.item(row))
    place = panel.visualItemRect(panel.item(row)).center()
    qtbot.mouseClick(panel.viewport(), Qt.MouseButton.LeftButton, pos=place)


def test_a_right_click_marks_no_other_move_than_the_one_that_is_shown(qtbot: QtBot, history: HistoryPanel):
    history.show_game(game_of(0, 2, 4), Notation.GTP, None)
    for button, row in ((Qt.MouseButton.RightButton, 3), (Qt.MouseButton.LeftButton, 1)):
        place = history.visualItemRect(history.item(1)).center()
        qtbot.mouseClick(history.viewport(), button, pos=place)
        assert history.currentRow() == row


def test_a_letter_marks_no_other_move_either(qtbot: QtBot, history: HistoryPanel):
    history.show_game(game_of(0, 2, 4), Notation.GTP, None)
    for letter in "1s":
        qtbot.keyClicks(history, letter)
        assert history.currentRow() == 3


def test_the_result_is_seen_below_the_last_move(history: HistoryPanel):
    game = game_of(*range(0, 40, 2))
    history.show_game(game, Notation.GTP, "White wins.")
    result = history.visualItemRect(history.item(history.count() - 1))
    assert history.viewport().rect().contains(result)


def test_moves_are_listed_in_the_notation_that_is_chosen(history: HistoryPanel):
    game = game_of(44, 0)
    history.show_game(game, Notation.CHAMPIONSHIP, None)
    assert texts(history) == ["Start", "1.  I5", "2.  A9"]
    assert history.currentRow() == 2 and history.accessibleName() == "Moves"
    history.show_game(game, Notation.GTP, "Black wins")
    assert texts(history) == ["Start", "1.  J5", "2.  A9", "Black wins"]


def test_a_click_names_the_move_and_the_result_is_none(qtbot: QtBot, history: HistoryPanel):
    chosen: list[Node] = []
    history.node_chosen.connect(chosen.append)
    game = game_of(*range(0, 60, 2))
    line = game.cursor.line()
    history.show_game(game, Notation.CHAMPIONSHIP, "White wins")
    for row in (0, 3, 30, 31):
        click_row(qtbot, history, row)
    assert chosen == [line[0], line[3], line[30]]


def test_the_line_stays_whole_when_looking_back(history: HistoryPanel):
    game = game_of(*range(0, 60, 2))
    game.back(28)
    history.show_game(game, Notation.CHAMPIONSHIP, "White wins")
    assert history.currentRow() == 2 and history.count() == 32
    assert history.viewport().rect().intersects(history.visualItemRect(history.item(2)))


# --- thoughts ------------------------------------------------------------------------------------------------------------


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
    assert cell is not None and why in cell.toolTip()
    assert [row(thoughts, number)[1] for number in (0, 1)] == ["*100" if why else "100", "101"]
    other = table(thoughts).item(1, 1)
    assert other is not None and "*" not in other.toolTip()


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
def test_what_is_certain_is_said_in_words(thoughts: ThinkingPanel, proof: Proof, text: str, winner: str):
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


def test_nothing_known_shows_nothing(thoughts: ThinkingPanel):
    thoughts.show_decision(Decision(3, candidates(3)), TO_MOVE[Color.BLACK], Notation.CHAMPIONSHIP)
    thoughts.show_decision(None, TO_MOVE[Color.BLACK], Notation.CHAMPIONSHIP)
    assert table(thoughts).rowCount() == 0 and black_share(thoughts) is None
    assert label(thoughts, "ai_visits").text() == ""


def test_players_that_compare_no_moves_are_shown_too(thoughts: ThinkingPanel):
    thoughts.show_decision(Decision(None), TO_MOVE[Color.BLACK], Notation.CHAMPIONSHIP)
    assert table(thoughts).rowCount() == 0 and black_share(thoughts) == 0.5


def test_a_long_name_ends_in_dots(qtbot: QtBot):
    panel = PlayersPanel()
    qtbot.addWidget(panel)
    long = "UCT search (300 simulations)"
    panel.set_names(long, "B")
    panel.resize(120, 60)
    name = label(panel, "name_black")
    assert name.text() == name.toolTip() == long and not panel.grab().isNull()


def test_a_moving_bar_while_the_ai_thinks(thoughts: ThinkingPanel):
    busy = thoughts.findChild(QProgressBar)
    assert busy is not None
    thoughts.set_status("thinking", True)
    assert busy.isVisible() and label(thoughts, "ai_status").text() == "thinking"
    thoughts.set_status("at rest", False)
    assert not busy.isVisible() and label(thoughts, "ai_status").text() == "at rest"


# --- languages -----------------------------------------------------------------------------------------------------------


def test_panels_change_their_language_with_what_they_show(thoughts: ThinkingPanel, history: HistoryPanel):
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
    game = game_of(40)
    history.show_game(game, Notation.CHAMPIONSHIP, None)
    assert texts(history)[0] == "开始"
    switch.use("en")
    QApplication.processEvents()
    history.show_game(game, Notation.CHAMPIONSHIP, None)
    assert texts(history)[0] == "Start" and header.text() == "Visits"


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
    thoughts._bar.resize(240, 20)
    assert thoughts._bar.texts() == {Color.BLACK: "Black 40.0%", Color.WHITE: "White wins 60.0%"}
    thoughts._bar.resize(170, 20)
    assert thoughts._bar.texts() == {Color.WHITE: "White 60.0%"}
    thoughts._bar.resize(120, 20)
    assert thoughts._bar.texts() == {Color.WHITE: "White 60.0%"}, "beyond its own part"
    thoughts._bar.resize(70, 20)
    assert thoughts._bar.texts() == {Color.WHITE: "60.0%"}
    thoughts._bar.resize(240, 20)
    thoughts._bar.set_black(0.97)
    assert thoughts._bar.texts() == {Color.BLACK: "Black wins 97.0%"}


@pytest.mark.parametrize(
    ("by", "value", "said"),
    [
        ("uct:playouts=2000", 0.0, True),
        ("uct:playouts=2000", 0.18, False),  # nobody wonders
        ("rave:playouts=2000", 0.0, False),  # takes its best move's
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
    assert ("the bar is the mean over all visits" in text) == said


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
    desk.window.thoughts.show_decision(decision, desk.position, desk.window.notation)
    return decision


def test_a_row_that_is_pointed_at_shows_its_line_on_the_board(desk: Desk):
    board, panel = desk.window.board, desk.window.thoughts
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
    panel, game = desk.window.thoughts, desk.window.controller.game
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
