import os
from pathlib import Path

import pytest

from core import kernel_cache


@pytest.fixture
def shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program with one kernel in it, on a machine that can run it."""
    for name in ("NUMBA_CACHE_LOCATOR_CLASSES", "NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES", "NUMBA_CACHE_DIR"):
        monkeypatch.setenv(name, "")
    monkeypatch.delenv("NUMBA_CACHE_DIR")
    folder = tmp_path / "program" / "kernels"
    (folder / "core.bitboard").mkdir(parents=True)
    (folder / "core.bitboard" / "perft.nbc").write_bytes(b"code")
    (folder / kernel_cache.READY_FILE).touch()
    build = tmp_path / "program" / "build-id"
    build.write_text("abc")
    monkeypatch.setattr(kernel_cache, "SHIPPED", folder)
    monkeypatch.setattr(kernel_cache, "BUILD_FILE", build)
    monkeypatch.setattr(kernel_cache, "is_baseline", lambda: True)
    return folder


def test_shipped_kernels_are_copied_once_and_read_only_ones_too(shipped: Path, tmp_path: Path):
    for path in shipped.rglob("*"):
        path.chmod(0o555 if path.is_dir() else 0o444)
    cache = start(tmp_path)
    assert cache == tmp_path / "cache" / "kernels-abc"
    (cache / "core.bitboard" / "perft.nbc").write_bytes(b"the user's own")
    assert start(tmp_path) == cache
    assert (cache / "core.bitboard" / "perft.nbc").read_bytes() == b"the user's own"
    assert [path.name for path in (tmp_path / "cache").iterdir()] == ["kernels-abc"]
    assert kernel_cache.is_ready()


def start(tmp_path: Path) -> Path:
    """Where a program that starts has its kernels."""
    os.environ.pop("NUMBA_CACHE_DIR", None)
    kernel_cache.use(tmp_path / "cache")
    return Path(os.environ["NUMBA_CACHE_DIR"])


def test_another_processor_begins_with_nothing(
    shipped: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(kernel_cache, "is_baseline", lambda: False)
    kernel_cache.use(tmp_path / "cache")
    assert not kernel_cache.is_ready()
    assert not os.environ["NUMBA_CPU_NAME"]
    kernel_cache.mark_ready()
    assert kernel_cache.is_ready()


def test_a_kernel_is_found_by_its_module_wherever_the_program_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    here = kernel_cache.Locator.from_function(shipped_kernel, "/one/place/test.py")
    there = kernel_cache.Locator.from_function(shipped_kernel, "/another/test.py")
    assert here.get_cache_path() == there.get_cache_path()
    assert here.get_source_stamp() == there.get_source_stamp()
    assert Path(here.get_cache_path()).parent == tmp_path


def shipped_kernel() -> None:
    pass
