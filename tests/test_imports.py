"""The house's rules of who may import whom: ``gui -> ai -> core``, Qt only in ``gui``, torch only in ``ai`` and only when needed."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.patience import PROCESS_SECONDS

ROOT = Path(__file__).parent.parent
QT = {"PySide6", "shiboken6", "pyqtgraph", "superqt"}
TORCH = {"torch", "safetensors"}

FORBIDDEN = {
    "core": {"ai", "gui", "main", "tests"} | QT | TORCH,
    "ai": {"gui", "main", "tests"} | QT,
    "gui": {"main", "tests"} | TORCH,
    "main.py": {"tests"} | QT | TORCH,
}


def sources(room: str) -> list[Path]:
    path = ROOT / room
    return [path] if path.is_file() else sorted(path.rglob("*.py"))


def imports(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Line and full name of everything imported anywhere in a module; a name relative to the module, which could lead anywhere, has its dots."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            yield node.lineno, "." * node.level + (node.module or "")


@pytest.mark.parametrize("room", FORBIDDEN)
def test_room_imports_only_what_it_may(room: str):
    assert sources(room)
    wrong = [
        f"{path.relative_to(ROOT)}:{line} imports {name}"
        for path in sources(room)
        for line, name in imports(ast.parse(path.read_bytes()))
        if name.startswith(".") or name.partition(".")[0] in FORBIDDEN[room]
    ]
    assert not wrong, "\n".join(wrong)


def modules_after(code: str) -> set[str]:
    """Top-level modules that are loaded after ``code`` ran in a Python of its own."""
    listing = "import sys; print(*{name.partition('.')[0] for name in sys.modules})"
    result = subprocess.run(
        [sys.executable, "-c", f"{code}\n{listing}"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PROCESS_SECONDS,
    )
    assert result.returncode == 0, result.stderr
    return set(result.stdout.splitlines()[-1].split())


@pytest.mark.parametrize("module", ["ai.players", "gui.app"])
def test_torch_is_imported_only_where_a_network_is_needed(module: str):
    assert "torch" not in modules_after(f"import {module}")


@pytest.mark.parametrize("path", sources("ai/commands"), ids=lambda path: path.stem)
def test_commands_need_no_qt_and_torch_only_where_a_network_is_needed(path: Path):
    module = f"ai.commands.{path.stem}"
    assert not modules_after(f"import {module}") & (QT | {"torch"})


@pytest.mark.parametrize("option", ["--help", "--version"])
def test_help_and_version_come_without_anything_heavy(option: str):
    code = f"import main\ntry: main.main([{option!r}])\nexcept SystemExit as leave: assert leave.code == 0"
    assert not modules_after(code) & (QT | TORCH | {"numba", "numpy"})


def test_learning_does_not_load_torchs_compiler():
    """That takes more than a second at the beginning of each session, and nothing is compiled by it."""
    modules_after("""import sys, torch
from ai.networks import build
from ai.training.config import RunConfig
from ai.training.optimiser import Optimiser
from core.position import Size
network = build("b1c4", Size(4, 4))
for weights in network.parameters():
    weights.grad = torch.ones_like(weights)
Optimiser(network, RunConfig()).step(1.0)
assert "torch._dynamo" not in sys.modules""")
