"""What is thought of positions and whole games."""
