"""Makes the window's sounds, assets/sounds/*.wav, from damped sine waves: ``python packaging/make_sounds.py [FOLDER]``.

A struck object sounds as a sum of its modes, each a decaying sine wave: short and high for a stone on wood, long and pure for a bell.
"""

import sys
import wave
from pathlib import Path

import numpy as np

RATE = 22_050
FOLDER = Path(__file__).resolve().parent.parent / "assets" / "sounds"
LOUDNESS = 0.35
"""Amplitude of the loudest moment, where 1 is a file's largest: soft."""
ATTACK_SECONDS = 0.0015
RELEASE_SECONDS = 0.01

Partial = tuple[float, float, float, float]
"""Beginning in seconds, frequency in Hz, amplitude, and seconds until it decays to 1/e."""

STONE: list[Partial] = [
    (0, 410, 0.7, 0.022),
    (0, 1130, 1.0, 0.012),
    (0, 2380, 0.6, 0.007),
    (0, 3900, 0.3, 0.004),
]


def bell(begin: float, hertz: float, seconds: float = 0.16) -> list[Partial]:
    """A soft bell: the tone, its octave and its twelfth, the higher the shorter."""
    return [
        (begin, hertz, 1.0, seconds),
        (begin, 2 * hertz, 0.25, seconds / 2),
        (begin, 3 * hertz, 0.1, seconds / 4),
    ]


C5, E5, G5, A4, D5 = 523.25, 659.26, 783.99, 440.0, 587.33
SOUNDS: dict[str, tuple[float, list[Partial]]] = {
    "stone": (0.12, STONE),
    "won": (0.9, [*bell(0, C5), *bell(0.12, E5), *bell(0.24, G5, 0.22)]),
    "lost": (0.9, [*bell(0, D5), *bell(0.16, A4, 0.22)]),
    "low_time": (0.45, [*bell(0, 880, 0.05), *bell(0.18, 880, 0.08)]),
}
"""Seconds and partials of each sound."""


def samples(seconds: float, partials: list[Partial]) -> np.ndarray:
    """The sound as int16, ``[seconds * RATE]``."""
    time = np.arange(round(seconds * RATE)) / RATE
    sound = np.zeros_like(time)
    for begin, hertz, loudness, decay in partials:
        since = np.maximum(time - begin, 0)
        sound += (
            loudness
            * np.sin(2 * np.pi * hertz * since)
            * np.exp(-since / decay)
            * np.minimum(since / ATTACK_SECONDS, 1)
        )
    sound *= np.minimum((seconds - time) / RELEASE_SECONDS, 1)
    return np.round(sound / np.abs(sound).max() * LOUDNESS * 32767).astype("<i2")


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, (seconds, partials) in SOUNDS.items():
        with wave.open(str(folder / f"{name}.wav"), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(RATE)
            file.writeframes(samples(seconds, partials).tobytes())


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
