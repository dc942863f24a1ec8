"""The table of Yaniv."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from textual.content import Content

from ...core import Action, Card, Event, Observation
from ...formatting import signs
from ...games.yaniv.cards import FACES
from ...games.yaniv.parsing import MOVE, to_type
from ...games.yaniv.rules import YANIV, Yaniv
from ..table import KEYS, TableScreen
from ..tableview import View
from ..widgets.cards import BACK, Hand, Picture, Spot, box, face, faces
from ..widgets.records import room_for, seen_grid, short

_CALL = " y YANIV "
_MOVE = len(" 1  8♣ 8♥ 8♠ ▸ stack 10♦")
"""Width of a history line without the name."""

TUTORIAL = """\
Get rid of points: ace 1, numbers as they are, jack 11, queen 12, king 13
(rules club: all three 10, and two jokers that count 0).

On your turn lay cards and take one.
  · Lay one card, or a set (two or more of one number: 7♥ 7♦),
    or a run (three or more of one suit in a row: 4♣ 5♣ 6♣).
  · Take one card: from the stack, unseen, or from the pile the last card
    that the player before you laid (rules club: the first or the last).

When your hand counts 7 or less you may call Yaniv instead. That ends the
deal, and the lowest hand wins it. Under club rules the others write down
what they hold; over 100 ends the match, and the fewest points win it.

Type what you see under the cards:
  1 4 s   lay cards 1 and 4, take from the stack
  2 a     lay card 2, take the pile's card a (or Kd a for the king)
  y       call Yaniv (or click YANIV when the table shows it)
The line below tells what it would do before you press Enter.
"""

HELP = """\
TYPING   1 4 s        lay cards 1 and 4, take from the stack
         1 4 a  (b)   … take that end of the pile
         1 4 p        … take from the pile, where it has one end
         y            call Yaniv
         Kd a         a card by its face; only 2s to 5d are a number
                      and the stack, so type 2♠ or its number there
A number is always a card. Without a take, Enter asks for it; or type the
take first (s, Enter, 1 4). After m, Enter the program asks step by step
as the source document does: 1 YANIV, 2 PILE or 3 STACK, then the cards.
In a set the card typed last is laid last. Clicking cards, pile, stack and
YANIV types for you; so do the arrows with space.

THE GAME Values 1 to 13: jack 11, queen 12, king 13 (rules club: all
three 10, jokers 0). Five cards each.
On a turn call Yaniv when your hand counts at most 7; or lay one card, a
set (two or more of one number) or a run (three or more of one suit in a
row, ace low), then take one card from the stack or from the pile as it
was before: the last one laid (rules club: the first or the last one).
An empty stack is shuffled anew from the pile. A call ends the deal.
Rules paper: the lowest hand wins it, equal lowest hands share (at a
table of two the caller loses a tie); most deals won wins the match.
Rules club: the lowest hand writes nothing, the others what they hold;
Assaf: a caller who is not strictly lowest adds 30. Totals are
halved at exactly 50 and 100; one over 100 ends the match, and the
fewest points win it. Jokers are wild in runs. The winner of a deal
opens the next one.

"""


class YanivScreen(TableScreen):
    """One match of Yaniv."""

    GUIDE = ("Yaniv", HELP + KEYS)
    TUTORIAL = TUTORIAL
    WORDS = frozenset({"s", "d", "a", "b"})
    CALL = "y"
    """What a click on the button for calling Yaniv types."""

    # --- typing ---------------------------------------------------------------------------------------

    def on_hand_picked(self, event: Hand.Picked) -> None:
        """Type the number of the clicked card. In the step where a number chooses a move, leave that step first."""
        event.prevent_default()  # also called for marking with the keyboard
        if self.pending == MOVE:
            self.pending = ""
            self.redraw()
        super().on_hand_picked(event)

    def on_picture_chosen(self, event: Picture.Chosen) -> None:
        """A click on YANIV types only the call; other clicks are handled by `TableScreen`."""
        if event.word == self.CALL:
            event.prevent_default()
            self.type_alone(event.word)

    @property
    def law(self) -> Yaniv:
        """The game, with its own type."""
        return cast(Yaniv, self.game)

    def hinted(self, action: Action) -> str:
        """Return the label with what to type."""
        return f"{self.label(action)} (type {to_type(self.order, action)})"

    def label(self, action: Action) -> str:
        if action == YANIV:
            return "Yaniv"
        cards = " ".join(signs(self.game.face(card)) for card in action.cards)
        to = "stack" if action.to == "stack" else f"end {action.to}" if self.law.ends else "pile"
        return f"{cards} ▸ {to}"

    def seen_lines(self, seen: Observation, width: int) -> list[Content]:
        rows: list[tuple[str, Sequence[Card]]] = [(name, range(4 * n, 4 * n + 4)) for n, name in enumerate(FACES)]
        jokers = self.law.deck[52:]
        return seen_grid(self.game, [*rows, ("★", jokers)] if jokers else rows, seen, width)

    def status(self, seen: Observation) -> str:
        if not seen.legal:
            return ""
        lays = len({action.cards for action in seen.legal if action.cards})
        takes = len({action.to for action in seen.legal if action.to})
        score = self.law.score(seen.zone("hand").cards)
        call = f"Yaniv yes: {score}" if seen.legal[0] == YANIV else f"Yaniv no: {score} > {self.law.call}"
        return f"{lays} discards × {takes} takes · {call}"

    def me(self, view: View) -> Content:
        seen = view.seen
        cards = seen.zone("hand").cards
        turn = "● to move" if self.match.turn == seen.seat else "★" if seen.seat in self._winners() else ""
        total = self._total(seen.seat)
        what = "hand covered" if view.covered else f"sum {self.law.score(cards)}"
        mine = f"{view.names[seen.seat].upper()} {turn}".rstrip()
        return Content.assemble((f" {mine}", "bold"), f"  {what} · {total}")

    def picture(self, view: View) -> tuple[Sequence[Content], Sequence[Spot]]:
        lines = self._opponents(view)
        spare = view.height - len(lines) - 4
        lines += [Content("")] * max(0, min(2, spare - spare // 2))
        pile, spots = self._pile(view, len(lines))
        return lines + pile, spots

    def _opponents(self, view: View) -> list[Content]:
        """Return a line for each other seat: name, hand, score. The names get the remaining width."""
        seats = len(view.names)
        others = [(view.seen.seat + step) % seats for step in range(1, seats)]
        hands, totals = zip(*(self._opponent(view, seat) for seat in others), strict=True)
        needed = max(hand.cell_length + len(total) for hand, total in zip(hands, totals, strict=True))
        size = room_for([view.names[seat] for seat in others], 3, view.width - needed - 4)
        lines = []
        for seat, hand, total in zip(others, hands, totals, strict=True):
            mark = "★" if seat in self._winners() else "●" if seat == self.match.turn else " "
            head = Content.styled(f"{mark}{short(view.names[seat], size):<{size}} ", "bold" if mark != " " else "")
            line = head + hand
            lines.append(line + Content(total.rjust(max(1, view.width - line.cell_length - 1))))
        return lines

    def _opponent(self, view: View, seat: int) -> tuple[Content, str]:
        """Return the cards of a seat, and its score, preceded by the sum of an open hand."""
        zone = view.seen.zone(f"hand {seat}")
        known = view.hands.get(seat, zone.cards)
        shown = [face(self.game, card, view.four) for card in known]
        shown += [Content.styled(BACK[:2], "dim")] * (zone.count - len(known))
        hand = Content(" ").join(card.pad_right(3 - card.cell_length) for card in shown)
        return hand, (f"={self.law.score(known)} " if len(known) == zone.count else "") + self._total(seat)

    def _winners(self) -> tuple[int, ...]:
        """Return the seats with the best result of a finished deal."""
        if self.match.turn is not None:
            return ()
        returns = self.game.returns(self.match.state)
        return tuple(seat for seat, gained in enumerate(returns) if gained == max(returns))

    def _total(self, seat: int) -> str:
        total = self.match.standing.scores[seat]
        return f"{total:g} pts" if self.law.points else f"{round(total, 2):g} won"

    def _pile(self, view: View, top: int) -> tuple[list[Content], list[Spot]]:
        seen = view.seen
        pile = seen.zone("pile").cards
        layer = next((e.seat for e in reversed(seen.history) if e.action.verb == "discard"), -1)
        ends = {len(pile) - 1: "a"}
        if self.law.ends and len(pile) > 1:
            ends = {0: "a", len(pile) - 1: "b"}
        boxes = [box(face(self.game, card, view.four), ends.get(n, "")) for n, card in enumerate(pile)]
        spots = [Spot(2 + 5 * n, top + 1, 5, 3, word) for n, word in ends.items()]
        at = max(24, 4 + 5 * len(pile))
        who = f"PILE ({short(view.names[layer], at - len('  PILE () '))})" if layer >= 0 else "PILE"
        stack = box(BACK, "s")
        spots.append(Spot(at, top + 1, 5, 3, "s"))
        call = min(at + 7, view.width - len(_CALL))
        if YANIV in seen.legal:
            spots.append(Spot(call, top + 1, len(_CALL), 3, self.CALL))
        lines = [Content(f"  {who}".ljust(at) + f"STACK {seen.zone('stack').count}")]
        for row in range(3):
            left = Content("  ") + Content("").join(three[row] for three in boxes)
            line = left.pad_right(at - left.cell_length) + stack[row]
            if YANIV in seen.legal and row == 1:
                line = line.pad_right(call - line.cell_length) + Content.styled(_CALL, "reverse")
            lines.append(line)
        return lines, spots

    def history_lines(self, view: View, width: int) -> list[Content]:
        turn, lines = 0, []
        for event in view.seen.history:
            turn += event.seat >= 0
            lines.append(self._event(view, event, turn, room_for(view.names, 10, width - _MOVE)))
        return lines

    def _event(self, view: View, event: Event, turn: int, size: int) -> Content:
        """Return one line of history; `size` is the width of the name."""
        action = event.action
        if event.seat < 0:
            what = "open" if action.verb == "open" else "the pile is shuffled into the stack"
            return Content.assemble((f"    {what} ", "dim"), faces(self.game, action.cards, view.four))
        deal_round = (turn - 1) // len(view.names) + 1
        head = Content(f"{deal_round:>2} {short(view.names[event.seat], size):<{size}} ")
        if action == YANIV:
            return head + Content.styled("calls Yaniv", "bold")
        laid = faces(self.game, action.cards, view.four)
        taken = faces(self.game, event.gain, view.four)
        if action.to == "stack":
            taken = Content("stack") + (Content(" ") + taken if taken.plain else taken)
        return Content.assemble(head, laid.pad_right(max(0, 6 - laid.cell_length)), " ▸ ", taken)

    def result(self) -> str:
        state, names = self.match.state, self.tableside.names
        returns = self.game.returns(state)
        scores = [self.law.score(hand) for hand in state.hands]
        if state.caller is None:
            how = "nobody called"
        else:
            assaf = self.law.points and returns[state.caller] < 0
            how = f"{names[state.caller]} called with {scores[state.caller]}{' · Assaf!' if assaf else ''}"
        winners = " and ".join(names[seat] for seat in self._winners())
        if self.law.points:
            what = " · ".join(f"{name} {0 - gained:+g}" for name, gained in zip(names, returns, strict=True))
        else:
            what = f"{winners} {'win' if winners == 'You' or ' and ' in winners else 'wins'} the deal"
        if not self.match.over:
            return f"{how} · {what}"
        champions = " and ".join(names[seat] for seat in self.match.standing.winners)
        return f"{how} · {what} · match to {champions}"
