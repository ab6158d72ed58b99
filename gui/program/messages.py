"""Sentences in the window's language for values of core and ai."""

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QDate, QDateTime, QLocale, Qt

from ai.checkpoint import CHECKPOINTS
from ai.levels import Level
from ai.players import PLAYER_KINDS, SHIPPED, split
from core import kernel_cache
from core.game import Reason, Result
from core.player import Proof
from core.points import Notation, point_name
from core.position import PASS, Color, Loss, LossKind, Size
from core.sentence import fill
from gui.program import player_text
from gui.program.language import QT_TRANSLATE_NOOP, error_text, in_all_languages, sentence_text
from gui.program.settings import HUMAN

NO_BREAK_SPACE = "\u00a0"
WORD_JOINER = "\u2060"
SYSTEM_REASONS = (
    QT_TRANSLATE_NOOP("system", "No such file or directory"),
    QT_TRANSLATE_NOOP("system", "Permission denied"),
    QT_TRANSLATE_NOOP("system", "No space left on device"),
    QT_TRANSLATE_NOOP("system", "Disk quota exceeded"),
    QT_TRANSLATE_NOOP("system", "No locks available"),
    QT_TRANSLATE_NOOP("system", "Read-only file system"),
    QT_TRANSLATE_NOOP("system", "Is a directory"),
    QT_TRANSLATE_NOOP("system", "Not a directory"),
    QT_TRANSLATE_NOOP("system", "File exists"),
    QT_TRANSLATE_NOOP("system", "Input/output error"),
)
"""Frequent reasons in English (``os.strerror``) why a file can't be accessed."""
LEARNERS_NETWORK = "network"
"""What each session of the TD learner calls its network, so that only the folder tells them apart."""
NAMED_OPTIONS = ("net", *player_text.COUNTED.values(), "seconds", "threads", "ponder")
"""Options of a player that its short name leaves out: those told in words, and those that don't change its moves."""
PROBLEMS_TOLD = 10
MOST_OF_FAILURE = 120
"""Most letters of the reason for which a player failed to move, where the result is told."""


def unbroken(text: str) -> str:
    """``text`` without places where a line may end. Needed because rich text set not to wrap still wraps in Chinese."""
    return WORD_JOINER.join(text.replace(" ", NO_BREAK_SPACE))


def in_parts(*parts: str) -> str:
    """``parts`` in one text that may wrap between them; the dot stays at the end of a line."""
    return f"{NO_BREAK_SPACE}· ".join(parts)


def system_text(error: OSError) -> str:
    """Why the system refused, in the window's language for common reasons."""
    return QCoreApplication.translate("system", error.strerror) if error.strerror else error_text(error)


def one_after_another(first: str, second: str) -> str:
    """Two sentences, separated by a space if the language uses one."""
    return fill(QCoreApplication.translate("messages", "%1 %2"), first, second)


def with_full_stop(text: str) -> str:
    """``text`` as a whole sentence: what ``ai`` says of a failure ends without a full stop, as it may stand within another sentence."""
    if text.endswith((".", "!", "?", "…", "。", "！", "？")):
        return text
    return fill(QCoreApplication.translate("messages", "%1."), text)


def listed(texts: Iterable[str]) -> str:
    """``texts`` in a list, separated as the language does."""
    return QCoreApplication.translate("messages", ", ").join(texts)


def first_told(problems: Sequence[Exception | str]) -> list[str]:
    """The first of many ``problems`` in the window's language, and how many more there are."""
    told = [error_text(problem) for problem in problems[:PROBLEMS_TOLD]]
    if more := len(problems) - len(told):
        told.append(fill(QCoreApplication.translate("messages", "… and %1 more."), more))
    return told


def date_text(date: str) -> str:
    """A day as the language writes it; a record's date in another form than ``2026-03-01`` is left as it is."""
    day = QDate.fromString(date[:10], Qt.DateFormat.ISODate)
    return QLocale().toString(day, QLocale.FormatType.ShortFormat) if day.isValid() else date


def aligned_date_text(date: str) -> str:
    """As :func:`date_text`, with two digits for the month and the day, so that dates line up in a column."""
    day = QDate.fromString(date[:10], Qt.DateFormat.ISODate)
    if not day.isValid():
        return date
    form = QLocale().dateFormat(QLocale.FormatType.ShortFormat)
    return QLocale().toString(day, re.sub(r"\b(d|M)\b", r"\1\1", form))


def today_or_day(date: str) -> str:
    """As :func:`aligned_date_text`, but the time for a moment of today, as it tells today's games apart."""
    moment = _moment(date)
    if moment is None or moment.date() != QDate.currentDate():
        return aligned_date_text(date)
    return QLocale().toString(moment.time(), QLocale.FormatType.ShortFormat)


def moment_text(date: str) -> str:
    """Day and time as the language writes them; empty if the time is unknown."""
    moment = _moment(date)
    return "" if moment is None else QLocale().toString(moment, QLocale.FormatType.ShortFormat)


def _moment(date: str) -> QDateTime | None:
    """The moment in ``2026-03-01T12:15``, with or without seconds; ``None`` for any other form."""
    moment = QDateTime.fromString(date, Qt.DateFormat.ISODate)
    return moment if len(date) > len("2026-03-01") and moment.isValid() else None


def elo_text(elo: float) -> str:
    """A difference in Elo with its sign; 0 is never ``-0``."""
    return f"{round(elo):+}"


def color_text(color: Color) -> str:
    if color is Color.BLACK:
        return QCoreApplication.translate("messages", "Black")
    return QCoreApplication.translate("messages", "White")


def loss_text(loss: Loss, size: Size, notation: Notation) -> str:
    """Why a losing move is not played, where rules are not strict and the game goes on."""
    if loss.kind is LossKind.PASS:
        return QCoreApplication.translate("messages", "Passing loses.")
    if loss.kind is LossKind.OFF_BOARD:
        return QCoreApplication.translate("messages", "That point is off the board.")
    name = point_name(loss.point, size, notation)
    if loss.kind is LossKind.CAPTURE:
        captured = listed(point_name(point, size, notation) for point in loss.captured)
        return fill(
            QCoreApplication.translate(
                "messages", "%1 would capture %2, which is forbidden. It is not played: choose another point."
            ),
            name,
            captured,
        )
    if loss.kind is LossKind.SUICIDE:
        return fill(
            QCoreApplication.translate(
                "messages", "%1 is suicide, which is forbidden. It is not played: choose another point."
            ),
            name,
        )
    return fill(QCoreApplication.translate("messages", "%1 is occupied."), name)


def move_text(move: int, size: Size, notation: Notation) -> str:
    """Text of a move: its point, or how it loses by the rules if it has none."""
    if move in size:
        return point_name(move, size, notation)
    return reason_text(Reason.PASS if move == PASS else Reason.OFF_BOARD)


def winner_text(result: Result) -> str:
    """Who won, in two words."""
    said = QCoreApplication.translate("messages", "%1 wins", "who has won a game")
    return fill(said, color_text(result.winner))


def result_text(result: Result, size: Size, notation: Notation) -> str:
    """Who won and why."""
    winner, loser = color_text(result.winner), color_text(result.winner.opponent)
    return fill(
        QCoreApplication.translate("messages", "%1 wins: %2"), winner, _why(result, loser, size, notation)
    )


def _why(result: Result, loser: str, size: Size, notation: Notation) -> str:
    loss = result.loss
    if loss is not None and loss.kind is LossKind.CAPTURE:
        captured = listed(point_name(point, size, notation) for point in loss.captured)
        text = QCoreApplication.translate("messages", "%1's move %2 captures %3.")
        return fill(text, loser, point_name(loss.point, size, notation), captured)
    if loss is not None and loss.kind is LossKind.SUICIDE:
        text = QCoreApplication.translate("messages", "%1's move %2 is suicide.")
        return fill(text, loser, point_name(loss.point, size, notation))
    if loss is not None and loss.kind is LossKind.OCCUPIED:
        text = QCoreApplication.translate("messages", "%1 played on the occupied point %2.")
        return fill(text, loser, point_name(loss.point, size, notation))
    if result.failure:
        text = QCoreApplication.translate("messages", "%1 failed to move (%2).")
        return fill(text, loser, _shortened(sentence_text(result.failure)))
    text = {
        Reason.NO_LEGAL_MOVE: QCoreApplication.translate("messages", "%1 has no legal move left."),
        Reason.TIME: QCoreApplication.translate("messages", "%1 ran out of time."),
        Reason.RESIGNATION: QCoreApplication.translate("messages", "%1 resigned."),
        Reason.FORFEIT: QCoreApplication.translate("messages", "%1 failed to move."),
        Reason.PASS: QCoreApplication.translate("messages", "%1 passed."),
        Reason.OFF_BOARD: QCoreApplication.translate("messages", "%1 played off the board."),
    }.get(result.reason, QCoreApplication.translate("messages", "the record does not say why."))
    return fill(text, loser)


def _shortened(text: str) -> str:
    """``text`` as far as there is room for it over the board: a program's own words may be many."""
    return text if len(text) <= MOST_OF_FAILURE else f"{text[: MOST_OF_FAILURE - 1].rstrip()}…"


def reason_text(reason: Reason) -> str:
    """Why a game ended, in one or two words."""
    return {
        Reason.NO_LEGAL_MOVE: QCoreApplication.translate("messages", "no legal move"),
        Reason.CAPTURE: QCoreApplication.translate("messages", "capture"),
        Reason.SUICIDE: QCoreApplication.translate("messages", "suicide"),
        Reason.OCCUPIED: QCoreApplication.translate("messages", "occupied point"),
        Reason.OFF_BOARD: QCoreApplication.translate("messages", "off the board"),
        Reason.PASS: QCoreApplication.translate("messages", "pass"),
        Reason.TIME: QCoreApplication.translate("messages", "time"),
        Reason.RESIGNATION: QCoreApplication.translate("messages", "resignation"),
        Reason.FORFEIT: QCoreApplication.translate("messages", "failure"),
        Reason.UNKNOWN: QCoreApplication.translate("messages", "unknown"),
    }[reason]


def player_label(text: str) -> str:
    """A player's short name."""
    level = player_text.level_of(text)
    return unrated_label(text) if level is None else level_label(level)


def unrated_label(text: str) -> str:
    """A player's short name without a level's Elo, where players are rated anew on another scale."""
    if text == HUMAN:
        return QCoreApplication.translate("messages", "Human")
    level = player_text.level_of(text)
    return _settings_label(text) if level is None else level.name(QLocale().name())


def _settings_label(text: str) -> str:
    """Short name of a player that is no level: its kind and settings. A name from a record stays as it is."""
    kind, options = split(text)
    if kind not in PLAYER_KINDS:
        return text
    details = []
    if PLAYER_KINDS[kind].is_external:
        return options.get("name") or kind_label(kind)
    if PLAYER_KINDS[kind].has_network or "net" in options:
        details.append(network_label(options.get("net", SHIPPED)))
    # one word for simulations, playouts and nodes, as in the fields of players
    counted = PLAYER_KINDS[kind].counted
    if counted in options:
        details.append(fill(QCoreApplication.translate("messages", "%1 simulations"), options[counted]))
    if "seconds" in options:
        details.append(fill(QCoreApplication.translate("messages", "up to %1 s a move"), options["seconds"]))
    details += [f"{option}={value}" for option, value in options.items() if option not in NAMED_OPTIONS]
    name = kind_label(kind)
    if not details:
        return name
    settings = QCoreApplication.translate("messages", ", ", "between the settings of a player").join(details)
    return fill(
        QCoreApplication.translate("messages", "%1 (%2)", "a player and its settings"), name, settings
    )


def compact_label(text: str) -> str:
    """A player's name where room is short, such as a column of many games: a word and the numbers, by which players of one kind differ."""
    kind, options = split(text)
    if kind not in PLAYER_KINDS or PLAYER_KINDS[kind].is_external or player_text.level_of(text) is not None:
        return unrated_label(text)
    network = options.get("net", SHIPPED)
    names_kind = network == SHIPPED or not PLAYER_KINDS[kind].has_network
    words = [_kind_in_a_word(kind) if names_kind else network_label(network)]
    if names_kind and network != SHIPPED:
        words.append(network_label(network))
    words += [options[counted]] if (counted := PLAYER_KINDS[kind].counted) in options else []
    if "seconds" in options:
        words.append(fill(QCoreApplication.translate("messages", "%1 s"), options["seconds"]))
    words += [f"{option}={value}" for option, value in options.items() if option not in NAMED_OPTIONS]
    return " ".join(words)


def _kind_in_a_word(kind: str) -> str:
    return {
        "rave": "RAVE",
        "uct": "UCT",
        "alphabeta": QCoreApplication.translate("messages", "Alpha-beta"),
        "policy": QCoreApplication.translate("messages", "Network"),
        "random": QCoreApplication.translate("messages", "Random"),
    }.get(kind) or kind_label(kind)


def network_label(network: str) -> str:
    """A network's short name: for a run's checkpoint the run and the generation, for a session of the TD learner its name, for any other file the
    file's."""
    if network == SHIPPED:
        return QCoreApplication.translate("messages", "shipped network")
    path = Path(network)
    early = re.fullmatch(r"generation-(\d+)", network)
    if early is not None:
        return fill(QCoreApplication.translate("messages", "shipped network, generation %1"), int(early[1]))
    if path.parent.name == CHECKPOINTS and path.stem.isdecimal():
        return generation_label(path.parent.parent.name, int(path.stem))
    return path.parent.name if path.stem == LEARNERS_NETWORK and path.parent.name else path.stem


def source_label(name: str) -> str:
    """Source of a game: a file's name, or the clipboard's name in the present language, whichever it had when the game was pasted."""
    if name in in_all_languages("ClipboardDesk", "The text in the clipboard"):
        return QCoreApplication.translate("ClipboardDesk", "The text in the clipboard")
    return name


def run_label(run: str) -> str:
    """A run's name as a record has it; the shipped network's run is named as its network."""
    return network_label(SHIPPED) if run == SHIPPED else run


def names_shipped(name: str) -> bool:
    """Whether ``name`` is the window's name for the shipped network's run, in any of its languages."""
    labels = in_all_languages("messages", "shipped network")
    return name.strip().casefold() in map(str.casefold, labels)


def generation_label(run: str, generation: int) -> str:
    """Name of a network of a run."""
    return fill(QCoreApplication.translate("messages", "%1, generation %2"), run, generation)


def self_play_label(run: str, generation: int) -> str:
    """Name of both players of a game that was played for a generation: an earlier network of the run made its moves."""
    return fill(QCoreApplication.translate("messages", "%1, for generation %2"), run, generation)


def level_label(level: Level) -> str:
    """A level's name, with its Elo if known."""
    name = level.name(QLocale().name())
    if level.elo is None:
        return name
    return fill(QCoreApplication.translate("messages", "%1 (Elo %2)"), name, f"{level.elo:.0f}")


def kind_label(kind: str) -> str:
    """Name of a kind of player; ``kind`` itself if unknown, as for names from records."""
    return {
        HUMAN: QCoreApplication.translate("messages", "Human"),
        "zero": QCoreApplication.translate("messages", "Buwei AI"),
        "rave": QCoreApplication.translate("messages", "RAVE search"),
        "uct": QCoreApplication.translate("messages", "UCT search"),
        "alphabeta": QCoreApplication.translate("messages", "Alpha-beta search"),
        "td": QCoreApplication.translate("messages", "Temporal-difference learner"),
        "policy": QCoreApplication.translate("messages", "Network without search"),
        "random": QCoreApplication.translate("messages", "Random moves"),
        "gtp": QCoreApplication.translate("messages", "Program that speaks GTP"),
        "sau": QCoreApplication.translate("messages", "Program for the SAU platform"),
        "botzone": QCoreApplication.translate("messages", "Bot for Botzone"),
    }.get(kind, kind)


def phase_text(phase: str) -> str:
    """What a training session is doing."""
    return {
        "starting": QCoreApplication.translate("messages", "Starting")
        if kernel_cache.is_ready()
        else QCoreApplication.translate(
            "messages", "Starting (the first time it prepares itself for this computer, which takes a minute)"
        ),
        "self-play": QCoreApplication.translate("messages", "Playing against itself"),
        "learning": QCoreApplication.translate("messages", "Learning"),
        "catching up": QCoreApplication.translate("messages", "The new network learns from the replay"),
        "gate": QCoreApplication.translate("messages", "New network against earlier ones"),
        "stopping": QCoreApplication.translate("messages", "Stopping"),
        "stopped": QCoreApplication.translate("messages", "Stopped"),
        "failed": QCoreApplication.translate("messages", "Ended by an error; what it had learned is kept"),
        "broken off": QCoreApplication.translate(
            "messages", "Ended unexpectedly; what it had learned is kept"
        ),
        "time over": QCoreApplication.translate("messages", "Stopped, since its time was over"),
    }.get(phase, phase)


def visits_text(visits: int) -> str:
    """Number of visits by a search, in words."""
    if visits == 0:
        return QCoreApplication.translate("messages", "without a search")
    if visits == 1:
        return QCoreApplication.translate("messages", "1 visit")
    return fill(QCoreApplication.translate("messages", "%1 visits"), f"{visits:,}")


def proof_text(proof: Proof) -> str:
    """A proven result, for the side to move."""
    if proof is Proof.WIN:
        return QCoreApplication.translate("messages", "certain win")
    return QCoreApplication.translate("messages", "certain loss")


def short_proof_text(proof: Proof) -> str:
    """A proven result in a word that fits on a stone."""
    if proof is Proof.WIN:
        return QCoreApplication.translate("messages", "win")
    return QCoreApplication.translate("messages", "loss")
