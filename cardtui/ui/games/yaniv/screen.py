"""The screen of Yaniv."""

from __future__ import annotations

from ....core import Action
from ....games.yaniv.parsing import MOVE, to_type
from ....games.yaniv.rules import Yaniv
from ....games.yaniv.rulesets import RULE_SETS
from ...sizes import is_roomy
from ...table.keys import KEYS
from ...table.screen import TableScreen
from ...widgets.deck_map import cards_seen
from ...widgets.history import History
from ...widgets.section import Section
from .felt import YanivTable

TUTORIAL = """\
Get rid of points: ace 1, numbers as they are, jack 11, queen 12, king 13
(rules club: all three 10, and two jokers that count 0).

On your turn lay cards and take one.
  · Lay one card, or a set (two or more of one number: 7♥ 7♦),
    or a run (three or more of one suit in a row: 4♣ 5♣ 6♣).
  · Take one card: from the stack, unseen, or from the pile the last card
    that the player before you laid (rules club: the first or the last).

When your hand counts {call} or less you may call Yaniv instead. That ends the
deal, and the lowest hand wins it. Under club rules the others write down
what they hold; a total over the limit ({limit}) ends the match, and the
fewest points win it.

Type what you see under the cards:
  1 4 s   lay cards 1 and 4, take from the stack
  2 a     lay card 2, take the pile's card a (or Kd a for the king)
  y       call Yaniv (or click YANIV when the table shows it)
The line below tells what it would do before you press Enter.
"""

HELP = """\
TYPING   1 4 s        lay cards 1 and 4, take from the stack
         1 4 a  (b)   … take that end of the pile
         1 4 p        … take from the pile, if it has one end only
         y            call Yaniv
         Kd a         a card by its face; but 2s to 5s and 2d to 5d are a
                      number and the stack: for 2♠ type its number
A number is always a card. If you leave out what to take, Enter asks for
it; you can also type that first (s, Enter, 1 4). Type m and Enter to be
asked step by step as in the source document: 1 YANIV, 2 PILE or 3 STACK,
then the cards. In a set the card typed last is laid last. Clicking cards,
pile, stack and YANIV types for you; so do the arrow keys with space.

BOTS     ×2 behind an option: two that are worth the same, since only
         their suits differ.

THE GAME Values 1 to 13: jack 11, queen 12, king 13 (rules club: all
three 10, jokers 0). Five cards each.
On your turn you may call Yaniv if your hand counts {call} or less. Or lay
one card, a set (two or more of one number) or a run (three or more of one
suit in a row, ace low), then take one card: from the stack, or from the
pile as it was before, the last one laid (rules club: the first or the
last one). If the stack is empty, the pile is shuffled and becomes the
stack. A call ends the deal.
Rules paper: the lowest hand wins the deal, equal lowest hands share it
(with two players the caller loses a tie); most deals won wins the match.
Rules club: the lowest hand scores 0, the others the points they hold.
Assaf: a caller who is not strictly lowest adds {assaf} to them. A total of
exactly the limit ({limit}) or half of it is halved; a total above the
limit ends the match, and the fewest points win it. Jokers are wild in
runs. The winner of a deal opens the next one.

"""


def told(text: str, law: Yaniv) -> str:
    """Return a text with the numbers of a table's rules; where these count no points, with those of the rules club."""
    points = law.options if law.options["scoring"] == "points" else RULE_SETS["club"]
    return text.format(call=law.call, assaf=points["assaf"], limit=points["limit"] or "here none")


class YanivScreen(TableScreen):
    """One match of Yaniv."""

    TABLE = YanivTable
    GUIDE = ("Yaniv", told(HELP, Yaniv()) + KEYS)
    TUTORIAL = told(TUTORIAL, Yaniv())

    table: YanivTable

    def redraw(self) -> None:
        width, height = self.room  # the class "-roomy" may come after this
        self.table.roomy = is_roomy(width, height)
        super().redraw()
        for section in self.query("#history").results(Section):
            section.set_heading("history", "laid ▸ drawn")
        for section in self.query("#cards").results(Section):
            deck = len(self.table.law.deck)
            section.set_heading("cards", f"{len(cards_seen(self.seen))} of {deck} seen")
            self._divide()

    def _divide(self) -> None:
        """Give the coach the rows beside a small table that the history and the cards do not need yet."""
        bots, beside = self.query_one("#bots").styles, self.query_one("#side").size.height
        if self.table.roomy or not beside or self.page != "history":
            bots.max_height = None
            return
        width = self.query_one(History).size.width
        told = min(3, len(self.table.history_lines(self.drawing.view, width)))
        cards = len(self.table.seen_lines(self.seen, width))
        bots.max_height = max(beside * 45 // 100, beside - 1 - cards - 1 - told)

    def picked(self, number: int) -> str:
        if self.pending == MOVE:  # there a number would choose a move
            self.pending = ""
            self.redraw()
        return super().picked(number)

    def tutorial_here(self) -> str:
        return told(TUTORIAL, self.table.law)

    def guide_here(self) -> str:
        return told(HELP, self.table.law) + KEYS

    def hint_label(self, action: Action) -> str:
        """Return the label with what to type."""
        return f"{self.table.label(action)} (type {to_type(self.table.law, self.order, action)})"
