"""A game's law and its oracle at one table, move for move: what several comparisons share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from random import Random
from typing import Any, Protocol

from cardtui.core import Game, Refusal, action_text, parse_action

DEALS = 3
"""A match is followed so far."""


def in_matches(name: str, deals: int, seed: int, one_match: Callable[[int, int, Random], Counter[str]]) -> Counter[str]:
    """Play so many deals, in matches of up to DEALS; what happened in them.

    `one_match` plays so many deals of the match of a number, with these dice.
    """
    seen: Counter[str] = Counter()
    number = 0
    while seen["deals"] < deals:
        seen += one_match(number, min(DEALS, deals - seen["deals"]), Random(f"{name}-oracle/{seed}/{number}"))
        number += 1
    return seen


class Table(Protocol):
    """An oracle's deal."""

    def turn(self) -> int | None: ...
    def legal(self) -> list[Any]: ...
    def play(self, move: Any) -> None: ...
    def payments(self) -> list[int]: ...


def play_together(
    game: Game[Any],
    deal: Any,
    table: Table,
    spelled: Callable[[Any], str],
    odd: Callable[[], Iterable[str]],
    choose: Callable[[list[str]], str],
) -> Any:
    """Play a deal in both; the law's last state. AssertionError, naming the deal and the moves, where they differ.

    `spelled` gives the text of an oracle's move. `odd` invents actions for the seat to act, legal or not: the law must
    take those that the oracle has, and refuse the others.
    """
    state, said = game.start(deal), list[str]()
    while (seat := game.turn(state)) is not None:
        here = f"{game.spec}, deal {deal}, after {', '.join(said)}"
        assert seat == table.turn(), f"{here}: whose turn"
        moves = {spelled(move): move for move in table.legal()}
        legal = [action_text(game, action) for action in game.legal(state)]
        assert len(legal) == len(set(legal)) and set(legal) == set(moves), f"{here}: legal actions"
        for text in odd():
            assert accepted(game, state, text) == (text in moves), f"{here}: {text!r} refused or not"
        said.append(choose(legal))
        state = game.apply(state, parse_action(game, said[-1]))
        table.play(moves[said[-1]])
    here = f"{game.spec}, deal {deal}, after {', '.join(said)}"
    assert table.turn() is None and table.legal() == [], f"{here}: the end"
    assert not accepted(game, state, said[-1]), f"{here}: a move after the end"
    assert tuple(table.payments()) == game.returns(state), f"{here}: payments"
    assert len(said) <= game.max_turns, f"{here}: too many turns"
    return state


def accepted(game: Game[Any], state: Any, text: str) -> bool:
    """Whether the law plays this action."""
    try:
        game.apply(state, parse_action(game, text))
    except Refusal:
        return False
    return True
