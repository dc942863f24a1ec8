"""Graphs: what is drawn is what was given, in the terminal, in ASCII and as SVG."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import Any

from cardtui.commands import graphs

GRAPH: dict[str, Any] = {
    "title": "Share of <wins>",
    "x": [20, 40, 60, 80],
    "series": {"greedy": [0.4, 0.45, None, 0.55], "semi & random": [0.6, 0.7, 0.75, 0.8]},
    "x_label": "thousand games",
    "y_label": "share",
}


def test_terminal_text_has_the_size_and_all_words() -> None:
    lines = graphs.text(GRAPH, 70, 16, plain=True).splitlines()
    assert lines[-2:] == ["  a greedy", "  b semi & random"]
    assert all(len(line) <= 70 and line.isascii() for line in lines)
    whole = "\n".join(lines)
    for word in ("Share of <wins>", "thousand games", "share", "0.8", "20", "80"):
        assert word in whole
    assert whole.count("b") > 20  # a line, not four points


def test_terminal_text_in_colour_names_each_series_in_its_colour() -> None:
    text = graphs.text(GRAPH, 70, 16)
    assert "\x1b[38;5;4m━━\x1b[0m greedy" in text and "\x1b[38;5;1m━━\x1b[0m semi & random" in text


def test_one_graph_leaves_nothing_in_the_next() -> None:
    first = graphs.text(GRAPH, plain=True)
    graphs.text(GRAPH | {"title": "other", "series": {"x": [1, 2, 3, 4]}})
    assert graphs.text(GRAPH, plain=True) == first


def test_svg_is_a_document_with_a_line_for_each_series() -> None:
    root = ET.fromstring(graphs.svg(GRAPH))
    space = "{http://www.w3.org/2000/svg}"
    lines = root.findall(f"{space}polyline")
    assert [len(line.attrib["points"].split()) for line in lines] == [3, 4]
    words = [element.text for element in root.iter(f"{space}text")]
    assert {"Share of <wins>", "thousand games", "share", "greedy", "semi & random"} <= set(words)
    ys = [float(point.split(",")[1]) for point in lines[1].attrib["points"].split()]
    assert ys == sorted(ys, reverse=True)  # higher values stand higher


def test_flat_and_empty_series_can_be_drawn() -> None:
    for series in ({"flat": [0, 0, 0, 0]}, {"one": [None, 5, None, None]}, {"none": [None] * 4}, {}):
        graph = GRAPH | {"series": series}
        ET.fromstring(graphs.svg(graph))
        assert "Share" in graphs.text(graph, plain=True)
