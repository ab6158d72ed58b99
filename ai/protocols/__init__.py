"""Buwei as an engine in other programs: GTP, the SAU platform, Botzone. No protocol knows rules or players of its own."""
