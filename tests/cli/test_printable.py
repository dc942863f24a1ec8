"""What stands in files, bots and plug-ins is shown as text on every surface: it steers no terminal."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cardtui import plain, registry, settings
from cardtui.match import Match
from cardtui.text.printable import printable
from cardtui.ui.app import CardApp, Menu, Replay, Resume, Start
from cardtui.ui.dialogs import Question

from ..ui.common import app
from .common import Run

GOLDEN = Path(__file__).parents[1] / "records" / "yaniv-paper-4.jsonl"
NASTY = "\x1b]52;c;aGk=\x07\x1b]0;t\x9c\x1b[2J\x9b2J\u202eevil\u2066\u200f\ufeff\x00\x7f\r\n[/red][@click=app.quit]"
"""To the clipboard, into the title, a screen wiped, another direction, a line of its own, and markup."""


def hostile(path: Path) -> Path:
    """A saved match with such text wherever a record may hold text that the rules do not read."""
    lines = [json.loads(line) for line in GOLDEN.read_text().splitlines()]
    lines = lines[:12]  # in the middle of a deal
    lines[0]["seats"] = ["human", *(f"{seat}{NASTY}" for seat in lines[0]["seats"][1:])]
    for line in lines:
        if decision := line.get("decision"):
            decision["unit"] = decision["note"] = NASTY
            decision["beliefs"] = [{"seat": 1, "about": NASTY, "values": {NASTY: 0.5}}]
            for option in decision["options"]:
                option["why"] = NASTY
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def test_what_is_printable_stays_and_the_rest_goes_or_takes_its_place() -> None:
    assert printable("10♥ ± ★1 – Ä…") == "10♥ ± ★1 – Ä…"
    assert printable(NASTY).isprintable() and "evil" in printable(NASTY)
    assert printable("a\u00a0b\tc\nd\u2028e") == "a b c d e"
    assert printable("a\ud800b\xadc\x1bd") == "a\ufffdb-cd"


def test_plain_lines(tmp_path: Path) -> None:
    said: list[str] = []
    answers = iter(["table", "history", "bots", "hint", "scores", "replace x", "quit", "yes"])
    chosen = settings.Settings(panel="open", coach="greedy")
    plain.play(Match.resume(hostile(tmp_path / "m.jsonl")), chosen, ask=lambda _: next(answers), say=said.append)
    assert any("evil" in line for line in said)
    assert all(line.isprintable() for line in said), [line for line in said if not line.isprintable()]


def test_the_command_line(run: Run, tmp_path: Path) -> None:
    path = hostile(settings.records_dir() / "m.jsonl")
    odd = hostile(settings.records_dir() / "od\x1b[2Jd\u202e.jsonl")
    spelled = NASTY.replace("\0", "")
    card = tmp_path / spelled.replace("/", "")
    shutil.copytree(registry.weights(registry.bot_entry("yaniv", "harel")), card)
    bad = tmp_path / "bad"
    shutil.copytree(card, bad)
    (bad / "card.toml").write_text((bad / "card.toml").read_text().replace('game = "yaniv"', 'game = "\\u001b[2J"'))
    for words in (
        ["history"],
        ["replay", str(path), "--check"],
        ["replay", str(odd), "--check"],
        ["resume", f"{odd}{spelled}"],
        ["arena", "yaniv", f"harel@{card}", "greedy", "--deals", "1", "--jobs", "1"],
        ["arena", "yaniv", f"harel@{bad}", "greedy", "--deals", "1", "--jobs", "1"],
        ["arena", "yaniv", f"nobody{spelled}", "greedy"],
        ["yaniv", "--rules", f"club{spelled}", "--plain"],
    ):
        _, out, err = run(*words)
        assert "app.quit" in out + err or "[2J" in out + err, words  # something of it is told
        assert all(line.isprintable() for line in [*out.split("\n"), *err.split("\n")]), (words, out, err)


def test_what_looks_like_markup_does_not_end_an_arena(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(registry.weights(registry.bot_entry("yaniv", "harel")), tmp_path / "[" / "red]")
    monkeypatch.chdir(tmp_path)
    code, out, _ = run("arena", "yaniv", "harel@[/red]", "greedy", "--deals", "1", "--jobs", "1")
    assert code == 0 and "harel@red]" in out


SCREENS: dict[str, Callable[[Path], Start]] = {
    "table": Resume,
    "replay": Replay,
    "menu": lambda path: Menu(),
}


@pytest.mark.parametrize("size", [(80, 24), (140, 40)])
@pytest.mark.parametrize("name", SCREENS)
async def test_screens(name: str, size: tuple[int, int]) -> None:
    path = hostile(settings.records_dir() / "m.jsonl")
    one = app(SCREENS[name](path), panel="open")
    async with one.run_test(size=size) as pilot:
        await pilot.pause()
        for key in ("", "f3", "f3", "f5", "escape", "end", "left", "h", "f1", "escape", "ctrl+p", "escape", "ctrl+q"):
            if key:
                await pilot.press(key)
            await pilot.pause()
            for drawn in _drawn(one):
                assert drawn.isprintable(), (name, key, drawn)
        assert isinstance(one.screen, Question) or name != "table"


def _drawn(one: CardApp) -> list[str]:
    """The text of every segment on the screen as the terminal gets it."""
    strips: Any = one.screen._compositor.render_strips()
    return [segment.text for strip in strips for segment in strip if not segment.control]
