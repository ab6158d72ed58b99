"""How long tests wait for what runs beside them: as long as a busy machine may need, never for good."""

import time
from collections.abc import Callable

PATIENCE_SECONDS = 60.0
PROCESS_SECONDS = 300.0
"""How long a process may take that does its work and ends, perhaps compiling first."""
SESSION_MINUTES = 10.0
"""After how many minutes a session that learns ends by itself, also where nobody is left who would stop it: when the tests were killed."""


def wait_until(holds: Callable[[], object], seconds: float = PATIENCE_SECONDS) -> None:
    give_up = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < give_up
        time.sleep(0.02)
