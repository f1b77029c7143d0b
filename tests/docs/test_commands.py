# SPDX-License-Identifier: Apache-2.0
"""Every command in a ```sh block of the documentation is run, page by page and in order, from the checkout's top.

Pages of `p4soft/` are those of a distribution: from that folder, with its commands on the PATH as pip installs them.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from long_kit import share

from mrc_fabric.__main__ import ROWS, translated
from mrc_fabric.demo import COMPARED, found
from tools.commands import write_commands

ROOT = Path(__file__).resolve().parents[2]
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "docs" / "examples" / "README.md",
    *(
        page
        for room in ("docs", "labs", "p4soft", "p4soft/docs", "topologies", "topologies/scenarios")
        for page in sorted((ROOT / room).glob("*.md"))
    ),
]
TIMEOUT_S = 400

NOT_RUN = {
    "make test": "this test is part of it",
    "make compare": "tests/fabric/test_integration.py runs its scenarios; what make would run is looked at below",
    "make demo FILE=README.md": "tests/fabric/test_integration.py sends a file; what make would run is looked at below",
    "make demo CODEC=scapy": "tests/fabric/test_codec_runs.py runs on them; what make would run is looked at below",
    "make conformance": "tests/ptf_tests/test_conformance.py runs all of it",
    "make conformance DUT=nic": "it runs some of this, tests/ptf_tests/nic/test_nic_suite.py all of it",
    'make conformance TEST="srv6 trimming.TrimDscp TRIM-007"': "README.md's is run; these words are looked at below",
}
RUN_ELSEWHERE = {
    **{
        f".venv/bin/python -m controller {words}": "controller/test_push.py"
        for words in (
            "install topologies/lab.yaml --p4info out/p4/fabric.p4info.txtpb --json out/p4/fabric.json --inventory "
            "inventory.yaml --wave 1%,10%,100% --journal out/push.journal --report out/push.json",
            "status out/push.journal",
            "verify topologies/lab.yaml --p4info out/p4/fabric.p4info.txtpb --json out/p4/fabric.json --inventory "
            "inventory.yaml --fleet",
        )
    },
    ".venv/bin/python -m controller watch topologies/lab.yaml --p4info out/p4/fabric.p4info.txtpb --json "
    "out/p4/fabric.json --inventory inventory.yaml --every 300": "controller/test_watch.py",
    "for program in docs/examples/*.py; do PYTHONPATH=. .venv/bin/python $program || break; done": (
        "docs/test_examples.py"
    ),
    ".venv/bin/python -m fabric run topologies/scenarios/demo.yaml --out out/demo --timeline": (
        "fabric/timeline/test_timeline_page.py"
    ),
    ".venv/bin/python -m topologies prove topologies/lab.yaml --failures 2": "fabric/proof/test_proving.py",
    ".venv/bin/python -m ptf_tests.mutants --operator checksum_dropped decap": "ptf_tests/mutants/test_mutants.py",
}
"""Tests that run the same, and judge what comes of it."""
SHORTER = {
    "--rtts 160": "--rtts 40",
    "fabric mapper --trials 3": "fabric mapper --trials 1 --modelled",
    "--count 30": "--count 4",
    "make conformance TEST=trimming": "make conformance TEST=trimming.TrimDscp",
    "probing --topology topologies/paper-8plane.yaml --trials 2": "probing --trials 1",
    "make demo LIVE=1 ": "make demo LIVE=1 SCENARIO=tests/docs/short.yaml ",
    "make demo": "make demo SCENARIO=tests/docs/short.yaml",
    "out/demo": "out/short",
}
"""What takes long, and the same for less time. `mrc_fabric/test_installed.py` runs the whole demo."""
LONG = {"docs/live-lab.md", "docs/own-fabric.md", "docs/conformance.md", "docs/congestion-control.md"}
"""Pages whose commands, or what they run, tests/labs, tests/ptf_tests, tests/fabric/live and test_incast_convergence of
tests/fabric have, too; what make would run: see below."""
NOT_FOUND = 127  # of a program, in the network of a host
DONE = set()
"""What an earlier page ran: the same command does the same again, and what it left is still there."""


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """The environment of a user of p4soft."""
    folder = tmp_path_factory.mktemp("bin")
    write_commands(folder)
    return {**os.environ, "PATH": f"{folder}:{Path(sys.executable).parent}:{os.environ['PATH']}"}


def name_of(page):
    return page.relative_to(ROOT).as_posix()


def commands(page):
    blocks = re.findall(r"^```sh\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    lines = [line.strip() for block in blocks for line in block.replace("\\\n", " ").splitlines()]
    return [line for line in lines if line and not line.startswith("#") and line not in NOT_RUN | RUN_ELSEWHERE]


def shortened(command):
    for long, short in SHORTER.items():
        command = command.replace(long, short)
    return command


RUN = [page for page in PAGES if commands(page)]


@pytest.mark.parametrize("page", share(RUN, [page for page in RUN if name_of(page) not in LONG]), ids=name_of)
def test_documented_commands_work(page, installed):
    missing = set()
    of_p4soft = ROOT / "p4soft" in page.parents
    for command in commands(page):
        if (of_p4soft, command) in DONE:
            continue
        DONE.add((of_p4soft, command))
        result = subprocess.run(
            ["/bin/bash", "-c", shortened(command)],
            cwd=ROOT / "p4soft" if of_p4soft else ROOT,
            env=installed if of_p4soft else None,
            capture_output=True,
            text=True,
            timeout=TIMEOUT_S,
            check=False,
        )
        if result.returncode == NOT_FOUND and result.stderr.startswith("error: not on the PATH: "):
            missing.add(result.stderr.strip())  # and those that put away what stands go on
            continue
        assert result.returncode == 0, f"{command}\n{result.stdout[-4000:]}\n{result.stderr[-4000:]}"
    if missing:
        pytest.skip("; ".join(sorted(missing)))


def made(*words):
    """The command that make would give to `mrc`, and its words as `mrc` reads them."""
    stamps = [f"--old-file=.venv/.{group}" for group in ("run", "live")]
    told = subprocess.run(
        ["make", "--no-print-directory", *stamps, *words, "PY=printf '%s\\n'", "OUT=o"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout.splitlines()  # fmt: skip
    start, program, name, *rest = told
    assert (start, program) == ("-m", "mrc_fabric")
    return [name, *translated(ROWS[name].command(), rest, ROWS[name])]


def test_make_hands_on_what_it_is_told(monkeypatch):
    scenario, place = ["--scenario", "topologies/scenarios/demo.yaml"], ["--target", "embedded", "--cables", "auto"]
    of_file = ["--file", "a 'strange' $name"]
    assert made("demo", "FILE=a 'strange' $name") == ["demo", *scenario, *of_file, "--out", "o", *place]
    assert made("demo", "CODEC=scapy", "TIMELINE=0", "LIVE=1") == [
        "demo", *scenario, "--out", "o", "--codec", "scapy", "--live", *place,
    ]  # fmt: skip
    nic = ["--dut", "nic", "--seed", "0", "--results", "o/conformance"]
    assert made("conformance", "DUT=nic") == ["conformance", *nic]
    assert made("lab", "SCALE=5") == ["lab", "up", *place, "--topology", "topologies/lab.yaml", "--scale", "5"]
    assert made("lab", "NAME=second")[-4:] == ["--topology", "topologies/lab.yaml", "--name", "second"]
    monkeypatch.setenv("NAME", "machine")  # as WSL does
    assert "--name" not in made("lab")
    some = ["--seed", "0", "--results", "o/conformance", "srv6", "trimming.TrimDscp", "TRIM-007"]
    assert made("conformance", "TEST=srv6 trimming.TrimDscp TRIM-007") == ["conformance", *some]


def test_make_compare_runs_the_scenarios_it_compares():
    assert made("compare") == ["compare", "--out", "o"]
    assert all(found(name).is_file() for name in COMPARED)


def test_what_is_not_run_as_it_is_written_is_documented():
    text = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)
    for command in (*NOT_RUN, *RUN_ELSEWHERE, *SHORTER):
        assert command in text
    for module in RUN_ELSEWHERE.values():
        assert (ROOT / "tests" / module).is_file()


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_somewhere(page):
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    for target in re.findall(r"\]\(([^)#]+?)(?:#[^)]*)?\)", text):
        if "://" not in target:
            assert (page.parent / target).exists(), target
