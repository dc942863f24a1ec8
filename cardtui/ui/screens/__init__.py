"""The screens besides the tables."""
