"""What the machine offers."""

from pathlib import Path

import pytest

from core import machine


@pytest.mark.parametrize(
    ("said", "most"), [("268435456\n", 1 << 28), ("max\n", None), (str(1 << 62), None), (None, None)]
)
def test_the_memory_is_that_which_a_container_may_use(
    said: str | None, most: int | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Which is the machine's where nothing, or no limit, is told."""
    monkeypatch.setattr(machine, "CONTAINER_LIMITS", ())
    whole = machine.memory()
    assert whole >= 1 << 30, "no machine that runs the tests has less"
    if said is not None:
        (tmp_path / "memory.max").write_text(said)
    monkeypatch.setattr(machine, "CONTAINER_LIMITS", (tmp_path / "memory.max",))
    assert machine.memory() == (most or whole)
