"""The figures of one run: losses of every step, figures of every generation, and their places along a plot's axis."""

from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any

import numpy as np

from ai.session_folder import FiguresError
from ai.training.config import toml_text
from ai.training.ratings import GenerationRating, generation_ratings
from ai.training.run_files import STEP_COLUMNS, RunFiles
from ai.training.told_settings import SettingChange, changes_in
from gui.parts.saving import save_csv, save_long_csv

SECONDS_OF_HOUR = 3600
STEPS_A_PIECE = 4000
"""Steps made into text at once, few enough that the window doesn't stall."""
SPARE = 1.25
"""Room for steps, as a multiple of what is needed: a full array is copied into a larger one."""
Points = tuple[np.ndarray, np.ndarray]
"""Places of points, ascending, and their values: ``float[n]`` each."""
Line = dict[str, Any]
"""Figures of a generation."""


class Axis(Enum):
    """What is counted along a plot."""

    STEPS = "steps"
    """Steps of learning."""
    GENERATIONS = "generations"
    """Generations; steps of learning stand between them."""
    POSITIONS = "positions"
    """Positions made by self-play."""
    HOURS = "hours"
    """Time worked on the run."""
    MINUTES = "minutes"
    """Time worked on a run younger than an hour."""

    @property
    def seconds(self) -> int | None:
        """Seconds in a unit of the axis, if it counts time."""
        return {Axis.HOURS: SECONDS_OF_HOUR, Axis.MINUTES: 60}.get(self)


class RunFigures:
    """The figures in a run's folder, as last read."""

    def __init__(self, folder: RunFiles, color: int = 0):
        self.folder = folder
        self.color = color
        """Index into :data:`gui.plots.curves.COLORS` beside other runs."""
        self.lines: list[Line] = []
        """Figures of every generation."""
        self.problem: FiguresError | None = None
        """Error in the figures at the last look."""
        self._ratings: tuple[GenerationRating, ...] | None = ()
        """Ratings of these generations, once asked for; ``None`` before."""
        self._steps = np.empty((len(STEP_COLUMNS), 0), np.float32)
        """``[columns, n]``: losses of every step, a column in each row. A slice that was handed out never changes."""
        self._room = self._steps
        """Array that holds the steps, with spare room: else a growing run would be copied each time."""
        self._places: dict[Axis, tuple[np.ndarray, slice]] = {}
        """Cache by axis: places of steps, and the slice of steps that have one."""

    def look(self) -> bool:
        """Read what is new. Returns whether there is any. Damaged figures leave what was known, and become :attr:`problem`."""
        try:
            lines = self.folder.read_metrics()
        except FiguresError as error:
            self.problem = error
            return False
        self.problem = None
        has_more_steps = self._read_steps()
        if not has_more_steps and lines == self.lines:
            return False
        if lines != self.lines:
            self.lines, self._ratings = lines, None
        self._places.clear()
        return True

    def _read_steps(self) -> bool:
        """Read new steps, or all again if a session has cut off some. Returns whether anything changed. What can't be read now is tried again next
        time."""
        last = max(0, self.step_count - 1)
        try:
            found = _sound(self.folder.read_steps(last))
            if not np.array_equal(found[:1], self._steps[:, last:].T):
                self._take(_sound(self.folder.read_steps()), 0)
                return True
        except (
            FileNotFoundError
        ):  # the file was not copied with the run, or another run begins under this name
            had_steps = self.has_steps
            self._take(self._steps[:, :0].T, 0)
            return had_steps
        except OSError:
            return False
        self._take(found[1:], self.step_count)
        return len(found) > 1

    def _take(self, rows: np.ndarray, known: int) -> None:
        """Replace all after the first ``known`` steps by ``rows``."""
        count = known + len(rows)
        if known < self.step_count or count > self._room.shape[1]:
            before = self._steps[:, :known]
            self._room = np.empty((len(STEP_COLUMNS), int(SPARE * count)), np.float32)
            self._room[:, :known] = before
        self._room[:, known:count] = rows.T
        self._steps = self._room[:, :count]

    @property
    def ratings(self) -> tuple[GenerationRating, ...]:
        """Ratings of the generations by their games, found when first asked for: that takes a while for a long run."""
        if self._ratings is None:
            self._ratings = generation_ratings(self.lines)
        return self._ratings

    @property
    def seconds(self) -> float:
        """Seconds worked on the run so far, as far as recorded."""
        return (self.lines[-1].get("seconds") or 0.0) if self.lines else 0.0

    @property
    def step_count(self) -> int:
        """Number of steps with known losses."""
        return self._steps.shape[1]

    @property
    def has_steps(self) -> bool:
        """Whether the losses of every step are known."""
        return self.step_count > 0

    @property
    def tells_searches(self) -> bool:
        """Whether the speed of searches is recorded, or will be; runs of earlier versions lack it."""
        return not self.lines or any(line.get("evaluations_per_second") for line in self.lines)

    @property
    def setting_changes(self) -> list[SettingChange]:
        """Settings that were changed on the way, as far as the generations record it."""
        return changes_in(self.lines)

    # --- points -----------------------------------------------------------------------------------------------

    def of_steps(self, column: str, axis: Axis) -> Points:
        """A column of :data:`ai.training.run_files.STEP_COLUMNS` at every step; at every generation if the file of the steps is missing."""
        if not self.has_steps:
            return self.of_generations(lambda line: line.get(column), axis)
        values = self._steps[STEP_COLUMNS.index(column)]
        if axis is Axis.STEPS:
            return self._steps[0], values
        places, known = self._places_of_steps(axis)
        return places, values[known]

    def of_fates(self, axis: Axis) -> Points:
        """Loss of the points' fates; nothing for a run that doesn't teach them, which records 0."""
        x, loss = self.of_steps("fate", axis)
        return (x, loss) if loss.any() else (x[:0], loss[:0])

    def above_best(self, axis: Axis) -> Points:
        """Policy loss above the search's own entropy, which no network can avoid."""
        if not self.has_steps:
            return self.of_generations(_above_best, axis)
        x, loss = self.of_steps("policy", axis)
        return x, loss - self.of_steps("policy_entropy", axis)[1]

    def of_generations(self, value: Callable[[Line], float | None], axis: Axis) -> Points:
        """``value`` of every generation that has one, at its end."""
        points = [(_place(line, axis), value(line)) for line in self.lines]
        told = [(place, found) for place, found in points if place is not None and found is not None]
        x, y = np.array(told, np.float64).reshape(-1, 2).T
        return x, y

    def of_ratings(self, value: Callable[[GenerationRating], float], axis: Axis) -> Points:
        """``value`` of every rating, after that of generation 0, against which they are."""
        found = {rating.generation: value(rating) for rating in self.ratings}
        x, y = self.of_generations(lambda line: found.get(line["generation"]), axis)
        if not len(x):
            return x, y
        # its difference to the newest is the newest's to it
        zero = GenerationRating(0, elo=0.0, spread=0.0, spread_to_newest=self.ratings[-1].spread)
        return np.insert(x, 0, 0.0), np.insert(y, 0, value(zero))

    def changes(self, axis: Axis) -> list[tuple[float, str]]:
        """Places where another network replaced the one before, and its name, for generations that record it."""
        told = [(_place(line, axis), line["network"]) for line in self.lines if line.get("network")]
        return [
            (place, network)
            for (place, before), (_, network) in pairwise(told)
            if network != before and place is not None
        ]

    def changes_of_settings(self, axis: Axis) -> list[tuple[float, list[SettingChange]]]:
        """Places after which a generation was made with other settings than the one before, and what was changed."""
        ends = {line["generation"]: _place(line, axis) for line in self.lines}
        found: list[tuple[float, list[SettingChange]]] = []
        for generation, changed in groupby(self.setting_changes, lambda change: change.generation):
            place = ends[generation - 1]
            if place is not None:
                found.append((place, list(changed)))
        return found

    def shares_to_win(self, axis: Axis) -> list[tuple[float, float, float]]:
        """Stretches of generations, from and to, and the share of the games at the gate that a new network had to win there to be taken. Left out are
        those without such a share, and those that don't record their settings."""
        stretches: list[tuple[float, float, float]] = []
        before: float | None = 0.0
        share = 0.0
        for line in self.lines:
            start, end = before, _place(line, axis)
            before = end
            share = line.get("settings", {}).get("gate_win_rate", share)
            if end is None or not (share and "settings" in line and line["gate_games"]):
                continue
            if stretches and stretches[-1][1:] == (start, share):
                stretches[-1] = stretches[-1][0], end, share
            else:
                stretches.append((end if start is None else start, end, share))
        return stretches

    def speeds(self, axis: Axis, searched: bool) -> Points:
        """Evaluations or positions a second in every generation that records it; earlier versions wrote 0 where it was not measured."""
        name = _name_of_speed(searched)
        return self.of_generations(lambda line: line.get(name) or None, axis)

    def gaps_of_speeds(self, axis: Axis, searched: bool) -> list[float]:
        """Ends of generations without this speed."""
        name = _name_of_speed(searched)
        places = [_place(line, axis) for line in self.lines if not line.get(name)]
        return [place for place in places if place is not None]

    def _places_of_steps(self, axis: Axis) -> tuple[np.ndarray, slice]:
        """Places of steps, interpolated, and the slice of steps that have one: steps of an unfinished generation don't yet."""
        if axis not in self._places:
            told = self._told_places(axis)
            counts, places = np.array(told, np.float64).reshape(-1, 2).T
            steps = self._steps[0]
            first = np.searchsorted(steps, counts[0]) if told else 0
            last = np.searchsorted(steps, counts[-1], side="right") if told else 0
            known = slice(int(first), int(last))
            self._places[axis] = np.interp(steps[known], counts, places) if told else np.empty(0), known
        return self._places[axis]

    def _told_places(self, axis: Axis) -> list[tuple[int, float]]:
        """Steps with known places: the last of each generation; by time also the first, before which nothing was learned for a while, and those of
        another network's catching up before it."""
        told: list[tuple[int, float]] = []
        if self.lines and self.lines[0]["generation"] == 1 and _place(self.lines[0], axis) is not None:
            told.append((0, 0.0))
        for line in self.lines:
            end, learning = _place(line, axis), line.get("learning_seconds")
            if end is None:
                continue
            if axis.seconds and learning is not None and told and told[-1][0] < line["steps"]:
                caught_up = _catching_up(line, *told[-1], axis.seconds)
                told += [(step, min(place, end)) for step, place in caught_up]
                before, earliest = told[-1]
                told.append((before + 1, max(earliest, end - learning / axis.seconds)))
            told.append((line["steps"], end))
        return told

    def table(self) -> list[Line]:
        """Figures of every generation, with its rating, and what has changed of the settings in their place."""
        ratings = {
            each.generation: {
                "elo": round(each.elo, 1),
                "elo_spread_95": round(each.spread, 1),
                "elo_spread_to_newest_95": round(each.spread_to_newest, 1),
            }
            for each in self.ratings
        }
        changed = {
            generation: "; ".join(map(_change_text, changes))
            for generation, changes in groupby(self.setting_changes, lambda change: change.generation)
        }
        return [
            _with_changes(line, changed.get(line["generation"], "")) | ratings.get(line["generation"], {})
            for line in self.lines
        ]

    def step_rows(self) -> Iterator[list[list[str]]]:
        """Losses of every step known now, in the columns of :data:`ai.training.run_files.STEP_COLUMNS`, some rows at a time."""
        steps = self._steps  # the next look may replace them

        def pieces() -> Iterator[list[list[str]]]:
            for first in range(0, steps.shape[1], STEPS_A_PIECE):
                piece = steps[:, first : first + STEPS_A_PIECE].T.tolist()
                yield [[f"{step:.0f}", *(f"{loss:.6g}" for loss in losses)] for step, *losses in piece]

        return pieces()


def _sound(rows: np.ndarray) -> np.ndarray:
    """The leading ``rows`` that are sound losses of ascending steps: a power cut may leave zeros after them, a bad disk anything."""
    sound = np.all(np.isfinite(rows), axis=1)
    sound[1:] &= rows[1:, 0] >= rows[:-1, 0]  # not strictly: from 2^24 on single precision skips steps
    return rows if sound.all() else rows[: sound.argmin()]


# --- files ---------------------------------------------------------------------------------------------------------------


def save_generations(runs: Sequence[tuple[str, RunFigures]], path: Path) -> None:
    """Write the figures of every generation of these named runs as a table for spreadsheets. Raises ``OSError`` if that fails."""
    lines = [{"run": name} | line for name, run in runs for line in run.table()]
    columns = list(dict.fromkeys(name for line in lines for name in line))
    save_csv([columns, *([line.get(name, "") for name in columns] for line in lines)], path)


def save_steps(runs: Sequence[tuple[str, RunFigures]], path: Path) -> Iterator[None]:
    """Write the losses of every step as a table for spreadsheets, a piece at a time. Raises ``OSError`` if that fails."""
    known = [(name, run.step_rows()) for name, run in runs]

    def pieces() -> Iterator[list[list[str]]]:
        yield [["run", *STEP_COLUMNS]]
        for name, found in known:
            for rows in found:
                yield [[name, *row] for row in rows]

    return save_long_csv(pieces(), path)


def _with_changes(line: Line, changes: str) -> Line:
    """``line`` with ``changes`` in place of the settings, if it records them."""
    figures = {name: value for name, value in line.items() if name != "settings"}
    return figures | ({"settings_changed": changes} if "settings" in line else {})


def _change_text(change: SettingChange) -> str:
    return f"{change.name}: {toml_text(change.old)} -> {toml_text(change.new)}"


def _name_of_speed(searched: bool) -> str:
    """Name of the figure: evaluations a second of the searches, or positions made."""
    return "evaluations_per_second" if searched else "positions_per_second"


def _above_best(line: Line) -> float | None:
    """Policy loss above the entropy; ``None`` if a line of an earlier version lacks that."""
    best = line.get("policy_entropy")
    return None if best is None else line["policy"] - best


def _catching_up(line: Line, before: int, start: float, unit: int) -> list[tuple[int, float]]:
    """First and last step of another network's catching up, after step ``before`` and from ``start`` on, with places in ``unit`` seconds. Empty if no
    network caught up, or a line of an earlier version lacks it."""
    last = line["steps"] - line.get("generation_steps", 0)
    took = line.get("catch_up_seconds", 0.0)
    if took <= 0 or not before < last < line["steps"]:
        return []
    return [(before + 1, start), (last, start + took / unit)]


def _place(line: Line, axis: Axis) -> float | None:
    """Place of a generation's end; ``None`` if a line of an earlier version lacks it."""
    if axis is Axis.STEPS:
        return line["steps"]
    if axis is Axis.GENERATIONS:
        return line["generation"]
    if axis is Axis.POSITIONS:
        return line.get("positions")
    worked, unit = line.get("seconds"), axis.seconds
    return None if worked is None or unit is None else worked / unit
