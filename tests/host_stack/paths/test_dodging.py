# SPDX-License-Identifier: Apache-2.0
"""Neighbours on full uplinks see the same marks: what they make of them must not set the queues swinging."""

from math import inf
from random import Random

import pytest
from host_stack_kit import delivered, ev_set, template

from host_stack import EvProfile, EvSet, TransportOptions
from host_stack.paths.ev_set import SkipEnd
from host_stack.wire.constants import SackMark

_SENDERS = _UPLINKS = 4
_BDP = 18
"""Packets of a plane of 100 Gb/s in a round trip of 6 us; a queue as long is trimmed (switch §3)."""


def queues_of_full_uplinks(
    sets: list[EvSet], steps: int, *, uplinks: int = _UPLINKS, rate: int = 1, window: float = inf
) -> list[tuple[int, ...]]:
    """Queues, in packets, of uplinks that NICs fill, by step: each takes a packet, and each NIC sends ``rate``.

    None has more than ``window`` packets in flight. Uplinks mark from a fifth of a BDP on, and from four fifths every
    packet; a mark is heard a round trip, and what the packet had to wait, later.
    """
    rng, queues, heard, seen = Random(1), [_BDP // 3] * uplinks, {}, []
    in_flight = dict.fromkeys(sets, 0)
    for now in range(1, steps):
        for evs, entropy, sent, marked in heard.pop(now, ()):
            in_flight[evs] -= 1
            if marked:
                evs.on_mark(entropy, SackMark.SKIP_ONCE, sent, now)
            delivered(evs, entropy, sent)
        for evs in (evs for evs in sets for _ in range(rate)):
            if in_flight[evs] >= window:
                continue
            in_flight[evs] += 1
            entry = evs.choose(1, now)
            queue = queues[entry.uplink]
            marked = rng.random() < (queue / _BDP - 0.2) / 0.6
            heard.setdefault(now + _BDP + queue, []).append((evs, entry.entropy, now, marked))
            queues[entry.uplink] += 1
        queues = [max(0, queue - 1) for queue in queues]
        seen.append(tuple(queues))
    return seen


@pytest.mark.parametrize("end", [SkipEnd.TURN, SkipEnd.DOUBLING])
def test_full_uplinks_are_neither_overrun_nor_left_idle(end):
    options = TransportOptions(skip_end=end, base_rtt_ns=_BDP)
    for seed in range(4):
        sets = [
            ev_set(EvProfile(template(1, _UPLINKS)), seed=100 * seed + sender, planes=1, options=options)[0]
            for sender in range(_SENDERS)
        ]
        seen = queues_of_full_uplinks(sets, 3000)[500:]
        assert max(max(queues) for queues in seen) < _BDP
        assert sum(min(queues) == 0 for queues in seen) < len(seen) / 100


def test_a_flow_that_fills_both_its_paths_by_itself_goes_on_using_both():
    """A NIC of four times their rate, in whose window a few packets more have room than both paths take.

    Each queue is marked now and then. An EV left out for that leaves its path idle, and floods the other's.
    """
    for seed in range(8):
        evs, _, _ = ev_set(EvProfile(template(1, 2)), seed=seed, planes=1, options=TransportOptions(base_rtt_ns=_BDP))
        seen = queues_of_full_uplinks([evs], 6000, uplinks=2, rate=4, window=2 * _BDP + 7)[500:]
        assert max(max(queues) for queues in seen) < _BDP
        assert sum(min(queues) == 0 for queues in seen) < len(seen) / 100
