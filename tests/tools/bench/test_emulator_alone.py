# SPDX-License-Identifier: Apache-2.0
"""The emulator alone."""

from __future__ import annotations

from tools.bench import emulator


def test_the_emulator_alone_is_fast_enough():
    measured = emulator.measure(300)
    assert measured.events > 10_000
    # The room's own budget is 10 us per event on an idle core; three times that tolerates a shared one.
    assert measured.microseconds_per_event < 30
