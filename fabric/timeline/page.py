# SPDX-License-Identifier: Apache-2.0
"""A timeline's document as one HTML file: nothing is loaded from elsewhere, and it is never larger than stated."""

from __future__ import annotations

import base64
import json
import zlib
from functools import cache
from pathlib import Path

import jinja2
from markupsafe import Markup

from fabric.report import templates
from fabric.timeline.document import Document
from fabric.timeline.thinning import thinned

MOST_BYTES = 4_500_000
"""Of a page; a document that makes a larger one loses detail until it fits."""

_HERE = Path(__file__).parent
_SCRIPTS = ("data.js", "drawing.js", "strips.js", "packets.js", "page.js")
"""In the order in which they need each other."""


def page_of(document: Document, *, most_bytes: int = MOST_BYTES) -> str:
    """The page. The same document gives the same bytes.

    Args:
        document: of a run.
        most_bytes: the page is no larger, unless it cannot be made smaller: then half of that is code and fabric.
    """
    while True:
        page = _rendered(document)
        if len(page.encode()) <= most_bytes:
            return page
        thinner = thinned(document)
        if thinner is None:
            return page
        document = thinner


def _rendered(document: Document) -> str:
    text = json.dumps(document, separators=(",", ":"), ensure_ascii=False)
    packed = base64.b64encode(zlib.compress(text.encode(), 9)).decode()
    return _environment().get_template("page.html.j2").render(
        scenario=document["scenario"],
        passed=document["verdict"]["passed"],
        packed=Markup(packed),
        own_css=Markup((_HERE / "page.css").read_text(encoding="utf-8")),
        script=Markup("\n".join((_HERE / name).read_text(encoding="utf-8") for name in _SCRIPTS)),
        **templates.style(),
    )  # fmt: skip


@cache
def _environment() -> jinja2.Environment:
    return templates.environment().overlay(loader=jinja2.FileSystemLoader(_HERE))
