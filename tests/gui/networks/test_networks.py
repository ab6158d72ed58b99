"""The list of networks."""

import errno
import os
import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from ai.checkpoint import read_info
from ai.players import NETWORKS
from ai.session_folder import SessionFolder
from ai.training.errors import RunError
from ai.training.run_folder import RunFolder
from ai.training.run_state import RunState
from gui.app import make_application
from gui.networks import networks
from gui.networks.networks import NAME, PARENT, RATING, KnownNetwork, NetworksDialog
from gui.parts.tables import UNKNOWN
from gui.program.messages import network_label
from tests.gui.desk import answer_file_dialogs, wait

FLAGSHIP = NETWORKS / "flagship.safetensors"


@pytest.fixture
def dialog(qtbot: QtBot, tmp_path: Path) -> NetworksDialog:
    make_application([])
    made = NetworksDialog(None, [], tmp_path / "runs")
    qtbot.addWidget(made)
    made.show()
    return made


def names(dialog: NetworksDialog) -> list[str]:
    rows = range(dialog.table.rowCount())
    return [item.text() for row in rows if (item := dialog.table.item(row, 0)) is not None]


def test_networks_are_named_by_generation_the_latest_first(dialog: NetworksDialog, tmp_path: Path):
    first, *earlier = names(dialog)
    generations = [int(name.removeprefix("shipped network, generation ")) for name in earlier]
    assert first == "shipped network" and generations == sorted(generations, reverse=True)
    own = tmp_path / "runs" / "第一次" / "checkpoints" / "000012.safetensors"
    assert network_label(str(own)) == "第一次, generation 12"
    assert network_label(str(tmp_path / "000012.safetensors")) == "000012"


def test_each_checkpoint_is_read_once_for_its_row(dialog: NetworksDialog, monkeypatch: pytest.MonkeyPatch):
    """And for what is said below the list of the one that is chosen."""
    paths: list[Path] = []
    monkeypatch.setattr(networks, "read_info", lambda path: paths.append(path) or read_info(path))
    dialog.fill()
    assert len(set(paths)) == dialog.table.rowCount() > 3
    assert all(paths.count(path) == 1 for path in paths if path != paths[0])


def test_shipped_networks_show_how_strong_they_are(dialog: NetworksDialog):
    cells = [dialog.table.item(row, RATING) for row in range(dialog.table.rowCount())]
    elos = [int(cell.text()) for cell in cells if cell is not None]
    assert len(elos) == dialog.table.rowCount()
    assert elos == sorted(elos, reverse=True), "the latest are listed first, and are the strongest"


def test_a_network_says_what_it_is_called_elsewhere(dialog: NetworksDialog):
    """And where it comes from, by that generation: its file there, 000902, looked like another number for this one."""
    row = names(dialog).index("shipped network, generation 903")
    name, parent = dialog.table.item(row, NAME), dialog.table.item(row, PARENT)
    assert name is not None and "net=generation-903" in name.toolTip()
    assert parent is not None and parent.text() == "generation 902"


def test_a_checkpoint_is_added_used_and_removed(
    qtbot: QtBot, dialog: NetworksDialog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    path = tmp_path / "我的 网络.safetensors"
    shutil.copy(FLAGSHIP, path)
    answer_file_dialogs(monkeypatch, path)
    shipped = names(dialog)
    assert shipped[0] == "shipped network" and not dialog.remove.isEnabled()
    qtbot.mouseClick(dialog.add, Qt.MouseButton.LeftButton)
    assert names(dialog) == [*shipped, "我的 网络"] and dialog.remove.isEnabled()
    with qtbot.waitSignal(dialog.use_asked) as asked:
        qtbot.mouseClick(dialog.use, Qt.MouseButton.LeftButton)
    assert asked.args == [str(path)]
    qtbot.mouseClick(dialog.remove, Qt.MouseButton.LeftButton)
    assert names(dialog) == shipped and path.is_file()


def test_a_shipped_network_that_is_chosen_by_its_file_is_on_the_list_already(
    qtbot: QtBot, dialog: NetworksDialog, monkeypatch: pytest.MonkeyPatch
):
    answer_file_dialogs(monkeypatch, NETWORKS / "generation-656.safetensors")
    shipped = names(dialog)
    qtbot.mouseClick(dialog.add, Qt.MouseButton.LeftButton)
    row = dialog.table.currentRow()
    assert names(dialog) == shipped and shipped[row] == "shipped network, generation 656"


def test_a_network_that_cannot_be_used_says_why(
    qtbot: QtBot, dialog: NetworksDialog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    path = tmp_path / "broken.safetensors"
    path.write_bytes(b"?")
    answer_file_dialogs(monkeypatch, path)
    qtbot.mouseClick(dialog.add, Qt.MouseButton.LeftButton)
    assert "damaged or not a checkpoint" in dialog.reason.text() and not dialog.use.isEnabled()
    row = dialog.table.currentRow()
    cell = dialog.table.item(row, 1)
    assert cell is not None and cell.text() == "can't be used" and dialog.table.columnSpan(row, 1) == 7


def test_a_network_may_go_while_it_is_listed(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    make_application([])
    info = read_info(FLAGSHIP)
    monkeypatch.setattr(KnownNetwork, "info", lambda _network: info)
    made = NetworksDialog(None, [str(tmp_path / "gone.safetensors")], tmp_path / "runs")
    qtbot.addWidget(made)
    cell = made.table.item(made.table.rowCount() - 1, 1)
    assert cell is not None and cell.text() == "can't be used"


def test_networks_are_listed_without_the_figures_of_the_shipped_run(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    make_application([])
    monkeypatch.setattr(SessionFolder, "read_metrics", lambda _run, _last=0: [])
    networks._shipped_ratings.cache_clear()
    made = NetworksDialog(None, [], tmp_path / "runs")
    qtbot.addWidget(made)
    cell = made.table.item(0, RATING)
    assert cell is not None and cell.text() == UNKNOWN
    networks._shipped_ratings.cache_clear()


def test_a_run_shows_its_best_network(qtbot: QtBot, tmp_path: Path):
    make_application([])
    checkpoints = tmp_path / "run-1" / "checkpoints"
    checkpoints.mkdir(parents=True)
    shutil.copy(FLAGSHIP, checkpoints / "000003.safetensors")
    RunFolder(tmp_path / "run-1").write_state(
        RunState(
            generation=3, best="000003.safetensors", best_generation=3, learner="b1c4-00000010.safetensors"
        )
    )
    (tmp_path / "run-2").mkdir()
    (tmp_path / "run-2" / "state.json").write_text("damaged", "utf-8")
    dialog = NetworksDialog(None, [], tmp_path)
    qtbot.addWidget(dialog)
    assert names(dialog)[-1] == "run-1, generation 3"


def test_a_run_that_may_not_be_looked_into_keeps_no_other_off_the_list(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    make_application([])
    status = Path.stat

    def refuse(path: Path, **how: bool) -> os.stat_result:
        if path.parent == tmp_path / "closed":
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return status(path, **how)

    (tmp_path / "closed").mkdir()
    monkeypatch.setattr(Path, "stat", refuse)
    dialog = NetworksDialog(None, [], tmp_path)
    qtbot.addWidget(dialog)
    assert names(dialog)[0] == "shipped network"
    with pytest.raises(RunError, match=r"state\.json can't be read"):
        RunFolder(tmp_path / "closed").read_state()


def test_the_key_delete_takes_off_the_list_what_was_added(qtbot: QtBot, tmp_path: Path):
    """As the button does: shipped networks stay, and the button says why."""
    make_application([])
    path = tmp_path / "mine.safetensors"
    shutil.copy(FLAGSHIP, path)
    dialog = NetworksDialog(None, [str(path)], tmp_path / "runs")
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.activateWindow()
    dialog.table.setFocus()
    wait(qtbot, dialog.table.hasFocus)
    before = names(dialog)
    qtbot.keyClick(dialog.table, Qt.Key.Key_Delete)
    assert names(dialog) == before and "added" in dialog.remove.toolTip()
    dialog.table.selectRow(before.index("mine"))
    qtbot.keyClick(dialog.table, Qt.Key.Key_Delete)
    assert "mine" not in names(dialog) and path.is_file()
