"""Schafkopf's table: what only Schafkopf has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, NamedTuple, cast

from textual.binding import Binding, BindingType
from textual.content import Content

from ...core import Card, Event, Observation
from ...games.schafkopf.cards import ACES, COLOUR, CONTRACTS, NAMES, RANK, TRUMP
from ...games.schafkopf.rules import CONTRA, Schafkopf
from ...games.schafkopf.typed import name, points, title, wins
from ...games.schafkopf.words import (
    dealt,
    explained,
    last_trick,
    points_known,
    roles,
    side_of,
    tariff,
    trumps_first,
    voids,
)
from ...games.schafkopf.worlds import holders, knowledge
from ...settings import PANELS
from ...typed import french
from ..felt import View
from ..table import KEYS, TableScreen
from ..widgets.board import Board
from ..widgets.cards import Hand, Picture, Spot, box, face, faces
from ..widgets.decisions import share
from ..widgets.line import InputLine
from ..widgets.records import cards_seen, short
from .schafkopf_guide import HELP, TUTORIAL

_ROUND = ("south", "west", "north", "east")
_LAYOUT_ROWS = 9
_SPOKEN = {"pass": "–", "knock": "knock", "contra": "×2", "retour": "×4"}


class Played(NamedTuple):
    """A trick as it lies: who led, the cards in order."""

    leader: int
    cards: tuple[Card, ...]
    over: bool


class SchafkopfScreen(TableScreen):
    """One match of Schafkopf."""

    GUIDE = ("Schafkopf", HELP + KEYS.replace("F9 tutorial", "l  last trick\n         F9 tutorial"))
    TUTORIAL = TUTORIAL
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("l", "last", "last trick", tooltip="last trick: look at it again"),
        *TableScreen.BINDINGS,
    ]
    SHORTCUTS = TableScreen.SHORTCUTS | {"l"}
    SORTED: ClassVar[dict[str, str]] = {
        "number": "trumps first, the strongest first",
        "suit": "by colour, Ober and Unter in their colours",
        "dealt": "the weakest first",
    }
    CSS = """
    SchafkopfScreen #left { width: 48; }
    SchafkopfScreen.-roomy #left { width: 62; }
    SchafkopfScreen.-roomy #seen { width: 32; }
    """

    looking_back = False
    """Whether the last trick is shown in place of the one that lies."""

    @property
    def law(self) -> Schafkopf:
        """The game by its own type."""
        return cast(Schafkopf, self.game)

    # --- typing ---------------------------------------------------------------------------------------

    def changed(self, saved: bool = False) -> None:
        self.looking_back = False
        line = self.query_one(InputLine)
        line.shortcuts = self.SHORTCUTS if self.match.over else self.SHORTCUTS - {"r"}  # as in `ruf-gras`
        super().changed(saved)

    def on_hand_picked(self, event: Hand.Picked) -> None:
        """A click on a card types its number; during the bidding numbers are bids."""
        event.prevent_default()  # one card at a time, unlike at other tables
        if self._seen.facts["phase"] == "play":
            self.type_alone(str(event.number))

    def on_picture_chosen(self, event: Picture.Chosen) -> None:
        """A click on a choice types its number."""
        event.prevent_default()
        self.type_alone(event.word)

    def reason(self, action: str) -> str:
        if action == "last":
            return "" if last_trick(self._seen) else "no trick is over yet"
        return super().reason(action)

    def action_last(self) -> None:
        """The last trick, or back."""
        self.looking_back = not self.looking_back
        self.redraw()

    # --- the table ------------------------------------------------------------------------------------

    def redraw(self) -> None:
        super().redraw()
        if self.query(Picture):
            past, count = self.query_one("#history"), self.query_one("#seen")
            self.query_one("#left").border_title = self._headline(self._seen)
            past.border_title = self._columns(past.content_size.width)
            count.border_title = self._trumps_title(self._seen)
            count.border_subtitle = self._points(self._seen)

    def _headline(self, seen: Observation) -> str:
        """What is played, by whom, and how often it counts double."""
        facts, names = seen.facts, self.seats.names
        doublings = len(facts["knocks"]) + facts["doubled"]
        stock = f"Stock {facts['pot']:g}" if facts["pot"] else ""
        times = f"×{2**doublings} {('', 'contra', 'retour')[facts['doubled']]}".strip() if doublings else ""
        if not facts["contract"]:
            what = {"knock": "Klopfen", "bid": "bidding"}.get(facts["phase"], "all passed")
            return " · ".join(filter(None, (what, times, stock)))
        who = names[facts["declarer"]] if facts["declarer"] is not None else ""
        return " · ".join(filter(None, (title(facts["contract"]), who, times, stock)))

    def status(self, seen: Observation) -> str:
        plays = [action.cards[0] for action in seen.legal if action.cards]
        if not plays:
            return f"{len(seen.legal)} choices" if len(seen.legal) > 1 else ""
        if len(plays) == len(self._order):
            return "any card" if seen.zone("trick").cards else "you lead"
        return "allowed: " + " ".join(str(place) for place, card in enumerate(self._order, 1) if card in plays)

    def me(self, view: View) -> Content:
        if view.covered:
            return Content("")
        seen, seat = view.seen, view.seen.seat
        who = "YOU" if view.names[seat] == "You" else view.names[seat]
        if hand := self._laid_open(view).get(seat):
            mark, cards = self._mark(seen, seat).strip(), faces(self.game, hand, view.four)
            return Content.assemble((f" {f'{who} {mark}'.rstrip()}  ", "bold"), f"{self._pts(seen, seat)}  ", cards)
        mark = " ●" if self.match.turn == seat else ""
        parts = [*roles(seen, seat), self._won(seen, seat)]
        return Content.assemble((f" {who}{mark}  ", "bold"), "  ".join(filter(None, parts)))

    def picture(self, view: View) -> tuple[Sequence[Content], Sequence[Spot]]:
        view = view._replace(hands=self._laid_open(view))
        seen, middle = view.seen, view.width // 2
        gap = max(0, min(3, (view.height - _LAYOUT_ROWS) // 4))
        board = Board(view.height)
        _, west, north, east = ((seen.seat + step) % 4 for step in range(4))
        top = self._seat(view, north, view.width)
        line = Content("  ").join(top)
        board.put(max(0, middle - line.cell_length // 2), 0, line)
        room = max(12, middle - 4)
        board.put(1, 1 + gap, *self._seat(view, west, room))
        for row, piece in enumerate(self._seat(view, east, room), 1 + gap):
            board.put(view.width - 1 - piece.cell_length, row, piece)
        if seen.legal and seen.facts["phase"] != "play" and not view.covered:
            spots = self._choices(view, board, 4 + gap)
            return board.lines(), spots
        spots = []
        trick = self._trick(seen)
        if trick:
            self._lay(view, board, trick, gap)
        if CONTRA in seen.legal:
            x = view.width - 12
            board.put(x, 8 + 3 * gap, Content.styled("[c contra]", "reverse"))
            spots.append(Spot(x, 8 + 3 * gap, 10, 1, "c"))
        return board.lines(), spots

    def _seat(self, view: View, seat: int, room: int) -> list[Content]:
        """A seat in at most three lines of `room` cells: name, part in the deal, tricks; or its open hand."""
        seen = view.seen
        mark, over = self._mark(seen, seat), self.match.turn is None
        head = Content.styled(f"{mark}{short(view.names[seat], 8 if over else 14)}", "bold" if mark != " " else "")
        if hand := view.hands.get(seat):
            head += f" {self._pts(seen, seat)}" if over else ""
            half = -(-len(hand) // 2)
            return [head, *(faces(self.game, row, view.four) for row in (hand[:half], hand[half:]) if row)]
        part = " ".join(roles(seen, seat))
        return [head, *(Content(text[:room]) for text in (part, self._won(seen, seat)) if text)]

    def _laid_open(self, view: View) -> Mapping[int, tuple[Card, ...]]:
        """The hands that lie open; when the deal is over, all of them as they were dealt."""
        over = self.match.turn is None
        hands = dict(enumerate(dealt(self.law, view.seen))) if over else view.hands
        return {seat: trumps_first(view.seen, hand) for seat, hand in hands.items()}

    def _mark(self, seen: Observation, seat: int) -> str:
        """● is to move; ★ is on the declarer's side, as far as it is known."""
        return "●" if seat == self.match.turn else "★" if side_of(seen, seat) == "declarer" else " "

    def _won(self, seen: Observation, seat: int) -> str:
        tricks = len(seen.zone(f"won {seat}").cards) // 4
        return f"{tricks} trick{'s' * (tricks != 1)} {self._pts(seen, seat)}" if seen.facts["contract"] else ""

    def _pts(self, seen: Observation, seat: int) -> str:
        return f"{points(seen.zone(f'won {seat}').cards)} pts"

    def _trick(self, seen: Observation) -> Played | None:
        """The trick that lies; before the next card, or when looking back, the last one."""
        lying = seen.zone("trick").cards
        if lying and not self.looking_back:
            return Played(seen.facts["leader"], lying, False)
        last = last_trick(seen)
        if last is None:
            return None
        taker, cards = int(last.action.to), last.action.cards
        contract = CONTRACTS[seen.facts["contract"]]
        return Played((taker - cards.index(wins(contract, cards))) % 4, cards, True)

    def _lay(self, view: View, board: Board, trick: Played, gap: int) -> None:
        """The cards before their seats, the best in double lines, and what lies there."""
        middle, best = view.width // 2, wins(CONTRACTS[view.seen.facts["contract"]], trick.cards)
        places = {
            "south": (middle - 2, 5 + 2 * gap),
            "west": (middle - 13, 4 + gap),
            "north": (middle - 2, 1),
            "east": (middle + 9, 4 + gap),
        }
        for step, card in enumerate(trick.cards):
            seat = (trick.leader + step) % 4
            x, y = places[_ROUND[(seat - view.seen.seat) % 4]]
            dim = "dim" if trick.over else ""
            board.put(x, y, *box(face(self.game, card, view.four, dim), "", card == best, dim))
            if step == 0:
                board.put(x - 2, y + 1, Content.styled("▸", dim))
        number = sum(event.action.verb == "trick" for event in view.seen.history) + (not trick.over)
        taker = view.names[(trick.leader + trick.cards.index(best)) % 4]
        verb = "took" if trick.over else "hold" if taker == "You" else "holds"
        which = "last trick" if self.looking_back else f"trick {number}"
        text = f"{which} · {points(trick.cards)} pts · {taker} {verb} it"
        board.put(1, 8 + 3 * gap, Content.styled(text, "dim" if trick.over else ""))

    def _choices(self, view: View, board: Board, top: int) -> list[Spot]:
        """What is asked, numbered; as many columns as it takes."""
        legal = view.seen.legal
        rows = max(1, view.height - top)
        columns = max(1, min(-(-len(legal) // rows), view.width // 14))
        rows = min(rows, -(-len(legal) // columns))
        size = min(24, view.width // columns)
        spots = []
        for place, action in enumerate(legal[: rows * columns]):
            column, row = divmod(place, rows)
            text = f"{place + 1:>2} {abridged(name(action), size - 4)}"
            left = (view.width - size * columns) // 2 + size * column
            board.put(left, top + row, Content.assemble((text[:2], "bold"), text[2:]))
            spots.append(Spot(left, top + row, size, 1, str(place + 1)))
        return spots

    # --- beside the table -------------------------------------------------------------------------------

    def _contract(self, seen: Observation) -> str:
        """What is played; before that the trumps are told as in a Sauspiel."""
        return seen.facts["contract"] or "ruf-eichel"

    def _trumps_title(self, seen: Observation) -> str:
        trumps = [card for card in CONTRACTS[self._contract(seen)].trumps if card in self.law.deck]
        known, mine = cards_seen(seen), seen.zone("hand").cards
        own = sum(card in mine for card in trumps)
        gone = sum(card in known for card in trumps) - own
        return f"trumps {gone}/{len(trumps)} gone, {len(trumps) - gone - own} out"

    def seen_lines(self, seen: Observation, width: int) -> list[Content]:
        contract, known, mine = CONTRACTS[self._contract(seen)], cards_seen(seen), seen.zone("hand").cards
        trumps = [card for card in contract.trumps if card in self.law.deck]
        lines = [
            Content(" ").join(_told(NAMES[card], card, known, mine) for card in trumps[start : start + 8])
            for start in range(0, len(trumps), 8)
        ]
        suits = []
        for suit, letter in ((2, "E"), (1, "G"), (3, "H"), (0, "S")):
            cards = [card for card in self.law.deck if contract.suit[card] != TRUMP and COLOUR[card] == suit]
            if cards:
                ranked = sorted(cards, key=lambda card: -RANK[card])
                parts = [_told(NAMES[card][1:], card, known, mine) for card in ranked]
                suits.append(Content.assemble((f"{letter}:", "dim"), *parts))
        across = max(1, (width + 2) // (max(part.cell_length for part in suits) + 2))
        lines += [Content("  ").join(suits[start : start + across]) for start in range(0, len(suits), across)]
        lines += self._voids(seen, width)
        return [*lines, *self._where(seen, width)[:13]] if self.has_class("-roomy") else lines

    def _points(self, seen: Observation) -> str:
        """What the sides have made, as far as it is known."""
        if seen.facts["declarer"] is None:
            return ""
        declarers, others, unknown = points_known(self._all_known(seen))
        return f"declarer {declarers} others {others}{f' ?{unknown}' if unknown else ''}"

    def _voids(self, seen: Observation, width: int) -> list[Content]:
        """Who has shown to be without what, as many on a line as fit."""
        lines = [""]
        for seat, without in voids(seen).items():
            if without and seat != seen.seat:
                letters = "".join(f"{suit[0]}:" for suit in without if suit != "trump")
                suits = (french(letters) if self.house.settings.french else letters).replace(":", "")
                both = ", ".join(filter(None, ("trump" if "trump" in without else "", suits)))
                told = f"{short(self.seats.names[seat], 10)} no {both}"
                joined = f"{lines[-1]} · {told}" if lines[-1] else told
                lines = [*lines[:-1], joined] if len(joined) <= width else [*lines, told]
        return [Content(line) for line in lines if line]

    def _where(self, seen: Observation, width: int) -> list[Content]:
        """In the panel's modes that help: who may hold the cards that matter, all deals that fit counted."""
        if self.seats.panel not in PANELS[2:] or self.seats.covered or self.match.turn is None:
            return []
        held = holders(knowledge(self.law, seen))
        contract = CONTRACTS[self._contract(seen)]
        wanted = [card for card in (contract.called, *contract.trumps, *ACES) if card in held]
        others = [(seen.seat + step) % 4 for step in (1, 2, 3)]
        size = max(5, min(10, (width - 4) // 3))
        head = "".join(short(self.seats.names[seat], size - 1).rjust(size) for seat in others)
        lines = [Content.styled(f"    {head}", "dim")]
        for card in dict.fromkeys(wanted):
            shares = "".join((share(held[card][seat]) if held[card][seat] else "–").rjust(size) for seat in others)
            lines.append(Content(f"{NAMES[card]:<4}{shares}"))
        return lines

    def _all_known(self, seen: Observation) -> Observation:
        """In the panel's modes that help, with the partner known."""
        if self.seats.panel not in ("coach", "open") or self.seats.covered:
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
                lines.append(self._row(spoken, size, " "))
                spoken = {}
            if verb == "trick":
                number += 1
                lines.append(self._row(played, size, f"{number}", event))
                played = {}
            else:
                (played if verb == "play" else spoken)[seat] = self._cell(view, event, not played)
        return lines + [self._row(cells, size, " ") for cells in (spoken, played) if cells]

    def _columns(self, width: int) -> str:
        """The names above the history's columns, from the third cell of the frame."""
        size = _column(width)
        return "".join(f" {short(who, size - 1):<{size - 1}}" for who in self.seats.names)

    def _cell(self, view: View, event: Event, lead: bool) -> Content:
        action = event.action
        if action.verb == "play":
            return Content("▸" if lead else " ") + face(self.game, action.cards[0], view.four)
        if action.verb == "bid":
            return Content(f" {abridged(action.to, 5)}")
        return Content(f" {_SPOKEN[action.verb]}")

    def _row(self, cells: dict[int, Content], size: int, head: str, over: Event | None = None) -> Content:
        line = Content.styled(f"{head:<1} ", "dim")
        for seat in range(4):
            cell = cells.get(seat, Content(""))
            if over and seat == int(over.action.to):
                cell = cell.stylize("bold") + Content("*")
            line += cell.truncate(size, pad=True)
        return line + Content(f"{points(over.action.cards):>4}") if over else line

    def score_lines(self, width: int, rows: int) -> list[Content]:
        seen, over = self._seen, self.match.turn is None
        told = explained(self.law, seen, self.seats.names) if over else [tariff(self.law, seen)]
        lines = [line for text in told for line in Content(text).wrap(max(20, width))] + [Content("")]
        where = [] if self.has_class("-roomy") else self._where(seen, width)
        scores = super().score_lines(width, 3 if where else max(3, rows - len(lines)))
        return [*lines, *scores, *([Content("")] if where else []), *where]

    def result(self) -> str:
        told = explained(self.law, self._seen, self.seats.names)
        champions = " and ".join(self.seats.names[seat] for seat in self.match.standing.winners)
        return " ".join([*[f"Match to {champions}."] * self.match.over, *told[2:], told[0]])


def _told(text: str, card: Card, known: set[Card], mine: Sequence[Card]) -> Content:
    """A card in the count: one's own reversed, one that is out plain, one that is gone as dots."""
    if card in mine:
        return Content.styled(text, "reverse")
    return Content.styled("·" * len(text), "dim") if card in known else Content(text)


def _column(width: int) -> int:
    """Cells for each seat in a history of so many."""
    return max(6, min(10, (width - 6) // 4))


def abridged(choice: str, room: int) -> str:
    """A choice in so many cells, still as one can type it: `solo-eichel-tout` → `solo-e-tout`, `s-e-t`; `sol-e`."""
    if len(choice) <= room:
        return choice
    first, *rest = choice.split("-")
    middle = "-".join([first, *(part[0] for part in rest[:1]), *rest[1:]])
    tail = "".join(f"-{part[0]}" for part in rest)
    return middle if len(middle) <= room else first[: room - len(tail)] + tail
