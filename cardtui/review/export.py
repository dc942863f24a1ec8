"""A review as Markdown, and as one HTML file that needs nothing else: made of the sections of `report_text`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape
from itertools import pairwise

from ..text.printable import printable
from .report_parts import Bars, Lines, Section, Table, signed

STYLE = """
:root { color-scheme: light dark; --page: #fbfaf7; --ink: #23262b; --soft: #6b7078; --line: #d9d6cf; --fill: #f1eee7;
  --good: #2e8b62; --bad: #c44536; --sum: #b98a1d; --second: #2f6db3; }
@media (prefers-color-scheme: dark) { :root { --page: #14181f; --ink: #dfe3ea; --soft: #949ba6; --line: #333a45;
  --fill: #1d232c; --good: #6fdcb2; --bad: #ff9580; --sum: #f2c14e; --second: #8cc5ff; } }
body { margin: 2rem auto; max-width: 62rem; padding: 0 1rem; background: var(--page); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2.2rem; border-bottom: 1px solid var(--line); }
p { margin: .4rem 0; } p.note { color: var(--soft); font-size: .9rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; margin: .6rem 0; font-variant-numeric: tabular-nums; }
th, td { padding: .2rem .7rem; text-align: left; white-space: nowrap; border-bottom: 1px solid var(--line); }
th { color: var(--soft); font-weight: 600; white-space: normal; vertical-align: bottom; }
td.n, th.n { text-align: right; }
details { margin: .5rem 0; padding: .4rem .8rem; background: var(--fill); border-radius: 6px; }
summary { cursor: pointer; font-weight: 600; }
svg { display: block; width: 100%; max-width: 46rem; height: auto; margin: .6rem 0; font: 13px system-ui, sans-serif; }
svg text { fill: var(--ink); } svg .soft { fill: var(--soft); } svg .axis { stroke: var(--line); }
""".strip()
_FIGURE = re.compile(r"[±+-]?[0-9.]+%?( … [+-]?[0-9.]+%?)?")
_WIDTH, _LEFT, _RIGHT, _ROW, _HEIGHT = 720, 190, 90, 30, 240


def markdown(sections: Sequence[Section]) -> str:
    """Return the sections as Markdown; the first one is the title."""
    parts = []
    for number, section in enumerate(sections):
        parts.append(f"{'#' if not number else '###' if section.within else '##'} {_md(section.title)}")
        parts.append("  \n".join(map(_md, section.lines)))
        parts.append(_md_table(section.table) if section.table else "")
        parts += map(_md, section.notes)
    return "\n\n".join(filter(None, parts)) + "\n"


def _md(text: str) -> str:
    """Return text in which nothing is read as Markdown or HTML, but for code between a pair of backticks."""
    parts = printable(text).split("`")
    code = parts[1::2]
    if len(parts) % 2 == 0 or not all(code) or "|" in "".join(code):  # a | ends a table's cell in code, too
        return _escaped("`".join(parts))
    return "".join(f"`{part}`" if number % 2 else _escaped(part) for number, part in enumerate(parts))


def _escaped(text: str) -> str:
    return "".join(f"\\{sign}" if sign in "\\`*_<>[]|#" else sign for sign in text)


def _md_table(table: Table) -> str:
    rule = ["---:" if _numeric(table, column) else "---" for column in range(len(table.head))]
    rows = [[_md(cell) for cell in row] for row in (table.head, *table.rows)]
    return "\n".join(f"| {' | '.join(row)} |" for row in (rows[0], rule, *rows[1:]))


def _numeric(table: Table, column: int) -> bool:
    """Return whether a column holds figures, which are set to the right."""
    cells = [row[column] for row in table.rows if row[column]]
    return bool(cells) and all(_FIGURE.fullmatch(cell) for cell in cells)


def html(sections: Sequence[Section]) -> str:
    """Return the sections as one HTML page, light or dark as the reader's system is; the first one is the title."""
    title, *rest = sections
    body = [f"<h1>{_text(title.title)}</h1>", *_inside(title)]
    for section in rest:
        if section.within:
            body += [f"<details><summary>{_text(section.title)}</summary>", *_inside(section), "</details>"]
        else:
            body += [f"<h2>{_text(section.title)}</h2>", *_inside(section)]
    head = (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width">\n'
        f"<title>{_text(title.title)}</title>\n<style>\n{STYLE}\n</style>\n</head>\n<body>"
    )
    return "\n".join([head, *body, "</body>", "</html>\n"])


def _text(text: str) -> str:
    return escape(printable(text))


def _prose(text: str) -> str:
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", _text(text))


def _inside(section: Section) -> Iterable[str]:
    yield from (f"<p>{_prose(line)}</p>" for line in section.lines)
    if isinstance(section.graph, Bars):
        yield _bars(section.title, section.graph)
    elif section.graph:
        yield _curve(section.title, section.graph)
    if section.table:
        yield _html_table(section.table)
    yield from (f'<p class="note">{_prose(note)}</p>' for note in section.notes)


def _html_table(table: Table) -> str:
    sides = [' class="n"' * _numeric(table, column) for column in range(len(table.head))]

    def row(tag: str, cells: Sequence[str]) -> str:
        inside = "".join(f"<{tag}{side}>{_text(cell)}</{tag}>" for cell, side in zip(cells, sides, strict=True))
        return f"<tr>{inside}</tr>"

    rows = "\n".join(row("td", cells) for cells in table.rows)
    return f'<div class="wide"><table>\n<thead>{row("th", table.head)}</thead>\n<tbody>\n{rows}\n</tbody></table></div>'


def _bars(title: str, bars: Bars) -> str:
    """Draw figures as bars from a common zero; the last one is their sum."""
    ends = [0.0] + [value + sign * (margin or 0.0) for _, value, margin in bars.rows for sign in (-1, 1)]
    low, high = min(ends), max(ends)
    span = (high - low) or 1.0

    def at(value: float) -> float:
        return round(_LEFT + (value - low) / span * (_WIDTH - _LEFT - _RIGHT), 1)

    tall = _ROW * len(bars.rows)
    parts = [f'<path class="axis" d="M{at(0)} 0V{tall}"/>']
    for number, (name, value, margin) in enumerate(bars.rows):
        y, last = number * _ROW, number == len(bars.rows) - 1
        colour = "sum" if last else "good" if value >= 0 else "bad"
        left, right = sorted((at(0), at(value)))
        parts.append(f'<text x="{_LEFT - 12}" y="{y + 20}" text-anchor="end">{_text(name)}</text>')
        parts.append(
            f'<rect x="{left}" y="{y + 7}" width="{max(right - left, 1):.1f}" height="16" fill="var(--{colour})"/>'
        )
        if margin:
            parts.append(
                f'<path d="M{at(value - margin)} {y + 15}H{at(value + margin)}"'
                ' stroke="var(--ink)" stroke-width="1.5"/>'
            )
        parts.append(
            f'<text class="soft" x="{_WIDTH - 4}" y="{y + 20}" text-anchor="end">{signed(value, bars.unit)}</text>'
        )
    return _svg(f"{title}, in {bars.unit}", tall, parts)


def _curve(title: str, lines: Lines) -> str:
    """Draw sums that grow deal by deal."""
    values = [value for line in lines.series.values() for value in line]
    low, high = min(values), max(values)
    span, deals = (high - low) or 1.0, max(len(line) for line in lines.series.values()) - 1

    def at(deal: int, value: float) -> tuple[float, float]:
        x = 64 + deal / deals * (_WIDTH - 84)
        return round(x, 1), round(16 + (high - value) / span * (_HEIGHT - 60), 1)

    parts = []
    for value in dict.fromkeys((low, 0.0, high) if low < 0 < high else (low, high)):
        _, y = at(0, value)
        parts.append(f'<path class="axis" d="M64 {y}H{_WIDTH - 20}"/>')
        parts.append(f'<text class="soft" x="56" y="{y + 4}" text-anchor="end">{signed(value, lines.unit)}</text>')
    parts += [
        f'<text class="soft" x="{at(deal, low)[0]}" y="{_HEIGHT - 26}" text-anchor="middle">{deal}</text>'
        for deal in range(0, deals + 1, max(1, deals // 10))
    ]
    for number, (name, line) in enumerate(lines.series.items()):
        colour, dashes = ("sum", ""), ("second", ' stroke-dasharray="6 4"')
        stroke, dash = (colour, dashes)[number % 2]
        points = [at(deal, value) for deal, value in enumerate(line)]
        path = " ".join(f"M{a},{b} L{c},{d}" for (a, b), (c, d) in pairwise(points))
        parts.append(f'<path d="{path}" fill="none" stroke="var(--{stroke})" stroke-width="2.5"{dash}/>')
        x = 64 + number * 220
        parts.append(f'<path d="M{x} {_HEIGHT - 8}h26" stroke="var(--{stroke})" stroke-width="2.5"{dash}/>')
        parts.append(f'<text x="{x + 34}" y="{_HEIGHT - 4}">{_text(name)}</text>')
    return _svg(f"{title}: sums after each deal, in {lines.unit}", _HEIGHT, parts)


def _svg(title: str, tall: float, parts: Sequence[str]) -> str:
    inside = "\n".join(parts)
    return (
        f'<svg viewBox="0 0 {_WIDTH} {tall}" role="img" aria-label="{_text(title)}">\n<title>{_text(title)}</title>\n'
        f"{inside}\n</svg>"
    )
