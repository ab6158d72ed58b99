"""The command that starts a session of the TD learner as a process of its own."""

from pathlib import Path

from core import program


def command(run: Path, games: int, records: Path | None, minutes: float | None) -> list[str]:
    """Program and arguments that start or continue a session."""
    words = program.command("td", "train", "--run", run, "--games", str(games), "--background")
    words += [] if records is None else ["--records", str(records)]
    return words + ([] if minutes is None else ["--minutes", f"{minutes:g}"])
