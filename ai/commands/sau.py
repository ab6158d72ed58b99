"""``sau``: an engine on the platform of the Chinese championship."""

import argparse

from ai.commands.arguments import wrong_minutes
from ai.commands.engine import add_player, run_engine
from ai.commands.failure import fail
from core.position import Size


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser(
        "sau",
        description="Speak the protocol of the SAU game platform, on which the Chinese championship is played.",
    )
    add_player(parser)
    parser.add_argument(
        "--minutes",
        type=float,
        metavar="N",
        help="time for each side's whole game, shared out over the moves (15 in the championship); the platform does not tell it",
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    from core.clock import TimeControl

    if problem := wrong_minutes(arguments.minutes):
        return fail(problem)
    control = None if arguments.minutes is None else TimeControl(total_seconds=60 * arguments.minutes)

    def converse(player, source, write) -> None:
        from ai.protocols.sau import SauEngine
        from ai.wire.lines import Lines

        engine = SauEngine(player, write, control)
        engine.converse(Lines(source, engine.notice))

    return run_engine(arguments.player, Size(), converse)
