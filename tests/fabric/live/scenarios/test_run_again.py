# SPDX-License-Identifier: Apache-2.0
"""A verdict of a machine that was too busy is none: at a measured scale the run is made again, twice as slow."""

import io

import pytest
from rich.console import Console

from common import PROJECT_ROOT
from fabric.live.scenarios import run


@pytest.fixture
def runs(monkeypatch):
    """What each run ends with, and the scales at which they were made."""
    monkeypatch.setattr(run, "suitable_factor", lambda *_: 5_000)
    statuses, factors = [], []

    def there(settled, _prefix):
        factors.append(settled.factor)
        return statuses.pop(0)

    monkeypatch.setattr(run, "_run_there", there)
    return statuses, factors


def live(tmp_path, factor=None):
    options = run.LiveOptions(
        scenario=str(PROJECT_ROOT / "topologies/scenarios/demo.yaml"), out=str(tmp_path), payload=None,
        target="embedded", cables="unix", engine="auto", factor=factor, progress=False,
    )  # fmt: skip
    said = io.StringIO()
    return run.run_live(options, Console(file=said, width=100)), said.getvalue()


@pytest.mark.parametrize(
    ("ends", "factors", "status"),
    [
        ([0], [5_000], 0),
        ([1], [5_000], 1),
        ([3, 0], [5_000, 10_000], 0),
        ([3, 3, 1], [5_000, 10_000, 20_000], 1),
        ([3, 3, 3], [5_000, 10_000, 20_000], 1),
        ([3, 130], [5_000, 10_000], 130),
    ],
    ids=["held", "not held", "held when slower", "not held when slower", "always too busy", "interrupted"],
)
def test_a_measured_scale_is_doubled_while_the_machine_is_too_busy(tmp_path, runs, ends, factors, status):
    runs[0].extend(ends)
    ended, said = live(tmp_path)
    assert (ended, runs[1]) == (status, factors)
    assert said.count("too busy for that verdict: again, at 1 : ") == len(factors) - 1


def test_a_scale_that_was_given_stays(tmp_path, runs):
    runs[0].append(3)
    assert live(tmp_path, factor=2_000)[0] == 1
    assert runs[1] == [2_000]
