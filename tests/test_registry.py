"""Names of games and bots, and what they lead to."""

from __future__ import annotations

import ast
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from cardtui import __version__, loading, registry
from cardtui.core import Refusal
from cardtui.entries import Bot
from cardtui.registry import lineup
from cardtui.registry.plugin_child import fault

ROOT = Path(__file__).parents[1]


def test_yaniv_and_its_bots_are_there() -> None:
    assert "yaniv" in registry.games()
    assert set(registry.bots("yaniv")) >= {"random", "greedy", "semirandom", "harel", "harel-best", "yaniv-td"}


def test_every_bot_that_learned_or_searches_has_a_version() -> None:
    """A search without weights that of the program, one that borrows weights theirs."""
    bots = [bot for game in registry.games() for bot in registry.bots(game).values()]
    found = {(bot.game, bot.name): registry.version(bot.game, bot.name) for bot in bots}
    for bot in bots:
        assert bool(found[bot.game, bot.name]) == (bot.kind != "heuristic"), bot.name
    assert found["zsy", "pimc-zsy"] == found["zsy", "dmc"] and len(found["zsy", "dmc"]) == 64
    assert found["tricks", "exact"] == found["schafkopf", "pimc-solver"] == __version__


@pytest.mark.parametrize("name", registry.games())
def test_every_target_of_a_game_is_there(name: str) -> None:
    entry = registry.game_entry(name)
    studied = [entry.study] if entry.study and find_spec("torch") else []  # most studies train
    for target in (entry.law, entry.screen, *studied):
        assert callable(loading.load(target)), target
    assert entry.rules in registry.rule_sets(name)[1]


@pytest.mark.parametrize(
    "bot", [bot for name in registry.games() for bot in registry.bots(name).values()], ids=lambda bot: bot.name
)
def test_every_target_of_a_bot_is_there(bot: Bot) -> None:
    assert callable(loading.load(bot.target))
    assert bot.summary
    assert fault(bot, bot.game, bot.name) == ""
    if bot.trainer:
        assert bot.learned
        module, _, name = bot.trainer.partition(":")
        source = ROOT / (module.replace("cardtui.agents", "agents").replace(".", "/") + ".py")
        assert f"def {name}(" in source.read_text()  # importing it may need torch


@pytest.mark.parametrize(
    "bot", [bot for bot in registry.bots("yaniv").values() if bot.learned], ids=lambda bot: bot.name
)
def test_every_learned_bot_has_its_weights_with_a_card(bot: Bot) -> None:
    card = registry.card(bot)
    assert card is not None
    assert len(card["sha256"]) == 64


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("yanif", r"no game 'yanif' \(nearest: yaniv\); there are yaniv"),
        ("", "no game ''"),
        ("chess", "there are yaniv"),
    ],
)
def test_an_unknown_game(name: str, says: str) -> None:
    for find in (registry.game_entry, registry.game, registry.bots):
        with pytest.raises(Refusal, match=says):
            find(name)


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("gredy", r"yaniv has no bot 'gredy' \(nearest: greedy\); there are random, greedy"),
        ("", "no bot ''"),
        ("greedy:q=1", r"bot greedy has no option 'q'; its options: p"),
        ("greedy:p=2", "p takes 0 … 1"),
        ("random:p=0.5", "it has no options"),
        ("greedy:p", "key=value"),
        ("greedy@somewhere", "has no weights: leave out @"),
        ("harel@/no/such/folder", "no weights of harel in /no/such/folder; `cardtui train yaniv harel --out"),
        ("harel@~no\0body", "no weights of harel in '~no"),
        ("~no\0body/mine", "names the home folder of an unknown user"),
    ],
)
def test_a_bot_that_cannot_be_had(spec: str, says: str) -> None:
    with pytest.raises(Refusal, match=says):
        registry.agent(registry.game("yaniv"), spec)


def test_a_bot_s_own_folder_that_cannot_be_looked_into_is_named() -> None:
    """Its name is too long; the refusal named the folder behind @, which is not there: ''."""
    with pytest.raises(Refusal, match=r"^no weights of a{300} in '?a+"):
        registry.check("yaniv", "./" + "a" * 300, "paper")


def test_a_path_with_a_zero_byte_stays_as_it_is_until_it_is_looked_for() -> None:
    assert registry.absolute("./mi\0ne") == "./mi\0ne" and registry.absolute("harel@./mi\0ne") == "harel@./mi\0ne"


def test_weights_that_are_no_weights(tmp_path: Path) -> None:
    bot = registry.bot_entry("yaniv", "harel")
    for content in (b"= no toml", b"\xff\xfe", b"[" * 10_000):
        (tmp_path / "card.toml").write_bytes(content)
        with pytest.raises(Refusal, match="is no card"):
            registry.card(bot, str(tmp_path))


def test_a_bot_of_the_wrong_rules_is_refused_and_named() -> None:
    with pytest.raises(Refusal, match="harel knows the rules paper and cannot play with jokers=2"):
        registry.agent(registry.game("yaniv", "club"), "harel")


def test_default_bots_can_play_the_rules() -> None:
    assert lineup.default_bots("yaniv", "paper") == registry.game_entry("yaniv").opponents
    for bot in lineup.default_bots("yaniv", "club"):
        registry.agent(registry.game("yaniv", "club"), bot)


def test_where_no_usual_bot_knows_the_rules_another_sits_down_and_coaches(monkeypatch: pytest.MonkeyPatch) -> None:
    """The table of such a game ended with an error as soon as the coach was asked."""
    entry = registry.game_entry("yaniv")._replace(opponents=("harel",), coach="harel", best={})
    monkeypatch.setattr(registry, "game_entry", lambda game: entry)
    game, (bot,) = registry.game("yaniv", "club"), lineup.default_bots("yaniv", "club")
    assert registry.agent(game, bot) and lineup.coach(game, "") == bot
    with pytest.raises(Refusal, match="no rule set 'clup'"):
        lineup.default_bots("yaniv", "clup")


@pytest.mark.parametrize("seats", [None, 2, 6])
def test_the_law_of_a_game(seats: int | None) -> None:
    game = registry.game("yaniv", "club:limit=200", seats)
    assert (game.name, game.spec, game.seats) == ("yaniv", "club:limit=200", seats or 2)


def test_listing_imports_no_game_and_no_bot() -> None:
    code = (
        "import sys; from cardtui import registry; registry.games(); registry.bots('yaniv');"
        "heavy = ('cardtui.agents', 'numpy', 'numba', 'textual', 'torch');"
        "light = ('games', 'yaniv', 'schafkopf', 'ninetyeight', 'tricks', 'zsy', 'entry', 'rulesets');"
        "laws = [n for n in sys.modules if n.startswith('cardtui.games') and n.split('.')[-1] not in light];"
        "print([name for name in sys.modules if name.startswith(heavy)] + laws)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


@pytest.mark.parametrize("name", registry.games())
def test_the_second_opinion_is_that_of_another_bot(name: str) -> None:
    second = registry.game_entry(name).second
    assert not second or second in registry.own_bots(name)
    assert second != lineup.coach(registry.game(name), "")


@pytest.mark.parametrize("wanted", ["{}", "./bots.py:Mine", "exploiter@{}", "greedy:p=1", "pool-rush"])
def test_the_coach_is_the_bot_that_was_asked_for(wanted: str, tmp_path: Path) -> None:
    (tmp_path / "card.toml").write_text('game = "yaniv"\n')
    wanted = wanted.format(tmp_path)
    assert lineup.coach(registry.game("yaniv"), wanted) == wanted


@pytest.mark.parametrize(
    ("name", "wanted"), [("yaniv", "dmc"), ("98", "exploiter"), ("zsy", "{}"), ("zsy", "exploiter@{}")]
)
def test_where_the_game_has_no_such_coach_it_has_its_own(name: str, wanted: str, tmp_path: Path) -> None:
    (tmp_path / "card.toml").write_text('game = "yaniv"\n')
    assert lineup.coach(registry.game(name), wanted.format(tmp_path)) == lineup.coach(registry.game(name), "")


def imported(path: Path) -> set[str]:
    """The modules that a file names in its import statements, `.`s of relative ones included."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            module = "." * node.level + (node.module or "")
            found |= {module} | {f"{module}.{alias.name}" for alias in node.names}
    return found


def test_nothing_imports_bots_by_name() -> None:
    """import-linter knows the bots as `agents`; installed they are `cardtui.agents`."""
    for path in [*(ROOT / "cardtui").rglob("*.py"), *(ROOT / "agents").rglob("*.py")]:
        names = {name for name in imported(path) if name.split(".")[0] == "agents" or name.startswith("cardtui.agents")}
        assert not names, path
        if "agents" not in path.relative_to(ROOT).parts:
            assert not {name for name in imported(path) if name.strip(".").split(".")[0] == "agents"}, path


@pytest.mark.parametrize(
    "path",
    [
        *("core", "options", "registry/__init__", "record/__init__", "match"),
        *("games/yaniv/rules", "games/yaniv/worlds", "games/yaniv/cards"),
        *("games/schafkopf/rules", "games/schafkopf/rulesets", "games/schafkopf/refusals", "games/schafkopf/bidding"),
        *("games/schafkopf/settlement", "games/schafkopf/worlds", "games/schafkopf/cards"),
    ],
)
def test_the_words_and_the_law_are_standard_library_only(path: str) -> None:
    names = {name.split(".")[0] for name in imported(ROOT / "cardtui" / f"{path}.py") if not name.startswith(".")}
    assert names <= sys.stdlib_module_names
