"""Recipes to begin a run with: our own, and those of three papers. Each is a configuration that can be changed further.

A comment says where a recipe differs from its paper, because that leaves something open or needs more machines than one. All three learn by AdamW at
a constant rate, in batches of 256 from the latest 300,000 positions; Silver et al. use stochastic gradient descent with momentum at rates that fall
in steps, in batches of 2,048 and 4,096 from half a million games. Visits that a move's search finds in the tree count among its simulations, an
untried move has the value of the position before it, and moves that win or lose by the rules are marked so.
"""

from ai.training.config import RunConfig

PRESETS = {
    # What docs/methods.md found to help is on, the rest is off. The gate's games only rate networks: every one is taken.
    "buwei": RunConfig(
        network="b4c32-liberties",
        first_network="b2c24-liberties",
        simulations=32,
        simulations_grow_from=1_500_000,
        forced_playouts=2.0,
        opening_moves=8,
        solved_points=18,
        generation_positions=8000,
        window_start=10000,
        surprise_weight=0.5,
        batch=64,
        learning_rate=0.004,
        muon_rate=0.02,
        rate_falls_from=20_000,
        fate_weight=1.5,
        averaging=0.998,
        gate_games=16,
        gate_win_rate=0.0,
    ),
    # Gao et al. 2022: three convolutions, 1,600 simulations, temperature 1 for 30 moves, a gate at 55%. The paper names no batch, window or learning
    # rate.
    "paper": RunConfig(
        network="paper",
        simulations=1600,
        plain_search=True,
        value_mix=0.0,
        averaging=0.0,
        fate_weight=0.0,
        symmetries=False,
        gate_games=100,
        gate_simulations=1600,
    ),
    # AlphaGo Zero (Silver et al. 2017, Methods): 17 planes with history, a residual tower, symmetries (here only of what is learned from), 1,600
    # simulations, 400 games of the gate at 55%, there for every 25,000 games of self-play. A tower of 6 x 64 stands for its 20 x 256.
    "alphago-zero": RunConfig(
        network="agz6x64",
        simulations=1600,
        plain_search=True,
        temperature_fall=0,
        value_mix=0.0,
        averaging=0.0,
        symmetries=True,
        gate_games=400,
        gate_simulations=1600,
    ),
    # AlphaZero (Silver et al. 2018): one network that goes on learning, no gate, no symmetries, 800 simulations; the tower as above.
    "alphazero": RunConfig(
        network="agz6x64",
        simulations=800,
        plain_search=True,
        temperature_fall=0,
        value_mix=0.0,
        averaging=0.0,
        symmetries=False,
        gate_games=0,
    ),
}
"""The recipes by name."""

OURS = PRESETS["buwei"]
"""The recipe of a new run if nothing else is said. Settings that an older run's ``config.toml`` lacks have the defaults of :class:`RunConfig`
instead, which switch on three of the methods of docs/methods.md: the mean of the weights (``averaging``), the search's share in what the value
learns (``value_mix``), and the auxiliary head (``fate_weight``)."""
