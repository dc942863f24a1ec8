"""The laws that every game must obey. Each function raises AssertionError if its law is broken.

`trials` is the number of random trials of a law. `whole_game` is cheap and checks every turn; the others check a single
state and take longer. The laws of bots are in `bot_laws`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import isfinite
from random import Random
from typing import Any, NamedTuple

from .. import registry
from ..core import (
    Action,
    Agent,
    Card,
    Game,
    Observation,
    Refusal,
    action_text,
    bounds,
    decide,
    failure,
    parse_action,
    quoted,
)
from ..entries.checks import Checks
from ..entries.spaces import listed
from ..json_forms import observation_from_json, observation_json
from ..loading import load
from .forms import check_standing, check_types, through_json


def checks_of(name: str) -> Checks:
    """Return what the game declares for the checks."""
    found: Checks = load(registry.game_entry(name).checks)
    return found


def cards_of(game: Game[Any], state: Any) -> list[Card]:
    """Return all cards of a state, sorted; if the game does not declare them, those that any seat sees."""
    if tell := checks_of(game.name).cards:
        return sorted(tell(state))
    views = [game.observe(state, seat) for seat in range(game.seats)]
    return sorted({card for seen in views for zone in seen.zones for card in zone.cards})


def hidden_from(game: Game[Any], state: Any, seat: int) -> set[Card]:
    """Return the cards a seat cannot know; if the game does not declare them, those of other hands it does not see."""
    if tell := checks_of(game.name).hidden:
        return set(tell(state, seat))
    seen = {card for zone in game.observe(state, seat).zones for card in zone.cards}
    others = [game.observe(state, other) for other in range(game.seats) if other != seat]
    return {card for view in others for card in view.zone("hand").cards} - seen


class Broken(AssertionError):  # noqa: N818 - a broken law, not an error of the program
    """A law was broken in a deal, after the given actions."""

    def __init__(self, text: str, deal: Any, actions: list[Action]) -> None:
        super().__init__(text)
        self.deal, self.actions = deal, actions


def said(error: Exception) -> str:
    """Return in a line which law was broken, or, of other errors, what was raised and where."""
    broken = str(error) if isinstance(error, AssertionError) else ""
    return " ".join((broken or failure(error)).split())


class Played(NamedTuple):
    """A game without violations: its deal, its actions, one state drawn uniformly, and the last state."""

    deal: Any
    actions: list[Action]
    sample: Any
    last: Any

    @property
    def turns(self) -> int:
        """Number of turns."""
        return len(self.actions)


def rule_sets(name: str) -> tuple[str, ...]:
    """Return the names of a game's rule sets."""
    return tuple(registry.rule_sets(name)[1])


def random_rules(name: str, rng: Random) -> str:
    """Return a rule set with some options changed at random."""
    base = rng.choice(rule_sets(name))
    pairs = []
    for key, setting in registry.rule_sets(name)[0].items():
        if rng.random() < 0.5:
            value = rng.choice(setting.choices) if setting.choices else rng.randint(int(setting.low), int(setting.high))
            pairs.append(f"{key}={value}")
    return f"{base}:{','.join(pairs)}" if pairs else base


def turn_of(game: Game[Any], state: Any) -> Observation | None:
    """Return what the seat to act sees, or None at the end."""
    seat = game.turn(state)
    return None if seat is None else game.observe(state, seat)


# --- a whole game -------------------------------------------------------------------------------


def choose(legal: tuple[Action, ...], preferences: tuple[str, ...], follow_probability: float, rng: Random) -> Action:
    """Return a random legal action; one that matches the preferences with `follow_probability`, if there is any."""
    for preference in preferences:
        liked = [action for action in legal if preference in (action.verb, action.to.partition("-")[0])]
        if liked and rng.random() < follow_probability:
            return rng.choice(liked)
    return legal[int(rng.random() * len(legal))]


def whole_game(game: Game[Any], rng: Random, follow_probability: float = 0.5, agent: Agent | None = None) -> Played:
    """Play a game at random, or with the agent's decisions. Raises Broken if a law is violated.

    Checks that legal actions are unique, cards conserved, the length bounded, returns as declared, and the deal valid
    JSON.
    """
    deal, actions = None, list[Action]()
    try:
        deal = through_json("the deal", game.deal(rng, check_standing("opening", game.opening(), game.seats)))
        state = sample = game.start(deal)
        assert state is not None, "start gave None, not a state"
        for after in _turns(game, state, actions, rng, follow_probability, agent):
            state = after
            if rng.random() * (len(actions) + 1) < 1:
                sample = state
        _end_law(game, state)
    except Exception as error:
        raise Broken(said(error), deal, actions) from error
    return Played(deal, actions, sample, state)


def _turns(
    game: Game[Any], state: Any, actions: list[Action], rng: Random, follow_probability: float, agent: Agent | None
) -> Iterator[Any]:
    """Yield the states after the first one, appending each action played to `actions`."""
    checks = checks_of(game.name)
    check_types(game, state, _to_act(game, state) or 0)
    deck = cards_of(game, state)
    assert len(set(deck)) == len(deck), "a card is dealt twice"
    preferences = rng.choice(checks.tastes)
    while (seat := _to_act(game, state)) is not None:
        legal = game.legal(state)
        assert legal, "the seat to act has no legal action"
        assert len(set(legal)) == len(legal), "a legal action appears twice"
        if agent:
            action = decide(agent, game.observe(state, seat), rng).action
        else:
            action = choose(legal, preferences, follow_probability, rng)
        state = game.apply(state, action)
        actions.append(action)
        assert state is not None, "apply gave None, not the next state"
        assert len(actions) <= game.max_turns, f"more than {game.max_turns} turns"
        assert checks.cards is None or cards_of(game, state) == deck, "cards were lost or doubled"
        yield state


def _to_act(game: Game[Any], state: Any) -> int | None:
    """Return the seat to act, None after the end. Raises AssertionError if the game names none of its seats."""
    seat = game.turn(state)
    told = f"turn gave {quoted(seat)}, where seats are 0 to {game.seats - 1}"
    assert seat is None or seat in range(game.seats), told
    return seat


def _end_law(game: Game[Any], state: Any) -> None:
    """Check the rules for a finished deal."""
    assert game.legal(state) == (), "a finished deal has legal actions"
    returns: Any = game.returns(state)
    floats = isinstance(returns, tuple) and all(isinstance(value, float) and isfinite(value) for value in returns)
    assert floats, f"returns gave {quoted(returns)}, not a tuple of floats such as 1.0"
    assert len(returns) == game.seats, f"returns gave {quoted(returns)}, not one return for each seat"
    if game.total is not None:
        assert abs(sum(returns) - game.total) < 1e-9, f"returns sum to {sum(returns)}, not {game.total}"
    low, high = bounds(game)
    inside = all(low - 1e-9 <= value <= high + 1e-9 for value in returns)
    assert inside, f"returns gave {quoted(returns)}, beyond {low:g} or {high:g}; a game may declare its own `bounds`"
    standing = check_standing("carry", game.carry(game.opening(), state), game.seats)
    assert standing.deals == 1, "a finished deal is carried into the standing"


def hidden_cards_law(game: Game[Any], played: Played, rng: Random, trials: int = 1) -> bool:
    """Check that deals that differ only in cards a seat has never seen look the same to it at every turn.

    Does not rely on `determinize`, which might preserve what `observe` reveals by mistake. All cards hidden since the
    first turn are permuted, or only two if the actions would become illegal. Returns whether such a deal was found.
    """
    state = game.start(played.deal)
    seats = [rng.randrange(game.seats) for _ in range(trials)]
    hidden_by_seat, compared = [hidden_from(game, state, seat) for seat in seats], False
    for turn, action in enumerate([None, *played.actions]):
        state = game.apply(state, action) if action else state
        if game.turn(state) is None:
            break
        for seat, hidden in zip(seats, hidden_by_seat, strict=True):
            hidden &= hidden_from(game, state, seat)
            other = _another_deal(game, played, turn, sorted(hidden), rng)
            if other is not None:
                same = game.observe(other, seat) == game.observe(state, seat)
                if not same:
                    text = f"seat {seat} can tell deals apart by cards that it has not seen"
                    raise Broken(text, played.deal, played.actions[:turn])
                compared = True
    return compared


def worlds_law(game: Game[Any], played: Played, rng: Random, draws: int = 20) -> bool:
    """Check that `determinize` gives different worlds at a turn at which there are some, and return whether there are.

    There are if cards that a seat has not seen can be permuted, as in `hidden_cards_law`. Some worlds are rare, so this
    need not hold in each deal.
    """
    state, seat = game.start(played.deal), rng.randrange(game.seats)
    hidden, turn = hidden_from(game, state, seat), rng.randrange(max(1, len(played.actions)))
    for action in played.actions[:turn]:
        state = game.apply(state, action)
        hidden &= hidden_from(game, state, seat)
    other = _another_deal(game, played, turn, sorted(hidden), rng)
    seen = game.observe(state, seat)
    if other is None or game.observe(other, seat) != seen:
        return False

    def views(state: Any) -> list[Observation]:
        return [game.observe(state, seat) for seat in range(game.seats)]

    told = views(other) != views(state)  # else only what nobody has seen differs, such as the order of a stack
    if not told and other == state:
        return False
    worlds = (views(world) if told else world for world in (game.determinize(seen, rng) for _ in range(draws)))
    first = next(worlds)
    if all(world == first for world in worlds):
        text = f"seat {seat} cannot know all cards, but {draws} worlds were the same"
        raise Broken(text, played.deal, played.actions[:turn])
    return True


def _another_deal(game: Game[Any], played: Played, turn: int, hidden: list[Card], rng: Random) -> Any:
    """Return the state after `turn` actions of a deal in which cards of `hidden` are permuted, or None."""
    for count in (len(hidden), 2, 2, 2):
        if count < 2 or count > len(hidden):
            continue
        chosen = [game.face(card) for card in rng.sample(hidden, count)]
        there = dict(zip(chosen, chosen[1:] + chosen[:1], strict=True))
        try:
            state = game.start(_renamed(played.deal, there))
            for action in played.actions[:turn]:
                state = game.apply(state, action)
        except Refusal:
            continue
        return state
    return None


def _renamed(node: Any, names: Mapping[str, str]) -> Any:
    """Return JSON values with some strings replaced."""
    if isinstance(node, dict):
        return {key: _renamed(value, names) for key, value in node.items()}
    if isinstance(node, list):
        return [_renamed(value, names) for value in node]
    return names.get(node, node) if isinstance(node, str) else node


# --- one state ----------------------------------------------------------------------------------


def text_law(game: Game[Any], state: Any) -> None:
    """Check that the text of actions and cards is parsed back correctly."""
    for action in game.legal(state):
        text = action_text(game, action)
        for word in (action.verb, action.to):
            assert word == "".join(word.split()).lower(), (
                f"the action {text!r} has {word!r} as a verb or a `to`: both are one word in lower-case letters"
            )
        assert parse_action(game, text) == action, f"{text!r} is not read back"
        assert parse_action(game, text.upper()) == action, f"{text!r} in capitals is not read back"
        assert text.isascii(), f"{text!r} is not ASCII"


def refusal_law(game: Game[Any], state: Any, rng: Random, trials: int = 8) -> None:
    """Check that illegal actions are refused with a sentence and leave the state unchanged."""
    legal = set(game.legal(state))
    deck = cards_of(game, state)
    known = [*legal] or [Action("pass")]
    before = [game.observe(state, seat) for seat in range(game.seats)]
    for _ in range(trials):
        action = _spoilt(rng.choice(known), deck, [known[0].verb, known[-1].verb, "", "fold"], rng)
        if action in legal:
            continue
        try:
            game.apply(state, action)
        except Refusal as refusal:
            assert len(str(refusal)) > 10, f"{action} is refused without a sentence"
        else:
            raise AssertionError(f"{action} is illegal and was played")
    assert [game.observe(state, seat) for seat in range(game.seats)] == before, "a refused action changed the state"


def _spoilt(action: Action, deck: list[Card], verbs: list[str], rng: Random) -> Action:
    """Return the action with a random change that most likely makes it illegal."""
    verb, cards, to = action
    match rng.randrange(6):
        case 0:
            verb = rng.choice(verbs)
        case 1:
            cards = tuple(rng.sample(deck, rng.randint(0, min(4, len(deck)))))
        case 2 if deck:  # a game may have no cards
            cards = (*cards, rng.choice(deck))
        case 3:
            cards = cards[::-1] if len(cards) > 1 else cards * 2
        case 4:
            to = rng.choice(("", "a", "b", "stack", "up1", "pile"))
        case _:
            cards = tuple(rng.sample(cards, len(cards)))[1:]
    return Action(verb, cards, to)


def dice_law(game: Game[Any], state: Any, rng: Random) -> None:
    """Check that the same dice give the same deal and the same world."""
    seed, seen = rng.random(), game.observe(state, rng.randrange(game.seats))
    one, other = (game.deal(Random(seed), game.opening()) for _ in range(2))
    assert one == other, "the same dice gave another deal: use the rng that deal is given"
    one, other = (game.determinize(seen, Random(seed)) for _ in range(2))
    assert one == other, "with the same dice determinize gave a state that is not equal: use the rng that it is given"


def facts_law(game: Game[Any], state: Any, rng: Random) -> None:
    """Check that each seat is told the rules and the seat to act."""
    for seat in range(game.seats):
        facts = game.observe(state, seat).facts
        for name, true in (("rules", game.spec), ("to_move", game.turn(state))):
            assert name in facts, f"seat {seat} is not told the fact {name!r}, which is {true!r}"
            assert facts[name] == true, f"seat {seat} is told that the fact {name!r} is {facts[name]!r}, not {true!r}"


def json_law(game: Game[Any], state: Any, seat: int) -> None:
    """Check that an observation is the same after conversion to JSON and back."""
    seen = game.observe(state, seat)
    again = observation_from_json(game, through_json("an observation", observation_json(game, seen)))
    assert again == seen, f"seat {seat}: the observation changes when written to JSON and read back"


def listed_law(game: Game[Any], state: Any) -> None:
    """Check that legal actions have distinct numbers in `Game.actions`, and that facts have the declared types.

    Cards must be in the deck, and the names of zones the same at each turn. A game that declares none of this passes.
    """
    if not any(hasattr(game, name) for name in ("actions", "deck", "facts")):
        return
    told = listed(game)
    legal, deck = game.legal(state), set(told.deck)
    numbers = [told.actions.index(action) for action in legal]
    assert len(set(numbers)) == len(numbers), "two legal actions have the same number"
    begun = game.start(game.deal(Random(0), game.opening()))
    for seat in range(game.seats):
        seen = game.observe(state, seat)
        names = [zone.name for zone in seen.zones]
        assert names == [zone.name for zone in game.observe(begun, seat).zones], "zones come and go in a deal"
        for zone in seen.zones:
            assert deck.issuperset(zone.cards), f"{zone.name!r} has a card that is not in the deck"
        assert seen.facts.keys() - {"rules"} == told.facts.keys(), "the facts are not those that the game declares"
        for name, fact in told.facts.items():
            value = seen.facts[name]
            assert fact.holds(value, game.seats), f"the fact {name!r} is {value!r}, not of the declared type"


def value_law(game: Game[Any], state: Any, rng: Random) -> None:
    """Check that states are immutable, and that only the seat to act has legal actions."""
    before = [game.observe(state, seat) for seat in range(game.seats)]
    turn, legal = game.turn(state), game.legal(state)
    for seat, seen in enumerate(before):
        assert seen.seat == seat, f"seat {seat} is shown what seat {seen.seat} sees"
        assert seen.legal == (legal if seat == turn else ()), f"seat {seat} is shown the wrong legal actions"
    if legal:
        action = rng.choice(legal)
        first, second = game.apply(state, action), game.apply(state, action)
        for seat in range(game.seats):
            assert game.observe(first, seat) == game.observe(second, seat), "the same action led to two states"
            assert game.observe(state, seat) == before[seat], "playing on changed the state before"


def redeal_law(game: Game[Any], state: Any, rng: Random, trials: int = 1) -> None:
    """Check that a seat sees no difference after hidden cards are dealt again, nor do other seats in that world."""
    seat = rng.randrange(game.seats)
    seen = game.observe(state, seat)
    deck, counted = cards_of(game, state), checks_of(game.name).cards is not None
    for _ in range(trials):
        world = game.determinize(seen, rng)
        assert not counted or cards_of(game, world) == deck, "a re-dealt world lost or doubled cards"
        assert game.observe(world, seat) == seen, f"seat {seat} can tell the re-dealt world from the real one"
        assert game.turn(world) == game.turn(state), "another seat is to act in the re-dealt world"
        other = rng.randrange(game.seats)
        theirs = game.observe(world, other)
        assert game.observe(game.determinize(theirs, rng), other) == theirs, f"seat {other} can tell, one world further"
