# SPDX-License-Identifier: Apache-2.0
"""Every command in a ```sh block of the documentation is run, page by page and in order, from the checkout's top."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), *sorted((ROOT / "labs").glob("*.md"))]
TIMEOUT_S = 400

NOT_RUN = {
    "make test": "this test is part of it",
    "make conformance": "tests/ptf_tests/conformance/test_conformance.py runs all of it",
    "make conformance DUT=bmv2": "needs the real BMv2; tests/targets/test_pairings.py runs it where that is present",
}


def name_of(page):
    return page.relative_to(ROOT).as_posix()


def commands(page):
    blocks = re.findall(r"^```sh\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    lines = [line.strip() for block in blocks for line in block.replace("\\\n", " ").splitlines()]
    return [line for line in lines if line and not line.startswith("#") and line not in NOT_RUN]


@pytest.mark.parametrize("page", [page for page in PAGES if commands(page)], ids=name_of)
def test_documented_commands_work(page):
    for command in commands(page):
        result = subprocess.run(
            ["/bin/bash", "-c", command], cwd=ROOT, capture_output=True, text=True, timeout=TIMEOUT_S, check=False
        )
        assert result.returncode == 0, f"{command}\n{result.stdout[-4000:]}\n{result.stderr[-4000:]}"


def test_what_is_not_run_is_documented():
    text = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)
    for command in NOT_RUN:
        assert command in text


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#]+?)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), target
