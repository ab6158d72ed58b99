"""Exact results: who wins a position, whatever both sides do. Compiled search in depth; no guesses, no Qt, no torch."""
