"""Sounds: what is heard when, and that a machine that can't play them behaves the same."""

import importlib.util
import sys
import wave
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QProcess

from core.clock import TimeControl
from core.position import Color
from gui.game import sounds
from gui.program.settings import HUMAN
from tests.gui.desk import Desk, wait

RANDOM = "random:seed=1"
MAKER = Path(__file__).parents[3] / "packaging" / "make_sounds.py"
NAMES = {"stone", "won", "lost", "low_time"}


@pytest.fixture
def heard(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of what the window's speaker is asked to play."""
    names: list[str] = []
    monkeypatch.setattr(desk.window.sounds.speaker, "play", names.append)
    return names


def read(path: Path) -> np.ndarray:
    with wave.open(str(path)) as file:
        assert (file.getnchannels(), file.getsampwidth()) == (1, 2)
        return np.frombuffer(file.readframes(file.getnframes()), "<i2").astype(int)


def test_the_files_are_what_their_maker_makes(tmp_path: Path):
    spec = importlib.util.spec_from_file_location("make_sounds", MAKER)
    assert spec is not None and spec.loader is not None
    maker = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(maker)
    maker.main(tmp_path)
    assert (
        {path.stem for path in sounds.FOLDER.glob("*.wav")} == NAMES == {p.stem for p in tmp_path.iterdir()}
    )
    for path in tmp_path.iterdir():
        assert np.abs(read(path) - read(sounds.FOLDER / path.name)).max() <= 1, "sines differ in the last bit"


def test_each_stone_sounds_and_walking_does_not(desk: Desk, heard: list[str]):
    desk.play()
    desk.click(0, 12)
    assert heard == ["stone"] * 2
    desk.trigger("back")
    desk.trigger("forward")
    desk.trigger("undo")
    assert heard == ["stone"] * 2


@pytest.mark.parametrize(("resigns", "sound"), [(HUMAN, "lost"), (RANDOM, "won")])
def test_the_end_sounds_as_the_human_takes_it(desk: Desk, heard: list[str], resigns: str, sound: str):
    desk.play(HUMAN, RANDOM)
    controller = desk.window.controller
    color = next(color for color in Color if controller.players[color] == resigns)
    controller._on_end(controller.match.resign(color))
    assert heard == [sound]


def test_little_time_is_told_once(desk: Desk, heard: list[str]):
    desk.play(time_control=TimeControl(total_seconds=60))
    controller = desk.window.controller
    clock = controller.match.clock
    assert clock is not None
    for seconds in (10.5, 9.5, 9.0):
        clock.set_remaining(Color.BLACK, seconds)
        controller.clock_ticked.emit()
    assert heard == ["low_time"]


def test_switched_off_nothing_sounds_and_it_stays_off(desk: Desk, heard: list[str]):
    desk.trigger("sounds")
    desk.play()
    desk.click(0)
    assert heard == []
    assert desk.settings_kept().sounds is False


# --- the speaker ---------------------------------------------------------------------------------------------------------


def script(folder: Path, source: str) -> list[str]:
    """A command that runs ``source``, as a system's player would run."""
    path = folder / "player.py"
    path.write_text(source)
    return [sys.executable, str(path)]


by_program = pytest.mark.skipif(sys.platform == "win32", reason="Windows plays by itself")


@by_program
def test_the_systems_player_gets_the_file(qtbot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    note = tmp_path / "played"
    command = script(tmp_path, f"import sys, pathlib; pathlib.Path({str(note)!r}).write_text(sys.argv[1])")
    monkeypatch.setattr(sounds, "player_command", lambda: command)
    speaker = sounds.Speaker()
    speaker.play("stone")
    wait(qtbot, lambda: note.exists() and note.read_text() == str(sounds.FOLDER / "stone.wav"))
    speaker.close()


@by_program
@pytest.mark.parametrize("source", ["raise SystemExit(1)", None])
def test_a_player_that_fails_is_not_asked_again(
    qtbot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str | None
):
    command = script(tmp_path, source) if source else [str(tmp_path / "absent")]
    asked: list[int] = []
    monkeypatch.setattr(sounds, "player_command", lambda: command)
    speaker = sounds.Speaker()
    start = QProcess.start
    monkeypatch.setattr(QProcess, "start", lambda *arguments: asked.append(1) or start(*arguments))
    speaker.play("stone")
    wait(qtbot, lambda: not speaker._works)
    speaker.play("stone")
    assert len(asked) == 1
    speaker.close()


@by_program
def test_no_more_than_two_sound_at_once_and_none_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot
):
    asked = []
    command = script(tmp_path, "import time; time.sleep(60)")
    monkeypatch.setattr(sounds, "player_command", lambda: asked.append(1) or command)
    speaker = sounds.Speaker()
    for _ in range(10):
        speaker.play("stone")
    assert len(speaker.findChildren(sounds.QProcess)) == sounds.VOICES
    speaker.close()
    assert asked == [1]
