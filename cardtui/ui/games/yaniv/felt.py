"""The table of Yaniv as it is painted and told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, cast

from textual.content import Content

from ....core import Action, Card, Event, Observation
from ....games.yaniv.cards import FACES
from ....games.yaniv.parsing import pile_ends
from ....games.yaniv.rules import YANIV, Yaniv
from ....text.formatting import counted, percent, signs, trimmed, who_does
from ...look.canvas import Canvas, Run, Spot
from ...look.cards import HUGE, LARGE, SMALL, Size, backs, card
from ...look.hand import rows
from ...look.pieces import first_fitting, fit, plate, rail_room, with_bold
from ...names import column_width, name_and_bot, short
from ...table.game import GameTable, View
from ...widgets.cards import CARD, faces
from ...widgets.deck_map import MAP_CELL, MAP_SLIM, seen_map
from ...widgets.line import alone
from ..endings import Ending, paint_ending
from .end import ending, is_assaf

CALL = "y"
"""What a click on the button for calling Yaniv types."""
_CALL = " y  YANIV "
_PLATE = 26
"""Width of a seat's plate where there is room."""
_TALL = 40
"""Height of the felt from which cards are as large as can be, and plates lie beside the pile."""
_WIDE_PLATE = 33
"""Width of a seat's plate there."""
_MIDDLE = 54
"""Width that pile and stack need between two such plates."""
_CARDS = 15
"""Width of five cards side by side."""
_MOVE = len(" 1  8♣ 8♥ 8♠ ▸ stack 10♦")
"""Width of a history line without the name."""
_TOLD = 44
"""Width of the history from which it says what is still held."""
_ALIGNED = 32
"""Width of the history from which names have 10 cells and what was taken is in one column."""


class Place(NamedTuple):
    """Where a seat's plate lies."""

    x: int
    y: int
    width: int
    height: int = 4


class YanivTable(GameTable):
    """A table of Yaniv: the others above, pile and stack in the middle."""

    WORDS = frozenset({"s", "d", "a", "b"})
    roomy = False
    """Whether there is room for the map of the deck beside the table."""

    def clicked(self, text: str, word: str) -> str:
        return alone(text, word) if word == CALL else super().clicked(text, word)

    @property
    def law(self) -> Yaniv:
        """The game, with its own type."""
        return cast(Yaniv, self.game)

    def shows_beliefs(self, felt: Size) -> bool:
        advised = self.tableside.advised
        only = all(belief.about == "score" for belief in advised.beliefs) if advised else True
        return only and all(place.height > 2 for place in self._places(felt, self.law.seats - 1))

    def label(self, action: Action) -> str:
        if action == YANIV:
            return "Yaniv"
        cards = " ".join(signs(self.game.face(card)) for card in action.cards)
        to = "stack" if action.to == "stack" else f"end {action.to}" if self.law.ends else "pile"
        return f"{cards} ▸ {to}"

    # --- the felt --------------------------------------------------------------------------------

    def paint(self, canvas: Canvas, view: View) -> None:
        self.paint_edge(canvas, *self._edge(canvas.width))
        if self.match.turn is None:
            paint_ending(canvas, self._ending(view))
            return
        count = len(view.order)
        huge = canvas.height >= _TALL and count * (HUGE.width + 1) <= canvas.width - 2
        mine = self.paint_mine(canvas, view, *self._mine(canvas, view), size=HUGE if huge else None)
        seats = len(view.names)
        others = [(view.seen.seat + step) % seats for step in range(1, seats)]
        places = self._places(Size(canvas.width, canvas.height), len(others))
        for seat, place in zip(others, places, strict=True):
            self._seat(canvas, view, seat, place)
        above = [place.y + place.height for place in places if place.y <= 7]
        below = max(above, default=1)  # lower plates lie at the sides of the pile
        beside = max((place.x + place.width for place in places if place.height > 4 and place.x < 3), default=0)
        self._pile(canvas, view, below, mine, beside)

    def _edge(self, width: int) -> tuple[str, str]:
        """Return what it takes to call Yaniv, and the total that ends the match. The bar at the top counts deals.

        If there is too little room the name of the rules is left out, since it also stands below the input line.
        """
        call, rules = f"Yaniv at {self.law.call} or less", f"rules {self.match.header.rules}"
        limit = int(self.law.options["limit"]) if self.law.points else 0
        ends = f"over {limit} points ends the match"
        told = [f"{rules} · {ends}", ends] if limit else [rules]
        return call, first_fitting(told, rail_room(call, width))

    def _ending(self, view: View) -> Ending:
        """Return what the end of the deal tells."""
        match, names = self.match, view.names
        opens = "" if match.over else names[match.standing.first]
        gained = self.law.returns(match.state)
        views = match.state.views
        seen_by = zip(*views, strict=True)  # each event as every seat saw it: only its own seat saw what it drew
        moves = [told[max(0, told[0].seat)] for told in seen_by]
        totals, course = match.totals(), self.course(view)
        return ending(self.law, view.seen, names, gained, totals, self.face, course, opens, moves)

    def _mine(self, canvas: Canvas, view: View) -> tuple[list[Run], str]:
        """Return what the viewer's plate says: about the hand, and the badges' unit and about calling Yaniv."""
        seen = view.seen
        if view.covered:
            return [f"hand covered · {self._total(seen.seat)}"], ""
        held, law = seen.zone("hand").cards, self.law
        score = law.score(held)
        told = f"sum {score}"
        left = law.score([card for card in held if card not in view.picked])
        lays = any(set(action.cards) == set(view.picked) for action in seen.legal)
        after = f" → {left} + draw" if view.picked and lays else ""
        taken = pile_ends(law, seen.zone("pile").cards).get(view.typed.to) if view.typed else None
        if after and taken is not None:
            after = f" → {left + law.score((taken,))}"
        facts = f"{told}{after} · {self._total(seen.seat)}"
        if not seen.legal:
            return with_bold(facts, told), ""
        call = f"Yaniv yes: {score}" if YANIV in seen.legal else f"Yaniv no: {score} > {law.call}"
        unit = self.badge_unit(view)
        badge = f"badge: {unit} · {call}"
        room = self.room_beside(canvas, view, facts)
        if len(call) > room:
            facts = f"{told}{after}"
        return with_bold(facts, told), badge if unit and len(badge) <= room else call

    def _places(self, felt: Size, count: int) -> list[Place]:
        """Return the plates of the other seats: around the pile if there is room, else in a row above."""
        width = felt.width
        if felt.height >= 28 and width >= 80 and count <= 3:
            if felt.height >= _TALL and width >= 2 * _WIDE_PLATE + _MIDDLE:
                wide, middle = _WIDE_PLATE, (felt.height - rows(HUGE)) // 2 - 3
                place = Place(2, middle if count > 1 else 2, wide, 6)
            else:
                wide = _PLATE
                place = Place(2, 6 if count > 2 else 3, wide)
            side = (place, place._replace(x=width - 2 - wide))
            top = place._replace(x=(width - wide) // 2, y=2)
            return [[top], [*side], [side[0], top, side[1]]][count - 1]
        if felt.height >= 28 and width >= 3 * _PLATE + 6:  # two of them below the others, at the sides
            free = width - (count - 2) * _PLATE
            upper = [round(free * (at + 1) / (count - 1)) + at * _PLATE for at in range(count - 2)]
            lower = Place(2, 7, _PLATE), Place(width - 2 - _PLATE, 7, _PLATE)
            return [lower[0], *(Place(x, 2, _PLATE) for x in upper), lower[1]]
        each = (width - 1) // count
        if each >= 17:
            wide, y = min(_PLATE, each - 1), 2 if felt.height >= 28 else 1
            return [Place(1 + at * each + (each - 1 - wide) // 2, y, wide) for at in range(count)]
        across = -(-count // 2)
        each = (width - 1) // across
        return [Place(1 + at % across * each, 1 + 2 * (at // across), each - 1, 2) for at in range(count)]

    def _seat(self, canvas: Canvas, view: View, seat: int, place: Place) -> None:
        """Paint a seat: name, score, and its cards, as far as they are known."""
        palette, (x, y, width, height) = canvas.palette, place
        zone = view.seen.zone(f"hand {seat}")
        known = view.hands.get(seat, zone.cards)
        turn = self.match.turn == seat
        canvas.seat_places[seat] = (x + width // 2, y + height // 2)
        plate(canvas, x, y, width, height, turn)
        edge = int(width > _CARDS + 2)  # plates of many seats have no room to spare
        total = self._total(seat)
        others = [one for one in range(len(view.names)) if one != view.seen.seat]
        bare = any(len(view.names[one]) + len(self._total(one)) > width - edge - 3 for one in others)
        if bare:
            total = total.partition(" ")[0]  # a name tells more than the unit, which stands on the own plate
        name, bot = name_and_bot(view.names[seat], view.bot(seat), width - edge - len(total) - 3)
        bot = bot if (bot == view.bot(seat) and not bare) or height < 3 else ""  # it is told below, whole
        end = canvas.put(x + 2, y, name, palette.gold if turn else palette.fg, bold=True)
        canvas.put(end + 1, y, bot, palette.feltmute)
        canvas.right(x + width - edge, y, (total, palette.feltmute))
        top = y + height - 2
        if height > 2:
            (told, figure), bot = self._sum(seat, known, zone.count, width - 3), "" if bot else view.bot(seat)
            if not figure and len(told) + len(bot) + 1 > width - 2 - edge:
                told = ""  # the cards are seen as well
            end = canvas.run(x + 2, y + 1, *with_bold(fit(told, width - 3), figure, palette.feltmute)) + bool(told)
            room = x + width - edge - end
            if told:
                canvas.right(x + width - edge, y + 1, (bot if len(bot) <= room else "", palette.feltmute))
            else:
                canvas.put(x + 2, y + 1, short(bot, width - 2 - edge), palette.feltmute)
        else:
            top = y + 1
        large = height > 4
        top -= large
        step = 6 if large else 4 if 4 * zone.count <= width - 2 else 3
        at = x + 1 + edge
        for number, face in enumerate(self.faces(known)):
            if large:
                card(canvas, at, top, face, SMALL, shadow=False)
            else:
                paper = palette.cream2 if step == 3 and number % 2 else palette.cream  # they touch
                canvas.put(at, top, f"{face.name:<3}"[:3], palette.on_card(face.suit, paper=paper), paper, True)
            if 2 < height <= 4:
                canvas.put(at, top + 1, "   ", "", palette.cream2)
            at += step
        backs(canvas, at, top, zone.count - len(known), step, SMALL.width if large else 3, min(2 + large, height - 1))

    def _sum(self, seat: int, known: Sequence[Card], count: int, room: int) -> tuple[str, str]:
        """Return how many cards a seat has, with their sum if they lie open or the coach has an idea of it.

        The part with the sum follows once more; "" if it is not told.
        """
        cards = _counted(count)
        if len(known) == count:
            told = f"sum {self.law.score(known)}"
            return (whole if len(whole := f"{cards}, {told}") <= room else told), told
        decision = self.tableside.advised
        beliefs = {belief.seat: belief.values for belief in decision.beliefs} if decision else {}
        if "mean" not in (values := beliefs.get(seat, {})):
            return cards, ""
        mean, calls = f"~{values['mean']:.0f}", percent(values.get("p_call", 0.0))
        forms = (
            f"{cards}, sum {mean}, Yaniv {calls}",
            f"sum {mean}, Yaniv {calls}",
            f"sum {mean} Y {calls}",
            f"{mean} Y {calls}",
        )
        return first_fitting(forms, room) or forms[-1], mean

    def _pile(self, canvas: Canvas, view: View, top: int, bottom: int, beside: int) -> None:
        """Paint pile, stack and the button for calling between two rows; plates take `beside` columns of each side."""
        seen, palette = view.seen, canvas.palette
        pile = seen.zone("pile").cards
        layer = next((event.seat for event in reversed(seen.history) if event.action.verb == "discard"), -1)
        ends = {len(pile) - 1: "a"}
        if self.law.ends and len(pile) > 1:
            ends = {0: "a", len(pile) - 1: "b"}
        size = LARGE if bottom - top >= 8 else SMALL
        free = canvas.width - 2 * max(2, beside) - 2 * 3 - 6
        if canvas.height >= _TALL and bottom - top >= 14 and free >= 2 * HUGE.width + (len(pile) - 1) * 9:
            size = HUGE
        stack, key = 2 * 3 + size.width, palette.gold if self.typed and seen.legal else palette.feltmute
        room = free - size.width
        step = min(size.width + 1, (room - size.width) // max(1, len(pile) - 1))
        wide = max((len(pile) - 1) * step + size.width, 16)
        y = top + max(0, (bottom - top - size.height - 1) // 2)
        x = max(2, (canvas.width - wide - 6 - stack) // 2)
        canvas.put(x, y, "PILE", palette.fg, bold=True)
        if layer >= 0:
            canvas.put(x + 5, y, fit(f"by {view.names[layer]}", wide), palette.feltmute)
        for place, face in enumerate(self.faces(pile)):
            card(canvas, x + place * step, y + 1, face, size, shadow=False)
            if word := ends.get(place):
                canvas.put(x + place * step + size.width // 2, y + 1 + size.height, word, key, bold=True)
                canvas.spots.append(Spot(x + place * step, y + 1, size.width, size.height + 1, word))
        at = x + wide + 6
        canvas.run(at, y, ("STACK ", palette.fg, True), (str(seen.zone("stack").count), palette.feltmute))
        backs(canvas, at, y + 1, 3, 3, size.width, size.height)
        canvas.put(at + stack // 2, y + 1 + size.height, "s", key, bold=True)
        canvas.spots.append(Spot(at, y + 1, stack, size.height + 1, "s"))
        if YANIV in seen.legal:
            left = min(at + stack + 4, canvas.width - len(_CALL) - 2)
            row = y + 1 + size.height // 2 if left > at + stack else bottom - 1
            canvas.put(left, row, _CALL, palette.ink, palette.mark, True)
            canvas.spots.append(Spot(left, row, len(_CALL), 1, CALL))

    def _total(self, seat: int) -> str:
        total = self.match.standing.scores[seat]
        return f"{trimmed(total)} {'pts' if self.law.points else 'won'}"

    # --- beside it -------------------------------------------------------------------------------

    def seen_lines(self, seen: Observation, width: int) -> list[Content]:
        jokers = self.law.deck[52:]
        suits: list[list[Card | None]] = [[4 * n + suit for n in range(len(FACES))] for suit in reversed(range(4))]
        if jokers and width >= (MAP_CELL if self.roomy else MAP_SLIM) * (len(FACES) + 1) - 1:
            suits = [[*row, joker] for row, joker in zip(suits, (*jokers, None, None), strict=True)]
        elif jokers:  # in a row of their own
            suits.append([*jokers, *[None] * (len(FACES) - len(jokers))])
        return seen_map(self.game, suits, seen, self.tableside.names, width, self.settings().four_colour)

    def history_lines(self, view: View, width: int) -> list[Content]:
        turn, lines = 0, []
        narrow = width < _ALIGNED
        size = column_width(view.names, 6 if narrow else 10, width - _MOVE)
        laid_size = 0 if narrow else 6 if width < _TOLD else 9
        pile = next((event for event in reversed(view.seen.history) if event.action.cards), None)
        for event in view.seen.history:
            turn += event.seat >= 0
            lines.append(self._event(view, event, turn, size, laid_size, event is pile))
        own = [] if narrow else self.to_move_lines(view, f"{turn // len(view.names) + 1:>2} ")
        return [*lines, *own]

    def _event(self, view: View, event: Event, turn: int, size: int, laid_size: int, lies: bool) -> Content:
        """Return one line of history; `size` and `laid_size` are the widths of the name and of the cards laid.

        What lies on the pile is shown as a chip, and what was taken from there and is still held is said so.
        """
        action = event.action
        if event.seat < 0:
            what = "open" if action.verb == "open" else "the pile is shuffled into the stack"
            return Content.assemble((f"    {what} ", "$text-muted"), faces(self.game, action.cards, view.four))
        deal_round = (turn - 1) // len(view.names) + 1
        head = Content(f"{deal_round:>2} {short(view.names[event.seat], size):<{size}}{' ' * (not lies)}")
        if action == YANIV:
            return head + Content.styled("calls Yaniv", "bold")
        laid = faces(self.game, action.cards, view.four)
        if lies:
            laid = Content.styled(f" {laid.plain} ", f"bold {CARD}")
        taken = faces(self.game, event.gain, view.four)
        if action.to == "stack":
            both = laid_size > 0 or len(action.cards) < 2  # else the line would not hold them
            taken = Content(" ").join([Content("stack"), *[taken] * (both and bool(event.gain))])
        elif laid_size > 6 and event.seat != view.seen.seat and event.gain[0] in view.seen.hands[event.seat].cards:
            taken += Content.styled("  still held", "$text-muted")
        room = laid_size + 2 * lies  # the chip's edges lie in the spaces around it
        return Content.assemble(head, laid.pad_right(max(0, room - laid.cell_length)), "▸ " if lies else " ▸ ", taken)

    def result(self, seen: Observation) -> str:
        state, names = self.match.state, self.tableside.names
        returns = self.game.returns(state)
        scores = [self.law.score(hand) for hand in state.hands]
        if state.caller is None:
            how = "nobody called"
        else:
            how = f"{names[state.caller]} called with {scores[state.caller]}"
            how += " · Assaf!" * is_assaf(self.law, returns, state.caller)
        if self.law.points:
            rows = zip(names, returns, *self.match.totals()[-2:], strict=True)
            what = " · ".join(
                f"{name} {trimmed(-gained, '+')}{f', halved to {trimmed(now)}' * (before - gained != now)}"
                for name, gained, before, now in rows
            )
        else:
            winners = [name for name, gained in zip(names, returns, strict=True) if gained == max(returns)]
            what = f"{who_does(winners, 'win')} the deal"
        return self.with_match_result(f"{how} · {what}")


def _counted(count: int) -> str:
    return counted(count, "card")
