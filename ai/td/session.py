"""A training session of the TD learner: a folder that a killed process can go on in.

``network.safetensors``  the networks, with settings and progress in the header: written last and atomically, it decides what counts
``samples/000001.csv``   the targets of the moves of a round's games, for people; only those of the last rounds
``unusable.csv``         records that can't be learned from, or not to their end, and why
The other files are described in :mod:`ai.session_folder`. A round is the games learned from together. If a kill cuts it short, it is done again with
the same games.
"""

import csv
import io
import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import fields
from pathlib import Path
from threading import Event
from typing import Any

import numpy as np

from ai.elo import wilson
from ai.session_folder import SessionFolder, cut, misfits
from ai.td.experience import GameSamples, Played, best_move, samples_of, self_play, to_csv
from ai.td.features import choices_of
from ai.td.model import Model, TdError
from ai.td.network import adapted
from ai.td.settings import TdSettings
from core.files import remove_unneeded, write_atomically
from core.interrupts import interrupts
from core.machine import awake_seconds
from core.position import Color, Position, Size
from core.records import folders
from core.records.folders import Unusable
from core.sentence import Sentence, reason_of

ROUND_GAMES = 100
ROUND_FILES = 100
"""Most files of records in a round; they usually hold fewer games than :data:`ROUND_GAMES`."""
BATCH = 128
TEST_ROUNDS = 5
"""Rounds between two tests against random moves."""
TEST_GAMES = 100
KEPT_SAMPLES = 20
"""Number of last rounds whose samples are kept."""
PROGRESS_SECONDS = 0.5
UNUSABLE_FILE = "unusable.csv"
CSV_ENCODING = "utf-8-sig"
"""With the byte order mark, without which Excel doesn't read Chinese names."""

INFO = {
    "settings": dict,
    "round": int,
    "games": int,
    "record_games": int,
    "records": dict,
    "rate": int | float,
    "error": int | float | None,
    "metrics_bytes": int,
}
"""The session's state in the network's file, with the types of the values."""
RECORDS = {"mark": str, "files": int, "games": int, "unusable": list}
"""The part of the state that is about the records learned from."""
SETTINGS = {each.name: str if each.name == "size" else int | float for each in fields(TdSettings)}

log = logging.getLogger(__name__)

Tell = Callable[[dict[str, Any]], None]
"""Receives the figures of a round."""


class Stopped(Exception):
    """The session was asked to finish: the round under way is dropped."""


class TdFolder(SessionFolder):
    """The files of a session that a window follows."""

    mark = "network.safetensors"
    figures = {"round": int, "games": int, "record_games": int}
    more_figures = dict.fromkeys(("value_error", "action_error", "win_rate"), int | float)
    progress_figures = {
        "phase": str,
        **dict.fromkeys(("done", "total", "round", "games", "record_games"), int),
    }

    def __init__(self, path: Path):
        super().__init__(path)
        self.network = path / self.mark
        """The file with the networks, to play with."""

    def board(self) -> Size:
        """The board that the session learns on; :class:`TdError` if its network can't be read or doesn't tell."""
        return TdSettings.from_dict(self.model().info["settings"]).board

    def model(self) -> Model:
        """The session's network with its complete state; :class:`TdError` if it can't be read or doesn't say how far its training is."""
        model = Model.load(self.network)
        if not _tells_all(model.info):
            raise TdError(
                Sentence(
                    "%1 doesn't say how far its training is; start a session in another folder", self.network
                )
            )
        return model

    def wrong_figures(self, line: dict[str, Any]) -> list[str]:
        wrong = super().wrong_figures(line)
        if not wrong and "win_rate" in line and not _is_interval(line.get("interval_95")):
            wrong = ["interval_95"]
        return wrong


class TdSession:
    """A session that this process works on. It must be closed (:meth:`close`)."""

    def __init__(self, path: Path, **given: Any):
        """Begin a session in ``path`` or go on with the one there. ``given`` are fields of :class:`TdSettings`: a new session has the defaults for
        the others; an existing one must have these values.

        :class:`TdError` if it has others, if another process works on it, or if its files are damaged.
        """
        settings = TdSettings(**given)  # checked before anything is made
        self.folder = TdFolder(path)
        self._samples = path / "samples"
        if other := self.folder.other_use():
            raise TdError(other)
        try:
            self._samples.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise TdError(Sentence("the folder %1 can't be made: %2", path, reason_of(error))) from error
        if not self.folder.take():
            raise TdError(
                Sentence(
                    "another process works on the session %1; stop it first or choose another folder", path
                )
            )
        try:
            self.model = self._go_on(given) if self.folder.network.exists() else self._begin(settings)
            self.settings = TdSettings.from_dict(self.model.info["settings"])
            cut(self.folder.metrics, self._info["metrics_bytes"])
        except BaseException:
            self.close()
            raise
        self._stop = Event()
        self._is_broken_off = False
        """Whether this session has ended within a round: the model has learned a part of it."""
        self._deadline = float("inf")
        self._next_progress = 0.0
        self._read: dict[Path, tuple[list[Played], list[Unusable]]] = {}
        """The games of the file of records that was read last."""
        self.kept = self._counts()
        """The counts of what the network on disk has learned from."""

    def _go_on(self, given: Mapping[str, Any]) -> Model:
        model = self.folder.model()
        kept = vars(TdSettings.from_dict(model.info["settings"]))
        if others := [f"{name} {kept[name]}" for name in given if kept[name] != given[name]]:
            raise TdError(
                Sentence(
                    "the session in %1 has other settings (%2); leave them out or start one in another folder",
                    self.folder.path,
                    ", ".join(others),
                )
            )
        return model

    def _begin(self, settings: TdSettings) -> Model:
        if self.folder.metrics.exists() and self.folder.metrics.stat().st_size:
            raise TdError(
                Sentence(
                    "%1 has figures, but the network that they are of, %2, is not there; put it back or start a session in another folder",
                    self.folder.path,
                    self.folder.network.name,
                )
            )
        model = Model.new(settings.hidden, np.random.default_rng(settings.seed))
        model.info = {
            "settings": vars(settings),
            "round": 0,
            "games": 0,
            "record_games": 0,
            "records": {},
            "rate": settings.rate,
            "error": None,
            "metrics_bytes": 0,
        }
        model.save(self.folder.network)  # a session stopped in its first round keeps its settings
        return model

    @property
    def _info(self) -> dict[str, Any]:
        return self.model.info

    def close(self) -> None:
        self.folder.close()

    # --- Working -----------------------------------------------------------------------------------------------------------

    def work(
        self,
        games: int,
        records: Path | None = None,
        minutes: float | None = None,
        tell: Tell = lambda _: None,
    ) -> bool:
        """Learn from the files in ``records`` that were not used yet, then by self-play until ``games`` games have been played in all. If a file in
        ``records`` has changed or was added, all are learned from again.

        Ends earlier, within a round, after ``minutes``, when the folder's ``stop`` appears, and on Ctrl-C or another such signal; finished rounds
        are kept. ``tell`` receives the figures of each round. Returns whether everything was done. If not, the session has to be opened anew to go
        on.
        """
        if self._is_broken_off:
            raise RuntimeError("a session that was stopped within a round has to be opened anew")
        self._tell = tell
        if minutes is not None:
            self._deadline = awake_seconds() + 60 * minutes
        self._is_broken_off = True  # until the last round is finished
        with interrupts(self._stop.set), suppress(Stopped):
            if records is not None:
                self._learn_records(records)
            while self._info["games"] < games:
                self._self_play_round(games)
            self._is_broken_off = False
        self._say("stopped", 0, 0, now=True)
        return not self._is_broken_off

    def _counts(self) -> dict[str, int]:
        return {name: self._info[name] for name in ("round", "games", "record_games")}

    def _say(self, phase: str, done: int, total: int, now: bool = False) -> None:
        """Write the progress, now and then; :class:`Stopped` if the session should end."""
        if awake_seconds() >= self._next_progress or now:
            self._next_progress = awake_seconds() + PROGRESS_SECONDS
            if self.folder.stop_asked():
                self._stop.set()
            progress = {"phase": phase, "done": done, "total": total}
            self.folder.write_progress(progress | (self.kept if phase == "stopped" else self._counts()))
        if phase != "stopped" and (self._stop.is_set() or awake_seconds() >= self._deadline):
            raise Stopped

    def _self_play_round(self, games: int) -> None:
        random = np.random.default_rng([self.settings.seed, 1, self._info["round"]])
        wanted = min(ROUND_GAMES, games - self._info["games"])
        first = self._info["games"] + 1
        samples = []
        for index in range(wanted):
            self._say("self-play", index, wanted)
            samples.append(
                samples_of(self_play(self.model, self.settings, random), self.model, self.settings)
            )
        self._learn([(first + index, game) for index, game in enumerate(samples)], "self-play")
        self._info["games"] += wanted
        self._finish_round("self-play", samples)

    def _learn_records(self, folder: Path) -> None:
        """Learn from the files of ``folder`` round by round, going on where an earlier process stopped."""
        paths = records_of(folder)
        mark = folders.fingerprint(folder, paths)
        if not mark.startswith(self._info["records"].get("mark", "none")):
            self._info["records"] = {"files": 0, "games": 0, "unusable": []}
        self._info["records"]["mark"] = mark
        while self._info["records"]["files"] < len(paths):
            self._record_round(paths)

    def _record_round(self, paths: Sequence[Path]) -> None:
        """Learn from the next games of the files ``paths``. The games of a large file are spread over several rounds."""
        records = self._info["records"]
        files, taken = records["files"], records.get("games", 0)
        last = min(files + ROUND_FILES, len(paths))
        played: list[Played] = []
        unusable: list[Unusable] = []
        while files < last and (room := ROUND_GAMES - len(played)) > 0:
            self._say("records", files, len(paths))
            games, refused = self._games_of(paths[files], files, len(paths))
            unusable += refused if taken == 0 else []
            played += games[taken : taken + room]
            files, taken = (files, taken + room) if len(games) > taken + room else (files + 1, 0)
        samples = []
        for game in played:
            self._say("records", files, len(paths))
            samples.append(samples_of(game, self.model, self.settings))
        if samples:
            self._learn(list(enumerate(samples, self._info["record_games"] + 1)), "records")
        records |= {"files": files, "games": taken}
        records["unusable"] += map(_row, unusable)
        self._info["record_games"] += len(samples)
        self._write_unusable(records["unusable"])
        self._finish_round("records", samples)

    def _games_of(self, path: Path, files: int, total: int) -> tuple[list[Played], list[Unusable]]:
        """See :func:`core.records.folders.usable_games`. A file of many games is read once for all of its rounds. ``files`` of ``total`` were read
        before."""
        if path not in self._read:
            games, refused = folders.usable_games(
                path, self.settings.board, lambda: self._say("records", files, total)
            )
            self._read = {path: ([Played.from_game(game) for game in games], refused)}
        return self._read[path]

    def _learn(self, games: Sequence[tuple[int, GameSamples]], phase: str) -> None:
        """Train both networks on the games, in several passes, and write the samples."""
        random = np.random.default_rng([self.settings.seed, 2, self._info["round"]])
        states = np.concatenate([game.state_inputs for _, game in games])
        actions = np.concatenate([game.action_inputs for _, game in games])
        values = np.concatenate([game.value_targets for _, game in games])
        qualities = np.concatenate([game.action_targets for _, game in games])
        errors: list[tuple[float, float]] = []
        rate = self._info["rate"]
        for _ in range(self.settings.passes):
            order = random.permutation(len(values))
            for first in range(0, len(order), BATCH):
                batch = order[first : first + BATCH]
                errors.append(
                    (
                        self.model.value.learn(states[batch], values[batch], rate),
                        self.model.action.learn(actions[batch], qualities[batch], rate),
                    )
                )
            self._say(phase, len(games), len(games))
        value_error, action_error = np.mean(errors, axis=0)
        total = float(value_error + action_error)
        if not np.isfinite(total):
            raise TdError(
                Sentence(
                    "the learning failed: its error is no number any more; start again with a smaller rate"
                )
            )
        self._info["rate"] = adapted(rate, self.settings.rate, total, self._info["error"])
        self._info.update(
            {"error": total, "value_error": float(value_error), "action_error": float(action_error)}
        )
        number = self._info["round"] + 1
        write_atomically(self._samples / f"{number:06d}.csv", to_csv(games, self.settings.board.cols))
        self._forget_samples(number - KEPT_SAMPLES)

    def _forget_samples(self, last: int) -> None:
        """Remove the samples of all rounds up to ``last``: a file that was open elsewhere may be left of an earlier one."""
        for path in self._samples.glob("*.csv"):
            if path.stem.isdecimal() and int(path.stem) <= last:
                remove_unneeded(path)

    def _finish_round(self, source: str, samples: Sequence[GameSamples]) -> None:
        self.folder.check_place()
        info = self._info
        info["round"] += 1
        line: dict[str, Any] = {"round": info["round"], "source": source}
        line |= {name: info[name] for name in ("games", "record_games")}
        if samples:
            line["moves"] = round(float(np.mean([len(game.points) for game in samples])), 2)
            line |= {name: round(info[name], 6) for name in ("value_error", "action_error", "rate")}
        if info["round"] % TEST_ROUNDS == 0:
            wins = sum(self._test_games())
            low, high = wilson(wins, TEST_GAMES)
            line |= {"win_rate": wins / TEST_GAMES, "interval_95": [round(low, 4), round(high, 4)]}
        info["metrics_bytes"] = self.folder.append_line(line)
        self.model.save(self.folder.network)
        self.kept = self._counts()
        self._tell(line)

    def _test_games(self) -> Iterator[bool]:
        """Games against random moves with alternating colours; whether the learner won each."""
        for number in range(TEST_GAMES):
            self._say("test", number, TEST_GAMES)
            random = np.random.default_rng([self.settings.seed, 3, self._info["round"], number])
            yield beats_random(self.model, self.settings.board, Color(1 + number % 2), random)

    def _write_unusable(self, entries: Sequence[Sequence[str]]) -> None:
        out = io.StringIO()
        csv.writer(out, lineterminator="\n").writerows([("file", "reason", "template"), *entries])
        try:
            write_atomically(self.folder.path / UNUSABLE_FILE, out.getvalue().encode(CSV_ENCODING, "replace"))
        except OSError as error:
            # The session's state has them too. On Windows a file that a spreadsheet has open can't be written.
            log.warning("records that can't be used are not listed: %s", error)


def _tells_all(info: dict[str, Any]) -> bool:
    """Whether a network's ``info`` is the complete state of a session, which can go on then."""
    return (
        INFO.keys() <= info.keys()
        and not misfits(info, INFO)
        and not misfits(info["records"], RECORDS)
        and not misfits(info["settings"], SETTINGS)
    )


def records_of(folder: Path) -> list[Path]:
    """The game records to learn from in ``folder``; :class:`TdError` if there is none, ``RecordError`` if it can't be read."""
    paths = folders.find_records(folder)
    if not paths:
        raise TdError(
            Sentence("there is no game record (.sgf, or the championship's .txt) in the folder %1", folder)
        )
    return paths


def _is_interval(told: object) -> bool:
    """Whether ``told`` is an interval of shares."""
    return (
        isinstance(told, list)
        and len(told) == 2
        and all(type(share) in (int, float) for share in told)
        and 0 <= told[0] <= told[1] <= 1
    )


def beats_random(model: Model, size: Size, color: Color, random: np.random.Generator) -> bool:
    """Whether the model, which plays ``color`` by its best action, wins a game against random moves."""
    position = Position.empty(size)
    while not position.is_over:
        if position.to_move is color:
            choices = choices_of(position)
            point = best_move(choices, model.action_values(choices, size.points), random)
        else:
            point = int(random.choice(position.legal_moves()))
        position = position.play(point)
    return position.to_move is not color


def _row(entry: Unusable) -> list[str]:
    """The row for a record that can't be used: the reason in English, and as a template for other languages."""
    row = [str(entry.path), entry.reason]
    return [*row, entry.reason.to_json()] if isinstance(entry.reason, Sentence) else row


def read_unusable(path: Path, most: int | None = None) -> tuple[list[Unusable], int]:
    """The first ``most`` records that the session in ``path`` could not use, and their number. None if the file can't be read or was saved in another
    form."""
    try:
        rows = list(csv.reader(io.StringIO((path / UNUSABLE_FILE).read_text(CSV_ENCODING))))
        told = [row for row in rows[1:] if len(row) in (2, 3)]
        return [_entry(*row) for row in told[:most]], len(told)
    except (OSError, ValueError, csv.Error):
        return [], 0


def _entry(path: str, reason: str, template: str = "") -> Unusable:
    return Unusable(Path(path), Sentence.from_json(template) if template else reason)
