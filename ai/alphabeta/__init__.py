"""The game tree of the third seed, searched in depth with alpha-beta bounds. No torch and no files here."""
