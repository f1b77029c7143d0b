# SPDX-License-Identifier: Apache-2.0
"""The measurements of growth measure what they say: every frame hits, every curve has its points."""

import pytest

from tools.bench import growth, lookups


@pytest.mark.parametrize("kind", growth.KINDS, ids=lambda kind: kind.name)
def test_every_frame_hits_an_entry(kind):
    """`entries_curve` raises when a frame does not leave by the port that entries name."""
    (point,) = growth.entries_curve([kind], [40])
    assert (point.curve, point.series, point.x) == ("entries", kind.name, 40)
    assert point.packets > 0
    assert point.inserts > 0
    assert 40 * 8 < point.bytes_per_entry * 40 < 40 * 1000


def test_tables_and_header_bytes():
    assert [p.x for p in growth.tables_curve([1, 3])] == [1, 3]
    assert [p.x for p in growth.headers_curve([1, 17])] == [16, 272]


@pytest.mark.parametrize("shape", lookups.SHAPES, ids=lambda shape: shape.name)
def test_lookups_alone(shape):
    """`growth` raises when native code does not find what is in the table."""
    (row,) = lookups.growth([shape], [70])
    assert (row.shape, row.entries) == (shape.name, 70)
    assert min(row.lookups, row.python_lookups, row.inserts, row.deletes) > 0
