"""A program that talks in lines, with time-outs: whatever it does, a question gets an answer or an error."""

import atexit
import errno
import os
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from threading import Event
from weakref import WeakSet

from ai.external.log import EngineLog
from ai.player_error import PlayerError
from ai.wire.lines import Lines, Outgoing
from core import program
from core.files import user_path
from core.machine import awake_seconds
from core.sentence import Sentence, reason_of

LOOK_SECONDS = 0.02
"""Time between two looks at the wish to stop."""
FAREWELL_SECONDS = 1.0
"""How long a program may take to quit before it is killed."""
NOT_FOR_STARTING = (errno.EACCES, errno.ENOEXEC)
"""Error numbers for a file that is no program or may not be started."""
MOST_LINES = 10_000
"""Most lines that are kept until they are asked for."""

_CREATION_FLAGS = (
    subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW if sys.platform == "win32" else 0
)
"""Puts a program into a group of its own, so that Ctrl-C reaches only us and the program's children can be ended with it."""


class EngineError(PlayerError):
    """A program can't be used, or not any longer; the message is a sentence with the reason."""


class EngineFailed(EngineError):
    """A program crashed, hung or answered nonsense; its side loses the game."""


class EngineStopped(EngineError):
    """A program was ended while it was thinking, because its answer was no longer wanted."""


_living: "WeakSet[EngineProcess]" = WeakSet()


def end_all() -> None:
    """End every program that this process has started."""
    for process in list(_living):
        process.kill()


atexit.register(end_all)


def program_of(command: str) -> str:
    """The program that ``command`` starts; :class:`ai.player_error.PlayerError` if it names none."""
    words = _words(command)
    if not words or not words[0]:
        raise PlayerError(Sentence("the command of an external program is empty"))
    return words[0]


def command_of(program: str) -> str:
    """The command that starts ``program``, a path, without arguments; :func:`program_of` is the inverse. A Python script that doesn't start by itself
    gets its interpreter in front."""
    if sys.platform == "win32":
        quoted = f'"{program}"' if " " in program else program  # no name holds a quotation mark there
    else:
        quoted = shlex.quote(program)
    if program.lower().endswith(".py") and (sys.platform == "win32" or not os.access(program, os.X_OK)):
        return f"{_python()} {quoted}"
    return quoted


def _python() -> str:
    """The command for Python on this system."""
    if sys.platform == "win32":
        return "py" if shutil.which("py") else "python"
    return "python3"


def missing(name: str, command: str, folder: str) -> Sentence | None:
    """A sentence if the working ``folder`` of ``command`` (empty: ours) or its program can't be found; else ``None``."""
    try:
        _found(name, command, folder)
    except EngineError as error:
        return error.args[0]
    return None


def _found(name: str, command: str, folder: str) -> str:
    """The path of the program that ``command`` starts: in ``folder``, else where the system finds it, else in our working folder. A file that may not
    be started counts only if there is no other. :class:`EngineError` if there is none."""
    if folder and not os.path.isdir(user_path(folder)):
        raise EngineError(Sentence("%1: there is no folder %2", name, folder))
    program = program_of(command)
    places = [*([str(user_path(folder))] if folder else []), "", os.curdir]
    paths = [os.path.join(place, name) for place in places for name in _spellings(program)]
    for path in [*map(shutil.which, paths), *filter(os.path.isfile, paths)]:
        if path:
            return os.path.abspath(path)
    nowhere = Sentence("%1: there is no program '%2' here", name, program)
    if any(os.path.isfile(os.path.join(place, command.strip())) for place in places):
        raise EngineError(Sentence("%1; a path with blanks needs quotation marks around it", nowhere))
    raise EngineError(nowhere)


def _spellings(program: str) -> list[str]:
    """The file names that ``program`` can mean: on Windows it may be written without its suffix."""
    suffixes = os.environ.get("PATHEXT", ".EXE").split(os.pathsep) if sys.platform == "win32" else []
    return [*(program + suffix for suffix in suffixes), program]


def starting(path: str, command: str) -> str | list[str]:
    """``command`` for the system, with the ``path`` of its program, because the system would look for the name in other places than we do."""
    if sys.platform == "win32":
        return f'"{path}"{command.lstrip()[len(_split(command)[0]) :]}'
    return [path, *_words(command)[1:]]


def _words(command: str) -> list[str]:
    words = _split(command)
    return [word.strip('"') for word in words] if sys.platform == "win32" else words


def _split(command: str) -> list[str]:
    """The words of ``command``, on Windows with their quotation marks."""
    lexer = shlex.shlex(command, posix=sys.platform != "win32")
    lexer.whitespace_split, lexer.commenters = True, ""
    if sys.platform == "win32":
        lexer.quotes = '"'  # an apostrophe is a letter there
    try:
        return list(lexer)
    except ValueError as error:
        reason = (  # the lexer's own text is only English
            Sentence("nothing follows its last backslash")
            if "escaped" in str(error)
            else Sentence("a quotation mark is missing")
        )
        raise PlayerError(Sentence("the command '%1' can't be taken apart: %2", command, reason)) from error


class EngineProcess:
    """A running program. It is started without a shell; on Windows the program splits its command line itself, as usual there."""

    def __init__(self, name: str, command: str, folder: str = ""):
        """:class:`EngineError` if it can't be started. ``folder`` is its working folder; empty means ours."""
        self.name = name
        self._log = EngineLog(name, command)
        self._log.note(f"start: {command}")
        try:
            self._process = self._start(command, folder)
        except EngineError as error:
            self._log.note(str(error))
            self._log.close()
            raise
        _living.add(self)
        assert self._process.stdin and self._process.stdout and self._process.stderr
        self._outgoing = Outgoing(self._process.stdin)
        self._lines = Lines(self._process.stdout, self._log.received, MOST_LINES)
        self._complaints = Lines(self._process.stderr, self._log.complained, 0)

    def _start(self, command: str, folder: str) -> "subprocess.Popen[bytes]":
        path = _found(self.name, command, folder)
        try:
            return subprocess.Popen(
                starting(path, command),
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=user_path(folder) if folder else None,
                env=program.outside_environment(),
                creationflags=_CREATION_FLAGS,
                start_new_session=sys.platform != "win32",
            )
        except (OSError, ValueError) as error:
            said = Sentence(
                "%1: '%2' can't be started (%3)", self.name, program_of(command), reason_of(error)
            )
            if getattr(error, "errno", None) in NOT_FOR_STARTING:
                said = Sentence("%1; a script needs its interpreter before it, such as python3", said)
            raise EngineError(said) from error

    def send(self, line: str) -> None:
        """Send a line, or several. Whether it arrives shows in the answer (:meth:`wait_for`)."""
        for part in line.splitlines():
            self._log.sent(part)
        self._outgoing.say(line)

    def end_input(self) -> None:
        """Close the program's input."""
        self._outgoing.end()

    def wait_for(self, wanted: Callable[[str], object], seconds: float, stop: Event | None = None) -> str:
        """The first line for which ``wanted`` is true, within ``seconds``; :class:`EngineStopped` as soon as ``stop`` is set."""
        give_up = awake_seconds() + seconds
        said = ""
        while True:
            line = self._next_line(give_up, stop, said)
            if wanted(line):
                return line
            said = line.strip() or said

    def _next_line(self, give_up: float, stop: Event | None, said: str) -> str:
        """The next line. ``said`` is the last line before that wasn't empty, for the error if it takes too long."""
        while stop is None or not stop.is_set():
            if awake_seconds() >= give_up:
                raise self.fails(
                    Sentence("it gave no answer in time, only '%1'", said[:80])
                    if said
                    else Sentence("it gave no answer in time")
                )
            try:
                line = self._lines.next(LOOK_SECONDS)
            except TimeoutError:
                continue
            if line is None:
                raise self.fails(self._how_it_ended())
            return line
        self._log.note("stopped while it thought")
        raise EngineStopped(Sentence("%1 was stopped before it had answered", self.name))

    def forget(self) -> None:
        """Drop lines that came without being asked for."""
        with suppress(TimeoutError):
            while self._lines.next(0) is not None:
                pass

    def fails(self, why: Sentence) -> EngineFailed:
        """Log ``why`` the program can't be used any longer, and return the error to raise."""
        self._log.note(why)
        return EngineFailed(Sentence("%1: %2", self.name, why))

    def _how_it_ended(self) -> Sentence:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(FAREWELL_SECONDS)
        self._complaints.join(FAREWELL_SECONDS)
        status = self._process.poll()
        how = (
            Sentence("it closed its output")
            if status is None
            else Sentence("it ended with exit status %1", status)
        )
        words = self._log.last_words[:200]
        return Sentence("%1: %2", how, words) if words else how

    def close(self, farewell: str = "") -> None:
        """Let the program quit, or kill it. It has ended when this returns."""
        if self._process.poll() is None:
            if farewell:
                self.send(farewell)
            self.end_input()
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(FAREWELL_SECONDS)
        self.kill()

    def kill(self) -> None:
        """Kill the program and all that it has started."""
        if self not in _living:
            return
        _living.discard(self)
        _kill_group(self._process)
        self._process.wait()
        self.end_input()
        self._outgoing.join(FAREWELL_SECONDS)
        for lines, stream in ((self._lines, self._process.stdout), (self._complaints, self._process.stderr)):
            lines.join(FAREWELL_SECONDS)
            if stream is not None:
                stream.close()
        self._log.note("ended")
        self._log.close()


def _kill_group(process: "subprocess.Popen[bytes]") -> None:
    if sys.platform == "win32":
        with suppress(OSError):
            subprocess.run(
                ["taskkill", "/F", "/T", "/PID", str(process.pid)],
                capture_output=True,
                check=False,
                creationflags=subprocess.CREATE_NO_WINDOW,
            )
        process.kill()
    else:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)  # its children may outlive it
