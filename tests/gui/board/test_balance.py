"""The bar of the moves left: what it writes where."""

from PySide6.QtCore import QRect
from PySide6.QtGui import QImage, QPixmap
from pytestqt.qtbot import QtBot

from core.position import Color, Position, Size
from gui.app import make_application
from gui.board.balance import BalanceBar
from gui.window.help import DIAGRAMS


def bar_for(qtbot: QtBot, position: Position) -> BalanceBar:
    make_application([])
    bar = BalanceBar()
    qtbot.addWidget(bar)
    bar.resize(700, bar.height())
    bar.show_position(position)
    return bar


def middle_of(bar: BalanceBar) -> set[int]:
    """The colours in the middle of the bar, where points that are open to both are told."""
    picture = QPixmap(bar.size())
    bar.render(picture)
    image: QImage = picture.toImage()
    place = QRect(bar.width() // 2 - 40, bar.height() // 2 - 6, 80, 12)
    return {
        image.pixel(x, y)
        for x in range(place.left(), place.right())
        for y in range(place.top(), place.bottom())
    }


def test_the_middle_tells_how_many_points_are_open_to_both(qtbot: QtBot):
    bar = bar_for(qtbot, Position.empty(Size(5, 5)))
    metrics = bar.fontMetrics()
    assert bar.shared_text(metrics, 400) == "25 open to both"
    assert bar.shared_text(metrics, 40) == "25" and bar.shared_text(metrics, 5) == ""
    assert len(middle_of(bar)) > 1


def test_where_no_point_is_open_to_both_the_middle_tells_nothing(qtbot: QtBot):
    """At the end of a game the whole bar is the winner's: his number in its middle would look like points that are open to both."""
    lost = DIAGRAMS["end"].position
    bar = bar_for(qtbot, lost)
    assert lost.is_over and lost.private_points(Color.BLACK)
    assert len(middle_of(bar)) == 1
