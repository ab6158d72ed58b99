"""A network's input planes for a single position, for people to look at."""

import numpy as np

from ai.networks import Description
from ai.search.positions import position_batch
from core.position import Position


def planes_of(description: Description, position: Position) -> np.ndarray:
    """``float32[C, rows, cols]``: the input planes of ``position``."""
    size = position.size
    planes = np.zeros((1, description.input_planes, size.rows, size.cols), np.float32)
    description.encode(position_batch([position]), 1, planes)
    return planes[0]
