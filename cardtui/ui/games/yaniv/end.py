"""What the end of a deal of Yaniv tells: the call, Assaf and halving, what each writes down, all hands."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ....core import Card, Event, Observation
from ....games.yaniv.rules import Yaniv
from ....text.formatting import counted, listed, trimmed, who_does
from ...look.cards import Face
from ...look.curve import Course, Line
from ...names import in_phrase
from ..endings import Ending, Seat, Step
from ..hands import Hand


def ending(
    law: Yaniv,
    seen: Observation,
    names: Sequence[str],
    gained: Sequence[float],
    totals: Sequence[Sequence[float]],
    face: Callable[[Card], Face],
    course: Course,
    opens: str,
    moves: Sequence[Event],
) -> Ending:
    """Return what the end of a deal tells.

    `moves` are the moves of the deal with all cards that were drawn, as no single seat saw them.
    `totals` are the scores before the first deal and after each one; `opens` is who opens the next deal, "" if
    the match is over.
    """
    hands = [zone.cards for zone in seen.hands]
    sums, caller = [law.score(hand) for hand in hands], seen.facts["caller"]
    best = [seat for seat, value in enumerate(gained) if value == max(gained)]
    before, after = totals[-2], totals[-1]
    seats = []
    for seat, name in enumerate(names):
        value = gained[seat]
        amount = trimmed(-value if law.points else value, "+")
        good = 1.0 if seat in best else -1.0 if law.points else 0.0
        head = "total" if law.points else "won"
        seats.append(Seat(name, "called" * (seat == caller), amount, good, f"{head} {trimmed(after[seat])}"))
    shown = [
        Hand(
            name,
            [face(card) for card in hands[seat]],
            f"{'called, ' * (seat == caller)}{counted(len(hands[seat]), 'card')}",
            f"sum {sums[seat]}",
        )
        for seat, name in enumerate(names)
    ]
    return Ending(
        figure="" if caller is None else str(sums[caller]),
        unit="",
        verdict=_verdict(law, names, gained, best, caller),
        by=_by(names, sums, caller, best),
        how=f"{who_does([opens], 'open')} the next deal" if opens else _end(law, names, after),
        steps=_steps(law, names, gained, (before, after), sums, caller),
        seats=seats,
        heading=("HANDS", "as they were shown"),
        hands=shown,
        course=course._replace(unit=_unit(law)),
        deal=_sums(law, names, hands, moves),
    )


def is_assaf(law: Yaniv, gained: Sequence[float], caller: int | None) -> bool:
    """Return whether the caller is penalised for a hand that is not the lowest alone, see §7 of the rules."""
    return bool(law.points and law.options["assaf"] and caller is not None and gained[caller] < 0)


def _sums(law: Yaniv, names: Sequence[str], hands: Sequence[Sequence[Card]], moves: Sequence[Event]) -> Course:
    """Return how the sums of the hands went, round by round, told back from the hands at the end."""
    held = [set(hand) for hand in hands]
    curves: list[list[float]] = [[law.score(sorted(hand))] for hand in held]
    for event in reversed(moves):
        if event.seat >= 0 and event.action.cards:
            held[event.seat] = held[event.seat] - set(event.gain) | set(event.action.cards)
            curves[event.seat].append(law.score(sorted(held[event.seat])))
    rounds = max(map(len, curves))
    lines = [
        Line(name, [*curve[::-1], *curve[:1] * (rounds - len(curve))])
        for name, curve in zip(names, curves, strict=True)
    ]
    return Course(lines if rounds > 2 else [], "points in hand; round by round", title="how the hands shrank")


def _verdict(law: Yaniv, names: Sequence[str], gained: Sequence[float], best: Sequence[int], caller: int | None) -> str:
    winners = [names[seat] for seat in best]
    if caller is None:
        return f"Nobody called Yaniv: {listed(winners)} had the least"
    if is_assaf(law, gained, caller):
        return f"Assaf! {who_does(winners, 'stop')} {in_phrase(names[caller])}"
    calls = f"{who_does([names[caller]], 'call')} Yaniv"
    if best == [caller]:
        return f"{calls} and {'win' if names[caller] == 'You' else 'wins'}"
    return f"{calls}, {who_does(winners, 'win')}"


def _by(names: Sequence[str], sums: Sequence[int], caller: int | None, best: Sequence[int]) -> str:
    """Return how close it was: the lowest hand beside the caller's and those that win with it."""
    if caller is None:
        return ""
    called = counted(sums[caller], "point")
    others = [seat for seat in range(len(sums)) if seat != caller and (caller not in best or seat not in best)]
    if not others:
        return f"with {called}"
    other = min(others, key=sums.__getitem__)
    rest = f"{names[other]} with {sums[other]}"
    return f"with {called}; next: {rest}" if caller in best else f"called with {called}; lowest: {rest}"


def _steps(
    law: Yaniv,
    names: Sequence[str],
    gained: Sequence[float],
    totals: tuple[Sequence[float], Sequence[float]],
    sums: Sequence[int],
    caller: int | None,
) -> list[Step]:
    """Return how the deal is counted."""
    low = min(sums)
    if not law.points:
        lowest = sums.count(low)
        if lowest == 1:
            return [Step("the lowest hand, "), Step(str(low), "fg", True), Step(", wins the deal")]
        if law.seats == 2 and caller is not None:
            return [Step("equal hands of "), Step(str(low), "fg", True), Step(": the caller loses the deal")]
        share = f"  =  {trimmed(max(gained))} each"
        return [Step(f"{lowest} equal lowest hands share the deal"), Step(share, "gold", True)]
    steps = [Step("the lowest hand scores 0, the others their sum")]
    if caller is not None and is_assaf(law, gained, caller):
        penalty = -gained[caller] - sums[caller]
        steps = [Step(f"{names[caller]} "), Step(str(sums[caller]), "fg", True), Step("  +  Assaf ")]
        steps += [Step(trimmed(penalty), "fg", True), Step(f"  =  {trimmed(-gained[caller])} points", "gold", True)]
    before, after = totals
    for seat, name in enumerate(names):
        full = before[seat] - gained[seat]
        if full != after[seat]:
            steps += [
                Step(f"  ·  {name} {trimmed(before[seat])} + {trimmed(-gained[seat])} = "),
                Step(trimmed(full), "fg", True),
            ]
            steps += [Step(", halved "), Step(trimmed(after[seat]), "gold", True)]
    return steps


def _end(law: Yaniv, names: Sequence[str], totals: Sequence[float]) -> str:
    """Return why the match is over."""
    limit = int(law.options["limit"])
    over = [name for name, total in zip(names, totals, strict=True) if limit and law.points and total > limit]
    if not over:
        deals = int(law.options["deals"])
        return f"all {deals:,} deals of the match are played" if deals > 1 else "the only deal of the match is played"
    who = over[0] if len(over) == 1 else counted(len(over), "player")
    return f"{who} {'are' if len(over) > 1 or who == 'You' else 'is'} over {limit}: the match ends"


def _unit(law: Yaniv) -> str:
    """Return what is counted over the match, and when it ends."""
    limit, deals = int(law.options["limit"]), int(law.options["deals"])
    ends = [f"over {limit} ends the match"] * bool(limit and law.points) + [f"{deals} deals in all"] * bool(deals)
    return "; ".join(["points, the fewest win" if law.points else "deals won", *ends])
