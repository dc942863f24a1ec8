"""The texts of Zheng Shang You: what a seat sees, in words (see `cardtui.entries.wording`). Standard library only."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from ...core import Action, Belief, Card, Event, Observation
from ...entries.wording import Words
from ...text.formatting import counted
from .cards import RANK, RANKS
from .known import unseen
from .parsing import NUMBERS, listed, name, prompt, read, spelled, title
from .passing import passed_over
from .reasons import reason
from .rules import PASS, ZhengShangYou


def order(game: ZhengShangYou, seen: Observation, sort: str) -> tuple[Card, ...]:
    """Return the hand in display order: by rank, whatever the setting; cards of one rank as dealt."""
    return sorted_by_rank(seen.zone("hand").cards)


def sorted_by_rank(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Sort cards by rank, lowest first; cards of one rank keep their order."""
    return tuple(sorted(cards, key=lambda card: RANK[card]))


def label(game: ZhengShangYou, action: Action) -> str:
    """Return a short name of an action: `33 444`, `pass`."""
    return name(action)


def does(game: ZhengShangYou, action: Action) -> str:
    """Describe an action as it follows "would": `lay double 55`, `pass`."""
    return "pass" if action == PASS else f"lay {title(action.cards)}"


def to_type(game: ZhengShangYou, order: tuple[Card, ...], action: Action) -> str:
    """Return the text that plays the action: its ranks, whatever the hand."""
    return name(action)


def believed(game: ZhengShangYou, belief: Belief) -> dict[str, float]:
    """Return the expected number of cards of each rank, from a belief about single cards."""
    held: dict[str, float] = {}
    for face, chance in belief.values.items():
        rank = RANKS[RANK[game.card(face)]]
        held[rank] = held.get(rank, 0.0) + chance
    return held


def table(game: ZhengShangYou, seen: Observation, order: tuple[Card, ...], names: Sequence[str]) -> list[str]:
    """Describe both seats' plays and passes, the unseen cards and the play to beat, with the numbered hand last."""
    me, other = seen.seat, 1 - seen.seat
    lines = [f"{names[other]}: {counted(seen.zone(f'hand {other}').count, 'card')}"]
    for seat in (other, me):
        if laid := laid_by(seen, seat):
            lines.append(f"Played by {names[seat]}: {spelled(laid)}")
        if passed := passed_over(seen, seat):
            lines.append(f"Passed over by {names[seat]}: {', '.join(title(one.cards) for one in passed)}")
    lines.append(f"Not seen: {', '.join(f'{size} of {RANKS[rank]}' for rank, size in enumerate(unseen(seen)) if size)}")
    if lying := seen.zone("table").cards:
        lines.append(f"To beat: {title(lying)} of {names[seen.history[-1].seat]}")
        over = [name(action) for action in seen.legal if action != PASS]
        lines.append(f"Over it goes: {listed(over) if over else 'nothing in this hand'}")
    elif seen.legal:
        lines.append("To beat: nothing, you lead")
    groups = [list(group) for _, group in groupby(enumerate(order), lambda placed: RANK[placed[1]])]
    numbered = ", ".join(f"#{NUMBERS[group[0][0]]} {spelled(card for _, card in group)}" for group in groups)
    lines.append(f"Your hand, {counted(len(order), 'card')}: {numbered}")
    return lines


def phase(game: ZhengShangYou, seen: Observation, names: Sequence[str]) -> str:
    """Return nothing: hands and piles show how the deal stands."""
    return ""


def event(game: ZhengShangYou, happened: Event, names: Sequence[str]) -> str:
    """Describe an event in one sentence."""
    what = "pass" if happened.action == PASS else title(happened.action.cards)
    return f"{names[happened.seat]}: {what}."


def outcome(game: ZhengShangYou, seen: Observation, names: Sequence[str]) -> list[str]:
    """Describe who won, what the other had left, and the cards that were not dealt."""
    winner, loser = seen.facts["winner"], 1 - seen.facts["winner"]
    left = seen.hands[loser].cards
    return [
        f"{names[winner]} laid the last card.",
        f"{names[loser]} had {counted(len(left), 'card')} left: {spelled(left)}",
        f"Nobody held: {spelled(seen.zone('rest').cards)}",
    ]


# --- what a seat knows ----------------------------------------------------------------------------


def laid_by(seen: Observation, seat: int) -> tuple[Card, ...]:
    """Return all cards that a seat has laid, in order."""
    return tuple(card for happened in seen.history if happened.seat == seat for card in happened.action.cards)


WORDS: Words[ZhengShangYou] = Words(
    read=read,
    prompt=prompt,
    order=order,
    table=table,
    event=event,
    outcome=outcome,
    phase=phase,
    label=label,
    does=does,
    reason=reason,
    to_type=to_type,
    believed=believed,
)
