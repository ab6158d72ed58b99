"""The table of commands, and what decides which can be given."""

from collections import Counter
from dataclasses import fields, replace

from gui.commands.state import WindowState
from gui.commands.table import MENUS


def test_no_two_commands_share_a_key():
    keys = Counter(
        key for _, _, commands in MENUS for command in commands if command is not None for key in command.keys
    )
    assert [key for key, count in keys.items() if count > 1] == []


def test_a_board_that_is_lent_leaves_the_commands_that_need_no_game_on_it():
    """Whatever else could be done."""
    all_true = WindowState(**{field.name: True for field in fields(WindowState)})

    def given(now: WindowState) -> set[str]:
        commands = [command for _, _, listed in MENUS for command in listed if command is not None]
        return {command.name for command in commands if command.enabled is not None and command.enabled(now)}

    placing = replace(all_true, practising=False)
    others = {"undo", "analyse", "rematch", "swap_colors", "stop_training", "play_newest", "open_run"}
    assert given(placing) == others | {"set_up_position", "report"}
    assert given(all_true) == others


def test_the_key_that_ends_marking_stops_no_player_at_once():
    stop = next(
        command
        for _, _, commands in MENUS
        for command in commands
        if command is not None and command.name == "stop"
    )
    assert stop.enabled is not None
    busy = WindowState(**{field.name: field.name == "busy" for field in fields(WindowState)})
    assert stop.enabled(busy) and not stop.enabled(replace(busy, marking=True))
