"""`determinize` is uniform over all deals that fit the observation: small decks, all deals listed by brute force.

A deal fits if the history can be replayed from it, action by action, and leads to the same observation. Nothing of
`worlds.py` is used to find them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from math import sqrt
from random import Random

import pytest

from cardtui.core import Action
from cardtui.games.schafkopf.cards import CONTRACTS, NAMES, read_card
from cardtui.games.schafkopf.rules import PASS, Schafkopf, State
from cardtui.games.schafkopf.worlds import deals, holders, knowledge

SAMPLES = 8
"""Samples for each deal."""
MOMENTS = 3
"""Positions of each kind."""
EICHEL = "E7 E8 E9 EK E10 EA"


def small_game(rules: str, deck: str) -> Schafkopf:
    game = Schafkopf(rules)
    game.deck = tuple(sorted(map(read_card, deck.split())))
    return game


def all_hands(cards: tuple[int, ...], sizes: list[int]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """All ways to deal hands of these sizes from the cards."""
    if not sizes:
        yield ()
        return
    for hand in combinations(cards, sizes[0]):
        for rest in all_hands(tuple(card for card in cards if card not in hand), sizes[1:]):
            yield (hand, *rest)


def all_worlds(game: Schafkopf, real: State, seat: int) -> set[State]:
    """Every state that the seat cannot tell from the real one, and that its history leads to, by brute force."""
    seen = game.observe(real, seat)
    actions = [event.action for event in real.history if event.seat >= 0]
    others = [other for other in range(4) if other != seat]
    played = [set(real.dealt[i]) - set(real.hands[i]) for i in range(4)]
    unseen = tuple(sorted(card for other in others for card in real.hands[other]))
    found = set()
    for hands in all_hands(unseen, [len(real.hands[other]) for other in others]):
        dealt: list[set[int]] = [set(hand) for hand in real.dealt]
        for other, hand in zip(others, hands, strict=True):
            dealt[other] = played[other] | set(hand)
        faces = [[NAMES[card] for card in sorted(hand)] for hand in dealt]
        state = game.start({"hands": faces, "first": real.first, "scores": list(real.scores)})
        for action in actions:
            if action not in game.legal(state):
                break
            state = game.apply(state, action)
        else:
            if game.observe(state, seat) == seen:
                found.add(state)
    return found


def choose(game: Schafkopf, state: State, rng: Random) -> Action:
    """A random action; Sauspiele on Eichel, doublings and leads of the called suit are frequent."""
    legal = game.legal(state)
    if state.phase == "bid":
        calls = [action for action in legal if action.to.startswith("ruf")]
        if calls and rng.random() < 0.7:
            return calls[0] if rng.random() < 0.7 else rng.choice(calls)
        return PASS if PASS in legal and rng.random() < 0.8 else rng.choice(legal)
    if state.called is not None and state.phase == "play":
        suit = CONTRACTS[state.contract].suit
        home = [action for action in legal if action.cards and suit[action.cards[0]] == suit[state.called]]
        if home and rng.random() < 0.5:
            return rng.choice(home)
    return rng.choice(legal)


def random_deal(game: Schafkopf, runs: bool, rng: Random) -> State:
    """A deal; `runs`: one seat, mostly forehand, gets the ace of Eichel and three more."""
    cards = [NAMES[card] for card in game.deck]
    rng.shuffle(cards)
    size, first, lucky = len(cards) // 4, rng.randrange(4), rng.randrange(4)
    hands: list[list[str]] = [[], [], [], []]
    if runs:
        plain = [face for face in cards if face in EICHEL.split() and face != "EA"]
        hands[lucky] = ["EA", *plain[:3]]
        for face in plain[3:]:
            hands[(lucky + rng.randint(1, 3)) % 4].append(face)
        cards = [face for face in cards if face not in EICHEL.split()]
        first = lucky if rng.random() < 0.7 else first
    for hand in hands:
        while len(hand) < size:
            hand.append(cards.pop())
    return game.start({"hands": hands, "first": first, "scores": [0.0] * 4})


def moment(game: Schafkopf, runs: bool, wanted: str, cards: tuple[int, int], rng: Random) -> State:
    """A random state with so many cards in all hands (from, to) in which `wanted` has happened."""
    while True:
        state = random_deal(game, runs, rng)
        found = []
        while state.seat is not None:
            state = game.apply(state, choose(game, state, rng))
            if cards[0] <= sum(map(len, state.hands)) <= cards[1] and happened(state, wanted):
                found.append(state)
        if found:
            return rng.choice(found)


def away_once(state: State) -> bool:
    """Whether the called suit was led in a trick without its ace, which came later."""
    called = state.called
    piles = [event.action.cards for event in state.history if event.action.verb == "trick"]
    if called is None:
        return False
    home = CONTRACTS[state.contract].suit
    return any(home[pile[0]] == home[called] and called not in pile for pile in piles[: _fell(piles, called)])


def _fell(piles: list[tuple[int, ...]], card: int) -> int:
    return next((number for number, pile in enumerate(piles) if card in pile), len(piles))


def happened(state: State, wanted: str) -> bool:
    """What the moments of this file are about."""
    called, out = state.called, any(state.called in hand for hand in state.hands)
    led = state.trick and called is not None and CONTRACTS[state.contract].suit[state.trick[0]]
    match wanted:
        case "any":
            return state.phase != "knock"
        case "call":
            return called is not None and out and not state.runaway
        case "lost call":
            return called is None and any(event.action.to.startswith("ruf") for event in state.history)
        case "may run":
            away = called is not None and led == CONTRACTS[state.contract].suit[called]
            return away and not state.runaway and called not in state.trick
        case "ran":
            return state.runaway and out
        case "ran, then fell":
            return away_once(state) and not out
        case "contra":
            return called is not None and state.doubled == 1 and state.phase == "play"
        case "retour":
            return state.doubled == 2 and state.doublers[1] == state.partner and out
        case "forced":
            bids = [event.action for event in state.history[:4]]
            return bids == [PASS] * 4 and out
    raise ValueError(wanted)


SMALL = f"{EICHEL} S9 SA G9 GA H7 SU EO SO HO GO"
MIXED = "E9 E10 EA G9 G10 GA S9 S10 SA H9 HA SU EU SO EO HU"
LARGE = f"{EICHEL} S9 SA G9 GA GK S10 H7 HA SU GU EO SO HO GO"

CASES = [
    ("paper", MIXED, False, "any", (7, 10)),
    ("club", MIXED, False, "any", (7, 10)),
    ("paper", MIXED, False, "call", (7, 10)),
    ("paper", MIXED, False, "lost call", (7, 10)),
    ("paper:upgrade=yes", MIXED, False, "lost call", (7, 10)),
    ("paper", SMALL, True, "may run", (13, 14)),
    ("club", SMALL, True, "may run", (13, 14)),
    ("paper", SMALL, True, "ran", (7, 10)),
    ("paper", LARGE, True, "ran", (7, 10)),
    ("club", LARGE, True, "ran, then fell", (7, 10)),
    ("paper", MIXED, False, "contra", (7, 10)),
    ("club", MIXED, False, "contra", (7, 10)),
    ("paper", MIXED, False, "retour", (7, 10)),
    ("club", MIXED, False, "retour", (7, 10)),
    ("paper:allpass=forced", MIXED, False, "forced", (7, 10)),
    ("paper:allpass=ramsch", MIXED, False, "any", (7, 10)),
]


@pytest.mark.parametrize(("rules", "deck", "runs", "wanted", "cards"), CASES)
def test_uniform(rules: str, deck: str, runs: bool, wanted: str, cards: tuple[int, int]) -> None:
    rng = Random(f"{rules}/{wanted}")
    game = small_game(rules, deck)
    compared = 0
    for _ in range(MOMENTS):
        real, seat = moment(game, runs, wanted, cards, rng), rng.randrange(4)
        worlds = all_worlds(game, real, seat)
        assert real in worlds
        seen = game.observe(real, seat)
        assert sum(case.count for case in deals(knowledge(game, seen))) == len(worlds)
        for card, chances in holders(knowledge(game, seen)).items():
            held = [sum(card in world.hands[i] for world in worlds) / len(worlds) for i in range(4)]
            assert chances == pytest.approx(held)
        if 2 <= len(worlds) <= 600 and compared < 2:
            compared += 1
            drawn = Counter(game.determinize(seen, rng) for _ in range(SAMPLES * len(worlds)))
            assert drawn.keys() <= worlds, "a world that cannot be"
            square = sum((drawn[world] - SAMPLES) ** 2 / SAMPLES for world in worlds)
            freedom = len(worlds) - 1
            assert abs(square - freedom) < 5 * sqrt(2 * freedom), f"chi-square {square:.0f}, {freedom} degrees"
    assert compared, "too few worlds to tell anything"


def test_second_packets_are_uniform_while_knocking_is_on() -> None:
    """Two cards each, of which the observer has seen one: every place gets each of the other seven as often."""
    game, rng = small_game("paper:klopfen=yes", "E9 EA S9 SA SU HU SO EO"), Random(1)
    seen = game.observe(game.start(game.deal(rng)), 0)
    (mine,) = seen.zone("hand").cards
    places: Counter[tuple[str, int]] = Counter()
    samples = 4200
    for _ in range(samples):
        world = game.determinize(seen, rng)
        assert game.observe(world, 0) == seen
        for seat, (dealt, hand) in enumerate(zip(world.dealt, world.hands, strict=True)):
            places[f"first {seat}", hand[0]] += 1
            places[f"second {seat}", next(card for card in dealt if card not in hand)] += 1
    del places["first 0", mine]
    assert len(places) == 49
    square = sum((count - samples / 7) ** 2 / (samples / 7) for count in places.values())
    assert square < 36 + 5 * sqrt(2 * 36), f"chi-square {square:.0f}"


def test_a_call_that_a_sie_ended() -> None:
    """All hands lie open, and nothing is left to draw."""
    game = Schafkopf("club")
    hands = (
        "E7 E8 E9 EK E10 SA G7 G8",
        "EO GO HO SO EU GU HU SU",
        "G9 GK G10 GA S7 S8 S9 SK",
        "S10 EA H7 H8 H9 HK H10 HA",
    )
    state = game.start({"hands": [hand.split() for hand in hands], "first": 0, "scores": [0.0] * 4})
    state = game.apply(game.apply(state, Action("bid", (), "ruf-eichel")), Action("bid", (), "sie"))
    for seat in range(4):
        assert game.determinize(game.observe(state, seat), Random(1)) == state
