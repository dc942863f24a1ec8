"""The screen of tricks."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType

from ....games.tricks.words import last_trick
from ...table.keys import KEYS, TRICKS
from ...table.screen import TableScreen
from ...widgets.section import Section
from .felt import TricksTable

TUTORIAL = """\
Two players, two colours of ten cards, 0 to 9. All cards are dealt, so
you know from the start what the other holds.

One leads a card. The other follows the colour, or plays anything if
there is none left of it. The higher card of the colour that was led
takes the trick, and who took it leads the next one.

A deal is played twice. In the first half one of you holds the first
hand and leads; then you exchange the hands and play the same cards
again. The player who takes more tricks with the first hand wins the
deal. So the cards do not decide, only how they are played.

Type what you see under a card, or its name:
  3  or  7c       play that card
  Enter alone     play the only card that is allowed
The line below tells what it would do before you press Enter.
"""

HELP = """\
TYPING   3   7c   7♣  a card by its number or face
         Enter alone  the only card that is allowed
Clicking a card types for you; so do the arrow keys with space.

TABLE    c ♣, d ♦, h ♥, s ♠, each 0 to 9 (n=13: to 12). A frame marks
         the card that took the trick. Dim cards in your hand cannot
         be played now. In coach mode values stand above the cards;
         below them you see which neighbours are worth the same.
         o hides the other hand and shows it again. It is no secret:
         it holds all the cards that you do not see elsewhere.
CARDS    Light: in your hand. Blue: in the other hand. Dots: played in
         this half.
HISTORY  Who took which trick, then both halves side by side, one line
         for each trick: the first hand's card, then the second's. ▸
         led it, * took it; ! marks the first trick that the two of
         you played differently.

THE GAME Follow the colour that was led if you can. The higher card of
that colour takes the trick and leads the next one. The same hands are
played twice: the first hand leads both times, and the players swap
hands in between. The player who takes more tricks with the first hand
wins 1 point from the other; equal numbers are a draw. A match has ten
deals; the players take turns in holding the first hand.

"""


class TricksScreen(TableScreen):
    """One match of tricks."""

    TABLE = TricksTable
    GUIDE = ("Tricks", HELP + KEYS.replace("F9 tutorial", f"o  the other's hand      {TRICKS}"))
    TUTORIAL = TUTORIAL
    ENDS_ON = "history"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("l", "last", "last trick", tooltip="last trick: look at it again", show=False),
        Binding("o", "other", "other hand", tooltip="other hand: hide it, or show it again"),
        *TableScreen.BINDINGS,
    ]
    SHORTCUTS = TableScreen.SHORTCUTS | {"l", "o"}
    SORT_LABELS: ClassVar[dict[str, str]] = {
        "number": "hand by colour, the lowest first",
        "suit": "hand by colour, the highest first",
        "dealt": "hand as dealt",
    }
    CSS = """
    TricksScreen #cards { display: none; }
    TricksScreen.-alone.-history #cards, TricksScreen.-roomy #cards { display: block; }
    TricksScreen.-history #side #bots { max-height: 80%; }  /* the fewer cards, the more tricks */
    TricksScreen.-roomy #side #bots { max-height: 45%; }
    TricksScreen.-over.-history #side #bots { max-height: 25%; }  /* both halves are to be seen */
    TricksScreen.-over #cards { display: none; }
    """

    table: TricksTable

    def redraw(self) -> None:
        super().redraw()
        for section in self.query("#cards").results(Section):
            section.set_heading("cards", self.table.left(self.seen))

    def disabled_reason(self, action: str) -> str:
        if action == "last":
            return "" if last_trick(self.seen, True) else "no trick is over yet"
        if action == "other":
            return "" if self.match.turn is not None else "the deal is over: both hands are shown"
        return super().disabled_reason(action)

    def action_other(self) -> None:
        """Show the opponent's hand, or hide it."""
        self.table.open = not self.table.open
        self.set_class(not self.table.open, "-alone")  # the count of the cards takes its place
        self.redraw()
        self.say(f"the other's hand is {'shown' if self.table.open else 'hidden'}")
