"""The laws that hold for every game and every bot (DESIGN, section 7)."""
