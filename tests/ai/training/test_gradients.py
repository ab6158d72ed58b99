"""Gradients of a batch: by a trace they are those of the layers."""

import numpy as np
import pytest
import torch

from ai.networks.common import Network
from ai.training.config import RunConfig
from ai.training.learner import Learner
from tests.ai.training.test_learner import batch_of

PROCESSOR = torch.device("cpu")


def gradients(network: Network) -> list[torch.Tensor]:
    return [weights.grad.clone() for weights in network.parameters() if weights.grad is not None]


@pytest.mark.parametrize("network", ["b2c8", "b2c8-liberties", "b2c8-local", "paper", "agz2x8"])
def test_what_is_traced_grades_as_its_layers_do(network: str):
    """To the bit, also after steps that have moved the weights, and of another size of batch; batch normalisation sees each batch once."""
    config = RunConfig(network=network, batch=16, workers=1, symmetries=False)
    traced, plain = Learner(config, PROCESSOR), Learner(config, PROCESSOR)
    for seed, count in ((1, 16), (2, 16), (3, 9)):
        batch = batch_of(config, seed).take(np.arange(count))
        told = traced._gradients(traced._graders[0], batch, 1.0)
        loss, figures = plain._grading(plain._network)(*plain._batch(batch))
        loss.backward()
        assert told == plain._told(figures)
        ours, theirs = gradients(traced._network), gradients(plain._network)
        assert len(ours) == len(theirs) > 0
        assert all(torch.equal(a, b) for a, b in zip(ours, theirs, strict=True))
        for learner in (traced, plain):
            learner._step()
        ours, theirs = traced._network.state_dict(), plain._network.state_dict()
        assert all(torch.equal(ours[name], theirs[name]) for name in ours)
