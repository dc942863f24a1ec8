"""The table of 98 cards."""
