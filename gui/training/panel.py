"""The self-play session in the window's dock: what it does now, and its last generations."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QGridLayout,
    QHeaderView,
    QLabel,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from ai.training.run_files import warned_of, why_failed
from gui.beside.watched_process import Work
from gui.parts.empty_note import EmptyNote
from gui.parts.giving_way import give_way, keep_tight
from gui.parts.offers import offer
from gui.parts.retranslated import Retranslated
from gui.parts.tables import look_only
from gui.parts.whole_label import WholeLabel
from gui.program.messages import error_text, fill, in_parts, listed, phase_text, unbroken
from gui.training.texts import by_labels

GENERATIONS_SHOWN = 12
GATE = 4
"""Column of the games at the gate."""
LEAST_COLUMN = 60
"""Least width of a table's last column, which takes the rest, in pixels."""
LONG_WAIT = 60
"""Seconds to the end of a generation from which on they are told; most take less."""
LONGEST_WHOLE = 190
"""Widest figure in pixels that stays on one line: the narrowest dock (:data:`gui.window.docks.LEAST_WIDTH`) has so much room beside margins, scroll
bar and dot."""
OVER = ("stopped", "failed")
"""Phases of a session that has ended."""


def duration_text(seconds: float) -> str:
    """``1:02:03``"""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}"


@dataclass(frozen=True)
class SessionShown:
    """What the dock tells of a run and of the session that works on it."""

    progress: dict[str, Any] | None = None
    """As the session writes it (:class:`ai.training.status.Status`)."""
    work: Work = Work.NONE
    run_name: str = ""
    """Empty if there is no run."""
    problem: str = ""
    """Why it can't go on; empty if it can."""
    others: Sequence[str] = ()
    """Names of other runs with sessions."""
    finished: int = 0
    """Its last finished generation."""
    refusal: str = ""
    """Why its last session could not begin; empty if it could."""

    @property
    def state(self) -> tuple[str, Work, bool]:
        """Run and work, and whether the session is starting, of which most is said."""
        return self.run_name, self.work, _phase(self.progress, self.work) == "starting"


class TrainingPanel(Retranslated, QWidget):
    """What the session does now, and its last generations."""

    start_asked = Signal()
    go_on_asked = Signal()
    """Asks to go on with the run shown."""
    stop_asked = Signal()
    room_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.state = WholeLabel(steady=True)
        self.state.setObjectName("training_state")
        self.generation = WholeLabel(steady=True)
        """First line of the figures, apart from the others: they stay in place whatever its length."""
        self.generation.setObjectName("training_generation")
        self.figures = WholeLabel(steady=True)
        self.figures.setObjectName("training_figures")
        for label in (self.generation, self.figures):
            label.setAlignment(Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignTop)
            label.hide()
        self.table = QTableWidget(0, 5)
        look_only(self.table)
        self._no_generations = EmptyNote(self.table)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.table.setShowGrid(False)
        self.table.setAlternatingRowColors(True)
        self.table.horizontalHeader().setDefaultSectionSize(LEAST_COLUMN)
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.table.horizontalHeader().setStretchLastSection(True)
        self.table.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        give_way(self.table)
        self.start, self.go_on, self.stop, self.room = (QPushButton() for _ in range(4))
        buttons = QGridLayout()
        for index, (button, signal) in enumerate(
            (
                (self.start, self.start_asked),
                (self.go_on, self.go_on_asked),
                (self.stop, self.stop_asked),
                (self.room, self.room_asked),
            )
        ):
            button.clicked.connect(signal)
            buttons.addWidget(button, index // 2, index % 2)
        layout = QVBoxLayout(self)
        keep_tight(layout)
        layout.addWidget(self.state)
        layout.addLayout(buttons)  # above what must be scrolled to in a low dock
        told = QVBoxLayout()
        told.setSpacing(0)
        told.addWidget(self.generation)
        told.addWidget(self.figures)
        layout.addLayout(told)
        layout.addWidget(self.table, 1)
        self._last = SessionShown()
        self._lines: list[dict[str, Any]] = []
        """Lines of metrics whose last ones the table shows."""
        self._sentences = False
        """Whether sentences about the session are shown below its figures."""
        self.retranslate()

    def show_session(self, shown: SessionShown) -> None:
        """Tell this, and offer what can be done now."""
        last, self._last = self._last, shown
        progress, work = shown.progress, shown.work
        if _catches_up(last.progress) and not _catches_up(progress):
            self.generation.setMinimumHeight(0)  # the long line about catching up is over for good
        if shown.state != last.state:
            self.state.setMinimumHeight(0)  # through the phases of one session the room is kept
        self._offer(work, bool(shown.run_name), shown.problem)
        if not shown.run_name:
            self.state.setText(
                self.tr(
                    "No session yet. “New…” starts one, and Buwei learns by playing against itself while you play on."
                )
            )
            self._tell("")
            return
        self.state.setText(state_text(progress, work, shown.run_name))
        beside = (
            fill(self.tr("Also at work, see “Curves…”: %1"), listed(shown.others)) if shown.others else ""
        )
        self._tell(
            progress_text(progress, work, shown.finished),
            warning_text(progress),
            failure_text(progress, work),
            shown.problem or shown.refusal,
            beside,
        )

    def _tell(self, figures: str, *sentences: str) -> None:
        """Show the figures and ``sentences`` about them, of which some may be empty. Once all are empty, the room of long ones is freed."""
        had_sentences, self._sentences = self._sentences, any(sentences)
        if had_sentences and not self._sentences:
            self.figures.setMinimumHeight(0)
        generation, _, others = figures.partition("\n")
        for label, part, below in ((self.generation, generation, ()), (self.figures, others, sentences)):
            label.setText("\n".join(filter(None, (kept_whole(part, label), *below))))
            # once shown, a label keeps its place
            label.setVisible(bool(label.text()) or label.isVisibleTo(self))
            label.setAccessibleName("\n".join(filter(None, (part, *below))))

    def _offer(self, work: Work, has_run: bool, problem: str) -> None:
        """Enable the buttons that can be used now; the others tell why not."""
        running = work is not Work.NONE
        none = "" if has_run else self.tr("There is no session yet; “New…” starts one.")
        offer(self.go_on, none or (self.tr("The session is running already.") if running else problem))
        stopping = self.tr("The session is stopping already.") if work is Work.ENDING else ""
        offer(self.stop, none or (stopping if running else self.tr("The session has stopped already.")))

    def show_generations(self, lines: list[dict[str, Any]]) -> None:
        """Show the last generations, newest first, from lines of ``metrics.jsonl``."""
        self._lines, shown = lines, lines[-GENERATIONS_SHOWN:][::-1]
        self.table.setRowCount(len(shown))
        for row, line in enumerate(shown):
            cells = (
                str(line["generation"]),
                f"{line['games']:,}",
                f"{line['policy']:.3f}",
                f"{line['value']:.3f}",
                gate_text(line),
            )
            for column, text in enumerate(cells):
                item = QTableWidgetItem(text)
                if column == GATE:
                    item.setToolTip(about_gate(line))
                self.table.setItem(row, column, item)

    def retranslate(self) -> None:
        self.start.setText(self.tr("Ne&w…"))
        self.go_on.setText(self.tr("G&o on…"))
        self.stop.setText(self.tr("&Stop"))
        self.room.setText(self.tr("C&urves…"))
        for column, (name, about) in enumerate(figure_columns()):
            item = QTableWidgetItem(name)
            item.setToolTip(about)
            self.table.setHorizontalHeaderItem(column, item)
        self.figures.setToolTip(about_figures())
        self._no_generations.setText(self.tr("Finished generations are listed here."))
        self.table.setAccessibleName(self.tr("Generations"))
        self.show_generations(self._lines)
        self.show_session(self._last)


def state_text(progress: dict[str, Any] | None, work: Work, run_name: str) -> str:
    """The run and what it is doing now."""
    said = QCoreApplication.translate("TrainingPanel", "Run “%1”: %2")
    return fill(said, run_name, phase_text(_phase(progress, work)))


def _phase(progress: dict[str, Any] | None, work: Work) -> str:
    """The phase now; what ``progress`` says may be from before."""
    told = "" if progress is None else str(progress.get("phase", "starting"))
    if work is Work.ENDING:
        return "stopping"
    if work is Work.LOADING or (work is Work.GOING_ON and told in ("", *OVER)):
        return "starting"
    if work is Work.GOING_ON or told == "failed":
        return told
    if told == "stopped" and progress is not None and progress.get("remaining_seconds") == 0:
        return "time over"
    return "stopped" if told in ("", "stopped") else "broken off"


def failure_text(progress: dict[str, Any] | None, work: Work) -> str:
    """Why the session ended by itself, if it could write that; else empty."""
    if progress is None or work is not Work.NONE or progress.get("phase") != "failed":
        return ""
    return by_labels(error_text(why_failed(progress)))


def warning_text(progress: dict[str, Any] | None) -> str:
    """The session's last warning; empty if there was none."""
    return by_labels(error_text(warned_of(progress or {})))


def gone_text(folder: Path) -> str:
    """Sentence that the run's ``folder`` no longer exists."""
    said = QCoreApplication.translate(
        "TrainingPanel",
        "The folder of the run “%1” is gone: it was removed, or has another name or place now.",
    )
    return fill(said, folder.name)


def progress_text(progress: dict[str, Any] | None, work: Work, finished: int = 0) -> str:
    """The figures of ``progress.json`` in lines; empty without any. The remaining time is left out for a session that has stopped or hasn't reported
    yet. ``finished``: the last generation with figures, which may be newer."""
    if progress is None:
        return ""
    at_work = work is not Work.NONE and progress.get("phase") not in OVER
    lines = [_generation_text(progress, at_work, finished), _made_text(progress, at_work)]
    worked = QCoreApplication.translate("TrainingPanel", "Worked for %1")
    lines.append(fill(worked, duration_text(progress.get("elapsed_seconds", 0))))
    if at_work and progress.get("remaining_seconds") is not None:
        left = duration_text(progress["remaining_seconds"])
        lines[-1] = in_parts(lines[-1], fill(QCoreApplication.translate("TrainingPanel", "%1 left"), left))
    if progress.get("policy_loss") is not None and progress.get("value_loss") is not None:
        lines.append(
            fill(
                QCoreApplication.translate("TrainingPanel", "Policy loss %1 · value loss %2"),
                f"{progress['policy_loss']:.3f}",
                f"{progress['value_loss']:.3f}",
            )
        )
    return "\n".join(lines)


def _catches_up(progress: dict[str, Any] | None) -> bool:
    """Whether a new network is learning from the replay before it takes over."""
    return progress is not None and progress.get("learner_steps", 0) < progress.get("catch_up_steps", 0)


def _generation_text(progress: dict[str, Any], at_work: bool, finished: int) -> str:
    """The generation being made, and how far a session ``at_work`` has played or learned; before that how far a new network has caught up."""
    number, made = progress.get("generation", 0), progress.get("generation_made", 0)
    wanted, seconds = progress.get("generation_positions", 0), progress.get("generation_seconds_left") or 0
    if _catches_up(progress):
        learned, to_learn = progress.get("learner_steps", 0), progress["catch_up_steps"]
        said = QCoreApplication.translate(
            "TrainingPanel", "Before generation %1 the new network has caught up %2 of %3 steps"
        )
        return fill(said, number, f"{learned:,}", f"{to_learn:,}")
    if number <= finished:
        return fill(QCoreApplication.translate("TrainingPanel", "Generation %1 is finished"), finished)
    if not at_work:
        return fill(QCoreApplication.translate("TrainingPanel", "Generation %1 is not finished"), number)
    if to_learn := progress.get("generation_steps_wanted", 0):
        learned = progress.get("generation_steps", 0)
        said = QCoreApplication.translate("TrainingPanel", "Generation %1: learned %2 of %3 steps")
        return fill(said, number, f"{learned:,}", f"{to_learn:,}")
    if made >= wanted:
        return fill(QCoreApplication.translate("TrainingPanel", "Generation %1 under way"), number)
    said = QCoreApplication.translate("TrainingPanel", "Generation %1: %2 of its %3 positions")
    text = fill(said, number, f"{made:,}", f"{wanted:,}")
    if seconds < LONG_WAIT:
        return text
    due = QCoreApplication.translate("TrainingPanel", "complete in about %1")
    return in_parts(text, fill(due, duration_text(seconds)))


def _made_text(progress: dict[str, Any], at_work: bool) -> str:
    """What self-play has made in all, with how many simulations; of a session ``at_work`` also what moves before a game has ended, and how fast."""
    said = QCoreApplication.translate("TrainingPanel", "games %1 · positions %2")
    parts = [fill(said, *(f"{progress.get(name, 0):,}" for name in ("games", "positions")))]
    if at_work:
        for name, figure in (
            ("open_positions", QCoreApplication.translate("TrainingPanel", "%1 in games under way")),
            ("positions_per_second", positions_a_second()),
            (
                "evaluations_per_second",
                QCoreApplication.translate("TrainingPanel", "%1 evaluations a second"),
            ),
        ):
            if number := progress.get(name, 0):
                parts.append(fill(figure, f"{number:,.0f}"))
    if progress.get("simulations"):
        searched = QCoreApplication.translate("TrainingPanel", "%1 simulations a move")
        parts.append(fill(searched, f"{progress['simulations']:,}"))
    return in_parts(*parts)


def positions_a_second() -> str:
    """How fast self-play makes positions, with the number to be filled in."""
    return QCoreApplication.translate("TrainingPanel", "%1 positions a second")


def about_figures() -> str:
    """What the figures of self-play count."""
    return QCoreApplication.translate(
        "TrainingPanel",
        "Positions are those to learn from. They count once their games have ended; those of games under way come to them then. Positions a second: "
        "made by self-play, in games under way too. Evaluations a second: positions that the searches ask the network for, nearly as many for "
        "each move as it has simulations. Both speeds are means since this generation was begun, or went on; until they are known, those of the "
        "generation before.",
    )


def kept_whole(figures: str, label: QLabel) -> str:
    """``figures`` for a ``label``, wrapping only between figures: not between a number and its unit, nor within a Chinese word. A figure too long for
    the narrowest dock wraps anywhere, else it would be cut off."""
    width_of = label.fontMetrics().horizontalAdvance
    lines = [re.split(r"\s+·\s+", line) for line in figures.splitlines()]
    return "\n".join(
        in_parts(*(unbroken(part) if width_of(part) <= LONGEST_WHOLE else part for part in line))
        for line in lines
    )


def gate_text(line: dict[str, Any]) -> str:
    """Result at the gate. Only a refusal is marked: many runs take every network, whatever its games."""
    if not line["gate_games"]:
        return "–"
    score = f"{line['gate_wins']}/{line['gate_games']}"
    return score if line["accepted"] else f"{score} ✗"


def about_gate(line: dict[str, Any]) -> str:
    """Against whom the games at the gate were, one opponent a line; empty without games and of earlier versions, which don't tell."""
    said = QCoreApplication.translate("TrainingPanel", "against generation %1: %2 of %3 won")
    return "\n".join(fill(said, *score) for score in line.get("gate_scores", []))


def figure_columns() -> tuple[tuple[str, str], ...]:
    """Names and explanations of a generation's figures, for the dock and the training room."""
    return (
        (
            QCoreApplication.translate("TrainingPanel", "Gen."),
            QCoreApplication.translate(
                "TrainingPanel", "Generation: the network after so many rounds of self-play and learning"
            ),
        ),
        (
            QCoreApplication.translate("TrainingPanel", "Games"),
            QCoreApplication.translate("TrainingPanel", "Games of self-play so far"),
        ),
        (
            QCoreApplication.translate("TrainingPanel", "Policy"),
            QCoreApplication.translate(
                "TrainingPanel",
                "Policy loss: how far the network's moves are from those that the search prefers",
            ),
        ),
        (
            QCoreApplication.translate("TrainingPanel", "Value"),
            QCoreApplication.translate(
                "TrainingPanel",
                "Value loss: how far the network's forecast is from how the game ended and what the search thought",
            ),
        ),
        (
            QCoreApplication.translate("TrainingPanel", "Gate"),
            QCoreApplication.translate(
                "TrainingPanel",
                "Games won of those played against earlier generations; ✗: too few against the best, which plays on. –: no such games.",
            ),
        ),
    )
