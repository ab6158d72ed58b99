import errno
import os
import time
from pathlib import Path

import pytest

from core import kernel_cache, program
from core.compiled import compiled

pytestmark = pytest.mark.usefixtures("environment")


@pytest.fixture
def shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program with one kernel in it, on a machine that can run it."""
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
    for path in cache.rglob("*"):
        assert os.stat(path).st_mode & 0o200, "the user's own cache grows"


def test_kernels_that_can_not_be_copied_are_compiled(
    shipped: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    """Unless they can be at the next start."""
    with monkeypatch.context() as patch:
        patch.setattr(kernel_cache, "write_atomically", fails_with(errno.EIO))
        cache = start(tmp_path)
    assert list((tmp_path / "cache").iterdir()) == [cache] and not list(cache.iterdir())
    assert "can't be copied" in caplog.text and not kernel_cache.is_ready()
    assert start(tmp_path) == cache and kernel_cache.is_ready()


def test_a_full_disk_keeps_the_first_start_from_copying_half(
    shipped: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(kernel_cache, "write_atomically", fails_with(errno.ENOSPC))
    with pytest.raises(OSError) as failed:
        start(tmp_path)
    assert failed.value.errno == errno.ENOSPC and not list((tmp_path / "cache").iterdir())


def fails_with(number: int):
    def fail(*_: object, **_named: object) -> None:
        raise OSError(number, os.strerror(number))

    return fail


def test_a_child_takes_what_its_parent_has_taken_and_nothing_of_other_programs(
    shipped: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "my numba"))
    kernel_cache.use(tmp_path / "cache")
    cache = Path(os.environ["NUMBA_CACHE_DIR"])
    assert cache == tmp_path / "cache" / "kernels-abc"
    kernel_cache.use(tmp_path / "another data folder")
    assert Path(os.environ["NUMBA_CACHE_DIR"]) == cache


@pytest.mark.parametrize("rest", [b"", bytes(5000)], ids=["empty", "zeros"])
@pytest.mark.parametrize("kind", ["nbi", "nbc"])
def test_kernels_that_a_power_cut_has_damaged_are_compiled_anew(
    kind: str, rest: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("numba.core.config.CACHE_DIR", str(tmp_path))
    assert compiled()(doubled)(3) == 6
    (file,) = tmp_path.rglob(f"*.{kind}")
    file.write_bytes(rest)
    assert compiled()(doubled)(3) == 6
    again = compiled()(doubled)
    assert again(3) == 6 and again.stats.cache_hits, "what was compiled anew is kept"


def doubled(number: int) -> int:
    return 2 * number


def test_sources_that_changed_have_kernels_of_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Also where only code changed that was compiled into the kernels of another file."""
    for name, text in (
        ("core/constants.py", "ONE = 1"),
        ("core/points.py", "from core.constants import ONE"),
        ("ai/search/kernels.py", "from core import points\n@kernel\ndef find(): ..."),
        ("ai/commands.py", "from ai.search import kernels"),
        ("requirements.txt", "numba==1"),
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.setattr(program, "FILES", tmp_path)
    stamps = []
    for changed in (None, "ai/commands.py", "core/constants.py", "ai/search/kernels.py", "requirements.txt"):
        if changed is not None:
            (tmp_path / changed).write_text((tmp_path / changed).read_text() + " ")
        kernel_cache.use_sources(tmp_path / "cache")
        stamps.append(os.environ["NUMBA_CACHE_DIR"])
    assert stamps[0] == stamps[1] and len(set(stamps)) == 4
    (tmp_path / "moved").mkdir()
    for room in ("core", "ai", "requirements.txt"):
        (tmp_path / room).rename(tmp_path / "moved" / room)
    monkeypatch.setattr(program, "FILES", tmp_path / "moved")
    kernel_cache.use_sources(tmp_path / "cache")
    assert os.environ["NUMBA_CACHE_DIR"] not in stamps, "numba would not find what was compiled elsewhere"


def test_kernels_that_nobody_has_used_for_long_are_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    for name, age in (("numba", 40), ("numba-old", 31), ("numba-other", 20), ("kernels-abc", 40)):
        (tmp_path / name).mkdir()
        used = time.time() - age * 24 * 3600
        os.utime(tmp_path / name, (used, used))
    kernel_cache.use_sources(tmp_path)
    assert sorted(
        path.name for path in tmp_path.iterdir() if path != Path(os.environ["NUMBA_CACHE_DIR"])
    ) == [
        "kernels-abc",
        "numba-other",
    ]


def start(tmp_path: Path) -> Path:
    """Where a program that starts has its kernels."""
    os.environ.pop("NUMBA_CACHE_DIR")
    kernel_cache.use(tmp_path / "cache")
    return Path(os.environ["NUMBA_CACHE_DIR"])


def test_another_processor_begins_with_nothing(
    shipped: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(kernel_cache, "is_baseline", lambda: False)
    kernel_cache.use(tmp_path / "cache")
    assert not kernel_cache.is_ready()
    assert "NUMBA_CPU_NAME" not in os.environ
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
