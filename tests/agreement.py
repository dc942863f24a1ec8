"""Rules and kernel, side by side: random games under random options, compared move for move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

import numpy as np
from cardtui.agents.ninetyeight.heuristics import back

from cardtui import registry
from cardtui.core import Action, Game
from cardtui.games.ninetyeight import kernel as ninetyeight
from cardtui.games.ninetyeight.rules import tops
from cardtui.games.ninetyeight.rulesets import OPTIONS as NINETYEIGHT_OPTIONS
from cardtui.games.schafkopf import kernel as schafkopf
from cardtui.games.schafkopf.cards import CONTRACTS, NAMES
from cardtui.games.schafkopf.kernel_settlement import returns as schafkopf_returns
from cardtui.games.schafkopf.rules import Schafkopf
from cardtui.games.schafkopf.rulesets import OPTIONS as SCHAFKOPF_OPTIONS
from cardtui.games.schafkopf.worlds import tricks
from cardtui.games.tricks import kernel as tricks_kernel
from cardtui.games.tricks.rulesets import OPTIONS as TRICKS_OPTIONS
from cardtui.games.yaniv import kernel as yaniv
from cardtui.games.yaniv.rules import YANIV
from cardtui.games.yaniv.rulesets import OPTIONS as YANIV_OPTIONS
from cardtui.games.zsy import kernel as zsy
from cardtui.games.zsy.cards import RANK as ZSY_RANK
from cardtui.options import Setting


class Begun(NamedTuple):
    """A random game, and how its actions are chosen."""

    game: Game[Any]
    state: Any
    choose: Callable[[Any, tuple[Action, ...]], Action]
    """Of a state and its legal actions."""


class Pair(NamedTuple):
    """What a game brings to the comparison."""

    begin: Callable[[int, Random], Begun]
    """The game of that number."""
    pack: Callable[[Any, Any], Any]
    apply: Callable[[Any, int], None]
    returns: Callable[[Any, Any], None]
    legal: Callable[[Any], Any]
    """The codes of a packed state's legal actions, in the form that `gather` brings codes into."""
    encode: Callable[[Action, Any], int]
    """An action's code in a packed state; `decode` reads it back."""
    decode: Callable[[int, Any], Action]
    comparable: Callable[[Any], Any]
    """What must be equal in two packed states."""
    seen: Callable[[Any], dict[str, int]]
    """What a finished game went through."""
    gather: Callable[[list[int]], Any] = sorted
    """A list of codes in a form of which there is one."""


def compare(name: str, games: int, seed: int) -> Counter[str]:
    """Play this many random games in both. AssertionError at the first difference, naming game and move.

    Returns what they went through: "moves", and what the game itself counts.
    """
    pair, rng, seen = PAIRS[name], Random(seed), Counter[str]()
    for number in range(games):
        game, state, choose = pair.begin(number, rng)
        gained = np.zeros(game.seats)
        packed = pair.pack(game, state)
        closely = number % 16 == 0

        def where() -> str:
            return f"seed {seed}, game {number}, turn {state.turn}, {game.spec}, {game.seats} seats"  # noqa: B023

        while state.seat is not None:
            legal = game.legal(state)
            codes = [pair.encode(action, packed) for action in legal]
            assert pair.gather(codes) == pair.legal(packed), f"{where()}: legal actions differ"
            action = choose(state, legal)
            code = codes[legal.index(action)]
            assert pair.decode(code, packed) == action, f"{where()}: {action} is not read back"
            state = game.apply(state, action)
            pair.apply(packed, code)
            if closely or state.seat is None:
                same = pair.comparable(packed) == pair.comparable(pair.pack(game, state))
                assert same, f"{where()}: states differ"
        pair.returns(packed, gained)
        assert tuple(gained) == game.returns(state), f"{where()}: returns differ"
        seen.update(pair.seen(state), moves=state.turn)
    return seen


@lru_cache(maxsize=1 << 12)
def _game(name: str, spec: str, seats: int) -> Any:
    return registry.game(name, spec, seats)


# --- Yaniv --------------------------------------------------------------------------------------


def _begin_yaniv(number: int, rng: Random) -> Begun:
    spec, seats = random_rules(rng), rng.choice((2, 2, 3, 4, 5, 6))
    game = _game("yaniv", spec, seats)
    state = game.start({**game.deal(rng), "first": rng.randrange(seats)})
    patience = 1.0 if number % 400 == 0 else rng.choice((0.0, 0.0, 0.0, 0.5))

    def choose(state: Any, legal: tuple[Action, ...]) -> Action:
        """A random action; Yaniv is let pass with probability `patience`."""
        return rng.choice(legal[1:] if legal[0] == YANIV and rng.random() < patience else legal)

    return Begun(game, state, choose)


def random_rules(rng: Random) -> str:
    """A rule set of Yaniv with random options, where they change play or result of a deal."""
    if rng.random() < 0.2:
        return rng.choice(("paper", "club"))
    calls = (1, 7, 7, 10, 15, 20, 30, 30)
    return _drawn("paper", YANIV_OPTIONS, rng, match=("halve", "limit", "deals", "start"), call=calls, assaf=(0, 30))


def _drawn(
    name: str, options: Mapping[str, Setting], rng: Random, match: Sequence[str], **likely: Sequence[int]
) -> str:
    """A rule set with all options drawn, but for those of the match: whoever adds one to the law adds it to the kernel.

    likely: the values of an option among which to draw, where not all that it takes are as good.
    """
    pairs = {
        key: rng.choice(likely.get(key) or option.choices or range(int(option.low), int(option.high) + 1))
        for key, option in options.items()
        if key not in match
    }
    return f"{name}:" + ",".join(f"{key}={value}" for key, value in pairs.items())


def _legal_yaniv(packed: Any, out: Any = np.zeros(yaniv.MAX_LEGAL, np.int64)) -> list[int]:  # noqa: B008
    return sorted(out[: yaniv.legal(packed, out)].tolist())


def _comparable_yaniv(packed: Any) -> tuple[list[int], list[int]]:
    """The fields of a kernel state and its stack, wherever in the array that lies. After the end nobody is to act."""
    fields = packed[: yaniv.DECK].copy()
    at, end = fields[yaniv.AT], fields[yaniv.END]
    fields[[yaniv.AT, yaniv.END]] = 0
    if fields[yaniv.OVER]:
        fields[yaniv.SEAT] = 0
    return fields.tolist(), packed[yaniv.DECK + at : yaniv.DECK + end].tolist()


_encode_yaniv = lru_cache(maxsize=1 << 18)(yaniv.encode)

# --- Schafkopf ----------------------------------------------------------------------------------


def _begin_schafkopf(number: int, rng: Random) -> Begun:
    game = _game("schafkopf", random_schafkopf(rng), 4)
    deal = game.deal(rng)
    if number % 32 == 1:
        deal["hands"] = _with_a_sie(game, rng)
    state = game.start({**deal, "first": rng.randrange(4)})
    taste = rng.choice(("", "pass", "ruf", "ruf", "wenz", "geier", "solo"))

    def choose(state: Any, legal: tuple[Action, ...]) -> Action:
        """A random action; the bidders of a game like the same bids, or to pass."""
        if state.phase != "bid" or rng.random() < 0.1:
            return rng.choice(legal)
        liked = [action for action in legal if action.to.startswith(taste)]
        return rng.choice(liked or legal[:1])

    return Begun(game, state, choose)


def random_schafkopf(rng: Random) -> str:
    """A rule set of Schafkopf with random options, where they change play or result of a deal."""
    if rng.random() < 0.5:
        return rng.choice(("paper", "club"))
    tariff = dict.fromkeys(("sauspiel", "solo", "schneider", "laufende"), (0, 7, 35))
    return _drawn("paper", SCHAFKOPF_OPTIONS, rng, match=("stock", "deals"), **tariff)


def _with_a_sie(game: Schafkopf, rng: Random) -> list[list[str]]:
    """Hands of which one holds all the highest cards."""
    size = len(game.deck) // 4
    rest = list(game.deck[:-size])
    rng.shuffle(rest)
    hands = [list(game.deck[-size:]), *(rest[at : at + size] for at in range(0, len(rest), size))]
    rng.shuffle(hands)
    return [[NAMES[card] for card in hand] for hand in hands]


def _mask(codes: list[int]) -> int:
    """The codes as a mask; the sum is right, since the rules say no action twice (a law of its own)."""
    return sum([1 << code for code in codes])


_encode_schafkopf = lru_cache(maxsize=1 << 12)(schafkopf.encode)
_decode_schafkopf = lru_cache(maxsize=1 << 12)(schafkopf.decode)


def _seen_schafkopf(state: Any) -> dict[str, int]:
    ran = False
    for _, trick in tricks(state.history):
        if state.called in trick:
            break
        suit = CONTRACTS[state.contract].suit
        ran |= state.called is not None and suit[trick[0]] == suit[state.called]
    return {
        state.contract or "nothing": 1,
        "contra": len(state.doublers) > 0,
        "retour": len(state.doublers) > 1,
        "runaways": ran,
    }


# --- Tricks -------------------------------------------------------------------------------------


def _begin_tricks(number: int, rng: Random) -> Begun:
    game = _game("tricks", random_tricks(rng), 2)
    state = game.start({**game.deal(rng), "first": rng.randrange(2)})
    return Begun(game, state, lambda state, legal: rng.choice(legal))


def random_tricks(rng: Random) -> str:
    """A rule set of tricks with random options, where they change play or result of a deal."""
    if rng.random() < 0.3:
        return "tricks"
    return _drawn("tricks", TRICKS_OPTIONS, rng, match=("deals",), n=(2, 3, 4, 5, 7, 10, 13))


def _legal_tricks(packed: Any) -> list[int]:
    cards = tricks_kernel.legal(packed)
    return [card for card in range(64) if cards >> card & 1]


# --- 98 -----------------------------------------------------------------------------------------


def _begin_98(number: int, rng: Random) -> Begun:
    game = _game("98", _drawn("paper", NINETYEIGHT_OPTIONS, rng, match=("deals",)), 1)
    state = game.start(game.deal(rng))
    wild = rng.choice((0.0, 0.1, 1.0))

    def choose(state: Any, legal: tuple[Action, ...]) -> Action:
        """The smallest gap, so that the pile runs out, or with some chance a random action."""
        if rng.random() < wild:
            return rng.choice(legal)
        above = tops(state.stacks)
        return max(legal, key=lambda action: back(action, above))

    return Begun(game, state, choose)


def _legal_98(packed: Any, out: Any = np.zeros(ninetyeight.MAX_LEGAL, np.int64)) -> list[int]:  # noqa: B008
    return sorted(out[: ninetyeight.legal(packed, out)].tolist())


def _comparable_98(packed: Any) -> list[int]:
    """A kernel state without the cards that were drawn before."""
    at = int(packed[ninetyeight.AT])
    return [*packed[: ninetyeight.PILE].tolist(), *packed[ninetyeight.PILE + at :].tolist()]


# --- Zheng Shang You ----------------------------------------------------------------------------


class Dealt(NamedTuple):
    """A kernel state of Zheng Shang You beside the hands in the order dealt, which the kernel does not know."""

    packed: Any
    hands: list[list[int]]

    @classmethod
    def of(cls, game: Game[Any], state: Any) -> Dealt:
        """The state of the rules in both forms."""
        return cls(zsy.pack(state), [list(hand) for hand in state.hands])

    def apply(self, move: int) -> None:
        """Play it in the kernel, and take its cards off the hand."""
        hand = self.hands[int(self.packed[zsy.SEAT])]
        for card in zsy.decode(move, tuple(hand)).cards:
            hand.remove(card)
        zsy.apply(self.packed, move)

    def legal(self, out: Any = np.zeros(zsy.MAX_LEGAL, np.int64)) -> list[int]:  # noqa: B008
        """All moves."""
        return sorted(out[: zsy.legal(self.packed, out)].tolist())

    def returns(self, gained: Any) -> None:
        """Who won."""
        gained[:] = 0.0
        gained[self.packed[zsy.SEAT]] = 1.0


def _begin_zsy(number: int, rng: Random) -> Begun:
    game = _game("zsy", "paper", 2)
    deal = game.deal(rng)
    if number % 2:  # few ranks: many bombs and long chains
        cards = sorted(range(54), key=lambda card: (ZSY_RANK[card] + rng.choice((0, 0, 20)), rng.random()))
        names = [game.face(card) for card in cards]
        deal |= {"hands": [names[0:36:2], names[1:36:2]], "rest": names[36:]}
    return Begun(game, game.start(deal), lambda state, legal: rng.choice(legal))


PAIRS = {
    "98": Pair(
        _begin_98,
        ninetyeight.pack,
        ninetyeight.apply,
        ninetyeight.returns,
        _legal_98,
        lambda action, packed: ninetyeight.encode(action),
        lambda code, packed: ninetyeight.decode(code),
        _comparable_98,
        lambda state: {"emptied": not state.draw, "won": sum(map(len, state.stacks)) == 98},
    ),
    "tricks": Pair(
        _begin_tricks,
        tricks_kernel.pack,
        tricks_kernel.apply,
        tricks_kernel.returns,
        _legal_tricks,
        lambda action, packed: tricks_kernel.encode(action),
        lambda code, packed: tricks_kernel.decode(code),
        lambda packed: packed.tolist(),
        lambda state: {"draws": state.taken[0][state.first] == state.taken[-1][1 - state.first]},
    ),
    "yaniv": Pair(
        _begin_yaniv,
        yaniv.pack,
        yaniv.apply,
        yaniv.returns,
        _legal_yaniv,
        lambda action, packed: _encode_yaniv(action),
        lambda code, packed: yaniv.decode(code),
        _comparable_yaniv,
        lambda state: {"reshuffles": state.reshuffles, "uncalled": state.caller is None},
    ),
    "schafkopf": Pair(
        _begin_schafkopf,
        schafkopf.pack,
        schafkopf.apply,
        schafkopf_returns,
        lambda packed: schafkopf.legal(packed) % (1 << 64),
        lambda action, packed: _encode_schafkopf(action, int(packed[schafkopf.ORDER])),
        lambda code, packed: _decode_schafkopf(code, int(packed[schafkopf.ORDER])),
        lambda packed: packed.tolist(),
        _seen_schafkopf,
        _mask,
    ),
    "zsy": Pair(
        _begin_zsy,
        Dealt.of,
        Dealt.apply,
        Dealt.returns,
        Dealt.legal,
        lambda action, dealt: zsy.encode(action),
        lambda move, dealt: zsy.decode(move, tuple(dealt.hands[dealt.packed[zsy.SEAT]])),
        lambda dealt: (dealt.packed.tolist(), dealt.hands),
        lambda state: {
            "passes": sum(not event.action.cards for event in state.history),
            "bombs": sum(
                len(event.action.cards) == 4 and len({ZSY_RANK[card] for card in event.action.cards}) == 1
                for event in state.history
            ),
            "chains": sum(len({ZSY_RANK[card] for card in event.action.cards}) > 1 for event in state.history),
        },
    ),
}
