"""The arena: any number of players meet, every game is kept, and the results become ratings. Can be killed at any moment and go on."""


class ArenaError(ValueError):
    """An arena can't be held as asked; the message is a sentence."""
