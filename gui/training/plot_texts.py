"""What each plot of a run tells about itself, for somebody who trains a network for the first time."""

from PySide6.QtCore import QCoreApplication

translate = QCoreApplication.translate


def explanations() -> dict[str, str]:
    """What each plot shows."""
    return {
        "policy": translate(
            "RunPlots",
            "How far the moves that the network expects are from those that the search then preferred (cross-entropy, in nats). “At best” is "
            "what no network can avoid: the entropy of the search's policy, its own doubt. What counts is the distance between the lines; both "
            "may rise while the games get better and harder to foretell.",
        ),
        "value": translate(
            "RunPlots",
            "How far the network's forecast is from what it learns: how the game ended, mixed with what the search thought, as the setting "
            "“Search in the value” says (squared error: 0 is perfect; who only guesses has 1 without the search's part, less with it). "
            "Lower is better; it may rise again as games become closer. “Points' fates”: how far it is from what each point became by the end "
            "of the game (cross-entropy, in nats for each point: who only guesses has 1.39), in runs that teach that.",
        ),
        "accuracy": translate(
            "RunPlots",
            "“Winner told”: positions whose winner the network names; half is guessing. “Wins of Black”: games of self-play that Black won. "
            "“Won at the gate”: games that the new network won against earlier ones, in runs that play such games. A cross: the "
            "network was refused, and the one before plays on. Dashed: the share that a network had to win, which earlier "
            "versions didn't record; where every network was taken there is neither.",
        ),
        "rating": translate(
            "RunPlots",
            "Strength against generation 0 of this run, from the games that its generations play against each other; 100 Elo more means "
            "winning 64% of the games. It is assumed that a generation gains about as much as the one before it, until its games say "
            "otherwise: a few games move it little. The Elo of levels and of an arena are other scales. Bars: 95% "
            "intervals of the difference to the newest generation: where one reaches up to its level, the newest may be no stronger.",
        ),
        "games": translate(
            "RunPlots",
            "Moves in a game of self-play. They don't tell strength: while the shipped network learned they became fewer at first, when it gained "
            "fastest, and slowly more afterwards. Where a session finds no games to go on with, as the first one and after a kill, its first ones "
            "begin in the middle, after random moves: the generation after that has shorter ones.",
        ),
        "speed": translate(
            "RunPlots",
            "Evaluations a second: positions that the searches of self-play ask the network for, over all the time in which a generation is "
            "played, also while some cores learn. Where a point is missing, the session that finished the generation had made too little of it to "
            "measure that. Where another network comes in place of the one before, there is a dotted line in all plots, across which no mean is "
            "taken. Its name stands here if the plot is high enough, and wherever a point behind the line is read. A larger one takes longer. "
            "Where the run's settings were changed there is such a line too, at which what was changed is read; means go on across it. "
            "Runs of earlier versions tell only positions a second: those to learn from that self-play made.",
        ),
    }


def about_comparing() -> str:
    """What is drawn of several runs."""
    return translate(
        "RunPlots",
        "Of several runs one line each is drawn. Losses are those on a run's own games, and Elo is against its own generation 0, with bars for "
        "the run that was chosen first: which network is stronger, only games between them tell. Where the title is a list, other figures can "
        "be chosen in it.",
    )
