"""The table of Zheng Shang You: what is painted on the felt, and what is said beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import NamedTuple, cast

from textual.content import Content

from .... import words
from ....core import Action, Belief, Card, Decision, Event, Observation, Option
from ....games.zsy.cards import RANK, RANKS, counts, pattern
from ....games.zsy.known import Known
from ....games.zsy.parsing import alike, in_turns, kind, listed, name, spelled, title
from ....games.zsy.passing import passed_over
from ....games.zsy.rules import PASS, ZhengShangYou
from ....games.zsy.words import believed
from ....text.formatting import bare, counted, figure, who_does
from ....validation import HOLDS
from ....words import beliefs
from ....words.beliefs import IMPOSSIBLE, Cell
from ...look.canvas import Canvas, Spot
from ...look.cards import RANKED, Face, Frame, Size, backs, badge
from ...look.pieces import first_fitting, fit, heat, plate
from ...names import column_width, in_phrase, short, short_bot
from ...table.game import GameTable, View, star
from ...widgets.cards import CARD
from ...widgets.decisions import share
from ..endings import paint_ending
from .end import ending
from .known import PLANNED, paint_choices, paint_fewest
from .ranks import rank_lines
from .stacks import SLIM, Shape, hand, play, shape_for

_MOVE = len(" 1 ▸ 777 88 99 10 10 ")
"""Width of a history line without the name."""
_LABEL = 12
"""Width of the labels beside the plays on a wide felt."""
_PASS = 14
"""Width of the place for passing on a wide felt."""


class _Play(NamedTuple):
    """A play in the middle of the table."""

    label: Sequence[str]
    cards: Sequence[Card]
    mine: bool = False
    frame: Frame = Frame.NONE


class ZsyTable(GameTable):
    """A table of Zheng Shang You: the other seat above, the play to beat in the middle, the hand by rank below."""

    def clicked(self, text: str, word: str) -> str:
        return word

    def picked(self, view: View, text: str, number: int) -> str:
        """The rank of the card, as often as there are cards of it up to this one; a second click removes them."""
        card, typed = view.order[number - 1], view.picked
        of_rank = [other for other in view.order if RANK[other] == RANK[card]]
        chosen = of_rank[: of_rank.index(card) + 1]
        others = [other for other in typed if RANK[other] != RANK[card]]
        return spelled(others if len(others) + len(chosen) == len(typed) else [*others, *chosen])

    def face(self, card: Card) -> Face:
        """Return a card's rank, since suits do not matter."""
        rank = RANKS[RANK[card]]
        return Face(rank, {"BJ": "☆", "RJ": "★"}.get(rank, ""))

    def shows_beliefs(self, felt: Size) -> bool:
        return felt.width > 86 and felt.height >= 28

    # --- the felt --------------------------------------------------------------------------------

    def paint(self, canvas: Canvas, view: View) -> None:
        seen, header, wide = view.seen, self.match.header, canvas.width >= 70
        self.paint_edge(canvas, self._headline(view), f"rules {header.rules}")
        if self.match.turn is None:
            gained, after = self.game.returns(self.match.state), self.match.standing.scores
            law = cast(ZhengShangYou, self.game)
            paint_ending(canvas, ending(law, seen, view.names, gained, after, self.face, self.course(view)))
            return
        ranks = [RANK[card] for card in view.order] if not view.covered else []
        shape = shape_for(canvas, len(set(ranks)) or 11)
        end = canvas.height - (canvas.height > 24)
        room = end - 1 - shape.rows - 1
        high = 6 if room >= 26 and wide else 4 if room >= 14 and wide else 3 if shape is not SLIM else 2
        top = 1 + (room >= 16)
        spare = room - top - high - 3 - shape.size.height
        choices = min(6, 2 + spare // 8) if wide and spare >= 5 else 0
        apart = int(spare >= 9)
        if choices:
            spare -= choices + PLANNED + apart + 1
            end -= choices + PLANNED + apart + 1
        mine = end - max(0, spare - 6) // 3 - shape.rows - 1
        margin = self.paint_plate(canvas, view, mine, *self._mine(canvas, view))
        if view.covered:
            self._covered(canvas, mine, len(view.order), shape, margin + 1)
        else:
            hand(canvas, mine + 1, self.hand_view(view), ranks, shape, margin + 1, bool(seen.legal))
        top += self._opponent(canvas, view, margin, top, high)
        self._middle(canvas, view, top, mine, RANKED if shape is SLIM else shape.size)
        if choices and not view.covered:
            if seen.legal:
                paint_choices(canvas, seen, view.picked, margin, end + 1, choices)
            paint_fewest(canvas, seen, self._typed(view), margin, end + 1 + choices + apart)

    def _headline(self, view: View) -> str:
        """Return what the turn is about."""
        seen, lying = view.seen, view.seen.zone("table").cards
        if self.match.turn is None:
            return f"{view.names[seen.facts['winner']]} laid the last card"
        leader = view.names[seen.facts["to_move"]]
        return f"over {title(lying)}" if lying else f"{who_does([leader], 'lead')}: any pattern"

    def _mine(self, canvas: Canvas, view: View) -> tuple[str, str]:
        """Return what the viewer's plate says: how many cards, and what can be laid."""
        seen = view.seen
        cards = "hand covered" if view.covered else in_turns(Known(seen).left())
        facts = f"{cards} · {self._won(seen.seat)}"
        room = self.room_beside(canvas, view, facts)
        choices = () if view.covered else self._status(seen)
        return facts, first_fitting(choices, room)

    def _status(self, seen: Observation) -> tuple[str, ...]:
        """Return what can be laid, in fewer and fewer words."""
        plays = [action for action in seen.legal if action != PASS]
        if not plays:
            return ("nothing goes over it", "nothing over it", "pass only") if seen.legal else ()
        moves = counted(len(plays), "move")
        if seen.legal[0] == PASS:
            over = f"{len(plays)} {'goes' if len(plays) == 1 else 'go'} over it"
            return f"goes: {listed([name(action) for action in plays])}", over, moves
        chains = sum(len(made.sizes) > 1 for action in plays if (made := pattern(action.cards)))
        return f"{moves}: {len(plays) - chains} of one rank, {counted(chains, 'chain')}", moves

    def _won(self, seat: int) -> str:
        return f"{self.match.standing.scores[seat]:g} won"

    def _covered(self, canvas: Canvas, mine: int, count: int, shape: Shape, margin: int) -> None:
        """Paint a covered hand."""
        height = shape.size.height
        step = max(2, min(RANKED.width, (canvas.width - 2 * margin) // max(1, count)))
        backs(
            canvas, (canvas.width - step * count) // 2, mine + (shape.rows - height) // 2 + 1, count, step, step, height
        )

    def _opponent(self, canvas: Canvas, view: View, x: int, y: int, height: int) -> int:
        """Paint the other seat: its cards, what either seat passed over, and what the coach believes it to hold.

        Return the number of rows.
        """
        palette, seen, seat = canvas.palette, view.seen, 1 - view.seen.seat
        width, turn, count = canvas.width - 2 * x, self.match.turn == seat, seen.zone(f"hand {seat}").count
        expected = self._believed(seat) if self.shows_beliefs(Size(canvas.width, canvas.height)) else {}
        rows = height + 2 * bool(expected)
        canvas.seat_places[seat] = (canvas.width // 2, y + rows // 2)
        plate(canvas, x, y, width, rows, turn)
        left, right = x + 1 + bool(x), x + width - 1
        won = self._won(seat)
        end = canvas.put(
            left, y, short(view.names[seat], 20 if x else 12), palette.gold if turn else palette.fg, bold=True
        )
        cards = counted(count, "card") if x else str(count)
        bot = short_bot(view.bot(seat), right - end - len(won) - len(cards) - 5)
        end = canvas.put(end + 1, y, bot, palette.feltmute) if bot else end
        end = canvas.put(end + 1 + bool(x), y, cards, palette.fg)
        right = canvas.right(right, y, (won, palette.feltmute)) - 1
        known = view.hands.get(seat, seen.zone(f"hand {seat}").cards)
        passed = self._passed(view, seat)
        told = [part for who, plays in passed if plays for part in ((f"  {who} ", False), (plays, True))]
        told = [("passed on", False), *told] if told else [("nobody has passed yet", False)]
        if height == 2:
            self._fan(canvas, known, count, end + 1, y, right - end - 1, 1)
            self._told(canvas, left, y + 1, x + width - left - 1, told)
        elif height == 3:
            self._fan(canvas, known, count, left, y + 1, width - 4, 1)
            self._told(canvas, left, y + 2, width - 4, told)
        else:
            half = x + max(44, width // 2)
            self._fan(canvas, known, count, left, y + 1, half - left - 2, height - 1)
            canvas.put(half, y + 1, "passed on", palette.feltmute)
            for row, (who, plays) in enumerate(passed, y + 2):
                parts = (f"{who}  ", False), (plays or "nothing", bool(plays))
                self._told(canvas, half, row, x + width - half - 1, parts)
        if expected:
            self._expected(canvas, left, y + height, expected)
        return rows

    def _expected(self, canvas: Canvas, x: int, y: int, believed: Mapping[str, Cell]) -> None:
        """Paint how many cards of each rank the coach expects."""
        canvas.put(x - 1, y + 1, "expected", canvas.palette.feltmute)
        for at, rank in enumerate(RANKS):
            expected = believed.get(rank, IMPOSSIBLE)
            canvas.middle(x + 8 + 5 * at, 4, y, rank, canvas.palette.feltmute)
            heat(canvas, x + 8 + 5 * at, y + 1, 4, expected.value / 2, expected.text)

    def _passed(self, view: View, other: int) -> list[tuple[str, str]]:
        """Return of the other seat and the viewer what it passed over: the lowest of each pattern."""
        return [
            (
                f"by {short(in_phrase(view.names[seat]), 12)}",
                ", ".join(spelled(one.cards) for one in passed_over(view.seen, seat)),
            )
            for seat in (other, view.seen.seat)
        ]

    def _told(self, canvas: Canvas, x: int, y: int, room: int, parts: Sequence[tuple[str, bool]]) -> None:
        """Write muted and bold pieces of text into a room, visibly cut."""
        palette, end = canvas.palette, x + room
        for text, bold in parts:
            if x >= end:
                return
            x = canvas.put(x, y, fit(text, max(0, end - x)), palette.fg if bold else palette.feltmute, bold=bold)

    def _fan(self, canvas: Canvas, known: Sequence[Card], count: int, x: int, y: int, room: int, height: int) -> None:
        """Paint a hand of the other seat: backs, or what it is known to hold."""
        palette = canvas.palette
        if not known:
            step = max(1, min(RANKED.width, room // max(1, count)))
            if step * count <= room:
                backs(canvas, x, y, count, step, step, height)
            return
        texts = [alike(rank, size) for rank, size in enumerate(counts(known)) if size]
        padded = sum(len(text) + 3 for text in texts) <= room * height
        at, row, end = x, y, x + room
        for place, text in enumerate(texts):
            text = f" {text} " if padded else text
            last = row == y + height - 1
            if at + len(text) > end - 2 * (last and place < len(texts) - 1):
                if last:
                    canvas.put(at, row, "…", palette.fg)
                    return
                at, row = x, row + 1
            at = canvas.put(at, row, text, palette.ink, palette.cream, True) + 1

    def _believed(self, seat: int) -> Mapping[str, Cell]:
        """Return how many cards of each rank the coach expects in a seat's hand; empty if it gives no beliefs."""
        if (belief := self._belief(seat)) is None:
            return {}
        proof = beliefs.proof(self.game, self.match.observe(1 - seat), [belief])
        by_rank = partial(believed, cast(ZhengShangYou, self.game))
        return beliefs.cells(belief, proof.get(seat, {}), by_rank)

    def _belief(self, seat: int) -> Belief | None:
        """Return what the coach believes of a seat's hand."""
        told = advice.beliefs if (advice := self.tableside.advised) else ()
        return next((belief for belief in told if belief.seat == seat and belief.about == HOLDS), None)

    def expected(self, seat: int) -> tuple[float, ...]:
        """Return how many cards of each rank the coach expects in a seat's hand; () if it gives no beliefs."""
        if (belief := self._belief(seat)) is None:
            return ()
        held = believed(cast(ZhengShangYou, self.game), belief)
        return tuple(held.get(rank, 0.0) for rank in RANKS)

    # --- the middle ------------------------------------------------------------------------------

    def _middle(self, canvas: Canvas, view: View, top: int, bottom: int, size: Size) -> None:
        """Paint the play to beat, what is typed, and the place for passing, between two rows."""
        lying, wide, free = view.seen.zone("table").cards, canvas.width >= 80, bottom - top
        passing = PASS in view.seen.legal and not view.covered
        picked = () if view.covered else view.picked
        frame = Frame.WHOLE if free >= size.height + (2 if wide else 4) else Frame.SIDES
        head = 0 if wide else 1 + (frame is Frame.WHOLE)
        y = top + head + max(0, (free - head - size.height) // 2)
        left, right = (3, canvas.width - 3) if canvas.width > 60 else (1, canvas.width - 1)
        earlier = self._round(view, right - left) if free >= size.height + head + 4 else []
        if earlier:
            y += 1
            self._told(canvas, left, y - head - 2, right - left, earlier)
        if passing:
            row = y + size.height // 2 - 2 if wide else y - head
            self._pass(canvas, view, right - (_PASS if wide else 6), row, wide)
        first, second = _Play(self._lying(view), lying), _Play(self._laying(view), picked, True, frame)
        if wide:
            room = right - left - (_PASS + 2) * passing
            each = (room - 4) // 2 if picked and lying else room
            end = self._beside(canvas, left, y, first, size, each)
            if picked:
                start = max(end + 4, left + (each - _LABEL) * 3 // 4) if lying else max(end + 4, left + 24)
                self._beside(canvas, start, y, second, size, left + room - start)
        else:
            half = (right - left) // 2
            room = half - 2 if picked else right - left - 14 * passing
            self._below(canvas, left, y, first, size, room, head)
            if picked:
                self._below(canvas, left + half + 1, y, second, size, right - left - half - 2, head, 7 * passing)

    def _beside(self, canvas: Canvas, x: int, y: int, what: _Play, size: Size, room: int) -> int:
        """Paint a play beside its label; return the column after it."""
        palette, row = canvas.palette, y + size.height // 2 - 1
        end = canvas.put(x, row, what.label[0], palette.gold if what.mine else palette.fg, bold=True)
        for below, text in enumerate(what.label[1:], row + 1):
            end = max(end, canvas.put(x, below, fit(text, _LABEL - 2 if what.cards else 20), palette.feltmute))
        return self._cards(canvas, x + _LABEL, y, what, size, room - _LABEL) if what.cards else end

    def _below(
        self, canvas: Canvas, x: int, y: int, what: _Play, size: Size, room: int, above: int, taken: int = 0
    ) -> None:
        """Paint a play with its label `above` rows higher; `taken` columns at the right are no room for the label."""
        palette = canvas.palette
        end = canvas.put(x, y - above, what.label[0], palette.gold if what.mine else palette.fg, bold=True) + 1
        canvas.put(end, y - above, fit(what.label[1], max(0, x + room - end - taken)), palette.feltmute)
        if what.cards:
            self._cards(canvas, x + 1, y, what, size, room - 1)

    def _cards(self, canvas: Canvas, x: int, y: int, what: _Play, size: Size, room: int) -> int:
        cards = sorted(what.cards, key=lambda card: RANK[card])
        return play(canvas, x, y, [RANK[card] for card in cards], self.faces(cards), room, size, what.frame)

    def _lying(self, view: View) -> tuple[str, ...]:
        """Return what is said of the play on the table, or of the lead."""
        seen = view.seen
        made = pattern(seen.zone("table").cards)
        if not made:
            leader = view.names[seen.facts["to_move"]] if seen.facts["to_move"] is not None else ""
            leads = who_does([short(leader, 12)], "lead")
            return leads.upper() if leader == "You" else leads, "any pattern"
        whose = view.names[seen.history[-1].seat]
        return "TO BEAT", kind(made), f"by {short(in_phrase(whose), _LABEL - 5)}"

    def _laying(self, view: View) -> tuple[str, ...]:
        """Return what is said of the typed cards."""
        made, seat = pattern(view.picked), view.seen.seat
        own = seat in self.tableside.people or view.names[seat] == "You"
        lays = "YOU LAY" if own else f"{short(view.names[seat], _LABEL - 6)} lays"
        if not made:
            return lays, "mixed"
        keeps = f"keeps {len(view.order) - len(view.picked)}"
        return lays, kind(made), keeps if self._typed(view) else "not legal"

    def _typed(self, view: View) -> Action | None:
        """Return the typed move if it is legal."""
        sizes = counts(view.picked)
        return next((action for action in view.seen.legal if any(sizes) and counts(action.cards) == sizes), None)

    def _pass(self, canvas: Canvas, view: View, x: int, y: int, wide: bool) -> None:
        """Paint the place for passing, with the coach's value of it."""
        palette, advice = canvas.palette, self.tableside.advised
        option = next((option for option in advice.options if option.action == PASS), None) if advice else None
        typed = view.typed == PASS
        canvas.run(x, y + wide, ("p", palette.gold, True), (" pass", palette.fg, typed))
        if typed:
            canvas.put(x - 1, y + wide, "▐", palette.mark)
            canvas.put(x + 6, y + wide, "▌", palette.mark)
        badged = 0 if wide else 7
        canvas.spots.append(Spot(x - badged, y + wide, _PASS if wide else 6 + badged, 1 + 2 * wide, "pass"))
        if wide:
            other = short(view.names[1 - view.seen.seat], _PASS - 6)
            canvas.put(x, y + 2, f"{other} leads", palette.feltmute)
        if option and advice and self.match.turn == view.seen.seat:
            best = advice.action == PASS
            text = worth(option, advice) + (star(advice) if best else "")
            if wide:
                badge(canvas, x, y + 3, 7, text, best)
            elif not view.picked:
                badge(canvas, x - badged, y, 6, text, best)

    def _round(self, view: View, room: int) -> list[tuple[str, bool]]:
        """Return the plays since the lead, without the one to beat: the latest ones that have room."""
        told: list[tuple[str, bool]] = []
        for event in reversed(view.seen.history[:-1]):
            if event.action == PASS or view.seen.history[-1].action == PASS:
                break
            made = (f"  {short(view.names[event.seat], 12)} ", False), (name(event.action), True), (" ▸", False)
            if sum(len(text) for text, _ in (*made, *told)) > room - len("this round  …"):
                told = [("  …", False), *told]
                break
            told = [*made, *told]
        return [("this round", False), *told] if told else []

    # --- beside it -------------------------------------------------------------------------------

    def seen_lines(self, seen: Observation, width: int) -> list[Content]:
        other = 1 - seen.seat
        known = seen.zone(f"hand {other}").cards or self.tableside.open_hands().get(other, ())
        return rank_lines(seen, self.tableside.names, known, self.match.turn is None, width)

    def history_lines(self, view: View, width: int) -> list[Content]:
        lines, lying, history = [], False, view.seen.history
        size = column_width(view.names, 10, width - _MOVE)
        for turn, event in enumerate(history, 1):
            last = event is history[-1]
            lines.append(self._event(view, event, turn, not lying, last, size))
            lying = event.action != PASS
        return [*lines, *self.to_move_lines(view, f"{len(lines) + 1:>2}  ")]

    def _event(self, view: View, event: Event, turn: int, lead: bool, last: bool, size: int) -> Content:
        """Return one line of history; `size` is the width of the name. The last play, a chip, is the one to beat."""
        head = f"{turn:>2} {'▸' if lead else ' '}{short(view.names[event.seat], size):<{size}}"
        if event.action == PASS:
            return Content.assemble(f"{head} ", ("pass", "$text-muted"))
        told = f" {name(event.action)} "
        return Content.assemble(head, (told, f"bold {CARD}" if last else "bold" if lead else ""))

    def result(self, seen: Observation) -> str:
        names, winner = self.tableside.names, self.match.state.winner
        left = len(self.match.state.hands[1 - winner])
        had = f"{names[1 - winner]} had {counted(left, 'card')} left"
        return self.with_match_result(f"{who_does([names[winner]], 'win')} the deal · {had}")


def worth(option: Option, decision: Decision) -> str:
    """Return the value of an option of a decision, or else its probability, as on a badge."""
    if option.value is None:
        return share(option.probability)
    return bare(figure(option.value, decision.unit, words.extra_digits(decision, words.comparable(decision))))
