"""Docks give way in a small window."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QRegion
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QApplication,
    QDockWidget,
    QListWidget,
    QScrollArea,
    QScrollBar,
    QTableWidget,
    QToolButton,
    QWidget,
)

from core.game import Game
from core.player import Candidate, Decision, Proof
from core.points import Notation
from core.position import Position, Size
from core.review import judgements, mistakes
from gui.game.thinking_panel import PRIOR, THEN
from gui.parts.giving_way import LEAST_ROWS
from gui.program.theme import apply_application_theme
from tests.gui.desk import Desk
from tests.gui.plots.hands import contrast


def dock_width(desk: Desk) -> int:
    return desk.window.docks["players"].width()


def test_docks_give_way_and_get_their_width_back(desk: Desk):
    window = desk.window
    window.resize(1300, 800)
    desk.wait(lambda: window.width() == 1300 and dock_width(desk) > 300)
    wide = dock_width(desk)
    window.resize(800, 900)
    desk.wait(lambda: dock_width(desk) <= 0.3 * 800)
    assert window.board.width() > 500
    window.resize(1300, 800)
    desk.wait(lambda: dock_width(desk) == wide)


@pytest.mark.parametrize("language", ["en", "zh_CN"])
@pytest.mark.parametrize("size", [(900, 560), (1024, 600), (1366, 740)])
def test_docks_take_what_a_low_board_has_no_use_for(desk: Desk, language: str, size: tuple[int, int]):
    """The whole line that each candidate leads to is read there, and the board is as large as its height allows."""
    window, table = desk.window, desk.window.thoughts_panel._table
    desk.choose("language", language)
    window.resize(*size)
    moves = tuple(Candidate(point, 1234, 0.5, 0.5, None, (*range(9),)) for point in range(5))
    desk.wait(lambda: window.size() == QSize(*size) and dock_width(desk) > 300)
    window.thoughts_panel.show_decision(
        Decision(0, moves, visits=9999), Position.empty().play(80), Notation.GTP
    )
    assert not any(table.isColumnHidden(column) for column in (PRIOR, THEN))
    assert table.columnWidth(THEN) >= table.sizeHintForColumn(THEN)
    assert window.board.width() >= window.board.height()


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_lists_show_several_rows_in_a_small_window(desk: Desk, language: str):
    """Candidates, and twice as many moves as rows."""
    window = desk.window
    desk.choose("language", language)
    window.resize(900, 560)
    desk.wait(lambda: window.size() == QSize(900, 560) and dock_width(desk) > 300)
    desk.play(size=9)
    desk.click(*range(0, 18, 2), *range(18, 36, 2))
    moves = tuple(Candidate(point, 1234, 0.5, 0.5, None, (*range(9),)) for point in range(8))
    window.thoughts_panel.show_decision(Decision(0, moves, visits=9999), desk.position, Notation.GTP)
    QApplication.processEvents()
    table, history = window.thoughts_panel._table, window.history
    assert table.viewport().height() >= 4 * table.rowHeight(0)
    shown = [row for row in range(history.count()) if in_view(history, row)]
    assert len(shown) >= 12
    assert history.visualItemRect(history.item(2)).top() == history.visualItemRect(history.item(1)).top()


def in_view(history: QListWidget, row: int) -> bool:
    return history.viewport().rect().contains(history.visualItemRect(history.item(row)))


def test_the_graph_has_room_where_the_board_has_it_too(desk: Desk):
    window, graph = desk.window, desk.window.review.graph
    window.resize(1400, 900)
    desk.wait(lambda: window.width() == 1400 and graph.height() > 120)
    assert window.board.height() > 4 * graph.height()
    window.resize(900, 560)
    desk.wait(lambda: window.height() == 560 and graph.height() < 80)
    assert window.board.height() > 4 * graph.height()


def still_widths(desk: Desk, *names: str) -> set[int]:
    """The widths of these docks, once they have not changed for ten looks."""
    seen: list[set[int]] = []

    def are_still() -> bool:
        seen.append({desk.window.docks[name].width() for name in names})
        return len(seen) >= 10 and all(widths == seen[-1] for widths in seen[-10:])

    desk.wait(are_still)
    return seen[-1]


def test_docks_keep_their_width_whatever_is_written_there(desk: Desk):
    """It is the user's."""
    window = desk.window
    window.resize(1100, 700)
    desk.wait(lambda: window.width() == 1100)
    before = still_widths(desk, "players")
    searched = Decision(0, simulations=12_345_678, seconds=9.0, proof=Proof.WIN)
    window.thoughts_panel.show_decision(searched, Position.empty(), Notation.GTP)
    window.thoughts_panel.set_about("long" * 100)
    window.training_desk.panel.state.setText("run_" * 50)
    window.notices.tell("file_" * 50)
    window.docks.bring_up("training")
    assert still_widths(desk, "players", "thoughts", "training") == before


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_way_to_commands_without_room_is_seen(desk: Desk, scheme: str):
    apply_application_theme(scheme)
    desk.window.resize(desk.window.minimumSizeHint())
    more = desk.window.tool_bar.findChild(QToolButton, "qt_toolbar_ext_button")
    assert more is not None
    desk.wait(more.isVisible)
    picture = more.grab().toImage()
    colors = [picture.pixelColor(x, y) for x in range(picture.width()) for y in range(picture.height())]
    assert max(contrast(color, colors[0]) for color in colors) > 3


def test_ais_that_play_are_watched_in_front(desk: Desk):
    desk.window.resize(800, 600)
    desk.trigger("ai_against_ai")
    desk.wait(lambda: not desk.window.watch.visibleRegion().isEmpty())
    desk.wait(lambda: desk.window.board.width() >= desk.window.board.height())
    desk.wait_for_end()


def test_a_dock_that_is_asked_for_comes_to_the_front(desk: Desk):
    for name in ("watch", "library", "watch"):
        dock = desk.window.docks[name]
        if not dock.isHidden():
            dock.toggleViewAction().trigger()
        dock.toggleViewAction().trigger()
        desk.wait(lambda dock=dock: not dock.visibleRegion().isEmpty() and dock.widget().isVisible())


def test_docks_go_back_to_where_they_stood(desk: Desk):
    docks = desk.window.docks
    docks["history"].setFloating(True)
    docks["players"].hide()
    desk.window.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, docks["tree"])
    desk.trigger("first_layout")
    assert not docks["history"].isFloating() and docks["players"].isVisible()
    assert desk.window.dockWidgetArea(docks["tree"]) is Qt.DockWidgetArea.RightDockWidgetArea


def test_the_window_becomes_as_low_as_a_small_screen_whatever_its_panels_say(desk: Desk):
    """They scroll, and nothing of them is cut off at the side."""
    window, panel = desk.window, desk.window.training_desk.panel
    for name in ("watch", "training"):
        window.docks.bring_up(name)
    window.watch.score.setText("A player with a long name " * 10)
    panel._tell("A figure\n" * 10)
    window.resize(700, 640)
    desk.wait(lambda: window.height() == 640 and panel.table.height() < 120)
    for widget in (window.watch, panel):
        area = widget.parentWidget()
        assert area is not None and area.height() < widget.height() and area.width() >= widget.width()
        assert widget.width() >= widget.minimumSizeHint().width()


def test_a_small_window_stays_as_small_with_any_docks(desk: Desk):
    """Of a table that gives way there are rows to be seen."""
    window = desk.window
    window.players.set_names(*["Buwei AI (shipped network, 800 simulations)"] * 2)
    window.thoughts_panel.set_status("Analysing with a player that has a long name. " * 2, True)
    window.thoughts_panel.set_about("Of another position than the one on the board. " * 2)
    for name in window.docks:
        window.docks.bring_up(name)
        window.resize(900, 560)
        QApplication.processEvents()
        desk.wait(lambda: window.size() == QSize(900, 560))
        assert window.minimumSizeHint().height() <= 560, name
    desk.trigger("opening_book")
    panel = window.book.panel
    desk.wait(lambda: not panel.table.visibleRegion().isEmpty())
    desk.wait(lambda: panel.figures_on_board.y() >= panel.table.geometry().bottom())
    assert panel.table.viewport().height() >= 2 * panel.table.rowHeight(0)


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_in_a_small_window_three_candidates_of_an_analysis_are_seen(desk: Desk, language: str):
    """The lines above them don't wrap."""
    window, table = desk.window, desk.window.thoughts_panel._table
    desk.choose("language", language)
    window.resize(900, 560)
    window.settings.analysis_player = "zero:net=flagship"
    desk.play(size=9)
    desk.trigger("analyse")
    desk.wait(lambda: table.rowCount() >= 4)
    rows = table.viewport()
    desk.wait(lambda: rows.visibleRegion().boundingRect().height() >= 3 * table.rowHeight(0))


def bars(dock: QWidget) -> list[QScrollBar]:
    """Upright ones that are seen."""
    areas = dock.findChildren(QAbstractScrollArea)
    return [area.verticalScrollBar() for area in areas if area.verticalScrollBar().isVisible()]


def own_bar(dock: QDockWidget) -> QScrollBar:
    area = dock.widget()
    assert isinstance(area, QScrollArea)
    return area.verticalScrollBar()


def list_generations(desk: Desk) -> QTableWidget:
    line = {"games": 1, "policy": 1.0, "value": 1.0, "gate_games": 0}
    desk.window.training_desk.panel.show_generations([line | {"generation": n} for n in range(12)])
    return desk.window.training_desk.panel.table


def list_book(desk: Desk) -> QTableWidget:
    desk.click(40)
    return desk.window.book.panel.table


@pytest.mark.parametrize(("name", "fill"), [("training", list_generations), ("book", list_book)])
def test_no_list_scrolls_within_a_dock_that_scrolls(
    desk: Desk, name: str, fill: Callable[[Desk], QTableWidget]
):
    """In a low window the dock scrolls, in a higher one a list that is long."""
    window = desk.window
    desk.play(size=9)
    window.resize(900, 560)
    window.docks.bring_up(name)
    table = fill(desk)
    assert table.rowCount() > LEAST_ROWS
    desk.wait(lambda: bars(window.docks[name]) == [own_bar(window.docks[name])])
    window.resize(1180, 900)
    desk.wait(lambda: bars(window.docks[name]) == ([table.verticalScrollBar()] if name == "training" else []))


def test_keys_scroll_to_a_row_of_a_list_in_a_low_window(desk: Desk):
    window = desk.window
    desk.play(size=9)
    window.resize(900, 480)
    window.docks.bring_up("book")
    table = list_book(desk)
    desk.wait(lambda: bars(window.docks["book"]) == [own_bar(window.docks["book"])])
    last = table.rowCount() - 1
    row = table.visualRect(table.model().index(last, 0))

    def is_seen() -> bool:
        """All of the row, and not a part of it."""
        return QRegion(row).subtracted(table.viewport().visibleRegion()).isEmpty()

    assert not is_seen()
    table.setFocus()
    table.setCurrentCell(0, 0)
    for _ in range(last):
        desk.qtbot.keyClick(table, Qt.Key.Key_Down)
    assert table.currentRow() == last and is_seen()


LOW = 440
"""Pixels that a window has on a screen of 1366x768 scaled to 150%, but for its frame and the desktop's bar."""


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_the_window_fits_a_low_screen_whatever_it_shows(desk: Desk, language: str):
    window = desk.window
    desk.choose("language", language)
    window.resize(910, LOW)
    desk.wait(lambda: window.width() == 910)
    for command in ("comment", "set_up_position"):
        desk.trigger(command)
        QApplication.processEvents()
        assert window.height() == LOW, command
    window.setup_bar.close_bar()
    for name in window.docks:
        window.docks.bring_up(name)
        QApplication.processEvents()
        assert window.height() == LOW, name


def test_a_practice_makes_no_low_window_higher(desk: Desk):
    window = desk.window
    window.resize(910, window.minimumSizeHint().height())
    game = Game(Size(5, 5))
    game.keep_analysis(game.root, Decision(12, (Candidate(12, 10),), value_to_move=0.9, visits=10))
    game.play(0)
    game.keep_analysis(game.cursor, Decision(12, (Candidate(12, 10),), value_to_move=0.9, visits=10))
    window.controller.open_game(game)
    QApplication.processEvents()
    before = window.height()
    window.practice.begin(mistakes(game.line_shown(), judgements(game.line_shown(), 0), None))
    QApplication.processEvents()
    assert window.practice_bar.active
    assert window.height() == before
