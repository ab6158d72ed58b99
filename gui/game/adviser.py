"""The strong player that gives hints: the opponent would advise only at its own level."""

from core.player import Decision
from core.position import Size
from gui.program.player_text import COUNTED, same_but_for_limits, split

DEFAULT_ADVISER = "zero:net=flagship,simulations=800"
ADVISER_OF_ANY_SIZE = "rave:playouts=10000,seconds=2"


def adviser_for(size: Size) -> str:
    """The adviser on a board of ``size``."""
    return DEFAULT_ADVISER if size == Size() else ADVISER_OF_ANY_SIZE


def advises_as_well(known: Decision, size: Size) -> bool:
    """Whether ``known`` of a position of ``size`` is as good a hint as the adviser would find."""
    if known.point is None:
        return False
    adviser = adviser_for(size)
    kind, options = split(adviser)
    asked = int(options[COUNTED[kind]])
    return known.proof is not None or (same_but_for_limits(known.by, adviser) and known.visits >= asked)
