"""The list of training runs."""

import errno
import json
import math
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, Qt, QTranslator
from PySide6.QtWidgets import (
    QApplication,
    QFileDialog,
    QMessageBox,
    QToolTip,
    QWidget,
)
from pytestqt.qtbot import QtBot

from ai.arena.folder import ArenaFolder
from ai.arena.plan import Plan
from ai.checkpoint import CHECKPOINTS
from ai.players import SHIPPED, quote
from ai.session_folder import FiguresError
from ai.td.session import TdFolder
from ai.training.config import RunConfig
from ai.training.run_files import RunFiles
from ai.training.run_folder import RunFolder
from ai.training.run_state import RunState
from core.player import Candidate, Decision
from core.position import Color
from gui.app import make_application
from gui.beside.watched_process import Work
from gui.networks.view import NetworkView
from gui.parts import removing
from gui.parts.tables import UNKNOWN
from gui.program.settings import HUMAN, Settings
from gui.training import runs
from gui.training.known_runs import KnownRun, settings_and_state, why_no_run_name
from gui.training.panel import progress_text
from gui.training.renaming import RenameDialog
from gui.training.room import TrainingRoom
from gui.training.runs import RATING, SIZE, RunsDialog
from tests.ai.training.figures import figures
from tests.gui.desk import PATIENCE_MS, Desk, answer, context_menu, in_dialogs, wait

Yes, No = QMessageBox.StandardButton.Yes, QMessageBox.StandardButton.No


def make_run(path: Path, generation: int = 3) -> RunFolder:
    """A run after some generations, begun from a checkpoint."""
    folder = RunFolder(path)
    _, state = folder.open(RunConfig(network="b1c4", board="4", start_from="/models/old.safetensors"))
    state.generation, state.games = generation, 1234
    folder.append_line(figures(generation))
    folder.write_state(state)
    folder.close()
    return folder


def open_list(qtbot: QtBot, folder: Path, **options) -> RunsDialog:
    make_application([])
    dialog = RunsDialog(None, folder, **options)
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def row(dialog: RunsDialog, number: int = 0) -> list[str]:
    items = [dialog.table.item(number, column) for column in range(dialog.table.columnCount())]
    return [item.text() if item is not None else "" for item in items]


def test_what_is_known_of_a_run_is_shown(qtbot: QtBot, tmp_path: Path):
    make_run(tmp_path / "第一次")
    dialog = open_list(qtbot, tmp_path)
    dialog.measuring.finish()
    name, network, board, generation, games, rating, _date, size, parent = row(dialog)
    assert (name, network, board, generation) == ("第一次", "b1c4", "4x4", "3"), "the board is written out"
    assert games == QLocale().toString(1234) and rating.startswith("+") and parent == "old"
    assert size.endswith("B")
    with qtbot.waitSignal(dialog.room_asked) as asked:
        qtbot.mouseClick(dialog.open_room, Qt.MouseButton.LeftButton)
    assert asked.args == [tmp_path / "第一次"]


@pytest.mark.parametrize(
    ("file", "text", "reason"),
    [
        ("state.json", "damaged", "is damaged"),
        ("config.toml", "network = 3", "network"),
        ("metrics.jsonl", "{}\n", "Line 1 of "),
    ],
)
def test_a_run_that_cannot_be_used_says_why(qtbot: QtBot, tmp_path: Path, file: str, text: str, reason: str):
    make_run(tmp_path / "run")
    (tmp_path / "run" / file).write_text(text, "utf-8")
    dialog = open_list(qtbot, tmp_path)
    dialog.measuring.finish()
    assert reason in dialog.reason.text() and dialog.remove.isEnabled()
    with qtbot.waitSignal(dialog.room_asked):  # which shows what can be shown, and why the rest can't
        qtbot.mouseClick(dialog.open_room, Qt.MouseButton.LeftButton)


@pytest.mark.parametrize("left", ["state.json", "metrics.jsonl", "checkpoints"])
def test_what_is_left_of_a_run_is_listed_with_the_reason(qtbot: QtBot, tmp_path: Path, left: str):
    run = make_run(tmp_path / "run").path
    (run / left).rename(tmp_path / left)
    shutil.rmtree(run)
    run.mkdir()
    (tmp_path / left).rename(run / left)
    dialog = open_list(qtbot, tmp_path)
    said = "no training run" if left == "checkpoints" else "lost its settings"  # it holds none here
    assert dialog.table.rowCount() == 1 and said in dialog.reason.text()
    assert dialog.remove.isEnabled()


def test_a_folder_that_holds_nothing_of_a_run_is_not_listed_and_can_not_be_removed(
    qtbot: QtBot, tmp_path: Path
):
    for name in ("empty", "thesis"):
        (tmp_path / name).mkdir()
    for file in ("thesis/notes.txt", "thesis/lock", "notes.txt"):
        (tmp_path / file).write_text("mine")
    make_run(tmp_path / "run")
    dialog = open_list(qtbot, tmp_path)
    assert dialog.table.rowCount() == 1 and row(dialog)[0] == "run"
    room = TrainingRoom(tmp_path, Settings())
    qtbot.addWidget(room)
    assert [path.name for path, _item in room.runs.rows()] == ["run"]


def test_a_file_that_is_a_folder_spoils_its_own_run_only(qtbot: QtBot, tmp_path: Path):
    for name in ("state.json", "metrics.jsonl", "lock"):
        folder = make_run(tmp_path / name)
        (folder.path / name).unlink(missing_ok=True)
        (folder.path / name).mkdir()
    dialog = open_list(qtbot, tmp_path)
    dialog.measuring.finish()
    reasons = {}
    for number in range(3):
        dialog.table.selectRow(number)
        reasons[row(dialog, number)[0]] = dialog.reason.text()
    assert "is a folder" in reasons["state.json"] and "is a folder" in reasons["metrics.jsonl"]
    assert reasons["lock"] == "", "nobody can work there"


def test_a_run_may_be_removed_while_it_is_read(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    make_run(tmp_path / "here")
    make_run(tmp_path / "gone")

    def remove(folder: RunFiles) -> RunConfig | None:
        if folder.name == "gone":
            shutil.rmtree(folder.path)
        return RunConfig()

    monkeypatch.setattr(RunFiles, "read_config", remove)
    dialog = open_list(qtbot, tmp_path)
    assert dialog.table.rowCount() == 1 and row(dialog)[0] == "here"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (json.dumps(figures(1_000_000)), "line 2 of"),
        (json.dumps(figures(1)), "should be of generation 2"),
        (json.dumps(figures(3)), "should be of generation 2"),
        (json.dumps(figures(2, steps=10**400)), "line 2 of"),
        (json.dumps(figures(2, steps=2**53)), "too large"),
        (json.dumps(figures(2, steps=True)), "make no sense: steps$"),
        (json.dumps(figures(2, evaluations_per_second="x")), "make no sense: evaluations_per_second$"),
        (json.dumps(figures(True)), "make no sense: generation$"),
        (json.dumps(figures(2, policy=math.nan)), "not finite: NaN"),
        (json.dumps(figures(2, value=-math.inf)), "not finite: -Infinity"),
        (json.dumps(figures(2)).replace("12.5", "1e999"), "not finite: 1e999"),
        ("[" * 100_000, "line 2 of"),
    ],
)
def test_figures_that_nobody_can_draw_are_refused(tmp_path: Path, line: str, said: str):
    folder = RunFolder(tmp_path)
    folder.metrics.write_text("\n".join((json.dumps(figures(1)), line, json.dumps(figures(3)), "")))
    with pytest.raises(FiguresError, match=said):
        folder.read_metrics()
    folder.metrics.write_text("\n".join(json.dumps(figures(number)) for number in range(7, 12)) + "\n")
    assert folder.read_metrics(2) == [figures(10), figures(11)], "a run that has lost its figures goes on"


@pytest.mark.parametrize("count", [0, -1, 2.0, True])
def test_rounds_are_counted_from_one(tmp_path: Path, count: float):
    folder = TdFolder(tmp_path)
    folder.metrics.write_text(json.dumps({"round": count, "games": 1, "record_games": 0}) + "\n")
    with pytest.raises(FiguresError, match=r"make no sense: round$"):
        folder.read_metrics()


@pytest.mark.parametrize(
    "interval",
    [None, "x", 0.5, [], [0.5], [0.4, 0.5, 0.6], ["0.4", "0.6"], [0.6, 0.4], [True, True], [-1, 2]],
)
def test_an_interval_that_nobody_can_draw_is_refused(tmp_path: Path, interval: object):
    folder = TdFolder(tmp_path)
    line = {"round": 1, "games": 1, "record_games": 0, "win_rate": 0.5, "interval_95": interval}
    folder.append_line(line)
    with pytest.raises(FiguresError, match=r"make no sense: interval_95$"):
        folder.read_metrics()
    folder.metrics.write_bytes(b"")
    del line["interval_95"]
    folder.append_line(line)
    with pytest.raises(FiguresError, match="does not tell interval_95"):
        folder.read_metrics()
    folder.metrics.write_bytes(b"")
    folder.append_line(line | {"interval_95": [0.4, 1]})
    assert len(folder.read_metrics()) == 1


@pytest.mark.parametrize(
    "text",
    [
        '{"elapsed_seconds": "x"}',
        '{"elapsed_seconds": null}',
        '{"elapsed_seconds": Infinity}',
        '{"games": "x"}',
        '{"phase": []}',
        '{"policy_loss": "low", "value_loss": 1}',
        "[" * 100_000,
        "[]",
        "\udcff",
    ],
)
def test_progress_without_sense_is_none(tmp_path: Path, text: str):
    (tmp_path / "progress.json").write_bytes(text.encode("utf-8", "surrogateescape"))
    assert RunFolder(tmp_path).read_progress() is None


def test_progress_that_tells_little_is_shown(tmp_path: Path):
    folder = RunFolder(tmp_path)
    folder.write_progress({"policy_loss": 1.5})
    progress = folder.read_progress()
    assert progress == {"policy_loss": 1.5} and "1.5" not in progress_text(progress, Work.GOING_ON)


@pytest.mark.parametrize("trash", [True, False])
def test_a_run_is_removed_after_it_was_asked_for(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trash: bool
):
    make_run(tmp_path / "run")
    bin_folder = tmp_path / "trash"
    monkeypatch.setattr(
        removing, "moved_to_trash", lambda path: trash and path.rename(bin_folder) is not None
    )
    dialog = open_list(qtbot, tmp_path)
    answer(monkeypatch, No)
    qtbot.mouseClick(dialog.remove, Qt.MouseButton.LeftButton)
    assert (tmp_path / "run").is_dir()
    asked = answer(monkeypatch, Yes, Yes)
    with qtbot.waitSignal(dialog.removed):
        qtbot.mouseClick(dialog.remove, Qt.MouseButton.LeftButton)
    assert not (tmp_path / "run").exists() and bin_folder.exists() == trash
    assert len(asked) == (1 if trash else 2) and "run" in asked[0]


def test_before_a_run_is_removed_it_is_said_that_it_goes_into_the_trash(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    said: list[str] = []
    monkeypatch.setattr(QMessageBox, "exec", lambda box: said.append(box.informativeText()))
    make_run(tmp_path / "run")
    dialog = open_list(qtbot, tmp_path)
    qtbot.mouseClick(dialog.remove, Qt.MouseButton.LeftButton)
    assert "trash" in said[0] and (tmp_path / "run").is_dir()


def test_the_question_before_a_run_goes_tells_the_size_that_the_list_shows(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Its files are not looked through once more, which takes seconds where they are many."""
    make_run(tmp_path / "run")
    dialog = open_list(qtbot, tmp_path)
    dialog.measuring.finish()
    monkeypatch.setattr(runs, "statuses_in", lambda _folder: pytest.fail("they are looked through"))
    asked = answer(monkeypatch, No)
    qtbot.mouseClick(dialog.remove, Qt.MouseButton.LeftButton)
    assert f"({row(dialog)[SIZE]})" in asked[0]


def test_the_key_and_the_menu_of_the_list_do_what_the_buttons_do(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    make_run(tmp_path / "run")
    dialog = open_list(qtbot, tmp_path)
    with qtbot.waitActive(dialog, timeout=PATIENCE_MS):
        dialog.activateWindow()
    dialog.table.setFocus()
    asked = answer(monkeypatch, No)
    qtbot.keyClick(dialog.table, Qt.Key.Key_Delete)
    assert len(asked) == 1 and (tmp_path / "run").is_dir()
    menu = context_menu(dialog.table)
    assert [action.text() for action in menu.actions()] == [
        dialog.open_room.text(),
        dialog.open_folder.text(),
        dialog.rename.text(),
        dialog.take_off.text(),
        dialog.remove.text(),
    ]
    with qtbot.waitSignal(dialog.room_asked):
        menu.actions()[0].trigger()


def test_the_menu_offers_what_the_buttons_offer(qtbot: QtBot, tmp_path: Path):
    make_run(tmp_path / "run")
    dialog = open_list(qtbot, tmp_path, is_running=lambda _folder: True)
    actions = context_menu(dialog.table).actions()
    assert [action.isEnabled() for action in actions] == [True, True, False, False, False]
    assert actions[4].toolTip() == dialog.remove.toolTip() and "stopped" in dialog.remove.toolTip()


@pytest.mark.parametrize("key", [Qt.Key.Key_F2, Qt.Key.Key_Delete])
def test_a_key_that_can_do_nothing_says_why(qtbot: QtBot, tmp_path: Path, key: Qt.Key):
    make_run(tmp_path / "run")
    dialog = open_list(qtbot, tmp_path, is_running=lambda _folder: True)
    with qtbot.waitActive(dialog, timeout=PATIENCE_MS):
        dialog.activateWindow()
    dialog.table.setFocus()
    qtbot.keyClick(dialog.table, key)
    assert QToolTip.isVisible() and QToolTip.text() == dialog.remove.toolTip()
    QToolTip.hideText()
    wait(qtbot, lambda: not QToolTip.isVisible())


@contextmanager
def calling_it(name: str, agreed: bool = True) -> Iterator[list[str]]:
    """Whoever is asked for a name inside writes this one, and leaves where it isn't taken; the list gathers what was proposed, and what was said
    of the name."""
    seen: list[str] = []

    def answer(dialog: RenameDialog) -> None:
        seen.append(dialog.name.text())
        dialog.name.setText(name)
        if agreed:
            dialog.agree.click()
        if dialog.isVisible():
            seen.append(dialog.problem.text())
            assert dialog.name.text() == name, "it need not be written again"
            dialog.reject()

    with in_dialogs(answer, kind=RenameDialog):
        yield seen


def test_a_run_is_renamed(qtbot: QtBot, tmp_path: Path):
    for name in ("run", "other"):
        make_run(tmp_path / name)
    dialog = open_list(qtbot, tmp_path)
    dialog.table.selectRow(1)
    before, other = row(dialog, 1)[0], row(dialog, 0)[0]
    with calling_it("not meant", agreed=False) as proposed:
        qtbot.mouseClick(dialog.rename, Qt.MouseButton.LeftButton)
    assert proposed == [before, ""] and (tmp_path / before).is_dir()
    with calling_it("第二次"), qtbot.waitSignal(dialog.renamed) as told:
        qtbot.mouseClick(dialog.rename, Qt.MouseButton.LeftButton)
    assert told.args == [tmp_path / before, tmp_path / "第二次"]
    assert RunFolder(tmp_path / "第二次").read_state().generation == 3 and not (tmp_path / before).exists()
    chosen = dialog._chosen()
    assert chosen is not None and chosen.folder.name == "第二次"
    assert [row(dialog, number)[0] for number in range(2)] == [other, "第二次"], "it keeps its row"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("other", "“other” in this folder already"),
        ("a/b", "can't have /"),
        ("", "is empty"),
        (SHIPPED, "is the run of the shipped network"),
    ],
)
def test_a_name_that_a_run_can_not_have_is_refused(qtbot: QtBot, tmp_path: Path, name: str, said: str):
    """And stays to be mended, with what is wrong below it."""
    for each in ("run", "other"):
        make_run(tmp_path / each)
    dialog = open_list(qtbot, tmp_path)
    dialog._choose(tmp_path / "run")
    with calling_it(name) as seen:
        qtbot.mouseClick(dialog.rename, Qt.MouseButton.LeftButton)
    assert said in seen[1]
    assert {path.name for path in tmp_path.iterdir()} == {"run", "other"}


def test_the_field_of_a_name_keeps_its_place_while_it_is_written(qtbot: QtBot, tmp_path: Path):
    for each in ("run", "other"):
        make_run(tmp_path / each)
    dialog = RenameDialog(None, tmp_path / "run", lambda _folder: False, ())
    qtbot.addWidget(dialog)
    dialog.show()
    places = set()
    for text in ("run", "", "a/b", "other", "new"):
        dialog.name.setText(text)
        QApplication.processEvents()
        places.add((dialog.height(), dialog.name.y(), dialog.agree.y()))
    assert len(places) == 1


def test_a_name_in_other_letters_is_not_taken_by_the_run_itself(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Where files are the same whose names differ in large and small letters alone, as on Windows."""
    make_run(tmp_path / "run")
    dialog = open_list(qtbot, tmp_path)
    monkeypatch.setattr("gui.training.renaming.os.path.lexists", lambda _path: True)
    monkeypatch.setattr(Path, "samefile", lambda one, other: one.name.lower() == other.name.lower())
    with calling_it("Run"):
        qtbot.mouseClick(dialog.rename, Qt.MouseButton.LeftButton)
    assert [path.name for path in tmp_path.iterdir()] == ["Run"] and row(dialog)[0] == "Run"


def test_a_run_that_the_system_does_not_let_go_of_keeps_its_name(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """As on Windows, where another program has one of its files open."""

    def refuse(*_all: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    make_run(tmp_path / "run")
    dialog = open_list(qtbot, tmp_path)
    monkeypatch.setattr(Path, "rename", refuse)
    with calling_it("new") as seen:
        qtbot.mouseClick(dialog.rename, Qt.MouseButton.LeftButton)
    assert "“run” can't be renamed" in seen[1] and row(dialog)[0] == "run"


@pytest.mark.parametrize("name", ["自带网络", "shipped network", "Shipped network"])
def test_no_run_is_called_as_that_of_the_shipped_network(qtbot: QtBot, tmp_path: Path, name: str):
    """In neither language: two of a list would have one name."""
    make_run(tmp_path / "run")
    dialog = open_list(qtbot, tmp_path)
    with calling_it(name) as seen:
        qtbot.mouseClick(dialog.rename, Qt.MouseButton.LeftButton)
    assert f"“{name}”" in seen[1] and row(dialog)[0] == "run"


def test_translations_are_not_read_anew_with_each_key_of_a_name(monkeypatch: pytest.MonkeyPatch):
    assert not why_no_run_name("a")
    monkeypatch.setattr(QTranslator, "load", lambda *_: pytest.fail("read again"))
    assert not why_no_run_name("ab") and why_no_run_name("自带网络")


def test_who_needs_a_runs_networks_is_told_before_it_is_renamed(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    make_run(tmp_path / "run")
    dialog = open_list(qtbot, tmp_path, who_keeps_name=lambda _folder: ["The arena needs it."])
    asked = answer(monkeypatch, No, Yes)
    with calling_it("new"):
        qtbot.mouseClick(dialog.rename, Qt.MouseButton.LeftButton)
    assert (tmp_path / "run").is_dir() and "“run”" in asked[0] and asked[0].endswith("The arena needs it.")
    with calling_it("new"):
        qtbot.mouseClick(dialog.rename, Qt.MouseButton.LeftButton)
    assert (tmp_path / "new").is_dir() and len(asked) == 2


def test_runs_that_began_with_a_network_of_a_renamed_one_name_it_as_it_is_called_now(
    desk: Desk, data_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Also those elsewhere. One that can't be read is left alone, and why one can't be written is told."""
    runs_folder, elsewhere = data_folder / "runs", tmp_path / "server" / "far"
    parent = make_run(runs_folder / "parent").path
    others = [make_run(path) for path in (runs_folder / "child", elsewhere, runs_folder / "damaged")]
    for run in others:
        text = run.config_file.read_text("utf-8")
        start = str(parent / CHECKPOINTS / "000003.safetensors")
        run.config_file.write_text(text.replace("/models/old.safetensors", start) + "# my note\n", "utf-8")
    others[2].config_file.write_text("{", "utf-8")
    desk.window.settings.runs.append(str(elsewhere))
    training, now = desk.window.training_desk, parent.with_name("renamed")
    parent.rename(now)
    training._follow_renamed(parent, now)
    for run in others[:2]:
        config = run.read_config()
        assert config is not None and config.start_from == str(now / CHECKPOINTS / "000003.safetensors")
        assert "# my note" in run.config_file.read_text("utf-8")
    assert others[2].config_file.read_text("utf-8") == "{"

    def refuse(*_all: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr("gui.training.renaming.write_atomically", refuse)
    now.rename(parent)
    training._follow_renamed(now, parent)
    boxes = [box for box in desk.window.findChildren(QMessageBox) if box.objectName() == "error"]
    assert len(boxes) == 2 and any("“child” still name the folder “renamed”" in box.text() for box in boxes)
    for box in boxes:
        box.close()


@pytest.mark.parametrize("in_room", [False, True])
def test_the_window_goes_on_with_a_run_that_is_renamed(
    desk: Desk, data_folder: Path, tmp_path: Path, in_room: bool
):
    """The dock, the room, the lists of runs and of networks, who plays, analyses and is compared by its networks, what shows these, and the next
    start."""
    run, elsewhere = make_run(data_folder / "runs" / "run").path, make_run(tmp_path / "server" / "far").path
    make_run(data_folder / "runs" / "newer")
    settings, training = desk.window.settings, desk.window.training_desk
    settings.runs.append(str(elsewhere))
    settings.networks.append(str(run / CHECKPOINTS / "000003.safetensors"))
    player = f"zero:net={run / CHECKPOINTS / '000003.safetensors'},simulations=8"
    settings.analysis_player = player
    desk.play(HUMAN, player)
    start = desk.window.controller.game.root
    said = Decision(0, (Candidate(0, 8),), visits=8, by=player)
    start.analysis, start.thought, start.searched = said, said, (player, 8)
    settings.compare_first = settings.compare_second = player
    desk.trigger("compare_players")
    comparison = desk.window.compare.dialog
    assert comparison is not None
    checkpoint = run / CHECKPOINTS / "000003.safetensors"
    desk.window.networks.look_at([checkpoint])
    (view,) = desk.window.findChildren(NetworkView)
    training.sessions.watch_beside(elsewhere)
    training.sessions.watch(run)
    training.chosen.emit(run)
    training.open_room(run)
    room = training.room
    assert isinstance(room, TrainingRoom)

    if in_room:
        for path, name in ((run, "renamed"), (elsewhere, "farther")):
            room.choose(path)
            assert room.chosen == path
            with calling_it(name):
                room.run_buttons.rename.click()
        room.choose(data_folder / "runs" / "renamed")
    else:

        def rename(dialog: QWidget) -> None:
            assert isinstance(dialog, RunsDialog)
            for path, name in ((run, "renamed"), (elsewhere, "farther")):
                dialog._choose(path)
                with calling_it(name):
                    dialog.rename.click()
            dialog.close()

        desk.look_at_windows_of("runs", rename)
    now = data_folder / "runs" / "renamed"
    assert training.sessions.current.folder == room.chosen == now and settings.run == str(now)
    assert (
        settings.runs == [str(tmp_path / "server" / "farther")] and desk.settings_kept().runs == settings.runs
    )
    assert settings.networks == [str(now / CHECKPOINTS / "000003.safetensors")]
    same = f"zero:net={now / CHECKPOINTS / '000003.safetensors'},simulations=8"
    assert desk.window.controller.players[Color.WHITE] == desk.window.controller.game.white_name == same
    assert settings.white == settings.analysis_player == same
    assert start.analysis == start.thought == replace(said, by=same) and start.searched == (same, 8)
    assert desk.window.review.graph._judges == [same], "and so it has one curve"
    assert view.checkpoints == [now / CHECKPOINTS / "000003.safetensors"]
    comparison.columns[1].choice._choose("uct:playouts=50")
    comparison.columns[1].chosen.emit()
    assert (settings.compare_first, settings.compare_second) == (same, "uct:playouts=50")
    comparison.close()
    view.close()
    assert not {run, elsewhere} & training.sessions.processes.keys()
    assert tmp_path / "server" / "farther" in training.sessions.processes
    room.close()


def test_a_run_is_removed_in_the_room(desk: Desk, data_folder: Path, monkeypatch: pytest.MonkeyPatch):
    """The room and the dock then show another one, and nothing watches what is gone. The question names the arenas that need it."""
    one, other = (make_run(data_folder / "runs" / name) for name in ("one", "other"))
    training = desk.window.training_desk
    training.sessions.watch(one.path)
    training.open_room(one.path)
    room = training.room
    assert isinstance(room, TrainingRoom)
    offered = [action.text() for action in context_menu(room.runs).actions()]
    assert offered == [
        getattr(room.run_buttons, name).text() for name in ("go_on", "stop", "settings", "rename", "remove")
    ]
    for name, run in (("cup", one), ("league", other)):
        arena = ArenaFolder(data_folder / "arenas" / name)
        arena.path.mkdir(parents=True)
        arena.open(Plan(("random", f"policy:net={quote(str(run.path / CHECKPOINTS / '00001.safetensors'))}")))
        arena.close()
    monkeypatch.setattr(removing, "moved_to_trash", lambda _path: False)
    asked = answer(monkeypatch, Yes, Yes)
    room.activateWindow()
    room.runs.setFocus()
    desk.wait(room.runs.hasFocus)
    desk.qtbot.keyClick(room.runs, Qt.Key.Key_Delete)
    assert not one.path.exists() and other.path.is_dir()
    assert str(one.path) in asked[0] and asked[0].endswith("without it: cup")
    assert str(one.path) in asked[1], "another run may have its name"
    assert [room.runs.item(row).text() for row in range(room.runs.count())] == [
        "other",
        "shipped network",
    ]
    assert "other" in room.state.text() and training.sessions.current.folder == other.path
    assert "other" in training.panel.state.text() and training.panel.go_on.isEnabled()
    room.close()


def test_the_dock_shows_the_run_worked_on_last_where_the_one_of_the_last_time_is_gone(
    open_desk, data_folder: Path
):
    for seconds, name in enumerate(("a", "last", "b")):
        state = make_run(data_folder / "runs" / name).path / "state.json"
        os.utime(state, (seconds % 2, seconds % 2))
    desk = open_desk()
    assert desk.window.training_desk.sessions.current.folder == data_folder / "runs" / "last"
    assert desk.window.training_desk.panel.go_on.isEnabled()


def test_a_run_that_is_worked_on_stays(qtbot: QtBot, tmp_path: Path):
    make_run(tmp_path / "run")
    dialog = open_list(qtbot, tmp_path, is_running=lambda _folder: True)
    assert not dialog.remove.isEnabled() and "stopped" in dialog.reason.text()


def test_the_list_follows_a_run_that_goes_on_and_ends(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Only that run is read again, and what is chosen stays so."""
    for name in ("one", "other"):
        make_run(tmp_path / name)
    working = {tmp_path / "one"}
    dialog = open_list(qtbot, tmp_path, is_running=lambda folder: folder.path in working)
    names = [row(dialog, number)[0] for number in range(2)]
    dialog.table.selectRow(names.index("one"))
    assert not dialog.remove.isEnabled()
    read: list[str] = []
    monkeypatch.setattr(
        KnownRun, "read", lambda path, read_whole=KnownRun.read: read.append(path.name) or read_whole(path)
    )
    run = RunFolder(tmp_path / "one")
    state = run.read_state()
    state.generation, state.games = 44, 12_345
    run.write_state(state)
    working.clear()
    wait(qtbot, lambda: dialog.remove.isEnabled())
    assert dialog.reason.text() == "" and read == ["one"]
    assert row(dialog, dialog.table.currentRow())[0] == "one"
    assert row(dialog, dialog.table.currentRow())[3] == "44"
    dialog.look()
    assert read == ["one"]
    dialog.hide()
    assert not dialog._timer.isActive()


def test_figures_are_read_a_run_at_a_time_while_the_window_answers(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """A long run has thousands. While they are read again the rating stays, as it was."""
    for name in ("one", "other"):
        make_run(tmp_path / name)
    read: list[str] = []
    usual = RunFiles.read_metrics
    monkeypatch.setattr(RunFiles, "read_metrics", lambda run: read.append(run.name) or usual(run))
    dialog = open_list(qtbot, tmp_path)

    def ratings() -> list[str]:
        return [row(dialog, number)[RATING] for number in range(2)]

    assert ratings() == [UNKNOWN, UNKNOWN] and read == []
    dialog.measuring.finish()
    known = ratings()
    assert UNKNOWN not in known and sorted(read) == ["one", "other"]
    RunFolder(tmp_path / "one").append_line(figures(4))
    dialog.look()
    assert ratings() == known and len(read) == 2
    dialog.measuring.finish()
    assert ratings() != known and read[2:] == ["one"]


def test_runs_are_measured_while_the_window_answers(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """File by file, and anew when they have gone on; meanwhile what was found before is shown. What goes meanwhile is not missed."""
    runs = [make_run(tmp_path / name) for name in ("one", "other", "gone")]
    dialog = open_list(qtbot, tmp_path)

    def size(name: str) -> str:
        rows = [row(dialog, number) for number in range(dialog.table.rowCount())]
        return next(cells[SIZE] for cells in rows if cells[0] == name)

    def on_disk(run: RunFolder) -> str:
        files = [path.stat().st_size for path in run.path.rglob("*") if path.is_file()]
        return QLocale().formattedDataSize(sum(files))

    assert {size(run.name) for run in runs} == {UNKNOWN}
    shutil.rmtree(runs.pop().path)
    wait(qtbot, lambda: [size(run.name) for run in runs] == [on_disk(run) for run in runs])
    before = size("one")
    (runs[0].games / "000004.sgf").write_bytes(bytes(100_000))
    runs[0].append_line(figures(4))
    dialog.look()
    assert size("one") == before
    wait(qtbot, lambda: size("one") == on_disk(runs[0]) != before)


def test_rows_keep_their_order_while_runs_go_on(qtbot: QtBot, tmp_path: Path):
    """When the list is opened the run that changed last is the first; one that begins then comes above all."""
    for seconds, name in enumerate(("old", "new")):
        for path in (make_run(tmp_path / name).path).iterdir():
            os.utime(path, (seconds, seconds))
    dialog = open_list(qtbot, tmp_path)

    def names() -> list[str]:
        return [row(dialog, number)[0] for number in range(dialog.table.rowCount())]

    assert names() == ["new", "old"]
    RunFolder(tmp_path / "old").append_line(figures(4))
    make_run(tmp_path / "begun")
    dialog.look()
    assert names() == ["begun", "new", "old"]
    assert names() != [row(open_list(qtbot, tmp_path), number)[0] for number in range(3)]


def test_the_window_forgets_a_removed_run(desk: Desk, data_folder: Path):
    run = make_run(data_folder / "runs" / "gone")
    run.metrics.unlink()
    training = desk.window.training_desk
    training.sessions.watch(run.path)
    assert training.sessions.current.folder == run.path
    shutil.rmtree(run.path)
    training._forget(run.path)
    assert training.sessions.current.folder is None
    assert run.path not in training.sessions.processes


def test_who_looks_at_a_run_does_not_wait_for_whoever_has_its_state_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """On Windows that is tried again for seconds, for which the window would stand still."""

    read = Path.read_text

    def refuse(path: Path, encoding: str) -> str:
        if path.name == "state.json":
            raise PermissionError(errno.EACCES, "Permission denied")
        return read(path, encoding)

    folder = RunFolder(tmp_path)
    folder.open(RunConfig())
    folder.write_state(RunState())
    folder.close()
    monkeypatch.setattr("core.files.sys.platform", "win32")
    monkeypatch.setattr("core.files.time.sleep", lambda _seconds: pytest.fail("it waits"))
    monkeypatch.setattr(Path, "read_text", refuse)
    problem = settings_and_state(folder).problem
    assert "state.json can't be read" in problem


def test_a_run_elsewhere_is_put_on_the_list_and_taken_off(
    open_desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Its folder stays where it is, also at the next start."""
    run = make_run(tmp_path / "server" / "long run")
    (tmp_path / "no run" / "games").mkdir(parents=True)  # as an arena has, and many a home
    desk = open_desk()
    settings, training = desk.window.settings, desk.window.training_desk

    def add(dialog: QWidget) -> None:
        assert isinstance(dialog, RunsDialog)
        for folder in (tmp_path / "no run", run.path, run.path):
            monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_, path=folder: str(path))
            dialog.add.click()
            if folder != run.path:
                assert "no folder of a training run" in desk.take_error()
        assert [row(dialog, number)[0] for number in range(dialog.table.rowCount())] == ["long run"]
        dialog.close()

    desk.look_at_windows_of("runs", add)
    watched = training.sessions.processes[run.path]
    training.sessions.watch_beside(run.path)
    assert training.sessions.processes[run.path] is watched, "it is watched already"
    assert settings.runs == [str(run.path)] and desk.settings_kept().runs == settings.runs
    assert run.path in open_desk().window.training_desk.sessions.processes

    def take_off(dialog: QWidget) -> None:
        assert isinstance(dialog, RunsDialog) and dialog.take_off.isEnabled()
        dialog.take_off.click()
        assert dialog.table.rowCount() == 0 and not dialog.take_off.isEnabled()
        dialog.close()

    training.chosen.emit(run.path)  # it was started last
    desk.look_at_windows_of("runs", take_off)
    assert settings.runs == [] and run.holds_a_run() and run.path not in training.sessions.processes
    assert not desk.settings_kept().runs
    assert run.path not in open_desk().window.training_desk.sessions.processes


def test_a_run_elsewhere_whose_drive_comes_back_is_shown_again(desk: Desk, tmp_path: Path):
    """It is on the list all the time."""
    run = make_run(tmp_path / "drive" / "run").path
    gone = run.with_name("no drive")
    training = desk.window.training_desk
    desk.window.settings.runs = [str(run)]
    training.open_room(run)
    run.rename(gone)
    training.sessions.processes[run].look()
    assert "“run” is gone" in desk.take_error() and run not in training.sessions.processes
    gone.rename(run)
    training.open_room(run)
    assert training.room is not None and training.room.chosen == run and run in training.sessions.processes


def test_the_room_opens_at_the_docks_run_and_then_where_it_was(open_desk, data_folder: Path):
    for seconds, name in enumerate(("docked", "newest")):
        os.utime(make_run(data_folder / "runs" / name).path / "state.json", (seconds, seconds))
    desk = open_desk()
    training = desk.window.training_desk
    training.sessions.watch(data_folder / "runs" / "docked")
    desk.trigger("training_room")
    room = training.room
    assert isinstance(room, TrainingRoom) and room.chosen == data_folder / "runs" / "docked"
    room.choose(data_folder / "runs" / "newest")
    room.close()
    desk.trigger("training_room")
    assert room.chosen == data_folder / "runs" / "newest"
