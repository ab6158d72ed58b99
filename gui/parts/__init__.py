"""What windows and dialogs are put together of."""
