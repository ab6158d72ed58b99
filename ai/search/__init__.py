"""The search: one compiled graph of positions for every player that looks ahead, and for self-play."""
