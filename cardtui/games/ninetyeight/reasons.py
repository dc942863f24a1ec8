"""What a move of 98 does, in plain words (`Words.reason`). Standard library only."""

from __future__ import annotations

from ...core import Action, Card, Observation
from ...text.formatting import counted, listed
from .parsing import drawn, gap, heights
from .rules import DRAW, JUMP, STACKS, UP, NinetyEight, unseen


def reason(game: NinetyEight, seen: Observation, action: Action) -> str:
    """Describe what a move does: `goes 3 up from 18 and skips 2 numbers still to lay; keeps 11, which …`."""
    if action == DRAW:
        return f"draws {counted(drawn(seen), 'card')}"
    (card,), place = action.cards, STACKS.index(action.to)
    before = heights(seen)
    after = (*before[:place], card, *before[place + 1 :])
    hand = tuple([other for other in seen.zone("hand").cards if other != card])
    lost = [other for other in jumpers(hand, before) if other not in jumpers(hand, after)]
    ready = jumpers(hand, after)
    parts = [_step(seen, card, before[place], UP[place])]
    if ready:
        s = "s" * (len(ready) == 1)
        parts.append(f"keeps {listed([*map(str, ready)])}, which jump{s} back ten next")
    if lost:
        parts.append(f"gives up the jump back of {listed([*map(str, lost)])}")
    return "; ".join(parts)


def jumpers(hand: tuple[Card, ...], tops: tuple[int, ...]) -> list[Card]:
    """Return the cards that jump back on some stack with these tops."""
    return [card for card in hand if any(gap(card, top, up) == -JUMP for top, up in zip(tops, UP, strict=True))]


def between(seen: Observation, card: Card, top: int) -> int:
    """Return how many cards still to be laid lie between a card and the top of a stack."""
    low, high = min(card, top), max(card, top)
    return sum(low < other < high for other in (*unseen(seen), *seen.zone("hand").cards))


def _step(seen: Observation, card: Card, top: int, up: bool) -> str:
    """Describe how a card moves its stack."""
    way = "up" if up else "down"
    if gap(card, top, up) == -JUMP:
        again = between(seen, card, top)
        return f"jumps back ten from {top}: {counted(again, 'number')} between fit again"
    passed = between(seen, card, top)
    told = f"goes {abs(card - top)} {way} from {top}"
    return f"{told} and skips {passed or 'no'} number{'s' * (passed != 1)} still to lay"
