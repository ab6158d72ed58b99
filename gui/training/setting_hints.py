"""What is good to know of a setting that has a part in others, below its field."""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication

from ai.networks import UnknownNetwork, why_anew
from ai.training.config import RunConfig
from ai.training.run_folder import RunFolder
from gui.program.messages import error_text, fill, one_after_another
from gui.training import texts as training_texts


def explained(name: str, values: dict[str, Any], run: Path, before: RunConfig | None) -> str:
    """What the setting ``name`` means, and what it does beside the other ``values``, in the folder ``run``. ``before``: how a run was set that goes
    on."""
    said = training_texts.translated(training_texts.SETTINGS[name][1])
    for hint in _HINTS[name](values, run, before):
        said = one_after_another(said, hint)
    return said


def _of_network(values: dict[str, Any], _run: Path, before: RunConfig | None) -> Iterator[str]:
    if before is not None and before.network != values["network"] and values["catch_up_passes"]:
        yield fill(
            QCoreApplication.translate(
                "TrainingDialog",
                "Before it takes the place of “%1” it learns from what has been played, which may take minutes.",
            ),
            before.network,
        )


def _of_first_network(values: dict[str, Any], _run: Path, before: RunConfig | None) -> Iterator[str]:
    first, network = values["first_network"], values["network"]
    if not first or values["start_from"] or before is not None:
        return
    if first == network:
        yield QCoreApplication.translate("TrainingDialog", "It is the network itself: nothing takes over.")
    else:
        with suppress(UnknownNetwork):  # of which something else is said
            if said := why_anew(first, network):
                yield error_text(said)


def _of_simulations(values: dict[str, Any], _run: Path, _before: RunConfig | None) -> Iterator[str]:
    """That they grow; that the gate has more of its own is a note of the dialog."""
    if values["simulations_grow_from"]:
        yield QCoreApplication.translate("TrainingDialog", "They grow with what has been learned.")


def _of_cheap_simulations(values: dict[str, Any], _run: Path, _before: RunConfig | None) -> Iterator[str]:
    if values["cheap_simulations"] >= values["simulations"]:
        yield fill(
            QCoreApplication.translate(
                "TrainingDialog", "These are no fewer than the %1 of a search in full: nothing is saved."
            ),
            f"{values['simulations']:,}",
        )


def _of_recorded_openings(values: dict[str, Any], run: Path, _before: RunConfig | None) -> Iterator[str]:
    openings = RunFolder(run).openings
    # unlike Path.is_dir this raises nothing where a name is too long
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
    "simulations": _of_simulations,
    "cheap_simulations": _of_cheap_simulations,
    "recorded_openings": _of_recorded_openings,
    "learning_rate": _of_learning_rate,
}
TALKATIVE: dict[str, dict[str, Any]] = {
    "network": {"network": ""},
    "simulations": {"simulations_grow_from": 1},
    "cheap_simulations": {"cheap_simulations": 100_000},
    "recorded_openings": {"recorded_openings": 1},
    "learning_rate": {"learning_rate": 0, "muon_rate": 0},
}
"""Values of a setting with which there is most to say of it."""
HINTED = tuple(_HINTS)
"""The settings of which there may be more to say than what they mean."""
