"""Collects the licence texts of all that a packaged program bundles, a folder for each package."""

import re
import shutil
import subprocess
import sys
from importlib.metadata import Distribution, PackagePath, distribution
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TEXTS = Path(__file__).resolve().parent / "licenses"
NAMES = re.compile(r"(^|/)(licen[cs]e|copying|notice|authors)|/licenses/", re.IGNORECASE)
LACKING = {
    "PySide6-Essentials": ("LGPL-3.txt", "GPL-3.txt"),
    "shiboken6": ("LGPL-3.txt", "GPL-3.txt"),
    "sgfmill": ("sgfmill.txt",),
}
"""Packages without licence texts, and the texts that apply. LGPL 3 is a supplement to GPL 3."""


def packages() -> list[str]:
    """Names in requirements.txt: all that the program runs with, including indirect dependencies."""
    lines = (ROOT / "requirements.txt").read_text("utf-8").splitlines()
    return [line.partition("==")[0] for line in lines if line and not line.startswith("#")]


def gather(target: Path, system_libraries: list[Path]) -> None:
    """Fill the folder ``target``; ``system_libraries``: bundled files that belong to no Python package."""
    shutil.rmtree(target, ignore_errors=True)
    bundled = [*packages(), "pyinstaller"]
    if sys.platform == "win32":
        bundled.append("msvc-runtime")
    for name in bundled:
        _of_package(distribution(name), target / name)
    _copy_first(target / "Python", [Path(sys.base_prefix), Path(sys.base_prefix) / "lib" / "python3.11"])
    for library in system_libraries:
        _of_debian_package(library, target)


def _of_package(package: Distribution, target: Path) -> None:
    """Copy a package's licence files and write what its metadata says of the licence. Raises ``FileNotFoundError`` without a text."""
    target.mkdir(parents=True)
    for name in LACKING.get(target.name, ()):
        shutil.copyfile(TEXTS / name, target / name)
    for file in package.files or []:
        if NAMES.search(str(file)) and file.suffix not in (".py", ".pyc", ".h"):
            _copy_under_free_name(file, target)
    if not any(target.iterdir()):
        raise FileNotFoundError(
            f"{package.name} holds no licence text: put one into {TEXTS} and name it in LACKING"
        )
    fields = (
        "Name",
        "Version",
        "License-Expression",
        "License",
        "Classifier",
        "Home-page",
        "Project-URL",
        "Author",
    )
    said = [f"{field}: {value}" for field in fields for value in package.metadata.get_all(field) or []]
    (target / "package.txt").write_text("\n".join(said) + "\n", encoding="utf-8")


def _copy_under_free_name(file: PackagePath, target: Path) -> None:
    """Copy a file, named by the shortest end of its path that is still free."""
    for count in range(2, len(file.parts) + 1):
        copy = target / "-".join(file.parts[-count:])
        if not copy.exists():
            shutil.copyfile(str(file.locate()), copy)
            return
        if copy.read_bytes() == file.read_binary():
            return


def _copy_first(target: Path, folders: list[Path]) -> None:
    """Copy Python's licence from the first folder that has it."""
    target.mkdir(parents=True)
    for folder in folders:
        for name in ("LICENSE.txt", "LICENSE"):
            if (folder / name).is_file():
                shutil.copyfile(folder / name, target / "LICENSE.txt")
                return
    raise FileNotFoundError(f"Python's LICENSE.txt is in none of {folders}")


def _of_debian_package(library: Path, target: Path) -> None:
    """Copy the copyright file of the Debian package that ``library`` belongs to, on systems with such packages."""
    if shutil.which("dpkg-query") is None:
        return
    for path in (library, library.resolve(), Path(str(library.resolve()).removeprefix("/usr"))):
        found = subprocess.run(["dpkg-query", "--search", str(path)], capture_output=True, text=True)
        name = found.stdout.partition(":")[0]
        copyright_file = Path("/usr/share/doc") / name / "copyright"
        if name and copyright_file.is_file():
            (target / name).mkdir(exist_ok=True)
            shutil.copyfile(copyright_file, target / name / "copyright")
            return
