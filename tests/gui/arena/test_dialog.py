"""The dialog that begins an arena."""

import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from ai.levels import levels
from ai.players import SHIPPED, find_network, make_player
from ai.players.text import quote
from gui.app import make_application
from gui.arena.dialog import MOVE_TIME, TOTAL_TIME, ArenaDialog
from gui.program.language import LANGUAGES, LanguageSwitch
from gui.program.player_text import split
from tests.gui.desk import Desk


def dialog_in(folder: Path) -> ArenaDialog:
    make_application([])
    return ArenaDialog(None, folder, [("flagship", "flagship")])


def test_the_dialog_makes_plans(qtbot: QtBot, folder: Path):
    dialog = dialog_in(folder)
    qtbot.addWidget(dialog)
    assert dialog.agree.isEnabled()
    assert dialog.choice().folder == folder / "arena-1"
    dialog.players.choice.setCurrentText("uct:playouts=5")
    dialog.players.add_button.click()
    dialog.games.setValue(7)
    dialog.board.setCurrentText("5x5")
    plan = dialog.choice().plan
    assert plan.players[-1] == "uct:playouts=5" and len(plan) == 21 and plan.size == "5x5"
    assert (plan.seconds, plan.total_seconds) == (None, None)
    dialog.seconds.setValue(3)
    dialog.time.setCurrentIndex(dialog.time.findData(MOVE_TIME))
    assert (dialog.choice().plan.seconds, dialog.choice().plan.total_seconds) == (3, None)
    dialog.time.setCurrentIndex(dialog.time.findData(TOTAL_TIME))
    assert (dialog.choice().plan.seconds, dialog.choice().plan.total_seconds) == (None, 3)


def test_random_moves_are_offered_only_where_all_can_play_on_from_there(qtbot: QtBot, folder: Path):
    """As for AIs that are watched."""
    dialog = dialog_in(folder)
    qtbot.addWidget(dialog)
    dialog.opening_moves.setValue(3)
    dialog.players.add_text(f"sau:name=whole,command={quote(sys.executable)}")
    assert not dialog.opening_moves.isEnabled() and "whole games only" in dialog.opening_moves.toolTip()
    assert dialog.choice().plan.opening_moves == dialog.opening_moves.value() == 0
    assert "Games altogether: 60. Programs of the SAU platform play whole games only" in dialog.summary.text()
    assert dialog.agree.isEnabled()
    dialog.players.list.setCurrentRow(2)
    dialog.players.remove_button.click()
    assert dialog.opening_moves.isEnabled() and "repeat one game" in dialog.opening_moves.toolTip()
    assert dialog.choice().plan.opening_moves == 3 and dialog.summary.text() == "Games altogether: 20."


def test_the_dialog_tells_what_cannot_be_played(qtbot: QtBot, folder: Path):
    dialog = dialog_in(folder)
    qtbot.addWidget(dialog)
    start = dialog.agree
    dialog.players.choice.setCurrentText("nobody")
    dialog.players.add_button.click()
    assert "nobody" in dialog.players.problem.text() and "nobody" not in dialog.players.texts()
    there = dialog.players.texts()
    dialog.players.choice.setCurrentText(there[0])
    dialog.players.add_button.click()
    assert "in the list already" in dialog.players.problem.text() and dialog.players.texts() == there
    assert dialog.players.choice.currentText() == there[0], "to be mended"
    for change, said in (
        (lambda: dialog.name.setText("played"), "already"),
        (lambda: dialog.name.setText("a/b"), "can't have / in it"),
        (lambda: dialog.name.setText("cup."), "end with a dot"),
        (lambda: dialog.board.setCurrentText("huge"), "huge"),
    ):
        name, board = dialog.name.text(), dialog.board.currentText()
        change()
        assert said in dialog.summary.text() and not start.isEnabled()
        dialog.name.setText(name)
        dialog.board.setCurrentText(board)
        assert start.isEnabled()
    dialog.players.list.setCurrentRow(0)
    dialog.players.remove_button.click()
    assert "two players" in dialog.summary.text() and not start.isEnabled()
    for text in ("random", "uct:playouts=5", "uct:playouts=6"):
        dialog.players.add_text(text)
    kept = dialog.players.texts()[-1:]
    dialog.players.list.selectAll()
    last = dialog.players.list.count() - 1
    dialog.players.list.setCurrentRow(last, QItemSelectionModel.SelectionFlag.Deselect)
    dialog.players.remove_button.click()
    assert dialog.players.texts() == kept, "all that were chosen are gone"
    dialog.players.remove_button.click()
    assert not dialog.players.texts(), "the next one is chosen then"


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_a_problem_that_is_told_moves_no_field_of_the_dialog(language: str, qtbot: QtBot, folder: Path):
    """Nor does a time that can be written since."""
    LanguageSwitch().use(language)
    dialog = dialog_in(folder)
    qtbot.addWidget(dialog)
    dialog.show()
    fields = [dialog.players.list, dialog.games, dialog.board, dialog.time, dialog.buttons]

    def places() -> list[int]:
        QApplication.processEvents()
        return [field.mapTo(dialog, field.rect().bottomLeft()).y() for field in fields]

    before = places()
    dialog.players.choice.setCurrentText("nobody")
    dialog.players.add_button.click()
    dialog.board.setCurrentText("huge")
    dialog.time.setCurrentIndex(dialog.time.findData(MOVE_TIME))
    assert dialog.seconds.isVisible() and dialog.players.problem.text() and "huge" in dialog.summary.text()
    assert places() == before


def test_enter_in_the_field_of_players_adds_and_begins_nothing(qtbot: QtBot, folder: Path):
    dialog = ArenaDialog(None, folder, [])
    qtbot.addWidget(dialog)
    dialog.show()
    for field in (dialog.players.choice, dialog.players.choice.lineEdit()):
        for _ in range(2):
            dialog.players.choice.setCurrentText("nobody")
            qtbot.keyClick(field, Qt.Key.Key_Return)
            assert dialog.isVisible() and dialog.players.problem.text()
        dialog.players.choice.setCurrentText("uct:playouts=5")
        qtbot.keyClick(field, Qt.Key.Key_Return)
        assert dialog.isVisible() and dialog.players.texts()[-1] == "uct:playouts=5"
        dialog.players.list.setCurrentRow(2)
        dialog.players.remove()


def test_a_level_is_added_by_its_name(qtbot: QtBot, folder: Path):
    dialog = dialog_in(folder)
    qtbot.addWidget(dialog)
    dialog.players.choice.setCurrentText(levels()[-1].name("en"))
    qtbot.keyClick(dialog.players.choice.lineEdit(), Qt.Key.Key_Return)
    assert dialog.players.texts()[-1] == levels()[-1].player_text


def test_a_level_is_called_by_its_name_without_its_elo(qtbot: QtBot, folder: Path):
    """The Elo of the ladder has another zero than that of the arena."""
    dialog = dialog_in(folder)
    qtbot.addWidget(dialog)
    level = levels()[-1]
    dialog.players.add_text(level.player_text)
    added = dialog.players.list.item(dialog.players.list.count() - 1)
    assert added.text() == f"{level.name('en')}   {level.player_text}"


def test_an_external_program_is_added_by_its_name(qtbot: QtBot, folder: Path):
    make_application([])
    engine = f"gtp:command={quote(sys.executable)},name=My engine"
    dialog = ArenaDialog(None, folder, [], [engine])
    qtbot.addWidget(dialog)
    dialog.players.choice.setCurrentText("My engine")
    qtbot.keyClick(dialog.players.choice.lineEdit(), Qt.Key.Key_Return)
    assert dialog.players.texts()[-1] == engine
    assert dialog.agree.isEnabled()


def test_a_checkpoint_is_added_from_its_file(qtbot: QtBot, folder: Path, monkeypatch: pytest.MonkeyPatch):
    path = folder / "网络, 1.safetensors"
    path.write_bytes(find_network(SHIPPED).read_bytes())
    dialog = dialog_in(folder)
    qtbot.addWidget(dialog)
    asked = iter([[], [path], [folder / "none.safetensors"]])
    monkeypatch.setattr("gui.arena.dialog.choose_checkpoints", lambda _parent: next(asked))
    for _ in range(3):
        dialog.players.choice.setCurrentIndex(dialog.players.choice.count() - 1)
        dialog.players.choice.activated.emit(dialog.players.choice.count() - 1)
    (*_, text) = dialog.players.texts()
    assert len(dialog.players.texts()) == 3
    assert make_player(text).network.path == path  # type: ignore[attr-defined]
    assert "none.safetensors" in dialog.players.problem.text()


def test_of_networks_with_one_name_the_one_that_was_chosen_is_added(qtbot: QtBot, folder: Path):
    paths = [folder / run / "best.safetensors" for run in ("first", "second")]
    for path in paths:
        path.parent.mkdir()
        path.write_bytes(find_network(SHIPPED).read_bytes())
    make_application([])
    dialog = ArenaDialog(None, folder, [("best", str(path)) for path in paths])
    qtbot.addWidget(dialog)
    choice = dialog.players.choice
    second = choice.findText("Network best") + 1
    choice.setCurrentIndex(second)
    choice.activated.emit(second)
    assert make_player(dialog.players.texts()[-1]).network.path == paths[1]  # type: ignore[attr-defined]


def test_generations_of_a_session_are_added_together(
    qtbot: QtBot, folder: Path, monkeypatch: pytest.MonkeyPatch
):
    paths = [folder / "runs" / "first" / "checkpoints" / f"{number:06}.safetensors" for number in (10, 50)]
    paths[0].parent.mkdir(parents=True)
    for path in paths:
        path.write_bytes(find_network(SHIPPED).read_bytes())
    dialog = dialog_in(folder)
    qtbot.addWidget(dialog)
    monkeypatch.setattr(QFileDialog, "exec", lambda _self: True)
    monkeypatch.setattr(QFileDialog, "selectedFiles", lambda _self: list(map(str, paths)))
    other = dialog.players.choice.findText("other generations or checkpoints…")
    dialog.players.choice.setCurrentIndex(other)
    dialog.players.choice.activated.emit(other)
    listed = [dialog.players.list.item(row).text() for row in (2, 3)]
    assert "first, generation 10" in listed[0] and "first, generation 50" in listed[1]


def test_networks_search_with_as_many_simulations_as_the_dialog_says(
    qtbot: QtBot, folder: Path, monkeypatch: pytest.MonkeyPatch
):
    """Those in the list too; whoever writes a text has written a number."""
    paths = [folder / f"{name}.safetensors" for name in ("met", "known", "chosen")]
    for path in paths:
        path.write_bytes(find_network(SHIPPED).read_bytes())
    make_application([])
    met, known, chosen = map(str, paths)
    dialog = ArenaDialog(None, folder, [("known", known)], meeting=[met])
    qtbot.addWidget(dialog)
    dialog.show()
    players = dialog.players
    assert players.simulations.isVisible() and players.simulations.value() == 100
    written = "zero:net=flagship,simulations=50"
    monkeypatch.setattr("gui.arena.dialog.choose_checkpoints", lambda _parent: [Path(chosen)])
    for text in ("Network known", "other generations or checkpoints…", written):
        players.choice.setCurrentText(text)
        qtbot.mouseClick(players.add_button, Qt.MouseButton.LeftButton)

    def searching() -> dict[str, str]:
        found = (split(text)[1] for text in dialog.choice().plan.players)
        return {options["net"]: options["simulations"] for options in found if "net" in options}

    assert searching() == {met: "100", known: "100", chosen: "100", "flagship": "50"}
    players.simulations.selectAll()
    qtbot.keyClicks(players.simulations, "800")
    assert searching() == {met: "800", known: "800", chosen: "800", "flagship": "50"}
    listed = [players.list.item(row).text() for row in range(players.list.count())]
    assert len([text for text in listed if "800 simulations" in text]) == 3
    players.choice.setCurrentText("Network known")
    qtbot.mouseClick(players.add_button, Qt.MouseButton.LeftButton)
    assert "in the list already" in players.problem.text()


def test_a_new_arena_is_named_in_the_windows_language(desk: Desk, tmp_path: Path):
    for language, named in (("en", "arena-1"), ("zh_CN", "竞技场 1")):
        desk.choose("language", language)
        dialog = ArenaDialog(None, tmp_path, [], [])
        desk.qtbot.addWidget(dialog)
        assert dialog.name.text() == named
