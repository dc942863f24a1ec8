"""Zheng Shang You's law and oracle, side by side: random matches, compared move for move."""

from __future__ import annotations

from collections import Counter
from functools import partial
from random import Random
from typing import Any

from cardtui.games.zsy.rules import ZhengShangYou

from . import zsy as oracle
from .together import in_matches, play_together


def oracle_agrees(deals: int, seed: int) -> Counter[str]:
    """Play so many deals, in matches of up to three, in both; what happened in them. AssertionError where they differ.

    What happened: moves laid by pattern ("bomb", "chain"), and deals that seat 0 led or won.
    """
    return in_matches("zsy", deals, seed, _one_match)


def _one_match(number: int, deals: int, rng: Random) -> Counter[str]:
    seen: Counter[str] = Counter()
    limit = number % 5
    game = ZhengShangYou(f"paper:deals={limit}")
    standing, totals = game.opening(), [0, 0]
    for _ in range(deals):
        deal = game.deal(rng, standing)
        if rng.random() < 0.5:
            deal |= _clumped(rng)
        hands = deal["hands"]
        assert [len(hand) for hand in hands] == [18, 18] and deal["first"] in (0, 1), f"deal {deal}"  # §2
        assert sorted(sum(hands, deal["rest"])) == sorted(oracle.DECK), f"deal {deal}"
        table = oracle.Table(hands, deal["first"])
        last = play_together(game, deal, table, spelled, partial(_odd, table, rng), partial(_choose, rng=rng))
        assert last.turn <= oracle.TURNS, f"deal {deal}: too many turns"
        standing = game.carry(standing, last)
        totals = [total + won for total, won in zip(totals, table.payments(), strict=True)]
        assert list(standing.scores) == totals, f"deal {deal}: scores"
        assert list(standing.winners) == oracle.match_winners(limit, totals, standing.deals), f"deal {deal}: winners"
        laid = [[game.face(card) for card in event.action.cards] for event in last.history]
        seen.update(_pattern(move) for move in laid)
        seen.update({"deals": 1, "seat 0 leads": deal["first"] == 0, "seat 0 wins": table.payments()[0]})
        seen["matches"] += standing.winners != ()
        if standing.winners:
            break
    return +seen


def spelled(move: oracle.Move) -> str:
    """The action: cards are played, or none."""
    return " ".join(["play", *move]) if move else "pass"


def _odd(table: oracle.Table, rng: Random) -> list[str]:
    """Patterns of the hand whatever lies on the table, the same cards in another order, any cards, and the pass."""
    hand = table.hands[table.seat]
    move = rng.choice(oracle.patterns(hand))
    some = rng.sample(hand, rng.randint(1, min(4, len(hand))))
    return [
        spelled(move),
        spelled(rng.sample(move, len(move))),
        spelled(some),
        f"play {rng.choice(oracle.DECK)}",
        "pass",
    ]


def _choose(legal: list[str], rng: Random) -> str:
    """A random action; now and then the longest, since chains are few among all the patterns and fewer are followed."""
    return max(legal, key=len) if rng.random() < 0.2 else rng.choice(legal)


def _pattern(move: oracle.Move) -> str:
    """Its name (§3.1)."""
    sizes = oracle.sizes(move)
    if len(sizes) > 1:
        return "chain of fours" if min(sizes) == 4 else "chain"
    return ("pass", "single", "double", "triple", "bomb")[sum(sizes)]


def _clumped(rng: Random) -> dict[str, Any]:
    """Hands with bombs and long chains."""
    cut = rng.randrange(len(oracle.DECK))
    cards = oracle.DECK[cut:] + oracle.DECK[:cut]
    for _ in range(rng.choice((0, 4, 12))):
        a, b = rng.randrange(len(cards)), rng.randrange(len(cards))
        cards[a], cards[b] = cards[b], cards[a]
    hands = [cards[:36:2], cards[1:36:2]] if rng.random() < 0.5 else [cards[:18], cards[18:36]]
    for hand in hands:
        rng.shuffle(hand)
    return {"hands": hands, "rest": cards[36:]}
