# SPDX-License-Identifier: Apache-2.0
"""A small share of what `python -m tools.bench.fleets --faults` does with 2,000 switches."""

import os

import pytest
from click.testing import CliRunner

import topologies
from tools.bench import fleets


@pytest.mark.long
def test_an_install_copes_with_all_faults_in_the_middle_of_it(monkeypatch):
    """The command fails unless each lie, each foreign write and each lost switch is seen and mended."""
    # Nothing is measured here: commands find their modules compiled where these tests do.
    monkeypatch.setattr(fleets._Fleet, "environment", dict(os.environ))
    words = ["--topology", str(topologies.LAB), "--switches", "8", "--servers", "4", "--rate", "12", "--at-once", "1"]
    done = CliRunner().invoke(fleets.main, [*words, "--faults"])
    assert done.exit_code == 0, done.output
    rows = [line.strip("| ").split(" | ") for line in done.output.splitlines() if line.startswith("| ")]
    assert [(step.partition(":")[0], status) for step, status, *_ in rows[1:]] == [
        ("install", "130"), ("install", "1"), ("install", "0"), ("verify", "0"),
    ]  # fmt: skip
    assert [holding for _, _, holding, *_ in rows[-2:]] == ["8", "8"]
    assert "does not hold what it accepted" in done.output
    assert "others wrote to 1 of them since the last run" in done.output


def test_a_fleet_that_is_installed_before_anything_can_fail_is_refused():
    done = CliRunner().invoke(fleets.main, ["--switches", "8", "--faults"])
    assert done.exit_code == 2
    assert "--faults: 8 switches, 16 at a time, have no middle; accepted: 4 times as many" in " ".join(
        done.output.split()
    )
