"""What the generations of a run tell of its settings."""

from dataclasses import asdict, replace
from pathlib import Path

import pytest

from ai.training.config import RunConfig
from ai.training.run import Stopped
from ai.training.run_folder import RunFolder
from ai.training.told_settings import SettingChange, changes_in, last_told, untold
from ai.training.train import train
from tests.ai.training.figures import figures
from tests.ai.training.tiny_runs import session_in, tiny_config


def go_on(run: Path, **settings: str) -> list[dict]:
    """Makes one generation with these settings; the lines of all."""
    folder = RunFolder(run)
    train(run, tiny_config(**settings), None, background=False, evaluations=folder.finished_evaluations() + 1)
    return folder.read_metrics()


def test_the_first_generation_tells_all_settings_and_later_ones_what_was_changed(tmp_path: Path):
    """By hand too; what was changed and changed back before a generation was finished never held."""
    first = go_on(tmp_path)
    assert [line["settings"] for line in first] == [asdict(tiny_config())]
    folder = RunFolder(tmp_path)
    folder.open(tiny_config(simulations="9"))
    folder.close()
    assert [line["settings"] for line in go_on(tmp_path)[1:]] == [{}]
    text = folder.config_file.read_text("utf-8").replace("simulations = 4\n", "simulations = 3\n", 1)
    folder.config_file.write_text(text, "utf-8")
    train(tmp_path, None, None, background=False, evaluations=folder.finished_evaluations() + 1)
    lines = go_on(tmp_path, gate_games="2", gate_win_rate="0.6")
    changed = [line["settings"] for line in lines[2:]]
    assert changed == [{"simulations": 3}, {"simulations": 4, "gate_games": 2, "gate_win_rate": 0.6}]
    assert changes_in(lines) == [
        SettingChange(3, "simulations", 4, 3),
        SettingChange(4, "simulations", 3, 4),
        SettingChange(4, "gate_games", 4, 2),
        SettingChange(4, "gate_win_rate", 0.55, 0.6),
    ]


def test_a_generation_has_the_settings_with_which_it_was_finished(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Also where others began it, and where a kill left a line of it that did not count yet."""

    def stop(*_: object) -> None:
        raise Stopped

    go_on(tmp_path)
    folder = RunFolder(tmp_path)
    session = session_in(folder, tiny_config(simulations="9"))
    monkeypatch.setattr(session._learning, "learn_from", stop)
    session.work()
    session.close()
    folder.append_line(figures(2, settings={"simulations": 9}))
    folder.close()
    assert [line["settings"] for line in go_on(tmp_path, simulations="3")[1:]] == [{"simulations": 3}]


def test_a_run_of_an_earlier_version_tells_its_settings_from_the_next_generation_on():
    """No change is guessed. A version in between that tells nothing leaves what was told before it."""
    lines = [figures(1), figures(2)]
    config = RunConfig()
    assert untold(lines, config) == asdict(config) and last_told(lines) == {}
    lines += [figures(3, settings=asdict(config)), figures(4)]
    assert changes_in(lines) == []
    assert untold(lines, replace(config, batch=8)) == {"batch": 8}
    lines.append(figures(5, settings={"batch": 8}))
    assert changes_in(lines) == [SettingChange(5, "batch", config.batch, 8)]


def test_a_setting_that_came_with_a_later_version_is_told_once_and_is_no_change():
    config = RunConfig()
    older = {name: value for name, value in asdict(config).items() if name != "batch"}
    lines = [figures(1, settings={**older, "of_a_newer_version": [1]})]
    assert untold(lines, config) == {"batch": config.batch}
    lines.append(figures(2, settings={"batch": config.batch, "of_a_newer_version": [2]}))
    assert changes_in(lines) == []


def test_a_board_written_another_way_is_no_change():
    config = RunConfig(board="7")
    lines = [figures(1, settings=untold([], config))]
    assert last_told(lines)["board"] == "7x7"
    assert untold(lines, replace(config, board="7x7")) == {}


def test_the_largest_seed_can_be_told(tmp_path: Path):
    """As a text: no line may have a number that JSON's readers round."""
    folder, config = RunFolder(tmp_path), RunConfig(seed=2**63 - 1)
    folder.append_line(figures(1, settings=untold([], config)))
    lines = folder.read_metrics()
    assert lines[0]["settings"]["seed"] == str(2**63 - 1) and untold(lines, config) == {}
