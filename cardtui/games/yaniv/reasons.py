"""What a move of Yaniv does, in plain words (`Words.reason`). Standard library only."""

from __future__ import annotations

from ...core import Action, Card, Observation
from ...text.formatting import counted, signs
from .cards import discards
from .parsing import combination
from .rules import YANIV, Yaniv

HIGHEST = {"rank": 13, "ten": 10}
"""How many points the highest card counts, by the rules' `faces`."""


def reason(game: Yaniv, seen: Observation, action: Action) -> str:
    """Describe what a move does: `throws 18 points, keeps pair K♣ K♦, leaves 26 and the card drawn`."""
    hand = seen.zone("hand").cards
    if action == YANIV:
        return f"shows a hand of {game.score(hand)} and ends the deal"
    kept = tuple([card for card in hand if card not in action.cards])
    taken = taken_card(game, seen, action)
    parts = [f"throws {counted(game.score(action.cards), 'point')}"]
    if taken is not None:
        held = tuple(sorted((*kept, taken)))
        name = signs(game.face(taken))
        group = best_group(game, held)
        if taken in group:
            parts.append(f"takes {name} for the {_named(game, group)}")
        else:
            parts += [f"takes {name}", *([f"keeps the {_named(game, group)}"] if group else [])]
        left = game.score(held)
        parts.append(f"leaves {left}{': you may call next turn' if left <= game.call else ''}")
        return ", ".join(parts)
    if group := best_group(game, kept):
        parts.append(f"keeps the {_named(game, group)}")
    left = game.score(kept)
    parts.append(f"leaves {left} and the card drawn{_outlook(game, left)}")
    return ", ".join(parts)


def taken_card(game: Yaniv, seen: Observation, action: Action) -> Card | None:
    """Return the card that an action takes from the pile; None if it draws from the stack."""
    if action.to not in ("a", "b"):
        return None
    pile = seen.zone("pile").cards
    return pile[0] if action.to == "a" and game.ends else pile[-1]


def best_group(game: Yaniv, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the set or run among ascending cards that counts most, in the order it is laid; () if there is none."""
    groups = [laid for laid in discards(cards, game.ends) if len(laid) > 1] if cards else []
    return min(groups, key=lambda laid: (-game.score(laid), -len(laid), laid), default=())


def _outlook(game: Yaniv, left: int) -> str:
    """Describe which draws allow a call at the next turn."""
    room = game.call - left
    if room >= HIGHEST[str(game.options["faces"])]:
        return ": you may call next turn"
    return f": a draw of {room} or less lets you call" if room > 0 else ""


def _named(game: Yaniv, group: tuple[Card, ...]) -> str:
    return combination(group, tuple(signs(game.face(card)) for card in group))
