import subprocess
import sys


def test_everything_that_is_compiled_is_prepared():
    """In a process of its own: other tests have compiled this and that in theirs."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "tests.ai.unprepared"], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == [], "ai/prepare.py forgets these"
