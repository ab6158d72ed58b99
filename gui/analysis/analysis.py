"""The analysis of the position that is looked at: on and off with Space, with a player and limits of its own."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from ai.training.self_play_record import has_thoughts
from core import kernel_cache
from core.game import Node
from core.match import Match
from core.player import Decision, Limit
from gui.analysis.analysis_settings import AnalysisDialog
from gui.board.overlays import ThoughtsShown
from gui.game.controller import State
from gui.game.known import has_ended, has_settled, is_searched_enough, knows_enough, what_is_kept
from gui.game.player_text import EXTERNAL_KINDS, NETWORK_KINDS, kind_of, split, with_network
from gui.game.worker import Thinker
from gui.parts.dialogs import accepted
from gui.program.errors import show_error
from gui.program.messages import error_text, fill, in_parts, player_label
from gui.program.settings import Settings

if TYPE_CHECKING:
    from gui.main_window import MainWindow

SWITCHES = ("candidates", "priors", "policy", "lines", "for_all")
QUIET_MS = 1000
"""Who thinks for so long and reports nothing, as searches do ten times a second, is still trying to solve the position."""


class AnalysisDesk(QObject):
    """Follows the cursor of the game and thinks about the position there. Its thread begins with the first analysis."""

    changed = Signal()
    """The settings are to be kept, and what is shown by them is to be drawn anew."""
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
        """What is analysed now; ``None`` while the analysis is off."""
        self._goes_on = False
        """Whether what is analysed now was analysed by the same player before."""
        self._latest: Decision | None = None
        self._shown: Decision | None = None
        self._match: Match | None = None
        self._put_off: Match | None = None
        """The game against an AI that had the analysis switched off, and has it on again once it is over."""
        self._solves = False
        """Whether nothing has been reported yet since the position is being solved first."""
        self._quiet = QTimer(self, singleShot=True, interval=QUIET_MS)
        self._quiet.timeout.connect(self._on_quiet)

    def connect_window(self) -> None:
        """Listen to the game, after the window has shown it."""
        controller = self._window.controller
        controller.game_changed.connect(self._follow)
        self._window.notation_changed.connect(self.show_again)
        for name in SWITCHES:
            self._window.commands.actions[f"analysis_{name}"].setChecked(
                getattr(self._settings, f"analysis_{name}")
            )
        self._use_switches()

    @property
    def on(self) -> bool:
        return self._window.commands.actions["analyse"].isChecked()

    @property
    def found(self) -> Decision | None:
        """What has been found out so far about the position that is looked at; ``None`` if as much is known of it already."""
        known = None if self._node is None else self._node.analysis
        if self._latest is not None and known is not None and self._latest.visits <= known.visits:
            return None
        return self._latest

    def toggle(self, on: bool) -> None:
        """Begin to think about the position that is looked at, or stop."""
        self._put_off = None
        if on:
            self._window.docks.show_thoughts()
            self._follow()
        else:
            self._leave()
        self._window.show_state()

    def _turn(self, on: bool) -> None:
        self._window.commands.actions["analyse"].setChecked(on)

    # --- following the cursor ---------------------------------------------------------------------------------

    def _follow(self) -> None:
        """Analyse where the game is looked at. A new game against an AI begins without help."""
        controller = self._window.controller
        self._give_way()
        node = controller.game.cursor
        if not self.on or node is self._node:
            return
        self._leave()
        self._node = node
        controller.analysed.look_at(node, is_shown=self._window.thoughts_desk.is_known(node))
        foreign = has_thoughts(node) and self._window.controller.self_play is not None
        analysis = None if foreign else node.analysis
        self._show(analysis)  # what self-play thought is none of the analysis's own
        player, simulations = self._settings.analysis_player, self._settings.analysis_simulations
        if not (node.position.is_over or is_searched_enough(node, player, simulations)):
            self._goes_on = analysis is not None and analysis.by == player
            self._make_thinker().ask(player, node.position, Limit(simulations=simulations))
        self.show_status()

    def _give_way(self) -> None:
        """To a game against an AI until that is over, unless the user switches meanwhile: it begins without help, and who had the analysis on has it
        on afterwards."""
        match = self._window.controller.match
        begins, wanted = match is not self._match, self.on or self._put_off is not None
        self._match = match
        if wanted and (begins or match is self._put_off):
            helps = self._window.controller.human_plays_an_ai
            put_off = match if helps or match is self._put_off else None
            self._turn(not helps)
            self._put_off = put_off

    def _leave(self) -> None:
        """Stop, and keep what was found out."""
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
        """For the first report."""
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
            self._thinker.hurry()  # with what it has kept from before it has come to the limit

    def _on_decided(self, decision: Decision) -> None:
        self._stop_waiting()
        self._show_found(decision)
        self.keep(finished=True)
        assert self._node is not None
        self._node.searched = self._settings.analysis_player, self._settings.analysis_simulations
        self._show(self._node.analysis)
        self.show_status()

    def _show_found(self, decision: Decision) -> None:
        """Show what is found out by now, unless the same player knew more of the position."""
        assert self._node is not None
        known, self._latest = self._node.analysis, what_is_kept(decision)
        less = known is not None and known.by == decision.by and known.visits > decision.visits
        if decision.proof is not None or not less:
            self._show(self._latest)

    def _on_failed(self, sentence: str, details: str) -> None:
        self._turn(False)
        show_error(self._window, error_text(sentence), details)

    def keep(self, finished: bool = False) -> None:
        """What was found out belongs to the position, unless more is known of it already. What another player said, or a search that was broken off,
        gives way to a search that was ``finished``, and whatever was said to what is certain now."""
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

    def _settles(self, known: Decision, found: Decision) -> bool:
        """Whether ``found``, by a search that has ended, says what is ``known`` by fewer visits does not."""
        simulations = self._settings.analysis_simulations
        is_enough, was_enough = (knows_enough(each, found.by, simulations) for each in (found, known))
        return found.by != known.by or (is_enough and not was_enough)

    # --- showing ----------------------------------------------------------------------------------------------

    def show_again(self) -> None:
        """What is shown was written in other coordinates, or the board had other stones meanwhile."""
        if self._node is not None:
            self._show(self._shown)

    def _show(self, decision: Decision | None) -> None:
        self._shown = decision
        position = self._window.controller.game.position
        self._window.board.show_thoughts(decision, position)
        self._window.thoughts.show_decision(decision, position, self._window.notation)

    def show_status(self) -> None:
        """Say in the panel what the analysis does, unless a player of the game thinks."""
        if not self.on or self._window.controller.state in (State.THINKING, State.LOADING):
            return
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
        self._window.thoughts.set_status(in_parts(said, more) if more else said, busy)

    def _why_early(self) -> str:
        """Why the analysis that is shown has ended before its limit; empty where it hasn't."""
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
        """Whether ``found`` is all of a search that looks no more than so many moves ahead."""
        bounded = "depth" in split(found.by)[1]
        limit = self._settings.analysis_simulations
        return bounded and self._node is not None and has_ended(self._node, found.by, limit)

    # --- switches and settings --------------------------------------------------------------------------------

    def show_candidates(self, shown: bool) -> None:
        self._switch("candidates", shown)

    def show_priors(self, shown: bool) -> None:
        self._switch("priors", shown)

    def show_policy(self, shown: bool) -> None:
        self._switch("policy", shown)

    def show_lines(self, shown: bool) -> None:
        self._switch("lines", shown)

    def show_for_all(self, shown: bool) -> None:
        """Colours for colour-blind eyes."""
        self._switch("for_all", shown)

    def _switch(self, name: str, shown: bool) -> None:
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
        """Analyse with ``network`` from now on; ``False`` where the user has chosen that no network analyses."""
        player = self._settings.analysis_player
        if kind_of(player) not in NETWORK_KINDS:
            return False
        self._leave()
        self._settings.analysis_player = with_network(player, network)
        self._go_on()
        return True

    def use_default(self) -> bool:
        """Analyse with the shipped network from now on, a whole game by no fewer simulations than the program came with; whether another has analysed
        until now."""
        settings = self._settings
        changes = settings.analysis_player != Settings.analysis_player
        self._leave()
        settings.analysis_player = Settings.analysis_player
        settings.review_simulations = max(settings.review_simulations, Settings.review_simulations)
        self._go_on()
        return changes

    def _go_on(self) -> None:
        """Player or limits have changed."""
        self.changed.emit()
        self._follow()

    def close(self) -> None:
        """Stop, keep what was found out, and end the thread."""
        self._leave()
        if self._thinker is not None:
            self._thinker.close()
