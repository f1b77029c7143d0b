# SPDX-License-Identifier: Apache-2.0
"""Towards each of its peers a NIC loads all planes alike (endpoint §8, "false incast"), and no port waits for that."""

import pytest
from host_stack_kit import Pipe, config, is_data, join
from nic_wire_kit import pattern

from host_stack import Nic

PACKETS = 128


def all_to_all(count, planes):
    """Each of so many NICs writes to each of the others, all at once; the queue pairs that send, and the wire."""
    numbers = range(1, count + 1)
    nics = {
        own: Nic(config(f"n{own}", own, [peer for peer in numbers if peer != own], planes=planes), seed=own)
        for own in numbers
    }
    pipe = Pipe(list(nics.values()))
    data = pattern(PACKETS * 4096)
    pairs = []
    for own, nic in nics.items():
        for peer in numbers:
            if peer > own:
                pairs += [(*join(nic, nics[peer]), nics[peer]), (*reversed(join(nic, nics[peer])), nic)]
    senders = []
    for mine, _, peer in pairs:
        region = peer.register_memory(len(data))
        mine.post_write(data, region.address, region.r_key)
        senders.append(mine)
    pipe.run(lambda: all(qp.counters.messages_completed for qp in senders), limit_ns=5_000_000)
    return senders, pipe


@pytest.mark.parametrize(("count", "planes"), [(8, 4), (6, 2)])
def test_planes_are_equally_loaded_towards_every_peer(count, planes):
    senders, _ = all_to_all(count, planes)
    assert len(senders) == count * (count - 1)
    for qp in senders:
        loads = [qp.counters.plane_packets[plane] for plane in range(planes)]
        assert sum(loads) == PACKETS
        assert max(loads) - min(loads) <= 4


def test_no_port_waits_for_a_queue_pair_whose_turn_it_is_there():
    """Three NICs of four planes: two queue pairs each, of which often none has its turn on the port that is free."""
    _, pipe = all_to_all(3, 4)
    ports = [
        [at for at, name, port, frame in pipe.sent if name == "n1" and port == plane and is_data(frame)]
        for plane in range(4)
    ]
    frame_ns = (4096 + 142 + 24) * 8 // 100
    for sent in ports:
        assert sent[-1] - sent[0] <= 1.1 * frame_ns * len(sent)
