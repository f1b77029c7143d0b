# SPDX-License-Identifier: Apache-2.0
"""Fault windows and thinned series."""

from __future__ import annotations

import pytest
from fabric_kit import emulate

from fabric.results import Axis, fault_windows


@pytest.mark.parametrize(
    ("faults", "shown"),
    [
        (("1us switch p0-t1-0 stop", "2us switch p0-t1-1 stop", "3us switch p0-t1-0 start"),
         [(1, 3, "p0-t1-0 stopped"), (2, None, "p0-t1-1 stopped")]),
        (("1us link A down", "2us link A up", "3us link A down"), [(1, 2, "A down"), (3, None, "A down")]),
        (("1us link A loss 0.1", "2us link A loss 0"), [(1, 2, "A loss 0.1")]),
        (("1us link A loss 0.10", "2us link A loss 0.00"), [(1, 2, "A loss 0.1")]),
        (("1us link A loss 0.1", "2us link A loss 0.2", "3us link A loss 0e1"),
         [(1, 2, "A loss 0.1"), (2, 3, "A loss 0.2")]),
        (("1us link A rate 25Gb/s", "2us link A down", "3us link A rate 0.1 Tb/s"),
         [(1, 3, "A rate 25.0 Gb/s"), (2, None, "A down")]),
    ],
)  # fmt: skip
def test_fault_windows(with_faults, faults, shown):
    cable = "p0-t0-0:2--p0-t1-0:0"
    made = emulate(with_faults(*(fault.replace(" A ", f" {cable} ") for fault in faults), limit="40us")).result()
    assert [
        (w.start_us, None if w.open else w.end_us, w.label.replace(cable.replace("--", " — "), "A"))
        for w in fault_windows(made)
    ] == shown


def test_long_runs_are_thinned(made):
    timeline = made["timeline"]
    timeline["samples"] = 5000
    axis = Axis(made)
    assert axis.stride == 9
    assert axis.unit == "ms"
    assert len(axis.edges) == len(axis.thin([1] * 5000, sum)) == 556
    assert axis.end == pytest.approx(50)
