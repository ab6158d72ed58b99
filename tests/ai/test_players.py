"""Players by their texts, and the shipped network's answers to solved positions."""

import ast
import json
import subprocess
import sys
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from threading import Event

import numpy as np
import pytest

from ai import bench
from ai.bench import measuring, networks, playouts, self_play, solving
from ai.evaluator import NetworkEvaluator
from ai.players import (
    NETWORKS,
    PLAYER_KINDS,
    SHIPPED,
    PlayerError,
    find_network,
    join,
    make_player,
    quote,
    split,
)
from ai.players.search import largest_tree
from ai.search.forest import PositionBatch
from ai.solver.solver import playable_points
from core.player import Decision, Limit, Proof
from core.position import Position, Size
from core.sentence import Sentence, sentence_of
from main import main
from tests.ai.test_search import endgames, names
from tests.patience import PROCESS_SECONDS

ROOT = Path(__file__).resolve().parents[2]
ERRORS = {
    "ArenaError",
    "BookError",
    "CheckpointError",
    "ConfigError",
    "EngineError",
    "EngineFailed",
    "EngineStopped",
    "FiguresError",
    "LearningFailed",
    "PlayerError",
    "RecordError",
    "RunError",
    "TdError",
    "UnknownNetwork",
}
"""What the window shows; others are of protocols, or mistakes of the program."""


@pytest.mark.parametrize(
    "text",
    [
        "random",
        "random:seed=3",
        "uct",
        "uct:playouts=50",
        "uct:seconds=0.05",
        "zero:simulations=8",
        "policy",
        "alphabeta:nodes=100",
        "td",
    ],
)
def test_every_player_plays_a_legal_move(text: str):
    player = make_player(text)
    assert player.name == text
    position = Position.empty().play(40)
    decision = player.choose(position, player.default_limit)
    assert decision.point in position.legal_moves()
    player.close()


@pytest.mark.parametrize(
    "text,said",
    [
        ("", "no player kind"),
        ("gnugo", "no player kind"),
        ("foo:bar", "no player kind 'foo'; there are alphabeta, .*zero"),
        ("uct:playouts", "name=value"),
        ("uct:playouts=0", "from 1 to"),
        ("uct:playouts=1.5", "whole number"),
        ("uct:playouts=5,playouts=6", "twice"),
        ("uct:simulations=5", "does not know the option simulations; it knows .*playouts"),
        ("zero:net=nowhere", "no network 'nowhere'"),
        ("zero:net=~no such user", "no network '~no such user'"),
        ("zero:net=a\0.safetensors", "no network 'a\0"),
        ("td:net=a\0b", "no file a\0b"),
        ("random:book=\ud800", "no file \ud800"),
        (f"zero:net={'long' * 100}", "no network 'long"),
        ("td:net=~no such user", "no such user"),
        ("uct:book=~no such user", "no such user"),
        ("zero:seconds=nan", "seconds=nan"),
        ("zero:seconds=1e300", "a number from 0.001 to 1000000000"),
        ("zero:seconds=0.1,threads=2000", "a whole number from 1 to 256"),
        ("random:seed=-1", "seed=-1"),
        ("rave:preset=best", "no preset 'best'"),
        ("alphabeta:evaluation=luck", "evaluation=luck"),
        ("sau:command=x,book=shipped", "can't have a book"),
    ],
)
def test_texts_without_sense_are_refused_with_a_sentence(text: str, said: str):
    with pytest.raises(PlayerError, match=said) as caught:
        make_player(text)
    assert isinstance(sentence_of(caught.value), Sentence)


def saying(trees: Iterable[ast.Module]) -> set[str]:
    """Names of the functions that return a sentence."""
    functions = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    return {each.name for each in functions if each.returns and ast.unparse(each.returns) == "Sentence"}


def plain_errors(tree: ast.Module, sentences: set[str]) -> list[int]:
    """Lines in which an error is made of anything else than a sentence, as far as that can be seen there; ``sentences``: calls that give one."""
    return [
        call.lineno
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in ERRORS
        if not call.args
        or isinstance(call.args[0], ast.Constant | ast.JoinedStr)
        or (
            isinstance(call.args[0], ast.Call)
            and ast.unparse(call.args[0].func).split(".")[-1] not in sentences
        )
    ]


def test_no_error_is_plain_text():
    """The window would say it in English."""
    paths = [path for room in ("ai", "core") for path in (ROOT / room).rglob("*.py")]
    trees = {path: ast.parse(path.read_text("utf-8")) for path in paths}
    sentences = {"Sentence", *saying(trees.values())}
    assert {path: lines for path, tree in trees.items() if (lines := plain_errors(tree, sentences))} == {}


def test_a_file_that_is_no_network_is_refused(tmp_path: Path):
    path = tmp_path / "x.safetensors"
    path.write_bytes(b"nothing")
    with pytest.raises(PlayerError, match="damaged"):
        make_player(f"zero:net={path}")


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (
            RuntimeError("DefaultCPUAllocator: can't allocate memory"),
            "there is not enough memory for the network",
        ),
        (MemoryError(), "there is not enough memory for the network"),
        (RuntimeError("no such operator"), "can't run on this machine: no such operator"),
    ],
)
@pytest.mark.parametrize("text", ["zero", "policy"])
def test_a_network_that_the_machine_cant_run_is_a_sentence(
    text: str, error: Exception, said: str, monkeypatch: pytest.MonkeyPatch
):
    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr("ai.evaluator.NetworkEvaluator", fail)
    with pytest.raises(PlayerError, match=said) as caught:
        make_player(text).prepare(Size())
    assert isinstance(sentence_of(caught.value), Sentence)


@pytest.mark.parametrize("text", ["zero:simulations=50", "policy"])
def test_a_network_whose_answers_are_no_numbers_does_not_play(text: str, monkeypatch: pytest.MonkeyPatch):
    def no_numbers(
        evaluator: NetworkEvaluator, _: PositionBatch, count: int
    ) -> tuple[np.ndarray, np.ndarray]:
        return np.full((count, evaluator.size.points), np.nan, np.float32), np.zeros(count, np.float32)

    monkeypatch.setattr(NetworkEvaluator, "evaluate", no_numbers)
    with closing(make_player(text)) as player:
        with pytest.raises(PlayerError, match="are no numbers") as caught:
            player.choose(Position.empty(), Limit())
        assert isinstance(sentence_of(caught.value), Sentence)
        if player.can_ponder:
            with pytest.raises(PlayerError, match="are no numbers"):
                player.ponder(Position.empty(), Event())


def test_a_players_text_is_taken_apart_and_put_together():
    options = {"net": "a, 100%/b.safetensors", "simulations": "8"}
    assert split(join("zero", options)) == ("zero", options)
    assert (split("random"), join("random", {})) == (("random", {}), "random")


def test_a_text_that_is_being_typed_is_taken_apart_as_far_as_it_makes_sense():
    assert split(" zero:net=x,,=8 ") == ("zero", {"net": "x"})
    assert split("zero:net=x,simu") == split("zero:net=x,simu=") == ("zero", {"net": "x", "simu": ""})


@pytest.mark.parametrize("name", PLAYER_KINDS)
def test_a_kind_takes_the_options_that_it_declares(name: str):
    kind = PLAYER_KINDS[name]
    if kind.counted:
        assert make_player(f"{name}:{kind.counted}=7").default_limit.simulations == 7
    if kind.has_network:
        assert make_player(f"{name}:net={SHIPPED}").supports(Size()) is None
    if kind.is_external:
        assert make_player(f"{name}:command=x").name == "x"


def test_any_path_can_stand_in_a_players_text(tmp_path: Path):
    path = tmp_path / "网络, 100% (1).safetensors"
    path.write_bytes(find_network(SHIPPED).read_bytes())
    player = make_player(f"zero:net={quote(str(path))},simulations=2")
    assert player.choose(Position.empty(), Limit(simulations=2)).point is not None


def test_a_lost_position_is_said_to_be_lost():
    position = Position.empty(Size(2, 2)).play(0).play(3).play(1)
    assert position.is_over
    for text in ("uct", "zero", "policy"):
        assert make_player(text).choose(position, Limit()).proof is Proof.LOSS


@pytest.mark.parametrize("text", ["zero", "rave", "uct", "zero:book=shipped", "uct:ponder=on"])
def test_a_player_that_forgets_begins_anew(text: str):
    """It has found as much as at its first question; who remembers goes on from there."""
    player, limit = make_player(text), Limit(simulations=100)
    position = Position.empty()
    for move in (3, 16, 40, 41, 70, 66):
        position = position.play(move)
    first = player.choose(position, limit)
    for _ in range(2):
        player.forget()
        again = player.choose(position, limit)
        assert (again.visits, again.simulations) == (first.visits, first.simulations)


def test_the_network_player_reports_and_stops():
    reports: list[Decision] = []
    stop = Event()

    def report(decision: Decision) -> None:
        reports.append(decision)
        stop.set()

    decision = make_player("zero").choose(Position.empty(), Limit(simulations=10**8), report, stop)
    assert len(reports) == 1
    assert decision.visits >= reports[0].visits > 0
    assert decision.point is not None


@pytest.mark.parametrize("text", ["zero:simulations=8", "rave:playouts=50", "alphabeta:nodes=100"])
def test_what_takes_long_to_solve_is_searched_and_told_of_meanwhile(text: str):
    """One thread does both, and an analysis that may take all day is to say something at once."""
    reports: list[Decision] = []
    stop = Event()

    def report(decision: Decision) -> None:
        reports.append(decision)
        if len(reports) == 3:
            stop.set()

    position = position_with(points=34)
    decision = make_player(text).choose(position, Limit(seconds=86_400.0), report, stop)
    assert decision.proof is None and len(reports) == 3
    assert reports[0].simulations < reports[1].simulations < reports[2].simulations


def position_with(points: int) -> Position:
    """A late position with so many points that either side may play on."""
    for seed in range(100):
        random, position = np.random.default_rng(seed), Position.empty()
        while playable_points(position).size > points:
            position = position.play(int(random.choice(position.legal_moves())))
        if playable_points(position).size == points:
            return position
    raise AssertionError("there is none")


def test_solved_endgames_are_won():
    """In every solved endgame that has a winning move one is played: the solver finds it before the network is asked."""
    player = make_player(f"zero:net={SHIPPED},simulations=2000")
    wrong = []
    for position, case in endgames():
        if case["winner"] != case["to_move"]:
            continue
        decision = player.choose(position, Limit(simulations=2000))
        if decision.point not in names(case["winning_moves"]):
            wrong.append((case["id"], len(case["legal"]), decision.point))
    assert wrong == []


def test_the_shipped_network_plays_other_boards():
    player = make_player("zero:simulations=8")
    for size in (Size(5, 5), Size(4, 7), Size(13, 13)):
        assert player.supports(size) is None
        position = Position.empty(size)
        assert player.choose(position, Limit(simulations=8)).point in position.legal_moves()


def test_shipped_networks_can_be_found_by_name():
    assert find_network(SHIPPED).parent == NETWORKS


# --- the command line ------------------------------------------------------------------------------------------------


def run(*words: str) -> subprocess.CompletedProcess:
    command = [sys.executable, str(ROOT / "main.py"), *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=PROCESS_SECONDS)


def test_perft_prints_a_line_a_depth():
    assert run("perft", "9", "3").stdout == "1 81\n2 6480\n3 511912\n"
    assert run("perft", "2x2", "9").stdout == "1 4\n2 12\n3 16\n4 0\n"


@pytest.mark.parametrize(
    "words,said",
    [
        (["perft", "1x5", "2"], "2 to 19"),
        (["perft", "nine", "2"], "nine"),
        (["perft", "9x", "2"], "9x"),
        (["perft", "9", "0"], "at least 1"),
        (["--lang", "en", "perft", "9", "1"], "before the command perft only"),
        (["--data-dir", "", "perft", "9", "1"], "the name is empty"),
        (["train", "--run", "x", "--minutes", "1e300"], "at most 10,000,000"),
        (["train", "--run", "x", "--set", "simulations=abc"], "should be a whole number"),
        (["train", "--run", "x", "--set", "simulations=3\nbatch=4"], "should be a whole number"),
        (["bench", "nothing"], "nothing"),
        (["bench", "search_network", "--net", "nowhere"], "nowhere"),
    ],
)
def test_mistakes_are_sentences(words: list[str], said: str, capsys: pytest.CaptureFixture[str]):
    try:
        status = main(words)
    except SystemExit as leaving:
        status = leaving.code
    assert status != 0
    told = capsys.readouterr().err
    assert said in told
    assert "Traceback" not in told


def test_bench_prints_one_object_a_line(monkeypatch: pytest.MonkeyPatch):
    """Every measurement runs and says what it compares; the figures themselves are the benchmark's business."""
    for module, name, value in (
        (measuring, "SECONDS", 0.02),
        (measuring, "ROUNDS", 1),
        (self_play, "PLAY_SECONDS", 0.02),
        (self_play, "SELF_PLAY_TREES", 8),
        (self_play, "WARM_UP_MOVES", 1),
        (playouts, "PLAYOUTS", 2000),
        (playouts, "FREE_SIMULATIONS", 2000),
        (solving, "SOLVED_POINTS", (8,)),
        (solving, "SOLVED_POSITIONS", 2),
        (solving, "SMALL_BOARDS", (Size(2, 3),)),
        (networks, "ARITHMETIC_BATCHES", (8,)),
        (networks, "MATRIX", 64),
    ):
        monkeypatch.setattr(module, name, value)
    lines = list(bench.run([], SHIPPED))
    assert {line["name"] for line in lines} >= {
        "playouts",
        "search_free",
        "search_batch_1",
        "self_play_search",
        "learner",
    }
    for line in lines:
        assert json.loads(json.dumps(line)) == line
        assert line["figure"] >= 0 and line["unit"]
        if "ratio" in line:
            assert line["figure"] > 0 and line["baseline_figure"] > 0 and line["baseline"]


@pytest.mark.parametrize(
    ("gigabytes", "nodes"), [(0, 1_000_000), (1, 200_000), (4, 488_064), (16, 1_952_257), (1024, 4_000_000)]
)
def test_a_tree_may_take_an_eighth_of_the_memory(gigabytes: int, nodes: int, monkeypatch: pytest.MonkeyPatch):
    """A million nodes where it isn't known, and never more than are searched in the time for a move."""
    monkeypatch.setattr("ai.players.search.memory", lambda: gigabytes << 30)
    assert largest_tree() == nodes
