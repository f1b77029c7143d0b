# SPDX-License-Identifier: Apache-2.0
"""The page: one file of bounded size that loads nothing; the same bytes from the same scenario and seed."""

import base64
import json
import re
import subprocess
import sys
import zlib
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from long_kit import share

from fabric.__main__ import cli
from fabric.timeline import MOST_BYTES, page_of

ROOT = Path(__file__).parents[3]
SVG_NAMESPACE = "http://www.w3.org/2000/svg"
"""A name, which nothing loads."""


def text_of(page):
    (text,) = re.findall(r'<script id="document" type="text/plain">([^<]*)</script>', page)
    return text


def packed(page):
    return json.loads(zlib.decompress(base64.b64decode(text_of(page))))


def test_the_page_has_the_document(watched):
    assert packed(watched.timeline.page) == json.loads(json.dumps(watched.document))


def test_nothing_is_loaded_from_elsewhere(watched):
    page = watched.timeline.page.replace(SVG_NAMESPACE, "")
    assert not re.findall(r"(?:https?:|wss?:)?//[a-z0-9.-]+\.[a-z]{2,}", page)
    assert not re.findall(r"\b(?:src|href)\s*=|@import|\burl\(|\bimport\b|\bfetch\(", page)


def test_what_a_scenario_says_is_text(watched):
    assert "A small &lt;incast&gt;" in watched.timeline.page


def test_the_same_bytes_in_another_process_and_folder(watched, tmp_path):
    code = "import sys; from pathlib import Path; from fabric.timeline import Timeline; from fabric.running import "
    code += "result_of; from fabric.scenario.reading import load; t = Timeline(); result_of(load(Path(sys.argv[1])), t)"
    code += "; sys.stdout.write(t.page)"
    paths = [path for path in sys.path if path]
    found = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path[:0] = {paths!r}; {code}", str(watched.file)],
        cwd=tmp_path, capture_output=True, check=True,
    )  # fmt: skip
    assert found.stdout.decode() == watched.timeline.page


def test_a_page_that_would_be_too_large_loses_detail_and_no_count(watched):
    whole = len(watched.timeline.page)
    assert whole < MOST_BYTES
    bound = whole - len(text_of(watched.timeline.page)) // 2
    smaller = page_of(watched.document, most_bytes=bound)
    assert len(smaller.encode()) <= bound
    seen, thin = watched.document, packed(smaller)
    assert len(thin["packets"]) < len(seen["packets"])
    assert thin["levels"][0]["bins"] < seen["levels"][0]["bins"]
    for name, values in seen["levels"][0]["columns"].items():
        what = name.split()[2]
        if what == "queue":
            assert max(thin["levels"][0]["columns"][name]) == max(values)
        elif what.isupper():
            assert thin["levels"][0]["columns"][name][-1] == values[-1]
        else:
            assert sum(thin["levels"][0]["columns"][name]) == sum(values)
    shown = {line for packet in thin["packets"] for hop in packet["hops"] for line in hop["trace"]}
    assert shown == set(range(len(thin["lines"])))


def test_a_bound_that_nothing_fits_ends(watched):
    page = page_of(watched.document, most_bytes=1)
    assert len(packed(page)["packets"]) == 1


def test_a_run_is_watched_only_when_asked():
    command = cli.commands["run"]
    (option,) = [each for each in command.params if each.name == "timeline"]
    assert not option.get_default(click.Context(command))


SCENARIOS = {"demo": ROOT / "topologies" / "scenarios" / "demo.yaml", "short": ROOT / "tests" / "docs" / "short.yaml"}


@pytest.mark.parametrize("name", share(SCENARIOS, ["short"]))
def test_the_command_writes_the_demo_in_less_than_a_megabyte(tmp_path, name):
    out = tmp_path / "out"
    done = CliRunner().invoke(cli, ["run", str(SCENARIOS[name]), "--out", str(out), "--no-progress", "--timeline"])
    assert done.exit_code == 0, done.output
    assert f"{out}/timeline.html" in done.output
    assert (out / "timeline.html").stat().st_size < 1_000_000
