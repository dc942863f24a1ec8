"""The games: a folder each, with its law, its words and an `entry` that declares it."""

ORDER = ("yaniv", "schafkopf", "ninetyeight", "tricks", "zsy")
"""The folders, in the order of the menu."""
