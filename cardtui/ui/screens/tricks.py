"""The table of tricks."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import ClassVar, cast

from textual.binding import Binding, BindingType
from textual.content import Content

from ...core import Card, Observation
from ...games.tricks.parsing import colour
from ...games.tricks.rules import COLOUR, Tricks
from ...games.tricks.words import Trick, arranged, halves, parted, parting, phase, role, tally, verdict
from ..guide import KEYS
from ..table import TableScreen
from ..tableview import View
from ..widgets.board import Board
from ..widgets.cards import BACK, Hand, Picture, Spot, box, face
from ..widgets.records import room_for, short

TUTORIAL = """\
Two players, two colours of ten cards, 0 to 9. All cards are dealt, so
you know from the start what the other holds.

One leads a card. The other follows the colour, or plays anything if
there is none left of it. The higher card of the colour that was led
takes the trick, and who took it leads the next one.

A deal is played twice. In the first half one of you holds the first
hand and leads; then you exchange the hands and play the same cards
again. Who takes more tricks with the first hand wins the deal. So the
cards do not decide, only how they are played.

Type what you see under a card, or its name:
  3  or  7c       play that card
  Enter alone     play the only card that is allowed
The line below tells what it would do before you press Enter.
"""

HELP = """\
TYPING   3   7c   7♣  a card by its number or face
         Enter alone  the only card that is allowed
Clicking a card types for you; so do arrows with space.

CARDS    c ♣, d ♦, h ♥, s ♠, each 0 to 9 (n=13: to 12). Double lines:
         the card that takes the trick. Dim cards in your hand may not
         be played now. In the mode coach values stand above cards.
         o hides the other's hand and shows it again; nobody needs it
         to be shown, since it is all the cards that you do not see.
SEEN     your cards are reversed, dots have been played in this half.
HISTORY  both halves side by side, a line for each trick: the first
         hand's card, then the second's. ▸ led it, * took it; ! marks
         the trick in which the two of you began to play differently.

THE GAME Follow the colour that was led if you can. The higher card of
that colour takes the trick and leads the next one. The same hands are
played twice: the first hand leads both times, and the seats exchange
the hands in between. Who takes more tricks with the first hand wins 1
point from the other; equal numbers are a draw. A match has ten deals;
another seat begins with the first hand each time.

"""


class TricksScreen(TableScreen):
    """One match of tricks."""

    GUIDE = ("Tricks", HELP + KEYS.replace("F9 tutorial", "o  the other's hand\n         F9 tutorial"))
    TUTORIAL = TUTORIAL
    ENDS_ON = "history"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("o", "other", "other hand", tooltip="other hand: hide it, or show it again"),
        *TableScreen.BINDINGS,
    ]
    SHORTCUTS = TableScreen.SHORTCUTS | {"o"}
    SORTED: ClassVar[dict[str, str]] = {
        "number": "hand by colour, the lowest first",
        "suit": "hand by colour, the highest first",
        "dealt": "hand as dealt",
    }
    CSS = """
    TricksScreen #left { width: 54; }
    TricksScreen #seen { display: none; }
    TricksScreen.-alone #seen, TricksScreen.-roomy #seen { display: block; }
    TricksScreen.-roomy #left { width: 62; }
    TricksScreen.-roomy #past { min-height: 14; }
    """

    open = True
    """Whether the opponent's hand is shown."""

    @property
    def law(self) -> Tricks:
        """The game, with its own type."""
        return cast(Tricks, self.game)

    def on_hand_picked(self, event: Hand.Picked) -> None:
        """Type the number of the clicked card."""
        event.prevent_default()  # only one card at a time, unlike at other tables
        self.type_alone(str(event.number))

    def action_other(self) -> None:
        """Show the opponent's hand, or hide it."""
        self.open = not self.open
        self.set_class(not self.open, "-alone")  # the count of the cards takes its place
        self.redraw()
        self.say(f"the other's hand is {'shown' if self.open else 'hidden'}")

    def draw_thoughts(self) -> None:
        """In coach mode, write the value of each card above it."""
        super().draw_thoughts()
        for hand in self.query(Hand):
            options = self.tableside.advised.options if self.tableside.advised else ()
            hand.note({o.action.cards[0]: f"{round(o.value, 1):g}" for o in options if o.value is not None})

    # --- the table ------------------------------------------------------------------------------------

    def redraw(self) -> None:
        super().redraw()
        if self.query(Picture) and not self.going:
            self.query_one("#left").border_title = Content(phase(self.law, self.seen, self._short(8)))

    def status(self, seen: Observation) -> str:
        if not seen.legal:
            return ""
        lies = seen.zone("trick").cards
        numbers = sorted(self.order.index(action.cards[0]) + 1 for action in seen.legal)
        if not lies:
            return "lead any card"
        if len(numbers) < len(self.order):
            return f"follow {colour(lies[0])}: {' '.join(map(str, numbers))}"
        follows = any(colour(card) == colour(lies[0]) for card in self.order) and not self.law.revoke
        return f"follow {colour(lies[0])} with any card" if follows else "play any card"

    def me(self, view: View) -> Content:
        return self._seat(view, view.seen.seat, view.names[view.seen.seat].upper())

    def _seat(self, view: View, seat: int, name: str) -> Content:
        """Return a seat as one line: name, which hand it plays, tricks, points."""
        mark = "●" if seat == self.match.turn else "★" if seat in self._winners() else " "
        part, points = role(view.seen, seat), f"{self.match.standing.scores[seat]:+g} pts "
        size = room_for(view.names, 13, view.width - len(part + points) - 3)
        line = Content.assemble((f"{mark}{short(name, size):<{size + 1}}", "bold" if mark != " " else ""), part)
        return line + Content(points.rjust(max(1, view.width - line.cell_length)))

    def _winners(self) -> tuple[int, ...]:
        """Return the winners of a finished deal."""
        returns = self.game.returns(self.match.state) if self.match.turn is None else ()
        return tuple(seat for seat, gained in enumerate(returns) if gained > 0)

    def _short(self, width: int) -> list[str]:
        return [short(name, width) for name in self.tableside.names]

    def picture(self, view: View) -> tuple[Sequence[Content], Sequence[Spot]]:
        seen, other = view.seen, 1 - view.seen.seat
        board = Board(view.height)
        board.put(0, 0, self._seat(view, other, view.names[other]))
        hand = self._other_hand(view, seen.zone(f"hand {other}").cards)
        board.put(2, 1, *hand)
        tricks = [trick for half in halves(seen) for trick in half]
        if tricks:
            spare = max(0, view.height - 6 - len(hand))
            self._lay(view, board, tricks[-1], 1 + len(hand) + (spare + 1) // 2)
        board.put(1, view.height - 2, self._caption(seen))
        board.put(1, view.height - 1, tally(self.law, seen, self._short(12)))
        return board.lines(), ()

    def _other_hand(self, view: View, cards: tuple[Card, ...]) -> Sequence[Content]:
        """Return the cards in lines of the table's width, face up or face down."""
        if self.open:
            shown = [face(self.game, card, view.four) for card in arranged(cards, self.house.settings.sort)]
        else:
            shown = [Content.styled(BACK[:2], "dim")] * len(cards)
        size = max((card.cell_length for card in shown), default=0) + 1
        across = max(1, (view.width - 3) // size)
        rows = [shown[start : start + across] for start in range(0, len(shown), across)]
        return [Content("").join(card.pad_right(size - card.cell_length) for card in row) for row in rows]

    def _lay(self, view: View, board: Board, trick: Trick, top: int) -> None:
        """Draw the current trick or the last one (dim while the deal goes on), the winning card with a double frame."""
        dim, middle = "dim" if trick.taker is not None and self.match.turn is not None else "", view.width // 2
        for place, card in enumerate(trick.cards):
            seat = trick.leader ^ place
            board.put(
                middle - 6 + 7 * place, top, *box(face(self.game, card, view.four, dim), "", seat == trick.taker, dim)
            )
            name = short(view.names[seat], 14)
            board.put(middle + 7 if place else middle - 9 - len(name), top + 1, Content.styled(name, dim))
        board.put(middle - 8, top + 1, Content.styled("▸", dim))

    def _caption(self, seen: Observation) -> str:
        """Describe what happened last."""
        if self.match.turn is None:
            return parting(seen, self._short(9))
        tricks, names = halves(seen)[-1], self._short(16)
        if not tricks:
            leads = names[self.match.turn]
            what = "the hands are exchanged: " if seen.facts["half"] else ""
            return f"{what}{leads} {'lead' if leads == 'You' else 'leads'}"
        taker = tricks[-1].taker
        did = f"{names[taker]} took it" if taker is not None else f"{names[tricks[-1].leader]} led it"
        return f"trick {len(tricks)} · {did}"

    # --- beside the table -------------------------------------------------------------------------------

    def seen_lines(self, seen: Observation, width: int) -> list[Content]:
        mine, gone = seen.zone("hand").cards, {*seen.zone("played").cards}
        lines = []
        for suit in range(self.law.colours):
            cards = [card for card in self.law.deck if card // COLOUR == suit]
            parts = [_told(f"{card % COLOUR}", card in mine, card in gone) for card in cards]
            rows = Content(" ").join(parts).wrap(max(4, width - 2))
            heads = [Content.styled(f"{colour(cards[0])} ", "dim"), *[Content("  ")] * (len(rows) - 1)]
            lines += [head + row for head, row in zip(heads, rows, strict=True)]
        return lines

    def history_lines(self, view: View, width: int) -> list[Content]:
        seen, both = view.seen, halves(view.seen)
        place = parted(seen)
        size = max(5, min(room_for(view.names, 8, width) + 1, (width - 3) // (2 * len(both))))
        holders = [seen.facts["first"] ^ half ^ hand for half in range(len(both)) for hand in (0, 1)]
        cells = [(seat, size) for seat in holders]
        if max(map(len, view.names)) >= size:  # who goes on in the second half is named once
            cells = [(seat, size * len(list(same))) for seat, same in groupby(holders)]
        lines = [
            Content.styled(
                "   " + "".join(f" {short(view.names[seat], room - 1):<{room - 1}}" for seat, room in cells), "dim"
            ),
            Content.styled("   " + "".join(f" {hand:<{size - 1}}" for _ in both for hand in ("1st", "2nd")), "dim"),
        ]
        for row in range(max(map(len, both))):
            mark = "!" if place is not None and row == place // 2 else " "
            line = Content.assemble((f"{row + 1:>2}", "dim"), (mark, "bold $text-warning"))
            for half, tricks in enumerate(both):
                line += self._row(view, tricks[row] if row < len(tricks) else None, half, size)
            lines.append(line)
        return lines

    def _row(self, view: View, trick: Trick | None, half: int, size: int) -> Content:
        """Return one trick of one half: the first hand's card, then the second's."""
        cells = [Content(" " * size)] * 2
        for place, card in enumerate(trick.cards if trick else ()):
            assert trick
            seat = trick.leader ^ place
            style, star = ("bold", "*") if seat == trick.taker else ("", "")
            cell = Content.assemble(" " if place else "▸", face(self.game, card, view.four, style), star)
            cells[seat ^ view.seen.facts["first"] ^ half] = cell.pad_right(size - cell.cell_length)
        return cells[0] + cells[1]

    def result(self) -> str:
        names = self.tableside.names
        told = f"{tally(self.law, self.seen, names)} · {verdict(self.law, self.seen, names)}"
        if not self.match.over:
            return told
        return f"{told} · match to {' and '.join(self.tableside.names[seat] for seat in self.match.standing.winners)}"


def _told(value: str, mine: bool, gone: bool) -> Content:
    """Return a card of the count: own cards reversed, the opponent's plain, played ones as dots."""
    return Content.styled("·" * len(value), "dim") if gone else Content.styled(value, "reverse" if mine else "")
