"""Plug-ins, one of which works."""
