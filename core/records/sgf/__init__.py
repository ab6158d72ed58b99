"""Games as SGF (FF[4], red-bean.com/sgf): liberal in reading, strict in writing. The library sgfmill parses and escapes values.

NoGo has no number of its own: ``GM[1]`` with ``RU[NoGo]`` is written. Beyond the standard, a node may hold

- ``SBKV[57.31]``: Black's win rate in percent, as Sabaki writes it;
- ``BWA[{...}]``: the whole analysis as JSON, see :func:`core.records.sgf.analysis.analysis_text`;
- ``BWM[{...}]``: in the same form what the player that moved here thought, unless ``BWA`` is by that player;
- ``BWR[reason]`` or ``BWR[reason:point]`` (root): why the game ended, in the words of :class:`core.game.Reason`, with the number
  ``row * columns + column`` of the losing point, row 0 at the top, -1 for a pass;
- ``BWF[{...}]`` (root): why a player failed to move, as the JSON of a :class:`core.sentence.Sentence` or of its text;
- ``BWO[6]`` (root): the number of random moves at the start of the game;
- ``BWG[3]`` (root): the grade of a problem, see :mod:`core.problems`;
- ``BWT[13:43]`` (root): the time at which it began, because ``DT`` can only tell the day;
- ``BWH[]``: play stands here, or the game ended here, and this is not the end of the main line: moves were taken back, or play went on from an
  earlier position of a record;
- ``BWPB[text]``, ``BWPW[text]`` (root): the players of Black and White as players' texts, while ``PB`` and ``PW`` are names for people;
- ``BWC[hint][taken_back]`` (root): what helped a human against a program, in the words of :class:`core.game.Help`;
- ``BWN[B][W]`` (root): the sides for whose players the user entered the names in ``PB`` and ``PW``, beside ``BWPB`` and ``BWPW``;
- ``BWPB`` or ``BWPW`` at a move of Black or White: who made this move and that side's moves after it, up to the next such property, if that is
  not the player that the root names.

Marks on points are the standard's ``TR``, ``SQ``, ``CR``, ``MA`` and ``LB``. A point bears one at a node: of several in a file a label, else
the one that stands last.

Properties of other programs are kept as they are, even if their names have digits, as LizzieYzy's do, and so are marks that name no point of the
board. Nothing here is recursive, so variations may
nest to any depth.
"""

from core.records.sgf.parsing import MAX_GAMES, each_of, in_utf8, is_whole, split
from core.records.sgf.reading import read, read_root
from core.records.sgf.writing import LINE_BYTES, lines, write

__all__ = [
    "LINE_BYTES",
    "MAX_GAMES",
    "each_of",
    "in_utf8",
    "is_whole",
    "lines",
    "read",
    "read_root",
    "split",
    "write",
]
