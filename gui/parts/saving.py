"""Asking where to write a file; writing pictures and rows."""

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
from gui.parts.dialogs import accepted
from gui.parts.removing import may_replace
from gui.program.desktop import documents_folder
from gui.program.settings import Settings

CSV_ENCODING = "utf-8-sig"
"""UTF-8 with a mark, by which Excel reads Chinese names."""
PICTURE_SCALE = 2
"""Pixels of a saved picture for each pixel of the screen, for print and slides; with more, lines would become too thin."""
PIXELS_PER_INCH = 96
"""Pixels an inch, as SVG viewers count them."""
SVG = "http://www.w3.org/2000/svg"
"""Namespace of SVG."""
LINKS = "http://www.w3.org/1999/xlink"
"""Namespace of links in SVG."""
POINT = compile(r"([-+.\deE]+),([-+.\deE]+)")
"""A point in a path or a line."""


def start_folder(settings: Settings) -> Path:
    """The folder where files were last opened or saved, if it still exists, else the system's folder for documents or the user's home."""
    return Path(settings.folder) if os.path.isdir(settings.folder) else documents_folder()


def ask_where(
    window: QWidget,
    settings: Settings,
    title: str,
    proposed: str | Path,
    kinds: Mapping[str, str],
    confirms: bool = True,
    kept: Sequence[str] = (),
    accept: str = "",
) -> tuple[Path | None, str]:
    """Ask for a file and its kind, one of ``kinds``, which map to suffixes. A name without one of these suffixes, nor one of ``kept``, gets its
    kind's. ``None`` if the user cancels. The next dialog starts in the same folder. Asks before replacing a file if ``confirms``; else the caller
    does. The button says ``accept``, or that the file is saved."""
    start, options = start_folder(settings) / proposed, QFileDialog.Option
    option = options(0) if confirms else options.DontConfirmOverwrite
    if accept:
        chosen, kind = _choose_by(accept, window, title, start, ";;".join(kinds), option)
    else:
        chosen, kind = QFileDialog.getSaveFileName(window, title, str(start), ";;".join(kinds), "", option)
    if not chosen:
        return None, kind
    path = Path(chosen)
    if not chosen.lower().endswith((*kinds.values(), *kept)):
        path = Path(
            chosen + kinds.get(kind, next(iter(kinds.values())))
        )  # "run-1.5" has no suffix: the name is kept whole
        if confirms and not may_replace(window, path):
            return None, kind
    settings.folder = str(path.parent)
    return path, kind


def _choose_by(
    accept: str, window: QWidget, title: str, start: Path, kinds: str, option: QFileDialog.Option
) -> tuple[str, str]:
    """As ``QFileDialog.getSaveFileName``, with a button that says ``accept``."""
    dialog = QFileDialog(window, title, str(start.parent), kinds)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setOptions(option)
    dialog.setLabelText(QFileDialog.DialogLabel.Accept, accept)
    dialog.selectFile(start.name)
    chosen = dialog.selectedFiles() if accepted(dialog) else [""]
    return chosen[0], dialog.selectedNameFilter()


def save_png(picture: QPixmap, path: Path) -> None:
    """Write a picture. Raises ``OSError`` if ``path`` can't be written; an existing file then stays as it was."""
    file = QBuffer()
    file.open(QIODevice.OpenModeFlag.WriteOnly)
    picture.save(file, "PNG")
    write_atomically(path, bytes(file.data().data()))


def save_svg(size: QSize, paint: Callable[[QPainter], None], path: Path) -> None:
    """Write what ``paint`` draws within ``size`` as a vector picture. Raises ``OSError`` as :func:`save_png`.

    Only SVG 1.1 knows clipping. Painted via a ``QPicture``: if a widget is rendered directly, Qt writes the clips of its parts as if each stood at
    the picture's corner.
    """
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
    """The picture ``svg``, as Qt writes it, without strokes that keep their width when scaled, which come from later versions of SVG: the points of
    such lines are scaled instead."""
    ElementTree.register_namespace("", SVG)
    ElementTree.register_namespace("xlink", LINKS)
    picture = ElementTree.fromstring(svg)
    for group in picture.iter(f"{{{SVG}}}g"):
        if len(group) and all(shape.get("vector-effect") == "non-scaling-stroke" for shape in group):
            _scale_points(group)
    return ElementTree.tostring(picture, encoding="utf-8", xml_declaration=True)


def _scale_points(group: ElementTree.Element) -> None:
    """Apply the group's transform to the points of its paths and lines, and remove it."""
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
    """Write ``rows`` as a table for other programs. Raises ``OSError`` as :func:`save_png`."""
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    write_atomically(path, text.getvalue().encode(CSV_ENCODING))


def save_long_csv(pieces: Iterable[Iterable[Sequence[object]]], path: Path) -> Iterator[None]:
    """As :func:`save_csv`, for too many rows to write at once unnoticed: one of ``pieces`` at each step. Until all are written they stand in a file
    beside it."""
    with replacement(path) as file:
        table = csv.writer(getwriter(CSV_ENCODING)(file))
        for rows in pieces:
            table.writerows(rows)
            yield
