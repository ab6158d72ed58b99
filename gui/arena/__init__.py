"""Arenas in the window."""
