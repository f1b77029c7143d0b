# SPDX-License-Identifier: Apache-2.0
"""The way back: one EV per plane, replaced when it fails, believed again when it works."""

from random import Random

from host_stack_kit import ev_set

from host_stack.paths.reverse_evs import ReverseEvs

ALL = 0xFF


def test_reverse_evs_cover_every_plane_and_drop_what_fails():
    evs, _, _ = ev_set()
    reverse = ReverseEvs(evs, Random(1))
    used = {plane: {e.entropy for e in (reverse.choose(1 << plane) for _ in range(4))} for plane in (0, 1)}
    assert all(len(values) == 1 for values in used.values())
    current = reverse.choose(0b01)
    reverse.fail(current)
    assert reverse.choose(0b11).plane == 1  # plane 0 rests ...
    assert reverse.choose(0b01) is None
    other = next(e for e in evs if e.plane == 0 and e is not current)
    reverse.confirm(other)
    assert reverse.choose(0b01) is other  # ... until something there works
    evs.on_loss(other.entropy, 0, "loss", 1)
    assert reverse.choose(0b01) is not other
    for plane in (0, 1):
        reverse.fail(reverse.choose(1 << plane) or reverse._by_plane[plane])
    assert reverse.choose(0b11) is not None  # all suspect: better than silence
