"""Tracing networks with torch, whose settings for that are the whole process's."""

from threading import Lock

turn = Lock()
"""Held by the one thread that may trace."""
