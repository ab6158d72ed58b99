"""Colours of the board, and of the window in light and dark."""

from dataclasses import dataclass
from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication, QStyleFactory, QWidget

from core.position import Color
from gui.program.style import style_sheet

STONE_COLORS = {Color.BLACK: QColor("#161616"), Color.WHITE: QColor("#fafafa")}
"""Colours of flat stones."""
ON_STONES = {Color.BLACK: QColor("#ffffff"), Color.WHITE: QColor("#111111")}
"""Colours of text and marks on them."""
STONE_RIM = QColor("#8c8c8c")
"""Colour around flat stones; it shows on light and dark grounds."""

ALARM = """
QLabel[alarm=true] { color: COLOR }
QLineEdit[alarm=true], QComboBox[alarm=true], QAbstractSpinBox[alarm=true] { border-color: COLOR }
"""


@dataclass(frozen=True)
class BoardTheme:
    """Colours of the board. Marks differ in form as well as in colour."""

    surface: QColor
    grain: QColor | None
    """Colour of the wood's grain; ``None`` for a plain board."""
    line: QColor
    label: QColor
    accent: QColor
    """Colour of the best candidate's ring, hints and the point chosen by keys."""
    warning: QColor
    """Colour of losing moves and captured stones."""
    forbidden: QColor
    rim: QColor
    """Colour around stones, so that black ones show on a dark board and white ones on a bright one."""


WOOD_LIGHT = BoardTheme(
    surface=QColor("#dcb35c"),
    grain=QColor("#c0903c"),
    line=QColor("#4a3514"),
    label=QColor("#5b431c"),
    accent=QColor("#1f6fb2"),
    warning=QColor("#b01f27"),
    forbidden=QColor(140, 40, 30, 220),
    rim=QColor(0, 0, 0, 110),
)
WOOD_DARK = BoardTheme(
    surface=QColor("#a98446"),
    grain=QColor("#87642f"),
    line=QColor("#2b1f0d"),
    label=QColor("#20170a"),
    accent=QColor("#0b4f8a"),
    warning=QColor("#7d0c13"),
    forbidden=QColor(92, 12, 8, 235),
    rim=QColor(0, 0, 0, 130),
)
PLAIN_LIGHT = BoardTheme(
    surface=QColor("#e9e6df"),
    grain=None,
    line=QColor("#77736a"),
    label=QColor("#5c594f"),
    accent=QColor("#1f6fb2"),
    warning=QColor("#c0262d"),
    forbidden=QColor(192, 38, 45, 200),
    rim=QColor(0, 0, 0, 120),
)
PLAIN_DARK = BoardTheme(
    surface=QColor("#4a4e55"),
    grain=None,
    line=QColor("#969ba3"),
    label=QColor("#c3c7cd"),
    accent=QColor("#6db8f2"),
    warning=QColor("#ff7b6e"),
    forbidden=QColor(255, 150, 135, 225),
    rim=QColor(190, 195, 202, 150),
)
STYLES = {"wood": (WOOD_LIGHT, WOOD_DARK), "plain": (PLAIN_LIGHT, PLAIN_DARK)}
"""The boards to choose from, each for a light and a dark window."""

LOSS_STOPS = (0.0, 0.02, 0.05, 0.10, 0.20)
"""Losses of win rate for the colours in :data:`LOSS_COLORS`; between them colours are mixed."""
LOSS_COLORS = tuple(QColor(name) for name in ("#2fa84f", "#9dc63c", "#f2d23c", "#ee8a35", "#d6423a"))
LOSS_COLORS_FOR_ALL = tuple(QColor(name) for name in ("#2b7fd0", "#7ab8e8", "#ece7d8", "#f0a830", "#c75400"))
"""From blue over white to orange, which colour-blind eyes can tell apart."""


def loss_color(loss: float, for_all: bool) -> QColor:
    """Colour of a move that gives away the win rate ``loss``, 0 to 1; ``for_all``: from the palette for colour-blind eyes."""
    colors = LOSS_COLORS_FOR_ALL if for_all else LOSS_COLORS
    for (low, first), (high, second) in pairwise(zip(LOSS_STOPS, colors, strict=True)):
        if loss < high:
            return mixed(second, first, max(0.0, loss - low) / (high - low))
    return colors[-1]


def _parts(color: QColor) -> tuple[float, float, float]:
    return color.redF(), color.greenF(), color.blueF()


def mixed(color: QColor, ground: QColor, share: float) -> QColor:
    """A mix with ``share`` of ``color``, the rest ``ground``."""
    parts = zip(_parts(color), _parts(ground), strict=True)
    return QColor.fromRgbF(*(share * one + (1 - share) * other for one, other in parts))


def text_on(ground: QColor) -> QColor:
    """Black or white, whichever reads better on ``ground`` (relative luminance, WCAG 2.1)."""
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in _parts(ground)
    )
    return QColor("#ffffff") if 0.2126 * red + 0.7152 * green + 0.0722 * blue < 0.179 else QColor("#000000")


def apply_application_theme(scheme: str) -> None:
    """Set the colours ``light`` or ``dark``, or else the system's, in one style on every system."""
    dark = scheme == "dark"
    if scheme not in ("light", "dark"):
        dark = QApplication.styleHints().colorScheme() is Qt.ColorScheme.Dark
    sheet = style_sheet(dark) + ALARM.replace("COLOR", alarm_color(dark).name())
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    if application.styleSheet() == sheet:
        return  # setting it again would restyle every widget
    QApplication.setStyle(QStyleFactory.create("Fusion"))
    QApplication.setPalette(dark_palette() if dark else light_palette())
    application.setStyleSheet(sheet)


def alarm_color(dark: bool) -> QColor:
    """Colour of text that tells that something is wrong, and of the frame of a field where it is."""
    return QColor("#ff8080" if dark else "#c02020")


def set_alarm(shown: QWidget, alarm: bool = True) -> None:
    """Set whether a label tells that something is wrong, or a field is where it is."""
    if bool(shown.property("alarm")) != alarm:
        shown.setProperty("alarm", alarm)
        shown.style().unpolish(shown)
        shown.style().polish(shown)


def _palette(
    window: str,
    base: str,
    other: str,
    text: str,
    quiet: str,
    disabled: str,
    button: str,
    outline: str,
    chosen: str,
    accent: str,
) -> QPalette:
    """``quiet`` is for explanations: less prominent, but readable, unlike ``disabled``. White text stands on ``chosen``, and ``accent`` on paper."""
    palette = QPalette()
    role, group = QPalette.ColorRole, QPalette.ColorGroup
    for name, color in (
        (role.Window, window),
        (role.WindowText, text),
        (role.Base, base),
        (role.AlternateBase, other),
        (role.ToolTipBase, base),
        (role.ToolTipText, text),
        (role.PlaceholderText, quiet),
        (role.Text, text),
        (role.Button, button),
        (role.Mid, outline),
        (role.ButtonText, text),
        (role.BrightText, "#ffffff"),
        (role.Highlight, chosen),
        (role.HighlightedText, "#ffffff"),
        (role.Link, accent),
        (role.Accent, accent),
    ):
        palette.setColor(name, QColor(color))
    for name in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(group.Disabled, name, QColor(disabled))
    return palette


def light_palette() -> QPalette:
    """The application's light palette."""
    return _palette(
        "#f3f3f1",
        "#ffffff",
        "#f4f4f2",
        "#1d1d1f",
        "#686868",
        "#8d8d8d",
        "#e8e8e5",
        "#c2c2bd",
        "#1f6fb2",
        "#1f6fb2",
    )


def dark_palette() -> QPalette:
    """The application's dark palette."""
    return _palette(
        "#232527",
        "#313438",
        "#373a3f",
        "#e6e6e4",
        "#a0a4a9",
        "#868a8e",
        "#3a3d42",
        "#565b62",
        "#2a76b8",
        "#62a9e3",
    )


def is_dark() -> bool:
    """Whether the window is dark now."""
    return QApplication.palette().color(QPalette.ColorRole.Window).lightness() < 128


def board_theme(style: str) -> BoardTheme:
    """Colours of the board ``style`` for the window's scheme; an unknown style is wood."""
    light, dark = STYLES.get(style, STYLES["wood"])
    return dark if is_dark() else light
