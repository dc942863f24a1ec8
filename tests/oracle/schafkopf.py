"""Schafkopf a third time: naive, slow and obvious, written from RULES.md alone (the sections are cited).

It shares nothing with the program: a card is its face ("EO", "G10"), an action its text, a hand a list of faces.
"""

from fractions import Fraction

Options = dict[str, int | float | str]
Trick = list[tuple[int, str]]
"""Who played which card, in order."""

SUITS = {"eichel": "E", "gras": "G", "herz": "H", "schellen": "S"}
POINTS = {"A": 11, "10": 10, "K": 4, "O": 3, "U": 2, "9": 0, "8": 0, "7": 0}  # §1.2
RAMSCH = "ramsch"


def ranks(options: Options) -> list[str]:
    """§1.1, §1.3: of a plain suit, the highest first (§4.7)."""
    return ["A", "10", "K", "O", "U", "9"] + (["8", "7"] if options["deck"] == "long" else [])


def points(cards: list[str]) -> int:
    return sum(POINTS[card[1:]] for card in cards)


def games(options: Options) -> list[str]:
    """All games that the rules have, whatever the hand (§4)."""
    alone = ["wenz"]
    if options["geier"] == "yes":
        alone.append("geier")
    if options["farbwenz"] == "yes":
        alone += ["wenz-" + suit for suit in SUITS]
    alone += ["solo-" + suit for suit in SUITS]
    names = ["ruf-eichel", "ruf-gras", "ruf-schellen", *alone]
    if options["tout"] == "yes":
        names += [name + "-tout" for name in alone]
    if options["sie"] == "yes":
        names.append("sie")
    return names


def kind(name: str) -> int:
    """§5.2: the higher plays."""
    if name == "sie" or name.startswith("ruf"):
        return 6 if name == "sie" else 1
    return (3 if name.startswith("solo") else 2) + (2 if name.endswith("-tout") else 0)


def named_suit(name: str) -> str:
    """The letter of the suit that the game names; "" if it names none."""
    return "".join(letter for suit, letter in SUITS.items() if suit in name)


def trumps(name: str, options: Options) -> list[str]:
    """§4: the trumps of a game, the highest first. A Ramsch has those of a Sauspiel (§9.3)."""
    obers, unters = ["EO", "GO", "HO", "SO"], ["EU", "GU", "HU", "SU"]
    if name.startswith("geier"):
        return obers
    high = unters if name.startswith("wenz") else obers + unters
    below = named_suit(name) if name.startswith(("wenz", "solo")) else "H"
    if not below:
        return high
    return high + [below + rank for rank in ranks(options) if below + rank not in high]


def suit_of(card: str, name: str, options: Options) -> str:
    """§7.2: all trumps are one suit, and a trump is no card of its colour."""
    return "trump" if card in trumps(name, options) else card[0]


def taker(trick: Trick, name: str, options: Options) -> int:
    """§7.3: who takes the trick."""
    order = list(trumps(name, options))
    led = trick[0][1][0]
    order += [led + rank for rank in ranks(options) if led + rank not in order]
    for wanted in order:
        for seat, card in trick:
            if card == wanted:
                return seat
    raise AssertionError("the card led is in the order")


def hand_allows(hand: list[str], name: str, options: Options) -> bool:
    """§5.3: §4.1 and §4.6."""
    if name == "sie":
        needed = ["EO", "GO", "HO", "SO", "EU", "GU"] + (["HU", "SU"] if options["deck"] == "long" else [])
        return all(card in hand for card in needed)
    if name.startswith("ruf"):
        suit = named_suit(name)
        return suit in [suit_of(card, name, options) for card in hand] and suit + "A" not in hand
    return True


class Table:
    """One deal, from the shuffled hands to its end."""

    def __init__(self, options: Options, hands: list[list[str]], first: int) -> None:
        self.options = options
        self.dealt = [list(hand) for hand in hands]
        self.hands = [list(hand) for hand in hands]
        self.first, self.knocks = first, 0
        self.bids: list[tuple[int, str]] = []
        """Who bid which game, in order."""
        self.out: list[int] = []
        """Who has passed, in the bidding."""
        self.declarer, self.game = -1, ""
        self.doubled: list[int] = []
        """Who said contra, and who said retour."""
        self.tricks: list[Trick] = []
        self.ask("knock" if options["klopfen"] == "yes" else "bid", self.from_forehand())

    def from_forehand(self) -> list[int]:
        """§2.1, §2.3."""
        return [(self.first + step) % 4 for step in range(4)]

    def ask(self, phase: str, seats: list[int]) -> None:
        """These seats, in this order, are to speak."""
        self.phase, self.asked = phase, seats

    def turn(self) -> int | None:
        """The seat to act; None at the end."""
        if self.phase in ("over", "play"):
            return self.to_play() if self.phase == "play" else None
        return self.asked[0]

    def legal(self) -> set[str]:
        """What the seat to act may do."""
        seat = self.turn()
        if seat is None:
            return set()
        if self.phase == "knock":
            return {"pass", "knock"}
        if self.phase in ("bid", "forced"):
            return self.biddable(seat) | ({"pass"} if self.phase == "bid" else set())
        if self.phase in ("contra", "retour"):
            return {"pass", self.phase} if (seat in self.declarers()) == (self.phase == "retour") else {"pass"}
        actions = {"play " + card for card in self.playable(seat)}
        if self.may_say_contra_now(seat):
            actions.add("contra")
        return actions

    def play(self, action: str) -> None:
        """The action must be one of `legal`."""
        seat = self.turn()
        assert seat is not None
        if self.phase == "knock":
            self.knocks += action == "knock"
            self.asked = self.asked[1:]
            if not self.asked:
                self.ask("bid", self.from_forehand())
        elif self.phase in ("bid", "forced"):
            self.say_bid(seat, action)
        elif self.phase in ("contra", "retour"):
            self.asked = self.asked[1:]
            if action == "contra":
                self.say_contra(seat)
            elif action == "retour" or not self.asked:
                self.doubled += [seat] if action == "retour" else []
                self.phase = "play"
        elif action == "contra":
            self.say_contra(seat)
        else:
            self.lay(seat, action.removeprefix("play "))

    # --- bidding (§5) and all pass (§9) ---

    def highest(self) -> tuple[int, str] | None:
        """§5.2: the bid that plays, of those made so far."""
        best = None
        for seat in self.from_forehand():
            for bidder, name in self.bids:
                if bidder == seat and (best is None or kind(name) > kind(best[1])):
                    best = (bidder, name)
        return best

    def biddable(self, seat: int) -> set[str]:
        """§5.3 … §5.5."""
        best = self.highest()
        names = set()
        for name in games(self.options):
            if not hand_allows(self.hands[seat], name, self.options):
                continue
            if self.options["upgrade"] == "yes" and best is not None:
                earlier = self.from_forehand().index(seat) < self.from_forehand().index(best[0])
                if kind(name) < kind(best[1]) or (kind(name) == kind(best[1]) and not earlier):
                    continue
            names.add("bid > " + name)
        return names

    def say_bid(self, seat: int, action: str) -> None:
        if action == "pass":
            self.out.append(seat)
        else:
            self.bids.append((seat, action.removeprefix("bid > ")))
        best = self.highest()
        if best is not None and (best[1] == "sie" or self.phase == "forced"):  # §5.6, §9.4
            self.asked = []
        elif self.options["upgrade"] == "no":  # §5.4
            self.asked = self.asked[1:]
        else:  # §5.5
            following = [(seat + step) % 4 for step in range(1, 5)]
            self.asked = [other for other in following if other not in self.out and (best is None or other != best[0])]
        if self.asked:
            return
        if best is not None:
            self.begin(best[0], best[1])
        elif self.options["allpass"] == "ramsch":
            self.begin(-1, RAMSCH)
        elif self.options["allpass"] == "forced":
            self.ask("forced", [other for other in range(4) if "EO" in self.hands[other]])
        else:
            self.phase = "over"

    def begin(self, declarer: int, name: str) -> None:
        """The game is known: contra (§6) or the lead comes next."""
        self.declarer, self.game = declarer, name
        if name == "sie":  # §4.6
            self.phase = "over"
        elif name != RAMSCH and self.options["contra"] == "lead":
            self.ask("contra", [seat for seat in self.from_forehand() if seat != declarer])
        else:
            self.phase = "play"

    # --- contra and retour (§6) ---

    def called(self) -> str:
        """The called ace; "" if there is none."""
        return named_suit(self.game) + "A" if self.game.startswith("ruf") else ""

    def declarers(self) -> list[int]:
        """The declarer's side (§4.1)."""
        return [seat for seat in range(4) if seat == self.declarer or self.called() in self.dealt[seat]]

    def may_say_contra_now(self, seat: int) -> bool:
        """§6.2."""
        if self.options["contra"] == "lead" or self.game == RAMSCH or self.doubled:
            return False
        return seat not in self.declarers() and len(self.hands[seat]) == len(self.dealt[seat])

    def say_contra(self, seat: int) -> None:
        """§6.3."""
        self.doubled.append(seat)
        self.ask("retour", [other for other in self.from_forehand() if other != seat])

    # --- play (§7) ---

    def trick(self) -> Trick:
        """The cards that lie on the table."""
        return self.tricks[-1] if self.tricks and len(self.tricks[-1]) < 4 else []

    def full_tricks(self) -> list[Trick]:
        return [trick for trick in self.tricks if len(trick) == 4]

    def to_play(self) -> int:
        """§7.1."""
        if self.trick():
            return (self.trick()[-1][0] + 1) % 4
        if self.tricks:
            return taker(self.tricks[-1], self.game, self.options)
        return self.first

    def suit(self, card: str) -> str:
        return suit_of(card, self.game, self.options)

    def has_run_away(self) -> bool:
        """§7.7."""
        for trick in self.full_tricks():
            if self.called() in [card for _, card in trick]:
                return False
            if self.suit(trick[0][1]) == self.called()[0]:
                return True
        return False

    def playable(self, seat: int) -> list[str]:
        """§7.2, §7.4 … §7.6, §7.8."""
        hand = self.hands[seat]
        ace = self.called()
        bound = ace != "" and ace in hand and not self.has_run_away()
        if not self.trick():
            of_it = [card for card in hand if bound and self.suit(card) == ace[0]]
            if len(of_it) < 4:
                return [card for card in hand if card not in of_it or card == ace]
            return hand
        led = self.suit(self.trick()[0][1])
        if bound and led == ace[0]:
            return [ace]
        following = [card for card in hand if self.suit(card) == led]
        if following:
            return following
        if bound and len(hand) > 1:
            return [card for card in hand if card != ace]
        return hand

    def lay(self, seat: int, card: str) -> None:
        self.tricks = [*self.full_tricks(), [*self.trick(), (seat, card)]]
        self.hands[seat].remove(card)
        if not any(self.hands):
            self.phase = "over"

    # --- result (§8) and payment (§10) ---

    def tricks_of(self, seats: list[int]) -> list[Trick]:
        return [trick for trick in self.full_tricks() if taker(trick, self.game, self.options) in seats]

    def cards_of(self, seats: list[int]) -> list[str]:
        """The cards in the tricks of these seats."""
        return [card for trick in self.tricks_of(seats) for _, card in trick]

    def won(self) -> bool:
        """§8.1, §8.4: whether the declarer's side has won."""
        if self.game == "sie" or self.game.endswith("-tout"):
            return len(self.tricks_of([self.declarer])) == len(self.tricks)
        return points(self.cards_of(self.declarers())) >= 61

    def runners(self) -> int:
        """§8.5: the Laufende that pay."""
        held = [card for seat in self.declarers() for card in self.dealt[seat]]
        order = trumps(self.game, self.options)
        count = 0
        while count < len(order) and (order[count] in held) == (order[0] in held):
            count += 1
        least = 2 if self.game.startswith(("wenz", "geier")) else 3
        return count if count >= least else 0

    def price(self) -> int:
        """§10.2 … §10.4."""
        opponents = [seat for seat in range(4) if seat not in self.declarers()]
        price = int(self.options["sauspiel"] if self.game.startswith("ruf") else self.options["solo"])
        price += self.runners() * int(self.options["laufende"])
        if self.game == "sie":
            price *= 4
        elif self.game.endswith("-tout"):
            price *= 2
        else:
            mine = points(self.cards_of(self.declarers()))
            if mine >= 91 or mine <= 30:  # §8.2
                price += int(self.options["schneider"])
            schwarz = not self.tricks_of(self.declarers()) or not self.tricks_of(opponents)
            if mine in (0, 120) if self.options["schwarz"] == "points" else schwarz:  # §8.3
                price += int(self.options["schneider"])
        return price * 2 ** (self.knocks + len(self.doubled))

    def payments(self) -> list[int]:
        """What each seat gets, in cents (§9, §10.1)."""
        if self.game in ("", RAMSCH):
            return self.ramsch() if self.game == RAMSCH else [0, 0, 0, 0]
        price = self.price() if self.won() else -self.price()
        side = self.declarers()
        share = 3 if len(side) == 1 else 1
        return [share * price if seat in side else -price for seat in range(4)]

    def ramsch(self) -> list[int]:
        """§9.3; of equals without a trump the highest card loses, Eichel above Gras above Schellen."""
        without = [seat for seat in range(4) if not self.tricks_of([seat])]
        if len(without) == 3:
            price = int(self.options["solo"]) * 2**self.knocks
            return [-price if seat in without else 3 * price for seat in range(4)]
        high = trumps(RAMSCH, self.options)
        order = high + [suit + rank for suit in "EGS" for rank in ranks(self.options)]

        def badness(seat: int) -> tuple[int, int, int, int]:
            cards = self.cards_of([seat])
            of_trump = len([card for card in cards if card in high])
            return points(cards), len(cards), of_trump, -min([order.index(card) for card in cards], default=99)

        loser = max(range(4), key=badness)
        price = int(self.options["sauspiel"]) * 2 ** (len(without) + self.knocks)
        return [-3 * price if seat == loser else price for seat in range(4)]


def redealt(table: Table) -> bool:
    """§9.2."""
    return table.game == "" and table.options["allpass"] == "redeal"


def next_first(table: Table) -> int:
    """§2.3: forehand of the next deal."""
    return table.first if redealt(table) else (table.first + 1) % 4


def totals_after(table: Table, totals: list[Fraction]) -> list[Fraction]:
    """§11: the scores after a deal, the pot (§11.2) taken or paid in."""
    pot = -sum(totals)
    after = [total + paid for total, paid in zip(totals, table.payments(), strict=True)]
    if redealt(table):
        return [total - int(table.options["stock"]) for total in after]
    if table.game in ("", RAMSCH):
        return after
    side = table.declarers()
    share = Fraction(pot, len(side))
    for seat in side:
        after[seat] += share if table.won() else -share
    return after


def match_winners(options: Options, totals: list[Fraction], deals: int) -> list[int]:
    """§11.1: who has won; nobody while the match goes on."""
    if int(options["deals"]) == 0 or deals < int(options["deals"]):
        return []
    return [seat for seat in range(4) if totals[seat] == max(totals)]
