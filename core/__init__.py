"""The game of NoGo: rules, positions, games, records, clocks, the referee. No Qt, no torch, nothing from ``ai`` or ``gui``."""

__version__ = "0.1.0"
