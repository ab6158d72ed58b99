"""The table of commands."""

from collections import Counter

from gui.commands import MENUS


def test_no_two_commands_share_a_key():
    keys = Counter(
        key for _, _, commands in MENUS for command in commands if command is not None for key in command.keys
    )
    assert [key for key, count in keys.items() if count > 1] == []
