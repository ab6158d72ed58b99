"""What is read of one run, and where its points stand."""

import sys
from pathlib import Path

import numpy as np
import pytest

from ai.training.ratings import generation_ratings
from ai.training.run_files import STEP_COLUMNS
from ai.training.run_folder import RunFolder
from ai.training.told_settings import SettingChange
from gui.training.run_figures import Axis, RunFigures, save_steps
from tests.ai.training.figures import figures

STEPS = 250


def run_with(folder: Path, *lines: dict) -> RunFigures:
    """Of these generations, with figures of :data:`STEPS` steps."""
    run = RunFolder(folder)
    rows = np.zeros((STEPS, len(STEP_COLUMNS)), "<f4")
    rows[:, 0] = np.arange(1, STEPS + 1)
    rows[:, 1] = rows[:, 0] / 10
    run.steps.write_bytes(rows.tobytes())
    for line in lines:
        run.append_line(line)
    found = RunFigures(run)
    assert found.look()
    return found


@pytest.fixture
def two(tmp_path: Path) -> RunFigures:
    """Of 100 steps, 1,000 positions and an hour; of 200 steps, 3,000 positions and three hours. A third is not finished."""
    return run_with(
        tmp_path,
        figures(1, positions=1_000, seconds=3600.0),
        figures(2, positions=3_000, seconds=10_800.0),
    )


@pytest.mark.parametrize(
    ("axis", "places"),
    [
        (Axis.GENERATIONS, {50: 0.5, 100: 1, 150: 1.5, 200: 2}),
        (Axis.POSITIONS, {50: 500, 100: 1_000, 150: 2_000, 200: 3_000}),
        (Axis.HOURS, {50: 0.5, 100: 1, 150: 2, 200: 3}),
    ],
)
def test_steps_stand_between_the_ends_of_their_generations(two: RunFigures, axis: Axis, places: dict):
    """Those of a generation that is not finished stand nowhere yet."""
    x, y = two.of_steps("policy", axis)
    assert len(x) == len(y) == 200
    assert {step: x[step - 1] for step in places} == places
    assert y[149] == pytest.approx(15)
    x, _y = two.of_generations(lambda line: line["game_length"], axis)
    assert x.tolist() == [places[100], places[200]]


def test_steps_are_placed_anew_when_the_run_has_gone_on(two: RunFigures):
    assert len(two.of_steps("policy", Axis.POSITIONS)[0]) == 200
    assert not two.look(), "there is nothing new"
    two.folder.append_line(figures(3, positions=4_000, steps=250))
    assert two.look() and two.of_steps("policy", Axis.POSITIONS)[0][-1] == 4_000
    assert two.of_steps("policy", Axis.HOURS)[0][-1] == 3, "which the last generation does not tell"


@pytest.mark.parametrize("damage", [0.0, np.nan, np.inf])
def test_steps_are_known_as_far_as_their_file_makes_sense(two: RunFigures, damage: float):
    """A power cut leaves zeros at its end; plots would have no room that holds them."""
    rows = two.folder.read_steps().copy()
    rows[-3:] = damage
    two.folder.steps.write_bytes(rows.tobytes())
    assert two.look() and two.step_count == STEPS - 3
    assert not two.look(), "there is nothing new"
    found = RunFigures(two.folder)
    assert found.look() and found.step_count == STEPS - 3
    rows[-2:] = STEPS
    two.folder.steps.write_bytes(rows.tobytes())
    assert not two.look() and two.step_count == STEPS - 3
    two.folder.steps.write_bytes(rows[:-3].tobytes())
    assert not two.look() and two.step_count == STEPS - 3


def test_by_steps_and_generations_all_points_stand(two: RunFigures):
    assert two.of_steps("policy", Axis.STEPS)[0].tolist() == [*range(1, STEPS + 1)]
    assert two.of_generations(lambda line: line["value"], Axis.STEPS)[0].tolist() == [100, 200]


def test_by_hours_the_steps_of_a_generation_stand_where_it_was_learned(tmp_path: Path):
    """At the end of its time, most of which is that of its games; one that learned nothing has none to place."""
    run = run_with(
        tmp_path,
        figures(1, seconds=3600.0, learning_seconds=360.0),
        figures(2, seconds=10_800.0, learning_seconds=1800.0),
        figures(3, seconds=14_400.0, learning_seconds=0.0, steps=200),
        figures(4, seconds=18_000.0, learning_seconds=90_000.0, steps=250),
    )
    x, _y = run.of_steps("policy", Axis.HOURS)
    assert len(x) == STEPS and (np.diff(x) >= 0).all()
    places = {1: 0.9, 100: 1, 101: 2.5, 199: 3 - 0.5 / 99, 201: 4, 250: 5}
    assert {step: x[step - 1] for step in places} == pytest.approx(places)


def test_by_hours_another_network_catches_up_before_its_games(tmp_path: Path):
    """As soon as the generation before is finished; where it is not told how long that took, as part of what was learned."""
    catching_up = {"generation_steps": 40, "catch_up_seconds": 1800.0}
    told = {"seconds": 10_800.0, "learning_seconds": 360.0}
    run = run_with(
        tmp_path, figures(1, seconds=3600.0, learning_seconds=360.0), figures(2, **told, **catching_up)
    )
    x, _y = run.of_steps("policy", Axis.HOURS)
    places = {100: 1, 101: 1, 160: 1.5, 161: 2.9, 200: 3}
    assert {step: x[step - 1] for step in places} == pytest.approx(places) and (np.diff(x) >= 0).all()
    for more, place in (({}, 2.9), (catching_up | {"catch_up_seconds": 90_000.0}, 1)):
        run.folder.metrics.write_text("")
        for line in (figures(1, seconds=3600.0), figures(2, **told, **more)):
            run.folder.append_line(line)
        run.look()
        x, _y = run.of_steps("policy", Axis.HOURS)
        assert x[100] == pytest.approx(place) and (np.diff(x) >= 0).all() and x[-1] == 3


@pytest.mark.parametrize("lines", [[figures(1), figures(2)], []])
def test_figures_of_earlier_versions_have_no_places_by_what_they_did_not_count(
    tmp_path: Path, lines: list[dict]
):
    run = run_with(tmp_path, *lines)
    for axis in (Axis.POSITIONS, Axis.HOURS):
        assert [len(part) for part in run.of_steps("policy", axis)] == [0, 0]
        assert [len(part) for part in run.of_generations(lambda line: line["value"], axis)] == [0, 0]


def test_before_the_first_generation_that_counts_nothing_is_guessed(tmp_path: Path):
    run = run_with(tmp_path, figures(1), figures(2, positions=3_000), figures(3, positions=4_000, steps=240))
    x, y = run.of_steps("policy", Axis.POSITIONS)
    assert (len(x), x[0], x[-1]) == (41, 3_000, 4_000) and y[0] == 20


def test_figures_without_sense_are_a_problem_until_they_are_mended(two: RunFigures):
    """What was known stays."""
    before = two.folder.metrics.read_bytes()
    two.folder.append_line(figures(3, positions="many"))
    assert not two.look() and "positions" in str(two.problem) and len(two.lines) == 2
    two.folder.metrics.write_bytes(before)
    two.look()
    assert two.problem is None


def test_steps_that_are_being_saved_stay_those_of_the_beginning(
    two: RunFigures, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("gui.training.run_figures.STEPS_A_PIECE", 10)
    pieces = save_steps([("a", two)], tmp_path / "steps.csv")
    next(pieces)
    rows = np.fromfile(two.folder.steps, "<f4")
    for size in (20, STEPS):
        rows[: size * len(STEP_COLUMNS)].tofile(two.folder.steps)
        assert two.look()
        rows += 1
    for _ in pieces:
        pass
    assert len((tmp_path / "steps.csv").read_text("utf-8-sig").splitlines()) == 1 + STEPS


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has neither modes nor links for everyone")
def test_steps_are_written_as_they_are_told(two: RunFigures, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Of a long run all at once would take a second. Until all are there what stood there stays, and nothing is left of one that is given up."""
    monkeypatch.setattr("gui.training.run_figures.STEPS_A_PIECE", 10)
    folder = tmp_path / "saved"
    folder.mkdir()
    path, link = folder / "steps.csv", folder / "link.csv"
    path.write_text("old")
    path.chmod(0o600)
    link.symlink_to(path)
    for given_up in (True, False):
        pieces = save_steps([("a", two)], link)
        for _ in range(3):
            next(pieces)
        assert path.read_text() == "old" and len(list(folder.iterdir())) == 3
        if given_up:
            pieces.close()  # type: ignore[attr-defined]
        assert sum(1 for _ in pieces) == (0 if given_up else 23)
        assert {*folder.iterdir()} == {path, link} and link.is_symlink()
    assert len(path.read_text("utf-8-sig").splitlines()) == 1 + STEPS and path.stat().st_mode & 0o777 == 0o600


def test_where_steps_can_not_be_written_their_own_file_is_named(two: RunFigures, tmp_path: Path):
    with pytest.raises(OSError) as caught:
        next(save_steps([("a", two)], tmp_path / "none" / "steps.csv"))
    assert caught.value.filename == str(tmp_path / "none" / "steps.csv")


def rows_of_steps(first: int, count: int, value: float) -> np.ndarray:
    """``float32[count, columns]``: the losses of steps from number ``first`` on, all columns of which differ."""
    rows = np.random.default_rng(first).normal(value, 0.1, (count, len(STEP_COLUMNS))).astype("<f4")
    rows[:, 0] = np.arange(first, first + count)
    return rows


def test_steps_that_come_piece_by_piece_are_those_of_the_file(tmp_path: Path):
    """Whatever comes: more, also more than there was room for, a part made anew, another run under the same name. What was handed out before
    stays as it was."""
    folder = RunFolder(tmp_path)
    folder.append_line(figures(1))
    run = RunFigures(folder)
    given: list[tuple[np.ndarray, np.ndarray]] = []
    kept = np.empty((0, len(STEP_COLUMNS)), "<f4")
    changes = ((0, 40), (40, 3), (43, 500), (543, 1), (100, 200), (300, 30), (330, 1), (0, 25))
    for number, (cut, more) in enumerate(changes):
        kept = np.concatenate((kept[:cut], rows_of_steps(cut + 1, more, number)))
        kept.tofile(folder.steps)
        assert run.look() and run.step_count == len(kept)
        for column, values in zip(STEP_COLUMNS, kept.T, strict=True):
            read = run.of_steps(column, Axis.STEPS)[1]
            assert np.array_equal(read, values)
            given.append((read, values.copy()))
        assert not run.look(), "there is nothing new"
    assert all(np.array_equal(read, values) for read, values in given)


def test_a_new_run_in_the_place_of_one_that_was_removed_shows_none_of_its_steps(two: RunFigures):
    two.folder.metrics.unlink()
    two.folder.steps.unlink()
    assert two.look() and not two.has_steps and [*two.step_rows()] == []
    assert not two.look(), "there is nothing new"
    rows_of_steps(1, 3, 0.0).tofile(two.folder.steps)
    assert two.look() and two.step_count == 3


def test_ratings_are_found_when_they_are_asked_for_and_anew_with_each_generation(two: RunFigures):
    before = two.ratings
    assert before == generation_ratings(two.lines) and two.ratings is before
    two.folder.append_line(figures(3, gate_wins=1))
    assert two.look() and two.ratings == generation_ratings(two.lines) != before


def test_the_share_to_win_is_known_where_it_held(tmp_path: Path):
    """Not where every network was taken or no games were played at the gate, nor in generations that don't tell their settings."""
    run = run_with(
        tmp_path,
        figures(1, settings={"gate_win_rate": 0.0}),
        figures(2, settings={"gate_win_rate": 0.55}),
        figures(3, settings={}),
        figures(4, settings={}, gate_games=0, gate_wins=0),
        figures(5, settings={"gate_win_rate": 0.6}),
        figures(6),
        figures(7, settings={}),
    )
    assert run.shares_to_win(Axis.STEPS) == [(100, 300, 0.55), (400, 500, 0.6), (600, 700, 0.6)]
    assert run.shares_to_win(Axis.GENERATIONS) == [(1, 3, 0.55), (4, 5, 0.6), (6, 7, 0.6)]
    assert run.shares_to_win(Axis.POSITIONS) == [], "which these lines don't count"


def test_changes_of_settings_stand_at_the_end_of_the_generation_before(tmp_path: Path):
    run = run_with(
        tmp_path,
        figures(1, settings={"batch": 8, "simulations": 32}),
        figures(2, settings={"batch": 16, "simulations": 64}, positions=2_000),
        figures(3, settings={"batch": 8}, positions=3_000),
    )
    first = [SettingChange(2, "batch", 8, 16), SettingChange(2, "simulations", 32, 64)]
    second = [SettingChange(3, "batch", 16, 8)]
    assert run.changes_of_settings(Axis.STEPS) == [(100, first), (200, second)]
    assert run.changes_of_settings(Axis.POSITIONS) == [(2_000, second)]


def test_ratings_begin_at_generation_0_to_which_they_refer(two: RunFigures):
    """Its difference to the newest is the newest's to it."""
    ratings = two.ratings
    for axis, places in ((Axis.STEPS, [0, 100, 200]), (Axis.HOURS, [0, 1, 3])):
        x, elo = two.of_ratings(lambda rating: rating.elo, axis)
        assert x.tolist() == places and elo.tolist() == [0.0, *(rating.elo for rating in ratings)]
    spreads = two.of_ratings(lambda rating: rating.spread_to_newest, Axis.STEPS)[1]
    assert spreads.tolist() == [ratings[-1].spread, *(rating.spread_to_newest for rating in ratings)]


def test_generations_without_a_speed_are_gaps(tmp_path: Path):
    run = run_with(tmp_path, figures(1), figures(2, positions_per_second=None), figures(3))
    x, _y = run.speeds(Axis.GENERATIONS, searched=False)
    assert x.tolist() == [1, 3] and run.gaps_of_speeds(Axis.GENERATIONS, searched=False) == [2]
