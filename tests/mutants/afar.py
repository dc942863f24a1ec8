"""Defects of work that is done elsewhere: on the nodes of a cluster, on a GPU, by shares of a training's games."""

from __future__ import annotations

from .planting import defects

BOTS = "tests/test_executors.py -k another"

AFAR = (
    *defects(
        "cardtui/executors/cluster.py",
        BOTS,
        ("cluster: another bot lies at the path", "if found[path] != files:", "if not found[path]:"),
        ("cluster: a worker plays a bot as it was", "if _played.setdefault(path, files) != files:", "if not files:"),
    ),
    *defects(
        "cardtui/system/module_runner.py",
        "tests/test_executors.py -k screen_that",
        ("cluster: a screen leaves files of its workers", "spawn_options(TMPDIR=place)", "spawn_options()"),
    ),
    *defects(
        "cardtui/trainings/__init__.py",
        "tests/test_trainings.py -k 'nodes or speed_of'",
        ("training: one speed for parts counted otherwise", "self.reports.clear()", "pass"),
        ("training: nodes are not told", "plays=write is not None, **nodes)", "plays=write is not None)"),
    ),
    *defects(
        "cardtui/exported.py",
        "tests/test_exported.py",
        ("exported: all rules will do", 'registry.same_deals(game.name, card["rules"], game.spec)', "True"),
        ("exported: NaN is saved", "if not all(np.isfinite(array).all() for array in part):", "if False:"),
        ("exported: any card is saved", "{key: models.NEEDED[key] for key in told}", "{}"),
    ),
    *defects(
        "cardtui/envs/single.py",
        "tests/envs/test_envs.py -k last_answer",
        (
            "envs: the first answer of a bot counts",
            "deals.rng(seat, seen.turn), self._answers)",
            "deals.rng(seat, seen.turn), 1)",
        ),
    ),
    *defects(
        "cardtui/registry/__init__.py",
        "tests/test_exported.py -k paths",
        ("registry: the folder of weights stays relative", ", whole(folder)\n", ", folder\n"),
    ),
    *defects(
        "agents/training/runs.py",
        "tests/test_devices.py -k gone_on",
        ("training: a run on a GPU goes on here", 'self.identity["device"] = request.device', "pass"),
    ),
    *defects(
        "agents/training/schafkopf/hands.py",
        "tests/schafkopf/test_hands.py -k whoever",
        (
            "hp-pimc: each share begins with the first deal",
            "numbers=numbers[at : at + SHARE]",
            "numbers=numbers[:SHARE]",
        ),
    ),
)
