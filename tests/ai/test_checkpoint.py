"""Checkpoints: what is saved comes back, and nothing else gets in."""

import json
import os
import pickle
import struct
import sys
from dataclasses import asdict, replace
from pathlib import Path

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from safetensors import safe_open
from safetensors.torch import save_file

from ai import checkpoint
from ai.checkpoint import CheckpointError, CheckpointInfo
from ai.networks import build
from core.position import Size
from tests.ai.fakes import hold_for_a_moment

INFO = CheckpointInfo(
    "b1c4", 9, 9, step=12, generation=3, parent="000002.safetensors", run="test", rating=1.5
)


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    path = tmp_path / "network.safetensors"
    checkpoint.save(path, build("b1c4", Size()), INFO)
    return path


def test_a_round_trip(tmp_path: Path):
    network = build("b1c4", Size())
    path = tmp_path / "网络 1.safetensors"
    checkpoint.save(path, network, INFO)
    loaded, info = checkpoint.load(path)
    assert info == INFO == checkpoint.read_info(path)
    for name, value in network.state_dict().items():
        assert torch.equal(value, loaded.state_dict()[name])


def test_weights_of_our_network_play_on_other_boards(saved: Path):
    network, _ = checkpoint.load(str(saved), Size(5, 6))  # a text does as well
    assert network(torch.zeros(1, 4, 5, 6)).policy.shape == (1, 30)


def test_weights_of_the_paper_do_not(tmp_path: Path):
    path = tmp_path / "paper.safetensors"
    checkpoint.save(path, build("paper", Size()), replace(INFO, architecture="paper"))
    with pytest.raises(CheckpointError, match="9x9"):
        checkpoint.load(path, Size(7, 7))


def refused(path: Path) -> str:
    """The sentence, which names the whole path: every run has networks of the same names."""
    with pytest.raises(CheckpointError) as caught:
        checkpoint.load(path)
    assert str(path) in str(caught.value)
    return str(caught.value)


def test_a_missing_file(tmp_path: Path):
    assert "can't be read" in refused(tmp_path / "none.safetensors")
    assert "can't be read: Is a directory" in refused(tmp_path)


@pytest.mark.skipif(
    sys.platform == "win32" or os.geteuid() == 0, reason="whose rights are checked there, and root's aren't"
)
def test_a_file_that_may_not_be_read(saved: Path):
    saved.chmod(0)
    assert "can't be read: Permission denied" in refused(saved)


def test_a_file_that_a_virus_scanner_looks_at_is_waited_for(saved: Path, monkeypatch: pytest.MonkeyPatch):
    """But not by a window, which looks at the headers of many."""
    with monkeypatch.context() as patch:
        hold_for_a_moment(saved, patch)
        with pytest.raises(CheckpointError, match="Permission denied"):
            checkpoint.read_info(saved)
    hold_for_a_moment(saved, monkeypatch)
    assert checkpoint.load(saved)[1] == INFO


def test_a_cut_file(saved: Path):
    data = saved.read_bytes()
    for length in (0, 4, 100, len(data) // 2, len(data) - 1):
        saved.write_bytes(data[:length])
        assert "damaged" in refused(saved)


def test_a_pickle_is_not_run(tmp_path: Path):
    class Evil:
        def __reduce__(self):
            return Path.touch, (tmp_path / "ran",)

    path = tmp_path / "evil.safetensors"
    path.write_bytes(pickle.dumps(Evil()))
    assert "damaged" in refused(path)
    torch.save({"weights": torch.zeros(3)}, path)
    assert "damaged" in refused(path)
    assert not (tmp_path / "ran").exists()


def test_another_programs_file(tmp_path: Path):
    path = tmp_path / "other.safetensors"
    save_file({"x": torch.zeros(2)}, path)
    assert "not a checkpoint of Buwei" in refused(path)


def with_header(path: Path, change) -> Path:
    """The file with its header changed by ``change(metadata, tensors)``."""
    data = path.read_bytes()
    (length,) = struct.unpack_from("<Q", data)
    header = json.loads(data[8 : 8 + length])
    metadata = header.pop("__metadata__")
    change(metadata, header)
    text = json.dumps({"__metadata__": metadata, **header}).encode()
    path.write_bytes(struct.pack("<Q", len(text)) + text + data[8 + length :])
    return path


@pytest.mark.parametrize(
    "field,value",
    [
        ("architecture", "b2c4"),
        ("architecture", "b60c1024"),
        ("architecture", "../../etc"),
        ("architecture", 7),
        ("rows", 1),
        ("rows", 10**9),
        ("rows", "nine"),
        ("step", None),
        ("games", -1),
        ("positions", 10**30),
        ("parent", 3),
        ("rating", "high"),
        pytest.param("rating", 10**400, id="rating-10**400"),
        ("rating", float("nan")),
        ("rating", float("-inf")),
    ],
)
def test_a_header_that_lies(saved: Path, field: str, value: object):
    """Refused before memory is taken for what it claims."""

    def change(metadata, _tensors):
        metadata["info"] = json.dumps({**asdict(INFO), field: value})

    assert saved.name in refused(with_header(saved, change))


def test_a_header_without_sense(saved: Path):
    for text in ("", "[]", "null", "{}", "[" * 100_000, '{"architecture": "b1c4"}'):
        with_header(saved, lambda metadata, _tensors, text=text: metadata.update(info=text))
        assert "makes no sense" in refused(saved)


def test_a_newer_version(saved: Path):
    with_header(saved, lambda metadata, _tensors: metadata.update(version="99"))
    assert "newer" in refused(saved)


def test_a_bit_that_flipped(saved: Path):
    data = bytearray(saved.read_bytes())
    data[-1] ^= 1
    saved.write_bytes(data)
    assert "are not those that were saved there" in refused(saved)


def test_a_file_of_an_earlier_version_has_no_checksum(saved: Path):
    with_header(saved, lambda metadata, _tensors: metadata.pop("checksum"))
    assert checkpoint.load(saved)[1] == INFO


def test_weights_that_are_no_numbers(tmp_path: Path):
    network = build("b1c4", Size())
    with torch.no_grad():
        network.state_dict()["stem.conv.weight"][0] = float("nan")
    checkpoint.save(tmp_path / "nan.safetensors", network, INFO)
    assert "not all numbers" in refused(tmp_path / "nan.safetensors")
    with pytest.raises(CheckpointError, match="not all numbers"):
        checkpoint.check_weights(tmp_path / "nan.safetensors")


@pytest.mark.parametrize("kind", [torch.float16, torch.bfloat16, torch.float64, torch.float8_e4m3fn])
@pytest.mark.parametrize("with_checksum", [True, False])
def test_weights_that_are_numbers_of_another_kind(kind: torch.dtype, with_checksum: bool, saved: Path):
    with safe_open(saved, framework="pt") as file:
        metadata = file.metadata()
        weights = {name: file.get_tensor(name).to(kind) for name in file.keys()}  # noqa: SIM118
    if not with_checksum:
        del metadata["checksum"]
    save_file(weights, saved, metadata)
    assert "don't fit the network 'b1c4'" in refused(saved)
    with pytest.raises(CheckpointError, match="don't fit the network 'b1c4'"):
        checkpoint.check_weights(saved)


@given(st.binary(max_size=300))
def test_any_bytes(tmp_path_factory: pytest.TempPathFactory, data: bytes):
    path = tmp_path_factory.getbasetemp() / "any.safetensors"
    path.write_bytes(data)
    refused(path)
