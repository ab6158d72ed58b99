"""The list itself: what its rows, columns and tips say, and how they share the room."""

from pathlib import Path
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QDate, QEvent, QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication, QToolTip

from core import records
from core.game import Reason, Result
from core.position import Color
from gui.program.language import LanguageSwitch
from gui.records.game_list import BLACK, DATE, NAME, WHITE, WINNER
from gui.records.games_table import MEASURED_ROWS
from tests.gui.desk import Desk, context_menu
from tests.gui.records.hands import game

OPENS = "A double click or Enter opens it on the board."


def tip_of_row(desk: Desk, row: int) -> list[str]:
    """What is told where the pointer rests on a game of the list."""
    table = desk.window.files.library.table
    place = QPoint(5, table.rowViewportPosition(row) + 5)
    help_event = QHelpEvent(QEvent.Type.ToolTip, place, table.viewport().mapToGlobal(place))
    QToolTip.hideText()
    QApplication.sendEvent(table.viewport(), help_event)
    return QToolTip.text().splitlines()


def test_the_list_of_played_games_stays_in_place_while_they_come(desk: Desk, tmp_path: Path):
    for number in range(60):
        (tmp_path / f"{number:02}.sgf").touch()
    library = desk.window.files.library
    desk.window.docks.bring_up("library")
    library.show_folder(tmp_path, newest_first=True)

    def top() -> str:
        return library.entry(library.table.rowAt(0)).name

    assert top() == "59.sgf"
    library.table.selectRow(1)
    for number in (60, 61):
        (tmp_path / f"{number}.sgf").touch()
        library.show_folder(tmp_path, newest_first=True)
    assert top() == "59.sgf" and library.entry(library.table.currentIndex().row()).name == "58.sgf"


def test_games_named_by_dates_can_be_told_apart(desk: Desk, tmp_path: Path):
    for number in range(3):
        (tmp_path / f"2026-11-26 0{number}.15.30 (2).sgf").write_text("(;SZ[5])", "utf-8")
    desk.window.files.opening.take(tmp_path)
    table = desk.window.files.library.table
    assert table.columnWidth(0) >= table.sizeHintForColumn(0)


def test_a_narrow_list_shows_who_played_who_won_and_when(desk: Desk, tmp_path: Path):
    """And what the row doesn't tell in the tip."""
    made = game(12)
    made.black_name, made.white_name, made.date, made.event = "Anna", "Berta", "2026-03-01", "Cup"
    made.result = Result(Color.BLACK, Reason.RESIGNATION)
    records.save(made, tmp_path / "2026-03-01 12.15.30 (2).sgf")
    desk.window.resize(900, 960)
    desk.window.files.opening.take(tmp_path)
    table, model = desk.window.files.library.table, desk.window.files.library.model
    desk.wait(lambda: desk.window.docks["library"].width() <= 270 and model.index(0, 4).data() == "03/01/26")
    right = [table.columnViewportPosition(column) + table.columnWidth(column) for column in (1, 2, 3, 4)]
    assert right == sorted(right) and right[-1] <= table.viewport().width()
    assert all(table.columnWidth(column) >= table.sizeHintForColumn(column) for column in (1, 2, 3, 4))
    assert table.isColumnHidden(NAME)
    desk.wait(lambda: table.horizontalScrollBar().maximum() == 0)
    more = ["Moves: 1", "Ended by: resignation", "Board: 5x5", "Event: Cup", OPENS]
    assert tip_of_row(desk, 0) == ["File: 2026-03-01 12.15.30 (2).sgf", *more]
    table.setColumnWidth(2, 20)
    desk.wait(lambda: tip_of_row(desk, 0) == ["File: 2026-03-01 12.15.30 (2).sgf", "White: Berta", *more])


def test_games_of_today_are_told_apart_by_the_time_of_day(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Those of other days say it in the tip."""
    today = SimpleNamespace(currentDate=lambda: QDate(2026, 11, 30), fromString=QDate.fromString)
    monkeypatch.setattr("gui.program.messages.QDate", today)
    for number, begun in enumerate(("2026-11-30T23:59", "2026-03-01T12:15", "2026-03-01")):
        made = game(12)
        made.date = begun
        records.save(made, tmp_path / f"{number}.sgf")
    desk.choose("language", "zh_CN")
    desk.window.files.opening.take(tmp_path)
    index = desk.window.files.library.model.index
    desk.wait(lambda: index(0, DATE).data() and index(2, DATE).data())
    assert [index(row, DATE).data() for row in range(3)] == ["23:59", "2026/03/01", "2026/03/01"]
    assert "开始：2026/3/1 12:15" in tip_of_row(desk, 1)
    assert not any(line.startswith("开始") for line in tip_of_row(desk, 2)), "nobody knows"


def test_a_long_name_has_the_room_that_the_short_one_beside_it_has_no_use_for(desk: Desk, tmp_path: Path):
    made = game(12)
    made.black_name, made.white_name = "Anastasia Alexandrowna Petrowa", "Li"
    records.save(made, tmp_path / "game.sgf")
    desk.window.files.opening.take(tmp_path)
    table = desk.window.files.library.table
    table.setFixedWidth(340)
    desk.wait(lambda: table.columnWidth(BLACK) > 2 * table.columnWidth(WHITE) > 0)
    assert table.columnWidth(WHITE) >= table.sizeHintForColumn(WHITE)
    assert table.horizontalScrollBar().maximum() == 0


def test_settings_of_one_player_differ_in_the_list_though_it_is_narrow(desk: Desk, tmp_path: Path):
    """By their numbers; the tip has all of it."""
    path = tmp_path / "two.sgf"
    with path.open("wb") as file:
        for playouts, simulations in ((50, 1234), (5000, 20)):
            made = game(12)
            made.black_name, made.white_name = f"uct:playouts={playouts}", f"zero:simulations={simulations}"
            file.write(records.sgf.write(made))
    desk.window.files.opening.take(path)
    table, index = desk.window.files.library.table, desk.window.files.library.model.index
    table.setFixedWidth(260)
    for language, network in (("en", "Buwei AI"), ("zh_CN", "不围 AI")):
        LanguageSwitch().use(language)
        desk.wait(lambda network=network: index(0, WHITE).data() == f"{network} 1234")
        assert [index(row, BLACK).data() for row in (0, 1)] == ["UCT 50", "UCT 5000"]
        desk.wait(lambda: table.columnWidth(BLACK) >= table.sizeHintForColumn(BLACK))
    assert any("UCT 搜索（50 次模拟）" in line for line in tip_of_row(desk, 0))


def test_the_menu_of_a_listed_game_opens_it(desk: Desk, tmp_path: Path):
    records.save(game(12, 0), tmp_path / "game.sgf")
    desk.window.files.opening.take(tmp_path)
    table = desk.window.files.library.table
    table.selectRow(0)
    opens, *_ = context_menu(table).actions()
    assert opens.text() == "Open"
    opens.trigger()
    assert desk.moves == 2


def test_long_names_have_the_room_of_the_date_where_there_is_little(desk: Desk, tmp_path: Path):
    """And it comes back with the room, in the other language too."""
    made = game(12)
    made.black_name, made.white_name, made.date = "Anastasia Alexandrowna", "Berta", "2026-03-01"
    records.save(made, tmp_path / "game.sgf")
    desk.window.files.opening.take(tmp_path)
    table = desk.window.files.library.table
    for language in ("en", "zh_CN"):
        LanguageSwitch().use(language)
        table.setFixedWidth(240)
        desk.wait(lambda: table.isColumnHidden(DATE) and table.isColumnHidden(NAME))
        assert table.columnWidth(WINNER) >= table.horizontalHeader().sectionSizeHint(WINNER)
        desk.wait(lambda: table.horizontalScrollBar().maximum() == 0)
        assert any(
            line.endswith("2026/03/01" if language == "zh_CN" else "03/01/26") for line in tip_of_row(desk, 0)
        )
        table.setFixedWidth(700)
        desk.wait(lambda: not (table.isColumnHidden(DATE) or table.isColumnHidden(NAME)))


def test_games_without_dates_leave_their_room_to_the_names(desk: Desk, tmp_path: Path):
    """Until one has a date."""
    path = tmp_path / "two.sgf"
    path.write_bytes(records.sgf.write(game(3)) + records.sgf.write(game(4)))
    library, table = desk.window.files.library, desk.window.files.library.table
    desk.window.files.opening.take(path)
    table.setFixedWidth(400)
    desk.wait(lambda: table.columnViewportPosition(0) > 0)
    names = table.columnWidth(BLACK)
    assert table.isColumnHidden(DATE) and library.title.text() == "two.sgf (1/2)"
    dated = game(5)
    dated.date = "2026-03-01"
    path.write_bytes(path.read_bytes() + records.sgf.write(dated))
    desk.window.files.opening.take(path)
    desk.wait(lambda: not table.isColumnHidden(DATE))
    assert table.columnWidth(BLACK) < names


def test_an_empty_list_has_nothing_to_scroll(desk: Desk):
    library = desk.window.files.library
    desk.window.docks.bring_up("library")
    for width in (200, 260, 320):
        library.table.setFixedWidth(width)
        QApplication.processEvents()
        assert library.table.isVisible() and not library.table.horizontalScrollBar().isVisible()
    assert "“Open” those of a file that holds several" in library._nothing.text()


def test_the_tip_of_a_file_of_several_games_says_what_opens_them(desk: Desk, tmp_path: Path):
    (tmp_path / "two.sgf").write_bytes(records.sgf.write(game(3)) + records.sgf.write(game(4)))
    desk.window.files.opening.take(tmp_path)
    desk.wait(lambda: tip_of_row(desk, 0) != [])
    assert tip_of_row(desk, 0)[-1] == "A double click or Enter lists its games and opens the first."


def test_the_tip_of_a_game_repeats_nothing_that_is_seen(desk: Desk, tmp_path: Path):
    records.save(game(12), tmp_path / "game.sgf")
    desk.window.files.opening.take(tmp_path)
    table = desk.window.files.library.table
    table.setFixedWidth(700)
    desk.wait(lambda: table.horizontalScrollBar().maximum() == 0 and tip_of_row(desk, 0) != [])
    assert tip_of_row(desk, 0) == ["Moves: 1", "Board: 5x5", OPENS]


def test_games_whose_players_do_not_tell_them_apart_are_listed_by_their_names(desk: Desk, tmp_path: Path):
    table = desk.window.files.library.table
    (tmp_path / "games").mkdir()
    records.save(game(12), tmp_path / "games" / "game.sgf")
    desk.window.files.opening.take(tmp_path / "games")
    desk.wait(lambda: table.horizontalHeader().visualIndex(NAME) > 0)
    made = game(12)
    made.black_name = made.white_name = "run 3"
    records.save(made, tmp_path / "game.sgf")
    desk.window.files.opening.take(tmp_path)
    desk.wait(lambda: table.columnViewportPosition(NAME) == 0 and not table.isColumnHidden(NAME))


def test_one_file_does_not_say_how_the_others_are_listed(desk: Desk, tmp_path: Path):
    """The first holds several games, one can't be read, another has two players of one name."""
    (tmp_path / "README.txt").write_text("These are games.", "utf-8")
    (tmp_path / "Cup.sgf").write_bytes(records.sgf.write(game(3)) + records.sgf.write(game(4)))
    for number in range(3):
        made = game(12)
        made.white_name = made.black_name if number == 0 else "Berta"
        records.save(made, tmp_path / f"game {number}.sgf")
    desk.window.files.opening.take(tmp_path)
    table, model = desk.window.files.library.table, desk.window.files.library.model
    desk.wait(lambda: table.horizontalHeader().visualIndex(NAME) > table.horizontalHeader().visualIndex(DATE))
    unreadable = next(row for row in range(5) if model.index(row, 0).data() == "README.txt")
    said = model.index(unreadable, WHITE if table.isColumnHidden(NAME) else BLACK).data()
    assert "README.txt can't be read" in said
    assert tip_of_row(desk, unreadable) == said.splitlines(), "nobody is called so"


def test_files_without_players_are_named_in_a_list_that_has_no_room_for_names(desk: Desk, tmp_path: Path):
    """Those of several games, those that can't be read and those whose players nobody knows."""
    (tmp_path / "a.txt").write_text("These are games.", "utf-8")
    (tmp_path / "b.sgf").write_bytes(records.sgf.write(game(3)) + records.sgf.write(game(4)))
    (tmp_path / "c.sgf").write_text("(;GM[1]SZ[5];B[aa])", "utf-8")
    records.save(game(12), tmp_path / "d.sgf")
    desk.window.files.opening.take(tmp_path)
    table, index = desk.window.files.library.table, desk.window.files.library.model.index
    table.setFixedWidth(240)
    desk.wait(lambda: table.isColumnHidden(NAME) and index(3, BLACK).data() == "黑棋")
    assert [index(row, BLACK).data() for row in range(3)] == ["a.txt", "b.sgf", "c.sgf"]
    assert index(1, WHITE).data() == "2 games" and "can't be read" in index(0, WHITE).data()
    table.setFixedWidth(700)
    desk.wait(lambda: not table.isColumnHidden(NAME) and index(1, BLACK).data() == "2 games")
    assert table.model().headerData(NAME, Qt.Orientation.Horizontal) == "File"


def test_widths_that_the_user_has_set_stay(desk: Desk, tmp_path: Path):
    for number in range(3):
        records.save(game(number), tmp_path / f"{number}.sgf")
    desk.window.files.opening.take(tmp_path)
    table = desk.window.files.library.table
    desk.wait(lambda: table.columnViewportPosition(0) > 0)
    table.setFixedWidth(500)
    shared = table.columnWidth(1)
    table.setFixedWidth(600)
    desk.wait(lambda: table.columnWidth(1) > shared)
    header = table.horizontalHeader()
    edge = QPoint(table.columnViewportPosition(1) + table.columnWidth(1) - 1, header.height() // 2)
    before = table.columnWidth(1)
    desk.qtbot.mousePress(header.viewport(), Qt.MouseButton.LeftButton, pos=edge)
    desk.qtbot.mouseMove(header.viewport(), edge + QPoint(60, 0))
    desk.qtbot.mouseRelease(header.viewport(), Qt.MouseButton.LeftButton, pos=edge + QPoint(60, 0))
    assert table.columnWidth(1) == before + 60
    table.setFixedWidth(450)
    desk.window.files.opening.take(tmp_path)
    assert table.columnWidth(1) == before + 60


def test_a_list_is_sorted_as_people_count_and_dated_as_they_write(desk: Desk, tmp_path: Path):
    for number in (1, 2, 10):
        made = game(number)
        made.date = "2026-03-01" if number == 1 else "spring"
        records.save(made, tmp_path / f"game {number}.sgf")
    desk.window.files.opening.take(tmp_path)
    model = desk.window.files.library.model
    assert [model.index(row, 0).data() for row in range(3)] == ["game 1.sgf", "game 2.sgf", "game 10.sgf"]
    desk.wait(lambda: model.index(0, 4).data() == "03/01/26" and model.index(1, 4).data() == "spring")
    LanguageSwitch().use("zh_CN")
    desk.wait(lambda: model.index(0, 4).data() == "2026/03/01")


def test_home_and_end_lead_to_the_first_game_of_a_list_and_the_last(desk: Desk, tmp_path: Path):
    path = tmp_path / "many.sgf"
    path.write_bytes(b"".join(records.sgf.write(game(number)) for number in range(20)))
    desk.window.files.opening.take(path)
    table = desk.window.files.library.table
    table.setFocus()
    table.setColumnWidth(BLACK, 400)
    for key, row in ((Qt.Key.Key_End, 19), (Qt.Key.Key_Home, 0)):
        desk.qtbot.keyClick(table, key)
        assert table.currentIndex().row() == row and table.horizontalScrollBar().value() == 0
        assert desk.position.moves == (0,), "nothing is opened, and the moves stay where they are"


def test_of_a_listed_file_of_many_games_only_the_first_is_read(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    (tmp_path / "many.sgf").write_bytes(b"".join(records.sgf.write(game(number)) for number in range(20)))
    read, sgf_read = [], records.sgf.read
    monkeypatch.setattr(records.sgf, "read", lambda data, *more: read.append(data) or sgf_read(data, *more))
    desk.window.files.opening.take(tmp_path)
    model = desk.window.files.library.model
    desk.wait(lambda: model.index(0, BLACK).data() == "20 games")
    assert read and all(data.count(b"GM[1]") == 1 for data in read)


def test_a_file_of_many_games_is_listed_without_reading_them(desk: Desk, tmp_path: Path):
    path = tmp_path / "many.sgf"
    path.write_bytes(b"\n".join(records.sgf.write(game(number % 25)) for number in range(1000)))
    desk.window.files.opening.open_path(path)
    library = desk.window.files.library
    assert library.model.rowCount() == 1000 and desk.position.moves == (0,)
    QApplication.processEvents()
    assert len(library.model._known) < 200
    desk.window.files.opening.open_listed(999)
    assert desk.position.moves == (24,)


def a_cup(folder: Path) -> Path:
    """A file of four games, one without a date."""
    path = folder / "games.sgf"
    with path.open("wb") as file:
        for number, (black, date) in enumerate(
            (("UCT 200", "2023-12-10"), ("uct:playouts=50", "2023-08-01"), ("Li", ""), ("Anna", "2024-01-02"))
        ):
            made = game(number)
            made.black_name, made.date, made.event = black, date, "Cup" if number % 2 else "Training"
            file.write(records.sgf.write(made))
    return path


def click_heading(desk: Desk, column: int) -> None:
    table = desk.window.files.library.table
    place = QPoint(table.columnViewportPosition(column) + 15, table.horizontalHeader().height() // 2)
    desk.qtbot.mouseClick(table.horizontalHeader().viewport(), Qt.MouseButton.LeftButton, pos=place)


def numbers_shown(desk: Desk) -> list[int]:
    return [entry.number for entry in desk.window.files.library.model.entries]


def test_a_click_on_a_heading_sorts_the_list(desk: Desk, tmp_path: Path):
    """A second one the other way, a third back; the chosen game stays chosen, and the next game is the next one shown."""
    desk.window.files.opening.take(a_cup(tmp_path))
    library = desk.window.files.library
    library.table.setFixedWidth(600)
    desk.wait(lambda: not library.table.isColumnHidden(DATE))
    for column, up, down in (
        (DATE, [2, 1, 4, 3], [4, 1, 2, 3]),
        (BLACK, [4, 3, 2, 1], [1, 2, 3, 4]),
        (NAME, [1, 2, 3, 4], [4, 3, 2, 1]),
    ):
        for order in (up, down, [1, 2, 3, 4]):
            click_heading(desk, column)
            desk.wait(lambda order=order: numbers_shown(desk) == order)
            (row,) = library.table.selectionModel().selectedRows()
            assert library.entry(row.row()).number == 1 and library.title.text() == "games.sgf (1/4)"
    click_heading(desk, DATE)
    desk.wait(lambda: numbers_shown(desk) == [2, 1, 4, 3])
    desk.trigger("next_game")
    assert desk.position.moves == (3,)
    assert library.model.headerData(2, Qt.Orientation.Vertical) == 4, "the game's number in its file"
    desk.trigger("next_game")
    assert desk.position.moves == (2,)


def test_the_search_leaves_the_games_that_have_all_its_words(desk: Desk, tmp_path: Path):
    desk.window.files.opening.take(a_cup(tmp_path))
    library = desk.window.files.library
    desk.window.activateWindow()
    library.search.setFocus()
    for words, found in (
        ("cup", [2, 4]),
        ("CUP anna", [4]),
        ("uct", [1, 2]),
        ("2023 train", [1]),
        ("nobody", []),
    ):
        library.search.setText(words)
        desk.wait(lambda found=found: not library.model.is_reading_all and numbers_shown(desk) == found)
        assert library.title.text() == f"games.sgf: {len(found)} of 4 games found"
    assert library._nothing.text() == "No game has all these words."
    assert library.search.isVisible() and library.file == tmp_path / "games.sgf"
    desk.qtbot.keyClick(library.search, Qt.Key.Key_Escape)
    assert library.search.text() == "" and numbers_shown(desk) == [1, 2, 3, 4]
    assert library.title.text() == "games.sgf (1/4)" and library.table.currentIndex().row() == 0


def test_a_search_and_an_order_end_with_the_list(desk: Desk, tmp_path: Path):
    """And last while the same one changes."""
    path = a_cup(tmp_path)
    desk.window.files.opening.take(path)
    library = desk.window.files.library
    library.search.setText("cup")
    library.table.horizontalHeader().setSortIndicator(DATE, Qt.SortOrder.DescendingOrder)
    desk.wait(lambda: numbers_shown(desk) == [4, 2])
    desk.window.files.lists.list_written(path)
    assert numbers_shown(desk) == [4, 2]
    desk.window.files.opening.take(tmp_path)
    assert library.search.text() == "" and numbers_shown(desk) == [0]
    library.search.setText("anna")
    desk.wait(lambda: numbers_shown(desk) == [0] and not library.model.is_reading_all)


def test_a_list_of_thousands_is_searched_while_it_is_read(desk: Desk, tmp_path: Path):
    path = tmp_path / "many.sgf"
    path.write_bytes(b"\n".join(records.sgf.write(game(number % 25)) for number in range(2000)))
    desk.window.files.opening.open_path(path)
    library = desk.window.files.library
    library.search.setText("many 1999")
    assert library.model.is_reading_all and library._nothing.text() == "Searching…"
    desk.wait(lambda: numbers_shown(desk) == [1999])


def test_of_a_list_of_thousands_what_is_in_view_or_near_is_read(desk: Desk, tmp_path: Path):
    """A game that is asked for again and again is to be read once."""
    path = tmp_path / "many.sgf"
    path.write_bytes(b"\n".join(records.sgf.write(game(number % 25)) for number in range(2000)))
    desk.window.files.opening.open_path(path)
    model, table = desk.window.files.library.model, desk.window.files.library.table
    in_view = range(table.rowAt(0), table.rowAt(table.viewport().height() - 1) + 1)
    assert len(model._wanted) <= MEASURED_ROWS + len(in_view)
    desk.wait(lambda: not model._wanted)
    assert {model.entries[row] for row in in_view} <= model._known.keys()
    assert len(model._known) <= MEASURED_ROWS + len(in_view)


def test_the_list_is_a_model_as_qt_wants_it(desk: Desk, tmp_path: Path, qtlog):
    """The table asks for no more than it needs; screen readers ask for everything."""
    path, library = tmp_path / "games.sgf", desk.window.files.library
    path.write_bytes(b"\n".join(records.sgf.write(game(number)) for number in range(5)))
    tester = QAbstractItemModelTester(library.model, QAbstractItemModelTester.FailureReportingMode.Warning)
    desk.window.files.opening.open_path(path)
    library.search.setText("games 3")
    desk.wait(lambda: numbers_shown(desk) == [3] and not library.model.is_reading_all)
    library.search.clear()
    desk.choose("language", "zh_CN")
    tester.deleteLater()
    assert not [record.message for record in qtlog.records if record.message.startswith("FAIL!")]
