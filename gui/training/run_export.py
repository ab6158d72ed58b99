"""Saving curves and figures of training runs as files."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from gui.parts.in_turns import InTurns
from gui.parts.offers import offer
from gui.parts.saving import ask_where
from gui.parts.whole_label import WholeLabel
from gui.program.errors import show_error
from gui.program.messages import NO_BREAK_SPACE, fill, in_parts, system_text
from gui.program.settings import Settings
from gui.training.run_figures import RunFigures, save_generations, save_steps
from gui.training.training_plots import RunPlots

Named = Sequence[tuple[str, RunFigures]]
"""Runs with their names, the one chosen first at the front."""
Writer = Callable[[Path], Iterator[None] | None]
"""Writes a file, possibly a piece at a time."""


def have_steps(runs: Iterable[RunFigures]) -> bool:
    """Whether the figures of every step are known for all ``runs``."""
    return all(run.has_steps for run in runs)


class FiguresSaver(QObject):
    """Asks in front of ``window`` where to save, and writes between the window's events. The window lays out the buttons and what is told."""

    def __init__(self, window: QWidget, settings: Settings):
        super().__init__(window)
        self._window, self._settings = window, settings
        self._writing = InTurns(self)
        self.picture, self.figures = QPushButton(), QPushButton()
        self.told = WholeLabel()
        """Tells where something was saved. It keeps its place while empty."""
        self.told.setTextFormat(Qt.TextFormat.PlainText)
        self.told.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        keeps_place = self.told.sizePolicy()
        keeps_place.setRetainSizeWhenHidden(True)
        keeps_place.setHorizontalPolicy(QSizePolicy.Policy.Expanding)
        self.told.setSizePolicy(keeps_place)
        self.told.hide()

    def offer(self, runs: Collection[RunFigures]) -> None:
        """Enable the buttons if there is anything to save of ``runs``."""
        nothing = "" if any(run.lines for run in runs) else self.tr("No generation has been finished yet.")
        offer(self.picture, nothing)
        kinds = self.tr("Of every generation or of every step of learning: the type of file says which")
        offer(self.figures, nothing, kinds if have_steps(runs) else "")

    def save_picture(self, runs: Named, plots: RunPlots) -> None:
        """Save what ``plots`` show."""

        def write(path: Path) -> None:
            plots.save_picture(path, in_parts(*(name for name, _run in runs)))

        ways: dict[str, tuple[str, Writer]] = {"PNG (*.png)": (".png", write), "SVG (*.svg)": (".svg", write)}
        self._save(runs, self.tr("Save the picture"), ways)

    def save_figures(self, runs: Named) -> None:
        """Save the figures of every generation, or of every step where known."""
        every_generation = self.tr("Every generation (*.csv)")
        ways: dict[str, tuple[str, Writer]] = {every_generation: (".csv", partial(save_generations, runs))}
        if have_steps(run for _name, run in runs):
            ways[self.tr("Every step of learning (*.csv)")] = ".csv", partial(save_steps, runs)
        self._save(runs, self.tr("Save the figures"), ways)

    def finish(self) -> None:
        """Write the rest now."""
        self._writing.finish()

    def _save(self, runs: Named, title: str, ways: dict[str, tuple[str, Writer]]) -> None:
        """Ask for a file, and write it in the one of ``ways`` that the user chooses, by default the first. ``ways``: for each kind of file its suffix
        and writer."""
        first = next(iter(ways))
        kinds = {kind: suffix for kind, (suffix, _) in ways.items()}
        name = runs[0][1].folder.name
        if len(runs) > 1:
            name = fill(self.tr("%1 and others"), name)
        path, kind = ask_where(self._window, self._settings, title, name + kinds[first], kinds)
        if path is None:
            return
        _, write = ways.get(kind, ways[first])
        self.finish()
        self._writing.start(self._write(path, write))

    def _write(self, path: Path, write: Writer) -> Iterator[None]:
        try:
            yield from write(path) or ()
        except OSError as error:
            show_error(self._window, fill(self.tr("%1 can't be written: %2"), path, system_text(error)))
            return
        self.tell(path)

    def retranslate(self) -> None:
        self.picture.setText(self.tr("Save p&icture…"))
        self.figures.setText(self.tr("Save fi&gures…"))
        self.tell(None)  # its text is in the previous language

    def tell(self, path: Path | None) -> None:
        """Show where a file was saved until another run is shown or the language changes. A tool tip would vanish when the pointer comes back from
        the dialog."""
        self.told.setVisible(path is not None)
        # without a path an empty line of the same height
        self.told.setText(NO_BREAK_SPACE if path is None else fill(self.tr("Saved: %1"), path))
