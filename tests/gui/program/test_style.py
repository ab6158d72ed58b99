"""How the window's widgets look, whether it is light or dark."""

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QIcon, QImage, QPalette
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QPushButton,
    QSpinBox,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from core.position import Color
from gui.game.position_setup import ERASE
from gui.program.icons import FOLDER, tinted
from gui.program.theme import apply_application_theme
from tests.gui.desk import Desk
from tests.gui.plots.hands import contrast

SCHEMES = pytest.mark.parametrize("scheme", ["light", "dark"])


def strongest(picture: QImage, ground: QColor) -> float:
    """The highest contrast of any point of ``picture`` with ``ground``."""
    points = [picture.pixelColor(x, y) for x in range(picture.width()) for y in range(picture.height())]
    return max(contrast(color, ground) for color in points if color.alpha() == 255)


@SCHEMES
def test_every_command_of_the_tool_bar_has_a_sign_that_is_seen(desk: Desk, scheme: str):
    desk.choose("scheme", scheme)
    ground = desk.window.palette().color(QPalette.ColorRole.Window)
    for action in desk.window.commands.tool_bar:
        picture = action.icon().pixmap(QSize(16, 16), 1.0).toImage()
        assert strongest(picture, ground) > 4.5, action.objectName()
        assert not action.isIconVisibleInMenu()


@SCHEMES
def test_a_sign_has_the_colour_of_what_its_button_can_do(qtbot: QtBot, scheme: str):
    apply_application_theme(scheme)
    palette, icon = QApplication.palette(), tinted("stop")
    text, chosen = QPalette.ColorRole.ButtonText, QPalette.ColorRole.HighlightedText
    for mode, state, color in (
        (QIcon.Mode.Normal, QIcon.State.Off, palette.color(text)),
        (QIcon.Mode.Normal, QIcon.State.On, palette.color(chosen)),
        (QIcon.Mode.Disabled, QIcon.State.Off, palette.color(QPalette.ColorGroup.Disabled, text)),
    ):
        picture = icon.pixmap(QSize(48, 48), 1.0, mode, state).toImage()
        assert picture.pixelColor(24, 11) == color, "on the square's upper side"


@SCHEMES
def test_the_chosen_line_of_a_combo_box_can_be_read(qtbot: QtBot, scheme: str):
    apply_application_theme(scheme)
    box = QComboBox()
    qtbot.addWidget(box)
    box.addItems(["Black", "White"])
    box.setCurrentIndex(1)
    box.show()
    box.showPopup()
    line = box.view().visualRect(box.model().index(1, 0))
    picture = box.view().viewport().grab(line).toImage()
    assert strongest(picture, picture.pixelColor(line.width() - 8, line.height() // 2)) > 3


@SCHEMES
def test_disabled_widgets_stand_back(qtbot: QtBot, scheme: str):
    apply_application_theme(scheme)
    shown = QWidget()
    qtbot.addWidget(shown)
    layout = QVBoxLayout(shown)
    box, choice, number, button = QCheckBox("MMM"), QComboBox(), QSpinBox(), QPushButton("MMM")
    choice.addItem("MMM")
    for widget in (box, choice, number, button):
        layout.addWidget(widget)
    shown.show()
    for widget in (box, choice, number, button):
        ground = widget.grab().toImage().pixelColor(widget.width() // 2, 3)
        usable = strongest(widget.grab().toImage(), ground)
        widget.setEnabled(False)
        ground = widget.grab().toImage().pixelColor(widget.width() // 2, 3)
        assert strongest(widget.grab().toImage(), ground) < usable, type(widget).__name__


def test_no_sign_is_left_over_or_missing(desk: Desk):
    """A name that the style sheet asks for and nobody drew would be seen by nobody."""
    commands = {action.objectName() for action in desk.window.commands.tool_bar}
    pairs = {
        f"{name}-{scheme}"
        for name in ("dock-close", "dock-float", "down", "more", "up")
        for scheme in ("light", "dark")
    }
    assert {path.stem for path in FOLDER.glob("*.svg")} == commands | pairs | {"check"}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_tool_that_places_stones_is_seen(desk: Desk, scheme: str):
    """Chosen, it is blue, as what is chosen elsewhere."""
    desk.choose("scheme", scheme)
    desk.trigger("set_up_position")
    chosen = desk.window.palette().highlight().color()

    def is_blue(tool: int) -> bool:
        button = desk.window.setup_bar._tools[tool]
        return button.grab().toImage().pixelColor(button.width() // 2, 5) == chosen

    tools = (*Color, ERASE)
    for tool in tools:
        desk.qtbot.mouseClick(desk.window.setup_bar._tools[tool], Qt.MouseButton.LeftButton)
        assert [is_blue(each) for each in tools] == [each == tool for each in tools]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_tool_that_is_on_differs_from_one_that_the_mouse_is_over(desk: Desk, scheme: str):
    desk.choose("scheme", scheme)
    button = desk.window.tool_bar.widgetForAction(desk.window.commands.actions["analyse"])
    assert isinstance(button, QToolButton)
    seen = []
    for on in (False, True):
        for hovered in (False, True):
            button.setChecked(on)
            button.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, hovered)
            picture = button.grab().toImage()
            seen.append((picture.pixelColor(3, 3).name(), picture.pixelColor(picture.width() // 2, 0).name()))
    off, off_hovered, on, on_hovered = seen
    assert len({*seen}) == 4, seen
    assert on[0] == on_hovered[0] not in (off[0], off_hovered[0]), "by the colour of its ground"
