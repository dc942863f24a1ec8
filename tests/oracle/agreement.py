"""Law and oracle, side by side: random matches under random options, compared move for move."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random

from cardtui.games.yaniv.rules import Yaniv
from cardtui.testing.laws import choose, random_rules

from . import yaniv as oracle

DEALS = 3
"""A match is followed so far."""
CLOSE = 1e-9
SHORT = ("paper:deals=2", "club:limit=20", "club:limit=40,deals=3,assaf=0")
"""Rules under which a match is over by then."""


def oracle_agrees(matches: int, seed: int) -> Counter[str]:
    """Play so many matches, of up to three deals, in both; what happened in them. AssertionError where they differ."""
    seen: Counter[str] = Counter()
    for number in range(matches):
        rng = Random(f"oracle/{seed}/{number}")
        rules = random_rules("yaniv", rng) if number % 5 else rng.choice(SHORT)
        game = Yaniv(rules, rng.randint(2, 6))
        follow_probability = rng.choice((0.5, 1.0)) if number % 10 else 0.0
        seen += _one_match(game, follow_probability, rng)
    return seen


def _one_match(game: Yaniv, follow_probability: float, rng: Random) -> Counter[str]:
    seen: Counter[str] = Counter()
    options = dict(game.options)
    standing, totals = game.opening(), [Fraction(0)] * game.seats
    for _ in range(DEALS):
        deal = game.deal(rng, standing)
        state = game.start(deal)
        table = oracle.Table(
            options,
            [[game.card(face) for face in hand] for hand in deal["hands"]],
            game.card(deal["pile"][0]),
            [game.card(face) for face in deal["stack"]],
            deal["key"],
            deal["first"],
        )
        where = f"{game.spec}, {game.seats} seats, deal {deal}"
        while game.turn(state) is not None:
            legal = game.legal(state)
            assert {tuple(action) for action in legal} == table.legal(), f"{where}, turn {state.turn}: legal actions"
            action = choose(legal, ("yaniv",), follow_probability, rng)
            if action.verb == "yaniv" and not follow_probability:
                action = legal[-1]
            state = game.apply(state, action)
            table.play((action.verb, action.cards, action.to))
            seen["moves"] += 1
            here = f"{where}, turn {state.turn}, {action}"
            assert [list(hand) for hand in state.hands] == table.hands, here
            assert (list(state.stack), list(state.top)) == (table.stack, table.last_discard), here
            assert sorted(state.buried) == sorted(table.buried), here
            assert state.seat == (None if table.over else table.turn), here
        assert table.legal() == set(), where
        returned = [float(added) * (-1 if game.points else 1) for added in table.adds()]
        assert all(abs(a - b) < CLOSE for a, b in zip(returned, game.returns(state), strict=True)), where
        opener = table.next_opener(standing.first)
        standing = game.carry(standing, state)
        totals = oracle.totals_after(options, totals, table.adds())
        assert all(abs(float(a) - b) < CLOSE for a, b in zip(totals, standing.scores, strict=True)), where
        assert standing.first == opener, where
        seen += Counter(deals=1, reshuffles=state.reshuffles, uncalled=int(state.caller is None))
        if oracle.match_over(options, totals, standing.deals):
            assert list(standing.winners) == oracle.match_winners(options, totals), where
            seen["matches"] += 1
            break
        assert standing.winners == (), where
    return seen
