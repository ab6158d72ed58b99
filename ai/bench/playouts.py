"""Random playouts, and the searches that are measured against them: a tree without an evaluation, playouts with RAVE."""

import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

from ai.bench.measuring import Line, best_in_turn, busy_seconds, line, per_second
from ai.rave.parameters import PRESETS
from ai.rave.search import RaveSearch
from ai.search import graph, kernels
from ai.search.forest import make_forest
from ai.search.parameters import SearchParameters
from ai.search.positions import recent_moves
from core import bitboard
from core.files import scratch_folder
from core.position import Position

PLAYOUTS = 100_000
FREE_SIMULATIONS = 100_000
CPP_SOURCE = Path(__file__).with_name("playouts.cpp")


def random_playouts() -> Iterator[Line]:
    """Random playouts from the empty 9x9 against plain C++, or against plain Python where there is no compiler."""
    _playout_speed()
    unit = "playouts/s on one core"
    compiler = shutil.which("c++") or shutil.which("g++") or shutil.which("clang++")
    if compiler is None:
        ours, python = best_in_turn(_playout_speed, _python_playouts)
        yield line("playouts", ours, unit, "plain Python, for want of a C++ compiler", python)
        return
    with scratch_folder() as folder:
        program = str(folder / "playouts")
        compiled = subprocess.run(
            [compiler, "-O3", "-march=native", "-std=c++17", str(CPP_SOURCE), "-o", program], check=False
        )
        if compiled.returncode != 0:
            ours, python = best_in_turn(_playout_speed, _python_playouts)
            yield line("playouts", ours, unit, "plain Python, for want of a C++ compiler that works", python)
            return

        def baseline() -> float:
            answer = subprocess.run([program, str(PLAYOUTS), "1"], check=True, capture_output=True, text=True)
            return float(answer.stdout.split()[0])

        ours, plain = best_in_turn(_playout_speed, baseline)
        yield line("playouts", ours, unit, "the same algorithm in plain C++", plain)


def _playout_speed(clock: Callable[[], float] = time.perf_counter) -> float:
    """Compiled playouts a second from the empty 9x9, on this thread."""
    geometry, words = bitboard.geometry(9, 9), Position.empty().words
    started = clock()
    bitboard.random_playouts(geometry, words, PLAYOUTS, 1)
    return PLAYOUTS / (clock() - started)


def _python_playouts() -> float:
    """The same in plain Python."""
    random = np.random.default_rng(1)

    def play() -> int:
        position = Position.empty()
        while not position.is_over:
            position = position.play(int(random.choice(position.legal_moves())))
        return 1

    return per_second(play)


def search_free() -> Iterator[Line]:
    """The tree alone, with an evaluation that costs nothing; the baseline is the speed of playouts."""
    position = Position.empty()
    geometry = bitboard.geometry(9, 9)
    parameters = SearchParameters(first_play_reduction=0.0, solver_steps=0, catch_up=False).kernel
    words = geometry.bits.shape[1]
    forest = make_forest(1, 2 * FREE_SIMULATIONS, position.size.points, words)

    def figure() -> float:
        forest.used[:] = 0
        graph.set_root(
            forest, geometry, 0, position.words, 0, recent_moves(position), np.uint64(position.key)
        )
        started = time.perf_counter()
        kernels.simulate(
            forest, geometry, parameters, 0, FREE_SIMULATIONS, kernels.FREE_EVALUATION, np.uint64(1)
        )
        return FREE_SIMULATIONS / (time.perf_counter() - started)

    figure()
    ours, playouts = best_in_turn(figure, _playout_speed)
    yield line("search_free", ours, "simulations/s on one core", "random playouts/s", playouts)


def rave() -> Iterator[Line]:
    """Playouts inside the search with RAVE, for each preset, against playouts alone; in processor time where that can be measured."""
    position = Position.empty()
    for name, parameters in PRESETS.items():
        search = RaveSearch(position.size, parameters, seed=1)

        def figure(search: RaveSearch = search) -> float:
            search.forget()
            search.set_position(position)
            started = busy_seconds()
            search.run(PLAYOUTS)  # one thread: this one
            return PLAYOUTS / (busy_seconds() - started)

        figure()
        ours, playouts = best_in_turn(figure, lambda: _playout_speed(busy_seconds))
        yield line("rave", ours, "playouts/s on one core", "random playouts/s", playouts, preset=name)
