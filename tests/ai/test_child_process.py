"""Processes beside this one that die before they begin."""

import shutil
from multiprocessing import spawn

import pytest

from ai.child_process import ChildProcess

MORE_THAN_A_PIPE_HOLDS = bytes(10_000_000)
ENDS_AT_ONCE = shutil.which("false") or ""


@pytest.mark.skipif(not ENDS_AT_ONCE, reason="there is no program that ends at once")
def test_a_process_that_dies_before_it_hears_what_to_do_is_not_waited_for():
    python = spawn.get_executable()
    spawn.set_executable(ENDS_AT_ONCE)
    try:
        child = ChildProcess(print, MORE_THAN_A_PIPE_HOLDS)
    finally:
        spawn.set_executable(python)
    try:
        assert child.exit_code() == 1 and child.has_ended()
    finally:
        child.close()
    child.close()  # as whoever can't begin another one does in the end
