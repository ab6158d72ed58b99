"""The pictures of the README."""

from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QImage

from gui import screenshots

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"


def test_every_picture_is_made_small_and_the_same_each_time(
    qtbot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(screenshots, "LANGUAGES", ("zh_CN",))
    monkeypatch.setattr(screenshots, "SCHEMES", ("dark",))
    made = []
    for folder in (tmp_path / "first", tmp_path / "second"):
        assert screenshots.main(["--out", str(folder), "--simulations", "4", "--moves", "6"]) == 0
        made.append({path.name: path.read_bytes() for path in folder.iterdir()})
    names = {f"{name}-zh_CN-dark.png" for name in ("analysis", "playing", "help", "training")}
    assert set(made[0]) == names
    assert made[0] == made[1]
    assert all(len(data) < 150_000 for data in made[0].values())


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    (tmp_path / "file").touch()
    assert screenshots.main(["--out", str(tmp_path / "file")]) == 2
    assert "can't be written" in capsys.readouterr().err


def test_few_colours_keep_those_that_are_met_most():
    picture = QImage(64, 64, QImage.Format.Format_RGB32)
    picture.fill(QColor("#dcb35c"))
    for step in range(60):
        picture.setPixelColor(step, 0, QColor(4 * step, 255 - 4 * step, 128))
    few = screenshots.with_few_colors(picture)
    assert len(few.colorTable()) <= screenshots.COLORS
    assert few.pixelColor(5, 5) == QColor("#dcb35c")


def test_the_pictures_of_the_readme_are_there_and_small():
    for readme in ("README.md", "README.zh.md"):
        text = (PICTURES.parents[1] / readme).read_text("utf-8")
        shown = [path for path in PICTURES.glob("*.png") if f"docs/pictures/{path.name}" in text]
        assert len(shown) == text.count("docs/pictures/") >= 2
    sizes = [path.stat().st_size for path in PICTURES.glob("*.png")]
    assert max(sizes) < 150_000 and sum(sizes) < 1_000_000
