"""What happens next in the game in the window: everything that changes it.

The controller is the only one that changes the game, always through the referee. It knows no widgets; they call its methods and listen to
its signals.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime

from PySide6.QtCore import QObject, QTimer, Signal

from ai.players.pondering import ponders
from ai.training.self_play_record import RecordedSelfPlay, self_play_of
from core.clock import TimeControl
from core.game import Game, Help, Node, Result
from core.marks import Mark
from core.match import Match
from core.player import Decision, Limit
from core.position import Color, IllegalMove, LossKind, Position, Size
from gui.game.adviser import adviser_for, advises_as_well
from gui.game.known import Analysed
from gui.game.lineup import Lineup
from gui.game.standing import GameStanding, State
from gui.game.tries import Tries
from gui.program.player_text import level_of, with_simulations
from gui.program.settings import HUMAN

CLOCK_INTERVAL_MS = 100


def time_of_beginning() -> str:
    """The date of a game that begins now, with the time of day, which records of the championship need."""
    return datetime.now().isoformat(timespec="minutes")


@dataclass
class Pause:
    """A pause that ends by itself."""

    goes_on: bool
    """Whether the game goes on afterwards: if it did before, unless the answer to a question decides otherwise."""


class GameController(GameStanding):
    """One game in the window. To what can be asked about it this adds what changes it."""

    game_changed = Signal()
    """Moves, cursor, players or result have changed."""
    state_changed = Signal()
    """What :attr:`state` says, or who is to move, may have changed."""
    clock_ticked = Signal()
    thinking = Signal(object)
    """A :class:`core.player.Decision` so far or the final one; ``None`` when another game begins."""
    refused = Signal(object)
    """The :class:`core.position.Loss` of a move that was not played: rules are not strict, or the point is occupied."""
    ended = Signal(object)
    """A :class:`core.game.Result`."""
    hinted = Signal(object)
    """The decision that answers a hint."""
    hint_kept = Signal()
    """The game was changed last by keeping what a hint found."""
    failed = Signal(object, str)
    """A player can't play: a sentence and details."""

    def __init__(self, parent: QObject):
        super().__init__(parent)
        self._tries = Tries(self.match)
        self.self_play: RecordedSelfPlay | None = None
        """What the game's record told of self-play when it was opened; an analysis may have replaced its thoughts since."""
        self.analysed = Analysed()
        self.pause_between_ms = 0
        """How long two AIs wait before each move; no clock runs meanwhile."""
        self.pondering = True
        """Whether AIs think on while a human thinks, unless their texts say otherwise. Levels never do: they would be stronger than measured."""
        self._clock_timer = QTimer(self)
        self._clock_timer.setInterval(CLOCK_INTERVAL_MS)
        self._clock_timer.timeout.connect(self._tick)
        self.thinker.thinking.connect(self.thinking)
        self._activity.loading_changed.connect(self.state_changed)
        self._activity.waited.connect(self._end_wait)
        self._activity.move_begun.connect(self._leave_pause)
        self._activity.moved.connect(self._on_moved)
        self._activity.advised.connect(self._on_advised)
        self._activity.move_failed.connect(self._on_move_failed)
        self._activity.hint_failed.connect(self._on_hint_failed)

    # --- starting ---------------------------------------------------------------------------------------------

    def new_game(
        self,
        black: str,
        white: str,
        size: Size,
        time_control: TimeControl | None = None,
        strict: bool = True,
        opening: Sequence[int] = (),
        start: Position | None = None,
        entered: Mapping[Color, str] | None = None,
    ) -> None:
        """Begin with the moves of ``opening``, on the empty board or from the position ``start`` of that ``size``, under the names that the user
        ``entered`` for the players. A game under way stays as it is."""
        game = Game(size, start)
        game.black_name, game.white_name = black, white
        game.entered = dict(entered or {})
        game.date = time_of_beginning()
        game.begin_with(opening)
        self._begin(Match(game, time_control, strict), black, white)
        self._go_on()

    def open_game(
        self,
        game: Game,
        black: str = HUMAN,
        white: str = HUMAN,
        strict: bool = True,
        head: Node | None = None,
    ) -> None:
        """Show a recorded game at ``head``, else where play stands in it. Play waits there, paused, until the user lets it go on."""
        game.go_to(head or game.line_played()[-1])
        match = Match(game, game.time_control, strict)
        if match.position.is_over:
            match.start()  # ends a game without a legal move, so that nobody is asked for one
        self._begin(match, black, white)
        if match.result is None:
            self._activity.pause()
        self._emit_all()

    def _begin(self, match: Match, black: str, white: str) -> None:
        self._clock_timer.stop()
        self._activity.end()
        self.match = match
        self.analysed = Analysed()
        self.game.players = {Color.BLACK: black, Color.WHITE: white}
        self.lineup = Lineup(match)
        self._tries = Tries(match)
        self.self_play = self_play_of(self.game)
        if self.self_play is not None:
            self.game.random_moves = self.self_play.opening  # earlier records don't say it
        self.thinking.emit(None)

    def _emit_all(self) -> None:
        self.game_changed.emit()
        self.state_changed.emit()
        self.clock_ticked.emit()

    # --- playing ----------------------------------------------------------------------------------------------

    def click(self, point: int) -> None:
        """Play ``point`` for the human if it is their turn and the board shows where play stands, or try it beside the game's moves."""
        if not self.human_to_move and not self.may_try:
            return
        # an unfinished game can go on where play stands, so this is tried beside it
        beside = not self.live and self.game.result is None
        loss = self.game.position.loss(point)
        loses = self.live or (self.match.strict and not beside)
        if loss is not None and (loss.kind is LossKind.OCCUPIED or not loses):
            # An occupied point is a slip of the mouse, not a move that should lose the game. And a move that is refused begins no try.
            self.refused.emit(loss)
            return
        if beside:
            version = self.game.version
            self.match.play_beside(point)
            if self.game.version != version:
                self._tries.note(self.game.cursor)
            self._emit_all()
            return
        if not self.live:
            self.play_from(self.game.cursor)
            self._tries.begin_by_click()
            self.lineup.begin_try_by_click()
        self._activity.give_up()  # a hint, or a move that an AI was to make for the human
        self._leave_pause()
        self._play(point)

    def _leave_pause(self) -> None:
        """End a pause: the clock goes on in the move that was begun, and so does its display."""
        self._activity.let_go_on()
        clock = self.match.clock
        if clock is not None and clock.running is None:
            clock.resume(self.match.to_move)
            self._clock_timer.start()

    def _play(self, point: int, then_pause: bool = False) -> None:
        """Play ``point`` where play stands, and see to what follows: the end, a pause, or the next move."""
        looking_back, end = (None if self.live else self.game.cursor), self.game.line_shown()[-1]
        version = self.game.version
        try:
            result = self.match.play(point, by_hand=self.lineup.human_to_move)
        except IllegalMove as error:
            self._ponder()
            self.state_changed.emit()
            self.refused.emit(error.loss)
            return
        if self.match.trying and self.game.version != version:
            self._tries.note(self.match.head)
        if looking_back is not None and looking_back in self.game.root.subtree():
            self.game.go_to(end)  # the line that is looked at stays so
            self.game.go_to(looking_back)
        if result is not None:
            self._on_end(result)
        elif then_pause:
            self.set_paused(True)
        else:
            self._go_on()

    def _go_on(self, resumed: bool = False) -> None:
        """See to the next move: start the clock and ask an AI to move. When ``resumed`` after a pause, the time of the move that was begun runs on,
        unless the clock waits for the human's move."""
        clock = self.match.clock
        if not resumed:
            self.match.start()
        elif clock is not None and not self.clock_waits:
            clock.pause()  # the time used so far counts, even if the clock was running
            clock.resume(self.match.to_move)
        if self.match.result is not None:
            self._on_end(self.match.result)
            return
        if clock is not None and not self.clock_waits:
            self._clock_timer.start()
        if self.lineup.human_to_move:
            self._ponder()
        elif self.lineup.only_ais and self.pause_between_ms and self.match.head.parent:
            self._wait()
        else:
            self._ask_for_move(self.lineup.to_move)
        self._emit_all()

    def set_pondering(self, wanted: bool) -> None:
        """Whether an AI thinks on while the human thinks, from now on."""
        self.pondering = wanted
        self._activity.stop_pondering()
        if self.state is State.YOUR_TURN:
            self._ponder()

    def _ponder(self) -> None:
        """Have the AI that moved last think on during the human's turn."""
        other = self.players[self.match.to_move.opponent]
        if other != HUMAN and ponders(other, self.pondering and level_of(other) is None):
            self._activity.ponder(other, self.match.position)

    def _wait(self) -> None:
        """Leave time to watch before the next move, on nobody's clock."""
        if self.match.clock is not None:
            self.match.clock.pause()
        self._activity.wait(self.pause_between_ms)

    def _end_wait(self) -> None:
        self._leave_pause()
        self._ask_for_move(self.lineup.to_move)

    def _ask_for_move(self, player: str) -> None:
        """Have ``player`` make the next move. An AI's clock stands until it begins to think."""
        clock = self.match.clock
        left = None if clock is None else clock.limit_for(self.match.to_move, Limit())
        if clock is not None and not self.lineup.human_to_move:
            clock.pause()
        self._activity.ask_for_move(player, self.match.position, left)
        self.state_changed.emit()

    def _on_end(self, result: Result) -> None:
        self._activity.end()
        self._clock_timer.stop()
        self._emit_all()
        self.ended.emit(result)

    def resign(self) -> None:
        """Resign for the side to move, or for the human where an AI is to move against one."""
        if self.match.result is not None:
            return
        color = self.match.to_move
        if not self.is_human(color) and self.is_human(color.opponent):
            color = color.opponent
        self._on_end(self.match.resign(color))

    def undo(self) -> None:
        """Take back to the human's last turn; nobody answers until the human has moved again. In a variation beside a paused game, take back its
        last move."""
        if self.tries_beside:
            self._take_back_beside(self.game.cursor)
            return
        moves = self.moves_to_take_back
        self._rearrange(lambda: self._tries.take_back(moves))

    def _take_back_beside(self, node: Node) -> None:
        """Take back ``node``, tried beside the game: remove it, or if it must stay show the position before it, with the game's own moves ahead."""
        if self._tries.goes_with_undo(node):
            self.remove(node)
        else:
            assert node.parent is not None
            self.game.go_to(self.match.head)
            self.go_to(node.parent)

    def hint(self) -> None:
        """Ask what a strong AI would play here, without playing it. The user's analysis answers at once where it knows as much."""
        if self.match.result is not None or self._activity.asks:
            return
        node, size = self.match.head, self.game.size
        if node in self.analysed and node.analysis is not None and advises_as_well(node.analysis, size):
            self._tell_hint(node.analysis)
        else:
            self._activity.ask_for_hint(adviser_for(size), node.position)
            self.state_changed.emit()

    def _tell_hint(self, decision: Decision) -> None:
        self.note_help(Help.HINT)
        self.hinted.emit(decision)

    def note_help(self, by: Help) -> None:
        """Note in a game that goes on between a human and an AI what helps the human. That alone is no change to be saved: what brings it is one,
        or the moves that follow."""
        if self.human_against_ai is not None:
            self.game.helps.add(by)

    def move_now(self) -> None:
        """Have the AI play at once; on a human's turn the adviser makes this move."""
        if self.match.result is not None:
            return
        if self._activity.moves:
            if not self.program_thinks:
                self._activity.hurry()
            return
        self._leave_pause()
        self.game.go_to(self.match.head)
        self._ask_for_move(adviser_for(self.game.size) if self.lineup.human_to_move else self.lineup.to_move)
        self._emit_all()

    def step(self) -> None:
        """Have one move made, then stand still."""
        if self.match.result is None:
            self.move_now()
            self._activity.stop_after_move()

    def stop(self) -> None:
        """Stop thinking; an AI whose turn it is waits until it is told to go on. A pause lasts."""
        self._activity.give_up()
        self.set_paused(self.paused or not self.lineup.human_to_move)

    def set_paused(self, paused: bool) -> None:
        """Pause the game with its clocks, or let it go on, which leaves a variation tried beside it."""
        if self.match.result is not None:
            return
        if self.tries_beside and not paused:
            self.game.go_to(self.match.head)
        if paused:
            self._activity.pause()
            self._clock_timer.stop()
            if self.match.clock is not None:
                self.match.clock.pause()
            self._emit_all()
        else:
            self._activity.let_go_on()
            self._go_on(resumed=True)

    @contextmanager
    def standing_still(self) -> Iterator[Pause]:
        """Have the game stand still meanwhile, as while the user is asked about it. Afterwards it goes on as the pause says, unless another game is
        there by then, or nothing goes on any more because the window was closed."""
        pause, match = Pause(goes_on=not self.paused), self.match
        self.set_paused(True)
        try:
            yield pause
        finally:  # also after an error, or the game would stand still for good
            if pause.goes_on and self.paused and self.match is match:
                self.set_paused(False)

    def describe(
        self, names: Mapping[Color, str], *, event: str, round_name: str, place: str, date: str
    ) -> None:
        """Set on which occasion the game is played, and what the players with new ``names`` are called, whom an empty name calls as before."""
        for color, name in names.items():
            self.game.enter_name(color, name, self.lineup.was_played_by_others(color))
        self.game.tell(event=event, round_name=round_name, place=place, date=date)
        self.game_changed.emit()

    def set_clocks(self, seconds: Mapping[Color, float]) -> None:
        """Set how many seconds sides have left of their total times."""
        for color, left in seconds.items():
            self.match.set_time_left(color, left)
        self.clock_ticked.emit()
        self.game_changed.emit()

    def let_human_move(self) -> None:
        """End a pause where it is a human's turn: their move starts the clock, and no AI thinks before it."""
        self._activity.let_go_on()
        self.state_changed.emit()

    def set_players(self, black: str, white: str) -> None:
        """Change who plays. A move under way is thought over anew by the new player, with the full time for a move."""
        self._activity.give_up()
        changed = self.lineup.change({Color.BLACK: black, Color.WHITE: white})
        if self.match.clock is not None and self.match.to_move in changed:
            self.match.clock.renew()
        if self.match.result is None and not self.paused:
            self._go_on(resumed=True)
        self._emit_all()

    def follow_renamed(self, player_now: Callable[[str], str]) -> None:
        """Rename the players whose networks' files have other names now. They are the same players; a move under way is thought over anew."""
        before = [self.players[color] for color in Color]
        if self.lineup.rename_in_game(player_now):
            self.game_changed.emit()
        players = [player_now(text) for text in before]
        if players != before:
            self.set_players(*players)

    def set_simulations(self, simulations: int) -> None:
        """Change the simulations of every network player of this game."""
        self.set_players(*(with_simulations(self.players[color], simulations) for color in Color))

    # --- looking back -----------------------------------------------------------------------------------------

    def go_to(self, node: Node) -> None:
        """Look at a position; play stands where it stood."""
        self.game.go_to(node)
        self.game_changed.emit()

    def walk(self, moves: int) -> None:
        """Look so many ``moves`` further on, or back if negative."""
        if moves < 0:
            self.game.back(-moves)
        else:
            self.game.forward(moves)
        self.game_changed.emit()

    def to_start(self) -> None:
        self.game.to_start()
        self.game_changed.emit()

    def to_end(self) -> None:
        """Back to where play stands."""
        self.go_to(self.match.head)

    def back_to_game(self) -> None:
        """Back to where play stands, or from a try to the end of the game."""
        if self.match.trying:
            self._rearrange(self.match.back_to_game)
        else:
            self.to_end()

    # --- variations -------------------------------------------------------------------------------------------

    def note(self, node: Node, comment: str) -> None:
        """Set what is said of ``node``."""
        self.game.note(node, comment)
        self.game_changed.emit()

    def mark(self, node: Node, marks: dict[int, Mark]) -> None:
        """Set the marks of ``node``."""
        self.game.mark(node, marks)
        self.game_changed.emit()

    def call(self, node: Node, name: str) -> None:
        """Set what ``node`` is called."""
        self.game.call(node, name)
        self.game_changed.emit()

    def remove(self, node: Node) -> None:
        """Delete ``node`` and what follows. Where play stood in it, it stands before it and waits."""
        self._rearrange(lambda: self.match.remove(node))

    def add_line(self, start: Node, line: Sequence[int]) -> None:
        """Add the moves ``line`` after ``start`` to the tree, as a variation to walk through, and look at the first. Play stays where it stands."""
        self.game.go_to(start)
        nodes = []
        for point in line:
            if self.game.position.loss(point) is not None:
                break  # records of others may hold lines with illegal moves
            nodes.append(self.game.play(point))
        self.go_to([*nodes, start][0])

    def promote(self, node: Node) -> None:
        """Make the line to ``node`` the main line."""
        self._rearrange(lambda: self.match.promote(node))

    def play_from(self, node: Node) -> None:
        """Have play go on from ``node``, paused unless a human is to move. If play stands there already, the move under way and its clock go on."""
        self._tries.go_on_from(node)
        if node is self.match.head and self.match.result is None:
            self.go_to(node)
        else:
            self._rearrange(lambda: self.match.play_from(node))

    def _rearrange(self, change: Callable[[], None]) -> None:
        """Apply a ``change`` that may move where play stands, or make the game's own what was only tried there. A try that it takes back wholly ends,
        and the board shows what it showed."""
        before, head, ended = self._what_is_played, self.match.head, self.game.result
        change()
        self._note_taken_back(head, ended)
        if self._what_is_played != before:
            self._tries.end_if_taken_back()
        if not self.match.trying:
            self.lineup.end_try()
        if self._what_is_played != before:
            self._clock_timer.stop()
            self._activity.end()
            if self.match.result is None and not self.lineup.human_to_move:
                self._activity.pause()
        self._emit_all()

    def _note_taken_back(self, head: Node, ended: Result | None) -> None:
        """Note in a game between a human and an AI that play, which stood at ``head``, stands elsewhere, or that a game which had ``ended`` has
        another result or none. A try leaves both."""
        changed = self.game.result is not ended if ended is not None else self.match.head is not head
        if changed and [*self.game.players.values()].count(HUMAN) == 1:
            self.game.helps.add(Help.TAKEN_BACK)

    @property
    def _what_is_played(self) -> tuple[Node, Result | None, bool]:
        """Where play stands, how it ended, and whether it is a try: by this, whose turn it is."""
        return self.match.head, self.match.result, self.match.trying

    # --- answers of the worker and the clock ------------------------------------------------------------------

    def _on_moved(self, decision: Decision, then_pause: bool) -> None:
        self.thinking.emit(decision)
        if decision.point is None:
            self._on_end(self.match.resign(self.match.to_move))
        else:
            self.analysed.keep_thought(self.game, self.match.head, decision, self.match.trying)
            if self.lineup.human_to_move:
                self.note_help(Help.MOVE)
            self._play(decision.point, then_pause)

    def _on_advised(self, decision: Decision) -> None:
        self.thinking.emit(decision)
        if self.analysed.keep_hint(self.game, self.match.head, decision):
            self.hint_kept.emit()
        self.state_changed.emit()
        self._tell_hint(decision)
        self._go_on_after_hint()

    def _go_on_after_hint(self) -> None:
        """Resume what the hint interrupted: an AI's pondering, or the pause before an AI's move."""
        if self.state is State.YOUR_TURN:
            self._ponder()
        elif self.state is State.IDLE:
            self._go_on(resumed=True)

    def _on_hint_failed(self, sentence: str, details: str) -> None:
        self._go_on_after_hint()
        self.state_changed.emit()
        self.failed.emit(sentence, details)

    def _on_move_failed(self, sentence: str, details: str, forfeits: bool) -> None:
        """A program that fails in its own game loses it; the game waits for any other player."""
        if forfeits and not self.lineup.human_to_move:
            self._forfeit(sentence)
        else:
            self.set_paused(True)
            self.state_changed.emit()
        self.failed.emit(sentence, details)

    def _forfeit(self, why: str) -> None:
        """The side to move loses, by its time if that has run out."""
        if self.match.check_time() is None:
            self.match.forfeit(self.match.to_move, failure=why)
        assert self.match.result is not None
        self._on_end(self.match.result)

    def _tick(self) -> None:
        if self.match.result is None and self.match.check_time() is not None:
            result = self.match.result
            assert result is not None
            self._on_end(result)
        self.clock_ticked.emit()

    def close(self) -> None:
        """Stop thinking, end the thread."""
        self._clock_timer.stop()
        self._activity.close()
