"""Games as SGF (FF[4], red-bean.com/sgf): liberal in reading, strict in writing. Values are taken apart and escaped by the library sgfmill.

NoGo has no number of its own: ``GM[1]`` with ``RU[NoGo]`` is written. Beyond the standard, a node may hold

- ``SBKV[57.31]``: Black's win rate in percent, as Sabaki writes it;
- ``BWA[{...}]``: the whole analysis as JSON, see :func:`core.records.sgf.analysis.analysis_text`;
- ``BWM[{...}]``: in the same form what who moved here thought, where ``BWA`` doesn't tell that by the name in it;
- ``BWR[reason]`` or ``BWR[reason:point]`` (root): why the game ended, in the words of :class:`core.game.Reason`, with the number
  ``row * columns + column`` of the losing point, row 0 at the top, -1 for a pass;
- ``BWO[6]`` (root): with how many random moves the game began;
- ``BWT[13:43]`` (root): at what time it began on the day that ``DT`` tells, which can tell no more;
- ``BWH[]``: that play stands here, or that the game ended here, where that is not the end of the main line: moves were taken back, or play
  went on from an earlier position of a record;
- ``BWPB[text]``, ``BWPW[text]`` (root): who plays Black, White, as a player's text, where ``PB`` and ``PW`` are names for people;
- the same at a move of Black, of White: who made it and those of that side after it, up to the next such move, where somebody else did than
  the root says.

Properties of other programs are kept as they are, also those whose names have digits, as LizzieYzy's do. Nothing here is recursive: a file may nest
as deeply as it likes.
"""

from core.records.sgf.parsing import MAX_GAMES, in_utf8, is_whole, split
from core.records.sgf.reading import read
from core.records.sgf.writing import LINE_BYTES, lines, write

__all__ = ["LINE_BYTES", "MAX_GAMES", "in_utf8", "is_whole", "lines", "read", "split", "write"]
