"""Names of the properties that reading and writing share, and what they are about."""

import re

from core.position import Color

OWN_AT_ROOT = {"FF", "GM", "CA", "AP", "SZ", "KM", "RU", "BWR", "BWO", "BWT", "BWPB", "BWPW"}
"""Properties of the root that are written anew from the game itself."""
SETUP = {"AB", "AW", "AE", "PL"}
"""Of stones and a side to move that are set by hand."""
MOVES = {"B": Color.BLACK, "W": Color.WHITE}
PLAYERS = {"BWPB": Color.BLACK, "BWPW": Color.WHITE}
"""Of players' texts."""
CLOCKS = {"BL": Color.BLACK, "WL": Color.WHITE}
MOMENT = re.compile(r"(\d{4}-\d\d-\d\d)T(\d\d:\d\d(?::\d\d)?)")
"""A day and a time of it, as a game has them; in a file they are ``DT`` and ``BWT``."""
