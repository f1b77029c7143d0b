# SPDX-License-Identifier: Apache-2.0
"""Two ends that have different windows: each keeps to the other's, and who was told none finds out.

No path loses anything here but what a test drops on purpose.
"""

from __future__ import annotations

import pytest
from host_stack_kit import Pipe, address, config, is_data, psn_of, template
from nic_wire_kit import pattern

import topologies
from host_stack import (
    CcProfile,
    ConnectionParameters,
    EvProfile,
    EvState,
    InitAttributes,
    Nic,
    QueuePair,
    RtrAttributes,
    RtsAttributes,
    WireOptions,
)
from host_stack.provision import QpParameters, connection_parameters, enter_rts, nic_config, open_qp
from host_stack.wire.options import OutOfWindow

SIZE = 4 << 20


def pair(a: Nic, b: Nic, *, sends: int, takes: int) -> tuple[QueuePair, QueuePair]:
    """Queue pairs whose attributes were set by hand: ``a`` believes in a window of ``sends`` units, ``b`` has less."""
    qps = [nic.create_qp() for nic in (a, b)]
    for number, qp in enumerate(qps):
        profile = EvProfile(template(2, 8), active_per_plane=8, backup_per_plane=0)
        qp.modify_to_init(InitAttributes(profile, CcProfile.fixed(1 << 22)))
        mpr = takes if number else sends
        qp.modify_to_rtr(RtrAttributes(address(2 - number), qps[1 - number].qpn, first_psn=5, mpr=mpr))
        qp.modify_to_rts(RtsAttributes(first_psn=5, mpr=sends))
    return qps[0], qps[1]


def transfer(mode: OutOfWindow, *, sends: int = 8, takes: int = 1, lost: int = 3) -> tuple[QueuePair, QueuePair, bool]:
    """4 MiB; ``lost`` packets are lost until 100 us have passed: holes, and many packets behind each of them.

    Both ends, and whether only EVs were retired on which something was lost.
    """
    wire = WireOptions(out_of_window=mode)
    a, b = (Nic(config("ab"[i], i + 1, [2 - i], uplinks=8, wire=wire), seed=i) for i in (0, 1))
    qa, qb = pair(a, b, sends=sends, takes=takes)
    region = b.register_memory(SIZE)
    pipe = Pipe([a, b])
    until: dict[int, int] = {}
    lossy: set[int] = set()

    def hook(_name, _port, frame, now):
        number = psn_of(frame)
        if is_data(frame) and number % 97 == 0 and number < 97 * lost and now < until.setdefault(number, now + 100_000):
            lossy.add(int.from_bytes(frame[94:96] + frame[56:58], "big"))
            return []
        return [(0, frame)]

    pipe.hook = hook
    data = pattern(SIZE)
    qa.post_write(data, region.address, region.r_key)
    pipe.run(lambda: qa.counters.messages_completed == 1, limit_ns=50_000_000)
    assert bytes(region.data) == data
    retired = {event.entropy for event in a.events.take() if event.new is EvState.ASSUMED_BAD}
    return qa, qb, retired <= lossy


@pytest.mark.parametrize("takes", [1, 2])
def test_what_a_smaller_window_drops_in_silence_is_sent_again(takes):
    _, qb, _ = transfer(OutOfWindow.DROP, takes=takes)
    assert qb.counters.out_of_window > 0


def test_a_smaller_window_that_is_said_is_kept_to():
    qa, qb, fair = transfer(OutOfWindow.NACK, takes=2)
    assert qb.counters.out_of_window > 0
    assert fair
    assert qa.requestor.state.window == 256


def test_where_windows_are_as_agreed_losses_are_held_against_evs():
    qa, qb, _ = transfer(OutOfWindow.DROP, takes=8)
    assert qb.counters.out_of_window == 0
    assert qa.counters.evs_retired >= 1


@pytest.mark.parametrize(("first", "second"), [(1, 16), (16, 1)])
def test_ends_that_greet_keep_to_the_window_of_the_other(first, second):
    """Each end accepts another window: the sender uses the receiver's."""
    fabric = topologies.load("topologies/lab.yaml")
    a, b = (Nic(nic_config(fabric, name), seed=1) for name in ("nic0", "nic3"))
    ends = []
    for nic, peer, mpr in ((a, b, first), (b, a, second)):
        given = QpParameters(offer={"mpr": mpr})
        qp = open_qp(fabric, nic, peer.config.address, cc=CcProfile.fixed(1 << 22), parameters=given)
        ends.append((qp, connection_parameters(fabric, nic, qp, given), given))
    for (qp, own, given), (_, peer, _) in zip(ends, reversed(ends), strict=True):
        enter_rts(qp, own, ConnectionParameters.from_json(peer.to_json()), given)
    (qa, _, _), (qb, _, _) = ends
    for sender, receiver, units in ((qa, qb, second), (qb, qa, first)):
        window = receiver.responder.reception.window
        assert sender.requestor.state.window == window.edge - window.cack == 128 * units
