"""``lz-analyze`` and ``kata-analyze``: analysis in the formats of Leela Zero and KataGo (docs/GTP_Extensions.md there).

Win rates are seen from the side to move.
"""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from threading import Event
from typing import TYPE_CHECKING

from ai.elo import Z_95
from ai.protocols.gtp_words import GtpError, parse_color, parse_number, vertex_name, vertex_names
from core.player import Candidate, Decision, Limit, Report
from core.position import Size

if TYPE_CHECKING:
    from ai.protocols.gtp import Answer, GtpEngine

AS_LONG_AS_IT_TAKES = Limit(seconds=86_400.0)
"""The limit of an analysis, which ends with the next command."""
NOT_IN_NOGO = ("ownership", "ownershipStdev", "movesOwnership", "movesOwnershipStdev", "pvVisits", "minmoves")
"""KataGo's options that have no meaning here: accepted and ignored."""


@dataclass(frozen=True)
class AnalysisWish:
    """What an analysis should report and how often."""

    seconds: float = 0.0
    """Shortest time between two reports."""
    most_moves: int | None = None
    """Most moves in a report; ``None`` for all."""
    root: bool = False
    """Whether the position itself is reported too."""


class Analysis:
    """The analysis commands of one engine."""

    def __init__(self, engine: "GtpEngine"):
        self._engine = engine

    def commands(self) -> "dict[str, Answer]":
        return {
            "lz-analyze": lambda words: self._analyze(words, lz_info),
            "kata-analyze": lambda words: self._analyze(words, kata_info),
            "lz-genmove_analyze": lambda words: self._genmove_analyze(words, lz_info),
            "kata-genmove_analyze": lambda words: self._genmove_analyze(words, kata_info),
        }

    def _analyze(self, words: list[str], form: "Form") -> str:
        wish = self._wish(words)
        next_command = self._engine.until_next_command()
        self._engine.begin_answer()
        if not self._engine.position.is_over:
            report = self._reporter(wish, form)
            decision = self._engine.session.choose(AS_LONG_AS_IT_TAKES, report, next_command)
            self._engine.stream(_line(decision, self._engine.session.size, wish, form))
        next_command.wait()  # the search may have ended by itself, but the answer ends only with the next command
        return ""

    def _genmove_analyze(self, words: list[str], form: "Form") -> str:
        wish = self._wish(words)
        self._engine.begin_answer()

        def choose(limit: Limit, stop: Event) -> int | None:
            decision = self._engine.session.choose(limit, self._reporter(wish, form), stop)
            if decision.point is not None:
                self._engine.stream(_line(decision, self._engine.session.size, wish, form))
            return decision.point

        return f"play {self._engine.move(choose)}"

    def _wish(self, words: list[str]) -> AnalysisWish:
        """The wish in ``[color] [interval in centiseconds] [name value]…``."""
        rest = list(words)
        if rest and rest[0][:1].lower() in ("b", "w"):
            self._engine.check_turn(parse_color(rest.pop(0)))
        seconds = _centiseconds(rest.pop(0)) if rest and rest[0][:1].isdigit() else 0.0
        most_moves, root = None, False
        for name, value in zip(rest[::2], rest[1::2], strict=False):
            if name == "interval":
                seconds = _centiseconds(value)
            elif name == "maxmoves":
                most_moves = max(1, int(parse_number(value, int)))
            elif name == "rootInfo":
                root = value.lower() == "true"
            elif name not in NOT_IN_NOGO:
                raise GtpError("syntax error")
        if len(rest) % 2:
            raise GtpError("syntax error")
        return AnalysisWish(seconds, most_moves, root)

    def _reporter(self, wish: AnalysisWish, form: "Form") -> Report:
        """A report function that writes a line as often as is wished."""
        last = -math.inf

        def report(decision: Decision) -> None:
            nonlocal last
            now = time.monotonic()
            if now - last >= wish.seconds:
                last = now
                self._engine.stream(_line(decision, self._engine.session.size, wish, form))

        return report


def _centiseconds(word: str) -> float:
    return max(0.0, parse_number(word, float)) / 100


def _line(decision: Decision, size: Size, wish: AnalysisWish, form: "Form") -> str:
    """One line about all moves, best first. Moves that were not searched appear only if none was."""
    known = [move for move in decision.candidates if move.visits or move.proof is not None]
    moves = (known or list(decision.candidates))[: wish.most_moves]
    if not moves and decision.point is not None:
        moves = [Candidate(decision.point, value_to_move=decision.value_to_move)]
    infos = [form(move, order, decision, size) for order, move in enumerate(moves)]
    if wish.root:
        infos.append(f"rootInfo visits {decision.visits} winrate {decision.win_rate_to_move:.6f}")
    return " ".join(infos)


Form = Callable[[Candidate, int, Decision, Size], str]


def kata_info(move: Candidate, order: int, decision: Decision, size: Size) -> str:
    """A move in KataGo's form: shares from 0 to 1."""
    rate = _win_rate(move, decision)
    return _info(move, order, size, f"{rate:.6f}", f"{move.prior:.6f}", f"{_lower_bound(rate, move):.6f}")


def lz_info(move: Candidate, order: int, decision: Decision, size: Size) -> str:
    """A move in Leela Zero's form: shares as whole numbers from 0 to 10000."""
    rate = _win_rate(move, decision)
    shares = (str(round(10_000 * share)) for share in (rate, move.prior, _lower_bound(rate, move)))
    return _info(move, order, size, *shares)


def _info(move: Candidate, order: int, size: Size, rate: str, prior: str, lower_bound: str) -> str:
    return (
        f"info move {vertex_name(move.point, size)} visits {move.visits} winrate {rate} prior {prior} "
        f"lcb {lower_bound} order {order} pv {vertex_names(move.line or (move.point,), size)}"
    )


def _win_rate(move: Candidate, decision: Decision) -> float:
    """The move's win rate; that of the position for a move that was never visited."""
    known = move.visits > 0 or move.proof is not None
    return move.win_rate_to_move if known else decision.win_rate_to_move


def _lower_bound(rate: float, move: Candidate) -> float:
    """The lower end of the 95% interval of a win rate, as if visits were independent. A proven move has no interval."""
    if move.proof is not None:
        return rate
    spread = math.sqrt(rate * (1 - rate) / move.visits) if move.visits else 1.0
    return max(0.0, rate - Z_95 * spread)
