# SPDX-License-Identifier: Apache-2.0
"""Priority flow control in bytes: what may still arrive after a switch has decided to pause (IEEE 802.1Q annex N)."""

from __future__ import annotations

from collections.abc import Iterator

from common.documents import Problem
from topologies.schema import LinkSpec, PfcSpec, TopologySpec

LARGEST_HEADERS = 190
"""Most bytes of a frame beside its payload: Ethernet, IPv6 with a routing header, inner IPv6, UDP, BTH to ICRC."""
WIRE_OVERHEAD = 24
PAUSE_ON_WIRE = 84


def headroom_bytes(link: LinkSpec, mtu: int) -> int:
    """Bytes that may arrive on a link after its receiver has passed `xoff`.

    The frame that passed it, a frame that is just leaving in front of the pause frame, the pause frame, both ways of
    the link, and the frame that the other end has just begun.
    """
    frame = mtu + LARGEST_HEADERS + WIRE_OVERHEAD
    return 3 * frame + PAUSE_ON_WIRE + -(-2 * link.delay * link.rate // 8_000_000_000)


def headroom_of(spec: TopologySpec, pfc: PfcSpec, bdp_bytes: int) -> int:
    """The headroom of every port: as given, or what the longest link needs."""
    if pfc.headroom is not None:
        return pfc.headroom.resolve(bdp_bytes)
    return max(headroom_bytes(link, spec.mtu) for _, link in _links(spec))


def _links(spec: TopologySpec) -> Iterator[tuple[str, LinkSpec]]:
    """A link of each kind, and each that has a rate of its own."""
    yield "host", spec.links.host
    yield "fabric", spec.links.fabric
    for name, rate in spec.links.rates.items():
        yield name, spec.links.fabric.model_copy(update={"rate": rate})


def check_pfc(spec: TopologySpec, bdp_bytes: int) -> Iterator[Problem]:
    """Whether no frame can be lost in a lossless queue."""
    pfc = spec.qos.pfc
    if pfc is None:
        return
    xoff, xon = pfc.xoff.resolve(bdp_bytes), pfc.xon.resolve(bdp_bytes)
    headroom = headroom_of(spec, pfc, bdp_bytes)
    if not 0 <= xon <= xoff:
        yield Problem(("qos", "pfc", "xon"), f"{xon} bytes exceed xoff of {xoff} bytes", f"0..{xoff} bytes")
    for kind, link in _links(spec):
        need = headroom_bytes(link, spec.mtu)
        if headroom < need:
            what = f"{headroom} bytes: {need} may arrive on a {kind} link after it was paused"
            yield Problem(("qos", "pfc", "headroom"), what, f"{need} bytes or more, or none to have it computed")
    ports = max(spec.downlinks_per_t0 + spec.t1s_per_plane, spec.t0s_per_plane)
    need = (ports - 1) * (xoff + headroom)
    entry = spec.qos.queues.get(pfc.queue)
    if entry is None:
        what = f"queue {pfc.queue} is not described in qos.queues"
        yield Problem(("qos", "pfc", "queue"), what, ", ".join(map(str, sorted(spec.qos.queues))))
        return
    if entry.discard != "drop":
        yield Problem(("qos", "queues", pfc.queue, "discard"), "a lossless queue does not trim", "drop, or no qos.pfc")
    for side, admission in (("fabric", entry.fabric), ("host", entry.host)):
        limit = admission.limit.resolve(bdp_bytes)
        if limit < need:
            what = f"{limit} bytes: up to {need} may wait there before every other port is paused"
            yield Problem(("qos", "queues", pfc.queue, side, "limit"), what, f"{need} bytes or more")
