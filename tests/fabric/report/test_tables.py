# SPDX-License-Identifier: Apache-2.0
"""Tables for a terminal."""

from __future__ import annotations

import io

import pytest
from fabric_kit import emulate
from rich.console import Console

from fabric.report import tables


def test_tables_show_flows_digests_expectations_and_the_verdict(scenario_file):
    made = emulate(scenario_file(replace={"trims.total: {min: 1}": "trims.total: 0"})).result()
    stream = io.StringIO()
    tables.print_result(made, Console(file=stream, width=tables.MINIMUM_WIDTH))
    text = stream.getvalue()
    assert "EVs out/back" in text  # no column is cut
    for part in (
        "nic0 → nic3",
        made["flows"][0]["sha256_sent"][:24],
        "NOT HELD",
        "FAILED: not held: trims.total",
    ):
        assert part in text


@pytest.mark.parametrize("width", [60, 80, 100])
def test_a_narrow_terminal_gets_folded_tables_with_every_column(scenario_file, width):
    made = emulate(scenario_file()).result()
    stream = io.StringIO()
    console = Console(file=stream, width=width, force_terminal=True, color_system=None)
    tables.print_result(made, tables.wide_enough(console))
    lines = stream.getvalue().splitlines()
    assert max(map(len, lines)) <= width
    flows = lines[: next(number for number, line in enumerate(lines) if line.startswith("SHA-256"))]
    heads = " ".join(line for line in flows if line.strip().startswith("flow "))
    for column in ("bytes", "took", "Gb/s", "paths", "trims", "NACKs", "losses", "resent", "EVs out/back", "worst"):
        assert heads.count(f" {column}") == 1, column
    for flow in made["flows"]:
        name = f"{flow['from']} → {flow['to']}"
        assert sum(line.strip().startswith(name) for line in flows) == heads.count("flow ")


def test_a_pipe_gets_a_row_to_a_flow():
    piped = tables.wide_enough(Console(file=io.StringIO(), width=80))
    assert piped.width == tables.MINIMUM_WIDTH
