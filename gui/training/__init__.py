"""Sessions that learn, and the training room."""
