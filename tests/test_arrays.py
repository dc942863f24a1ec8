"""Weights are what their bots were written for, or a sentence that names file and field: kernels check nothing."""

from __future__ import annotations

import hashlib
import io
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cardtui import models, registry
from cardtui.core import Refusal
from cardtui.entries import Bot
from cardtui.models import arrays
from cardtui.models.arrays import Array, checked
from cardtui.system import files

from . import samples

LEARNED = [
    pytest.param(bot, id=bot.name) for game in registry.games() for bot in registry.bots(game).values() if bot.learned
]


def written(folder: Path, card: dict[str, Any], named: dict[str, Any]) -> None:
    """Arrays, unpacked, and a card that is true of them."""
    if card["file"].endswith(".npz"):
        packed = io.BytesIO()
        np.savez(packed, **named)
        data = packed.getvalue()
    else:
        from safetensors.numpy import save

        data = save(named)
    (folder / card["file"]).write_bytes(data)
    models.write_card(folder, card | {"sha256": hashlib.sha256(data).hexdigest()})


def agent(bot: Bot, folder: Path) -> object:
    """The bot with the weights of a folder, under the rules that it knows."""
    game = registry.game(bot.game, next(iter(registry.rule_sets(bot.game)[1])))
    return registry.agent(game, f"{bot.name}@{folder}")


def wrongs(name: str, array: Any) -> Iterator[tuple[str, Any]]:
    """(what is said, the array as it should not be)"""
    yield f"the array {name} is missing", None
    few = array.reshape(-1)[:1].reshape((1,) * max(1, array.ndim))
    for wrong in (few, array[None], array[..., :-1] if array.ndim else np.zeros(2, array.dtype)):
        if wrong.shape != array.shape:
            yield "but must be", wrong  # perhaps of another, where sizes depend on each other
    yield f"the numbers of {name} are", array.astype("float16" if array.dtype.kind == "f" else "int32")
    if array.dtype.kind == "f":
        for number in (np.nan, np.inf):
            spoilt = array.copy()
            spoilt.reshape(-1)[-1] = number
            yield f"{name} holds .* its numbers must be", spoilt


@pytest.mark.parametrize("bot", LEARNED)
def test_each_array_of_each_bot_is_checked(bot: Bot, tmp_path: Path) -> None:
    home = registry.weights(bot)
    card = models.load_card(home)
    named = arrays.read(home / card["file"], (home / card["file"]).read_bytes())
    for name, array in named.items():
        if name.startswith(samples.learned(bot).arrays):  # those for other rules are not read
            for said, wrong in wrongs(name, array):
                others = {key: value for key, value in named.items() if key != name}
                written(tmp_path, card, others | ({} if wrong is None else {name: np.asarray(wrong, order="C")}))
                with pytest.raises(Refusal, match=said) as refused:
                    agent(bot, tmp_path)
                assert str(tmp_path / card["file"]) in str(refused.value)


def test_a_table_of_moves_names_moves_alone(tmp_path: Path) -> None:
    """yaniv-td's models of others are slots: 11 would be read beyond the end."""
    bot = registry.bot_entry("yaniv", "yaniv-td")
    home = registry.weights(bot)
    card = models.load_card(home)
    named = arrays.read(home / card["file"], (home / card["file"]).read_bytes())
    for slot in (-1, 11, 127):
        policies = named["policies"].copy()
        policies[1, 5] = slot
        written(tmp_path, card, named | {"policies": policies})
        with pytest.raises(Refusal, match=r"table\.npz: policies holds .* must be from 0 to 10"):
            agent(bot, tmp_path)


@pytest.mark.parametrize("bot", LEARNED)
def test_each_field_of_a_card_is_checked(bot: Bot, tmp_path: Path) -> None:
    home = registry.weights(bot)
    shutil.copytree(home, tmp_path, dirs_exist_ok=True)
    card = models.load_card(home)
    for key in (*models.NEEDED, *samples.learned(bot).card):
        for wrong in (None, [1], {"a": 1}, True if type(card[key]) is not bool else "yes", 7 if key == "unit" else []):
            changed = {name: value for name, value in card.items() if name != key}
            models.write_card(tmp_path, changed if wrong is None else changed | {key: wrong})
            with pytest.raises(Refusal, match=rf"card\.toml.* {key}") as refused:
                agent(bot, tmp_path)
            assert str(tmp_path) in str(refused.value)


def test_a_file_of_arrays_lies_in_its_folder(tmp_path: Path) -> None:
    """No path, no link that leads out, and nothing that has no end."""
    folder, outside = tmp_path / "weights", tmp_path / "outside.npz"
    shutil.copytree(registry.weights(registry.bot_entry("zsy", "td-linear")), folder)
    bot, card = registry.bot_entry("zsy", "td-linear"), models.load_card(folder)
    shutil.copy(folder / card["file"], outside)
    (folder / "link.npz").symlink_to(outside)
    (folder / "zero.npz").symlink_to("/dev/zero")
    os.mkfifo(folder / "pipe.npz")
    (folder / "folder.npz").mkdir()
    (folder / "round.npz").symlink_to("round.npz")
    said = "is not the name of a file that lies there"
    for name in ("../outside.npz", str(outside), "link.npz", "zero.npz", "", ".", "..", "a/../table.npz"):
        models.write_card(folder, card | {"file": name})
        with pytest.raises(Refusal, match=said):
            agent(bot, folder)
    models.write_card(folder, card | {"file": "round.npz"})
    with pytest.raises(Refusal, match=f"{said}|symbolic links"):  # from 3.13 on a path goes through a cycle of links
        agent(bot, folder)
    for name, why in (("pipe.npz", "no regular file"), ("folder.npz", "Is a directory"), ("none.npz", "No such file")):
        models.write_card(folder, card | {"file": name})
        with pytest.raises(Refusal, match=rf"{name} cannot be read: .*{why}"):
            agent(bot, folder)
    for make in (lambda path: path.symlink_to("/dev/zero"), os.mkfifo, lambda path: path.symlink_to(outside)):
        (folder / "card.toml").unlink()
        make(folder / "card.toml")
        for read in (models.load_card, lambda folder: registry.card(bot, str(folder))):
            with pytest.raises(Refusal):
                read(folder)


def test_a_large_card_is_not_read(tmp_path: Path) -> None:
    with (tmp_path / "card.toml").open("wb") as file:
        file.truncate(files.TEXT + 1)
    with pytest.raises(Refusal, match=r"card\.toml cannot be read: it is larger than 1 MiB"):
        models.load_card(tmp_path)


def damaged() -> Iterator[tuple[str, bytes]]:
    """Names and bytes of files that are no arrays."""
    packed = io.BytesIO()
    np.savez_compressed(packed, weights=np.arange(400.0))
    whole = packed.getvalue()
    yield from ((f"table-{cut}.npz", whole[:cut]) for cut in (0, 1, 30, len(whole) // 2, len(whole) - 1))
    for place in range(0, len(whole), 7):
        yield f"flipped-{place}.npz", whole[:place] + bytes([whole[place] ^ 0xFF]) + whole[place + 1 :]
    pickled, plain = io.BytesIO(), io.BytesIO()
    np.savez(pickled, weights=np.array([{}], object), allow_pickle=True)
    np.save(plain, np.zeros(3))
    yield from (("pickled.npz", pickled.getvalue()), ("plain.npz", plain.getvalue()), ("no.npz", b"no zip at all"))
    for text in (b"", b"\0" * 8, b"\xff" * 64, b"\x10" + b"\0" * 7 + b'{"weights":null}', b"{}" * 40):
        yield f"{len(text)}.safetensors", text


@pytest.mark.parametrize(("name", "data"), list(damaged()), ids=lambda value: value if isinstance(value, str) else "")
def test_a_damaged_file_is_a_sentence(name: str, data: bytes, tmp_path: Path) -> None:
    needs = {"weights": Array((400,), "float64")}
    try:
        found = checked(arrays.read(tmp_path / name, data), needs, tmp_path / name)
    except Refusal as refusal:
        assert str(tmp_path / name) in str(refusal) and "\n" not in str(refusal) and len(str(refusal)) < 600
    else:
        assert (found["weights"] == np.arange(400.0)).all()  # what was flipped tells nothing of the numbers


def test_what_unpacks_without_end_is_not_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arrays, "MOST", 1 << 20)
    packed = io.BytesIO()
    np.savez_compressed(packed, weights=np.zeros(1 << 18))
    assert len(packed.getvalue()) < 1 << 14
    with pytest.raises(Refusal, match="unpacks to more than 1 MiB"):
        arrays.read(tmp_path / "bomb.npz", packed.getvalue())


def form(**shapes: tuple[int, ...]) -> Callable[[], dict[str, Any]]:
    """Checks arrays of these forms as an LSTM's."""
    needs = {"a": Array(("4h", "h")), "b": Array(("h+1",)), "c": Array((3, "n")), "d": Array(())}
    found = {"a": (8, 2), "b": (3,), "c": (3, 5), "d": ()} | shapes
    return lambda: checked({name: np.zeros(shape, np.float32) for name, shape in found.items()}, needs, Path("f"))


def test_sizes_of_the_file_s_own_agree() -> None:
    assert {name: array.shape for name, array in form(c=(3, 9))().items()} == {
        "a": (8, 2), "b": (3,), "c": (3, 9), "d": ()
    }  # fmt: skip
    for wrong, said in (
        ({"a": (8, 3)}, "a is 8 x 3, but must be 8 x 2"),
        ({"a": (7, 2)}, "a is 7 x 2, but must be 4h x h"),
        ({"b": (4,)}, "b is 4, but must be 3"),
        ({"b": (0,)}, "b is 0, but must be 3"),
        ({"c": (2, 5)}, "c is 2 x 5, but must be 3 x n"),
        ({"d": (1,)}, "d is 1, but must be one number"),
    ):
        with pytest.raises(Refusal, match=f"f: {said}"):
            form(**wrong)()
