"""The run that made the flagship, as far as it comes with the program: its settings, the figures of all generations, the networks of some and the
games of the last."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from ai.checkpoint import SUFFIX, read_info
from ai.session_folder import FiguresError
from ai.shipped_networks import NETWORKS, SHIPPED
from ai.training.config import RunConfig
from ai.training.presets import OURS
from ai.training.run_files import RunFiles
from core.sentence import Sentence


class ShippedRun(RunFiles):
    """The flagship's run, to be looked at: no session works on it."""

    def __init__(self) -> None:
        super().__init__(NETWORKS)
        self.metrics = NETWORKS / f"{SHIPPED}.metrics.jsonl"
        self.config_file = NETWORKS / f"{SHIPPED}.config.toml"
        self._flagship = NETWORKS / f"{SHIPPED}{SUFFIX}"
        self._last = read_info(self._flagship).generation

    @property
    def name(self) -> str:
        return SHIPPED

    def is_running(self) -> bool:
        return False

    def read_metrics(self, last: int = 0) -> list[dict[str, Any]]:
        """See :class:`ai.session_folder.SessionFolder`; :class:`ai.session_folder.FiguresError` also if there are no figures."""
        figures = super().read_metrics(last)
        if not figures:
            raise FiguresError(Sentence("%1 holds no figures; unpack the program again", self.metrics))
        return figures

    def config_to_go_on(self) -> RunConfig:
        """The settings of a new run that goes on from the flagship. Unlike the flagship's own run it plays games that rate its generations.
        :class:`ai.training.errors.RunError` if the settings make no sense."""
        config = self.read_config() or RunConfig()
        return replace(
            config,
            start_from=str(self._flagship),
            gate_games=OURS.gate_games,
            gate_win_rate=OURS.gate_win_rate,
        )

    def checkpoint_of(self, line: dict[str, Any]) -> Path:
        number = line["generation"]
        return self._flagship if number == self._last else self.path / f"generation-{number:02d}{SUFFIX}"

    def games_of(self, generation: int) -> Path:
        return self.path / f"{SHIPPED if generation == self._last else f'generation-{generation:02d}'}.sgf"
