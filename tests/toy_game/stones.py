"""Stones: one to three are taken of a heap, and the last one wins. No cards: what lies there is a fact."""

from typing import Any, NamedTuple

from cardtui.core import Action, Event, Observation, Refusal, Standing, Zone
from cardtui.entries import GameEntry


class State(NamedTuple):
    heaps: tuple[int, ...]
    history: tuple[Event, ...]
    scores: tuple[float, ...]


class Stones:
    name, unit, total, max_turns, seats, spec = "stones", "wins", 1.0, 27, 2, "stones"

    def __init__(self, rules: str = "stones", seats: int = 2) -> None:
        pass

    def deal(self, rng: Any, standing: Any = None) -> Any:
        scores = (standing or self.opening()).scores
        return {"heaps": [rng.randint(3, 9) for _ in range(3)], "scores": list(scores)}

    def start(self, deal: Any) -> State:
        return State(tuple(deal["heaps"]), (), tuple(deal["scores"]))

    def turn(self, state: State) -> int | None:
        return len(state.history) % 2 if any(state.heaps) else None

    def legal(self, state: State) -> tuple[Action, ...]:
        heaps = zip("abc", state.heaps, strict=True)
        return tuple(Action(f"take{n}", (), name) for name, heap in heaps for n in (1, 2, 3) if n <= heap)

    def apply(self, state: State, action: Action) -> State:
        if action not in self.legal(state):
            raise Refusal("take one to three stones of one heap, such as 'take2 > a'")
        heaps = list(state.heaps)
        heaps["abc".index(action.to)] -= int(action.verb[-1])
        return State(tuple(heaps), (*state.history, Event(len(state.history) % 2, action)), state.scores)

    def returns(self, state: State) -> tuple[float, ...]:
        return tuple(float(state.history[-1].seat == seat) for seat in range(2))

    def observe(self, state: State, seat: int) -> Observation:
        zones = (Zone("hand", 0), Zone(f"hand {1 - seat}", 0))
        facts = {"rules": self.spec, "to_move": self.turn(state), "heaps": list(state.heaps), "over": False}
        legal = self.legal(state) if self.turn(state) == seat else ()
        return Observation(seat, len(state.history), zones, facts, state.history, legal, state.scores)

    def determinize(self, seen: Observation, rng: Any) -> State:
        return State(tuple(seen.facts["heaps"]), seen.history, seen.scores)

    def opening(self) -> Standing:
        return Standing((0.0, 0.0))

    def carry(self, standing: Standing, state: State) -> Standing:
        totals = [sum(pair) for pair in zip(standing.scores, self.returns(state), strict=True)]
        return Standing(tuple(totals), standing.deals + 1)

    def face(self, card: int) -> str:
        raise Refusal("there are no cards")

    def card(self, text: str) -> int:
        raise Refusal(f"{text!r} is no card: there are none")


GAME = GameEntry("stones", Stones, {"stones": {}}, seats=(2, 2))
