"""Which device computes."""

from collections.abc import Iterator

import pytest
import torch

from ai import devices


@pytest.fixture(autouse=True)
def a_card(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr("torch.cuda.is_available", lambda: True)
    devices.best_device.cache_clear()
    yield
    devices.best_device.cache_clear()


def test_a_card_that_torch_can_not_use_is_left_alone(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    def fail(_device: torch.device) -> None:
        raise RuntimeError("no kernel image is available for execution on the device")

    monkeypatch.setattr(devices, "_try_out", fail)
    assert devices.best_device().type == "cpu"
    assert "no kernel image" in caplog.text


def test_a_card_that_computes_is_used(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(devices, "_try_out", lambda _device: None)
    assert devices.best_device().type == "cuda"


def test_a_trial_computes_there_and_back(monkeypatch: pytest.MonkeyPatch):
    waited = []
    monkeypatch.setattr("torch.cuda.synchronize", waited.append)
    devices._try_out(torch.device("cpu"))
    assert waited == [torch.device("cpu")]
