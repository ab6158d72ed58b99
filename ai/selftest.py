"""The program's test of its own parts without a window, for machines without a compiler, a debugger or a Python.

Each check returns in words what it found, and raises what made it fail. None touches anything of the user's.
"""

import importlib
import os
import pkgutil
import platform
import subprocess
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import ai
import core
from core import __version__, kernel_cache, program
from core.files import scratch_folder

if TYPE_CHECKING:
    from ai.training.run_folder import RunFolder

Check = Callable[[], str]

LIBRARIES = ("numpy", "llvmlite", "numba", "safetensors", "torch", "sgfmill", "platformdirs")
FILES = ("LICENSE", "assets/levels.json", "assets/problems.sgf")
TRAINING_SECONDS = 300
LOOK_SECONDS = 0.2
STARTED = time.time()
TINY_RUN = {
    "network": "b1c4",
    "board": "4x4",
    "workers": 2,
    "processes": 2,
    "parallel_games": 4,
    "simulations": 4,
    "generation_positions": 40,
    "batch": 16,
    "window_positions": 300,
    "gate_games": 2,
    "gate_simulations": 4,
}


class CheckFailed(Exception):
    """A check failed; the message is a sentence."""


def about() -> str:
    """Version and place of the program, Python and system."""
    kind = "packaged" if program.is_packaged() else "from its sources"
    return f"Buwei {__version__}, {kind}, in {program.home()}; Python {platform.python_version()}, {platform.platform()}"


def files() -> str:
    """The files that come with the program can be read."""
    for name in FILES:
        (program.FILES / name).read_bytes()
    if not program.is_packaged():
        return ", ".join(FILES)
    licenses = sum(1 for _ in (program.FILES / "licenses").iterdir())
    return f"{', '.join(FILES)}, licences of {licenses} packages"


def libraries() -> str:
    """The bundled libraries load, with the compiled code in them."""
    with warnings.catch_warnings():
        # torch compiles some functions from theirs
        warnings.filterwarnings("error", "Unable to retrieve source")
        return ", ".join(f"{name} {_version(name)}" for name in LIBRARIES)


def _version(name: str) -> str:
    return str(getattr(importlib.import_module(name), "__version__", "loaded"))


def modules() -> str:
    """Every module of core and ai loads."""
    return f"{load_all(core) + load_all(ai)} modules"


def load_all(package) -> int:
    """Import every module of ``package``; returns how many there are."""
    names = [found.name for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")]
    if not names:
        raise CheckFailed(f"no module of {package.__name__} was found")
    for name in names:
        importlib.import_module(name)
    return len(names)


def kernels() -> str:
    """Compiled code runs."""
    from ai.prepare import prepare

    return ", ".join(prepare())


def nothing_compiled() -> str:
    """A packaged program has brought all kernels that the other checks needed. This is the last check."""
    if not program.is_packaged():
        return "from its sources the program compiles what it needs"
    if not kernel_cache.is_baseline() or _knows_more_than_the_builder():
        return "this processor needs kernels of its own"
    kept = list(Path(os.environ["NUMBA_CACHE_DIR"]).rglob("*.nbc"))
    if new := sorted(path.name for path in kept if path.stat().st_mtime > STARTED):
        raise CheckFailed(f"ai/prepare.py forgets these: {', '.join(new)}")
    return f"{len(kept)} kernels"


def _knows_more_than_the_builder() -> bool:
    """Whether this processor has vectors or a matrix unit for which the program has no kernels, since the machine that built it had none."""
    from ai.arithmetic import floats
    from ai.arithmetic.amx import tiles

    units = {"winograd": floats.is_available(), "amx": tiles.is_available()}
    return any(
        there and not any(kernel_cache.SHIPPED.glob(f"ai.arithmetic.{name}.*/*.nbc"))
        for name, there in units.items()
    )


def networks() -> str:
    """Every shipped network is whole."""
    from ai import checkpoint
    from ai.players import NETWORKS, SHIPPED

    found = {path.stem: path for path in sorted(NETWORKS.glob(f"*{checkpoint.SUFFIX}"))}
    if SHIPPED not in found:
        raise CheckFailed(f"{NETWORKS / SHIPPED}{checkpoint.SUFFIX} is missing")
    return ", ".join(f"{name} ({checkpoint.load(path)[1].architecture})" for name, path in found.items())


def levels() -> str:
    """The player of every level can be made."""
    from ai.levels import levels
    from ai.players import make_player

    players = [make_player(level.player_text) for level in levels()]
    return f"{len(players)} levels"


def game() -> str:
    """A game with the shipped network is played, written, and read again."""
    from ai.players import SHIPPED, make_player
    from core.match import play_match
    from core.records import sgf

    white = make_player(f"zero:net={SHIPPED},simulations=16")
    match = play_match(make_player("random:seed=1"), white)
    if match.error is not None:
        raise match.error
    assert match.result is not None
    (read,) = sgf.read(sgf.write(match.game))
    if len(read.game.main_line()) != len(match.game.main_line()):
        raise CheckFailed("the record of the game does not hold the game")
    return f"{len(match.position.moves)} moves, {match.result.winner.name.lower()} won"


def arena() -> str:
    """Players meet in an arena, in processes of their own."""
    from ai.arena.contest import play
    from ai.arena.folder import ArenaFolder
    from ai.arena.plan import Plan

    with scratch_folder() as folder:
        plan = Plan(("random:seed=1", "random:seed=2"), games=2, size="4x4")
        games = list(play(plan, ArenaFolder(folder), jobs=2))
    return f"{len(games)} games in 2 processes"


def training() -> str:
    """A training session, started as by the window, makes its first generation."""
    from ai.launch import training_command
    from ai.training.config import RunConfig
    from ai.training.run_folder import RunFolder

    with scratch_folder() as path:
        folder = RunFolder(path / "训练 run")
        log = path / "log"
        with log.open("wb") as output:
            process = subprocess.Popen(
                training_command(folder.path, RunConfig(**TINY_RUN)),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )
            try:
                _stop_after_a_generation(process, folder)
            finally:
                process.kill()
                process.wait()
        if process.returncode or not (generations := folder.read_metrics(1)):
            said = log.read_text("utf-8", errors="replace").strip()
            raise CheckFailed(f"the session ended with status {process.returncode}: {said[-500:]}")
    return f"{generations[0]['positions']} positions, loss of the policy {generations[0]['policy']:.2f}"


def _stop_after_a_generation(process: subprocess.Popen, folder: "RunFolder") -> None:
    give_up = time.monotonic() + TRAINING_SECONDS
    while process.poll() is None:
        if time.monotonic() > give_up:
            raise CheckFailed(f"the session made no generation in {TRAINING_SECONDS} seconds")
        if folder.read_state().generation:
            folder.ask_to_stop()
            process.wait(TRAINING_SECONDS)
        time.sleep(LOOK_SECONDS)


CHECKS: tuple[tuple[str, Check], ...] = (
    ("program", about),
    ("files", files),
    ("libraries", libraries),
    ("modules", modules),
    ("kernels", kernels),
    ("networks", networks),
    ("levels", levels),
    ("game", game),
    ("arena", arena),
    ("training", training),
)
"""Names and checks; earlier checks explain the failures of later ones."""
