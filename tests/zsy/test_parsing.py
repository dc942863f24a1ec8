"""The line a person types at the table of Zheng Shang You: what it means, and that no text breaks it."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtui.core import action_text
from cardtui.entries.wording import Typed
from cardtui.games.zsy.parsing import NUMBERS, listed, prompt, read, spelled, title
from cardtui.games.zsy.rules import PASS, State, ZhengShangYou
from cardtui.games.zsy.words import event, order, outcome, table

GAME = ZhengShangYou()
HAND = "3d 3c 4c 4d 4h 5c 5d 5h 5s 9c 10c 10d Jc Kc Kd 2c BJ RJ"
NAMED = ("You", "Toni")


def after(*plays: str, hand: str = HAND, other: str = "", first: int = 0) -> State:
    """Seat 0 with this hand, seat 1 with `other` and then the lowest cards; after these plays ("" is a pass)."""
    mine, theirs = hand.split(), other.split()
    left = [GAME.face(card) for card in GAME.deck if GAME.face(card) not in (*mine, *theirs)]
    theirs += left[: 18 - len(theirs)]
    deal = {"hands": [mine, theirs], "rest": left[18 - len(other.split()) :], "first": first, "scores": [0, 0]}
    state = GAME.start(deal)
    for faces in plays:
        cards = tuple(map(GAME.card, faces.split()))
        action = PASS if not cards else GAME.legal(state)[0]._replace(verb="play", cards=cards)
        state = GAME.apply(state, action)
    return state


def type_(state: State, text: str, seat: int = 0) -> Typed:
    """What the text means for that seat with its hand in the usual order."""
    seen = GAME.observe(state, seat)
    return read(GAME, seen, order(GAME, seen, "number"), text)


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("3", "play 3d"), ("33", "play 3d 3c"), ("3 3", "play 3d 3c"), ("3c", "play 3d"), ("play 3♥ 3♠", "play 3d 3c"),
        ("4,4,4", "play 4c 4d 4h"), ("5555", "play 5c 5d 5h 5s"), ("10", "play 10c"), ("t", "play 10c"),
        ("1010", "play 10c 10d"), ("10 T", "play 10c 10d"), ("10h10s", "play 10c 10d"), ("k", "play Kc"),
        ("KK", "play Kc Kd"), ("bj", "play BJ"), ("b", "play BJ"), ("RJ", "play RJ"), ("2", "play 2c"),
        ("33 44", "play 3d 3c 4c 4d"), ("33444", "play 3d 3c 4c 4d 4h"), ("4 4 3 3 5 5", "play 3d 3c 4c 4d 5c 5d"),
        ("#1", "play 3d"), ("#2", "play 3d"), ("#12", "play 3d 3c"), ("# 3 4 5", "play 4c 4d 4h"), ("#i", "play RJ"),
        ("#bC", "play 10c 10d"), ("#3 #4", "play 4c 4d"), ("#1,#2", "play 3d 3c"),
    ],
)  # fmt: skip
def test_plays(text: str, action: str) -> None:
    """§3.1: by rank, together or apart, suits or not; by number behind #. §1.3: the card dealt first is laid first."""
    state = after()
    typed = type_(state, text)
    assert typed.action in GAME.legal(state) and typed.legal and typed.preview and not typed.refusal
    assert typed.action and action_text(GAME, typed.action) == action and typed.cards == typed.action.cards


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("p", "§3.2: who leads cannot pass"), ("pass", "§3.2"), ("7", "§1.3: this hand has no 7"),
        ("333", "§1.3: this hand has only 2 of rank 3"), ("bj bj", "§1.3"), ("5" * 40, "§1.3"),
        ("9 10", "§3.1"), ("bj rj", "§3.1: BJ RJ is no pattern"),
        ("kk22", "§1.3"), ("1", "'1' is no rank"), ("1 b", "RJ; by number: #1b"),
        ("3x", "'x' is no rank"), ("hand", "'h' is no rank"),
        ("#", "behind # come the numbers"), ("#j", "there is no card j: yours are 1 to i"), ("#11", "appears twice"),
        ("#12c", "§3.1"), ("", "type ranks"), ("²", "is no rank"),
    ],
)  # fmt: skip
def test_plays_that_cannot_be(text: str, why: str) -> None:
    """The rule, or what else could be typed; the law's own sentences."""
    typed = type_(after(), text)
    assert typed.action is None and why in typed.refusal


def test_a_beginning_says_what_it_may_become() -> None:
    """§4.1: half of a double that is asked for is no refusal yet, but nothing is played."""
    state = after("7c 7d", other="7c 7d", first=1)
    typed = type_(state, "k")
    assert typed.legal and typed.action is None and typed.preview == "K may become KK …"
    assert typed.refusal == "no move yet: K may become KK" and len(typed.cards) == 1
    assert type_(state, "5").preview == "5 may become 5555 …"
    lead = type_(after(), "33 4")
    assert lead.preview == "33 4 may become 33 44, 33 44 55, 33 44 555 or 5 others …"


def test_over_a_play() -> None:
    """§4.1: the same pattern higher; §4.2: or a bomb; §4.3: or a pass."""
    state = after("7c 7d", other="7c 7d", first=1)
    assert type_(state, "10 10").action and type_(state, "5555").action and type_(state, "p").action == PASS
    assert type_(state, "33").refusal == "§4: over 7 7 goes the same pattern higher, or a bomb, not 3 3"
    assert type_(state, "444").refusal.startswith("§4: over 7 7 goes")
    assert type_(state, "p").preview == "pass: the other leads anew"
    seen = GAME.observe(state, 0)
    assert prompt(GAME, seen) == "over double 77: the ranks, such as 10 10 · p pass"


def test_enter_alone_is_the_only_thing_allowed() -> None:
    """A pass where nothing goes over, or the last card where one leads; else it asks for ranks."""
    state = after("5c 5d", hand="3c 4c 4d", other="RJ 5c 5d", first=1)
    seen = GAME.observe(state, 0)
    assert prompt(GAME, seen) == "Enter passes: nothing in this hand goes over double 55"
    assert type_(state, "").action == PASS
    last = after("3c", "", "4c 4d", "", hand="3c 4c 4d 9c")
    assert type_(last, "").preview == "Enter plays single 9, your last card" and type_(last, "").action
    assert prompt(GAME, GAME.observe(last, 0)) == "you lead: the ranks, such as 9 · #12 by number"


def test_previews_tell_what_could_go_over_it() -> None:
    """Of the cards that the seat has not seen and the other can hold."""
    state = after()
    assert type_(state, "kk").preview == (
        "double KK: 16 cards left in 7 turns · unseen over it: AA, 22, 6666 or 4 others"
    )
    assert (
        type_(state, "RJ").preview
        == "single RJ: 17 cards left in 7 turns · unseen over it: 6666, 7777, 8888 or 2 others"
    )
    short = after(hand="RJ 3c", other="6c 7c 8c")
    assert type_(short, "RJ").preview.startswith("single RJ: 1 card left")
    few = after("6c", "RJ", "", hand="RJ 3c 4c", other="6c 7c 8c", first=1)
    assert type_(few, "3").preview.startswith("single 3: 1 card left · unseen over it: 4, 5, 6 or ")
    end = after(hand="4c 4d")
    assert type_(end, "44").preview == "double 44: your last cards, you win the deal"


def test_nothing_unseen_goes_over_it() -> None:
    """The other holds three cards, so no bomb."""
    three = [GAME.face(card) for card in (0, 4, 8)]
    mine = ["RJ", "Kc"]
    rest = [GAME.face(card) for card in GAME.deck if GAME.face(card) not in (*three, *mine)]
    state = GAME.start({"hands": [mine, three], "rest": rest, "first": 0, "scores": [0, 0]})
    assert type_(state, "RJ").preview == "single RJ: 1 card left · nothing unseen goes over it"


def test_only_the_asked_seat_moves() -> None:
    """Cards may be typed early; Enter says whose turn it is."""
    state = after(first=1)
    typed = type_(state, "33")
    assert typed.action is None and typed.refusal == "it is not your turn" and len(typed.cards) == 2
    assert type_(state, "").refusal == prompt(GAME, GAME.observe(state, 0)) == "it is not your turn"


# --- what is told -------------------------------------------------------------------------------------


def test_the_table_in_words() -> None:
    """Both seats, what each has laid and passed over, what is not seen, the play to beat, the hand with its numbers."""
    state = after("7c", "9c", "", "3d 3c", "7d 7h", "10c 10d", "Ac Ad", other="7c 7d 7h Ac Ad", first=1)
    seen = GAME.observe(state, 0)
    told = table(GAME, seen, order(GAME, seen, "dealt"), NAMED)
    assert told[:4] == [
        "Toni: 13 cards",
        "Played by Toni: 777 AA",
        "Passed over by Toni: single 9",
        "Played by You: 33 9 10 10",
    ]
    assert told[4].startswith("Not seen: 2 of 3, 1 of 4, 4 of 6, 1 of 7") and told[4].endswith("2 of A, 3 of 2")
    assert told[5:7] == ["To beat: double AA of Toni", "Over it goes: 5555"]
    assert told[-1].startswith("Your hand, 13 cards: #1 444, #4 5555, #8 J, #9 KK, #b 2, #c BJ, #d RJ")


def test_events_and_the_end() -> None:
    """§5.1: who is out, what was left, and the rest."""
    state = after("4c 4d", hand="4c 4d")
    seen = GAME.observe(state, 1)
    assert [event(GAME, happened, NAMED) for happened in seen.history] == ["You: double 44."]
    told = outcome(GAME, seen, NAMED)
    assert told[0] == "You laid the last card." and told[1].startswith("Toni had 18 cards left: 3333 44 5555")
    assert told[2].startswith("Nobody held: ")
    assert event(GAME, seen.history[0]._replace(seat=1, action=PASS), NAMED) == "Toni: pass."


def test_names() -> None:
    assert title(map(GAME.card, ("Jc", "Jd", "Qc", "Qd"))) == "chain JJ QQ" and title((52,)) == "single BJ"
    assert listed(["3"]) == "3" and listed(["3", "4"]) == "3 or 4" and listed(list("34567")) == "3, 4, 5 or 2 others"


@given(
    st.one_of(st.text(max_size=30), st.text("#0123456789 jqkatbrpsdch,-²٣♣♥", max_size=20)),
    st.integers(0, 60),
)
def test_no_text_breaks_it(text: str, seed: int) -> None:
    """Any text gets an answer; an action is always legal, a refusal always a sentence; the table can be told."""
    rng = Random(seed)
    state = GAME.start(GAME.deal(rng))
    for _ in range(seed):
        if GAME.turn(state) is not None:
            state = GAME.apply(state, rng.choice(GAME.legal(state)))
    for seat in (0, 1):
        seen = GAME.observe(state, seat)
        shown = list(seen.zone("hand").cards)
        rng.shuffle(shown)
        typed = read(GAME, seen, tuple(shown), text)
        assert typed.action is None or typed.action in seen.legal
        assert typed.legal or typed.refusal
        assert set(typed.cards) <= set(shown) and not typed.pending
        assert prompt(GAME, seen)
        assert all(line and "\n" not in line for line in table(GAME, seen, order(GAME, seen, "suit"), NAMED))
        if GAME.turn(state) is None:
            assert all(outcome(GAME, seen, NAMED))


def test_every_legal_move_can_be_typed() -> None:
    """By its ranks and by its numbers; §3, §4."""
    rng = Random(1)
    for _ in range(20):
        state = GAME.start(GAME.deal(rng))
        while (seat := GAME.turn(state)) is not None:
            seen = GAME.observe(state, seat)
            hand = order(GAME, seen, "number")
            for action in seen.legal:
                assert read(GAME, seen, hand, spelled(action.cards) or "p").action == action
                numbers = "".join(NUMBERS[hand.index(card)] for card in action.cards)
                assert action == PASS or read(GAME, seen, hand, f"#{numbers}").action == action
            state = GAME.apply(state, rng.choice(seen.legal))
