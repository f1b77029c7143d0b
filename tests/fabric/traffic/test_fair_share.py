# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest

from fabric.traffic.flow import fair_shares


@pytest.mark.parametrize(
    ("flows", "shares"),
    [
        ([(0, 1)], [200.0]),
        ([(0, 3), (1, 3), (2, 3)], [200 / 3] * 3),
        ([(0, 1), (0, 2)], [100.0, 100.0]),
        # NIC 3 gives its three flows 66.7 each; the rest of NIC 0 goes to its other flow.
        ([(0, 3), (1, 3), (2, 3), (0, 1)], [200 / 3, 200 / 3, 200 / 3, 400 / 3]),
        ([(0, 1), (1, 0)], [200.0, 200.0]),
        ([], []),
    ],
)
def test_max_min_shares(flows, shares):
    assert fair_shares(flows, 200) == pytest.approx(shares)
