"""Games that were played to their end and saved nowhere."""

from datetime import datetime
from pathlib import Path
from types import SimpleNamespace

import pytest

from core import records
from core.game import Game
from core.position import Size
from gui.records import played
from tests.gui.desk import Desk


def test_a_played_game_is_kept_with_names_for_people(desk: Desk):
    desk.play("random:seed=1", "random:seed=2")
    desk.wait_for_end()
    desk.trigger("rematch")
    (path,) = played.folder().iterdir()
    assert records.load(path)[0].game.black_name == "Random moves (seed=1)"


def test_windows_that_keep_their_games_at_once_keep_both(data_folder: Path, monkeypatch: pytest.MonkeyPatch):
    """The second looks for a name while the first still writes."""
    first, second = Game(Size(3, 3)), Game(Size(4, 4))
    write = played.write_atomically
    names: list[Path] = []

    def slowly(path: Path, data: bytes) -> None:
        names.append(path)
        if len(names) == 1:
            played.keep(second)
        write(path, data)

    monkeypatch.setattr(played, "write_atomically", slowly)
    monkeypatch.setattr(played, "datetime", SimpleNamespace(now=lambda: datetime(2026, 1, 2)))
    played.keep(first)
    assert len(set(names)) == 2
    assert sorted(records.load(path)[0].game.size.rows for path in names) == [3, 4]
