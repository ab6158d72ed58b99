"""The arena: any number of players meet, every game is kept, and the results become ratings. It can be killed at any moment and go on later."""


class ArenaError(ValueError):
    """An arena can't be held as asked; the message is a sentence."""


class WholeGamesOnly(ArenaError):
    """Random moves were asked for before the games of a player that plays whole ones only."""
