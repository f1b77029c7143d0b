# SPDX-License-Identifier: Apache-2.0
"""What holds, and how bounds are shown."""

from __future__ import annotations

from fabric.measurements import Bound


def test_bounds():
    assert Bound(min=1).holds(1)
    assert not Bound(min=1).holds(0)
    assert Bound(max=0.5).holds(0.5)
    assert not Bound(min=1, max=2).holds(2.1)
    assert Bound(equals=True).holds(True)
    assert not Bound(equals=0).holds(None)
    assert not Bound(min=0).holds(None)
    assert [str(b) for b in (Bound(min=1, max=2), Bound(equals=0), Bound(max=0.25))] == ["1 … 2", "= 0", "≤ 0.250"]
