"""The line a person types at the table of tricks, and what is told: what it means, and that no text breaks it."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtui.entries.wording import Typed
from cardtui.games.tricks import words
from cardtui.games.tricks.parsing import prompt, read
from cardtui.games.tricks.rules import PLAYS, State, Tricks
from cardtui.text.formatting import signs

ONE, TWO = "7c 3c 0d", "9c 1d 5d"
NAMED = ("You", "Toni")


def after(*cards: str, one: str = ONE, two: str = TWO, rules: str = "tricks", first: int = 0) -> tuple[Tricks, State]:
    """A deal of these two hands after these cards."""
    game = Tricks(rules)
    state = game.start({"hands": [one.split(), two.split()], "first": first, "scores": [0, 0]})
    for card in cards:
        state = game.apply(state, PLAYS[game.card(card)])
    return game, state


def type_(game: Tricks, state: State, text: str, seat: int | None = None) -> Typed:
    """What the text means for that seat (the one to move) with its hand by colour."""
    seen = game.observe(state, (state.seat or 0) if seat is None else seat)
    return read(game, seen, words.order(game, seen, "number"), text)


@pytest.mark.parametrize("text", ["2", " 2 ", "7c", "7C", "7♣", "play 7c", "PLAY 2"])
def test_a_card_by_number_or_face(text: str) -> None:
    game, state = after()
    typed = type_(game, state, text)
    assert typed == Typed("7♣ leads ♣", True, PLAYS[7], "", "", (7,))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("4", "§3: there is no card 4: yours are 1 to 3"), ("0", "§3: there is no card 0"),
        ("9" * 40, "§3: there is no card 999999999"), ("9c", "§3: 9♣ is not in this hand"),
        ("12c", "means nothing here: type a card by its number or face, such as 7c"),
        ("7h", "means nothing here"), ("take", "means nothing here"), ("", "type a card by its number or face"),
        ("²", "means nothing here"), ("٣", "means nothing here"),
    ],
)  # fmt: skip
def test_what_is_no_card_of_the_hand(text: str, why: str) -> None:
    """The rule, or what can be typed; nothing is played."""
    typed = type_(*after(), text)
    assert typed.action is None and not typed.legal and why in typed.refusal


def test_two_numbers_are_not_one() -> None:
    """`1 0` is not the tenth card, though blanks do not matter elsewhere."""
    cards = "0c 1c 2c 3c 4c 0d 1d 2d 3d 4d", "5c 6c 7c 8c 9c 5d 6d 7d 8d 9d"
    game, state = after(one=cards[0], two=cards[1])
    assert type_(game, state, "10").legal and type_(game, state, "4 c").legal
    typed = type_(game, state, " 1   0 ")
    assert typed.action is None and typed.refusal.startswith("'1   0' means nothing here: type a card")


def test_colour_must_be_followed() -> None:
    """§3.2; with revoke=yes (§3.4) it need not."""
    game, state = after("0d")
    typed = type_(game, state, "9c")
    assert typed.refusal == "§3.2: 9♣ does not follow colour; play 1♦ or 5♦" and typed.cards == (9,)
    assert type_(*after("0d", rules="tricks:revoke=yes"), "9c").legal


def test_previews_tell_what_a_card_does() -> None:
    """§3.3: the higher card of the led colour takes the trick."""
    game, state = after("7c")
    assert type_(game, state, "").preview == "9♣ takes the trick: higher than 7♣ · nothing else is allowed"
    game, state = after("3c", one="3c 0d", two="1c 2c")
    assert type_(game, state, "1c").preview == "1♣ loses the trick to 3♣: lower"
    game, state = after("0d", one="3c 0d", two="1c 2c")
    assert type_(game, state, "2c").preview == "2♣ loses the trick to 0♦: not ♦"


def test_enter_alone_plays_the_only_card() -> None:
    game, state = after("7c")
    seen = game.observe(state, 1)
    assert prompt(game, seen) == "Enter plays 9♣, nothing else is allowed"
    assert type_(game, state, " ").action == PLAYS[9]


def test_only_the_seat_to_move_moves() -> None:
    """Cards may be typed early; Enter says whose turn it is."""
    typed = type_(*after(), "9c", 1)
    assert typed.action is None and typed.refusal == "it is not your turn" and typed.cards == (9,)
    assert type_(*after(), "", 1).refusal == "it is not your turn"


def test_the_hand_is_numbered_by_colour_or_as_dealt() -> None:
    game, state = after(one="7c 0d 3c 5d", two="9c 1d 4d 6d")
    seen = game.observe(state, 0)
    for sort, hand in (("number", "3c 7c 0d 5d"), ("suit", "7c 3c 5d 0d"), ("dealt", "7c 0d 3c 5d")):
        assert " ".join(map(game.face, words.order(game, seen, sort))) == hand


def test_faces_carry_the_signs_of_their_colours() -> None:
    assert [signs(face) for face in ("0c", "1d", "11h", "12s")] == ["0♣", "1♦", "11♥", "12♠"]


# --- what is told -----------------------------------------------------------------------------------------


def told(game: Tricks, state: State, seat: int = 0) -> list[str]:
    """The table in words."""
    seen = game.observe(state, seat)
    return words.table(game, seen, words.order(game, seen, "number"), NAMED)


def test_the_table_in_words() -> None:
    """§7: both hands, the trick, what was taken; then the second half (§4.1) and what is needed in it (§5.1)."""
    assert told(*after()) == [
        "1st half, 3 tricks left.",
        "Tricks with the first hand: You 0.",
        "Toni, second hand, 0 tricks: 9♣ 1♦ 5♦",
        "Your hand, first hand, 0 tricks: 1: 3♣, 2: 7♣, 3: 0♦",
    ]
    assert told(*after("7c", "9c", "5d"))[3:] == [
        "Trick 2: Toni leads 5♦.",
        "Your hand, first hand, 0 tricks: 1: 3♣, 2: 0♦",
    ]
    half = ("0d", "1d", "5d", "3c", "9c", "7c")
    assert told(*after(*half))[:3] == [
        "2nd half, 3 tricks left: Toni needs 1 to win.",
        "Tricks with the first hand: You 0, Toni 0.",
        "Toni, first hand, 0 tricks: 3♣ 7♣ 0♦",
    ]
    assert told(*after(*half, "3c", "9c", "1d", "0d"))[3] == "Trick 2: You 1♦, Toni 0♦, taken by You."
    assert told(*after("3c", "9c", rules="tricks:duplicate=no"))[:2] == [
        "2 tricks left.",
        "Tricks: You 0, Toni 1.",
    ]


@pytest.mark.parametrize(
    ("first", "cards", "line"),
    [
        (0, "5c 4c 3c 2c 2d 3d", "2nd half, 3 tricks left: Toni needs 3 to win."),
        (0, "5c 4c 3c 2c 2d 3d 3c 4c", "2nd half, 2 tricks left: Toni needs all to draw."),
        (0, "5c 4c 3c 2c 2d 3d 3c 4c 2c 5c", "2nd half, 1 trick left: Toni needs it to draw."),
        (0, "5c 4c 3c 2c 2d 3d 3c 4c 3d 2d", "2nd half, 1 trick left: Toni cannot catch up."),
        (1, "3c 4c 3d 2d 2c 5c", "2nd half, 3 tricks left: You need 2 to win."),
        (1, "3c 4c 3d 2d 2c 5c 5c 4c 3c 2c", "2nd half, 1 trick left: You have won already."),
    ],
)
def test_what_the_second_half_needs(first: int, cards: str, line: str) -> None:
    """§5.1, for the seat that holds the first hand last."""
    assert told(*after(*cards.split(), one="5c 3c 2d", two="4c 2c 3d", first=first))[0] == line


def test_where_the_halves_part() -> None:
    """Which trick, which hand, and what each of the two played; nothing while the halves are the same."""
    half = ("7c", "9c", "1d", "0d", "5d", "3c")
    game, state = after(*half, "7c", "9c")
    assert words.parting(game.observe(state, 0), NAMED) == ""
    game, state = after(*half, "7c", "9c", "5d")
    assert words.parted(game.observe(state, 0)) == 2
    assert words.parting(game.observe(state, 1), NAMED) == "Parted in trick 2, second hand: Toni 1♦, You 5♦"
    game, state = after(*half, *half)
    assert words.outcome(game, game.observe(state, 0), NAMED) == [
        "Tricks with the first hand: You 0, Toni 0.",
        "A draw.",
        "Both played the same cards to the end.",
    ]


def test_events_in_words() -> None:
    game, state = after("7c", "9c", "1d", "0d", "5d", "3c")
    said = [words.event(game, happened, NAMED) for happened in state.history]
    assert said[0] == "The first hand: 3♣ 7♣ 0♦. The second hand: 9♣ 1♦ 5♦." and said[1] == "You: 7♣."
    assert said[-1] == "The first half is over. All cards are taken back, and the seats exchange the hands."


@pytest.mark.parametrize("rules", ["tricks", "tricks:duplicate=no", "tricks:n=3,colours=3", "tricks:revoke=yes"])
def test_what_is_told_of_the_result_is_the_result(rules: str) -> None:
    """§5: the numbers told, the winner told and what the law returns agree."""
    game, rng = Tricks(rules), Random(5)
    for _ in range(100):
        state = game.start(game.deal(rng))
        while state.seat is not None:
            state = game.apply(state, rng.choice(game.legal(state)))
        seen = game.observe(state, rng.randrange(2))
        one, two = words.tricks_that_count(game, seen)
        assert two is not None and one == state.taken[0][state.first]
        won = game.returns(state)
        verdict = words.verdict(game, seen, NAMED)
        assert verdict == {1: "You win", -1: "Toni wins", 0: "A draw"}[int(won[0])]
        assert (one > two) - (one < two) == won[state.first]
        assert [len(half) for half in words.halves(seen)] == [len(game.deck) // 2] * game.halves
        takers = [[trick.taker for trick in half] for half in words.halves(seen)]
        assert [tuple(map(half.count, (0, 1))) for half in takers] == list(state.taken)


@given(
    st.one_of(st.text(max_size=30), st.text("0123456789 playcdhs-,²٣♣♥", max_size=12)),
    st.sampled_from(("tricks", "tricks:n=13,colours=4", "tricks:n=2,colours=1", "tricks:duplicate=no,revoke=yes")),
    st.integers(0, 60),
)
def test_no_text_breaks_it(text: str, rules: str, seed: int) -> None:
    """Any text gets an answer; an action is always legal, a refusal always a sentence; the table can be told."""
    game = Tricks(rules)
    rng = Random(seed)
    state = game.start(game.deal(rng))
    for _ in range(seed):
        if state.seat is not None:
            state = game.apply(state, rng.choice(game.legal(state)))
    for seat in (0, 1):
        seen = game.observe(state, seat)
        shown = list(seen.zone("hand").cards)
        rng.shuffle(shown)
        typed = read(game, seen, tuple(shown), text)
        assert typed.action is None or typed.action in seen.legal
        assert typed.legal or typed.refusal
        assert all(words.table(game, seen, tuple(shown), NAMED))
        assert prompt(game, seen)
        assert state.seat is not None or all(words.outcome(game, seen, NAMED))
