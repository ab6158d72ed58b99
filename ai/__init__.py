"""What chooses moves and what learns: players, search, networks, training. No Qt enters this room."""
