# SPDX-License-Identifier: Apache-2.0
"""The drill with a fleet: a server killed and one silent, Ctrl-C, full and lying switches, entries others wrote."""

from __future__ import annotations

from click.testing import CliRunner

import topologies
from tools.bench.fleets import main


def test_the_lab_gets_its_tables_whatever_goes_wrong_meanwhile():
    """The drill asserts what each command answers; all of the lab's switches hold their plans at its end."""
    words = ["--faults", "--topology", str(topologies.LAB), "--servers", "3", "--rate", "60"]
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 0, done.output
    assert "others wrote to 1 of them since the last run" in done.output
    assert "verify: status 0" in done.output
