"""Networks: which there are, which plays, and what one sees."""
