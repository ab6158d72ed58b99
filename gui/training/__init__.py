"""Training sessions and the training room."""
