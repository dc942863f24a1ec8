"""Schafkopf in German: every sentence has its German one, and none stays English at the table."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from string import Formatter

import pytest
from textual.binding import Binding

from cardtui import registry, words
from cardtui.core import Action, Decision, Option, decide
from cardtui.entries import HUMAN
from cardtui.games.schafkopf.german import SENTENCES, WORDS
from cardtui.games.schafkopf.german_phrases import PHRASES
from cardtui.games.schafkopf.rules import Schafkopf
from cardtui.match import Match
from cardtui.plain.table import COMMANDS
from cardtui.settings import Settings
from cardtui.ui.games.schafkopf import guide, guide_german
from cardtui.ui.games.schafkopf.screen import SchafkopfScreen
from cardtui.ui.saved_summary import summary
from cardtui.ui.table.screen import TableScreen
from cardtui.ui.widgets.decisions import decision_lines
from cardtui.ui.widgets.felt import Felt

from ..test_plain import Talk
from ..ui import common
from ..ui.common import painted, shown, text, type_in, until

ROOT = Path(__file__).parents[2] / "cardtui"
GAME = [*(ROOT / "games/schafkopf").glob("*.py"), *(ROOT / "ui/games/schafkopf").glob("*.py")]
SHARED = [
    ROOT / name
    for name in (
        "plain/__init__.py", "plain/table.py", "tableside/standings.py", "ui/table/drawing.py", "ui/table/game.py",
        "ui/table/match_end.py", "ui/table/screen.py", "ui/table/layout.py", "ui/table/bots.py", "words/__init__.py",
        "ui/widgets/scores.py", "ui/widgets/decisions.py", "ui/widgets/beliefs.py", "ui/widgets/costly.py",
        "ui/widgets/first_deal.py",
    )
]  # fmt: skip
FINISHED = [
    *(
        ROOT.parent / "agents/schafkopf" / f"{name}.py"
        for name in ("heuristics", "pimc", "ppo_search", "hp_pimc", "networks")
    ),
    ROOT / "games/schafkopf/first_deal.py", ROOT / "tableside/tableside.py", ROOT / "ui/table/bots.py",
    ROOT / "remote/seat.py", ROOT / "remote/link.py", ROOT / "plain/__init__.py",
]  # fmt: skip
"""Modules whose English texts with spaces in them are translated as a whole."""
INNER = {"7; bids 7; leans of 32 cards to 4 seats within ±7", "won 7"}
"""Texts of these modules that nobody reads."""
OWN = {"pimc", "rule", "based", "random", "coward", "Schafkopf", "Wenz", "Solo", "Tout", "Sie", "Geier", "Ramsch", "Re"}
OWN |= {"Sauspiel", "Alte", "Blaue", "Bumpel", "Eichel", "Gras", "Herz", "Schellen", "Kontra", "Klopfen", "Stock"}
OWN |= {
    "Ada",
    "Rex",
    "Kathi",
    "Sepp",
    "Vroni",
    "Schneider",
    "Schwarz",
    "Laufende",
    "Jungfrau",
    "weiter",
    "klopfen",
    "auf",
    "die",
    "Farbwenz",
}


def sentences(path: Path) -> Iterator[str]:
    """The literal sentences that a module says in the language of the table."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        name = ast.unparse(node.func)
        own = name in ("say", "self.say") or name.endswith((".say", ".counted"))
        if path in SHARED:
            own = name in ("say", "self._say", "self._tells") or name.endswith("words.say")
        for part in node.args[: 3 if name.endswith("counted") else 1] if own else ():
            chosen = (part.body, part.orelse) if isinstance(part, ast.IfExp) else (part,)
            yield from (one.value for one in chosen if isinstance(one, ast.Constant) and isinstance(one.value, str))


def test_every_sentence_has_its_german_one() -> None:
    """With the same parts; and there is none that nothing says."""
    said = {sentence for path in (*GAME, *SHARED) for sentence in sentences(path)}
    assert len(said) > 150 and not said - set(SENTENCES)
    for english, german in SENTENCES.items():
        parts = [{field for _, field, _, _ in Formatter().parse(one) if field} for one in (english, german)]
        assert parts[0] == parts[1], english
    source = "".join(path.read_text(encoding="utf-8") for path in (*GAME, *SHARED) if "german" not in path.name)
    joined = re.sub(r'"\s*\n\s*f?"', "", source)  # sentences over several lines
    named = {f"Player {number}" for number in range(1, 5)} | {"cents", "hint", "inspect", "Help", "holds"}
    assert not [one for one in SENTENCES if one not in named and one not in joined]


def finished(path: Path) -> Iterator[str]:
    """The texts that a module tells people, with 7 for their parts; not its errors and docstrings."""

    def texts(node: ast.AST) -> Iterator[str]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Raise | ast.Expr) and not (
                isinstance(child, ast.Expr) and isinstance(child.value, ast.Call | ast.Yield)
            ):
                continue
            if isinstance(child, ast.JoinedStr):
                yield "".join(str(part.value) if isinstance(part, ast.Constant) else "7" for part in child.values)
            elif isinstance(child, ast.Constant) and isinstance(child.value, str):
                yield re.sub(r"{[^}]*}", "7", child.value)
            else:
                yield from texts(child)

    return (text for text in texts(ast.parse(path.read_text(encoding="utf-8"))) if re.search(r"[a-z]{3,} ", text))


def test_what_comes_as_finished_english_is_german() -> None:
    """What bots say, the guided deal, messages of all tables; and there is no phrase with parts that do not fit."""
    for english, german in PHRASES.items():
        parts = [sorted(field for _, field, _, _ in Formatter().parse(one) if field) for one in (english, german)]
        assert set(parts[1]) <= set(parts[0]) and len(set(parts[0])) == len(parts[0]), english
    for path in FINISHED:
        said = list(finished(path))
        assert said
        for told in said:
            assert not foreign(WORDS.say.told(told)) or told in INNER, (path.name, told)


def test_the_keys_of_the_table_are_german() -> None:
    """Those of the key line."""
    keys = [binding for binding in SchafkopfScreen.BINDINGS if isinstance(binding, Binding)]
    shown_keys = {binding.description for binding in keys if binding.show}
    assert shown_keys and not shown_keys - set(SENTENCES)


def foreign(said: str) -> set[str]:
    """The words of a text that stand in no German sentence and are no names."""
    said = re.sub(r"'[^']*'", "", said)  # what was typed
    return {word for word in re.findall(r"[^\W\d_]{3,}", said) if word not in german_words()}


@cache
def german_words() -> frozenset[str]:
    """All words of the German sentences, also in capitals, and as a sentence begins."""
    found = {word for one in (*SENTENCES.values(), *PHRASES.values(), *OWN) for word in re.findall(r"[^\W\d_]+", one)}
    return frozenset(found | {word.upper() for word in found} | {word.capitalize() for word in found})


@pytest.mark.parametrize("rules", ["club", "paper", "club:allpass=ramsch,klopfen=yes,geier=yes,farbwenz=yes,sie=yes"])
def test_the_words_of_whole_deals_are_german(rules: str) -> None:
    """Table, prompts, previews, refusals, events, settlement."""
    told = words.of("schafkopf", "de")
    rng = Random(4)
    for seed in range(6):
        match = Match.new("schafkopf", rules, (HUMAN, *["random"] * 3), seed)
        agent, names = (
            registry.agent(match.game, "random" if seed % 2 else "rule-based"),
            ("Du", "pimc", "pimc", "pimc"),
        )
        while match.turn is not None:
            seen = match.observe(match.turn)
            hand = told.order(match.game, seen, "number")
            lines = [*told.table(match.game, seen, hand, names), told.prompt(match.game, seen, "")]
            choices = [told.label(match.game, action) for action in seen.legal]
            for line in ("", "99", "c", "re", "p", "spielen", "ruf-gras", "solo", *choices):
                typed = told.read(match.game, seen, hand, line, "")
                lines += [typed.preview, typed.refusal]
            lines += [told.does(match.game, action) for action in seen.legal]
            for line in lines:
                assert not foreign(line.removeprefix("solo ")), line
            match.play(decide(agent, seen, rng).action)
        end = match.observe(0)
        lines = [*told.outcome(match.game, end, names), *(told.event(match.game, one, names) for one in end.history)]
        assert not foreign(" ".join(lines)), lines
        match.close()


async def test_a_whole_deal_at_the_screen_in_german() -> None:
    """Felt, preview, prompt and what stands beside it; the keys; the end. Other games stay English."""
    seats = (HUMAN, "rule-based", "rule-based", "rule-based")
    async with common.table(
        *seats, game="schafkopf", rules="club", seed=11, language="de", size=(140, 40), coach="rule-based"
    ) as (screen, pilot):

        def check() -> None:
            beside = " ".join(row[90:] for row in text(pilot).split("\n")[1:40]) if "BOTS" not in text(pilot) else ""
            said = " ".join(
                [painted(screen), beside, shown(screen, "preview"), str(screen.query_one("#typing").border_title)]
            )
            assert not foreign(re.sub(r"\w*…\w*", "", said)), said

        check()
        assert "Wer spielt?" in painted(screen) and "Tipp" in text(pilot) and "Spiel 1 · Ansagen" in text(pilot)
        await type_in(pilot, "spielen")
        await pilot.press("enter")
        assert screen.pending == "spielen" and screen.line.value == ""
        check()
        await type_in(pilot, "auf die Alte")
        check()
        await pilot.press("enter")
        while screen.match.turn is not None:
            await until(pilot, lambda: screen.match.turn in (0, None))
            if screen.match.turn == 0:
                await type_in(pilot, "1")
                check()
                screen.line.value = screen.game.face(screen.seen.legal[-1].cards[0])
                await pilot.press("enter")
                await pilot.pause()
        check()
        assert "DIE BLÄTTER" in painted(screen) and "Spiel aus" in str(screen.query_one("#typing").border_title)
        await pilot.press("f9")
        await pilot.pause()
        assert "in 30 Sekunden" in text(pilot) and "Vier Spieler" in text(pilot)
    async with common.table(language="de") as (other, pilot):
        assert isinstance(other, TableScreen) and "hint" in text(pilot) and other.query(Felt)


async def test_windows_and_commands_at_the_table_are_german() -> None:
    """The list of commands, the questions before leaving and before going on, the frame of reading windows."""
    seats = (HUMAN, "rule-based", "rule-based", "rule-based")
    async with common.table(*seats, game="schafkopf", rules="club", seed=11, language="de") as (screen, pilot):
        for command in screen.card_app.get_system_commands(screen):
            told = re.sub("PgUp|PgDn", "", f"{command.title} {command.help}")
            assert not [word for word in foreign(told) if foreign(word.lower())], told  # titles begin with capitals
        await type_in(pilot, "1")
        await pilot.press("enter", "ctrl+q")
        await pilot.pause()
        assert "Aufhören?" in text(pilot) and "gesichert" in text(pilot) and "bleiben" in text(pilot)
        await pilot.press("escape", "f1")
        await pilot.pause()
        assert "Esc zurück · ↑ ↓ rollen" in text(pilot)


def test_what_is_told_of_a_match_to_go_on_with_is_german(tmp_path: Path) -> None:
    """But for the name of the rules and the month of its date."""
    match = Match.new(
        "schafkopf", "club", (HUMAN, "rule-based", "rule-based", "rule-based"), 11, tmp_path / "one.jsonl"
    )
    match.play(match.observe(0).legal[0])
    match.close()
    told = WORDS.say.told(summary(tmp_path / "one.jsonl", Settings(language="de")))
    assert "Spiel 1 · 1 Zug · gesichert" in told and not foreign(re.sub(r"club|\d+ \w+ \d+:\d+", "", told)), told


async def test_ascii_spells_umlauts() -> None:
    """In sentences and in the pages of help."""
    seats = (HUMAN, "rule-based", "rule-based", "rule-based")
    async with common.table(*seats, game="schafkopf", rules="club", seed=11, language="de", ascii=True) as (
        screen,
        pilot,
    ):
        assert text(pilot).isascii() and "F10 Menue" in text(pilot)
        assert "K Koenig" in screen.help_text()[1]


def test_a_deal_on_plain_lines_in_german() -> None:
    """Every line, but for the title of the match; in ASCII with its own spelling."""
    cards = ["EO", "GO", "GU", "HK", "H9", "H8", "E10", "EK"]
    match = Match.new("schafkopf", "club:deals=1", (HUMAN, "rule-based", "rule-based", "rule-based"), 11)
    said = Talk("help", "hint", "auf die Alte", *(cards * 8)).play(match, Settings(language="de", coach="rule-based"))
    assert "Du: auf die Alte." in said and any(line.startswith("Dieses Spiel, in Cent: Du ") for line in said)
    reasons = {line for line in said if line.startswith("  ")}  # what bots think stays as they say it
    helped = {line for line in said if line.partition(": ")[0] in COMMANDS}  # all but that of guided deals
    assert len(helped) == len(COMMANDS) - 1 and not any(foreign(line.partition(": ")[2]) for line in helped)
    assert "Du, Ada (rule-based)" in said[0]
    for line in set(said[1:]) - reasons - helped:
        if not line.startswith("> "):
            assert not foreign(line), line
    match = Match.new("schafkopf", "club:deals=1", (HUMAN, "rule-based", "rule-based", "rule-based"), 11)
    said = Talk("ho", "auf die Alte").play(match, Settings(language="de", ascii=True))
    assert all(line.isascii() and "?" not in line.replace("Spiel?", "") for line in said)
    assert any("Truempfen" in line or "muesste" in line or "hoechst" in line or "Stiche" in line for line in said)


def test_the_guide_has_the_same_parts() -> None:
    """In lines that fit, with the same headings and the same example."""
    for english, german in (
        (guide.TUTORIAL, guide_german.TUTORIAL),
        (guide.HELP, guide_german.HELP),
    ):
        assert all(len(line) <= 76 for line in german.splitlines())
        assert abs(len(german.splitlines()) - len(english.splitlines())) < 18
    rows = [line for line in guide.TUTORIAL.splitlines() if re.match(r" [1-8]  ", line)]
    cards = [re.findall(r"[EGHS](?:10|[AKOU9876])\*?", line) for line in rows]
    rows = [line for line in guide_german.TUTORIAL.splitlines() if re.match(r" [1-8]  ", line)]
    assert cards == [re.findall(r"[EGHS](?:10|[AKOU9876])\*?", line) for line in rows]


def test_a_hint_of_several_phrases_is_german_throughout() -> None:
    hint = "hint (rule-based): weiter · sagt kein Spiel an · probability 50% · too few trumps"
    assert WORDS.say.told(hint) == "Tipp (rule-based): weiter · sagt kein Spiel an · Anteil 50% · zu wenig Trumpf"


def test_decimals_have_a_comma() -> None:
    """In figures, in what bots say with them, and at the table; but not in what only looks like a figure."""
    assert WORDS.say.told("counts as +7.25: too few trumps") == "zählt als +7,25: zu wenig Trumpf"
    hint = WORDS.say.told("hint (pimc:deals=1.5): weiter · +8.57 ±4.49 cents")
    assert hint == "Tipp (pimc:deals=1.5): weiter · +8,57 ±4,49 Cent"
    assert WORDS.say.told("+112 ±0.4 cents") == "+112 ±0,4 Cent", "a whole figure, too"
    action = Action("play", (0,))
    decision = Decision(action, (Option(action, 1.0, value=8.5, stderr=1.02),), "cents")
    told = [line.plain for line in decision_lines(Schafkopf("club"), decision, 40, say=WORDS.say)]
    assert "+8,50 ±2,00" in told[1]


def test_large_numbers_have_no_english_commas() -> None:
    note = "PPO in self-play, 18,841,600 games"
    assert WORDS.say.told(note) == "PPO im Spiel gegen sich selbst, 18 841 600 Spiele"
    assert WORDS.say.told("PPO in self-play, 12,34 games").endswith("12,34 Spiele")


def test_who_does_not_knock_says_no_kontra() -> None:
    told = "gains in 44% with it, 43% without; said from 60% on"
    assert WORDS.say.told(f"no Kontra: {told}").startswith("kein Kontra: ")
    assert WORDS.say.told(f"no klopfen: {told}") == (
        "nicht geklopft: gewinnt damit in 44%, ohne in 43%; geklopft ab 60%"
    )


def test_leaving_a_table_with_people_elsewhere_is_asked_in_german() -> None:
    kept = WORDS.say.told("Your seat is kept: `cardtui join 127.0.0.1:4711` comes back to it.")
    assert kept == "Dein Platz bleibt dir: `cardtui join 127.0.0.1:4711` führt dorthin zurück."
    closes = "The table closes for everybody. The match is saved, and `cardtui resume` opens the table again."
    assert WORDS.say.told(closes).startswith("Der Tisch schließt für alle.")
    assert (WORDS.say.told("Leave the table?"), WORDS.say.told("leave")) == ("Den Tisch verlassen?", "gehen")


def test_dates_have_no_english_months() -> None:
    """In the question whether a saved match is to go on."""
    told = WORDS.say.told("Schafkopf club · You · deal 2 · 1 move · saved 29 Oct 09:22")
    assert told == "Schafkopf club · Du · Spiel 2 · 1 Zug · gesichert 29.10. 09:22"


def test_no_note_of_a_bot_is_cut_within_a_clause() -> None:
    """In narrow panels they end at a comma: the coach's ended with "drawn by"."""
    told = "60 deals drawn by how likely their bids were; cards solved, doublings played out by a fast player, 5"
    told = WORDS.say.told(f"{told} times as often; the solver sees all hands in each sampled deal")
    action = Action("play", (0,))
    decision = Decision(action, (Option(action, 1.0, value=8.5, stderr=1.02),), "cents", note=told)
    lines = [line.plain.strip() for line in decision_lines(Schafkopf("club"), decision, 25, say=WORDS.say)]
    assert " ".join(lines[-2:]) == "60 Verteilungen, nach ihren Ansagen gezogen"
