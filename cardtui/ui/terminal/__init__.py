"""Between Textual and the terminal: the driver, keys in their order, faults of Textual that are worked around."""
