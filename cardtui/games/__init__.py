"""The games: one folder each, with its rules, its texts and an `entry` that declares it."""

ORDER = ("yaniv", "schafkopf", "ninetyeight", "tricks", "zsy")
"""The folders of the games, in the order of the menu."""
