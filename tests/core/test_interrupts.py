import signal
from threading import Event

import pytest

from core.interrupts import interrupts


@pytest.mark.parametrize("before", [signal.SIG_DFL, signal.SIG_IGN, signal.default_int_handler])
def test_ctrl_c_is_a_wish_unless_the_shell_had_it_ignored(before: signal.Handlers):
    """A script's shell does with what it starts in the background, so that only what runs in front ends."""
    outside = signal.signal(signal.SIGINT, before)
    try:
        stop = Event()
        with interrupts(stop):
            if before is signal.SIG_IGN:
                assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
            else:
                signal.raise_signal(signal.SIGINT)
        assert stop.is_set() == (before is not signal.SIG_IGN)
        assert signal.getsignal(signal.SIGINT) is before
    finally:
        signal.signal(signal.SIGINT, outside)
