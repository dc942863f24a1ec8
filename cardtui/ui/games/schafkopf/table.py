"""The table of Schafkopf: what is painted on the felt, and what is said beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from textual.content import Content

from ....core import Action, Belief, Card, Decision, Observation
from ....games.schafkopf.cards import CONTRACTS, NAMES, RAMSCH, SIE, Contract, kind, spoken, title
from ....games.schafkopf.parsing import name, points, wins
from ....games.schafkopf.reasons import side_of
from ....games.schafkopf.rules import CONTRA, Schafkopf
from ....games.schafkopf.settled import bill, explained, payments
from ....games.schafkopf.settlement import WIN
from ....games.schafkopf.words import (
    bid_of,
    lacks,
    last_trick,
    points_known,
    roles,
    sorting,
    tariff,
    trumps_first,
    voids,
)
from ....settings import TELLING
from ....text.language import Language
from ...look.canvas import Canvas
from ...look.cards import SMALL, Size
from ...look.pieces import first_fitting, rail_room
from ...names import short
from ...table.game import GameTable, View
from ...widgets.line import alone
from . import count, own_seat
from .bids import BiddingQuestion, paint_choices
from .end import Ending, ending, paint_end
from .felt import (
    ASKS,
    Seat,
    Trick,
    around,
    hand_size,
    in_a_row,
    paint_buttons,
    paint_partners,
    paint_seat,
    paint_trick,
)
from .history import columns, history
from .scores import score_lines

_FEW_BIDS = 5
"""The most bids that are named in the frame of the input line."""


class SchafkopfTable(GameTable):
    """A table of Schafkopf: three seats around the trick, bids as a list, a settlement at the end."""

    FOUR = True
    WHOLE_BAR = 96  # what else the bar tells changes in length during a deal, and the name is not to come and go
    choice: Action | None = None
    """The bid that is typed."""
    beside = 0
    """The most lines about who may hold what in a section of their own; 0 if they are on the page with the scores."""

    def clicked(self, text: str, word: str) -> str:
        return alone(text, word)

    def picked(self, view: View, text: str, number: int) -> str:
        playing = view.seen.facts["phase"] == "play"  # during the bidding, numbers are bids
        return alone(text, str(number)) if playing else text

    def shows_beliefs(self, felt: Size) -> bool:
        return True

    def panel_decision(self, decision: Decision, seen: Observation, felt: Size) -> Decision:
        """While the choices stand on the felt, each with its value, the coach's own one alone."""
        told = super().panel_decision(decision, seen, felt)
        if not self._asks(seen):
            return told
        return told._replace(options=tuple(option for option in told.options if option.action == told.action))

    def prompt(self, seen: Observation, pending: str) -> str:
        if seen.facts["phase"] == "bid" and len(seen.legal) > _FEW_BIDS:  # they stand on the table
            first = name(seen.legal[1])
            return self.words.say("type 1 to {count} or a name, such as {name}", count=len(seen.legal), name=first)
        return super().prompt(seen, pending)

    @property
    def law(self) -> Schafkopf:
        """The game, with its own type."""
        return cast(Schafkopf, self.game)

    @property
    def say(self) -> Language:
        """The language of the table."""
        return self.words.say

    def progress_text(self, seen: Observation) -> str:
        if self.tableside.over:
            return self.say("deal {deal} · over", deal=self.deal_number)
        if not seen.facts["contract"]:
            return self.say("deal {deal} · bidding", deal=self.deal_number)
        done = sum(event.action.verb == "trick" for event in seen.history) + (not self.tableside.trick.lies)
        return self.say(
            "deal {deal} · trick {number} of {count}", deal=self.deal_number, number=done, count=len(self.law.deck) // 4
        )

    # --- the felt -------------------------------------------------------------------------------------

    def paint(self, canvas: Canvas, view: View) -> None:
        seen = view.seen
        self.paint_edge(canvas, *self._edge(seen, canvas.width))
        if self.tableside.over and not self.looking_back:
            paint_end(canvas, self._ending(seen), self.face)
            return
        asked = bool(seen.legal) and seen.facts["phase"] != "play" and not view.covered
        trick = None if self._asks(seen) else self._trick(view)
        if trick is None and seen.facts["phase"] != "play":
            self._bidding(canvas, view, asked)
            return
        told, size = own_seat.plate(view, canvas.width, self.say), hand_size(canvas, len(self.law.deck) // 4)
        bottom = self.paint_mine(canvas, view, *told, self._gaps(view), size=size, sinks=True)
        laid = around(canvas, bottom)
        self._seats(canvas, view, laid.plates, laid.height)
        paint_trick(canvas, laid, trick, self._me(view))
        chances = [(view.names[seat], chance) for seat, chance in self._chances(seen).items()]
        if laid.height < ASKS and not asked and CONTRA not in seen.legal:
            paint_partners(canvas, laid, chances, self.say)
        buttons = [("c", "Kontra")] * (CONTRA in seen.legal)
        if asked:
            buttons = [(str(number), self.label(action)) for number, action in enumerate(seen.legal, 1)]
        paint_buttons(canvas, laid.caption or bottom, buttons)

    def _asks(self, seen: Observation) -> bool:
        """Whether the choices stand on the felt, numbered, in place of a trick."""
        free = seen.facts["phase"] != "play" and not seen.zone("trick").cards
        return bool(seen.legal) and free and not self.tableside.covered

    def _bidding(self, canvas: Canvas, view: View, asked: bool) -> None:
        """Paint the table without a trick: the seats in a row, below them the choices if the viewer is asked.

        The hand is sorted by the contract that is typed, or else advised.
        """
        sorts = not view.covered and self.settings().sort == "number"
        contract = own_seat.sorting_contract(view.seen, self.choice, self.tableside.advised)
        if sorts:
            view = view._replace(order=trumps_first(view.order, contract))
        size = hand_size(canvas, len(view.order))
        below = int(sorts and size != SMALL and canvas.height >= 30)
        gaps = own_seat.first_plain(view, contract) if sorts else []
        bottom = self.paint_mine(
            canvas, view, *own_seat.plate(view, canvas.width, self.say), gaps, size=size, below=below
        )
        if below:
            own_seat.paint_brackets(canvas, canvas.height - 2, view.order, size, 3, contract, self.say)
        height = 4 if bottom > 14 or view.hands else 3
        top = 1 + (bottom > 14)
        self._seats(canvas, view, in_a_row(canvas, top, height), height)
        if asked:
            paint_choices(canvas, self._asked(view), top + height + (bottom > 14), bottom)

    def _gaps(self, view: View) -> list[int]:
        """Return the place of the first plain card of a hand that is sorted by trumps."""
        return (
            own_seat.first_plain(view, sorting(view.seen))
            if self.settings().sort == "number" and not view.covered
            else []
        )

    def _edge(self, seen: Observation, width: int) -> tuple[str, str]:
        """Return the contract, and what it pays, as far as there is room."""
        cents, contract = self.law.options, CONTRACTS.get(seen.facts["contract"])
        heads = self._headlines(seen, contract)
        if contract is None:
            parts = [f"Sauspiel {cents['sauspiel']} · Solo {cents['solo']} ct"]
        else:
            base = f"{cents['sauspiel' if kind(contract) in ('Sauspiel', 'Ramsch') else 'solo']} ct"
            runs, schneider = f"Laufende {cents['laufende']}", f"Schneider {cents['schneider']}"
            needs_all = contract.tout or contract.kind == SIE  # all tricks
            more = [] if contract.kind == RAMSCH else [runs] if needs_all else [schneider, runs]
            parts = [" · ".join([base, *more[at:]]) for at in range(len(more) + 1)]
        least = parts[-2:][0]  # the price, and one more
        left = next((head for head in heads if len(least) <= rail_room(head, width)), heads[-1])
        return left, first_fitting(parts, rail_room(left, width))

    def _headlines(self, seen: Observation, contract: Contract | None) -> list[str]:
        """Return the contract, the declarer, and how often the deal is doubled, from long to short."""
        facts, names, say = seen.facts, self.tableside.names, self.say
        doublings = len(facts["knocks"]) + facts["doubled"]
        stock = f"Stock {facts['pot']:g}" if facts["pot"] else ""
        times = f"×{2**doublings} {('', 'Kontra', 'Re')[facts['doubled']]}".strip() if doublings else ""
        if contract is None:
            what = {"knock": say("Klopfen"), "bid": say("Who plays?")}.get(facts["phase"], say("all passed"))
            return [" · ".join(filter(None, (what, times, stock)))]
        if facts["declarer"] is None:
            return [" · ".join(filter(None, ("Ramsch", aim, times, stock))) for aim in (say("most points lose"), "")]
        who = names[facts["declarer"]]
        called = f" ({NAMES[contract.called]})" if contract.called is not None else ""
        whats = (f"{title(contract.name)}{called}", title(contract.name), spoken(contract.name))
        return [" · ".join(filter(None, (what, who, times, stock))) for what in whats]

    def _seats(self, canvas: Canvas, view: View, places: Sequence[tuple[int, int, int, int]], height: int) -> None:
        """Paint the plates of the other seats."""
        chances = self._chances(view.seen)
        for step, place in enumerate(places, 1):
            seat = (view.seen.seat + step) % 4
            canvas.seat_places[seat] = (place[0] + place[2] // 2, place[1] + place[3] // 2)
            paint_seat(canvas, self._seat(view, seat, chances), place, height)

    def _seat(self, view: View, seat: int, chances: Mapping[int, float]) -> Seat:
        seen, say = view.seen, self.say
        hand = self._hands(view).get(seat, ())
        without = voids(seen, say)[seat]
        star = "★ " * (side_of(seen, seat) == "declarer")
        return Seat(
            name=star + view.names[seat],
            bot=view.bot(seat),
            turn=self.match.turn == seat,
            roles=roles(seen, seat, say),
            said=" · ".join([*[say("Klopfen")] * (seat in seen.facts["knocks"]), *bid_of(seen, seat)]),
            waits=say("yet to speak") if seen.facts["phase"] in ("knock", "bid") else "",
            won=own_seat.won(seen, seat),
            proved=lacks([", ".join(without)], say) if without else "",
            proved_brief=count.lacks_in_letters(without, self.settings().french, say) if without else "",
            chance=chances.get(seat),
            backs=seen.zone(f"hand {seat}").count,
            faces=self.faces(hand),
            say=say,
        )

    def _hands(self, view: View) -> Mapping[int, tuple[Card, ...]]:
        """Return the open hands."""
        contract = sorting(view.seen)
        return {seat: trumps_first(hand, contract) for seat, hand in view.hands.items()}

    def _me(self, view: View) -> str:
        """Return what the viewer's place is called."""
        return self.say("you") if view.seen.seat in self.tableside.people else view.names[view.seen.seat]

    def _asked(self, view: View) -> BiddingQuestion:
        """Return the question that the viewer has to answer."""
        seen, facts = view.seen, view.seen.facts
        bids = [(seat, bid) for seat, bid in enumerate(facts["bids"]) if bid not in ("", "pass")]
        say, note = self.say, ""
        if facts["phase"] == "bid":
            calls = [f"{short(view.names[seat], 14)}: {spoken(bid)}" for seat, bid in bids if seat != seen.seat]
            note = " · ".join(calls) or say("nobody has bid yet")
        choice = self.choice if self.choice in seen.legal else None
        heads = {"knock": say("KLOPFEN?"), "bid": say("YOUR BID"), "contra": "KONTRA?", "retour": "RE?"}
        head = heads.get(facts["phase"], say("YOUR CHOICE"))
        return BiddingQuestion(head, note, seen.legal, choice, self.tableside.advised, self.settings().french, say)

    def _trick(self, view: View) -> Trick | None:
        """Return the trick to show: the current one, the last one if it is asked for, or what was taken last."""
        seen = view.seen
        lying, over = seen.zone("trick").cards, False
        last, leader = last_trick(seen), seen.facts["leader"]
        if not lying or self.looking_back:
            if last is None:
                return None
            taker, lying, over = int(last.action.to), last.action.cards, True
            leader = (taker - lying.index(wins(CONTRACTS[seen.facts["contract"]], lying))) % 4
        best = lying.index(wins(CONTRACTS[seen.facts["contract"]], lying))
        number = sum(event.action.verb == "trick" for event in seen.history) + (not over)
        taker_name, say = view.names[(leader + best) % 4], self.say
        if taker_name == say("You"):
            whose = say("You took it") if over else say("You hold it")
        else:
            whose = say("{name} took it") if over else say("{name} holds it")
        which = say("last trick") if self.looking_back else say("trick {number}", number=number)
        caption = (which, say("{count} points", count=points(lying)), taker_name, whose)
        places = [(leader + at - seen.seat) % 4 for at in range(len(lying))]
        swept = over and not self.looking_back and not self.tableside.trick.lies
        return Trick(places, self.faces(lying), best, swept, caption)

    def trick_taker(self, seen: Observation) -> int | None:
        last = last_trick(seen)
        return int(last.action.to) if last else None

    def _ending(self, seen: Observation) -> Ending:
        """Return what the end of the deal tells."""
        paid = self.law.returns(self.match.state)
        if not seen.facts["contract"] and self.law.allpass == "redeal":
            paid = (0.0 - self.law.stock,) * 4
        return ending(self.law, seen, self.tableside.names, paid, self.match.standing.scores, self.say)

    # --- beside it ------------------------------------------------------------------------------------

    def seen_lines(self, seen: Observation, width: int) -> list[Content]:
        names, french = self.tableside.names, self.settings().french
        suits = count.suits(self.law, seen, width, french)
        without = count.void_lines(seen, names, width, french, self.say)
        points = self._points(seen, width)
        least = not self.beside and not self.tableside.over  # what comes last may be cut off
        return [*count.trumps(self.law, seen), *([*points, *without, *suits] if least else [*suits, *without, *points])]

    @property
    def coach_beliefs(self) -> Sequence[Belief]:
        """The coach's beliefs about who holds which card; () if it tells none."""
        advice = self.tableside.advised
        return [belief for belief in advice.beliefs if belief.about == "holds"] if advice else ()

    def holder_chances(self, seen: Observation) -> Mapping[Card, Sequence[float]]:
        """In modes that help: the probability of each seat to hold each unseen card."""
        if not self._helps():
            return {}
        believed = {belief.seat: belief.values for belief in self.coach_beliefs}
        counted = count.proved(self.law, seen)
        if not believed:
            return counted
        return {
            card: [believed.get(seat, {}).get(NAMES[card], 0.0) for seat in range(self.law.seats)] for card in counted
        }

    def holder_lines(self, seen: Observation, width: int, rows: int) -> list[Content]:
        """Return who may hold which card, the important ones first, in at most `rows` lines."""
        held = self.holder_chances(seen)
        samples = max((belief.samples for belief in self.coach_beliefs), default=0)
        return (
            count.holder_lines(self.law, seen, self.tableside.names, width, held, samples, rows, self.say)
            if held
            else []
        )

    def holder_heads(self, seen: Observation, width: int) -> str:
        """Return the names above the columns of `holder_lines` on a narrow screen; "" where it is one sentence."""
        samples = max((belief.samples for belief in self.coach_beliefs), default=0)
        if count.nothing_known(self.holder_chances(seen), seen.seat, samples):
            return ""
        others = [self.tableside.names[(seen.seat + step) % 4] for step in (1, 2, 3)]
        return count.column_heads(others, width)

    def _helps(self) -> bool:
        """Whether the panel's mode tells what follows from all that was seen."""
        return self.tableside.panel in TELLING and not self.tableside.covered and self.match.turn is not None

    def _chances(self, seen: Observation) -> Mapping[int, float]:
        """In modes that help: the probability of each seat to be the partner, while that is open."""
        if not self._helps() or not seen.facts["called"] or seen.facts["partner"] is not None:
            return {}
        called = CONTRACTS[seen.facts["contract"]].called if seen.facts["contract"] else None
        held = self.holder_chances(seen)
        if called is None or called not in held:
            return {}
        return {
            seat: held[called][seat]
            for seat in range(self.law.seats)
            if seat not in (seen.seat, seen.facts["declarer"])
        }

    def _points(self, seen: Observation, width: int) -> list[Content]:
        """Return the points of both sides, as far as they are known; with a bar where there is room."""
        if seen.facts["declarer"] is None:
            return []
        declarers, others, unknown = points_known(self._all_known(seen))
        told = self.say("declarer {one} others {two}", one=declarers, two=others)
        told += f" ?{unknown}" if unknown else ""
        left = width - len(told) - 2
        contract = CONTRACTS[seen.facts["contract"]]
        if left < 12 or contract.tout or contract.kind == SIE:  # these need all tricks
            return [Content(told)]
        ours, theirs = (round(left * value / 120) for value in (declarers, others))
        theirs = min(theirs, left - ours)
        middle = left - ours - theirs
        line = Content.assemble(
            ("━" * ours, "$text-success"), ("━" * middle, "$text-muted 40%"), ("━" * theirs, "$text-error")
        )
        mark = round(left * WIN / 120)
        lines = [Content.assemble(told, "  ", line[:mark], ("┃", "bold"), line[mark + 1 :])]
        if self.beside:
            wins = self.say("{count} to win", count=WIN)
            at = min(len(told) + 2 + mark - len(wins) // 2, width - len(wins))
            lines.append(Content.styled(" " * at + wins, "$text-muted"))
        return lines

    def _all_known(self, seen: Observation) -> Observation:
        """Where all cards lie open, return the observation with the partner revealed."""
        if self.tableside.panel != "open" or self.tableside.covered:
            return seen
        return seen._replace(facts={**seen.facts, "partner": self.match.state.partner})

    def history_title(self, width: int) -> tuple[str, str]:
        return self.say("trick"), columns(self.tableside.names, width)

    def history_lines(self, view: View, width: int) -> list[Content]:
        return history(self.law, view.seen, width, self.say)

    def score_lines(self, seen: Observation, width: int, rows: int) -> list[Content]:
        names, over = self.tableside.names, self.tableside.over
        told = explained(self.law, seen, names, self.say) if over else [tariff(self.law, seen, self.say)]
        told = [*told[:2], *told[3:]]  # the payments are shown with the scores
        totals, winners = self.tableside.totals(), self.tableside.standing.winners
        if self.beside and rows < 5 and not over and len(totals) > 1 and self.holder_chances(seen):
            told = []  # the felt's edge tells the tariff; the room is for the tricks
        lines = [line for text in told for line in Content(text).wrap(max(20, width))]
        scores = score_lines(names, totals, winners, width) if len(totals) > 1 else []
        where = [] if self.beside else self.holder_lines(seen, width, 40)
        return [line for part in (scores, lines, where) if part for line in (Content(""), *part)][1:]

    def result(self, seen: Observation) -> str:
        names, say = self.tableside.names, self.say
        told = explained(self.law, seen, names, say)[:1]
        if paper := bill(self.law, seen):
            told.insert(0, f"{payments(names, paper)}.")
        if self.match.over:
            *others, last = [names[seat] for seat in self.match.standing.winners]
            champions = say("{one} and {two}", one=", ".join(others), two=last) if others else last
            told.insert(0, say("Match to {names}.", names=champions))
        return " ".join(told)
