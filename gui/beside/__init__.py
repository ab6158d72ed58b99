"""Work beside the window, as processes of their own."""
