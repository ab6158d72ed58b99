"""How the board looks and what is marked on it: the user's choices, kept in the settings."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QActionGroup

from gui.board.overlays import Forbidden
from gui.program.theme import STYLES, board_theme

if TYPE_CHECKING:
    from gui.main_window import MainWindow


class Looks(QObject):
    """The View menu's commands about the board."""

    changed = Signal()
    """Emitted when the settings have changed and must be saved."""

    def __init__(self, window: "MainWindow"):
        super().__init__(window)
        self._window = window
        self._settings = window.settings
        self._styles = QActionGroup(self)
        window.language_changed.connect(self.retranslate)
        window.appearance.notation_changed.connect(self._use_notation)

    def make_menu(self) -> None:
        """Add the menu of board styles, once the window has menus."""
        self._menu = self._window.commands.menus["view"].addMenu("")
        for style in STYLES:
            action = self._menu.addAction("")
            action.setCheckable(True)
            action.setData(style)
            action.setChecked(style == self._settings.board_style)
            self._styles.addAction(action)
        self._styles.triggered.connect(lambda action: self._choose_style(action.data()))

    def retranslate(self) -> None:
        self._menu.setTitle(self.tr("Boar&d"))
        texts = {"wood": self.tr("&Wood"), "plain": self.tr("&Plain")}
        for action in self._styles.actions():
            action.setText(texts[action.data()])

    def use(self) -> None:
        """Show the board by the settings and the window's light or dark scheme."""
        settings = self._settings
        board = self._window.board
        board.set_theme(board_theme(settings.board_style))
        self._use_notation()
        forbidden = Forbidden.ONE_SIDE if settings.show_forbidden else Forbidden.NONE
        if settings.show_forbidden_of_both:
            forbidden = Forbidden.BOTH
        board.set_points_shown(forbidden, settings.show_private)
        self._window.help.draw_again()

    def _use_notation(self) -> None:
        self._window.board.set_notation(self._window.appearance.notation_on_board)

    def _choose_style(self, style: str) -> None:
        self._settings.board_style = style
        self._keep()

    def show_numbers(self, shown: bool) -> None:
        self._settings.show_numbers = shown
        self._show_game()

    def show_next(self, shown: bool) -> None:
        self._settings.show_next = shown
        self._show_game()

    def _show_game(self) -> None:
        self._window.showing.show_game()
        self.changed.emit()

    def show_forbidden(self, shown: bool) -> None:
        """Show or hide the points where the side to move may not play."""
        self._settings.show_forbidden = shown
        self._keep()

    def show_forbidden_of_both(self, shown: bool) -> None:
        self._settings.show_forbidden_of_both = shown
        self._keep()

    def show_private(self, shown: bool) -> None:
        self._settings.show_private = shown
        self._keep()

    def _keep(self) -> None:
        self.use()
        self.changed.emit()
