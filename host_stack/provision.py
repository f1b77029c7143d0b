# SPDX-License-Identifier: Apache-2.0
"""From a ``topologies`` fabric to NICs and connected queue pairs. The only module here that knows ``topologies``."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from ipaddress import ip_address

from typing_extensions import override

from host_stack.config import NicConfig, PortConfig
from host_stack.errors import ConfigError
from host_stack.fabric_evs import hashed_evs, usid_evs
from host_stack.greeting import Greeting
from host_stack.nic import Nic
from host_stack.parameters import QpParameters, Value, apply, check_names, chosen, member, qp_parameters
from host_stack.paths.ev_profile import EvProfile
from host_stack.paths.pinned_evs import PinnedEvs
from host_stack.paths.template import EvSource, PathResolver, PathTemplate
from host_stack.port_options import PortOptions
from host_stack.queue_pair import QueuePair
from host_stack.transport.attributes import InitAttributes, RtrAttributes
from host_stack.transport.capabilities import agree
from host_stack.transport.congestion.profile import CcProfile
from host_stack.transport.options import TransportOptions
from host_stack.transport.qp_frames import nominal_size
from host_stack.transport.receive_resources import ReceiveLimits
from host_stack.wire.constants import MPR_UNIT
from host_stack.wire.ipv4 import ADDRESS_LEN
from host_stack.wire.options import DscpRoles, EvMode, WireOptions
from topologies import Fabric, NicNode


class Network(Enum):
    """The version of IP that a NIC speaks."""

    IPV6 = "ipv6"
    IPV4 = "ipv4"


def path_template(fabric: Fabric, source: NicNode, target: NicNode) -> PathTemplate:
    """The template from one NIC to another: asks the fabric for a handful of paths and keeps the bits that differ.

    NICs on one T0 use the T0-local path of each plane; others cross any T1.
    """
    local = source.t0 == target.t0

    def destination(plane: int, uplink: int) -> int:
        return fabric.path(source.index, target.index, plane, None if local else uplink).destination

    base = destination(0, 0)
    planes, uplinks = fabric.planes, 1 if local else fabric.t1s
    return PathTemplate(
        base=base,
        plane_masks=tuple(base ^ destination(1 << bit, 0) for bit in range((planes - 1).bit_length())),
        uplink_masks=tuple(base ^ destination(0, 1 << bit) for bit in range((uplinks - 1).bit_length())),
        planes=planes,
        uplinks=uplinks,
    )


class FabricPaths(PathResolver):
    """A PathResolver that works templates out as they are needed and keeps them."""

    def __init__(self, fabric: Fabric, source: NicNode, wire: WireOptions | None = None) -> None:
        """Paths of ``source``, in the mode of ``wire`` (SRv6 without a routing header by default)."""
        self._fabric = fabric
        self._source = source
        self._wire = wire if wire is not None else WireOptions()
        self._known: dict[bytes, EvSource] = {}

    @override
    def template(self, peer: bytes) -> EvSource | None:
        template = self._known.get(peer)
        if template is None:
            node = self._fabric.nic_with_address(ip_address(peer))
            if node is None:
                return None
            template = self._known[peer] = self._towards(node)
        return template

    def _towards(self, node: NicNode) -> EvSource:
        mode = self._wire.ev_mode
        if mode is EvMode.SRV6:
            return path_template(self._fabric, self._source, node)
        if mode is EvMode.SRV6_SRH:
            return usid_evs(self._fabric, self._source, node, mode)
        return hashed_evs(self._fabric, mode, self._wire.ev_halves)


def nic_address(node: NicNode, network: Network) -> bytes:
    """A NIC's address: 16 bytes of IPv6, or 4 of IPv4.

    Raises:
        ConfigError: the fabric has no IPv4 addresses.
    """
    if network is Network.IPV6:
        return node.address.to_bytes(16, "big")
    if node.ipv4_address is None:
        raise ConfigError("network: the topology has no nic_prefix_ipv4; accepted: ipv6")
    return node.ipv4_address.to_bytes(4, "big")


def peer_address(nic: Nic, node: NicNode) -> bytes:
    """The address at which ``nic`` reaches another NIC of its fabric: of the version of IP that it speaks itself."""
    return nic_address(node, Network.IPV4 if len(nic.config.address) == ADDRESS_LEN else Network.IPV6)


def wire_options(fabric: Fabric) -> WireOptions:
    """Wire options with the fabric's DSCP roles."""
    dscp = {role.lower(): spec.dscp for role, spec in fabric.qos.roles.items()}
    return WireOptions(dscp=DscpRoles(**dscp))


def transport_options(fabric: Fabric) -> TransportOptions:
    """Timers in proportion to the fabric's round trip.

    A full fabric path may queue about 3.5 BDP of a plane (UEC advice: 1 per fabric port, 1.5 at the last hop), so a
    hole counts as lost after four round trips.
    """
    rtt = fabric.base_rtt_ns
    return TransportOptions(
        path_mtu=fabric.spec.mtu,
        base_rtt_ns=rtt,
        reorder_ns=4 * rtt,
        tail_probe_ns=6 * rtt,
        reverse_probe_interval_ns=rtt,
    )


def nic_config(
    fabric: Fabric,
    nic: str | int,
    *,
    trimming: bool = True,
    overrides: Mapping[str, Value] | None = None,
) -> NicConfig:
    """The configuration of one of the fabric's NICs.

    Args:
        fabric: the fabric.
        nic: its name or index.
        trimming: False sends data as NO_TRIM.
        overrides: parameters by name (``parameters.NAMED``); enumerations by their value. Those of queue pairs are
            checked, and used by `connect`. And ``network``: ``ipv6``, or ``ipv4`` where the topology has IPv4 addresses
            (``ev_mode`` must be ``udp`` then).

    Raises:
        ConfigError: an override names no parameter, or has a value that is not accepted.
        topologies.TopologyError: there is no such NIC.
    """
    node = fabric.nic(nic)
    ports = []
    for plane in range(fabric.planes):
        switch = fabric.t0(plane, node.t0)
        ports.append(
            PortConfig(
                mac=node.mac(plane).to_bytes(6, "big"),
                peer_mac=switch.mac(node.downlink).to_bytes(6, "big"),
                rate_bps=fabric.rate_bps("host"),
            )
        )
    given = overrides or {}
    check_names(given, "network")
    qp_parameters(given)
    wire = apply(replace(wire_options(fabric), trimming=trimming), given)
    rtt = fabric.base_rtt_ns
    network = member(Network.IPV6, "network", given.get("network", Network.IPV6.value))
    return NicConfig(
        name=node.name,
        address=nic_address(node, network),
        ports=tuple(ports),
        paths=FabricPaths(fabric, node, wire),
        wire=wire,
        transport=apply(transport_options(fabric), given),
        port_options=apply(PortOptions(port_status_retry_ns=2 * rtt, plane_probe_interval_ns=rtt), given),
        receive_limits=apply(ReceiveLimits(), given),
        **chosen(NicConfig, given),
    )


DEFAULT = QpParameters()
"""Nothing given."""


@dataclass(frozen=True, slots=True)
class Connection:
    """Two connected queue pairs in RTS; ``a`` belongs to the first NIC."""

    a: QueuePair
    b: QueuePair


def open_qp(
    fabric: Fabric,
    nic: Nic,
    peer: bytes,
    *,
    evs: int = 128,
    paths: int | None = None,
    cc: CcProfile | None = None,
    parameters: QpParameters = DEFAULT,
    pinned: Sequence[int] | None = None,
) -> QueuePair:
    """A queue pair in INIT with EVs towards the NIC at ``peer``; the arguments are those of `connect`.

    Raises:
        ConfigError: a number is out of range, or ``peer`` is no NIC of the fabric.
    """
    if evs < 1:
        raise ConfigError(f"evs: {evs} is out of range; accepted: at least 1")
    template = nic.config.paths.template(peer)
    if template is None:
        raise ConfigError(f"{nic.config.name}: no path to {ip_address(peer)}; accepted: a NIC of {fabric.name}")
    if pinned is not None:
        own = PinnedEvs(template, pinned)
        profile = EvProfile(
            own,
            planes=own.used_planes,
            backup_per_plane=len(pinned),
            min_active=parameters.profile.get("min_active"),
        )
    else:
        planes = parameters.profile.get("planes")
        whole = EvProfile(template, planes=planes, paths=paths)
        share = max(1, evs // (len(planes) if planes is not None else fabric.planes))
        active = min(share, whole.fewest())
        profile = replace(whole, **{"active_per_plane": active, "backup_per_plane": share, **parameters.profile})
    qp = nic.create_qp(capacity=parameters.capacity)
    qp.modify_to_init(InitAttributes(profile, cc or CcProfile(), parameters.hint))
    return qp


def greet(fabric: Fabric, nic: Nic, qp: QueuePair, parameters: QpParameters = DEFAULT) -> Greeting:
    """What the other end must know of ``qp`` (of `open_qp`), its first PSN drawn."""
    # Room for eight bandwidth-delay products: a packet that is lost holds the PSN window back for the four round trips
    # after which it counts as lost (`transport_options`), those until it is known to have come again, and some more.
    used = len(qp.ev_profile.used_planes())
    packets = 8 * fabric.bdp_bytes * used // nominal_size(nic.config.transport.path_mtu)
    mpr = min(255, max(8, -(-packets // MPR_UNIT)))
    told = replace(nic.capabilities(mpr=mpr), **parameters.offer)
    return Greeting(nic.config.address, qp.qpn, nic.draw_psn(), told)


def enter_rts(qp: QueuePair, own: Greeting, peer: Greeting, parameters: QpParameters = DEFAULT) -> None:
    """Bring a queue pair from INIT to RTS, when both ends have greeted.

    Args:
        qp: of `open_qp`.
        own: what ``qp``'s end told.
        peer: what the other end told.
        parameters: of ``qp``.

    Raises:
        CapabilityError: the two ends do not understand each other. The queue pair stays in INIT.
        ConfigError: one of its planes has no port at the other end.
    """
    offer, both = own.capabilities, agree(own.capabilities, peer.capabilities)
    for plane in qp.ev_profile.used_planes():
        if plane >= both.planes:
            raise ConfigError(f"planes: plane {plane} has no port at both ends; accepted: 0..{both.planes - 1}")
    qp.modify_to_rtr(
        RtrAttributes(
            peer.address,
            peer.qpn,
            first_psn=peer.first_psn,
            mpr=offer.mpr,
            max_immediates=offer.max_immediates,
            service_time=both.service_time,
            dynamic_mpr=both.dynamic_mpr,
        )
    )
    qp.modify_to_rts(
        replace(
            parameters.rts,
            first_psn=own.first_psn,
            mpr=both.mpr,
            max_immediates=min(parameters.rts.max_immediates, both.max_immediates),
            dynamic_mpr=both.dynamic_mpr,
            trim_nacks=both.trim_nacks,
        )
    )


def connect(
    fabric: Fabric,
    a: Nic,
    b: Nic,
    *,
    evs: int = 128,
    paths: int | None = None,
    cc: CcProfile | None = None,
    parameters: QpParameters = DEFAULT,
    pinned: Sequence[int] | None = None,
) -> Connection:
    """Exchange greetings out of band, as an application would (there is no RDMA-CM), and bring both ends to RTS.

    Args:
        fabric: the fabric both NICs are on.
        a: one NIC.
        b: the other.
        evs: active EVs per queue pair, shared equally by the planes, capped by the paths there are; the same number
            again, if there are so many paths, waits as backups.
        paths: use at most this many distinct paths; None for all.
        cc: congestion control; None for NSCC with its defaults.
        parameters: the rest, of both ends.
        pinned: the EVs of ``a``, instead of ``evs``, ``paths``, planes and backups; up to 64 of a plane are active.

    Raises:
        ConfigError: a number is out of range, or a pinned EV names no path.
        CapabilityError: the two NICs do not understand each other.
    """
    qps = [
        open_qp(
            fabric, nic, peer.config.address,
            evs=evs, paths=paths, cc=cc, parameters=parameters, pinned=own,
        )
        for nic, peer, own in ((a, b, pinned), (b, a, None))
    ]  # fmt: skip
    greetings = [greet(fabric, nic, qp, parameters) for nic, qp in zip((a, b), qps, strict=True)]
    for qp, own, peer_greeting in zip(qps, greetings, reversed(greetings), strict=True):
        enter_rts(qp, own, peer_greeting, parameters)
    return Connection(qps[0], qps[1])
