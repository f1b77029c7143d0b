# SPDX-License-Identifier: Apache-2.0
"""The frame of every page: a template `frame.html.j2` that the templates of pages extend.

Its blocks are `page` (a word, the class of the page), `title`, `kind` (what sort of page it is), `heading` (the title
unless a page has another), `lead` (below the title), `nav`, `main`, `footer` and `script`; `head` and `style` are for
pages that are not one file. `frame_macros.html.j2` has `sections`, the navigation inside a page. Templates know `term`,
a word with its meaning as a hover text, and `save_figures`, a script that gives each figure a button to save it.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup

from common.pages.terms import term
from common.quantities import show_size, show_time

_HERE = Path(__file__).parent


@cache
def _save_figures() -> Markup:
    return Markup(f"<script>\n{_HERE.joinpath('save.js').read_text(encoding='utf-8')}</script>")


def environment(folder: Path, **options: Any) -> jinja2.Environment:  # noqa: ANN401 - of jinja2.Environment
    """The templates of a folder, and the frame that they extend.

    Everything is escaped unless it is marked as markup, and a name that is not given is an error.

    Args:
        folder: of the page's own templates.
        options: more of `jinja2.Environment`.
    """
    env = jinja2.Environment(
        loader=jinja2.FileSystemLoader([folder, _HERE]),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        keep_trailing_newline=True,
        **options,
    )
    env.globals.update(term=term, save_figures=_save_figures())
    env.filters.update(size=show_size, time=show_time, number=lambda count: f"{count:,}")
    return env
