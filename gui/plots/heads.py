"""What stands beside a plot's title: the choice of what it shows, what it tells about itself, and the button that shows it alone."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QToolButton, QToolTip

from gui.program.messages import fill

BUTTON_WIDTH = 22
"""Width of a button in a plot's corner, in pixels."""
LEAST_CHOICE = 60
"""Least width of the list of what a plot may show, in pixels, so that it never makes a narrow plot wider."""


class FigureChoice(QComboBox):
    """What a plot may show. Hidden while there is nothing to choose."""

    figure_chosen = Signal(str)
    """Carries the figure that the user chose."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.setMinimumWidth(LEAST_CHOICE)
        self.activated.connect(lambda: self.figure_chosen.emit(self.currentData()))
        self.hide()

    def offer(self, names: dict[str, str], shown: str) -> None:
        """Let the user choose among the keys of ``names``, which give their texts. A single figure offers no choice."""
        if names != {self.itemData(i): self.itemText(i) for i in range(self.count())}:
            self.clear()
            for figure, name in names.items():
                self.addItem(name, figure)
        self.setCurrentIndex(self.findData(shown))
        self.setVisible(len(names) > 1)


class _CornerButton(QToolButton):
    """A button beside a plot's title. It keeps its place while hidden, as it is at first."""

    def __init__(self, sign: str) -> None:
        super().__init__()
        self.setText(sign)
        self.setAutoRaise(True)
        self.setMaximumWidth(BUTTON_WIDTH)
        keeps_place = self.sizePolicy()
        keeps_place.setRetainSizeWhenHidden(True)
        self.setSizePolicy(keeps_place)
        self.hide()


class AboutButton(_CornerButton):
    """Tells what a plot shows and how one looks at it, in its hint, which a click shows too."""

    def __init__(self) -> None:
        super().__init__("ⓘ")
        self.hint = ""
        """All that it tells, as markup."""
        self._tells = False
        self.clicked.connect(self._show_hint)

    def explain(self, *paragraphs: str, smoothed: bool, scrolled: bool, alone: bool) -> None:
        """Tell these ``paragraphs``, and how to look at the plot. ``smoothed``: whether its curves of many points are; ``scrolled``: whether it is in
        a scrolled area; ``alone``: whether it can be shown alone."""
        told = (*paragraphs, self._handling(smoothed, scrolled, alone))
        self.hint = "".join(f"<p>{text}</p>" for text in told)  # rich text wraps
        self.setAccessibleDescription("\n".join(told))
        self.show()

    def name_after(self, title: str) -> None:
        """Tell screen readers which plot it is about."""
        self.setAccessibleName(fill(self.tr("About this plot: %1"), title))

    def _handling(self, smoothed: bool, scrolled: bool, alone: bool) -> str:
        parts = [
            self.tr(
                "Pointing reads the nearest point. Wheel: zoom along the horizontal axis; with Ctrl along the vertical one. Drag: move. "
                "Double-click: show all again. Keys: Left and Right read point after point, + and - zoom, 0 or Home shows all again."
            )
        ]
        if smoothed:
            parts.insert(
                0,
                self.tr(
                    "Faint: each point; strong: the mean over a fiftieth of them, half on either side; at the ends it is that of one side."
                ),
            )
        if scrolled:
            parts.append(
                self.tr("Where the plots are scrolled, the wheel zooms only in one that has been clicked.")
            )
        if alone:
            parts.append(
                self.tr(
                    "Enter, a double-click on the title, or the button in the corner shows this plot alone; Esc shows all plots again."
                )
            )
        return " ".join(parts)

    def _show_hint(self) -> None:
        QToolTip.showText(self.mapToGlobal(self.rect().bottomLeft()), self.toolTip(), self)
        self._tells = True

    def hide_hint(self) -> bool:
        """Hide the hint that a click has shown. Returns whether it was still visible."""
        seen = self._tells and QToolTip.isVisible() and QToolTip.text() == self.toolTip()
        self._tells = False
        if seen:
            QToolTip.hideText()
        return seen


class AloneButton(_CornerButton):
    """Asks to show a plot alone, or all again; the owner of the plots, which shows the button, hides the others."""

    def __init__(self) -> None:
        super().__init__("⤢")
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # Enter does the same
        self.toggled.connect(self.retranslate)

    def retranslate(self) -> None:
        """Name what a click does now, in the window's language."""
        text = (
            self.tr("Show all plots (Esc)") if self.isChecked() else self.tr("Show this plot alone (Enter)")
        )
        self.setToolTip(text)
        self.setAccessibleName(text)

    def ask(self) -> None:
        """Do as if it were clicked, where it is shown."""
        if not self.isHidden():
            self.click()
