"""The program around the window: languages, colours, settings, help, errors, and requests to the desktop."""
