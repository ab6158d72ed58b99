"""Other people's programs as players: ``gtp:command=…``, ``sau:command=…``, ``botzone:command=…``.

Options: ``timeout`` (seconds that the program may be silent), ``name``, ``cwd`` (the folder in which it works); for Botzone ``form`` (``json`` or
``numbers``) and ``keep_running`` (0 or 1). A command with commas is written as :func:`ai.players.quote` does.

A program that doesn't start, hangs, crashes or answers nonsense raises :class:`ai.external.process.EngineError`: a game under a referee is
then lost by forfeit. A move that loses, ``pass`` among them, is handed over as it is, for the referee to judge.
"""

from pathlib import PurePath
from threading import Event

from ai.external.botzone import BotzoneClient, Form
from ai.external.client import Client, Patience
from ai.external.gtp import GtpClient
from ai.external.process import EngineError, EngineProcess, missing, program_of
from ai.external.sau import SauClient
from ai.players.base import LOST_GAME
from ai.players.text import Options, PlayerError
from core.player import Decision, Limit, Report
from core.position import Position, Size
from core.sentence import Sentence

LEAST_TIMEOUT_SECONDS = 0.1


class ExternalPlayer:
    """What programs of every protocol share. The program runs from the first question until ``close`` or until it fails."""

    def __init__(self, options: Options):
        self.command = options.word("command", "")
        if not self.command:
            raise PlayerError(
                Sentence(
                    "player '%1' needs the command that starts it, as in %2:command=PROGRAM",
                    options.text,
                    options.kind,
                )
            )
        self._folder = options.word("cwd", "")
        self._patience = Patience(options.number("timeout", float, LEAST_TIMEOUT_SECONDS))
        program = program_of(self.command)
        self.name = options.word("name", "") or PurePath(program).stem
        self.default_limit = Limit()
        self._client = self._new_client(options)

    def _new_client(self, options: Options) -> Client:
        raise NotImplementedError

    def _start(self) -> EngineProcess:
        return EngineProcess(self.name, self.command, self._folder)

    @property
    def ready(self) -> bool:
        """Whether it can be asked for a move at once, without being introduced."""
        return self._client.ready

    def introduce(self, stop: Event | None = None) -> str:
        """Start the program and have it say its name, for people; empty if its protocol knows none. :class:`PlayerError` if it can't be used."""
        try:
            return self._client.introduce(stop)
        except EngineError:
            self._client.close(kindly=False)
            raise

    def prepare(self, size: Size) -> None:
        """Start the program and see that it answers."""
        self.introduce()

    def supports(self, size: Size) -> str | None:
        """Nor can it play where there is no such program: then no game is to begin, which it would lose."""
        return self._board_refusal(size) or missing(self.name, self.command, self._folder)

    def _board_refusal(self, size: Size) -> Sentence | None:
        return None if size == Size() else Sentence("%1 plays on 9x9 only, as its platform does", self.name)

    def choose(
        self, position: Position, limit: Limit, report: Report | None = None, stop: Event | None = None
    ) -> Decision:
        """See :class:`core.player.Player`. The program is ended if ``stop`` is set while it thinks, for it can't be interrupted."""
        if position.is_over:
            return LOST_GAME
        if refusal := self._board_refusal(position.size):
            raise PlayerError(refusal)
        try:
            return Decision(self._client.choose(position, limit, stop))
        except EngineError:
            self._client.close(kindly=False)
            raise

    def close(self) -> None:
        self._client.close()


class GtpPlayer(ExternalPlayer):
    """A program that speaks GTP; whether it plays on a board is known when it is asked."""

    def _new_client(self, options: Options) -> Client:
        return GtpClient(self._start, self._patience)

    def _board_refusal(self, size: Size) -> Sentence | None:
        return None


class SauPlayer(ExternalPlayer):
    """A program made for the SAU platform."""

    def _new_client(self, options: Options) -> Client:
        return SauClient(self._start, self._patience)


class BotzonePlayer(ExternalPlayer):
    """A bot made for Botzone."""

    def _new_client(self, options: Options) -> Client:
        form = options.word("form", "json")
        if form not in ("json", "numbers"):
            raise PlayerError(
                Sentence("form=%1 in player '%2' should be json or numbers", form, options.text)
            )
        keep_running = options.number("keep_running", int, 0) or 0
        return BotzoneClient(self._start, self._patience, Form(form == "json", keep_running > 0))

    def prepare(self, size: Size) -> None:
        """Bots answer nothing but positions."""
        self.choose(Position.empty(), Limit())
