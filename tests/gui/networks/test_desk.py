"""Networks in the menu "AI": whatever is chosen there does something, and the line over the board says what."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from threading import Event

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialogButtonBox,
    QFileDialog,
    QInputDialog,
    QLineEdit,
    QMessageBox,
    QProgressDialog,
)
from pytestqt.qtbot import QtBot

from ai import checkpoint
from ai.players import NETWORKS
from core.game import Game
from core.position import Color, Size
from gui.analysis import analysis_settings
from gui.app import make_application
from gui.arena import dialog as arena_dialog
from gui.game import new_game
from gui.networks import desk as network_desk
from gui.networks.networks import NetworksDialog
from gui.networks.view import NetworkView
from gui.parts import checkpoint_file
from gui.program.player_text import network_player, split
from gui.program.settings import HUMAN
from tests.gui.desk import Desk, answer, answer_file_dialogs, choose_file, in_dialogs, wait
from tests.patience import PATIENCE_SECONDS

UNLESS_CANCELLED = "Unless you cancel, it plays in the next game too and analyses from now on."
FLAGSHIP = NETWORKS / "flagship.safetensors"


@pytest.fixture
def network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A checkpoint of the user's own, which every file dialog chooses."""
    path = tmp_path / "mine.safetensors"
    shutil.copy(FLAGSHIP, path)
    answer_file_dialogs(monkeypatch, path)
    return str(path)


def players(desk: Desk) -> tuple[str, str]:
    chosen = desk.window.controller.players
    return chosen[Color.BLACK], chosen[Color.WHITE]


def next_players(desk: Desk) -> tuple[str, str]:
    return desk.window.settings.black, desk.window.settings.white


def choose(box: QMessageBox, text: str) -> None:
    """Press the button that says so."""
    (button,) = [each for each in box.buttons() if each.text().replace("&", "") == text]
    button.click()


def replay() -> Game:
    game = Game(Size(9, 9))
    for move in (40, 0, 24):
        game.play(move)
    return game


# --- a checkpoint --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cancels", [False, True])
def test_the_window_answers_while_a_network_is_loaded(
    desk: Desk, network: str, monkeypatch: pytest.MonkeyPatch, cancels: bool
):
    """The first one of all brings torch, which takes seconds. One that is cancelled is not used."""
    answered, told, before = Event(), [], next_players(desk)

    def load(*arguments: object) -> object:
        assert answered.wait(PATIENCE_SECONDS)
        return checkpoint.load(*arguments)  # type: ignore[arg-type]

    def look(dialog: QProgressDialog) -> None:
        told.append(dialog.labelText())
        if cancels:
            dialog.cancel()
        answered.set()
        desk.wait(lambda: not dialog.isVisible())

    monkeypatch.setattr(checkpoint_file, "load", load)
    with in_dialogs(look, kind=QProgressDialog):
        desk.trigger("load_checkpoint")
    assert told == ["The network “mine.safetensors” is being loaded…"] and not desk.boxes()
    assert (next_players(desk) == before) is cancels
    assert (network in desk.window.settings.networks) is not cancels


def test_a_checkpoint_takes_the_place_of_an_ai_without_a_network(
    desk: Desk, network: str, monkeypatch: pytest.MonkeyPatch
):
    asked: list[str] = []
    desk.play("random:seed=1", HUMAN, size=9)
    desk.wait_for_turn()

    def take_over(box: QMessageBox) -> None:
        asked.append(box.text())
        choose(box, "Take over")

    with in_dialogs(take_over, kind=QMessageBox):
        desk.trigger("load_checkpoint")
    assert asked == [
        "A game is under way. Let the network “mine” play on in it, in place of Black's Random moves (seed=1)? "
        + UNLESS_CANCELLED
    ]
    own = f"zero:net={network},simulations=800"
    assert players(desk) == next_players(desk) == (own, HUMAN)
    assert desk.notice.startswith(
        "Black plays with the network “mine” from now on. The analysis uses it too."
    )
    assert desk.notice.endswith("White to move: your turn.")
    assert desk.window.settings.analysis_player == f"zero:net={network}"
    assert (network, "mine") in [(value, label) for label, value in desk.window.networks.choices()]
    desk.click(40)
    assert "network" not in desk.notice


@pytest.mark.parametrize(
    ("button", "taken", "said"),
    [
        ("Take over Black", [Color.BLACK], "Black plays"),
        ("Take over White", [Color.WHITE], "White plays"),
        ("Take over both", [*Color], "Both AIs play"),
    ],
)
def test_the_user_chooses_whose_place_a_network_takes_between_ais(
    desk: Desk, network: str, button: str, taken: list[Color], said: str
):
    """The question names each, though they are called alike, and the next game is as this one."""
    player = "zero:net=flagship,simulations=1"
    desk.play(player, player, size=9)
    desk.wait(lambda: desk.moves)
    desk.trigger("pause")
    asked: list[str] = []

    def take_over(box: QMessageBox) -> None:
        asked.append(box.text())
        choose(box, button)

    with in_dialogs(take_over, kind=QMessageBox):
        desk.trigger("load_checkpoint")
    name = "Buwei AI (shipped network, 1 simulations)"
    assert asked[0].endswith(f"in place of Black's {name}, White's {name}? {UNLESS_CANCELLED}")
    own = f"zero:net={network},simulations=1"
    assert players(desk) == next_players(desk) == tuple(own if one in taken else player for one in Color)
    assert f"{said} with the network “mine” from now on." in desk.notice


def test_an_ai_without_a_network_between_two_can_give_way_to_one(desk: Desk, network: str):
    desk.window.watch.speed.setValue(50)
    desk.play("random:seed=1", "zero:simulations=1", size=9)
    desk.wait(lambda: desk.moves)
    desk.trigger("pause")
    with in_dialogs(lambda box: choose(box, "Take over Black"), kind=QMessageBox):
        desk.trigger("load_checkpoint")
    assert players(desk) == (f"zero:net={network},simulations=800", "zero:simulations=1")


def test_the_opponent_of_a_game_under_way_stays_if_the_user_wants_it_to(desk: Desk, network: str):
    desk.play("random:seed=1", HUMAN, size=9)
    desk.wait_for_turn()
    with in_dialogs(lambda box: choose(box, "Only the next game and the analysis"), kind=QMessageBox):
        desk.trigger("load_checkpoint")
    assert players(desk) == ("random:seed=1", HUMAN)
    assert next_players(desk) == (f"zero:net={network},simulations=800", HUMAN)
    assert desk.notice.startswith(
        "This game goes on as it was: the network “mine” plays in the next one. The analysis uses it too."
    )


def test_a_checkpoint_that_is_wanted_nowhere_after_all_changes_nothing(desk: Desk, network: str):
    desk.play("random:seed=1", HUMAN, size=9)
    desk.wait_for_turn()
    before = desk.notice, next_players(desk), desk.window.settings.analysis_player
    with in_dialogs(lambda box: desk.qtbot.keyClick(box, Qt.Key.Key_Escape), kind=QMessageBox):
        desk.trigger("load_checkpoint")
    assert (desk.notice, next_players(desk), desk.window.settings.analysis_player) == before
    assert players(desk) == ("random:seed=1", HUMAN)
    assert network not in desk.window.settings.networks


def test_a_network_that_learned_on_other_boards_is_told_of(desk: Desk, network: str):
    desk.play(HUMAN, "random:seed=1", size=5)
    desk.trigger("load_checkpoint")
    assert "It learned on 9x9 boards only: on 5x5 it may play poorly." in desk.notice


def test_a_checkpoint_in_a_replay_analyses_and_plays_next(desk: Desk, network: str):
    desk.play(HUMAN, "random:seed=1", size=9)
    desk.window.controller.open_game(replay())
    desk.trigger("load_checkpoint")
    assert players(desk) == (HUMAN, HUMAN)
    assert next_players(desk) == (HUMAN, f"zero:net={network},simulations=800")
    assert desk.notice.startswith(
        "No AI plays in this game: the network “mine” plays in the next one. The analysis"
    )


def test_a_checkpoint_leaves_a_finished_game_as_it_was(desk: Desk, network: str):
    desk.play(HUMAN, "random:seed=1", size=9)
    desk.window.controller.resign()
    desk.trigger("load_checkpoint")
    assert players(desk) == (HUMAN, "random:seed=1")
    assert next_players(desk) == (HUMAN, f"zero:net={network},simulations=800")
    assert desk.notice.startswith("This game is over: the network “mine” plays in the next one.")


def test_an_analysis_without_a_network_stays_as_the_user_chose_it(desk: Desk, network: str):
    desk.window.settings.analysis_player = "uct:seed=1"
    desk.play("random:seed=1", HUMAN, size=9)
    desk.wait_for_turn()
    asked: list[str] = []

    def choose_next(box: QMessageBox) -> None:
        asked.append(box.text())
        choose(box, "Only the next game")

    for command in ("load_checkpoint", "shipped_network"):
        with in_dialogs(choose_next, kind=QMessageBox):
            desk.trigger(command)
        assert asked.pop().endswith("Unless you cancel, it plays in the next game too.")
        assert desk.window.settings.analysis_player == "uct:seed=1"
        assert "in the next one. The analysis stays with UCT search" in desk.notice


def test_a_level_that_is_weak_on_purpose_is_not_with_another_network():
    assert network_player("policy:temperature=4", "mine", 100) == "policy:net=mine"
    assert (
        network_player("zero:simulations=8,threads=2", "mine", 100) == "zero:net=mine,simulations=8,threads=2"
    )
    assert network_player("uct:playouts=200", "mine", 100) == "zero:net=mine,simulations=100"


def test_a_shipped_network_that_is_chosen_by_its_file_is_kept_by_its_name(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
):
    """Wherever one chooses a file: the program, on a stick say, may stand elsewhere at the next start."""
    answer_file_dialogs(monkeypatch, NETWORKS / "generation-903.safetensors")
    desk.play(HUMAN, "random:seed=1", size=9)
    desk.trigger("load_checkpoint")
    settings = desk.window.settings
    assert next_players(desk) == (HUMAN, "zero:net=generation-903,simulations=800")
    assert settings.analysis_player == "zero:net=generation-903" and settings.networks == []
    analyst = analysis_settings.PlayerChoice("uct", [])
    player = new_game.PlayerFields("policy:net=flagship", [])
    opponents = arena_dialog.PlayerList([], [])
    for box in (analyst, player.network, opponents.choice):
        box.setCurrentIndex(box.findData(checkpoint_file.OTHER_FILE))
        box.activated.emit(box.currentIndex())
    assert analyst.player() == "zero:net=generation-903"
    assert player.text() == "policy:net=generation-903"
    assert opponents.texts()[-1].startswith("zero:net=generation-903,")


def test_the_game_says_from_which_move_on_the_network_plays(desk: Desk, network: str, tmp_path: Path):
    """In the list of moves and in its file, whose header names all who played; the moves before stay those of who made them."""
    path = tmp_path / "game.sgf"
    desk.play(HUMAN, "random:seed=1", size=7)
    desk.click_any()
    assert desk.window.files.saving.save_to(path) and not desk.window.isWindowModified()
    with in_dialogs(lambda box: choose(box, "Take over"), kind=QMessageBox):
        desk.trigger("load_checkpoint")
    assert desk.window.isWindowModified()
    desk.click_any()

    def rows() -> list[str]:
        return [desk.window.history.item(row).text().partition("  ")[2] for row in range(5)]

    new = "Buwei AI (mine, 800 simulations)"
    before = rows()
    assert before[4].endswith(f"  {new}") and all(len(row) == 2 for row in before[1:4])
    assert desk.window.history.item(4).toolTip() == f"From here on White is played by {new}."
    assert desk.window.files.saving.save_to(path)
    written = path.read_text()
    assert f"PW[Random moves (seed=1) / {new}]" in written and written.count("BWPW") == 3
    desk.window.files.opening.open_path(path)
    assert rows() == before and players(desk) == (HUMAN, f"zero:net={network},simulations=800")


# --- the list of networks ------------------------------------------------------------------------------------------------


def test_play_with_it_begins_a_game_against_the_network(
    desk: Desk, network: str, monkeypatch: pytest.MonkeyPatch
):
    answer(monkeypatch, QMessageBox.StandardButton.Discard)
    desk.play(HUMAN, "random:seed=1", size=7)
    play_with(desk, network)
    own = f"zero:net={network},simulations=800"
    assert players(desk) == next_players(desk) == (HUMAN, own)
    said = "A new game against Buwei AI (mine, 800 simulations). The analysis uses it too."
    assert desk.notice.startswith(said)
    assert split(desk.window.settings.analysis_player)[1]["net"] == network


def test_the_analysis_is_not_spoken_of_where_no_network_analyses(desk: Desk, network: str):
    """That is the user's choice, and has nothing to do with whom they play."""
    desk.window.settings.analysis_player = "uct:playouts=1000"
    desk.play()
    play_with(desk, network)
    assert players(desk) == (HUMAN, f"zero:net={network},simulations=800")
    assert desk.notice == "A new game against Buwei AI (mine, 800 simulations). Black to move: your turn."


def test_play_with_it_asks_while_a_game_is_under_way(
    desk: Desk, network: str, monkeypatch: pytest.MonkeyPatch
):
    """Whether the network plays on in it, as one that is loaded does, or in a new one."""
    saving = answer(monkeypatch, QMessageBox.StandardButton.Discard)
    desk.play("random:seed=1", HUMAN, size=9)
    desk.wait_for_turn()
    before, moves = players(desk), desk.moves
    play_with(desk, network, lambda box: choose(box, "Cancel"))
    assert players(desk) == before and desk.moves == moves
    play_with(desk, network, lambda box: choose(box, "Take over"))
    own = f"zero:net={network},simulations=800"
    assert players(desk) == next_players(desk) == (own, HUMAN) and desk.moves == moves and not saving
    desk.play("random:seed=1", HUMAN, size=9)
    desk.wait_for_turn()
    desk.click_any()
    play_with(desk, network, lambda box: choose(box, "New game"))
    assert players(desk) == (own, HUMAN) and len(saving) == 1
    said = "A new game against Buwei AI (mine, 800 simulations). The analysis uses it too."
    assert desk.notice.startswith(said), "as where it takes over"


def play_with(desk: Desk, network: str, *answers: Callable[[QMessageBox], None]) -> None:
    """Choose ``network`` in the list, and answer what is asked then."""

    def take(dialog: NetworksDialog) -> None:
        values = [each.value for each in dialog._networks]
        dialog.table.selectRow(values.index(network))
        desk.qtbot.mouseClick(dialog.use, Qt.MouseButton.LeftButton)

    if network not in desk.window.settings.networks:
        desk.window.settings.networks.append(network)
    with in_dialogs(*answers, kind=QMessageBox), in_dialogs(take, kind=NetworksDialog):
        desk.trigger("networks")


# --- simulations ---------------------------------------------------------------------------------------------------------


def set_simulations(desk: Desk, number: int) -> tuple[str, int]:
    """What the dialog asks, and the number that stands in it at first."""
    seen: list[tuple[str, int]] = []

    def fill_in(dialog: QInputDialog) -> None:
        seen.append((dialog.labelText(), dialog.intValue()))
        dialog.setIntValue(number)
        dialog.accept()

    with in_dialogs(fill_in, kind=QInputDialog):
        desk.trigger("set_simulations")
    return seen[0]


def test_simulations_of_the_ai_that_plays(desk: Desk):
    desk.play(HUMAN, "zero:net=flagship,simulations=32", size=9)
    assert set_simulations(desk, 20) == ("Simulations of the AI for each move:", 32)
    assert players(desk) == next_players(desk) == (HUMAN, "zero:net=flagship,simulations=20")
    assert desk.notice.startswith("The AI makes 20 simulations a move from now on.")
    assert set_simulations(desk, 20)[1] == 20


def test_simulations_where_nobody_counts_them_are_for_the_next_network(desk: Desk, network: str):
    desk.play(HUMAN, "uct:playouts=50", size=9)
    question, number = set_simulations(desk, 20)
    assert "doesn't count simulations and plays on as before" in question and number == 800
    assert players(desk) == (HUMAN, "uct:playouts=50")
    assert desk.notice.startswith("Networks that you load or play against next make 20 simulations a move.")
    assert set_simulations(desk, 20)[1] == 20
    desk.trigger("load_checkpoint")
    assert players(desk) == (HUMAN, f"zero:net={network},simulations=20")


def test_simulations_in_a_replay_leave_the_players_of_the_next_game(desk: Desk):
    desk.play(HUMAN, "zero:net=flagship,simulations=32", size=9)
    desk.window.controller.open_game(replay())
    assert set_simulations(desk, 20)[0].startswith("No AI plays now.")
    assert next_players(desk) == (HUMAN, "zero:net=flagship,simulations=20")


def test_simulations_leave_a_game_as_it_was_that_ends_while_they_are_asked_for(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
):
    desk.play(HUMAN, "zero:net=flagship,simulations=32", size=9)

    def ask(*_: object) -> tuple[int, bool]:
        desk.window.controller.resign()
        return 20, True

    monkeypatch.setattr(QInputDialog, "getInt", ask)
    desk.trigger("set_simulations")
    assert desk.window.controller.game.white_name == "zero:net=flagship,simulations=32"
    assert next_players(desk) == (HUMAN, "zero:net=flagship,simulations=20")
    assert "Networks that you load or play against next make 20 simulations" in desk.notice


# --- a series ------------------------------------------------------------------------------------------------------------


def series(desk: Desk, player: str) -> None:
    """A series of two games, the first of which stands before its first move."""
    desk.window.watch.games.setValue(2)
    desk.play(player, player, size=9)
    desk.key(Qt.Key.Key_P)
    desk.window.docks.bring_up("watch")
    discard = QMessageBox.StandardButton.Discard
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(QMessageBox, "question", lambda *_: discard)
        desk.qtbot.mouseClick(desk.window.watch.start, Qt.MouseButton.LeftButton)
    desk.key(Qt.Key.Key_P)
    assert desk.window.watch.running


@pytest.mark.parametrize("between", [False, True])
def test_a_series_ends_where_others_than_its_players_are_chosen(
    desk: Desk, network: str, between: bool, monkeypatch: pytest.MonkeyPatch
):
    """The next game would be played by those of its beginning, and the score would say that the others were theirs."""
    monkeypatch.setattr(network_desk, "ask_whose_place", lambda *args: tuple(args[3]))
    watch = desk.window.watch
    series(desk, "zero:net=flagship,simulations=32")
    if between:
        desk.window.controller.resign()
        assert watch._next.isActive()
    score = watch.score.text()
    desk.trigger("load_checkpoint")
    assert not watch.running and not watch._next.isActive()
    assert watch.score.text() == score.replace("   (", "   (stopped after ")
    own = f"zero:net={network},simulations=32"
    assert next_players(desk) == (own, own)
    assert "The series ends with its score so far." in desk.notice
    desk.trigger("load_checkpoint")
    assert "series" not in desk.notice


@pytest.mark.parametrize("between", [False, True])
@pytest.mark.parametrize(
    ("player", "ends"), [("zero:net=flagship,simulations=32", True), ("random:seed=1", False)]
)
def test_simulations_end_a_series_if_its_players_count_them(
    desk: Desk, between: bool, player: str, ends: bool
):
    series(desk, player)
    if between:
        desk.window.controller.resign()
    set_simulations(desk, 20)
    assert desk.window.watch.running != ends and ("The series ends" in desk.notice) == ends


# --- the file dialog -----------------------------------------------------------------------------------------------------


def test_the_dialog_begins_where_checkpoints_are(data_folder: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(checkpoint_file, "_last_folder", None)
    assert checkpoint_file.start_folder() == NETWORKS
    for number, name in enumerate(("run-2", "run-1", "run-3")):
        checkpoints = data_folder / "runs" / name / "checkpoints"
        checkpoints.mkdir(parents=True)
        if name != "run-3":  # which has none yet
            (checkpoints / "gen-0001.safetensors").touch()
        os.utime(checkpoints, (number, number))
    newest = data_folder / "runs" / "run-1" / "checkpoints"
    assert checkpoint_file.start_folder() == newest
    monkeypatch.setattr(checkpoint_file, "_last_folder", data_folder)
    assert checkpoint_file.start_folder() == data_folder


def test_a_path_under_a_hidden_folder_can_be_typed(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    make_application([])
    monkeypatch.setattr(checkpoint_file, "_last_folder", None)
    path = tmp_path / ".local" / "mine.safetensors"
    path.parent.mkdir()
    shutil.copy(FLAGSHIP, path)

    def fill_in(dialog: QFileDialog) -> None:
        line = dialog.findChild(QLineEdit, "fileNameEdit")
        assert line is not None
        wait(qtbot, line.hasFocus)
        qtbot.keyClicks(line, str(path))
        wait(qtbot, dialog.findChildren(QDialogButtonBox)[0].buttons()[0].isEnabled)
        qtbot.keyClick(line, Qt.Key.Key_Return)

    with in_dialogs(fill_in, kind=QFileDialog):
        assert checkpoint_file.choose_checkpoint(None) == path
    assert checkpoint_file._last_folder == path.parent


def test_a_players_text_that_is_wrong_is_offered_again_to_be_mended(desk: Desk):
    choice = analysis_settings.PlayerChoice("uct", [])
    desk.qtbot.addWidget(choice)
    offered: list[str] = []

    def type_in(text: str) -> Callable[[QInputDialog], None]:
        def act(dialog: QInputDialog) -> None:
            offered.append(dialog.textValue())
            dialog.setTextValue(text)
            dialog.accept()

        return act

    with in_dialogs(type_in("utc:playouts=77"), kind=QInputDialog):
        choice.activated.emit(choice.findData(analysis_settings.ANY_PLAYER))
    assert choice.player() == "uct"
    with in_dialogs(type_in("uct:playouts=77"), kind=QInputDialog):
        (box,) = choice.findChildren(QMessageBox)
        desk.qtbot.keyClick(box, Qt.Key.Key_Escape)
        desk.wait(lambda: len(offered) == 2)
    assert offered == ["uct", "utc:playouts=77"] and choice.player() == "uct:playouts=77"


def test_what_the_network_sees_is_shown_of_the_game_and_once(desk: Desk):
    desk.play(size=9)
    for _ in range(2):
        desk.trigger("see_network")
    (view,) = desk.window.findChildren(NetworkView)
    desk.wait(lambda: "first choice" in view.columns[0].value.text())
    desk.trigger("set_up_position")
    assert not desk.window.commands.actions["see_network"].isEnabled(), "these stones are no game yet"
    desk.window.setup_bar.finish.click()
    view.close()
    desk.window.settings.analysis_player = "td:net=/gone.safetensors"
    desk.trigger("see_network")
    (view,) = (each for each in desk.window.findChildren(NetworkView) if each.isVisible())
    assert [path.stem for path in view.checkpoints] == ["flagship"], "that of the learner has no planes"
    view.close()
    desk.window.settings.analysis_player = "zero:net=/gone.safetensors"
    desk.trigger("see_network")
    assert "There is no network" in desk.take_error()


def test_a_broken_checkpoint_is_told(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = tmp_path / "broken.safetensors"
    path.write_bytes(b"nothing of the kind")
    choose_file(monkeypatch, path)
    desk.play(HUMAN, "policy:net=flagship", size=9)
    desk.trigger("load_checkpoint")
    assert "broken.safetensors is damaged or not a checkpoint" in desk.take_error()
    assert desk.window.controller.players[Color.WHITE] == "policy:net=flagship"


def test_a_checkpoint_with_damaged_weights_is_told_before_it_plays(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    path = tmp_path / "flipped.safetensors"
    checkpoint.save(path, *checkpoint.load(FLAGSHIP))  # files of earlier versions hold no checksum
    data = bytearray(path.read_bytes())
    data[-1000] ^= 0x40
    path.write_bytes(data)
    choose_file(monkeypatch, path)
    desk.play(HUMAN, "policy:net=flagship", size=9)
    desk.trigger("load_checkpoint")
    assert "flipped.safetensors are not those that were saved there" in desk.take_error()
    assert desk.window.controller.players[Color.WHITE] == "policy:net=flagship"


def test_a_checkpoint_plays_the_next_move(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = tmp_path / "新 网络.safetensors"
    shutil.copy(FLAGSHIP, path)
    choose_file(monkeypatch, path)
    desk.play(HUMAN, "policy:net=flagship", size=9)
    desk.trigger("load_checkpoint")
    assert not desk.boxes()
    assert "新 网络" in desk.window.players._name[Color.WHITE].text()
    assert desk.notice.startswith(
        "White plays with the network “新 网络” from now on. The analysis uses it too."
    )
    desk.click(40)
    desk.wait_for_turn()
    assert desk.moves == 2
    assert (f"policy:net={path}", Size(9, 9)) in desk.window.controller.thinker.worker._players
    monkeypatch.setattr(network_desk, "ask_whose_place", lambda *args: tuple(args[3]))
    desk.trigger("shipped_network")
    assert desk.window.controller.players[Color.WHITE] == "policy:net=flagship"
