"""Games as files, lists of games, and the game that the next start brings back."""
