"""The house's rules of who may import whom: ``gui -> ai -> core``, Qt only in ``gui``, torch only in ``ai`` and only when needed, and within ``ai``
and ``gui`` only from what stands below."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from itertools import takewhile
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

AI_ORDER = (
    "player_error",
    "budget",
    "elo",
    "levels",
    "devices",
    "lack_of_memory",
    "child_process",
    "session_folder",
    "legal_points",
    "playouts",
    "solver",
    "search",
    "rave",
    "networks",
    "arithmetic",
    "cuda",
    "tracing",
    "evaluator",
    "checkpoint",
    "shipped_networks",
    "td",
    "alphabeta",
    "book",
    "wire",
    "external",
    "players",
    "training",
    "arena",
    "launch",
    "protocols",
    "bench",
    "prepare",
    "selftest",
    "commands",
)


def folders_in_order(heading: str) -> tuple[str, ...]:
    """The folders that the table below this heading of ``docs/architecture.md`` names, from above."""
    lines = (ROOT / "docs" / "architecture.md").read_text("utf-8").splitlines()
    below = lines[lines.index(heading) :]
    table = below[below.index("| folder | what |") + 2 :]
    return tuple(line.split("`")[1] for line in takewhile(lambda line: line.startswith("|"), table))


GUI_ORDER = (*folders_in_order("### gui"), "main_window", "app", "selftest", "screenshots")
ORDERS = {"ai": AI_ORDER, "gui": GUI_ORDER}
"""The folders and modules of a room, the lowest first. Each imports only from itself and those before it. Desks may name the main window, which
holds them, in annotations."""


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


def is_for_annotations(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def imports_of_room(room: str, tree: ast.AST) -> Iterator[str]:
    """What a module imports of ``room``, by the names in :data:`ORDERS`; not what it imports of the main window for annotations."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[1] for alias in node.names if alias.name.startswith(f"{room}."))
        elif isinstance(node, ast.ImportFrom):
            package, _, rest = (node.module or "").partition(".")
            if package == room:
                yield from [rest.partition(".")[0]] if rest else [alias.name for alias in node.names]
        else:
            names = imports_of_room(room, node)
            yield from (name for name in names if not (is_for_annotations(node) and name == "main_window"))


@pytest.mark.parametrize(("room", "name"), [(room, name) for room, order in ORDERS.items() for name in order])
def test_within_a_room_imports_lead_only_to_what_stands_below(room: str, name: str):
    modules = sources(f"{room}/{name}") or sources(f"{room}/{name}.py")
    above = set(ORDERS[room][ORDERS[room].index(name) + 1 :])
    wrong = [
        f"{path.relative_to(ROOT)} imports {room}.{imported}"
        for path in modules
        for imported in imports_of_room(room, ast.parse(path.read_bytes()))
        if imported in above
    ]
    assert modules and not wrong, "\n".join(wrong)


@pytest.mark.parametrize("room", ORDERS)
def test_all_of_a_room_has_a_place_in_its_order(room: str):
    there = {path.stem for path in (ROOT / room).iterdir() if not path.stem.startswith("__")}
    assert there == set(ORDERS[room])


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
