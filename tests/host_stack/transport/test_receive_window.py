# SPDX-License-Identifier: Apache-2.0
"""The responder's bitmap against a set."""

from hypothesis import given, settings
from hypothesis import strategies as st

from host_stack.transport.windows import Arrival, ReceiveWindow


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
