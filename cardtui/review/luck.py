"""The luck of the draw: how much more a drawn card is worth than those that might have come in its place.

Its mean is 0, whatever the judge knows of the game: before the draw, the card that came is as likely as those it is
compared with. So it can be taken off a result without making it wrong on average (a control variate, as in AIVAT:
Burch and others, 2018).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from .. import dice
from ..core import Action, Card, Game, Refusal
from ..entries.judging import redrawn
from ..intervals import Estimate, estimate
from .judges import Panel, panel_of

SAMPLES = 48
"""How often the reference judge plays on after the card that came, and after cards that might have come."""
TRIES = 3
"""The number of other orders by which it is told whether an action draws a card."""


class Draw(NamedTuple):
    """One draw."""

    cards: tuple[Card, ...]
    luck: tuple[Estimate, ...]
    """How much more it brought each seat than a mean draw, in the game's unit."""


def draws(panel: Panel) -> bool:
    """Return whether cards are drawn after the deal."""
    return panel.redrawn is not redrawn


def of_draw(panel: Panel, before: Any, action: Action, *seed_parts: object) -> Draw | None:
    """Return the luck of the cards that an action draws, by dice that depend on `seed_parts`; None if it draws none.

    `before` is the true state before the action.
    """
    game, seat = panel.game, panel.game.turn(before)
    if seat is None or not draws(panel):
        return None
    rng, after = dice.rng(*seed_parts), game.apply(before, action)
    others = [game.apply(panel.redrawn(game, before, rng), action) for _ in range(TRIES)]
    came = _gained(game, after, seat)
    if all(_gained(game, other, seat) == came for other in others):
        return None
    others += [game.apply(panel.redrawn(game, before, rng), action) for _ in range(SAMPLES - TRIES)]
    same = [panel.redrawn(game, after, rng) for _ in range(SAMPLES)]
    return Draw(came, _more(panel, same, others, [rng.getrandbits(63) for _ in same]))


def of_deal(panel: Panel, start: Any, *seed_parts: object) -> tuple[Estimate, ...]:
    """Return how much more a deal is worth to each seat than deals drawn in its place."""
    game, rng = panel.game, dice.rng(*seed_parts)
    others = [game.start(game.deal(rng)) for _ in range(SAMPLES)]
    same = [panel.redrawn(game, start, rng) for _ in range(SAMPLES)]
    return _more(panel, same, others, [rng.getrandbits(63) for _ in same])


def of_game(game: Game[Any], moves: Sequence[tuple[Any, Action]], *seed_parts: object) -> list[float]:
    """Return the luck of each seat in a game: of all its draws, and with one seat of the deal, too.

    With more seats the arena plays a deal with each bot on each seat, which leaves the deal no luck. `moves` are the
    states before each action, and the actions.
    """
    panel = _panel(game)
    found = [of_deal(panel, moves[0][0], *seed_parts)] if game.seats == 1 and moves else []
    for number, (state, action) in enumerate(moves):
        draw = of_draw(panel, state, action, *seed_parts, number)
        if draw:
            found.append(draw.luck)
    return [sum(luck[seat].mean for luck in found) for seat in range(game.seats)]


def check(game: Game[Any]) -> None:
    """Raise Refusal if no cards are drawn after the deal, so that the arena's results have no luck to take off."""
    if not draws(_panel(game)):
        raise Refusal(
            f"{game.name} draws no cards after the deal, and the luck of the deal cancels, since each bot plays each "
            "deal on each seat: leave out --adjust"
        )


def _panel(game: Game[Any]) -> Panel:
    """Return the judges of a game for the arena, whose results have the luck taken off that the first one tells."""
    chosen = panel_of(game.name, game.spec, game.seats).judging.adjusts
    return panel_of(game.name, game.spec, game.seats, (chosen,) if chosen else ())


def _more(panel: Panel, states: Sequence[Any], others: Sequence[Any], seeds: Sequence[int]) -> tuple[Estimate, ...]:
    """Return how much more states are worth than others, by seat; the same dice for the two of each place."""
    values = panel.judges[0].judge.values([*states, *others], [None], [*seeds, *seeds])
    return tuple(
        estimate([good[0][seat] - bad[0][seat] for good, bad in zip(values, values[len(states) :], strict=False)])
        for seat in range(panel.game.seats)
    )


def _gained(game: Game[Any], state: Any, seat: int) -> tuple[Card, ...]:
    """Return the cards that a seat gained by its last action."""
    history = game.observe(state, seat).history
    return next((event.gain for event in reversed(history) if event.seat == seat), ())
