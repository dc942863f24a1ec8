"""What a forced action or another bot on a seat changes: the same deals with and without it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from cardtui import dice, registry
from cardtui.cli import main
from cardtui.core import Refusal, action_text
from cardtui.games.ninetyeight import judging as judging98
from cardtui.games.ninetyeight.rules import NinetyEight
from cardtui.games.yaniv import judging
from cardtui.games.yaniv.rules import Yaniv
from cardtui.review import positions
from cardtui.review.corpus import act
from cardtui.study import lock
from cardtui.study.paired_deals import Lock

RECORDS = Path(__file__).parent / "records"
TRICKS = RECORDS / "tricks-tricks-2.jsonl"


def test_a_lock_takes_over_one_kind_and_goes_round_with_its_bot() -> None:
    """Each game ends as if a bot sat there that decides like one in this kind and like the other elsewhere."""
    game = Yaniv("paper", 3)
    bots, one = ("semirandom", "greedy", "random"), Lock(0, "greedy", "discard")
    found = lock.over_deals(game, bots, [one], deals=6, seed=4)
    agents = {bot: registry.agent(game, bot) for bot in bots}
    totals, locked = {"without": [0.0] * 3, "with": [0.0] * 3}, 0
    for deal in range(6):
        for turn in range(3):
            for part, sums in totals.items():
                state = game.start(game.deal(dice.deal_rng(4, deal)))
                while (seat := game.turn(state)) is not None:
                    seen, bot = game.observe(state, seat), bots[(seat + turn) % 3]
                    if part == "with" and bot == bots[0] and judging.kind(game, seen) == "discard":
                        bot, locked = "greedy", locked + 1
                    state = game.apply(state, act(game, agents[bot], seen, 4, deal, turn))
                for seat, value in enumerate(game.returns(state)):
                    sums[(seat + turn) % 3] += value / 18
    for row in found["results"]:
        assert {part: row[part] for part in totals} == pytest.approx({p: s[row["seat"]] for p, s in totals.items()})
        assert row["change"] == pytest.approx(row["with"] - row["without"])
        assert row["low"] <= row["change"] <= row["high"]
    assert found["locked"] == pytest.approx(locked / 18) and found["parted"] > 0
    assert found == lock.over_deals(game, bots, [one], deals=6, seed=4, jobs=2)


def test_what_is_forced_is_measured_against_what_was_played() -> None:
    position = positions.turn("tricks", TRICKS, "1:5")
    game, played = position.game, position.played
    assert played
    same = lock.in_position(position, force=action_text(game, played), worlds=5)
    assert same["players"] == ["first", "random"] and same["instead_of"] == same["force"] and same["parted"] == 0.0
    assert all(row["low"] == row["change"] == row["high"] == 0.0 for row in same["results"])
    other = next(action for action in position.seen.legal if action != played)
    typed = game.face(other.cards[0])  # as at the table
    found = lock.in_position(position, force=typed, worlds=5, locks=[Lock(0, "exact")])
    assert found["force"] == action_text(game, other) and found["parted"] == 1.0 and found["locked"] > 0
    assert sum(row["change"] for row in found["results"]) == pytest.approx(0.0)
    assert sum(row["with"] for row in found["results"]) == pytest.approx(0.0)


def test_a_known_deal_without_dice_is_played_once() -> None:
    """In Tricks all hands are known: what is played again and again would only look like evidence."""
    position = positions.turn("tricks", TRICKS, "1:5")
    found = lock.in_position(position, locks=[Lock(1, "first")], players=["exact", "exact"], worlds=50)
    assert (found["known"], found["diced"], found["worlds"]) == (True, False, 1)
    assert all(row["low"] == row["change"] == row["high"] for row in found["results"])
    assert "all hands are known" in lock.where(found) and "%" not in lock.otherwise(found)
    diced = lock.in_position(position, locks=[Lock(0, "first")], players=["first", "random"], worlds=50)
    assert (diced["known"], diced["diced"], diced["worlds"]) == (True, True, 50)
    assert "no other move" in lock.otherwise(diced) and "50 times, with other random numbers" in lock.where(diced)
    assert all(row["low"] < row["change"] == 0 < row["high"] for row in diced["results"]), "50 throws prove little"
    hidden = lock.in_position(
        positions.turn("yaniv", RECORDS / "yaniv-paper-2.jsonl", "1:3"), locks=[Lock(0, "random")], worlds=5
    )
    assert (hidden["known"], lock.where(hidden)) == (False, "5 possible worlds")


def test_a_decision_that_is_forced_is_not_taken_over_by_a_lock() -> None:
    """With two cards left it is the mover's last one with a choice, but for those of the deal's second round."""
    every = (positions.turn("tricks", TRICKS, f"1:{move}") for move in range(2, 41))
    position = next(one for one in every if len(one.seen.zone("hand").cards) == len(one.seen.legal) == 2)
    other = next(action for action in position.seen.legal if action != position.played)
    locks = [Lock(position.seen.seat, "exact")]
    free = lock.in_position(position, worlds=5, locks=locks)
    forced = lock.in_position(position, force=action_text(position.game, other), worlds=5, locks=locks)
    assert forced["locked"] == free["locked"] - 1


def test_a_bot_locked_to_itself_changes_nothing() -> None:
    position = positions.turn("98", RECORDS / "98-paper-1.jsonl", "1:6")
    found = lock.in_position(position._replace(played=None), locks=[Lock(0, "random")], players=["random"], worlds=5)
    assert found["parted"] == 0.0 and found["locked"] > 1 and found["results"][0]["change"] == 0.0
    assert isinstance(position.game, NinetyEight)
    unlaid = judging98.swing(position.game, position.seen)
    assert found["results"][0]["high"] == pytest.approx(3 * unlaid / 5), "five worlds prove little"


def test_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    there = ["inspect", "tricks", "--record", str(TRICKS), "--at", "1:5", "--worlds", "4", "--jobs", "1"]
    assert main([*there, "--lock", "2=exact", "where", "lead", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["locks"] == [{"seat": 1, "bot": "exact", "kind": "lead"}] and found["game"] == "tricks"
    assert main([*there, "--force", "1"]) == 0
    told = capsys.readouterr().out
    assert "change in the same worlds" in told
    assert re.search(r" first +0\.8 +0\.0 +-0\.8 ", told), "only a change has a sign that is not its own"
    yaniv = ["inspect", "yaniv", "--record", str(RECORDS / "yaniv-paper-2.jsonl"), "--at", "1:3", "--jobs", "1"]
    assert main([*yaniv, "--lock", "1=random", "--worlds", "5"]) == 0
    told = capsys.readouterr().out
    assert "5 possible worlds (all that fit, equally likely); played on" in told, "and not worth 5 of them"
    table = ["arena", "tricks", "first", "random", "--deals", "3", "--jobs", "1", "--lock", "1=exact"]
    assert main([*table, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["games"] == 6
    assert main(table) == 0
    assert "change on the same deals and dice" in capsys.readouterr().out
    for wrong, said in (
        (["--lock", "2=exact", "where", "bids"], "no decision of kind 'bids'"),
        (["--lock", "3=exact"], "seats 1 to 2"),
        (["--lock", "exact"], "reads like"),
        (["--lock", "0=exact"], "with seats from 1, not '0=exact'"),
        (["--lock", "1=exact", "if", "lead"], "`where` and one kind"),
        (["--lock", "1=exact", "--lock", "1=first"], "two locks"),
        (["--force", "99"], "legal are"),
        (["--force", "1", "--agents", "first", "first", "first"], "not 3"),
        (["--force", "1", "--worst", "3"], "for one position only; leave out --worst"),
        (["--force", "1", "--beliefs", "3"], "for one position only; leave out --beliefs"),
    ):
        assert main([*there, *wrong]) == 2
        assert said in capsys.readouterr().err, wrong
    assert main(["inspect", "tricks", "--checkpoints", "--claims", "3", "--lock", "1=exact"]) == 2
    assert "leave out --claims, --checkpoints" in capsys.readouterr().err
    assert main(["inspect", "tricks", "--record", str(TRICKS), "--force", "1"]) == 2
    assert "--at 3:12" in capsys.readouterr().err


def test_a_screen_asks_for_a_place_of_a_record() -> None:
    place = next(p.moment[1] for p in positions.all_turns("tricks", TRICKS) if p.moment and p.place == (1, 5))
    words = lock.Request(str(TRICKS), place, locks=(("2=exact", "where", "lead"),), worlds=4)
    assert lock.in_record(words)["locks"] == [{"seat": 1, "bot": "exact", "kind": "lead"}]
    with pytest.raises(Refusal, match="say what is to change"):
        lock.in_record(lock.Request(str(TRICKS), place))
