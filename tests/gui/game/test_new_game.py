"""The dialog that begins a game."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QComboBox, QDialogButtonBox, QLabel, QMessageBox
from pytestqt.qtbot import QtBot

from ai.budget import seconds_for
from ai.levels import levels
from ai.players import NETWORKS, make_player
from core.clock import CHAMPIONSHIP, Clock, TimeControl
from core.position import Color, Position, Size
from gui.app import make_application
from gui.game import clock_choice
from gui.game.clock_choice import CLOCKS
from gui.game.new_game import OWN, NewGameDialog, Sides
from gui.game.setup import GameSetup
from gui.parts.checkpoint_file import OTHER_FILE
from gui.program.language import LanguageSwitch
from gui.program.messages import player_label
from gui.program.player_text import FULL_STRENGTH
from gui.program.settings import HUMAN
from tests.gui.desk import Desk, answer_file_dialogs, in_dialogs, wait

NINE = Size(9, 9)
Show = Callable[[GameSetup], NewGameDialog]


@pytest.fixture
def show(qtbot: QtBot) -> Show:
    make_application([])

    def make(setup: GameSetup) -> NewGameDialog:
        dialog = NewGameDialog(None, setup, [("flagship", "flagship")])
        qtbot.addWidget(dialog)
        dialog.show()
        return dialog

    return make


def test_the_button_that_begins_the_game_says_so_in_another_language_too(show: Show):
    dialog = show(GameSetup("human", "random", NINE, None, True))
    LanguageSwitch().use("zh_CN")
    QApplication.processEvents()
    assert dialog.agree.text() == "&Play"


@pytest.mark.parametrize(
    "setup",
    [
        GameSetup(HUMAN, "zero:net=flagship,simulations=800", NINE, None, True),
        GameSetup("uct:playouts=200", HUMAN, Size(5, 5), TimeControl(900), False),
        GameSetup("random", "policy:net=flagship", NINE, TimeControl(None, 12.5), True),
        GameSetup("zero:net=flagship,seconds=2.5", "uct:seconds=0.3", Size(4, 7), TimeControl(90, 5), True),
        GameSetup("zero:net=flagship,simulations=777", "uct:playouts=1", Size(13, 13), None, False),
        # more than the fields can say
        GameSetup("random:seed=4", "uct:playouts=800,exploration=1.4", NINE, TimeControl(125.5, 7.25), True),
        GameSetup("zero", "zero:net=flagship,simulations=9,seconds=0.05", NINE, TimeControl(10, 0.2), True),
    ],
    ids=lambda setup: f"{setup.black} {setup.white}",
)
def test_the_dialog_returns_the_setup_that_it_was_given(show: Show, setup: GameSetup):
    dialog = show(setup)
    assert dialog.setup() == setup
    assert dialog.problem.text() == "" and dialog.agree.isEnabled()


def choose(box: QComboBox, value: str) -> None:
    """Choose an entry as a user would."""
    index = box.findData(value)
    box.setCurrentIndex(index)
    box.activated.emit(index)


def test_changed_options_of_a_player_count_and_the_rest_is_kept(show: Show):
    dialog = show(GameSetup("random:seed=4", "uct:playouts=800,seed=3", NINE, TimeControl(125.5, 7.25), True))
    choose(dialog.players[Color.BLACK].kind, "uct")
    dialog.players[Color.WHITE].count.setValue(200)
    dialog.clock.seconds.setValue(20)
    setup = dialog.setup()
    assert (setup.black, setup.white) == ("uct", "uct:seed=3,playouts=200")
    assert setup.time_control is not None and setup.time_control.move_seconds == 20


def test_who_leaves_the_clock_unused_is_told_beside_who_does_not(show: Show):
    dialog = show(GameSetup(HUMAN, "zero:net=flagship,simulations=1600", NINE, None, True))
    assert dialog.clock_note.isHidden()
    dialog.clock.usual.setCurrentIndex(CLOCKS.index(CHAMPIONSHIP))
    assert dialog.clock_note.isVisible() and "Champion" in dialog.clock_note.text()
    choose(dialog.players[Color.WHITE].level, FULL_STRENGTH)
    assert dialog.clock_note.isHidden() and dialog.setup().white == FULL_STRENGTH
    assert not dialog.advanced.isChecked(), "nobody has to read its text"
    choose(dialog.players[Color.WHITE].level, "random")
    assert dialog.clock_note.isHidden(), "it doesn't search"


def test_full_strength_thinks_as_long_as_the_clock_allows(show: Show):
    limit = make_player(FULL_STRENGTH).default_limit
    assert limit.simulations is None
    shared = Clock(CHAMPIONSHIP, lambda: 0.0).limit_for(Color.BLACK, limit)
    seconds = seconds_for(Position.empty(), shared)
    assert seconds is not None and 30 < seconds < 60 == limit.seconds


def test_a_clock_of_ones_own_is_the_one_that_its_fields_show(show: Show):
    dialog = show(GameSetup(HUMAN, "random", NINE, None, True))
    choose(dialog.clock.usual, clock_choice.OWN)
    assert dialog.clock.minutes.text() == "15.0 min"
    assert dialog.setup().time_control == TimeControl(15 * 60)


def test_a_level_is_chosen_by_its_name(show: Show):
    dialog = show(GameSetup(HUMAN, "random:seed=4", NINE, None, True))
    opponent = dialog.players[Color.WHITE]
    assert opponent.level.currentData() == OWN and dialog.advanced.isChecked()
    for level in levels():
        choose(opponent.level, level.player_text)
        assert dialog.setup().white == level.player_text
        assert opponent.level.currentText().startswith(level.name("en"))
    opponent.count.setValue(77)
    assert opponent.level.currentData() == OWN


@pytest.mark.parametrize("kind", ["zero", "uct", "rave", "alphabeta"])
def test_a_player_has_the_word_for_its_number_that_its_field_has(qtbot: QtBot, show: Show, kind: str):
    """Whatever it is called in the player's text."""
    dialog = show(GameSetup(HUMAN, "random:seed=4", NINE, None, True))
    fields = dialog.players[Color.WHITE]
    choose(fields.kind, kind)
    fields.count.selectAll()
    qtbot.keyClicks(fields.count, "300")
    (label,) = [each for each in fields.findChildren(QLabel) if each.buddy() is fields.count]
    assert label.text() == "S&imulations" and "300 simulations" in player_label(dialog.setup().white)


def test_numbers_stand_behind_advanced(qtbot: QtBot, show: Show):
    dialog = show(GameSetup(HUMAN, levels()[0].player_text, NINE, None, True))
    opponent = dialog.players[Color.WHITE]
    assert opponent.level.isVisible() and not opponent.isVisible()
    qtbot.mouseClick(dialog.advanced, Qt.MouseButton.LeftButton)
    assert opponent.isVisible() and not dialog.players[Color.BLACK].isVisible()


def test_fields_that_are_hidden_again_leave_no_gap(show: Show):
    dialog = show(GameSetup(HUMAN, "uct:playouts=200", NINE, None, True))
    dialog.select(Sides.HUMANS)
    for problem in ("", "6x77"):
        dialog.size_choice.setCurrentText(problem or "9x9")
        dialog.fit()
        before = dialog.height()
        dialog.select(Sides.AIS)
        dialog.advanced.setChecked(True)
        dialog.clock.usual.setCurrentIndex(dialog.clock.usual.findData(clock_choice.OWN))
        QApplication.processEvents()
        assert dialog.height() > before + 200
        dialog.advanced.setChecked(False)
        dialog.select(Sides.HUMANS)
        dialog.clock.usual.setCurrentIndex(0)
        assert dialog.height() == before


def test_one_click_chooses_who_plays(qtbot: QtBot, show: Show):
    dialog = show(GameSetup(HUMAN, "uct:playouts=333", NINE, None, True))
    for sides, players in (
        (Sides.WHITE, ("uct:playouts=333", HUMAN)),
        (Sides.AIS, ("uct:playouts=333", "uct:playouts=333")),
        (Sides.HUMANS, (HUMAN, HUMAN)),
        (Sides.BLACK, (HUMAN, "uct:playouts=333")),
    ):
        qtbot.mouseClick(dialog.sides[sides], Qt.MouseButton.LeftButton)
        assert dialog.selected() is sides
        assert (dialog.setup().black, dialog.setup().white) == players
        shown = [color for color, choice in dialog.players.items() if choice.level.isVisible()]
        assert len(shown) == sum(player != HUMAN for player in players)


def test_tab_goes_to_those_who_are_chosen_to_play_and_arrows_choose_others(qtbot: QtBot, show: Show):
    dialog = show(GameSetup("random", "random", NINE, None, True))
    dialog.activateWindow()
    wait(qtbot, dialog.isActiveWindow)
    dialog.buttons.button(QDialogButtonBox.StandardButton.Cancel).setFocus()
    qtbot.keyClick(dialog.focusWidget(), Qt.Key.Key_Tab)
    assert dialog.focusWidget() is dialog.sides[Sides.AIS]
    qtbot.keyClick(dialog.focusWidget(), Qt.Key.Key_Tab)
    assert dialog.focusWidget() not in dialog.sides.values()
    qtbot.keyClick(dialog.focusWidget(), Qt.Key.Key_Backtab)
    qtbot.keyClick(dialog.focusWidget(), Qt.Key.Key_Left)
    assert dialog.selected() is Sides.RANDOM and dialog.focusWidget() is dialog.sides[Sides.RANDOM]
    qtbot.keyClick(dialog.focusWidget(), Qt.Key.Key_Return)
    assert dialog.result() and dialog.selected() is Sides.RANDOM


def test_random_moves_to_begin_with_are_set_where_ais_are_chosen_to_play(desk: Desk):
    desk.window.watch.random_moves.setValue(3)
    shown = []

    def begin(dialog: NewGameDialog) -> None:
        shown.append(dialog.random_moves.isVisible())
        dialog.select(Sides.AIS)
        shown.append(dialog.random_moves.isVisible())
        assert dialog.random_moves.value() == 3
        for choice in dialog.players.values():
            choice.set_text("random:seed=1")
        dialog.from_board.setChecked(True)
        assert not dialog.random_moves.isEnabled(), "a position is played on from as it stands"
        dialog.from_board.setChecked(False)
        dialog.size_choice.setCurrentText("5x5")
        dialog.random_moves.setValue(1)
        desk.qtbot.mouseClick(dialog.agree, Qt.MouseButton.LeftButton)

    with in_dialogs(begin, kind=NewGameDialog):
        desk.trigger("new_game")
    assert shown == [False, True]
    assert desk.window.settings.random_moves == desk.window.watch.random_moves.value() == 1
    assert desk.window.controller.game.random_moves == 1


def test_a_drawn_colour_is_drawn_once(qtbot: QtBot, show: Show):
    dialog = show(GameSetup(HUMAN, "uct:playouts=333", NINE, None, True))
    qtbot.mouseClick(dialog.sides[Sides.RANDOM], Qt.MouseButton.LeftButton)
    setup = dialog.setup()
    assert {setup.black, setup.white} == {HUMAN, "uct:playouts=333"}
    assert all(dialog.setup() == setup for _ in range(20))


@pytest.mark.parametrize("text", ["", "nine", "1x9", "20x20", "9x", "-9", "9x9x9", "二十"])
def test_an_impossible_board_cannot_be_played(show: Show, text: str):
    dialog = show(GameSetup(HUMAN, HUMAN, NINE, None, True))
    dialog.size_choice.setCurrentText(text)
    assert not dialog.agree.isEnabled()
    assert len(dialog.problem.text()) > 10 and dialog.problem.isVisible()
    dialog.size_choice.setCurrentText("2x19")
    assert dialog.agree.isEnabled() and not dialog.problem.text()
    assert dialog.setup().size == Size(2, 19)


def test_no_field_moves_while_a_board_is_written(show: Show):
    dialog = show(GameSetup(HUMAN, "uct:playouts=200", NINE, None, True))
    places = set()
    for text in ("9x9", "", "3", "3x", "3x3"):
        dialog.size_choice.setCurrentText(text)
        QApplication.processEvents()
        places.add((dialog.height(), dialog.size_choice.y(), dialog.buttons.y()))
    assert len(places) == 1


def test_a_network_that_is_gone_cannot_be_played(show: Show):
    dialog = show(GameSetup(HUMAN, "zero:net=/gone/net.safetensors,simulations=800", NINE, None, True))
    assert not dialog.agree.isEnabled()
    assert "There is no network" in dialog.problem.text()
    dialog.select(Sides.HUMANS)
    assert dialog.agree.isEnabled()


@pytest.mark.parametrize(
    "player", ["wizard", "zero:simulations=many", "uct:playouts=", "zero:seconds=soon", "::", ""]
)
def test_nonsense_in_the_settings_opens_a_dialog_all_the_same(show: Show, player: str):
    dialog = show(GameSetup(player, HUMAN, NINE, None, True))
    assert not dialog.agree.isEnabled() and len(dialog.problem.text()) > 10
    choose(dialog.players[Color.WHITE].level, levels()[0].player_text)
    assert dialog.agree.isEnabled()
    assert dialog.setup().black == levels()[0].player_text


def test_a_level_that_is_put_together_by_hand_is_that_level(show: Show):
    """The shipped network, named or not, and its settings in any order."""
    champion = levels()[-1]
    dialog = show(GameSetup(HUMAN, "uct:playouts=20", NINE, None, True))
    box = dialog.players[Color.WHITE]
    choose(box.kind, "zero")
    choose(box.network, "flagship")
    assert box.level.currentData() == OWN
    box.count.setValue(1600)
    assert box.text() == "zero:net=flagship,simulations=1600" != champion.player_text
    assert box.level.currentData() == champion.player_text
    assert player_label(box.text()) == player_label(champion.player_text)
    assert player_label("policy:temperature=0.5,net=generation-25").startswith("Club")
    assert not show(GameSetup(HUMAN, box.text(), NINE, None, True)).advanced.isChecked()


def test_fields_follow_the_kind_of_player(show: Show):
    dialog = show(GameSetup(HUMAN, "random:seed=7", NINE, None, True))
    box = dialog.players[Color.WHITE]
    for kind, fields in (
        ("zero", "network count seconds threads line"),
        ("uct", "count seconds line"),
        ("policy", "network line"),
        ("random", "line"),
    ):
        choose(box.kind, kind)
        names = ("network", "count", "seconds", "threads", "line")
        shown = [name for name in names if getattr(box, name).isVisible()]
        assert shown == fields.split()


def test_another_checkpoint_is_chosen(show: Show, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    broken, good = tmp_path / "broken.safetensors", tmp_path / "好 one.safetensors"
    broken.write_bytes(b"?")
    good.write_bytes((NETWORKS / "flagship.safetensors").read_bytes())
    dialog = show(GameSetup(HUMAN, "policy:net=flagship", NINE, None, True))
    network = dialog.players[Color.WHITE].network

    def choose_file(path: Path) -> None:
        answer_file_dialogs(monkeypatch, path)
        choose(network, OTHER_FILE)

    choose_file(broken)
    (box,) = dialog.findChildren(QMessageBox)
    assert "damaged or not a checkpoint" in box.text()
    box.close()
    assert dialog.setup().white == "policy:net=flagship"
    choose_file(good)
    assert dialog.setup().white == f"policy:net={good}"
    assert dialog.agree.isEnabled()


def test_of_a_network_that_is_written_the_list_has_only_what_stands_there_last(show: Show, qtbot: QtBot):
    dialog = show(GameSetup(HUMAN, "zero:net=flagship,simulations=50", NINE, None, True))
    dialog.advanced.setChecked(True)
    box = dialog.players[Color.WHITE]

    def networks() -> list[str]:
        return [box.network.itemData(index) for index in range(box.network.count())]

    before = networks()
    box.line.selectAll()
    qtbot.keyClicks(box.line, "zero:net=mynet")
    assert networks() == ["mynet", *before] and box.network.currentData() == "mynet"
    for _ in "mynet":
        qtbot.keyClick(box.line, Qt.Key.Key_Backspace)
    assert networks() == before and box.network.currentData() is None
    qtbot.keyClicks(box.line, "flagship")
    assert networks() == before and box.network.currentData() == "flagship"
    qtbot.keyClicks(box.line, "2")
    choose(box.network, "flagship")
    assert networks() == ["flagship2", *before], "who has chosen another may want it back"


def test_the_dialog_keeps_its_choices_where_the_game_is_not_left(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(QMessageBox, "question", lambda *_: QMessageBox.StandardButton.Cancel)
    desk.play()
    desk.click(12)
    sizes = []

    def begin(dialog: NewGameDialog) -> None:
        dialog.size_choice.setCurrentText("4x6")
        desk.qtbot.mouseClick(dialog.agree, Qt.MouseButton.LeftButton)

    def leave(dialog: NewGameDialog) -> None:
        sizes.append(dialog.size_choice.currentText())
        dialog.reject()

    with in_dialogs(begin, leave, kind=NewGameDialog):
        desk.trigger("new_game")
    assert sizes == ["4x6"] and desk.moves == 1


def test_a_game_begins_as_the_dialog_says(desk: Desk):
    def fill_in(dialog: NewGameDialog) -> None:
        choose(dialog.players[Color.WHITE].level, "random")
        dialog.size_choice.setCurrentText("4x6")
        dialog.clock.usual.setCurrentIndex(CLOCKS.index(TimeControl(None, 30)))
        desk.qtbot.mouseClick(dialog.agree, Qt.MouseButton.LeftButton)

    with in_dialogs(fill_in, kind=NewGameDialog):
        desk.key(Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
    assert desk.position.size == Size(4, 6)
    assert desk.window.games.next_setup() == GameSetup(
        HUMAN, "random", Size(4, 6), TimeControl(None, 30), True
    )
    desk.click_any()
    assert desk.moves == 2


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("zero", "800 by default"),
        ("rave", None),
        ("zero:seconds=2", "no limit"),
        ("zero:simulations=32", "32"),
        ("zero:simulations=many", "800 by default"),
    ],
)
def test_a_player_without_a_limit_says_its_own(show: Show, text: str, count: str | None):
    dialog = show(GameSetup(HUMAN, text, NINE, None, True))
    box = dialog.players[Color.WHITE]
    if count is None:
        assert box.count.text().endswith(" by default")
    else:
        assert box.count.text() == count


def test_a_long_refusal_leaves_the_fields_their_height(show: Show, qtbot: QtBot):
    dialog = show(GameSetup(HUMAN, "zero:net=flagship,simulations=50", NINE, None, True))
    dialog.advanced.setChecked(True)
    choice = dialog.players[Color.WHITE]
    fields = (choice.kind, choice.count, choice.line)
    choice.line.setText("")
    qtbot.keyClicks(choice.line, "zero:net=/nonexistent,simulations=50")
    wait(qtbot, lambda: dialog.problem.height() > 2 * dialog.problem.fontMetrics().height())
    wait(qtbot, lambda: all(field.height() == field.sizeHint().height() for field in fields))


def test_levels_have_their_elo_on_the_board_where_it_was_measured_alone(show: Show):
    dialog = show(GameSetup("random", HUMAN, NINE, None, True))
    level = dialog.players[Color.BLACK].level

    def rated() -> bool:
        return "Elo" in level.itemText(1) or "Elo" in level.toolTip()

    assert rated() and "9x9" in level.toolTip()
    for written, elo in (("19x19", False), ("9x9", True), ("nonsense", False)):
        dialog.size_choice.setCurrentText(written)
        assert rated() is elo, written
    assert level.currentData() == "random", "who is chosen stays so"
