"""Which networks play and analyse, and with how many simulations: loading a checkpoint, choosing one of the list."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtWidgets import QInputDialog, QWidget

from ai.arena.folder import plans_in
from ai.checkpoint import CheckpointError, read_info
from ai.players import SHIPPED, PlayerError, find_network, kind_of, name_of, split
from core import folders
from core.points import Notation
from core.position import Color, Position, Size
from gui.networks.networks import NetworksDialog, known_networks, learned_elsewhere
from gui.networks.view import NetworkView
from gui.parts.asking import ask
from gui.parts.checkpoint_file import can_be_loaded, choose_checkpoint
from gui.parts.dialogs import accepted
from gui.program.desktop import bring_to_front
from gui.program.errors import show_error
from gui.program.messages import (
    color_text,
    error_text,
    fill,
    listed,
    network_label,
    one_after_another,
    player_label,
)
from gui.program.player_text import NETWORK_KINDS, network_player, with_simulations
from gui.program.renaming import player_after
from gui.program.settings import HUMAN

if TYPE_CHECKING:
    from gui.main_window import MainWindow

MOST_SIMULATIONS_A_MOVE = 1_000_000
"""Most simulations a move that the window accepts."""


def seats(players: dict[Color, str]) -> tuple[Color, ...]:
    """Sides whose place a network takes: the AIs that play by a network, else one AI, White before Black; none if only humans play."""
    ais = [color for color in reversed(Color) if players[color] != HUMAN]
    playing_by_one = tuple(color for color in ais if kind_of(players[color]) in NETWORK_KINDS)
    return playing_by_one or tuple(ais[:1])


def ask_whose_place(
    window: QWidget, question: str, elsewhere: str, ais: Sequence[Color]
) -> tuple[Color, ...] | None:
    """Ask ``question`` about a network that would play on in the game: in whose place of its ``ais``. Returns those sides, ``()`` for the button
    ``elsewhere``, ``None`` if the user cancels."""
    translate = QCoreApplication.translate
    if len(ais) > 1:
        answers = {
            translate("NetworkDesk", "Take over &Black"): (Color.BLACK,),
            translate("NetworkDesk", "Take over &White"): (Color.WHITE,),
            translate("NetworkDesk", "Take over b&oth"): tuple(ais),
        }
    else:
        answers = {translate("NetworkDesk", "&Take over"): tuple(ais)}
    return ask(window, question, {**answers, elsewhere: ()})


class NetworkDesk(QObject):
    """The menu "AI"'s commands for networks. After each, the line over the board says what has changed."""

    def __init__(self, window: "MainWindow"):
        super().__init__(window)
        self._window = window
        self._settings = window.settings

    # --- choosing ---------------------------------------------------------------------------------------------

    def load(self) -> None:
        """Ask for a checkpoint and use it."""
        path = choose_checkpoint(self._window, self.tr("Load a checkpoint"))
        if path is not None:
            self.use_checkpoint(path)

    def use_checkpoint(self, path: Path) -> None:
        """Let the network in ``path`` play and analyse."""
        try:
            loaded = can_be_loaded(self._window, path, self._window.controller.game.size)
        except CheckpointError as error:
            show_error(self._window, error_text(error))
            return
        if loaded:
            self.use(name_of(path))

    def use_shipped(self) -> None:
        self.use(SHIPPED)

    def use(self, network: str) -> None:
        """Let ``network`` play for the AI of the game under way, if the user agrees, and in the next game, and analyse. It joins the list. If the
        user cancels, nothing changes."""
        taken = self._taken_in_game(network)
        if taken is not None:
            self._use(network, taken)

    def _use(self, network: str, taken: tuple[Color, ...]) -> None:
        """Let ``network`` play for the sides ``taken`` in the game under way, unless it has ended meanwhile, and in the next game, and analyse."""
        window = self._window
        if window.controller.match.result is not None:
            taken = ()
        known = known_networks(self._settings.networks, folders.runs_dir())
        if network not in (each.value for each in known):
            self._settings.networks.append(network)
        players = self._next_players()
        as_now = taken if players == window.controller.players else ()
        # even if humans played the game before
        ended = self._keep_for_next(*self._with(network, players, as_now or seats(players) or (Color.WHITE,)))
        analyses = window.analysis.use_network(network)
        if taken:
            window.controller.set_players(*self._with(network, window.controller.players, taken))
        said = one_after_another(self._said(network, taken), self._said_of_analysis(analyses))
        if warning := learned_elsewhere(network, self._window.controller.game.size):
            said = one_after_another(said, warning)
        self._tell(said, ended)

    def _taken_in_game(self, network: str) -> tuple[Color, ...] | None:
        """Sides whose place ``network`` takes in the game under way; ``None`` if the user cancels. Once moves are played, another kind of opponent is
        replaced only if the user agrees."""
        if self._would_exchange(network):
            if self._network_of_analysis():
                elsewhere = self.tr("Only the &next game and the analysis")
            else:
                elsewhere = self.tr("Only the &next game")
            question = self.tr("A game is under way. Let the network “%1” play on in it, in place of %2?")
            return self._ask_whose_place(question, network, elsewhere)
        return self._seats_now()

    def _seats_now(self) -> tuple[Color, ...]:
        """Sides whose place a network takes in the game under way, if there is one."""
        controller = self._window.controller
        return seats(controller.players) if controller.match.result is None else ()

    def _would_exchange(self, network: str) -> bool:
        """Whether ``network`` would replace another opponent in a game with moves."""
        controller, taken = self._window.controller, self._seats_now()
        now, then = [*controller.players.values()], self._with(network, controller.players, taken)
        return now != then and controller.match.head.parent is not None

    def _ask_whose_place(self, question: str, network: str, elsewhere: str) -> tuple[Color, ...] | None:
        """Ask ``question`` about ``network`` and the AIs whose place it may take; their colours are named because their names may be equal."""
        players = self._window.controller.players
        ais = [color for color in Color if players[color] != HUMAN]
        taken = [
            fill(self.tr("%1's %2", "a side and its player"), color_text(color), player_label(players[color]))
            for color in ais
        ]
        asked = fill(question, network_label(network), listed(taken))
        if self._network_of_analysis():
            more = self.tr("Unless you cancel, it plays in the next game too and analyses from now on.")
        else:
            more = self.tr("Unless you cancel, it plays in the next game too.")
        return ask_whose_place(self._window, one_after_another(asked, more), elsewhere, ais)

    def _next_players(self) -> dict[Color, str]:
        return {Color.BLACK: self._settings.black, Color.WHITE: self._settings.white}

    def _with(self, network: str, players: dict[Color, str], taken: tuple[Color, ...]) -> list[str]:
        """The players with ``network`` in the place of the sides ``taken``."""
        simulations = self._settings.simulations
        return [
            network_player(text, network, simulations) if color in taken else text
            for color, text in players.items()
        ]

    def _keep_for_next(self, black: str, white: str) -> bool:
        """Let the next game be between these. Returns whether that has ended a series, whose games all have the same players."""
        settings, watch = self._settings, self._window.watch
        ended = watch.running and (black, white) != (settings.black, settings.white)
        if ended:
            watch.stop()
        settings.black, settings.white = black, white
        self._window.keep_settings()
        return ended

    def _tell(self, said: str, series_ended: bool) -> None:
        if series_ended:
            said = one_after_another(said, self.tr("The series ends with its score so far."))
        self._window.notices.tell(said)

    def _said(self, network: str, taken: tuple[Color, ...]) -> str:
        """Sentence on what has changed."""
        label = network_label(network)
        if len(taken) > 1:
            return fill(self.tr("Both AIs play with the network “%1” from now on."), label)
        if taken:
            return fill(self.tr("%1 plays with the network “%2” from now on."), color_text(taken[0]), label)
        if self._window.controller.match.result is not None:
            return fill(self.tr("This game is over: the network “%1” plays in the next one."), label)
        if seats(self._window.controller.players):
            said = self.tr("This game goes on as it was: the network “%1” plays in the next one.")
            return fill(said, label)
        return fill(self.tr("No AI plays in this game: the network “%1” plays in the next one."), label)

    def _said_of_analysis(self, analyses: bool) -> str:
        """Sentence on whether the network ``analyses`` from now on."""
        if analyses:
            return self.tr("The analysis uses it too.")
        return fill(self.tr("The analysis stays with %1."), player_label(self._settings.analysis_player))

    def choices(self) -> list[tuple[str, str]]:
        """Labels and names of the networks to choose from."""
        known = known_networks(self._settings.networks, folders.runs_dir())
        found = [(network.label, network.value) for network in known]
        best = self._window.training_desk.sessions.best
        if best is not None and str(best) not in (value for _, value in found):
            found.append((network_label(str(best)), str(best)))
        return found

    def who_needs(self, folder: Path) -> list[str]:
        """Sentences about what could not go on without the networks in ``folder``: the game on the board, the next one, the analysis, arenas."""
        settings = self._settings
        players = self._window.controller.players.values()
        said = []
        if _play_with(folder, (*players, settings.black, settings.white, settings.analysis_player)):
            said.append(
                self.tr(
                    "One of its networks plays in the game on the board or in the next one, or analyses. "
                    "The game on the board goes on with it until Buwei is closed; choose another afterwards by “Networks…” in the menu “AI”."
                )
            )
        return [*said, *self.arenas_with(folder)]

    def arenas_with(self, folder: Path) -> list[str]:
        """A sentence about arenas that could not go on if the networks in ``folder`` were elsewhere; empty without any. Their plans are not
        changed."""
        plans = plans_in(folders.arenas_dir())
        arenas = sorted(name for name, plan in plans if _play_with(folder, plan.players))
        if not arenas:
            return []
        said = self.tr("Arenas that keep their results, but could not go on without it: %1")
        return [fill(said, listed(arenas))]

    def follow_renamed(self, before: Path, now: Path) -> None:
        """Follow a renamed folder of networks, as the settings have: players, analysis and views go on."""
        player_now, analyses = player_after(before, now), self._settings.analysis_player
        if _play_with(now, (analyses,)):
            self._window.analysis.use_network(split(analyses)[1]["net"])
        self._window.watch.follow_renamed(player_now)
        self._window.controller.follow_renamed(player_now)
        for view in self._window.findChildren(NetworkView):
            view.follow_renamed(before, now)
        self._window.keep_settings()

    # --- looking at some --------------------------------------------------------------------------------------

    def look(self) -> None:
        """Show what the network that analyses sees and thinks; the shipped one's if none analyses."""
        try:
            self.look_at([find_network(self._network_of_analysis() or SHIPPED)])
        except PlayerError as error:
            show_error(self._window, error_text(error))

    def _network_of_analysis(self) -> str:
        """The network that analyses; empty if none does."""
        kind, options = split(self._settings.analysis_player)
        return options.get("net", SHIPPED) if kind in NETWORK_KINDS else ""

    def look_at(self, checkpoints: list[Path]) -> None:
        """Show what these networks see and think of the position on the board, as long as the view is open."""
        window = self._window
        for view in window.findChildren(NetworkView):
            if view.checkpoints == checkpoints and view.isVisible():
                bring_to_front(view)
                return

        def look() -> tuple[Position, Notation, int]:
            game = window.controller.game
            return game.position, window.appearance.notation, game.cursor.number

        view = NetworkView(window, checkpoints, look, window.settings, window.walking)
        for changed in (window.controller.game_changed, window.appearance.notation_changed):
            changed.connect(view.follow)
        view.show()

    def close(self) -> None:
        """Close the views: a network may still be loading there, in a thread that has to end before the program."""
        for view in self._window.findChildren(NetworkView):
            view.reject()

    # --- playing against one ----------------------------------------------------------------------------------

    def open_list(self) -> None:
        """Open the list of all networks."""
        dialog = NetworksDialog(self._window, self._settings.networks, folders.runs_dir())
        dialog.use_asked.connect(self.play_with)
        accepted(dialog)
        self._window.keep_settings()

    def play_with(self, network: str) -> None:
        """Let ``network`` play on in the game under way, if the user wants that, else begin a new game against it. It also analyses."""
        if self._would_exchange(network):
            question = self.tr(
                "A game is under way. Let the network “%1” play on in it, in place of %2, or begin a new game against it?"
            )
            taken = self._ask_whose_place(question, network, self.tr("&New game"))
            if taken:
                self._use(network, taken)
            if taken != ():
                return
        self.play_against(network, analyses=True)

    def play_against(self, network: str, analyses: bool = False) -> None:
        """Begin a game against ``network``, on a board that it was made for. If it ``analyses``, the analysis uses it too, unless that uses no
        network."""
        player = network_player("", network, self._settings.simulations)
        try:
            info = read_info(find_network(network))
        except (CheckpointError, PlayerError) as error:
            show_error(self._window, error_text(error))
            return
        if self._window.games.play_against(player, info.size):
            self._tell_new(player, analyses and self._window.analysis.use_network(network))

    def play_against_learner(self, player: str, size: Size) -> None:
        """Begin a game against a temporal-difference learner on the board that it learned on."""
        if self._window.games.play_against(player, size):
            self._tell_new(player)

    def _tell_new(self, player: str, analyses: bool = False) -> None:
        """Tell of a new game against ``player``, whether it has a clock, and who analyses: its network, if it ``analyses``, or another one."""
        said = fill(self.tr("A new game against %1."), player_label(player))
        if about := self._window.games.about_clock():
            said = one_after_another(said, about)
        if analyses or self._network_of_analysis() not in ("", split(player)[1].get("net")):
            said = one_after_another(said, self._said_of_analysis(analyses))
        self._window.notices.tell(said)

    def play_newest(self) -> None:
        """Begin a game against the best network of the run in the dock."""
        if self._window.training_desk.sessions.best is not None:
            self.play_against(name_of(self._window.training_desk.sessions.best))

    # --- how long they search ---------------------------------------------------------------------------------

    def set_simulations(self) -> None:
        """Ask how many simulations a move networks make, those searching in the game under way and those chosen later."""
        window, settings = self._window, self._settings
        searching = self._searching()
        number, accepted = QInputDialog.getInt(
            window,
            self.tr("Simulations"),
            self._question(searching),
            self._simulations(searching),
            1,
            MOST_SIMULATIONS_A_MOVE,
        )
        if not accepted:
            return
        settings.simulations = number
        ended = self._keep_for_next(
            *(with_simulations(text, number) for text in (settings.black, settings.white))
        )
        if self._searching():  # the game may have ended meanwhile
            window.controller.set_simulations(number)
            said = self.tr("The AI makes %1 simulations a move from now on.")
        else:
            said = self.tr("Networks that you load or play against next make %1 simulations a move.")
        self._tell(fill(said, number), ended)

    def _searching(self) -> list[str]:
        """Players of the game under way that count simulations."""
        controller = self._window.controller
        if controller.match.result is not None:
            return []
        return [text for text in controller.players.values() if kind_of(text) == "zero"]

    def _simulations(self, searching: list[str]) -> int:
        """Simulations set now."""
        for text in searching:
            count = split(text)[1].get("simulations", "")
            if count.isdecimal():
                return int(count)
        return self._settings.simulations

    def _question(self, searching: list[str]) -> str:
        if searching:
            return self.tr("Simulations of the AI for each move:")
        controller = self._window.controller
        ais = [text for text in controller.players.values() if text != HUMAN]
        if controller.match.result is not None or not ais:
            why = self.tr("No AI plays now.")
        else:
            why = fill(self.tr("%1 doesn't count simulations and plays on as before."), player_label(ais[0]))
        return (
            why + "\n" + self.tr("Simulations for each move of networks that you load or play against next:")
        )


def _play_with(folder: Path, players: Iterable[str]) -> bool:
    """Whether a network in ``folder`` belongs to one of ``players``."""
    return any(folder in Path(split(text)[1].get("net", "")).parents for text in players)
