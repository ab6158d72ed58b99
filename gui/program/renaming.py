"""What follows when a folder of networks, such as a training run, gets another name."""

from collections.abc import Callable
from pathlib import Path

from gui.program.player_text import moved, renamed
from gui.program.settings import Settings


def player_after(before: Path, now: Path) -> Callable[[str], str]:
    """The function that tells a player's text after the folder ``before`` was renamed to ``now``."""
    return lambda player: renamed(player, lambda network: moved(network, before, now))


def follow_renamed(settings: Settings, before: Path, now: Path) -> None:
    """Name in ``settings`` the folder that was ``before`` as it is called ``now``: its networks, who plays and analyses by them, and its run."""
    player_now = player_after(before, now)
    for name in ("black", "white", "analysis_player", "compare_first", "compare_second"):
        setattr(settings, name, player_now(getattr(settings, name)))
    for paths in (settings.networks, settings.runs):
        paths[:] = [moved(path, before, now) for path in paths]  # in place: an open dialog may show the list
    settings.run = moved(settings.run, before, now)
