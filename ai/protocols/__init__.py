"""Buwei as an engine in other programs: GTP, the SAU platform, Botzone. Rules and players come from elsewhere."""
