"""The keys of all tables, for the help of each game."""

from __future__ import annotations

KEYS = """\
KEYS     ?  hint                      u  undo (^z)
         n  next deal                 r  rematch
         ␣  skip the wait, or pause   .  one step of a bot
         +  bots faster               -  bots slower
         F2 when the bots' panel opens, kept for each game
         F3 page beside the table     F4 inspect this position
         F5 the bots' thoughts        F6 sort the hand
         F7 coach, on or off          ^r replay a match that is over
         F10 menu                     F9 tutorial
         ^g a guided first deal
         ^p every command by name     ^q quit (^c twice: at once)
         Esc empties the line; PgUp and PgDn scroll the side
         A click on a key presses it; one on the preview is Enter
"""
TRICKS = """\
l  last trick
         F8 the full trick lies until F8 again
         F9 tutorial"""
"""What replaces "F9 tutorial" in games with tricks."""
