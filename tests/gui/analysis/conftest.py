"""The window in which games are analysed."""

import pytest

from tests.gui.analysis.analysing import quick
from tests.gui.desk import Desk


@pytest.fixture
def desk(desk: Desk) -> Desk:
    """With a game on a small board, and without a network, so that nothing has to be loaded."""
    return quick(desk)
