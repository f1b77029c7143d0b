# SPDX-License-Identifier: Apache-2.0
"""The templates of the pages, and their style: nothing in a page is loaded from elsewhere."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import jinja2
from markupsafe import Markup

from common.quantities import show_size, show_time
from fabric.measuring.bounds import show_value
from fabric.report import theme

_HERE = Path(__file__).parent


@cache
def environment() -> jinja2.Environment:
    """The templates of this package, with the filters they use; everything is escaped unless marked as markup."""
    env = jinja2.Environment(
        loader=jinja2.FileSystemLoader(_HERE),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        keep_trailing_newline=True,
    )
    env.filters.update(size=show_size, time=show_time, number=lambda count: f"{count:,}", value=show_value)
    return env


def style() -> dict[str, Markup]:
    """`variables` and `css` for a template."""
    css = (_HERE / "page.css").read_text(encoding="utf-8")
    return {"variables": Markup(theme.css_variables()), "css": Markup(css)}
