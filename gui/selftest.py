"""``selftest``: tries every part of the program and tells of each whether it works. The parts with a window are here.

Written for users whose program doesn't start: a line for each part, the reason if one fails, and a log if there is no standard output.
"""

import argparse
import contextlib
import os
import sys
import time
import traceback
from pathlib import Path
from typing import TextIO

from ai import selftest as without_window
from ai.selftest import Check, CheckFailed
from core import folders, program
from gui.program import screen

REPORT_FILE = "selftest.log"
WINDOW_SECONDS = 120
LOOK_SECONDS = 0.01


def main(argv: list[str]) -> int:
    """Run all checks. Returns 1 if one fails. Libraries may raise anything, and after a crash the report ends with the name of the part."""
    parser = argparse.ArgumentParser(
        prog=f"{program.name()} selftest",
        description="Try every part of the program on this machine, and say of each whether it works.",
    )
    parser.add_argument("--report", type=Path, metavar="FILE", help="write what is printed to FILE too")
    options = parser.parse_args(argv)
    own_screen = screen_check()
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    checks = (*without_window.CHECKS, ("screen", own_screen), *CHECKS)
    report = options.report or (folders.log_dir() / REPORT_FILE if sys.stdout is None else None)
    with contextlib.ExitStack() as stack:
        outputs = [sys.stdout] if sys.stdout is not None else []
        if report is not None:
            try:
                outputs.append(stack.enter_context(report.open("w", encoding="utf-8")))
            except OSError as error:
                parser.error(f"{report} can't be written: {error.strerror}")
        stack.enter_context(folders.temporary())
        return run(checks, outputs)


def run(checks: tuple[tuple[str, Check], ...], outputs: list[TextIO]) -> int:
    """Tell of each check whether it is ok. Returns 1 if one is not."""
    failed = []
    for name, check in checks:
        _say(outputs, f"{name:<13}", end="")
        try:
            _say(outputs, f"ok      {check()}")
        except CheckFailed as error:
            failed.append(name)
            _say(outputs, f"FAILED  {error}")
        except Exception as error:
            failed.append(name)
            _say(outputs, f"FAILED  {type(error).__name__}: {error}\n{traceback.format_exc()}")
    _say(outputs, f"\nFAILED: {', '.join(failed)}" if failed else f"\nall {len(checks)} parts work")
    return 1 if failed else 0


def _say(outputs: list[TextIO], text: str, end: str = "\n") -> None:
    for output in outputs:
        encoding = output.encoding or "utf-8"
        output.write(text.encode(encoding, "replace").decode(encoding) + end)  # consoles may know few letters
        output.flush()


# --- the parts with a window -----------------------------------------------------------------------------------------


def screen_check() -> Check:
    """Check whether a window can open on the user's own screen. The screen is looked at now, because the other checks run without one."""
    is_there = screen.is_there()
    problem = screen.problem() if is_there else None

    def check() -> str:
        if problem is not None:
            raise CheckFailed(problem)
        return "a window can open on it" if is_there else "there is none here"

    return check


def modules() -> str:
    """Check that every module of gui loads."""
    import gui

    return f"{without_window.load_all(gui)} modules"


def translations() -> str:
    """Check our Chinese and Qt's, and the icon."""
    from PySide6.QtCore import QCoreApplication

    from gui.app import make_application
    from gui.program.language import LanguageSwitch

    app = make_application([])
    if app.windowIcon().pixmap(32).isNull():
        raise CheckFailed("the icon can't be drawn")
    switch = LanguageSwitch()
    switch.use("zh_CN")
    try:
        for context, text in (("commands", "&New game…"), ("QPlatformTheme", "Retry")):
            if QCoreApplication.translate(context, text) == text:
                raise CheckFailed(f"there is no Chinese for '{text}' of {context}")
    finally:
        switch.use("en")
    return "Chinese of Buwei and of Qt, icon"


def window() -> str:
    """Check that the window opens, the shipped network answers a move in it, and it closes."""
    from PySide6.QtCore import QDeadlineTimer
    from PySide6.QtWidgets import QApplication

    from ai.players import SHIPPED
    from core.position import Size
    from gui.app import make_application, make_window
    from gui.game.setup import GameSetup
    from gui.program.settings import HUMAN

    make_application([])
    view, _ = make_window("zh_CN")
    view.show()
    try:
        view.session.begin(None)
        view.games.start(GameSetup(HUMAN, f"zero:net={SHIPPED},simulations=8", Size(), None, True))
        view.controller.click(Size().points // 2)
        deadline = QDeadlineTimer(1000 * WINDOW_SECONDS)
        while len(view.controller.match.position.moves) < 2:
            if deadline.hasExpired():
                raise CheckFailed(f"the AI did not answer in {WINDOW_SECONDS} seconds")
            QApplication.processEvents()
            time.sleep(LOOK_SECONDS)
        image = view.grab().toImage()
        if image.isNull():
            raise CheckFailed("the window could not be drawn")
        return f"{image.width()} x {image.height()} pixels, a move answered"
    finally:
        view.closing.leave()
        view.deleteLater()
        QApplication.processEvents()


CHECKS: tuple[tuple[str, Check], ...] = (
    ("gui modules", modules),
    ("translations", translations),
    ("window", window),
    ("nothing new", without_window.nothing_compiled),
)
