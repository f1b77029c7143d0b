# SPDX-License-Identifier: Apache-2.0
"""Facts for programs that fill the tables of `p4src/` and read its counters: enums, names, units, indices.

Enums come from the P4 source itself, the one place that has them. Names are those of P4Info (docs/pipeline.md says what
they mean). Formulas turn rates and probabilities into what the tables hold.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

from msgspec import Struct

from controller.errors import ControllerError

# --- Enums of the program --------------------------------------------------------------------------------------------


PROGRAM = Path(__file__).resolve().parents[1] / "p4src"


class Enum(Struct, frozen=True):
    """`enum bit<width> NAME { member = number, ... }`."""

    width: int
    members: Mapping[str, int]

    def __getitem__(self, member: str) -> int:
        return self.members[member]


def read_enums(folder: Path) -> Mapping[str, Enum]:
    """The enums of the P4 files in a folder and below it, by their names.

    Raises:
        ControllerError: a file cannot be read, or has an enum of which this reader would miss something.
    """
    return MappingProxyType({name: enum for path in sorted(folder.rglob("*.p4")) for name, enum in _enums_of(path)})


def _enums_of(path: Path) -> Iterator[tuple[str, Enum]]:
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise ControllerError(f"{path}: cannot read: {error.strerror}") from None
    if "enum" not in text:  # most files: to take comments out of them takes a while, and every process does it
        return
    code = re.sub(r"//[^\n]*|/\*.*?\*/", lambda comment: re.sub(r"[^\n]", " ", comment[0]), text, flags=re.DOTALL)
    macros = dict(re.findall(r"^#define (\w+) (\d+)\s*$", code, re.MULTILINE))
    for found in re.finditer(r"\benum\s+(\w+\s*\{|(?P<head>[^{]+?)\s*\{(?P<body>[^}]*)\})", code):
        if found["head"] is None:
            continue  # without numbers: never part of a table
        line = code.count("\n", 0, found.start()) + 1
        head = re.fullmatch(r"bit<(\w+)>\s+(\w+)", found["head"])
        bits = str(macros.get(head[1], head[1])) if head else ""
        if head is None or not bits.isdecimal():
            raise ControllerError(f"{path}:{line}: 'enum {found['head']}'; accepted: enum bit<WIDTH> NAME")
        width = int(bits)
        members: dict[str, int] = {}
        for part in re.finditer(r"\s*([^,]*[^,\s])", found["body"]):
            where = f"{path}:{code.count(chr(10), 0, found.start('body') + part.start(1)) + 1}: enum {head[2]}"
            member = re.fullmatch(r"(\w+)\s*=\s*(0[xX][0-9a-fA-F]+|0[bB][01]+|[1-9]\d*|0)", part[1])
            if member is None:
                raise ControllerError(f"{where}: '{part[1]}'; accepted: NAME = number")
            members[member[1]] = number = int(member[2], 0)
            if number >> width:
                raise ControllerError(f"{where}: {part[1]} does not fit; accepted: 0..{(1 << width) - 1}")
        yield head[2], Enum(width, MappingProxyType(members))


ENUMS = read_enums(PROGRAM)

DROP_REASONS = MappingProxyType({name: number for name, number in ENUMS["drop_reason_t"].members.items() if number})
"""Why the program drops packets, NONE left out: the low bits of an index of `names.DROPPED_PACKETS`."""


# --- Names of P4Info -------------------------------------------------------------------------------------------------


PORT_ISOLATION = "FabricIngress.validate.port_isolation"
ISOLATE = "FabricIngress.validate.isolate"

MY_SID_CONTROL = "FabricIngress.my_sid"
MY_SID_REDISPATCH_CONTROL = "FabricIngress.my_sid_redispatch"
"""Both have a table `my_sid` and one action per endpoint behaviour, named as the behaviour."""
MY_SID = f"{MY_SID_CONTROL}.my_sid"
UN = f"{MY_SID_CONTROL}.uN"

ROUTE_IPV6 = "FabricIngress.route.route_ipv6"
SET_NEXTHOP_IPV6 = "FabricIngress.route.set_nexthop_ipv6"
SET_ECMP_GROUP_IPV6 = "FabricIngress.route.set_ecmp_group_ipv6"
BLACKHOLE_IPV6 = "FabricIngress.route.blackhole_ipv6"
ROUTE_IPV4 = "FabricIngress.route.route_ipv4"
SET_NEXTHOP_IPV4 = "FabricIngress.route.set_nexthop_ipv4"
SET_ECMP_GROUP_IPV4 = "FabricIngress.route.set_ecmp_group_ipv4"
BLACKHOLE_IPV4 = "FabricIngress.route.blackhole_ipv4"
ECMP_MEMBER = "FabricIngress.route.ecmp_member"
SET_NEXTHOP = "FabricIngress.route.set_nexthop"

DSCP_TO_TC = "FabricIngress.classify.dscp_to_tc"
SET_TC = "FabricIngress.classify.set_tc"
TC_TO_QUEUE = "FabricIngress.classify.tc_to_queue"
SET_QUEUE = "FabricIngress.classify.set_queue"
ACL_DISABLE_TRIM = "FabricIngress.classify.acl_disable_trim"
DISABLE_TRIM = "FabricIngress.classify.disable_trim"
ACL_DISABLE_TRIM_IPV4 = "FabricIngress.classify.acl_disable_trim_ipv4"
DISABLE_TRIM_IPV4 = "FabricIngress.classify.disable_trim_ipv4"

DATA_QUEUE_CONTROL = "FabricIngress.admission.data_queue"
TRIM_QUEUE_CONTROL = "FabricIngress.admission.trim_queue"
"""Both have a table `queue_profile` and an action `set_queue_profile`."""
DATA_QUEUE_PROFILE = f"{DATA_QUEUE_CONTROL}.queue_profile"
SET_DATA_QUEUE_PROFILE = f"{DATA_QUEUE_CONTROL}.set_queue_profile"
TRIM_QUEUE_PROFILE = f"{TRIM_QUEUE_CONTROL}.queue_profile"
SET_TRIM_QUEUE_PROFILE = f"{TRIM_QUEUE_CONTROL}.set_queue_profile"
SWITCH_TRIMMING = "FabricIngress.admission.switch_trimming"
SET_TRIM = "FabricIngress.admission.set_trim"

QUEUE_COUNTERS = tuple(
    f"FabricIngress.admission.queue_{name}"
    for name in (
        "packets",
        "dropped_packets",
        "wred_ecn_marked_packets",
        "trim_packets",
        "tx_trim_packets",
        "dropped_trim_packets",
    )
)
"""Per egress port and queue: `queue_index`."""

DROPPED_PACKETS = "FabricIngress.drop.dropped_packets"
"""Per ingress port and drop reason: `drop_index`."""

PORT_TX_PACKETS = "FabricEgress.port_tx_packets"
"""Index = egress port."""


# --- Units and indices -----------------------------------------------------------------------------------------------


MAX_PORT = 510
"""Highest port v1model can send to: ports have 9 bits, and 511 is the port of dropped packets."""
QUEUES = 8
ECMP_MEMBERS = 4096
"""Members of all ECMP groups of a switch: the size of `ecmp_member`."""

RATE_BLOCKED = 0
RATE_MIN = 1
"""The slowest rate there is: one byte in 18 minutes."""
RATE_MAX = (1 << 48) - 1
"""The fastest: about 2.1 Tb/s."""

BYTES_MAX = (1 << 32) - 1
"""A limit or threshold that no backlog reaches."""

ETHERNET_OVERHEAD = 24
"""Bytes per frame on the wire that the switch does not see: preamble 8, inter-frame gap 12, FCS 4 (IEEE 802.3)."""

_PROBABILITY_ONE = 1 << 32


def rate(bits_per_s: int) -> int:
    """A rate in the program's unit, 2^-30 bytes per us (1 Mb/s = 2^27), rounded down."""
    return (bits_per_s << 27) // 1_000_000


def ecn_slope(minimum: int, maximum: int, p_max: float = 1.0) -> int:
    """`ecn_slope_per_byte` with which the probability of a mark reaches `p_max` at `maximum` bytes of backlog.

    From the maximum on everything is marked, so that the slope matters below it only, and not at all for a step.
    """
    if maximum <= minimum:
        return 0
    return min(_PROBABILITY_ONE - 1, int(p_max * _PROBABILITY_ONE) // (maximum - minimum))


def queue_index(port: int, queue: int) -> int:
    return port * QUEUES + queue


def drop_index(port: int, reason: int) -> int:
    """Index of the packets that came in by a port and were dropped for a reason (`drop_reason_t`)."""
    return port << ENUMS["drop_reason_t"].width | reason
