# SPDX-License-Identifier: Apache-2.0
"""Which entries a switch of a fabric gets, for the tables of ``p4src`` (docs/pipeline.md lists them).

Routing (switch §2): one uN SID, the switch's own; a T0 has a /48 per T1 of its plane and per downlink, a T1 a
/48 per T0 of its plane; everything else of the uSID block is a blackhole, so a wrong uSID is counted, not forwarded.
With ``ecmp: true`` the NICs' own addresses have routes too (`controller.nic_routes`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from controller.errors import ControllerError
from controller.nic_routes import adjacency, nic_routes
from controller.plan import SwitchPlan
from controller.program import numbers
from controller.program.enums import ENUMS
from controller.program.names import (
    BLACKHOLE_IPV6,
    DATA_QUEUE_PROFILE,
    DSCP_TO_TC,
    MY_SID,
    ROUTE_IPV6,
    SET_DATA_QUEUE_PROFILE,
    SET_NEXTHOP_IPV6,
    SET_QUEUE,
    SET_TC,
    SET_TRIM,
    SET_TRIM_QUEUE_PROFILE,
    SWITCH_TRIMMING,
    TC_TO_QUEUE,
    TRIM_QUEUE_PROFILE,
    UN,
)
from p4soft.table_entries import Exact, Lpm, TableEntry
from topologies import NO_OUTAGES, Fabric, Outages, Port, Switch, srv6

TRIMMABLE_ROLES = ("TRIMMABLE", "TRIMMABLE_RETX")
DSCPS = 64


def plan(fabric: Fabric, switch: str | Switch, outages: Outages = NO_OUTAGES) -> SwitchPlan:
    """The tables of one switch.

    Args:
        fabric: A loaded fabric.
        switch: A switch of it, or the name of one.
        outages: What routes to NICs' addresses go around. SRv6's routes are the same with any: a path that a packet
            names has no other way.

    Raises:
        TopologyError: No switch of that name.
        ControllerError: A link rate the switch program cannot express, or more members of groups than it has room for.
    """
    node = fabric.switch(switch) if isinstance(switch, str) else switch
    ports = tuple(node.ports())
    entries = (
        *routing(fabric, node, outages),
        *_classification(fabric),
        *_queue_profiles(fabric, ports),
        *_trimming(fabric, ports),
    )
    return SwitchPlan(node.name, node.device_id, entries, max(port.number for port in ports))


def routing(fabric: Fabric, switch: Switch, outages: Outages = NO_OUTAGES) -> Iterator[TableEntry]:
    """The entries that forward: the switch's own SID, then its routes."""
    yield _own_sid(fabric, switch)
    yield from _routes(fabric, switch)
    if fabric.spec.ecmp:
        yield from nic_routes(switch, outages)


def rate_units(rate_bps: int) -> int:
    """A link's rate in the program's units. Raises ControllerError if it does not fit."""
    units = numbers.rate(rate_bps)
    if not numbers.RATE_MIN <= units <= numbers.RATE_MAX:
        raise ControllerError(
            f"link rate {rate_bps} b/s is not what the switch program can express; accepted: 1 b/s to 2 Tb/s"
        )
    return units


def _own_sid(fabric: Fabric, switch: Switch) -> TableEntry:
    # No USD flavour: the destination NIC decapsulates, never a switch (wire-format §1.1).
    return TableEntry(
        MY_SID,
        _usid_match(fabric, switch.usid),
        UN,
        {"usd_flavor": 0, "dscp_mode": ENUMS["dscp_mode_t"]["PIPE"]},
        note=f"own uSID of {switch.name}",
    )


def _routes(fabric: Fabric, switch: Switch) -> Iterator[TableEntry]:
    yield TableEntry(
        ROUTE_IPV6,
        {"dst_addr": Lpm(fabric.block << 96, srv6.BLOCK_BITS)},
        BLACKHOLE_IPV6,
        note="rest of the uSID block",
    )
    for port in switch.ports():
        host = port.role == "host"
        usid = srv6.downlink_usid(switch.plane, port.number) if host else fabric.switch(port.peer).usid
        note = f"to {port.peer}:{port.peer_port}"
        yield TableEntry(ROUTE_IPV6, _usid_match(fabric, usid), SET_NEXTHOP_IPV6, adjacency(switch, port), note=note)


def _classification(fabric: Fabric) -> Iterator[TableEntry]:
    qos = fabric.qos
    role_of = {entry.dscp: role for role, entry in qos.roles.items()}
    for dscp in range(DSCPS):
        role = role_of.get(dscp)
        tc = qos.roles[role].tc if role else qos.default_tc
        if role is None and tc == 0:
            continue  # what the program does on a miss
        params = {"tc": tc, "trim_eligible": int(role in TRIMMABLE_ROLES)}
        yield TableEntry(DSCP_TO_TC, {"dscp": Exact(dscp)}, SET_TC, params, note=role or "default")
    for tc, queue in sorted(qos.tc_to_queue.items()):
        yield TableEntry(TC_TO_QUEUE, {"tc": Exact(tc)}, SET_QUEUE, {"queue": queue})


def _queue_profiles(fabric: Fabric, ports: tuple[Port, ...]) -> Iterator[TableEntry]:
    """Every queue's profile in the data pass, and the trim queue's again in the trim pass."""
    for port in ports:
        for queue in sorted(fabric.qos.queues):
            match = {"egress_port": Exact(port.number), "queue": Exact(queue)}
            yield TableEntry(
                DATA_QUEUE_PROFILE, match, SET_DATA_QUEUE_PROFILE, _profile(fabric, port, queue), note=_facing(port)
            )
    if fabric.qos.trim.enabled:
        for port in ports:
            queue = _trim_queue(fabric, port)
            match = {"egress_port": Exact(port.number), "queue": Exact(queue)}
            yield TableEntry(
                TRIM_QUEUE_PROFILE, match, SET_TRIM_QUEUE_PROFILE, _profile(fabric, port, queue), note=_facing(port)
            )


def _profile(fabric: Fabric, port: Port, queue: int) -> dict[str, int]:
    spec = fabric.qos.queues[queue]
    admission = spec.host if port.role == "host" else spec.fabric
    trims = spec.discard == "trim" and fabric.qos.trim.enabled
    low = high = slope = 0
    if admission.ecn is not None:
        low, high = admission.ecn.min.resolve(fabric.bdp_bytes), admission.ecn.max.resolve(fabric.bdp_bytes)
        slope = numbers.ecn_slope(low, high, admission.ecn.p_max)
    return {
        "rate": rate_units(port.link.rate_bps),
        "frame_overhead": numbers.ETHERNET_OVERHEAD,
        "limit": admission.limit.resolve(fabric.bdp_bytes),
        "packet_discard_action": ENUMS["discard_action_t"]["DROP_AND_TRIM" if trims else "DROP"],
        "ecn": int(admission.ecn is not None),
        "ecn_min_threshold": low,
        "ecn_max_threshold": high,
        "ecn_slope_per_byte": slope,
    }


def _trimming(fabric: Fabric, ports: tuple[Port, ...]) -> Iterator[TableEntry]:
    trim = fabric.qos.trim
    if not trim.enabled:
        return
    for port in ports:
        params = {
            "size": trim.size,
            "dscp": fabric.qos.roles[_trimmed_role(port)].dscp,
            "queue": _trim_queue(fabric, port),
            "length_mode": ENUMS["length_mode_t"][trim.lengths.upper()],
        }
        yield TableEntry(
            SWITCH_TRIMMING, {"egress_port": Exact(port.number)}, SET_TRIM, params, note=_trimmed_role(port)
        )


def _trimmed_role(port: Port) -> Literal["TRIMMED", "TRIMMED_LASTHOP"]:
    """SAI's from-TC resolution: host-facing ports have a DSCP of their own, so the receiver learns where it was cut."""
    return "TRIMMED_LASTHOP" if port.role == "host" else "TRIMMED"


def _trim_queue(fabric: Fabric, port: Port) -> int:
    """The static trim queue, or (dynamic) the queue the trimmed packet's new DSCP maps to."""
    qos = fabric.qos
    return qos.tc_to_queue[qos.roles[_trimmed_role(port)].tc] if qos.trim.queue == "dynamic" else qos.trim.queue


def _usid_match(fabric: Fabric, usid: int) -> dict[str, Lpm]:
    return {"dst_addr": Lpm(srv6.prefix(fabric.block, usid), srv6.USID_PREFIX_LEN)}


def _facing(port: Port) -> str:
    return f"{port.role}-facing, {port.peer}"
