"""The window speaks Chinese whole: every text of the sources is in the translation, and the program reads what the file says."""

import ast
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections import Counter
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QTranslator

from gui.program.language import BUTTONS, LanguageSwitch
from tests.patience import PROCESS_SECONDS

ROOT = Path(__file__).resolve().parents[2]
TRANSLATION = ROOT / "assets" / "translations" / "buwei_zh_CN.ts"


def messages(path: Path) -> dict[tuple[str, str], tuple[str, str]]:
    """Context and source of each text, with its translation and state."""
    found = {}
    for context in ElementTree.parse(path).getroot().iter("context"):
        name = context.findtext("name", "")
        for message in context.iter("message"):
            translation = message.find("translation")
            assert translation is not None
            found[name, message.findtext("source", "")] = (
                translation.text or "",
                translation.get("type", ""),
            )
    return found


def test_no_text_is_missing_or_unfinished(tmp_path: Path):
    """What lupdate finds in the sources now is what the translation holds, finished."""
    fresh = tmp_path / "fresh.ts"
    shutil.copy(TRANSLATION, fresh)
    tool = Path(sys.executable).with_name("pyside6-lupdate")
    sentences = tmp_path / "sentences.py"
    subprocess.run(
        [sys.executable, str(TRANSLATION.with_name("sentences.py")), str(sentences)],
        check=True,
        timeout=PROCESS_SECONDS,
    )
    sources = [*sorted(str(path) for path in (ROOT / "gui").rglob("*.py")), str(sentences)]
    subprocess.run(
        [str(tool), "-no-obsolete", "-locations", "none", *sources, "-ts", str(fresh)],
        check=True,
        timeout=PROCESS_SECONDS,
    )
    wanted, given = messages(fresh), messages(TRANSLATION)
    assert set(wanted) == set(given)
    for (_, source), (text, state) in wanted.items():
        assert text and state == "", source


def test_no_text_hides_from_the_tool_that_gathers_them():
    """As within a formatted string, into which it doesn't look."""
    gathered = messages(TRANSLATION)
    for path in (ROOT / "gui").rglob("*.py"):
        classes = [
            node
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.ClassDef)
        ]
        for one in classes:
            for call in ast.walk(one):
                if isinstance(call, ast.Call) and ast.unparse(call.func) == "self.tr":
                    text = ast.literal_eval(call.args[0])
                    assert (one.name, text) in gathered, f"{path}: {text}"


def test_all_that_is_changed_in_english_has_a_key():
    """Which Qt's own buttons lack; they have one in Chinese too."""
    english = messages(TRANSLATION.with_name("buwei_en.ts"))
    assert {source for _, source in english} == set(BUTTONS)
    for texts in (english, messages(TRANSLATION)):
        assert all("&" in texts[key][0] for key in english)


def test_placeholders_are_kept():
    for (_, source), (text, _) in messages(TRANSLATION).items():
        assert Counter(re.findall(r"%\d+", source)) == Counter(re.findall(r"%\d+", text)), source


def test_the_program_reads_what_the_file_says(qapp):
    translator = QTranslator()
    assert translator.load("buwei_zh_CN", str(TRANSLATION.parent))
    for (context, source), (text, _) in messages(TRANSLATION).items():
        assert translator.translate(context, source) == text


def test_one_language_holds_for_the_whole_application(qapp):
    """A switch takes away what another one installed, even while that one lives."""
    first, second = LanguageSwitch(), LanguageSwitch()
    first.use("zh_CN")
    assert QCoreApplication.translate("commands", "&New game…") != "&New game…"
    second.use("en")
    assert QCoreApplication.translate("commands", "&New game…") == "&New game…"
