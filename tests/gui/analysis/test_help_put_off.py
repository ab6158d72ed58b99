"""Help that a game against an AI begins without."""

from core.game import Game
from core.match import Match
from core.position import Size
from gui.analysis.help_put_off import HelpPutOff


class Lamp:
    """Some help, in games that the test hands over."""

    def __init__(self) -> None:
        self.on = True
        self.help = HelpPutOff(self.switch)

    def switch(self, on: bool) -> None:
        self.on = on
        self.help.note_switched()  # as a switch does that can't tell who has pressed it

    def follow(self, match: Match, against_ai: bool) -> bool:
        self.help.follow(match, against_ai, self.on)
        return self.on


def some_match() -> Match:
    return Match(Game(Size(3, 3)))


def test_it_is_off_in_a_game_against_an_ai_and_on_again_after_it():
    lamp, match = Lamp(), some_match()
    assert not lamp.follow(match, against_ai=True) and not lamp.follow(match, against_ai=True)
    assert lamp.follow(match, against_ai=False), "the game is over, or a human takes over"
    assert lamp.follow(some_match(), against_ai=False)


def test_what_the_user_switches_stays():
    lamp, match = Lamp(), some_match()
    lamp.follow(match, against_ai=True)
    lamp.switch(True)
    assert lamp.follow(match, against_ai=True)
    lamp.switch(False)
    assert not lamp.follow(match, against_ai=False) and not lamp.follow(some_match(), against_ai=False)


def test_it_waits_through_several_games():
    lamp = Lamp()
    for _ in range(2):
        assert not lamp.follow(some_match(), against_ai=True)
    assert lamp.follow(some_match(), against_ai=False)
