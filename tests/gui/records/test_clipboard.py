"""The clipboard."""

from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QApplication

from core import records
from gui.board.board import PICTURE_PIXELS
from tests.gui.desk import Desk
from tests.gui.records.hands import game


def test_a_game_goes_through_the_clipboard(desk: Desk):
    desk.play()
    desk.click(12, 0)
    desk.trigger("copy_game")
    assert desk.notice.startswith("The game is in the clipboard.")
    desk.play()
    desk.trigger("paste_game")
    assert desk.position.moves == (12, 0)
    QApplication.clipboard().setText("no game at all")
    desk.trigger("paste_game")
    assert "can't be read as a game record" in desk.take_error()
    assert desk.position.moves == (12, 0)


def test_of_several_pasted_games_the_first_is_shown_and_all_are_listed(desk: Desk):
    QApplication.clipboard().setText("".join(records.sgf.write(game(point)).decode() for point in (3, 4)))
    desk.trigger("paste_game")
    library = desk.window.files.library
    assert desk.position.moves == (3,) and library.model.rowCount() == 2 and library.isVisible()
    assert library.title.text() == "The text in the clipboard (1/2)"
    desk.window.files.opening.open_listed(1)
    assert desk.position.moves == (4,)


def test_what_was_pasted_is_called_in_the_windows_language(desk: Desk, open_desk: Callable[..., Desk]):
    """Whichever it had meanwhile, and at the next start."""

    def called(where: Desk) -> tuple[str, str, str]:
        library = where.window.files.library
        QApplication.processEvents()
        return (where.window.windowTitle(), library.title.text(), str(library.model.index(1, 0).data()))

    desk.choose("language", "zh_CN")
    QApplication.clipboard().setText("".join(records.sgf.write(game(point)).decode() for point in (3, 4)))
    desk.trigger("paste_game")
    assert called(desk) == (
        "剪贴板中的文本 第 1 局[*] — Buwei 不围",
        "剪贴板中的文本 (1/2)",
        "剪贴板中的文本 2",
    )
    desk.choose("language", "en")
    title = "The text in the clipboard, game 1[*] — Buwei 不围"
    assert called(desk) == (title, "The text in the clipboard (1/2)", "The text in the clipboard 2")
    desk.close()
    assert called(open_desk())[0] == title


def test_a_pasted_text_that_is_too_large_is_told(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(records, "MAX_BYTES", 1_000_000)
    QApplication.clipboard().setText("(;GM[1]SZ[5]C[" + "a" * records.MAX_BYTES + "])")
    desk.trigger("paste_game")
    assert desk.take_error() == "The text in the clipboard is larger than 1 MB; that is no record."


def test_the_board_goes_into_the_clipboard_as_a_picture(desk: Desk):
    desk.play()
    desk.click(12)
    desk.trigger("copy_picture")
    picture = QApplication.clipboard().image()
    assert max(picture.width(), picture.height()) == PICTURE_PIXELS
    assert "clipboard" in desk.notice
