"""Runs side by side, without a room."""

from gui.training.comparison import LONGEST_NAME, shortened


def test_long_names_of_runs_show_both_ends():
    short = shortened("a run with a name that is far too long and ends in 7")
    assert len(short) == LONGEST_NAME and short.startswith("a run") and short.endswith(" 7")
    assert shortened("run-1") == "run-1"
