"""The program around the window: languages, colours, settings, help, errors, and what the desktop is asked."""
