"""The analysis of the position that is looked at: switched by Space, with a player and limits of its own."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from ai.training.self_play_record import has_thoughts
from core import kernel_cache
from core.game import Help, Node
from core.player import Decision, Limit, Proof
from core.proofs import keep_proofs, with_proof
from core.review import what_is_kept
from gui.analysis.analysis_settings import AnalysisDialog
from gui.analysis.help_put_off import HelpPutOff
from gui.board.overlays import ThoughtsShown
from gui.game.controller import State
from gui.game.known import has_ended, has_settled, is_searched_enough, knows_enough
from gui.game.worker import Thinker
from gui.parts.dialogs import accepted
from gui.program.errors import show_error
from gui.program.messages import error_text, fill, in_parts, player_label
from gui.program.player_text import EXTERNAL_KINDS, NETWORK_KINDS, kind_of, split, with_network
from gui.program.settings import Settings

if TYPE_CHECKING:
    from gui.main_window import MainWindow

SWITCHES = ("candidates", "priors", "policy", "lines", "for_all")
"""What can be shown of an analysis: fields of :class:`gui.board.overlays.ThoughtsShown`, in the settings with ``analysis_`` before them."""
QUIET_MS = 1000
"""A player that reports nothing for so long is still trying to solve the position: searches report ten times a second."""


class AnalysisDesk(QObject):
    """Follows the cursor of the game and has the position there analysed. Its thread starts with the first analysis."""

    changed = Signal()
    """The settings have changed: they are to be saved, and what they show is to be drawn anew."""
    judged = Signal()
    """A position of the game has a new analysis."""
    reported = Signal()
    """More was found out about the position that is looked at."""

    def __init__(self, window: "MainWindow"):
        super().__init__(window)
        self._window = window
        self._settings = window.settings
        self._thinker: Thinker | None = None
        self._node: Node | None = None
        """The position that is analysed; ``None`` while the analysis is off."""
        self._goes_on = False
        """Whether the same player has analysed that position before."""
        self._latest: Decision | None = None
        self._shown: Decision | None = None
        self._help = HelpPutOff(self._turn)
        self._solves = False
        """Whether nothing has been reported yet because the position is being solved first."""
        self._quiet = QTimer(self, singleShot=True, interval=QUIET_MS)
        self._quiet.timeout.connect(self._on_quiet)

    def connect_window(self) -> None:
        """Listen to the game, after the window has shown it."""
        controller = self._window.controller
        controller.game_changed.connect(self._follow)
        self._window.appearance.notation_changed.connect(self.show_again)
        self._use_switches()

    @property
    def on(self) -> bool:
        return self._window.commands.actions["analyse"].isChecked()

    @property
    def found(self) -> Decision | None:
        """What the analysis has found so far about the position that is looked at; ``None`` if as much is known of it already."""
        known = None if self._node is None else self._node.analysis
        if self._latest is not None and known is not None and self._latest.visits <= known.visits:
            return None
        return self._latest

    def toggle(self, on: bool) -> None:
        """Begin to analyse the position that is looked at, or stop."""
        self._help.note_switched()
        if on:
            self._window.docks.show_thoughts()
            self._follow()
        else:
            self._leave()
        self._window.showing.show_state()

    def _turn(self, on: bool) -> None:
        self._window.commands.actions["analyse"].setChecked(on)

    # --- following the cursor ---------------------------------------------------------------------------------

    def _follow(self) -> None:
        """Analyse the position that is looked at now. A new game against an AI begins without analysis."""
        controller = self._window.controller
        self._help.follow(controller.match, controller.human_against_ai is not None, self.on)
        node = controller.game.cursor
        if not self.on or node is self._node:
            return
        self._leave()
        self._node = node
        controller.note_help(Help.ANALYSIS)
        controller.analysed.look_at(node, is_shown=self._window.thoughts.is_known(node))
        foreign = has_thoughts(node) and self._window.controller.self_play is not None
        analysis = None if foreign else node.analysis
        self._show(analysis)  # not what self-play's search thought
        player, simulations = self._settings.analysis_player, self._settings.analysis_simulations
        if not (node.position.is_over or is_searched_enough(node, player, simulations)):
            self._goes_on = analysis is not None and analysis.by == player
            self._make_thinker().ask(player, node.position, Limit(simulations=simulations))
        self.show_status()

    def _leave(self) -> None:
        """Stop, and keep what was found."""
        if self._thinker is not None:
            self._thinker.give_up()
        self._stop_waiting()
        self.keep()
        self._node = None

    def _make_thinker(self) -> Thinker:
        if self._thinker is None:
            self._thinker = Thinker(self)
            self._thinker.begun.connect(self._quiet.start)
            self._thinker.thinking.connect(self._on_thinking)
            self._thinker.decided.connect(self._on_decided)
            self._thinker.failed.connect(self._on_failed)
        return self._thinker

    # --- answers ----------------------------------------------------------------------------------------------

    def _on_quiet(self) -> None:
        self._solves = kind_of(self._settings.analysis_player) not in EXTERNAL_KINDS
        self.show_status()

    def _stop_waiting(self) -> None:
        """End waiting for the first report."""
        self._quiet.stop()
        self._solves = False

    def _on_thinking(self, decision: Decision) -> None:
        self._stop_waiting()
        first = self._latest is None
        self._show_found(decision)
        self.reported.emit()
        if first:
            self.show_status()
        if self._goes_on and decision.visits >= self._settings.analysis_simulations:
            assert self._thinker is not None
            self._thinker.hurry()  # with the visits kept from before it has reached the limit

    def _on_decided(self, decision: Decision) -> None:
        self._stop_waiting()
        self._show_found(decision)
        self.keep(finished=True)
        assert self._node is not None
        self._node.searched = self._settings.analysis_player, self._settings.analysis_simulations
        self._show(self._node.analysis)
        self.show_status()

    def _show_found(self, decision: Decision) -> None:
        """Show what is found so far, unless the same player knew more of the position."""
        assert self._node is not None
        known = self._node.analysis
        self._latest = keep_proofs(known, what_is_kept(decision))
        less = known is not None and known.by == decision.by and known.visits > decision.visits
        if decision.proof is not None or not less:
            self._show(self._latest)

    def _on_failed(self, sentence: str, details: str) -> None:
        self._turn(False)
        show_error(self._window, error_text(sentence), details)

    def keep(self, finished: bool = False) -> None:
        """Keep what was found with the position, unless more is known of it already. A ``finished`` search also replaces what another player said or
        a search that was broken off, and what it has proven replaces everything."""
        node, found = self._node, self._latest
        self._latest = None
        if node is None or found is None:
            return
        known = node.analysis
        if (
            known is None
            or found.visits > known.visits
            or (finished and (found.proof is not None or self._settles(known, found)))
        ):
            self._window.controller.game.keep_analysis(node, found)
            self._window.files.belonging.overlook()
            self.judged.emit()

    def keep_proof(self, node: Node, proof: Proof, moves: Mapping[int, Proof], line: tuple[int, ...]) -> None:
        """Keep with ``node`` what the solver proved of it and of ``moves``; ``line`` is a game to the end. It counts as proven by the player of the
        analysis, so that it is compared with the rest of it."""
        window = self._window
        if node is self._node:
            self._leave()
        known = node.analysis or Decision(None, by=self._settings.analysis_player)
        window.controller.analysed.add([node])
        window.controller.note_help(Help.ANALYSIS)
        window.controller.game.keep_analysis(node, with_proof(known, proof, moves, line))
        window.files.belonging.overlook()
        self.judged.emit()
        self._follow()
        window.thoughts.refresh()

    def _settles(self, known: Decision, found: Decision) -> bool:
        """Whether ``found``, by a finished search, is worth more than ``known``, though it has no more visits."""
        simulations = self._settings.analysis_simulations
        is_enough, was_enough = (knows_enough(each, found.by, simulations) for each in (found, known))
        return found.by != known.by or (is_enough and not was_enough)

    # --- showing ----------------------------------------------------------------------------------------------

    def show_again(self) -> None:
        """Show the same again, after a change of coordinates or when the board showed other stones meanwhile."""
        if self._node is not None:
            self._show(self._shown)

    def _show(self, decision: Decision | None) -> None:
        self._shown = decision
        position = self._window.controller.game.position
        self._window.board.show_thoughts(decision, position)
        self._window.thoughts_panel.show_decision(decision, position, self._window.appearance.notation)

    def show_status(self) -> None:
        """Say in the panel what the analysis is doing, unless a player of the game thinks."""
        if not self.on or self._window.controller.state in (State.THINKING, State.LOADING):
            return
        panel = self._window.thoughts_panel
        if self._node is not None and self._node.position.is_over:
            panel.set_status(self.tr("The game is over here: there is nothing to analyse."), busy=False)
            where = self.tr(
                "Go back to a move to have it analysed. “%1” in the menu “Analysis” is about the whole game."
            )
            panel.set_hidden(fill(where, self._window.commands.label("report")))
            return
        panel.set_hidden("")
        busy = self._thinker is not None and self._thinker.current is not None
        text = self.tr("Analysing: %1") if busy else self.tr("Analysed by %1")
        if busy and self._latest is None and not kernel_cache.is_ready():
            text = self.tr(
                "Getting %1 ready for the analysis. The first time on this computer this takes a minute or two."
            )
        said = fill(text, player_label(self._settings.analysis_player))
        more = (
            self._why_early()
            if not busy
            else self.tr("trying to solve the position first")
            if self._solves
            else ""
        )
        panel.set_status(in_parts(said, more) if more else said, busy)

    def _why_early(self) -> str:
        """Why the analysis that is shown ended before its limit; empty if it didn't."""
        found, limit = self._shown, self._settings.analysis_simulations
        if found is None or found.by != self._settings.analysis_player or found.visits >= limit:
            return ""
        if found.proof is not None:
            text = self.tr("ended before %1 simulations: the result is certain")
        elif has_settled(found, limit):
            text = self.tr("ended before %1 simulations: no other move could overtake the best any more")
        elif self._looked_to_its_depth(found):
            text = self.tr("ended before %1 simulations: it looks no further ahead")
        else:
            return ""
        return fill(text, f"{limit:,}")

    def _looked_to_its_depth(self, found: Decision) -> bool:
        """Whether ``found`` is the end of a search of limited depth."""
        bounded = "depth" in split(found.by)[1]
        limit = self._settings.analysis_simulations
        return bounded and self._node is not None and has_ended(self._node, found.by, limit)

    # --- switches and settings --------------------------------------------------------------------------------

    def switch(self, name: str, shown: bool) -> None:
        """Show the one of :data:`SWITCHES` with this ``name``, or no longer."""
        setattr(self._settings, f"analysis_{name}", shown)
        self._use_switches()
        self.changed.emit()

    def _use_switches(self) -> None:
        shown = ThoughtsShown(**{name: getattr(self._settings, f"analysis_{name}") for name in SWITCHES})
        self._window.board.set_thoughts_shown(shown)

    def settings(self) -> None:
        """Ask for player and limits; a running analysis goes on with them."""
        dialog = AnalysisDialog(self._window, self._settings)
        if not accepted(dialog):
            return
        self._leave()
        dialog.store(self._settings)
        self._go_on()

    def use_network(self, network: str) -> bool:
        """Analyse with ``network`` from now on; ``False`` if the user has chosen a player without a network."""
        player = self._settings.analysis_player
        if kind_of(player) not in NETWORK_KINDS:
            return False
        self._leave()
        self._settings.analysis_player = with_network(player, network)
        self._go_on()
        return True

    def use_default(self) -> bool:
        """Analyse with the shipped network from now on, whole games with at least the default simulations. Returns whether the player changes."""
        settings = self._settings
        changes = settings.analysis_player != Settings.analysis_player
        self._leave()
        settings.analysis_player = Settings.analysis_player
        settings.review_simulations = max(settings.review_simulations, Settings.review_simulations)
        self._go_on()
        return changes

    def _go_on(self) -> None:
        """Go on after player or limits have changed."""
        self.changed.emit()
        self._follow()

    def close(self) -> None:
        """Stop, keep what was found, and end the thread."""
        self._leave()
        if self._thinker is not None:
            self._thinker.close()
