"""Zheng Shang You on plain lines: what a seat sees, said in words (see `cardtui.wording`). Standard library only."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from ...core import Action, Belief, Card, Event, Observation
from ...wording import Words
from .cards import RANK, RANKS, pattern
from .parsing import NUMBERS, listed, name, prompt, read, spelled, title, unseen
from .rules import PASS, ZhengShangYou


def order(game: ZhengShangYou, seen: Observation, sort: str) -> tuple[Card, ...]:
    """The hand in the order in which it is numbered: by rank, whatever the setting says; equal ranks as dealt."""
    return by_rank(seen.zone("hand").cards)


def by_rank(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Cards from the lowest rank up, equal ranks in the order in which they came."""
    return tuple(sorted(cards, key=lambda card: RANK[card]))


def label(action: Action) -> str:
    """An action in a few cells: `33 444`, `pass`."""
    return name(action)


def does(game: ZhengShangYou, action: Action) -> str:
    """An action after "would": `lay double 55`, `pass`."""
    return "pass" if action == PASS else f"lay {title(action.cards)}"


def to_type(order: tuple[Card, ...], action: Action) -> str:
    """What one types to do this: its ranks, whatever the hand."""
    return name(action)


def believed(game: ZhengShangYou, belief: Belief) -> dict[str, float]:
    """How many cards of each rank, in the mean, where the bot speaks of single cards."""
    held: dict[str, float] = {}
    for face, chance in belief.values.items():
        rank = RANKS[RANK[game.card(face)]]
        held[rank] = held.get(rank, 0.0) + chance
    return held


def table(game: ZhengShangYou, seen: Observation, order: tuple[Card, ...], names: Sequence[str]) -> list[str]:
    """Both seats, what was played, declined and not seen, the play to beat; the own hand, numbered, last."""
    me, other = seen.seat, 1 - seen.seat
    lines = [f"{names[other]}: {_cards(seen.zone(f'hand {other}').count)}"]
    for seat in (other, me):
        if laid := laid_by(seen, seat):
            lines.append(f"Played by {names[seat]}: {spelled(laid)}")
        if passed := declined(seen, seat):
            lines.append(f"Passed over by {names[seat]}: {', '.join(map(title, passed))}")
    lines.append(f"Not seen: {', '.join(f'{size} of {RANKS[rank]}' for rank, size in enumerate(unseen(seen)) if size)}")
    if lying := seen.zone("table").cards:
        lines.append(f"To beat: {title(lying)} of {names[seen.history[-1].seat]}")
        over = [name(action) for action in seen.legal if action != PASS]
        lines.append(f"Over it goes: {listed(over) if over else 'nothing in this hand'}")
    elif seen.legal:
        lines.append("To beat: nothing, you lead")
    groups = [list(group) for _, group in groupby(enumerate(order), lambda placed: RANK[placed[1]])]
    numbered = ", ".join(f"#{NUMBERS[group[0][0]]} {spelled(card for _, card in group)}" for group in groups)
    lines.append(f"Your hand, {_cards(len(order))}: {numbered}")
    return lines


def event(game: ZhengShangYou, happened: Event, names: Sequence[str]) -> str:
    """One thing that happened, in one sentence."""
    what = "pass" if happened.action == PASS else title(happened.action.cards)
    return f"{names[happened.seat]}: {what}."


def outcome(game: ZhengShangYou, seen: Observation, names: Sequence[str]) -> list[str]:
    """Who is out, what the other had left, and the cards that nobody held."""
    winner, loser = seen.facts["winner"], 1 - seen.facts["winner"]
    left = seen.zone("hand" if loser == seen.seat else f"hand {loser}").cards
    return [
        f"{names[winner]} laid the last card.",
        f"{names[loser]} had {_cards(len(left))} left: {spelled(left)}",
        f"Nobody held: {spelled(seen.zone('rest').cards)}",
    ]


# --- what a seat knows ----------------------------------------------------------------------------


def laid_by(seen: Observation, seat: int) -> tuple[Card, ...]:
    """All that a seat has laid, in order."""
    return tuple(card for happened in seen.history if happened.seat == seat for card in happened.action.cards)


def declined(seen: Observation, seat: int) -> list[tuple[Card, ...]]:
    """What a seat passed over: of each pattern the lowest cards, singles first."""
    lowest: dict[tuple[int, ...], tuple[int, tuple[Card, ...]]] = {}
    lying: tuple[Card, ...] = ()
    for happened in seen.history:
        made = pattern(lying)
        if happened.action == PASS and happened.seat == seat and made:
            lowest[made.sizes] = min(lowest.get(made.sizes, (made.low, lying)), (made.low, lying))
        lying = happened.action.cards
    return [lowest[sizes][1] for sizes in sorted(lowest, key=lambda sizes: (len(sizes), sizes))]


def _cards(count: int) -> str:
    return f"{count} card{'s' * (count != 1)}"


WORDS: Words[ZhengShangYou] = Words(
    read=read,
    prompt=prompt,
    order=order,
    table=table,
    event=event,
    outcome=outcome,
    label=lambda game, action: label(action),
    does=does,
    to_type=lambda game, order, action: to_type(order, action),
    believed=believed,
)
