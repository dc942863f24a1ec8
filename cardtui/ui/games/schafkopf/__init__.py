"""The table of Schafkopf."""
