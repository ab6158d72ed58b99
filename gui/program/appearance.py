"""What the user chooses for the whole window: light or dark, its language, and how points are named."""

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication

from core.points import Notation
from gui.program.language import LanguageSwitch
from gui.program.settings import Settings
from gui.program.theme import apply_application_theme


class Appearance(QObject):
    """Carries out these choices, which are kept in the settings. To be made before there are widgets, each of which would be polished again."""

    changed = Signal()
    """The settings have changed and are to be saved."""
    theme_changed = Signal()
    """Another style is in use; what has colours or fonts of its own sets them anew."""
    notation_changed = Signal()
    """Points are named otherwise from now on; whoever shows names writes them anew."""

    def __init__(self, settings: Settings, switch: LanguageSwitch, parent: QObject):
        super().__init__(parent)
        self._settings = settings
        self._switch = switch
        apply_application_theme(settings.scheme)
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._follow_system)

    def choose(self, name: str, value: str) -> None:
        """Carry out the choice of ``value`` for one of :data:`gui.program.choice_menus.VALUES`."""
        setattr(self._settings, name, value)
        if name == "language":
            self._switch.use(value)
        elif name == "scheme":
            self._use_theme()
        else:
            self.notation_changed.emit()
        self.changed.emit()

    def _follow_system(self) -> None:
        """Follow the desktop, which has changed between light and dark."""
        if self._settings.scheme == "system":
            self._use_theme()

    def _use_theme(self) -> None:
        apply_application_theme(self._settings.scheme)
        self.theme_changed.emit()

    @property
    def language(self) -> str:
        """The code of the window's language."""
        return self._switch.current

    @property
    def notation(self) -> Notation:
        """The notation of moves in lists."""
        return Notation.GTP if self._settings.notation == "gtp" else Notation.CHAMPIONSHIP

    @property
    def notation_on_board(self) -> Notation | None:
        """The notation of the coordinates on the board; ``None`` if they are off."""
        return None if self._settings.notation == "off" else self.notation
