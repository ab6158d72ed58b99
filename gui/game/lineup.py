"""Who plays either side of a game, and who played it in a record."""

from collections.abc import Callable

from core.match import Match
from core.position import Color
from gui.program.player_text import without_command
from gui.program.settings import HUMAN


class Lineup:
    """The players of one match. Those who try something in it play only until their try ends; the game's own players stay as they are."""

    def __init__(self, match: Match):
        self._match = match
        self._in_try: dict[Color, str] | None = None
        """Who tries something, if not the game's players."""
        self._taken_over: set[Color] = set()
        """Sides for which the user chose another player than the game's to try something."""
        if match.trying and HUMAN not in match.game.players.values():
            self._play_both_by_hand()

    @property
    def players(self) -> dict[Color, str]:
        """Who plays just now: the game's players, unless others try something in it."""
        return self._match.game.players if self._in_try is None else self._in_try

    @property
    def to_move(self) -> str:
        """The player whose turn it is where play stands."""
        return self.players[self._match.to_move]

    def is_human(self, color: Color) -> bool:
        return self.players[color] == HUMAN

    @property
    def human_to_move(self) -> bool:
        """Whether it is a human's turn where play stands."""
        return self.is_human(self._match.to_move)

    @property
    def only_ais(self) -> bool:
        return HUMAN not in self.players.values()

    # --- names ------------------------------------------------------------------------------------------------

    def recorded_name(self, color: Color) -> str:
        """Who played ``color`` in a record that was opened; empty where the side is played here."""
        name = self._match.game.name(color)
        return name if self.is_human(color) and name != HUMAN else ""

    @property
    def are_recorded(self) -> bool:
        """Whether at least one side of the game was played by others, whoever tries something in it now."""
        return any(self.was_played_by_others(color) for color in Color)

    def was_played_by_others(self, color: Color) -> bool:
        """Whether somebody of whom the game's record tells played ``color``, whoever tries something in it now."""
        game = self._match.game
        return game.players[color] == HUMAN and game.name(color) not in ("", HUMAN)

    def entered_name(self, color: Color) -> str:
        """The name that the user gave to who plays ``color``; empty without one, or where another tries something."""
        return "" if self._is_played_now(color) else self._match.game.entered.get(color, "")

    @property
    def played_here(self) -> bool:
        """Whether a human plays one of the sides here, rather than somebody in a record."""
        return any(self.is_human(color) and not self.recorded_name(color) for color in Color)

    def player_shown(self, color: Color) -> str:
        """Who plays ``color``, or played it in a record that was opened: a player's text or a name."""
        return ("" if self._is_played_now(color) else self.recorded_name(color)) or self.players[color]

    def _is_played_now(self, color: Color) -> bool:
        """Whether a try has a player of ``color`` to be named: a human who plays against an AI, or one whom the user chose, not who played the side
        in the record."""
        against_ai = self.is_human(color) and not self.is_human(color.opponent)
        return self._match.trying and (against_ai or color in self._taken_over)

    # --- changes ----------------------------------------------------------------------------------------------

    def change(self, now: dict[Color, str]) -> list[Color]:
        """Have these players play on, in a try only until it ends. Returns the sides that have changed. Moves already made keep the name of who made
        them."""
        before = self.players
        changed = [color for color in Color if now[color] != before[color]]
        if self._match.trying:
            self._taken_over.update(changed)
            self._in_try = now
        else:
            self._match.game.players = now
            for color in changed:
                self._hand_over(color, before[color])
        return changed

    def _hand_over(self, color: Color, before: str) -> None:
        """Note in the game that ``color`` has another player now; ``before`` made the moves so far, unless the record names somebody."""
        game = self._match.game
        entered = game.entered.get(color, "") if before == HUMAN else ""
        name = entered or game.name(color) or before
        if name != self.players[color]:
            game.hand_over(color, self.players[color], without_command(name))

    def rename_in_game(self, player_now: Callable[[str], str]) -> bool:
        """Rename players in the game's names, and its players while others try something. Returns whether a name has changed."""
        game = self._match.game
        has_changed = game.rename_players(player_now)
        if self._match.trying:
            game.players = {color: player_now(text) for color, text in game.players.items()}
        return has_changed

    def begin_try_by_click(self) -> None:
        """The user tries a move by a click. If an AI is to move there, the user plays both sides."""
        if not self.human_to_move:
            self._play_both_by_hand()

    def _play_both_by_hand(self) -> None:
        self._in_try = dict.fromkeys(Color, HUMAN)

    def end_try(self) -> None:
        """Nothing is tried any more: the game's players play again."""
        self._in_try = None
        self._taken_over = set()
