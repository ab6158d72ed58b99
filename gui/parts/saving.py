"""Where a file is to be written; pictures and rows as files."""

import csv
import io
import os
from codecs import getwriter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from re import Match, compile
from xml.etree import ElementTree

from PySide6.QtCore import QBuffer, QIODevice, QPoint, QRect, QSize
from PySide6.QtGui import QPainter, QPicture, QPixmap
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QFileDialog, QWidget

from core.files import replacement, write_atomically
from gui.parts.removing import may_replace
from gui.program.desktop import documents_folder
from gui.program.settings import Settings

CSV_ENCODING = "utf-8-sig"
"""Its mark has Excel read Chinese names."""
PIXELS_PER_INCH = 96
"""As those who show SVG count them."""
SVG = "http://www.w3.org/2000/svg"
"""Its namespace."""
LINKS = "http://www.w3.org/1999/xlink"
"""That of its links."""
POINT = compile(r"([-+.\deE]+),([-+.\deE]+)")
"""In a path or a line."""


def start_folder(settings: Settings) -> Path:
    """Where files were opened or saved last, if that is still there, else where the system keeps documents or all that is the user's."""
    return Path(settings.folder) if os.path.isdir(settings.folder) else documents_folder()


def ask_where(
    window: QWidget,
    settings: Settings,
    title: str,
    proposed: str | Path,
    kinds: Mapping[str, str],
    confirms: bool = True,
    kept: Sequence[str] = (),
) -> tuple[Path | None, str]:
    """A file, which the user chooses and need not name whole, and its kind, of ``kinds`` with their suffixes: a name that ends in none of these, nor
    in one of those ``kept``, gets that of its kind. ``None`` if they would rather not. The next one is looked for where this one is. Unless whoever
    calls does so, it ``confirms`` that a file that is there may be replaced."""
    start, options = start_folder(settings) / proposed, QFileDialog.Option
    option = options(0) if confirms else options.DontConfirmOverwrite
    chosen, kind = QFileDialog.getSaveFileName(window, title, str(start), ";;".join(kinds), "", option)
    if not chosen:
        return None, kind
    path = Path(chosen)
    if not chosen.lower().endswith((*kinds.values(), *kept)):
        path = Path(chosen + kinds.get(kind, next(iter(kinds.values()))))  # of run-1.5 all is its name
        if confirms and not may_replace(window, path):
            return None, kind
    settings.folder = str(path.parent)
    return path, kind


def save_png(picture: QPixmap, path: Path) -> None:
    """``OSError`` if ``path`` can't be written; then a file that was there stays."""
    file = QBuffer()
    file.open(QIODevice.OpenModeFlag.WriteOnly)
    picture.save(file, "PNG")
    write_atomically(path, bytes(file.data().data()))


def save_svg(size: QSize, paint: Callable[[QPainter], None], path: Path) -> None:
    """What ``paint`` draws within ``size``, as a picture of lines and letters; ``OSError`` as :func:`save_png`.

    Only version 1.1 knows what is cut off at an edge, and of a widget that is drawn there directly Qt would write the edges of its parts as if each
    stood at the picture's corner."""
    drawn = QPicture()
    painter = QPainter(drawn)
    paint(painter)
    painter.end()
    file = QBuffer()
    file.open(QIODevice.OpenModeFlag.WriteOnly)
    picture = QSvgGenerator(QSvgGenerator.SvgVersion.Svg11)
    picture.setOutputDevice(file)
    picture.setSize(size)
    picture.setResolution(PIXELS_PER_INCH)
    picture.setViewBox(QRect(QPoint(), size))
    painter = QPainter(picture)
    painter.drawPicture(QPoint(), drawn)
    painter.end()
    write_atomically(path, with_plain_strokes(bytes(file.data().data())))


def with_plain_strokes(svg: bytes) -> bytes:
    """The picture ``svg``, as Qt writes it, for programs that don't know strokes that stay as wide however much they are scaled, which are of later
    versions: the points of such lines stand where the scale would have taken them."""
    ElementTree.register_namespace("", SVG)
    ElementTree.register_namespace("xlink", LINKS)
    picture = ElementTree.fromstring(svg)
    for group in picture.iter(f"{{{SVG}}}g"):
        if len(group) and all(shape.get("vector-effect") == "non-scaling-stroke" for shape in group):
            _scale_points(group)
    return ElementTree.tostring(picture, encoding="utf-8", xml_declaration=True)


def _scale_points(group: ElementTree.Element) -> None:
    """Put the points of its paths and lines where its transform takes them, in its place."""
    places = {"d", "points"}
    if not all(places & set(shape.keys()) for shape in group):
        return
    matrix = group.attrib.pop("transform", "matrix(1,0,0,1,0,0)")
    a, b, c, d, e, f = map(float, matrix.removeprefix("matrix(").removesuffix(")").split(","))

    def moved(point: Match[str]) -> str:
        x, y = float(point[1]), float(point[2])
        return f"{a * x + c * y + e:.2f},{b * x + d * y + f:.2f}"

    for shape in group:
        del shape.attrib["vector-effect"]
        for name in places & set(shape.keys()):
            shape.set(name, POINT.sub(moved, shape.attrib[name]))


def save_csv(rows: Iterable[Sequence[object]], path: Path) -> None:
    """``rows`` as a table for other programs; ``OSError`` as :func:`save_png`."""
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    write_atomically(path, text.getvalue().encode(CSV_ENCODING))


def save_long_csv(pieces: Iterable[Iterable[Sequence[object]]], path: Path) -> Iterator[None]:
    """As :func:`save_csv`, of more rows than are written at once without being noticed: a piece of them at a time. Until all are there they stand
    in a file beside it."""
    with replacement(path) as file:
        table = csv.writer(getwriter(CSV_ENCODING)(file))
        for rows in pieces:
            table.writerows(rows)
            yield
