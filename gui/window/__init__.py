"""What belongs to the window as a whole: its docks, keys, help and tour, and how it closes."""
