"""What people see. Qt enters here and nowhere else; this room knows ai and core, and they don't know it."""
