"""The settings of a run: their file, which people write too, the recipe that fills in the rest, and mistakes in them."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from ai.training.config import ConfigError, RunConfig, parse_config, rewritten, unsaid_settings, with_settings
from ai.training.presets import OURS, PRESETS
from ai.training.run_folder import RunFolder
from ai.training.shipped_run import ShippedRun
from core.machine import usable_cores
from core.sentence import Sentence, sentence_of
from main import main
from tests.ai.training.tiny_runs import TINY, tiny_config


def test_settings_that_can_not_be_read_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    (tmp_path / "config.toml").mkdir()
    assert main(["train", "--run", str(tmp_path), "--set", "batch=4"]) != 0
    assert str(tmp_path / "config.toml") in capsys.readouterr().err


def test_the_first_network_is_for_runs_from_nothing():
    config = RunConfig(network="b4c32", first_network="b2c24", first_positions=10)
    assert [config.network_at(made) for made in (0, 9, 10)] == ["b2c24", "b2c24", "b4c32"]
    assert replace(config, start_from="some.safetensors").network_at(0) == "b4c32"
    assert replace(config, first_network="").network_at(0) == "b4c32"
    with pytest.raises(ConfigError, match="b0c0"):
        replace(config, first_network="b0c0")


def test_settings_that_a_file_does_not_name_stay_as_they_are(tmp_path: Path):
    run, part = tmp_path / "run", tmp_path / "part.toml"
    words = ["train", "--run", str(run), "--evaluations", "1"]
    tiny = [word for name, value in TINY.items() for word in ("--set", f"{name}={value}")]
    assert main([*words, *tiny]) == 0
    before = RunFolder(run).read_config()
    assert before is not None
    part.write_text("learn_ratio = 7.5")
    assert main([*words, "--config", str(part)]) == 0
    assert RunFolder(run).read_config() == replace(before, learn_ratio=7.5)


def test_a_new_run_says_what_it_takes_from_our_recipe(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    run, older = tmp_path / "run", tmp_path / "older.toml"
    tiny = with_settings(OURS, (f"{name}={value}" for name, value in TINY.items()))
    whole = tiny.to_toml().splitlines()
    older.write_text("\n".join(line for line in whole if not line.startswith("muon_rate")), "utf-8")
    assert main(["train", "--run", str(run), "--evaluations", "1", "--config", str(older)]) == 0
    assert (
        f"the new run takes from our recipe what {older} does not name: muon_rate\n"
        in capsys.readouterr().err
    )
    config = RunFolder(run).read_config()
    assert config is not None and config.muon_rate == OURS.muon_rate


def test_the_shipped_settings_leave_nothing_to_our_recipe():
    """A new run with this file would take the rest from it, and it changes."""
    text = (ShippedRun().path / "flagship.config.toml").read_text("utf-8")
    assert unsaid_settings(text) == []
    assert parse_config(text, base=PRESETS["buwei"]) == ShippedRun().read_config()


def test_the_shipped_settings_are_explained_as_the_program_explains_them_now():
    config = ShippedRun().read_config()
    assert config is not None
    assert (ShippedRun().path / "flagship.config.toml").read_text("utf-8") == config.to_toml()


@pytest.mark.parametrize("start_from", ["", r"C:\Users\新\best.safetensors", '/a "good"one'])
def test_settings_come_back_from_their_file(start_from: str):
    config = RunConfig(network="b2c8", start_from=start_from, learning_rate=0.01, symmetries=False, workers=3)
    assert parse_config(config.to_toml()) == config
    assert "\n# " in config.to_toml()


def test_a_run_uses_every_core_unless_it_is_told_otherwise():
    assert RunConfig().threads == usable_cores() and RunConfig(workers=3).threads == 3


def test_notes_in_the_settings_stay_when_one_is_changed(tmp_path: Path):
    path = tmp_path / "config.toml"
    folder = RunFolder(tmp_path)
    before, after = (
        tiny_config(start_from="a#b"),
        tiny_config(start_from="'c", batch="17", symmetries="false"),
    )
    folder.open(before)
    folder.close()
    text = path.read_text("utf-8").replace('start_from = "a#b"', "  start_from='a#b'# mine")
    text = re.sub(r"^batch = (\d+)$", r"batch=\1  # why: 16 was slow", text, flags=re.MULTILINE)
    path.write_text(f"# what I am after\n{text}", "utf-8")
    path.write_text(re.sub(r"\n# [^\n]*\nseed = 1\n", "\n", path.read_text("utf-8")), "utf-8")
    folder.open(after)
    folder.close()
    lines = path.read_text("utf-8").splitlines()
    assert folder.read_config() == after
    assert lines[0] == "# what I am after" and "batch=17  # why: 16 was slow" in lines
    assert """  start_from="'c"# mine""" in lines and "seed = 1" in lines


@pytest.mark.parametrize(
    ("text", "config"),
    [
        ('"simulations" = 8', RunConfig(simulations=7)),
        ('board = """9x9"""', RunConfig(board="5x5")),
    ],
)
def test_settings_in_another_form_are_written_anew(text: str, config: RunConfig):
    """The file would otherwise keep other values than the run has."""
    assert rewritten(text, config) == config.to_toml()


@pytest.mark.parametrize("note", ["\u2028", "\u2029", "\x85"])
def test_a_note_may_hold_what_ends_lines_elsewhere(note: str):
    """It may come into the file with text that somebody copied."""
    text = f"# one{note}seed = 1\nsimulations = 8 # two{note}\n"
    changed = rewritten(text, RunConfig(simulations=7))
    assert changed.startswith(f"# one{note}seed = 1\nsimulations = 7 # two{note}\n")
    assert parse_config(changed) == RunConfig(simulations=7)


@pytest.mark.parametrize(
    "text,named",
    [
        (
            "simulations = 8\nbatch = 9\nsimulations = 8",
            "line 3 of config.toml sets simulations a second time",
        ),
        ("simulations = 'many'", "simulations"),
        ("nonsense = 1", "there is no setting 'nonsense'$"),
        ("simulation = 8", "there is no setting 'simulation'; perhaps 'simulations' is meant"),
        ("network = 'b0c0'", "b0c0"),
        ("network = 'b60c1024'", "network: the network 'b60c1024' is too large for a checkpoint"),
        ("board = '99'", "99"),
        ("board = '1x1'", "a board has 2 to 19 rows"),
        ("batch = 0", "batch"),
        ("gate_win_rate = 7.0", "gate_win_rate = 7.0 should be at most 1"),
        ("full_share = -0.5", "full_share = -0.5 should be at least 0"),
        ("workers = true", "workers"),
        ("workers = 100000", "workers = 100000 should be at most 1,024"),
        ("simulations = true", "simulations = true should be a whole number"),
        ("simulations = [true, 1]", r"simulations = \[true, 1\] should be a whole number"),
        ("simulations = {most = 9}", "simulations = {…} should be a whole number"),
        ("simulations = 2026-12-01", "simulations = 2026-12-01 should be a whole number"),
        ("simulations = 2026-12-01T10:00:00", "simulations = 2026-12-01 10:00:00 should be"),
        ("simulations = 10:00:00", "simulations = 10:00:00 should be a whole number"),
        ("learn_ratio = nan", "learn_ratio"),
        ("learn_ratio = inf", "learn_ratio"),
        ("learn_ratio = 0.0", "learn_ratio"),
        ("full_share = 0.0\ncheap_simulations = 4", "full_share = 0.0 should be at least 0.001"),
        ('start_from = "\\u0000"', "can't be the name of a file$"),
        ("seed = 1\nsimulations = abc  # many", "^config.toml: simulations = abc should be a whole number$"),
        ("learn_ratio = 0,5", "learn_ratio = 0,5 should be a number"),
        ("symmetries = True", "symmetries = True should be true or false"),
        ("board = 9x9", 'line 1 of config.toml can\'t be understood; .* board = "9x9" for a text'),
        ("simulations = 64 seed = 1", "line 1 of config.toml can't be understood; each setting stands once"),
        ("start_from = [\nsimulations = 64", "line 2 of config.toml can't be understood"),
        (r'start_from = "C:\networks\best.safetensors"', "the name of a file: .* write the text within '…'"),
        (
            r'start_from = "C:\Users\me.safetensors"',
            "line 1 of config.toml can't be understood: .* '…', or /",
        ),
        ('seed = 1\nstart_from = "C:\\', "line 2 of config.toml can't be understood: .* '…', or /"),
    ],
)
def test_settings_without_sense_are_named_and_their_file(text: str, named: str):
    with pytest.raises(ConfigError, match=named) as refusal:
        parse_config(text)
    assert "config.toml" in str(refusal.value)


@pytest.mark.parametrize("setting", ["learning_rate = nan", "averaging = -inf", "gate_win_rate = inf"])
def test_settings_that_are_no_numbers_are_told_in_json_that_every_program_reads(setting: str):
    def refuse(constant: str) -> None:
        pytest.fail(f"{constant} is no JSON")

    with pytest.raises(ConfigError, match="should be a finite number") as refusal:
        parse_config(setting)
    told = sentence_of(refusal.value)
    assert isinstance(told, Sentence)
    json.loads(told.to_json(), parse_constant=refuse)
    assert Sentence.from_json(told.to_json()) == told


def test_a_name_that_no_settings_file_can_hold_is_refused():
    with pytest.raises(ConfigError, match="can't be the name of a file"):
        RunConfig(start_from="caf\udce9.safetensors")


def test_what_is_wrong_in_a_file_can_be_said_in_another_language():
    """The reason within the sentence that names the file too."""
    with pytest.raises(ConfigError) as refusal:
        parse_config("batch = 0", "mine.toml")
    said = sentence_of(refusal.value)
    assert said == "mine.toml: batch = 0 should be at least 2"
    assert isinstance(said, Sentence) and isinstance(said.values[1], Sentence)


def test_a_share_of_no_cheap_simulations_may_be_nothing():
    assert parse_config("full_share = 0.0").full_share == 0


def test_settings_from_the_command_line():
    config = with_settings(
        RunConfig(), ("simulations=32", "network=paper", "symmetries=false", "learning_rate=1")
    )
    assert (config.simulations, config.network, config.symmetries, config.learning_rate) == (
        32,
        "paper",
        False,
        1.0,
    )
    with pytest.raises(ConfigError, match="name=value"):
        with_settings(config, ["simulations 64"])
    with pytest.raises(ConfigError, match="simulations = 'a b' should be a whole number"):
        with_settings(config, ["simulations=a b"])


def test_settings_that_exclude_each_other_may_be_exchanged_in_any_order():
    config = RunConfig(forced_playouts=2.0)
    for texts in (["considered_moves=4", "forced_playouts=0"], ["forced_playouts=0", "considered_moves=4"]):
        assert with_settings(config, texts).considered_moves == 4
    with pytest.raises(ConfigError, match="exclude"):
        with_settings(config, ["considered_moves=4"])
