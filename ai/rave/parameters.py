"""Everything that can be set about the search by playouts with RAVE."""

from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True)
class RaveParameters:
    """Defaults are those of the program WA2 (second seed), where it gives them."""

    equivalence: float = 1000.0
    """k of lambda = sqrt(k / (k + 3 n)): with n = k visits a move's own results and the estimate weigh alike (second seed, section 3.3)."""
    threshold: int = 8
    """Playouts through a position before its moves are told apart (section 3.1 speaks of a threshold, without its value)."""
    exploration: float = 0.0
    """Factor of the UCT term sqrt(ln N / n); 0, since its author found that it costs strength (section 3.4.2)."""
    corners_first: bool = True
    """Play in a free corner as long as there is one (section 3.4.3)."""
    private_last: bool = False
    """Playouts leave points that only their side may play on for the end: spare moves don't run away, contested points do."""
    proofs: bool = False
    """Back up certain wins and losses, and solve the position to be played outright when few points are left."""
    keep_tree: bool = False
    """What was learned of a position in earlier moves is kept."""
    largest_tree: int = 60_000
    """Nodes of one thread's tree at the most (3 KB each on 9x9), on larger boards as many as take no more memory; a full tree is searched on
    without growing."""

    def kernel(self) -> "KernelParameters":
        """The part that compiled code needs."""
        return KernelParameters(**{name: getattr(self, name) for name in KernelParameters._fields})


class KernelParameters(NamedTuple):
    """What compiled code sees of :class:`RaveParameters`."""

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
"""``wa2`` is faithful to the second seed; ``strong`` is what the arena found to be better (``docs/methods.md``)."""
