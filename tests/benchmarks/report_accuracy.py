"""How well a report's accuracy tells players apart: the games of a match, each position analysed as for a report.

Run with: python -m tests.benchmarks.report_accuracy FOLDER
FOLDER: of a match whose players were named weakest first. For each player the mean accuracy of a side and how far sides differ (standard deviation),
and how often, of two sides of two players, the stronger player's has the higher one: by the report, and by a plain mean over all moves.
"""

import argparse
import json
from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import combinations, pairwise
from pathlib import Path

import numpy as np

from ai.players import AiPlayer, make_player
from core import records
from core.game import Game
from core.player import Limit
from core.position import Color
from core.review import Judgement, accuracy, judgements
from gui.program.settings import Settings

Way = Callable[[list[Judgement], Color], float | None]


def plain_mean(found: list[Judgement], color: Color) -> float | None:
    """Over all moves of ``color``."""
    own = [one.accuracy for one in found if one.mover is color]
    return sum(own) / len(own) if own else None


WAYS: dict[str, Way] = {"report": accuracy, "plain mean": plain_mean}


def analysed(record: Path, analyst: AiPlayer) -> tuple[Game, list[Judgement]]:
    """A game and what is known then of its moves."""
    (read,) = records.load(record)
    game, line = read.game, read.game.main_line()
    for node in line:
        if not node.position.is_over:
            found = analyst.choose(node.position, Limit(simulations=Settings().review_simulations))
            game.keep_analysis(node, found)
    return game, judgements(line, game.random_moves_of(line))


def told_apart(weaker: Sequence[float], stronger: Sequence[float]) -> float:
    """How often one of ``stronger`` is the higher of two, where equal ones count half."""
    differences = np.subtract.outer(np.array(stronger), np.array(weaker))
    return float(np.mean((differences > 0) + 0.5 * (differences == 0)))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="that `match --out` made")
    folder = parser.parse_args().folder
    players = json.loads((folder / "arena.json").read_text("utf-8"))["players"]
    analyst = make_player(Settings().analysis_player)
    sides: dict[str, dict[str, list[float]]] = {way: defaultdict(list) for way in WAYS}
    for record in sorted((folder / "games").glob("*.sgf")):
        game, found = analysed(record, analyst)
        for way, color in ((way, color) for way in WAYS for color in Color):
            share = WAYS[way](found, color)
            if share is not None:
                sides[way][game.name(color)].append(share)
    for way, shares in sides.items():
        print(way)
        for player in players:
            print(f"  {player}: {np.mean(shares[player]):.1f} ± {np.std(shares[player]):.1f}")
        for name, pairs in (("all", combinations(players, 2)), ("neighbouring", pairwise(players))):
            apart = [told_apart(shares[weaker], shares[stronger]) for weaker, stronger in pairs]
            print(f"  of {name} pairs the stronger player is told in {np.mean(apart):.1%}")


if __name__ == "__main__":
    main()
