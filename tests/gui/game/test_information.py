"""What the user enters about a game: names, event, round, place and date."""

from collections.abc import Callable
from pathlib import Path

import pytest

from core import records
from core.position import Color
from gui.game.information import InformationDialog
from gui.game.record_players import name_in_record
from gui.program.settings import HUMAN
from gui.records.championship_record import ChampionshipDialog
from tests.gui.desk import Desk
from tests.gui.game.hands import players_shown


def enter(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, *names: str, event="", round_name="", place="", date=""
):
    """Enter these things in the dialog, and leave the rest as it is."""

    def fill_in(dialog: InformationDialog) -> int:
        assert not desk.window.controller.under_way, "no clock runs meanwhile"
        fields = (*dialog.names.values(), dialog.event_name, dialog.round, dialog.place, dialog.date)
        for field, text in zip(fields, (*names, event, round_name, place, date), strict=True):
            if text:
                field.setText("" if text == "-" else text)
        return 1

    monkeypatch.setattr(InformationDialog, "exec", fill_in)
    desk.trigger("game_information")


def test_people_who_play_here_have_names(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    desk.play(HUMAN, HUMAN, size=9)
    desk.click(40)
    desk.window.files.belonging.to_nothing()
    enter(
        desk, monkeypatch, "张三", "Li", event="校赛", round_name="2", place="沈阳", date="2026-11-26 14:00"
    )
    controller = desk.window.controller
    assert players_shown(desk) == ["张三", "Li"] and "张三 – Li" in desk.window.windowTitle()
    assert (
        desk.window.files.belonging.modified and not controller.paused and not controller.lineup.are_recorded
    )
    assert "张三 - Li" in desk.window.files.naming.file_name()
    dialog = ChampionshipDialog(desk.window, controller.game, desk.window.settings)
    assert [dialog.black.text(), dialog.white.text(), dialog.place.text(), dialog.event_name.text()] == [
        "张三",
        "Li",
        "沈阳",
        "校赛",
    ]
    path = tmp_path / "game.sgf"
    assert desk.window.files.saving.save_to(path)
    text = path.read_text("utf-8").replace("\n", "")
    for written in ("PB[张三]", "PW[Li]", "EV[校赛]", "RO[2]", "PC[沈阳]", "DT[2026-11-26]", "BWT[14:00]"):
        assert written in text
    recorded = records.load(path)[0].game
    assert [name_in_record(recorded, color, None) for color in Color] == ["张三", "Li"]
    desk.play(HUMAN, HUMAN)
    assert players_shown(desk) == ["Human", "Human"]
    desk.window.files.opening.open_path(path)
    assert players_shown(desk) == ["张三", "Li"] and not desk.window.controller.lineup.are_recorded
    assert desk.window.commands.actions["undo"].isEnabled(), "it goes on as their own game"
    enter(desk, monkeypatch, "-", "Li Wei")
    assert players_shown(desk) == ["Human", "Li Wei"] and desk.window.controller.game.round == "2"


def test_an_ai_keeps_its_place_under_another_name(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    desk.play(HUMAN, "random:seed=1")
    enter(desk, monkeypatch, "Zhang", "Our team")
    assert players_shown(desk) == ["Zhang", "Our team"]
    path = tmp_path / "game.sgf"
    assert desk.window.files.saving.save_to(path)
    desk.window.files.opening.open_path(path)
    controller = desk.window.controller
    assert players_shown(desk) == ["Zhang", "Our team"] and controller.players[Color.WHITE] == "random:seed=1"
    desk.trigger("swap_colors")
    assert players_shown(desk) == ["Our team", "Zhang"]
    controller.set_players(HUMAN, HUMAN)
    assert players_shown(desk) == ["Human", "Zhang"], "a name goes with its player"


def test_who_plays_in_a_record_of_others_can_be_named_anew(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    path = tmp_path / "game.sgf"
    path.write_text("(;SZ[5]PB[Lee]PW[Kim]RO[1]DT[1998-05,06]GN[kept];B[aa];W[cc])")
    desk.window.files.opening.open_path(path)
    version = desk.window.controller.game.version
    enter(desk, monkeypatch, "", "")
    assert desk.window.controller.game.version == version, "nothing was changed"
    enter(desk, monkeypatch, "", "Kim Min", round_name="Final (3)")
    assert players_shown(desk) == ["Lee", "Kim Min"] and desk.window.controller.lineup.are_recorded
    assert desk.window.files.saving.save_to(path)
    text = path.read_text("utf-8").replace("\n", "")
    for written in ("PB[Lee]", "PW[Kim Min]", "RO[Final (3)]", "DT[1998-05,06]", "GN[kept]"):
        assert written in text
    assert "BWN" not in text


def test_names_that_were_entered_are_there_at_the_next_start(
    open_desk: Callable[..., Desk], monkeypatch: pytest.MonkeyPatch
):
    desk = open_desk()
    desk.play(HUMAN, "random:seed=1")
    enter(desk, monkeypatch, "Zhang", "")
    desk.close()
    assert players_shown(open_desk()) == ["Zhang", "Random moves (seed=1)"]
