import errno
import io
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import main
from ai import commands
from ai.players import quote
from core import bitboard, folders, kernel_cache, program
from core.interrupts import heeded
from gui.program import screen
from tests.patience import PATIENCE_SECONDS, PROCESS_SECONDS

MAIN = Path(main.__file__)


pytestmark = pytest.mark.usefixtures("environment")


@pytest.mark.parametrize(
    "argv", [["--data-dir", "DIR", "train", "--steps", "3"], ["train", "--steps", "3", "--data-dir=DIR"]]
)
def test_data_dir_may_stand_before_or_after_a_command(
    argv: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    handed = []
    monkeypatch.setattr(main, "run_command", lambda argv: handed.append((argv, folders.data_dir())) or 7)
    assert main.main([part.replace("DIR", str(tmp_path)) for part in argv]) == 7
    assert handed == [(["train", "--steps", "3"], tmp_path)]


def test_what_goes_to_a_file_is_in_utf8_on_every_system(monkeypatch: pytest.MonkeyPatch):
    stream = io.TextIOWrapper(io.BytesIO(), encoding="cp1252")
    monkeypatch.setattr(sys, "stdout", stream)
    main.write_utf8()
    print("棋手", end="", flush=True)
    assert stream.buffer.getvalue() == "棋手".encode()


def test_a_terminal_keeps_its_encoding_and_shows_what_that_lacks(monkeypatch: pytest.MonkeyPatch):
    stream = io.TextIOWrapper(io.BytesIO(), encoding="latin-1")
    monkeypatch.setattr(stream, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stdout", stream)
    main.write_utf8()
    print("é 棋", end="", flush=True)
    assert stream.buffer.getvalue() == b"\xe9 \\u68cb"


@pytest.mark.parametrize("argv", [["--self-test"], ["selftest"]])
def test_a_window_program_is_asked_for_its_self_test_as_an_option(
    argv: list[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(main, "run_command", lambda argv: 5 if argv == ["selftest"] else 0)
    assert main.main(argv) == 5


def test_portable_keeps_everything_beside_the_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(program, "home", lambda: tmp_path)
    monkeypatch.setattr(main, "open_window", lambda argv: len(argv))
    assert main.main(["--portable"]) == 0
    assert folders.data_dir() == tmp_path / main.PORTABLE_FOLDER


def test_window_gets_its_arguments(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    game = tmp_path / "game.sgf"
    game.touch()
    handed = []
    monkeypatch.setattr(main, "open_window", lambda argv: handed.append(argv) or 0)
    assert main.main(["--lang", "zh_CN", "--data-dir", str(tmp_path), str(game)]) == 0
    assert handed == [["--lang", "zh_CN", str(game)]]


@pytest.mark.parametrize("argv", [["trian", "--run", "x"], ["--lnag", "en"], ["missing.sgf"]])
def test_mistakes_are_told(argv: list[str], capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit) as leave:
        main.main(argv)
    assert leave.value.code == 2
    assert argv[0] in capsys.readouterr().err


@pytest.mark.parametrize("command", [[], ["perft", "3x3", "1"]])
def test_two_folders_for_the_same_are_a_mistake(command: list[str], tmp_path: Path, capsys):
    """Neither is silently left."""
    with pytest.raises(SystemExit) as leave:
        main.main(["--portable", "--data-dir", str(tmp_path / "X"), *command])
    assert leave.value.code == 2
    assert "--data-dir: not allowed with argument --portable" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("language", "known"), [("klingon", False), ("zh", True), ("en_GB", True), ("e", False)]
)
def test_a_language_that_the_window_does_not_speak_is_told(
    language: str, known: bool, monkeypatch: pytest.MonkeyPatch, capsys
):
    monkeypatch.setattr(main, "open_window", lambda _argv: 0)
    if known:
        assert main.main(["--lang", language]) == 0
        return
    with pytest.raises(SystemExit) as leave:
        main.main(["--lang", language])
    assert leave.value.code == 2
    assert f"the window doesn't speak {language}, but en and zh_CN" in capsys.readouterr().err


@pytest.mark.parametrize("option", ["--lang", "--data-dir"])
def test_an_empty_name_is_a_mistake(
    option: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    """As an unset variable of the shell leaves it."""
    monkeypatch.setattr(main, "open_window", lambda _argv: 0)
    with pytest.raises(SystemExit) as leave:
        main.main([option, ""])
    assert leave.value.code == 2
    assert f"argument {option}: the name is empty" in capsys.readouterr().err


def test_folder_that_cannot_be_used_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys):
    monkeypatch.delenv("NUMBA_CACHE_DIR")
    (tmp_path / "file").touch()
    assert main.main(["bench", "--data-dir", str(tmp_path / "file" / "data")]) == 2
    assert "can't be made" in capsys.readouterr().err


@pytest.mark.parametrize("argv, dialogs", [([], 1), (["bench"], 0)])
def test_whoever_double_clicked_is_told_in_a_dialog(
    argv: list[str], dialogs: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys
):
    told = []
    monkeypatch.setattr(program, "is_packaged", lambda: True)
    monkeypatch.setattr(kernel_cache, "BUILD_FILE", tmp_path / "build-id")
    monkeypatch.setattr(screen, "tell", told.append)
    monkeypatch.delenv("NUMBA_CACHE_DIR")
    assert main.main([*argv, "--data-dir", str(tmp_path)]) == 1
    assert "build-id can't be read" in capsys.readouterr().err
    assert len(told) == dialogs


def test_a_disk_too_full_for_the_kernels_is_told_whoever_double_clicked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    def fail(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", "perft.nbc")

    told = []
    monkeypatch.setattr(program, "is_packaged", lambda: True)
    monkeypatch.setattr(kernel_cache, "use", fail)
    monkeypatch.setattr(screen, "tell", told.append)
    assert main.main(["--data-dir", str(tmp_path)]) == 1
    assert told == ["perft.nbc can't be written: No space left on device."]


def test_kernels_are_cached_under_the_data_dir(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("NUMBA_CACHE_DIR")
    monkeypatch.delenv("OMP_WAIT_POLICY")
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "7")
    before = dict(os.environ)
    main.prepare_environment(str(tmp_path))
    cache = Path(os.environ["NUMBA_CACHE_DIR"])
    assert cache.parent == tmp_path / "cache" and cache.name.startswith("numba-")
    assert os.environ["OMP_WAIT_POLICY"] == "PASSIVE" and os.environ["OPENBLAS_NUM_THREADS"] == "7"
    assert program.outside_environment() == before | {folders.DATA_DIR_VARIABLE: str(tmp_path)}


@pytest.mark.parametrize(("system", "most"), [("win32", "AVX512_CORE_BF16"), ("linux", None)])
def test_on_windows_torch_is_kept_from_the_matrix_unit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, system: str, most: str | None
):
    monkeypatch.setattr(os, "environ", {k: v for k, v in os.environ.items() if k != "ONEDNN_MAX_CPU_ISA"})
    monkeypatch.setattr(main.sys, "platform", system)
    main.prepare_environment(str(tmp_path))
    assert os.environ.get("ONEDNN_MAX_CPU_ISA") == most


def test_interrupt_ends_without_a_word(monkeypatch: pytest.MonkeyPatch, capsys):
    def interrupted(argv: list[str]) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(main, "run_command", interrupted)
    assert main.main(["bench"]) == 130
    assert capsys.readouterr().err == ""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends Ctrl-C to whole groups of processes")
def test_interrupt_reaches_compiled_code():
    command = [sys.executable, MAIN, "perft", "9", "7"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        counted = next(
            line for line in process.stdout if line.startswith("4 ")
        )  # now it counts what takes much longer
        assert counted == "4 39927264\n"
        process.send_signal(signal.SIGINT)
        _, words = process.communicate(timeout=PATIENCE_SECONDS)
    assert process.returncode == -signal.SIGINT
    assert words == ""


@pytest.mark.parametrize("number", heeded())
@pytest.mark.parametrize("openings", [0, 4])
def test_whoever_ends_a_match_from_outside_is_told_what_was_played(
    openings: int,
    number: signal.Signals,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    """Before the first game and after some; no exception comes where the program happens to be: numba, which makes ready a random generator for
    compiled code there, doesn't expect any, and the process would end without a word."""
    made = []

    def interrupted(*arguments: object) -> object:
        if len(made) == openings:
            signal.raise_signal(number)
        made.append(random_moves(*arguments))
        return made[-1]

    random_moves = bitboard.random_moves
    monkeypatch.setattr(bitboard, "random_moves", interrupted)
    before = {each: signal.getsignal(each) for each in heeded()}
    assert main.main(["match", "random", "random:seed=1", "--games", "1000"]) == 130
    assert {each: signal.getsignal(each) for each in before} == before
    printed, words = capsys.readouterr()
    games = json.loads(printed.splitlines()[-1])["games"]
    assert words == f"\nstopping…\nstopped after {games} games; with --out they would be kept\n"
    assert (games, len(made)) == (openings, openings + 1)


def test_missing_package_is_told_and_a_missing_module_of_ours_is_not_hidden(
    monkeypatch: pytest.MonkeyPatch, capsys
):
    def imports(name: str):
        def run(argv: list[str]) -> int:
            raise ModuleNotFoundError(name=name)

        return run

    monkeypatch.setattr(main, "run_command", imports("numba.core"))
    assert main.main(["bench"]) == 1
    assert "numba is missing" in capsys.readouterr().err
    monkeypatch.setattr(main, "run_command", imports("ai.absent"))
    with pytest.raises(ModuleNotFoundError):
        main.main(["bench"])


@pytest.mark.parametrize(
    ("system", "packaged", "helps"),
    [
        ("linux", False, "Run ./setup.sh, or: pip install -r requirements.txt"),
        ("win32", False, "Run pip install -r requirements.txt"),
        ("win32", True, "Unpack the program again."),
    ],
)
def test_whoever_opens_the_window_without_a_package_is_told_what_helps_there(
    system: str,
    packaged: bool,
    helps: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    told: list[str] = []
    monkeypatch.setattr(main.sys, "platform", system)
    monkeypatch.setattr(program, "is_packaged", lambda: packaged)
    monkeypatch.setattr(screen, "tell", told.append)
    assert main.explain_loading(ModuleNotFoundError(name="numba"), is_command=False) == 1
    assert capsys.readouterr().err == f"buwei: The Python package numba is missing. {helps}\n"
    assert len(told) == packaged, "in a dialog where there is no terminal"


def test_no_dialog_is_tried_without_qt(monkeypatch: pytest.MonkeyPatch):
    """It is what is told to be missing."""
    monkeypatch.setattr(main.sys, "platform", "linux")
    monkeypatch.setattr(screen, "problem", lambda: None)
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    monkeypatch.setitem(sys.modules, "PySide6.QtWidgets", None)
    screen.tell("The Python package PySide6 is missing.")


def test_a_file_that_keeps_the_window_from_opening_is_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    def refuse(_argv: list[str]) -> int:
        raise PermissionError(errno.EACCES, "Permission denied", "icon.svg")

    monkeypatch.setattr(main, "open_window", refuse)
    assert main.main([]) == 1
    assert capsys.readouterr().err == "buwei: icon.svg: Permission denied.\n"


@pytest.mark.parametrize(
    ("error", "is_told"),
    [
        (MemoryError(), True),
        (ImportError("libtorch_cpu.so: failed to map segment from shared object"), True),
        (ImportError("libtorch.so: cannot allocate memory in static TLS block"), True),
        (ImportError("cannot import name 'absent' from 'ai.players'"), False),
    ],
)
def test_a_lack_of_memory_at_the_start_is_a_sentence(
    error: Exception, is_told: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    def run(_words: list[str]) -> int:
        raise error

    monkeypatch.setattr(main, "run_command", run)
    if is_told:
        assert main.main(["bench"]) == 1
        assert capsys.readouterr().err.startswith("buwei: There is not enough memory. ")
    else:
        with pytest.raises(ImportError):
            main.main(["bench"])


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--net", "nowhere", "playouts"], "there is no network 'nowhere'"),
        (["nonsense"], "there is no measurement 'nonsense'; there are playouts, "),
    ],
)
def test_what_cannot_be_measured_is_refused_before_anything_is(arguments: list[str], told: str, capsys):
    assert main.main(["bench", *arguments]) == 2
    said = capsys.readouterr()
    assert said.out == "" and told in said.err


@pytest.mark.parametrize("command", sorted(set(main.COMMANDS) - set(main.COMMANDS_OF_GUI)))
def test_each_command_says_in_its_help_what_it_is_for(command: str, capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit):
        commands.main([command, "--help"])
    _usage, purpose, *_arguments = capsys.readouterr().out.split("\n\n")
    assert purpose.endswith(".")


@pytest.mark.parametrize(
    ("words", "usage", "told"),
    [
        ("match random random --bad", "match", "unrecognized arguments: --bad"),
        (
            "match random --table random",
            "match",
            "unrecognized arguments: random; all players stand together",
        ),
        ("book show --bad shipped", "book show", "unrecognized arguments: --bad"),
    ],
)
def test_a_command_refuses_what_it_does_not_know_with_its_own_usage(
    words: str, usage: str, told: str, capsys: pytest.CaptureFixture[str]
):
    with pytest.raises(SystemExit):
        commands.main(words.split())
    err = capsys.readouterr().err
    assert f" {usage} [-h]" in err.splitlines()[0] and told in err


def test_large_numbers_are_told_whole(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert commands.main(["td", "train", "--run", str(tmp_path), "--seed", "99999999999"]) == 2
    assert "from 0 to 2147483648, not 99999999999" in capsys.readouterr().err


def test_shipped_networks_are_told_by_their_numbers(capsys: pytest.CaptureFixture[str]):
    assert commands.main(["match", "policy:net=foo", "random"]) == 2
    assert "generation-08, generation-25, generation-131" in capsys.readouterr().err


def test_where_random_moves_are_refused_the_option_is_named(capsys: pytest.CaptureFixture[str]):
    assert commands.main(["match", f"sau:command={quote(sys.executable)}", "random"]) == 2
    assert "at the start to 0 (--opening-moves 0)" in capsys.readouterr().err


def test_what_is_logged_begins_as_all_that_a_command_says():
    script = "import logging; from ai import commands; commands.main(['perft', '3', '1']); logging.getLogger('ai.x').warning('so')"
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=MAIN.parent, capture_output=True, text=True, check=True
    )
    assert done.stderr.splitlines()[-1] == "buwei: warning: so"


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is always a screen")
def test_without_a_screen_it_says_so():
    environment = {name: value for name, value in os.environ.items() if name not in SCREEN_VARIABLES}
    result = subprocess.run(
        [sys.executable, MAIN], env=environment, capture_output=True, text=True, timeout=PROCESS_SECONDS
    )
    assert result.returncode == 1
    assert result.stderr.startswith("buwei: There is no screen")
    assert "Traceback" not in result.stderr


SCREEN_VARIABLES = {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}


def test_a_program_without_outputs_tells_mistakes_in_a_window(monkeypatch: pytest.MonkeyPatch):
    told = []
    monkeypatch.setattr(screen, "tell", told.append)
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", None)
    for argv in (["trian", "--run", "x"], ["--version"], ["--data-dir"]):
        with pytest.raises(SystemExit):
            main.main(argv)
    assert main.main(["gtp", "random"]) == 1
    mistake, version, missing, command = told
    assert "trian is neither a file nor a folder nor a command" in mistake
    assert version.startswith("Buwei ") and "--data-dir" in missing
    assert "buwei-cli.exe" in command


def test_whoever_reads_the_output_may_stop():
    """The first lines of a table are read, then its pipe is closed."""
    process = subprocess.Popen(
        [sys.executable, str(MAIN), "book", "show", "assets/book/9x9.csv"],
        cwd=MAIN.parent,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None and process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    errors = process.stderr.read()
    process.stderr.close()
    assert (process.wait(PATIENCE_SECONDS), errors) == (0, b"")


def test_a_session_learns_on_where_nobody_reads_what_it_tells(tmp_path: Path):
    """As a pipe that was closed: both the rounds and the end are told to nobody."""
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [
            sys.executable,
            str(MAIN),
            "td",
            "train",
            "--run",
            str(tmp_path / "td"),
            "--size",
            "3",
            "--games",
            "60",
        ],
        stdout=writer,
        stderr=subprocess.PIPE,
        text=True,
        timeout=PROCESS_SECONDS,
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads((tmp_path / "td" / "progress.json").read_text("utf-8"))["games"] == 60


def test_a_path_that_no_system_takes_is_a_sentence(capsys: pytest.CaptureFixture[str]):
    name = 300 * "x"
    for words in (
        ["match", "random", "random", "--games", "1", "--out", name],
        ["book", "make", "--self-play", "random", "--games", "1", "--out", f"{name}/b.csv"],
        ["book", "make", "--records", name, "--out", "b.csv"],
    ):
        assert main.main(words) in (1, 2)
        assert name in capsys.readouterr().err


def test_a_disk_that_fills_while_kernels_are_compiled_is_named(capfd: pytest.CaptureFixture[str]):
    """What numba writes has no name, and it is not what is printed that finds no room."""
    assert str(folders.cache_dir()) in main.what_is_full(OSError(errno.ENOSPC, "full"))
    assert main.what_is_full(OSError(errno.ENOSPC, "full", "kernel.nbi")) == "kernel.nbi"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a disk that is full")
def test_a_full_disk_is_a_sentence():
    with open("/dev/full", "w") as full:
        words = [sys.executable, str(MAIN), "perft", "3x3", "2"]
        done = subprocess.run(words, stdout=full, stderr=subprocess.PIPE, text=True, timeout=PROCESS_SECONDS)
    assert done.returncode == 1
    assert done.stderr == "buwei: What is printed can't be written: No space left on device.\n"


@pytest.mark.parametrize(
    ("error", "to_pipe"),
    [
        ("OSError(errno.EINVAL, 'Invalid argument', 'a?b.sgf')", True),
        ("OSError(errno.ENOSPC, 'No space left on device')", True),
        ("OSError(errno.EPIPE, 'Broken pipe')", False),
    ],
    ids=["a path that can't be", "a full disk beside a pipe", "a closed pipe beside a file"],
)
def test_nothing_is_added_to_output_that_can_not_have_failed_so(error: str, to_pipe: bool, tmp_path: Path):
    """It may be JSON or a protocol. What waits to be printed is."""
    code = f"""import errno, main
def run(argv):
    print("[1]")
    raise {error}
main.run_command = run
main.main(["bench"])"""
    file = tmp_path / "output"
    with file.open("wb") as output:
        done = subprocess.run(
            [sys.executable, "-c", code],
            cwd=MAIN.parent,
            stdout=subprocess.PIPE if to_pipe else output,
            stderr=subprocess.DEVNULL,
            timeout=PROCESS_SECONDS,
        )
    printed = done.stdout if to_pipe else file.read_bytes()
    assert printed.decode() == f"[1]{os.linesep}"
