"""Other people's programs as players: their processes, and a client for each protocol. Rules are never asked of them."""
