# SPDX-License-Identifier: Apache-2.0
"""The shape of a topology file. Each field's description is what an error message prints as its accepted values.

This module knows single fields; rules that span fields are in `topologies.reading`. What priority flow control needs in
bytes is here too: what may still arrive after a switch has decided to pause (IEEE 802.1Q annex N).
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import BeforeValidator, ConfigDict, Field, model_validator

from common.model import Model
from common.quantities import Bytes, parse_bytes, parse_probability, parse_rate, parse_time

# --- Fields ----------------------------------------------------------------------------------------------------------


MIN_TRIM_SIZE = 128
"""Smallest trim size in bytes (docs/wire-profile.md; SAI's default)."""
MAX_TRIM_SIZE = 9216
QUEUES = 8
"""Queues per port: simple_switch_grpc --priority-queues 8; 7 is served first."""

_PRIVATE_IPV4 = tuple(map(ipaddress.IPv4Network, ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10")))
"""RFC 1918 §3, RFC 6598 §7."""

Role = Literal["NO_TRIM", "TRIMMABLE", "TRIMMABLE_RETX", "TRIMMED", "TRIMMED_LASTHOP", "CONTROL"]
"""The six DSCP roles of MRC (wire-format §7.1)."""


def _parse_block(value: object) -> int:
    network = ipaddress.IPv6Network(_text(value))
    if network.prefixlen != 32:
        raise ValueError(f"{value} is a /{network.prefixlen}")
    return int(network.network_address) >> 96


def _parse_nic_prefix(value: object) -> int:
    network = ipaddress.IPv6Network(_text(value))
    if network.prefixlen != 48 or not network.subnet_of(ipaddress.IPv6Network("fc00::/7")):
        raise ValueError(f"{value} is not a unique local /48")
    return int(network.network_address)


def _parse_nic_prefix_ipv4(value: object) -> ipaddress.IPv4Network:
    network = ipaddress.IPv4Network(_text(value))
    if not any(network.subnet_of(private) for private in _PRIVATE_IPV4):
        raise ValueError(f"{value} is not private")
    return network


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{value!r} is not text")
    return value


Rate = Annotated[int, BeforeValidator(parse_rate), Field(gt=0, lt=1 << 48)]
Delay = Annotated[int, BeforeValidator(parse_time), Field(ge=0, lt=1 << 48)]
ByteAmount = Annotated[Bytes, BeforeValidator(parse_bytes)]
Probability = Annotated[float, BeforeValidator(parse_probability)]
_RATE = "a rate above 0 with a unit, such as `100 Gb/s` or `5 Mb/s`"
_DELAY = "a delay with a unit, such as `500 ns` or `1 us`"
_BYTES = "bytes (`65536`, `64 KiB`) or multiples of a plane's bandwidth-delay product (`0.2 BDP`)"


class Section(Model):
    """Base of all sections: frozen, unknown keys refused, no coercion between types."""

    model_config = ConfigDict(strict=True, arbitrary_types_allowed=True)


def _fields_of(section: type[Section]) -> str:
    return f"`{{{', '.join(section.model_fields)}}}`"


class LinkSpec(Section):
    """One kind of link: rate in bits/s, one-way delay in ns."""

    rate: Rate = Field(description=_RATE)
    delay: Delay = Field(description=_DELAY)


class LinksSpec(Section):
    """Links between NIC and T0 (host) and between T0 and T1 (fabric)."""

    host: LinkSpec = Field(description="a link: `{rate: ..., delay: ...}`")
    fabric: LinkSpec = Field(description="a link: `{rate: ..., delay: ...}`")
    rates: dict[str, Annotated[Rate, Field(description=_RATE)]] = Field(
        default_factory=dict, description="a map from T0-T1 link, such as `p0-t0-0--p0-t1-0`, to its own rate"
    )


class WcmpSpec(Section):
    """Weights of what switches hash over, beside those that the links' rates give."""

    group_size: int = Field(1024, ge=1, le=4096, description="how many members a group may have, 1..4096")
    weights: dict[str, Annotated[int, Field(ge=0, le=4096, description="a weight, 0..4096")]] = Field(
        default_factory=dict, description="a map from T1 or T0-T1 link to its weight, 0..4096; 1 where none is given"
    )


class TrimSpec(Section):
    """Packet trimming (trimming §2, §3; names follow SAI and SONiC)."""

    enabled: bool = Field(True, description="true or false; false turns every `discard: trim` into `drop`")
    size: int = Field(256, description=f"bytes of frame from Ethernet, {MIN_TRIM_SIZE}..{MAX_TRIM_SIZE}")
    queue: int | Literal["dynamic"] = Field(
        "dynamic", description=f"a queue 0..{QUEUES - 1}, or `dynamic` (follow the new DSCP through the maps)"
    )
    lengths: Literal["update", "preserve"] = Field("update", description="`update` or `preserve`")


class RoleSpec(Section):
    """Code point and traffic class of a DSCP role."""

    dscp: int = Field(ge=0, le=63, description="a DSCP 0..63")
    tc: int = Field(ge=0, lt=QUEUES, description=f"a traffic class 0..{QUEUES - 1}")


class EcnSpec(Section):
    """WRED marking: none below ``min``, all from ``max``, probability up to ``p_max`` linearly in between."""

    min: ByteAmount = Field(description=_BYTES)
    max: ByteAmount = Field(description=_BYTES)
    p_max: Probability = Field(1.0, gt=0, le=1, description="a probability above 0, at most 1, such as `1 %` or 0.01")


class AdmissionSpec(Section):
    """What one queue admits at one kind of port."""

    limit: ByteAmount = Field(description=_BYTES)
    ecn: EcnSpec | None = Field(None, description="`{min: ..., max: ..., p_max: ...}`; leave out for no marking")


class QueueSpec(Section):
    """One egress queue, at fabric-facing and at host-facing (last hop) ports."""

    discard: Literal["drop", "trim"] = Field("drop", description="`drop` or `trim`")
    fabric: AdmissionSpec = Field(description="`{limit: ..., ecn: {min: ..., max: ..., p_max: ...}}`")
    host: AdmissionSpec = Field(description="`{limit: ..., ecn: {min: ..., max: ..., p_max: ...}}`")


def _admit(limit: str, ecn: bool = False) -> AdmissionSpec:
    marking = EcnSpec(min=parse_bytes("0.2 BDP"), max=parse_bytes("0.8 BDP")) if ecn else None
    return AdmissionSpec(limit=parse_bytes(limit), ecn=marking)


def _default_roles() -> dict[Role, RoleSpec]:
    """The wire profile's code points; retransmissions above data, trimmed headers above both, control on top."""
    return {
        "NO_TRIM": RoleSpec(dscp=0, tc=1),
        "TRIMMABLE": RoleSpec(dscp=4, tc=1),
        "TRIMMABLE_RETX": RoleSpec(dscp=8, tc=1),
        "TRIMMED": RoleSpec(dscp=12, tc=6),
        "TRIMMED_LASTHOP": RoleSpec(dscp=16, tc=6),
        "CONTROL": RoleSpec(dscp=46, tc=7),
    }


def _default_queues() -> dict[int, QueueSpec]:
    """As switch §3: ECN 0.2/0.8 BDP, trim at 1 BDP (1.5 BDP on the last hop), drop at 2 BDP."""
    return {
        0: QueueSpec(discard="drop", fabric=_admit("2 BDP", ecn=True), host=_admit("2 BDP")),
        1: QueueSpec(discard="trim", fabric=_admit("1 BDP", ecn=True), host=_admit("1.5 BDP")),
        2: QueueSpec(discard="trim", fabric=_admit("1 BDP", ecn=True), host=_admit("1.5 BDP")),
        6: QueueSpec(discard="drop", fabric=_admit("1 BDP"), host=_admit("1 BDP")),
        7: QueueSpec(discard="drop", fabric=_admit("1 BDP"), host=_admit("1 BDP")),
    }


class PfcSpec(Section):
    """Priority flow control, per port, of one queue: above a threshold of bytes that came by a port it is paused.

    Static (``xoff``, ``xon``), or dynamic as SAI and SONiC have it: all ports of a switch share ``pool``, and one may
    have 2^``dynamic_th`` times what is left of it.
    """

    queue: int = Field(ge=0, lt=QUEUES - 1, description="the lossless queue, 0..6 (7 is for what must not wait)")
    xoff: ByteAmount | None = Field(None, description=f"{_BYTES}; with `xon`")
    xon: ByteAmount | None = Field(None, description=f"{_BYTES}; with `xoff`")
    dynamic_th: int | None = Field(None, ge=-8, le=7, description="-8..7, instead of `xoff` and `xon`; with `pool`")
    pool: ByteAmount | None = Field(None, description=f"{_BYTES}; with `dynamic_th`")
    xon_offset: ByteAmount = Field(
        default_factory=lambda: parse_bytes("2288"), description=f"{_BYTES}; with `dynamic_th`"
    )
    headroom: ByteAmount | None = Field(None, description=f"{_BYTES}; leave out to have it computed")

    @model_validator(mode="after")
    def _static_or_dynamic(self) -> PfcSpec:
        given = self.model_fields_set & {"xoff", "xon", "dynamic_th", "pool", "xon_offset"}
        if not (given == {"xoff", "xon"} or given - {"xon_offset"} == {"dynamic_th", "pool"}):
            names = ", ".join(f"`{name}`" for name in sorted(given)) or "neither"
            raise ValueError(f"{names}; accepted: `xoff` and `xon`, or `dynamic_th` and `pool`")
        return self

    @property
    def alpha(self) -> float:
        """2^``dynamic_th``, what a port may have of what is left of the pool."""
        return 2.0 ** (self.dynamic_th or 0)


class QosSpec(Section):
    """Classification, queues and trimming; one setting for all switches, told apart by port role only."""

    roles: dict[Role, RoleSpec] = Field(
        default_factory=_default_roles,
        description="all of NO_TRIM, TRIMMABLE, TRIMMABLE_RETX, TRIMMED, TRIMMED_LASTHOP, CONTROL",
    )
    default_tc: int = Field(0, ge=0, lt=QUEUES, description=f"a traffic class 0..{QUEUES - 1} for all other DSCPs")
    tc_to_queue: dict[int, int] = Field(
        default_factory=lambda: {0: 0, 1: 1, 2: 2, 6: 6, 7: 7},
        description=f"a map from traffic class 0..{QUEUES - 1} to queue 0..{QUEUES - 1} (7 is served first)",
    )
    queues: dict[int, QueueSpec] = Field(
        default_factory=_default_queues, description=f"a map from queue 0..{QUEUES - 1} to `{{discard, fabric, host}}`"
    )
    trim: TrimSpec = Field(default_factory=TrimSpec, description=_fields_of(TrimSpec))
    pfc: PfcSpec | None = Field(None, description=_fields_of(PfcSpec))


class TopologySpec(Section):
    """A whole topology file."""

    name: str = Field(
        min_length=1,
        max_length=64,
        pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]*$",
        description="letters, digits, `_`, `.`, `-`",
    )
    planes: int = Field(ge=1, description="1..8 (3 bits of every uSID)")
    t0s_per_plane: int = Field(ge=1, description="1..512 (9 bits of a T0 uSID)")
    t1s_per_plane: int = Field(ge=1, description="1..256 (8 bits of a T1 uSID)")
    downlinks_per_t0: int = Field(ge=1, description="1..256 (8 bits of a downlink uSID)")
    ports_per_switch: int | None = Field(None, ge=2, description="how many ports a switch has; leave out for no limit")
    nics: int | None = Field(None, ge=1, description="how many NICs; leave out for one on every downlink")
    nic_names: list[str] | None = Field(
        None, description="one name per NIC, all different: letters, digits, `_`, `.`, `-`"
    )
    mtu: int = Field(4096, ge=256, le=8192, description="RDMA path MTU in bytes of payload, 256..8192")
    usid_block: Annotated[int, BeforeValidator(_parse_block)] = Field(
        0xFCBBBBBB, description="an IPv6 /32, such as fcbb:bbbb::/32"
    )
    nic_prefix: Annotated[int, BeforeValidator(_parse_nic_prefix)] = Field(
        0xFD6D_7263_0000 << 80, description="an IPv6 unique local /48, such as fd6d:7263::/48"
    )
    nic_prefix_ipv4: Annotated[ipaddress.IPv4Network, BeforeValidator(_parse_nic_prefix_ipv4)] | None = Field(
        None,
        description="an IPv4 prefix in 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16 or 100.64.0.0/10, such as "
        "10.0.0.0/16; leave out for no IPv4",
    )
    ecmp: bool = Field(
        False, description="true or false; true plans routes to NIC addresses too, for the modes without SRv6"
    )
    wcmp: WcmpSpec = Field(default_factory=WcmpSpec, description=_fields_of(WcmpSpec))
    links: LinksSpec = Field(description="`{host: {rate, delay}, fabric: {rate, delay}, rates}`")
    qos: QosSpec = Field(default_factory=QosSpec, description=_fields_of(QosSpec))


# --- Priority flow control -------------------------------------------------------------------------------------------


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
    return max(headroom_bytes(link, spec.mtu) for _, link in links_of_each_kind(spec))


def links_of_each_kind(spec: TopologySpec) -> Iterator[tuple[str, LinkSpec]]:
    """A link of each kind, and each that has a rate of its own."""
    yield "host", spec.links.host
    yield "fabric", spec.links.fabric
    for name, rate in spec.links.rates.items():
        yield name, spec.links.fabric.model_copy(update={"rate": rate})
