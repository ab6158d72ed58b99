"""How many games a player wins with one of the colours, from the empty board: a match tells of both, and plays what is certain to its end.

Run with: python -m tests.benchmarks.one_color COLOR PLAYER OPPONENT [--games N] [--out FILE]
For example: python -m tests.benchmarks.one_color white zero:seconds=1 rave:seconds=1
A game ends where the player itself has proven who wins. FILE gets a line of JSON for each game and is gone on with when it is there.
"""

import argparse
import json
from pathlib import Path

from ai.elo import wilson
from ai.players import AiPlayer, make_player
from core.player import Limit, Proof
from core.position import Color, Position, Size


def play(player: AiPlayer, opponent: AiPlayer, color: Color) -> tuple[bool, Position]:
    """Whether ``player`` wins a game with ``color``, and how far it was played."""
    position = Position.empty(Size())
    for each in (player, opponent):
        each.forget()
    while not position.is_over:
        mine = position.to_move is color
        decision = (player if mine else opponent).choose(position, Limit())
        if mine and decision.proof is not None:
            return decision.proof is Proof.WIN, position
        assert decision.point is not None
        position = position.play(decision.point)
    return position.to_move is not color, position


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("color", choices=[color.name.lower() for color in Color])
    parser.add_argument("player", help="whose games are counted, such as zero:seconds=1")
    parser.add_argument("opponent")
    parser.add_argument("--games", type=int, default=100, metavar="N", help="in all (100)")
    parser.add_argument("--out", type=Path, metavar="FILE", help="what was won and the moves of each game")
    arguments = parser.parse_args()
    known = arguments.out.read_text().splitlines() if arguments.out and arguments.out.exists() else []
    results = [bool(json.loads(line)["won"]) for line in known]
    players = make_player(arguments.player), make_player(arguments.opponent)
    for each in players:
        each.prepare(Size())
    while len(results) < arguments.games:
        won, position = play(*players, Color[arguments.color.upper()])
        results.append(won)
        if arguments.out:
            with arguments.out.open("a") as out:
                out.write(json.dumps({"won": won, "moves": position.moves}) + "\n")
        print(f"{sum(results)} of {len(results)}", flush=True)
    low, high = wilson(sum(results), len(results))
    print(f"{sum(results)} of {len(results)} games won ({low:.1%} to {high:.1%})")


if __name__ == "__main__":
    main()
