"""The documents: their links lead somewhere, their tables are whole, and their list of players' options is that of the code."""

import re
from collections import defaultdict
from pathlib import Path

import pytest

from ai.players import PLAYER_KINDS, PlayerError, make_player
from core.sentence import Sentence, sentence_of

ROOT = Path(__file__).resolve().parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
NEEDED = {kind: "command=program," for kind, known in PLAYER_KINDS.items() if known.is_external}


def anchors_of(page: Path) -> set[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.+)$", without_code_and_comments(page.read_text("utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", [pytest.param(page, id=page.name) for page in PAGES])
def test_links_lead_to_files_and_headings(page: Path):
    wrong = []
    for link in re.findall(r"\]\(([^)\s]+)\)", page.read_text("utf-8")):
        if link.startswith(("http:", "https:")):
            continue
        name, _, anchor = link.partition("#")
        target = page.parent / name if name else page
        if not target.exists() or (anchor and anchor not in anchors_of(target)):
            wrong.append(link)
    assert wrong == []


def broken_rows(text: str) -> list[str]:
    """Lines of Markdown that are meant as a table's but aren't shown as such: in a block that begins a line with ``|``, those that don't begin and
    end with it or have another number of cells than the first, and the first itself where no line of dashes follows."""
    wrong = []
    for block in re.split(r"\n\s*\n", without_code_and_comments(text)):
        rows = [line.strip() for line in block.splitlines()]
        first = next((number for number, row in enumerate(rows) if row.startswith("|")), len(rows))
        header, *others = rows[first:] or [""]
        if header and not (others and re.fullmatch(r"\|(:?-+:?\|)+", others[0])):
            wrong.append(header)
        wrong += [row for row in others if not is_row(row) or cells_in(row) != cells_in(header)]
    return wrong


def without_code_and_comments(text: str) -> str:
    """``text`` without blocks of code and without comments, which end a table."""
    return re.sub(r"^ *```.*?^ *```|<!--.*?-->", "", text, flags=re.DOTALL | re.MULTILINE)


def is_row(line: str) -> bool:
    return line.startswith("|") and line.endswith("|")


def cells_in(row: str) -> int:
    return len(re.findall(r"(?<!\\)\|", row)) - 1


@pytest.mark.parametrize("page", [pytest.param(page, id=page.name) for page in PAGES])
def test_tables_are_whole(page: Path):
    assert broken_rows(page.read_text("utf-8")) == []


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("| a | b |\n|---|---|\n| 1 | 2 |", []),
        ("- A list:\n\n  | a | b |\n  |---|---|\n  | 1 | 2 |", []),
        ("```\n| a | b |\n```", []),
        ("| a | b |\n|---|---|\n| 1 | 2 | 3 |", ["| 1 | 2 | 3 |"]),
        ("| a | b |\n|---|---|\n| 1 |\n2 |", ["| 1 |", "2 |"]),
        ("| a | b |\n\n|---|---|", ["| a | b |", "|---|---|"]),
        ("Text\n| a | b | |---|---| | 1 | 2 |", ["| a | b | |---|---| | 1 | 2 |"]),
    ],
)
def test_broken_tables_are_noticed(text: str, wrong: list[str]):
    assert broken_rows(text) == wrong


def options_that_are_listed() -> dict[str, set[str]]:
    """By the table under "Players" in ``docs/formats.md``: the options of each kind."""
    text = (ROOT / "docs" / "formats.md").read_text("utf-8")
    section = text.partition("\n## Players\n")[2].partition("\n## ")[0]
    listed = defaultdict[str, set[str]](set)
    kinds: list[str] = []
    for row in section.splitlines():
        if not (option := re.match(r"\| (.*?) ?\| `(\w+)` \|", row)):
            continue
        if option[1]:
            kinds = [*PLAYER_KINDS] if option[1] == "every kind" else re.findall(r"`(\w+)`", option[1])
        for kind in kinds:
            assert option[2] not in listed[kind], f"{option[2]} of {kind} stands there twice"
            listed[kind].add(option[2])
    return listed


def test_every_option_of_every_player_is_listed():
    listed = options_that_are_listed()
    assert set(listed) == set(PLAYER_KINDS)
    for kind in PLAYER_KINDS:
        with pytest.raises(PlayerError) as error:
            make_player(f"{kind}:{NEEDED.get(kind, '')}nonsense=1")
        said = sentence_of(error.value)
        assert isinstance(said, Sentence)
        *_, known = said.values
        assert listed[kind] == set(str(known).split(", ")), kind
