"""The board: how it is drawn, what is marked on it, where it is clicked."""
