"""The compiled rule-based player draws among the same actions as the readable one."""

from __future__ import annotations

from random import Random

import pytest
from cardtui.agents.schafkopf import rule_kernel
from cardtui.agents.schafkopf.heuristics import RuleBased

from cardtui.games.schafkopf.kernel import ORDER, encode, pack
from cardtui.games.schafkopf.kernel_cards import PLACE, SUIT
from cardtui.games.schafkopf.rules import PASS, Schafkopf
from cardtui.kernels import njit


@njit
def choose(state, led):  # type: ignore[no-untyped-def]
    return rule_kernel.rules_on(state, led)


@pytest.mark.parametrize("rules", ["paper", "club", "club:klopfen=yes,allpass=ramsch", "club:deck=short,geier=yes"])
def test_the_same_choices(rules: str) -> None:
    """Every turn of deals that it plays with random players; in some of them all pass who may."""
    game, rng = Schafkopf(rules), Random(7)
    player, reasons = RuleBased(game), set[str]()
    for number in range(300):
        state = game.start(game.deal(rng))
        while (seat := game.turn(state)) is not None:
            seen = game.observe(state, seat)
            packed = pack(game, state)
            order = int(packed[ORDER])
            tricks = [event.action.cards[0] for event in seen.history if event.action.verb == "trick"]
            led = 0
            for card in tricks:
                led |= int(SUIT[order, PLACE[order, card]])
            actions, why = player.choose(seen)
            found = int(choose(packed, led)) & (1 << 64) - 1
            assert found == sum({1 << encode(action, order) for action in actions}), why
            reasons.add(why)
            if number % 8 == 0 and seen.facts["phase"] == "bid" and PASS in seen.legal:
                actions = (PASS,)
            elif rng.random() < 0.5:
                actions = seen.legal
            state = game.apply(state, rng.choice(actions))
    assert len(reasons) >= 18
    assert ("the weakest card, in a Ramsch" in reasons) == ("ramsch" in rules)
