# SPDX-License-Identifier: Apache-2.0
"""The docs site: it is built with every page, and a link that leads nowhere is an error."""

import json
import os
import re
import shutil
from pathlib import Path

import pytest
from long_kit import share

from common import PROJECT_ROOT
from mrc_fabric import VERSION
from tools.site import __main__ as command
from tools.site import playground as building
from tools.site.__main__ import API, PAGES_OF_RUNS, pages, stage

pytest.importorskip("mkdocs", reason="mkdocs is not installed (the dev group has it)")
pytestmark = pytest.mark.timeout(300)
PLAYGROUND = Path(os.environ.get("MRC_PLAYGROUND_FILES", PROJECT_ROOT / "out" / "playground"))


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """Pages as a run writes them, in small."""
    folder = tmp_path_factory.mktemp("runs")
    for name in PAGES_OF_RUNS:
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(f"<!doctype html><title>{name}</title>", encoding="utf-8")
    return folder


@pytest.mark.parametrize("modules", share(["host_stack", "all"], ["host_stack"]))
def test_the_site_has_every_page_the_api_and_the_pages_of_runs(tmp_path, runs, monkeypatch, modules):
    if modules != "all":  # two thirds of a build are the modules of the API, one like the other
        monkeypatch.setattr(command, "API", {modules: API[modules]})
    command.build(tmp_path, runs)
    site = tmp_path / VERSION
    for page in pages(PROJECT_ROOT):
        place = page.parent if page.name == "README.md" else page.with_suffix("")
        assert (site / place / "index.html").is_file(), page
    for page in PAGES_OF_RUNS.values():
        assert (site / page).is_file()
    nic = (site / "api" / "host_stack" / "index.html").read_text(encoding="utf-8")
    assert "post_write" in nic
    assert {each["version"] for each in json.loads((tmp_path / "versions.json").read_text())} == {VERSION}
    loaded = re.findall(r'(?:src|href)="(https?://[^"]+)"', (site / "index.html").read_text(encoding="utf-8"))
    assert [each for each in loaded if each.endswith((".js", ".css"))] == [], "nothing is loaded from elsewhere"
    assert not list(site.glob("labs/solutions/**/index.html")), "students read the site"
    assert not (site / building.FOLDER).exists()
    assert building.FOLDER not in (site / "index.html").read_text(encoding="utf-8")


@pytest.mark.skipif(building.missing(PLAYGROUND) is not None, reason=str(building.missing(PLAYGROUND)))
def test_a_site_with_the_playground_leads_to_it_and_its_links_lead_somewhere(tmp_path, runs):
    command.build(tmp_path, runs, PLAYGROUND)
    page = tmp_path / command.version() / building.FOLDER / "index.html"
    start = (page.parents[1] / "index.html").read_text(encoding="utf-8")
    assert f'href="{building.FOLDER}/"' in start
    text = page.read_text(encoding="utf-8")
    linked = [each for each in re.findall(r'(?:src|href)="([^"#]+)"', text) if not re.match("https?:|data:", each)]
    assert len(linked) >= 8
    for each in linked:
        assert (page.parent / each).exists(), each
    stored = re.search(r"FILES = (\[.*\]);", page.with_name("sw.js").read_text(encoding="utf-8"))
    assert stored is not None
    there = {each.relative_to(page.parent).as_posix() for each in page.parent.rglob("*") if each.is_file()}
    assert set(json.loads(stored[1])) == {"./"} | there - {"index.html", "sw.js"}


def test_a_link_that_leads_nowhere_is_an_error(tmp_path, runs, monkeypatch):
    checkout = tmp_path / "checkout"
    for page in pages(PROJECT_ROOT):
        (checkout / page).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(PROJECT_ROOT / page, checkout / page)
    with (checkout / "docs" / "scapy.md").open("a", encoding="utf-8") as page:
        page.write("\n[A link](gone.md), and [another](style.md#no-such-part).\n")
    monkeypatch.setattr(command, "API", {})  # two thirds of a build, and all of it without a link to a page
    monkeypatch.setattr(command, "stage", lambda _, target, made: stage(checkout, target, made))
    with pytest.raises(command.SiteError) as refused:
        command.build(tmp_path / "out", runs)
    assert "gone.md" in str(refused.value) and "#no-such-part" in str(refused.value)


def test_every_module_of_the_api_is_there():
    for module in API:
        place = PROJECT_ROOT.joinpath(*module.split("."))
        soft = PROJECT_ROOT / "p4soft" / "src" / Path(*module.split("."))
        assert any(each.is_dir() or each.with_suffix(".py").is_file() for each in (place, soft)), module
