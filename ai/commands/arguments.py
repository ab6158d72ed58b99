"""Kinds of arguments that several commands take."""

import argparse
from pathlib import Path


def named_path(text: str) -> Path:
    """A file or folder. An empty name, such as an unset variable of the shell leaves, would mean the current folder."""
    if not text:
        raise argparse.ArgumentTypeError("the name is empty")
    return Path(text)
