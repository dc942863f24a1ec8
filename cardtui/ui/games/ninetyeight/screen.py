"""The screen of 98."""

from __future__ import annotations

from contextlib import aclosing
from typing import ClassVar

from ....core import Action
from ....games.ninetyeight.parsing import LETTERS
from ....games.ninetyeight.rules import DECK, DRAW, unseen
from ....study import solo
from ...table.keys import KEYS
from ...table.screen import TableScreen
from ...widgets.lines import Lines
from ...widgets.section import Section
from .felt import NinetyEightTable

TUTORIAL = """\
Alone against the cards 2 to 99. Lay all 98 on four stacks.

  ▲ a and b go up from 1: each card higher than the one before.
  ▼ c and d go down from 100: each card lower than the one before.

You hold eight cards. Lay one; another is drawn (rules app: two after
every second; official: with e, after two or more). So lay what is
near: each gap skips cards that then no longer fit there.

THE JUMP  A card that is exactly 10 away may go the other way: on 34
          going up you may lay 24, on 57 going down 67. That gives the
          stack ten steps back. The table shows it as jump.

It ends when none of your cards fits anywhere. 98 laid is a win, and
rare; 80 is good.

Type what you see under the cards:
  3 b   lay card 3 on stack b
  3     … on the only stack it fits, else you are told which fit
The line below tells what it would do before you press Enter.
"""

HELP = """\
TYPING   3 b   b 3   3b   card 3 of your hand on stack b
         45 b             the card 45 on stack b, if the hand has no
                          card with that place
         3                card 3, if it fits on one stack only
         b                on stack b, if only one card fits there
         e                draw (rules official, after two cards)
Clicking a card and a track types for you; clicking a number above a
track types both. So do the arrow keys with space.

TABLE    A track runs from 1 to 100. The light mark is the top of the
         stack, the brown part is used up. The numbers are the cards
         of your hand that fit, by their places in the hand; one on
         the used part jumps back. Below the track is how far the next
         two, and a typed card, move the stack. In coach mode values
         stand above the cards, and the best card is marked on its
         track.
STILL TO COME  Light: in your hand. Dots: already laid. Dim: fits on
         no stack now.
SCORES   How often a game ended in each range of ten (★: all 98), and
         the mean. Yours: all saved games under these rules. Each
         bot's, alone: the deals of this match and those that would
         come after it, up to 100, played while you look.
BOTS     gap, above a column: how far a value is below the best one.
         gap of 3, beside a card: it moves its stack on by three.
         worth: what search expects of the deal; 1 is all 98 laid.

THE GAME Cards 2 to 99, eight in the hand. a and b go up from 1, c and
d down from 100. A card exactly 10 back also fits. Rules paper: you
draw a card after each card laid; app: two after every second one;
official: after two or more you may draw with e, back up to eight. The
game ends when no card fits and nothing can be drawn. The score is the
number of cards laid.

"""


class NinetyEightScreen(TableScreen):
    """One match of 98."""

    TABLE = NinetyEightTable
    GUIDE = ("98 cards", HELP + KEYS)
    TUTORIAL = TUTORIAL
    SORT_LABELS: ClassVar[dict[str, str]] = {
        "number": "hand in ascending order",
        "suit": "the card that is nearest to a stack first",
        "dealt": "hand as dealt, new cards last",
    }
    CSS = "NinetyEightScreen.-over #cards { display: none; }"  # the felt tells what was left

    table: NinetyEightTable
    _watching = False

    def hint_label(self, action: Action) -> str:
        """Return the label with what to type, if the card's value is also the number of another card."""
        if action == DRAW or action.cards[0] > len(self.order):
            return self.table.label(action)
        place = self.order.index(action.cards[0]) + 1
        return f"{self.table.label(action)} (type {place} {LETTERS[action.to]})"

    # --- the other players ----------------------------------------------------------------------------

    def redraw(self) -> None:
        self.table.tall = self.size.height >= 30
        super().redraw()
        for section in self.query("#history").results(Section):
            section.set_heading("history", "laid ▸ stack, steps, drawn", brief="steps, drawn")
        for section in self.query("#cards").results(Section):
            section.set_heading("still to come", f"{len(unseen(self.seen))} of {len(DECK)}")
        for section in self.query("#scores").results(Section):
            section.set_heading("scores", "deals by tens of cards laid, ★ all", brief="by tens, ★ all")

    def changed(self, saved: bool = False) -> None:
        super().changed(saved)
        self._watch()

    def action_side(self) -> None:
        super().action_side()
        self._watch()

    def _watch(self) -> None:
        """Let the bots play, once the scores are looked at: their page, or a deal's end with all pages beside it."""
        looked_at = self.page == "scores" or (self.tableside.over and self.has_class("-roomy"))
        if looked_at and not self._watching and self.match.kept:
            self._watching = True
            self.run_worker(self._follow(), group="rivals")

    async def _follow(self) -> None:
        assert self.match.path
        table = self.table
        async with aclosing(solo.watch(self.match.path)) as stream:
            async for told in stream:
                if "before" in told:
                    table.before = told["before"]
                    if self.is_drawable:
                        self.drawing.typed()
                else:
                    table.rivals = [*table.rivals, told]
                if self.is_drawable:
                    self.query_one("#results", Lines).draw(lambda width: table.score_lines(self.seen, width, 0))
