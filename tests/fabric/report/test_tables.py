# SPDX-License-Identifier: Apache-2.0
"""Tables for a terminal."""

from __future__ import annotations

import io

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
