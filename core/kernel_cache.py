"""Where compiled kernels are kept.

numba considers a kernel up to date while its own file is unchanged, even if code from other files that was compiled into it has changed. So
each state of the sources has a folder of its own. Folders unused for a month are removed.

A packaged program brings its kernels along, so that the first start needs no compiling on any machine.

numba caches kernels by the path of the source, the hash of the executable and the processor. All three differ between the machine that built
the program and the one that runs it. Here the module's name and the program's build take the place of the first two, and the processor is one
that every machine of the last fifteen years can stand in for (x86-64-v2: SSE4.2, POPCNT). Kernels made at build time come with the program and
are copied once to the user's cache, where others can join them; the program's own folder may be read-only. On another processor, and where they
can't be copied, everything is compiled anew.
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
"""Time after which an unused folder is removed."""

HAS_KERNELS = re.compile(rb"^@(kernel|function|inlined|primitive|intrinsic|register_jitable)\b", re.MULTILINE)
IMPORT = re.compile(rb"^ *from ((?:core|ai)[.\w]*) import ([\w, ]*)", re.MULTILINE)


def use_sources(user_cache: Path) -> None:
    """Point numba to the kernels of the sources as they are now. To be called before numba is imported; child processes inherit it."""
    folder = user_cache / f"numba-{_stamp_of_sources(program.FILES)}"
    if not _is_inherited(folder):
        _take(folder, "numba*")


def _stamp_of_sources(root: Path) -> str:
    """A hash of every file that has kernels or is imported by such a file, of the libraries that compile them, and of the folder, which is part
    of numba's own key."""
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
    """Whether the parent process has already chosen a folder for the same kernels, maybe elsewhere. A folder that the user has set for other
    programs is not used: all versions of this one would share it."""
    return Path(os.environ.get("NUMBA_CACHE_DIR", "")).name == folder.name


def _take(folder: Path, others: str) -> None:
    """Use ``folder``, and remove the folders beside it that match ``others`` and have not been used for long."""
    program.set_for_us("NUMBA_CACHE_DIR", str(folder))
    with suppress(OSError):  # nothing depends on a cache
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        for other in folder.parent.glob(others):
            if time.time() - other.stat().st_mtime > KEPT_SECONDS:
                shutil.rmtree(other, ignore_errors=True)


def use(user_cache: Path) -> None:
    """Point numba to the kernels of this build in ``user_cache``. To be called before numba is imported; child processes inherit it."""
    program.set_for_us("NUMBA_CACHE_LOCATOR_CLASSES", f"{__name__}.{Locator.__name__}")
    if is_baseline():
        program.set_for_us("NUMBA_CPU_NAME", BASELINE)
        # some feature has to be named, or numba takes this machine's
        program.set_for_us("NUMBA_CPU_FEATURES", "+popcnt")
    folder = user_cache / f"kernels-{program.own_text(BUILD_FILE)}"
    if not _is_inherited(folder):
        # A start that couldn't copy the kernels has left an empty folder. One with kernels in it can't be removed this way.
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
    """Whether the cache holds everything, or what ``command`` needs because it has run to its end before."""
    return is_ready() or _mark_of(command).exists()


def mark_ready_for(command: str) -> None:
    """Note that ``command`` has run to its end."""
    with suppress(OSError):  # nothing depends on a cache
        _mark_of(command).touch()


def _mark_of(command: str) -> Path:
    return Path(os.environ["NUMBA_CACHE_DIR"]) / f"{READY_FILE}-{command}"


def mark_ready() -> None:
    """Note that ``prepare`` has compiled everything."""
    folder = Path(os.environ["NUMBA_CACHE_DIR"])
    folder.mkdir(parents=True, exist_ok=True)
    (folder / READY_FILE).touch()


def _copy_shipped(folder: Path) -> None:
    """Copy the shipped kernels whole or not at all: two programs may start at the same time. ``OSError`` if the disk is full, where nothing could
    be compiled either."""
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
    """Copy a folder's files into another, where this user may change them even if ``source`` is read-only."""
    for path in source.rglob("*"):
        copy = target / path.relative_to(source)
        if path.is_dir():
            copy.mkdir()
        else:
            write_atomically(copy, path.read_bytes(), durable=False)


class Locator:
    """Tells numba where the kernels of a function are cached (``numba.core.caching._CacheLocator``)."""

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
