import os
import stat
import sys
from pathlib import Path

import pytest

from core import files
from core.files import (
    fresh_folder,
    last_change,
    remove_cut_short,
    remove_unneeded,
    replacement,
    scratch_folder,
    write_atomically,
)

MODES = pytest.mark.skipif(sys.platform == "win32", reason="Windows has neither modes nor links for everyone")


@pytest.mark.parametrize("durable", [True, False])
def test_a_file_is_written_and_replaced(tmp_path: Path, durable: bool):
    path = tmp_path / "棋谱.sgf"
    for data in (b"first", b"", b"second" * 10_000):
        write_atomically(path, data, durable)
        assert path.read_bytes() == data
    assert os.listdir(tmp_path) == [path.name]


@MODES
def test_links_in_a_circle_are_no_more_than_a_file_that_is_not_there(tmp_path: Path):
    path = tmp_path / "one"
    path.symlink_to("other")
    (tmp_path / "other").symlink_to("one")
    write_atomically(path, b"new")
    assert path.read_bytes() == b"new"


def test_until_the_last_piece_is_written_the_old_file_is_there(tmp_path: Path):
    path = tmp_path / "steps.csv"
    path.write_bytes(b"old")
    with replacement(path) as file:
        for piece in (b"one, ", b"two"):
            file.write(piece)
            assert path.read_bytes() == b"old"
    assert path.read_bytes() == b"one, two" and os.listdir(tmp_path) == [path.name]


@pytest.mark.parametrize("end", [ValueError, KeyboardInterrupt, GeneratorExit])
def test_a_replacement_that_is_given_up_leaves_the_old_file_and_nothing_else(
    end: type[BaseException], tmp_path: Path
):
    path = tmp_path / "steps.csv"
    path.write_bytes(b"old")
    with pytest.raises(end), replacement(path) as file:
        file.write(b"new")
        raise end
    assert path.read_bytes() == b"old" and os.listdir(tmp_path) == [path.name]


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_failure_leaves_the_old_file_and_nothing_else(
    step: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    path = tmp_path / "state.json"
    path.write_bytes(b"old")

    def fail(*arguments: object) -> None:
        raise OSError("No space left on device")

    monkeypatch.setattr(*{"fsync": (os, "fsync", fail), "replace": (Path, "replace", fail)}[step])
    with pytest.raises(OSError, match="No space left"):
        write_atomically(path, b"new")
    assert path.read_bytes() == b"old" and os.listdir(tmp_path) == [path.name]


@pytest.mark.parametrize("system, tries", [("win32", 3), ("linux", 1)])
def test_windows_refuses_for_a_moment_while_somebody_reads(
    system: str, tries: int, monkeypatch: pytest.MonkeyPatch
):
    tried = []

    def action() -> str:
        tried.append(1)
        if len(tried) < 3:
            raise PermissionError(13, "Access denied")
        return "done"

    monkeypatch.setattr(sys, "platform", system)
    if system == "win32":
        assert files.patiently(action) == "done"
    else:
        with pytest.raises(PermissionError):
            files.patiently(action)
    assert len(tried) == tries


def test_a_missing_folder_is_an_error(tmp_path: Path):
    with pytest.raises(FileNotFoundError) as caught:
        write_atomically(tmp_path / "no" / "file", b"")
    assert caught.value.filename == str(tmp_path / "no" / "file")


def test_writing_is_not_tried_for_long_where_it_is_forbidden(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Windows refuses there, and can't say beforehand that it will."""
    opened = []

    def refuse(path: Path, *arguments: object) -> None:
        opened.append(path)
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(PermissionError) as caught:
        write_atomically(tmp_path / "game.sgf", b"data")
    assert caught.value.filename == str(tmp_path / "game.sgf") and len(opened) == 1


def test_on_windows_a_file_that_is_read_only_is_refused_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    path = tmp_path / "game.sgf"
    path.write_bytes(b"old")
    path.chmod(0o444)
    with monkeypatch.context() as patch:
        patch.setattr(sys, "platform", "win32")
        patch.setattr(os, "access", lambda _path, mode: mode != os.W_OK)  # root may write anything
        patch.setattr(files, "patiently", lambda _action: pytest.fail("nothing is to be waited for"))
        with pytest.raises(PermissionError) as caught:
            write_atomically(path, b"new")
    assert caught.value.filename == str(path.resolve())
    assert path.read_bytes() == b"old" and os.listdir(tmp_path) == [path.name]
    path.chmod(0o644)


def test_a_file_that_is_not_needed_may_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    file = tmp_path / "old.csv"
    file.touch()
    with monkeypatch.context() as patch:
        patch.setattr(Path, "unlink", lambda *_all, **_more: os.scandir(tmp_path / "no"))
        remove_unneeded(file)
    assert file.exists() and "old.csv stays" in caplog.text
    remove_unneeded(file)
    remove_unneeded(file)
    assert not file.exists()


def test_a_file_that_is_gone_counts_as_changed_before_all_else(tmp_path: Path):
    """It may go while a list is sorted."""
    assert last_change(tmp_path / "gone") == 0 < last_change(tmp_path)
    os.utime(tmp_path, (7, 7))
    assert last_change(tmp_path / "gone", tmp_path) == 7


def test_fresh_folders_are_many(tmp_path: Path):
    assert (
        len({fresh_folder(tmp_path, "part-") for _ in range(20)}) == len(list(tmp_path.glob("part-*"))) == 20
    )


def test_a_name_as_long_as_may_be(tmp_path: Path):
    path = tmp_path / ("a" * 255)
    write_atomically(path, b"data")
    assert path.read_bytes() == b"data"


@MODES
def test_new_files_are_as_the_user_wants_them_and_a_mode_is_kept(tmp_path: Path):
    path = tmp_path / "file"
    before = os.umask(0o027)
    try:
        write_atomically(path, b"")
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.stat().st_mode) == 0o640, "as the user wants it of new files"
    path.chmod(0o600)
    write_atomically(path, b"data")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@MODES
def test_a_link_stays_a_link(tmp_path: Path):
    path, link = tmp_path / "there" / "file", tmp_path / "link"
    path.parent.mkdir()
    path.write_bytes(b"old")
    link.symlink_to(path)
    write_atomically(link, b"new")
    assert link.is_symlink() and path.read_bytes() == b"new"


def test_an_error_names_the_file_that_was_to_be_written(tmp_path: Path):
    (tmp_path / "state.json").mkdir()
    with pytest.raises(OSError) as caught:
        write_atomically(tmp_path / "state.json", b"new")
    assert caught.value.filename == str((tmp_path / "state.json").resolve())


def test_what_a_killed_process_had_begun_to_write_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """And nothing else, though it may look alike."""
    (tmp_path / "checkpoints").mkdir()
    path = tmp_path / "checkpoints" / "000001.safetensors"
    others = [tmp_path / ".hidden.tmp", tmp_path / "a.0123456789abcdef.tmp"]
    for file in (path, *others):
        file.write_bytes(b"whole")

    def killed(*_: object) -> None:
        raise OSError

    with monkeypatch.context() as dying:
        dying.setattr(Path, "replace", killed)
        dying.setattr(Path, "unlink", killed)
        with pytest.raises(OSError):
            write_atomically(path, b"new")
    assert len([*path.parent.iterdir()]) == 2
    remove_cut_short(tmp_path)
    assert sorted(file for file in tmp_path.rglob("*") if file.is_file()) == sorted([path, *others])
    assert path.read_bytes() == b"whole"


def test_a_scratch_folder_is_new_and_gone_afterwards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with pytest.raises(ValueError, match="trial"), scratch_folder() as one, scratch_folder() as other:
        assert one != other and {one.parent, other.parent} == {tmp_path}
        (one / "file").write_text("here")
        raise ValueError("trial")
    assert os.listdir(tmp_path) == []


def test_a_scratch_folder_that_can_not_be_made_is_tried_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    tries = []

    def refuse(path: Path, *_args: object, **_more: object) -> None:
        tries.append(path)
        raise PermissionError

    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr(Path, "mkdir", refuse)
    with pytest.raises(PermissionError), scratch_folder():
        pass
    assert len(tries) == 1
