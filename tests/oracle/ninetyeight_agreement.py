"""98 cards' law and oracle, side by side: random matches under random options, compared move for move."""

from __future__ import annotations

from collections import Counter
from random import Random

from cardtui.games.ninetyeight.rules import NinetyEight

from . import ninetyeight as oracle
from .together import in_matches, play_together


def oracle_agrees(deals: int, seed: int) -> Counter[str]:
    """Play so many games, in matches of up to three, in both; what happened in them. AssertionError where they differ.

    What happened: games by rule set, "draws" by hand, and games in which the pile was "emptied".
    """
    return in_matches("98", deals, seed, _one_match)


def _one_match(number: int, deals: int, rng: Random) -> Counter[str]:
    seen: Counter[str] = Counter()
    rules, limit = rng.choice(list(oracle.REFILL)), number % 5
    game = NinetyEight(f"{rules}:deals={limit}" if limit else rules)
    standing, total = game.opening(), 0
    for _ in range(deals):
        deal = game.deal(rng, standing)
        if rng.random() < 0.3:
            deal |= _easy(rng)
        hand, pile = [int(face) for face in deal["hand"]], [int(face) for face in deal["draw"]]
        assert len(hand) == 8 and sorted(hand + pile) == list(range(2, 100)), f"{game.spec}, deal {deal}"  # §1
        table = oracle.Table(oracle.REFILL[rules], hand, pile)
        careful = rng.random() < 0.7

        def odd(table: oracle.Table = table) -> list[str]:
            """Cards of the hand and any cards on any stack, and the draw."""
            cards = [*table.hand[:2], rng.randint(2, 99)]
            return ["draw", *(spelled((card, rng.choice(list(table.stacks)))) for card in cards)]

        def choose(legal: list[str], table: oracle.Table = table, careful: bool = careful) -> str:
            """Any action; or mostly the one that skips the fewest cards, which empties the pile now and then."""
            if not careful or rng.random() < 0.05:
                return rng.choice(legal)
            return min(legal, key=lambda text: _skipped(table, text))

        last = play_together(game, deal, table, spelled, odd, choose)
        standing = game.carry(standing, last)
        total += table.payments()[0]
        assert list(standing.scores) == [total], f"{game.spec}, deal {deal}: scores"
        assert list(standing.winners) == oracle.match_winners(limit, standing.deals), f"{game.spec}: winners"
        seen.update({"deals": 1, rules: 1, "emptied": not table.pile, "all laid": table.payments() == [98]})
        seen["draws"] += sum(event.action.verb == "draw" for event in last.history)
        seen["matches"] += standing.winners != ()
        if standing.winners:
            break
    return +seen


def spelled(move: oracle.Move) -> str:
    """The action: a card is placed, or cards are drawn."""
    card, stack = move
    return "draw" if move == oracle.DRAW else f"place {card} > {stack}"


def _easy(rng: Random) -> dict[str, list[str]]:
    """A deal in which all cards can be laid, almost: from both ends inwards, some of them out of place."""
    order = sorted(range(2, 100), key=lambda card: min(card, 101 - card))
    for _ in range(rng.choice((0, 10, 40))):
        at = rng.randrange(90)
        order.insert(at + rng.randint(1, 8), order.pop(at))
    faces = [str(card) for card in order]
    return {"hand": faces[:8], "draw": faces[8:]}


def _skipped(table: oracle.Table, text: str) -> int:
    """How far the top moves; a jump back counts below nothing."""
    if text == "draw":
        return 0
    _, card, _, stack = text.split()
    top = table.stacks[stack][-1] if table.stacks[stack] else (1 if stack.startswith("up") else 100)
    return (int(card) - top) * (1 if stack.startswith("up") else -1)
