"""Completion scripts for shells, made out of the parser: what a game itself validates is offered by game."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Mapping, Sequence

import shtab

from .. import registry

_LOOK = """{name}() {{
  local word
{files}  for word in {typed}; do
    case $word in
{cases}    esac
  done
}}"""
_FISH = """function {name}
{files}  for word in (commandline -opc)
    switch $word
{cases}    end
  end
end"""
_BY_GAME = {
    "bash": (
        _LOOK.replace("{typed}", '"${{COMP_WORDS[@]}}"'),
        '      {game}) compgen -W "{words}" -- "$1"; return ;;\n',
        "",  # bash itself offers files where nothing else fits
    ),
    "zsh": (_LOOK.replace("{typed}", "$words"), "      {game}) compadd -- {words}; return ;;\n", "  _files\n"),
    "fish": (
        _FISH,
        "      case {game}\n        string split ' ' '{words}'\n        return\n",
        "  __fish_complete_path (commandline -ct)\n",
    ),
}
"""For each shell a function that offers words by the game on the command line, what it has for each game, and files."""
_FISH_LIST = """
function _cardtui_last
  set -l options (string match -- '--*' (commandline -opc))
  test "$argv[1]" = "$options[-1]"
end
{lists}"""
"""What fish needs to complete each word of a list of bots, since it takes one word alone after an option."""
_BOTS = ("bots", "bot", "agents", "against", "what")
"""The names of arguments that are bots, which may also be named by files."""
_LISTS = ("bots", "bot", "agents", "against")
"""The options among them, which take several bots."""
_MORE = 5
"""The most bots after the first that zsh completes for such an option."""


def completion(args: argparse.Namespace) -> int:
    """Run `cardtui completion SHELL`: print a completion script for bash, zsh or fish."""
    from .parser import parser

    top = parser()
    _offer(top)
    script = shtab.complete(top, args.shell, preamble=_functions(args.shell))
    if args.shell == "zsh":
        script = script.replace('"(*):', '"*:')  # all words of a list are completed
        script = re.sub(rf"(?<=\])(:BOT:_cardtui_(?:{'|'.join(_LISTS)}))", r"\1" + r":\1" * _MORE, script)
    elif args.shell == "bash":  # bots may be named by files
        script = script.replace("complete -o bashdefault", "complete -o bashdefault -o default")
    elif args.shell == "fish":
        lists = [f"complete -c cardtui -n '_cardtui_last --{name}' -xka '(_cardtui_{name})'\n" for name in _LISTS]
        script += _FISH_LIST.format(lists="".join(lists))
    print(script)
    return 0


def _trained(game: str) -> list[str]:
    reply = registry.exploiter(game)
    return [bot.name for bot in (*registry.game_entry(game).bots, *([reply] if reply else [])) if bot.trainer]


def _seated(game: str) -> list[str]:
    return [*registry.game_entry(game).levels, *registry.bot_names(game)]


_WORDS: Mapping[str, Callable[[str], Sequence[str]]] = {
    "bots": _seated,
    "bot": registry.bot_names,
    "trained": _trained,
    "agents": registry.bot_names,
    "against": registry.bot_names,
    "what": registry.bot_names,
    "rules": lambda game: list(registry.rule_sets(game)[1]),
    "judge": lambda game: [judge.name for judge in registry.judging(game).judges],
}
"""The words of a game for the arguments of these names."""


def _functions(shell: str) -> str:
    """Return the functions that offer the words of the game on the command line, for one shell."""
    whole, case, files = _BY_GAME[shell]
    found = []
    for name, words in _WORDS.items():
        cases = "".join(case.format(game=game, words=" ".join(words(game))) for game in registry.games())
        found.append(whole.format(name=f"_cardtui_{name}", cases=cases, files=files if name in _BOTS else ""))
    return "\n".join(found)


def _offer(one: argparse.ArgumentParser, game: str = "") -> None:
    """Set the completions of arguments that the game itself validates later; `game` is the one that a command plays."""
    command = one.prog.rpartition(" ")[2]
    for action in one._actions:
        name = "trained" if (command, action.dest) == ("train", "bot") else action.dest
        if isinstance(action, argparse._SubParsersAction):
            for child, parser in action.choices.items():
                _offer(parser, child if child in registry.games() else "")
        elif action.metavar in ("FILE", "FILE.py", "DIR"):
            _complete(action, shtab.DIRECTORY if action.metavar == "DIR" else shtab.FILE)
        elif action.dest == "game" and not action.choices:
            action.choices = [*registry.games(), *(["review"] if command == "reproduce" else [])]
        elif action.dest == "coach":
            games = [game] if game else registry.games()
            action.choices = list(dict.fromkeys(bot for each in games for bot in registry.bot_names(each)))
        elif name in _WORDS and not action.choices:
            _complete(action, {"bash": f"_cardtui_{name}", "zsh": f"_cardtui_{name}", "fish": f"(_cardtui_{name})"})


def _complete(action: argparse.Action, by: object) -> None:
    action.complete = by  # type: ignore[attr-defined]  # shtab reads it
