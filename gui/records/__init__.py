"""Games as files, lists of them, and what is there again at the next start."""
