"""The settings are there again at the next start, whatever their file holds, and whoever else writes it."""

import errno
import json
from pathlib import Path

import pytest

from core import folders
from core.clock import TimeControl
from core.position import Size
from core.sentence import Sentence
from gui import app
from gui.program import settings as settings_file
from gui.program.settings import HUMAN
from gui.program.theme import apply_application_theme, is_dark
from tests.gui.desk import Desk, OpenDesk, what_a_start_tells
from tests.gui.players import RANDOM


def test_damaged_settings_are_set_aside_and_told(qtbot, data_folder: Path):
    app.make_application([])
    path = folders.config_dir() / settings_file.FILE
    path.write_text("{ broken", "utf-8")
    told = what_a_start_tells()
    aside = path.with_suffix(".damaged.json")
    assert told == [f"The settings could not be read and were set aside as {aside}."]
    assert aside.read_text("utf-8") == "{ broken"


def test_settings_that_can_not_be_got_at_are_there_again_later(
    data_folder: Path, monkeypatch: pytest.MonkeyPatch
):
    """A virus scanner may hold them for longer than one waits."""
    path = folders.config_dir() / settings_file.FILE
    path.write_text('{"scheme": "dark", "show_numbers": false}', "utf-8")

    def held(*_: object, **_more: object) -> str:
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    with monkeypatch.context() as patch:
        patch.setattr(Path, "read_text", held)
        settings, aside = settings_file.load()
    assert aside is None and settings.scheme == "system"
    settings.show_numbers = True
    settings_file.save(settings)
    kept, _ = settings_file.load()
    assert kept.scheme == "dark" and kept.show_numbers


@pytest.mark.parametrize(
    "given",
    [
        {"version": 99, "of the future": [1], "black": 7, "board": "99x99", "move_seconds": -3},
        {"geometry": "????", "docks": "not base 64", "scheme": "plaid", "language": "xx", "notation": "?"},
        {"white": "zero:simulations=many", "run": "/nowhere"},
        {"total_seconds": 10**400, "move_seconds": -(10**400), "simulations": 10**400, "sounds": 10**400},
        {"pause_ms": 2**40, "analysis_simulations": -1, "total_seconds": float("nan"), "run": "x" * 5000},
    ],
)
def test_strange_settings_are_tolerated(data_folder: Path, open_desk: OpenDesk, given: dict):
    (folders.config_dir() / settings_file.FILE).write_text(json.dumps(given), "utf-8")
    desk = open_desk()
    assert desk.damaged is None and desk.window.isVisible()
    desk.play()
    desk.click(12)
    assert desk.moves == 1


def test_two_windows_keep_each_others_settings(data_folder: Path):
    (first, _), (second, _) = settings_file.load(), settings_file.load()
    first.engines, first.scheme = ["gtp:name=mine,command=x"], "dark"
    settings_file.save(first)
    second.show_numbers = True
    settings_file.save(second)
    assert second.engines == first.engines and second.scheme == "system", "how it looks now is its own"
    second.engines = [*second.engines, "gtp:name=other,command=y"]
    settings_file.save(second)
    first.black = "random"
    settings_file.save(first)
    kept, _ = settings_file.load()
    assert (kept.engines, kept.scheme, kept.show_numbers, kept.black) == (
        second.engines,
        "dark",
        True,
        "random",
    )
    assert first.engines == second.engines


def test_what_a_newer_version_has_set_survives_an_older_one(data_folder: Path):
    path = settings_file.folder() / settings_file.FILE
    newer = {"version": 2, "new_thing": 5, "board": {"rows": 9}, "random_moves": 12}
    path.write_text(json.dumps(newer))
    settings, _ = settings_file.load()
    settings.show_numbers = True
    settings_file.save(settings)
    assert json.loads(path.read_text()).items() >= {**newer, "show_numbers": True}.items()


@pytest.mark.parametrize("name", ["networks", "runs"])
def test_what_an_open_dialog_adds_is_kept_though_settings_are_kept_meanwhile(data_folder: Path, name: str):
    """As when the next game of a series begins."""
    settings, _ = settings_file.load()
    settings_file.save(settings)
    held = getattr(settings, name)
    settings_file.save(settings)
    held.append("mine")
    settings_file.save(settings)
    assert getattr(settings_file.load()[0], name) == ["mine"]


def test_a_file_whose_name_is_no_text_is_among_the_recent_ones(data_folder: Path):
    """Python writes bytes of such a name as halves of letters, which no encoding takes."""
    settings, _ = settings_file.load()
    settings.recent = ["caf\udce9.sgf"]
    settings_file.save(settings)
    assert settings_file.load()[0].recent == settings.recent


def test_settings_that_cannot_be_written_are_read(
    data_folder: Path, open_desk: OpenDesk, monkeypatch: pytest.MonkeyPatch
):
    (folders.config_dir() / settings_file.FILE).write_text('{"board": "7x7"}', "utf-8")
    folder = folders.config_dir()

    def refuse() -> Path:
        raise folders.FolderError(folder, Sentence("It can't be written to."))

    monkeypatch.setattr(settings_file, "config_dir", refuse)
    desk = open_desk()
    assert desk.position.size == Size(7, 7) and desk.window.isVisible()
    desk.wait(lambda: "can't be kept" in desk.window.statusBar().currentMessage())


def test_settings_that_cannot_be_read_when_they_are_kept_are_not_written_anew(
    data_folder: Path, monkeypatch: pytest.MonkeyPatch
):
    """What other windows have kept there would be lost."""
    settings, _ = settings_file.load()
    settings_file.save(settings)
    before = (settings_file.folder() / settings_file.FILE).read_bytes()

    def fail(_path: Path, _encoding: str) -> str:
        raise PermissionError(errno.EACCES, "Permission denied")

    settings.show_numbers = True
    with monkeypatch.context() as patch:
        patch.setattr(Path, "read_text", fail)
        with pytest.raises(PermissionError):
            settings_file.save(settings)
    assert (settings_file.folder() / settings_file.FILE).read_bytes() == before


def test_a_file_in_the_place_of_the_settings_folder_is_told_in_the_windows_language(
    data_folder: Path, open_desk: OpenDesk
):
    data_folder.mkdir()
    (data_folder / "config").touch()
    desk = open_desk()
    assert desk.damaged is None, "nothing was set aside"
    desk.choose("language", "zh_CN")
    desk.choose("scheme", "dark")
    desk.wait(lambda: "无法保存设置：无法建立文件夹" in desk.window.statusBar().currentMessage())


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_window_begins_light_or_dark_as_it_was_left(open_desk: OpenDesk, scheme: str):
    desk = open_desk()
    desk.choose("scheme", scheme)
    desk.close()
    apply_application_theme("light" if scheme == "dark" else "dark")
    assert is_dark() != (scheme == "dark")
    open_desk()
    assert is_dark() == (scheme == "dark")


def test_settings_are_there_again(desk: Desk, open_desk: OpenDesk):
    desk.play(RANDOM, HUMAN, size=7, time_control=TimeControl(300, 20), strict=False)
    setup = desk.window.games.next_setup()
    desk.close()
    assert open_desk().window.games.next_setup() == setup
