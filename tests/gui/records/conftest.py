"""What holds for all tests of games as files."""

import pytest
from PySide6.QtWidgets import QMessageBox

QUESTION = QMessageBox.question


@pytest.fixture(autouse=True)
def discard(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who is asked about a game that is left lets it go."""
    monkeypatch.setattr(QMessageBox, "question", lambda *_a, **_k: QMessageBox.StandardButton.Discard)


@pytest.fixture
def asking(discard: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The question about a game that is left stands on the screen, and the test answers it there."""
    monkeypatch.setattr(QMessageBox, "question", QUESTION)
