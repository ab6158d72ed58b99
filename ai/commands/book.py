"""``book``: making and showing opening books."""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING

from ai.book import LEAST_GAMES, Book, BookError
from ai.commands.arguments import add_size, named_path, parse_size, why_not_writable
from ai.commands.compiling import compiling
from ai.commands.failure import fail, say
from ai.session_folder import tell
from core.interrupts import interrupts
from core.sentence import Sentence, sentence_of

if TYPE_CHECKING:
    from core.player import Player
    from core.position import Size

GAMES = 200
KEEP_GAMES = 50
"""The book is written after this many games of self-play."""


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("book", description="Make or show an opening book.")
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    make = actions.add_parser(
        "make",
        help="count the openings of games",
        description="Make an opening book from game records or from games of a player against itself. Every player but sau uses it by the "
        f"option book=FILE, and plays those moves from it that were played in {LEAST_GAMES} games or more, so a book takes many games. "
        "A book of one player's habits is small: let it vary its first moves "
        "(zero:simulations=100,temperature=1,temperature_moves=8) or begin at random.",
    )
    source = make.add_mutually_exclusive_group(required=True)
    source.add_argument(
        "--records",
        type=named_path,
        metavar="DIR",
        help="all records of a folder: SGF and the championship's .txt",
    )
    source.add_argument("--self-play", metavar="PLAYER", help="games of this player against itself")
    make.add_argument("--games", type=int, help=f"games of self-play (default: {GAMES})")
    make.add_argument(
        "--random-moves",
        type=int,
        metavar="N",
        help="begin each of these games with N random moves",
    )
    make.add_argument("--out", required=True, type=named_path, metavar="FILE", help="where the book goes")
    make.add_argument("--replace", action="store_true", help="make a book anew that is there already")
    make.add_argument("--depth", type=int, default=12, help="moves of a game to count (default: %(default)s)")
    make.add_argument(
        "--least-games",
        type=int,
        default=1,
        metavar="N",
        help="leave out moves that were played in fewer games (default: %(default)s)",
    )
    add_size(make)
    make.set_defaults(run=run_make)
    show = actions.add_parser(
        "show",
        help="print what a book knows, most played moves first",
        description="Print what a book knows, most played moves first. Moves are named as GTP does, without the letter I: J5 is the window's I5.",
    )
    show.add_argument(
        "file", type=named_path, metavar="FILE", help="a book, or shipped for the one that comes with Buwei"
    )
    show.set_defaults(run=run_show)


def run_make(arguments: argparse.Namespace) -> int:
    stop = Event()
    with interrupts(stop.set):
        return _make(arguments, stop)


def _make(arguments: argparse.Namespace, stop: Event) -> int:
    from ai.players import PlayerError
    from core.records import RecordError

    if arguments.records is not None and (arguments.games, arguments.random_moves) != (None, None):
        return fail(
            "--games and --random-moves are for games of self-play; all records of a folder are counted"
        )
    arguments.games = GAMES if arguments.games is None else arguments.games
    arguments.random_moves = arguments.random_moves or 0
    if problem := _problem(arguments):
        return fail(problem)
    book = Book(parse_size(arguments.size))
    try:
        counted = _count(book, arguments, stop)
        if counted == 0:
            return fail("there is no game to make a book of")
        if not book.positions(arguments.least_games):
            return fail(f"no move was played in {arguments.least_games} games; take a smaller --least-games")
        book.save(arguments.out, arguments.least_games)
    except (BookError, PlayerError, RecordError) as error:
        return fail(error)
    games = "1 game" if counted == 1 else f"{counted} games"
    tell(f"{arguments.out}: {games}, {_extent(book, arguments.least_games)}")
    return 0


def _problem(arguments: argparse.Namespace) -> str | None:
    """Why no book can be made as asked, ``None`` if it can."""
    if min(arguments.games, arguments.depth, arguments.least_games) < 1 or arguments.random_moves < 0:
        return "--games, --depth and --least-games should be at least 1, --random-moves at least 0"
    if arguments.random_moves > (most := parse_size(arguments.size).points // 2):
        return f"--random-moves should be at most {most}, half of the board's points"
    if problem := why_not_writable(arguments.out):
        return problem
    if arguments.out.exists() and not _is_book(arguments.out):
        return f"{arguments.out} is there already and is no opening book; choose another name"
    if arguments.out.exists() and not arguments.replace:
        return f"{arguments.out} is an opening book already; --replace makes it anew"
    return None


def _count(book: Book, arguments: argparse.Namespace, stop: Event) -> int:
    """Count the games of the records or of self-play into ``book``; returns how many there are."""
    from core.records.folders import find_records

    if arguments.records is not None:
        records = find_records(arguments.records)
        with compiling("book") as all_compiled:
            counted = _count_records(book, records, arguments.depth, stop)
            all_compiled()
            return counted
    with closing(_player(arguments.self_play, book.size)) as player, compiling("book") as all_compiled:
        counted = _play_and_count(book, player, arguments, stop)
        all_compiled()
        return counted


def _extent(book: Book, least_games: int = 1) -> str:
    """In words, how many positions ``book`` has with moves of ``least_games`` games, and in how many of them players would use it."""
    known, played = book.positions(least_games), book.positions(max(least_games, LEAST_GAMES))
    return f"{known} positions; in {played} of them a move has {LEAST_GAMES} games or more, so that players play it"


def _is_book(path: Path) -> bool:
    try:
        Book.load(path)
    except BookError:
        return False
    return True


def _player(text: str, size: "Size") -> "Player":
    """The player that ``text`` names; :class:`ai.players.PlayerError` if it can't be made or can't play on ``size``."""
    from ai.players import PlayerError, make_player

    player = make_player(text)
    refusal = player.supports(size)
    if refusal:
        raise PlayerError(refusal)
    return player


def _count_records(book: Book, records: list[Path], depth: int, stop: Event) -> int:
    """Count all games of ``records`` into ``book``; returns how many. Files that can't be used are named on stderr; of games on other boards only the
    number is told. ``KeyboardInterrupt`` once ``stop`` is set."""
    from core.position import Size
    from core.records.folders import usable_games

    counted = 0
    others = Counter[Size]()
    for path in records:
        if stop.is_set():
            print(f"stopped after {counted} games; no book was written", file=sys.stderr)
            raise KeyboardInterrupt
        games, unusable = usable_games(path, book.size)
        for entry in unusable:
            if entry.other_size is None:
                say(f"{entry.path}: {entry.reason}")
            else:
                others[entry.other_size] += 1
        for game in games:
            if book.add_game(game, depth):
                counted += 1
            else:
                say(f"{path}: It doesn't say who won.")
    for size, number in others.most_common():
        say(f"games on boards of {size}, not {book.size}: {number}; --size {size} takes them")
    return counted


def _play_and_count(book: Book, player: "Player", arguments: argparse.Namespace, stop: Event) -> int:
    """Count games of self-play into ``book``; returns how many. The book is kept if this is interrupted or the player fails. ``KeyboardInterrupt``
    once ``stop`` is set."""
    from ai.players import PlayerError

    counted = 0
    try:
        for counted in _count_self_play(book, player, arguments, stop):
            if counted % KEEP_GAMES == 0:
                book.save(arguments.out, arguments.least_games)
                tell(f"{counted} games, {len(book)} positions")
    except (KeyboardInterrupt, PlayerError):
        kept = "no book was written"
        if counted:
            book.save(arguments.out, arguments.least_games)
            kept = f"{arguments.out} holds these, and --replace makes it anew"
        print(f"stopped after {counted} of {arguments.games} games; {kept}", file=sys.stderr)
        raise
    return counted


def _count_self_play(
    book: Book, player: "Player", arguments: argparse.Namespace, stop: Event
) -> Iterator[int]:
    """Have ``player`` play games against itself and count them into ``book``; yields the number so far. ``KeyboardInterrupt`` once ``stop`` is
    set."""
    import numpy as np

    from ai.players import PlayerError
    from core.match import play_match
    from core.openings import random_opening

    for number in range(1, arguments.games + 1):
        random = np.random.default_rng([number, arguments.random_moves])
        opening = random_opening(book.size, arguments.random_moves, random)
        match = play_match(player, player, size=book.size, opening=opening.moves, stop=stop)
        if stop.is_set():
            raise KeyboardInterrupt
        if match.error is not None:
            text = arguments.self_play
            raise PlayerError(Sentence("%1 failed to move: %2", text, sentence_of(match.error)))
        book.add_game(match.game, arguments.depth)
        yield number


def run_show(arguments: argparse.Namespace) -> int:
    from ai.players import PlayerError
    from ai.players.book import load_book

    try:
        book = load_book(str(arguments.file))
    except (BookError, PlayerError) as error:
        return fail(error)
    print(f"boards of {book.size}, up to {book.deepest + 1} moves, {_extent(book)}")
    for position, move, games, wins in book.rows():
        print(f"{position}  {move}  {games} game{'' if games == 1 else 's'}  {wins / games:.1%} won")
    sys.stdout.flush()
    return 0
