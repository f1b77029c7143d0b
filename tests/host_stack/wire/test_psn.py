# SPDX-License-Identifier: Apache-2.0
"""PSN arithmetic around the wrap, and timestamps that wrap every 8.39 ms."""

from hypothesis import given
from hypothesis import strategies as st

from host_stack.wire.headers import age_ns, index_of, psn_of, sent_ns, tick


@given(st.integers(-(1 << 20), 1 << 40), st.integers(-(1 << 23) + 1, (1 << 23) - 1))
def test_expand_finds_the_nearest_index(near, distance):
    index = near + distance
    assert 0 <= psn_of(index) < 1 << 24
    assert index_of(psn_of(index), near) == index


def test_psn_wraps():
    assert psn_of(0x1000000) == 0
    assert psn_of(-1) == 0xFFFFFF
    assert index_of(0x000001, 0xFFFFFF) == 0x1000001
    assert index_of(0xFFFFFF, 0x1000001) == 0xFFFFFF


def test_timestamps_expand_into_the_past():
    for timestamp, now, expected in ((0xFFFF, 0x10000, 0xFFFF), (5, 0x20005, 0x20005), (6, 0x20005, 0x10006)):
        now_ns = now * 128 + 77
        assert sent_ns(timestamp, now_ns) == expected * 128
        assert age_ns(timestamp, now_ns) == (now - expected) * 128
        assert tick(expected * 128 + 127) == timestamp
