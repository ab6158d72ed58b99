"""Labels and help of a training run's settings in the window's language; ``config.toml`` explains them in English."""

import re

from PySide6.QtCore import QCoreApplication

from core.sentence import fill
from gui.program.language import QT_TRANSLATE_NOOP

CONTEXT = "training_texts"

PRESETS = {
    "buwei": QT_TRANSLATE_NOOP("training_texts", "Buwei's own: fastest on one machine"),
    "paper": QT_TRANSLATE_NOOP("training_texts", "The AlphaZero NoGo paper: 1,600 simulations, gate"),
    "alphago-zero": QT_TRANSLATE_NOOP("training_texts", "AlphaGo Zero: history, gate, symmetries"),
    "alphazero": QT_TRANSLATE_NOOP("training_texts", "AlphaZero: one network, no gate"),
}

SETTINGS = {
    "network": (
        QT_TRANSLATE_NOOP("training_texts", "Network"),
        QT_TRANSLATE_NOOP(
            "training_texts",
            "A larger one learns more and slower.",
        ),
    ),
    "first_network": (
        QT_TRANSLATE_NOOP("training_texts", "First network"),
        QT_TRANSLATE_NOOP(
            "training_texts",
            "A smaller one that begins a run with random weights and learns sooner; the network then learns from its games. Empty: none.",
        ),
    ),
    "first_positions": (
        QT_TRANSLATE_NOOP("training_texts", "Positions of the first network"),
        QT_TRANSLATE_NOOP("training_texts", "After so many the network takes over from the first one."),
    ),
    "board": (
        QT_TRANSLATE_NOOP("training_texts", "Board"),
        QT_TRANSLATE_NOOP("training_texts", "Rows x columns; it can't be changed later."),
    ),
    "start_from": (
        QT_TRANSLATE_NOOP("training_texts", "Start from"),
        QT_TRANSLATE_NOOP(
            "training_texts",
            "A new run begins with the weights of this checkpoint and goes on where that was; empty: with random ones.",
        ),
    ),
    "workers": (
        QT_TRANSLATE_NOOP("training_texts", "Threads"),
        QT_TRANSLATE_NOOP(
            "training_texts",
            "How many processor cores to use; 0: all of them. The window comes first all the same.",
        ),
    ),
    "processes": (
        QT_TRANSLATE_NOOP("training_texts", "Processes"),
        QT_TRANSLATE_NOOP(
            "training_texts",
            "Share the threads among so many programs; with several, half of them play on while the others' cores learn. 0: one for each thread "
            "(0.5 GB each), at most one a core and one for each GB of memory.",
        ),
    ),
    "parallel_games": (
        QT_TRANSLATE_NOOP("training_texts", "Games side by side"),
        QT_TRANSLATE_NOOP(
            "training_texts",
            "In each thread: the batch of the network. More are faster and need memory; a graphics card wants 256.",
        ),
    ),
    "simulations": (
        QT_TRANSLATE_NOOP("training_texts", "Simulations"),
        QT_TRANSLATE_NOOP(
            "training_texts",
            "For each move of self-play. More make better and fewer games.",
        ),
    ),
    "simulations_grow_from": (
        QT_TRANSLATE_NOOP("training_texts", "Simulations grow from"),
        QT_TRANSLATE_NOOP(
            "training_texts",
            "From so many positions on they grow in proportion to them; those that a checkpoint has learned from count. 0: they stay.",
        ),
    ),
    "exploration": (
        QT_TRANSLATE_NOOP("training_texts", "Exploration"),
        QT_TRANSLATE_NOOP(
            "training_texts",
            "The search's c_puct: the higher, the more it follows the network's policy and tries moves; the lower, the more it trusts their values.",
        ),
    ),
    "plain_search": (
        QT_TRANSLATE_NOOP("training_texts", "Search as in the papers"),
        QT_TRANSLATE_NOOP(
            "training_texts",
            "Without the solver in the tree, and without what other orders of moves have found of a position being caught up with: slower to learn.",
        ),
    ),
    "considered_moves": (
        QT_TRANSLATE_NOOP("training_texts", "Gumbel search: moves"),
        QT_TRANSLATE_NOOP(
            "training_texts",
            "So many moves drawn from the policy share the simulations, without noise: good lessons from few simulations. 0: PUCT.",
        ),
    ),
    "cheap_simulations": (
        QT_TRANSLATE_NOOP("training_texts", "Cheap simulations"),
        QT_TRANSLATE_NOOP(
            "training_texts",
            "Most moves are searched with so few simulations and not learned from: more games. 0: every move in full.",
        ),
    ),
    "full_share": (
        QT_TRANSLATE_NOOP("training_texts", "Share of full searches"),
        QT_TRANSLATE_NOOP("training_texts", "Of all moves, if there are cheap simulations."),
    ),
    "forced_playouts": (
        QT_TRANSLATE_NOOP("training_texts", "Forced playouts"),
        QT_TRANSLATE_NOOP(
            "training_texts",
            "New moves get more visits, which are not learned; 2 is usual, 0: none. Not with Gumbel search.",
        ),
    ),
    "opening_moves": (
        QT_TRANSLATE_NOOP("training_texts", "Random opening moves"),
        QT_TRANSLATE_NOOP(
            "training_texts",
            "A game begins after so many random moves at the most, in a position that the network finds even; 0: on the empty board. The first games "
            "of a run begin anywhere, so that they don't all end together.",
        ),
    ),
    "recorded_openings": (
        QT_TRANSLATE_NOOP("training_texts", "Recorded openings"),
        QT_TRANSLATE_NOOP(
            "training_texts",
            "Share of games that begin within one of the game records that you put into the folder openings of the run; 0: none.",
        ),
    ),
    "solved_points": (
        QT_TRANSLATE_NOOP("training_texts", "Solved points"),
        QT_TRANSLATE_NOOP(
            "training_texts",
            "With so few points left to play on, the solver decides who wins a game, so that results are right; at the most a quarter of the board, "
            "and 29. 0: games are searched to their end.",
        ),
    ),
    "temperature_moves": (
        QT_TRANSLATE_NOOP("training_texts", "Moves at temperature 1"),
        QT_TRANSLATE_NOOP(
            "training_texts", "So many moves of a game are chosen in proportion to their visits."
        ),
    ),
    "temperature_fall": (
        QT_TRANSLATE_NOOP("training_texts", "Moves of falling temperature"),
        QT_TRANSLATE_NOOP("training_texts", "After these moves the most visited move is always played."),
    ),
    "noise_fraction": (
        QT_TRANSLATE_NOOP("training_texts", "Noise"),
        QT_TRANSLATE_NOOP(
            "training_texts", "Share of noise in the priors of the root, so that new moves are tried."
        ),
    ),
    "generation_positions": (
        QT_TRANSLATE_NOOP("training_texts", "Positions in a generation"),
        QT_TRANSLATE_NOOP("training_texts", "Made by self-play before the network learns again."),
    ),
    "learn_ratio": (
        QT_TRANSLATE_NOOP("training_texts", "Learning ratio"),
        QT_TRANSLATE_NOOP(
            "training_texts",
            "Positions learned from for each position made; fewer at first in a run that begins with a checkpoint.",
        ),
    ),
    "window_positions": (
        QT_TRANSLATE_NOOP("training_texts", "Replay window"),
        QT_TRANSLATE_NOOP("training_texts", "The network learns from so many of the latest positions."),
    ),
    "window_start": (
        QT_TRANSLATE_NOOP("training_texts", "Window at the start"),
        QT_TRANSLATE_NOOP(
            "training_texts",
            "From so many positions on the window grows more slowly than the positions made; 0: its full size from the beginning.",
        ),
    ),
    "surprise_weight": (
        QT_TRANSLATE_NOOP("training_texts", "Weight of surprise"),
        QT_TRANSLATE_NOOP(
            "training_texts",
            "Share of the learning that goes where the search changed the policy most; 0: all positions alike.",
        ),
    ),
    "batch": (
        QT_TRANSLATE_NOOP("training_texts", "Batch"),
        QT_TRANSLATE_NOOP("training_texts", "Positions in one step of learning."),
    ),
    "learning_rate": (
        QT_TRANSLATE_NOOP("training_texts", "Learning rate"),
        QT_TRANSLATE_NOOP("training_texts", "Lower it when the losses stop falling."),
    ),
    "muon_rate": (
        QT_TRANSLATE_NOOP("training_texts", "Learning rate of Muon"),
        QT_TRANSLATE_NOOP(
            "training_texts",
            "A way to learn for the convolutions that needs fewer steps, at first above all; 0: they learn as the rest does.",
        ),
    ),
    "rate_falls_from": (
        QT_TRANSLATE_NOOP("training_texts", "Learning rates fall from"),
        QT_TRANSLATE_NOOP(
            "training_texts",
            "Steps from which they fall with the square root of the steps; 0: they stay as they are.",
        ),
    ),
    "weight_decay": (
        QT_TRANSLATE_NOOP("training_texts", "Weight decay"),
        QT_TRANSLATE_NOOP("training_texts", "Keeps the weights small."),
    ),
    "fate_weight": (
        QT_TRANSLATE_NOOP("training_texts", "Weight of the points' fates"),
        QT_TRANSLATE_NOOP(
            "training_texts", "The network also learns what each point becomes; 0 leaves that out."
        ),
    ),
    "value_mix": (
        QT_TRANSLATE_NOOP("training_texts", "Search in the value"),
        QT_TRANSLATE_NOOP(
            "training_texts", "Share of the search's value in what the value learns; the rest is the result."
        ),
    ),
    "averaging": (
        QT_TRANSLATE_NOOP("training_texts", "Averaging"),
        QT_TRANSLATE_NOOP(
            "training_texts",
            "A running mean of the weights plays, over the last tenth of all steps; the share kept at a step, at the most (more where rates fall; "
            "0: the latest weights play).",
        ),
    ),
    "catch_up_passes": (
        QT_TRANSLATE_NOOP("training_texts", "Catching up"),
        QT_TRANSLATE_NOOP(
            "training_texts",
            "Passes over the replay that another network learns from before it takes the run over.",
        ),
    ),
    "symmetries": (
        QT_TRANSLATE_NOOP("training_texts", "Symmetries"),
        QT_TRANSLATE_NOOP("training_texts", "Show positions turned and mirrored at random."),
    ),
    "gate_games": (
        QT_TRANSLATE_NOOP("training_texts", "Games of the gate"),
        QT_TRANSLATE_NOOP(
            "training_texts",
            "Games of a new network against earlier ones; 0: every new network is taken, and none is rated.",
        ),
    ),
    "gate_simulations": (
        QT_TRANSLATE_NOOP("training_texts", "Simulations of the gate"),
        QT_TRANSLATE_NOOP("training_texts", "For each move of these games."),
    ),
    "gate_win_rate": (
        QT_TRANSLATE_NOOP("training_texts", "Share to win"),
        QT_TRANSLATE_NOOP(
            "training_texts",
            "Share of these games that a new network must win against the best to be taken; 0: every one is, and the games only rate it.",
        ),
    ),
    "games_kept": (
        QT_TRANSLATE_NOOP("training_texts", "Games kept"),
        QT_TRANSLATE_NOOP(
            "training_texts",
            "Games of each generation kept as records with what the search thought, as many as 20 MB hold.",
        ),
    ),
    "seed": (
        QT_TRANSLATE_NOOP("training_texts", "Seed"),
        QT_TRANSLATE_NOOP("training_texts", "Of all random numbers."),
    ),
}
"""Label and help of every field of :class:`ai.training.config.RunConfig`."""

SECTIONS = {
    "first_positions": QT_TRANSLATE_NOOP("training_texts", "Network"),
    "processes": QT_TRANSLATE_NOOP("training_texts", "Self-play"),
    "generation_positions": QT_TRANSLATE_NOOP("training_texts", "Learning"),
    "gate_games": QT_TRANSLATE_NOOP("training_texts", "Gate"),
    "games_kept": QT_TRANSLATE_NOOP("training_texts", "Records and chance"),
}
"""Headings of sections, each at its first setting in the order of fields, without those shown at once."""


NO_WORDS = re.compile(r"(?<![\w/\\(（])(?:\w+_\w+|workers)(?![\w/\\.])", re.ASCII)
"""Names of settings that are no words of a sentence, outside of paths."""
BESIDE_THEM = re.compile(r"(?<![\w/\\(（])(?:processes|simulations|batch)(?![\w/\\.])", re.ASCII)
"""Names that are also words; in a sentence that names one of the others they mean settings."""
BEFORE_VALUE = re.compile(r"(?<![\w/\\(（])[a-z]+(?= = |: |：)", re.ASCII)
"""Any name followed by a value, or by what is wrong with it."""


def by_labels(text: str) -> str:
    """``text`` with labels before the names of settings, which it has as in ``config.toml``."""
    named = BEFORE_VALUE.sub(_with_label, text)
    if NO_WORDS.search(text):
        named = NO_WORDS.sub(_with_label, BESIDE_THEM.sub(_with_label, named))
    return named


def _with_label(match: re.Match[str]) -> str:
    texts = SETTINGS.get(match[0])
    if texts is None:
        return match[0]
    said = QCoreApplication.translate("messages", "“%1” (%2)", "a setting, and its name in the file")
    return fill(said, translated(texts[0]), match[0])


def translated(text: str) -> str:
    return QCoreApplication.translate(CONTEXT, text)
