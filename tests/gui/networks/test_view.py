"""What networks think of the position on the board: at the pointer, copied, as a picture."""

import re
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint
from PySide6.QtGui import QHelpEvent, QImage
from PySide6.QtWidgets import QApplication, QLabel, QToolTip
from pytestqt.qtbot import QtBot

from ai import checkpoint
from ai.checkpoint import CHECKPOINTS, CheckpointInfo
from ai.networks import build
from ai.players import NETWORKS
from ai.training.config import RunConfig
from ai.training.run_files import RunFiles
from core.points import Notation
from core.position import Color, Position, Size
from gui.board.mini_board import MiniBoard
from gui.networks.fates import COLORS, EDGE, FateBoard, in_shown_order
from gui.networks.thoughts import NetworkColumn
from gui.networks.view import NetworkView
from gui.parts.saving import PICTURE_SCALE
from tests.gui.desk import Desk, choose_file

SIZE = Size(5, 5)
SHIPPED = [NETWORKS / f"{name}.safetensors" for name in ("flagship", "generation-903")]


def opened(desk: Desk, *checkpoints: Path) -> NetworkView:
    """A view of these networks, once they have answered."""
    desk.window.networks.look_at(list(checkpoints))
    (view,) = desk.window.findChildren(NetworkView)
    desk.wait(lambda: all("%" in column.value.text() for column in view.columns))
    return view


def made(path: Path, kind: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    checkpoint.save(path, build(kind, SIZE), CheckpointInfo(kind, SIZE.rows, SIZE.cols))
    return path


def fate_board(column: NetworkColumn) -> FateBoard:
    assert column.fates is not None and isinstance(column.fates.board, FateBoard)
    return column.fates.board


def told(board: MiniBoard, row: int, col: int, monkeypatch: pytest.MonkeyPatch) -> str:
    """What is told at the pointer over a point."""
    said: list[str] = []
    monkeypatch.setattr(QToolTip, "showText", lambda _place, text, *_where: said.append(text))
    place = board._place(row, col).center().toPoint()
    QApplication.sendEvent(board, QHelpEvent(QEvent.Type.ToolTip, place, QPoint()))
    return said[0]


def test_fates_are_seen_of_each_network_with_all_shares_at_the_pointer(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
):
    desk.play(size=9)
    desk.click(40)
    view = opened(desk, *SHIPPED)
    first, second = (fate_board(column) for column in view.columns)
    assert abs(first._shares - second._shares).max() > 0
    name, *shares = told(first, 4, 4, monkeypatch).splitlines()
    assert name == "E5"
    names, values = zip(*(share.rsplit(" ", 1) for share in shares), strict=True)
    assert names == (
        "Black's stone",
        "playable for the winner alone",
        "playable for nobody",
        "White's stone",
    )
    percents = [float(value.removesuffix("%")) for value in values]
    assert sum(percents) == pytest.approx(100, abs=0.1) and percents[0] > 90
    view.close()


@pytest.mark.parametrize("to_move", list(Color))
def test_an_empty_point_is_divided_among_its_fates(qtbot: QtBot, desk: Desk, to_move: Color):
    """Whoever is to move, Black's share stands at the left."""
    position = Position.sketch(np.zeros((5, 5), np.int8), to_move)
    own, opponent = (0.25, 0.5) if to_move is Color.BLACK else (0.5, 0.25)
    fates = np.repeat([[own], [opponent], [0.25], [0.0]], SIZE.points, axis=1)
    board = FateBoard(in_shown_order(fates, position), 300, Notation.CHAMPIONSHIP)
    qtbot.addWidget(board)
    picture, field = board.grab().toImage(), board._place(2, 2)

    def color_at(share: float) -> str:
        x = field.left() + field.width() * (EDGE + (1 - 2 * EDGE) * share)
        return picture.pixelColor(round(x), round(field.center().y())).name()

    black, winners, _nobodys, white = (color.name() for color in COLORS)
    assert [color_at(share) for share in (0.1, 0.4, 0.6, 0.9)] == [black, winners, white, white]


def test_every_move_of_the_policy_is_told_at_the_pointer(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    """Also one whose percentage is not written on the board."""
    desk.play(size=9)
    desk.click(40)
    (column,) = opened(desk, SHIPPED[0]).columns
    board = column.policy.board
    assert board is not None and (0, 1) not in board._texts
    assert re.fullmatch(r"B9\nPolicy \d\.\d\d%", told(board, 0, 1, monkeypatch))
    assert told(board, 4, 4, monkeypatch) == "", "a stone is no move"


def test_networks_that_say_nothing_of_fates_say_so(desk: Desk, data_folder: Path):
    """Those without that head, and those whose run doesn't teach it."""
    desk.play(size=5)
    run = RunFiles(data_folder / "runs" / "untaught")
    untaught = made(run.path / CHECKPOINTS / "000001.safetensors", "b1c4")
    run.config_file.write_text(RunConfig(network="b1c4", fate_weight=0.0).to_toml(), "utf-8")
    view = opened(desk, made(data_folder / "agz.safetensors", "agz1x4"), untaught)
    for column, said in zip(view.columns, ("This kind of network", "run doesn't teach it"), strict=True):
        assert column.fates is None
        assert any(said in label.text() for label in column.findChildren(QLabel))
        assert column.rows() and all(row[-4:] == ("",) * 4 for row in column.rows())
    run.config_file.write_text("{", "utf-8")
    view.retranslate()
    assert view.columns[1].fates is not None, "nobody knows, so it is shown"
    view.close()


def test_what_networks_say_is_copied_for_spreadsheets(desk: Desk):
    desk.play(size=9)
    view = opened(desk, *SHIPPED)
    view.copy.click()
    assert "in the clipboard" in view.place.text()
    names, *rows = [line.split("\t") for line in QApplication.clipboard().text().split("\n")]
    assert names[:4] == ["Network", "Black wins", "Point", "Policy"] and len(names) == 8
    assert len(rows) == 2 * 81
    assert {row[0] for row in rows} == {"shipped network", "shipped network, generation 903"}
    first = [row for row in rows if row[0] == "shipped network"]
    assert first[0][2] == "A9"
    (black_wins,) = re.findall(r"Black wins ([\d.]+)%", view.columns[0].value.text())
    assert float(first[0][1]) == pytest.approx(float(black_wins), abs=0.06)
    assert sum(float(row[3]) for row in first) == pytest.approx(100, abs=0.5)
    assert all(sum(map(float, row[4:])) == pytest.approx(100, abs=0.1) for row in rows)
    desk.click(40)
    assert not view.copy.isEnabled() and "in the clipboard" not in view.place.text()
    desk.wait(view.copy.isEnabled)
    view.close()


def test_what_networks_say_is_saved_as_a_picture(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Whole, also where the window shows a part."""
    desk.play(size=9)
    view = opened(desk, *SHIPPED)
    view.resize(900, 300)
    choose_file(monkeypatch, tmp_path / "thoughts.png")
    view.save.click()
    assert "Saved: thoughts.png" in view.place.text()
    assert QImage(str(tmp_path / "thoughts.png")).size() == view._scroll.widget().size() * PICTURE_SCALE
    choose_file(monkeypatch, tmp_path / "none" / "thoughts.png")
    view.save.click()
    assert "can't be saved" in desk.take_error()
    view.close()
