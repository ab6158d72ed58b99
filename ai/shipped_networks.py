"""The networks that come with the program, and how a network is found by name or path."""

import os
from pathlib import Path

from ai.checkpoint import SUFFIX
from ai.player_error import PlayerError
from core import program
from core.files import user_path
from core.sentence import Sentence, reason_of

NETWORKS = program.FILES / "assets" / "networks"
SHIPPED = "flagship"


def name_of(checkpoint: Path) -> str:
    """The network in this file as players' texts name it. Shipped networks go by name, which stays valid when the program is moved."""
    return checkpoint.stem if checkpoint.parent == NETWORKS else str(checkpoint)


def find_network(name: str) -> Path:
    """The checkpoint of a shipped network's ``name`` or a path; :class:`PlayerError` if there is none."""
    shipped = NETWORKS / f"{name}{SUFFIX}"
    if os.path.isfile(shipped):
        return shipped
    path = user_path(name)
    if os.path.isfile(path):  # accepts any text, unlike Path.is_file
        return path
    if path.suffix == SUFFIX:
        _check_access(path)
        raise PlayerError(
            Sentence("there is no network '%1': its file was removed, renamed or moved; choose another", name)
        )
    names = ", ".join(sorted((file.stem for file in NETWORKS.glob(f"*{SUFFIX}")), key=_by_number)) or "none"
    raise PlayerError(
        Sentence("there is no network '%1': give a checkpoint file or a shipped network (%2)", name, names)
    )


def _by_number(name: str) -> tuple[str, int]:
    """What sorts names such as ``generation-25`` by their numbers."""
    kind, _, number = name.partition("-")
    return kind, int(number) if number.isdecimal() else 0


def _check_access(path: Path) -> None:
    """:class:`PlayerError` if it can't be found out whether there is a file at ``path``."""
    try:
        path.stat()
    except (FileNotFoundError, ValueError):  # no file can have such a name
        pass
    except OSError as error:
        raise PlayerError(Sentence("%1 can't be read: %2", path, reason_of(error))) from error
