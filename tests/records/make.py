"""Makes the golden records afresh: `python -m tests.records.make`. Only for a change on purpose."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

from cardtui import registry
from cardtui.core import decide
from cardtui.json_forms import observation_json
from cardtui.match import Match

HERE = Path(__file__).parent
MATCHES = (
    ("yaniv-paper-2", "paper:deals=4", ("greedy", "semirandom"), 21),
    ("yaniv-paper-4", "paper:deals=3", ("greedy:p=0.8", "semirandom", "random", "greedy"), 22),
    ("yaniv-club-2", "club", ("greedy", "random"), 24),
    ("yaniv-club-4", "club", ("greedy", "semirandom", "random", "greedy:p=0.2"), 24),
    ("schafkopf-paper-4", "paper:deals=4", ("rule-based", "random-coward", "random", "rule-based"), 30),
    ("schafkopf-club-4", "club:deals=6,stock=10", ("rule-based", "random-coward", "rule-based", "rule-based"), 30),
    (
        "schafkopf-all-4",
        "club:deals=6,geier=yes,farbwenz=yes,klopfen=yes,allpass=ramsch",
        ("rule-based", "random-coward", "rule-based", "rule-based"),
        27,
    ),
    ("98-paper-1", "paper:deals=2", ("gap",), 41),
    ("98-app-1", "app:deals=2", ("gap",), 42),
    ("98-official-1", "official:deals=2", ("random",), 42),
    ("tricks-tricks-2", "tricks:deals=4", ("first", "random"), 33),
    ("zsy-paper-2", "paper:deals=4", ("greedy:lead=pattern", "random"), 31),
)
"""The record's file (its name begins with the game's), rules, bots, seed."""


def main() -> None:
    """One match each, to its end, and what stands at the end."""
    ends = {}
    for name, rules, seats, seed in MATCHES:
        path = HERE / f"{name}.jsonl"
        path.unlink(missing_ok=True)
        match = Match.new(name.partition("-")[0], rules, seats, seed, path)
        while not match.over:
            seat = match.turn
            if seat is None:
                match.next_deal()
                continue
            agent = registry.agent(match.game, seats[seat])
            decision = decide(agent, match.observe(seat), Random(match.rng_seed(seat)))
            match.play(decision.action, decision if len(match.moves()) < 3 else None)
        ends[name] = {
            "frames": len(match.frames),
            "standing": match.standing._asdict(),
            "seat 0 sees": observation_json(match.game, match.observe(0)),
        }
        match.close("finished")
    (HERE / "ends.json").write_text(json.dumps(ends, indent=1) + "\n")


if __name__ == "__main__":
    main()
