"""The game tree of Buwei's TD source (docs/methods.md), searched in depth with alpha-beta bounds. No torch and no files here."""
