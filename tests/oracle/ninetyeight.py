"""98 cards a third time: naive, slow and obvious, written from RULES.md alone (the sections are cited).

It shares nothing with the program: a card is its number, a stack the list of the cards laid on it.
"""

Move = tuple[int, str]
"""A card and the stack on which it is laid."""

DRAW: Move = (0, "")
"""§3.4."""
HAND = 8  # §1.2
REFILL = {"paper": "one", "app": "two", "official": "turn"}  # §6


class Table:
    """One game; `pile[0]` is drawn first."""

    def __init__(self, refill: str, hand: list[int], pile: list[int]) -> None:
        self.refill = refill
        self.hand, self.pile = list(hand), list(pile)
        self.stacks: dict[str, list[int]] = {"up1": [], "up2": [], "down1": [], "down2": []}
        self.since = 0
        """Cards laid since the last one was drawn."""

    def fits(self, card: int, stack: str) -> bool:
        """§2.1 … §2.3."""
        up = stack.startswith("up")
        top = self.stacks[stack][-1] if self.stacks[stack] else (1 if up else 100)
        if up:
            return card > top or card == top - 10
        return card < top or card == top + 10

    def turn(self) -> int | None:
        """0, the one seat; None at the end (§4)."""
        return 0 if self.legal() else None

    def legal(self) -> list[Move]:
        """§2, §3.4."""
        moves = [(card, stack) for card in self.hand for stack in self.stacks if self.fits(card, stack)]
        if self.refill == "turn" and self.since >= 2 and self.pile:
            moves.append(DRAW)
        return moves

    def draw(self, number: int) -> None:
        """That many cards, or what is left."""
        self.hand += self.pile[:number]
        self.pile = self.pile[number:]
        self.since = 0

    def play(self, move: Move) -> None:
        """§3: the move must be one of `legal`."""
        if move == DRAW:
            self.draw(HAND - len(self.hand))
            return
        card, stack = move
        self.hand.remove(card)
        self.stacks[stack].append(card)
        self.since += 1
        if self.refill == "one":
            self.draw(1)
        elif self.refill == "two" and self.since == 2:
            self.draw(2)

    def payments(self) -> list[int]:
        """§5.1: cards laid."""
        return [sum(len(cards) for cards in self.stacks.values())]


def match_winners(limit: int, deals: int) -> list[int]:
    """§5.2: the one seat once a match of `limit` games is over; nobody while it goes on."""
    return [] if limit == 0 or deals < limit else [0]
