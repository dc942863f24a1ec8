"""Tricks' law and oracle, side by side: random matches under random options, compared move for move."""

from __future__ import annotations

from collections import Counter
from random import Random

from cardtui.games.tricks.rules import Tricks
from cardtui.testing.laws import random_rules

from . import tricks as oracle
from .together import in_matches, play_together

SHORT = ("tricks:deals=1", "tricks:deals=2,n=3", "tricks:deals=3,duplicate=no", "tricks:deals=3,colours=3,n=5")
"""Rules under which a match is over by then."""


def oracle_agrees(deals: int, seed: int) -> Counter[str]:
    """Play so many deals, in matches of up to three, in both; what happened in them. AssertionError where they differ.

    What happened: options in force ("revoke=yes") and events by name, each counted in deals.
    """
    return in_matches("tricks", deals, seed, _one_match)


def _one_match(number: int, deals: int, rng: Random) -> Counter[str]:
    seen: Counter[str] = Counter()
    game = Tricks(random_rules("tricks", rng) if number % 5 else rng.choice(SHORT))
    options = dict(game.options)
    standing, totals = game.opening(), [0, 0]
    for played in range(deals):
        deal = game.deal(rng, standing)
        one, two = deal["hands"]
        assert len(one) == len(two) and sorted(one + two) == sorted(oracle.deck(options)), f"{game.spec}, deal {deal}"
        assert deal["first"] == played % 2, f"{game.spec}: who holds the first hand in deal {played}"  # §2.3
        table = oracle.Table(options, deal["hands"], deal["first"])

        def odd(table: oracle.Table = table) -> list[str]:
            """Cards of the hand, and any."""
            half = table.halves[table.number()]
            any_card = f"{rng.randrange(13)}{rng.choice('cdhs')}"
            return [f"play {rng.choice(half.hands[half.player()])}", f"play {any_card}"]

        standing = game.carry(standing, play_together(game, deal, table, "play {}".format, odd, rng.choice))
        totals = [total + paid for total, paid in zip(totals, table.payments(), strict=True)]
        assert list(standing.scores) == totals, f"{game.spec}, deal {deal}: scores"
        assert list(standing.winners) == oracle.match_winners(options, totals, standing.deals), f"{game.spec}: winners"
        seen.update(f"{key}={value}" for key, value in options.items() if isinstance(value, str) or key == "colours")
        seen.update({"deals": 1, "draws": table.payments() == [0, 0], "matches": standing.winners != ()})
        seen["card left out"] += int(options["n"]) * int(options["colours"]) % 2
        if standing.winners:
            break
    return +seen
