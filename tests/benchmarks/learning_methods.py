"""What a method of learning brings: runs with and without it, from the same seed and for the same number of evaluations.

The networks that come out play against each other and against RAVE, from random openings that both sides play. A line a variant: its wins with
the 95% interval, what it cost in processor time, and what it had learned from.

Run with: python -m tests.benchmarks.learning_methods --out DIR considered_moves=16,simulations=32 window_start=20000
Runs that DIR holds already are gone on with, or taken as they are once they have had their evaluations.
"""

import argparse
import json
from pathlib import Path

from ai import checkpoint
from ai.arena.contest import play
from ai.arena.folder import ArenaFolder
from ai.arena.plan import Plan
from ai.arena.standings import Standings
from ai.elo import wilson
from ai.evaluator import NetworkEvaluator
from ai.training.config import RunConfig, with_settings
from ai.training.gate import play_games
from ai.training.run_folder import RunFolder
from ai.training.train import train

GATE_SEED = 7
BASELINE = "baseline"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "variants", nargs="*", metavar="NAME=VALUE,…", help="settings that differ from the baseline's"
    )
    parser.add_argument("--out", type=Path, required=True, metavar="DIR")
    parser.add_argument("--base", default="", metavar="NAME=VALUE,…", help="settings of the baseline")
    parser.add_argument("--evaluations", type=int, default=3_000_000, help="of each run's self-play")
    parser.add_argument("--games", type=int, default=200, help="of each match, or 0 for none")
    parser.add_argument("--rave-games", type=int, default=100, help="against RAVE, or 0 for none")
    parser.add_argument("--simulations", type=int, default=64, help="in these games")
    parser.add_argument("--rave", default="rave:preset=wa2,playouts=2000", metavar="PLAYER")
    arguments = parser.parse_args()
    base = changed(RunConfig(workers=1, gate_games=0), arguments.base)
    runs = {BASELINE: base, **{text: changed(base, text) for text in arguments.variants}}
    folders = {name: arguments.out / name.replace("=", " ").replace(",", " ") for name in runs}
    for name, config in runs.items():
        if RunFolder(folders[name]).finished_evaluations() < arguments.evaluations:
            train(folders[name], config, None, background=False, evaluations=arguments.evaluations)
    for name, folder in folders.items():
        line = {"run": name, **cost(folder)}
        if name != BASELINE and arguments.games:
            config = changed(base, f"gate_simulations={arguments.simulations}")
            line["against_baseline"] = against(folder, folders[BASELINE], config, arguments.games)
        if arguments.rave_games:
            line["against_rave"] = against_rave(folder, arguments)
        print(json.dumps(line), flush=True)


def changed(config: RunConfig, text: str) -> RunConfig:
    return with_settings(config, text.split(",") if text else ())


def newest(folder: Path) -> Path:
    state = RunFolder(folder).read_state()
    return folder / "checkpoints" / str(state.best)


def cost(folder: Path) -> dict:
    state = RunFolder(folder).read_state()
    return {
        "evaluations": state.evaluations,
        "processor_seconds": round(state.processor_seconds),
        "games": state.games,
        "positions": state.positions,
        "steps": state.steps,
    }


def score(wins: int, games: int) -> dict:
    return {"wins": wins, "games": games, "interval_95": [round(end, 3) for end in wilson(wins, games)]}


def against(new: Path, old: Path, config: RunConfig, games: int) -> dict:
    """Games side by side, so that both networks see large batches."""
    return score(*play_games(evaluator(new, games), evaluator(old, games), config, games, GATE_SEED))


def evaluator(run: Path, batch: int) -> NetworkEvaluator:
    network, info = checkpoint.load(newest(run))
    return NetworkEvaluator(network, info.size, largest_batch=batch)


def against_rave(folder: Path, arguments: argparse.Namespace) -> dict:
    plan = Plan(
        players=(f"zero:net={newest(folder)},simulations={arguments.simulations},threads=1", arguments.rave),
        games=arguments.rave_games,
        opening_moves=2,
    )
    standings = Standings(plan.players)
    arena = (
        arguments.out
        / f"rave {folder.name} {newest(folder).stem} {arguments.simulations} {arguments.rave_games}"
    )
    for game in play(plan, ArenaFolder(arena), 1):
        standings.add(game)
    row = standings.to_dict()["players"][0]
    return score(row["wins"], row["games"])


if __name__ == "__main__":
    main()
