"""Soft sounds for what happens in a game. The parts of Qt that the program uses play none, so the system does, or the window is silent."""

import shutil
import sys

from PySide6.QtCore import QObject, QProcess, Signal

from core import program
from core.game import Node, Result
from core.position import Color
from gui.game.controller import GameController
from gui.program.desktop import outside_process_environment
from gui.program.settings import Settings

FOLDER = program.FILES / "assets" / "sounds"
LOW_SECONDS = 10.0
VOICES = 2
"""Sounds at the same time; further ones are left out, as in a fast game between AIs."""


def player_command() -> list[str]:
    """The command that plays a WAV file whose path is appended; empty if the system has none."""
    for name, *options in (("pw-play",), ("paplay",), ("aplay", "-q"), ("afplay",)):
        if path := shutil.which(name):
            return [path, *options]
    return []


class Speaker(QObject):
    """Plays the files of ``assets/sounds`` without waiting for them. After a failure it stays silent, as it would fail each time."""

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
        """Stop all sounds and their processes."""
        self._works = False
        for voice in self._voices:
            voice.kill()
            voice.waitForFinished()


class Sounds(QObject):
    """Plays a sound for a stone, for the end of a game, and when a human's time runs short."""

    changed = Signal()
    """The settings have changed and are to be saved."""

    def __init__(self, controller: GameController, settings: Settings, parent: QObject):
        super().__init__(parent)
        self._controller, self._settings = controller, settings
        self.speaker = Speaker(self)
        self._head: Node | None = None
        self._clock_was: tuple[Node, float] | None = None
        self._controller.game_changed.connect(self._on_game)
        self._controller.ended.connect(self._on_end)
        self._controller.clock_ticked.connect(self._on_clock)

    def switch(self, on: bool) -> None:
        """Switch sounds on or off."""
        self._settings.sounds = on
        self.changed.emit()

    def play(self, name: str) -> None:
        """Play ``name`` if the user wants sounds."""
        if self._settings.sounds:
            self.speaker.play(name)

    def _on_game(self) -> None:
        """Play a stone's sound when play has gone on by one move, not when the user walks through the game."""
        head, before = self._controller.match.head, self._head
        self._head = head
        if head.parent is not None and head.parent is before:
            self.play("stone")

    def _on_end(self, result: Result) -> None:
        """Play the sound of the end: that of a loss only where a human lost against an AI."""
        human_lost = self._controller.is_human(result.winner.opponent)
        self.play("lost" if human_lost and not self._controller.is_human(result.winner) else "won")

    def _on_clock(self) -> None:
        """Warn once when a human's time for this move or for the game comes to its last seconds."""
        seconds, match = self._seconds_left(), self._controller.match
        if seconds is None:
            self._clock_was = None
            return
        was, self._clock_was = self._clock_was, (match.head, seconds)
        if was is not None and was[0] is match.head and was[1] > LOW_SECONDS >= seconds:
            self.play("low_time")

    def _seconds_left(self) -> float | None:
        """The seconds the running clock leaves the human to move; ``None`` without one."""
        clock = self._controller.match.clock
        if clock is None or clock.running is None or not self._controller.is_human(clock.running):
            return None
        color: Color = clock.running
        known = (clock.remaining(color), clock.move_remaining(color))
        return min((seconds for seconds in known if seconds is not None), default=None)

    def close(self) -> None:
        self.speaker.close()
