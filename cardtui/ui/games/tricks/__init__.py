"""The table of Tricks."""
