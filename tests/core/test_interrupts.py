import signal
from threading import Event
from typing import Any

import pytest

from core.interrupts import HANGUP, heeded, interrupts


@pytest.mark.parametrize("before", [signal.SIG_DFL, signal.SIG_IGN, signal.default_int_handler])
@pytest.mark.parametrize("number", heeded())
def test_a_signal_is_a_wish_unless_the_shell_had_it_ignored(number: signal.Signals, before: signal.Handlers):
    """A script's shell does with what it starts in the background, so that only what runs in front ends, and nohup against the terminal's end."""
    outside = signal.signal(number, before)
    try:
        stop = Event()
        with interrupts(stop.set):
            if before is signal.SIG_IGN:
                assert signal.getsignal(number) is signal.SIG_IGN
            else:
                signal.raise_signal(number)
        assert stop.is_set() == (before is not signal.SIG_IGN)
        assert signal.getsignal(number) is before
    finally:
        signal.signal(number, outside)


@pytest.mark.parametrize("number", heeded())
def test_the_first_signal_is_told_of_and_a_second_one_ends_the_program_at_once(
    number: signal.Signals, capsys: pytest.CaptureFixture[str]
):
    """But for the terminal's end, of which a process is told by its shell, and again as that ends."""
    outside = {each: signal.getsignal(each) for each in heeded()}
    with interrupts(Event().set):
        signal.raise_signal(number)
        assert capsys.readouterr().err == "\nstopping…\n"
        for each in outside:
            assert signal.getsignal(each) is (signal.SIG_IGN if each.name == HANGUP else signal.SIG_DFL)
    assert {each: signal.getsignal(each) for each in outside} == outside


def test_a_signal_that_comes_at_once_is_a_wish_too(monkeypatch: pytest.MonkeyPatch):
    """Before the other signals are heeded."""
    outside = {each: signal.getsignal(each) for each in heeded()}
    install, stop = signal.signal, Event()

    def installed_and_sent(number: signal.Signals, handler: Any) -> Any:
        before = install(number, handler)
        if not stop.is_set():
            signal.raise_signal(number)
        return before

    monkeypatch.setattr(signal, "signal", installed_and_sent)
    with interrupts(stop.set):
        assert stop.is_set()
    assert {each: signal.getsignal(each) for each in outside} == outside
