# SPDX-License-Identifier: Apache-2.0
"""The frame and the theme of pages: every page has them, and adds only what it needs."""

import re

import pytest
from jinja2 import UndefinedError

from common import PROJECT_ROOT, pages
from common.pages import environment

PAGES = [
    "fabric/report/page.html.j2", "fabric/report/compare.html.j2", "fabric/timeline/page.html.j2",
    "fabric/experiments/index.html.j2", "labs/page/static/page.html.j2", "ptf_tests/report/page.html.j2",
    "ptf_tests/report/compare.html.j2", "tools/bench/page.html.j2", "tools/site/playground.html.j2",
]  # fmt: skip


def files(pattern):
    """Files of the packages that have pages."""
    packages = sorted({"common", *(page.split("/")[0] for page in PAGES)})
    return [path for package in packages for path in (PROJECT_ROOT / package).rglob(pattern)]


def test_no_page_has_another_frame():
    found = {path.relative_to(PROJECT_ROOT).as_posix(): path.read_text(encoding="utf-8") for path in files("*.html*")}
    extending = [name for name, text in found.items() if '{% extends "frame.html.j2" %}' in text]
    assert sorted(extending) == sorted(PAGES)
    assert [name for name, text in found.items() if "<!doctype" in text] == ["common/pages/frame.html.j2"]


@pytest.mark.parametrize("page", PAGES)
def test_a_page_names_no_colour_of_its_own(page):
    for path in (PROJECT_ROOT / page).parent.glob("*.css"):
        assert not re.findall(r"#[0-9a-f]{3,8}\b(?=[;} ])|\brgba?\(", path.read_text(encoding="utf-8")), path


def test_every_colour_that_a_style_names_is_a_role():
    roles = set(pages.COLOURS) | {"wide", "sans", "mono", "narrowest", "colour"}
    for path in [*files("*.css"), *files("*.js")]:
        assert set(re.findall(r"var\(--([\w-]+)", path.read_text(encoding="utf-8"))) <= roles, path


def test_the_frame_has_the_parts_of_a_page(tmp_path):
    (tmp_path / "x.html.j2").write_text(
        '{% extends "frame.html.j2" %}{% from "frame_macros.html.j2" import sections %}{% block page %}x{% endblock %}'
        "{% block title %}a {{ name }}{% endblock %}{% block kind %}sort{% endblock %}"
        '{% block nav %}{{ sections([("one", "One")]) }}{% endblock %}{% block main %}<p id="one">1</p>{% endblock %}'
        "{% block footer %}end{% endblock %}"
    )
    template = environment(tmp_path).get_template("x.html.j2")
    page = template.render(name="<b>", stylesheet=pages.stylesheet("p{margin:0}"))
    for part in (
        "<title>a &lt;b&gt;</title>",
        "<h1>a &lt;b&gt;</h1>",
        '<body class="x">',
        '<a href="#one">One</a>',
        "p{margin:0}",
    ):
        assert part in page
    assert [page.count(f"<{tag}>") for tag in ("main", "footer")] == [1, 1]
    with pytest.raises(UndefinedError):
        template.render(stylesheet="")
