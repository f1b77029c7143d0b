# SPDX-License-Identifier: Apache-2.0
"""From a ``topologies`` fabric and parameters by name to NICs and connected queue pairs.

The only module of the engine that knows ``topologies``. Parameters are fields of a few dataclasses, which check them.
EVs by fields and masks name each path by its uSIDs, or are a hash's choice (no SRv6).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, field, fields, replace
from enum import Enum
from ipaddress import ip_address
from typing import Any, TypeVar

from typing_extensions import override

from host_stack.config import NicConfig, PortConfig, PortOptions
from host_stack.errors import ConfigError
from host_stack.nic import Nic
from host_stack.paths.ev_profile import EvProfile, PinnedEvs
from host_stack.paths.ev_source import EvSource, PathResolver
from host_stack.paths.expansion import EvField, EvFormatFields, Expansion, FieldEvs, PathTemplate
from host_stack.queue_pair import QueuePair
from host_stack.transport.congestion.profile import CcProfile
from host_stack.transport.connection import (
    Capabilities,
    ConnectionParameters,
    InitAttributes,
    QpCapacity,
    QpHint,
    RtrAttributes,
    RtsAttributes,
    TransportOptions,
    agree,
)
from host_stack.transport.frames import nominal_size
from host_stack.transport.windows import ReceiveLimits
from host_stack.wire.codecs import Codec
from host_stack.wire.constants import MPR_UNIT
from host_stack.wire.ip import IPV4_ADDRESS_LEN
from host_stack.wire.options import DscpRoles, EvMode, EvSplit, WireOptions
from topologies import Fabric, NicNode, srv6

# --- Parameters by name ----------------------------------------------------------------------------------------------

Value = str | int | bool | list[int]
_Options = TypeVar(
    "_Options", WireOptions, TransportOptions, PortOptions, ReceiveLimits, QpCapacity, QpHint, RtsAttributes
)
_Member = TypeVar("_Member", bound=Enum)

NAMED: dict[type[Any], frozenset[str]] = {
    WireOptions: frozenset(each.name for each in fields(WireOptions)) - {"dscp"},
    TransportOptions: frozenset(each.name for each in fields(TransportOptions)),
    PortOptions: frozenset(each.name for each in fields(PortOptions)),
    ReceiveLimits: frozenset(each.name for each in fields(ReceiveLimits)),
    NicConfig: frozenset({"ev_event_depth", "async_event_depth"}),
    EvProfile: frozenset({"backup_per_plane", "planes", "min_active"}),
    QpCapacity: frozenset({"max_send_wr"}),
    QpHint: frozenset(each.name for each in fields(QpHint)),
    RtsAttributes: frozenset({"ack_timeout", "linear_retries", "exponential_retries", "max_immediates"}),
    Capabilities: frozenset({"mpr", "max_immediates", "trim_nacks", "service_time"}),
}
"""Which fields have a name here. What a connection agrees on or a topology says has none: addresses, DSCPs, PSNs."""
_LISTS = frozenset({"planes", "udp_ports_accepted"})


@dataclass(frozen=True, slots=True)
class QpParameters:
    """How every queue pair of a NIC is made.

    Attributes:
        profile: fields of ``EvProfile`` by name; the rest follows from the fabric.
        capacity: how much may be posted.
        hint: what is known of the traffic.
        rts: timeouts and retries; PSN, window and what both ends agree on are filled in when they have.
        offer: fields of ``Capabilities`` by name, of what a NIC tells its peer; the rest is the NIC's.
    """

    profile: Mapping[str, Any] = field(default_factory=dict)
    capacity: QpCapacity = field(default_factory=QpCapacity)
    hint: QpHint = field(default_factory=QpHint)
    rts: RtsAttributes = field(default_factory=RtsAttributes)
    offer: Mapping[str, Any] = field(default_factory=dict)


def qp_parameters(given: Mapping[str, Value]) -> QpParameters:
    """What of all parameters by name is about queue pairs.

    Raises:
        ConfigError: a value is not accepted. EVs and planes are held against the fabric by who connects.
    """
    offer = chosen(Capabilities, given)
    Capabilities(WireOptions(), 1, **offer)  # its checks
    return QpParameters(
        profile=chosen(EvProfile, given),
        capacity=apply(QpCapacity(), given),
        hint=apply(QpHint(), given),
        rts=apply(RtsAttributes(), given),
        offer=offer,
    )


def check_names(given: Iterable[str], *besides: str) -> None:
    """Raise ConfigError for a name that no parameter has, nor is among ``besides``."""
    known = frozenset(besides).union(*NAMED.values())
    for name in given:
        if name not in known:
            raise ConfigError(f"{name}: no such NIC option; accepted: {', '.join(sorted(known))}")


def apply(options: _Options, given: Mapping[str, Value]) -> _Options:
    """``options`` with those of ``given`` that are fields of it. Raises ConfigError: a value is not accepted."""
    named = NAMED[type(options)]
    changes: dict[str, Any] = {
        name: _read(name, getattr(options, name), value) for name, value in given.items() if name in named
    }
    # dataclasses.replace re-runs the range checks.
    return replace(options, **changes)


def chosen(kind: type[Any], given: Mapping[str, Value]) -> dict[str, Any]:
    """Those of ``given`` that are fields of a dataclass. Raises ConfigError: one is of another type."""
    defaults = {each.name: _default(each) for each in fields(kind) if each.name in NAMED[kind]}
    return {name: _read(name, defaults[name], value) for name, value in given.items() if name in defaults}


def member(current: _Member, name: str, value: object) -> _Member:
    """The member of ``current``'s enumeration that has this value. Raises ConfigError: none has."""
    kinds = [each.value for each in type(current)]
    if value not in kinds:
        raise ConfigError(f"{name}: {value!r} is unknown; accepted: {', '.join(map(str, kinds))}")
    return type(current)(value)


def _default(each: Field[Any]) -> object:
    assert each.default is not MISSING, "no field that must be given has a name"
    return each.default


def _read(name: str, current: object, value: Value) -> object:
    """``value`` as the type of ``current``, which is a whole number where it is None."""
    if isinstance(current, Enum):
        return member(current, name, value)
    if name in _LISTS:
        if not isinstance(value, list) or not all(type(each) is int for each in value):
            raise ConfigError(f"{name}: {value!r}; accepted: a list of whole numbers")
        return frozenset(value) if isinstance(current, frozenset) else tuple(value)
    if isinstance(current, bool):
        if not isinstance(value, bool):
            raise ConfigError(f"{name}: {value!r}; accepted: true or false")
    elif type(value) is not int:
        raise ConfigError(f"{name}: {value!r}; accepted: a whole number")
    return value


# --- EVs of a fabric -------------------------------------------------------------------------------------------------

_PLANE_BITS = 3
_DYNAMIC_PORTS = 0b11
"""Top bits of a UDP source port in the range that RoCEv2 asks for, 0xc000 and above."""


def usid_evs(fabric: Fabric, source: NicNode, target: NicNode, mode: EvMode) -> FieldEvs:
    """Every path from one NIC to another as explicit EVs, the varying bits of each uSID being a part of the EV.

    In mode SRV6_SRH the first half of the uSIDs is in the outer destination, the rest in the routing header's segment.
    """
    local = source.t0 == target.t0
    uplinks = 1 if local else fabric.t1s
    paths = [
        fabric.path(source.index, target.index, plane, None if local else uplink).usids
        for plane in range(fabric.planes)
        for uplink in range(uplinks)
    ]
    start = paths[0]
    masks = [0] * len(start)
    for path in paths:
        masks = [mask | usid ^ first for mask, usid, first in zip(masks, path, start, strict=True)]
    # A fabric of one plane has a plane field too.
    masks[0] |= srv6.t0_usid(1, 0) ^ srv6.t0_usid(0, 0)
    hops = [EvField(srv6.USID_BITS, usid, mask) for usid, mask in zip(start, masks, strict=True)]
    block, unused = EvField(srv6.BLOCK_BITS, fabric.block), EvField(srv6.USID_BITS)
    places = (srv6.BLOCK_BITS,) + (srv6.USID_BITS,) * srv6.USIDS_PER_ADDRESS
    if mode is EvMode.SRV6_SRH:
        split = len(hops) // 2
        fields = (block, *hops[:split], *(unused,) * (srv6.USIDS_PER_ADDRESS - split), block, *hops[split:])
        expansion = Expansion(EvFormatFields(mode, places * 2), fields)
    else:
        expansion = Expansion(EvFormatFields(mode, places), (block, *hops))
    values = []
    for path in paths:
        parts = iter(hop.withdraw(usid) for hop, usid in zip(hops, path, strict=True))
        values.append(expansion.join([next(parts) if field.mask else 0 for field in expansion.fields]))
    return FieldEvs(expansion, planes=fabric.planes, plane_field=1, values=values)


def hashed_evs(fabric: Fabric, mode: EvMode, split: EvSplit) -> FieldEvs:
    """EVs that switches hash (ECMP): the plane, and bits that mean nothing but another hash; generated."""
    fields = [
        EvField(2, _DYNAMIC_PORTS),
        EvField(_PLANE_BITS, mask=7, maximum=fabric.planes - 1),
        EvField(11, mask=0x7FF),
    ]
    if mode is EvMode.STEV:
        fields.append(EvField(16, mask=0xFFFF))
    widths = tuple(field.width for field in fields)
    return FieldEvs(
        Expansion(EvFormatFields(mode, widths), tuple(fields)), planes=fabric.planes, plane_field=1, split=split
    )


# --- NICs and queue pairs --------------------------------------------------------------------------------------------


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
        self._like: dict[bool, PathTemplate] = {}

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
            return self._template(node)
        if mode is EvMode.SRV6_SRH:
            return usid_evs(self._fabric, self._source, node, mode)
        return hashed_evs(self._fabric, mode, self._wire.ev_halves)

    def _template(self, node: NicNode) -> PathTemplate:
        """As `path_template`: of all peers on this T0, and of all on others, only the base differs."""
        local = self._source.t0 == node.t0
        like = self._like.get(local)
        if like is None:
            like = self._like[local] = path_template(self._fabric, self._source, node)
        base = self._fabric.path(self._source.index, node.index, 0, None if local else 0).destination
        return replace(like, base=base)


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
    return nic_address(node, Network.IPV4 if len(nic.config.address) == IPV4_ADDRESS_LEN else Network.IPV6)


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
    codec: Codec = Codec.FAST,
) -> NicConfig:
    """The configuration of one of the fabric's NICs.

    Args:
        fabric: the fabric.
        nic: its name or index.
        trimming: False sends data as NO_TRIM.
        overrides: parameters by name (``provision.NAMED``); enumerations by their value. Those of queue pairs are
            checked, and used by `connect`. And ``network``: ``ipv6``, or ``ipv4`` where the topology has IPv4 addresses
            (``ev_mode`` must be ``udp`` then).
        codec: what makes and reads its frames.

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
        codec=codec,
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


def connection_parameters(
    fabric: Fabric, nic: Nic, qp: QueuePair, parameters: QpParameters = DEFAULT
) -> ConnectionParameters:
    """What the other end must know of ``qp`` (of `open_qp`), its first PSN drawn."""
    # Room for eight bandwidth-delay products: a packet that is lost holds the PSN window back for the four round trips
    # after which it counts as lost (`transport_options`), those until it is known to have come again, and some more.
    used = len(qp.ev_profile.used_planes())
    packets = 8 * fabric.bdp_bytes * used // nominal_size(nic.config.transport.path_mtu)
    mpr = min(255, max(8, -(-packets // MPR_UNIT)))
    capabilities = replace(nic.capabilities(mpr=mpr), **parameters.offer)
    return ConnectionParameters(nic.config.address, qp.qpn, nic.draw_psn(), capabilities)


def enter_rts(
    qp: QueuePair, own: ConnectionParameters, peer: ConnectionParameters, parameters: QpParameters = DEFAULT
) -> None:
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
            again, if there are enough paths, waits as backups.
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
    greetings = [connection_parameters(fabric, nic, qp, parameters) for nic, qp in zip((a, b), qps, strict=True)]
    for qp, own, peer_greeting in zip(qps, greetings, reversed(greetings), strict=True):
        enter_rts(qp, own, peer_greeting, parameters)
    return Connection(qps[0], qps[1])
