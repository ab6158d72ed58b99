"""Other people's programs as players: ``gtp:command=…``, ``sau:command=…``, ``botzone:command=…``.

Options: ``timeout`` (seconds that the program may be silent), ``name``, ``cwd`` (its working folder); for Botzone ``form`` (``json`` or
``numbers``) and ``keep_running`` (on or off). Commas in a command are written as :func:`ai.players.quote` does.

If a program doesn't start, hangs, crashes or answers nonsense, :class:`ai.external.process.EngineError` is raised: under a referee the game is
then lost by forfeit. A losing move, such as ``pass``, is returned as it is, for the referee to judge.
"""

from pathlib import PurePath
from threading import Event

from ai.external.botzone import BotzoneClient, Form
from ai.external.client import Client, Patience
from ai.external.gtp import GtpClient
from ai.external.process import EngineError, EngineProcess, missing, program_of
from ai.external.sau import SauClient
from ai.player_error import PlayerError
from ai.players.base import LOST_GAME, AiPlayer
from ai.players.text import Options
from core.player import Decision, Limit, Report
from core.position import Position, Size
from core.sentence import Sentence

LEAST_TIMEOUT_SECONDS = 0.1


class ExternalPlayer(AiPlayer):
    """What players of all protocols share. The program runs from the first request until ``close`` or until it fails."""

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
        self._client = self._new_client(options)

    def _new_client(self, options: Options) -> Client:
        raise NotImplementedError

    def _start(self) -> EngineProcess:
        return EngineProcess(self.name, self.command, self._folder)

    @property
    def ready(self) -> bool:
        """Whether it can be asked for a move at once, without :meth:`introduce`."""
        return self._client.ready

    def introduce(self, stop: Event | None = None) -> str:
        """Start the program and ask for its name, as people should see it; empty if its protocol has none. :class:`PlayerError` if it can't be
        used."""
        try:
            return self._client.introduce(stop)
        except EngineError:
            self._client.close(kindly=False)
            raise

    def prepare(self, size: Size, stop: Event | None = None) -> None:
        """Start the program and check that it answers."""
        self.introduce(stop)

    def supports(self, size: Size) -> str | None:
        """See :class:`ai.players.base.AiPlayer`. A program that isn't there supports no board, so that no game begins that it would forfeit."""
        return self._board_refusal(size) or missing(self.name, self.command, self._folder)

    def _board_refusal(self, size: Size) -> Sentence | None:
        return None if size == Size() else Sentence("%1 plays on 9x9 only, as its platform does", self.name)

    def choose(
        self, position: Position, limit: Limit, report: Report | None = None, stop: Event | None = None
    ) -> Decision:
        """See :class:`core.player.Player`. If ``stop`` is set while the program thinks, it is ended, because it can't be interrupted."""
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
    """A program that speaks GTP. Whether it can play on a board is known once it is asked."""

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
        keep_running = options.switch("keep_running") or False
        return BotzoneClient(self._start, self._patience, Form(form == "json", keep_running))

    def prepare(self, size: Size, stop: Event | None = None) -> None:
        """Ask for a first move, because bots answer nothing else."""
        self.choose(Position.empty(), Limit(), stop=stop)
