"""The scripts of ``tests/benchmarks`` measure the program as it is."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np

from ai.players import SHIPPED
from core.program import outside_environment
from main import THREADS
from tests.benchmarks import deep_targets
from tests.patience import PROCESS_SECONDS

ROOT = Path(__file__).parent.parent
SCRIPTS = sorted(path.stem for path in (ROOT / "tests" / "benchmarks").glob("[!_]*.py"))


def test_they_have_the_programs_own_environment():
    """Above all its kernels: those that numba would put beside the sources know nothing of other files that change."""
    code = f"""import os
from importlib import import_module
for script in {SCRIPTS}:
    import_module(f"tests.benchmarks.{{script}}")
from core.bitboard import points_of
print(*(os.environ[name] for name in {[*THREADS]}), os.environ["QT_QPA_PLATFORM"])
print(points_of._cache.cache_path)"""
    fresh = outside_environment()
    for name in (*THREADS, "QT_QPA_PLATFORM", "NUMBA_CACHE_DIR"):
        fresh.pop(name, None)
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=fresh,
        capture_output=True,
        text=True,
        timeout=PROCESS_SECONDS,
    )
    assert done.returncode == 0, done.stderr
    settings, kernels = done.stdout.splitlines()
    assert settings.split() == [*THREADS.values(), "offscreen"]
    assert Path(kernels).parent.name == Path(os.environ["NUMBA_CACHE_DIR"]).name


def test_deep_targets_are_kept_in_the_file_that_is_named(tmp_path: Path):
    """Whatever its name: numpy adds ``.npz`` to others."""
    file = tmp_path / "deep"
    deep_targets.make(file, SHIPPED, count=2, simulations=4)
    assert [path.name for path in tmp_path.iterdir()] == ["deep"]
    with np.load(file) as data:
        assert data["policy"].shape == (2, 81)
