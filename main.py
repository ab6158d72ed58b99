"""The entry point of Buwei: it opens the window or, with a command, runs without one.

Everything that must be set before torch and numba are imported is set here. Nothing heavy is imported before the arguments are known, so that
help and version come at once.
"""

import argparse
import errno
import io
import os
import signal
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from importlib import import_module

from core import __version__

COMMANDS = {
    "match": "let players play games against each other",
    "ladder": "measure how strong every shipped player and level is",
    "train": "start or continue a training run",
    "td": "train the temporal-difference learner",
    "book": "make or show an opening book",
    "bench": "measure this machine's speeds",
    "gtp": "be an engine for GoGui, Sabaki and others",
    "sau": "be an engine on the SAU game platform",
    "botzone": "be a bot on Botzone",
    "analyse": "say what a player thinks of each position of a game",
    "solve": "find out who wins a position, proven",
    "perft": "count sequences of legal moves, to check the rules",
    "prepare": "compile what is compiled once, so that the first game starts at once",
    "selftest": "try every part of the program on this machine",
    "screenshots": "make the pictures of the README",
}

COMMANDS_OF_GUI = ("selftest", "screenshots")
"""Commands that need the window's code."""

PORTABLE_FOLDER = "data"

THREADS = {
    # OpenMP threads that spin while idle cost four fifths of the speed beside other load. Threads that never spin cost a third of the
    # learner's speed on an idle machine. So they spin about ten microseconds (GNU's OpenMP knows the second setting, others the first).
    "OMP_WAIT_POLICY": "PASSIVE",
    "GOMP_SPINCOUNT": "3000",
    # The threads of numpy's linear algebra always spin: beside a training session the ratings of 150 generations took 0.9 s instead of 7 ms.
    "OPENBLAS_NUM_THREADS": "1",
}
"""How libraries' threads wait for work, unless the user has set it."""
NO_MATRIX_UNIT = {"ONEDNN_MAX_CPU_ISA": "AVX512_CORE_BF16"}
"""For Windows, where a process has to ask for the processor's matrix unit (Intel's AMX). oneDNN, within torch, uses it without asking, which ended
the program by an illegal instruction (seen under Wine)."""

NO_ROOM = ("failed to map segment", "annot allocate memory", "paging file")
"""Error texts of Linux and Windows when there is no memory to load a library."""

CLOSED_PIPE = (errno.EPIPE, errno.EINVAL)
"""Error numbers of a write that nobody reads: EINVAL on Windows, EPIPE elsewhere."""


def main(argv: list[str] | None = None) -> int:
    """Run what ``argv`` asks for and return the exit status. An error that the user can mend is one sentence on stderr, not a traceback."""
    arguments = sys.argv[1:] if argv is None else argv
    is_command = False
    write_utf8()
    try:
        with somewhere_to_print():
            options, rest = parse_everywhere(arguments)
            is_command = bool(rest) and rest[0] in COMMANDS
            if not is_command:
                check_window_arguments(arguments)
        return run(options, rest, is_command)
    except KeyboardInterrupt:
        return 130  # as shells count: 128 and the signal's number
    except (OSError, ImportError, MemoryError) as error:
        is_systems = isinstance(error, OSError)
        status = explain_system(error, is_command) if is_systems else explain_loading(error, is_command)
        if status is None:
            raise
        return status


def run(options: argparse.Namespace, rest: list[str], is_command: bool) -> int:
    """Run the command that ``rest`` begins with, or the window, and return the exit status."""
    from core import program
    from core.folders import FolderError
    from core.sentence import sentence_of

    if is_command and rest[0] != "selftest" and sys.stderr is None:
        return fail(
            f"This program has no console; for commands there is {program.CONSOLE_PROGRAM} beside it."
        )
    try:
        prepare_environment(options.data_dir, options.portable)
        return run_command(rest) if is_command else open_window(rest)
    except FolderError as error:
        # the exit status of other wrong arguments
        return fail(sentence_of(error), for_window=not is_command, status=2)
    except program.IncompleteError as error:
        return fail(sentence_of(error), for_window=not is_command)


def explain_system(error: OSError, is_command: bool) -> int | None:
    """Tell the user what a full disk, a closed pipe or a path that can't be used keeps from being done, and return the exit status. ``None``, and
    not a word, if it is another error."""
    from core.files import FULL

    if error.errno in FULL:
        return fail(f"{what_is_full(error)} can't be written: {error.strerror}.", for_window=not is_command)
    # a path that can't be has one of these numbers on Windows, and its name
    if error.errno in CLOSED_PIPE and not error.filename and output_fails(CLOSED_PIPE, as_pipe=True):
        return 0
    if error.filename and error.strerror:
        return fail(f"{error.filename}: {error.strerror}.", for_window=not is_command)
    return None


def explain_loading(error: ImportError | MemoryError, is_command: bool) -> int | None:
    """Tell the user of a package that is missing or of too little memory, and return the exit status. ``None``, and not a word, if it is another
    error."""
    if isinstance(error, ModuleNotFoundError):
        package = (error.name or "").partition(".")[0]
        if package in ("", "ai", "core", "gui"):
            return None
        return fail(f"The Python package {package} is missing. {how_to_install()}", for_window=not is_command)
    if isinstance(error, ImportError) and not any(words in str(error) for words in NO_ROOM):
        return None
    return fail(
        "There is not enough memory. Close other programs, or raise the limit that is set for this one.",
        for_window=not is_command,
    )


def how_to_install() -> str:
    """What helps where a Python package is missing."""
    from core import program

    if program.is_packaged():
        return "Unpack the program again."
    script = "" if sys.platform == "win32" else "./setup.sh, or: "
    return f"Run {script}pip install -r requirements.txt"


def what_is_full(error: OSError) -> str:
    """What there was no room for: the file that the error names, the output, or else compiled code in the cache, the one folder that exists."""
    from core import folders
    from core.files import FULL

    if error.filename:
        return str(error.filename)
    if output_fails(FULL, as_pipe=False):
        return "What is printed"
    return f"What Buwei keeps (in {folders.cache_dir()} and elsewhere)"


def output_fails(numbers: tuple[int, ...], as_pipe: bool) -> bool:
    """Whether nothing can be printed any more, for a reason that is one of these error ``numbers``, as when the disk is full or when ``head`` has
    seen enough. The rest is dropped then. ``as_pipe``: whether only a pipe fails so, or only a file; the other isn't written to.

    An empty line tells, behind everything that was printed: a flush alone would not, because what could not be written is dropped."""
    if sys.stdout is None:
        return False
    try:
        output = sys.stdout.fileno()
        if is_pipe(output) == as_pipe:
            sys.stdout.flush()
            os.write(output, b"\n")
    except OSError as error:
        if error.errno in numbers:
            print_no_more()
            return True
    return False


def is_pipe(output: int) -> bool:
    """Whether what is written to the descriptor ``output`` is read by another program."""
    mode = os.fstat(output).st_mode
    return stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode)


def print_no_more() -> None:
    """Drop what is printed from now on or still waits to be written."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def run_command(argv: list[str]) -> int:
    """Run one of ``COMMANDS``, without a window."""
    from ai import commands

    if argv[0] in COMMANDS_OF_GUI:
        return import_module(f"gui.{argv[0]}").main(argv[1:])
    return commands.main(argv)


def open_window(argv: list[str]) -> int:
    """Show the window until it is closed."""
    from gui.program import screen

    if problem := screen.problem():
        return fail(problem)
    from gui import app

    return app.run(argv)


def write_utf8() -> None:
    """Write UTF-8 to files and other programs on every system. A terminal keeps its own encoding; what that lacks is shown as Python writes it."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            encoding = stream.encoding if stream.isatty() else "utf-8"
            stream.reconfigure(encoding=encoding, errors="backslashreplace")


@contextmanager
def somewhere_to_print() -> Iterator[None]:
    """Collect what is printed and show it in a window, where there is no output: a window program on Windows has neither stdout nor stderr."""
    if sys.stderr is not None:
        yield
        return
    said = io.StringIO()
    try:
        with redirect_stdout(said), redirect_stderr(said):
            yield
    finally:
        if text := said.getvalue().strip():
            from gui.program import screen

            screen.tell(text)


def parse_everywhere(arguments: list[str]) -> tuple[argparse.Namespace, list[str]]:
    """The options that are allowed with and without a command, and the other words."""
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    folder = parser.add_mutually_exclusive_group()
    folder.add_argument("--data-dir")
    folder.add_argument("--portable", action="store_true")
    options, rest = parser.parse_known_args(arguments)
    if options.data_dir == "":  # as an unset variable of the shell leaves it
        parser.error("argument --data-dir: the name is empty")
    rest = [
        "selftest" if word == "--self-test" else word for word in rest
    ]  # the usual spelling for window programs
    return options, rest


def check_window_arguments(arguments: list[str]) -> None:
    """Answer ``--help``, ``--version`` and wrong arguments and exit. If this returns, the window can be opened with these arguments."""
    parser = argparse.ArgumentParser(
        description="Buwei: play NoGo, watch an AI think, train your own. Without a command a window opens.",
        epilog="commands (each has its own --help):\n"
        + "\n".join(f"  {name:<11} {meaning}" for name, meaning in COMMANDS.items()),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        usage="%(prog)s [--portable | --data-dir DIR] [--lang LANGUAGE] [FILE | FOLDER]\n"
        "       %(prog)s [--portable | --data-dir DIR] COMMAND ...",
        allow_abbrev=False,
    )
    parser.add_argument(
        "file", nargs="?", metavar="FILE", help="a game to open, or a folder of games to list"
    )
    parser.add_argument(
        "--data-dir",
        metavar="DIR",
        help="keep games, settings, caches and logs under DIR; from the sources the first start there compiles for some minutes",
    )
    parser.add_argument(
        "--portable", action="store_true", help="keep them beside the program, in its folder data"
    )
    parser.add_argument("--lang", metavar="LANGUAGE", help="language of the window, for example en or zh_CN")
    parser.add_argument("--version", action="version", version=f"Buwei {__version__}")
    options, unknown = parser.parse_known_args(arguments)
    mistakes = []  # all are told at once, because a mistyped command brings options that only it would know
    if options.file in COMMANDS:
        parser.error(f"before the command {options.file} only --portable or --data-dir may stand")
    if options.file and not os.path.exists(options.file):
        mistakes.append(f"{options.file} is neither a file nor a folder nor a command")
    if options.lang == "":
        mistakes.append("argument --lang: the name is empty")
    elif options.lang:
        from gui.program.language import LANGUAGES, find

        if not find(options.lang):
            mistakes.append(f"the window doesn't speak {options.lang}, but {' and '.join(LANGUAGES)}")
    if unknown:
        mistakes.append(f"unrecognized arguments: {' '.join(unknown)}")
    if mistakes:
        parser.error("; ".join(mistakes))


def prepare_environment(data_dir: str | None, portable: bool = False) -> None:
    """Set what must be set before torch and numba are imported; ``FolderError`` if the user's folders can't be used."""
    from core import folders, kernel_cache, program

    if portable:
        folders.use_data_dir(program.home() / PORTABLE_FOLDER)
    elif data_dir:
        folders.use_data_dir(data_dir)
    for name, value in (THREADS | (NO_MATRIX_UNIT if sys.platform == "win32" else {})).items():
        if name not in os.environ:
            program.set_for_us(name, value)
    (kernel_cache.use if program.is_packaged() else kernel_cache.use_sources)(folders.cache_dir())


def fail(sentence: str, for_window: bool = False, status: int = 1) -> int:
    """Tell the user what keeps the program from starting, in a window if there is no terminal, and return the exit ``status``."""
    from core import program

    if sys.stderr is not None:
        print(f"buwei: {sentence}", file=sys.stderr)
    if sys.stderr is None or (for_window and program.is_packaged() and not sys.stderr.isatty()):
        from gui.program import screen

        screen.tell(sentence)
    return status


IS_OURS = __name__ in ("__main__", "__mp_main__")
"""Whether this is the program's process, or one that multiprocessing starts for it."""

# Shells start background processes with SIGINT ignored; that stays so.
if IS_OURS and signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
    # Python's own handler waits until compiled code returns and prints a traceback. Code that has something to save sets another.
    signal.signal(signal.SIGINT, signal.SIG_DFL)

if __name__ == "__main__":
    import multiprocessing

    multiprocessing.freeze_support()  # a packaged program's children start here too
    sys.exit(main())
