"""Players of a game as its record names them: names for people, and players' texts by which the window can continue its own games."""

import copy
from collections.abc import Callable, Sequence

from ai.players import PLAYER_KINDS, kind_of
from ai.training.self_play_record import RecordedSelfPlay, player_name
from core.game import Game
from core.position import Color, Size
from core.records import sgf
from gui.game.controller import GameController
from gui.game.engines import is_player
from gui.program.messages import player_label, run_label, self_play_label, unrated_label
from gui.program.player_text import without_command
from gui.program.settings import HUMAN

WORDS_FOR_A_HUMAN = ("Human", "玩家")
"""What records of earlier versions call a human without a name, if the opponent has a player's text or is another such human."""


def shown_name(
    name: str, self_play: RecordedSelfPlay | None, label: Callable[[str], str] = player_label
) -> str:
    """The window's name for a player of a record, who may be a generation of ``self_play``; ``label`` names all others."""
    if self_play is not None and name == player_name(self_play.run, self_play.generation):
        return self_play_label(run_label(self_play.run), self_play.generation)
    return label(name)


def name_beside_board(controller: GameController, color: Color) -> str:
    """The window's name for who plays ``color`` in its game just now, or played it in a record: the one that the user entered if there is one. The
    Elo of a level holds on the usual board alone."""
    label = player_label if controller.game.size == Size() else unrated_label
    name = controller.lineup.player_shown(color)
    return controller.lineup.entered_name(color) or shown_name(name, controller.self_play, label)


def name_in_record(
    game: Game,
    color: Color,
    self_play: RecordedSelfPlay | None,
    label: Callable[[str], str] = player_label,
) -> str:
    """The window's name for the player of ``color`` in a ``game`` as it was read. A player of one of our windows is named by its text, whatever that
    window's language."""
    if entered := game.entered.get(color):
        return entered
    return _names(game, color, shown_name(_text_or_name(game, color), self_play, label), label)


def names_shown(game: Game, color: Color, self_play: RecordedSelfPlay | None = None) -> str:
    """The window's names for all who played ``color`` in its ``game``, one after the other, or the name that the user entered."""
    return game.entered.get(color) or _names(game, color, shown_name(game.name(color), self_play))


def _names(game: Game, color: Color, now: str, label: Callable[[str], str] = player_label) -> str:
    """All who chose a move of ``color`` that counts, in order of appearance, then who plays it ``now``."""
    line = game.line_played()
    made = (node.player for node in line[1 + game.random_moves_of(line) :] if node.color is color)
    return " / ".join(dict.fromkeys([*(label(player) if player else now for player in made), now]))


def named_for_people(game: Game) -> Game:
    """A copy of the game for other people: players have the names that the window shows, and other people's programs only their name. A human without
    a name is marked as such; where several played a colour, the one who plays on is recorded."""
    named = copy.copy(game)
    named.black_name, named.white_name = (names_shown(game, color) for color in Color)
    handed_over = {node.color for node in game.root.subtree() if node.player}
    named.players = {
        color: without_command(game.name(color))
        for color in Color
        if color in handed_over or game.players.get(color) == game.name(color)
    }
    return named


def saved_record(game: Game) -> bytes:
    """``game`` as SGF for other people."""
    return sgf.write(named_for_people(game)).strip()


def take_up(game: Game, engines: Sequence[str]) -> tuple[str, str]:
    """Black and White to continue a ``game`` that was read: if it was played in a window the same players, as far as they can be made here, else
    humans. Its names become the window's own."""
    game.black_name, game.white_name = (_name_here(game, color, engines) for color in Color)
    black, white = (
        name if color in game.players and plays_here(name, engines) and is_player(name) else HUMAN
        for color, name in zip(Color, (game.black_name, game.white_name), strict=True)
    )
    return black, white


def plays_here(name: str, engines: Sequence[str]) -> bool:
    """Whether ``name``, from a record, is the text of an AI that may play here. Of external programs only the user's own ``engines`` may: a record
    starts no other."""
    kind = kind_of(name)
    return name in engines or (kind in PLAYER_KINDS and not PLAYER_KINDS[kind].is_external)


def _name_here(game: Game, color: Color, engines: Sequence[str]) -> str:
    if color not in game.players:
        return _text_or_name(game, color)
    text = game.players[color]
    return next((engine for engine in engines if without_command(engine) == text), text)


def _text_or_name(game: Game, color: Color) -> str:
    if color in game.players:
        return game.players[color]
    played_in_a_window = color.opponent in game.players or game.name(color.opponent) in WORDS_FOR_A_HUMAN
    if game.name(color) in WORDS_FOR_A_HUMAN and played_in_a_window:
        return HUMAN
    return game.name(color)
