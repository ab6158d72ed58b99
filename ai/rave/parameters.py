"""Everything that can be set about the search by playouts with RAVE."""

from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True)
class RaveParameters:
    """Parameters of the search; the defaults are those of WA2 (Dong 2018), where it gives them."""

    equivalence: float = 1000.0
    """k of lambda = sqrt(k / (k + 3 n)): with n = k visits a move's own results and the estimate weigh alike (WA2, section 3.3)."""
    threshold: int = 8
    """Playouts through a position before it becomes a node (WA2, section 3.1, speaks of a threshold without its value)."""
    exploration: float = 0.0
    """Factor of the UCT term sqrt(ln(N + 1) / (n + 1)); 0, because WA2's author found that the term costs strength (section 3.4.2)."""
    corners_first: bool = True
    """Whether a free corner is played as long as there is one (WA2, section 3.4.3)."""
    private_last: bool = False
    """Whether playouts leave points that only one side may play on for the end: the opponent can't take these, but contested points are soon gone."""
    proofs: bool = False
    """Whether certain wins and losses are backed up, and the position to be played is solved outright when few points are left."""
    keep_tree: bool = False
    """Whether the tree is kept from move to move."""
    largest_tree: int = 60_000
    """Most nodes of one thread's tree (3 KB each on 9x9), on larger boards as many as take the same memory; in a full tree the search goes on without
    new nodes."""

    def kernel(self) -> "KernelParameters":
        """The parameters for compiled code."""
        return KernelParameters(**{name: getattr(self, name) for name in KernelParameters._fields})


class KernelParameters(NamedTuple):
    """The part of :class:`RaveParameters` that compiled code needs, field by field."""

    equivalence: float
    threshold: int
    exploration: float
    private_last: bool
    proofs: bool


PRESETS = {
    "wa2": RaveParameters(),
    "strong": RaveParameters(
        threshold=4,
        corners_first=False,
        private_last=True,
        proofs=True,
        keep_tree=True,
    ),
}
"""``wa2`` is faithful to WA2 (Dong 2018); ``strong`` is what the arena found to be better (``docs/methods.md``)."""
