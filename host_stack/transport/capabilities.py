# SPDX-License-Identifier: Apache-2.0
"""What two NICs tell each other before they connect, and what follows from both (endpoint §1.2).

There is no RDMA-CM: each application hands its ``Capabilities`` to the other, with the queue pair's number and first
PSN, in whatever form it likes. ``agree`` compares them, at either end with the same result: what must be the same and
is not is refused, what both must have is used if both have it, and each end keeps to the limits of the other.
"""

from dataclasses import dataclass
from enum import Enum

from host_stack.errors import ConfigError
from host_stack.transport.attributes import MAX_IMMEDIATES, MAX_MPR, MIN_IMMEDIATES
from host_stack.transport.options import TransportOptions
from host_stack.wire.bth import same_partition
from host_stack.wire.options import DscpRoles, WireOptions
from host_stack.wire.ranges import check_range

_ALIKE = ("ev_mode", "ev_halves", "bth_flag_order", "eeth_op_bits", "dscp", "rcvd_bytes", "port_state")
"""Of ``WireOptions``: an end that reads them in another way than the other writes them reads nonsense."""


class CapabilityError(ConfigError):
    """Two ends cannot be connected; the message has a line for each reason."""


@dataclass(frozen=True, slots=True)
class Capabilities:
    """One end of a connection, as the other is told.

    Attributes:
        wire: its choices of wire format.
        ports: how many it has: planes 0 .. ports - 1.
        path_mtu: payload bytes of a packet.
        mpr: PSN window that it accepts as responder, in units of 128 PSNs, 1..255.
        dynamic_mpr: it can change that while the connection is there (SACK.mpr), and follow a peer that does.
        max_immediates: writes with immediate that it accepts in flight as responder, at least 32.
        trim_nacks: it sends a NACK for a packet that arrives trimmed.
        service_time: it can leave the wait of its SACKs out of the timestamps that they reflect.
    """

    wire: WireOptions
    ports: int
    path_mtu: int = 4096
    mpr: int = 8
    dynamic_mpr: bool = False
    max_immediates: int = 128
    trim_nacks: bool = True
    service_time: bool = True

    def __post_init__(self) -> None:
        check_range("ports", self.ports, 1, 8)
        check_range("path_mtu", self.path_mtu, 256, 8192)
        check_range("mpr", self.mpr, 1, MAX_MPR)
        check_range("max_immediates", self.max_immediates, MIN_IMMEDIATES, MAX_IMMEDIATES)

    @classmethod
    def of(
        cls, wire: WireOptions, transport: TransportOptions, *, ports: int, mpr: int, max_immediates: int
    ) -> "Capabilities":
        """Those of a NIC with these options that accepts so much."""
        return cls(wire, ports, transport.path_mtu, mpr, transport.dynamic_mpr, max_immediates)


@dataclass(frozen=True, slots=True)
class Agreement:
    """What one end may do on a connection.

    Attributes:
        mpr: the window that the peer accepts, in units of 128 PSNs; with dynamic MPR the one to begin with.
        dynamic_mpr: both ends change and follow windows.
        max_immediates: writes with immediate that the peer accepts in flight.
        trim_nacks: the peer NACKs what arrives trimmed; otherwise data must not be trimmed.
        service_time: both ends leave service time out.
        planes: how many planes both ends have a port in.
    """

    mpr: int
    dynamic_mpr: bool
    max_immediates: int
    trim_nacks: bool
    service_time: bool
    planes: int


def agree(own: Capabilities, peer: Capabilities) -> Agreement:
    """What ``own`` end may do, connected to ``peer``.

    Raises:
        CapabilityError: they do not understand each other.
    """
    problems = _differences(own, peer)
    if problems:
        raise CapabilityError("\n".join(problems))
    return Agreement(
        mpr=peer.mpr,
        dynamic_mpr=own.dynamic_mpr and peer.dynamic_mpr,
        max_immediates=peer.max_immediates,
        trim_nacks=peer.trim_nacks,
        service_time=own.service_time and peer.service_time,
        planes=min(own.ports, peer.ports),
    )


def _differences(own: Capabilities, peer: Capabilities) -> list[str]:
    mine, theirs = own.wire, peer.wire
    found = [
        f"{name}: {_shown(value)} here, {_shown(other)} at the peer; accepted: the same at both ends"
        for name in _ALIKE
        if (value := getattr(mine, name)) != (other := getattr(theirs, name))
    ]
    if own.path_mtu != peer.path_mtu:
        found.append(f"path_mtu: {own.path_mtu} here, {peer.path_mtu} at the peer; accepted: the same at both ends")
    if not same_partition(mine.pkey, theirs.pkey):
        found.append(
            f"pkey: {mine.pkey:#06x} here, {theirs.pkey:#06x} at the peer; "
            "accepted: the same partition, at least one end a full member"
        )
    for sender, reader, whose in ((mine, theirs, "the peer's"), (theirs, mine, "this end's")):
        accepted = reader.udp_ports_accepted | {reader.udp_port}
        if sender.udp_port not in accepted:
            listed = ", ".join(map(str, sorted(accepted)))
            found.append(f"udp_port: {sender.udp_port} is not among {whose} udp_ports_accepted; accepted: {listed}")
    return found


def _shown(value: object) -> str:
    if isinstance(value, DscpRoles):
        return "/".join(str(getattr(value, name)) for name in value.__dataclass_fields__)
    return str(value.value) if isinstance(value, Enum) else str(value)
