"""Where compiled kernels are kept.

numba takes a kernel for up to date as long as its own file is, whatever has become of the code from other files that was compiled into it. So
each state of the sources has a folder of its own, and folders that nobody has used for a month are removed.

A packaged program's kernels are to be there at the first start and on every machine.

numba files what it compiled under the path of the source, the hash of the executable and the processor at hand, and all three differ between
the machine that built the program and the one that runs it. Here the module's name and the program's build stand for the first two, and for
the third a processor that all machines of the last fifteen years can take the place of (x86-64-v2: SSE4.2, POPCNT). Kernels made at build time
come with the program and are copied once to the user's cache, which may then grow; the program's own folder may be read-only. On another
processor, and where they can't be copied, everything is compiled anew.
"""

import hashlib
import logging
import os
import platform
import re
import shutil
import sys
import time
from contextlib import suppress
from pathlib import Path
from types import FunctionType
from typing import Any

from core import program
from core.files import FULL, fresh_folder, patiently, write_atomically

log = logging.getLogger(__name__)

SHIPPED = program.FILES / "kernels"
BUILD_FILE = program.FILES / "build-id"
BASELINE = "x86-64-v2"
BASELINE_FEATURES = frozenset({"cx16", "popcnt", "sse4.1", "sse4.2", "ssse3"})
MACHINES = {"x86_64", "AMD64"}
READY_FILE = "ready"
KEPT_SECONDS = 30 * 24 * 3600
"""After which a folder that nobody has used goes."""

HAS_KERNELS = re.compile(rb"^@(kernel|function|inlined|primitive|intrinsic|register_jitable)\b", re.MULTILINE)
IMPORT = re.compile(rb"^ *from ((?:core|ai)[.\w]*) import ([\w, ]*)", re.MULTILINE)


def use_sources(user_cache: Path) -> None:
    """Point numba to the kernels of the sources as they are; before numba is imported. Child processes inherit it."""
    folder = user_cache / f"numba-{_stamp_of_sources(program.FILES)}"
    if not _is_inherited(folder):
        _take(folder, "numba*")


def _stamp_of_sources(root: Path) -> str:
    """Changes with every file that has kernels or that one of these imports, with the libraries that compile them, and with the folder, by which
    numba files what it has compiled."""
    files = {
        ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__"): path.read_bytes()
        for room in ("core", "ai")
        for path in (root / room).rglob("*.py")
    }
    wanted = [module for module, text in files.items() if HAS_KERNELS.search(text)]
    for module in wanted:  # which grows meanwhile
        for match in IMPORT.finditer(files[module]):
            package, names = match[1].decode(), match[2].decode().replace(",", " ").split()
            found = [package, *(f"{package}.{name}" for name in names)]
            wanted += [each for each in found if each in files and each not in wanted]
    digest = hashlib.sha256(f"{sys.version} {root}".encode() + (root / "requirements.txt").read_bytes())
    for module in sorted(wanted):
        digest.update(module.encode() + files[module])
    return digest.hexdigest()[:12]


def _is_inherited(folder: Path) -> bool:
    """Whether the process that started this one has taken a folder for the same kernels, maybe elsewhere. What the user has set for other programs
    is not for ours: all versions of it would share that."""
    return Path(os.environ.get("NUMBA_CACHE_DIR", "")).name == folder.name


def _take(folder: Path, others: str) -> None:
    """Use ``folder``, and remove those beside it that match ``others`` and that nobody has used for long."""
    program.set_for_us("NUMBA_CACHE_DIR", str(folder))
    with suppress(OSError):  # of a cache nothing depends on
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        for other in folder.parent.glob(others):
            if time.time() - other.stat().st_mtime > KEPT_SECONDS:
                shutil.rmtree(other, ignore_errors=True)


def use(user_cache: Path) -> None:
    """Point numba to the kernels of this build in ``user_cache``; before numba is imported. Child processes inherit it."""
    program.set_for_us("NUMBA_CACHE_LOCATOR_CLASSES", f"{__name__}.{Locator.__name__}")
    if is_baseline():
        program.set_for_us("NUMBA_CPU_NAME", BASELINE)
        # some feature has to be named, or numba takes this machine's
        program.set_for_us("NUMBA_CPU_FEATURES", "+popcnt")
    folder = user_cache / f"kernels-{program.own_text(BUILD_FILE)}"
    if not _is_inherited(folder):
        # An empty one is of a start that couldn't copy them; there may be none, or one with kernels, which stays.
        with suppress(OSError):
            folder.rmdir()
        if is_baseline() and SHIPPED.is_dir() and not folder.exists():
            _copy_shipped(folder)
        _take(folder, "kernels-*")


def is_baseline() -> bool:
    """Whether this machine can run what was compiled at build time."""
    if platform.machine() not in MACHINES:
        return False
    from llvmlite import binding

    features = binding.get_host_cpu_features()
    return all(features.get(name) for name in BASELINE_FEATURES)


def is_ready() -> bool:
    """Whether everything that ``prepare`` compiles is in the cache."""
    return (Path(os.environ["NUMBA_CACHE_DIR"]) / READY_FILE).exists()


def is_ready_for(command: str) -> bool:
    """Whether everything is in the cache, or what ``command`` needs, because it has come to its end before."""
    return is_ready() or _mark_of(command).exists()


def mark_ready_for(command: str) -> None:
    """``command`` has come to its end."""
    with suppress(OSError):  # of a cache nothing depends on
        _mark_of(command).touch()


def _mark_of(command: str) -> Path:
    return Path(os.environ["NUMBA_CACHE_DIR"]) / f"{READY_FILE}-{command}"


def mark_ready() -> None:
    """``prepare`` has compiled everything."""
    folder = Path(os.environ["NUMBA_CACHE_DIR"])
    folder.mkdir(parents=True, exist_ok=True)
    (folder / READY_FILE).touch()


def _copy_shipped(folder: Path) -> None:
    """Whole or not at all: two programs may start at the same time. ``OSError`` if the disk is full, where nothing could be compiled either."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    part = fresh_folder(folder.parent, "kernels-")
    try:
        _copy(SHIPPED, part)
        patiently(lambda: part.rename(folder))
    except OSError as error:
        if error.errno in FULL:
            raise
        if not folder.exists():
            log.warning("the kernels that came with the program can't be copied: %s", error)
    finally:
        shutil.rmtree(part, ignore_errors=True)


def _copy(source: Path, target: Path) -> None:
    """All of one folder into another, for this user to change, whatever may be done with ``source``."""
    for path in source.rglob("*"):
        copy = target / path.relative_to(source)
        if path.is_dir():
            copy.mkdir()
        else:
            write_atomically(copy, path.read_bytes(), durable=False)


class Locator:
    """numba's way of asking where the kernels of a function are cached (``numba.core.caching._CacheLocator``)."""

    def __init__(self, function: FunctionType):
        self._folder = Path(os.environ["NUMBA_CACHE_DIR"]) / function.__module__
        self._line = function.__code__.co_firstlineno

    @classmethod
    def from_function(cls, py_func: Any, _py_file: str) -> "Locator":
        locator = cls(py_func)
        locator.ensure_cache_path()
        return locator

    def ensure_cache_path(self) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)

    def get_cache_path(self) -> str:
        return str(self._folder)

    def get_source_stamp(self) -> str:
        """The same for all kernels: the folder belongs to one build."""
        return sys.version

    def get_disambiguator(self) -> str:
        return str(self._line)
