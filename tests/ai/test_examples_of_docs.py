"""The examples in the documentation run as they stand there."""

import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
EXAMPLES = [
    (page.name, number, text)
    for page in sorted(DOCS.rglob("*.md"))
    for number, text in enumerate(re.findall(r"```python\n(.*?)```", page.read_text("utf-8"), re.DOTALL), 1)
]


def test_there_are_examples():
    assert {"formats.md"} <= {page for page, _, _ in EXAMPLES}


@pytest.mark.parametrize(
    "text", [pytest.param(text, id=f"{page}-{number}") for page, number, text in EXAMPLES]
)
def test_an_example(text: str):
    exec(compile(text, "example", "exec"), {"__name__": "example"})
