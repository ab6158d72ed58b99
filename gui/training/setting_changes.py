"""The settings of a run now and what was changed of them on the way, in the window's language."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QCoreApplication

from ai.training.config import RunConfig
from ai.training.told_settings import SettingChange, as_told, changes_in, untold
from gui.program.messages import fill
from gui.training import texts as training_texts
from gui.training.run_figures import Line
from gui.training.settings import DIGITS

translate = QCoreApplication.translate

MOST_TOLD = 3
"""Most changes of one generation that are told where there is little room."""


@dataclass(frozen=True)
class Held:
    """A setting's value now, and how it was changed on the way."""

    value: Any
    changes: Sequence[SettingChange]
    """The last one may be of the generation that is not finished."""
    finished: int
    """The last finished generation."""

    def text(self) -> str:
        """The value, since when it holds, and what was before."""
        value = value_text(self.value)
        if not self.changes:
            return value
        last = self.changes[-1]
        if last.generation > self.finished:
            return fill(translate("setting_changes", "%1 (until now %2)"), value, value_text(last.old))
        said = translate("setting_changes", "%1 (since generation %2; before that %3)")
        return fill(said, value, last.generation, value_text(last.old))

    def history(self) -> list[str]:
        """All changes that a finished generation tells, a line each."""
        said = translate("setting_changes", "From generation %1 on: %2 → %3")
        return [
            fill(said, each.generation, value_text(each.old), value_text(each.new))
            for each in self.changes
            if each.generation <= self.finished
        ]


def held_settings(config: RunConfig, lines: Sequence[Line]) -> dict[str, Held]:
    """Each setting of a run that has the settings ``config`` now and the generations ``lines``."""
    finished = lines[-1]["generation"] if lines else 0
    next_line = {"generation": finished + 1, "settings": untold(lines, config)}
    changes = changes_in([*lines, next_line])
    return {
        name: Held(value, tuple(each for each in changes if each.name == name), finished)
        for name, value in as_told(config).items()
    }


def told_changes(changes: Sequence[SettingChange]) -> list[str]:
    """The first ``changes`` of one generation, a line each, below a line that names it."""
    said = translate("setting_changes", "%1: %2 → %3")
    told = [
        fill(said, _label(each.name), value_text(each.old), value_text(each.new))
        for each in changes[:MOST_TOLD]
    ]
    if len(changes) > MOST_TOLD:
        told.append(fill(translate("setting_changes", "and %1 more"), len(changes) - MOST_TOLD))
    return [fill(translate("setting_changes", "From generation %1 on:"), changes[0].generation), *told]


def value_text(value: Any) -> str:
    """The value of a setting."""
    if isinstance(value, bool):
        return translate("setting_changes", "yes") if value else translate("setting_changes", "no")
    if isinstance(value, int):
        return f"{value:,}"
    return f"{value:,.{DIGITS}g}" if isinstance(value, float) else value or "–"


def _label(name: str) -> str:
    return training_texts.translated(training_texts.SETTINGS[name][0])
