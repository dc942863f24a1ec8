"""Schafkopf's law and oracle, side by side: random matches under random options, compared move for move."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random

from cardtui.core import Standing, action_text, parse_action
from cardtui.games.schafkopf.rules import Schafkopf
from cardtui.testing.laws import random_rules

from . import schafkopf as oracle
from .together import in_matches

SHORT = ("paper:deals=2", "club:stock=15,deals=3", "club:stock=5,klopfen=yes,contra=lead,deals=1")
"""Rules under which a match is over by then."""


def oracle_agrees(deals: int, seed: int) -> Counter[str]:
    """Play so many deals, in matches of up to three, in both; what happened in them. AssertionError where they differ.

    What happened: options in force ("deck=short"), games played, and events by name, each counted in deals.
    """
    return in_matches("schafkopf", deals, seed, _one_match)


def _one_match(number: int, deals: int, rng: Random) -> Counter[str]:
    seen: Counter[str] = Counter()
    game = Schafkopf(random_rules("schafkopf", rng) if number % 5 else rng.choice(SHORT))
    options = dict(game.options)
    standing: Standing = game.opening()._replace(first=rng.randrange(4))
    totals = [Fraction(0)] * 4
    for _ in range(deals):
        taste = rng.choice(("any", "ruf", "pass"))
        deal = game.deal(rng, standing)
        if rng.random() < 0.5:
            deal["hands"] = _clumped(options, rng)
        where = f"{game.spec}, deal {deal}"
        state = game.start(deal)
        table = oracle.Table(options, deal["hands"], standing.first)
        said: list[str] = []
        while (seat := game.turn(state)) is not None:
            here = f"{where}, after {', '.join(said)}"
            assert seat == table.turn(), f"{here}: whose turn"
            legal = [action_text(game, action) for action in game.legal(state)]
            assert len(legal) == len(set(legal)) and set(legal) == table.legal(), f"{here}: legal actions"
            said.append(_choose(legal, taste, rng))
            state = game.apply(state, parse_action(game, said[-1]))
            table.play(said[-1])
        here = f"{where}, after {', '.join(said)}"
        assert table.turn() is None and table.legal() == set(), f"{here}: the end"
        assert tuple(table.payments()) == game.returns(state), f"{here}: payments"
        pot = -sum(totals, Fraction(0))
        standing, totals = game.carry(standing, state), oracle.totals_after(table, totals)
        assert tuple(map(Fraction, standing.scores)) == tuple(totals), f"{here}: scores"
        assert standing.first == oracle.next_first(table), f"{here}: forehand"
        assert list(standing.winners) == oracle.match_winners(options, totals, standing.deals), f"{here}: winners"
        seen["deals"] += 1
        seen["moves"] += len(said)
        seen["matches"] += standing.winners != ()
        seen.update(_events(table, pot))
        if standing.winners:
            break
    return seen


def _clumped(options: oracle.Options, rng: Random) -> list[list[str]]:
    """Hands with long suits and many high trumps, where running away, Tout and Sie happen."""
    cards = [suit + rank for suit in "EGHS" for rank in oracle.ranks(options) if rank not in ("O", "U")]
    cards += [suit + rank for rank in ("O", "U") for suit in "EGHS"]
    for _ in range(rng.choice((0, 4, 10))):
        a, b = rng.randrange(len(cards)), rng.randrange(len(cards))
        cards[a], cards[b] = cards[b], cards[a]
    cut = rng.randrange(len(cards)) if rng.random() < 0.5 else 0
    cards = cards[cut:] + cards[:cut]
    hands = [cards[at : at + len(cards) // 4] for at in range(0, len(cards), len(cards) // 4)]
    for hand in hands:
        rng.shuffle(hand)
    rng.shuffle(hands)
    return hands


def _choose(legal: list[str], taste: str, rng: Random) -> str:
    """A random action; some deals like to pass when a game is to be named, some want a Sauspiel."""
    if "pass" in legal and any(action.startswith("bid") for action in legal) and taste != "any":
        calls = [action for action in legal if action.startswith("bid > ruf")]
        return rng.choice(calls) if calls and taste == "ruf" else "pass"
    return rng.choice(legal)


def _events(table: oracle.Table, pot: Fraction) -> Counter[str]:
    """What a finished deal went through."""
    seen = Counter({f"{key}={value}": 1 for key, value in table.options.items() if isinstance(value, str)})
    seen[table.game or "nobody plays"] += 1
    seen["forced"] += table.phase == "over" and table.game not in ("", oracle.RAMSCH) and len(table.out) == 4
    seen["knocked"] += table.knocks > 0
    seen["contra"] += len(table.doubled) > 0
    seen["retour"] += len(table.doubled) > 1
    if table.called():
        seen["run away"] += table.has_run_away()
        seen["ace in the last trick"] += table.called() in [card for _, card in table.tricks[-1]]
    if table.game == oracle.RAMSCH:
        empty = sum(not table.tricks_of([seat]) for seat in range(4))
        most = sorted(oracle.points(table.cards_of([seat])) for seat in range(4))
        seen["Durchmarsch"] += empty == 3
        seen["Jungfrau"] += 0 < empty < 3
        seen["Ramsch with equal points"] += most[-1] == most[-2]
    elif table.game:
        seen["won" if table.won() else "lost"] += 1
        seen["Laufende"] += table.runners() > 0
        seen["lost with 60 points"] += oracle.points(table.cards_of(table.declarers())) == 60
        seen["pot won or doubled"] += pot > 0
    return +seen
