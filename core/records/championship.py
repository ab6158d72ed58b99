"""Records of the Chinese computer games championship: a header of fields in brackets and the moves of a 9x9 game.

``([NG][先手队][后手队][先手胜][2020.08.15 14:00 地点][2020 CCGC];B[E5];W[D6])``: 先手 is Black, 后手 White. Programs write moves
differently; all known ways are read, and ``B[E5]`` is written. A losing move stands last.
"""

import re
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

from core.game import Game, Reason, Result
from core.points import parse_point, point_name
from core.position import PASS, Color, Loss, Size
from core.records.reading import Problem, ProblemKind, ReadResult, RecordError, decode, untold
from core.sentence import Sentence

SIZE = Size(9, 9)
UNFINISHED = "未完"
MAX_NAME_BYTES = 240
"""File systems allow 255."""

_START = re.compile(r"[({（]\s*[\[【]\s*NG\s*[\]】]", re.IGNORECASE)
_FIELD = re.compile(r"\s*[\[【]([^\]】]*)[\]】]")
_MOVE = re.compile(r"([BW])\s*(?:[:：]\s*)?[\[(（【]([^\])）】;；]{0,40})[\])）】]", re.IGNORECASE)
_BETWEEN = re.compile(r"[\s;；,，]*")
_END = re.compile(r"[\s;；,，]*[)）}]")
_DATE = re.compile(
    r"\s*(\d{4})[.\-/年](\d{1,2})[.\-/月](\d{1,2})日?(?:[T\s]*(\d{1,2})[:：](\d{2})(?:[:：](\d{2}))?)?\s*(.*)",
    re.S,
)
_FORBIDDEN = str.maketrans('<>:"/\\|?*', "＜＞：＂／＼｜？＊")


def looks_like_one(data: bytes) -> bool:
    """Whether ``data`` begins as a championship record rather than as SGF."""
    text, _ = decode(data)
    start = _START.search(text)
    sgf = re.search(r"\(\s*;", text)
    return start is not None and (sgf is None or start.start() < sgf.start())


def split(data: bytes) -> list[bytes]:
    """Each record of ``data``, which :func:`looks_like_one`, by itself, in UTF-8."""
    text, _ = decode(data)
    starts = [found.start() for found in _START.finditer(text)]
    return [text[first:last].encode("utf-8", "replace") for first, last in pairwise([*starts, len(text)])]


# --- Reading -------------------------------------------------------------------------------------------------------


def read_all(data: bytes, meanwhile: Callable[[], None] = lambda: None) -> list[ReadResult]:
    """All games of ``data``, which :func:`looks_like_one`. ``meanwhile`` is called before each; an exception that it raises ends the reading."""
    parts = split(data)
    if len(parts) == 1:
        meanwhile()
        return [read(data)]  # in its own encoding, so that problems with that are reported
    results = []
    for number, part in enumerate(parts, 1):
        meanwhile()
        results.append(replace(read(part), number=number))
    return results


def read(data: bytes) -> ReadResult:
    """The game as far as it goes; :class:`RecordError` if the header is missing."""
    text, encoding = decode(data)
    start = _START.search(text)
    if start is None:
        raise RecordError(
            Sentence("It does not begin with ([NG], as records of the Chinese championship do.")
        )
    game = Game(SIZE)
    place = start.end()
    fields = []
    while field := _FIELD.match(text, place):
        fields.append(" ".join(field[1].split()))
        place = field.end()
    winner = _read_header(game, fields)
    problems, loss = _read_moves(game, text, place)
    game.result = _result(game, winner, loss)
    game.to_end()
    game.version = 0
    return ReadResult(game, encoding + untold(problems, game.result))


def _read_header(game: Game, fields: list[str]) -> Color | None:
    """Fill in names, date, place and event, and return the winner if one is named."""
    fields = fields + [""] * (5 - len(fields))
    black, white, outcome, when_where, game.event = fields[:5]
    game.black_name, game.white_name = _without_sides(black, white)
    date = _DATE.match(when_where)
    if date:
        year, month, day, hour, minute, second, game.place = date.groups()
        game.date = f"{year}-{int(month):02}-{int(day):02}"
        if hour:
            game.date += f"T{int(hour):02}:{minute}" + (f":{second}" if second else "")
    else:
        game.place = when_where
    first_won = re.search(r"先手.*胜|先手.*勝|黑.*胜|黑.*勝|后手.*负|後手.*負|白.*负", outcome)
    second_won = re.search(r"后手.*胜|後手.*勝|白.*胜|白.*勝|先手.*负|先手.*負|黑.*负", outcome)
    if bool(first_won) is bool(second_won):  # both in a form left as it was printed: 先手/后手胜
        return None
    return Color.BLACK if first_won else Color.WHITE


def _without_sides(black: str, white: str) -> tuple[str, str]:
    """The teams without the letters of their sides, which some programs write after both: ``队一 B``, ``队二 W``. A name alone may end so itself."""
    if black.endswith(" B") and white.endswith(" W"):
        return black[:-2].strip(), white[:-2].strip()
    return black, white


def _read_moves(game: Game, text: str, place: int) -> tuple[tuple[Problem, ...], Loss | None]:
    """Play the moves of ``text`` from ``place`` on. Returns what ended them early, and why the last one loses if it does."""
    while True:
        between = _BETWEEN.match(text, place)
        place = between.end() if between else place
        if _END.match(text, place):
            return (), None
        written = _MOVE.match(text, place)
        if written is None:
            tear = text[place : place + 20]
            return (Problem(ProblemKind.BROKEN_OFF, game.cursor.number + 1, tear),), None
        problem = _read_move(game, written)
        place = written.end()
        if problem is not None:
            return (problem,), problem.loss if _END.match(text, place) else None


def _read_move(game: Game, written: re.Match) -> Problem | None:
    position = game.position
    number = game.cursor.number + 1
    color = Color.BLACK if written[1] in "Bb" else Color.WHITE
    if color is not position.to_move:
        return Problem(ProblemKind.WRONG_COLOR, number, written[0])
    name = re.sub(r"[\s,，]", "", written[2])
    try:
        point = parse_point(name, SIZE) if name else PASS
    except ValueError:
        return Problem(ProblemKind.BAD_POINT, number, written[0])
    loss = position.loss(point)
    if loss is None:
        game.play(point)
        return None
    return Problem(ProblemKind.PASS if point == PASS else ProblemKind.ILLEGAL_MOVE, number, written[0], loss)


def _result(game: Game, winner: Color | None, loss: Loss | None) -> Result | None:
    """The result: by the losing last move or for want of a legal move, if the header doesn't contradict; else what the header says."""
    loser = game.position.to_move
    if winner in (None, loser.opponent):
        if loss is not None:
            return Result.by_loss(loser, loss)
        if (over := Result.if_over(game.position)) is not None:
            return over
    return None if winner is None else Result(winner, Reason.UNKNOWN)


# --- Writing -------------------------------------------------------------------------------------------------------


def write(game: Game) -> str:
    """The record of the moves that count; :class:`RecordError` for a game that does not begin on an empty 9x9 board."""
    if game.size != SIZE:
        raise RecordError(
            Sentence("Records of the Chinese championship hold 9x9 games; this one is %1.", game.size)
        )
    if game.root.position.ply:
        raise RecordError(
            Sentence(
                "Records of the Chinese championship begin on an empty board; this game begins with stones on it."
            )
        )
    header = [
        "NG",
        game.black_name,
        game.white_name,
        _outcome(game),
        f"{_date(game)} {game.place}".strip(),
        game.event,
    ]
    moves = [(node.color, node.move) for node in game.line_played()[1:]]
    losing = _losing_move(game)
    if losing is not None:
        moves.append(losing)
    text = "".join(f"[{_in_brackets(field)}]" for field in header)
    for color, point in moves:
        assert color is not None and point is not None
        text += f";{'B' if color is Color.BLACK else 'W'}[{'' if point == PASS else point_name(point, SIZE)}]"
    return f"({text})\n"


def _losing_move(game: Game) -> tuple[Color, int] | None:
    """The move that lost the game, if it was made at the end and can be written."""
    result, last = game.result, game.line_played()[-1]
    if result is None or result.loss is None or result.winner is last.position.to_move:
        return None
    if result.loss.point != PASS and result.loss.point not in SIZE:
        return None
    return result.winner.opponent, result.loss.point


def _outcome(game: Game) -> str:
    if game.result is None:
        return UNFINISHED
    return "先手胜" if game.result.winner is Color.BLACK else "后手胜"


def _date(game: Game) -> str:
    date = _DATE.match(game.date)
    if not date:
        return game.date
    year, month, day, hour, minute, second, rest = date.groups()
    text = f"{year}.{int(month):02}.{int(day):02}"
    if hour:
        text += f" {int(hour):02}:{minute}" + (f":{second}" if second else "")
    return f"{text} {rest}".strip()


def _in_brackets(text: str) -> str:
    return " ".join(text.translate(str.maketrans("[]【】", "［］［］")).split())


def not_kept(game: Game) -> tuple[Problem, ...]:
    """The parts of ``game`` that a championship record has no place for."""
    nodes, kept = list(game.root.subtree()), game.line_played()
    ending = game.result.reason if game.result else None
    kept_endings = (None, Reason.UNKNOWN, Reason.NO_LEGAL_MOVE)
    lost = {
        Sentence("variations"): len(nodes) > len(kept),
        Sentence("comments"): any(node.comment for node in nodes),
        Sentence("marks on points"): any(node.marks for node in nodes),
        Sentence("names of positions"): any(node.name for node in nodes),
        Sentence("analysis"): any(node.analysis for node in nodes),
        Sentence("the clocks"): game.time_control is not None or any(node.seconds_left for node in nodes),
        Sentence("the way the game ended"): ending not in kept_endings and _losing_move(game) is None,
        Sentence("the round"): bool(game.round),
        Sentence("what other programs noted"): any(node.foreign for node in nodes),
    }
    return tuple(Problem(ProblemKind.NOT_KEPT, text=text) for text, is_lost in lost.items() if is_lost)


def file_name(game: Game) -> str:
    """``NG-先手队 vs 后手队-先手胜-时间 地点-赛事.txt``, fit for any file system."""
    names = f"{game.black_name.strip() or '先手'} vs {game.white_name.strip() or '后手'}"
    when_where = f"{_date(game)} {game.place}".strip()
    parts = ["NG", names, _outcome(game), when_where, game.event.strip()]
    name = "-".join(part for part in parts if part)
    name = "".join(letter for letter in name.translate(_FORBIDDEN) if letter.isprintable())
    name = name.encode("utf-8", "ignore")[:MAX_NAME_BYTES].decode("utf-8", "ignore")
    return name.rstrip(". ") + ".txt"
