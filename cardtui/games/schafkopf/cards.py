"""Schafkopf's cards, and their suits and strengths in each contract (§1, §4 of RULES.md). Standard library only."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ...core import Card, Refusal, quoted
from ...text.language import ENGLISH, Language

SUITS = ("schellen", "gras", "eichel", "herz")
TRUMP = 4
"""The suit of all trumps, whatever their colour. Plain suits are numbered by their index in `SUITS`."""
RANKS = ("7", "8", "9", "U", "O", "K", "10", "A")
"""The ranks of plain cards, weakest first (§4.7)."""

NAMES = (
    *(letter + rank for letter in "SGEH" for rank in ("7", "8", "9", "K", "10", "A")),
    *(letter + rank for rank in "UO" for letter in "SHGE"),
)
"""The ASCII name of each card (§1.4). Cards are ordered by their strength in a Sauspiel."""
COLOUR = tuple("SGEH".index(name[0]) for name in NAMES)
"""The colour printed on each card, even if it is a trump: an index into `SUITS`."""
RANK = tuple(RANKS.index(name[1:]) for name in NAMES)
POINTS = tuple((0, 0, 0, 2, 3, 4, 10, 11)[rank] for rank in RANK)  # §1.2
LONG = tuple(range(32))
SHORT = tuple(card for card in LONG if NAMES[card][1:] not in ("7", "8"))  # §1.3
ACES = tuple(NAMES.index(letter + "A") for letter in "SGEH")
EICHEL_OBER = NAMES.index("EO")

RUF, WENZ, SOLO, WENZ_TOUT, SOLO_TOUT, SIE = range(6)  # §5.2: kinds of contract, the weakest first
RAMSCH = -1
RUNAWAY = 4
"""Number of cards of the called suit, including the ace, with which its holder may lead another of them (§7.6)."""

_CARDS = {name.lower(): card for card, name in enumerate(NAMES)}
_CARDS |= {name.lower().replace("10", "t"): card for name, card in zip(NAMES, LONG, strict=True)}


def faces(cards: Iterable[Card]) -> str:
    """Return the names of cards in a row."""
    return " ".join(NAMES[card] for card in cards)


def read_card(text: str, deck: tuple[Card, ...] = LONG) -> Card:
    """Return the card of this deck named `text`: `EO`, `ha`, `S10`, `ST`. Raises Refusal if there is none.

    >>> NAMES[read_card("st")]
    'S10'
    """
    found = _CARDS.get(text.strip().lower())
    if found is None or found not in deck:
        raise Refusal(f"{quoted(text)} is no card of this deck; cards read like EO, GU, HA, S10 (suits E G H S)")
    return found


class Contract(NamedTuple):
    """A contract: its trumps, and the suit and strength that it gives each card. All are in `CONTRACTS`, by name."""

    name: str
    kind: int
    called: Card | None
    """The called ace of a Sauspiel."""
    trumps: tuple[Card, ...]
    """The trumps, strongest first."""
    suit: tuple[int, ...]
    """For each card, the plain suit that it belongs to, or `TRUMP`."""
    strength: tuple[int, ...]
    """For each card, its strength within its suit; every trump is stronger than every plain card."""

    @property
    def tout(self) -> bool:
        """Whether the declarer must take all tricks (§4.5)."""
        return self.kind in (WENZ_TOUT, SOLO_TOUT)


def _contract(name: str, kind: int, ranks: str, colour: int | None, called: Card | None = None) -> Contract:
    """Build a contract whose trumps are the cards of these ranks ("OU"), then the other cards of one colour."""
    heads = [card for card in reversed(LONG) if NAMES[card][1:] in ranks]
    tail = [card for card in LONG if COLOUR[card] == colour and card not in heads]
    trumps = (*heads, *sorted(tail, key=lambda card: -RANK[card]))
    power = {card: 100 - place for place, card in enumerate(trumps)}
    suit = tuple([TRUMP if card in power else COLOUR[card] for card in LONG])
    return Contract(name, kind, called, trumps, suit, tuple([power.get(card, RANK[card]) for card in LONG]))


def _contracts() -> list[Contract]:
    made = [_contract(f"ruf-{SUITS[suit]}", RUF, "OU", 3, ACES[suit]) for suit in (2, 1, 0)]
    for kind, tail in ((0, ""), (WENZ_TOUT - WENZ, "-tout")):
        made += [_contract(f"{name}{tail}", WENZ + kind, rank, None) for name, rank in (("wenz", "U"), ("geier", "O"))]
        made += [_contract(f"wenz-{SUITS[suit]}{tail}", WENZ + kind, "U", suit) for suit in (2, 1, 3, 0)]
        made += [_contract(f"solo-{SUITS[suit]}{tail}", SOLO + kind, "OU", suit) for suit in (2, 1, 3, 0)]
    return [*made, _contract("sie", SIE, "OU", 3), _contract("ramsch", RAMSCH, "OU", 3)]


CONTRACTS = {contract.name: contract for contract in _contracts()}
"""All contracts of §4 by name, in the order in which bids are listed."""


_CALLED = {"eichel": "die Alte", "gras": "die Blaue", "schellen": "die Bumpel"}
"""The aces that are called, as they are named at the table."""


def title(contract: str) -> str:
    """Return the name of a contract.

    >>> title("ruf-eichel"), title("solo-gras-tout"), title("wenz-gras")
    ('Sauspiel auf die Alte', 'Gras-Solo Tout', 'Gras-Wenz')
    """
    if contract.startswith("ruf-"):
        return f"Sauspiel {spoken(contract)}"
    return spoken(contract)


def kind(contract: Contract) -> str:
    """Return the name by which a contract is paid: `Sauspiel`, `Wenz`, `Geier`, `Solo`, `Sie`, `Ramsch`."""
    return "Sauspiel" if contract.kind == RUF else contract.name.partition("-")[0].capitalize()


def spoken(bid: str) -> str:
    """Return a bid as it is said at the table: a contract's name, or "pass".

    >>> spoken("ruf-eichel"), spoken("pass"), spoken("wenz-tout")
    ('auf die Alte', 'weiter', 'Wenz Tout')
    """
    if bid == "pass":
        return "weiter"
    if bid.startswith("ruf-"):
        return f"auf {_CALLED.get(bid.removeprefix('ruf-'), 'Herz')}"
    kind, *rest = [part.capitalize() for part in bid.split("-")]
    suit = [part for part in rest if part != "Tout"]
    return " ".join(["-".join([*suit, kind]), *rest[len(suit) :]])


def suit_name(suit: int, say: Language = ENGLISH) -> str:
    """Return the name of a suit: `trump`, `Gras`."""
    return say("trump") if suit == TRUMP else SUITS[suit].capitalize()


def winner(contract: Contract, trick: tuple[Card, ...]) -> int:
    """Return the index of the card that wins `trick` (§7.3).

    >>> winner(CONTRACTS["ruf-eichel"], tuple(map(read_card, ("S7", "SA", "H7", "SK"))))
    2
    """
    suit, strength = contract.suit, contract.strength
    led = suit[trick[0]]
    powers = [strength[card] if suit[card] in (led, TRUMP) else -1 for card in trick]
    return powers.index(max(powers))


def playable(contract: Contract, hand: tuple[Card, ...], led: int | None, free: bool) -> tuple[Card, ...]:
    """Return the cards of `hand` that may be played to a trick led in suit `led`, or led if it is None (§7).

    If `free`, the called ace may be played like any other card (§7.8).
    """
    suit, ace = contract.suit, contract.called
    follow = hand if led is None else tuple([card for card in hand if suit[card] == led]) or hand
    if ace is None or free or ace not in hand:
        return follow
    home = suit[ace]
    if led is None:
        runs = sum([suit[card] == home for card in hand]) >= RUNAWAY
        return hand if runs else tuple([card for card in hand if card == ace or suit[card] != home])  # §7.6
    if led == home:
        return (ace,)  # §7.4
    return tuple([card for card in follow if card != ace]) or follow  # §7.5
