"""GoGui's extensions of GTP (gogui.sourceforge.net): the rules of a game other than Go, set-up stones, and overlays."""

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from ai.protocols.gtp_words import GtpError, expect, parse_color, parse_vertex, vertex_name, vertex_names
from core.player import Candidate
from core.points import Notation
from core.position import PASS, Color, Position

if TYPE_CHECKING:
    from ai.protocols.gtp import Answer, GtpEngine

OVERLAYS = (
    "plist/Legal points of Black/buwei-legal_points black",
    "plist/Legal points of White/buwei-legal_points white",
    "plist/Private points of Black/buwei-private_points black",
    "plist/Private points of White/buwei-private_points white",
    "gfx/Points of both sides/buwei-points",
    "gfx/Win rates/buwei-win_rates",
    "gfx/Policy/buwei-policy",
    "gfx/Principal variation/buwei-variation",
    "string/Result/gogui-rules_final_result",
)
"""Type, label and command of each entry in GoGui's analysis window."""
BLACK_POINT, WHITE_POINT, SHARED_POINT = "#404040", "#f0f0f0", "#60c060"
OVERLAY_SECONDS = 5.0
LEAST_SHARE = 0.001
"""Smallest share of the policy for which a move is labelled."""


class GoGui:
    """GoGui's commands for one engine."""

    def __init__(self, engine: "GtpEngine"):
        self._engine = engine

    def commands(self) -> "dict[str, Answer]":
        return {
            "gogui-rules_game_id": lambda words: "NoGo",
            "gogui-rules_board_size": self._board_size,
            "gogui-rules_board": lambda words: self._board(),
            "gogui-rules_legal_moves": lambda words: self._names(self._position.legal_moves()),
            "gogui-rules_side_to_move": lambda words: self._position.to_move.name.lower(),
            "gogui-rules_final_result": lambda words: self._result(),
            "gogui-play_sequence": self._play_sequence,
            "gogui-setup": self._setup,
            "gogui-setup_player": self._setup_player,
            "gogui-interrupt": lambda words: "",
            "gogui-analyze_commands": lambda words: "\n".join(OVERLAYS),
            "buwei-legal_points": lambda words: self._names(self._position.legal_moves(_one_color(words))),
            "buwei-private_points": lambda words: self._names(
                self._position.private_points(_one_color(words))
            ),
            "buwei-points": lambda words: self._points(),
            "buwei-win_rates": lambda words: self._win_rates(),
            "buwei-policy": lambda words: self._policy(),
            "buwei-variation": lambda words: self._variation(),
        }

    @property
    def _position(self) -> Position:
        return self._engine.position

    def _name(self, point: int) -> str:
        return vertex_name(point, self._position.size)

    def _names(self, points: tuple[int, ...]) -> str:
        return vertex_names(points, self._position.size)

    # --- rules ------------------------------------------------------------------------------------------------

    def _board_size(self, words: list[str]) -> str:
        size = self._position.size
        if not size.is_square:
            raise GtpError("the board is not square")
        return str(size.rows)

    def _board(self) -> str:
        return "\n".join(" ".join(row) for row in str(self._position).splitlines())

    def _result(self) -> str:
        result = self._engine.session.game.result
        return "unknown" if result is None else result.describe(self._position.size, Notation.GTP)

    # --- positions --------------------------------------------------------------------------------------------

    def _play_sequence(self, words: list[str]) -> str:
        """Play several moves, or none if one of them can't be played."""
        if len(words) % 2:
            raise GtpError("syntax error")
        size = self._position.size
        moves = [
            (parse_color(color), parse_vertex(vertex, size))
            for color, vertex in zip(words[::2], words[1::2], strict=True)
        ]
        position = self._position
        for color, point in moves:
            if color is not position.to_move:
                raise GtpError("illegal move")
            position = position.play(point)
        for _, point in moves:
            self._engine.session.play(point)
        return ""

    def _setup(self, words: list[str]) -> str:
        """Begin a game with these stones on the board."""
        if len(words) % 2:
            raise GtpError("syntax error")
        size = self._position.size
        stones = np.zeros(size.points, np.uint8)
        for color, vertex in zip(words[::2], words[1::2], strict=True):
            point = parse_vertex(vertex, size)
            if point == PASS or stones[point]:
                raise GtpError("syntax error")
            stones[point] = parse_color(color)
        try:
            start = Position.from_stones(stones.reshape(size.rows, size.cols))
        except ValueError as error:
            raise GtpError(str(error)) from None
        self._engine.begin_game(size, start)
        return ""

    def _setup_player(self, words: list[str]) -> str:
        """Accept only the side whose move it is by the number of stones."""
        self._engine.check_turn(_one_color(words))
        return ""

    # --- overlays ---------------------------------------------------------------------------------------------

    def _points(self) -> str:
        """Points legal for Black alone, for White alone, and for both."""
        black, white = (set(self._position.private_points(color)) for color in Color)
        both = set(self._position.legal_moves()) - black - white
        colored = ((BLACK_POINT, black), (WHITE_POINT, white), (SHARED_POINT, both))
        lines = [f"COLOR {color} {self._names(tuple(sorted(points)))}" for color, points in colored if points]
        counts = f"private points: Black {len(black)}, White {len(white)}; open to both: {len(both)}"
        return "\n".join([*lines, f"TEXT {counts}"])

    def _candidates(self) -> tuple[Candidate, ...]:
        """The player's candidates, after at most :data:`OVERLAY_SECONDS`, because somebody waits for a picture."""
        session = self._engine.session
        own = session.player.default_limit
        limit = own if own.seconds is None else replace(own, seconds=min(own.seconds, OVERLAY_SECONDS))
        return session.choose(limit, stop=self._engine.await_interruption()).candidates

    def _win_rates(self) -> str:
        """Win rates in percent of the moves that the player searched, red to green, seen from the side to move."""
        moves = [move for move in self._candidates() if move.visits or move.proof is not None]
        return "\n".join(_shade(self._name(move.point), move.win_rate_to_move) for move in moves)

    def _policy(self) -> str:
        """The policy before the search, in percent; the highest share is the greenest."""
        moves = [move for move in self._candidates() if move.prior >= LEAST_SHARE]
        most = max((move.prior for move in moves), default=1.0)
        return "\n".join(_shade(self._name(move.point), move.prior, move.prior / most) for move in moves)

    def _variation(self) -> str:
        """The principal variation, numbered on the board."""
        best = next(iter(self._candidates()), None)
        if best is None:
            return ""
        color, words = self._position.to_move, []
        for point in best.line or (best.point,):
            words += [color.name[0].lower(), self._name(point)]
            color = color.opponent
        return f"VAR {' '.join(words)}\nTEXT {best.visits} visits, {100 * best.win_rate_to_move:.0f}%"


def _one_color(words: list[str]) -> Color:
    expect(words, 1)
    return parse_color(words[0])


def _shade(vertex: str, share: float, brightness: float | None = None) -> str:
    """A label in percent on a background from red (0) to green (1)."""
    green = round(255 * max(0.0, min(1.0, share if brightness is None else brightness)))
    return f"COLOR #{255 - green:02x}{green:02x}40 {vertex}\nLABEL {vertex} {100 * share:.0f}"
