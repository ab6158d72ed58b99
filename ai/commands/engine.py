"""What the commands that make Buwei an engine share: the choice of the player, and how a conversation ends."""

import argparse
from collections.abc import Callable

from ai.commands.failure import fail
from ai.players import AiPlayer, PlayerError, make_player
from ai.wire.lines import ByteSource, Disconnected, Write, standard_input, write_to_standard_output
from core.position import Size

DEFAULT_PLAYER = "zero"

Conversation = Callable[[AiPlayer, ByteSource, Write], None]


def add_player(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--player",
        default=DEFAULT_PLAYER,
        metavar="TEXT",
        help="who plays, for example zero:simulations=800, uct:seconds=2, or zero:seconds=900,ponder=on, which thinks on while the "
        "opponent does (default: %(default)s)",
    )


def run_engine(text: str, size: Size, converse: Conversation) -> int:
    """Make the player and talk until the other side is done; returns the exit status."""
    try:
        player = make_player(text)
    except PlayerError as error:
        return fail(error)
    try:
        if refusal := player.supports(size):
            return fail(refusal)
        # The first answer says that we are ready: what is slow to load or compile comes before the clock runs.
        player.prepare(size)
        converse(player, standard_input(), write_to_standard_output)
    except Disconnected:
        return 0
    except PlayerError as error:
        return fail(error)
    finally:
        player.close()
    return 0
