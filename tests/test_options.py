"""Specs: `name:key=value,key=value`."""

from __future__ import annotations

import pytest

from cardtui import options
from cardtui.core import Refusal
from cardtui.options import Setting

SETTINGS = {
    "limit": Setting(100, "a number", low=0, high=1000),
    "p": Setting(0.5, "a chance", low=0, high=1),
    "take": Setting("last", "a choice", ("last", "ends")),
    "name": Setting("x", "any text"),
    "deals": Setting(10, "any whole number"),
}


@pytest.mark.parametrize(
    ("spec", "name", "pairs"),
    [
        ("club", "club", {}),
        ("club:limit=200", "club", {"limit": "200"}),
        (" club : limit = 200 , take=ends ", "club", {"limit": "200", "take": "ends"}),
        ("club:name=", "club", {"name": ""}),
        ("club:name=a=b", "club", {"name": "a=b"}),
        ("", "", {}),
    ],
)
def test_split(spec: str, name: str, pairs: dict[str, str]) -> None:
    assert options.split(spec) == (name, pairs)


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("club:", "must follow the colon"),
        ("club:,", "should read key=value"),
        ("club:limit", "'limit' should read key=value"),
        ("club:=3", "should read key=value"),
        ("club:limit=1,limit=2", "'limit' is set twice"),
        ("club:limit=1,", "should read key=value"),
    ],
)
def test_split_refuses(spec: str, says: str) -> None:
    with pytest.raises(Refusal, match=says):
        options.split(spec)


def test_read_keeps_types_and_defaults() -> None:
    values = options.read(SETTINGS, {"limit": "200", "p": "1", "take": "ends"}, "rules club")
    assert values == {"limit": 200, "p": 1.0, "take": "ends", "name": "x", "deals": 10}
    assert [type(value) for value in values.values()] == [int, float, str, str, int]


@pytest.mark.parametrize(
    ("key", "text", "says"),
    [
        ("limit", "1001", "rules club: limit takes 0 … 1000, not '1001'"),
        ("limit", "-1", "takes 0 … 1000"),
        ("limit", "1.5", "takes 0 … 1000"),
        ("limit", "", "takes 0 … 1000"),
        ("limit", "9" * 5000, "takes 0 … 1000"),
        ("p", "nan", "takes 0 … 1"),
        ("p", "inf", "takes 0 … 1"),
        ("take", "both", "takes last, ends, not 'both'"),
        ("take", "", "takes last, ends"),
        ("deals", "x", "takes a whole number"),
        ("limt", "3", r"no option 'limt' \(nearest: limit\); its options: limit, p, take, name, deals"),
    ],
)
def test_read_refuses_with_what_is_valid(key: str, text: str, says: str) -> None:
    with pytest.raises(Refusal, match=says):
        options.read(SETTINGS, {key: text}, "rules club")


def test_read_refuses_any_option_where_there_are_none() -> None:
    with pytest.raises(Refusal, match=r"; it has no options$"):
        options.read({}, {"p": "1"}, "bot random")


def test_write_is_read_back() -> None:
    pairs: dict[str, options.Value] = {"limit": 200, "p": 0.25, "take": "ends"}
    name, texts = options.split(options.write("club", pairs))
    assert name == "club"
    assert options.read(SETTINGS, texts, "rules club") | pairs == options.read(SETTINGS, texts, "rules club")
    assert options.write("club", {}) == "club"


def test_nearest() -> None:
    assert options.nearest("gredy", {"greedy": 1}) == " (nearest: greedy)"
    assert options.nearest("zzz", {"greedy": 1}) == ""
