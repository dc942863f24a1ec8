"""How things are worded for people: languages, the form of cards and values, safe characters, ASCII."""
