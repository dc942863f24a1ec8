"""Positions to look at: from a record, at random, typed, or with a card exchanged. All are proved possible."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from .. import record, registry
from ..core import Card, Decision, Game, Observation, Refusal, decide, observation_from_json, quoted
from ..loading import load
from ..record import Frame
from ..setups import IMPOSSIBLE, Setups, same

SEATS = ("seat", "first")
"""What names a seat in a short form: from 0, as in all JSON; people type it from 1, as screens show it."""
MOST = 200
"""No zone of any game holds more cards."""


class Position(NamedTuple):
    """What one seat sees, under one game's rules."""

    game: Game[Any]
    seen: Observation
    origin: str
    """Where it comes from, for people."""
    hands: Mapping[int, tuple[Card, ...]] = {}
    """All hands by seat, where a record knows them; no bot is told."""
    moment: tuple[Path, int] | None = None
    """The record, and its how-manieth moment from 0 this is."""
    state: Any = None
    """The whole truth there, of a record; no bot is told."""


def from_json(name: str, data: Any) -> Position:
    """A position from an observation as `core.observation_json` writes it, or from the game's short form.

    Refusal when it is malformed, or when no deal could look like that.
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
        raise Refusal(f"observation: facts and scores say which game it is; missing: {error}") from error
    game = registry.game(name, rules, seats)
    return Position(game, prove(game, observation_from_json(game, data)), "given")


def from_text(name: str, text: str) -> Position:
    """The same of JSON as it is written. Refusal for what is none."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Refusal(f"the observation is no JSON: {error}") from error
    return from_json(name, data)


def of_frame(game: Game[Any], frames: Sequence[Frame], place: int, origin: str) -> Position:
    """What the seat to act saw at `frames[place]`. Refusal when the deal was over there."""
    seat = game.turn(frames[place].state)
    if seat is None:
        raise Refusal(f"{origin}: the deal is over there and nobody is to act")
    views = [game.observe(frames[place].state, other) for other in range(game.seats)]
    hands = {other: view.zone("hand").cards for other, view in enumerate(views)}
    return Position(game, views[seat], origin, hands, state=frames[place].state)


def in_truth(position: Position, decision: Decision) -> tuple[float, int] | None:
    """Belief against truth: the mean probability that a bot gave to where cards really are, and over how many cards.

    None where the truth is not known or the bot said nothing of it (beliefs about what a seat "holds", card by card).
    """
    holds = [belief for belief in decision.beliefs if belief.about == "holds"]
    spoken_of = {face for belief in holds for face in belief.values}
    found = [
        belief.values.get(face, 0.0)
        for belief in holds
        for face in map(position.game.face, position.hands.get(belief.seat, ()))
        if face in spoken_of
    ]
    return (sum(found) / len(found), len(found)) if found else None


def all_turns(name: str, path: Path) -> list[Position]:
    """Every turn of a saved match. Refusal when it is one of another game, cannot be replayed, or has no turn."""
    played, _ = record.read(path)
    if played.game != name:
        raise Refusal(f"{path} is a match of {played.game}, not of {name}")
    _, _, game, frames = record.load(path)
    found: list[Position] = []
    deal = move = 0
    for place, frame in enumerate(frames):
        deal, move = (deal + 1, 0) if frame.move is None else (deal, move + 1)
        if game.turn(frame.state) is not None:
            position = of_frame(game, frames, place, f"{path.name}, deal {deal}, move {move}")
            found.append(position._replace(moment=(path, place)))
    if not found:
        raise Refusal(f"{path} holds no turn")
    return found


def place_of(frames: Sequence[Frame], deal: int, move: int) -> int:
    """The index of a moment in the frames. Refusal when the record has no such deal or move."""
    starts = [place for place, frame in enumerate(frames) if frame.move is None]
    if not 1 <= deal <= len(starts):
        raise Refusal(f"the record has deals 1 to {len(starts)}, not {deal}")
    moves = [*starts, len(frames)][deal] - starts[deal - 1] - 1
    if not 0 <= move <= moves:
        raise Refusal(f"deal {deal} has {moves} moves: a moment in it is 0 to {moves}, not {move}")
    return starts[deal - 1] + move


def at_random(game: Game[Any], seed: int, turns: int = 12) -> Position:
    """A turn with a choice, fewer than `turns` turns into a deal that the house's heuristics play."""
    rng = Random(f"{seed}/position")
    names = tuple(bot.name for bot in registry.own(game.name).values() if bot.kind == "heuristic")
    for _ in range(1000):
        wanted = rng.randrange(turns)
        first = rng.randrange(len(names)) if game.seats == 1 else 0  # alone: any of them
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
    raise Refusal(f"{', '.join(names)} come to no turn with a choice")


def swap(position: Position, old: str, new: str, order: Sequence[Card] = ()) -> Position:
    """The position with another card: `old` is a card or its place in the hand, from 1. Refusal if it cannot be.

    order: the hand as it is shown; if left out, as the observation lists it.
    """
    game, seen = position.game, position.seen
    gone, come = _named(position, old.strip(), order or seen.zone("hand").cards), game.card(new)
    changed = prove(game, setups_of(game.name).swap(game, seen, gone, come))
    return Position(game, changed, f"{position.origin}, {game.face(gone)} → {game.face(come)}")


def _named(position: Position, text: str, hand: Sequence[Card]) -> Card:
    """The card of that name if it is seen (a number may be one), else the card at that place in `hand`.

    Refusal when there is none.
    """
    game, seen = position.game, position.seen
    digits = text.isascii() and text.isdigit()
    place = int(text) if digits and len(text) <= 3 else 0
    placed = hand[place - 1] if 1 <= place <= len(hand) else None
    try:
        card = game.card(text)
    except Refusal:
        if placed is None and digits:
            raise Refusal(f"the hand has cards 1 to {len(hand)}, not {text[:9]}") from None
        if placed is None:
            raise
        return placed
    return card if placed is None or any(card in zone.cards for zone in seen.zones) else placed


def short_form(position: Position) -> dict[str, Any]:
    """The position as one types it; it leaves out the history."""
    short: dict[str, Any] = setups_of(position.game.name).short_form(position.game, position.seen)
    return short


def typed(short: dict[str, Any], text: str, seats: int = 4) -> dict[str, Any]:
    """The short form with what `hand 7h 7d pile Kc opponents 5 3` changes of it, at a table of so many seats.

    A seat is typed from 1. Refusal when a number is none.
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
        for key in ("actions", "other"):  # what was played, and the other hand, went with the hand before
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


def examples(name: str) -> str:
    """What one can type to change a position of that game, in half a line."""
    return setups_of(name).examples


def solver(name: str) -> str:
    """ "module:function" that solves a state of that game with all hands seen; "" if there is none."""
    return setups_of(name).solver


def guide(name: str) -> str:
    """The same explained, some lines of help."""
    return setups_of(name).guide


def prove(game: Game[Any], seen: Observation) -> Observation:
    """Make sure that some deal looks like this to the seat, and give what the law then shows it, which is equal.

    Refusal, saying where it does not, if no deal looks like this.
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
    """How positions of that game are made by hand."""
    found: Setups[Any] = load(registry.game_entry(name).setups)
    return found
