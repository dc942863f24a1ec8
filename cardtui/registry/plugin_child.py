"""The process that inspects plug-ins: `python -m cardtui.registry.plugin_child`, started by `cardtui.registry.plugins`.

Input, on standard input: a JSON list of [name, target]. Output, one line of JSON for each in order: the fields of its
`Bot`, or an error, as the rest of a sentence. Anything that a plug-in prints is redirected to standard error.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterator, Mapping
from inspect import getdoc, signature
from typing import Any

from .. import registry
from ..core import quoted, with_article
from ..entries import KINDS, Bot
from ..loading import load
from ..options import is_plain, option_fault
from ..system import children, memory

OBJECT = re.compile(r"[\w.]+:[\w.]+")
FILE = re.compile(r".+\.py:\w+")


def of_class(thing: type, game: str, name: str, target: str) -> Bot | str:
    """Return the `Bot` for a class with `think`, or the rest of a sentence about what is wrong with it.

    Its options are the class attribute `OPTIONS`, if any; its summary is the first line of the docstring.
    """
    if not callable(getattr(thing, "think", None)):
        return f"refers to the class {thing.__name__}, which has no think(observation, rng)"
    known = getattr(thing, "OPTIONS", {})
    given = {"game", *known} if isinstance(known, Mapping) else {"game"}
    for parameter in signature(thing).parameters.values():
        wanted = parameter.default is parameter.empty and parameter.name not in given
        if wanted and parameter.kind not in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            return f"has a constructor that requires {parameter.name}, which is neither game nor one of its OPTIONS"
    summary = " ".join((getdoc(thing) or "a bot of another package").partition("\n")[0].split())
    return Bot(name, game, target, "heuristic", summary, known)


def fault(thing: Any, game: str, name: str) -> str:
    """Return the rest of a sentence about what is wrong with the `Bot`; "" if it is valid."""
    if not isinstance(thing, Bot):
        return f"refers to {with_article(type(thing).__name__)}, neither to a bot's class nor to an entries.Bot"
    return next(_faults(thing, game, name), "")


def _faults(bot: Any, game: str, name: str) -> Iterator[str]:
    if not isinstance(bot.target, str):
        yield f"has the target {quoted(bot.target)}; a package's Bot names its class, such as 'mypackage:MyBot'"
    for field in ("name", "game", "target", "kind", "summary", "trainer", "preset", "policies", "borrows", "folder"):
        if not is_plain(getattr(bot, field)):
            yield f"has a {field} that is not plain text: {quoted(getattr(bot, field))}"
    if (bot.game, bot.name) != (game, name):
        yield f"refers to the bot {bot.game}.{bot.name}, not to the one it is named after"
    if bot.kind not in KINDS:
        yield f"has the kind {quoted(bot.kind)}; there are {', '.join(KINDS)}"
    for field in ("target", "trainer", "policies"):
        value = getattr(bot, field)
        whole = OBJECT.fullmatch(value) or (field == "target" and FILE.fullmatch(value))
        if (value or field == "target") and not whole:
            yield f"has the {field} {quoted(value)}, which should read module:name"
    for field in ("learned", "steps", "records", "device", "jobs"):
        if type(getattr(bot, field)) is not bool:
            yield f"has {field} = {quoted(getattr(bot, field))}, which should be True or False"
    if not isinstance(bot.options, Mapping):
        yield f"has options that are {with_article(type(bot.options).__name__)}, not a mapping"
    for key, setting in bot.options.items():
        if wrong := option_fault(key, setting):
            yield f"has an option {quoted(key)} {wrong}"
    if not isinstance(bot.replies, tuple) or not all(map(is_plain, bot.replies)):
        yield f"has replies = {quoted(bot.replies)}, which should be a tuple of texts"
    known = registry.rule_sets(game)[0]
    if not isinstance(bot.fixed, tuple) or not set(bot.fixed) <= set(known):
        yield f"has fixed = {quoted(bot.fixed)}, which should be some of the rules' options: {', '.join(known)}"


def told(name: str, target: str) -> dict[str, Any] | str:
    """Return the answer about one plug-in."""
    try:
        thing = load(target)
    except BaseException as error:  # also SystemExit: a plug-in must not end this process
        return f"cannot be imported: {type(error).__name__}: {error}"[:300]
    game, _, bot = name.partition(".")
    if isinstance(thing, type):
        thing = of_class(thing, game, bot, target)
    if isinstance(thing, str):
        return thing[:300]
    if wrong := fault(thing, game, bot):
        return wrong[:300]
    fields: dict[str, Any] = thing._asdict()
    return fields | {"options": {key: setting._asdict() for key, setting in thing.options.items()}}


def main() -> None:
    """Answer for all plug-ins, then exit at once, even if they have started threads."""
    memory.limit()
    out = os.fdopen(children.take_output(), "w")
    for name, target in json.load(sys.stdin):
        try:
            line = json.dumps(told(name, target))
        except BaseException as error:  # for example a text that raises, or a number that JSON cannot represent
            line = json.dumps(f"cannot be read: {type(error).__name__}")
        print(line, file=out, flush=True)
    os._exit(0)


if __name__ == "__main__":
    main()
