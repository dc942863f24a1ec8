"""Mau-Mau in words: what is said of actions, events and the table; the rest is said as of any game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardtui.core import Action, Card, Event, Observation, Zone
from cardtui.entries.wording import Words, face_up

from .cards import SUIT_NAMES, SUITS, drawn_by, points, suit
from .rules import PASS, MauMau

SIGNS = dict(zip(SUITS, "♣♦♥♠", strict=True))


def order(game: MauMau, seen: Observation, sort: str) -> tuple[Card, ...]:
    """The hand by rank, or by suit."""
    return tuple(sorted(seen.zone("hand").cards, key=lambda card: (suit(card) if sort == "suit" else "", card)))


def table(game: MauMau, seen: Observation, order: tuple[Card, ...], names: Sequence[str]) -> list[str]:
    """The other hands in the order in which they act, the pile, what it asks for; the own hand, numbered, last."""
    lines = []
    for step in range(1, game.seats):
        seat = (seen.seat + step) % game.seats
        lines.append(f"{names[seat]}: {_count(seen.zone(f'hand {seat}').count)}")
    lines.append(
        f"On the pile: {face_up(game, seen.zone('pile').cards[-1:])}; stack: {_count(seen.zone('stack').count)}"
    )
    if told := phase(game, seen, names):
        lines.append(f"{told}.")
    numbered = ", ".join(f"{number}: {face_up(game, (card,))}" for number, card in enumerate(order, 1))
    return [*lines, f"Your hand: {numbered}"]


def phase(game: MauMau, seen: Observation, names: Sequence[str]) -> str:
    """What the top of the pile asks for beside its suit and rank."""
    if seen.mover is None:
        return ""
    if seen.facts["owed"]:
        seven = ", or a seven passes it on" if game.options["sevens"] == "pass" else ""
        return f"{_count(seen.facts['owed'])} to be drawn{seven}"
    asked = f"{SUIT_NAMES[seen.facts['wish']].capitalize()} wished" if seen.facts["wish"] else ""
    if not seen.facts["drawn"]:
        return asked
    drawn = f"{names[seen.mover]} drew"
    if seen.legal and seen.history[-1].gain:
        fits = ": lay it or pass" if len(seen.legal) > 1 else ", which does not fit: pass"
        drawn += f" {face_up(game, seen.history[-1].gain)}{fits}"
    return f"{asked}; {drawn}" if asked else drawn


def event(game: MauMau, happened: Event, names: Sequence[str]) -> str:
    """One thing that happened, in one sentence."""
    seat, action, gain = happened
    if action.verb == "open":
        return f"{face_up(game, action.cards)} opens the pile."
    if seat < 0:
        return "The pile but its top is shuffled and goes under the stack."
    if action == PASS:
        return f"{names[seat]}: pass."
    if count := drawn_by(action):
        return f"{names[seat]}: draw {face_up(game, gain) or _count(count)}."
    wish = f", wish {SUIT_NAMES[action.to]}" if action.to else ""
    return f"{names[seat]}: {face_up(game, action.cards)}{wish}."


def outcome(game: MauMau, seen: Observation, names: Sequence[str]) -> list[str]:
    """Who got rid of all cards, and what the others are left with."""
    out = [names[seat] for seat, zone in _hands(seen) if not zone.count]
    lines = [f"{out[0]} laid the last card." if out else f"The deal ends after {seen.turn} actions."]
    for seat, zone in _hands(seen):
        if zone.count:
            counts = f", {points(zone.cards)} points" if game.points else ""
            lines.append(f"{names[seat]}: {face_up(game, zone.cards)} left{counts}.")
    return lines


def label(game: MauMau, action: Action) -> str:
    """An action in a few cells: `7♥`, `J♣ ▸ ♥`, `draw 2`."""
    if count := drawn_by(action):
        return f"draw {count}" if count > 1 else "draw"
    laid = face_up(game, action.cards) or action.verb
    return f"{laid} ▸ {SIGNS[action.to]}" if action.to else laid


def does(game: MauMau, action: Action) -> str:
    """An action after "would"."""
    if count := drawn_by(action):
        return f"draw {_count(count)}"
    if not action.cards:
        return action.verb
    wish = f" and wish {SUIT_NAMES[action.to]}" if action.to else ""
    return f"lay {face_up(game, action.cards)}{wish}"


def _count(cards: int) -> str:
    return f"{cards} card{'s' * (cards != 1)}"


def _hands(seen: Observation) -> Iterator[tuple[int, Zone]]:
    """Each seat and its hand."""
    for zone in seen.hands:
        yield seen.seat if zone.name == "hand" else int(zone.name.partition(" ")[2]), zone


WORDS: Words[MauMau] = Words(
    order=order, table=table, phase=phase, event=event, outcome=outcome, label=label, does=does
)
