"""Learning from self-play: games, replay, learner, gate, and the run folder that survives being killed."""
