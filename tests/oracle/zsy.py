"""Zheng Shang You a third time: naive, slow and obvious, written from RULES.md alone (the sections are cited).

It shares nothing with the program: a card is its face ("10h", "BJ"), a hand a list of faces in the order dealt, a move
the list of its cards as they are laid, and the empty list is a pass.
"""

from itertools import product

Move = list[str]

RANKS = ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2", "BJ", "RJ"]  # §1.2
JOKERS = ["BJ", "RJ"]
DECK = [rank + suit for rank in RANKS[:13] for suit in "cdhs"] + JOKERS  # §1.1
TURNS = 69  # §5.2
DEALS = 10  # §6.1


def rank(card: str) -> str:
    return card if card in JOKERS else card[:-1]


def sizes(move: Move) -> list[int]:
    """How many cards of each rank, the lowest rank first."""
    ranks = [rank(card) for card in move]
    return [ranks.count(one) for one in RANKS if one in ranks]


def height(move: Move) -> int:
    """The place of the lowest rank."""
    return min(RANKS.index(rank(card)) for card in move)


def is_bomb(move: Move) -> bool:
    return sizes(move) == [4]


def beats(move: Move, other: Move) -> bool:
    """§4.1, §4.2."""
    if is_bomb(move) and not is_bomb(other):
        return True
    return sizes(move) == sizes(other) and height(move) > height(other)


def patterns(hand: list[str]) -> list[Move]:
    """§3.1: all that the hand could lead. Of equal ranks the card dealt first is laid first (§1.3)."""
    held = {one: [card for card in hand if rank(card) == one] for one in RANKS}
    found = []
    for low in range(len(RANKS)):
        for links in range(1, len(RANKS) - low + 1):
            ranks = RANKS[low : low + links]
            if links > 1 and (ranks[-1] in JOKERS or len(held[ranks[-1]]) < 2):
                break
            least = 1 if links == 1 else 2
            for numbers in product(*[range(least, len(held[one]) + 1) for one in ranks]):
                laid = [held[one][:number] for one, number in zip(ranks, numbers, strict=True)]
                found.append([card for cards in laid for card in cards])
    return found


class Table:
    """One deal."""

    def __init__(self, hands: list[list[str]], first: int) -> None:
        self.hands = [list(hand) for hand in hands]
        self.seat = first
        self.to_beat: Move = []
        """What lies there to be followed; [] when the seat leads."""

    def turn(self) -> int | None:
        """The seat to act; None at the end."""
        return None if [] in self.hands else self.seat

    def legal(self) -> list[Move]:
        """§3, §4."""
        if self.turn() is None:
            return []
        moves = patterns(self.hands[self.seat])
        if self.to_beat:
            return [[], *[move for move in moves if beats(move, self.to_beat)]]
        return moves

    def play(self, move: Move) -> None:
        """The move must be one of `legal`."""
        for card in move:
            self.hands[self.seat].remove(card)
        self.to_beat = move  # a pass leaves nothing to follow: the other seat leads anew (§4.3)
        self.seat = 1 - self.seat

    def payments(self) -> list[int]:
        """§5.1: what each seat gets."""
        return [1 if hand == [] else 0 for hand in self.hands]


def match_winners(limit: int, totals: list[int], deals: int) -> list[int]:
    """§6.1: who has won a match of `limit` deals; nobody while it goes on."""
    if limit == 0 or deals < limit:
        return []
    return [seat for seat in range(2) if totals[seat] == max(totals)]
