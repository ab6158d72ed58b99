"""Soft sounds for what happens in a game. The locked parts of Qt play none, so the system does; where it can't, the window is silent."""

import shutil
import sys
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QProcess, Signal

from core import program
from core.game import Node, Result
from core.position import Color
from gui.program.desktop import outside_process_environment

if TYPE_CHECKING:
    from gui.main_window import MainWindow

FOLDER = program.FILES / "assets" / "sounds"
LOW_SECONDS = 10.0
VOICES = 2
"""Sounds at once; what comes while all are busy is left out, as in a fast game between AIs."""


def player_command() -> list[str]:
    """The system's program that plays a WAV file, its path to be added; empty if there is none."""
    for name, *options in (("pw-play",), ("paplay",), ("aplay", "-q"), ("afplay",)):
        if path := shutil.which(name):
            return [path, *options]
    return []


class Speaker(QObject):
    """Plays the files of ``assets/sounds``, never waited for. What goes wrong once would go wrong each time, so it is not tried again."""

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self._command: list[str] | None = None
        self._voices: list[QProcess] = []
        self._works = True

    def play(self, name: str) -> None:
        """Play ``name`` if this machine can."""
        if not self._works:
            return
        path = str(FOLDER / f"{name}.wav")
        if sys.platform == "win32":
            import winsound

            how = winsound.SND_FILENAME | winsound.SND_ASYNC | winsound.SND_NODEFAULT
            try:
                winsound.PlaySound(path, how)
            except RuntimeError:  # no sound device
                self._works = False
        else:
            self._play_by_program(path)

    def _play_by_program(self, path: str) -> None:
        if self._command is None:
            self._command = player_command()
        if not self._command:
            self._works = False
            return
        voice = self._free_voice()
        if voice is not None:
            voice.start(self._command[0], [*self._command[1:], path])

    def _free_voice(self) -> QProcess | None:
        for voice in self._voices:
            if voice.state() is QProcess.ProcessState.NotRunning:
                return voice
        if len(self._voices) == VOICES:
            return None
        voice = QProcess(self)
        voice.setProcessEnvironment(outside_process_environment())
        voice.setStandardOutputFile(QProcess.nullDevice())
        voice.setStandardErrorFile(QProcess.nullDevice())
        voice.finished.connect(self._on_finished)
        voice.errorOccurred.connect(self._on_error)
        self._voices.append(voice)
        return voice

    def _on_finished(self, status: int) -> None:
        if status != 0:  # no sound device, no sound server
            self._works = False

    def _on_error(self) -> None:
        self._works = False

    def close(self) -> None:
        """Be silent, with no process left."""
        self._works = False
        for voice in self._voices:
            voice.kill()
            voice.waitForFinished()


class Sounds(QObject):
    """Hears a game in the window and says what sounds when: a stone, the end, and little time left for a human."""

    changed = Signal()
    """The settings are to be kept."""

    def __init__(self, window: "MainWindow"):
        super().__init__(window)
        self._settings = window.settings
        self._controller = window.controller
        self.speaker = Speaker(self)
        self._head: Node | None = None
        self._clock_was: tuple[Node, float] | None = None
        self._controller.game_changed.connect(self._on_game)
        self._controller.ended.connect(self._on_end)
        self._controller.clock_ticked.connect(self._on_clock)

    def switch(self, on: bool) -> None:
        """The user wants sounds, or none."""
        self._settings.sounds = on
        self.changed.emit()

    def play(self, name: str) -> None:
        """Play ``name`` if the user wants sounds."""
        if self._settings.sounds:
            self.speaker.play(name)

    def _on_game(self) -> None:
        """A stone sounds when play has gone on by one move, not when the user walks through the game."""
        head, before = self._controller.match.head, self._head
        self._head = head
        if head.parent is not None and head.parent is before:
            self.play("stone")

    def _on_end(self, result: Result) -> None:
        """Lost is what a human loses against an AI."""
        human_lost = self._controller.is_human(result.winner.opponent)
        self.play("lost" if human_lost and not self._controller.is_human(result.winner) else "won")

    def _on_clock(self) -> None:
        """Warn once when a human's time for this move, or for the game, comes to its last seconds."""
        seconds, match = self._seconds_left(), self._controller.match
        if seconds is None:
            self._clock_was = None
            return
        was, self._clock_was = self._clock_was, (match.head, seconds)
        if was is not None and was[0] is match.head and was[1] > LOW_SECONDS >= seconds:
            self.play("low_time")

    def _seconds_left(self) -> float | None:
        """What the running clock leaves the human to move."""
        clock = self._controller.match.clock
        if clock is None or clock.running is None or not self._controller.is_human(clock.running):
            return None
        color: Color = clock.running
        known = (clock.remaining(color), clock.move_remaining(color))
        return min((seconds for seconds in known if seconds is not None), default=None)

    def close(self) -> None:
        self.speaker.close()
