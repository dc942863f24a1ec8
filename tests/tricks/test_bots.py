"""The players of tricks: what each plays, and the networks beside torch."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import numpy as np
import pytest

from cardtui import loading, registry
from cardtui.core import Action, Agent, Decision, Observation, Refusal, decide
from cardtui.games.tricks.rules import Tricks
from cardtui.models import load_arrays, nets
from cardtui.registry import agent

from .test_rules import opened, played

DOCUMENT = ("mlp-untrained", "mlp-win", "mlp-win-lose")
NETS = (*DOCUMENT, "mlp-exact", "mlp-play")


def chances(game: Tricks, decision: Decision) -> dict[str, float]:
    """The probability of each card."""
    return {game.face(option.action.cards[0]): option.probability for option in decision.options}


def answer(game: Tricks, bot: str, state: Any, seed: int = 1) -> Decision:
    """What a bot decides as the seat to act."""
    return decide(agent(game, bot), game.observe(state, state.seat), Random(seed))


def turns(game: Tricks, agents: list[Agent], seed: int) -> list[tuple[Observation, Decision]]:
    """A whole deal between two bots."""
    rng, found = Random(seed), []
    state = game.start(game.deal(rng))
    while state.seat is not None:
        seen = game.observe(state, state.seat)
        found.append((seen, decide(agents[state.seat], seen, rng)))
        state = game.apply(state, found[-1][1].action)
    return found


# --- heuristics -----------------------------------------------------------------------------------


def test_random_plays_every_legal_card_and_never_revokes() -> None:
    game = Tricks("tricks:revoke=yes")
    state = opened(game, "0c 9c 3d", "0d 1c 2c")
    assert chances(game, answer(game, "random", state)) == pytest.approx({"0c": 1 / 3, "9c": 1 / 3, "3d": 1 / 3})
    assert chances(game, answer(game, "random", played(game, state, "0c"))) == {"1c": 0.5, "2c": 0.5}


def test_first_plays_the_first_legal_card_as_dealt() -> None:
    game = Tricks()
    state = opened(game, "9c 0c 3d", "0d 2c 1c")
    assert chances(game, answer(game, "first", state)) == {"9c": 1.0}
    assert chances(game, answer(game, "first", played(game, state, "9c"))) == {"2c": 1.0}


def test_8_1_revoking_random_uses_a_place_among_the_legal_cards_in_the_whole_hand() -> None:
    game = Tricks("tricks:revoke=yes")
    state = played(game, opened(game, "0c 9c 3d", "0d 1c 2c"), "0c")
    assert chances(game, answer(game, "revoking-random", state)) == {"0d": 0.5, "1c": 0.5}
    game = Tricks()
    state = played(game, opened(game, "0c 9c 3d", "0d 1c 2c"), "0c")
    assert chances(game, answer(game, "revoking-random", state)) == {"1c": 0.5, "2c": 0.5}


# --- exact ----------------------------------------------------------------------------------------


def test_exact_shows_the_tricks_to_come_of_every_legal_card() -> None:
    game = Tricks()
    decision = answer(game, "exact", opened(game, "9c 0c", "8c 1c"))
    assert {game.face(o.action.cards[0]): o.value for o in decision.options} == {"9c": 1.0, "0c": 1.0}
    assert decision.unit == "tricks to come"
    assert decision.note == "with the best play of both: 1 and then 1 tricks with the first hand, a draw"


def test_exact_decides_between_equal_cards_by_the_average_against_random() -> None:
    game = Tricks()
    decision = answer(game, "exact", opened(game, "9c 0c 0d", "8c 1d 2d"))
    best = max(decision.options, key=lambda option: (option.value or 0.0, float(option.why.split()[0])))
    assert decision.action == best.action


@pytest.mark.parametrize(("rules", "start", "word"), [("tricks", 1, "draw"), ("tricks:duplicate=no", 1, "the other")])
def test_exact_says_how_the_deal_ends(rules: str, start: int, word: str) -> None:
    game = Tricks(rules)
    assert word in answer(game, "exact", opened(game, "9c 0c", "8c 1c", start)).note


def test_exact_knows_who_has_won_the_match() -> None:
    game = Tricks()
    state = played(game, opened(game, "2c 0c", "1c 3d"), "0c 1c 3d 2c")
    assert "0 and then 2 tricks with the first hand, won by who held it second" in answer(game, "exact", state).note


@pytest.mark.parametrize("rules", ["tricks:n=5,colours=3", "tricks:n=3,colours=4", "tricks:n=11"])
def test_where_it_searches_random_games_answer_first(rules: str) -> None:
    game = Tricks(rules)
    seen = game.observe(game.start(game.deal(Random(2))), 0)
    answers = list(islice(agent(game, "exact").think(seen, Random(1)), 9))
    assert [len(answer.options) for answer in answers] == [len(seen.legal)] * 2
    assert "before the search" in answers[0].note and "best play" in answers[1].note


def test_search_and_table_say_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    from cardtui.agents.tricks import exact

    game, rng = Tricks(), Random(4)
    looks_up = exact.Exact(game)
    monkeypatch.setattr(exact, "TABLE", 1)
    searches = exact.Exact(game)
    for _ in range(3):
        for seen, decision in turns(game, [looks_up, agent(game, "random")], rng.randrange(99))[::3]:
            one, other = decide(looks_up, seen, Random(1)), decide(searches, seen, Random(1))
            assert [option.value for option in one.options] == [option.value for option in other.options]
            assert one.note == other.note and decision.action in seen.legal


def test_exact_never_loses_a_match() -> None:
    game, agents = Tricks(), [agent(Tricks(), "exact"), agent(Tricks(), "random")]
    for seed in range(60):
        state, rng, seats = game.start(game.deal(Random(seed))), Random(seed), agents[:: 1 - 2 * (seed % 2)]
        while state.seat is not None:
            state = game.apply(state, decide(seats[state.seat], game.observe(state, state.seat), rng).action)
        assert game.returns(state)[seed % 2] >= 0


def test_exact_does_not_sit_where_seats_may_revoke() -> None:
    with pytest.raises(Refusal, match="revoke=yes"):
        agent(Tricks("tricks:revoke=yes"), "exact")


# --- networks -------------------------------------------------------------------------------------


@pytest.mark.parametrize("bot", NETS)
def test_a_network_plays_the_legal_card_of_its_highest_share(bot: str) -> None:
    game = Tricks()
    for seen, decision in turns(game, [agent(game, bot), agent(game, "random")], 5):
        if len(decision.options) < 2:
            continue
        assert [option.action for option in decision.options] == list(seen.legal)
        shares = {option.action: option.probability for option in decision.options}
        assert shares[decision.action] == max(shares.values())
        assert all(option.value is None for option in decision.options)  # a share of a softmax is no value


@pytest.mark.parametrize("bot", NETS)
def test_a_network_is_played_as_torch_computes_it(bot: str) -> None:
    torch = pytest.importorskip("torch")
    from cardtui.agents.training.torch_setup import load
    from cardtui.agents.training.tricks.train import PRESETS

    folder = registry.weights(registry.bot_entry("tricks", bot))
    card = registry.card(registry.bot_entry("tricks", bot)) or {}
    needs = loading.load(registry.bot_entry("tricks", bot).target).needs
    arrays, _ = load_arrays(folder, "tricks", card["features"], card["rules_hash"], needs)
    (algorithm,) = (make() for make in PRESETS[bot].values())
    load(algorithm.net, arrays)
    algorithm.net.eval()
    rows = (np.random.default_rng(1).random((200, 60)) < 0.4).astype(np.float32)
    between = np.tanh if bot in DOCUMENT else nets.relu
    names = sorted({name.partition(".")[0] for name in arrays})
    with torch.no_grad():
        wanted = algorithm.net(torch.from_numpy(rows)).numpy()
    found = nets.mlp(rows, arrays, names, between)
    assert np.abs(found - wanted).max() < 1e-6 * np.abs(wanted).max()  # single precision


def test_names_of_colours_and_gone_cards_do_not_matter_to_a_network_by_rank() -> None:
    """The same position with the colours exchanged, and moved up by three values."""
    game = Tricks()
    one = opened(game, "0c 4c 2d 3d", "1c 2c 3c 0d")
    other = opened(game, "3d 7d 5c 6c", "4d 5d 6d 3c")
    for bot in ("mlp-exact", "mlp-play"):
        for cards in (("", ""), ("4c", "7d"), ("2d", "5c")):
            found = [
                answer(game, bot, played(game, state, said)) for state, said in zip((one, other), cards, strict=True)
            ]
            shares = [sorted(option.probability for option in decision.options) for decision in found]
            assert shares[0] == pytest.approx(shares[1], abs=1e-6)


@pytest.mark.parametrize("bot", NETS)
def test_networks_do_not_play_other_decks(bot: str) -> None:
    with pytest.raises(Refusal, match="n=9"):
        agent(Tricks("tricks:n=9"), bot)


def test_weights_of_another_shape_are_refused(tmp_path: Any) -> None:
    from cardtui.agents.tricks.features import BY_RANK
    from cardtui.agents.tricks.mlp import RULES

    from cardtui.models import NEEDED, digest, save_arrays

    card: dict[str, Any] = {key: kind() for key, kind in NEEDED.items()}
    card |= {"game": "tricks", "features": digest(BY_RANK), "rules_hash": digest(RULES)}
    arrays = {"layer1.weight": np.zeros((20, 59), np.float32), "layer1.bias": np.zeros(20, np.float32)}
    save_arrays(tmp_path, card, arrays, "model.safetensors")
    with pytest.raises(Refusal, match=r"layer1.weight is 20 x 59, but must be 20 x 60"):
        agent(Tricks(), f"mlp-exact@{tmp_path}")


def test_an_action_of_a_network_is_a_legal_action_of_its_hand() -> None:
    game = Tricks()
    state = played(game, opened(game, "9c 0c 3d", "0d 2c 1c"), "9c")
    assert answer(game, "mlp-exact", state).action in (
        Action("play", (game.card("2c"),)),
        Action("play", (game.card("1c"),)),
    )
