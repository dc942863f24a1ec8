"""The line a person types at Yaniv's table: what it means, and that no text breaks it."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtui.core import action_text
from cardtui.games.yaniv.rules import Yaniv
from cardtui.games.yaniv.typed import combination, prompt, read, takes
from cardtui.typed import signs

RULES = ("paper", "club")
PENDING = ("", "pile", "stack", "a", "b")


def position(rules: str, pile: list[str], hand: list[str]) -> tuple[Yaniv, object]:
    """A game with that hand at seat 0 and that pile."""
    game = Yaniv(rules, 2)
    names = [game.face(card) for card in game.deck if game.face(card) not in (*pile, *hand)]
    deal = {"hands": [hand, names[:5]], "pile": pile, "stack": names[5:], "key": 1, "first": 0, "scores": [0, 0]}
    return game, game.start(deal)


@pytest.mark.parametrize(
    ("text", "pending", "action"),
    [
        ("1 2 d", "", "discard 5c 5h > stack"),
        ("12d", "", "discard 5c 5h > stack"),
        ("2,1 D", "", "discard 5h 5c > stack"),
        ("d 1 2", "", "discard 5c 5h > stack"),
        ("1 a", "", "discard 5c > a"),
        ("1 pile", "", "discard 5c > a"),
        ("1 2", "stack", "discard 5c 5h > stack"),
        ("1", "pile", "discard 5c > a"),
        ("3 4 5 s", "", "discard 7s 8s 9s > stack"),
        ("5 4 3 s", "", "discard 9s 8s 7s > stack"),
        ("1 deck", "pile", "discard 5c > stack"),
    ],
)
def test_lines_that_play(text: str, pending: str, action: str) -> None:
    """Both forms, in any spacing; in a set the last card typed is laid last, in a run the order counts."""
    game, state = position("paper", ["Kd"], ["5c", "5h", "7s", "8s", "9s"])
    seen = game.observe(state, 0)  # type: ignore[arg-type]
    typed = read(game, seen, seen.zone("hand").cards, text, pending)
    assert typed.legal and typed.action is not None
    assert action_text(game, typed.action) == action
    assert typed.action in seen.legal and not typed.refusal


@pytest.mark.parametrize(
    ("text", "pending"), [("2", "pile"), ("3", "stack"), ("d", "stack"), ("a", "a"), ("pile", "pile")]
)
def test_first_steps(text: str, pending: str) -> None:
    """A lone 1, 2 or 3 is the document's choice, never a card."""
    game, state = position("paper", ["Kd"], ["5c", "5h", "7s", "8s", "9s"])
    seen = game.observe(state, 0)  # type: ignore[arg-type]
    typed = read(game, seen, seen.zone("hand").cards, text)
    assert (typed.legal, typed.action, typed.pending) == (True, None, pending)


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("1", "§6.1"), ("y", "§6.1"), ("y 1", "§6.1"), ("1 3 d", "§4.1"), ("6 d", "§4.1"), ("0 d", "§4.1"),
        ("1 1 d", "§4.1"), ("1 b", "§5.2"), ("b", "§5.2"), ("1 a d", "§5.1"), ("1 2", "take what?"),
        ("q", "'q' means nothing"), ("²", "'²' means nothing"), ("", "type 1=YANIV"), ("1 - 2", "'-' means nothing"),
    ],
)  # fmt: skip
def test_lines_that_do_not(text: str, rule: str) -> None:
    """The rule is named, or what is missing."""
    game, state = position("paper", ["Kd"], ["5c", "5h", "7s", "8s", "9s"])
    seen = game.observe(state, 0)  # type: ignore[arg-type]
    typed = read(game, seen, seen.zone("hand").cards, text)
    assert typed.action is None and rule in typed.refusal


def test_previews_tell_what_it_does() -> None:
    """Combination and score, before and after."""
    game, state = position("paper", ["2d"], ["5c", "5h", "7s", "8s", "9s"])
    seen = game.observe(state, 0)  # type: ignore[arg-type]
    hand = seen.zone("hand").cards
    assert read(game, seen, hand, "1 2 d").preview == "pair 5♣ 5♥ ▸ stack: sum 34 → 24 + draw (a 26)"
    assert read(game, seen, hand, "3 4 5 a").preview == "run 7♠ 8♠ 9♠ ▸ 2♦: sum 34 → 12"
    assert read(game, seen, hand, "4").preview == "8♠: sum 34 → 26 + draw · take s stack or a 2♦ (28)?"
    assert "a 2♦" in prompt(game, seen)


def test_both_ends_and_jokers_of_club() -> None:
    """a is the first card of the last discard, b the last; a joker in a run is called a run."""
    game, state = position("club", ["Kd"], ["5c", "7c", "X1", "X2", "9h"])
    seen = game.observe(state, 0)  # type: ignore[arg-type]
    hand = seen.zone("hand").cards
    assert takes(game, seen) == {"stack": "stack", "a": "K♦"}
    assert read(game, seen, hand, "1 2 4 d").preview.startswith("run 5♣ ★1 7♣ ▸ stack")
    state = game.apply(state, game.legal(state)[0])  # type: ignore[arg-type]
    assert combination((0, 1), ("A♣", "A♦")) == "pair A♣ A♦" and combination((0,), ("A♣",)) == "A♣"
    assert signs("10h") == "10♥" and signs("X2") == "★2" and signs("EO") == "EO"


def test_a_call() -> None:
    """y, yaniv and 1."""
    game, state = position("paper", ["Kd"], ["Ac", "2c", "3c"])
    seen = game.observe(state, 0)  # type: ignore[arg-type]
    for text in ("y", "yaniv", "1", " Y "):
        typed = read(game, seen, seen.zone("hand").cards, text)
        assert typed.action == ("yaniv", (), "") and "6" in typed.preview
    waiting = game.observe(state, 1)  # type: ignore[arg-type]
    assert "not your turn" in read(game, waiting, waiting.zone("hand").cards, "1 d").refusal


@given(
    st.one_of(st.text(max_size=30), st.text("0123456789 dabypsx,.-²٣★", max_size=20)),
    st.sampled_from(PENDING),
    st.sampled_from(RULES),
    st.integers(0, 50),
)
def test_no_text_breaks_it(text: str, pending: str, rules: str, seed: int) -> None:
    """Any text gets an answer; an action is always legal, a refusal always a sentence."""
    game = Yaniv(rules, 3)
    rng = Random(seed)
    state = game.start(game.deal(rng))
    for _ in range(seed % 7):
        if game.turn(state) is not None:
            state = game.apply(state, rng.choice(game.legal(state)))
    for seat in range(3):
        seen = game.observe(state, seat)
        order = list(seen.zone("hand").cards)
        rng.shuffle(order)
        typed = read(game, seen, tuple(order), text, pending)
        assert typed.action is None or typed.action in seen.legal
        assert typed.legal or typed.refusal
        assert "\n" not in typed.preview + typed.refusal or "\n" in text
