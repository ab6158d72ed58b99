"""Look of widgets apart from colours: the style sheet over Qt's style Fusion, flat, and alike in light and dark.

Colours are roles of the palette of :mod:`gui.program.theme`: ``mid`` for outlines, ``button`` for what can be pressed, ``highlight`` for what is
chosen, ``link`` for what has the focus.
"""

from gui.program.icons import FOLDER

BUTTONS = """
QPushButton {
    background: palette(button); border: 1px solid palette(mid); border-radius: 4px; padding: 2px 10px; min-height: 1.2em
}
QPushButton:hover { border-color: palette(placeholder-text) }
QPushButton:pressed { background: palette(mid) }
QPushButton:default:enabled, QPushButton:checked:enabled {
    background: palette(highlight); border-color: palette(highlight); color: palette(highlighted-text)
}
QPushButton:focus { border-color: palette(link) }
QPushButton:default:focus, QPushButton:checked:focus { border: 2px solid palette(window-text); padding: 1px 9px }
QPushButton:disabled { background: palette(window); border-color: palette(button) }
QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 0 }
QDialogButtonBox QPushButton { padding-left: 16px; padding-right: 16px }
"""
"""The button that Enter presses and those switched on are filled, so that they stand out in a dark window too."""

FIELDS = """
QLineEdit, QComboBox, QAbstractSpinBox {
    background: palette(base); border: 1px solid palette(mid); border-radius: 4px; padding: 1px 5px; min-height: 1.2em
}
QComboBox:!editable { background: palette(button) }
QComboBox { combobox-popup: 0; qproperty-maxVisibleItems: 20 }
QComboBox QAbstractItemView::item { min-height: 1.6em }
QLineEdit:focus, QComboBox:focus, QAbstractSpinBox:focus { border-color: palette(link) }
QLineEdit:disabled, QComboBox:disabled, QAbstractSpinBox:disabled { background: palette(window); border-color: palette(button) }
QComboBox QLineEdit, QAbstractSpinBox QLineEdit, QAbstractItemView QLineEdit { border: none; padding: 0; min-height: 0 }
QComboBox::drop-down { border: none; width: 16px }
QComboBox::down-arrow, QAbstractSpinBox::down-arrow { image: url("DOWN"); width: 12px; height: 12px }
QAbstractSpinBox { padding: 0 18px 0 3px }
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button { border: none; width: 18px; background: transparent }
QAbstractSpinBox::up-button:hover, QAbstractSpinBox::down-button:hover { background: palette(button) }
QAbstractSpinBox::up-arrow { image: url("UP"); width: 12px; height: 12px }
"""
"""The list of a combo box is drawn as a list: as a menu, Fusion's way, its chosen line is white on light grey."""

BOXES = """
QCheckBox::indicator {
    width: 12px; height: 12px; background: palette(base); border: 1px solid palette(placeholder-text); border-radius: 3px
}
QCheckBox::indicator:checked { background: palette(highlight); border-color: palette(highlight); image: url("CHECK") }
QCheckBox::indicator:disabled { border-color: palette(button) }
QCheckBox::indicator:checked:disabled { background: palette(mid); border-color: palette(mid) }
"""

LISTS = """
QHeaderView { background: palette(window) }
QHeaderView::section {
    background: palette(window); color: palette(window-text); padding: 1px 2px;
    border: none; border-right: 1px solid palette(button); border-bottom: 1px solid palette(mid)
}
QAbstractItemView { activate-on-singleclick: 0 }
QScrollBar { background: transparent; border: none; margin: 0 }
QScrollBar:vertical { width: 12px }
QScrollBar:horizontal { height: 12px }
QScrollBar::handle { background: palette(mid); border-radius: 4px; margin: 2px }
QScrollBar::handle:vertical { min-height: 24px }
QScrollBar::handle:horizontal { min-width: 24px }
QScrollBar::handle:hover, QScrollBar::handle:pressed { background: palette(placeholder-text) }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0 }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent }
"""
"""In every list a click only selects, and a double click plays or opens, also on a desktop where one click opens files."""

BARS = """
QProgressBar { background: palette(base); border: 1px solid palette(mid); border-radius: 4px; text-align: center }
QProgressBar::chunk { background: palette(highlight); border-radius: 3px }
QStatusBar::item { border: none }
"""

TABS = """
QTabBar { qproperty-elideMode: ElideNone }
QTabBar::tab { padding: 4px 10px; color: palette(window-text); border: none; border-bottom: 2px solid transparent }
QTabBar::tab:selected { background: palette(base); border-bottom-color: palette(link) }
QTabBar::tab:!selected { color: palette(placeholder-text) }
QTabBar::tab:hover { color: palette(window-text) }
"""
"""In a dark window Fusion hardly shows which tab is in front. If there is no room for all tabs, arrows lead to the others, and no name is cut off."""

TOOLS = """
QToolBar { border: none; border-bottom: 1px solid palette(mid); padding: 3px; spacing: 2px }
QToolBar::separator { background: palette(mid); width: 1px; margin: 4px 6px }
QToolBar QToolButton { border: 1px solid transparent; border-radius: 4px; padding: 3px 5px }
QToolBar QToolButton:hover:enabled { background: palette(button); border-color: palette(mid) }
QToolBar QToolButton:checked:enabled { background: palette(highlight); color: palette(highlighted-text); border-color: palette(highlight) }
QToolBar QToolButton:checked:hover:enabled { border-color: palette(window-text) }
QToolBar QToolButton:!checked:pressed:enabled { background: palette(mid) }
QToolBar QToolButton:checked:disabled { background: palette(button) }
QToolBar QToolBarExtension { qproperty-icon: url("MORE"); border: none; padding: 0 }
"""
"""Fusion shows switched-on buttons like those under the mouse, so switching one off made no visible difference. Its sign for commands without room is
black even in a dark window."""

DOCKS = """
QDockWidget { titlebar-close-icon: url("CLOSE"); titlebar-normal-icon: url("FLOAT") }
QDockWidget::title { padding: 2px 6px; border-bottom: 1px solid palette(button) }
QDockWidget::close-button, QDockWidget::float-button { border: none; padding: 0 }
QDockWidget::close-button:hover, QDockWidget::float-button:hover { background: palette(button) }
"""
"""Fusion's own buttons are grey on grey."""


def style_sheet(dark: bool) -> str:
    """The application's style sheet, with the signs for a ``dark`` or a light window."""
    scheme = "dark" if dark else "light"
    sheet = BUTTONS + FIELDS + BOXES + LISTS + BARS + TABS + TOOLS + DOCKS
    for place, name in (
        ("DOWN", f"down-{scheme}"),
        ("UP", f"up-{scheme}"),
        ("CHECK", "check"),
        ("MORE", f"more-{scheme}"),
        ("CLOSE", f"dock-close-{scheme}"),
        ("FLOAT", f"dock-float-{scheme}"),
    ):
        sheet = sheet.replace(f'"{place}"', f'"{(FOLDER / name).as_posix()}.svg"')
    return sheet
