"""Tricks a third time: naive, slow and obvious, written from RULES.md alone (the sections are cited).

It shares nothing with the program: a card is its face ("7c"), a hand a list of faces in the order dealt.
"""

Options = dict[str, int | float | str]

DEFAULTS: Options = {"n": 10, "colours": 2, "duplicate": "yes", "revoke": "no", "deals": 10}  # §6


def deck(options: Options) -> list[str]:
    """§1."""
    colours = "cdhs"[: int(options["colours"])]
    cards = [f"{value}{colour}" for colour in colours for value in range(int(options["n"]))]
    return cards[1:] if len(cards) % 2 else cards


def colour(card: str) -> str:
    return card[-1]


def value(card: str) -> int:
    return int(card[:-1])


class Half:
    """One play of the two hands (§3): player 0 owns the first hand, player 1 the second."""

    def __init__(self, hands: list[list[str]], revoke: bool) -> None:
        self.hands = [list(hand) for hand in hands]
        self.revoke = revoke
        self.leader = 0  # §3.1
        self.led = ""
        """The card that lies on the table; "" if none."""
        self.taken = [0, 0]

    def over(self) -> bool:
        return self.hands == [[], []]

    def player(self) -> int:
        return 1 - self.leader if self.led else self.leader

    def legal(self) -> list[str]:
        """§3.2, §3.4."""
        hand = self.hands[self.player()]
        following = [card for card in hand if self.led and colour(card) == colour(self.led)]
        return following if following and not self.revoke else hand

    def play(self, card: str) -> None:
        """§3.3."""
        self.hands[self.player()].remove(card)
        if not self.led:
            self.led = card
            return
        if colour(card) == colour(self.led) and value(card) > value(self.led):
            self.leader = 1 - self.leader
        self.taken[self.leader] += 1
        self.led = ""


class Table:
    """One deal (§4): one half or two, the second with the seats exchanged."""

    def __init__(self, options: Options, hands: list[list[str]], first: int) -> None:
        self.first = first
        revoke = options["revoke"] == "yes"
        self.halves = [Half(hands, revoke) for _ in range(2 if options["duplicate"] == "yes" else 1)]

    def number(self) -> int:
        """Which half is being played; past the last one at the end."""
        return len([half for half in self.halves if half.over()])

    def seat_of(self, number: int, player: int) -> int:
        """§2.3, §4.1: who holds the first (player 0) or the second hand (player 1) in this half."""
        return (self.first + number + player) % 2

    def turn(self) -> int | None:
        """The seat to act; None at the end."""
        number = self.number()
        return None if number == len(self.halves) else self.seat_of(number, self.halves[number].player())

    def legal(self) -> list[str]:
        """The cards that the seat to act may play."""
        return [] if self.turn() is None else list(self.halves[self.number()].legal())

    def play(self, card: str) -> None:
        """The card must be one of `legal`."""
        self.halves[self.number()].play(card)

    def payments(self) -> list[int]:
        """§5: what each seat gets."""
        if len(self.halves) == 1:
            mine, theirs = self.halves[0].taken
        else:
            mine, theirs = self.halves[0].taken[0], self.halves[1].taken[0]
        points = [0, 0]
        if mine != theirs:
            winner = self.first if mine > theirs else 1 - self.first
            points[winner], points[1 - winner] = 1, -1
        return points


def match_winners(options: Options, totals: list[int], deals: int) -> list[int]:
    """§5.3: who has won; nobody while the match goes on."""
    if int(options["deals"]) == 0 or deals < int(options["deals"]):
        return []
    return [seat for seat in range(2) if totals[seat] == max(totals)]
