"""The gate: a new network plays against the best one so far and must win enough games to take its place, or it plays against some earlier ones only
to be rated."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import cycle, islice
from operator import itemgetter
from pathlib import Path
from threading import Event
from typing import Any

import numpy as np
import torch

from ai import checkpoint
from ai.checkpoint import CheckpointError, CheckpointInfo
from ai.devices import best_device
from ai.evaluator import NetworkEvaluator
from ai.networks.common import Network
from ai.search.positions import Evaluator
from ai.search.tree_search import NoNumbers, TreeSearch
from ai.training.config import RunConfig
from ai.training.errors import answers_no_numbers
from ai.training.ratings import Scores, strongest_ahead, worth_playing
from ai.training.run import Run
from ai.training.self_play import search_parameters
from ai.training.threads import side_by_side
from core.game import Game
from core.match import Match
from core.openings import random_opening
from core.position import Color
from core.sentence import Sentence, sentence_of

OPENING_MOVES = 6
"""Random moves before each pair of games, in which the networks change sides. Without them all games would be alike."""
RATING_OPPONENTS = 4
"""How many earlier generations a new one plays against where every network is taken, so that ratings of many generations hold together."""
NOTHING_LEARNED = {"games": 0, "positions": 0}
"""Figures of generation 0, of which the metrics have no line."""
Opponent = tuple[int, Network]
"""A generation's number and its network."""
GATE_PART = 32
"""Games of each thread between two times that results are kept; a session must last at least that long. 64 would take 4% less time."""
LEAST_GATE_PART = 8
"""Fewest games of each thread in a part. With longer searches than :data:`GATE_PART_SIMULATIONS` a part has fewer than :data:`GATE_PART`."""
GATE_PART_SIMULATIONS = 100
GATE_PART_OF_CARD = 64
"""Games of each thread in a part where a graphics card computes, which is slow with small batches."""


def try_network(run: Run, network: Network) -> Scores:
    """Play the new network's games at the gate, in parts that survive a kill; returns the results of all."""
    state, config = run.state, run.config
    if config.gate_win_rate > 0:  # games against others, from before this was set, don't decide
        state.gate_scores = [score for score in state.gate_scores if score[0] == state.best_generation]
    opponents: list[Opponent] = []
    while (left := config.gate_games - sum(played for _, _, played in state.gate_scores)) > 0:
        torch.set_num_threads(1)
        run.progress.tell("gate", force=True)
        opponents = opponents or _opponents(run)
        scores = play_generations(
            network,
            opponents,
            min(left, _part(config.gate_simulations) * config.threads),
            config,
            run.random,
            run.check,
            run.is_stopped,
        )
        run.raise_if_stopped()
        state.gate_scores = added(state.gate_scores, scores)
        run.write_state()
    return state.gate_scores


def _part(simulations: int) -> int:
    """Games of each thread in a part; an even number, so that either network has Black equally often."""
    if best_device().type == "cuda":
        return GATE_PART_OF_CARD
    pairs = GATE_PART * GATE_PART_SIMULATIONS // simulations // 2
    return min(GATE_PART, max(LEAST_GATE_PART, 2 * pairs))


def _opponents(run: Run) -> list[Opponent]:
    """The generations that the new one plays against: the best alone, if it has to be beaten; else some that tell the new one's rating, the same as
    before if it has begun to play."""
    best = run.state.best_generation, checkpoint.load(run.best)[0]
    if run.config.gate_win_rate > 0:
        return [best]
    worth = [number for number, _, _ in run.state.gate_scores]
    if not worth:
        lines = run.folder.read_metrics()
        worth = run.random.permutation(worth_playing(lines, run.due)).tolist()
        strongest = strongest_ahead(lines)
        if strongest is not None:  # without it all opponents would soon be as weak as the new one
            worth = [strongest, *(number for number in worth if number != strongest)]
    most = min(RATING_OPPONENTS, run.config.gate_games)
    return sorted(islice(_sound(run, worth), most), key=itemgetter(0)) or [best]


def _sound(run: Run, generations: Sequence[int]) -> Iterator[Opponent]:
    """Those of ``generations`` whose networks are there, whole and this run's; a run goes on without the others."""
    first = NOTHING_LEARNED | {"checksum": run.state.first_checksum}
    figures = {0: first} | {line["generation"]: line for line in run.folder.read_metrics()}
    for generation in generations:
        path = run.checkpoint(generation)
        if not path.exists():
            continue
        try:
            network, info = checkpoint.load(path)
            _check_is_own(run, path, info, {"generation": generation, **figures.get(generation, {})})
            yield generation, network
        except CheckpointError as error:
            run.pass_over(generation, sentence_of(error))


def _check_is_own(run: Run, path: Path, info: CheckpointInfo, figures: dict[str, Any]) -> None:
    """:class:`CheckpointError` if the header ``info`` of the checkpoint ``path`` doesn't fit the board of the run and the ``figures`` of its
    generation, as far as they are known: the file is another generation's or another run's."""
    if figures.get("checksum") not in (None, checkpoint.read_checksum(path)):
        raise CheckpointError(Sentence("%1 is not the network that this run has written there", path))
    expected = {
        "generation": figures["generation"],
        "rows": run.config.size.rows,
        "cols": run.config.size.cols,
        "architecture": figures.get("network"),
        "games": figures.get("games"),
    }
    if info.positions and "positions" in figures:  # not in files and figures of earlier versions
        expected["positions"] = run.state.positions_before + figures["positions"]
    for name, value in expected.items():
        if value is not None and getattr(info, name) != value:
            raise CheckpointError(
                Sentence(
                    "%1 is not the network that this run has written there: it has %2 = %3 and not %4",
                    path,
                    name,
                    getattr(info, name),
                    value,
                )
            )


def shares_of_games(games: int, parts: int) -> list[int]:
    """``games`` shared out to at most ``parts`` parts, as evenly as possible in pairs, since each opening is played from either side."""
    pairs = (games + 1) // 2
    shares = [2 * len(part) for part in np.array_split(np.arange(pairs), min(parts, pairs))]
    shares[-1] -= games % 2
    return shares


def is_enough(wins: int, games: int, share: float) -> bool:
    """Whether ``wins`` of ``games`` are the ``share`` that a new network must win."""
    return games == 0 or wins / games >= share


def added(scores: Scores, more: Scores) -> Scores:
    """The sum of two results."""
    whole = {number: (won, played) for number, won, played in scores}
    for number, won, played in more:
        before = whole.get(number, (0, 0))
        whole[number] = before[0] + won, before[1] + played
    return [[number, won, played] for number, (won, played) in whole.items()]


def play_generations(
    network: Network,
    opponents: Sequence[Opponent],
    games: int,
    config: RunConfig,
    random: np.random.Generator,
    check: Callable[[], None],
    stopped: Callable[[], bool],
) -> Scores:
    """Results of ``games`` games of a new ``network`` against ``opponents``, earlier generations, oldest first; the newest of them play if there are
    too few games for all. Threads share the games. ``check`` is called every moment by the thread that waits; the games are broken off when
    ``stopped`` is true. :class:`ai.training.errors.LearningFailed` if a network's answers are no numbers."""
    workers = min(config.threads, games)
    shares = shares_of_games(games, max(workers, len(opponents)))
    opponents = opponents[-len(shares) :]
    failed = Event()

    def go_on() -> bool:
        return not (failed.is_set() or stopped())

    jobs: list[Callable[[], tuple[int, int]]] = []
    for share, seed, (_, earlier) in zip(
        shares, random.integers(1 << 31, size=len(shares)), cycle(opponents), strict=False
    ):
        batch = max(2, share)  # a single tree gathers two leaves at once
        new_player = NetworkEvaluator(network, config.size, largest_batch=batch)
        old_player = NetworkEvaluator(earlier, config.size, largest_batch=batch)
        jobs.append(partial(play_games, new_player, old_player, config, share, int(seed), go_on))
    try:
        results = side_by_side(jobs, workers, check, failed)
    except NoNumbers as error:
        raise answers_no_numbers() from error
    return [
        [number, *np.sum(results[index :: len(opponents)], axis=0).tolist()]
        for index, (number, _) in enumerate(opponents)
    ]


def play_games(
    new: Evaluator,
    opponent: Evaluator,
    config: RunConfig,
    games: int,
    seed: int,
    go_on: Callable[[], bool] | None = None,
) -> tuple[int, int]:
    """Play ``games`` games side by side; returns how many the new network won and how many were played to the end."""
    random = np.random.default_rng(seed)
    matches = _openings(config, games, random)
    black_is_new = [index % 2 == 0 for index in range(games)]
    players = {
        is_new: TreeSearch(
            evaluator,
            config.size,
            search_parameters(config, max(2, games)),
            trees=games,
            nodes=4 * config.gate_simulations + 2,
            seed=seed,
        )
        for is_new, evaluator in ((True, new), (False, opponent))
    }
    while any(match.result is None for match in matches):
        for is_new, search in players.items():
            turn = _turn_of(is_new, matches, black_is_new)
            if not turn:
                continue
            for index in turn:
                search.set_position(matches[index].game.position, index)
            search.run(config.gate_simulations, turn, go_on)
            if go_on is not None and not go_on():
                return _score(matches, black_is_new)
            for index in turn:
                point = search.best_point(index)
                assert point is not None
                matches[index].play(point)
    return _score(matches, black_is_new)


def _turn_of(is_new: bool, matches: list[Match], black_is_new: list[bool]) -> list[int]:
    """The numbers of the games in which the new network (``is_new``), or the other one, is to move."""
    return [
        index
        for index, (match, black) in enumerate(zip(matches, black_is_new, strict=True))
        if match.result is None and (match.position.to_move is Color.BLACK) == (black == is_new)
    ]


def _openings(config: RunConfig, games: int, random: np.random.Generator) -> list[Match]:
    matches: list[Match] = []
    opening: Sequence[int] = ()
    for index in range(games):
        if index % 2 == 0:
            opening = random_opening(config.size, OPENING_MOVES, random).moves
        match = Match(Game(config.size))
        for point in opening:
            match.play(point)
        matches.append(match)
    return matches


def _score(matches: list[Match], black_is_new: list[bool]) -> tuple[int, int]:
    over = [(m.result, new) for m, new in zip(matches, black_is_new, strict=True) if m.result is not None]
    wins = sum((result.winner is Color.BLACK) == new for result, new in over)
    return wins, len(over)
