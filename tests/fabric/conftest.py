# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import textwrap

import pytest
from fabric_kit import LAB, SCENARIO, emulate


@pytest.fixture
def scenario_file(tmp_path):
    """Writes a scenario and returns its path; `text` replaces the small incast, `changes` replaces parts of it."""

    def write(text=None, name="scenario.yaml", **changes):
        content = SCENARIO.format(lab=LAB) if text is None else textwrap.dedent(text).replace("LAB", str(LAB))
        for old, new in changes.get("replace", {}).items():
            assert old in content
            content = content.replace(old, new)
        file = tmp_path / name
        file.write_text(content, encoding="utf-8")
        return file

    return write


@pytest.fixture
def with_faults(scenario_file):
    """Writes the small incast with other faults, each a time and the fault as written, and returns its path."""

    def write(*faults, limit="3ms"):
        lines = [f"{{at: {at}, do: {does}}}" for at, does in (fault.split(maxsplit=1) for fault in faults)]
        return scenario_file(replace={
            "{at: 20us, do: switch p0-t1-0 stop}": "\n  - ".join(lines),
            "  - {at: 50us, do: switch p0-t1-0 start}\n": "",
            "limit: 3ms": f"limit: {limit}",
        })  # fmt: skip

    return write


@pytest.fixture
def made(scenario_file, tmp_path):
    """The result of the small incast."""
    return emulate(scenario_file(), out=tmp_path / "out").result()
