"""The texts of Yaniv: what a seat sees, in words (see `cardtui.entries.wording`). Standard library only."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from ...core import Action, Belief, Card, Event, Observation
from ...entries.wording import Words, face_up
from ...text.formatting import counted, percent, signs
from .cards import JOKERS, NUMBER
from .parsing import combination, prompt, read, takes, to_type
from .reasons import reason
from .rules import YANIV, Yaniv


def order(game: Yaniv, seen: Observation, sort: str) -> tuple[Card, ...]:
    """Return the hand in display order: by number, by suit ("suit"), or as the cards came ("dealt")."""
    hand = seen.zone("hand").cards
    if sort == "suit":
        return tuple(sorted(hand, key=lambda card: (card in JOKERS, card % 4, card)))
    if sort == "dealt":
        came: dict[Card, None] = {}
        for happened in seen.history:
            if happened.seat == seen.seat:
                for card in happened.action.cards:
                    came.pop(card, None)
                came |= dict.fromkeys(happened.gain)
        return tuple([card for card in hand if card not in came] + [card for card in came if card in hand])
    return hand


def table(game: Yaniv, seen: Observation, order: tuple[Card, ...], names: Sequence[str]) -> list[str]:
    """Describe the other seats and the piles, one line each, with the numbered hand last."""
    lines = []
    for step in range(1, game.seats):
        seat = (seen.seat + step) % game.seats
        zone = seen.zone(f"hand {seat}")
        holds = f", among them {face_up(game, zone.cards)}" if zone.cards else ""
        lines.append(f"{names[seat]}: {counted(zone.count, 'card')}{holds}")
    pile, ends = seen.zone("pile").cards, takes(game, seen)
    ends.pop("stack")
    can = "" if len(pile) == 1 else ", of which can be taken: " + " or ".join(f"{k} {face}" for k, face in ends.items())
    lines.append(f"Pile: {face_up(game, pile)}{can}")
    lines.append(f"Stack: {counted(seen.zone('stack').count, 'card')}")
    numbered = ", ".join(f"{number}: {face_up(game, (card,))}" for number, card in enumerate(order, 1))
    lines.append(f"Your hand, sum {game.score(order)}: {numbered}")
    return lines


def does(game: Yaniv, action: Action) -> str:
    """Describe an action as it follows "would": `lay pair 7♥ 7♦ and take from the stack`."""
    if action == YANIV:
        return "call Yaniv"
    laid = combination(action.cards, tuple(signs(game.face(card)) for card in action.cards))
    pile = f"end {action.to} of the pile" if game.ends else "from the pile"
    return f"lay {laid} and take {'from the stack' if action.to == 'stack' else pile}"


def alike(action: Action) -> Hashable:
    """Return a key shared by discards of the same numbers in the same order, which differ only in suits.

    The order of a run is kept, since its ends are what the next player may take.
    """
    return action.verb, tuple(NUMBER[card] for card in action.cards), action.to


def phase(game: Yaniv, seen: Observation, names: Sequence[str]) -> str:
    """Return nothing: hands and piles show how the deal stands."""
    return ""


def event(game: Yaniv, happened: Event, names: Sequence[str]) -> str:
    """Describe an event in one sentence."""
    seat, (verb, cards, to) = happened.seat, happened.action
    if verb == "open":
        return f"{face_up(game, cards)} opens the pile."
    if verb == "reshuffle":
        return "The pile is shuffled and becomes the stack."
    if verb == "yaniv":
        return f"{names[seat]}: Yaniv!"
    laid = combination(cards, tuple(signs(game.face(card)) for card in cards))
    gained = face_up(game, happened.gain) or "a card"
    return f"{names[seat]}: {laid}, then {gained} from the {to if to == 'stack' else 'pile'}."


def outcome(game: Yaniv, seen: Observation, names: Sequence[str]) -> list[str]:
    """Describe all hands at the end of a deal."""
    lines = []
    for seat, (name, hand) in enumerate(zip(names, seen.hands, strict=True)):
        called = " called Yaniv" if seat == seen.facts["caller"] else ""
        lines.append(f"{name}{called}, sum {game.score(hand.cards)}: {face_up(game, hand.cards)}")
    return lines


def chapter(game: Yaniv, seen: Observation) -> str:
    """Return the round that a position lies in: `round 3`."""
    return f"round {seen.turn // game.seats + 1}"


def guessed(game: Yaniv, belief: Belief) -> str:
    """Describe what is believed of a hand: its sum, and the chance that its seat can call on its next turn."""
    if "mean" not in belief.values:
        return ""
    calls = belief.values.get("p_call")
    return f"sum about {belief.values['mean']:.0f}" + ("" if calls is None else f", Yaniv next {percent(calls)}")


WORDS: Words[Yaniv] = Words(
    read=read,
    prompt=prompt,
    order=order,
    table=table,
    event=event,
    outcome=outcome,
    phase=phase,
    chapter=chapter,
    does=does,
    reason=reason,
    to_type=to_type,
    alike=alike,
    guessed=guessed,
)
