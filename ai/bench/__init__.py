"""The speeds that this program promises, each measured beside a baseline in the same run: a ratio survives a busy or slow machine."""

import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ai.bench.plain_solver import plain_solve
from ai.players import find_network
from ai.rave.parameters import PRESETS
from ai.rave.search import RaveSearch
from ai.search import graph, kernels
from ai.search.forest import make_forest
from ai.search.parameters import SearchParameters
from ai.search.tree_search import TreeSearch, leaves_of, recent_moves
from ai.solver.solver import Solver, playable_points
from core import bitboard
from core.files import scratch_folder
from core.machine import usable_cores
from core.openings import random_opening
from core.position import Position, Size

if TYPE_CHECKING:
    from ai.training.config import RunConfig

PLAYOUTS = 100_000
FREE_SIMULATIONS = 100_000
ROUNDS = 3
"""Figure and baseline are measured so often in turn, and the best of each counts: what disturbs a machine only ever slows it."""
SELF_PLAY_TREES = 64
LEARNED_BATCH = 256
SECONDS = 0.6
PLAY_SECONDS = 5.0
"""Of self-play: moves late in a game, when the solver takes over, are of another kind than early ones."""
WARM_UP_MOVES = 10
ARITHMETIC_BATCHES = (32, 64, 128)
CARDS_BATCHES = (256, 512, 1024, 2048)
MATRIX = 2048
SOLVED_POINTS = (16, 18, 20, 24)
SOLVED_POSITIONS = 21
SOLVER_MEGABYTES = 16
PLAINLY_SOLVED_POINTS = 18
SMALL_BOARDS = (Size(3, 6), Size(4, 5), Size(3, 7), Size(2, 10))
SMALL_BOARD_MEGABYTES = 256
FIVE_BY_FIVE_MEGABYTES = 2048
CPP_SOURCE = Path(__file__).with_name("playouts.cpp")
if sys.platform == "win32":  # it counts processor time in 64ths of a second
    busy_seconds, BUSY_TIME = time.perf_counter, "time by the clock"
else:
    busy_seconds, BUSY_TIME = time.thread_time, "processor time"


class BenchError(ValueError):
    """A measurement can't be made as asked; the message is a sentence."""


Line = dict[str, Any]


def run(names: list[str], network: str) -> Iterator[Line]:
    """Measure, one line at a time; all measurements but those of minutes if ``names`` is empty. ``network`` as in players' texts."""
    unknown = [name for name in names if name not in MEASUREMENTS]
    if unknown:
        raise BenchError(f"there is no measurement '{unknown[0]}'; there are {', '.join(MEASUREMENTS)}")
    for name in names or [name for name in MEASUREMENTS if name not in LONG]:
        yield from MEASUREMENTS[name](network)


def _line(name: str, figure: float, unit: str, baseline: str, baseline_figure: float, **more: Any) -> Line:
    return {
        "name": name,
        "figure": round(figure),
        "unit": unit,
        "baseline": baseline,
        "baseline_figure": round(baseline_figure),
        "ratio": round(figure / baseline_figure, 3),
        **more,
    }


def _best_in_turn(figure: Callable[[], float], baseline: Callable[[], float]) -> tuple[float, float]:
    pairs = [(figure(), baseline()) for _ in range(ROUNDS)]
    return max(a for a, _ in pairs), max(b for _, b in pairs)


# --- playouts --------------------------------------------------------------------------------------------------------


def _playouts(_network: str) -> Iterator[Line]:
    """Random playouts from the empty 9x9 against plain C++, or against plain Python where there is no compiler."""
    geometry = bitboard.geometry(9, 9)
    words = Position.empty().words
    bitboard.random_playouts(geometry, words, 10, 1)

    def figure() -> float:
        started = time.perf_counter()
        bitboard.random_playouts(geometry, words, PLAYOUTS, 1)
        return PLAYOUTS / (time.perf_counter() - started)

    unit = "playouts/s on one core"
    compiler = shutil.which("c++") or shutil.which("g++") or shutil.which("clang++")
    if compiler is None:
        ours, python = _best_in_turn(figure, _python_playouts)
        yield _line("playouts", ours, unit, "plain Python, for want of a C++ compiler", python)
        return
    with scratch_folder() as folder:
        program = str(folder / "playouts")
        compiled = subprocess.run(
            [compiler, "-O3", "-march=native", "-std=c++17", str(CPP_SOURCE), "-o", program], check=False
        )
        if compiled.returncode != 0:
            ours, python = _best_in_turn(figure, _python_playouts)
            yield _line("playouts", ours, unit, "plain Python, for want of a C++ compiler that works", python)
            return

        def baseline() -> float:
            answer = subprocess.run([program, str(PLAYOUTS), "1"], check=True, capture_output=True, text=True)
            return float(answer.stdout.split()[0])

        ours, plain = _best_in_turn(figure, baseline)
        yield _line("playouts", ours, unit, "the same algorithm in plain C++", plain)


def _python_playouts() -> float:
    random = np.random.default_rng(1)
    started = time.perf_counter()
    count = 0
    while time.perf_counter() - started < SECONDS:
        position = Position.empty()
        while not position.is_over:
            position = position.play(int(random.choice(position.legal_moves())))
        count += 1
    return count / (time.perf_counter() - started)


# --- search ----------------------------------------------------------------------------------------------------------


def _search_free(_network: str) -> Iterator[Line]:
    """The tree alone, with an evaluation that costs nothing; the baseline is the speed of playouts."""
    position = Position.empty()
    geometry = bitboard.geometry(9, 9)
    parameters = SearchParameters(first_play_reduction=0.0, solver_steps=0, catch_up=False).kernel()
    words = geometry.bits.shape[1]
    forest, spare = (make_forest(1, 2 * FREE_SIMULATIONS, position.size.points, words) for _ in range(2))

    def figure() -> float:
        forest.used[:] = 0
        graph.set_root(
            forest, spare, geometry, 0, position.words, 0, recent_moves(position), np.uint64(position.key)
        )
        started = time.perf_counter()
        kernels.simulate(
            forest, geometry, parameters, 0, FREE_SIMULATIONS, kernels.FREE_EVALUATION, np.uint64(1)
        )
        return FREE_SIMULATIONS / (time.perf_counter() - started)

    def baseline() -> float:
        started = time.perf_counter()
        bitboard.random_playouts(geometry, position.words, PLAYOUTS, 1)
        return PLAYOUTS / (time.perf_counter() - started)

    figure()
    ours, playouts = _best_in_turn(figure, baseline)
    yield _line("search_free", ours, "simulations/s on one core", "random playouts/s", playouts)


def _rave(_network: str) -> Iterator[Line]:
    """Playouts inside the search with RAVE, of either preset, against playouts alone; in processor time where that can be told."""
    position = Position.empty()
    geometry = bitboard.geometry(9, 9)
    for name, parameters in PRESETS.items():
        search = RaveSearch(position.size, parameters, seed=1)

        def figure(search: RaveSearch = search) -> float:
            search.forget()
            search.set_position(position)
            started = busy_seconds()
            search.run(PLAYOUTS)  # one thread: this one
            return PLAYOUTS / (busy_seconds() - started)

        def baseline() -> float:
            started = busy_seconds()
            bitboard.random_playouts(geometry, position.words, PLAYOUTS, 1)
            return PLAYOUTS / (busy_seconds() - started)

        figure()
        ours, playouts = _best_in_turn(figure, baseline)
        yield _line("rave", ours, "playouts/s on one core", "random playouts/s", playouts, preset=name)


def _evaluator(network: str, batch: int, **options: Any) -> Any:
    import torch

    from ai import checkpoint
    from ai.evaluator import NetworkEvaluator

    torch.set_num_threads(1)
    weights, info = checkpoint.load(find_network(network))
    evaluator = NetworkEvaluator(weights, info.size, largest_batch=batch, **options)
    evaluator.prepare(batch)
    return evaluator


def _bare(evaluator: Any, batch: int) -> float:
    """Positions a second of the evaluator alone, asked about games in all stages: blocks are looked for in its planes."""
    random = np.random.default_rng(1)
    plies = random.integers(evaluator.size.points * 2 // 3, size=batch)
    leaves = leaves_of([random_opening(evaluator.size, int(number), random) for number in plies])
    evaluator.evaluate(leaves, batch)
    started = time.perf_counter()
    count = 0
    while time.perf_counter() - started < SECONDS:
        evaluator.evaluate(leaves, batch)
        count += batch
    return count / (time.perf_counter() - started)


def _search_speed(search: TreeSearch, trees: Sequence[int], visits: list[float]) -> float:
    """Positions that a search evaluates in a second; the visits of its roots in a second, those that evaluate nothing among them, are noted in
    ``visits``."""

    def visited() -> int:
        return sum(search.visits(tree) for tree in trees)

    evaluated_before, visited_before = search.evaluations, visited()
    started = time.perf_counter()
    search.run(1 << 20, trees, go_on=lambda: time.perf_counter() - started < SECONDS)
    elapsed = time.perf_counter() - started
    visits.append((visited() - visited_before) / elapsed)
    return (search.evaluations - evaluated_before) / elapsed


def _against_bare(
    name: str, evaluator: Any, batch: int, speed: Callable[[list[float]], float], noted: str = "visits"
) -> Line:
    """What asks for ``batch`` positions at a time against its bare evaluator; of what ``speed`` puts into the list that it is handed the largest
    is told as ``noted``."""
    others: list[float] = []
    ours, bare = _best_in_turn(lambda: speed(others), lambda: _bare(evaluator, batch))
    return _line(
        name,
        ours,
        "positions/s on one core",
        "its bare evaluator, positions/s",
        bare,
        **{noted: round(max(others))},
        network=evaluator.description.name,
        batch=batch,
        backend=evaluator.backend.value,
    )


def _search_network(network: str) -> Iterator[Line]:
    """One tree with the real network at each batch size, against its bare evaluator at the same size."""
    for batch in (1, 8, 16, 32):
        evaluator = _evaluator(network, batch)

        def speed(visits: list[float], evaluator: Any = evaluator, batch: int = batch) -> float:
            parameters = SearchParameters(batch_start_visits=0, largest_batch=batch)
            search = TreeSearch(evaluator, evaluator.size, parameters, nodes=1 << 15)
            search.set_position(Position.empty(evaluator.size))
            search.run(64)
            return _search_speed(search, (0,), visits)

        yield _against_bare(f"search_batch_{batch}", evaluator, batch, speed)


def _self_play(network: str) -> Iterator[Line]:
    """Many trees side by side, as in self-play, and then its whole games, searched to their end, ended by the solver as in our recipe, and by the
    settings with which the flagship learned last, whose searches are longer, against the bare evaluator at the same batch size."""
    from ai.training.presets import OURS
    from ai.training.shipped_run import ShippedRun

    evaluator = _evaluator(network, SELF_PLAY_TREES)
    everyone = range(SELF_PLAY_TREES)

    def speed(visits: list[float]) -> float:
        parameters = SearchParameters(noise_fraction=0.25, largest_batch=SELF_PLAY_TREES)
        search = TreeSearch(evaluator, evaluator.size, parameters, trees=SELF_PLAY_TREES, nodes=2048)
        for tree in everyone:
            search.set_position(Position.empty(evaluator.size), tree)
        search.run(8, everyone)
        return _search_speed(search, everyone, visits)

    yield _against_bare("self_play_search", evaluator, SELF_PLAY_TREES, speed)
    for name, recipe in (
        ("self_play_without_solver", replace(OURS, solved_points=0)),
        ("self_play_games", OURS),
        ("self_play_of_flagship", ShippedRun().read_config() or OURS),
    ):
        games = partial(_play_speed, evaluator, recipe)
        yield _against_bare(name, evaluator, SELF_PLAY_TREES, games, noted="made")


def _play_speed(evaluator: Any, config: "RunConfig", made: list[float]) -> float:
    """Positions that whole games of self-play by a recipe evaluate in a second: their searches, moves, lessons, and the solver where it ends them.
    The positions to learn from that they make in a second are noted in ``made``."""
    from ai.training.self_play import SelfPlay

    config = replace(
        config,
        network=evaluator.description.name,
        first_network="",
        board=str(evaluator.size),
        parallel_games=SELF_PLAY_TREES,
    )
    play = SelfPlay(evaluator, config, seed=1)
    for _ in range(WARM_UP_MOVES):
        play.step()
    before, positions = play.evaluations, play.positions
    started = time.perf_counter()
    while time.perf_counter() - started < PLAY_SECONDS:
        play.step()
    elapsed = time.perf_counter() - started
    made.append((play.positions - positions) / elapsed)
    return (play.evaluations - before) / elapsed


def _learner(network: str) -> Iterator[Line]:
    """Learning with all cores against one; where a graphics card learns, with that against all cores."""
    import torch

    from ai.checkpoint import read_info
    from ai.devices import best_device
    from ai.training.config import RunConfig
    from ai.training.learner import Learner
    from ai.training.samples import Samples, samples_of_game

    info = read_info(find_network(network))
    line = [Position.empty(info.size)]
    while not line[-1].is_over:
        line.append(line[-1].play(line[-1].legal_moves()[0]))
    *learned, _ = line
    policies = [position.legal_mask() / np.count_nonzero(position.legal_mask()) for position in learned]
    game = samples_of_game(leaves_of(line), policies, [0.0] * len(learned), [0.0] * len(learned))
    samples = Samples.join([game] * (LEARNED_BATCH // len(game) + 1)).take(np.arange(LEARNED_BATCH))
    random = np.random.default_rng(1)

    def speed(workers: int, device: str) -> float:
        config = RunConfig(
            network=info.architecture, board=str(info.size), workers=workers, batch=LEARNED_BATCH
        )
        learner = Learner(config, torch.device(device))
        torch.set_num_threads(learner.threads_each)
        learner.learn(samples, random)
        started = time.perf_counter()
        steps = 0
        while time.perf_counter() - started < SECONDS:
            learner.learn(samples, random)
            steps += 1
        return steps * LEARNED_BATCH / (time.perf_counter() - started)

    cores, device = usable_cores(), best_device().type
    together = f"{cores} {'core' if cores == 1 else 'cores'}"
    on, than, fewer = (together, "one core", 1) if device == "cpu" else ("the graphics card", together, cores)
    ours, others = _best_in_turn(lambda: speed(cores, device), lambda: speed(fewer, "cpu"))
    yield _line(
        "learner",
        ours,
        f"positions/s on {on}",
        f"the same on {than}",
        others,
        network=info.architecture,
        batch=LEARNED_BATCH,
    )


def _network(network: str) -> Iterator[Line]:
    """The evaluator on its fastest way against plain torch; and on the graphics card, if there is one."""
    from ai.devices import best_device
    from ai.evaluator import Backend

    for batch in (1, 64):
        yield _against_plain_torch(f"evaluator_batch_{batch}", _evaluator(network, batch), network, batch)
    for batch in CARDS_BATCHES if best_device().type == "cuda" else ():
        card = _evaluator(network, batch, backend=Backend.CUDA)
        yield _against_plain_torch(f"evaluator_on_card_batch_{batch}", card, network, batch)


def _against_plain_torch(name: str, evaluator: Any, network: str, batch: int) -> Line:
    from ai.evaluator import Backend

    plain = _evaluator(network, batch, backend=Backend.EAGER)
    ours, eager = _best_in_turn(lambda: _bare(evaluator, batch), lambda: _bare(plain, batch))
    return _line(
        name,
        ours,
        f"positions/s on {'the graphics card' if evaluator.backend is Backend.CUDA else 'one core'}",
        "plain torch in single precision on one core",
        eager,
        network=evaluator.description.name,
        backend=evaluator.backend.value,
    )


def _arithmetic(network: str) -> Iterator[Line]:
    """The multiplications and additions that the network's layers ask for, done by the evaluator in a second at its best batch size, against
    those of a large matrix product in the same number format; on one core, and on all with an evaluator each. Where the fastest way has fewer bits,
    the one that would be taken without is measured, too, and where there is a graphics card, that."""
    from ai.devices import best_device
    from ai.evaluator import Backend

    fastest = _evaluator(network, 1).backend
    single = {Backend.AMX: Backend.WINOGRAD, Backend.TRACED_BF16: Backend.TRACED_FP32}
    backends = {fastest, single.get(fastest, fastest)} | (
        {Backend.CUDA} if best_device().type == "cuda" else set()
    )
    for backend in sorted(backends, key=list(Backend).index):
        card = backend is Backend.CUDA
        batches = CARDS_BATCHES if card else ARITHMETIC_BATCHES
        evaluators = {batch: _evaluator(network, batch, backend=backend) for batch in batches}
        batch = max(evaluators, key=lambda size: _bare(evaluators[size], size))
        for cores in sorted({1} if card else {1, usable_cores()}):
            others = [_evaluator(network, batch, backend=backend) for _ in range(cores - 1)]
            yield _arithmetic_line(network, [evaluators[batch], *others], batch)


def _arithmetic_line(network: str, team: list[Any], batch: int) -> Line:
    """What ``team`` does together, each on a core of its own."""
    operations, cores = _operations(network), len(team)
    number_format, device = _computes_in(team[0].backend)
    with ThreadPoolExecutor(cores) as pool:
        ours, product = _best_in_turn(
            lambda: operations * sum(pool.map(lambda evaluator: _bare(evaluator, batch), team)),
            lambda: _matrix_product(number_format, device, cores),
        )
    where = "the graphics card" if device == "cuda" else f"{cores} {'core' if cores == 1 else 'cores'}"
    return _line(
        "arithmetic",
        ours / 1e6,
        f"million operations/s on {where}",
        f"a product of two {MATRIX}x{MATRIX} matrices",
        product / 1e6,
        network=team[0].description.name,
        batch=batch,
        backend=team[0].backend.value,
    )


def _computes_in(backend: Any) -> Any:
    """The number format that an evaluator's way computes in, and the device."""
    import torch

    from ai.evaluator import Backend

    return {
        Backend.AMX: (torch.bfloat16, "cpu"),
        Backend.TRACED_BF16: (torch.bfloat16, "cpu"),
        Backend.CUDA: (torch.float16, "cuda"),
    }.get(backend, (torch.float32, "cpu"))


def _operations(network: str) -> int:
    """Multiplications and additions of the network's convolutions and matrix products for one position."""
    import torch
    from torch.utils.flop_counter import FlopCounterMode

    from ai import checkpoint

    weights, info = checkpoint.load(find_network(network))
    planes = torch.zeros(1, info.description.input_planes, info.size.rows, info.size.cols)
    with torch.no_grad(), FlopCounterMode(display=False) as counter:
        weights.eval()(planes)
    return counter.get_total_flops()


def _matrix_product(number: Any, device: str, threads: int) -> float:
    """Operations a second of a large matrix product."""
    import torch

    def multiply() -> None:
        torch.mm(left, right)
        if device == "cuda":
            torch.cuda.synchronize()  # it returns before the card has computed

    torch.set_num_threads(threads)
    left, right = (torch.rand(MATRIX, MATRIX).to(device, number) for _ in range(2))
    multiply()
    started = time.perf_counter()
    count = 0
    while time.perf_counter() - started < SECONDS:
        multiply()
        count += 1
    speed = 2 * MATRIX**3 * count / (time.perf_counter() - started)
    torch.set_num_threads(1)
    return speed


# --- solver ----------------------------------------------------------------------------------------------------------


def late_positions(points: int, count: int) -> list[Position]:
    """Positions of random 9x9 games in which just ``points`` are left that either side may play on; always the same."""
    random = np.random.default_rng(points)
    found: list[Position] = []
    while len(found) < count:
        position = Position.empty()
        while (left := playable_points(position).size) > points and not position.is_over:
            position = position.play(int(random.choice(position.legal_moves())))
        if left == points:
            found.append(position)
    return found


def _solver(_network: str) -> Iterator[Line]:
    """Late positions solved; those of few points against a plain search in depth with a table, which takes too long for the others."""
    for points in SOLVED_POINTS:
        positions = late_positions(points, SOLVED_POSITIONS)
        _solve(positions[0])
        ours = [_solve(position) for position in positions]
        more = {"slowest": round(1e6 * max(ours)), "positions": len(positions)}
        if points <= PLAINLY_SOLVED_POINTS:
            _solve_plainly(positions[0])
            more |= _against(ours, [_solve_plainly(position) for position in positions])
        yield {
            "name": f"solver_{points}_points",
            "figure": round(1e6 * float(np.median(ours))),
            "unit": f"median microseconds of {BUSY_TIME} on one core",
            **more,
        }


def _against(ours: list[float], plain: list[float]) -> Line:
    figure, baseline = float(np.median(ours)), float(np.median(plain))
    return {
        "baseline": "a plain search in depth with a table",
        "baseline_figure": round(1e6 * baseline),
        "ratio": round(figure / baseline, 3),
    }


def _boards(sizes: tuple[Size, ...], megabytes: int) -> Iterator[Line]:
    """Empty boards solved."""
    _solve(Position.empty(Size(3, 3)))
    for size in sizes:
        solver = Solver(Position.empty(size), megabytes)
        started = busy_seconds()
        first_wins = solver.winning_move() is not None
        yield {
            "name": f"solver_{size.rows}x{size.cols}",
            "figure": round(1000 * (busy_seconds() - started)),
            "unit": f"milliseconds of {BUSY_TIME} on one core",
            "winner": "first" if first_wins else "second",
            "moves_tried": solver.moves_tried,
            "megabytes": megabytes,
        }


def _solve(position: Position) -> float:
    started = busy_seconds()
    Solver(position, SOLVER_MEGABYTES).winning_move()
    return busy_seconds() - started


def _solve_plainly(position: Position) -> float:
    geometry = bitboard.geometry(position.size.rows, position.size.cols)
    words, points = position.words_for(position.to_move), playable_points(position)
    started = busy_seconds()
    plain_solve(geometry, words, points)
    return busy_seconds() - started


MEASUREMENTS: dict[str, Callable[[str], Iterator[Line]]] = {
    "playouts": _playouts,
    "search_free": _search_free,
    "solver": _solver,
    "solver_boards": lambda _network: _boards(SMALL_BOARDS, SMALL_BOARD_MEGABYTES),
    "solver_5x5": lambda _network: _boards((Size(5, 5),), FIVE_BY_FIVE_MEGABYTES),
    "rave": _rave,
    "evaluator": _network,
    "arithmetic": _arithmetic,
    "search_network": _search_network,
    "self_play": _self_play,
    "learner": _learner,
}
LONG = ("solver_5x5",)
"""Measured only when asked for: it takes minutes and two gigabytes."""
