"""The texts of 98: what a seat sees, in words (see `cardtui.entries.wording`). Standard library only."""

from __future__ import annotations

from collections.abc import Sequence

from ...core import Action, Card, Event, Observation
from ...entries.wording import Words
from ...text.formatting import counted
from .parsing import LETTERS, gap, heights, prompt, read, to_type
from .reasons import reason
from .rules import DECK, DRAW, JUMP, STACKS, UP, NinetyEight


def order(game: NinetyEight, seen: Observation, sort: str) -> tuple[Card, ...]:
    """Return the hand in display order: ascending, by distance to the nearest stack ("suit"), or as dealt ("dealt")."""
    hand = seen.zone("hand").cards
    if sort == "suit":
        above = list(zip(heights(seen), UP, strict=True))

        def nearest(card: Card) -> int:
            return min((step for top, up in above if (step := gap(card, top, up)) is not None), default=len(DECK))

        return tuple(sorted(hand, key=nearest))
    if sort == "dealt":
        came = [card for happened in seen.history for card in happened.gain]
        return tuple([card for card in hand if card not in came] + [card for card in came if card in hand])
    return hand


def table(game: NinetyEight, seen: Observation, order: tuple[Card, ...], names: Sequence[str]) -> list[str]:
    """Describe how far the game is, the stacks, and which card jumps back on each, with the numbered hand last."""
    lines = [f"{phase(game, seen, names)}."]
    for name, top, up in zip(STACKS, heights(seen), UP, strict=True):
        count = seen.zone(name).count
        jumps = [str(card) for card in order if gap(card, top, up) == -JUMP]
        jump = f"; {jumps[0]} jumps back" if jumps else ""
        way = "up" if up else "down"
        lines.append(f"Stack {LETTERS[name]}: {way} from {top}, {counted(count, 'card')}{jump}")
    numbered = ", ".join(f"{number}: {card}" for number, card in enumerate(order, 1))
    lines.append(f"Your hand: {numbered}")
    return lines


def label(game: NinetyEight, action: Action) -> str:
    """Return a short label for lists, with the stack as it is typed: `45 ▸ b`."""
    return "draw" if action == DRAW else f"{action.cards[0]} ▸ {LETTERS[action.to]}"


def does(game: NinetyEight, action: Action) -> str:
    """Describe an action as it follows "would": `lay 45 on b`."""
    return "draw" if action == DRAW else f"lay {action.cards[0]} on {LETTERS[action.to]}"


def event(game: NinetyEight, happened: Event, names: Sequence[str]) -> str:
    """Describe an event in one sentence."""
    drawn = " ".join(map(str, happened.gain))
    who, action = names[happened.seat], happened.action
    if action == DRAW:
        return f"{who}: drew {drawn}."
    return f"{who}: {action.cards[0]} on {LETTERS[action.to]}{f', then drew {drawn}' if drawn else ''}."


def outcome(game: NinetyEight, seen: Observation, names: Sequence[str]) -> list[str]:
    """Describe the result: how many cards were laid, and what was left."""
    count = laid(seen)
    if count == len(DECK):
        return [f"All {count} cards are laid: a win."]
    hand, pile = seen.zone("hand").cards, seen.zone("draw").count
    stuck = " ".join(map(str, hand))
    return [f"{count} of {len(DECK)} cards laid. Left in the hand: {stuck}; in the draw pile: {pile}."]


def phase(game: NinetyEight, seen: Observation, names: Sequence[str]) -> str:
    """Describe how far the game is."""
    return f"{laid(seen)} of {len(DECK)} laid, {seen.zone('draw').count} to draw"


def laid(seen: Observation) -> int:
    """Return the number of cards on the stacks."""
    return sum(seen.zone(name).count for name in STACKS)


WORDS: Words[NinetyEight] = Words(
    read=read,
    prompt=prompt,
    order=order,
    table=table,
    event=event,
    outcome=outcome,
    phase=phase,
    does=does,
    label=label,
    reason=reason,
    to_type=to_type,
)
