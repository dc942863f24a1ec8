"""Defects in what lets other games and bots in, in the laws as a command, and in the table without a screen."""
# ruff: noqa: E501 - a row a line

from __future__ import annotations

from .planting import defects

# fmt: off
DOOR = (
    *defects(
        "cardtui/registry/catalogue.py",
        "tests/test_door.py",
        ("catalogue: the file of a game is told to no other process", "    os.environ[FILES] = os.pathsep.join(dict.fromkeys([*_files(), path]))\n", "    os.environ[FILES] = os.environ.get(FILES, path)[:0] or path[:0]\n"),
        ("catalogue: the file of a game is not in the command", '["--game", file] if file else []', "[]"),
        ("catalogue: workers do not import the file of a game", "    if _files():\n        found()\n", "    return\n"),
        ("catalogue: the file of a game is forgotten", "                given[entry.name] = plugin.target", "                given[entry.title] = plugin.target"),
        ("catalogue: a game takes another's name", "        elif entry.name in games:\n", "        elif entry.name == \"\":\n"),
    ),
    *defects(
        "cardtui/registry/__init__.py",
        "tests/test_door.py",
        ("registry: a constructor gets what it did not ask for", "for key in names if key in values}", "for key in names if key in values} | values"),
        ("registry: an option that the constructor does not take is ignored", "for key in bot.options if key not in names]", "for key in bot.options if key in ()]"),
    ),
    *defects(
        "cardtui/testing/forms.py",
        "tests/contract/test_laws.py",
        ("forms: an observation may be anything", "isinstance(seen, Observation)", "seen is not legal"),
        ("forms: a face may be a number", "isinstance(face := game.face(card), str)", "(face := game.face(card)) is not None"),
    ),
    *defects(
        "cardtui/registry/plugins.py",
        "tests/test_door.py",
        ("plugins: the fields of a game are not looked at", 'fault = next(_game_faults(entry), "")', 'fault = ""'),
        ("plugins: what a plug-in started lives on", "            system.kill(child.pid)  # even if", "            child.kill()  # even if", "tests/test_plugins.py::test_what_a_plugin_started_ends_with_it"),
        ("plugins: rules may lack a member", "    if missing:\n", "    if len(missing) > 99:\n"),
        ("plugins: rules may have another name", "    if made.name != entry.name:\n", "    if not made.name:\n"),
        ("plugins: errors of own games are games' of others", 'if _shipped(game) or', 'if'),
        ("plugins: anything is a game", "    if not isinstance(entry, GameEntry):\n", "    if entry is None:\n"),
    ),
    *defects(
        "cardtui/arena/__init__.py",
        "tests/test_arena.py -k failing",
        ("arena: the game's error is a bot's", "            acts = job.game\n            if job.control:", "            if job.control:"),
        ("arena: what fails beside the moves has no sentence", "        except (Exception, SystemExit) as error:  # the rules", "        except KeyError as error:  # the rules"),
    ),
    *defects(
        "cardtui/record/__init__.py",
        "tests/test_record.py -k header",
        ("record: a header that no game fits has no line", 'raise Refusal(f"{path}, line 1: {refusal}{hint}")', 'raise Refusal(f"{refusal}{hint}")'),
    ),
    *defects(
        "cardtui/registry/plugin_child.py",
        "tests/test_door.py::test_a_class_that_is_no_bot_is_refused_in_a_sentence",
        ("plugin child: a class need not think", '    if not callable(getattr(thing, "think", None)):\n', "    if thing is None:\n"),
        ("plugin child: a constructor may want anything", "wanted = parameter.default is parameter.empty and parameter.name not in given", "wanted = False"),
    ),
    *defects(
        "cardtui/entries/setups.py",
        "tests/test_setups.py tests/test_door.py",
        ("swap: what was played stays as it was", "        return action._replace(cards=cards(action.cards))\n", "        return action\n"),
        ("swap: the hand stays as it was", "    draft = seen._replace(zones=tuple(map(lie, seen.zones)), ", "    draft = seen._replace(zones=seen.zones, "),
    ),
    *defects(
        "cardtui/testing/examine.py",
        "tests/test_door.py::test_check_shows_the_smallest_position_of_a_fault",
        ("examine: the smallest position is not looked for", "                failure, actions = earlier, played.actions[:done]\n", "                failure = earlier\n"),
        ("examine: a failure is counted and not told", "    return Finding(found.law, count, laws.said(error), ", "    return Finding(found.law, count, \"\", "),
    ),
    *defects(
        "cardtui/tableside/tableside.py",
        "tests/test_tableside.py",
        ("tableside: a covered hand is shown", "zone._replace(cards=()) if zone.name == \"hand\" else zone for zone in seen.zones", "zone for zone in seen.zones"),
        ("tableside: all hear what one has drawn", "            event if all(other == event for other in others) else event._replace(gain=())\n", "            event\n"),
        ("tableside: the next person's hand is open", "            self.viewer, self.covered = turn, self.match.secret\n", "            self.viewer, self.covered = turn, False\n"),
        ("tableside: a ranked match helps", "        barred = set(TELLING) if self.match.header.ranked else set()\n", "        barred = set()\n"),
        ("tableside: thoughts are told before the deal is over", '        if self.panel == "deal":\n            return', '        if self.panel == "":\n            return'),
    ),
    *defects(
        "cardtui/tableside/coach.py",
        "tests/test_tableside.py",
        ("coach: what it said of a move that was taken back is told", "if decision and state is old.state and frame.move", "if decision and frame.move"),
        ("coach: an old opinion is shown", "        return self.advice[1] if self.advice and self.advice[0] == self.match.ticket else None\n", "        return self.advice[1] if self.advice else None\n"),
        ("coach: an opinion on an earlier position is told", "            if self.opinion and self.match.ticket == ticket:\n", "            if self.advice:\n                self.advice = (self.match.ticket, self.advice[1])\n            if self.opinion:\n"),
        ("coach: who was broken off is still thinking", "            if asked == self._asked:  # otherwise it has been asked again\n                self.thinking = False\n", "            if asked == self._asked:  # otherwise it has been asked again\n                self.thinking = self.broken_off\n"),
    ),
)
