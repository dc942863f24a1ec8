"""What the screens heed of Textual: its private parts, which may change with any version, are used in two of their
modules alone; and each widget has a name of its own."""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
import textwrap
from collections.abc import Iterator
from functools import cache
from types import ModuleType

import pytest
from textual.app import App
from textual.screen import Screen
from textual.widget import Widget

from cardtui import ui
from cardtui.ui.terminal import textual_faults

ALLOWED = {"cardtui.ui.terminal.textual_faults", "cardtui.ui.terminal.driver"}
OF_TUPLES = {"_replace", "_asdict"}


def private(name: str) -> bool:
    return name.startswith("_") and not name.endswith("__") and name not in OF_TUPLES


@cache
def parsed(thing: type | ModuleType) -> ast.Module:
    return ast.parse(textwrap.dedent(inspect.getsource(thing)))


@cache
def parts(cls: type) -> frozenset[str]:
    """The private parts of a class of Textual: what it defines, and what it sets of itself."""
    found = {name for name in vars(cls) if private(name)}
    for node in ast.walk(parsed(cls)):
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "self" and private(node.attr):
            found.add(node.attr)
    return frozenset(found)


def inherited(cls: type) -> frozenset[str]:
    theirs = [base for base in cls.__mro__ if base.__module__.partition(".")[0] == "textual"]
    return frozenset().union(*map(parts, theirs))


def used(module: ModuleType) -> Iterator[str]:
    """Private parts of Textual that a module names: of its classes' own bases, or of any app, screen or widget."""
    everywhere = inherited(App) | inherited(Screen)
    for node in ast.walk(parsed(module)):
        if isinstance(node, ast.Attribute) and node.attr in everywhere and ast.unparse(node.value) != "self":
            yield ast.unparse(node)
    for cls in vars(module).values():
        if isinstance(cls, type) and cls.__module__ == module.__name__:
            theirs = inherited(cls)
            for node in ast.walk(parsed(cls)) if theirs else ():
                if isinstance(node, ast.Attribute) and node.attr in theirs:
                    yield f"{cls.__name__}: {ast.unparse(node)}"
                elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name in theirs:
                    yield f"{cls.__name__}: def {node.name}"


MODULES = sorted(
    {found.name for found in pkgutil.walk_packages(ui.__path__, "cardtui.ui.") if not found.ispkg} - ALLOWED
)


@pytest.mark.parametrize("name", MODULES)
def test_a_screen_leaves_the_private_parts_of_textual_alone(name: str) -> None:
    assert list(used(importlib.import_module(name))) == []


def test_no_two_widgets_have_the_same_name() -> None:
    """Textual finds widgets and their styles by the name of the class: one would be taken for the other."""
    found: dict[str, set[str]] = {}
    for module in map(importlib.import_module, [*MODULES, *ALLOWED]):
        for cls in vars(module).values():
            if inspect.isclass(cls) and issubclass(cls, Widget) and cls.__module__.startswith("cardtui."):
                found.setdefault(cls.__name__, set()).add(cls.__module__)
    assert len(found) > 40 and not {name: places for name, places in found.items() if len(places) > 1}


def test_private_parts_are_found() -> None:
    found = set(used(textual_faults))
    assert {"widget._layout_required", "self.screen._mounted_event", "TopScreen: def _on_message"} <= found
    assert {"PatchedApp: self._exit", "PatchedApp: super()._handle_exception", "OptionList._on_click"} <= found
