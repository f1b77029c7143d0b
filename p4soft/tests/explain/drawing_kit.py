# SPDX-License-Identifier: Apache-2.0
"""What a diagram of a program must be: nothing overlaps, and everything of the program is in it."""

import re
from xml.etree import ElementTree

from p4soft.explain import to_svg

SVG = "{http://www.w3.org/2000/svg}"


def lines_without_places(text):
    return [re.split(r"  +\S+:\d+$", line)[0].rstrip() for line in text.splitlines()]


def boxes(svg):
    root = ElementTree.fromstring(svg)
    for group in root.iter(f"{SVG}g"):
        rect = group.find(f"{SVG}rect")
        if rect is not None:
            x, y = (float(v) for v in re.findall(r"[\d.]+", group.get("transform")))
            yield x, y, float(rect.get("width")), float(rect.get("height")), "".join(group.itertext())


def check_drawing(program):
    """The drawing is sound."""
    svg = to_svg(program)
    root = ElementTree.fromstring(svg)
    found = list(boxes(svg))
    width, height = float(root.get("width")), float(root.get("height"))
    for i, (x, y, w, h, text) in enumerate(found):
        assert 0 <= x <= x + w <= width and 0 <= y <= y + h <= height, text
        for x2, y2, w2, h2, other in found[:i]:
            assert x + w <= x2 or x2 + w2 <= x or y + h <= y2 or y2 + h2 <= y, f"{text} overlaps {other}"
    everything = "\n".join(text for *_, text in found)
    for state in program.parsers["parser"].states:
        assert state in everything
    for table in program.tables():
        assert table.name in everything or table.name.startswith("tbl_")
    assert svg == to_svg(program)
