"""Begins the games of the window: new ones, rematches, AIs against each other, recorded ones. Changes who plays on in them."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from core.game import Game
from core.position import Color, Position, Size
from gui.game.change_players import ChangePlayersDialog
from gui.game.clock_setting import ClocksDialog
from gui.game.controller import time_of_beginning
from gui.game.information import InformationDialog
from gui.game.new_game import NewGameDialog, Sides
from gui.game.record_players import plays_here
from gui.game.setup import GameSetup
from gui.game.watching import ais_of
from gui.parts.asking import agrees
from gui.parts.dialogs import accepted
from gui.program.errors import show_error
from gui.program.messages import color_text, fill, one_after_another, player_label
from gui.program.settings import HUMAN, default_opponent

if TYPE_CHECKING:
    from gui.main_window import MainWindow


class GameDesk(QObject):
    """Begins games. Before one replaces another, the user is asked whether that may go."""

    def __init__(self, window: "MainWindow"):
        super().__init__(window)
        self._window = window
        self._settings = window.settings
        self._controller = window.controller

    # --- how games are played ---------------------------------------------------------------------------------

    def next_setup(self) -> GameSetup:
        """The setup of the next game: that of the last one that was begun here, with the clock that was last chosen in the dialog."""
        settings = self._settings
        return GameSetup(
            settings.black, settings.white, settings.size, settings.time_control, settings.strict
        )

    def setup_shown(self) -> GameSetup:
        """The setup of the game in the window, which may have come from a file, with those who play just now."""
        match, players = self._controller.match, self._controller.players
        return GameSetup(
            players[Color.BLACK],
            players[Color.WHITE],
            match.game.size,
            match.game.time_control,
            match.strict,
        )

    def setup_of_game(self) -> GameSetup:
        """The setup of the game itself, whoever tries something in it just now. The next start restores it."""
        players = self._controller.game.players
        return replace(self.setup_shown(), black=players[Color.BLACK], white=players[Color.WHITE])

    def ais_setup(self) -> GameSetup:
        """The setup of a game between the AIs that the window shows, also those of a record; without any, between those of the next game. A record's
        clock was the choice of others."""
        setup = self.setup_shown()
        recorded = {color: self._controller.lineup.recorded_name(color) for color in Color}
        black, white = (
            name if plays_here(name, self._settings.engines) else setup.of(color)
            for color, name in recorded.items()
        )
        setup = replace(setup, black=black, white=white, time_control=self._settings.time_control)
        return ais_of(self.next_setup() if black == white == HUMAN else setup, default_opponent())

    @property
    def may_play_again(self) -> bool:
        """Whether a rematch is possible: the players of a record of others, or of self-play, are not here."""
        match = self._controller.match
        shows_self_play = (
            match.result is not None and not match.trying and self._controller.self_play is not None
        )
        return not (shows_self_play or self._controller.lineup.are_recorded)

    # --- new games --------------------------------------------------------------------------------------------

    def start(
        self,
        setup: GameSetup,
        series: GameSetup | None = None,
        start: Position | None = None,
        entered: Mapping[Color, str] | None = None,
        is_chosen: bool = True,
    ) -> None:
        """Begin a game, on the empty board or from ``start``, with the names that the user ``entered`` for the players, and keep its setup for the
        next one if it ``is_chosen`` by the user, but for its clock: that of a record played again was not the user's choice. For a game of a
        ``series`` the series' setup is kept, whatever colours the players have in this game. Any other game ends a series."""
        window, settings = self._window, self._settings
        if series is None:
            window.watch.stop()
        if is_chosen:
            kept = series or setup
            settings.black, settings.white, settings.strict = kept.black, kept.white, kept.strict
            settings.board = str(kept.size)
            window.keep_settings()
        opening = window.watch.opening(setup) if start is None else ()
        self._controller.new_game(
            setup.black, setup.white, setup.size, setup.time_control, setup.strict, opening, start, entered
        )
        window.files.belonging.to_nothing()
        if series is None:
            self._come_to_board()

    def _come_to_board(self) -> None:
        """Give the board the keyboard when a game begins, whatever panel had it."""
        self._window.board.setFocus()
        self.watch_no_more()

    def watch_no_more(self) -> None:
        """Bring the AI's thoughts to the front, unless two AIs play, which is watched. A game of self-play shows its search's thoughts."""
        names = (self._controller.lineup.player_shown(color) for color in Color)
        ais = all(plays_here(name, self._settings.engines) for name in names)
        if not ais or self._controller.self_play is not None:
            self._window.docks.show_thoughts()

    def ask_for_new(self) -> None:
        """Ask in a dialog for a new game, and begin it."""
        window, settings, tally = self._window, self._settings, self._window.files.tally
        dialog = NewGameDialog(
            window,
            self.next_setup(),
            window.networks.choices(),
            settings.random_colors,
            settings.engines,
            window.showing.position_looked_at,
            settings.random_moves,
            tally.said_against,
            tally.what_counts(),
        )
        tally.changed.connect(dialog.show_score)
        tally.refresh()
        while dialog.exec():  # shown again as it was left if the user keeps the game in the window
            if window.files.leaving.may_begin_another():
                settings.random_colors = dialog.selected() is Sides.RANDOM
                window.watch.random_moves.setValue(dialog.random_moves.value())
                settings.time_control = dialog.setup().time_control
                self.start(dialog.setup(), start=dialog.start())
                if not any(self._controller.is_human(color) for color in Color):
                    window.docks.bring_up("watch")
                break
            if not window.isVisible():  # it was closed meanwhile
                break
        tally.changed.disconnect(dialog.show_score)
        dialog.deleteLater()

    def change_players(self) -> None:
        """Ask in a dialog who plays on in this game, with all its moves. The game is paused meanwhile and goes on when players are chosen, even if it
        was paused before. A series ends, as its games are all between the same players. In a finished game the user is told how it can go on."""
        window, controller = self._window, self._controller
        if controller.match.result is not None:
            said = self.tr(
                "The game is over: look at an earlier position, choose “Play on from here” in the menu “Moves”, then change the players."
            )
            window.notices.tell_below(said)
            return
        about = self.tr("The game goes on where it stands, with all its moves.")
        if window.watch.running:
            about = one_after_another(about, self.tr("The series ends with its score so far."))
        dialog = ChangePlayersDialog(
            window,
            self.setup_shown(),
            window.networks.choices(),
            self._settings.engines,
            controller.match.position,
            about,
        )
        with controller.standing_still() as pause:
            if accepted(dialog) and window.isVisible():  # it may have been closed meanwhile
                self._let_play(*dialog.players_chosen())
                pause.goes_on = True

    def change_information(self) -> None:
        """Ask in a dialog who the players are called and on which occasion they play. The game is paused meanwhile."""
        dialog = InformationDialog(self._window, self._controller)
        with self._controller.standing_still():
            if accepted(dialog) and self._window.isVisible():  # it may have been closed meanwhile
                dialog.enter()

    def set_clocks(self) -> None:
        """Ask in a dialog what is left on the clocks. The game is paused meanwhile, and an AI that was thinking goes by the new time."""
        window, controller = self._window, self._controller
        with controller.standing_still():
            clock = controller.match.clock
            assert clock is not None  # the command needs one
            dialog = ClocksDialog(window, {color: clock.remaining(color) or 0.0 for color in Color})
            # the window may have been closed meanwhile
            if accepted(dialog) and window.isVisible() and controller.can_set_clocks:
                controller.set_clocks(dialog.chosen())

    def _let_play(self, black: str, white: str) -> None:
        """Have these players play on, and say who is new."""
        window, before = self._window, self._controller.players
        chosen = {Color.BLACK: black, Color.WHITE: white}
        new = [color for color in Color if chosen[color] != before[color]]
        if not new:
            return
        if len(new) > 1:
            both = self.tr("Black is played by %1, White by %2 from now on.")
            said = fill(both, player_label(black), player_label(white))
        else:
            one = self.tr("%1 is played by %2 from now on.")
            said = fill(one, color_text(new[0]), player_label(chosen[new[0]]))
        if window.watch.running:
            window.watch.stop()
            said = one_after_another(said, self.tr("The series ends with its score so far."))
        self._controller.set_players(black, white)
        if HUMAN in chosen.values():
            self.watch_no_more()
        else:
            window.docks.bring_up("watch")
        window.notices.tell(said)

    def rematch(self) -> None:
        """A game between the same players."""
        self._play_again(self.setup_of_game(), self._controller.game.entered)

    def swap_colors(self) -> None:
        """A game between the same players with colours swapped."""
        setup = self.setup_of_game()
        entered = {color.opponent: name for color, name in self._controller.game.entered.items()}
        self._play_again(replace(setup, black=setup.white, white=setup.black), entered)

    def _play_again(self, setup: GameSetup, entered: Mapping[Color, str]) -> None:
        """A rematch from where the game in the window began, which may be a position that was set up. Who has a name keeps it."""
        start = self._controller.game.root.position
        if refusal := setup.refusal(start):
            show_error(self._window, refusal)
        elif self._window.files.leaving.may_begin_another():
            if start.ply == 0:
                self.start(setup, entered=entered)
            else:
                self.start(replace(setup, size=start.size), start=start, entered=entered)

    def ai_against_ai(self) -> None:
        """A game between AIs, to be watched."""
        if self._window.files.leaving.may_begin_another():
            self.start(self.ais_setup())
            self._window.docks.bring_up("watch")
            if said := self.about_clock():
                self._window.notices.tell(said)

    def about_clock(self) -> str:
        """That a game which was begun without the dialog has a clock; empty if it has none."""
        return self.tr("It has the clock of your last new game.") if self._settings.time_control else ""

    def play_against(self, player: str, size: Size) -> bool:
        """Begin a game against ``player`` instead of the AI there was, on a board of ``size``. Returns whether it has begun."""
        if not self._window.files.leaving.may_begin_another():
            return False
        setup = self.next_setup()
        human_is_white = setup.white == HUMAN and setup.black != HUMAN
        black, white = (player, HUMAN) if human_is_white else (HUMAN, player)
        self.start(replace(setup, black=black, white=white, size=size))
        self._window.come_forward()
        return True

    def play_out(self, position: Position) -> None:
        """Begin a game from ``position`` without a clock, in which the human is to move against the AI of the last new game."""
        setup = self.next_setup()
        ai = next((each for each in (setup.black, setup.white) if each != HUMAN), default_opponent())
        black, white = (HUMAN, ai) if position.to_move is Color.BLACK else (ai, HUMAN)
        setup = GameSetup(black, white, position.size, None, setup.strict)
        if refusal := setup.refusal(position):
            show_error(self._window, refusal)
        elif self._window.files.leaving.may_begin_another():
            self.start(setup, start=position, is_chosen=False)

    def play_position(self, position: Position) -> None:
        """Begin a game from ``position``, which was set up, between the players of this one, paused."""
        if not self._window.files.leaving.may_begin_from_stones():
            return
        setup = self.setup_shown()
        game = Game(start=position)
        game.black_name, game.white_name = setup.black, setup.white
        game.date = time_of_beginning()
        game.time_control = setup.time_control
        self._controller.open_game(game, setup.black, setup.white, setup.strict)
        self._window.files.belonging.to_nothing(modified=position.ply > 0)  # its stones are saved nowhere
        self._come_to_board()

    # --- games that were played -------------------------------------------------------------------------------

    def show_recorded(self, game: Game) -> None:
        """Show a game that has no file of its own: a game of self-play at the first position that was searched, others at their end."""
        if self._window.files.leaving.may_leave_game():
            self._controller.open_game(game, strict=self._settings.strict)
            if self._controller.self_play is not None:
                self._controller.go_to(next(iter(self._controller.self_play.thoughts)))
            self._window.files.belonging.to_nothing()
            self._window.turn_to_board()
            self.watch_no_more()

    def take_back(self) -> None:
        """Take back the last move; before that, say so if a player can't go on from there."""
        player = self._controller.left_behind_by_undo
        said = self.tr(
            "%1 can't go on once a move is taken back: it can only play whole games from the empty board."
        )
        if not player or agrees(
            self._window, fill(said, player_label(player)), self.tr("&Take back"), self.tr("&Play on")
        ):
            self._controller.undo()

    def resign(self) -> None:
        """Resign, after asking."""
        if agrees(self._window, self.tr("Give up this game?"), self.tr("&Resign"), self.tr("&Play on")):
            self._controller.resign()
