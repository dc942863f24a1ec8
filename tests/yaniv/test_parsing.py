"""The line a person types at Yaniv's table: what it means, and that no text breaks it."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtui.core import action_text
from cardtui.games.yaniv.parsing import combination, prompt, read, takes, to_type
from cardtui.games.yaniv.rules import YANIV, Yaniv
from cardtui.text.formatting import signs

RULES = ("paper", "club")
PENDING = ("", "pile", "stack", "a", "b", "move")


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
        ("1 p", "", "discard 5c > a"),
        ("1 s", "move", "discard 5c > stack"),
        ("5♣ 5♥ ▸ stack", "", "discard 5c 5h > stack"),
        ("1 > a", "", "discard 5c > a"),
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
    ("text", "action"),
    [
        ("Kd a", "discard Kd > a"), ("10h 10d s", "discard 10h 10d > stack"), ("th td s", "discard 10h 10d > stack"),
        ("10♦ 10♥ d", "discard 10d 10h > stack"), ("3 10d s", "discard 10h 10d > stack"),
        ("as s", "discard As > stack"),
        ("a kd", "discard Kd > a"), ("2♠ s", "discard 2s > stack"), ("2s", "discard 10d > stack"),
        ("1d", "discard As > stack"), ("s 2 3", "discard 10d 10h > stack"),
        ("X1 s", ""), ("Kh a", ""), ("kd", ""), ("2s a", ""), ("2h", ""), ("kdd s", ""),
    ],
)  # fmt: skip
def test_cards_by_their_faces(text: str, action: str) -> None:
    """Numbers come first: `2s` is card 2 from the stack, the two of spades with its sign only."""
    game, state = position("paper", ["3c"], ["As", "10d", "10h", "Kd", "2s"])
    seen = game.observe(state, 0)  # type: ignore[arg-type]
    order = tuple(map(game.card, ("As", "10d", "10h", "Kd", "2s")))
    typed = read(game, seen, order, text)
    assert (action_text(game, typed.action) if typed.action else "") == action
    assert action or typed.refusal
    if text == "Kh a":
        assert typed.refusal == "§4.1: K♥ is not in your hand"


def test_faces_of_a_lone_card_and_of_jokers() -> None:
    """★1 and x1 are the joker."""
    game, state = position("club", ["3c"], ["7d", "7s", "X1", "9h", "2h"])
    seen = game.observe(state, 0)  # type: ignore[arg-type]
    order = tuple(map(game.card, ("7d", "7s", "X1", "9h", "2h")))
    assert "take what?" in read(game, seen, order, "7d").refusal
    for text in ("7d 7s a", "7♦7♠a", "7d7♠ a"):
        assert read(game, seen, order, text).preview.startswith("pair 7♦ 7♠ ▸ 3♣")
    for text in ("x1 s", "★1 s", "3 s"):
        assert read(game, seen, order, text).cards == (game.card("X1"),)


@pytest.mark.parametrize("rules", RULES)
def test_what_one_types_is_read_again(rules: str) -> None:
    """`to_type`, with the hand in whatever order."""
    game, rng = Yaniv(rules, 2), Random(5)
    for _ in range(20):
        state = game.start(game.deal(rng))
        seen = game.observe(state, 0)
        order = list(seen.zone("hand").cards)
        rng.shuffle(order)
        for action in seen.legal:
            assert read(game, seen, tuple(order), to_type(game, tuple(order), action)).action == action


@pytest.mark.parametrize(
    ("text", "before", "pending"),
    [
        ("m", "", "move"),
        ("2", "move", "pile"),
        ("3", "move", "stack"),
        ("d", "", "stack"),
        ("a", "", "a"),
        ("pile", "", "pile"),
        ("s", "move", "stack"),
        ("m", "stack", "move"),
    ],
)
def test_steps(text: str, before: str, pending: str) -> None:
    """What to take may come first; after m numbers are moves, as in the document."""
    game, state = position("paper", ["Kd"], ["5c", "5h", "7s", "8s", "9s"])
    seen = game.observe(state, 0)  # type: ignore[arg-type]
    typed = read(game, seen, seen.zone("hand").cards, text, before)
    assert (typed.legal, typed.action, typed.pending) == (True, None, pending)


@pytest.mark.parametrize("text", ["b", "1 b"])
def test_an_end_that_is_not_there_is_answered_with_what_can_be_typed(text: str) -> None:
    game, state = position("paper", ["Kd"], ["5c", "5h", "7s", "8s", "9s"])
    seen = game.observe(state, 0)  # type: ignore[arg-type]
    typed = read(game, seen, seen.zone("hand").cards, text)
    assert typed.refusal == "§5.2: there is no end b to take: type s=stack or a=K♦"


@pytest.mark.parametrize("text", ["1", "2", "3", "3 4 5"])
def test_a_number_is_a_card(text: str) -> None:
    """Also alone, and also where Yaniv may be called: nothing is played or chosen, the line asks what to take."""
    game, state = position("paper:call=30", ["Kd"], ["Ac", "Ah", "2s", "3s", "4s"])
    seen = game.observe(state, 0)  # type: ignore[arg-type]
    assert YANIV in seen.legal
    typed = read(game, seen, seen.zone("hand").cards, text)
    assert (typed.action, typed.pending) == (None, "") and "take what?" in typed.refusal
    assert typed.cards == tuple(seen.zone("hand").cards[int(number) - 1] for number in text.split())


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("y", "§6.1"), ("y 1", "§6.1"), ("m 1", "type m alone"), ("1", "take what?"), ("1 3 d", "§4.1"),
        ("6 d", "§4.1"), ("0 d", "§4.1"), ("1 1 d", "§4.1"), ("1 b", "§5.2"), ("b", "§5.2"), ("1 a d", "§5.1"),
        ("1 2", "take what?"),
        ("q", "'q' means nothing"), ("²", "'²' means nothing"), ("", "type card numbers to lay"),
        ("1 - 2", "'-' means nothing"),
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
    assert read(game, seen, hand, "1 2 d").preview == "pair 5♣ 5♥ ▸ stack: sum 34 → 24 + draw · a would make 26"
    assert read(game, seen, hand, "3 4 5 a").preview == "run 7♠ 8♠ 9♠ ▸ 2♦: sum 34 → 12"
    assert read(game, seen, hand, "4").preview == "8♠: sum 34 → 26 + draw · take s=stack or a=2♦ (28)?"
    assert prompt(game, seen) == "card numbers to lay, then s=stack or a=2♦, such as 1 s"
    assert prompt(game, seen, "move") == "1=YANIV | 2=PILE | 3=STACK · m back"
    assert read(game, seen, hand, "m").pending == "move" and read(game, seen, hand, "m", "move").pending == ""


def test_the_example_can_be_played_in_any_hand() -> None:
    """Of cards that do not go together only one can be laid."""
    game, state = position("paper", ["2d"], ["5c", "9h", "7s", "Kd"])
    seen = game.observe(state, 0)  # type: ignore[arg-type]
    hand = seen.zone("hand").cards
    for pending in ("", "stack"):
        _, _, example = prompt(game, seen, pending).rpartition("such as ")
        assert read(game, seen, hand, example, pending).action in seen.legal


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
    """y, yaniv, and 1 after m."""
    game, state = position("paper", ["Kd"], ["Ac", "2c", "3c"])
    seen = game.observe(state, 0)  # type: ignore[arg-type]
    assert "· y Yaniv" in prompt(game, seen)
    for text, pending in (("y", ""), ("yaniv", ""), (" Y ", "stack"), ("1", "move"), (" 1", "move")):
        typed = read(game, seen, seen.zone("hand").cards, text, pending)
        assert typed.action == ("yaniv", (), "") and "6" in typed.preview
    waiting = game.observe(state, 1)  # type: ignore[arg-type]
    assert "not your turn" in read(game, waiting, waiting.zone("hand").cards, "1 d").refusal


@given(
    st.one_of(st.text(max_size=30), st.text("0123456789 dabypsxkhtq,.-²٣★♦", max_size=20)),
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
