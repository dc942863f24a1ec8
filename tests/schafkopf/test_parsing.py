"""The line a person types at Schafkopf's table: what it means, and that no text breaks it."""

from __future__ import annotations

import re
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtui import registry, words
from cardtui.core import Action, Decision, Observation, Option, action_text, parse_action
from cardtui.entries.wording import Typed
from cardtui.games.schafkopf.cards import LONG, NAMES, POINTS, title
from cardtui.games.schafkopf.french import french
from cardtui.games.schafkopf.parsing import prompt, read, to_type
from cardtui.games.schafkopf.rules import Schafkopf, State
from cardtui.games.schafkopf.settled import explained
from cardtui.games.schafkopf.words import does, order, outcome, phase, points_known, table, tariff, voids

HAND = "EO GU H9 H8 E10 E7 GA S9"
NAMED = ("You", "Toni", "Sepp", "Vroni")


def after(
    *actions: str, hand: str = HAND, seat: int = 0, rules: str = "club", rest: str = "", first: int = 0
) -> tuple[Schafkopf, State]:
    """Seat `seat` with this hand, the others with `rest` and then the lowest cards in turn; after these actions."""
    game = Schafkopf(rules)
    left = [*rest.split(), *(NAMES[card] for card in LONG if NAMES[card] not in (*hand.split(), *rest.split()))]
    hands = [hand.split() if i == seat else [left.pop(0) for _ in range(8)] for i in range(4)]
    state = game.start({"hands": hands, "first": first, "scores": [0, 0, 0, 0]})
    for text in actions:
        state = game.apply(state, parse_action(game, text))
    return game, state


def type_(game: Schafkopf, state: State, text: str, seat: int = 0) -> Typed:
    """What the text means for that seat with its hand in the usual order."""
    seen = game.observe(state, seat)
    return read(game, seen, order(game, seen, "number"), text)


CALLED = ("bid > ruf-eichel", "pass", "pass", "pass")


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("1", "pass"), ("p", "pass"), ("weiter", "pass"), (" P ", "pass"),
        ("2", "bid > ruf-eichel"), ("ruf-eichel", "bid > ruf-eichel"), ("ruf eichel", "bid > ruf-eichel"),
        ("r-e", "bid > ruf-eichel"), ("alte", "bid > ruf-eichel"), ("w", "bid > wenz"), ("wenz", "bid > wenz"),
        ("s-g", "bid > solo-gras"), ("solo-g-tout", "bid > solo-gras-tout"), ("S G T", "bid > solo-gras-tout"),
    ],
)  # fmt: skip
def test_bids(text: str, action: str) -> None:
    """By number, by name, or so much of each part that it is clear."""
    game, state = after()
    typed = type_(game, state, text)
    assert typed.legal and typed.action in game.legal(state) and typed.preview and not typed.refusal
    assert action_text(game, typed.action) == action


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("99", "there is no 99"), ("0", "there is no 0"), ("ruf-gras", "§4.1: GA is in this hand"),
        ("ruf-herz", "§4.1: Herz is never called"), ("sie", "§4.6"), ("geier", "§12"), ("contra", "§6.1"),
        ("re", "§6.3"), ("solo", "may be Eichel-Solo, Gras-Solo"),
        ("tout", "tout may be Wenz Tout, Eichel-Solo Tout, Gras-Solo Tout, "), ("to", "to may be Wenz Tout, "),
        ("knock", "§5: now bid a game"),
        ("EO", "'EO' means nothing here"),
        ("xyz", "means nothing here: type 1 to 13 or a name, such as auf die Alte"),
        ("", "type 1 to 13 or"), ("9" * 40, "there is no 999999999"),
    ],
)  # fmt: skip
def test_bids_that_cannot_be(text: str, why: str) -> None:
    """The rule, or what else can be said."""
    game, state = after()
    typed = type_(game, state, text)
    assert typed.action is None and why in typed.refusal


def test_a_ramsch_is_no_bid() -> None:
    game, state = after(rules="club:allpass=ramsch")
    assert type_(game, state, "ramsch").refusal == "§9.3: a Ramsch is never bid, only played when all pass"


def test_to_pass_in_several_words() -> None:
    game, state = after()
    for text in ("weiter", "p", "passe", "ich passe"):
        assert type_(game, state, text).action == ("pass", (), "")


@pytest.mark.parametrize(
    ("text", "choices"),
    [
        ("auf", "auf die Alte, auf die Bumpel"),
        ("Auf die", "auf die Alte, auf die Bumpel"),
        ("wei", "weiter"),
        ("herz", "Herz-Solo, Herz-Solo Tout"),
        ("ruf", "auf die Alte, auf die Bumpel"),
    ],
)
def test_a_bid_that_is_half_typed(text: str, choices: str) -> None:
    """What is on its way to a choice is no mistake; Enter plays nothing yet."""
    game, state = after()
    typed = type_(game, state, text)
    told = f"{text} may be {choices}"
    assert (typed.legal, typed.action, typed.preview, typed.refusal) == (True, None, told, told)


def test_a_bid_must_be_more() -> None:
    """§5.5."""
    game, state = after("bid > wenz", hand="EO GO HO SO EU GU HU E7", seat=1)
    assert "§5.5: auf die Alte is not more than Wenz" in type_(game, state, "ruf-eichel", 1).refusal
    assert (
        type_(game, state, "solo-e", 1).preview == "Eichel-Solo: 8 of 14 trumps, with 7 · 120 cents from each of three"
    )


@pytest.mark.parametrize(
    ("hand", "bid", "price"),
    [
        ("EU GU HO H9 E10 E9 S9 S8", "wenz", "2 of 4 trumps, with 2 · 70 cents from each of three"),
        ("EU GU HO H9 E10 E9 S9 S8", "wenz tout", "2 of 4 trumps, with 2 · 140 cents from each of three"),
        ("EO GO HU H9 E10 E9 S9 S8", "herz-solo", "4 of 14 trumps, with 2 · 50 cents from each of three"),
        ("SO HU H9 E10 E9 S9 S8 S7", "herz-solo", "3 of 14 trumps, without 3 · 80 cents from each of three"),
        ("EO GO HO H9 E10 E9 S9 S8", "auf die alte", "4 of 14 trumps, with 3 · 50 cents from an opponent"),
        ("SO HU H9 E10 E9 S9 S8 S7", "auf die alte", "3 of 14 trumps · 20 cents from an opponent"),
    ],
)
def test_the_price_of_a_bid_holds_the_laufende_that_it_is_sure_of(hand: str, bid: str, price: str) -> None:
    """§10.2, §10.3: alone they are known; in a Sauspiel the partner may hold what the declarer lacks."""
    game, state = after(hand=hand, seat=0)
    assert type_(game, state, bid, 0).preview.endswith(price)


@pytest.mark.parametrize(
    ("text", "game"),
    [("gras-solo", "solo-gras"), ("gras solo tout", "solo-gras-tout"), ("du wenz", "wenz-tout"),
     ("laub wenz", "wenz-gras"), ("auf die alte", "ruf-eichel"), ("Rufspiel Eichel", "ruf-eichel"),
     ("sauspiel e", "ruf-eichel"), ("tout solo g", "solo-gras-tout"), ("so-g", "solo-gras"),
     ("ich spiele auf die Alte", "ruf-eichel"), ("spielen Gras-Solo", "solo-gras"),
     ("Eichel-Solo Tout", "solo-eichel-tout"), ("e-s-t", "solo-eichel-tout"), ("e-tout", "solo-eichel-tout"),
     ("al", "ruf-eichel"),
     ("Hundsgfickte", "ruf-schellen"), ("auf die Bumpel", "ruf-schellen"), ("Herz-Wenz", "wenz-herz")],
)  # fmt: skip
def test_games_as_they_are_said(text: str, game: str) -> None:
    """In any order of the words, and by their other names."""
    law, state = after(rules="club:farbwenz=yes")
    typed = type_(law, state, text)
    assert typed.action == ("bid", (), game)


def test_games_are_named_as_at_the_table() -> None:
    """The suit first."""
    names = ("ruf-eichel", "solo-gras", "solo-gras-tout", "wenz", "wenz-tout", "wenz-herz-tout", "sie", "ramsch")
    said = "Sauspiel auf die Alte, Gras-Solo, Gras-Solo Tout, Wenz, Wenz Tout, Herz-Wenz Tout, Sie, Ramsch"
    assert ", ".join(map(title, names)) == said


@pytest.mark.parametrize(
    ("rules", "said", "told"),
    [
        ("club", [], "Sauspiel 20, Wenz and Solo 50; Schneider 10, Schwarz 10 more; "
                     "each of the Laufende 10, from 3, in a Wenz from 2."),
        ("club", ["bid > ruf-eichel", "pass", "pass", "pass"],
         "Sauspiel 20; Schneider 10, Schwarz 10 more; each of the Laufende 10, from 3."),
        ("paper", ["bid > wenz", "pass", "pass", "pass", "contra", "retour"],
         "Wenz 50; Schneider 10, Schwarz 10 more; each of the Laufende 10, from 2; all of it times 4."),
        ("club", ["bid > solo-gras-tout", "pass", "pass", "pass"],
         "Solo 50; each of the Laufende 10, from 3; all of it times 2."),
        ("club:allpass=ramsch,klopfen=yes", ["knock", "pass", "pass", "pass", *["pass"] * 4],
         "Ramsch 20; doubled for each seat without a trick; all tricks win 50; all of it times 2."),
    ],
)  # fmt: skip
def test_what_the_deal_pays_is_told_while_it_is_on(rules: str, said: list[str], told: str) -> None:
    """§10: the price, the extras that this game has, the doublings so far."""
    game, state = after(*said, rules=rules)
    assert tariff(game, game.observe(state, 0)) == told


def test_the_hand_is_numbered_trumps_first() -> None:
    """And anew when the contract makes others trumps."""
    game, state = after()
    seen = game.observe(state, 0)
    assert [NAMES[card] for card in order(game, seen, "number")] == HAND.split()
    assert " ".join(NAMES[card] for card in order(game, seen, "suit")) == "E10 EO E7 GA GU H9 H8 S9"
    game, state = after("bid > wenz", "pass", "pass", "pass")
    seen = game.observe(state, 0)
    assert " ".join(NAMES[card] for card in order(game, seen, "number")) == "GU E10 EO E7 GA H9 H8 S9"


@pytest.mark.parametrize(
    ("text", "action"),
    [("1", "play EO"), ("EO", "play EO"), ("eo", "play EO"), ("play h9", "play H9"), ("e10", "play E10"),
     ("et", "play E10"), ("q♣", "play EO"), ("qc", "play EO"), ("js", "play GU"), ("10c", "play E10"), ("8", "play S9"),
     ("9d", "play S9")],
)  # fmt: skip
def test_cards(text: str, action: str) -> None:
    """By number, by face, or as French cards."""
    game, state = after(*CALLED)
    typed = type_(game, state, text)
    assert typed.action is not None and action_text(game, typed.action) == action
    assert typed.cards == typed.action.cards


def test_previews_tell_what_a_card_does() -> None:
    """Leading, winning, losing, taking; searching for the called ace and running away from it."""
    game, state = after(*CALLED, rest="EA S7 S8 H7 SU SO G7 G8 HA H10 SA SK G9 G10 GK EK HU HK HO EU E8 E9 S10 GO")
    assert type_(game, state, "EO").preview == "EO leads trump: 3 points"
    assert type_(game, state, "E7").preview == "E7 leads Eichel: 0 points · searches for EA"
    state = game.apply(state, parse_action(game, "play H9"))
    assert type_(game, state, "so", 1).preview == "SO wins the trick so far: 0 + 3 = 3 points"
    state = game.apply(state, parse_action(game, "play SU"))
    assert type_(game, state, "ha", 2).preview == "HA: SU stays ahead: 2 + 11 = 13 points"
    state = game.apply(state, parse_action(game, "play HA"))
    assert type_(game, state, "hk", 3).preview == "HK: SU takes the trick: 13 + 4 = 17 points"
    assert type_(game, state, "ho", 3).preview == "HO takes the trick: 13 + 3 = 16 points"


def test_previews_of_the_called_suit_by_the_holder_of_the_ace() -> None:
    """It is shown, or runs away."""
    own, other = "EA E10 EK E9 EO S7 S8 S9", "E7 E8 SA GA GK G9 H7 H8"
    game, state = after("pass", "bid > ruf-eichel", "pass", "pass", hand=own, rest=other)
    assert type_(game, state, "EA").preview == "EA leads Eichel: 11 points · shows the called ace"
    assert type_(game, state, "E9").preview.endswith("runs away (Davonlaufen: 4 of the suit)")
    game, state = after("pass", "bid > ruf-eichel", "pass", "pass", hand="EA E10 EK S10 EO S7 S8 S9", rest=other)
    assert "§7.6" in type_(game, state, "EK").refusal


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("GA", "§7.2: trump was led and must be followed: H8 H9 GU EO"), ("HA", "§7: HA is not in this hand"),
        ("9", "§7: there is no card 9: yours are 1 to 8"), ("0", "§7"), ("ruf-eichel", "means nothing here"),
        ("c", "§6.1: only the other side"), ("re", "§6.3"), ("p", "§7: now play a card"), ("", "type a card"),
        ("play-", "means nothing"), ("²", "means nothing"),
    ],
)  # fmt: skip
def test_cards_that_cannot_be(text: str, why: str) -> None:
    """The rule is named."""
    rest = "SO S10 SK GO G7 G8 G9 S9 EA E9 HO HU HA H7 SU G10"
    actions = ("bid > ruf-schellen", "pass", "pass", "pass", "play HK")
    game, state = after(*actions, hand=HAND.replace("S9", "SA"), rest=rest, first=3)
    typed = type_(game, state, text)
    assert typed.action is None and why in typed.refusal


def test_only_the_asked_seat_moves() -> None:
    """Cards may be typed early; Enter says whose turn it is."""
    game, state = after(*CALLED)
    typed = type_(game, state, "1", 1)
    assert typed.action is None and typed.refusal == "it is not your turn" and len(typed.cards) == 1
    assert type_(game, state, "", 1).refusal == "it is not your turn"
    game, state = after()
    assert type_(game, state, "p", 1).refusal == "it is not your turn"


def test_enter_alone_is_the_only_thing_allowed() -> None:
    """The holder of the called ace is asked for contra but can only pass; so with a single card."""
    rest = "SO S7 SK GO G7 G8 G9 SA EA E9 HO HU HA H7 SU G10"
    game, state = after("bid > ruf-schellen", "pass", "pass", "pass", rules="paper", rest=rest)
    seen = game.observe(state, 1)
    assert prompt(game, seen) == "Enter passes, nothing else is allowed"
    typed = type_(game, state, "", 1)
    assert typed.action == ("pass", (), "") and typed.preview == "Enter passes: only the other side says Kontra"
    assert "§6.1" in type_(game, state, "contra", 1).refusal
    only = "Kontra is asked, Enter passes, nothing else is allowed"
    assert type_(game, state, "g8 sa", 1).refusal == f"'g8 sa' means nothing here: {only}"
    assert type_(game, state, "9", 1).refusal == f"there is no 9 to choose: {only}"
    state = game.apply(state, parse_action(game, "pass"))
    typed = type_(game, state, "2", 2)
    assert typed.preview == "Kontra: the deal then pays 2 times its price" and typed.action == Action("contra")
    state = game.apply(state, typed.action)
    assert type_(game, state, "re").preview == "Re: the deal then pays 4 times its price"
    state = game.apply(game.apply(state, parse_action(game, "pass")), parse_action(game, "pass"))
    assert type_(game, state, "", 3).preview == "Enter passes: only the declarer's side says Re"


def test_contra_before_the_first_card() -> None:
    """`contra=eight`: it stands beside the cards, and the numbers are still cards."""
    game, state = after("pass", "bid > wenz", "pass", "pass", hand="GU HU EA E10 EK E9 E8 E7", seat=1)
    asked = prompt(game, game.observe(state, 0))
    assert asked.endswith(", or c for Kontra")
    assert len(f"what do you play? {asked}") <= 74, "it fits in the frame of a drill at 80 columns"
    assert type_(game, state, "kontra").action == ("contra", (), "")
    typed = type_(game, state, "1")
    assert typed.action is not None and typed.action.verb == "play"


def test_french_cards() -> None:
    """As wide as the German ones; nothing else changes."""
    assert french("EO GU H10 SA: §7.2, E9x WEO") == "Q♣ J♠ 10♥ A♦: §7.2, E9x WEO"
    assert french("E:A10K987 HELP: EA") == "♣:A10K987 HELP: A♣"
    assert french("E:A10KO987  G:··KOU9 OUT: EO") == "♣:A10KQ987  ♠:··KQJ9 OUT: Q♣"


def test_n_is_the_key_of_the_next_deal_and_no_pass() -> None:
    game, state = after()
    for text in ("n", "no"):
        typed = type_(game, state, text)
        assert typed.action is None and "means nothing here" in typed.refusal


def test_what_one_types_and_what_a_bot_would_do() -> None:
    """`does` reads after "would", and what `to_type` says is read again."""
    contra = after("pass", "bid > wenz", "pass", "pass", hand="GU HU EA E10 EK E9 E8 E7", seat=1)
    for game, state in (after(), after(*CALLED), contra):
        seen = game.observe(state, 0)
        shown = order(game, seen, "number")
        assert all(type_(game, state, to_type(game, shown, action)).action == action for action in seen.legal)
    told = [does(game, parse_action(game, text)) for text in ("bid > solo-gras", "play EO", "contra", "knock", "pass")]
    assert told == ["say Gras-Solo", "play EO", "say Kontra", "say klopfen", "say weiter"]


# --- what is told -------------------------------------------------------------------------------------


def test_the_table_in_words() -> None:
    """What is played, each seat, the trick and who is winning it, what is proved."""
    rest = "EA S7 S8 H7 SU SO G7 G8 HA H10 SA SK G9 G10 GK EK HU HK HO EU E8 E9 S10 GO"
    game, state = after(*CALLED, "play E7", "play EA", "play EK", "play E8", "play S7", "play SA", rest=rest)
    seen = game.observe(state, 0)
    assert phase(game, seen, NAMED) == "Sauspiel auf die Alte, played by You"
    told = table(game, seen, order(game, seen, "number"), NAMED)
    assert told[1] == "Toni: partner, 6 cards, 1 trick with 15 points"
    assert "Trick: Toni S7, Sepp SA. SA wins it so far, 11 points." in told
    assert told[-1].startswith("Your hand (declarer, forehand, 0 tricks with 0 points): 1: EO, 2: GU")
    assert points_known(seen) == (15, 0, 0) and voids(seen) == {0: [], 1: [], 2: [], 3: []}


def test_points_are_counted_only_as_far_as_the_sides_are_known() -> None:
    """A seat of the other side does not know the declarer's partner before the ace falls; its holder knows all."""
    rest = "EA S7 S8 H7 SU SO G7 G8 HA H10 SA SK G9 G10 GK EK HU HK HO EU E8 E9 S10 GO"
    game, state = after(*CALLED, "play H8", "play SO", "play HA", "play HK", rest=rest)
    assert points_known(game.observe(state, 0)) == (0, 0, 18)
    assert points_known(game.observe(state, 1)) == (18, 0, 0)
    assert points_known(game.observe(state, 2)) == (0, 0, 18)


def test_the_settlement_is_explained() -> None:
    """Base, Schneider, Schwarz, Laufende with their names, doublings, and the four payments."""
    hand = "EO GO HO SO EU GU HU SU"
    actions = ["bid > solo-eichel", "pass", "pass", "pass"]
    game, state = after(*actions, hand=hand)
    while state.seat is not None:
        state = game.apply(state, game.legal(state)[-1])
    told = explained(game, game.observe(state, 0), NAMED)
    assert told[0] == "Eichel-Solo: You win with 120 points in 8 tricks."
    assert told[1] == ("Solo 50 + Schneider 10 + Schwarz 10 + 8 Laufende 80 (with EO to SU) = 150: 150 cents each.")
    assert told[2] == "Paid: You +450, Toni -150, Sepp -150, Vroni -150."
    assert outcome(game, game.observe(state, 1), NAMED)[3] == f"You had {hand}."


@pytest.mark.parametrize("rules", ["paper", "club", "club:allpass=ramsch,klopfen=yes,geier=yes,farbwenz=yes,stock=10"])
def test_the_explanation_adds_up(rules: str) -> None:
    """Whatever happened, what is told is what is paid."""
    game, rng = Schafkopf(rules), Random(5)
    for _ in range(200):
        state = game.start(game.deal(rng))
        while state.seat is not None:
            legal = game.legal(state)
            state = game.apply(state, rng.choice(legal if rng.random() < 0.5 else legal[:1]))
        seen: Observation = game.observe(state, rng.randrange(4))
        told = explained(game, seen, NAMED)
        paid = game.returns(state)
        if state.contract:
            assert told[-1] == f"Paid: {', '.join(f'{n} {x:+.0f}' for n, x in zip(NAMED, paid, strict=True))}."
            bill = game.bill(state)
            assert bill and f"{abs(bill.each)} cents each" in told[1]
            assert (" = " in told[1]) == (" + " in told[1])  # no `Ramsch 20 = 20`
        else:
            again = " The same dealer deals again." * (rules == "club")
            assert told == [f"All passed: nothing is paid.{again}"]


@given(
    st.one_of(st.text(max_size=30), st.text("0123456789 abcdefghijklmnopqrstuwz-,²٣♣♥", max_size=20)),
    st.sampled_from(("paper", "club", "club:klopfen=yes,geier=yes,farbwenz=yes,allpass=ramsch", "paper:deck=short")),
    st.integers(0, 50),
)
def test_no_text_breaks_it(text: str, rules: str, seed: int) -> None:
    """Any text gets an answer; an action is always legal, a refusal always a sentence; the table can be told."""
    game = Schafkopf(rules)
    rng = Random(seed)
    state = game.start(game.deal(rng))
    for _ in range(seed):
        if game.turn(state) is not None:
            state = game.apply(state, rng.choice(game.legal(state)))
    for seat in range(4):
        seen = game.observe(state, seat)
        shown = list(seen.zone("hand").cards)
        rng.shuffle(shown)
        typed = read(game, seen, tuple(shown), text)
        assert typed.action is None or typed.action in seen.legal
        assert typed.legal or typed.refusal
        assert "\n" not in typed.preview + typed.refusal or "\n" in text
        assert all(line and line.isascii() for line in table(game, seen, tuple(shown), NAMED))
        assert prompt(game, seen) or not seen.legal
        if game.turn(state) is None:
            assert all(outcome(game, seen, NAMED))


def test_the_pot_is_told() -> None:
    """§11.2: what goes into it, and who takes it."""
    game, state = after(*["pass"] * 4, rules="club:stock=10")
    told = explained(game, game.observe(state, 0), NAMED)
    assert told == ["All passed: each pays 10 cents into the Stock, now 40. The same dealer deals again."]
    deal = {"hands": [list(map(game.face, hand)) for hand in state.dealt], "first": 0, "scores": [-10, -10, -10, -10]}
    state = game.start(deal)
    for text in ("bid > wenz", "pass", "pass", "pass"):
        state = game.apply(state, parse_action(game, text))
    while state.seat is not None:
        state = game.apply(state, game.legal(state)[-1])
    won = game.returns(state)[0] > 0
    verb = "take 40 from" if won else "pay 40 into"
    assert explained(game, game.observe(state, 0), NAMED)[3] == f"Stock 40: You {verb} it."
    deal |= {"scores": [-20] * 4, "hands": [list(map(game.face, hand)) for hand in state.dealt]}
    state = game.start(deal)
    for _ in range(4):
        state = game.apply(state, parse_action(game, "pass"))
    assert "into the Stock, now 120." in explained(game, game.observe(state, 2), NAMED)[0]


def test_equal_points_in_a_ramsch_are_explained() -> None:
    """§9.3: of equal points more tricks lose, then more trumps, then the highest card."""
    game, rng = Schafkopf("club:allpass=ramsch"), Random(3)
    found: set[str] = set()
    for _ in range(1500):
        state = game.start(game.deal(rng))
        while state.seat is not None:
            bidding = state.phase == "bid"
            state = game.apply(state, parse_action(game, "pass") if bidding else rng.choice(game.legal(state)))
        seen = game.observe(state, 0)
        told, bill = explained(game, seen, NAMED)[0], game.bill(state)
        assert bill
        counted = [sum(POINTS[card] for card in seen.zone(f"won {seat}").cards) for seat in range(4)]
        tied = not bill.won and counted.count(bill.points) - 1
        assert told.count(" as many, but ") == tied
        found.update(re.findall("as many, but ([a-z ]+)", told))
    assert found == {"fewer tricks", "fewer trumps", "lower cards"}


def test_low_cards_of_a_colour_share_a_row_where_their_figures_are_the_same() -> None:
    """Seven to nine count nothing; what counts, and what a bot values otherwise, has a row of its own."""
    game = registry.game("schafkopf")
    values = {"H9": 5.0, "H8": 5.0, "H7": 4.0, "HK": 5.0, "E9": 5.0}
    plays = {face: parse_action(game, f"play {face}") for face in values}
    decision = Decision(
        plays["H9"], tuple(Option(plays[face], float(face == "H9"), worth, 1.0) for face, worth in values.items())
    )
    shown = {game.face(row.option.action.cards[0]): row.count for row in words.ranked_options(game, decision)}
    assert shown == {"H9": 2, "H7": 1, "HK": 1, "E9": 1}
