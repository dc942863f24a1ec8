"""The table of Yaniv."""
