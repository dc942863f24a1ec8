"""What a seat knows of the hidden cards, and uniform samples of the deals that fit. Standard library only.

A deal fits if every past action of every seat was legal in it (§13). This is exactly equivalent to the following:
- a seat that did not follow suit holds no card of that suit;
- a seat that bid a Sauspiel, even one that was not played, was dealt a plain card of its suit but not the ace;
- a seat that was forced to play (§9.4) was dealt the Eichel-Ober;
- a seat that said contra does not hold the called ace; a seat other than the declarer that said retour does;
- when the called suit is led, the ace is played; if not, the leader has run away: it holds the ace and had four cards
  of the suit (§7.6). While such a trick is unfinished, its leader may be running away; only then it must have had four.
Passing tells nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import comb
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from ...core import Card, Event, Observation, Refusal
from .cards import CONTRACTS, EICHEL_OBER, LONG, RUNAWAY

if TYPE_CHECKING:
    from .rules import Schafkopf

Mask = int
"""A set of cards as a bit mask: card `c` is bit `c`."""


class Need(NamedTuple):
    """A constraint: the seat holds at least `least` of these unseen cards."""

    seat: int
    cards: Mask
    least: int


class Knowledge(NamedTuple):
    """All that follows from an observation about the cards that its seat has not seen."""

    unseen: Mask
    counts: tuple[int, ...]
    """Number of unseen cards of each seat. During knocking they include the second packets, even the seat's own."""
    may: tuple[Mask, ...]
    """The unseen cards that each seat may hold."""
    needs: tuple[Need, ...]
    ace: Card | None = None
    runaway_need: Need | None = None
    """A need that applies only if its seat holds `ace`; the ace counts towards it."""


def mask(cards: tuple[Card, ...] | list[Card]) -> Mask:
    """Return the set of these cards.

    >>> mask((0, 2, 5))
    37
    """
    return sum([1 << card for card in cards])


def members(cards: Mask) -> tuple[Card, ...]:
    """Return the cards of a set, ascending.

    >>> members(37)
    (0, 2, 5)
    """
    return tuple([card for card in LONG if cards >> card & 1])


@cache
def suit_mask(contract: str, suit: int) -> Mask:
    """Return all cards of a suit in a contract."""
    return mask([card for card in LONG if CONTRACTS[contract].suit[card] == suit])


# --- what follows ---------------------------------------------------------------------------------


def knowledge(game: Schafkopf, seen: Observation) -> Knowledge:
    """Return what the observation proves."""
    proof = Proof(game, seen)
    proof.from_bids()
    for leader, trick in tricks(seen.history):
        proof.trick(leader, trick)
    needs = tuple([need for need in proof.needs if need.seat != seen.seat and need.least > 0])
    ace, runaway_need = proof.called, proof.runaway_need
    if ace is None or runaway_need is None or not proof.may[runaway_need.seat] >> ace & 1:
        ace = runaway_need = None
    return Knowledge(proof.unseen, proof.counts, tuple(proof.may), needs, ace, runaway_need)


class Proof:
    """Collects what an observation proves, event by event."""

    def __init__(self, game: Schafkopf, seen: Observation) -> None:
        self.game, self.seen = game, seen
        zones = seen.hands
        size = len(game.deck) // game.seats if seen.facts["phase"] == "knock" else None
        self.unseen = mask(game.deck) & ~mask([card for zone in seen.zones for card in zone.cards])
        self.counts = tuple([(size or zone.count) - len(zone.cards) for zone in zones])
        self.may = [self.unseen if count else 0 for count in self.counts]
        self.needs: list[Need] = []
        self.runaway_need: Need | None = None
        self.contract = CONTRACTS.get(seen.facts["contract"])
        self.called = self.contract.called if self.contract else None
        self.shown = [list(zone.cards) for zone in zones]
        """The cards known to have been dealt to each seat; those played come last, in the order played."""
        for event in seen.history:
            if event.action.verb == "play":
                self.shown[event.seat] += event.action.cards
        self.free = False

    def lacks(self, seat: int, cards: Mask) -> None:
        """Record that the seat holds none of these cards."""
        self.may[seat] &= ~cards

    def holds(self, seat: int, card: Card) -> None:
        """Record that no other seat holds this card."""
        for other in range(self.game.seats):
            if other != seat:
                self.lacks(other, 1 << card)

    def from_bids(self) -> None:
        """Record what bids and doublings prove."""
        for seat, action, _ in self.seen.history:
            called = CONTRACTS[action.to].called if action.verb == "bid" else None
            if called is not None:
                suit = suit_mask(action.to, CONTRACTS[action.to].suit[called])
                self.lacks(seat, 1 << called)
                if not suit & mask(self.shown[seat]):
                    self.needs.append(Need(seat, suit & self.unseen & ~(1 << called), 1))
            elif self.called is not None and action.verb == "contra":
                self.lacks(seat, 1 << self.called)
            elif self.called is not None and action.verb == "retour" and seat != self.seen.facts["declarer"]:
                self.holds(seat, self.called)
        forced = forced_seat(self.game, self.seen)
        if forced is not None:
            self.holds(forced, EICHEL_OBER)

    def trick(self, leader: int, trick: tuple[Card, ...]) -> None:
        """Record what a trick proves. Its cards are in the order played; the last trick may be unfinished."""
        contract, called = self.contract, self.called
        if contract is None:
            raise Refusal("cards were played, but no game is named")
        led = contract.suit[trick[0]]
        suit = suit_mask(contract.name, led)
        for step, card in enumerate(trick):
            if contract.suit[card] != led:
                self.lacks((leader + step) % self.game.seats, suit)
        asked = called is not None and not self.free and led == contract.suit[called]
        self.free = self.free or asked or called in trick
        if called is None or not asked or called in trick:
            return
        cards = self.shown[leader]
        since = mask(cards[cards.index(trick[0]) :])
        need = Need(leader, suit & self.unseen, RUNAWAY - (suit & since).bit_count())
        if len(trick) == self.game.seats:
            self.holds(leader, called)
            self.needs.append(need)
        else:
            self.runaway_need = need
            for step in range(1, len(trick)):
                self.lacks((leader + step) % self.game.seats, 1 << called)


def tricks(history: tuple[Event, ...]) -> Iterator[tuple[int, tuple[Card, ...]]]:
    """Yield the leader and the cards of each trick; the last may be unfinished."""
    leader = 0
    trick: list[Card] = []
    for event in history:
        if event.action.verb == "play":
            leader = leader if trick else event.seat
            trick += event.action.cards
        elif event.action.verb == "trick":
            yield leader, tuple(trick)
            trick = []
    if trick:
        yield leader, tuple(trick)


def forced_seat(game: Schafkopf, seen: Observation) -> int | None:
    """Return the seat that was forced to play because it was dealt the Eichel-Ober, or None (§9.4)."""
    bids = seen.history[game.seats if game.knocking else 0 :]
    if len(bids) < game.seats or any(event.action.verb != "pass" for event in bids[: game.seats]):
        return None
    if seen.facts["phase"] == "bid":
        return int(seen.facts["to_move"])
    return None if seen.facts["declarer"] is None else int(seen.facts["declarer"])


# --- all deals that fit -----------------------------------------------------------------------------


class Cell(NamedTuple):
    """A class of interchangeable unseen cards: the same seats may hold them, and the same needs count them."""

    cards: tuple[Card, ...]
    seats: tuple[int, ...]
    counted: tuple[bool, ...]


class Deals:
    """All ways to deal the unseen cards to the seats under the given needs, counted exactly and sampled uniformly.

    `room` is the number of cards that each seat gets.
    """

    def __init__(self, unseen: Mask, room: tuple[int, ...], may: tuple[Mask, ...], needs: tuple[Need, ...]) -> None:
        alike: dict[tuple[tuple[int, ...], tuple[bool, ...]], list[Card]] = {}
        for card in members(unseen):
            seats = tuple([seat for seat, cards in enumerate(may) if cards >> card & 1])
            counted = tuple([bool(need.cards >> card & 1) for need in needs])
            alike.setdefault((seats, counted), []).append(card)
        self.cells = sorted([Cell(tuple(cards), *kind) for kind, cards in alike.items()], key=lambda cell: len(cell[0]))
        self.room = room
        self.needs = needs
        self._known: dict[tuple[int, tuple[int, ...], tuple[int, ...]], int] = {}
        self.count = self._count(0, room, tuple([need.least for need in needs]))

    def _count(self, at: int, room: tuple[int, ...], wants: tuple[int, ...]) -> int:
        """Return the number of ways to deal the cells from `at` on."""
        if at == len(self.cells):
            return int(not any(room) and not any(wants))
        key = at, room, wants
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = sum(
                [
                    ways * self._count(at + 1, *self._left(at, split, room, wants))
                    for split, ways in self._splits(at, room)
                ]
            )
        return found

    def _splits(self, at: int, room: tuple[int, ...]) -> list[tuple[tuple[int, ...], int]]:
        """Return the ways to split a cell among the seats: numbers of cards, and the number of deals of each way."""
        cards, seats, _ = self.cells[at]
        if at == len(self.cells) - 1:  # the last cell fills the remaining room
            found = [room] if sum(room) == len(cards) and not any(room[s] for s in range(4) if s not in seats) else []
        else:
            found = _shares(len(cards), tuple([room[s] if s in seats else 0 for s in range(4)]))
        return [(split, _ways(split)) for split in found]

    def _left(
        self, at: int, split: tuple[int, ...], room: tuple[int, ...], wants: tuple[int, ...]
    ) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the room and the needs that remain after a split."""
        counted = self.cells[at].counted
        return (
            tuple([a - b for a, b in zip(room, split, strict=True)]),
            tuple(
                [
                    max(0, want - split[need.seat]) if here else want
                    for want, need, here in zip(wants, self.needs, counted, strict=True)
                ]
            ),
        )

    def draw(self, rng: Random) -> tuple[tuple[Card, ...], ...]:
        """Return a deal drawn uniformly: the unseen cards of each seat, ascending."""
        hands: list[list[Card]] = [[] for _ in self.room]
        room, wants = self.room, tuple([need.least for need in self.needs])
        for at, cell in enumerate(self.cells):
            pick = rng.randrange(self._count(at, room, wants))
            for split, ways in self._splits(at, room):
                after = self._left(at, split, room, wants)
                pick -= ways * self._count(at + 1, *after)
                if pick < 0:
                    break
            room, wants = after
            cards = list(cell.cards)
            rng.shuffle(cards)
            for hand, share in zip(hands, split, strict=True):
                hand += cards[:share]
                del cards[:share]
        return tuple([tuple(sorted(hand)) for hand in hands])

    def expected(self) -> dict[Card, tuple[float, ...]]:
        """Return for each unseen card the number of deals in which each seat holds it."""
        found: dict[Card, tuple[float, ...]] = {}
        reached = {(self.room, tuple([need.least for need in self.needs])): 1}
        for at, (cards, _, _) in enumerate(self.cells):
            held = [0] * len(self.room)
            after: dict[tuple[tuple[int, ...], tuple[int, ...]], int] = {}
            for here, before in reached.items():
                for split, ways in self._splits(at, here[0]):
                    left = self._left(at, split, *here)
                    after[left] = after.get(left, 0) + before * ways
                    whole = before * ways * self._count(at + 1, *left)
                    held = [total + share * whole for total, share in zip(held, split, strict=True)]
            reached = after
            found |= dict.fromkeys(cards, tuple([total / len(cards) for total in held]))
        return found


@cache
def _shares(cards: int, room: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return the ways to share `cards` identical cards among seats with this much room.

    >>> _shares(2, (1, 2))
    [(0, 2), (1, 1)]
    """
    if len(room) == 1:
        return [(cards,)] if cards <= room[0] else []
    return [(here, *rest) for here in range(min(cards, room[0]) + 1) for rest in _shares(cards - here, room[1:])]


@cache
def _ways(split: tuple[int, ...]) -> int:
    """Return the number of ways to share distinct cards in these numbers.

    >>> _ways((2, 1))
    3
    """
    ways, left = 1, sum(split)
    for share in split:
        ways *= comb(left, share)
        left -= share
    return ways


def deals(known: Knowledge) -> tuple[Deals, ...]:
    """Return all deals that fit.

    If a seat may be running away, there are two cases: the deals in which it is, and those in which it is not.
    """
    unseen, counts, may, needs, ace, runaway_need = known
    if ace is None or runaway_need is None:
        return (Deals(unseen, counts, may, needs),)
    bit = 1 << ace
    runs = tuple([cards if seat == runaway_need.seat else cards & ~bit for seat, cards in enumerate(may)])
    stays = tuple([cards & ~bit if seat == runaway_need.seat else cards for seat, cards in enumerate(may)])
    return Deals(unseen, counts, runs, (*needs, runaway_need)), Deals(unseen, counts, stays, needs)


def sample(known: Knowledge, rng: Random) -> tuple[tuple[Card, ...], ...]:
    """Return the unseen cards of each seat in a uniformly drawn deal that fits. Raises Refusal if none fits."""
    cases = deals(known)
    total = sum([case.count for case in cases])
    if not total:
        raise Refusal("no deal fits this observation")
    pick = rng.randrange(total)
    for case in cases:
        pick -= case.count
        if pick < 0:
            break
    return case.draw(rng)


def holders(known: Knowledge) -> dict[Card, tuple[float, ...]]:
    """Return for each unseen card the exact probability that each seat holds it, over all deals that fit."""
    cases = [case for case in deals(known) if case.count]
    total = sum([case.count for case in cases])
    found: dict[Card, tuple[float, ...]] = {}
    for case in cases:
        for card, held in case.expected().items():
            before = found.get(card, (0.0,) * len(held))
            found[card] = tuple([a + b / total for a, b in zip(before, held, strict=True)])
    return found


def chances(game: Schafkopf, seen: Observation) -> dict[int, dict[Card, float]]:
    """Return, for each other seat, the exact probability that it holds each unseen card, over all deals that fit."""
    held = sorted(holders(knowledge(game, seen)).items())
    return {seat: {card: row[seat] for card, row in held} for seat in range(game.seats) if seat != seen.seat}
