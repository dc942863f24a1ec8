"""The texts of Tricks: what a seat sees, in words (see `cardtui.entries.wording`). Standard library only."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...core import Action, Card, Event, Observation
from ...entries.wording import Words
from ...text.formatting import counted, who_does
from .parsing import faces, prompt, read, to_type
from .reasons import reason
from .rules import COLOUR, EXCHANGE, Tricks, beats, first_and_second

HANDS = ("first hand", "second hand")


class Trick(NamedTuple):
    """A trick: the seat that led, and its cards in order; a single one if it is unfinished."""

    leader: int
    cards: tuple[Card, ...]

    @property
    def taker(self) -> int | None:
        """The seat that took the trick; None if it is unfinished."""
        if len(self.cards) < 2:
            return None
        return 1 - self.leader if beats(self.cards[1], self.cards[0]) else self.leader


def order(game: Tricks, seen: Observation, sort: str) -> tuple[Card, ...]:
    """Return the hand in display order; see `arranged`."""
    return arranged(seen.zone("hand").cards, sort)


def label(game: Tricks, action: Action) -> str:
    """Return a short name of an action: `7♣`."""
    return faces(action.cards)


def does(game: Tricks, action: Action) -> str:
    """Describe an action as it follows "would": `play 7♣`."""
    return f"play {faces(action.cards)}"


def table(game: Tricks, seen: Observation, order: tuple[Card, ...], names: Sequence[str]) -> list[str]:
    """Describe the score, the other hand, the current or the last trick, with the numbered hand last."""
    other, tricks = 1 - seen.seat, halves(seen)[-1]
    lines = [f"{phase(game, seen, names)}.", f"{tally(game, seen, names)}."]
    lines.append(f"{names[other]}, {role(seen, other)}: {faces(sorted(seen.zone(f'hand {other}').cards)) or 'no card'}")
    if tricks and tricks[-1].taker is None:
        lines.append(f"Trick {len(tricks)}: {names[tricks[-1].leader]} leads {faces(tricks[-1].cards)}.")
    elif tricks:
        (leader, cards), taker = tricks[-1], tricks[-1].taker or 0
        shown = f"{names[leader]} {faces(cards[:1])}, {names[1 - leader]} {faces(cards[1:])}"
        lines.append(f"Trick {len(tricks)}: {shown}, taken by {names[taker]}.")
    numbered = ", ".join(f"{number}: {faces((card,))}" for number, card in enumerate(order, 1))
    lines.append(f"Your hand, {role(seen, seen.seat)}: {numbered}")
    return lines


def event(game: Tricks, happened: Event, names: Sequence[str]) -> str:
    """Describe an event in one sentence."""
    if happened == EXCHANGE:
        return "The first half is over. All cards are taken back, and the seats exchange the hands."
    if happened.action.verb == "deal":
        one, two = map(sorted, first_and_second((happened,)))
        return f"The first hand: {faces(one)}. The second hand: {faces(two)}."
    return f"{names[happened.seat]}: {faces(happened.action.cards)}."


def outcome(game: Tricks, seen: Observation, names: Sequence[str]) -> list[str]:
    """Describe the tricks of both seats, who won, and where their play first differed."""
    return [f"{line}." for line in (tally(game, seen, names), verdict(game, seen, names), parting(seen, names)) if line]


def arranged(cards: tuple[Card, ...], sort: str) -> tuple[Card, ...]:
    """Sort cards by colour, lowest first ("number") or highest first ("suit"), or leave them as dealt ("dealt")."""
    if sort == "dealt":
        return cards
    return tuple(sorted(cards, key=lambda card: (card // COLOUR, -card if sort == "suit" else card)))


# --- what a seat knows ----------------------------------------------------------------------------


def halves(seen: Observation) -> list[list[Trick]]:
    """Return the tricks of each half that has begun, in order."""
    found: list[list[Trick]] = []
    for happened in seen.history:
        if happened.seat < 0:
            found.append([])
        elif found[-1] and found[-1][-1].taker is None:
            found[-1][-1] = found[-1][-1]._replace(cards=found[-1][-1].cards + happened.action.cards)
        else:
            found[-1].append(Trick(happened.seat, happened.action.cards))
    return found


def last_trick(seen: Observation, whole: bool = False) -> tuple[int, Trick] | None:
    """Return the number and the cards of the last trick; that of the first half if the second has none yet.

    With `whole`, an unfinished trick does not count.
    """
    for half in reversed(halves(seen)):
        tricks = half[:-1] if whole and half and half[-1].taker is None else half
        if tricks:
            return len(tricks), tricks[-1]
    return None


def trick_over(seen: Observation) -> bool:
    """Return whether the last card completed a trick."""
    last = last_trick(seen)
    return last is not None and last[1].taker is not None


def role(seen: Observation, seat: int) -> str:
    """Describe which hand a seat holds now, and how many tricks it has taken with it."""
    tricks = seen.facts["taken"][-1][seat]
    return f"{HANDS[hand_of(seen, seat)]}, {counted(tricks, 'trick')}"


def hand_of(seen: Observation, seat: int) -> int:
    """Return which hand a seat holds in this half: 0 for the first, 1 for the second."""
    return int(seat != seen.facts["first"] ^ seen.facts["half"])


def tricks_that_count(game: Tricks, seen: Observation) -> tuple[int, int | None]:
    """Return the tricks that decide the deal (§5), of the first seat and of the other one (None if not begun)."""
    first, taken = seen.facts["first"], seen.facts["taken"]
    return taken[0][first], taken[-1][1 - first] if len(taken) == game.halves else None


def tally(game: Tricks, seen: Observation, names: Sequence[str]) -> str:
    """Describe the tricks that decide: `Tricks with the first hand: You 6, Ada 3`."""
    first, (one, two) = seen.facts["first"], tricks_that_count(game, seen)
    head = "Tricks with the first hand" if game.halves == 2 else "Tricks"
    return f"{head}: {names[first]} {one}{f', {names[1 - first]} {two}' if two is not None else ''}"


def phase(game: Tricks, seen: Observation, names: Sequence[str]) -> str:
    """Describe the half and the tricks left: `2nd half, 6 tricks left: first needs 4 to win`.

    In the second half it also says how many of them the seat that now holds the first hand needs.
    """
    first, (one, two) = seen.facts["first"], tricks_that_count(game, seen)
    left = (sum(zone.count for zone in seen.hands) + seen.zone("trick").count) // 2
    if not left:
        return "The deal is over"
    which = f"{('1st', '2nd')[seen.facts['half']]} half, " if game.halves == 2 else ""
    told = f"{which}{counted(left, 'trick')} left"
    if game.halves == 1 or two is None:
        return told
    need, who = one + 1 - two, names[1 - first]
    needs = who_does([who], "need")
    if need <= 0:
        return f"{told}: {who} {'have' if who == 'You' else 'has'} won already"
    if need > left + 1:
        return f"{told}: {who} cannot catch up"
    if need <= left:
        return f"{told}: {needs} {need} to win"
    return f"{told}: {needs} {'all' if left > 1 else 'it'} to draw"


def chapter(game: Tricks, seen: Observation) -> str:
    """Return the trick of its half that a position lies in: `trick 3`."""
    return f"trick {len(seen.zone('played').cards) // 2 + 1}"


def verdict(game: Tricks, seen: Observation, names: Sequence[str]) -> str:
    """Describe who won a finished deal."""
    first, (one, two) = seen.facts["first"], tricks_that_count(game, seen)
    if one == two:
        return "A draw"
    return who_does([names[first if one > (two or 0) else 1 - first]], "win")


def parted(seen: Observation) -> int | None:
    """Return how many cards of each half had been played when the halves first differed; None if they never did."""
    one, two = ([card for trick in half for card in trick.cards] for half in [*halves(seen), []][:2])
    return next((place for place, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), None)


def parting(seen: Observation, names: Sequence[str]) -> str:
    """Describe where the two halves first differed, or "" if they have not."""
    place, both = parted(seen), halves(seen)
    if place is None:
        return "Both played the same cards to the end" if len(both) == 2 and seen.facts["to_move"] is None else ""
    number, second = divmod(place, 2)
    one, two = (half[number] for half in both)
    seat = 1 - one.leader if second else one.leader
    hand = HANDS[int(seat != seen.facts["first"])]
    played = [f"{names[who]} {faces((trick.cards[second],))}" for who, trick in ((seat, one), (1 - seat, two))]
    return f"Parted in trick {number + 1}, {hand}: {', '.join(played)}"


WORDS: Words[Tricks] = Words(
    read=read,
    prompt=prompt,
    order=order,
    table=table,
    event=event,
    outcome=outcome,
    phase=phase,
    chapter=chapter,
    label=label,
    does=does,
    reason=reason,
    to_type=to_type,
    trick_over=trick_over,
)
