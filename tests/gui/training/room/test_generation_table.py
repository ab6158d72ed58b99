"""The training room's table of a run's generations: their ratings, and what is chosen or in view while others come."""

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from ai.training.ratings import GenerationRating, generation_ratings
from ai.training.run_folder import RunFolder
from core import folders
from gui.networks.view import NetworkView
from gui.parts.tables import row_height
from gui.training.generation_table import GATE, RATING, _elo
from gui.training.room import TrainingRoom
from gui.training.runs import RATING as runs_rating
from gui.training.runs import RunsDialog
from tests.ai.training.figures import figures
from tests.gui.desk import Desk, wait
from tests.gui.plots.hands import legend
from tests.gui.training.room.hands import (
    GENERATIONS,
    chosen_generations,
    click_generation,
    go_on,
    pointed_at,
    row_of,
)


def test_later_games_revise_earlier_ratings(room: TrainingRoom, run: Path):
    def shown() -> str:
        item = room.generations.item(row_of(room, GENERATIONS), RATING)
        assert item is not None
        return item.text()

    before = shown()
    go_on(room, run, 4, 5, 6)
    rating = generation_ratings(RunFolder(run).read_metrics())[GENERATIONS - 1]
    assert shown() == f"{rating.elo:+.0f} ±{rating.spread:.0f}" != before


def test_of_a_long_run_ratings_come_while_the_window_answers(
    room: TrainingRoom, run: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
):
    """What is known of its generations is there at once."""
    monkeypatch.setattr("gui.training.generation_table.RATED_AT_ONCE", GENERATIONS)
    go_on(room, run, 4, 5)
    texts = [[cell.data() for cell in cells_of(room, row)] for row in range(5)]
    assert texts[0][0] == "5" and texts[0][RATING] == "" and all(texts[0][:RATING] + texts[0][RATING + 1 :])
    ratings = generation_ratings(RunFolder(run).read_metrics())
    wanted = [f"{each.elo:+.0f} ±{each.spread:.0f}" for each in ratings]
    wait(qtbot, lambda: [cells_of(room, row)[RATING].data() for row in range(5)] == wanted[::-1])


def cells_of(room: TrainingRoom, row: int) -> list[QModelIndex]:
    model = room.generations.model()
    return [model.index(row, column) for column in range(model.columnCount())]


def test_chosen_generations_stay_chosen_while_others_come(
    room: TrainingRoom, desk: Desk, run: Path, qtbot: QtBot
):
    asked: list[list[Path]] = []
    room.compare_asked.connect(asked.append)
    click_generation(room, qtbot, 3)
    click_generation(room, qtbot, 1, Qt.KeyboardModifier.ControlModifier)
    wait(qtbot, lambda: room.games.list.count() == 2)
    room.games.list.setCurrentRow(1)
    go_on(room, run, 4)
    go_on(room, run, 5, 6)
    assert chosen_generations(room) == [3, 1]
    assert room.generations.currentRow() == row_of(room, 1)
    assert room.games.list.currentRow() == 1, "the list of games is left alone"
    qtbot.mouseClick(room.generation_buttons.compare, Qt.MouseButton.LeftButton)
    assert [path.name for path in asked[0]] == ["000003.safetensors", "000001.safetensors"]
    (view,) = desk.window.findChildren(NetworkView)
    view.close()
    qtbot.keyClick(room.generations, Qt.Key.Key_Down)
    assert room.generations.currentRow() == row_of(room, 1), "the last row stays the last"
    qtbot.keyClick(room.generations, Qt.Key.Key_Up)
    assert chosen_generations(room) == [2]


def test_where_none_is_chosen_a_refused_network_is_not_meant(room: TrainingRoom, run: Path, qtbot: QtBot):
    """Its games are listed all the same: they are the newest."""
    RunFolder(run).append_line(figures(4, accepted=False))
    room.look()
    assert [path.name for path in room.meant()] == ["000003.safetensors"]
    assert "generation 4:" in room.games.label.text()
    click_generation(room, qtbot, 4)
    assert [path.name for path in room.meant()] == ["000004.safetensors"]
    RunFolder(run).metrics.write_text("")
    RunFolder(run).append_line(figures(1, accepted=False))
    room.look()
    assert [path.name for path in room.meant()] == ["000001.safetensors"], "there is no other"


def test_generations_in_view_stay_there_while_others_come(room: TrainingRoom, run: Path, qtbot: QtBot):
    def at_the_top() -> str:
        item = room.generations.itemAt(0, 0)
        assert item is not None
        return item.text()

    go_on(room, run, *range(4, 61))
    assert at_the_top() == "60"
    go_on(room, run, 61)
    assert at_the_top() == "61", "who has chosen nothing sees the newest"
    room.generations.verticalScrollBar().setValue(10)
    go_on(room, run, 62)
    assert at_the_top() == "51"
    room.generations.verticalScrollBar().setValue(0)
    click_generation(room, qtbot, 62)
    go_on(room, run, 63, 64)
    assert at_the_top() == "62"
    room.generations.clearSelection()
    room.generations.verticalScrollBar().setValue(0)
    with pointed_at(room.generations):
        go_on(room, run, 65)
    assert at_the_top() == "64", "a click that is on its way would take another one"


def test_a_generation_that_is_made_anew_is_shown_anew(room: TrainingRoom, run: Path, qtbot: QtBot):
    """A session that was killed cuts off what it had not finished."""
    click_generation(room, qtbot, 1)
    folder = RunFolder(run)
    lines = folder.metrics.read_bytes().splitlines(keepends=True)
    folder.metrics.write_bytes(b"".join(lines[:2]))
    go_on(room, run, 3)
    assert chosen_generations(room) == [1]
    folder.metrics.write_bytes(b"".join(lines[:2]))
    folder.append_line(figures(3, games=77))
    room.look()
    games = room.generations.item(0, 3)
    assert games is not None and games.text() == "77" and room.generations.rowCount() == GENERATIONS


def test_another_run_has_nothing_chosen(room: TrainingRoom, run: Path, qtbot: QtBot):
    copied = run.with_name("copy")
    shutil.copytree(run, copied)
    room.look()
    click_generation(room, qtbot, 1)
    (item,) = room.runs.findItems("copy", Qt.MatchFlag.MatchExactly)
    qtbot.mouseClick(
        room.runs.viewport(), Qt.MouseButton.LeftButton, pos=room.runs.visualItemRect(item).center()
    )
    assert chosen_generations(room) == [] and room.generations.rowCount() == GENERATIONS
    wait(qtbot, lambda: room.games.list.count() == 2)


def test_all_figures_of_the_generations_are_seen_in_a_new_room(open_desk, data_folder: Path):
    desk = open_desk()
    desk.trigger("training_room")
    room = desk.window.training_desk.room
    room.resize(1240, 720)
    desk.wait(lambda: room.width() == 1240 and room.generations.horizontalScrollBar().maximum() == 0)
    room.close()


@pytest.mark.parametrize(
    ("elo", "spread", "told"), [(-0.3, 160.2, "+0 ±160"), (-7.6, 49.7, "-8 ±50"), (12.0, 9.0, "+12 ±9")]
)
def test_a_rating_has_a_sign_that_it_has_when_rounded(elo: float, spread: float, told: str):
    assert _elo(GenerationRating(5, elo, spread, 200.0)) == told


def test_against_whom_games_at_the_gate_were_is_told_at_the_mouse(room: TrainingRoom, desk: Desk, run: Path):
    """In the window's language, whichever was chosen since."""

    def told(generation: int) -> str:
        item = room.generations.item(row_of(room, generation), GATE)
        assert item is not None
        return item.toolTip()

    scores = [[3, 5, 8], [2, 2, 8]]
    RunFolder(run).append_line(figures(4, gate_wins=7, gate_games=16, gate_scores=scores, accepted=False))
    room.look()
    assert told(4) == "against generation 3: 5 of 8 won\nagainst generation 2: 2 of 8 won"
    assert told(3) == "", "earlier versions didn't tell"
    desk.choose("language", "zh_CN")
    desk.wait(lambda: "第 3 代" in told(4))


def test_every_elo_says_against_what(room: TrainingRoom, desk: Desk):
    header = room.generations.horizontalHeaderItem(RATING)
    assert header is not None and "generation 0" in header.toolTip() and "arena" in header.toolTip()
    assert "generation 0" in room.plots.plots["rating"].title.toolTip()
    for about in (header.toolTip(), room.plots.plots["rating"].title.toolTip()):
        assert "assumed that a generation gains about as much as the one before it" in about
    assert "keeps changing" in header.toolTip()
    assert "bars: against the newest" in legend(room.plots.plots["rating"]), "not against generation 0"
    runs = RunsDialog(desk.window, folders.runs_dir())
    desk.qtbot.addWidget(runs)
    header = runs.table.horizontalHeaderItem(runs_rating)
    assert header is not None and "gen. 0" in header.text() and "generation 0" in header.toolTip()


def test_generations_have_most_of_the_rows_in_a_small_room(room: TrainingRoom):
    room.resize(900, 560)
    QApplication.processEvents()
    assert room.generations.viewport().height() >= 8 * row_height(room.generations)
