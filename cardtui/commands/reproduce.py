"""`cardtui reproduce` and `cardtui bench`: figures measured again. Progress goes to stderr."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Mapping, Sequence
from typing import Any

from .. import loading, registry
from ..core import Refusal, quoted
from ..options import nearest
from ..system import files
from ..trainings.plans import needs_torch
from .common import emit, figure_text, print_table, progress, say, show, stamp, study_game

REVIEW, REVIEW_STUDY = "review", "cardtui.study.judges_study:reproduce"
"""What is reproduced beside the games' source documents: whether the judges of the review may grade people."""


def reproduce(args: Namespace) -> int:
    """Run `cardtui reproduce GAME` and `cardtui reproduce review`."""
    studies = {name: entry.study for name, entry in registry.games().items() if entry.study} | {REVIEW: REVIEW_STUDY}
    if args.game not in studies:
        near = nearest(args.game, studies)
        raise Refusal(f"no study of {quoted(args.game)}{near}; there are those of {', '.join(studies)}")
    if args.executor and args.game != REVIEW and not registry.game_entry(args.game).study_spreads:
        raise Refusal(f"the study of {args.game} runs on this machine; leave out --executor")
    if args.svg:
        args.svg.mkdir(parents=True, exist_ok=True)
        if not os.access(args.svg, os.W_OK):
            raise Refusal(f"{args.svg} cannot be written, so the graphs would be lost")
    try:
        with needs_torch(), progress(f"reproduce {args.game}") as step:
            study = loading.load(studies[args.game])
            found = study(args.jobs, lambda now: step(*now[:3]), args.table, args.scale)
    except KeyboardInterrupt:
        say("cardtui reproduce: interrupted; the next run continues what takes hours, `--table` runs a part")
        return 130
    graphs = found.get("graphs", [])
    if args.json:
        game = None if args.game == REVIEW else study_game(args.game)
        emit(stamp(game, found.get("seed")) | {"scale": args.scale} | found)
    else:
        _show_study(found, graphs)
        if args.scale < 1:
            show(f"a quick pass: {args.scale:.2%} of the games that belong to these tables")
    if args.svg:  # last, so that the figures are printed even if writing fails
        from .graphs import svg

        if not graphs:
            say(f"nothing is written to {args.svg}: these tables have no graphs")
        for graph in graphs:
            name = "-".join("".join(c if c.isalnum() else " " for c in graph["title"].lower()).split())
            files.write_atomically(args.svg / f"{name}.svg", svg(graph))
            say(f"{args.svg / name}.svg")
    return 0


def _show_study(found: Mapping[str, Any], graphs: Sequence[Mapping[str, Any]]) -> None:
    for table in found["tables"]:
        for name in ("source", "ours"):
            cells = table[name]
            if cells:
                body = ([row, *map(figure_text, line)] for row, line in zip(table["rows"], cells, strict=True))
                of = {"source": "the document's", "ours": "ours"}[name]
                print_table(f"{table['name']} ({table['unit']}), {of}", ("", *table["columns"]), body)
        widest = table["interval"]  # "95%" where the cells have intervals of their own
        told = "intervals: 95%" if isinstance(widest, str) else f"95% intervals of ±{figure_text(widest)} at most"
        show(f"n = {figure_text(table['n'])}, {told}")
    if graphs:
        from .graphs import text

        for graph in graphs:
            print(text(graph, plain=not sys.stdout.isatty()))
    rows = [
        (
            "open" if c["holds"] is None else ("no", "yes")[bool(c["holds"])],
            figure_text(c["figure"]),
            figure_text(c["interval"]),
            c["text"],
        )
        for c in found["claims"]
    ]
    if rows:
        print_table("claims", ("holds", "figure", "95%", "claim"), rows)


def bench(args: Namespace) -> int:
    """Run `cardtui bench [FIGURE…]`."""
    from .. import bench

    known = bench.figures()
    unknown = next((name for name in args.figures if name not in known), None)
    if unknown:
        raise Refusal(f"no figure {quoted(unknown)}{nearest(unknown, known)}; there are {', '.join(known)}")
    found = bench.run(args.figures)
    if args.json:
        emit(stamp(None, bench.SEED) | found)
        return 0
    rows = [
        (
            row["name"] if row["game"] in row["name"] else f"{row['name']}, {row['game']}",
            f"{figure_text(row['value'])} {row['unit']}",
            f"{figure_text(row['ratio'])} × {row['against']}; {row['conditions']}",
        )
        for row in found["figures"]
    ]
    if rows:
        print_table("", ("figure", "value", "compared with what, and how it was measured"), rows)
    if "decisions_hash" in found:
        show(f"all bots' decisions: {found['decisions_hash']}")
    return 0
