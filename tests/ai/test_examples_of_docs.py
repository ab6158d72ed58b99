"""The examples in the documentation run as they stand there."""

import re
import sys
from pathlib import Path
from typing import Any

import pytest

from ai.players import PLAYER_KINDS, Kind, make_player
from ai.protocols.gtp import GtpEngine
from core.match import play_match
from core.position import Size

DOCS = Path(__file__).parents[2] / "docs"
EXAMPLES = [
    (page.name, number, text)
    for page in sorted(DOCS.rglob("*.md"))
    for number, text in enumerate(re.findall(r"```python\n(.*?)```", page.read_text("utf-8"), re.DOTALL), 1)
]


def test_there_are_examples():
    assert {"contributing.md", "formats.md"} <= {page for page, _, _ in EXAMPLES}


@pytest.mark.parametrize(
    "text", [pytest.param(text, id=f"{page}-{number}") for page, number, text in EXAMPLES]
)
def test_an_example(text: str):
    exec(compile(text, "example", "exec"), {"__name__": "example"})


def test_the_player_of_an_example_plays_a_match_and_as_an_engine(monkeypatch: pytest.MonkeyPatch):
    """With what the example gives it, and nothing else that a player could have."""
    found: dict[str, Any] = {"__name__": "example"}
    (text,) = (text for page, _, text in EXAMPLES if page == "contributing.md")
    exec(compile(text, "example", "exec"), found)
    monkeypatch.setattr(sys.modules[__name__], "NarrowPlayer", found["NarrowPlayer"], raising=False)
    monkeypatch.setitem(PLAYER_KINDS, "narrow", Kind(f"{__name__}:NarrowPlayer"))
    match = play_match(make_player("narrow"), make_player("random"), size=Size(3, 3))
    assert match.result is not None and match.error is None
    for player in ("narrow", "narrow:careless=on"):
        answers: list[str] = []
        GtpEngine(make_player(player), answers.append, Size(3, 3)).answer("genmove b")
        assert "".join(answers).startswith("= ")
