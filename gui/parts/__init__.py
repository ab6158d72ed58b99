"""Parts that windows and dialogs are made of."""
