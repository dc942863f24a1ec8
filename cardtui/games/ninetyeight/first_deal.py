"""The guided first deal of 98 cards. Standard library only."""

from __future__ import annotations

from ...core import Card, Observation
from ...entries.first_deal import FirstDeal
from .parsing import LETTERS, gap, heights
from .reasons import jumpers
from .rules import JUMP, STACKS, UP, NinetyEight


def stacks(game: NinetyEight, seen: Observation) -> str:
    """The first turn."""
    return (
        "Four stacks: a and b go up from 1, c and d go down from 100. Lay a card on one, then you draw another. All"
        " 98 are to be laid."
    )


def jump(game: NinetyEight, seen: Observation) -> str:
    """A card can jump back."""
    for place, top in enumerate(heights(seen)):
        for card in seen.zone("hand").cards:
            if gap(card, top, UP[place]) == -JUMP:
                return (
                    f"Your {card} is exactly ten {'below' if UP[place] else 'above'} the {top} on"
                    f" {LETTERS[STACKS[place]]}: it may jump back. Then the numbers between fit there again."
                )
    return ""


def steps(game: NinetyEight, seen: Observation) -> str:
    """The second turn."""
    if not seen.turn:
        return ""
    return (
        "The step from a stack to your card counts: all numbers that it skips no longer fit there. So small steps are"
        " good ones."
    )


def ready(game: NinetyEight, seen: Observation) -> str:
    """One card of the hand would open a jump back for another."""
    pair = prepared(seen)
    if not pair:
        return ""
    first, then, letter = pair
    return f"{first} and {then} are ten apart. Once {first} lies on {letter}, {then} may jump back ten there."


def far(game: NinetyEight, seen: Observation) -> str:
    """All steps are long."""
    shortest = min(abs(step) for step in _steps(seen))
    if shortest < 6:
        return ""
    return f"No card of yours is near a stack: the shortest step is {shortest}. Such turns come; the best loses least."


def half(game: NinetyEight, seen: Observation) -> str:
    """Half of the cards are laid."""
    laid = sum(seen.zone(name).count for name in STACKS)
    if laid < 49:
        return ""
    return f"{laid} cards are laid. The stacks get narrow: count what fits before you lay."


def last(game: NinetyEight, seen: Observation) -> str:
    """The draw pile is empty."""
    if seen.zone("draw").count:
        return ""
    return "The draw pile is empty. What you hold now is all there is: find the order in which all of it fits."


def prepared(seen: Observation) -> tuple[Card, Card, str] | None:
    """Return a card, the card that may jump back after it, and the letter of their stack, if the step is below ten."""
    tops, hand = heights(seen), seen.zone("hand").cards
    for place, top in enumerate(tops):
        for card in hand:
            after = (*tops[:place], card, *tops[place + 1 :])
            then = card - JUMP if UP[place] else card + JUMP
            step = gap(card, top, UP[place])
            if then in hand and step is not None and 0 < step < JUMP and then in jumpers(hand, after):
                return card, then, LETTERS[STACKS[place]]
    return None


def allowed(game: NinetyEight, seen: Observation) -> str:
    """Return which cards fit where."""
    fitting = len({action.cards for action in seen.legal})
    return (
        "lay a higher card on a or b, a lower one on c or d, or one exactly ten back."
        + f" Only {fitting} of your cards fit." * (fitting < seen.zone("hand").count)
    )


def ended(game: NinetyEight, seen: Observation) -> str:
    """Return how many cards were laid."""
    count = sum(seen.zone(name).count for name in STACKS)
    if count == len(game.deck):
        return "All 98 cards are laid: you have won. Enter deals again, now without the guide."
    return f"None of your cards fits any more. {count} of 98 are laid. Enter deals again, now without the guide."


def _steps(seen: Observation) -> list[int]:
    steps = [gap(card, top, up) for card in seen.zone("hand").cards for top, up in zip(heights(seen), UP, strict=True)]
    return [step for step in steps if step is not None] or [0]


FIRST: FirstDeal[NinetyEight] = FirstDeal(
    seed=736,
    bots=(),
    coach="gap",
    lessons=(stacks, jump, steps, ready, far, half, last),
    allowed=allowed,
    ended=ended,
    rules="paper",
)
