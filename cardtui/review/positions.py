"""Positions to inspect: from a record, at random, typed, or with a card exchanged. All are proved possible."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from .. import record, registry
from ..core import Action, Card, Decision, Game, Observation, Refusal, decide, quoted
from ..entries.setups import IMPOSSIBLE, Setups, same
from ..json_forms import observation_from_json
from ..loading import load
from ..record import Frame
from ..validation import HOLDS
from .corpus import match_of

SEATS = ("seat", "first")
"""Keys of the short form whose value is a seat: counted from 0 in JSON, but typed from 1, as screens show it."""
MOST = 200
"""Maximum number of cards in a zone of any game."""


class Position(NamedTuple):
    """What one seat sees, and in which game."""

    game: Game[Any]
    seen: Observation
    origin: str
    """Where the position comes from, as shown to people."""
    hands: Mapping[int, tuple[Card, ...]] = {}
    """All hands by seat, if known from a record. Not passed to bots."""
    moment: tuple[Path, int] | None = None
    """Path of the record, and index of the frame in it, from 0."""
    state: object = None
    """The full state, if known from a record. Not passed to bots."""
    place: tuple[int, int] | None = None
    """Deal and move, both from 1, if it is a turn of a record: the move that is made here, as a review counts."""
    played: Action | None = None
    """What was played here, if it is one of a record."""
    seats: tuple[str, ...] = ()
    """Who sits where, as in a record's header; () if that is not known."""


def from_json(name: str, data: object) -> Position:
    """Return the position of an observation, in the form of `json_forms.observation_json` or in the game's short form.

    Raises Refusal if it is malformed, or if no deal could look like that.
    """
    if not isinstance(data, Mapping):
        raise Refusal(
            f"an observation is a JSON object, such as {setups_of(name).short or 'what `inspect --json` writes'}"
        )
    if "zones" not in data:
        game, seen = setups_of(name).from_short(data)
        return Position(game, seen, "typed")
    try:
        rules, seats = str(data["facts"].get("rules", "")), len(data["scores"])
    except (KeyError, TypeError, AttributeError) as error:
        raise Refusal(
            f"observation: facts and scores are needed to tell the rules and seats; missing: {error}"
        ) from error
    game = registry.game(name, rules, seats)
    seen = observation_from_json(game, data)
    if not 0 <= seen.seat < seats:
        raise Refusal(f"observation: seat is 0 to {seats - 1}, not {seen.seat}")
    return Position(game, prove(game, seen), "given")


def from_text(name: str, text: str) -> Position:
    """Return the position of an observation given as JSON text. Raises Refusal if it is invalid."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Refusal(f"the observation is not valid JSON: {error}") from error
    return from_json(name, data)


def of_frame(game: Game[Any], frames: Sequence[Frame], place: int, origin: str) -> Position:
    """Return the position of the seat to act at `frames[place]`, and what it played there if the record goes on.

    Raises Refusal if the deal was over there.
    """
    seat = game.turn(frames[place].state)
    if seat is None:
        raise Refusal(f"{origin}: the deal is over there and nobody is to act")
    views = [game.observe(frames[place].state, other) for other in range(game.seats)]
    hands = {other: view.zone("hand").cards for other, view in enumerate(views)}
    move = frames[place + 1].move if place + 1 < len(frames) else None
    played, seats = move and move.action, frames[place].header.seats
    return Position(game, views[seat], origin, hands, state=frames[place].state, played=played, seats=seats)


def in_truth(position: Position, decision: Decision) -> tuple[float, int] | None:
    """Return the mean probability that a bot gave to where the cards really are, and the number of cards.

    None if the true hands are unknown, or if the bot has no beliefs about what a seat "holds", card by card.
    """
    holds = [belief for belief in decision.beliefs if belief.about == HOLDS]
    spoken_of = {face for belief in holds for face in belief.values}
    found = [
        belief.values.get(face, 0.0)
        for belief in holds
        for face in map(position.game.face, position.hands.get(belief.seat, ()))
        if face in spoken_of
    ]
    return (sum(found) / len(found), len(found)) if found else None


def all_turns(name: str, path: Path) -> list[Position]:
    """Return every turn of a saved match.

    Raises Refusal if it is a match of another game, cannot be replayed, or has no turn.
    """
    match_of(path, name)  # refuses a match of another game
    _, _, game, frames = record.load(path)
    found: list[Position] = []
    for place, (deal, made, frame) in enumerate(record.numbered(frames)):
        if game.turn(frame.state) is not None:
            position = of_frame(game, frames, place, f"{path.name}, deal {deal}, move {made + 1}")
            found.append(position._replace(moment=(path, place), place=(deal, made + 1)))
    if not found:
        raise Refusal(f"{path} holds no turn")
    return found


def moment_of(text: str) -> tuple[int | None, int, bool]:
    """Return the deal (None: the current one), the move and False; or, of `50%`, None, the percentage and True.

    Raises Refusal if the text is neither.

    >>> moment_of("3:12"), moment_of("12"), moment_of("50%")
    ((3, 12, False), (None, 12, False), (None, 50, True))
    """
    found = re.fullmatch(r"(\d+):(\d+)|(\d+)|(\d+)%", text.strip(), re.ASCII)
    if not found or len(text) > 12:
        raise Refusal(
            f"{quoted(text)} is no place in a record: type deal:move such as 3:12, a move such as 12, or "
            "a share such as 50%"
        )
    deal, move, here, part = found.groups()
    if part:
        if int(part) > 100:
            raise Refusal(f"{quoted(text)} is past the end, which is 100%")
        return None, int(part), True
    return (int(deal) if deal else None), int(move or here), False


def turn_at(turns: Sequence[Position], text: str, now: int) -> int:
    """Return the index of the turn that `3:12`, `12` (in the deal of turn `now`) or `50%` means: the first one there.

    Raises Refusal if the turns have no places in a record, or none there.
    """
    places = [position.place or (0, 0) for position in turns]
    if not turns or (0, 0) in places:
        raise Refusal("turns can be chosen only in a record: type record and its file")
    deal, move, part = moment_of(text)
    if part:
        return move * (len(turns) - 1) // 100
    deal = places[now][0] if deal is None else deal
    moves = [there for at, there in places if at == deal]
    if not moves:
        raise Refusal(f"the record has deals {places[0][0]} to {places[-1][0]}, not {deal}")
    if not 1 <= move <= moves[-1]:
        raise Refusal(f"deal {deal} has moves 1 to {moves[-1]}, not {move}")
    return next(index for index, there in enumerate(places) if there >= (deal, move))


def turn(name: str, path: Path, text: str) -> Position:
    """Return the turn of a saved match that `3:12` or `50%` means, the first one there.

    Raises Refusal like `all_turns` and `turn_at`.
    """
    turns = all_turns(name, path)
    return turns[turn_at(turns, text, 0)]


def place_of(frames: Sequence[Frame], deal: int, move: int) -> int:
    """Return the index of the frame before a move of a deal. Raises Refusal if the record has no such deal or move."""
    starts = record.starts(frames)
    if not 1 <= deal <= len(starts):
        raise Refusal(f"the record has deals 1 to {len(starts)}, not {deal}")
    last = [*starts, len(frames)][deal] - starts[deal - 1]
    if not 1 <= move <= last:
        raise Refusal(f"deal {deal} of the record goes from {deal}:1 to {deal}:{last}, not to {deal}:{move}")
    return starts[deal - 1] + move - 1


def at_random(game: Game[Any], seed: int, turns: int = 12) -> Position:
    """Return a turn with a choice, fewer than `turns` turns into a random deal played by the game's heuristic bots."""
    rng = Random(f"{seed}/position")
    names = tuple(bot.name for bot in registry.own_bots(game.name).values() if bot.kind == "heuristic")
    for _ in range(1000):
        wanted = rng.randrange(turns)
        first = rng.randrange(len(names)) if game.seats == 1 else 0  # one seat: any of the heuristics
        agents = [registry.agent(game, names[(first + seat) % len(names)]) for seat in range(game.seats)]
        state = game.start(game.deal(rng))
        for _ in range(wanted):
            seat = game.turn(state)
            if seat is None:
                break
            state = game.apply(state, decide(agents[seat], game.observe(state, seat), rng, limit=1).action)
        seat = game.turn(state)
        if seat is not None and len(game.legal(state)) > 1:
            return Position(game, game.observe(state, seat), f"random {seed}, turn {wanted + 1}")
    raise Refusal(f"{', '.join(names)} never came to a turn with a choice")


def swap(position: Position, old: str, new: str, order: Sequence[Card] = ()) -> Position:
    """Return the position with another card. `old` is a card, or its place in the hand, from 1.

    `order` is the hand as shown, by default as the observation lists it. Raises Refusal if the result is impossible.
    """
    game, seen = position.game, position.seen
    gone = _named(position, old.strip(), order or seen.zone("hand").cards)
    come = setups_of(game.name).card(game, seen, new, False)
    changed = prove(game, setups_of(game.name).swap(game, seen, gone, come))
    origin = f"{position.origin}, {game.face(gone)} → {game.face(come)}"
    return Position(game, changed, origin, seats=position.seats)


def _named(position: Position, text: str, hand: Sequence[Card]) -> Card:
    """Return the card of that name if it is in sight (a name may be a number), else the card at that place in `hand`.

    Raises Refusal if there is none.
    """
    game, seen = position.game, position.seen
    digits = text.isascii() and text.isdigit()
    place = int(text) if digits and len(text) <= 3 else 0
    placed = hand[place - 1] if 1 <= place <= len(hand) else None
    try:
        card: Card = game.card(text) if digits else setups_of(game.name).card(game, seen, text, True)
    except Refusal:
        if placed is None and digits:
            raise Refusal(f"the hand has cards 1 to {len(hand)}, not {text[:9]}") from None
        if placed is None:
            raise
        return placed
    return card if placed is None or any(card in zone.cards for zone in seen.zones) else placed


def short_form(position: Position) -> dict[str, Any]:
    """Return the short form of the position, which leaves out the history."""
    short: dict[str, Any] = setups_of(position.game.name).short_form(position.game, position.seen)
    return short


def typed(short: dict[str, Any], text: str, seats: int = 4) -> dict[str, Any]:
    """Return the short form with the changes typed in `text`, at a table with `seats` seats.

    Seats are typed from 1. Raises Refusal for an invalid number.

    >>> typed({"hand": "2c", "opponents": [5]}, "hand 7h 7d opponents 5 3")
    {'hand': '7h 7d', 'opponents': [5, 3]}
    """
    changed, key = dict(short), ""
    words: dict[str, list[str]] = {}
    for word in text.split():
        if word.lower() in short:
            key = word.lower()
            words[key] = []
        else:
            words[key].append(word)
    if "hand" in words:
        for key in ("actions", "other"):  # the cards played and the other hand belonged to the previous hand
            changed.pop(key, None)
    for key, parts in words.items():
        if isinstance(short[key], list):
            if not all(part.isascii() and part.isdigit() and len(part) < 4 for part in parts):
                raise Refusal(f"{key} takes numbers, such as {key} 5 3")
            changed[key] = [int(part) for part in parts]
        elif key in SEATS:
            if " ".join(parts) not in map(str, range(1, seats + 1)):
                raise Refusal(f"{key} takes a seat, 1 to {seats}, not {quoted(' '.join(parts))}")
            changed[key] = int(parts[0]) - 1
        else:
            changed[key] = " ".join(parts)
    return changed


def prove(game: Game[Any], seen: Observation) -> Observation:
    """Check that some deal looks like this to the seat, and return the equal observation made by the game itself.

    Raises Refusal, saying where the observation differs, if no deal looks like this.
    """
    if any(not 0 <= zone.count <= MOST for zone in seen.zones):
        raise Refusal(f"{IMPOSSIBLE}: a zone holds 0 to {MOST} cards")
    try:
        setups_of(game.name).check(game, seen)
        again = game.observe(game.determinize(seen, Random(0)), seen.seat)
    except Refusal:
        raise
    except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
        raise Refusal(f"{IMPOSSIBLE}: {quoted(error)}") from error
    same(again, seen, "rest")
    return again


def setups_of(name: str) -> Setups[Any]:
    """Return what a game declares of positions that are entered by hand: how they are typed, and its solver."""
    found: Setups[Any] = load(registry.game_entry(name).setups)
    return found
