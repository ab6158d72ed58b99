"""Other people's programs as players: their processes, what is said to them, and what they say. The rules are ours alone."""
