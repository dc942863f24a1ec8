"""What hints say of a move in words: true, and said from the observation alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from cardtui import registry, words
from cardtui.core import Action, Decision, Observation, Option, parse_action
from cardtui.entries.wording import Words
from cardtui.games.ninetyeight.rules import DECK, STACKS, UP, tops
from cardtui.games.schafkopf.cards import CONTRACTS, NAMES, POINTS, winner
from cardtui.games.schafkopf.positions import from_short
from cardtui.games.schafkopf.reasons import friend
from cardtui.games.tricks.rules import Tricks
from cardtui.games.yaniv.rules import YANIV, Yaniv
from cardtui.games.zsy.cards import RANK, RANKS
from cardtui.games.zsy.reasons import NUMBERS
from cardtui.games.zsy.rules import PASS, ZhengShangYou
from cardtui.testing import laws

from .yaniv.deals import position


def said(game: Any, state: Any, text: str) -> str:
    """What is said of an action, given as text, of the seat to act."""
    seen = game.observe(state, game.turn(state))
    action = parse_action(game, text)
    assert action in seen.legal
    return words.of(game.name).reason(game, seen, action)


# --- in words that were looked at -------------------------------------------------------------------

YANIV_CASES = [
    ("Kc Kd 9h 9s 7c", "9h", "discard 9h 9s > stack",
     "throws 18 points, keeps the pair K♣ K♦, leaves 33 and the card drawn"),
    ("6c 6d 4h", "3s", "discard 6c 6d > a", "throws 12 points, takes 3♠, leaves 7: you may call next turn"),
    ("6c 6d 4h", "4s", "discard 6c 6d > a", "throws 12 points, takes 4♠ for the pair 4♥ 4♠, leaves 8"),
    ("6c 6d 4h", "9s", "discard 6c 6d > stack",
     "throws 12 points, leaves 4 and the card drawn: a draw of 3 or less lets you call"),
    ("6c 7c 2h", "8c", "discard 2h > a", "throws 2 points, takes 8♣ for the run 6♣ 7♣ 8♣, leaves 21"),
    ("Ac 2d", "9s", "yaniv", "shows a hand of 3 and ends the deal"),
]  # fmt: skip


@pytest.mark.parametrize(("hand", "pile", "action", "told"), YANIV_CASES)
def test_yaniv(hand: str, pile: str, action: str, told: str) -> None:
    pile = "10s" if pile in hand.split() else pile
    game = Yaniv("paper", 2)
    assert said(game, position(game, hand, "Jc Jd", pile=pile), action) == told


def ninetyeight(hand: str, *stacks: str) -> tuple[Any, Any]:
    game = registry.game("98", "paper", 1)
    laid = [stack.split() for stack in stacks]
    known = {*hand.split(), *(card for stack in laid for card in stack)}
    draw = [str(card) for card in DECK if str(card) not in known]
    return game, game.start({"hand": hand.split(), "stacks": laid, "draw": draw, "since": 0, "scores": [0.0]})


def test_98() -> None:
    game, state = ninetyeight("11 21 31 40 52 60 70 90", "12", "20", "", "65 59")
    assert said(game, state, "place 21 > up1") == (
        "goes 9 up from 12 and skips 7 numbers still to lay; keeps 11, which jumps back ten next"
    )
    assert said(game, state, "place 21 > up2") == (
        "goes 1 up from 20 and skips no numbers still to lay; keeps 11, which jumps back ten next"
    )
    assert (
        said(game, state, "place 31 > up2")
        == "goes 11 up from 20 and skips 10 numbers still to lay; keeps 21, which jumps back ten next"
    )
    game, state = ninetyeight("11 22 31 40 52 60 70 90", "12", "21", "", "66 50")
    assert said(game, state, "place 11 > up2").startswith("jumps back ten from 21: 8 numbers between fit again")
    assert said(game, state, "place 22 > up2") == (
        "goes 1 up from 21 and skips no numbers still to lay; keeps 60, which jumps back ten next; gives up the jump"
        " back of 11"
    )


def zsy(mine: str, other: str, *played: str) -> tuple[Any, Any]:
    game = ZhengShangYou()
    named = [*mine.split(), *other.split()]
    rest = [game.face(card) for card in game.deck if game.face(card) not in named]
    state = game.start({"hands": [mine.split(), other.split()], "rest": rest, "first": 0, "scores": [0.0, 0.0]})
    for text in played:
        state = game.apply(state, parse_action(game, text))
    return game, state


def test_zsy() -> None:
    game, state = zsy("3c 3d 4c 4d 4h 9c 9d 2c 2d RJ", "5c 6c 7c 2h")
    assert said(game, state, "play 3c 3d 4c 4d 4h") == "gets rid of five cards, keeps the 2s and red joker"
    assert said(game, state, "play 9c") == "gets rid of one card, splits the 99, keeps the 2s and red joker"
    assert said(game, state, "play RJ") == "gets rid of one card, keeps the 2s"
    game, state = zsy("9c 9d 4c", "5c 6c 7c", "play 4c", "play 5c")
    assert said(game, state, "pass") == "keeps both cards and lets the other lead"
    game, state = zsy("4c 3c", "5c 6c 7c", "play 4c", "play 5c")
    assert said(game, state, "pass") == (
        "nothing in the hand beats the single 5: keeps the last card and lets the other lead"
    )
    game, state = zsy("RJ 9c", "5c", "play 9c", "pass")
    assert said(game, state, "play RJ") == "lays the last card and wins the deal"
    game, state = zsy("9c", "5c")
    assert said(game, state, "play 9c") == "lays the last card and wins the deal"


def test_tricks() -> None:
    game = Tricks("tricks:n=4")
    state = game.start({"hands": [["0c", "3c", "1d", "2d"], ["1c", "2c", "0d", "3d"]], "first": 0, "scores": [0, 0]})
    assert said(game, state, "play 3c") == "takes the trick: the other hand has nothing above 3♣"
    assert said(game, state, "play 0c") == "gives the trick away: all ♣ of the other hand are higher"
    assert said(game, state, "play 1d") == "the other can take it with 3♦"
    state = game.apply(state, parse_action(game, "play 0c"))
    assert said(game, state, "play 1c") == "takes the trick with the lowest card that wins"
    assert said(game, state, "play 2c") == "takes the trick; a lower card would, too"
    state = game.apply(state, parse_action(game, "play 1c"))
    state = game.apply(state, parse_action(game, "play 3d"))
    assert said(game, state, "play 1d") == "lets the other have the trick: nothing here is higher"


SCHAFKOPF = {
    "hands": [
        ["EO", "GO", "EU", "HA", "H7", "S10", "S7", "GA"],
        ["HO", "GU", "H10", "H8", "SA", "S8", "G10", "E7"],
        ["SO", "HU", "HK", "SK", "EA", "E10", "G7", "G8"],
        ["SU", "H9", "S9", "EK", "E9", "E8", "GK", "G9"],
    ],
    "first": 0,
    "scores": [0.0] * 4,
}


def test_schafkopf() -> None:
    game = registry.game("schafkopf", "paper:contra=eight")
    state = game.start(SCHAFKOPF)
    assert (
        said(game, state, "bid > ruf-schellen")
        == "five trumps with two Obers and one Unter; the holder of SA is the partner"
    )
    assert said(game, state, "pass") == "offers no game; five trumps in a Sauspiel"
    for text in ("bid > ruf-schellen", "pass", "pass", "pass"):
        state = game.apply(state, parse_action(game, text))
    assert said(game, state, "play EO") == "leads trump, 3 points: no higher trump is left in other hands"
    assert said(game, state, "play S7") == "searches the called ace: whoever holds SA must play it"
    assert said(game, state, "play GA") == "leads Gras, 11 points: only a trump beats GA"
    state = game.apply(state, parse_action(game, "play GA"))
    assert said(game, state, "play G10") == "gives 10 points to a partner who is winning: 11 lie there already"
    state = game.apply(state, parse_action(game, "play G10"))
    assert said(game, state, "play G7") == "gives no points to an opponent who is winning: 21 lie there already"


def test_where_the_others_hold_no_trump_no_card_beats_the_highest_of_a_suit() -> None:
    for held, told, german in (
        ("HU SU", "no card in other hands beats GA", "keine Karte der anderen sticht GA"),
        ("HU S9", "only a trump beats GA", "GA sticht nur ein Trumpf"),
    ):
        short = {
            "hand": f"EU GU {held} GA G10 G9 HA",
            "first": 0,
            "actions": "wenz, pass, pass, pass",
            "rules": "paper",
        }
        game, seen = from_short(short)
        for language, end in (("", told), ("de", german)):
            reason = words.of(game.name, language).reason(game, seen, parse_action(game, "play GA"))
            assert reason.endswith(f": {end}")


def test_whoever_said_kontra_is_known_to_be_an_opponent_before_the_partner_is() -> None:
    calls = "pass, ruf-eichel, pass, pass, contra, pass, pass, pass, SA"
    game, seen = from_short({"hand": "EO GO HU HA H9 GA S10 E8", "first": 3, "actions": calls, "rules": "club"})
    assert [friend(seen, seat) for seat in (1, 2, 3)] == [None, None, False]
    told = words.of(game.name).reason(game, seen, parse_action(game, "play S10"))
    assert told == "gives 10 points to an opponent who is winning: 11 lie there already"


# --- true in any position ---------------------------------------------------------------------------


def numbers(text: str) -> list[int]:
    return [int(found) for found in re.findall(r"(?<![♣♦♥♠\d])\d+(?![♣♦♥♠\d])", text)]


def yaniv_facts(game: Any, state: Any, seen: Observation, action: Action, told: str) -> None:
    before = game.score(seen.zone("hand").cards)
    if action == YANIV:
        assert numbers(told) == [before]
        return
    drawn = {}
    for card in state.stack if action.to == "stack" else state.stack[:1]:  # whatever lies on top
        after = game.apply(state._replace(stack=(card, *(c for c in state.stack if c != card), 99)[:-1]), action)
        mine = after._replace(seat=seen.seat)
        drawn[card] = game.score(after.hands[seen.seat]), YANIV in game.legal(mine)
    kept = before - game.score(action.cards)
    assert f"throws {before - kept} point" in told
    if action.to == "stack":
        limit = re.search(r"a draw of (\d+) or less", told)
        for card, (_, may) in drawn.items():
            count = game.score((card,))
            assert may == (
                "you may call" in told
                or (limit is not None and count <= int(limit[1]))
                or (kept + count <= game.call and kept == game.call)
            )
        assert f"leaves {kept} and the card drawn" in told
    else:
        (left, may) = next(iter(drawn.values()))
        assert f"leaves {left}" in told and may == ("you may call" in told)


def ninetyeight_facts(game: Any, state: Any, seen: Observation, action: Action, told: str) -> None:
    if action.verb == "draw":
        return
    place, (card,) = STACKS.index(action.to), action.cards
    top, after = tops(state.stacks)[place], game.apply(state, action)
    laid = {other for stack in state.stacks for other in stack}
    between = [other for other in range(min(top, card) + 1, max(top, card)) if other in DECK and other not in laid]
    assert f"{len(between) or 'no'} number" in told or (told.startswith("jumps") and f": {len(between)} number" in told)
    assert told.startswith("jumps back ten") == ((card < top) == UP[place])
    if "keeps" in told:
        named = numbers(told.partition("keeps ")[2].partition(", which")[0])
        now = tops(after.stacks)
        for other in named:
            assert any(now[at] - other == (10 if UP[at] else -10) for at in range(4)) and other in after.hands[0]


def zsy_facts(game: Any, state: Any, seen: Observation, action: Action, told: str) -> None:
    if action == PASS:
        assert told.startswith("nothing") == (seen.legal == (PASS,))
        return
    after = game.apply(state, action)
    left = [RANK[card] for card in after.hands[seen.seat]]
    assert ("wins the deal" in told) == (not left) == (after.winner == seen.seat)
    if not left:
        return
    gone = len(action.cards)
    assert f"gets rid of {NUMBERS[gone] if gone < len(NUMBERS) else gone} card" in told
    laid = {RANK[card] for card in action.cards}
    assert ("splits" in told) == any(rank in left for rank in laid)
    for rank, name in (("A", "ace"), ("2", "2s"), ("RJ", "red joker")):
        kept = told.partition("keeps the ")[2]
        assert (name in kept or (rank == "2" and bool(re.search(r"\b2\b", kept)))) == (RANKS.index(rank) in left)
    if "nothing unseen" in told:
        for number in range(3):
            world = game.determinize(seen, Random(number))
            assert game.legal(game.apply(world, action)) == (PASS,)


def tricks_facts(game: Any, state: Any, seen: Observation, action: Action, told: str) -> None:
    def taken(before: Any) -> bool:
        """Whether the seat takes the trick that this action closes."""
        half = len(state.taken) - 1
        return bool(before.taken[half][seen.seat] > state.taken[half][seen.seat])

    after = game.apply(state, action)
    if state.led is not None:
        assert taken(after) == told.startswith("takes the trick")
        return
    ends = {taken(game.apply(after, reply)) for reply in game.legal(after)}
    if told.startswith("takes the trick"):
        assert ends == {True}
    elif told.startswith("gives"):
        assert game.revoke == ("if the other follows" in told)
        assert game.revoke or ends == {False}
    else:
        assert False in ends


def schafkopf_facts(game: Any, state: Any, seen: Observation, action: Action, told: str) -> None:
    for seat in range(4):
        known = friend(seen, seat) if seat != seen.seat and state.phase == "play" else None
        if known is not None:
            same = state.declarer is not None and (seat in state.side) == (seen.seat in state.side)
            assert known == same
    if action.verb != "play":
        return
    (card,), contract, trick = action.cards, CONTRACTS[state.contract], state.trick
    if trick:
        ahead = winner(contract, (*trick, card)) == len(trick)
        assert ahead == bool(re.match("trumps in|takes|goes ahead", told))
        lying = sum(POINTS[other] for other in trick)
        if ahead:
            assert f": {lying + POINTS[card]} points in it" in told
        else:
            assert (f"{POINTS[card]} point" if POINTS[card] else "no points") in told
            assert f"{lying} lie there" in told or not lying
    elif "whoever holds" in told:
        after, ace = game.apply(state, action), contract.called
        while len(after.trick) and after.seat is not None and ace not in after.trick:
            if ace in after.hands[after.seat]:
                assert [legal.cards for legal in game.legal(after) if legal.verb == "play"] == [(ace,)], NAMES[card]
                break
            after = game.apply(after, game.legal(after)[-1])
    elif re.search("no higher trump|only a trump|no card", told):
        others = [other for seat, hand in enumerate(state.hands) if seat != seen.seat for other in hand]
        alike = [other for other in others if contract.suit[other] == contract.suit[card]]
        assert all(contract.strength[other] < contract.strength[card] for other in alike)
        beaten = any(winner(contract, (card, other)) for other in others)
        assert beaten == ("only a trump" in told)


FACTS: dict[str, Callable[[Any, Any, Observation, Action, str], None]] = {
    "yaniv": yaniv_facts,
    "98": ninetyeight_facts,
    "zsy": zsy_facts,
    "tricks": tricks_facts,
    "schafkopf": schafkopf_facts,
}


@pytest.mark.parametrize("name", FACTS)
def test_what_is_said_is_true_and_known_to_the_seat(name: str) -> None:
    """In random games of all rule sets; whatever the seat does not see may be otherwise."""
    rng, seats = Random(name), registry.game_entry(name).seats
    reason, told_of = words.of(name).reason, 0
    for number in range(24):
        rules = (*laws.rule_sets(name), laws.random_rules(name, rng))[number % (len(laws.rule_sets(name)) + 1)]
        game = registry.game(name, rules, rng.randint(*seats))
        played = laws.whole_game(game, rng)
        state = game.start(played.deal)
        for turn, action in enumerate(played.actions):
            seen = game.observe(state, game.turn(state) or 0)
            for one in {action, *rng.sample(seen.legal, min(2, len(seen.legal)))}:
                told = reason(game, seen, one)
                assert told and not told.endswith(".") and told[0].islower()
                FACTS[name](game, state, seen, one, told)
                told_of += 1
                if turn % 8 == 0:
                    again = game.observe(game.determinize(seen, rng), seen.seat)
                    assert reason(game, again, one) == told
            state = game.apply(state, action)
    assert told_of > 200


def test_figures_come_after_the_words_with_their_unit() -> None:
    game = Yaniv("paper", 2)
    seen = game.observe(position(game, "6c 6d 4h", "Jc Jd", pile="3s"), 0)
    action = parse_action(game, "discard 6c 6d > a")
    head = "throws 12 points, takes 3♠, leaves 7: you may call next turn"

    def why(option: Option, unit: str) -> str:
        return words.why(game, seen, Decision(action, (option,), unit))

    assert why(Option(action, 1.0, 0.43), "win probability") == f"{head} · 43% to win"
    assert why(Option(action, 1.0, 0.43), "match win probability") == f"{head} · 43% to win the match"
    assert why(Option(action, 1.0, 11.4, 3.3), "cents") == f"{head} · +11.4 ±6.5 cents"
    assert why(Option(action, 1.0, 0.43), "Q: ±1 at the end") == f"{head} · Q +0.43", "a scale counts nothing"
    assert why(Option(action, 0.5, why="the highest set"), "probability") == f"{head} · probability 50%"
    assert why(Option(action, 1.0), "probability") == head


def test_a_game_without_reasons_says_none() -> None:
    game = Yaniv("paper", 2)
    seen = game.observe(position(game, "6c 6d 4h", "Jc Jd", pile="3s"), 0)
    assert Words[Any]().reason(game, seen, seen.legal[0]) == ""
