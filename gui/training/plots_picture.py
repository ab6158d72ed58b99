"""A picture of the curves that are seen, as a file."""

from pathlib import Path

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPalette, QPixmap

from gui.parts.forms import heading
from gui.parts.saving import PICTURE_SCALE, save_png, save_svg
from gui.training.plot_grid import PlotGrid

WRAPPED = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap


def save_picture(grid: PlotGrid, title: str, path: Path) -> None:
    """Write what is seen of ``grid``, all plots or one, under ``title``: as SVG if ``path`` ends in .svg, else as PNG. Raises ``OSError`` if that
    fails."""
    head = _head_of(title, grid.width())
    size = grid.size() + QSize(0, head.height())
    if path.suffix.lower() == ".svg":
        save_svg(size, lambda painter: _paint(painter, grid, head, title), path)
        return
    picture = QPixmap(size * PICTURE_SCALE)
    picture.setDevicePixelRatio(PICTURE_SCALE)
    painter = QPainter(picture)
    _paint(painter, grid, head, title)
    painter.end()
    save_png(picture, path)


def _head_of(title: str, width: int) -> QRect:
    """Rectangle of a picture's title, in as many lines as it needs."""
    metrics = QFontMetrics(heading().font())
    lines = metrics.boundingRect(QRect(0, 0, width, 0), WRAPPED, title or " ").height()
    return QRect(0, 0, width, lines + metrics.height())


def _paint(painter: QPainter, grid: PlotGrid, head: QRect, title: str) -> None:
    colors, role = grid.palette(), QPalette.ColorRole
    painter.fillRect(QRect(QPoint(), grid.size() + QSize(0, head.height())), colors.color(role.Window))
    painter.setFont(heading().font())
    painter.setPen(colors.color(role.WindowText))
    painter.drawText(head, WRAPPED, title)
    for plot in grid.plots.values():
        plot.show_in_picture(True)
    grid.render(painter, QPoint(0, head.height()))
    for plot in grid.plots.values():
        plot.show_in_picture(False)
