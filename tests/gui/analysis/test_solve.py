"""The solver in the window: what it says is certain, and that it can be left at any time."""

from collections.abc import Callable

import pytest

from ai.solver.solver import Interrupted
from core.points import Notation
from core.position import Color, Position, Size
from gui.analysis import solve
from gui.analysis.solve import SolveDesk, SolveDialog
from gui.program.language import LanguageSwitch
from tests.gui.desk import Desk


class Endless:
    """A solver that never finds anything."""

    moves_tried = 3_200_000

    def __init__(self, position: Position, megabytes: int):
        pass

    def winning_move(self, position: Position | None = None, go_on: Callable[[], bool] = lambda: True):
        while go_on():
            pass
        raise Interrupted


class Poor:
    """A solver that there is no memory for."""

    def __init__(self, position: Position, megabytes: int):
        raise MemoryError


def finished(desk: Desk, solver: SolveDesk) -> SolveDialog:
    """The dialog of ``solver``, just opened, when all is said."""
    dialog = solver.dialog
    assert dialog is not None
    desk.wait(dialog.thread_of_solver.isFinished)
    desk.wait(dialog.bar.isHidden)
    return dialog


def solved(desk: Desk) -> SolveDialog:
    """Solve the position on the board."""
    desk.trigger("solve")
    return finished(desk, desk.window.solver)


def names(text: str) -> list[str]:
    return text.partition(": ")[2].split()


def test_the_winner_all_winning_moves_and_a_game_are_shown(desk: Desk):
    desk.play(size=3)
    dialog = solved(desk)
    assert dialog.verdict.text() == "Proven: Black wins"
    moves, game = dialog.details.text().split("\n\n")
    assert len(names(moves)) == 9  # on 3x3 all first moves win
    assert names(game)[0] in names(moves)
    assert not dialog.stop_button.isEnabled()


def test_few_moves_are_counted(desk: Desk):
    desk.play(size=3)
    dialog = solved(desk)
    assert dialog.figures.text().startswith("Moves tried: ")
    assert f" {dialog._work[0]:,} in " in dialog.figures.text()


def test_the_board_never_covers_a_sentence(desk: Desk):
    solver = SolveDesk(desk.window, lambda: Position.empty(Size(2, 3)), lambda: Notation.GTP)
    solver.open()
    dialog = finished(desk, solver)
    dialog.details.setText(dialog.details.text() * 6)
    for width in (900, 10):
        dialog.resize(width, 10)
        item = dialog._board_place.itemAt(0)
        board = item.widget() if item is not None else None
        assert board is not None
        desk.wait(lambda board=board: board.geometry().bottom() < dialog.details.y())
        details = dialog.details
        desk.wait(lambda details=details: details.height() >= details.heightForWidth(details.width()))
    solver.close()


def test_whoever_is_lost_is_told_so(desk: Desk):
    solver = SolveDesk(desk.window, lambda: Position.empty(Size(2, 3)), lambda: Notation.GTP)
    solver.open()
    dialog = finished(desk, solver)
    assert dialog.verdict.text() == "Proven: White wins"
    assert dialog.details.text().startswith("Every move of Black loses.")
    solver.close()


def test_a_game_that_is_over_is_lost(desk: Desk):
    desk.play(size=2)
    while not desk.position.is_over:
        desk.window.controller.click(desk.position.legal_moves()[0])
    dialog = solved(desk)
    loser = desk.position.to_move
    assert dialog.verdict.text() == f"Proven: {'White' if loser is Color.BLACK else 'Black'} wins"
    assert dialog.details.text() == "The game is over here."


def test_what_is_stopped_proves_nothing(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(solve, "Solver", Endless)
    desk.trigger("solve")
    dialog = desk.window.solver.dialog
    assert dialog is not None
    desk.wait(lambda: dialog.figures.text().startswith("Moves tried: 3,200,000 in "))
    assert dialog.verdict.text() == "Solving; Black to move…"
    dialog.stop_button.click()
    desk.wait(dialog.thread_of_solver.isFinished)
    assert dialog.verdict.text() == "Not finished: nothing is proven"


def test_closing_ends_the_work(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    """The dialog, and a second request, end what runs; so does the window."""
    monkeypatch.setattr(solve, "Solver", Endless)
    desk.trigger("solve")
    first = desk.window.solver.dialog
    assert first is not None
    thread = first.thread_of_solver
    desk.trigger("solve")
    assert thread.isFinished()
    second = desk.window.solver.dialog
    assert second is not None and second is not first
    desk.window.solver.close()
    assert desk.window.solver.dialog is None


def test_too_little_memory_is_said(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(solve, "Solver", Poor)
    dialog = solved(desk)
    assert "memory" in dialog.details.text()
    assert dialog.verdict.text() == "Not finished: nothing is proven"


def test_too_large_a_position_is_said(desk: Desk):
    dialog = solved(desk)
    assert dialog.details.text().startswith(
        "81 points can still be played on. The solver takes positions with at most 64"
    )
    assert dialog.verdict.text() == "Too many points to solve"


def test_an_open_dialog_changes_its_language(desk: Desk):
    desk.play(size=3)
    dialog = solved(desk)
    switch = LanguageSwitch()
    switch.use("zh_CN")
    desk.wait(lambda: "黑" in dialog.verdict.text())
    switch.use("en")
    desk.wait(lambda: dialog.verdict.text() == "Proven: Black wins")
