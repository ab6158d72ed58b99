"""The help window: the pages of ``assets/help``, with pictures drawn by the program's own board and the present keys."""

import html
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import QObject, QSize, Qt, QUrl
from PySide6.QtGui import QKeySequence, QShortcut, QTextDocument
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPushButton, QTextBrowser, QVBoxLayout

from core import program
from core.player import Candidate, Decision
from core.position import Color, Position
from gui.board.board import BoardWidget
from gui.board.overlays import Forbidden, ThoughtsShown
from gui.commands.actions import Commands
from gui.parts.forms import HintedLine
from gui.parts.placing import on_screen
from gui.parts.retranslated import Retranslated
from gui.parts.whole_label import WholeLabel
from gui.program.desktop import bring_to_front
from gui.program.messages import fill
from gui.program.settings import Settings
from gui.program.theme import board_theme, set_alarm

if TYPE_CHECKING:
    from gui.main_window import MainWindow

FOLDER = program.FILES / "assets" / "help"
PICTURE_SIDE = 190
SCHEME = "board"
"""URL scheme of pictures: ``board:suicide``."""


@dataclass(frozen=True)
class Diagram:
    """A small board in the help."""

    rows: str
    """``X`` black, ``O`` white, ``.`` empty; rows from the top, separated by ``/``."""
    to_move: Color = Color.BLACK
    losing: int | None = None
    """A losing move: crossed, with the stones that it would capture ringed."""
    liberties_of: int | None = None
    """A stone whose liberties are ringed."""
    forbidden: Forbidden = Forbidden.NONE
    private: bool = False
    candidates: tuple[Candidate, ...] = ()

    @property
    def position(self) -> Position:
        stones = [[".XO".index(letter) for letter in row] for row in self.rows.split("/")]
        return Position.sketch(np.array(stones, np.uint8), self.to_move)

    @property
    def marked(self) -> tuple[int, ...]:
        """Points with a ring."""
        if self.liberties_of is not None:
            return self.position.liberties(self.liberties_of)
        loss = self.position.loss(self.losing) if self.losing is not None else None
        return loss.captured if loss is not None else ()


DIAGRAMS = {
    "liberties": Diagram("...../.XX../..X../...O./.....", liberties_of=6),
    "capture": Diagram("...../..X../.XO../..X../.....", losing=13),
    "suicide": Diagram("..X../.X.X./..X../...../.....", Color.WHITE, losing=7),
    "end": Diagram("XXX.X/XO.XO/OXXO./OOXOO/.OXXO", Color.WHITE, forbidden=Forbidden.ONE_SIDE),
    "private": Diagram(".O..X/XOOXO/O..O./XOX../.XXOX", forbidden=Forbidden.BOTH, private=True),
    "candidates": Diagram(
        "...../.XO../...../..O../.X...",
        candidates=(
            Candidate(8, visits=700, prior=0.4, value_to_move=0.24),
            Candidate(13, visits=180, prior=0.2, value_to_move=0.18),
            Candidate(16, visits=80, prior=0.2, value_to_move=0.02),
            Candidate(2, visits=20, prior=0.1, value_to_move=-0.3),
        ),
    ),
}


def picture(name: str, style: str) -> Any:
    """The diagram ``name`` on the board ``style``, as a pixmap."""
    diagram, board = DIAGRAMS[name], BoardWidget()
    board.resize(PICTURE_SIDE, PICTURE_SIDE)
    board.set_notation(None)
    board.set_theme(board_theme(style))
    board.show_position(diagram.position)
    board.set_marked(diagram.marked)
    board.set_losing(diagram.losing)
    board.set_points_shown(diagram.forbidden, diagram.private)
    if diagram.candidates:
        board.set_thoughts_shown(ThoughtsShown())
        board.show_thoughts(Decision(diagram.candidates[0].point, diagram.candidates), diagram.position)
    return board.grab()


class HelpBrowser(QTextBrowser):
    """A page whose pictures are boards in the style of the settings."""

    def __init__(self, settings: Settings):
        super().__init__()
        self._settings = settings

    def loadResource(self, kind: int, name: QUrl | str) -> Any:
        url = QUrl(name)
        if kind == QTextDocument.ResourceType.ImageResource.value and url.scheme() == SCHEME:
            return picture(url.path(), self._settings.board_style)
        return super().loadResource(kind, name)

    def draw_again(self) -> None:
        """Draw the boards again, as their look has changed."""
        for name in DIAGRAMS:
            drawn = picture(name, self._settings.board_style)
            kind = QTextDocument.ResourceType.ImageResource.value
            self.document().addResource(kind, QUrl(f"{SCHEME}:{name}"), drawn)
        self.viewport().update()


class HelpDialog(Retranslated, QDialog):
    """The help in the window's language; it stays open beside the board."""

    def __init__(self, window: "MainWindow"):
        super().__init__(window)
        self._window = window
        self.page = HelpBrowser(window.settings)
        self.contents, self.back = QPushButton(), QPushButton()
        self.search = HintedLine()
        self.search.setClearButtonEnabled(True)
        self.nothing = WholeLabel()
        self.nothing.setTextFormat(Qt.TextFormat.PlainText)
        set_alarm(self.nothing)
        for button in (self.contents, self.back):
            button.setAutoDefault(False)
        self.contents.clicked.connect(lambda: self.show_part("contents"))
        self.back.clicked.connect(self.page.backward)
        self.page.backwardAvailable.connect(self.back.setEnabled)
        self.back.setEnabled(False)
        self.search.textChanged.connect(self._search_from_start)
        self.search.returnPressed.connect(self._search_on)
        QShortcut(QKeySequence.StandardKey.Find, self, self.search.setFocus)
        top = QHBoxLayout()
        for widget in (self.contents, self.back, self.search):
            top.addWidget(widget)
        layout = QVBoxLayout(self)
        layout.addLayout(top)
        layout.addWidget(self.nothing)
        layout.addWidget(self.page, 1)
        self.resize(on_screen(self, QSize(760, 680)))
        self.retranslate()
        self.page.setFocus()

    def show_part(self, anchor: str) -> None:
        """Go to an anchor of the page."""
        self.page.setSource(QUrl(f"#{anchor}"))

    def retranslate(self) -> None:
        self.setWindowTitle(self.tr("Help"))
        self.contents.setText(self.tr("&Contents"))
        self.back.setText(self.tr("&Back"))
        self.search.setPlaceholderText(self.tr("Search…"))
        self.search.setAccessibleName(self.tr("Search"))
        self._say_missing("")
        self.page.setAccessibleName(self.tr("Help"))
        self.page.setHtml(page_text(self._window.appearance.language, self._window.commands))

    def _search_from_start(self, text: str) -> None:
        cursor = self.page.textCursor()
        cursor.setPosition(cursor.selectionStart())
        self.page.setTextCursor(cursor)
        self._say_missing("")
        if text:
            self._search_on()

    def _search_on(self) -> None:
        """Go to the next place found, after the last one to the first."""
        text = self.search.text()
        if not text or self.page.find(text):
            return
        before = self.page.textCursor()
        self.page.moveCursor(before.MoveOperation.Start)
        found = self.page.find(text)
        if not found:
            self.page.setTextCursor(before)
            self._say_missing(text)

    def _say_missing(self, text: str) -> None:
        """Tell that the help lacks ``text``; empty hides the message."""
        self.nothing.setText(fill(self.tr("“%1” is not found in the help."), text) if text else "")
        self.nothing.setVisible(bool(text))


def page_text(language: str, commands: Commands) -> str:
    """The page in ``language``. ``{analyse}`` stands for that command's menu name and key, ``{all_keys}`` for the table of keys."""
    values = {name: _command_text(commands, name) for name in commands.actions}
    values["all_keys"] = _key_table(commands)
    text = (FOLDER / f"{language}.html").read_text("utf-8")
    return re.sub(r"\{(\w+)\}", lambda match: values[match[1]], text)


def _command_text(commands: Commands, name: str) -> str:
    label, keys = html.escape(commands.label(name)), html.escape(commands.key(name))
    return f"<b>{label}</b> ({keys})" if keys else f"<b>{label}</b>"


def _key_table(commands: Commands) -> str:
    """Table of all commands with a key, menu by menu, and the keys of the board and the tree."""
    rows = []
    for title, group in commands.sheet():
        rows.append(f'<tr><td colspan="2"><h3>{html.escape(title)}</h3></td></tr>')
        for text, keys in group:
            rows.append(f"<tr><td>{html.escape(text)}</td><td><b>{html.escape(keys)}</b></td></tr>")
    return f'<table cellpadding="3">{"".join(rows)}</table>'


class HelpDesk(QObject):
    """Opens the help window."""

    def __init__(self, window: "MainWindow"):
        super().__init__(window)
        self._window = window
        self.dialog: HelpDialog | None = None

    def open(self) -> None:
        self.show_part("contents")

    def open_rules(self) -> None:
        self.show_part("rules")

    def open_keys(self) -> None:
        self.show_part("keys")

    def show_part(self, anchor: str) -> None:
        """Open the window at an anchor of the page."""
        if self.dialog is None:
            self.dialog = HelpDialog(self._window)
            self.dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            self.dialog.destroyed.connect(self._forget)
        bring_to_front(self.dialog)
        self.dialog.show_part(anchor)

    def renew(self) -> None:
        """Write the page of an open window anew, with the present keys."""
        if self.dialog is not None:
            self.dialog.retranslate()

    def draw_again(self) -> None:
        """Renew the boards of an open window, as their look has changed."""
        if self.dialog is not None:
            self.dialog.page.draw_again()

    def _forget(self) -> None:
        self.dialog = None
