"""Constructing positions of Zheng Shang You: the short form, and exchanging cards. Standard library only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from ...core import Action, Card, Observation, Refusal, quoted
from ...entries.setups import Setups, follow, reads_like, renamed
from .cards import RANK, RANKS
from .parsing import ranked, tokens
from .rules import DECK, HAND, PASS, State, ZhengShangYou
from .words import laid_by, sorted_by_rank

SHORT = '{"hand": "4 4 7 7 7 J 2", "other": 6, "actions": "33, 44, pass"}'
"""An example of the short form; only the hand, as dealt, is required. `actions` lists all plays and passes in order.

Seats count from 0, as in all JSON.
"""
EXAMPLES = "swap 3 K · hand 4 4 7 J · other 6 · actions 33"
GUIDE = """\
  swap 3 K        put a king (Kc: the king of clubs) in place of card 3 of
                  the hand, and compare; a card's name or a rank such as
                  A works too, also for the play on the table
  hand 4 4 7 J    enter a position: the hand as dealt, by ranks. Optional:
                  other 6 (how many cards the other was dealt), actions
                  33 or 44, 55 (all that was laid, by both; the last is
                  the other's; pass for none), seat 2
"""
_KEYS = ("hand", "other", "actions", "seat", "first", "rules", "scores")


def from_short(data: Mapping[str, Any]) -> tuple[ZhengShangYou, Observation]:
    """Return the observation of `seat` (default 0) after these actions.

    `hand` is the seat's cards as dealt, by ranks (any suits) or names. `other` is the number of cards that the other
    seat was dealt, by default 18. `first` is the seat that leads; by default it is the seat that makes `seat` the next
    to act, as the seats alternate. Raises Refusal if `data` does not follow `SHORT`, or if the position is impossible.
    """
    reads_like(SHORT, _KEYS, data)
    if not isinstance(data.get("hand"), str) or not isinstance(data.get("actions", ""), str):
        raise Refusal(f"the position's hand and actions are texts; it reads like {SHORT}")
    game = ZhengShangYou(str(data.get("rules", "paper")))
    actions = [text.strip() for text in data.get("actions", "").split(",") if text.strip()]
    for text in actions:
        if "pass" in text.lower().split() and text.lower() != "pass":
            raise Refusal(f"{quoted(text)}: commas stand between actions: 33, pass, 44 55")
    seat = _number(data.get("seat", 0), "seat is a seat", 0, 1)
    first = _number(data.get("first", (seat + len(actions)) % 2), "first is a seat", 0, 1)
    most = _number(data.get("other", HAND), "other counts the cards that the other seat was dealt", 1, HAND)
    theirs = [text for place, text in enumerate(actions, first) if place % 2 != seat and text.lower() != "pass"]
    mine, *laid = _cards(game, [data["hand"], *theirs])
    other = [card for cards in laid for card in sorted_by_rank(cards)]
    if len(other) > most:
        raise Refusal(f"the other seat was dealt {most} cards and cannot have laid {len(other)}")
    left = [card for card in DECK if card not in mine and card not in other]
    other += left[: most - len(other)]
    state = _start(game, [mine, other] if seat == 0 else [other, mine], first, data.get("scores", [0, 0]))
    for number, text in enumerate(actions, 1):
        try:
            state = game.apply(state, _action(game, state, text))
        except Refusal as error:
            raise Refusal(f"action {number}: {error}") from error
    return game, game.observe(state, seat)


def short_form(game: ZhengShangYou, seen: Observation) -> dict[str, Any]:
    """Return the short form of a position; it leaves out the scores."""
    other, mine = 1 - seen.seat, seen.facts["to_move"] == seen.seat
    return {
        "hand": " ".join(map(game.face, _dealt(seen))),
        "other": seen.zone(f"hand {other}").count + len(laid_by(seen, other)),
        "actions": ", ".join(" ".join(map(game.face, event.action.cards)) or "pass" for event in seen.history),
        "seat": seen.seat,
        "rules": game.spec,
    } | ({} if mine else {"first": seen.facts["first"]})


def check(game: ZhengShangYou, seen: Observation) -> None:
    """Check that some deal, played by the rules, leads to this observation. Raises Refusal if none does."""
    world = game.determinize(seen, Random(0))
    hands = [[*laid_by(seen, seat), *world.hands[seat]] for seat in (0, 1)]
    state = _start(game, hands, seen.facts["first"], seen.scores)
    follow(game, state, seen)


def card(game: ZhengShangYou, seen: Observation, text: str, in_sight: bool) -> Card:
    """Return the card that a text names; for a rank alone its first card in sight, or else its first one not in sight.

    Raises Refusal if there is none.
    """
    rank = text.strip().upper()
    if rank not in RANKS:
        return game.card(text)
    shown = {one for zone in seen.zones for one in zone.cards}
    for one in DECK:
        if RANKS[RANK[one]] == rank and (one in shown) is in_sight:
            return one
    raise Refusal(f"no {rank} is {'in sight' if in_sight else 'left to come in'}")


def swap(game: ZhengShangYou, seen: Observation, old: Card, new: Card) -> Observation:
    """Return the observation as if a card of the hand, or of the other's play on the table, had been another one.

    The legal actions are those of the new hand. Raises Refusal if that contradicts what was seen.
    """
    for zone in seen.zones:
        if new in zone.cards:
            raise Refusal(f"{game.face(new)} cannot come in: it is in {_place(zone.name)}")
    history, table = list(seen.history), seen.zone("table").cards
    if old in table and history[-1].seat != seen.seat:
        laid = history[-1].action
        history[-1] = history[-1]._replace(action=laid._replace(cards=renamed(laid.cards, old, new)))
    elif old not in seen.zone("hand").cards:
        raise Refusal(f"{game.face(old)} is neither in the hand nor in the other's play on the table")
    zones = tuple(zone._replace(cards=renamed(zone.cards, old, new)) for zone in seen.zones)
    draft = seen._replace(zones=zones, history=tuple(history))
    changed = game.observe(game.determinize(draft, Random(0)), seen.seat)
    check(game, changed)
    return changed


def _number(value: Any, what: str, low: int, high: int) -> int:
    if str(value) not in map(str, range(low, high + 1)):
        raise Refusal(f"{what}, {low} to {high}, not {quoted(str(value))}")
    return int(value)


def _cards(game: ZhengShangYou, texts: Sequence[str]) -> list[list[Card]]:
    """Return the cards named by each text, none of them twice. A rank without a suit gets the first of its cards left.

    Raises Refusal if a card is named twice, or if a rank has too few cards.
    """
    words = [tokens(text) for text in texts]
    free = list(DECK)
    for rank, suit in [token for line in words for token in line]:
        if suit:
            card = game.card(RANKS[rank] + suit)
            if card not in free:
                raise Refusal(f"{game.face(card)} appears twice")
            free.remove(card)
    found: list[list[Card]] = []
    for line in words:
        found.append([])
        for rank, suit in line:
            if not suit and rank not in map(RANK.__getitem__, free):
                raise Refusal(f"there are not that many cards of rank {RANKS[rank]}")
            card = game.card(RANKS[rank] + suit) if suit else next(card for card in free if RANK[card] == rank)
            if not suit:
                free.remove(card)
            found[-1].append(card)
    return found


def _start(game: ZhengShangYou, hands: Sequence[Sequence[Card]], first: int, scores: Sequence[float]) -> State:
    """Return the state at the start of the deal with these hands."""
    rest = [card for card in DECK if card not in hands[0] and card not in hands[1]]
    faces = [[game.face(card) for card in cards] for cards in (*hands, rest)]
    return game.start({"hands": faces[:2], "rest": faces[2], "first": first, "scores": list(scores)})


def _action(game: ZhengShangYou, state: State, text: str) -> Action:
    """Parse `pass`, or a play by its ranks. Raises Refusal if the seat to act cannot lay it."""
    if state.seat is None:
        raise Refusal("the deal is over before it")
    return PASS if text.lower() == "pass" else Action("play", game.arrange(state.hands[state.seat], ranked(text)))


def _dealt(seen: Observation) -> tuple[Card, ...]:
    """Return the seat's own hand in an order in which it may have been dealt."""
    return (*laid_by(seen, seen.seat), *seen.zone("hand").cards)


def _place(zone: str) -> str:
    return {"hand": "the hand", "table": "the play on the table"}.get(zone, "what was played before")


SETUPS: Setups[ZhengShangYou] = Setups(SHORT, EXAMPLES, GUIDE, from_short, short_form, check, swap, card=card)
