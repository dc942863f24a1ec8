"""The keys of all tables: what they do, and how the help tells them."""

from __future__ import annotations

from textual.binding import Binding

PAGE = 8
"""The lines by which PgUp and PgDn scroll."""
BINDINGS = (
    Binding("question_mark", "hint", "hint", key_display="?", tooltip="hint: what the coach would do"),
    Binding("u", "undo", "undo", tooltip="undo: take your last move back"),
    Binding("ctrl+z", "undo", "undo", show=False),
    Binding("n", "next_deal", "next deal", tooltip="next deal of this match"),
    Binding("r", "rematch", "rematch", tooltip="rematch: a new match with the same seats and rules"),
    Binding("space", "skip", "skip", key_display="Space", tooltip="skip the wait for bots; pause when only bots play"),
    Binding("full_stop", "step", "step", key_display=".", tooltip="step: one move of a bot, then hold"),
    Binding("f2", "panel", "bots", tooltip="bots' panel: hidden, after the deal, each move, coach, open"),
    Binding("f3", "side", "side", tooltip="side: the next page, of history and cards, scores, bots"),
    Binding("f4", "inspect", "inspect", tooltip="inspect this position: what several bots would do here"),
    Binding("f5", "thoughts", "thoughts", tooltip="thoughts: the bots' panel in full"),
    Binding("f6", "sort", "sort", tooltip="sort the hand by number, suit, or as dealt"),
    Binding("f7", "coach", "coach", tooltip="coach: its opinion before you move, on or off"),
    Binding("plus", "pace(-1)", "faster", key_display="+", tooltip="bots move faster", show=False),
    Binding("minus", "pace(1)", "slower", key_display="-", tooltip="bots move slower", show=False),
    Binding("f8", "hold", "hold trick", tooltip="hold a full trick until pressed again", show=False),
    Binding("ctrl+r", "replay", "replay", key_display="^r", tooltip="replay: step through the match that is over"),
    Binding("ctrl+o", "review", "review", key_display="^o", tooltip="review: the mistakes of this match, and its luck"),
    Binding(
        "ctrl+g",
        "first_deal",
        "first deal",
        key_display="^g",
        show=False,
        tooltip="first deal: a fixed deal, explained at each turn",
    ),
    Binding(
        "ctrl+b",
        "replace_away",
        "a bot for who is away",
        key_display="^b",
        show=False,
        tooltip="a bot for each person elsewhere who is away; they get their seats back",
    ),
    Binding("f9", "tutorial", "tutorial", tooltip="tutorial: the game in 30 seconds", show=False),
    Binding("f10", "menu", "menu", tooltip="menu: leave the table; the match is saved"),
    Binding("pageup", f"scroll_side({-PAGE})", "scroll the side up", key_display="PgUp", show=False),
    Binding("pagedown", f"scroll_side({PAGE})", "scroll the side down", key_display="PgDn", show=False),
    Binding("escape", "clear", "clear the line", key_display="Esc", show=False),
)
"""The keys of a table; a game may add some."""
KEYS = """\
KEYS     ?  hint                      u  undo (^z)
         n  next deal                 r  rematch
     Space  skip the wait, or pause   .  one step of a bot
         +  bots faster               -  bots slower
         F2 when the bots' panel opens, kept for each game
         F3 page beside the table     F4 inspect this position
         F5 the bots' thoughts        F6 sort the hand
         F7 coach, on or off          ^r replay a match that is over
         F10 menu                     F9 tutorial
         ^g a guided first deal       ^o review, after a deal
         ^p every command by name     ^q quit (^c twice: at once)
         Esc empties the line; PgUp and PgDn scroll the side
         A click on a key presses it; one on the preview is Enter,
         and so is a double click
"""
TRICKS = """\
l  last trick
         F8 the full trick lies until F8 again
         F9 tutorial"""
"""What replaces "F9 tutorial" in games with tricks."""
