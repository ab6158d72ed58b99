"""What holds for the whole program: languages, colours, settings, errors, and requests to the desktop."""
