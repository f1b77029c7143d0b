# SPDX-License-Identifier: Apache-2.0
"""What a case wants a device to be configured with, in words that every device has: SIDs, routes, maps, queues, trims.

A device of `ptf_tests/dut/` turns them into its own: P4Runtime entries, kernel routes, SONiC tables, a text for people.
All values are plain; ports are the numbers of the test bed, not names of interfaces.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

Behaviour = Literal["uN", "uA", "uN_uA", "uDT6", "uDT46"]
"""SRv6 endpoint behaviours with NEXT-C-SID (RFC 9800 §4.1; uDT: RFC 8986 §4.6, §4.8 as a uSID)."""

Rate = int | Literal["line", "crawl"]
"""How fast a queue drains: bits/s, as fast as the port, or so slowly that nothing leaves the backlog during a case."""


class SettingError(Exception):
    """A setting that a kind of device cannot express; the message says which and why."""


def mac(port: int) -> int:
    """The MAC address the device must have on `port`: 02:00:00:50:pp:e1, whose low bits are nobody's port."""
    return 0x0200005000E1 | port << 8


def neighbour_mac(port: int) -> int:
    """The MAC address of the neighbour on `port`, 02:00:00:a0:pp:b3, which the device must know without asking."""
    return 0x020000A000B3 | port << 8


@dataclass(frozen=True, slots=True)
class Sid:
    """A local SID.

    Attributes:
        behaviour: what it does.
        prefix: IPv6 prefix: /48 (block and uSID), /64 for uN_uA.
        port: where a uA or uN_uA sends packets; None otherwise.
        usd: Ultimate Segment Decapsulation is allowed.
        dscp_mode: on decapsulation, whether the inner DSCP stays (pipe) or becomes the outer (uniform).
        redispatch: looked up after a shift only (the re-dispatch mode of docs/wire-profile.md).
    """

    behaviour: Behaviour
    prefix: str
    port: int | None = None
    usd: bool = False
    dscp_mode: Literal["pipe", "uniform"] = "pipe"
    redispatch: bool = False

    @property
    def key(self) -> tuple[object, ...]:
        return ("sid", self.prefix, self.redispatch)


@dataclass(frozen=True, slots=True)
class Route:
    """A static IPv4 or IPv6 route out of `port`, towards its neighbour."""

    prefix: str
    port: int

    @property
    def key(self) -> tuple[object, ...]:
        return ("route", self.prefix)


@dataclass(frozen=True, slots=True)
class Blackhole:
    prefix: str

    @property
    def key(self) -> tuple[object, ...]:
        return ("route", self.prefix)


@dataclass(frozen=True, slots=True)
class EcmpRoute:
    """A static route to an ECMP group that has `members` members, numbered from 0."""

    prefix: str
    group: int
    members: int

    @property
    def key(self) -> tuple[object, ...]:
        return ("route", self.prefix)


@dataclass(frozen=True, slots=True)
class EcmpMember:
    group: int
    member: int
    port: int

    @property
    def key(self) -> tuple[object, ...]:
        return ("ecmp", self.group, self.member)


@dataclass(frozen=True, slots=True)
class Isolation:
    """Link isolation: of what enters at `port`, only ICMPv6 goes on."""

    port: int

    @property
    def key(self) -> tuple[object, ...]:
        return ("isolation", self.port)


@dataclass(frozen=True, slots=True)
class DscpToTc:
    """A line of DSCP_TO_TC_MAP; `trim_eligible` for DSCPs of role TRIMMABLE or TRIMMABLE_RETX."""

    dscp: int
    tc: int
    trim_eligible: bool = False

    @property
    def key(self) -> tuple[object, ...]:
        return ("dscp", self.dscp)


@dataclass(frozen=True, slots=True)
class TcToQueue:
    tc: int
    queue: int

    @property
    def key(self) -> tuple[object, ...]:
        """What it replaces: the line of the same traffic class."""
        return ("tc", self.tc)


@dataclass(frozen=True, slots=True)
class TcToDscp:
    """A line of the TC_TO_DSCP_MAP of `port`, which trimming in DSCP mode from-tc goes through (SONiC trimming HLD)."""

    port: int
    tc: int
    dscp: int

    @property
    def key(self) -> tuple[object, ...]:
        """What it replaces: the line of the same port and traffic class."""
        return ("tc-dscp", self.port, self.tc)


@dataclass(frozen=True, slots=True)
class QueueProfile:
    """How a queue admits and drains.

    Attributes:
        port: egress port.
        queue: 0 (lowest priority) to 7.
        rate: how fast it drains.
        overhead: bytes that the wire adds to each frame, counted into the backlog.
        limit: bytes of backlog it admits, or None for as many as there are.
        trim: packet_discard_action trim (else drop).
        ecn: minimum and maximum threshold in bytes of backlog, None for no marking; equal values make a step.
    """

    port: int
    queue: int
    rate: Rate = "line"
    overhead: int = 0
    limit: int | None = None
    trim: bool = False
    ecn: tuple[int, int] | None = None

    @property
    def key(self) -> tuple[object, ...]:
        return ("queue", self.port, self.queue)


@dataclass(frozen=True, slots=True, kw_only=True)
class Trimming:
    """SWITCH_TRIMMING|GLOBAL.

    Attributes:
        size: bytes kept, from the Ethernet header.
        dscp: DSCP of trimmed packets (symmetric), or None for mode from-tc (asymmetric).
        tc: traffic class looked up in the egress port's TC_TO_DSCP_MAP in mode from-tc, else None.
        queue: index of the trim queue, or None for dynamic: the new DSCP's queue by DSCP_TO_TC_MAP and TC_TO_QUEUE_MAP.
        length_mode: a value of the choice trim_length.
    """

    size: int
    dscp: int | None
    queue: int | None
    tc: int | None = None
    length_mode: str = "update"

    @property
    def key(self) -> tuple[object, ...]:
        return ("trimming",)


@dataclass(frozen=True, slots=True)
class DisableTrim:
    """An ACL rule of action DISABLE_TRIM for packets that all of its fields match.

    Attributes:
        source: IPv6 or IPv4 prefix of the outer source address; the rule is for packets of that version of IP.
        priority: the rule with the largest one wins.
        destination: prefix of the outer destination address, of the same version of IP; `::/0` for any.
        next_header: of the outer header (IPv4: protocol; 8 bits), or None for any.
        dscp: of the outer header (6 bits), or None for any.
        ingress: port that the packet entered by, or None for any.
    """

    source: str
    priority: int = 1
    destination: str = "::/0"
    next_header: int | None = None
    dscp: int | None = None
    ingress: int | None = None

    @property
    def key(self) -> tuple[object, ...]:
        """What it replaces: the rule of the same match and priority."""
        match = self.source, self.destination, self.next_header, self.dscp, self.ingress
        return ("disable-trim", *match, self.priority)


Setting = (
    Sid
    | Route
    | Blackhole
    | EcmpRoute
    | EcmpMember
    | Isolation
    | DscpToTc
    | TcToQueue
    | TcToDscp
    | QueueProfile
    | Trimming
    | DisableTrim
)


def merged(settings: Iterable[Setting], changes: Iterable[Setting]) -> tuple[Setting, ...]:
    """`settings` with `changes` in place of those with the same key, new ones at the end."""
    found = {setting.key: setting for setting in settings}
    found.update({change.key: change for change in changes})
    return tuple(found.values())


def without(settings: Iterable[Setting], removed: Iterable[Setting]) -> tuple[Setting, ...]:
    """`settings` without those that have the key of one in `removed`."""
    keys = {setting.key for setting in removed}
    return tuple(setting for setting in settings if setting.key not in keys)


def un(prefix: str, *, usd: bool = False, uniform: bool = False) -> Sid:
    """A uN SID (RFC 9800 §4.1.1)."""
    return Sid("uN", prefix, usd=usd, dscp_mode="uniform" if uniform else "pipe")


def ua(prefix: str, port: int, *, usd: bool = False) -> Sid:
    """A uA SID on its own (RFC 9800 §4.1.2)."""
    return Sid("uA", prefix, port, usd=usd)


def un_ua(prefix: str, port: int, *, usd: bool = False) -> Sid:
    """One SID of uN and uA together (/64)."""
    return Sid("uN_uA", prefix, port, usd=usd)
