"""The buttons of the training room below its runs and below its generations."""

from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from ai.training.run_files import RunFiles
from ai.training.shipped_run import ShippedRun
from gui.beside.watched_process import Work
from gui.parts.forms import side_by_side
from gui.parts.offers import offer
from gui.parts.retranslated import Retranslated
from gui.parts.whole_label import WholeLabel
from gui.program.messages import fill
from gui.program.settings import ARENA_SIMULATIONS

MOST_COMPARED = 2
"""Most generations shown side by side."""


class RunButtons(Retranslated, QWidget):
    """What can be done with the chosen run."""

    def __init__(self) -> None:
        super().__init__()
        self.new, self.go_on, self.stop = QPushButton(), QPushButton(), QPushButton()
        self.rename, self.remove, self.settings = QPushButton(), QPushButton(), QPushButton()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(side_by_side(self.new))
        layout.addWidget(side_by_side(self.go_on, self.stop))
        layout.addWidget(side_by_side(self.rename, self.remove))
        layout.addWidget(side_by_side(self.settings))
        self.retranslate()

    def offer(self, folder: RunFiles | None, work: Work, problem: str, no_settings: str) -> None:
        """Enable the buttons for the run in ``folder``, unless there is a ``problem`` with it. ``no_settings``: why there are none to show."""
        no_run = self.tr("No run is chosen; “New…” starts one.") if folder is None else ""
        is_shipped = isinstance(folder, ShippedRun)
        running = work is not Work.NONE
        self._offer_session(no_run, work, problem, is_shipped)
        offer(
            self.settings,
            no_run or no_settings,
            self.tr("The settings of the chosen runs, and in which of them they differ"),
        )
        fixed = no_run
        if running:
            fixed = self.tr(
                "A session works on it now; it has to be stopped before it can be renamed or removed."
            )
        elif is_shipped:
            fixed = self.tr("This run came with Buwei and stays as it is.")
        offer(self.rename, fixed, self.tr("Give the run another name (F2)"))
        offer(
            self.remove,
            fixed,
            self.tr("Remove the run with all its networks and games, after you were asked"),
        )

    def _offer_session(self, no_run: str, work: Work, problem: str, is_shipped: bool) -> None:
        running = work is not Work.NONE
        offer(
            self.go_on,
            no_run or (self.tr("A session works on this run already.") if running else problem),
            self.tr("Start a run of your own that goes on from this network, with its settings")
            if is_shipped
            else self.tr("Let this run learn on from where it stopped"),
        )
        stopping = self.tr("The session is stopping already.") if work is Work.ENDING else ""
        offer(
            self.stop,
            no_run or (stopping if running else self.tr("No session works on this run now.")),
            self.tr("The session keeps what it has learned; “Go on…” lets it learn on later"),
        )

    def retranslate(self) -> None:
        self.new.setText(self.tr("&New…"))
        self.go_on.setText(self.tr("G&o on…"))
        self.stop.setText(self.tr("&Stop"))
        self.settings.setText(self.tr("Show se&ttings"))
        self.rename.setText(self.tr("Rena&me…"))
        self.remove.setText(self.tr("&Remove…"))


class GenerationButtons(Retranslated, QWidget):
    """What can be done with the generations meant, and how long their networks search."""

    def __init__(self) -> None:
        super().__init__()
        self.play, self.compare = QPushButton(), QPushButton()
        self.contest, self.begin = QPushButton(), QPushButton()
        self.choosing, self.simulations = WholeLabel(steady=True), WholeLabel()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.choosing)
        layout.addWidget(side_by_side(self.play, self.compare))
        layout.addWidget(side_by_side(self.contest, self.begin))
        layout.addWidget(self.simulations)
        self.retranslate()

    def offer(self, have_finished: bool, meant: int, together: int, simulations: int) -> None:
        """Enable the buttons if generations ``have_finished``. ``meant``: how many are meant; ``together``: how many to compare or to play each
        other; ``simulations``: of each move against the user."""
        none = "" if have_finished else self.tr("No generation has been finished yet.")
        several = self.tr("Choose one generation to play against.") if meant > 1 else ""
        self.choosing.setText(several or self._about_choosing())
        searched = self.tr("Simulations: %1 against you, %2 in an arena")
        self.simulations.setText(fill(searched, f"{simulations:,}", f"{ARENA_SIMULATIONS:,}"))
        offer(self.play, none or several, self.tr("A new game against it"))
        two = self.tr("Two can be set side by side: choose one generation or two, or two runs.")
        offer(
            self.compare,
            none or (two if together > MOST_COMPARED else ""),
            self.tr(
                "One generation, or two of one run or of two runs side by side, on the position of the board"
            ),
        )
        offer(
            self.contest,
            none,
            self.tr(
                "Let the chosen generations, or the newest of the chosen runs, play each other; one alone plays others"
            ),
        )
        offer(
            self.begin,
            none,
            self.tr(
                "A run of its own that begins with the newest of those chosen, by the settings of this one"
            ),
        )

    def _about_choosing(self) -> str:
        return self.tr(
            "With none chosen, the newest that passed the gate is meant, or that of each chosen run. Ctrl+click chooses a second one."
        )

    def retranslate(self) -> None:
        self.play.setText(self.tr("&Play against it"))
        self.compare.setText(self.tr("What it s&ees…"))
        self.contest.setText(self.tr("&Arena…"))
        self.begin.setText(self.tr("New run &from it…"))
        self.simulations.setToolTip(
            self.tr(
                "Of each move: against you as the menu “AI” says, in an arena unless its dialog says otherwise"
            )
        )
