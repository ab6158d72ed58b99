"""The report on a game: how well each side played, and where it went wrong."""

from collections.abc import Iterable, Mapping
from functools import partial

from PySide6.QtCore import QLocale, QSize, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QMenu,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from core.game import Game, Node, Result
from core.points import Notation, point_name
from core.position import Color
from core.review import GRAVE, Judgement, Mistake, accuracy, judgements, mistakes
from gui.analysis.practice import lacks_analysis, practisable
from gui.game.players_panel import PlayerName
from gui.parts.dialogs import ending_buttons
from gui.parts.empty_note import EmptyNote
from gui.parts.offers import offer
from gui.parts.placing import on_screen
from gui.parts.stone_icon import stone_icon
from gui.parts.tables import UNKNOWN, let_copy, look_only
from gui.parts.walking import walking_buttons
from gui.program.messages import (
    color_text,
    fill,
    in_parts,
    level_label,
    move_text,
    player_label,
    result_text,
)
from gui.program.player_text import sure_level, weak_judges
from gui.program.settings import Settings
from gui.program.theme import loss_color, text_on

ACCURACY = 1
"""Column of the accuracy in the summary."""
FIGURES = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
"""Alignment of figures and headings in the summary."""
NEARLY_ALL = 0.95
"""Share of the moves from which "no mistakes" is said: a few that can't be compared are in most records."""
COLUMN_SPACING = 14
"""Pixels between the columns of the summary."""


class ReportDialog(QDialog):
    """Accuracy and mistakes of one game; it stays open beside the board until a mistake is played again."""

    node_chosen = Signal(object)
    """The position before a mistake, to look at it."""
    again_asked = Signal(object)
    """The position before a mistake, to play on from it."""
    analysis_asked = Signal()
    """The whole game is to be analysed."""
    default_asked = Signal()
    """The whole game is to be analysed by the default player, because the judge is weak."""
    practice_asked = Signal(list)
    """The mistakes to practise."""
    analysed_practice_asked = Signal()
    """The mistakes are to be practised once the whole game is analysed."""
    save_asked = Signal()
    """The table is to be saved."""
    changed = Signal()
    """The settings have changed and are to be saved."""

    def __init__(
        self, parent: QWidget | None, game: Game, settings: Settings, walking: Iterable[QAction] = ()
    ):
        """``walking``: the commands that walk through the game, which get buttons; their keys are those of the table."""
        super().__init__(parent)
        self.game = game
        self._settings = settings
        self._notation = Notation.CHAMPIONSHIP
        self._shown: list[Mistake] = []
        self._analyses_first = False
        """Whether the game is to be analysed before its mistakes can be practised."""
        self._own: list[Color] = []
        """The sides that the user played."""
        self._for_all = settings.analysis_for_all
        self.setWindowTitle(self.tr("Report on the game"))
        self.summary = QGridLayout()
        self._names = {color: PlayerName() for color in Color}
        self._make_summary()
        self.judges, self.weak, self.left_out = QLabel(), QLabel(), QLabel()
        for label in (self.judges, self.weak, self.left_out):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
        self.judge_again = QPushButton(self.tr("Analyse again with the shipped &network"))
        self.judge_again.setAutoDefault(False)
        self.judge_again.clicked.connect(self.default_asked)
        self.table = self._make_table()
        self.only_bad = QCheckBox(self.tr("Show mistakes without the better moves"))
        self.only_bad.setToolTip(
            self.tr("The better move stays hidden, so that you can look for it yourself.")
        )
        self.only_bad.setChecked(settings.report_hides_better)
        self.only_bad.toggled.connect(self._on_only_bad)
        self.practise = QPushButton(self.tr("&Practise mistakes…"))
        self.practise.setAutoDefault(False)
        self.practise.clicked.connect(self._on_practise)
        self.again = QPushButton(self.tr("&Try again from there"))
        self.again.setEnabled(False)
        self.again.clicked.connect(self._on_again)
        buttons = ending_buttons(self, QDialogButtonBox.StandardButton.Close)
        self.analyse = QPushButton(self.tr("Analyse the &whole game"))
        self.analyse.clicked.connect(self.analysis_asked)
        self.save = QPushButton(self.tr("&Save table…"))
        self.save.setEnabled(False)
        self.save.clicked.connect(self.save_asked)
        self.analyse.setAutoDefault(False)
        for button in (self.again, self.save):
            button.setAutoDefault(False)
            buttons.addButton(button, QDialogButtonBox.ButtonRole.ActionRole)
        self.nothing = EmptyNote(self.table)
        layout = QVBoxLayout(self)
        layout.addLayout(self.summary)
        about = QHBoxLayout()
        about.addWidget(self.judges, 1)
        about.addStretch()
        about.addWidget(walking_buttons(walking), 0, Qt.AlignmentFlag.AlignTop)
        layout.addLayout(about)
        weakness = QHBoxLayout()
        weakness.addWidget(self.weak, 1)
        weakness.addWidget(self.judge_again)
        layout.addLayout(weakness)
        judging = QHBoxLayout()
        judging.addWidget(self.left_out, 1)
        judging.addStretch()
        judging.addWidget(self.analyse, 0, Qt.AlignmentFlag.AlignTop)
        layout.addLayout(judging)
        layout.addWidget(self.table, 1)
        alone = QHBoxLayout()
        alone.addWidget(self.only_bad)
        alone.addStretch(1)
        alone.addWidget(self.practise)
        layout.addLayout(alone)
        layout.addWidget(buttons)
        self.resize(on_screen(self, QSize(560, 480)))

    def _make_summary(self) -> None:
        headings = [
            "",
            self.tr("Accuracy"),
            self.tr("Inaccuracies (from 5%)"),
            self.tr("Mistakes (from 10%)"),
            self.tr("Blunders (from 20%)"),
        ]
        for column, text in enumerate(headings):
            heading = QLabel(text.replace(" (", "\n(").replace("（", "\n（"))
            if column == ACCURACY:
                heading.setToolTip(self._accuracy_tip())
            heading.setAlignment(FIGURES)
            self.summary.addWidget(heading, 0, column, Qt.AlignmentFlag.AlignBottom)
        self.figures: dict[Color, list[QLabel]] = {}
        for row, color in enumerate(Color, 1):
            self.summary.addWidget(self._names[color], row, 0)
            self.figures[color] = [QLabel() for _ in headings[1:]]
            for column, label in enumerate(self.figures[color], 1):
                font = label.font()
                font.setBold(column == ACCURACY)
                label.setFont(font)
                label.setAlignment(FIGURES)
                self.summary.addWidget(label, row, column)
        self.summary.setColumnStretch(0, 1)
        self.summary.setHorizontalSpacing(COLUMN_SPACING)

    def _accuracy_tip(self) -> str:
        """What the accuracy means, as rich text so that the tool tip wraps."""
        said = self.tr(
            "The mean over a side's moves of how little each gave away, where a move counts as much as its side's win rate before it: "
            "moves in a lost position hardly count, so of two sides with as many mistakes the one that was behind has the lower accuracy."
        )
        return f"<p>{said}</p>"

    def _make_table(self) -> QTableWidget:
        table = QTableWidget(0, 4)
        look_only(table)
        table.setHorizontalHeaderLabels(
            [self.tr("Move"), self.tr("Gave away"), self.tr("Mover's win rate"), self.tr("Better")]
        )
        for column in range(table.columnCount()):
            heading = table.horizontalHeaderItem(column)
            assert heading is not None
            heading.setTextAlignment(_alignment(column))
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        let_copy(table)
        table.setShowGrid(False)
        table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        table.setAccessibleName(self.tr("Mistakes, the biggest first"))
        table.itemSelectionChanged.connect(self._on_selected)
        return table

    # --- showing ----------------------------------------------------------------------------------------------

    def show_names(self, names: Mapping[Color, str], own: Iterable[Color] = ()) -> None:
        """Show the players' ``names``, which may change within the game. ``own``: the sides that the user played."""
        self._own = [*own]
        for color, name in self._names.items():
            name.setText(f"{color_text(color)}  {names[color]}".strip())

    def show_judgements(self, notation: Notation, is_self_play: bool, result: Result | None) -> None:
        """Show what is known of the line that is looked at, without random moves at its start: first a move that lost by the rules, then the biggest
        mistakes. ``is_self_play``: judgements without a name come from self-play's search; ``result``: how the line ended."""
        line = self.game.line_shown()
        random_moves = self.game.random_moves_of(line)
        found = judgements(line, random_moves)
        bad = mistakes(line, found, result)
        chosen = max(0, len(line) - 1 - random_moves)
        if result is not None and result.loss is not None:
            judged = bad[0].judged
            found += [] if judged is None else [judged]
            chosen += 1
        for color in Color:
            self._show_figures([one for one in found if one.mover is color], color, len(found) == chosen)
        self._show_judges(found, is_self_play)
        lost = "" if result is None or result.loss is None else result_text(result, self.game.size, notation)
        self._show_left_out(len(found), chosen, random_moves, lost)
        self.nothing.setText(self._nothing_text(len(found), chosen))
        for_all = self._settings.analysis_for_all
        if (bad, notation, for_all) != (self._shown, self._notation, self._for_all):
            selected = self._selected()
            self._shown, self._notation, self._for_all = bad, notation, for_all
            self._fill(selected)
        self._offer_practice(lacks_analysis(chosen, len(found), bad))

    def _offer_practice(self, lacks: bool) -> None:
        """Offer to practise; where nothing can be practised because the game ``lacks`` an analysis, to analyse it first."""
        self._analyses_first = lacks and not self._to_practise()
        if self._analyses_first:
            offer(self.practise, about=self.tr("The whole game is analysed first; then the practice begins."))
        else:
            offer(self.practise, "" if self._to_practise() else self._why_no_practice())

    def _show_figures(self, own: list[Judgement], color: Color, all_judged: bool) -> None:
        """Show how well ``color`` played. Unless ``all_judged``, only the mistakes found so far: the moves not judged may be the bad ones."""
        share = accuracy(own, color) if all_judged else None
        counts = [sum(one.severity is severity for one in own) for severity in GRAVE]
        shown = [str(count) if count or (own and all_judged) else "–" for count in counts]
        texts = ["–" if share is None else f"{share:.1f}%", *shown]
        tip = "" if all_judged else self._unjudged_tip()
        for column, (label, text) in enumerate(zip(self.figures[color], texts, strict=True), 1):
            label.setText(text)
            label.setToolTip(self._accuracy_tip() if column == ACCURACY and all_judged else tip)

    def _unjudged_tip(self) -> str:
        """Why a figure is missing, as rich text so that the tool tip wraps."""
        said = self.tr("Said once all moves are judged: “Analyse the whole game” judges those that are not.")
        return f"<p>{said}</p>"

    def _nothing_text(self, judged: int, chosen: int) -> str:
        """The text shown instead of an empty list of mistakes."""
        if judged == 0:
            return self.tr("No move of this game has been judged yet.")
        if not _nearly_all(judged, chosen):
            return self.tr(
                "Whether there are mistakes among the other moves isn't known yet. “Analyse the whole game” judges them."
            )
        if judged < chosen:
            return self.tr("No mistakes among the moves judged so far. “Analyse the whole game” judges all.")
        return self.tr("No mistakes found: no move gave away 5% or more.")

    def _show_judges(self, found: list[Judgement], is_self_play: bool) -> None:
        """Say who judged the moves and with how long a search: other judges see other mistakes."""
        known = [one.before.analysis for one in found if one.before.analysis is not None]
        names = dict.fromkeys(player_label(one.by) for one in known if one.by)
        if names:
            said = fill(self.tr("Judged by %1"), QLocale().createSeparatedList([*names]))
        elif is_self_play:
            said = self.tr("Judged by the search of self-play, which played these moves itself")
        else:
            said = self.tr("The record doesn't say who judged this")
        # a proof ends a search, however few visits it has
        visits = [one.visits for one in known if one.visits and one.proof is None]
        self.judges.setVisible(bool(found))
        self.judges.setText(in_parts(said, self._visits_text(visits)) if visits else said)
        self.judges.setToolTip(self._visits_tip() if visits and min(visits) < max(visits) else "")
        self._show_weak([player_label(by) for by in weak_judges(known)], alone=len(names) == 1)

    def _show_weak(self, judges: list[str], alone: bool) -> None:
        """Say that these ``judges`` are weak. A judge ``alone`` needs no name, which stands above."""
        level = level_label(sure_level())
        if alone:
            said = fill(self.tr("For reference only: this judge is weaker than the level “%1”."), level)
        else:
            weak = QLocale().createSeparatedList(judges)
            said = self.tr("For reference only where %1 judged: weaker than the level “%2”.")
            said = fill(said, weak, level)
        self.weak.setText(said)
        self.weak.setVisible(bool(judges))
        self.judge_again.setVisible(bool(judges))

    def _visits_text(self, visits: list[int]) -> str:
        """How many visits the judged positions had."""
        least, most = f"{min(visits):,}", f"{max(visits):,}"
        if least == most:
            return fill(self.tr("%1 visits a position"), least)
        return fill(self.tr("%1 to %2 visits a position"), least, most)

    def _visits_tip(self) -> str:
        """Why numbers of visits differ, as rich text so that the tool tip wraps."""
        said = self.tr(
            "A search ends before its simulations where no other move could overtake the best any more."
        )
        return f"<p>{said}</p>"

    def _show_left_out(self, judged: int, chosen: int, random_moves: int, lost: str) -> None:
        """Say how many of the ``chosen`` moves are judged, and how a move ``lost`` by the rules."""
        lines = []
        if 0 < judged < chosen:
            few = not _nearly_all(judged, chosen)
            said = self.tr("Only %1 of %2 moves have been judged so far.")
            said = said if few else self.tr("%1 of %2 moves are judged so far.")
            lines.append(fill(said, judged, chosen))
        if lost:
            lines.append(fill(self.tr("The last move lost by the rules and is listed first: %1"), lost))
        if random_moves:
            lines.append(fill(self.tr("The random moves at the start (%1) don't count."), random_moves))
        self.left_out.setVisible(bool(lines))
        self.left_out.setText("\n".join(lines))

    def _fill(self, selected: Mistake | None) -> None:
        """Fill the list; the mistake that was ``selected`` is selected again wherever it stands now."""
        self.table.blockSignals(True)
        self.table.clearSelection()
        self.table.setRowCount(len(self._shown))
        for row, one in enumerate(self._shown):
            cells = [QTableWidgetItem(text) for text in self._texts(one)]
            for column, cell in enumerate(cells):
                cell.setTextAlignment(_alignment(column))
                self.table.setItem(row, column, cell)
            cells[0].setIcon(stone_icon(one.mover))
            if one.judged is not None:
                color = loss_color(one.judged.loss, self._for_all)
                cells[1].setBackground(color)
                cells[1].setForeground(text_on(color))
            if selected is not None and (one.before, one.move) == (selected.before, selected.move):
                self.table.selectRow(row)
        self.table.setColumnHidden(3, self._settings.report_hides_better)
        self.table.blockSignals(False)
        self.again.setEnabled(self._selected() is not None)
        self.save.setEnabled(bool(self._shown))

    def _to_practise(self) -> dict[Color, list[Mistake]]:
        """The listed mistakes that can be practised, for each side that has any."""
        fit = practisable(self._shown, self._settings.engines)
        own = {color: [one for one in fit if one.mover is color] for color in Color}
        return {color: found for color, found in own.items() if found}

    def _why_no_practice(self) -> str:
        if not self._shown:
            return self.nothing.text()
        return self.tr("No other move would have been better.")

    def _texts(self, one: Mistake) -> tuple[str, ...]:
        size, known = self.game.size, one.before.analysis
        better = point_name(known.point, size, self._notation) if known and known.point is not None else ""
        played = move_text(one.move, size, self._notation)
        return (f"{one.before.number + 1}. {played}", *self._figures_of(one.judged), better)

    def _figures_of(self, judged: Judgement | None) -> tuple[str, str]:
        """What the move gave away, and the win rates before and after it."""
        if judged is None:
            return UNKNOWN, UNKNOWN
        before, after = (f"{100 * rate:.0f}" for rate in (judged.win_rate_before, judged.win_rate_after))
        return f"{100 * judged.loss:.1f}%", fill(self.tr("%1% → %2%"), before, after)

    # --- the user ---------------------------------------------------------------------------------------------

    def _selected(self) -> Mistake | None:
        """The selected mistake; ``None`` if several are selected, which is for copying."""
        rows = [index.row() for index in self.table.selectionModel().selectedRows()]
        return self._shown[rows[0]] if len(rows) == 1 and rows[0] < len(self._shown) else None

    def _before(self) -> Node | None:
        one = self._selected()
        return None if one is None else one.before

    def _on_selected(self) -> None:
        before = self._before()
        self.again.setEnabled(before is not None)
        if before is not None:
            self.node_chosen.emit(before)

    def _on_again(self) -> None:
        before = self._before()
        if before is not None:
            self.again_asked.emit(before)

    def _on_practise(self) -> None:
        """Ask whose mistakes to practise if both sides made some."""
        if self._analyses_first:
            self.analysed_practice_asked.emit()
            return
        sides = self._to_practise()
        both = [one for own in sides.values() for one in own]
        if len(sides) < 2:
            self.practice_asked.emit(both)
            return
        menu = QMenu(self.practise)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for text, chosen in self._choices(sides):
            menu.addAction(text).triggered.connect(partial(self.practice_asked.emit, chosen))
        menu.popup(self.practise.mapToGlobal(self.practise.rect().bottomLeft()))

    def _choices(self, sides: Mapping[Color, list[Mistake]]) -> list[tuple[str, list[Mistake]]]:
        """Whose mistakes can be practised, with the text of the choice. The user's own come first if they played one side."""
        all_of_both = [one for own in sides.values() for one in own]
        both = (fill(self.tr("Of both sides (%1)"), len(all_of_both)), all_of_both)
        if len(self._own) != 1:
            return [both, *((self._choice(color, own), own) for color, own in sides.items())]
        (mine,) = self._own
        said = fill(self.tr("My mistakes (%1, %2)"), color_text(mine), len(sides[mine]))
        other = mine.opponent
        return [(said, sides[mine]), (self._choice(other, sides[other]), sides[other]), both]

    def _choice(self, color: Color, own: list[Mistake]) -> str:
        return fill(self.tr("Of %1 (%2)"), color_text(color), len(own))

    def _on_only_bad(self, only: bool) -> None:
        self._settings.report_hides_better = only
        self.table.setColumnHidden(3, only)
        self.changed.emit()


def _nearly_all(judged: int, chosen: int) -> bool:
    """Whether so many of the ``chosen`` moves are ``judged`` that the report speaks of the game."""
    return judged >= NEARLY_ALL * chosen


def _alignment(column: int) -> Qt.AlignmentFlag:
    """The alignment of a column and its heading. Columns share the room, so figures at their edge would stand far from the heading."""
    side = Qt.AlignmentFlag.AlignLeft if column == 0 else Qt.AlignmentFlag.AlignHCenter
    return side | Qt.AlignmentFlag.AlignVCenter
