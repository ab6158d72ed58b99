"""Lists the templates of all ``Sentence("…")`` in core and ai as a source for lupdate."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def templates(path: Path) -> Iterator[str]:
    """The templates in one module. Raises ``ValueError`` for one that is no literal, which can't be translated."""
    for call in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "Sentence":
            template = call.args[0]
            if not (isinstance(template, ast.Constant) and isinstance(template.value, str)):
                raise ValueError(f"{path}:{call.lineno}: the template of a Sentence must be a literal")
            yield template.value


def all_templates() -> list[str]:
    """Every template once."""
    modules = sorted(path for room in ("core", "ai") for path in (ROOT / room).rglob("*.py"))
    return sorted({template for path in modules for template in templates(path)})


if __name__ == "__main__":
    lines = [f"QT_TRANSLATE_NOOP({'sentences'!r}, {template!r})\n" for template in all_templates()]
    Path(sys.argv[1]).write_text("".join(lines), "utf-8")
