"""Mau-Mau for cardtui: law, bots and words of a game that is installed beside the program."""
