"""The game in the window: who plays, what happens next, and what stands beside the board."""
