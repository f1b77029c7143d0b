# SPDX-License-Identifier: Apache-2.0
"""Programs of the docs: each runs from the top of a checkout, and does what its page says."""

import contextlib
import io
import json
import os
import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest
from command_kit import ran
from long_kit import share

from host_stack.verbs import WC_STATUS
from host_stack.wire.options import EvMode

# --- Examples --------------------------------------------------------------------------------------------------------
# Every example runs from the top of a checkout, and prints what its page says.

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "docs" / "examples"
PRINTED = {
    "nic_pair.py": r"\Asuccess True \[8, 8\]\n\Z",
    "p4_program.py": r"\Aport 1: 02 00 00 00 00 02 02 00 00 00 00 01 08 00\ntables: \['In.wire'\]\n\Z",
    "scenario.py": r"\A(nic[01] → nic3 \d+\.\d Gb/s, \d+ resent, intact: True\n){2}\Z",
    "experiment.py": r"\Ademo: \d+ us, 0 timeouts\ndemo-no-trim: \d+ us, \d+ timeouts\n\Z",
    "nic_journal.py": r"\APSN \d+: \['open'\]\nPSN \d+: \['open'\]\nRTS 1 write, 16 packets in flight\n16 sent; .*\n\Z",
    "nic_evs.py": r"\A2048 EVs in a plane\n1 denied: \['0xc000000[01] DENIED', .*\]\n1 allowed\n\Z",
    "nic_ipv4.py": r"\A\['10\.0\.0\.1', '10\.0\.0\.6'\] RTS\n\Z",
    "nic_queues.py": r"\ATrue \[\(16, 3, 'flushed'\), \(17, 3, 'flushed'\)\]\n\Z",
    "nic_agree.py": r"\A8 64 16\nTrue\nev_halves: sport_high here, sport_low at the peer; accepted: .*\n\Z",
    "roce_pair.py": r"\Asuccess True\n\Z",
    "scapy_nack.py": r"\A7 fcbb:bbbb:1000:2001:1001:3001::\n\Z",
    "plan.py": r"\A(p\d-t[01]-\d: \d+ entries in 7 tables\n){12}p1-t0-0 -> p1-t1-1 -> p1-t0-1 by fcbb:[\da-f:]+\n\Z",
    "ptf_case.py": r"\A__main__.HopLimit passed\n\.\n-+\nRan 1 test in [\d.]+s\n\nOK\n\Z",
}


QUICK = [name for name in PRINTED if name != "experiment.py"]
"""The notebook runs the same two scenarios as the other."""
ALONE = ["ptf_case.py"]
"""What makes settings that others in its process would find."""


def alone(name):
    """An example as its reader runs it; what it printed, on both channels."""
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / name)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": "."},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


def here(name):
    """An example in the tests' own process, where most of what it imports is already."""
    done = ran(lambda: runpy.run_path(str(EXAMPLES / name), run_name="__main__"), cwd=ROOT)
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


@pytest.mark.parametrize("name", share(PRINTED, QUICK))
def test_an_example_prints_what_it_is_to(name):
    said = alone(name) if name in ALONE else here(name)
    assert re.search(PRINTED[name], said), said


@pytest.mark.long
@pytest.mark.parametrize("name", [name for name in QUICK if name not in ALONE])
def test_an_example_is_a_program(name):
    said = alone(name)
    assert re.search(PRINTED[name], said), said


def test_the_notebook_runs_the_demo_and_plots_it(tmp_path):
    """All its code, cell after cell, in a process; a picture is saved where a notebook would show it."""
    document = json.loads((EXAMPLES / "demo.ipynb").read_text(encoding="utf-8"))
    assert (document["nbformat"], {cell["cell_type"] for cell in document["cells"]}) == (4, {"markdown", "code"})
    cells = ["".join(cell["source"]) for cell in document["cells"] if cell["cell_type"] == "code"]
    assert all(not cell["outputs"] for cell in document["cells"] if cell["cell_type"] == "code"), "it is kept without"
    picture = tmp_path / "plot.png"
    script = "\n".join(cells).replace("plt.show()", f"plt.savefig({str(picture)!r})")
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=EXAMPLES,
        env={**os.environ, "MPLBACKEND": "Agg"},
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert len(re.findall(r"^nic[012] → nic3: \d+\.\d Gb/s, \d+ trimmed, \d+ resent$", done.stdout, re.M)) == 3
    assert re.search(r"^with trimming: 5\d\d us, slowest flow at 9\d% of its share\nwithout: ", done.stdout, re.M)
    assert picture.stat().st_size > 10_000


def test_every_example_is_on_the_page_and_is_short():
    page = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    programs = sorted(EXAMPLES.glob("*.py"))
    assert {each.name for each in programs} == set(PRINTED)
    for each in programs:
        assert f"({each.name})" in page
        assert len(each.read_text(encoding="utf-8").splitlines()) <= 40


# --- docs/nic.md -----------------------------------------------------------------------------------------------------
# docs/nic.md: its programs run, its first one is short, and its tables have every mode and status.

PAGE = (ROOT / "docs" / "nic.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def test_the_program_runs(tmp_path, monkeypatch):
    """In a folder of their own, with the checkout's topologies in it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "topologies").symlink_to(ROOT / "topologies")
    names = {}
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        for number, block in enumerate(BLOCKS):
            exec(compile(block, f"docs/nic.md, program {number + 1}", "exec"), names)
    assert len(BLOCKS) == 1
    assert re.search(r"^success after \d+\.\d us: 1[4-9]\d\.\d Gb/s$", printed.getvalue(), re.MULTILINE)


def test_the_first_program_is_one_that_a_person_types():
    assert len([line for line in BLOCKS[0].splitlines() if line.strip()]) <= 30
    assert max(map(len, BLOCKS[0].splitlines())) <= 120


def test_modes_and_statuses_are_all_there():
    for mode in EvMode:
        assert f"\n| `{mode.value}` | " in PAGE
    section = PAGE.split("A completion's status, ")[1].split("\n## ")[0]
    rows = dict(re.findall(r"^\| `(\w+)` \| `(\w+)` \|", section, re.MULTILINE))
    assert rows == {status.value: name.name for status, name in WC_STATUS.items()}
