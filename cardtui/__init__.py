"""Card games in the terminal: play against bots, and take them apart."""

__version__ = "0.1.0"
