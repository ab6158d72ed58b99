"""A training run, to be worked on: everything is written so that a process killed at any moment can go on where it stood.

:mod:`ai.training.run_files` lists the files.
"""

import json
import logging
import os
import zlib
from dataclasses import asdict
from pathlib import Path

import numpy as np

from ai.session_folder import cut
from ai.training import run_checks
from ai.training.config import RunConfig, rewritten, settings_text
from ai.training.errors import RunError
from ai.training.presets import OURS
from ai.training.run_files import STEP_ROW_BYTES, RunFiles
from ai.training.run_state import RunState
from core.files import patiently, remove_unneeded, write_atomically
from core.records import MAX_BYTES, sgf
from core.sentence import Sentence, reason_of

log = logging.getLogger(__name__)


class RunFolder(RunFiles):
    """The folder of one run, on which one session at a time works."""

    def open(self, config: RunConfig | None) -> tuple[RunConfig, RunState]:
        """Make the folder, or go on with the run in it. ``config`` is written if given; it must keep the board of an existing run.

        :class:`RunError` if another process works on it, the folder is one of another kind, or the run can't go on;
        :class:`ai.session_folder.FiguresError` if its figures make no sense, :class:`ai.checkpoint.CheckpointError` if its network can't be read."""
        if other := self.other_use():
            raise RunError(other)
        self._make(self.path)
        if not self.take():
            raise RunError(
                Sentence(
                    "another process works on the run %1; stop it first or choose another folder", self.path
                )
            )
        try:
            return self._begin(config)
        except BaseException:
            self.close()
            raise

    def _make(self, *folders: Path) -> None:
        for folder in folders:
            try:
                folder.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise RunError(self._why_not_made(folder, error)) from error

    def _why_not_made(self, folder: Path, error: OSError) -> Sentence:
        if isinstance(error, FileExistsError) and folder != self.path:
            return Sentence("%1 is a file where the run needs a folder: remove or rename it", folder)
        return Sentence("the run folder %1 can't be made: %2", self.path, reason_of(error))

    def _begin(self, config: RunConfig | None) -> tuple[RunConfig, RunState]:
        """:meth:`open`, with the lock taken."""
        existing, state = self.read_config(), self.read_state()
        if config is None and existing is not None:
            run_checks.tell_of_unsaid_settings(self)
        elif config is None and state.best is not None:
            raise RunError(
                Sentence(
                    "the run in %1 has lost its settings; put its config.toml back or give them anew",
                    self.path,
                )
            )
        config = config or existing or OURS
        finished = run_checks.check(self, existing, config, state)
        # nothing has been changed up to here
        self._make(self.checkpoints, self.learner, self.replay, self.games)
        self._write_config(existing, config)
        state.settings = self.settings_said()
        if state.network is None and state.best is not None and existing is not None:
            state.network = existing.network  # a run begun before networks could change
        cut(self.metrics, self._bytes_of_lines(finished))
        cut(self.steps, state.step_rows * STEP_ROW_BYTES)
        return config, state

    def _write_config(self, existing: RunConfig | None, config: RunConfig) -> None:
        """Write the settings ``config`` if they differ from the ``existing`` ones."""
        if config != existing:
            text = (
                config.to_toml() if existing is None else rewritten(settings_text(self.config_file), config)
            )
            write_atomically(self.config_file, text.encode())

    def _bytes_of_lines(self, count: int) -> int:
        """The size in bytes of the first ``count`` lines of the metrics. Empty lines have a size but are not counted."""
        data = self.metrics.read_bytes() if count else b""
        end, seen = 0, 0
        while seen < count:
            start, end = end, data.index(b"\n", end) + 1
            seen += end - start > 1
        return end

    def leave_reason(self, reason: str) -> None:
        """Write why this session ends by itself, for those who look at the run later."""
        told = reason.to_json() if isinstance(reason, Sentence) else reason
        try:
            self.check_place()
            self.write_progress({**(self.read_progress() or {}), "phase": "failed", "reason": told})
        except OSError as error:  # the caller tells the reason all the same
            log.info("why the session has ended can't be written: %s", error)

    def games_kept_of(self, generation: int) -> int:
        """How many games of ``generation`` an interrupted session has kept. A file without any game is removed."""
        path = self.games_of(generation)
        if not path.exists():
            return 0
        games = len(sgf.split(patiently(path.read_bytes)))
        if games == 0:
            remove_unneeded(path)
        return games

    def keep_game(self, generation: int, record: bytes) -> None:
        """Add ``record`` to the kept games of ``generation``, so that it outlasts a kill. Nothing is added where the file would become too large to
        be read again."""
        path = self.games_of(generation)
        before = patiently(path.read_bytes) + b"\n" if path.exists() else b""
        if len(before) + len(record) <= MAX_BYTES:
            write_atomically(path, before + record, durable=False)

    def write_state(self, state: RunState) -> None:
        write_atomically(self.state_file, json.dumps(asdict(state), indent=1).encode())

    def append_steps(self, rows: np.ndarray, state: RunState) -> None:
        """Add the losses of some steps, ``[n, len(STEP_COLUMNS)]``; they count once ``state`` is written."""
        data = rows.astype("<f4").tobytes()
        with self.steps.open("ab") as file:
            before = state.steps_checksum if file.tell() else 0  # somebody may have removed the file
            state.steps_checksum = zlib.crc32(data, before)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
            state.step_rows = file.tell() // STEP_ROW_BYTES
