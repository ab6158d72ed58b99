import signal
from threading import Event

import pytest

from core.interrupts import interrupts


@pytest.mark.parametrize("before", [signal.SIG_DFL, signal.SIG_IGN, signal.default_int_handler])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_is_a_wish_unless_the_shell_had_it_ignored(number: signal.Signals, before: signal.Handlers):
    """A script's shell does with what it starts in the background, so that only what runs in front ends."""
    outside = signal.signal(number, before)
    try:
        stop = Event()
        with interrupts(stop):
            if before is signal.SIG_IGN:
                assert signal.getsignal(number) is signal.SIG_IGN
            else:
                signal.raise_signal(number)
        assert stop.is_set() == (before is not signal.SIG_IGN)
        assert signal.getsignal(number) is before
    finally:
        signal.signal(number, outside)
