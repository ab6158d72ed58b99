"""The learner: what it learns from, the mean of its weights, and going on where it stopped."""

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from ai.networks import build
from ai.networks.buwei import BuweiNetwork
from ai.training.config import RunConfig
from ai.training.errors import LearningFailed
from ai.training.learner import Learner, Losses
from ai.training.samples import Samples
from core.position import Size
from tests.ai.fakes import hold_for_a_moment
from tests.ai.training.test_samples_and_replay import samples

CONFIG = RunConfig(network="b1c4", board="4x5", batch=8, averaging=0.5, symmetries=False)


SHARED = replace(CONFIG, batch=64, workers=2)
"""Two threads share each batch."""
PROCESSOR = torch.device("cpu")


def batch_of(config: RunConfig, seed: int = 1) -> Samples:
    """The positions of one game again and again."""
    made = samples(seed, config.size)
    return made.take(np.arange(config.batch) % len(made))


def learned(steps: int, config: RunConfig = CONFIG, device: torch.device | None = None) -> Learner:
    learner = Learner(config, device)
    for _ in range(steps):
        learner.learn(batch_of(config), np.random.default_rng(1))
    return learner


def weights(learner: Learner) -> torch.Tensor:
    return torch.cat([p.flatten() for p in learner.network.parameters()])


def with_field(name: str, value: np.ndarray) -> Samples:
    made = samples(size=Size(4, 5))
    return Samples(**{n: value if n == name else getattr(made, n) for n in Samples.__dataclass_fields__})


@pytest.mark.parametrize("config", [CONFIG, SHARED, replace(CONFIG, muon_rate=0.02)])
def test_a_learner_goes_on_exactly_where_it_stopped(tmp_path: Path, config: RunConfig):
    """On the processor: a graphics card adds in any order."""
    whole = learned(4, config, PROCESSOR)
    learned(2, config, PROCESSOR).save(tmp_path / "learner")
    resumed = Learner(config, PROCESSOR)
    resumed.load(tmp_path / "learner")
    for _ in range(2):
        resumed.learn(batch_of(config), np.random.default_rng(1))
    assert resumed.steps == 4
    assert torch.equal(weights(resumed), weights(whole))


def test_a_learner_that_a_virus_scanner_looks_at_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    learned(1).save(tmp_path / "learner")
    hold_for_a_moment(tmp_path / "learner", monkeypatch)
    resumed = Learner(CONFIG)
    resumed.load(tmp_path / "learner")
    assert resumed.steps == 1


def test_what_each_of_two_threads_learns_counts():
    first, second = (batch_of(replace(CONFIG, batch=32), seed) for seed in (1, 2))
    random = np.random.default_rng(1)
    together, of_the_first = Learner(SHARED, PROCESSOR), Learner(SHARED, PROCESSOR)
    for _ in range(20):
        together.learn(Samples.join([first, second]), random)
        of_the_first.learn(Samples.join([first, first]), random)
    twice = Samples.join([second, second])
    assert together.learn(twice, random).value < 0.6 * of_the_first.learn(twice, random).value


def test_the_network_that_plays_is_a_mean_of_the_weights_learned():
    """With a tenth kept: after steps giving w1, w2, w3 the mean is w1, then 1/11 of it and 10/11 of w2 (a tenth of the steps so far), then a
    tenth of that and nine of w3."""
    config = replace(CONFIG, averaging=0.1)
    last = replace(CONFIG, averaging=0.0)
    w1, w2, w3 = (weights(learned(steps, last)) for steps in (1, 2, 3))
    assert torch.allclose(weights(learned(1, config)), w1)
    second = w1 / 11 + 10 * w2 / 11
    assert torch.allclose(weights(learned(2, config)), second, atol=1e-6)
    assert torch.allclose(weights(learned(3, config)), second / 10 + 9 * w3 / 10, atol=1e-6)


def test_what_another_run_has_learned_stays_in_the_mean(tmp_path: Path):
    """Half is kept at each step (``averaging``) from the first on, also by a learner that goes on."""
    start = learned(3).network
    config = replace(CONFIG, learning_rate=0.1)
    last, whole = (Learner(replace(config, averaging=share)) for share in (0.0, 0.5))
    expected = torch.cat([p.flatten() for p in start.parameters()])
    for learner in (last, whole):
        learner.start_from(start, steps=1000)
    for _ in range(3):
        whole.save(tmp_path / "learner")
        whole = Learner(config)
        whole.load(tmp_path / "learner")
        for learner in (last, whole):
            learner.learn(batch_of(config), np.random.default_rng(1))
        expected = (expected + weights(last)) / 2
        assert torch.allclose(weights(whole), expected, atol=1e-6)


def test_the_mean_reaches_back_the_longer_the_slower_it_is_learned():
    falling = replace(CONFIG, averaging=0.9, rate_falls_from=100)
    for config, steps, kept in (
        (falling, 100, 0.9),
        (falling, 400, 0.95),
        (falling, 10_000, 0.99),
        (falling, 50, 49 / 59),
        (replace(falling, rate_falls_from=0), 10_000, 0.9),
        (replace(falling, averaging=0.0), 10_000, 0.0),
    ):
        learner = Learner(config)
        learner.start_from(learned(1).network, steps)
        assert learner._kept() == pytest.approx(kept)


def test_what_is_common_to_all_logits_stays_small(tmp_path: Path):
    """Nothing in a policy tells of it, and numbers far from 0 are coarse where layers compute in fewer bits."""
    far = build(CONFIG.network, CONFIG.size)
    assert isinstance(far, BuweiNetwork)
    assert far.policy_out.bias is not None
    torch.nn.init.constant_(far.policy_out.bias, 50.0)
    learner = Learner(CONFIG)
    learner.start_from(far)
    for _ in range(100):
        learner.learn(batch_of(CONFIG), np.random.default_rng(1))
    assert isinstance(learner.network, BuweiNetwork)
    assert learner.network.policy_out.bias is not None
    assert learner.network.policy_out.bias.item() < 49.95


@pytest.mark.parametrize("mix", [0.0, 1.0])
def test_the_value_learns_from_result_and_search_as_configured(mix: float):
    config = RunConfig(network="b1c4", board="4x5", batch=8, value_mix=mix, symmetries=False)
    made = samples(size=Size(4, 5))
    opposite = with_field("search_value", (-made.result).astype(np.float16))
    agreeing = with_field("search_value", made.result.astype(np.float16))
    random = np.random.default_rng(1)
    contrary, same = (Learner(config).learn(batch, random).value for batch in (opposite, agreeing))
    assert (contrary == pytest.approx(same)) == (mix == 0.0)


def test_weights_that_are_no_numbers_are_not_kept():
    learner = Learner(CONFIG)
    learner.check_weights()
    with torch.no_grad():
        next(learner._network.parameters()).fill_(np.inf)
    with pytest.raises(LearningFailed, match="lower learning_rate"):
        learner.check_weights()


def test_a_policy_far_worse_than_guessing_is_not_kept():
    """Guessing among 20 points has a loss of 3.0."""
    learner = Learner(CONFIG)
    learner.check_policy(Losses(5.9, 1.0, 1.0, 0.5, 0.6))
    with pytest.raises(LearningFailed, match=r"diverged by step 0.*earlier generation"):
        learner.check_policy(Losses(6.1, 1.0, 1.0, 0.5, 0.6))


def test_a_loss_that_is_no_number_ends_learning():
    learner = Learner(CONFIG)
    with pytest.raises(LearningFailed, match="lower learning_rate"):
        learner.learn(
            with_field("search_value", np.full(len(samples(size=Size(4, 5))), np.nan, np.float16)),
            np.random.default_rng(1),
        )


def test_rates_go_on_from_what_another_run_has_learned(tmp_path: Path):
    config = replace(CONFIG, rate_falls_from=10)
    learner = Learner(config)
    learner.start_from(learned(1).network, steps=1000)
    assert learner.share_of_rates == pytest.approx(math.sqrt(10 / 1000))
    learner.learn(batch_of(config), np.random.default_rng(1))
    learner.save(tmp_path / "learner")
    later = Learner(config)
    later.load(tmp_path / "learner")
    assert later.share_of_rates == pytest.approx(math.sqrt(10 / 1001))
    assert later.steps == 1, "of its own"
    larger = Learner(replace(config, network="b2c4"))
    larger.start_from(learned(1).network, steps=1000)
    assert larger.share_of_rates == 1, "it has to learn anew"


def test_the_learning_rate_falls_with_the_root_of_the_steps():
    learner = Learner(replace(CONFIG, rate_falls_from=4))
    shares = []
    for steps in (0, 4, 16, 400):
        learner.start_from(learner.network, steps)
        shares.append(learner.share_of_rates)
    assert shares == pytest.approx([1, 1, 0.5, 0.1])


def test_a_step_goes_by_the_learning_rate_of_its_time():
    config = replace(CONFIG, averaging=0.0)
    fixed = Learner(replace(config, learning_rate=0.005))
    falling = Learner(replace(config, learning_rate=0.01, rate_falls_from=1))
    falling.start_from(falling.network, 4)
    for learner in (fixed, falling):
        learner.learn(samples(size=Size(4, 5)), np.random.default_rng(1))
    assert torch.equal(weights(fixed), weights(falling))
