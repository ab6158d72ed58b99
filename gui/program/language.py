"""The window's languages, switched while it runs, and sentences of core and ai in them."""

from collections.abc import Callable
from functools import cache

import shiboken6
from PySide6 import QtCore
from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from core import program
from core.sentence import Sentence, fill, sentence_of

TRANSLATIONS = program.FILES / "assets" / "translations"
LANGUAGES = {"en": "&English", "zh_CN": "简体中文(&C)"}
"""Codes, and names in the language itself with letter keys. English is the language of the sources."""
QT_TRANSLATE_NOOP: Callable[[str, str], str] = QtCore.QT_TRANSLATE_NOOP  # type: ignore[assignment]
"""Marks a text for the translators. PySide6's own declaration has ``object`` as its type."""

BUTTONS = (
    QT_TRANSLATE_NOOP("QPlatformTheme", "OK"),
    QT_TRANSLATE_NOOP("QPlatformTheme", "Save"),
    QT_TRANSLATE_NOOP("QPlatformTheme", "Discard"),
    QT_TRANSLATE_NOOP("QPlatformTheme", "Close"),
    QT_TRANSLATE_NOOP("QPlatformTheme", "Cancel"),
    QT_TRANSLATE_NOOP("QPlatformTheme", "Restore Defaults"),
    QT_TRANSLATE_NOOP("QMessageBox", "Show Details..."),
    QT_TRANSLATE_NOOP("QMessageBox", "Hide Details..."),
)
"""Qt's own texts without a letter key. Our translations, also that into English, add one; no two that appear together share it."""


def find(language: str) -> str:
    """The window's code for ``language``; empty if it doesn't speak it."""
    return next((code for code in LANGUAGES if language.split("_")[0] == code.split("_")[0]), "")


def choose(language: str) -> str:
    """Code of ``language`` if the window speaks it, else of the system's, else English."""
    return find(language) or find(QLocale.system().name()) or "en"


@cache
def in_all_languages(context: str, text: str) -> frozenset[str]:
    """``text`` in all of the window's languages. Cached, because names are compared at each key press."""
    said = {text}
    for code in LANGUAGES:
        translator = QTranslator()
        if translator.load(f"buwei_{code}", str(TRANSLATIONS)):
            said.add(translator.translate(context, text) or text)
    return frozenset(said)


class LanguageSwitch:
    """Installs the translations of one language at a time; widgets hear of it by ``LanguageChange`` events.

    The translators belong to the application: whichever switch is used, one language holds for all windows.
    """

    def __init__(self) -> None:
        self.current = "en"

    def use(self, language: str) -> None:
        """Switch to ``language``, chosen as by :func:`choose`."""
        code = choose(language)
        app = QCoreApplication.instance()
        assert app is not None
        for translator in app.findChildren(QTranslator):
            app.removeTranslator(translator)
            shiboken6.delete(translator)
        QLocale.setDefault(QLocale(code))
        self.current = code
        qt_folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
        for name, folder in ((f"qtbase_{code}", qt_folder), (f"buwei_{code}", str(TRANSLATIONS))):
            translator = QTranslator(app)
            if translator.load(name, folder):
                app.installTranslator(translator)


def error_text(error: Exception | str) -> str:
    """An error of ``core`` or ``ai`` in the window's language if it carries its template, with a capital unless it begins with a value."""
    said = error if isinstance(error, str) else sentence_of(error)
    text = sentence_text(said)
    return text if isinstance(said, Sentence) and said.template.startswith("%") else with_capital(text)


def with_capital(sentence: str) -> str:
    """``sentence`` with a capital: sentences of ``core`` and ``ai`` begin small, for a terminal. A first word with a sign or a digit, such as the
    name of a setting, player or file, stays as it is."""
    first = sentence.split(maxsplit=1)[0] if sentence.strip() else ""
    return sentence[0].upper() + sentence[1:] if first.removesuffix(",").isalpha() else sentence


def sentence_text(said: str) -> str:
    """``said`` in the window's language if it carries its template, without a capital, to stand within another sentence."""
    if not isinstance(said, Sentence):
        return said
    return fill(QCoreApplication.translate("sentences", said.template), *map(_value_text, said.values))


def _value_text(value: object) -> object:
    if isinstance(value, Sentence):
        return sentence_text(value)
    return QCoreApplication.translate("system", value) if isinstance(value, str) else value
