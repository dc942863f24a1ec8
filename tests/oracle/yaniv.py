"""Yaniv a third time: naive, slow and obvious, written from RULES.md alone (the sections are cited).

It shares nothing with the program: a card is its place in card order (0 = A♣ … 51 = K♠, 52 and 53 the jokers),
a discard is found by trying every order of every subset of the hand, piles are lists, the shuffle is its own.
"""

from copy import deepcopy
from fractions import Fraction
from itertools import permutations

Card = int
Options = dict[str, int | float | str]
Play = tuple[str, tuple[Card, ...], str]

PAPER: Options = {
    "jokers": 0,
    "faces": "rank",
    "take": "last",
    "scoring": "wins",
    "call": 7,
    "assaf": 0,
    "halve": "no",
    "limit": 0,
    "deals": 10,
    "start": "rotate",
}  # §8
CLUB: Options = {
    "jokers": 2,
    "faces": "ten",
    "take": "ends",
    "scoring": "points",
    "call": 7,
    "assaf": 30,
    "halve": "yes",
    "limit": 100,
    "deals": 0,
    "start": "winner",
}  # §8
TURNS = 500  # §6.2
TWO_TO_64 = 2**64


def number(card: Card) -> int:
    """§1.1, §1.2: ace 1 … king 13, a joker 0."""
    return 0 if card >= 52 else card // 4 + 1


def suit(card: Card) -> int:
    """0 ♣, 1 ♦, 2 ♥, 3 ♠."""
    assert card < 52
    return card % 4


def counts(card: Card, options: Options) -> int:
    """§1.3."""
    if options["faces"] == "ten" and number(card) > 10:
        return 10
    return number(card)


def is_set(cards: tuple[Card, ...]) -> bool:
    """§4.1, §4.2: two or more of one number; two jokers are a set."""
    return len(cards) >= 2 and len({number(card) for card in cards}) == 1


def is_run(cards: tuple[Card, ...], step: int) -> bool:
    """§4.1, §4.2: laid in this order, upwards (step 1) or downwards (step -1), jokers filling places."""
    if len(cards) < 3:
        return False
    real = [card for card in cards if card < 52]
    if not real or len({suit(card) for card in real}) > 1:
        return False
    for first in range(1, 14):
        wanted = [first + step * place for place in range(len(cards))]
        if min(wanted) < 1 or max(wanted) > 13:
            continue
        if all(card >= 52 or number(card) == want for card, want in zip(cards, wanted, strict=True)):
            return True
    return False


def ascending(cards: tuple[Card, ...]) -> bool:
    return list(cards) == sorted(cards)


def jokers_in_order(cards: tuple[Card, ...]) -> bool:
    return ascending(tuple(card for card in cards if card >= 52))


def may_be_laid(cards: tuple[Card, ...], take: int | float | str) -> bool:
    """§4: whether these cards in this order are a discard, written as §4.3 writes it."""
    if len(cards) == 1:
        return True
    if is_set(cards):
        if take == "last":
            return ascending(cards[:-1])
        return cards[0] < cards[-1] and ascending(cards[1:-1])
    if is_run(cards, 1):
        return jokers_in_order(cards)
    if is_run(cards, -1):
        return take == "last" and jokers_in_order(cards)
    return False


def mix(value: int) -> int:
    """§5.4: the finalizer of splitmix64."""
    value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9 % TWO_TO_64
    value = (value ^ (value >> 27)) * 0x94D049BB133111EB % TWO_TO_64
    return value ^ (value >> 31)


def shuffled(cards: list[Card], key: int, n: int) -> list[Card]:
    """§5.4: the n-th reshuffle, first card on top."""
    return sorted(cards, key=lambda card: mix((key + 0x9E3779B97F4A7C15 * (64 * n + card + 1)) % TWO_TO_64))


class Table:
    """One deal. Every list is in the order in which the cards lie, `stack[0]` on top."""

    def __init__(
        self, options: Options, hands: list[list[Card]], opened: Card, stack: list[Card], key: int, first: int
    ) -> None:
        self.options = options
        self.hands = [sorted(hand) for hand in hands]
        self.buried: list[Card] = []
        self.last_discard: list[Card] = [opened]
        self.stack = list(stack)
        self.key = key
        self.turn = first  # §2.2
        self.turns = 0
        self.reshuffles = 0
        self.caller: int | None = None
        self.over = False

    def score(self, seat: int) -> int:
        """§1.4."""
        return sum(counts(card, self.options) for card in self.hands[seat])

    def scores(self) -> list[int]:
        return [self.score(seat) for seat in range(len(self.hands))]

    def ends(self) -> dict[str, Card]:
        """§5.2: what can be taken of the pile, by name."""
        first, last = self.last_discard[0], self.last_discard[-1]
        if self.options["take"] == "last":
            return {"a": last}
        if first == last:
            return {"a": first}
        return {"a": first, "b": last}

    def legal(self) -> set[Play]:
        """§3, §4, §5, §6.1."""
        if self.over:
            return set()
        plays: set[Play] = set()
        if self.score(self.turn) <= int(self.options["call"]):
            plays.add(("yaniv", (), ""))
        hand = self.hands[self.turn]
        for size in range(1, len(hand) + 1):
            for cards in permutations(hand, size):
                if may_be_laid(cards, self.options["take"]):
                    plays.add(("discard", cards, "stack"))
                    for end in self.ends():
                        plays.add(("discard", cards, end))
        return plays

    def play(self, play: Play) -> None:
        """§3 … §6: the action must be one of `legal`."""
        verb, cards, take = play
        hand = self.hands[self.turn]
        if verb == "yaniv":
            self.caller = self.turn
            self.over = True
            return
        for card in cards:
            hand.remove(card)
        if take == "stack":
            hand.append(self.stack.pop(0))
        else:
            taken = self.ends()[take]
            self.last_discard.remove(taken)
            hand.append(taken)
        hand.sort()
        self.buried += self.last_discard
        self.last_discard = list(cards)
        if not self.stack:  # §5.3
            self.stack = shuffled(self.buried, self.key, self.reshuffles)
            self.buried = []
            self.reshuffles += 1
        self.turn = (self.turn + 1) % len(self.hands)  # §2.3
        self.turns += 1
        if self.turns == TURNS:  # §6.2
            self.over = True

    def after(self, play: Play) -> "Table":
        table = deepcopy(self)
        table.play(play)
        return table

    def pile(self) -> list[Card]:
        return self.buried + self.last_discard

    def winners(self) -> list[int]:
        """§7.1, §7.2: who wins the deal (in points: who adds 0 for the lowest score)."""
        scores = self.scores()
        seats = range(len(scores))
        lowest = [seat for seat in seats if scores[seat] == min(scores)]
        if self.caller is None:
            return lowest
        if self.options["scoring"] == "wins":
            if len(scores) == 2 and len(lowest) == 2:
                return [1 - self.caller]
            return lowest
        if lowest == [self.caller] or int(self.options["assaf"]) == 0:
            return lowest
        others = [seat for seat in seats if seat != self.caller]
        best = min(scores[seat] for seat in others)
        return [seat for seat in others if scores[seat] == best]

    def adds(self) -> list[Fraction]:
        """§7.1 the shares of the win, §7.2 the points added, by seat."""
        scores = self.scores()
        winners = self.winners()
        if self.options["scoring"] == "wins":
            return [Fraction(seat in winners, len(winners)) for seat in range(len(scores))]
        added = [Fraction(0 if seat in winners else scores[seat]) for seat in range(len(scores))]
        if self.caller is not None and self.caller not in winners:
            added[self.caller] += int(self.options["assaf"])
        return added

    def next_opener(self, opened: int) -> int:
        """§2.2: who opens the next deal."""
        size = len(self.hands)
        if self.options["start"] == "rotate":
            return (opened + 1) % size
        caller = opened if self.caller is None else self.caller
        return min(self.winners(), key=lambda seat: (seat - caller) % size)


def totals_after(options: Options, totals: list[Fraction], adds: list[Fraction]) -> list[Fraction]:
    """§7.1 … §7.3: the totals after a deal."""
    result = []
    for total, add in zip(totals, adds, strict=True):
        new = total + add
        if options["halve"] == "yes" and options["scoring"] == "points" and add != 0:
            limit = int(options["limit"])
            if new in (Fraction(limit, 2), limit):
                new = new / 2
        result.append(new)
    return result


def match_over(options: Options, totals: list[Fraction], deals: int) -> bool:
    """§7.4."""
    if 0 < int(options["deals"]) <= deals:
        return True
    return options["scoring"] == "points" and 0 < int(options["limit"]) < max(totals)


def match_winners(options: Options, totals: list[Fraction]) -> list[int]:
    """§7.4."""
    best = max(totals) if options["scoring"] == "wins" else min(totals)
    return [seat for seat, total in enumerate(totals) if total == best]
