"""The table of Schafkopf: what is painted on the felt, and what is said beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from textual.content import Content

from ...core import Action, Card, Event, Observation
from ...games.schafkopf.cards import CONTRACTS, RAMSCH, TRUMP
from ...games.schafkopf.parsing import points, title, wins
from ...games.schafkopf.refusals import suit_name
from ...games.schafkopf.rules import CONTRA, Schafkopf
from ...games.schafkopf.words import (
    explained,
    kind,
    last_trick,
    points_known,
    roles,
    side_of,
    tariff,
    trumps_first,
    voids,
)
from ...settings import TELLING
from ..gametable import GameTable, View
from ..look.canvas import Canvas
from ..widgets.cards import face
from ..widgets.records import score_lines, short
from . import schafkopf_count as count
from .schafkopf_bids import Asked, abridged, paint_choices
from .schafkopf_end import Ending, ending, paint_end
from .schafkopf_felt import Seat, Trick, around, in_a_row, paint_buttons, paint_seat, paint_trick

_SPOKEN = {"pass": "–", "knock": "kn", "contra": "×2", "retour": "×4"}
_HEAD, _POINTS = 6, 3
"""Widths before and after the columns of the seats in the history."""
_ASKED = {"knock": "KLOPFEN", "bid": "YOUR BID", "contra": "CONTRA?", "retour": "RETOUR?"}


class SchafkopfTable(GameTable):
    """A table of Schafkopf: three seats around the trick, bids as a list, a settlement at the end."""

    looking_back = False
    """Whether the last trick is shown instead of the current one."""
    choice: Action | None = None
    """The bid that is typed."""
    roomy = 0
    """The number of lines about who may hold what below the trumps; 0 if they are on the page with the scores."""

    @property
    def law(self) -> Schafkopf:
        """The game, with its own type."""
        return cast(Schafkopf, self.game)

    # --- the felt -------------------------------------------------------------------------------------

    def paint(self, canvas: Canvas, view: View) -> None:
        seen = view.seen
        self.paint_edge(canvas, *self._edge(seen, canvas.width))
        if self.match.turn is None and not self.looking_back:
            paint_end(canvas, self._ending(seen), self.face)
            return
        bottom = self.paint_mine(canvas, view, *self._mine(view, canvas.width), self._gaps(view))
        asked = bool(seen.legal) and seen.facts["phase"] != "play" and not view.covered
        trick = self._trick(view) if seen.zone("trick").cards or not asked else None
        if trick is None and seen.facts["phase"] != "play":
            self._bidding(canvas, view, bottom, asked)
            return
        laid = around(canvas, bottom)
        self._seats(canvas, view, laid.plates, laid.height)
        paint_trick(canvas, laid, trick, self._me(view))
        buttons = [("c", "contra")] * (CONTRA in seen.legal)
        if asked:
            buttons = [(str(number), self.label(action)) for number, action in enumerate(seen.legal, 1)]
        paint_buttons(canvas, laid.caption or bottom, buttons)

    def _bidding(self, canvas: Canvas, view: View, bottom: int, asked: bool) -> None:
        """Paint the table without a trick: the seats in a row, and below them the choices if the viewer is asked."""
        height = 4 if bottom > 14 or view.hands else 3
        top = 1 + (bottom > 14)
        self._seats(canvas, view, in_a_row(canvas, top, height), height)
        if asked:
            paint_choices(canvas, self._asked(view), top + height + (bottom > 14), bottom)

    def _edge(self, seen: Observation, width: int) -> tuple[str, str]:
        """Return the contract, and what it pays, as far as there is room."""
        left, cents = self._headline(seen), self.law.options
        contract = CONTRACTS[seen.facts["contract"]] if seen.facts["contract"] else None
        if contract is None:
            parts = [f"Sauspiel {cents['sauspiel']} · Solo {cents['solo']} ct"]
        else:
            base = f"{cents['sauspiel' if kind(contract) in ('Sauspiel', 'Ramsch') else 'solo']} ct"
            runs, schneider = f"Laufende {cents['laufende']}", f"Schneider {cents['schneider']}"
            more = [] if contract.kind == RAMSCH else [runs] if contract.tout else [schneider, runs]
            parts = [" · ".join([base, *more[at:]]) for at in range(len(more) + 1)]
        room = width - len(left) - 5
        return left, next((text for text in parts if len(text) <= room), "")

    def _headline(self, seen: Observation) -> str:
        """Return the contract, the declarer, and how often the deal is doubled."""
        facts, names = seen.facts, self.tableside.names
        doublings = len(facts["knocks"]) + facts["doubled"]
        stock = f"Stock {facts['pot']:g}" if facts["pot"] else ""
        times = f"×{2**doublings} {('', 'contra', 'retour')[facts['doubled']]}".strip() if doublings else ""
        if not facts["contract"]:
            what = {"knock": "Klopfen", "bid": "Who plays?"}.get(facts["phase"], "all passed")
            return " · ".join(filter(None, (what, times, stock)))
        who = names[facts["declarer"]] if facts["declarer"] is not None else ""
        return " · ".join(filter(None, (title(facts["contract"]), who, times, stock)))

    def _seats(self, canvas: Canvas, view: View, places: Sequence[tuple[int, int, int, int]], height: int) -> None:
        """Paint the plates of the other seats."""
        chances = self._chances(view.seen)
        for step, place in enumerate(places, 1):
            seat = (view.seen.seat + step) % 4
            paint_seat(canvas, self._seat(view, seat, chances), place, height)

    def _seat(self, view: View, seat: int, chances: Mapping[int, float]) -> Seat:
        seen, known = view.seen, _roles(view.seen, seat)
        said = next((role.removeprefix("bids ") for role in known if role.startswith(("bids ", "passed"))), "")
        rest = [role for role in known if role != said and not role.startswith("bids ")]
        hand = self._hands(view).get(seat, ())
        lacks = voids(seen)[seat]
        star = "★ " * (side_of(seen, seat) == "declarer")
        return Seat(
            name=star + view.names[seat],
            bot=view.bot(seat),
            turn=self.match.turn == seat,
            roles=rest,
            said=said,
            won=self._won(seen, seat),
            proved=f"no {', '.join(lacks)}" if lacks else "",
            chance=chances.get(seat),
            backs=seen.zone(f"hand {seat}").count,
            faces=self.faces(hand),
        )

    def _hands(self, view: View) -> Mapping[int, tuple[Card, ...]]:
        """Return the open hands."""
        return {seat: trumps_first(view.seen, hand) for seat, hand in view.hands.items()}

    def _me(self, view: View) -> str:
        """Return what the viewer's place is called."""
        return "you" if view.seen.seat in self.tableside.people else view.names[view.seen.seat]

    def _won(self, seen: Observation, seat: int) -> tuple[int, int] | None:
        """Return a seat's tricks and points, once there is a contract."""
        won = seen.zone(f"won {seat}").cards
        return (len(won) // 4, points(won)) if seen.facts["contract"] else None

    def _mine(self, view: View, width: int) -> tuple[str, str]:
        """Return what the viewer's plate says: its part, tricks and points, and what is allowed."""
        seen, seat = view.seen, view.seen.seat
        if view.covered:
            return "hand covered", ""
        signs = [{"contra": "×2", "retour": "×4"}.get(role, role) for role in _roles(seen, seat)]
        fewer = [role for role in signs if role not in ("dealer", "forehand")]
        won = self._won(seen, seat)
        long = f"{won[0]} trick{'s' * (won[0] != 1)}  {won[1]} pts" if won else ""
        brief = f"{won[0]} tr {won[1]} pts" if won else ""
        wide = (
            [" · ".join(signs), long],
            [" · ".join(signs), brief],
            [" · ".join(fewer), long],
            [" · ".join(fewer), brief],
        )
        margin = 2 if width > 60 else 0
        room = width - 3 * margin - (margin > 0) - len(view.names[seat][:16]) - 6  # as `paint_mine` counts it
        tries = [("  ".join(filter(None, facts)), right) for right in self._allowed(view) for facts in wide]
        return next((pair for pair in tries if sum(map(len, pair)) <= room), tries[-1])

    def _allowed(self, view: View) -> list[str]:
        """Return what may be played, in long and in short."""
        seen = view.seen
        plays = [action.cards[0] for action in seen.legal if action.cards]
        if not plays:
            return [f"{len(seen.legal)} choices"] if len(seen.legal) > 1 else [""]
        trick = seen.zone("trick").cards
        if len(plays) == len(view.order):
            return ["any card" if trick else "you lead"]
        places = [str(place) for place, card in enumerate(view.order, 1) if card in plays]
        told = f"{', '.join(places[:-1])} or {places[-1]}" if len(places) > 1 else places[0]
        if not trick:
            return [f"you lead: play {told}", f"lead {told}"]
        suit = suit_name(CONTRACTS[seen.facts["contract"]].suit[trick[0]]).capitalize()
        return [f"{suit} was led: play {told}", f"{suit} led: {told}", f"play {told}"]

    def _gaps(self, view: View) -> list[int]:
        """Return the place of the first plain card of a hand that is sorted by trumps."""
        if view.covered or self.settings().sort != "number":
            return []
        suit = CONTRACTS[view.seen.facts["contract"] or "ruf-eichel"].suit
        first = next((place for place, card in enumerate(view.order) if suit[card] != TRUMP), 0)
        return [first] if first else []

    def _asked(self, view: View) -> Asked:
        """Return the question that the viewer has to answer."""
        seen, facts = view.seen, view.seen.facts
        bids = [(seat, bid) for seat, bid in enumerate(facts["bids"]) if bid not in ("", "pass")]
        note = ""
        if facts["phase"] == "bid":
            calls = [f"{short(view.names[seat], 14)}: {title(bid)}" for seat, bid in bids if seat != seen.seat]
            note = " · ".join(calls) or "nobody has bid yet"
        choice = self.choice if self.choice in seen.legal else None
        head = _ASKED.get(facts["phase"], "YOUR CHOICE")
        return Asked(head, note, seen.legal, choice, self.tableside.advised, self.settings().french)

    def _trick(self, view: View) -> Trick | None:
        """Return the trick to show: the current one, or the last one if none lies there or it is asked for."""
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
        taker_name = view.names[(leader + best) % 4]
        verb = "took" if over else "hold" if taker_name == "You" else "holds"
        which = "last trick" if self.looking_back else f"trick {number}"
        caption = (which, f"{points(lying)} points", f"{taker_name} {verb} it")
        places = [(leader + at - seen.seat) % 4 for at in range(len(lying))]
        return Trick(places, self.faces(lying), best, over and not self.looking_back, caption)

    def _ending(self, seen: Observation) -> Ending:
        """Return what the end of the deal tells."""
        paid = self.law.returns(self.match.state)
        if not seen.facts["contract"] and self.law.allpass == "redeal":
            paid = (0.0 - self.law.stock,) * 4
        return ending(self.law, seen, self.tableside.names, paid, self.match.standing.scores)

    # --- beside it ------------------------------------------------------------------------------------

    def seen_lines(self, seen: Observation, width: int) -> list[Content]:
        names, french = self.tableside.names, self.settings().french
        lines = [*count.cards(self.law, seen, width, french), *count.without(seen, names, width, french)]
        lines += self._points(seen, width)
        return [*lines, *self._where(seen, width)[: self.roomy]]

    def _where(self, seen: Observation, width: int) -> list[Content]:
        """In modes that help: who may hold the important cards."""
        if not self._helps():
            return []
        return count.shares(self.law, seen, self.tableside.names, width)

    def _helps(self) -> bool:
        """Whether the panel's mode tells what follows from all that was seen."""
        return self.tableside.panel in TELLING and not self.tableside.covered and self.match.turn is not None

    def _chances(self, seen: Observation) -> Mapping[int, float]:
        """In modes that help: the probability of each seat to be the partner, while that is open."""
        if not self._helps() or not seen.facts["called"] or seen.facts["partner"] is not None:
            return {}
        return count.partner(self.law, seen)

    def _points(self, seen: Observation, width: int) -> list[Content]:
        """Return the points of both sides, as far as they are known; with a bar where there is room."""
        if seen.facts["declarer"] is None:
            return []
        declarers, others, unknown = points_known(self._all_known(seen))
        told = f"declarer {declarers} others {others}{f' ?{unknown}' if unknown else ''}"
        left = width - len(told) - 2
        if left < 12:
            return [Content(told)]
        ours, theirs = (round(left * value / 120) for value in (declarers, others))
        theirs = min(theirs, left - ours)
        middle = left - ours - theirs
        line = Content.assemble(
            ("━" * ours, "$text-success"), ("━" * middle, "$text-muted 40%"), ("━" * theirs, "$text-error")
        )
        mark = round(left * 61 / 120)
        return [Content.assemble(told, "  ", line[:mark], ("┃", "bold"), line[mark + 1 :])]

    def _all_known(self, seen: Observation) -> Observation:
        """In modes that help, return the observation with the partner revealed."""
        if self.tableside.panel not in ("coach", "open") or self.tableside.covered:
            return seen
        return seen._replace(facts={**seen.facts, "partner": self.match.state.partner})

    def history_lines(self, view: View, width: int) -> list[Content]:
        size, lines = _column(width), []
        spoken: dict[int, Content] = {}
        played: dict[int, Content] = {}
        number = 0
        for event in view.seen.history:
            verb, seat = event.action.verb, event.seat
            if spoken and (verb == "trick" or seat in spoken or (verb == "play" and not played)):
                lines.append(self._row(spoken, size, "bid"))
                spoken = {}
            if verb == "trick":
                number += 1
                lines.append(self._row(played, size, f"{number}", event))
                played = {}
            else:
                (played if verb == "play" else spoken)[seat] = self._cell(view, event, not played, size)
        lines += [self._row(spoken, size, "bid")] * bool(spoken)
        return lines + [self._row(played, size, f"{number + 1}")] * bool(played)

    def columns(self, width: int) -> str:
        """Return the names above the columns of a history of this width, from the column of the first seat on."""
        size = _column(width)
        return "".join(f" {short(who, size - 1):<{size - 1}}" for who in self.tableside.names).strip()

    def _cell(self, view: View, event: Event, lead: bool, size: int) -> Content:
        action = event.action
        if action.verb == "play":
            return Content("▸" if lead else " ") + face(self.game, action.cards[0], view.four)
        told = abridged(action.to, size - 1) if action.verb == "bid" else _SPOKEN[action.verb]
        return Content(f" {told}" if len(told) < size else told)

    def _row(self, cells: dict[int, Content], size: int, head: str, over: Event | None = None) -> Content:
        line = Content.styled(f"{head:<{_HEAD}}", "dim")
        for seat in range(4):
            cell = cells.get(seat, Content(""))
            if over and seat == int(over.action.to):
                card = cell[1:]
                cell = cell[:1] + Content.styled(card.plain.ljust(3), "bold reverse $warning")
            line += cell.truncate(size, pad=True, ellipsis=cell.cell_length > size)
        return line + Content.styled(f"{points(over.action.cards):>{_POINTS}}", "bold") if over else line

    def score_lines(self, seen: Observation, width: int, rows: int) -> list[Content]:
        names, over = self.tableside.names, self.match.turn is None
        told = explained(self.law, seen, names) if over else [tariff(self.law, seen)]
        paid = self.law.returns(self.match.state) if over and len(told) > 1 else ()
        told = [*told[:2], *told[3:]]  # the payments are shown with the scores
        lines = [line for text in told for line in Content(text).wrap(max(20, width))]
        where = [] if self.roomy else self._where(seen, width)
        rows = 3 if where else max(0 if over else 3, rows - len(lines) - 1)
        played_by = self.tableside.played_by
        scores = score_lines(names, self.match.results(), self.match.standing, width, rows, paid, played_by)
        if over:  # the felt tells the bill, too
            return [*scores, Content(""), *lines]
        return [*lines, Content(""), *scores, *([Content("")] if where else []), *where]

    def result(self, seen: Observation) -> str:
        told = explained(self.law, seen, self.tableside.names)
        champions = " and ".join(self.tableside.names[seat] for seat in self.match.standing.winners)
        return " ".join([*[f"Match to {champions}."] * self.match.over, *told[2:3], told[0]])


def _roles(seen: Observation, seat: int) -> list[str]:
    """Return what is known of a seat's part in the deal, the most important first."""
    return sorted(roles(seen, seat), key=lambda role: role in ("dealer", "forehand"))


def _column(width: int) -> int:
    """Return the width of each seat's column in a history of this width."""
    return max(4, min(14, (width - _HEAD - _POINTS) // 4))
