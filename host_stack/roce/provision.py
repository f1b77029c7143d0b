# SPDX-License-Identifier: Apache-2.0
"""From a ``topologies`` fabric to NICs and connected queue pairs. The only module here that knows ``topologies``."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from host_stack.config import PortConfig
from host_stack.errors import ConfigError
from host_stack.roce.dcqcn import DcqcnParameters
from host_stack.roce.nic import Nic
from host_stack.roce.queue_pair import QueuePair
from host_stack.roce.verbs import MTUS, NicConfig, RtrAttributes, RtsAttributes
from host_stack.roce.wire import TrafficClasses
from host_stack.wire.codecs import Codec
from topologies import Fabric, NicNode

Value = str | int | bool | list[int]
NAMED: dict[type[Any], frozenset[str]] = {
    NicConfig: frozenset(each.name for each in fields(NicConfig))
    - {"name", "address", "ports", "classes", "dcqcn", "codec"},
    RtrAttributes: frozenset({"source_port", "min_rnr_timer"}),
    RtsAttributes: frozenset(each.name for each in fields(RtsAttributes)) - {"first_psn"},
}
"""Which fields are options by name. What a connection agrees on or a topology says is none; `dcqcn_of` has the rest."""
_OPTIONS = frozenset({"network"}).union(*NAMED.values())
_NETWORKS = ("ipv6", "ipv4")


@dataclass(frozen=True, slots=True)
class Connection:
    """Two connected queue pairs in RTS; ``a`` belongs to the first NIC."""

    a: QueuePair
    b: QueuePair


@dataclass(frozen=True, slots=True)
class RoceOptions:
    """How every NIC of a fabric is set up, and every connection.

    Attributes:
        nic: fields of ``NicConfig`` by name.
        rtr: fields of ``RtrAttributes`` by name, of every connection.
        rts: of every connection, but its PSNs.
        network: ``ipv6`` or ``ipv4``.
        dcqcn: None for none.
    """

    nic: Mapping[str, int]
    rtr: Mapping[str, int]
    rts: RtsAttributes
    network: str
    dcqcn: DcqcnParameters | None


def options_of(given: Mapping[str, Value], dcqcn: DcqcnParameters | None) -> RoceOptions:
    """Options by name: whole numbers, and ``network``.

    Raises:
        ConfigError: one has no such name, or a value that is not accepted.
    """
    for name, value in given.items():
        if name not in _OPTIONS:
            raise ConfigError(f"{name}: no such option of a RoCE NIC; accepted: {', '.join(sorted(_OPTIONS))}")
        if name == "network":
            if value not in _NETWORKS:
                raise ConfigError(f"network: {value!r} is unknown; accepted: {', '.join(_NETWORKS)}")
        elif type(value) is not int:
            raise ConfigError(f"{name}: {value!r}; accepted: a whole number")
    numbers = {name: value for name, value in given.items() if isinstance(value, int)}
    nic, rtr, rts = (
        {name: value for name, value in numbers.items() if name in NAMED[kind]}
        for kind in (NicConfig, RtrAttributes, RtsAttributes)
    )
    RtrAttributes(bytes(4), 0, **rtr)  # its checks
    return RoceOptions(nic, rtr, RtsAttributes(**rts), str(given.get("network", "ipv6")), dcqcn)


def dcqcn_of(given: Mapping[str, str | int | bool | float]) -> DcqcnParameters:
    """Parameters by name. Raises ConfigError: there is no such one, or it is out of range."""
    known = [field.name for field in fields(DcqcnParameters)]
    for name in given:
        if name not in known:
            raise ConfigError(f"{name}: no such parameter of dcqcn; accepted: {', '.join(known)}")
    defaults: dict[str, object] = {name: getattr(DcqcnParameters(), name) for name in known}
    return DcqcnParameters(**(defaults | dict(given)))  # type: ignore[arg-type]  # its own check says what is wrong


def nic_address(node: NicNode, network: str) -> bytes:
    """A NIC's address: 16 bytes of IPv6, or 4 of IPv4. Raises ConfigError: the fabric has no IPv4 addresses."""
    if network == "ipv6":
        return node.address.to_bytes(16, "big")
    if node.ipv4_address is None:
        raise ConfigError("network: the topology has no nic_prefix_ipv4; accepted: ipv6")
    return node.ipv4_address.to_bytes(4, "big")


def nic_config(fabric: Fabric, nic: str | int, options: RoceOptions, codec: Codec = Codec.FAST) -> NicConfig:
    """The configuration of one of the fabric's NICs: data as NO_TRIM, CNPs as CONTROL.

    Raises:
        ConfigError: a value is out of range, or the fabric does not route the NICs' own addresses.
        topologies.TopologyError: there is no such NIC.
    """
    if not fabric.spec.ecmp:
        raise ConfigError("roce: the switches have no routes to NICs; accepted: a topology with `ecmp: true`")
    if fabric.spec.mtu not in MTUS:
        raise ConfigError(f"roce: mtu {fabric.spec.mtu} is not one of IBTA; accepted: {', '.join(map(str, MTUS))}")
    node = fabric.nic(nic)
    ports = tuple(
        PortConfig(
            mac=node.mac(plane).to_bytes(6, "big"),
            peer_mac=fabric.t0(plane, node.t0).mac(node.downlink).to_bytes(6, "big"),
            rate_bps=fabric.rate_bps("host"),
        )
        for plane in range(fabric.planes)
    )
    roles, queues = fabric.qos.roles, fabric.qos.tc_to_queue
    plain = NicConfig(
        name=node.name,
        address=nic_address(node, options.network),
        ports=ports,
        classes=TrafficClasses(data=roles["NO_TRIM"].dscp, cnp=roles["CONTROL"].dscp),
        data_priority=queues[roles["NO_TRIM"].tc],
        cnp_priority=queues[roles["CONTROL"].tc],
        dcqcn=options.dcqcn,
        codec=codec,
    )
    return replace(plain, **options.nic)  # type: ignore[arg-type]  # whole numbers, by `options_of`


def connect(fabric: Fabric, a: Nic, b: Nic, options: RoceOptions, *, port: int = 0) -> Connection:
    """Connect two NICs by ``port`` of both, as an application would that exchanges numbers out of band.

    Raises:
        ConfigError: there is no such port.
    """
    pairs = a.create_qp(), b.create_qp()
    psns = a.draw_psn(), b.draw_psn()
    rts = options.rts
    for own, peer, peer_nic, psn, peer_psn in (
        (pairs[0], pairs[1], b, psns[0], psns[1]),
        (pairs[1], pairs[0], a, psns[1], psns[0]),
    ):
        own.modify_to_init()
        own.modify_to_rtr(
            RtrAttributes(
                peer_nic.config.address,
                peer.qpn,
                first_psn=peer_psn,
                path_mtu=fabric.spec.mtu,
                port=port,
                **options.rtr,
            )
        )
        own.modify_to_rts(RtsAttributes(psn, rts.timeout, rts.retry_count, rts.rnr_retry))
    return Connection(pairs[0], pairs[1])
