"""What a network says of a position for people to look at."""

from pathlib import Path

import numpy as np
import pytest
import torch

from ai import checkpoint
from ai.checkpoint import CheckpointInfo
from ai.networks import build, planes_of
from ai.players import NETWORKS, join, make_player
from ai.players.first_sight import FirstSight, first_sight_player
from ai.training.samples import Fate
from core.player import Decision, Limit
from core.position import Position, Size


def asked(network: Path, position: Position) -> Decision:
    return first_sight_player(join("policy", {"net": str(network)})).choose(position, Limit())


def test_it_tells_the_fates_as_the_network_says_them_and_decides_as_policy_does():
    path = NETWORKS / "flagship.safetensors"
    position = Position.empty().play(40).play(0)
    said = asked(path, position)
    network, info = checkpoint.load(path)
    with torch.no_grad():
        fate = network(torch.from_numpy(planes_of(info.description, position))[None]).fate
    assert isinstance(said, FirstSight) and said.fates is not None and fate is not None
    assert said.fates == pytest.approx(fate[0].softmax(0).numpy(), abs=1e-4)
    assert np.all(said.fates[Fate.OWN, [40]] > 0.9) and np.all(said.fates[Fate.OPPONENT, [0]] > 0.9)
    assert said.candidates == make_player(f"policy:net={path}").choose(position, Limit()).candidates


def test_it_tells_no_fates_where_there_are_none(tmp_path: Path):
    """Of a network without that head, and once the game is over."""
    size, path = Size(4, 4), tmp_path / "agz.safetensors"
    checkpoint.save(path, build("agz1x4", size), CheckpointInfo("agz1x4", 4, 4))
    said = asked(path, Position.empty(size))
    assert isinstance(said, FirstSight) and said.fates is None
    over = Position.empty(size)
    while not over.is_over:
        over = over.play(over.legal_moves()[0])
    assert not isinstance(asked(path, over), FirstSight)
