# SPDX-License-Identifier: Apache-2.0
"""docs/nic.md: its programs run, its first one is short, and its tables have every mode and status."""

import contextlib
import io
import re
from pathlib import Path

from host_stack.verbs import WC_STATUS
from host_stack.wire.options import EvMode

ROOT = Path(__file__).resolve().parents[2]
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
