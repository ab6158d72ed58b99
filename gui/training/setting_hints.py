"""Hints about settings that affect others: below their fields, or for numbers being typed in the dialog's notes."""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication

from ai.checkpoint import CheckpointError, read_info
from ai.networks import UnknownNetwork, describe, why_anew
from ai.networks.planes import LIBERTIES_PLANES
from ai.training.config import ConfigError, RunConfig
from ai.training.presets import OURS
from ai.training.replay import grown_window
from ai.training.run_files import RunFiles
from core.files import user_path
from gui.program.messages import error_text, fill, one_after_another
from gui.training import texts as training_texts

MUCH = 10
"""A recipe with at least so many times our simulations takes very long where ours doesn't."""


def explained(name: str, values: dict[str, Any], run: Path, before: RunConfig | None) -> str:
    """Help of the setting ``name`` with hints for the other ``values`` and the folder ``run``. ``before``: settings until now of a run that goes
    on."""
    said = training_texts.translated(training_texts.SETTINGS[name][1])
    for hint in _HINTS[name](values, run, before):
        said = one_after_another(said, hint)
    return said


def noted(values: dict[str, Any], run: Path, before: RunConfig | None) -> Iterator[str]:
    """Hints about the :data:`NOTED` settings, each after the setting's label."""
    for name in NOTED:
        label = training_texts.translated(training_texts.SETTINGS[name][0])
        for hint in _HINTS[name](values, run, before):
            yield fill(QCoreApplication.translate("TrainingDialog", "%1: %2"), label, hint)


def explained_recipe(recipe: RunConfig) -> str:
    """Effect of choosing a recipe; for other people's recipes also how much more they demand than ours."""
    said = QCoreApplication.translate(
        "TrainingDialog", "Fills in all settings; each can be changed afterwards."
    )
    if recipe.simulations < MUCH * OURS.simulations:
        return said
    if not recipe.gate_games:
        long = QCoreApplication.translate(
            "TrainingDialog",
            "It takes very long on a laptop: %1 simulations a move. Buwei's own begins with %2, and they grow as it learns.",
        )
    else:
        long = QCoreApplication.translate(
            "TrainingDialog",
            "It takes very long on a laptop: %1 simulations a move, and for each generation %3 games of the gate with %4. Buwei's own begins "
            "with %2, which grow as it learns, and its gate has %5 games with %6.",
        )
    counts = recipe.simulations, OURS.simulations, recipe.gate_games, recipe.gate_simulations
    numbers = (f"{count:,}" for count in (*counts, OURS.gate_games, OURS.gate_simulations))
    return one_after_another(said, fill(long, *numbers))


def _described(name: str) -> str:
    """Description of the network ``name``. Raises :class:`ai.networks.UnknownNetwork` if there is none."""
    network = describe(name)
    if network.family == "paper":
        said = QCoreApplication.translate(
            "TrainingDialog",
            "%1: the AlphaZero NoGo paper's, three convolutions of 32, 64 and %3 channels; it learns one size of board alone.",
        )
    elif network.family == "agz":
        said = QCoreApplication.translate(
            "TrainingDialog",
            "%1: AlphaGo Zero's, %2 blocks of %3 channels; it sees the positions before too, and learns one size of board alone.",
        )
    elif network.input_planes == LIBERTIES_PLANES:
        said = QCoreApplication.translate(
            "TrainingDialog",
            "%1: %2 blocks of %3 channels, which see liberties too; a run can go on with a larger one.",
        )
    else:
        said = QCoreApplication.translate(
            "TrainingDialog", "%1: %2 blocks of %3 channels; a run can go on with a larger one."
        )
    return fill(said, name, network.blocks, network.channels)


def _of_network(values: dict[str, Any], _run: Path, before: RunConfig | None) -> Iterator[str]:
    with suppress(UnknownNetwork):  # reported elsewhere
        yield _described(values["network"])
    if before is not None and before.network != values["network"] and values["catch_up_passes"]:
        yield fill(
            QCoreApplication.translate(
                "TrainingDialog",
                "Before it takes the place of “%1” it learns from what has been played, which may take minutes.",
            ),
            before.network,
        )


def _settled() -> str:
    """Hint that a setting can't be changed any more."""
    return QCoreApplication.translate("TrainingDialog", "The run has begun: this can't be changed any more.")


def _of_first_network(values: dict[str, Any], _run: Path, before: RunConfig | None) -> Iterator[str]:
    first, network = values["first_network"], values["network"]
    if before is not None:
        yield _settled()
    elif values["start_from"]:
        yield QCoreApplication.translate(
            "TrainingDialog", "It has no part where a run begins with a checkpoint."
        )
    elif not first:
        return
    elif first == network:
        yield QCoreApplication.translate("TrainingDialog", "It is the network itself: nothing takes over.")
    else:
        with suppress(UnknownNetwork):  # reported elsewhere
            if said := why_anew(first, network):
                yield error_text(said)


def _of_start(values: dict[str, Any], _run: Path, before: RunConfig | None) -> Iterator[str]:
    """Hint why a run that begins with a checkpoint seems to stand still at first."""
    if before is not None:
        yield _settled()
    if before is not None or not values["start_from"]:
        return
    with suppress(CheckpointError):  # reported elsewhere
        learned = read_info(user_path(values["start_from"])).learned_positions
        window = grown_window(learned, values["window_start"], values["window_positions"])
        said = QCoreApplication.translate(
            "TrainingDialog",
            "At first it hardly changes, so that it forgets nothing over a few games: it learns more the nearer its own positions come to %1.",
        )
        yield fill(said, f"{window:,}")


def _of_simulations(values: dict[str, Any], _run: Path, before: RunConfig | None) -> Iterator[str]:
    """Hint that simulations grow. That the gate has more of its own is a note of the dialog."""
    if not values["simulations_grow_from"]:
        return
    yield QCoreApplication.translate("TrainingDialog", "They grow with what has been learned.")
    if before is None and values["start_from"]:
        with suppress(ConfigError, CheckpointError):  # reported elsewhere
            learned = read_info(user_path(values["start_from"])).learned_positions
            said = QCoreApplication.translate("TrainingDialog", "From this checkpoint on it begins with %1.")
            yield fill(said, f"{RunConfig(**values).simulations_at(learned):,}")


def _of_cheap_simulations(values: dict[str, Any], _run: Path, _before: RunConfig | None) -> Iterator[str]:
    if values["cheap_simulations"] >= values["simulations"]:
        yield fill(
            QCoreApplication.translate(
                "TrainingDialog", "These are no fewer than the %1 of a search in full: nothing is saved."
            ),
            f"{values['simulations']:,}",
        )


def _of_recorded_openings(values: dict[str, Any], run: Path, _before: RunConfig | None) -> Iterator[str]:
    openings = RunFiles(run).openings
    # unlike Path.is_dir this raises nothing if a name is too long
    if values["recorded_openings"] and not os.path.isdir(openings):
        yield fill(
            QCoreApplication.translate(
                "TrainingDialog",
                "The session can't begin without records: make the folder %1 and put some there first.",
            ),
            openings,
        )


def _of_learning_rate(values: dict[str, Any], _run: Path, _before: RunConfig | None) -> Iterator[str]:
    if not values["learning_rate"] and not values["muon_rate"]:
        yield QCoreApplication.translate("TrainingDialog", "With both learning rates 0 nothing is learned.")


_HINTS = {
    "network": _of_network,
    "first_network": _of_first_network,
    "start_from": _of_start,
    "simulations": _of_simulations,
    "cheap_simulations": _of_cheap_simulations,
    "recorded_openings": _of_recorded_openings,
    "learning_rate": _of_learning_rate,
}
HINTED = ("network", "first_network", "start_from", "simulations")
"""Settings with hints below their fields."""
NOTED = ("cheap_simulations", "recorded_openings", "learning_rate")
"""Settings whose hints stand in the notes: below the fields they would come and go with what is typed, and move the fields."""
