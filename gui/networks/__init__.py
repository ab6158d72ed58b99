"""The networks that there are, which of them plays, and what it sees."""
