# SPDX-License-Identifier: Apache-2.0
"""PSN arithmetic, the responder's bitmap against a set, timers, and memory."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host_stack.transport.memory import AccessError, MemoryRegion, MemoryTable
from host_stack.transport.receive_window import Arrival, ReceiveWindow
from host_stack.transport.timers import Timers
from host_stack.wire.psn import expand, expand16, wire


@given(st.integers(-(1 << 20), 1 << 40), st.integers(-(1 << 23) + 1, (1 << 23) - 1))
def test_expand_finds_the_nearest_index(near, distance):
    index = near + distance
    assert 0 <= wire(index) < 1 << 24
    assert expand(wire(index), near) == index


def test_psn_wraps():
    assert wire(0x1000000) == 0
    assert wire(-1) == 0xFFFFFF
    assert expand(0x000001, 0xFFFFFF) == 0x1000001
    assert expand(0xFFFFFF, 0x1000001) == 0xFFFFFF


def test_timestamps_expand_into_the_past():
    assert expand16(0xFFFF, 0x10000) == 0xFFFF
    assert expand16(5, 0x20005) == 0x20005
    assert expand16(6, 0x20005) == 0x10006


@given(st.lists(st.integers(0, 300), max_size=400), st.integers(0, 0xFFFFFF))
@settings(max_examples=80, deadline=None)
def test_window_against_a_set(offsets, first):
    size = 256
    window = ReceiveWindow(first, size)
    seen: set[int] = set()
    reported: set[int] = set()
    for number, offset in enumerate(offsets):
        index = first + offset
        cack = window.cack
        assert all(i in seen for i in range(first, cack + 1))
        assert cack + 1 not in seen
        expected = (
            Arrival.DUPLICATE_BELOW
            if index <= cack
            else Arrival.OUTSIDE
            if index > cack + size
            else Arrival.DUPLICATE_ABOVE
            if index in seen
            else Arrival.NEW
        )
        assert window.classify(index) is expected
        if expected is Arrival.NEW:
            moved = window.accept(index)
            seen.add(index)
            assert moved == (window.cack > cack)
        assert window.max_received == max(seen, default=first - 1)
        assert window.held == sum(1 for i in seen if i > window.cack)
        if number % 7 == 0:
            base, bitmap = window.report()
            assert base > window.cack
            told = {base + i for i in range(64) if bitmap >> i & 1}
            assert told == {i for i in seen if base <= i < base + 64}
            reported |= told
    # Reporting on and on leaves nothing unsaid.
    for _ in range(10):
        base, bitmap = window.report()
        reported |= {base + i for i in range(64) if bitmap >> i & 1}
    assert not window.has_unreported
    assert reported >= {i for i in seen if i > window.cack}


def test_reopen_reports_again():
    window = ReceiveWindow(0, 256)
    for index in (1, 150, 200):
        window.accept(index)
    while window.has_unreported:
        window.report()
    assert window.report()[0] == 200 - 63  # nothing new: the latest 64
    window.reopen(1)
    assert window.report() == (1, 1)
    window.reopen_all()
    assert window.report() == (1, 1)
    assert window.has_unreported


def test_old_psns_are_duplicates_and_ancient_ones_are_outside():
    window = ReceiveWindow(1 << 30, 128)
    assert window.classify((1 << 30) - 5) is Arrival.DUPLICATE_BELOW
    assert window.classify((1 << 30) - (1 << 23)) is Arrival.OUTSIDE


def test_timers_fire_in_order_and_rearm():
    timers: Timers[str] = Timers()
    assert timers.earliest() is None
    timers.set("a", 30)
    timers.set("b", 10)
    timers.set("a", 5)
    assert timers.earliest() == 5
    assert timers.pop_due(4) is None
    assert [timers.pop_due(40), timers.pop_due(40), timers.pop_due(40)] == ["a", "b", None]
    assert timers.earliest() is None


def test_memory_refuses_what_leaves_a_region():
    table = MemoryTable()
    region = MemoryRegion(0x1000, bytearray(16), 7)
    table.add(region)
    table.place(7, 0x100C, b"abcd")
    assert region.data == bytes(12) + b"abcd"
    for key, address, data in ((8, 0x1000, b"x"), (7, 0xFFF, b"x"), (7, 0x100D, b"abcd"), (7, 1 << 63, b"x")):
        with pytest.raises(AccessError):
            table.place(key, address, data)
    assert region.data == bytes(12) + b"abcd"
    assert len(region.data) == 16
    with pytest.raises(ValueError, match="already registered"):
        table.add(MemoryRegion(0, bytearray(1), 7))
    table.remove(region)
    with pytest.raises(AccessError, match="unknown r_key"):
        table.place(7, 0x1000, b"x")
