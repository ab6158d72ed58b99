"""Names of the SGF properties that reading and writing share."""

import re

from core.marks import Shape
from core.position import Color

OWN_AT_ROOT = {
    *("FF", "GM", "CA", "AP", "SZ", "KM", "RU"),
    *("BWR", "BWF", "BWO", "BWT", "BWC", "BWN", "BWPB", "BWPW"),
}
"""Properties of the root that are always written from the game itself."""
SETUP = {"AB", "AW", "AE", "PL"}
"""Properties that set up stones and the side to move."""
MOVES = {"B": Color.BLACK, "W": Color.WHITE}
SHAPES = {"TR": Shape.TRIANGLE, "SQ": Shape.SQUARE, "CR": Shape.CIRCLE, "MA": Shape.CROSS}
LABELS = "LB"
MARKS = {*SHAPES, LABELS}
"""Properties that put marks on points."""
PLAYERS = {"BWPB": Color.BLACK, "BWPW": Color.WHITE}
"""Properties that hold players' texts."""
CLOCKS = {"BL": Color.BLACK, "WL": Color.WHITE}
MOMENT = re.compile(r"(\d{4}-\d\d-\d\d)T(\d\d:\d\d(?::\d\d)?)")
"""A day and a time, as a game has them; in a file they are ``DT`` and ``BWT``."""
