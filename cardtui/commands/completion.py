"""Completion scripts for shells, made out of the parser: what a game itself validates is offered by game."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence

import shtab

from .. import registry

_LOOK = """{name}() {{
  local word
  for word in {typed}; do
    case $word in
{cases}    esac
  done
}}"""
_FISH = """function {name}
  for word in (commandline -opc)
    switch $word
{cases}    end
  end
end"""
_BY_GAME = {
    "bash": (
        _LOOK.replace("{typed}", '"${{COMP_WORDS[@]}}"'),
        '      {game}) compgen -W "{words}" -- "$1"; return ;;\n',
    ),
    "zsh": (_LOOK.replace("{typed}", "$words"), "      {game}) compadd -- {words}; return ;;\n"),
    "fish": (_FISH, "      case {game}\n        string split ' ' '{words}'\n        return\n"),
}
"""For each shell a function that offers words by the game on the command line, and what it has for each game."""


def completion(args: argparse.Namespace) -> int:
    """Run `cardtui completion SHELL`: print a completion script for bash, zsh or fish."""
    from .parser import parser

    top = parser()
    _offer(top)
    script = shtab.complete(top, args.shell, preamble=_functions(args.shell))
    if args.shell == "zsh":
        script = script.replace('"(*):', '"*:')  # all words of a list are completed
    elif args.shell == "bash":  # bots may be named by files
        script = script.replace("complete -o bashdefault", "complete -o bashdefault -o default")
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
    "rules": lambda game: list(registry.rule_sets(game)[1]),
    "judge": lambda game: [judge.name for judge in registry.judging(game).judges],
}
"""The words of a game for the arguments of these names."""


def _functions(shell: str) -> str:
    """Return the functions that offer the words of the game on the command line, for one shell."""
    whole, case = _BY_GAME[shell]
    found = []
    for name, words in _WORDS.items():
        cases = "".join(case.format(game=game, words=" ".join(words(game))) for game in registry.games())
        found.append(whole.format(name=f"_cardtui_{name}", cases=cases))
    return "\n".join(found)


def _offer(one: argparse.ArgumentParser, game: str = "") -> None:
    """Set the completions of arguments that the game itself validates later; `game` is the one that a command plays."""
    command = one.prog.rpartition(" ")[2]
    for action in one._actions:
        name = "trained" if (command, action.dest) == ("train", "bot") else action.dest
        if isinstance(action, argparse._SubParsersAction):
            for child, parser in action.choices.items():
                _offer(parser, child if child in registry.games() else "")
        elif action.dest == "game" and not action.choices:
            action.choices = [*registry.games(), *(["review"] if command == "reproduce" else [])]
        elif action.dest == "coach":
            games = [game] if game else registry.games()
            action.choices = list(dict.fromkeys(bot for each in games for bot in registry.bot_names(each)))
        elif name in _WORDS and not action.choices:
            if game:
                action.choices = list(_WORDS[name](game))
            else:
                _complete(action, {"bash": f"_cardtui_{name}", "zsh": f"_cardtui_{name}", "fish": f"(_cardtui_{name})"})
        elif action.metavar in ("FILE", "FILE.py", "DIR"):
            _complete(action, shtab.DIRECTORY if action.metavar == "DIR" else shtab.FILE)


def _complete(action: argparse.Action, by: object) -> None:
    action.complete = by  # type: ignore[attr-defined]  # shtab reads it
