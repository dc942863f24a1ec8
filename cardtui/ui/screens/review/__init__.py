"""The review of a match: its mistakes, what they cost, and a second try."""
