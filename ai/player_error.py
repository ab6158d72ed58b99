"""The error of players, and of all that players are made of."""


class PlayerError(ValueError):
    """A player can't be made or can't play; the message is a sentence with the reason."""
