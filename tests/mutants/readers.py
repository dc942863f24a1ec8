"""Defects in what reads: an exception that is not thought of, at inputs that the fuzzer must come upon."""
# ruff: noqa: E501 - a row a line

from __future__ import annotations

from .planting import Defect, defects

FUZZ = "tests/test_fuzz.py::test_a_value_or_a_refusal -k "
ODD = "tests/test_fuzz.py::test_an_odd_value_anywhere -k "
START = "except (KeyError, TypeError, AttributeError, ValueError, OverflowError) as error:"


def reader(file: str, name: str, old: str, new: str, target: str) -> tuple[Defect, ...]:
    """One defect that this target of the fuzzer must find, or these tests."""
    return defects(file, target if "/" in target else FUZZ + target, (name, old, new))


# fmt: off
READERS = (
    *reader("cardtui/games/zsy/rules.py", "zsy: a score too large for a float", START, START.replace(", OverflowError", ""), ODD + "zsy"),
    *reader("cardtui/games/tricks/rules.py", "tricks: a card that is no text", START, START.replace(", AttributeError", ""), "deal-tricks"),
    *reader("cardtui/games/schafkopf/rules.py", "schafkopf: a deal that is no object", START, START.replace(", TypeError", ""), "deal-schafkopf"),
    *reader("cardtui/games/ninetyeight/rules.py", "98: a deal without a part", START, START.replace("KeyError, ", ""), "deal-98"),
    *reader("cardtui/games/yaniv/rules.py", "yaniv: any number is a key", "type(key) is not int or not 0 <= key < KEYS", "type(key) is not int", "tests/yaniv/test_rules_refused.py -k malformed"),
    *reader("cardtui/games/yaniv/cards.py", "yaniv: a card beyond the deck", "if found is None or found >= deck:", "if found is None:", "tests/yaniv/test_rules.py -k no_card"),
    *reader("cardtui/games/schafkopf/cards.py", "schafkopf: a card of the long deck in the short one", "if found is None or found not in deck:", "if found is None:", "tests/schafkopf/test_rules.py -k short_deck"),
    *reader("cardtui/record/__init__.py", "record: lines nested too deep", "        except (ValueError, RecursionError) as error:\n            raise Refusal(f\"{path}, line {number}: no JSON", "        except ValueError as error:\n            raise Refusal(f\"{path}, line {number}: no JSON", "tests/test_record.py -k broken_line"),
    *reader("cardtui/record/__init__.py", "record: a line that is no object", "        if not isinstance(line, dict):\n            raise Refusal(f\"{path}, line {number}: not an object\")\n", "", "lines-98 or torn-98"),
    *reader("cardtui/record/archive.py", "record: a first line that is no object", "return isinstance(first, dict) and \"cardtui\" in first", "return \"cardtui\" in first", "lines-98 or torn-98"),
    *reader("cardtui/system/files.py", "files: a card.toml nested too deep", "    except (ValueError, RecursionError) as error:  # of the text", "    except tomllib.TOMLDecodeError as error:  # of the text", "weights-yaniv"),
    *reader("cardtui/json_forms.py", "json: a list of facts", "    if not isinstance(value, dict):\n", "    if value is None:\n", "tests/test_json_forms.py"),
    *reader("cardtui/json_forms.py", "json: a number that is too large", "AttributeError, OverflowError, RecursionError)", "AttributeError, RecursionError)", ODD + "yaniv"),
    *reader("cardtui/json_forms.py", "json: JSON that is nested too deeply", "AttributeError, OverflowError, RecursionError)", "AttributeError, OverflowError)", "tests/test_json_forms.py"),
    *reader("cardtui/games/yaniv/rules.py", "yaniv: a score too large for a float", START, START.replace(", OverflowError", ""), ODD + "yaniv"),
    *reader("cardtui/settings.py", "settings: a date out of range", "(tomllib.TOMLDecodeError, RecursionError, ValueError)", "tomllib.TOMLDecodeError", "config-98"),
)
