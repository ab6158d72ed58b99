"""Whether a window can open here, asked before Qt is loaded: Qt itself would end the process without a message that the user can act on.

Asked only on Linux, where Qt needs libraries of the system and there may be no screen.
"""

import ctypes
import importlib.util
import os
import sys
from pathlib import Path

PACKAGES_FILE = Path(__file__).parents[2] / "requirements-debian.txt"


def is_there() -> bool:
    """Whether the environment names a screen, even if that doesn't answer."""
    return sys.platform != "linux" or bool(_platforms())


def problem() -> str | None:
    """A sentence that says why no window can open, and what to do about it; ``None`` if one can."""
    if sys.platform != "linux":
        return None
    if not is_there():
        return (
            "There is no screen to open a window on (neither DISPLAY nor WAYLAND_DISPLAY is set). "
            "Start Buwei from a desktop; its commands work without one (--help lists them)."
        )
    problems = [_platform_problem(name) for name in _platforms()]
    return None if None in problems else problems[-1]


def tell(sentence: str) -> None:
    """Show why the program can't start, until it has been read, if a window for that can open here."""
    if sys.platform == "win32":
        ctypes.windll.user32.MessageBoxW(None, in_language_of_system(sentence), "Buwei", 0x10)
    elif importlib.util.find_spec("PySide6") is not None and problem() is None:
        from PySide6.QtWidgets import QApplication, QMessageBox

        app = QApplication.instance() or QApplication(["Buwei"])
        QMessageBox.critical(None, "Buwei", in_language_of_system(sentence))
        del app


def in_language_of_system(sentence: str) -> str:
    """``sentence`` in the system's language if it can be translated: nothing else is known yet of the user. Unchanged if Qt itself is missing."""
    try:
        from PySide6.QtCore import QCoreApplication

        from gui.program.language import LanguageSwitch, error_text
    except ImportError:
        return sentence
    app = QCoreApplication.instance() or QCoreApplication(["Buwei"])
    LanguageSwitch().use("")
    said = error_text(sentence)
    del app
    return said


def _platforms() -> list[str]:
    """Names of the Qt platforms to be tried here, best first."""
    asked = os.environ.get("QT_QPA_PLATFORM")
    if asked:
        return [name.partition(":")[0] for name in asked.split(";")]
    screens = {"WAYLAND_DISPLAY": "wayland", "DISPLAY": "xcb"}
    return [platform for variable, platform in screens.items() if os.environ.get(variable)]


def _platform_problem(name: str) -> str | None:
    qt = importlib.util.find_spec("PySide6")
    if qt is None or not qt.submodule_search_locations:
        return None  # importing it gives a better message
    folder = Path(qt.submodule_search_locations[0]) / "Qt" / "plugins" / "platforms"
    plugins = sorted(folder.glob(f"libq{name}*.so"))
    if not plugins:
        return f"Qt knows no platform {name}; unset QT_QPA_PLATFORM or choose another."
    try:
        ctypes.CDLL(str(plugins[0]))
    except OSError as error:
        return f"Qt can't be loaded: {error}. {_install()}"
    if name == "xcb" and not _x_answers():
        return (
            f"The screen DISPLAY={os.environ.get('DISPLAY', '')} doesn't answer. Start Buwei from a desktop."
        )
    return None


def _x_answers() -> bool:
    xcb = ctypes.CDLL("libxcb.so.1")
    xcb.xcb_connect.restype = ctypes.c_void_p
    connection = ctypes.c_void_p(xcb.xcb_connect(None, None))
    try:
        return xcb.xcb_connection_has_error(connection) == 0
    finally:
        xcb.xcb_disconnect(connection)


def _install() -> str:
    if not PACKAGES_FILE.exists():
        return "Install the system package that holds it."
    lines = PACKAGES_FILE.read_text(encoding="utf-8").splitlines()
    packages = [line for line in lines if line and not line.startswith("#")]
    return f"On Debian and Ubuntu this helps: sudo apt-get install {' '.join(packages)}"
