"""The one door of Buwei: without a command the window, with one the same program without a window.

What must be set before torch and numba are imported is set here. Nothing heavy is imported until it is known what is wanted, so
help and version come at once.
"""

import argparse
import errno
import io
import os
import signal
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
    "solve": "find out who wins a position, proven",
    "perft": "count sequences of legal moves, to check the rules",
    "prepare": "compile what is compiled once, so that the first game starts at once",
    "selftest": "try every part of the program on this machine",
    "screenshots": "make the pictures of the README",
}

COMMANDS_OF_GUI = ("selftest", "screenshots")
"""Those that look at the window."""

PORTABLE_FOLDER = "data"

THREADS = {
    # OpenMP threads that spin while idle cost four fifths of the speed beside other load, and threads that never spin a third of the
    # learner's on an idle machine; so they spin some ten microseconds (GNU's OpenMP knows the second setting, others the first).
    "OMP_WAIT_POLICY": "PASSIVE",
    "GOMP_SPINCOUNT": "3000",
    # Those of numpy's linear algebra always spin: beside a training session the ratings of 150 generations took 0.9 s instead of 7 ms.
    "OPENBLAS_NUM_THREADS": "1",
}
"""How libraries' threads wait for work, unless the user has said otherwise."""
NO_MATRIX_UNIT = {"ONEDNN_MAX_CPU_ISA": "AVX512_CORE_BF16"}
"""On Windows: a process has to ask for the processor's matrix unit (Intel's AMX), and oneDNN, within torch, uses it unasked. That ended the program
by an illegal instruction (seen under Wine)."""

NO_ROOM = ("failed to map segment", "annot allocate memory", "paging file")
"""What Linux and Windows say of a library for which there is no memory."""

CLOSED_PIPE = (errno.EPIPE, errno.EINVAL)
"""What a write answers when nobody reads: EPIPE everywhere but on Windows."""


def main(argv: list[str] | None = None) -> int:
    """Runs what ``argv`` asks for; the exit status. What the user can mend is one sentence on stderr, not a traceback."""
    arguments = sys.argv[1:] if argv is None else argv
    is_command = False
    write_utf8()
    try:
        with somewhere_to_print():
            options, rest = parse_everywhere(arguments)
            is_command = bool(rest) and rest[0] in COMMANDS
            if not is_command:
                check_window_arguments(arguments)
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
            # as of other wrong arguments
            return fail(sentence_of(error), for_window=not is_command, status=2)
        except program.IncompleteError as error:
            return fail(sentence_of(error), for_window=not is_command)
    except OSError as error:
        from core.files import FULL

        if error.errno in FULL:
            return fail(
                f"{what_is_full(error)} can't be written: {error.strerror}.", for_window=not is_command
            )
        if error.errno in CLOSED_PIPE and output_is_closed():
            return 0
        if is_command and error.filename and error.strerror:  # a path that can't be used, wherever it was met
            return fail(f"{error.filename}: {error.strerror}.")
        raise
    except KeyboardInterrupt:
        return 130  # as shells count: 128 and the signal's number
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package in ("", "ai", "core", "gui"):
            raise
        return fail(
            f"The Python package {package} is missing. Run ./setup.sh, or: pip install -r requirements.txt"
        )
    except (ImportError, MemoryError) as error:
        if isinstance(error, ImportError) and not any(words in str(error) for words in NO_ROOM):
            raise
        return fail(
            "There is not enough memory. Close other programs, or raise the limit that is set for this one.",
            for_window=not is_command,
        )


def what_is_full(error: OSError) -> str:
    """What there was no room for: a file that is named, what is printed, or, where neither is to blame, something compiled, which goes to the cache
    (the one folder that is made already)."""
    from core import folders

    if error.filename:
        return str(error.filename)
    try:
        if sys.stdout is not None:
            os.write(sys.stdout.fileno(), b"\n")  # a flush doesn't tell: what could not be written is dropped
    except OSError:
        print_no_more()
        return "What is printed"
    return f"What Buwei keeps (in {folders.cache_dir()} and elsewhere)"


def output_is_closed() -> bool:
    """Whether nobody reads any more what is printed, as when "head" has seen enough; the rest goes nowhere then."""
    if sys.stdout is None:
        return False
    try:
        os.write(sys.stdout.fileno(), b"\n")  # as above
    except OSError as error:
        if error.errno not in CLOSED_PIPE:
            return False
        print_no_more()
        return True
    return False


def print_no_more() -> None:
    """What is printed from here on, or waits to be, goes nowhere."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def run_command(argv: list[str]) -> int:
    """One of ``COMMANDS``, without a window."""
    from ai import commands

    if argv[0] in COMMANDS_OF_GUI:
        return import_module(f"gui.{argv[0]}").main(argv[1:])
    return commands.main(argv)


def open_window(argv: list[str]) -> int:
    """The window, until it is closed."""
    from gui.program import screen

    if problem := screen.problem():
        return fail(problem)
    from gui import app

    return app.run(argv)


def write_utf8() -> None:
    """What goes to a file or another program is in UTF-8 on every system; a terminal has an encoding of its own."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and not stream.isatty():
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


@contextmanager
def somewhere_to_print() -> Iterator[None]:
    """A window program of Windows has neither output: what is printed within is shown in a window then."""
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
    """What may stand before a command as well as without one, and the other words."""
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    folder = parser.add_mutually_exclusive_group()
    folder.add_argument("--data-dir")
    folder.add_argument("--portable", action="store_true")
    options, rest = parser.parse_known_args(arguments)
    if options.data_dir == "":  # as an unset variable of the shell leaves it
        parser.error("argument --data-dir: the name is empty")
    rest = ["selftest" if word == "--self-test" else word for word in rest]  # as window programs are asked
    return options, rest


def check_window_arguments(arguments: list[str]) -> None:
    """Answers ``--help``, ``--version`` and mistakes, and leaves; otherwise these arguments are fit for the window."""
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
    parser.add_argument("--data-dir", metavar="DIR", help="keep games, settings, caches and logs under DIR")
    parser.add_argument(
        "--portable", action="store_true", help="keep them beside the program, in its folder data"
    )
    parser.add_argument("--lang", metavar="LANGUAGE", help="language of the window, for example en or zh_CN")
    parser.add_argument("--version", action="version", version=f"Buwei {__version__}")
    options, unknown = parser.parse_known_args(arguments)
    mistakes = []  # a mistyped command brings options that only it would know
    if options.file in COMMANDS:
        parser.error(f"before the command {options.file} only --portable or --data-dir may stand")
    if options.file and not os.path.exists(options.file):
        mistakes.append(f"{options.file} is neither a file nor a folder nor a command")
    if options.lang:
        from gui.program.language import LANGUAGES, find

        if not find(options.lang):
            mistakes.append(f"the window doesn't speak {options.lang}, but {' and '.join(LANGUAGES)}")
    if unknown:
        mistakes.append(f"unrecognized arguments: {' '.join(unknown)}")
    if mistakes:
        parser.error("; ".join(mistakes))


def prepare_environment(data_dir: str | None, portable: bool = False) -> None:
    """Sets what must stand before torch and numba are imported; ``FolderError`` if the user's folders can't be used."""
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
    """Tells the user what keeps the program from starting; the exit ``status``. Whoever double-clicks has no terminal to read it in."""
    from core import program

    if sys.stderr is not None:
        print(f"buwei: {sentence}", file=sys.stderr)
    if sys.stderr is None or (for_window and program.is_packaged() and not sys.stderr.isatty()):
        from gui.program import screen

        screen.tell(sentence)
    return status


IS_OURS = __name__ in ("__main__", "__mp_main__")
"""Whether this is the program's process, or one that multiprocessing starts for it."""

# shells have what they start in the background ignore it
if IS_OURS and signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
    # Python's own way waits until compiled code returns and speaks in tracebacks. Whoever has something to save sets another.
    signal.signal(signal.SIGINT, signal.SIG_DFL)

if __name__ == "__main__":
    import multiprocessing

    multiprocessing.freeze_support()  # a packed program's children start here too
    sys.exit(main())
