# SPDX-License-Identifier: Apache-2.0
"""Run by test_tampered_nics.py in a process of its own: NICs with damaged parts, and queue pairs that end on the way.

Prints a line for each: its name, and what `transmit` came to.
"""

import gc
import sys
from collections import OrderedDict

from host_stack import CcProfile, EvProfile, InitAttributes, Nic, NicConfig, PortConfig, StaticPaths
from host_stack.bench import _ADDRESSES, _TEMPLATE
from host_stack.paths.probes import EvProber, OpenProbe, Purpose
from host_stack.verbs import RtrAttributes, RtsAttributes


def sending(queue_pairs=2):
    """A NIC with writes on their way, and its queue pairs."""
    port = PortConfig(bytes(6), bytes(6))
    nics = [
        Nic(NicConfig(f"nic{i}", _ADDRESSES[i], (port, port), StaticPaths({_ADDRESSES[1 - i]: _TEMPLATE})), seed=i)
        for i in (0, 1)
    ]
    senders = []
    for _ in range(queue_pairs):
        pair = [nic.create_qp() for nic in nics]
        for i in (0, 1):
            pair[i].modify_to_init(InitAttributes(EvProfile(_TEMPLATE), CcProfile.fixed(1 << 30)))
            pair[i].modify_to_rtr(RtrAttributes(_ADDRESSES[1 - i], pair[1 - i].qpn))
            pair[i].modify_to_rts(RtsAttributes(mpr=255))
        pair[0].post_write(bytes(1 << 16), 0x1000, 1)
        senders.append(pair[0])
    for at in range(6):
        assert nics[0].transmit(3, 1000 * at)
    return nics[0], senders


def no_rate(nic, _):
    nic._scheduler._rates_bps = (0, 0)


def no_rates(nic, _):
    nic._scheduler._rates_bps = ()


def no_times(nic, _):
    nic._scheduler._busy_until_ns = []


def times_deleted(nic, _):
    del nic._scheduler._busy_until_ns


def turn_below_zero(_, qps):
    for qp in qps:
        qp.evs._rotation._next_plane = -1


def no_planes(_, qps):
    for qp in qps:
        qp.evs._rotation._planes = []


def peer_deleted(_, qps):
    for qp in qps:
        del qp.peer_address


def responder_deleted(nic, qps):
    nic._scheduler._control.append(qps[0])
    del qps[0].responder


def no_heap(nic, _):
    nic._timers._settled = False
    nic._timers._heap = "x"


def probe(waiting):
    def tampered(nic, _):
        nic.prober.waiting_paths = 1
        nic.prober._waiting = (waiting(), {})

    return tampered


def probe_without_bytes(nic, qps):
    nic.prober.ask(OpenProbe(qps[0].qpn, _ADDRESSES[1], next(iter(qps[0].evs.entries.values())), Purpose.REVERSE))
    nic.prober._builder = None
    EvProber._request = lambda *_: "x"


def lost_and_reset(nic, _):
    """While a retransmission is looked for, its queue pair ends."""
    qp = nic._scheduler._data[0]
    flight = qp.requestor.flight
    flight.requeue(flight.records.in_order()[0], 0)
    evs, kept = qp.evs, []

    def end(*_, **__):
        qp.reset()
        kept.extend(bytearray(size) for size in range(16, 160, 8) for _ in range(50))

    evs.choose = evs.choose_proven = end
    evs._rotation._next_plane = 0
    nic._scheduler._busy_until_ns[0] = 10**9


def reset_by_the_draw(nic, _):
    """While the order of EVs is drawn, the queue pair ends."""
    qp = nic._scheduler._data[0]

    class Draw:
        def getrandbits(self, _):
            if qp.requestor is not None:
                qp.reset()
                gc.collect()
            return 0

    rotation = qp.evs._rotation
    rotation._rng = Draw()
    for turns in rotation._planes:
        turns.cursor = 10**6


CASES = {
    "no rate": no_rate, "no rates": no_rates, "no times": no_times, "times deleted": times_deleted,
    "turn below zero": turn_below_zero, "no planes": no_planes, "peer deleted": peer_deleted,
    "responder deleted": responder_deleted, "no heap": no_heap, "probes in no order": probe(lambda: {1: 2}),
    "probe of nothing": probe(lambda: OrderedDict({1: None})), "probes nowhere": probe(lambda: None),
    "probe without bytes": probe_without_bytes, "lost and reset": lost_and_reset,
    "reset by the draw": reset_by_the_draw,
}  # fmt: skip


class Owner:
    """Ends a queue pair when it is collected."""

    def __init__(self, nic, qp):
        self.me, self.nic, self.qp = self, nic, qp

    def __del__(self):
        self.nic.destroy_qp(self.qp)


def collected(queue_pairs, after):
    """Numbers of queue pairs that never send again once the collector, in `transmit`, has destroyed one of them."""
    gc.collect()
    nic, qps = sending(queue_pairs)
    data = nic._scheduler._data
    while data[0] is not qps[0]:
        data.rotate(-1)
    Owner(nic, qps[0])
    gc.set_threshold(gc.get_count()[0] + after, 1000, 1000)
    gc.enable()
    nic.transmit(3, 10_000)
    gc.disable()
    return [qp.qpn for qp in qps if qp.data_queued and qp not in data]


def main():
    real = EvProber._request
    for name, tamper in CASES.items():
        nic, qps = sending()
        tamper(nic, qps)
        try:
            said = type(nic.transmit(2 if name == "lost and reset" else 3, 10_000)).__name__
        except Exception as problem:  # noqa: BLE001 - which one is what is asked
            said = type(problem).__name__
        EvProber._request = real
        sys.stdout.write(f"{name}: {said}\n")
        sys.stdout.flush()
    gc.disable()
    for queue_pairs in (1, 2):
        stuck = [qpn for after in range(14) for qpn in collected(queue_pairs, after)]
        sys.stdout.write(f"collected, {queue_pairs}: {stuck}\n")


if __name__ == "__main__":
    main()
