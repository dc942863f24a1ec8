"""What the tables of all games share: drawing, keys, the bots' turns, people elsewhere, the end of a match."""
