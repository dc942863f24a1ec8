"""The words of a game (`Words`): parsing what people type, and describing what happens, with defaults for any game.

All functions are pure and accept any text. `order` is the hand in the order shown; card number 1 is its first card.
`names` are the names of the seats. Standard library only.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from ..core import Action, Belief, Card, Decision, Event, Game, Observation, action_text, quoted
from ..text.formatting import counted, signs
from ..text.language import ENGLISH, Language

G = TypeVar("G", bound=Game[Any])
Cards = tuple[Card, ...]
Names = Sequence[str]
SHOWN = 6
"""Maximum number of actions listed when the input is ambiguous."""


class Typed(NamedTuple):
    """The meaning of the input so far, before Enter is pressed."""

    preview: str
    """One sentence about what the input does; "" for an empty line."""
    legal: bool
    """Whether the rules allow it, as far as it has been typed."""
    action: Action | None = None
    """The action that Enter plays; None if the input is incomplete or illegal."""
    pending: str = ""
    """The step that Enter leads to, to be passed back as `pending`; "" for the first step."""
    refusal: str = ""
    """Why Enter does nothing: the broken rule, or what is missing. The input stays."""
    cards: tuple[Card, ...] = ()
    """The cards named by the input so far."""


def refused(reason: str, cards: Cards = (), pending: str = "") -> Typed:
    """Return the meaning of input that cannot be played, and why not."""
    return Typed(reason, False, None, pending, reason, cards)


def spelled(game: Game[Any], action: Action) -> str:
    """Return an action as text with suit symbols: `play 7♥`."""
    return " ".join(map(signs, action_text(game, action).split()))


def face_up(game: Game[Any], cards: Iterable[Card]) -> str:
    """Return cards as text with suit symbols: `7♥ 10♦`."""
    return " ".join(signs(game.face(card)) for card in cards)


def read(game: Game[Any], seen: Observation, order: Cards, text: str, pending: str) -> Typed:
    """Find the only legal action with all the given words: its verb, cards (by text or hand number), destination.

    An empty line stands for the only legal action.
    """
    if not seen.legal:
        return refused("it is not your turn")
    typed = text.lower().replace(">", " ").split()
    wanted = [_word(game, order, word) for word in typed]
    if not wanted and len(seen.legal) > 1:
        return Typed("", False, None, "", f"type {prompt(game, seen, pending)}")
    fitting = [action for action in seen.legal if _fits(_parts(game, action), wanted)]
    whole = [action for action in fitting if sorted(_parts(game, action)) == sorted(wanted)]
    cards = tuple(card for card in order if game.face(card).lower() in wanted)
    if len(fitting) == 1 or len(whole) == 1:
        action = (whole or fitting)[0]
        return Typed(spelled(game, action), True, action, cards=action.cards)
    if fitting:
        several = _listed(game, fitting)
        return Typed(f"this may mean {several}", True, refusal=f"name one: {several}", cards=cards)
    meant = f" ({' '.join(wanted)})" if wanted != typed else ""
    return refused(f"{quoted(text.strip())}{meant} is not a legal action; legal: {_listed(game, seen.legal)}", cards)


def prompt(game: Game[Any], seen: Observation, pending: str) -> str:
    """Describe what can be typed now."""
    if len(seen.legal) == 1:
        return f"Enter: {spelled(game, seen.legal[0])}, the only legal action"
    return f"one of {_listed(game, seen.legal)}; words that fit only one are enough"


def order(game: Game[Any], seen: Observation, sort: str) -> Cards:
    """Return the hand in display order: that of the observation, whatever the setting `sort` is."""
    return seen.zone("hand").cards


def table(game: Game[Any], seen: Observation, order: Cards, names: Names) -> list[str]:
    """Describe the table before a move: a line for each zone and each fact, and finally the own hand with numbers."""
    lines = []
    for zone in seen.zones:
        if zone.name == "hand":
            continue
        kind, _, seat = zone.name.partition(" ")
        owner = seat.isdigit() and int(seat) < len(names)
        name = f"{names[int(seat)]}, {kind}" if owner else zone.name
        known = f": {face_up(game, zone.cards)}" if zone.cards else ""
        lines.append(f"{name}, {counted(zone.count, 'card')}{known}")
    numbered = ", ".join(f"{number}: {face_up(game, (card,))}" for number, card in enumerate(order, 1))
    return [*lines, *facts(seen), f"Your hand: {numbered or 'no cards'}"]


def facts(seen: Observation) -> list[str]:
    """Return what else the seat knows, without the rules and the seat to act: `heaps: 3, 5, 7`."""
    return [f"{name}: {_told(value)}" for name, value in seen.facts.items() if name not in ("rules", "to_move")]


def _told(value: object) -> str:
    """Return a JSON value in words."""
    match value:
        case None | True | False:
            return {None: "none", True: "yes", False: "no"}[value]
        case list() | tuple():
            return ", ".join(map(_told, value)) or "none"
        case Mapping():
            return ", ".join(f"{key} {_told(part)}" for key, part in value.items()) or "none"
    return str(value)


def event(game: Game[Any], happened: Event, names: Names) -> str:
    """Describe an event in one sentence."""
    who = names[happened.seat] if happened.seat >= 0 else "table"
    gain = f", gains {face_up(game, happened.gain)}" if happened.gain else ""
    return f"{who}: {spelled(game, happened.action)}{gain}."


def outcome(game: Game[Any], seen: Observation, names: Names) -> list[str]:
    """Describe what is revealed at the end of a deal."""
    return ["The deal is over."]


def phase(game: Game[Any], seen: Observation, names: Names) -> str:
    """Describe the state of the deal in half a line: what is played, and by whom. By default what the facts say."""
    return " · ".join(facts(seen))


def chapter(game: Game[Any], seen: Observation) -> str:
    """Return the part of the deal that a position lies in, as written below curves: `trick 3`; "" to count moves."""
    return ""


def label(game: Game[Any], action: Action) -> str:
    """Return a short label for lists: `10♣ 10♦ ▸ stack`. The verb is shown if cards or place is missing."""
    if not action.cards:
        return f"{action.verb} ▸ {action.to}" if action.to else action.verb
    cards = face_up(game, action.cards)
    return f"{cards} ▸ {action.to}" if action.to else f"{action.verb} {cards}"


def shortened(label: str, room: int) -> str:
    """Shorten a label to `room` cells, keeping the destination: `7♥ 7♦ 7♠ ▸ a` → `7♥7♦7♠▸a` → `7♥7♦…▸a`."""
    if len(label) <= room:
        return label
    head, arrow, to = label.partition(" ▸ ")
    if not arrow or len(to) + 2 >= room:
        return f"{label[: max(0, room - 1)]}…"
    head, tail = head.replace(" ", ""), f"▸{to}"
    return f"{head}{tail}" if len(head + tail) <= room else f"{head[: room - len(tail) - 1]}…{tail}"


def does(game: Game[Any], action: Action) -> str:
    """Describe an action so that it can follow "would": `lay pair 10♣ 10♦ and take from the stack`."""
    return spelled(game, action)


def reason(game: Game[Any], seen: Observation, action: Action) -> str:
    """Return what an action does in this position, to follow a colon: `throws 18 points, leaves 7`; "" if unknown.

    Every statement must follow from the observation: facts, no guesses about hidden cards and no advice.
    """
    return ""


def to_type(game: Game[Any], order: Cards, action: Action) -> str:
    """Return what to type for this action when the hand is shown as `order`."""
    return action_text(game, action)


def says_what_to_type(would: str, typed: str) -> bool:
    """Whether a description (`does`) has the text to type among its words: `pass`, but not `1` in `play 10♣`."""
    return f" {typed} " in f" {would.replace('„', '').replace('“', '')} "


def alike(action: Action) -> Hashable:
    """Return a key that is equal for actions that differ only in the order of equal cards or in suits."""
    return action


def believed(game: Game[Any], belief: Belief) -> Mapping[str, float]:
    """Return the values of a belief under the game's own names."""
    return belief.values


def guessed(game: Game[Any], belief: Belief) -> str:
    """Describe a belief that is not about cards, without its seat; "" where its values are listed by their names."""
    return ""


def trick_over(seen: Observation) -> bool:
    """Return whether the last move completed a trick, which then lies for a while before play goes on."""
    return False


def french(text: str) -> str:
    """Return the text with the game's own suits replaced by French ones."""
    return text


@dataclass(frozen=True)
class Words(Generic[G]):
    """The words of one game; each field defaults to the function of that name above, which works for any game."""

    read: Callable[[G, Observation, Cards, str, str], Typed] = read
    prompt: Callable[[G, Observation, str], str] = prompt
    order: Callable[[G, Observation, str], Cards] = order
    table: Callable[[G, Observation, Cards, Names], list[str]] = table
    event: Callable[[G, Event, Names], str] = event
    outcome: Callable[[G, Observation, Names], list[str]] = outcome
    phase: Callable[[G, Observation, Names], str] = phase
    chapter: Callable[[G, Observation], str] = chapter
    label: Callable[[G, Action], str] = label
    shortened: Callable[[str, int], str] = shortened
    does: Callable[[G, Action], str] = does
    reason: Callable[[G, Observation, Action], str] = reason
    to_type: Callable[[G, Cards, Action], str] = to_type
    alike: Callable[[Action], Hashable] = alike
    believed: Callable[[G, Belief], Mapping[str, float]] = believed
    guessed: Callable[[G, Belief], str] = guessed
    trick_over: Callable[[Observation], bool] = trick_over
    french: Callable[[str], str] = french
    say: Language = ENGLISH
    """The language, also for what all tables say."""

    def explained(self, game: G, seen: Observation, decision: Decision) -> Decision:
        """Return the decision on `seen`, with what each action does (`reason`) where the bot says nothing about it."""
        options = [
            option if option.why else option._replace(why=self.reason(game, seen, option.action))
            for option in decision.options
        ]
        return decision._replace(options=tuple(options))


def _word(game: Game[Any], order: Cards, word: str) -> str:
    """Normalize a typed word: a card's symbol form or number in the hand becomes its ASCII text."""
    try:
        return game.face(game.card(word)).lower()
    except ValueError:
        place = int(word) if word.isascii() and word.isdigit() and len(word) < 4 else 0
        return game.face(order[place - 1]).lower() if 1 <= place <= len(order) else word


def _parts(game: Game[Any], action: Action) -> list[str]:
    words = [action.verb, *map(game.face, action.cards), action.to]
    return [word.lower() for word in words if word]


def _fits(parts: list[str], wanted: list[str]) -> bool:
    """Return whether the wanted words are among the parts, each part being used only once."""
    left = list(parts)
    for word in wanted:
        if word not in left:
            return False
        left.remove(word)
    return True


def _listed(game: Game[Any], actions: Sequence[Action]) -> str:
    more = f", … ({len(actions)} in all)" if len(actions) > SHOWN else ""
    return ", ".join(spelled(game, action) for action in actions[:SHOWN]) + more
