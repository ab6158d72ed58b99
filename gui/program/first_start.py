"""Checks before the window opens: the program's own files, and compiled kernels."""

from PySide6.QtCore import QCoreApplication, QObject, QProcess
from PySide6.QtWidgets import QLabel, QMessageBox, QProgressDialog

from ai.commands.prepare import step_told
from ai.levels import LEVELS
from ai.players import SHIPPED, PlayerError, find_network
from core import kernel_cache, program
from gui.program.language import TRANSLATIONS, LanguageSwitch, error_text
from gui.program.messages import system_text

NEEDED = (
    program.FILES / "assets" / "icon.svg",
    TRANSLATIONS / "buwei_zh_CN.qm",
    TRANSLATIONS / "buwei_en.qm",
    LEVELS,
)

WIDTH = 440
"""Width of the dialog in pixels, so that its sentences take few lines."""


def get_ready(language: str) -> bool:
    """Whether the window can open; if not, the user has been told why. ``language`` as in :class:`gui.program.language.LanguageSwitch`."""
    switch = LanguageSwitch()
    switch.use(language)
    try:
        if wrong := unreadable_files():
            tell_unreadable(wrong)
            return False
        if needs_kernels():
            Preparation().run()
        return True
    finally:
        switch.use("en")


def unreadable_files() -> list[str]:
    """The program's own files that can't be read, each with the reason."""
    wrong = []
    for path in NEEDED:
        try:
            path.read_bytes()
        except OSError as error:
            wrong.append(f"{path} ({system_text(error)})")
    try:
        find_network(SHIPPED)
    except PlayerError as error:
        wrong.append(error_text(error))
    return wrong


def tell_unreadable(files: list[str]) -> None:
    """Name these files in a dialog."""
    sentence = QCoreApplication.translate(
        "first_start", "Files that belong to Buwei can't be read. Unpack the program again."
    )
    box = QMessageBox(QMessageBox.Icon.Critical, QCoreApplication.applicationName(), sentence)
    box.setInformativeText("\n".join(files))
    box.exec()


def needs_kernels() -> bool:
    """Whether kernels must be compiled: a packaged program brings none for this processor or could not copy them, or these sources were never
    compiled."""
    return not kernel_cache.is_ready()


class Preparation(QObject):
    """Compiles the kernels in a process of its own and shows its progress."""

    def __init__(self) -> None:
        super().__init__()
        what = self.tr(
            "Buwei is being prepared for this computer's processor. This is done once and takes a few minutes."
        )
        without = self.tr(
            "If you skip it, the AI's first move may take minutes; the rest is done at the next start."
        )
        said = QLabel(f"{what}\n\n{without}")
        said.setWordWrap(True)
        self.dialog = QProgressDialog()
        self.dialog.setWindowTitle(QCoreApplication.applicationName())
        self.dialog.setLabel(said)
        self.dialog.setMinimumWidth(WIDTH)
        self.dialog.setCancelButtonText(self.tr("Skip for now"))
        self.dialog.setRange(0, 0)  # until the number of steps is known
        self.dialog.setMinimumDuration(0)
        self._process = QProcess(self)
        self._process.readyReadStandardOutput.connect(self._show_progress)
        self._process.finished.connect(self.dialog.reset)
        self._process.errorOccurred.connect(self.dialog.reset)

    def run(self) -> None:
        """Wait until it is done, or the user goes on without; then each kernel is compiled when it is first needed."""
        first, *rest = program.command("prepare")
        self._process.start(first, rest)
        if self._process.state() is QProcess.ProcessState.NotRunning:
            return  # on Windows it is known at once that it can't be started
        self.dialog.exec()
        if self._process.state() is not QProcess.ProcessState.NotRunning:
            self._process.kill()
            self._process.waitForFinished()

    def _show_progress(self) -> None:
        """Show the steps done; the one under way doesn't count yet."""
        while self._process.canReadLine():
            told = step_told(self._process.readLine().toStdString())
            if told is not None:
                number, total = told
                self.dialog.setRange(0, total)
                self.dialog.setValue(number - 1)
