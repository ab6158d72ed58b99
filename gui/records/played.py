"""Games that were played to their end in the window and saved nowhere: they are kept, so that none is lost."""

from datetime import datetime
from itertools import count
from pathlib import Path

from core.files import remove_unneeded, write_atomically
from core.folders import data_dir
from core.game import Game
from core.records import sgf
from gui.game.record_players import named_for_people


def folder() -> Path:
    """The folder of played games, a file each, named after the time at which the next game was begun."""
    return data_dir() / "games"


def is_begun(game: Game) -> bool:
    """Whether the game has moves, or stones of a position that was set up."""
    return bool(game.root.children or game.root.position.ply)


def keep(game: Game) -> Path:
    """Write ``game`` to a file of its own. Raises ``OSError`` if that fails."""
    folder().mkdir(exist_ok=True)
    name = f"{datetime.now():%Y-%m-%d %H.%M.%S}"
    names = (name if number == 1 else f"{name} ({number})" for number in count(1))
    path = next(path for path in (folder() / f"{name}.sgf" for name in names) if _is_free(path))
    try:
        write_atomically(path, sgf.write(named_for_people(game)))
    except BaseException:
        remove_unneeded(path)
        raise
    return path


def _is_free(path: Path) -> bool:
    """Create ``path`` if it is free and return whether it was. Windows that are closed together keep their games in the same second."""
    try:
        path.open("xb").close()
    except FileExistsError:
        return False
    return True


def holds(where: Path) -> bool:
    """Whether ``where`` is the folder of played games; ``False`` if that can't be found out."""
    try:
        return where == folder()
    except OSError:
        return False
