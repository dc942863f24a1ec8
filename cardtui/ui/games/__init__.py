"""The tables of the games: a folder for each, a table for any other game, and what several of them share."""
