"""The line a person types at the table of 98: what it means, and that no text breaks it. § are those of RULES.md."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cardtui.core import Observation, action_text
from cardtui.entries.wording import Typed
from cardtui.games.ninetyeight.parsing import gap, heights, prompt, read, to_type
from cardtui.games.ninetyeight.positions import from_short
from cardtui.games.ninetyeight.reasons import reason
from cardtui.games.ninetyeight.rules import DRAW, NinetyEight
from cardtui.games.ninetyeight.words import order, outcome, table

HAND = "12 24 33 47 60 78 81 90"
STACKS = {"up1": "9 34", "down1": "88", "down2": "57"}
RULES = ("paper", "app", "official")


def at(hand: str = HAND, rules: str = "paper", **stacks: str) -> tuple[NinetyEight, Observation]:
    """A position: a is at 34, b at 1, c at 88, d at 57, if nothing else is said."""
    return from_short({"hand": hand, "rules": rules, **(stacks or STACKS)})


def type_(text: str, hand: str = HAND, rules: str = "paper", **stacks: str) -> Typed:
    """What the text means there."""
    game, seen = at(hand, rules, **stacks)
    return read(game, seen, order(game, seen, "number"), text)


@pytest.mark.parametrize("text", ["4 a", "4a", "a 4", "4 UP1", " 4  a ", "47 a", "a47", "4,a", "47 ▸ a", "47 > a"])
def test_a_card_and_a_stack(text: str) -> None:
    """By number or, beyond the hand, by name; the stack by letter or name, before or after."""
    typed = type_(text)
    assert typed.legal and typed.cards == (47,) and not typed.refusal and typed.action
    assert action_text(at()[0], typed.action) == "place 47 > up1"
    assert typed.preview == "47 on a: 13 up from 34, skips 12 cards still to come"


def test_the_preview_tells_gaps_both_ways_and_jumps() -> None:
    """§2.2 and §2.3; cards of the own hand are not still to come."""
    assert type_("7 c").preview == "81 on c: 7 down from 88, skips 6 cards still to come"
    assert type_("2 a").preview == "24 on a: jump back from 34"
    assert type_("67 d", hand=HAND.replace("60", "67")).preview == "67 on d: jump back from 57"


def test_a_card_alone_goes_where_it_must_or_asks() -> None:
    typed = type_("4")
    assert typed.legal and typed.action is None
    assert typed.preview == "47: a gap 13, b gap 46, c gap 41, d gap 10"
    assert typed.refusal == "on which stack? type a, b, c or d too"
    assert type_("2").preview == "24: a jumps back, b gap 23, c gap 64, d gap 33"
    only = type_("8", hand="10 20 30 40 50 60 70 97", up1="98", up2="96", down1="3", down2="2")
    assert only.legal and only.preview == "97 on b: 1 up from 96, skips 0 cards still to come (the only one)"
    assert only.action and only.action.to == "up2"


def test_a_stack_alone_tells_what_fits() -> None:
    """The nearest first."""
    typed = type_("a")
    assert typed.legal and typed.action is None and typed.refusal == "which card? type its number too"
    assert typed.preview == "on a, at 34: 24 jumps back, 47 gap 13, 60 gap 26, 78 gap 44"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("1 a", "§2.2: stack a takes cards above 34, or the 24, not 12"),
        ("90 c", "§2.2: stack c takes cards below 88"),
        ("45 a", "§3.1: there is no 45 in the hand, whose cards are numbered 1 to 8"),
        ("9 a", "there is no 9 in the hand"), ("0 a", "there is no 0"), ("9" * 5000 + " a", "there is no 999999999 in"),
        ("1 2 a", "§3.1: one card goes on one stack"), ("1 a b", "§3.1: one card"), ("e 1", "§3: cards are drawn by"),
        ("e", "§3: cards are drawn by themselves here"), ("x", "'x' means nothing here: type a card and"),
        ("", "type a card and a stack, such as 90 b"), ("²", "means nothing"), ("٣ a", "means nothing"),
    ],
)  # fmt: skip
def test_what_cannot_be(text: str, why: str) -> None:
    """The rule, or what to type."""
    typed = type_(text)
    assert typed.action is None and why in typed.refusal


def test_a_place_that_is_a_card_too_is_told() -> None:
    """The place comes first, and the answer says where the card of that number is."""
    hand = "2 3 10 30 40 50 60 97"
    assert type_("3 b", hand).preview == "10 on b: 9 up from 1, skips 5 cards still to come (the 3 is card 2)"
    assert type_("3", hand).preview.endswith(" (the 3 is card 2)") and type_("3", hand).action is None
    assert type_("3 c", hand, down1="4").refusal.endswith("(the 3 is card 2)")
    only = type_("3", hand, up1="98", up2="96", down1="11", down2="9")
    assert only.preview == "10 on c: 1 down from 11, skips 0 cards still to come (the 3 is card 2)"
    assert prompt(*at(hand)) == "a card or its place (1–8), and a stack, such as 97 b"
    assert all(len(type_(f"{place}", hand, up1="98", up2="4").preview) <= 76 for place in range(1, 9))


def test_what_one_types_is_read_again() -> None:
    """`to_type` by the place in the hand as it is shown."""
    game, seen = at(rules="official", hand=HAND.removesuffix(" 81 90"), up1="34", down1="88")
    shown = tuple(reversed(order(game, seen, "number")))
    assert {read(game, seen, shown, to_type(game, shown, action)).action for action in seen.legal} == set(seen.legal)


def test_a_stack_or_a_card_that_fits_nothing() -> None:
    """§2.2."""
    stacks = {"up1": "98", "up2": "96", "down1": "3", "down2": "2"}
    assert "§2.2: 10 fits on no stack now" in type_("1", hand="10 20 30 40 50 60 70 97", **stacks).refusal
    assert "§2.2: none of your cards fits on c" in type_("c", hand="10 20 30 40 50 60 70 97", **stacks).refusal


def test_drawing_is_typed_where_the_rules_leave_it_to_the_player() -> None:
    """§3.4."""
    hand = HAND.removesuffix(" 81 90")
    for text in ("e", "draw", "end", "E"):
        typed = type_(text, hand, "official", up1="34", down1="88")
        assert typed.action == DRAW and typed.preview == "draw 2: the hand is full again"
    assert type_("3 e", hand, "official", up1="34", down1="88").refusal == "§3.4: to draw, type e alone"
    game, seen = at(hand, "official", up1="34", down1="88")
    assert prompt(game, seen).endswith("· e draws 2")
    assert "§3.4: lay 2 cards before you draw, not 1" in type_("e", f"{hand} 81", "official", up1="34").refusal
    assert "e draws" not in prompt(*at(f"{hand} 81", "official", up1="34"))
    stuck = at("10 20 30 40 50 60", "official", up1="98", up2="97", down1="2", down2="3")
    assert prompt(*stuck) == "no card fits · e draws 2"


def test_a_draw_of_the_last_cards_and_with_an_empty_hand() -> None:
    """§3.4: no more cards are announced than the draw pile has, and no places in a hand without cards."""
    last = {"hand": "96", "rules": "official", "up1": " ".join(map(str, range(2, 96)))}
    assert prompt(*at(**last)).endswith("· e draws 3") and reason(*at(**last), DRAW) == "draws 3 cards"
    assert type_("e", **last).preview == "draw 3: the last of the draw pile"
    empty = last | {"hand": ""}
    assert prompt(*at(**empty)) == "the hand is empty · e draws 4"
    assert type_("1 a", **empty).refusal == "§3.4: the hand is empty: e draws"


def test_gaps() -> None:
    """§2.2, §2.3."""
    assert [gap(card, 34, True) for card in (24, 25, 34, 35, 99)] == [-10, None, None, 1, 65]
    assert [gap(card, 57, False) for card in (67, 66, 57, 56, 2)] == [-10, None, None, 1, 55]
    assert heights(at()[1]) == (34, 1, 88, 57)


def test_three_orders_of_the_hand() -> None:
    """Ascending; by the nearest stack (a jump is nearest of all); as drawn, new cards last."""
    game, seen = at()
    assert order(game, seen, "number") == tuple(map(int, HAND.split()))
    assert order(game, seen, "suit") == (24, 81, 47, 78, 12, 33, 60, 90)
    state = game.start(game.deal(Random(1)))
    for _ in range(3):
        state = game.apply(state, game.legal(state)[0])
    seen = game.observe(state, 0)
    came = tuple(card for event in seen.history for card in event.gain if card in state.hands[0])
    assert order(game, seen, "dealt")[-len(came) :] == came
    assert sorted(order(game, seen, "dealt")) == list(state.hands[0])


def test_the_table_in_words() -> None:
    """How far the game is, stacks with the cards that jump back, the numbered hand."""
    game, seen = at()
    assert table(game, seen, order(game, seen, "number"), ["You"]) == [
        "4 of 98 laid, 86 to draw.",
        "Stack a: up from 34, 2 cards; 24 jumps back",
        "Stack b: up from 1, 0 cards",
        "Stack c: down from 88, 1 card",
        "Stack d: down from 57, 1 card",
        "Your hand: 1: 12, 2: 24, 3: 33, 4: 47, 5: 60, 6: 78, 7: 81, 8: 90",
    ]


@given(
    st.one_of(st.text(max_size=30), st.text("0123456789 abcdeupownr-,²٣>§", max_size=14)),
    st.sampled_from(RULES),
    st.integers(0, 98),
)
@example("3A", "paper", 4)  # a place that is the number of another card, too
def test_no_text_breaks_it(text: str, rules: str, seed: int) -> None:
    """Any text gets an answer; an action is always legal, a refusal always a sentence; the table can be told."""
    game, rng = NinetyEight(rules), Random(seed)
    state = game.start(game.deal(rng))
    for _ in range(seed):
        if game.turn(state) is not None:
            state = game.apply(state, rng.choice(game.legal(state)))
    seen = game.observe(state, 0)
    shown = list(seen.zone("hand").cards)
    rng.shuffle(shown)
    typed = read(game, seen, tuple(shown), text)
    assert typed.action is None or typed.action in seen.legal
    assert typed.legal or typed.refusal
    assert len(typed.preview) <= 76 or len(text) > 20
    assert all(line and line.isascii() for line in table(game, seen, tuple(shown), ["You"]))
    assert prompt(game, seen)
    if game.turn(state) is None:
        (told,) = outcome(game, seen, ["You"])
        assert told.startswith(f"{game.returns(state)[0]:g} of 98 cards laid")


def test_a_win_is_told() -> None:
    """§5.1."""
    game = NinetyEight()
    stacks = [[str(card) for card in range(2, 100)], [], [], []]
    state = game.start({"hand": [], "stacks": stacks, "draw": [], "since": 0, "scores": [0]})
    assert outcome(game, game.observe(state, 0), ["You"]) == ["All 98 cards are laid: a win."]
