"""Ends the program when it is imported."""

import sys

sys.exit("goodbye")
