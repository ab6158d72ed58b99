"""The text that names a player: ``kind:name=value,name=value``, taken apart, put together and checked."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar, overload

from ai.player_error import PlayerError
from core.files import user_path
from core.machine import usable_cores
from core.player import Limit
from core.sentence import Sentence, sentence_of

Loaded = TypeVar("Loaded")
Number = TypeVar("Number", int, float)
SHIPPED_NAME = "shipped"
"""The name by which a player's text means the file that comes with the program."""
MOST_NUMBER = 10**9
MOST_THREADS = 256
"""Most threads of a search: no machine gains from more, and many more would stall it."""
ON = ("on", "yes", "true", "1")
OFF = ("off", "no", "false", "0")
"""Words of a switch, in any case. ``on`` and ``off`` are what is written."""


def quote(value: str) -> str:
    """``value`` as it is written in a player's text."""
    return value.replace("%", "%25").replace(",", "%2C")


def unquote(value: str) -> str:
    """The value that :func:`quote` wrote."""
    return value.replace("%2C", ",").replace("%25", "%")


def is_on(word: str) -> bool:
    """Whether the value ``word`` of a switch turns it on."""
    return word.lower() in ON


def kind_of(text: str) -> str:
    """The kind of player that ``text`` names, whatever its options."""
    return text.strip().partition(":")[0]


def load_named(name: str, shipped: Path, load: Callable[[Path], Loaded]) -> Loaded:
    """What ``load`` makes of the file that ``name`` means: ``shipped`` if it is :data:`SHIPPED_NAME`. :class:`PlayerError` if it can't be used, with
    the sentence that ``load`` raises as a ``ValueError``."""
    try:
        return load(shipped if name == SHIPPED_NAME else user_path(name))
    except ValueError as error:
        said = sentence_of(error)
        if isinstance(said, Sentence):
            raise PlayerError(said) from error
        raise PlayerError(Sentence("there is no file %1", name)) from error  # no file can have such a name


def split(text: str) -> tuple[str, dict[str, str]]:
    """Kind and options of a player's text, which may be half typed or name no player at all: what makes no sense is left out."""
    return kind_of(text), {name: value for _pair, name, value in _pairs(text) if name}


def join(kind: str, options: dict[str, str]) -> str:
    """The text of a player."""
    words = ",".join(f"{name}={quote(value)}" for name, value in options.items())
    return f"{kind}:{words}" if words else kind


def _pairs(text: str) -> Iterator[tuple[str, str, str]]:
    """Each ``name=value`` as it stands in ``text``, with its name and its value."""
    for pair in filter(None, text.strip().partition(":")[2].split(",")):
        name, _, value = pair.partition("=")
        yield pair, name, unquote(value)


class Options:
    """The ``name=value`` pairs of a player's text, each taken once and checked. A comma in a value is written ``%2C``, a percent sign
    ``%25``, as :func:`quote` does."""

    def __init__(self, text: str):
        self.text = text.strip()
        self.kind = kind_of(text)
        self._pairs: dict[str, str] = {}
        self._known: list[str] = []
        """Names of the options that were asked for."""
        for pair, name, value in _pairs(text):
            if not name or not value:
                raise PlayerError(Sentence("'%1' in player '%2' is not of the form name=value", pair, text))
            if name in self._pairs:
                raise PlayerError(Sentence("'%1' stands twice in player '%2'", name, text))
            self._pairs[name] = value

    def _take(self, name: str) -> str | None:
        """The value of ``name``; ``None`` if it is not given."""
        self._known.append(name)
        return self._pairs.pop(name, None)

    def word(self, name: str, default: str) -> str:
        given = self._take(name)
        return default if given is None else given

    def choice(self, name: str, words: tuple[str, ...]) -> str | None:
        """The value of ``name``, one of ``words``; ``None`` if it is not given."""
        word = self._take(name)
        if word is not None and word not in words:
            given, wanted = f"{name}={word}", ", ".join(words)
            raise PlayerError(Sentence("%1 in player '%2' should be one of %3", given, self.text, wanted))
        return word

    @overload
    def number(
        self, name: str, kind: type[Number], least: Number, most: int = MOST_NUMBER
    ) -> Number | None: ...

    @overload
    def number(
        self, name: str, kind: type[Number], least: Number, most: int = MOST_NUMBER, *, default: Number
    ) -> Number: ...

    def number(
        self,
        name: str,
        kind: type[Number],
        least: Number,
        most: int = MOST_NUMBER,
        *,
        default: Number | None = None,
    ) -> Number | None:
        """The value of ``name`` as a number; ``default`` if it is not given."""
        text = self._take(name)
        if text is None:
            return default
        try:
            number = kind(text)
        except ValueError:
            number = None
        if number is None or not least <= number <= most:
            words = f"{name}={text}", self.text, f"{least:g}", str(most)
            raise PlayerError(
                Sentence("%1 in player '%2' should be a whole number from %3 to %4", *words)
                if kind is int
                else Sentence("%1 in player '%2' should be a number from %3 to %4", *words)
            )
        return number

    def switch(self, name: str) -> bool | None:
        """Whether ``name`` is on; ``None`` if it is not given."""
        word = self._take(name)
        if word is None:
            return None
        if word.lower() not in (*ON, *OFF):
            raise PlayerError(Sentence("%1 in player '%2' should be on or off", f"{name}={word}", self.text))
        return is_on(word)

    def limit(self, counted: str, default: int | None) -> Limit:
        """The limit of the options ``counted`` (simulations, playouts) and ``seconds``; ``default`` counts where neither is given."""
        count = self.number(counted, int, 1)
        seconds = self.number("seconds", float, 0.001)
        if count is None and seconds is None:
            count = default
        return Limit(simulations=count, seconds=seconds)

    def threads(self, limit: Limit) -> int:
        """How many threads search: all cores where ``limit`` has a time, else one, so that a game can be repeated. ``threads`` may say otherwise."""
        usual = 1 if limit.seconds is None else usable_cores()
        return self.number("threads", int, 1, MOST_THREADS, default=usual)

    def finish(self) -> None:
        """:class:`PlayerError` for options that were not asked for."""
        if self._pairs:
            unknown = ", ".join(sorted(self._pairs))
            raise PlayerError(
                Sentence(
                    "player kind '%1' does not know the option %2; it knows %3",
                    self.kind,
                    unknown,
                    ", ".join(sorted(self._known)),
                )
            )
