"""The training room over a run of three generations."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from ai import checkpoint
from ai.checkpoint import CheckpointInfo
from ai.networks import build
from ai.training.config import RunConfig
from ai.training.run_folder import RunFolder
from core.records import sgf
from gui.training.room import TrainingRoom
from tests.ai.training.figures import figures
from tests.gui.desk import Desk
from tests.gui.training.room.hands import GENERATIONS, SIZE, copy_of, finished_game


@pytest.fixture
def run(data_folder: Path) -> Path:
    """A run of three generations, as training writes it."""
    folder = RunFolder(data_folder / "runs" / "第一次")
    config = RunConfig(network="b1c4", board="4x4")
    _, state = folder.open(config)
    for generation in range(1, GENERATIONS + 1):
        name = f"{generation:06d}.safetensors"
        info = CheckpointInfo("b1c4", 4, 4, generation=generation)
        checkpoint.save(folder.checkpoints / name, build("b1c4", SIZE), info)
        (folder.games / f"{generation:06d}.sgf").write_bytes(b"\n".join([sgf.write(finished_game())] * 2))
        steps = np.arange(6 * 100, dtype=np.float32).reshape(100, 6)
        steps[:, 0] = np.arange(1, 101) + 100 * (generation - 1)
        folder.append_steps(steps, state)
        state.generation = generation
        folder.append_line(figures(generation))
        folder.write_state(state)
    folder.close()
    return folder.path


@pytest.fixture
def desk(open_desk, run: Path) -> Desk:
    return open_desk()


@pytest.fixture
def room(desk: Desk) -> Iterator[TrainingRoom]:
    desk.trigger("training_room")
    room = desk.window.training_desk.room
    assert isinstance(room, TrainingRoom)
    room.games.list.listing.finish()
    yield room
    room.close()


@pytest.fixture
def others(room: TrainingRoom, run: Path) -> list[str]:
    """Four more runs in the list."""
    names = ["b", "c", "d", "e"]
    for name in names:
        copy_of(run, name)
    room.look()
    return names
