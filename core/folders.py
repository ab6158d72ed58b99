"""Where the user's files are: data, settings, caches and logs. The window and the command line take every such path from here.

Each folder is the one that the operating system provides for its purpose. The environment variable ``BUWEI_DATA_DIR`` (set by ``--data-dir``)
puts all of them under one folder instead: for a program on a memory stick, for tests, for two settings side by side. Child processes inherit
the choice.
"""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import platformdirs

from core.files import scratch_folder, user_path
from core.sentence import Sentence, reason_of

APP_NAME = "Buwei"
DATA_DIR_VARIABLE = "BUWEI_DATA_DIR"


MOST_NAME_BYTES = 255
_DEVICE = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)
"""Names that Windows reserves, whatever follows a dot."""
_IN_NO_NAME = re.compile(r'[\\/:*?"<>|\x00-\x1f]')


def is_folder_name(name: str) -> bool:
    """Whether every system accepts ``name`` for a folder."""
    return why_no_folder_name(name) is None


def why_no_folder_name(name: str) -> Sentence | None:
    """Why some system wouldn't accept ``name`` for a folder; ``None`` if all do."""
    if not name.strip():
        return Sentence("the name is empty")
    if wrong := "".join(dict.fromkeys(_IN_NO_NAME.findall(name))):
        if not wrong.isprintable():
            return Sentence("the name has a character in it that can't be seen, such as a tab; leave it out")
        return Sentence("a name can't have %1 in it", " ".join(wrong))
    if name[-1] in ". ":
        return Sentence("a name can't end with a dot or a space")
    if _DEVICE.fullmatch(name):
        return Sentence("Windows keeps the name %1 for itself; choose another", name)
    if len(name.encode()) > MOST_NAME_BYTES:
        return Sentence(
            "the name is too long: it may have %1 letters; Chinese characters count as three, other letters beyond English as two",
            MOST_NAME_BYTES,
        )
    return None


class FolderError(OSError):
    """A folder can't be made or written to; the text is a sentence for the user."""

    def __init__(self, folder: Path, sentence: Sentence):
        super().__init__(sentence)
        self.folder = folder


def use_data_dir(folder: str | os.PathLike[str]) -> None:
    """Keep everything under ``folder``, in this process and those it starts from now on."""
    os.environ[DATA_DIR_VARIABLE] = str(user_path(folder).absolute())


@contextmanager
def temporary() -> Iterator[None]:
    """Keep everything under a temporary folder, removed afterwards: for trials that leave nothing behind and see none of the user's files."""
    before = os.environ.get(DATA_DIR_VARIABLE)
    with scratch_folder() as folder:
        use_data_dir(folder)
        try:
            yield
        finally:
            if before is None:
                del os.environ[DATA_DIR_VARIABLE]
            else:
                os.environ[DATA_DIR_VARIABLE] = before


def data_dir() -> Path:
    """The folder of games, training runs, networks and all else that the user would miss. ``FolderError`` if it can't be used, as for the other
    three."""
    return _writable(_chosen() or platformdirs.user_data_path(APP_NAME, appauthor=False))


def runs_dir() -> Path:
    """The folder of training runs, each in a folder of its own. It may not exist yet."""
    return data_dir() / "runs"


def arenas_dir() -> Path:
    """The folder of arenas, likewise."""
    return data_dir() / "arenas"


def config_dir() -> Path:
    """The folder of settings."""
    return _writable(_under_chosen("config") or platformdirs.user_config_path(APP_NAME, appauthor=False))


def cache_dir() -> Path:
    """The folder of what can be made again: compiled kernels, measurements."""
    return _writable(_under_chosen("cache") or platformdirs.user_cache_path(APP_NAME, appauthor=False))


def log_dir() -> Path:
    """The folder of logs and crash reports."""
    return _writable(_under_chosen("logs") or platformdirs.user_log_path(APP_NAME, appauthor=False))


def _chosen() -> Path | None:
    folder = os.environ.get(DATA_DIR_VARIABLE)
    return user_path(folder).absolute() if folder else None


def _under_chosen(name: str) -> Path | None:
    chosen = _chosen()
    return chosen / name if chosen else None


def _writable(folder: Path) -> Path:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        sentence = Sentence(
            "The folder %1 can't be made (%2). Choose another with --data-dir or the environment variable %3.",
            folder,
            reason_of(error),
            DATA_DIR_VARIABLE,
        )
        raise FolderError(folder, sentence) from error
    if not os.access(folder, os.W_OK | os.X_OK):
        sentence = Sentence(
            "The folder %1 can't be written to. Choose another with --data-dir or the environment variable %2.",
            folder,
            DATA_DIR_VARIABLE,
        )
        raise FolderError(folder, sentence)
    return folder
