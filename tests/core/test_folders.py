import os
import sys
from collections.abc import Callable
from pathlib import Path

import platformdirs
import pytest

from core import folders

FOLDERS = [folders.data_dir, folders.config_dir, folders.cache_dir, folders.log_dir]


@pytest.fixture
def chosen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "new" / "不围"
    monkeypatch.setenv(folders.DATA_DIR_VARIABLE, str(folder))
    return folder


def test_everything_stands_under_the_chosen_folder(chosen: Path):
    assert [folder() for folder in FOLDERS] == [chosen, chosen / "config", chosen / "cache", chosen / "logs"]


@pytest.mark.parametrize(
    ("name", "fits"),
    [
        ("run-1", True),
        ("第一次", True),
        ("a b.c", True),
        ("", False),
        (".", False),
        ("..", False),
        ("a/b", False),
    ]
    + [("a\\b", False), ("what?", False), ("end ", False), ("不" * 86, False)]
    + [("CON", False), ("nul.txt", False), ("com1", False), ("console", True)],
)
def test_what_may_be_the_name_of_a_folder(name: str, fits: bool):
    assert folders.is_folder_name(name) is fits


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("run-1", None),
        ("", "the name is empty"),
        ("  ", "the name is empty"),
        (".", "a dot or a space"),
        ("a.", "a dot or a space"),
        ("a ", "a dot or a space"),
        ("a/b:c/d", "can't have / : in it"),
        ("a\tb", "can't be seen"),
        ("x" * 260, "too long: it may have 255 letters"),
        ("CON", "Windows keeps the name CON"),
    ],
)
def test_why_a_name_is_none_of_a_folder(name: str, reason: str | None):
    said = folders.why_no_folder_name(name)
    assert said is None if reason is None else reason in str(said)


@pytest.mark.parametrize("folder", FOLDERS)
def test_folders_are_made_when_asked_for(folder: Callable[[], Path], chosen: Path):
    assert not chosen.exists()
    assert folder().is_dir()
    assert folder() == folder()


def test_use_data_dir_is_absolute_and_inherited(
    tmp_path: Path, chosen: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    folders.use_data_dir("here")
    assert folders.data_dir() == tmp_path / "here"
    assert os.environ[folders.DATA_DIR_VARIABLE] == str(tmp_path / "here")


@pytest.mark.parametrize("value", [None, ""])
def test_without_a_choice_the_system_decides(
    value: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    if value is None:
        monkeypatch.delenv(folders.DATA_DIR_VARIABLE)
    else:
        monkeypatch.setenv(folders.DATA_DIR_VARIABLE, value)
    made = []
    for name in ("user_data_path", "user_config_path", "user_cache_path", "user_log_path"):

        def path(app: str, appauthor: object = None, name: str = name) -> Path:
            made.append((name, app, appauthor))
            return tmp_path / name

        monkeypatch.setattr(platformdirs, name, path)
    assert [folder().name for folder in FOLDERS] == [name for name, _, _ in made]
    assert all((app, author) == ("Buwei", False) for _, app, author in made)


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_folder_that_cannot_be_made_is_told_in_a_sentence(
    folder: Callable[[], Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv(folders.DATA_DIR_VARIABLE, str(tmp_path / "file" / "data"))
    with pytest.raises(folders.FolderError, match=r"file.*can't be made.*--data-dir"):
        folder()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows knows no read-only folders")
def test_a_folder_that_cannot_be_written_to_is_told_in_a_sentence(
    chosen: Path, monkeypatch: pytest.MonkeyPatch
):
    chosen.mkdir(parents=True)
    monkeypatch.setattr(os, "access", lambda path, mode: False)  # root may write everywhere
    with pytest.raises(folders.FolderError, match="can't be written to"):
        folders.data_dir()


@pytest.mark.parametrize("before", [None, "/before"])
def test_after_a_trial_everything_stands_where_it_stood(before: str | None, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv(folders.DATA_DIR_VARIABLE)
    if before is not None:
        monkeypatch.setenv(folders.DATA_DIR_VARIABLE, before)
    within: list[Path] = []
    with pytest.raises(RuntimeError), folders.temporary():
        within.append(folders.data_dir())
        assert within[0].is_dir() and os.environ[folders.DATA_DIR_VARIABLE] != before
        raise RuntimeError
    assert os.environ.get(folders.DATA_DIR_VARIABLE) == before and not within[0].exists()
