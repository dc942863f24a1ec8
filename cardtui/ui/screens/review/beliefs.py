"""What could be believed of the other hands at a decision under review, against where the cards really lay."""

from __future__ import annotations

from contextlib import aclosing
from typing import TYPE_CHECKING

from textual.content import Content

from ....core import Refusal
from ....hosting.host import BotFault
from ....registry import lineup
from ....study import beliefs, opinions
from ...dialogs import TextWindow
from ...widgets.beliefs import against_truth

if TYPE_CHECKING:
    from .screen import ReviewScreen


GROUP = "beliefs"
"""The group of the worker that asks."""


def stop(screen: ReviewScreen) -> bool:
    """Stop asking, and return whether a bot was being asked."""
    return bool(screen.workers.cancel_group(screen, GROUP))


async def show(screen: ReviewScreen) -> None:
    """Ask the coach at the place on show, then open a window with its beliefs, equal chances and the truth."""
    review, place = screen.review, screen.review.place
    game, seen, names, state = review.game, review.seen, review.names, review.frame.state
    if not beliefs.here(game, seen, state, None):
        screen.say("no hand is hidden here")
        return
    bot = lineup.coach(game, screen.card_app.settings.coach)
    screen.say(f"{bot} is asked what it believes …")
    try:
        thought = screen.card_app.opinions.think(
            game, bot, seen, opinions.SEED, steps=opinions.STEPS, seconds=screen.card_app.settings.seconds
        )
        async with aclosing(thought) as decisions:
            async for decision in decisions:  # noqa: B007 - the last one counts
                pass
    except (BotFault, Refusal) as fault:
        screen.say(str(fault), True)
        return
    if review.place != place or not screen.is_active:
        return
    truth = {
        seat: frozenset(map(game.face, game.observe(state, seat).zone("hand").cards)) for seat in range(game.seats)
    }

    def lines(width: int) -> list[Content]:
        return against_truth(game, seen, state, decision, width, names, truth)

    screen.say("")
    title = f"and what {bot} believed" if decision.beliefs else f"of which {bot} tells no beliefs here"
    screen.app.push_screen(TextWindow(f"where the cards lay, {title}", lines))
