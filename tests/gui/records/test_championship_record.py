"""The record of a game for the championship."""

from datetime import datetime
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog, QMessageBox

from core import records
from gui.program.settings import HUMAN
from gui.records.championship_record import ChampionshipDialog
from tests.gui.desk import Desk, in_dialogs
from tests.gui.records.hands import game, press, type_in


@pytest.mark.parametrize(("games", "button"), [(1, "Replace"), (3, "Replace the whole file")])
def test_a_championship_record_asks_once_about_the_file_that_is_there(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, games: int, button: str
):
    monkeypatch.setattr(ChampionshipDialog, "exec", lambda _self: 1)
    path, free = tmp_path / "there.txt", tmp_path / "free.txt"
    path.write_bytes(b"".join(records.sgf.write(game(3)) for _ in range(games)))
    before = path.read_bytes()
    desk.play(size=9)
    desk.click(40)
    desk.window.controller.resign()
    named = in_dialogs(type_in(desk, path), type_in(desk, free), kind=QFileDialog)
    with named, in_dialogs(press(desk, "Save under another name…"), kind=QMessageBox):
        desk.trigger("championship_record")
    assert path.read_bytes() == before and free.exists()
    named = in_dialogs(type_in(desk, path), kind=QFileDialog)
    with named, in_dialogs(press(desk, "Cancel"), kind=QMessageBox):
        desk.trigger("championship_record")
    assert path.read_bytes() == before
    named = in_dialogs(type_in(desk, path), kind=QFileDialog)
    with named, in_dialogs(press(desk, button), kind=QMessageBox):
        desk.trigger("championship_record")
    assert path.read_bytes() == free.read_bytes()


def test_a_championship_record_is_written_with_what_is_said_of_the_game(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    proposed: list[str] = []
    path = tmp_path / "record.txt"

    def choose(_parent, _title, start, *_):
        proposed.append(Path(start).name)
        return str(path.with_suffix("")), ""

    def fill_in(dialog: ChampionshipDialog) -> int:
        assert (dialog.black.text(), dialog.white.text()) == ("", "Random moves (seed=1)")
        assert dialog.date.text() == "2026-11-26 13:43", "when it was begun, not now"
        for field, text in (
            (dialog.black, "甲队"),
            (dialog.white, "乙队"),
            (dialog.date, "2026-11-26 14:00"),
            (dialog.place, "沈阳"),
            (dialog.event_name, "校赛"),
        ):
            field.setText(text)
        dialog.accept()
        return 1

    monkeypatch.setattr(QFileDialog, "getSaveFileName", choose)
    monkeypatch.setattr(ChampionshipDialog, "exec", fill_in)
    desk.play(HUMAN, "random:seed=1", size=9)
    begun = desk.window.controller.game.date
    assert datetime.fromisoformat(begun).isoformat(timespec="minutes") == begun
    desk.window.controller.game.date = "2026-11-26T13:43"
    desk.click(40)
    desk.wait_for_turn()
    desk.window.controller.resign()
    before = desk.window.files.belonging.path, desk.window.controller.game.version
    desk.trigger("championship_record")
    assert proposed == ["NG-甲队 vs 乙队-后手胜-2026.11.26 14：00 沈阳-校赛.txt"]
    text = path.read_text("utf-8")
    assert text.startswith("([NG][甲队][乙队][后手胜][2026.11.26 14:00 沈阳][校赛];B[E5];W[")
    assert (desk.window.files.belonging.path, desk.window.controller.game.version) == before
    assert desk.window.settings.event == "校赛" and "record.txt" in desk.notice
    desk.play("random:seed=1", HUMAN, size=9)
    dialog = ChampionshipDialog(desk.window, desk.window.controller.game, desk.window.settings)
    assert (dialog.black.text(), dialog.white.text()) == ("乙队", ""), "the program plays for the same team"
    desk.play(size=5)
    desk.trigger("championship_record")
    assert "9x9" in desk.take_error()
